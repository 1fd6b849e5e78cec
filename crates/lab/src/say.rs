//! What the lab says: standard output that may close early, notes on standard error that nobody need read,
//! and errors as one sentence. Control characters that come from elsewhere, such as another program's last
//! words, reach no terminal.

use std::io::{self, Write};

/// Prints a text that ends its own lines.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(visible(text).as_bytes())?;
    out.flush()
}

/// Prints a line.
pub fn line(text: impl AsRef<str>) -> io::Result<()> {
    print(&format!("{}\n", text.as_ref()))
}

/// A line on standard error; when that is closed there is nobody to tell.
pub fn note(text: impl AsRef<str>) {
    let _ = writeln!(io::stderr(), "{}", visible(text.as_ref()));
}

/// The text without control characters other than ends of lines and tabs.
pub fn visible(text: &str) -> String {
    let is_plain = |c: char| !c.is_control() || c == '\n' || c == '\t';
    text.chars().map(|c| if is_plain(c) { c } else { '\u{fffd}' }).collect()
}

/// An error and its causes in one sentence. A cause that the words before it have told already is not told
/// again.
pub fn sentence(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let words = cause.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        if text.contains(&words) {
            continue;
        }
        if !text.is_empty() {
            text += ": ";
        }
        text += &words;
    }
    text
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    #[test]
    fn causes_are_told_once() {
        let refused = || io::Error::other("no route");
        let error = Err::<(), _>(sqlx::Error::Io(refused())).context("opening").unwrap_err();
        assert_eq!(format!("{error:#}").matches("no route").count(), 2, "what anyhow says by itself");
        assert_eq!(sentence(&error).matches("no route").count(), 1, "{}", sentence(&error));
        assert_eq!(sentence(&anyhow!("a\nb").context("c")), "c: a b");
    }

    #[test]
    fn no_escape_reaches_the_terminal() {
        assert_eq!(visible("a\x1b]0;title\x07\tb\n"), "a\u{fffd}]0;title\u{fffd}\tb\n");
    }
}
