//! Who is likely to win a position, before anything is proved: the share of rollouts that each side wins.
//!
//! In a rollout both sides win when they can, block when they must and otherwise move at random.

use crate::dice::Dice;
use crate::position::Position;
use crate::shape::{Shape, bits};

/// How many of the rollouts White and Black win; the others are draws.
pub fn rollouts(shape: &Shape, position: &Position, count: usize, seed: u64) -> [usize; 2] {
    let mut dice = Dice::new(seed);
    let mut won = [0; 2];
    for _ in 0..count {
        if let Some(winner) = rollout(shape, position, &mut dice) {
            won[winner] += 1;
        }
    }
    won
}

/// The winner of one rollout.
fn rollout(shape: &Shape, start: &Position, dice: &mut Dice) -> Option<usize> {
    let mut position = *start;
    loop {
        let side = position.turn;
        if position.wins[side] != 0 {
            return Some(side);
        }
        let danger = position.wins[1 - side];
        if danger & danger.wrapping_sub(1) != 0 {
            return Some(1 - side);
        }
        let moves = if danger != 0 { danger } else { position.free(shape) };
        if moves == 0 {
            return None;
        }
        let nth = dice.below(moves.count_ones() as usize);
        position.play(shape, bits(moves).nth(nth).expect("one of the moves"));
    }
}
