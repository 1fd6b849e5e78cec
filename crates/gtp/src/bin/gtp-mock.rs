//! An engine that answers the first legal cell, for tests of clients. Its argument names a way to misbehave:
//! `garbage`, `silent`, `flood`, `crash` or `chatty`.

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
    let mut desk = options.desk(&MockFactory::default(), None).expect("the options are good");
    serve(&mut desk, std::io::stdin(), &mut std::io::stdout());
}

fn flood() {
    let mut output = std::io::stdout();
    while output.write_all(b"= never\nends\n").is_ok() {}
}
