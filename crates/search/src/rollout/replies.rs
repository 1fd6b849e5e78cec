//! Last good replies to the last move, one for each colour, in a table that stays in the nearest cache.

use game::{CELL_LIMIT, Cell, Colour};

/// A cell that no board has: the reply where none is known, and the last move where there was none.
pub(super) const NOWHERE: Cell = Cell::new(CELL_LIMIT - 1);

/// The table.
pub struct Replies([[Cell; CELL_LIMIT]; 2]);

impl Replies {
    /// No reply is known.
    pub fn new() -> Replies {
        Replies([[NOWHERE; CELL_LIMIT]; 2])
    }

    /// The reply of `colour` to a move.
    #[inline(always)]
    pub fn to(&self, last: Cell, colour: Colour) -> Cell {
        self.0[colour.index()][last.index()]
    }

    /// Learns from a finished rollout: `moves` in order, the first by `first` after the move `last`. Replies of the winner are kept,
    /// and those of the loser forgotten if `forget`.
    pub fn learn<'a>(
        &mut self,
        first: Colour,
        last: Cell,
        moves: impl Iterator<Item = &'a Cell>,
        winner: Colour,
        forget: bool,
    ) {
        let (mut last, mut colour) = (last, first);
        for &cell in moves {
            let reply = &mut self.0[colour.index()][last.index()];
            if colour == winner {
                *reply = cell;
            } else if forget {
                *reply = if *reply == cell { NOWHERE } else { *reply };
            }
            (last, colour) = (cell, colour.other());
        }
        // The first move of a game answers none.
        self.0.iter_mut().for_each(|replies| replies[NOWHERE.index()] = NOWHERE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::HashMap;

    #[test]
    fn replies_are_those_of_the_last_rollout_that_won_with_them() {
        let mut random = Random::new(4);
        let mut replies = Replies::new();
        let mut slow: HashMap<(usize, Cell), Cell> = HashMap::new();
        for _ in 0..2000 {
            let mut moves: Vec<Cell> = (0..12).map(Cell::new).collect();
            (1..12).rev().for_each(|i| moves.swap(i, random.below(i + 1)));
            let game = &moves[..2 + random.below(10)];
            let [first, winner] = [0, 1].map(|_| Colour::BOTH[random.below(2)]);
            replies.learn(first, game[0], game[1..].iter(), winner, true);
            for (i, pair) in game.windows(2).enumerate() {
                let colour = if i % 2 == 0 { first } else { first.other() };
                let key = (colour.index(), pair[0]);
                if colour == winner {
                    slow.insert(key, pair[1]);
                } else if slow.get(&key) == Some(&pair[1]) {
                    slow.remove(&key);
                }
            }
        }
        assert!(slow.len() > 10);
        for colour in Colour::BOTH {
            for last in (0..12).map(Cell::new) {
                let known = slow.get(&(colour.index(), last)).copied();
                assert_eq!(replies.to(last, colour), known.unwrap_or(NOWHERE));
            }
        }
    }
}
