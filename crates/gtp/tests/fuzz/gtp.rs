//! Fuzz target: lines of GTP. Whatever comes in, every command has one well-formed answer and the session lives on.

use engine::mock::MockFactory;
use gtp::{Desk, GtpOptions, Line, answer};

/// Commands that think for as long as they are told to.
const SLOW: [&str; 1] = ["robusto-solve"];

fn desk() -> Desk {
    let options = GtpOptions { size: Some("4".into()), visits: Some(1), ..GtpOptions::default() };
    let mut desk = options.desk(&MockFactory::default()).expect("a board of size 4");
    desk.may_use_files = false;
    desk
}

pub fn run(data: &[u8]) {
    let mut desk = desk();
    for bytes in data.split(|&byte| byte == b'\n').take(100) {
        let line = Line::read(bytes);
        if line.as_ref().is_some_and(|line| SLOW.contains(&line.name.as_str())) {
            continue;
        }
        let (text, goes_on) = answer(&mut desk, bytes);
        match line {
            None => assert_eq!((text.as_str(), goes_on), ("", true)),
            Some(line) => check(&text, &line),
        }
        if !goes_on {
            break;
        }
    }
    assert_eq!(answer(&mut desk, b"7 protocol_version"), ("=7 2\n\n".into(), true));
}

/// An answer begins with its sign and number, ends with an empty line and has none before.
fn check(text: &str, line: &Line) {
    let body = text.strip_prefix(['=', '?']).unwrap_or_else(|| panic!("{line:?} is answered {text:?}"));
    assert!(body.starts_with(line.id.as_deref().unwrap_or("")), "{line:?} is answered {text:?}");
    assert_eq!(text.find("\n\n"), Some(text.len() - 2), "{line:?} is answered {text:?}");
}
