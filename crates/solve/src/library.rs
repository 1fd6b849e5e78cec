//! The library of solved boards: the certificates that come with the program, and their index.
//!
//! `proofs/index.jsonl` has a line for each certificate: what it claims, what the solution took, how large the
//! file is and its checksum. [`find`] tells from the index which certificate answers for a position; nothing
//! is taken from a certificate before the checker has been through it ([`Solved::check`]). `robusto proof
//! index` makes the index, `robusto proof list` shows it.

use std::borrow::Cow;
use std::sync::OnceLock;

use game::{Cell, Colour, Coords, Game, Outcome, Record, Shape, Size};
use rust_embed::RustEmbed;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::answer::{Moment, Verdict};

/// The name of the index beside the certificates.
pub const INDEX: &str = "index.jsonl";

#[derive(RustEmbed)]
#[folder = "../../proofs/"]
struct Files;

/// A line of the index.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The certificate's file.
    pub file: String,
    /// `havannah` or `hex`.
    pub game: String,
    /// The board.
    pub size: String,
    /// Its cells.
    pub cells: usize,
    /// The moves to the claimed position.
    pub moves: String,
    /// `white`, `black` or `draw`.
    pub result: String,
    /// Positions that were expanded to solve it, if that was kept.
    pub nodes: Option<u64>,
    /// Seconds that it took, if that was kept.
    pub seconds: Option<f64>,
    /// Positions of the certificate, or rows of connections.
    pub positions: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl Entry {
    /// The game up to the claimed position. The complaint is a sentence.
    pub fn record(&self) -> Result<Record, String> {
        let game = Game::named(&self.game).ok_or_else(|| format!("there is no game {:?}", self.game))?;
        let size = Size::parse(game, &self.size).map_err(|error| error.to_string())?;
        Record::from_moves(Shape::of(size), &self.moves, Coords::Gui).map_err(|error| error.to_string())
    }

    /// The claimed result.
    pub fn outcome(&self) -> Option<Outcome> {
        let colour = Colour::BOTH.into_iter().find(|colour| colour.word() == self.result);
        colour.map(Outcome::Win).or((self.result == "draw").then_some(Outcome::Draw))
    }

    fn solved(self) -> Result<Solved, String> {
        let record = self.record()?;
        let position = record.position();
        let verdict = match self.outcome() {
            Some(Outcome::Draw) => Verdict::Draw,
            Some(Outcome::Win(colour)) if colour == position.turn() => Verdict::Win,
            Some(Outcome::Win(_)) => Verdict::Loss,
            None => return Err(format!("there is no result {:?}", self.result)),
        };
        Ok(Solved { key: key(position), stones: position.board().stone_count(), verdict, entry: self })
    }
}

/// A certificate of the library.
#[derive(Debug)]
pub struct Solved {
    /// Its line in the index.
    pub entry: Entry,
    /// The claimed position.
    pub key: Key,
    /// Stones of the claimed position.
    pub stones: usize,
    /// What is claimed for the side to move.
    pub verdict: Verdict,
}

impl Solved {
    /// The certificate.
    pub fn bytes(&self) -> Option<Cow<'static, [u8]>> {
        Files::get(&self.entry.file).map(|file| file.data)
    }

    /// Has the certificate checked; the complaint is a sentence. `watch` says whether to go on.
    pub fn check(
        &self,
        watch: &mut dyn FnMut(&verify::Progress) -> bool,
    ) -> Result<(Cow<'static, [u8]>, verify::Report), String> {
        let file = &self.entry.file;
        let bytes = self.bytes().ok_or_else(|| format!("{file} is not there"))?;
        let report = verify::check(&*bytes, &verify::Limits::default(), watch);
        let report = report.map_err(|why| format!("{file} is not accepted: {why}"))?;
        let claimed = crate::proof::record(&report.claim)?;
        if key(claimed.position()) != self.key || report.claim.value.to_string() != self.entry.result {
            return Err(format!("{file} claims something else than the index says"));
        }
        Ok((bytes, report))
    }
}

/// A certificate that answers for a position.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The certificate.
    pub solved: &'static Solved,
    /// What it says for the side to move.
    pub verdict: Verdict,
    /// The move that it speaks of, if it is about the position after one.
    pub best: Option<Cell>,
}

/// All certificates of the library.
pub fn all() -> &'static [Solved] {
    static ALL: OnceLock<Vec<Solved>> = OnceLock::new();
    ALL.get_or_init(|| {
        let index = Files::get(INDEX).map(|file| file.data).unwrap_or_default();
        let entries = read_index(&index).expect("a test reads the index");
        let solved: Result<Vec<Solved>, String> = entries.into_iter().map(Entry::solved).collect();
        solved.expect("a test reads the index")
    })
}

/// Reads an index; the complaint names the line.
pub fn read_index(bytes: &[u8]) -> Result<Vec<Entry>, String> {
    let lines = bytes.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    let read = |(number, line)| {
        serde_json::from_slice(line).map_err(|error| format!("{INDEX}, line {}: {error}", number + 1))
    };
    lines.map(read).collect()
}

/// The checksum of a file as the index has it.
pub fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The certificate of a position or of an image of it.
pub fn of(position: &Moment) -> Option<&'static Solved> {
    let mut on_board = on_board(position).peekable();
    on_board.peek()?;
    let own = key(position);
    on_board.find(|solved| solved.key == own)
}

/// The certificates of a position's board; none once the game is over.
fn on_board(position: &Moment) -> impl Iterator<Item = &'static Solved> {
    let (size, is_over) = (position.shape().size(), position.outcome().is_some());
    all().iter().filter(move |solved| !is_over && solved.key.0 == size)
}

