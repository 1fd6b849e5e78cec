//! The example player of the Leipzig server, as Rogers describes it: stones at random around one small group, until a ring
//! comes of it. It sees wins one move ahead: in his appendix B it leaves its group only once, at move 84, to take one of the two
//! cells where White would win.

use game::Cell;
use search::player::Moment;
use search::random::Random;

use super::{Choice, Decide};

/// The player.
pub struct RingBuilder {
    random: Random,
}

impl RingBuilder {
    /// A builder that plays the same moves for the same seed.
    pub fn new(seed: u64) -> RingBuilder {
        RingBuilder { random: Random::new(seed) }
    }
}

impl Decide for RingBuilder {
    fn decide(&mut self, position: &Moment) -> Choice {
        let shape = position.shape();
        let turn = position.turn();
        for urgent in [position.winning_cells(turn), position.winning_cells(turn.other())] {
            if let Some(cell) = urgent.first_cell() {
                return Choice::open(cell);
            }
        }
        let own = position.board().stones(turn);
        let beside = |&cell: &Cell| shape.neighbours(cell).any(|next| own.has(next));
        let mut cells: Vec<Cell> = position.empty_cells().iter().filter(beside).collect();
        if cells.is_empty() {
            cells = position.empty_cells().iter().collect();
        }
        Choice::open(cells[self.random.below(cells.len())])
    }

    fn forget(&mut self) {}
}
