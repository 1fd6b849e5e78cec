//! What a run remembers of its making: the command and the version of the program.

use serde::{Deserialize, Serialize};

use crate::store::RunRow;
use crate::store::without_password;

/// The notes of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// The command that made the run, as it can be given to a shell again; passwords are left out.
    pub command: String,
    /// The version of the program.
    pub version: String,
}

impl Notes {
    /// The notes of the command that runs now.
    pub fn now() -> String {
        let words: Vec<String> = std::env::args().collect();
        let notes = Notes { command: command_text(&words), version: env!("CARGO_PKG_VERSION").into() };
        serde_json::to_string(&notes).unwrap_or_else(|_| "{}".into())
    }

    /// What a run remembers; nothing when it was made before there were notes.
    pub fn of(run: &RunRow) -> Notes {
        serde_json::from_str(&run.notes).unwrap_or_default()
    }
}

/// The words of a command as a shell takes them, the program without its folder.
fn command_text(words: &[String]) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.,:=/+@%".contains(c);
    let quoted = words.iter().enumerate().map(|(i, word)| {
        let word = if i == 0 { word.rsplit(['/', '\\']).next().unwrap_or(word) } else { word };
        let word = shown(word);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// A word without the password of an address in it.
fn shown(word: &str) -> String {
    match word.split_once("postgres") {
        Some((before, rest)) => format!("{before}{}", without_password(&format!("postgres{rest}"))),
        None => word.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_read_as_they_were_given_without_passwords() {
        let words = |text: &[&str]| text.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let text = words(&["/usr/bin/robusto", "lab", "match", "rave,a=1", "gtp:old 'x'", "--size", "5"]);
        assert_eq!(command_text(&text), r#"robusto lab match rave,a=1 'gtp:old '\''x'\''' --size 5"#);
        let text =
            words(&["r", "--database=postgres://me:secret@host/db", "--database", "postgres://a:b@c/d"]);
        let text = command_text(&text);
        assert!(!text.contains("secret") && !text.contains(":b@") && text.contains("host/db"), "{text}");
    }
}
