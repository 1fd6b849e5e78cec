//! A swap map in the making: what each opening of a board is worth, one of each set of images. It belongs to
//! no game.

use std::collections::VecDeque;

use game::{Cell, Coords, Record, Shape, cell_name};
use search::player::{Moment, Thought, Verdict};

use crate::proved::Proved;
use crate::view;
use crate::wire::{Opening, SwapMap};

/// What is known of an opening, for the first player, without the swap.
#[derive(Clone, Copy, Debug)]
struct Found {
    cell: Cell,
    win_rate: f32,
    visits: u64,
    verdict: Verdict,
}

/// A map in the making.
#[derive(Debug)]
pub struct Chart {
    shape: &'static Shape,
    left: VecDeque<Cell>,
    found: Vec<Found>,
    total: usize,
    /// Tells it from the maps before it.
    pub number: u64,
}

impl Chart {
    /// A map of a board; what is proved needs no thought.
    pub fn new(shape: &'static Shape, number: u64, proved: &Proved) -> Chart {
        let openings = shape.openings();
        let mut chart =
            Chart { shape, left: VecDeque::new(), found: Vec::new(), total: openings.len(), number };
        for cell in openings {
            match chart.decided(cell, proved) {
                Some(verdict) => chart.add(cell, verdict_share(verdict), 0, verdict),
                None => chart.left.push_back(cell),
            }
        }
        chart
    }

    fn record(&self, cell: Cell) -> Record {
        let mut record = Record::new(self.shape);
        record.play(cell).expect("an empty board takes any stone");
        record
    }

    /// What is proved of an opening, for the first player.
    fn decided(&self, cell: Cell, proved: &Proved) -> Option<Verdict> {
        let record = self.record(cell);
        if record.is_over() {
            return Some(Verdict::Win);
        }
        proved.look(&record).map(|known| known.verdict.flipped())
    }

    fn add(&mut self, cell: Cell, win_rate: f32, visits: u64, verdict: Verdict) {
        self.found.push(Found { cell, win_rate, visits, verdict });
    }

    /// The opening to think about next.
    pub fn next(&self) -> Option<Cell> {
        self.left.front().copied()
    }

    /// The position after it.
    pub fn moment(&self) -> Option<Moment> {
        self.next().map(|cell| *self.record(cell).position())
    }

    /// Takes what was thought of it.
    pub fn take(&mut self, thought: &Thought) {
        let Some(cell) = self.left.pop_front() else { return };
        let verdict = thought.verdict.flipped();
        let share = if verdict == Verdict::Unknown { 1.0 - thought.win_rate } else { verdict_share(verdict) };
        self.add(cell, share, thought.visits, verdict);
    }

    /// Ends it as it is.
    pub fn stop(&mut self) {
        self.total -= self.left.len();
        self.left.clear();
    }

    /// What clients see.
    pub fn view(&self) -> SwapMap {
        SwapMap {
            key: key(self.shape.game().word(), &self.shape.size().to_string()),
            left: self.left.len(),
            total: self.total,
            openings: self.found.iter().map(|found| self.opening(found)).collect(),
        }
    }

    fn opening(&self, found: &Found) -> Opening {
        Opening {
            cells: vec![cell_name(self.shape, found.cell, Coords::Gui)],
            winrate: view::rounded(found.win_rate),
            verdict: found.verdict.into(),
            visits: found.visits,
        }
    }
}

/// The identity of a map: its board.
pub fn key(game: &str, size: &str) -> String {
    format!("{game}/{size}")
}

fn verdict_share(verdict: Verdict) -> f32 {
    match verdict {
        Verdict::Win => 1.0,
        Verdict::Loss => 0.0,
        Verdict::Draw | Verdict::Unknown => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Size};

    #[test]
    fn a_map_looks_at_one_opening_of_each_kind_and_sees_the_first_players_side() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let mut chart = Chart::new(shape, 0, &Proved::default());
        // Size 5 has 61 cells in nine sets of images.
        assert_eq!(chart.view().left, 9);
        let seconds = chart.moment().unwrap().turn();
        assert_ne!(seconds, shape.first_colour());
        chart.take(&Thought { win_rate: 0.25, visits: 10, ..Thought::default() });
        assert_eq!(chart.view().openings[0].winrate, 0.75);
        chart.stop();
        assert_eq!((chart.next(), chart.view().total), (None, 1));
    }

    #[test]
    fn proved_openings_are_proofs() {
        let shape = Shape::of(Size::parse(Game::Havannah, "4").unwrap());
        let proved = Proved::default();
        let record = Record::from_moves(shape, "a1", Coords::Gui).unwrap();
        proved.note(record.position(), Verdict::Loss);
        let view = Chart::new(shape, 0, &proved).view();
        assert_eq!(view.openings[0].verdict, crate::wire::Verdict::Win);
    }
}
