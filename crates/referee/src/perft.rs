//! Perft: all games of a given length, counted. Two implementations of the rules that agree on these
//! numbers agree on legal moves, endings and kinds.

use std::collections::BTreeMap;

use crate::{Outcome, Position};

/// What [`perft`] counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Sequences of exactly as many moves as asked, including those whose last move ended the game.
    /// Games that ended earlier are not continued and not counted here.
    pub leaves: u64,
    /// Sequences of at most as many moves as asked that ended the game, by how they ended.
    pub endings: BTreeMap<Outcome, u64>,
}

/// Counts the sequences of legal moves from a position. A position that is over has one sequence,
/// the empty one, and one ending.
pub fn perft(position: &Position, depth: usize) -> Perft {
    let mut count = Perft::default();
    visit(position, depth, &mut count);
    count
}

fn visit(position: &Position, depth: usize, count: &mut Perft) {
    if position.is_over() {
        *count.endings.entry(position.outcome()).or_default() += 1;
    }
    if depth == 0 {
        count.leaves += 1;
        return;
    }
    for cell in position.legal_moves() {
        let mut next = position.clone();
        next.play(cell).expect("an empty cell of an open position is legal");
        visit(&next, depth - 1, count);
    }
}
