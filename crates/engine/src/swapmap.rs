//! The swap map of a board: how good is each opening for the first player, and should the second one swap it?
//!
//! Openings that are images of each other are judged once: by a proof where there is one, else by search. Where a search proves an
//! opening, the map says so.

use std::sync::atomic::AtomicBool;

use game::{Cell, Shape};
use search::player::{Limits, Moment, Player, Verdict};

/// What the map says of an opening and its images.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// The cell with the least number among the images.
    pub cell: Cell,
    /// All images, that cell first.
    pub cells: Vec<Cell>,
    /// The first player's share of wins, from 0 to 1.
    pub value: f32,
    /// What is proved, for the first player.
    pub verdict: Verdict,
    /// Simulations behind it.
    pub visits: u64,
}

impl Opening {
    /// Whether the second player does better by swapping.
    pub fn should_swap(&self) -> bool {
        match self.verdict {
            Verdict::Win => true,
            Verdict::Loss | Verdict::Draw => false,
            Verdict::Unknown => self.value > 0.5,
        }
    }
}

/// The openings of a shape that are no images of each other, each with its images.
pub fn openings(shape: &Shape) -> Vec<Vec<Cell>> {
    let images = |first: Cell| shape.cells().filter(|&cell| shape.least_image(cell) == first).collect();
    shape.openings().into_iter().map(images).collect()
}

/// What a player says of an opening, within `limits`.
pub fn judge(shape: &'static Shape, cells: Vec<Cell>, player: &mut dyn Player, limits: &Limits) -> Opening {
    let mut position = Moment::new(shape);
    position.play(cells[0]);
    if position.outcome().is_some() {
        return proved(cells, Verdict::Win);
    }
    player.forget();
    let thought = player.think(&position, limits, &AtomicBool::new(false), &mut |_| {});
    let (value, verdict) = (1.0 - thought.win_rate, thought.verdict.flipped());
    Opening { cell: cells[0], cells, value, verdict, visits: thought.visits }
}

/// An opening of which it is proved what it is worth for the first player.
pub fn proved(cells: Vec<Cell>, verdict: Verdict) -> Opening {
    let value = match verdict {
        Verdict::Win => 1.0,
        Verdict::Loss => 0.0,
        Verdict::Draw | Verdict::Unknown => 0.5,
    };
    Opening { cell: cells[0], cells, value, verdict, visits: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Size;
    use search::mcts::{Mcts, Resources};
    use search::presets;

    #[test]
    fn openings_cover_the_board_once() {
        for (size, count) in [(2, 2), (3, 4), (4, 6), (5, 9)] {
            let shape = Shape::of(Size::havannah(size).unwrap());
            let openings = openings(shape);
            assert_eq!(openings.len(), count);
            assert_eq!(openings.iter().map(Vec::len).sum::<usize>(), shape.len());
        }
    }

    #[test]
    fn on_size_two_the_corners_win_and_the_middle_loses() {
        let shape = Shape::of(Size::havannah(2).unwrap());
        let settings = presets::preset("rave", shape.size()).unwrap();
        let mut player = Mcts::new(settings, Resources { memory: 1 << 22, ..Resources::default() });
        let limits = Limits::visits(20_000);
        let judge = |cells| judge(shape, cells, &mut player, &limits);
        let map: Vec<_> = openings(shape).into_iter().map(judge).collect();
        let verdicts: Vec<_> = map.iter().map(|opening| (opening.cells.len(), opening.verdict)).collect();
        assert_eq!(verdicts, [(6, Verdict::Win), (1, Verdict::Loss)]);
        assert!(map[0].should_swap() && !map[1].should_swap());
    }
}
