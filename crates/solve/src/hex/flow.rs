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

/// A cell's links: neighbours that are open, with their conductances; those that are missing have none.
#[derive(Clone, Copy)]
struct Links {
    near: [(u8, f32); 6],
    /// Conductance to the first side and to the second.
    sides: [f32; 2],
    /// One by the sum of all.
    share: f32,
}

impl Links {
    const NONE: Links = Links { near: [(0, 0.0); 6], sides: [0.0; 2], share: 0.0 };

    fn new(board: &Board, own: Cells, open: Cells, colour: usize, cell: usize) -> Links {
        let resistance = |cell: usize| if own >> cell & 1 == 1 { STONE } else { 1.0 };
        let here = resistance(cell);
        let mut links = Links { near: [(cell as u8, 0.0); 6], ..Links::NONE };
        let mut total = 0.0;
        for (link, beside) in links.near.iter_mut().zip(bits(board.near[cell] & open)) {
            *link = (beside as u8, 1.0 / (here + resistance(beside)));
            total += link.1;
        }
        for (side, conductance) in links.sides.iter_mut().enumerate() {
            if board.sides[colour][side] >> cell & 1 == 1 {
                *conductance = 1.0 / here;
                total += *conductance;
            }
        }
        links.share = if total > 0.0 { 1.0 / total } else { 0.0 };
        links
    }
}

fn add_currents(board: &Board, own: Cells, other: Cells, colour: usize, sum: &mut [f32; 64]) {
    let mut cells = [(0u8, Links::NONE); 64];
    let mut count = 0;
    let open = board.all & !other;
    for cell in bits(open) {
        cells[count] = (cell as u8, Links::new(board, own, open, colour, cell));
        count += 1;
    }
    let cells = &cells[..count];
    let mut voltage = [0.5f32; 64];
    let relax = |voltage: &mut [f32; 64], &(cell, links): &(u8, Links)| {
        if links.share > 0.0 {
            let flow = links
                .near
                .iter()
                .fold(links.sides[0], |flow, &(beside, g)| flow + g * voltage[usize::from(beside & 63)]);
            let here = &mut voltage[usize::from(cell & 63)];
            *here += OVER * (flow * links.share - *here);
        }
    };
    for _ in 0..ROUNDS / 2 {
        cells.iter().for_each(|cell| relax(&mut voltage, cell));
        cells.iter().rev().for_each(|cell| relax(&mut voltage, cell));
    }
    let mut through = [0.0f32; 64];
    let mut total = f32::MIN_POSITIVE;
    for &(cell, links) in cells {
        let here = voltage[usize::from(cell)];
        let near: f32 =
            links.near.iter().map(|&(beside, g)| g * (here - voltage[usize::from(beside)]).abs()).sum();
        let from = links.sides[0] * (1.0 - here).abs();
        through[usize::from(cell)] = 0.5 * (near + from + links.sides[1] * here.abs());
        total += from;
    }
    for cell in bits(open & !own) {
        sum[cell] += through[cell] / total;
    }
}
