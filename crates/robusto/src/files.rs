//! Reading games from files of any form, and writing files; every error names the file.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Write};
use std::path::Path;

use game::sgf::{SgfError, read_record};
use game::{Diagram, Record};

use crate::exit::{Failure, Outcome};
use crate::output::Output;

/// How much of a file is looked at to tell what it is.
const HEAD: u64 = 64 << 10;

/// The name that stands for standard input and output.
const STANDARD: &str = "-";

/// A failure that names the file.
pub fn in_file(file: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::failed(format!("{}: {error}", file.display()))
}

/// Opens a file, or standard input for `-`.
pub fn open(file: &Path) -> io::Result<Box<dyn Read>> {
    if file.as_os_str() == STANDARD {
        return Ok(Box::new(io::stdin().lock()));
    }
    let opened = File::open(file)?;
    if opened.metadata()?.is_dir() {
        return Err(io::Error::other("it is a directory"));
    }
    Ok(Box::new(BufReader::new(opened)))
}

/// The game in a file: SGF in any dialect, or a board drawn as text.
pub fn read_game(file: &Path) -> Outcome<Record> {
    read_game_from(file, open(file).map_err(|error| in_file(file, error))?)
}

/// The same from an open file.
pub fn read_game_from(file: &Path, mut source: impl Read) -> Outcome<Record> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| in_file(file, error))?;
    if !is_sgf(&head)
        && let Some(record) = read_diagram(&head)
    {
        return Ok(record);
    }
    match read_record(Cursor::new(head).chain(source)) {
        Ok(record) => Ok(record),
        Err(error @ SgfError::NoGame) => Err(in_file(file, format!("{error}, nor a board drawn as text"))),
        Err(error) => Err(in_file(file, error)),
    }
}

fn read_diagram(head: &[u8]) -> Option<Record> {
    let text = std::str::from_utf8(head).ok()?;
    Diagram::parse(text).ok()?.record().ok()
}

/// Whether a tree of SGF begins somewhere: `(` and then `;`.
fn is_sgf(head: &[u8]) -> bool {
    let after_blanks = |rest: &[u8]| rest.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    (0..head.len()).any(|i| head[i] == b'(' && after_blanks(&head[i + 1..]) == Some(b';'))
}

/// Visits a file that was named, or the game files of a directory in order of their names. What cannot be looked through is visited
/// with the reason.
pub fn visit_games(path: &Path, visit: &mut dyn FnMut(&Path, Option<io::Error>) -> Outcome) -> Outcome {
    if !path.is_dir() {
        return visit(path, None);
    }
    let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return visit(path, Some(error)),
    };
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for path in entries.iter().map(std::fs::DirEntry::path) {
        // A link to a directory could lead back here.
        let is_folder = path.is_dir() && !path.is_symlink();
        let is_game = !path.is_dir() && matches!(ending(&path).as_str(), "sgf" | "hgf");
        if is_folder || is_game {
            visit_games(&path, visit)?;
        }
    }
    Ok(())
}

/// Writes a file, or to standard output for `-` or no name.
pub fn write(file: Option<&Path>, bytes: &[u8]) -> Outcome {
    match file.filter(|file| file.as_os_str() != STANDARD) {
        None => {
            let mut output = Output::open();
            output.bytes(bytes)?;
            output.finish()
        }
        Some(file) => {
            let written = File::create(file).and_then(|mut opened| opened.write_all(bytes));
            written.map_err(|error| in_file(file, error))
        }
    }
}

/// Refuses a file to be written whose ending is none of these; asked before the work, not after it.
pub fn check_ending(file: Option<&Path>, known: &[&str]) -> Outcome {
    let Some(file) = file else { return Ok(()) };
    let ending = ending(file);
    if known.contains(&ending.as_str()) {
        return Ok(());
    }
    let forms: Vec<String> =
        known.iter().filter(|known| !known.is_empty()).map(|known| format!(".{known}")).collect();
    let (name, forms) = (file.display(), forms.join(", "));
    Err(Failure::usage(format!("--output {name}: we write {forms} files here, not {ending:?}")))
}

/// The ending of a file's name, in small letters.
pub fn ending(file: &Path) -> String {
    file.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sgf_is_told_from_diagrams() {
        assert!(is_sgf(b"(;FF[4])") && is_sgf(b"\xef\xbb\xbf( \n;FF[4])"));
        assert!(!is_sgf(b"c . @(O). .") && !is_sgf(b""));
    }
}
