//! Swap maps that were made beforehand with `robusto swapmap --json`, so that a page can show them at once.

use game::{Coords, Game, Record, Shape, Size};
use rust_embed::RustEmbed;
use search::player::Verdict;
use serde::Deserialize;

use crate::proved::Proved;
use crate::view;
use crate::wire;

/// An opening as it stands in a file.
#[derive(Debug, Deserialize)]
pub struct Opening {
    game: String,
    size: String,
    cells: Vec<String>,
    winrate: f32,
    verdict: String,
    visits: u64,
}

impl Opening {
    /// The opening as clients see it, with what is proved of it: by the file, in this program's memory, or by a
    /// certificate that comes with the program.
    pub fn settled(self, game: &str, size: &str, proved: &Proved) -> wire::Opening {
        let filed = [Verdict::Win, Verdict::Draw, Verdict::Loss]
            .into_iter()
            .find(|known| known.word() == self.verdict);
        let verdict = filed.or_else(|| {
            let shape = Shape::of(Size::parse(Game::named(game)?, size).ok()?);
            let record = Record::from_moves(shape, self.cells.first()?, Coords::Gui).ok()?;
            let known = proved.look(&record).map(|known| known.verdict);
            known.or_else(|| proved.claimed(record.position())).map(Verdict::flipped)
        });
        let verdict = verdict.unwrap_or(Verdict::Unknown);
        wire::Opening {
            cells: self.cells,
            winrate: view::rounded(self.winrate),
            verdict: verdict.into(),
            visits: self.visits,
        }
    }
}

#[derive(RustEmbed)]
#[folder = "../../docs/swapmaps/"]
struct Files;

/// The openings of a board, if its map is among them.
pub fn find(game: &str, size: &str) -> Option<Vec<Opening>> {
    names().find_map(|name| {
        let openings = read(&Files::get(&name)?.data);
        let is_it = |opening: &Opening| opening.game == game && opening.size == size;
        (!openings.is_empty() && openings.iter().all(is_it)).then_some(openings)
    })
}

fn names() -> impl Iterator<Item = std::borrow::Cow<'static, str>> {
    Files::iter().filter(|name| name.ends_with(".jsonl"))
}

/// One object a line.
fn read(bytes: &[u8]) -> Vec<Opening> {
    bytes.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_map_covers_its_board_once() {
        for name in names() {
            let openings = read(&Files::get(&name).unwrap().data);
            let first = openings.first().unwrap_or_else(|| panic!("{name} is empty"));
            let game = game::Game::named(&first.game).unwrap();
            let size = game::Size::parse(game, &first.size).unwrap();
            let cells: usize = openings.iter().map(|opening| opening.cells.len()).sum();
            assert_eq!(cells, game::Shape::of(size).len(), "{name}");
            assert!(find(game.word(), &size.to_string()).is_some(), "{name}");
        }
        assert!(find("chess", "8").is_none());
    }

    /// All six openings of size 4 have certificates in the program.
    #[test]
    fn what_the_certificates_of_the_program_prove_is_put_in() {
        let proved = Proved::default();
        let openings: Vec<_> = find("havannah", "4").unwrap();
        for opening in openings.into_iter().map(|opening| opening.settled("havannah", "4", &proved)) {
            assert_ne!(opening.verdict, wire::Verdict::Unknown, "{:?}", opening.cells);
        }
        for opening in find("havannah", "8").unwrap() {
            assert_eq!(opening.settled("havannah", "8", &proved).verdict, wire::Verdict::Unknown);
        }
    }
}
