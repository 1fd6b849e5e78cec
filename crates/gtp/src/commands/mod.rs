//! The table of commands: name, arguments, one line of help and a small function each, one file per topic.

mod analysis;
mod clock;
mod files;
mod gogui;
mod havannah;
pub(crate) mod hex;
mod params;
mod solve;
mod standard;

use crate::Refusal;
use crate::desk::{Desk, Reply};
use crate::line::Args;

/// What carries a command out.
pub type Handler = fn(&mut Desk, &Args) -> Result<Reply, Refusal>;

/// One command.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, in brackets where they may be left out.
    pub usage: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// What carries it out.
    pub handler: Handler,
}

const fn command(name: &'static str, usage: &'static str, help: &'static str, handler: Handler) -> Row {
    Row { name, usage, help, handler }
}

static TOPICS: [&[Row]; 9] = [
    standard::ROWS,
    clock::ROWS,
    files::ROWS,
    havannah::ROWS,
    hex::ROWS,
    analysis::ROWS,
    solve::ROWS,
    params::ROWS,
    gogui::ROWS,
];

/// All commands, by topic.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    TOPICS.iter().flat_map(|topic| topic.iter())
}

/// The command of that name.
pub fn row(name: &str) -> Option<&'static Row> {
    rows().find(|row| row.name == name)
}

/// A reply of one text.
fn text(text: impl Into<String>) -> Result<Reply, Refusal> {
    Ok(Reply::Text(text.into()))
}

/// A reply without text.
fn done() -> Result<Reply, Refusal> {
    text("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let mut names: Vec<_> = rows().map(|row| row.name).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(rows().all(|row| !row.help.is_empty() && !row.name.contains(' ')));
    }
}
