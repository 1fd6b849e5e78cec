//! One line of the protocol, cleaned and parted; and how answers are written.

#![warn(clippy::indexing_slicing)]

use crate::Refusal;

/// A command as it came in: `[id] name argument ...`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The number in front, as it was written.
    pub id: Option<String>,
    /// The name of the command; empty when there is only a number.
    pub name: String,
    /// Everything after the name.
    pub rest: String,
}

impl Line {
    /// Reads a line; `None` when nothing is left of it without comments and control characters.
    pub fn read(bytes: &[u8]) -> Option<Line> {
        let text = clean(&String::from_utf8_lossy(bytes));
        let (first, rest) = cut(&text);
        if first.is_empty() {
            return None;
        }
        let is_id = first.len() <= 18 && first.bytes().all(|byte| byte.is_ascii_digit());
        let (id, (name, rest)) = if is_id { (Some(first.into()), cut(rest)) } else { (None, (first, rest)) };
        Some(Line { id, name: name.into(), rest: rest.trim().into() })
    }

    /// The words after the name.
    pub fn args(&self) -> Args<'_> {
        Args { words: self.rest.split_whitespace().collect(), text: &self.rest }
    }
}

/// Without comment and control characters, tabs as blanks.
fn clean(text: &str) -> String {
    let uncommented = text.split('#').next().unwrap_or_default();
    let tabless = uncommented.chars().map(|c| if c == '\t' { ' ' } else { c });
    tabless.filter(|c| !c.is_control() && *c != '\u{feff}').collect()
}

fn cut(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(char::is_whitespace).unwrap_or((text.trim_end(), ""))
}

/// The arguments of a command.
#[derive(Clone, Debug)]
pub struct Args<'a> {
    /// Word by word.
    pub words: Vec<&'a str>,
    /// As one text.
    pub text: &'a str,
}

impl<'a> Args<'a> {
    /// The words, whose number must be within these bounds.
    pub fn between(&self, least: usize, most: usize) -> Result<&[&'a str], Refusal> {
        if (least..=most).contains(&self.words.len()) {
            return Ok(&self.words);
        }
        let wanted = match (least, most) {
            (0, 0) => "no arguments".into(),
            (1, 1) => "one argument".into(),
            (1, usize::MAX) => "one argument or more".into(),
            (least, usize::MAX) => format!("{least} arguments or more"),
            (least, most) if least == most => format!("{least} arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        Err(Refusal::Syntax(format!("the command takes {wanted}, not {}", self.words.len())))
    }

    /// The only word.
    pub fn one(&self) -> Result<&'a str, Refusal> {
        Ok(self.between(1, 1)?.first().copied().unwrap_or_default())
    }
}

/// The whole answer to a command: `=` or `?`, the number, the text and an empty line.
pub fn answer_text(id: Option<&str>, result: &Result<String, Refusal>) -> String {
    let id = id.unwrap_or_default();
    let (sign, text) = match result {
        Ok(text) => ('=', text.clone()),
        Err(refusal) => ('?', refusal.to_string()),
    };
    // A text that begins with a new line is a picture, which would be out of line beside the sign.
    let gap = if text.starts_with('\n') { "\n" } else { " " };
    let text = without_empty_lines(&text);
    let gap = if text.is_empty() { "" } else { gap };
    format!("{sign}{id}{gap}{text}\n\n")
}

/// An empty line ends an answer, so none may stand inside.
fn without_empty_lines(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).map(str::trim_end);
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(text: &str) -> Option<(Option<String>, String, String)> {
        Line::read(text.as_bytes()).map(|line| (line.id, line.name, line.rest))
    }

    #[test]
    fn lines_are_cleaned_and_parted() {
        let line =
            |id: Option<&str>, name: &str, rest: &str| Some((id.map(Into::into), name.into(), rest.into()));
        assert_eq!(parts("play w a1"), line(None, "play", "w a1"));
        assert_eq!(parts(" \t12\tplay  w\ta1 # why\r"), line(Some("12"), "play", "w a1"));
        assert_eq!(parts("\u{7}na\u{1}me\r"), line(None, "name", ""));
        assert_eq!(parts("7"), line(Some("7"), "", ""));
        assert_eq!(parts("007 x"), line(Some("007"), "x", ""));
        assert_eq!(parts("9999999999999999999 x"), line(None, "9999999999999999999", "x"));
        for empty in ["", "   ", "# 1 play", "\r", "\0\0"] {
            assert_eq!(parts(empty), None);
        }
        assert!(Line::read(&[0xff, 0xfe, b' ', b'x']).is_some());
    }

    #[test]
    fn answers_have_their_form() {
        assert_eq!(answer_text(None, &Ok(String::new())), "=\n\n");
        assert_eq!(answer_text(Some("3"), &Ok("a\n\nb\n".into())), "=3 a\nb\n\n");
        assert_eq!(answer_text(None, &Ok("\n  a\n b\n".into())), "=\n  a\n b\n\n");
        assert_eq!(answer_text(Some("3"), &Err(Refusal::CannotUndo)), "?3 cannot undo\n\n");
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            if let Some(line) = Line::read(&bytes) {
                prop_assert!(!line.name.contains(char::is_whitespace));
                prop_assert!(line.id.is_some() || !line.name.is_empty());
            }
        }
    }
}
