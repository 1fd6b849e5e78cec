//! Which moves to look at first: the board as a resistor network, as in Hexy (Queenbee 8.2).
//!
//! For each colour current flows from its one side to the other; own stones conduct well, empty cells less, opposing stones not at
//! all. A cell that carries much of both currents is worth a move. Only the order of moves comes from here.

use super::board::{Board, Cells, Position};
use crate::shape::bits;

/// Resistance of an own stone; an empty cell has 1.
const STONE: f32 = 0.05;
/// Rounds of relaxation; the order of moves hardly changes after these.
const ROUNDS: usize = 24;
/// Over-relaxation: how far each step goes beyond the local balance.
const OVER: f32 = 1.5;

/// The share of both currents that each empty cell carries.
pub fn currents(board: &Board, position: &Position) -> [f32; 64] {
    let mut sum = [0.0; 64];
    for colour in 0..2 {
        let (own, other) = (position.stones[colour], position.stones[1 - colour]);
        add_currents(board, own, other, colour, &mut sum);
    }
    sum
}

fn add_currents(board: &Board, own: Cells, other: Cells, colour: usize, sum: &mut [f32; 64]) {
    let open = board.all & !other;
    let resistance = |cell: usize| if own >> cell & 1 == 1 { STONE } else { 1.0 };
    let conductance = |a: usize, b: usize| 1.0 / (resistance(a) + resistance(b));
    let sides = board.sides[colour];
    let to_side = |cell: usize, side: usize| sides[side] >> cell & 1 == 1;
    let mut voltage = [0.5f32; 64];
    let relax = |voltage: &mut [f32; 64], cell: usize| {
        let (mut flow, mut total) = (0.0, 0.0);
        for beside in bits(board.near[cell] & open) {
            let g = conductance(cell, beside);
            flow += g * voltage[beside];
            total += g;
        }
        let g = 1.0 / resistance(cell);
        if to_side(cell, 0) {
            flow += g;
            total += g;
        }
        if to_side(cell, 1) {
            total += g;
        }
        if total > 0.0 {
            voltage[cell] += OVER * (flow / total - voltage[cell]);
        }
    };
    for _ in 0..ROUNDS / 2 {
        bits(open).for_each(|cell| relax(&mut voltage, cell));
        (0..board.cells())
            .rev()
            .filter(|cell| open >> cell & 1 == 1)
            .for_each(|cell| relax(&mut voltage, cell));
    }
    let mut through = [0.0f32; 64];
    let mut total = f32::MIN_POSITIVE;
    for cell in bits(open) {
        let g = 1.0 / resistance(cell);
        for beside in bits(board.near[cell] & open) {
            through[cell] += 0.5 * conductance(cell, beside) * (voltage[cell] - voltage[beside]).abs();
        }
        if to_side(cell, 0) {
            through[cell] += 0.5 * g * (1.0 - voltage[cell]).abs();
            total += g * (1.0 - voltage[cell]).abs();
        }
        if to_side(cell, 1) {
            through[cell] += 0.5 * g * voltage[cell].abs();
        }
    }
    for cell in bits(open & !own) {
        sum[cell] += through[cell] / total;
    }
}
