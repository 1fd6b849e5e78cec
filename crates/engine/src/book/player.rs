//! A player who has a book: it answers from the book where that is best, and thinks about moves outside of it otherwise.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::Cell;
use search::player::{Candidate, Limits, Moment, Player, Thought};

use super::Book;

/// The player.
pub struct BookPlayer {
    book: Arc<Book>,
    player: Box<dyn Player>,
}

impl BookPlayer {
    /// Gives a book to a player.
    pub fn new(book: Arc<Book>, player: Box<dyn Player>) -> BookPlayer {
        BookPlayer { book, player }
    }
}

/// Puts the best candidate that is not in the book first, where there is one.
pub fn look_outside(thought: &mut Thought, inside: &[Cell]) {
    let outside = thought.candidates.iter().position(|candidate| !inside.contains(&candidate.cell));
    if let Some(at) = outside {
        thought.candidates[..=at].rotate_right(1);
        thought.win_rate = thought.candidates[0].win_rate;
    }
}

impl Player for BookPlayer {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let known = std::ptr::eq(self.book.shape(), position.shape())
            && position.outcome().is_none()
            && limits.among.is_none();
        if !known || !self.book.has(position) {
            return self.player.think(position, limits, stop, watch);
        }
        if let Some(best) = self.book.choose(position) {
            let candidate = Candidate {
                cell: best.cell,
                visits: 1,
                win_rate: best.value,
                rave: best.value,
                prior: best.value,
                line: vec![best.cell],
                ..Candidate::default()
            };
            return Thought { candidates: vec![candidate], win_rate: best.value, ..Thought::default() };
        }
        let inside: Vec<Cell> = self.book.moves(position).iter().map(|known| known.cell).collect();
        let mut thought = self.player.think(position, limits, stop, watch);
        if thought.candidates.iter().all(|candidate| inside.contains(&candidate.cell)) {
            // The player told of no other move: any that is not known to lose.
            let other = position.empty_cells().iter().find(|cell| !inside.contains(cell));
            let fresh = other.map(|cell| Candidate { cell, line: vec![cell], ..Candidate::default() });
            thought.candidates.splice(0..0, fresh);
        }
        look_outside(&mut thought, &inside);
        thought
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}
