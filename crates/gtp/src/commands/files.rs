//! Game files.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use game::sgf::{Style, read_record, write_record};

use super::{Row, command, done, text};
use crate::Refusal;
use crate::desk::{Desk, Reply};
use crate::line::Args;

pub(super) static ROWS: &[Row] = &[
    command("loadsgf", "FILE [MOVE]", "loads a game, up to just before a move if one is named", load),
    command("printsgf", "[FILE]", "the game as a file, shown or written", print),
    command("savesgf", "FILE", "writes the game into a file", |desk, args| {
        if args.text.is_empty() {
            Err(Refusal::syntax("there is no file name"))
        } else {
            save(desk, args.text)
        }
    }),
];

fn check_files(desk: &Desk) -> Result<(), Refusal> {
    let refusal = || Refusal::Other("files are closed to this connection".into());
    desk.may_use_files.then_some(()).ok_or_else(refusal)
}

/// The file, and the number of the move behind it unless that is part of the name.
fn file_and_move(text: &str) -> (&str, Option<usize>) {
    let whole = (text, None);
    if Path::new(text).exists() {
        return whole;
    }
    let cut = text.rsplit_once(char::is_whitespace);
    cut.and_then(|(file, number)| Some((file.trim_end(), Some(number.parse().ok()?)))).unwrap_or(whole)
}

fn load(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    check_files(desk)?;
    if args.text.is_empty() {
        return Err(Refusal::syntax("there is no file name"));
    }
    let (path, number) = file_and_move(args.text);
    let problem = |why: String| Refusal::CannotLoad(format!("{path}: {why}"));
    let file = File::open(path).map_err(|error| problem(error.to_string()))?;
    if !file.metadata().is_ok_and(|facts| facts.is_file()) {
        return Err(problem("it is not a file".into()));
    }
    let mut record = read_record(BufReader::new(file)).map_err(|error| problem(error.to_string()))?;
    if let Some(number) = number {
        record.truncate(number.saturating_sub(1));
    }
    desk.session.load(record);
    done()
}

fn print(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    if !args.text.is_empty() {
        return save(desk, args.text);
    }
    let mut bytes = Vec::new();
    write_record(desk.session.record(), Style::Robusto, &mut bytes)
        .map_err(|error| Refusal::CannotSave(error.to_string()))?;
    text(String::from_utf8_lossy(&bytes))
}

fn save(desk: &mut Desk, path: &str) -> Result<Reply, Refusal> {
    check_files(desk)?;
    let problem = |error: std::io::Error| Refusal::CannotSave(format!("{path}: {error}"));
    let mut file = File::create(path).map_err(problem)?;
    write_record(desk.session.record(), Style::Robusto, &mut file).map_err(problem)?;
    done()
}