/// The certificate that answers for a position: one of the position itself, or of one that a move makes lost
/// for the other side. Of several, the smallest.
pub fn find(position: &Moment) -> Option<Found> {
    if let Some(solved) = of(position) {
        return Some(Found { solved, verdict: solved.verdict, best: None });
    }
    let losses: Vec<_> = on_board(position).filter(|solved| solved.verdict == Verdict::Loss).collect();
    if losses.is_empty() {
        return None;
    }
    let lost = |cell: Cell| {
        let mut next = *position;
        next.try_play(cell).ok()?;
        let key = key(&next);
        let solved = losses.iter().find(|solved| solved.key == key)?;
        Some(Found { solved, verdict: Verdict::Win, best: Some(cell) })
    };
    position.empty_cells().iter().filter_map(lost).min_by_key(|found| found.solved.entry.bytes)
}

/// What positions are filed under: equal for those that are turned, mirrored or recoloured.
pub type Key = (Size, String);

/// The board and the least of the position's images, seen from the side to move.
pub fn key(position: &Moment) -> Key {
    let shape = position.shape();
    let turn = position.turn();
    let is_exchanged = shape.has_own_sides() && turn != shape.first_colour();
    let can_exchange = shape.cells().all(|cell| shape.mirror(cell).is_some());
    let home = |cell: Cell| match shape.mirror(cell) {
        Some(mirrored) if is_exchanged => mirrored,
        _ => cell,
    };
    let letter = |stone: Option<Colour>| match stone {
        None => b'.',
        Some(colour) if colour == turn => b'o',
        Some(_) => b'x',
    };
    let image = |map: &Vec<Cell>| {
        let mut letters = vec![b'.'; shape.len()];
        for cell in shape.cells() {
            letters[map[home(cell).index()].index()] = letter(position.stone(cell));
        }
        String::from_utf8(letters).expect("letters are ASCII")
    };
    let least = shape.symmetries().iter().map(image).min().expect("every shape has the identity");
    // A board without that mirror is another one for each colour.
    let mark = if is_exchanged && !can_exchange { "*" } else { "" };
    (shape.size(), format!("{mark}{least}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: Game, size: &str, moves: &str) -> Record {
        Record::from_moves(Shape::of(Size::parse(game, size).unwrap()), moves, Coords::Gui).unwrap()
    }

    #[test]
    fn images_of_a_position_and_its_swap_meet() {
        let of = |game, size, moves| key(record(game, size, moves).position());
        assert_eq!(of(Game::Havannah, "4", "a1"), of(Game::Havannah, "4", "g7"));
        assert_eq!(of(Game::Havannah, "4", "a1"), of(Game::Havannah, "4", "a1 swap"));
        assert_ne!(of(Game::Havannah, "4", "a1"), of(Game::Havannah, "4", "a2"));
        assert_eq!(of(Game::Hex, "4", "b1"), of(Game::Hex, "4", "b1 swap-pieces"));
        assert_ne!(of(Game::Hex, "4", "a2"), of(Game::Hex, "4", "b1"));
        assert_ne!(of(Game::Hex, "3x4", "a1 b2 c1"), of(Game::Hex, "3x4", "a1 b2"));
    }

    #[test]
    fn the_index_is_about_the_files() {
        let files: Vec<_> = Files::iter().filter(|name| name.ends_with(".proof")).collect();
        assert_eq!(files.len(), all().len());
        for solved in all() {
            let (entry, bytes) = (&solved.entry, solved.bytes().expect("the file"));
            assert_eq!(
                (bytes.len() as u64, checksum(&bytes)),
                (entry.bytes, entry.sha256.clone()),
                "{entry:?}"
            );
            let claim = verify::Claim::read(&*bytes, &verify::Limits::default()).unwrap();
            let claimed = crate::proof::record(&claim).unwrap();
            assert_eq!(key(claimed.position()), solved.key, "{entry:?}");
            assert_eq!(claim.value.to_string(), entry.result, "{entry:?}");
            assert_eq!(claimed.shape().len(), entry.cells, "{entry:?}");
        }
    }

    #[test]
    fn positions_find_their_certificate() {
        let found = |game, size, moves| {
            let found = find(record(game, size, moves).position())?;
            Some((found.solved.entry.file.as_str(), found.verdict, found.best.is_some()))
        };
        assert_eq!(found(Game::Havannah, "4", "g7"), Some(("havannah-4-a1.proof", Verdict::Loss, false)));
        assert_eq!(
            found(Game::Havannah, "4", "a1 swap"),
            Some(("havannah-4-a1.proof", Verdict::Loss, false))
        );
        assert_eq!(found(Game::Hex, "3", ""), Some(("hex-3-b2.proof", Verdict::Win, true)));
        assert_eq!(found(Game::Havannah, "4", "a1 b2"), None);
        assert_eq!(found(Game::Havannah, "6", ""), None);
    }

    #[test]
    fn certificates_are_checked_before_they_are_believed() {
        let found = find(record(Game::Havannah, "4", "a1").position()).unwrap();
        assert!(found.solved.check(&mut |_| true).is_ok());
        assert!(found.solved.check(&mut |_| false).is_err(), "whoever watches may end it");
        let stranger = Solved {
            entry: Entry { file: "havannah-4-b2.proof".into(), ..found.solved.entry.clone() },
            key: found.solved.key.clone(),
            stones: 1,
            verdict: Verdict::Loss,
        };
        assert!(stranger.check(&mut |_| true).unwrap_err().contains("something else"));
    }

    #[test]
    fn broken_indices_are_refused() {
        assert!(read_index(b"{}\n").unwrap_err().contains("line 1"));
        let good = serde_json::to_string(&all()[0].entry).unwrap();
        assert_eq!(read_index(good.as_bytes()).unwrap(), [all()[0].entry.clone()]);
    }
}
