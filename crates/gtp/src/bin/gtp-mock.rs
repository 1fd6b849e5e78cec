//! An engine that answers the first legal cell, for tests of clients. Its argument names a way to misbehave:
//! `garbage`, `silent`, `flood`, `crash` or `chatty`; `numberless` (answers without numbers), `agreeable`
//! (nothing is refused), `chattering` (a line before every answer), `stubborn` (the same move always) or
//! `undying`.

use std::io::{Read, Write};

use engine::mock::MockFactory;
use gtp::{GtpOptions, serve};

fn main() {
    let manner = std::env::args().nth(1).unwrap_or_default();
    match manner.as_str() {
        "garbage" => println!("welcome\n\u{1}\n\nlicence: none"),
        "silent" => drop(std::io::stdin().read_to_end(&mut Vec::new())),
        "flood" => flood(),
        "crash" => {
            eprintln!("out of cheese");
            std::process::exit(3);
        }
        "chatty" => (0..10_000).for_each(|i| eprintln!("thinking about thought number {i}")),
        _ => {}
    }
    let options = GtpOptions { size: Some("4".into()), visits: Some(1), ..GtpOptions::default() };
    let mut desk = options.desk(&MockFactory::default()).expect("the options are good");
    serve(&mut desk, std::io::stdin(), &mut Altered { manner: manner.clone(), output: std::io::stdout() });
    if manner == "undying" {
        std::thread::sleep(std::time::Duration::from_secs(60));
    }
}

/// Standard output with every answer changed as the manner asks for.
struct Altered {
    manner: String,
    output: std::io::Stdout,
}

impl Write for Altered {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        let rest = text.trim_start_matches(['=', '?']).trim_start_matches(|c: char| c.is_ascii_digit());
        let is_move = text.len() < 8 && rest.contains(|c: char| c.is_ascii_digit());
        let text = match self.manner.as_str() {
            "numberless" => format!("{}{rest}", &text[..1]),
            "agreeable" => text.replacen('?', "=", 1),
            "chattering" => format!("thinking\n{text}"),
            "stubborn" if is_move && text.contains(char::is_alphabetic) => "= a1\n\n".into(),
            _ => text.into_owned(),
        };
        self.output.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.output.flush()
    }
}

fn flood() {
    let mut output = std::io::stdout();
    while output.write_all(b"= never\nends\n").is_ok() {}
}
