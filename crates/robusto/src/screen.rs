//! How much room there is to print: the terminal's measures, or no limit where there is none.

use std::io::IsTerminal;

/// Room for text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Columns of characters.
    pub columns: usize,
    /// Rows of characters.
    pub rows: usize,
}

impl Room {
    /// As much as there is need for.
    pub const ENDLESS: Room = Room { columns: usize::MAX, rows: usize::MAX };

    /// The room of the terminal behind a stream; without a terminal there is no limit.
    pub fn of(stream: &impl IsTerminal) -> Room {
        if !stream.is_terminal() {
            return Room::ENDLESS;
        }
        let (columns, rows) = crossterm::terminal::size().unwrap_or((80, 24));
        Room { columns: usize::from(columns).max(20), rows: usize::from(rows).max(5) }
    }

    /// The text cut to the width, so that it stays on one line.
    pub fn clip<'a>(&self, line: &'a str) -> &'a str {
        match line.char_indices().nth(self.columns) {
            Some((end, _)) => line[..end].trim_end(),
            None => line,
        }
    }

    /// The parts of a line joined by dots, on as many lines as the width asks for.
    pub fn join(&self, parts: &[String]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for part in parts {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 3 + part.chars().count() <= self.columns => {
                    line.push_str(" · ");
                    line.push_str(part);
                }
                _ => lines.push(self.clip(part).to_string()),
            }
        }
        lines
    }

    /// A drawing, if it fits the width; else a sentence in its place.
    pub fn drawing(&self, text: &str) -> String {
        let wide = text.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
        if wide <= self.columns { text.to_string() } else { format!("(the board needs {wide} columns)\n") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_joined_within_the_width() {
        let narrow = Room { columns: 12, rows: 5 };
        assert_eq!(narrow.clip("äbc defghijklmno"), "äbc defghijk");
        assert_eq!(narrow.clip("short"), "short");
        let parts = ["four", "five5", "a long part indeed"].map(String::from);
        assert_eq!(narrow.join(&parts), ["four · five5", "a long part"]);
        assert_eq!(Room::ENDLESS.join(&parts), ["four · five5 · a long part indeed"]);
        assert_eq!(Room::ENDLESS.join(&[]), Vec::<String>::new());
    }

    #[test]
    fn a_drawing_that_is_too_wide_is_left_out() {
        let narrow = Room { columns: 12, rows: 5 };
        assert_eq!(narrow.drawing(" . . .   \n"), " . . .   \n");
        assert_eq!(narrow.drawing("0123456789abc\n"), "(the board needs 13 columns)\n");
    }
}
