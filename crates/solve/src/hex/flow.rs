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
    let mut networks = [0, 1].map(|colour| Network::new(board, position, colour));
    let [white, black] = &mut networks;
    let most = white.count.max(black.count);
    // Each step waits for the one before it, those of the two colours do not wait for each other.
    for _ in 0..ROUNDS / 2 {
        for place in (0..most).chain((0..most).rev()) {
            white.relax(place);
            black.relax(place);
        }
    }
    let mut sum = [0.0; 64];
    networks.iter().for_each(|network| network.add_to(&mut sum));
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

/// What one colour's current flows through.
struct Network {
    /// Cells without an opposing stone, with their links; `count` of them.
    cells: [(u8, Links); 64],
    count: usize,
    empty: Cells,
    voltage: [f32; 64],
}

impl Network {
    fn new(board: &Board, position: &Position, colour: usize) -> Network {
        let (own, other) = (position.stones[colour], position.stones[1 - colour]);
        let open = board.all & !other;
        let mut cells = [(0u8, Links::NONE); 64];
        for (place, cell) in cells.iter_mut().zip(bits(open)) {
            *place = (cell as u8, Links::new(board, own, open, colour, cell));
        }
        let count = open.count_ones() as usize;
        Network { cells, count, empty: open & !own, voltage: [0.5; 64] }
    }

    /// Brings a cell nearer to its balance, if there is one at this place.
    #[inline(always)]
    fn relax(&mut self, place: usize) {
        let (cell, links) = &self.cells[place & 63];
        if links.share > 0.0 {
            let flows = links.near.map(|(beside, g)| g * self.voltage[usize::from(beside & 63)]);
            let flow =
                (links.sides[0] + flows[0]) + (flows[1] + flows[2]) + (flows[3] + (flows[4] + flows[5]));
            let here = &mut self.voltage[usize::from(cell & 63)];
            *here += OVER * (flow * links.share - *here);
        }
    }

    /// Adds the share of the current that each empty cell carries.
    fn add_to(&self, sum: &mut [f32; 64]) {
        let mut through = [0.0f32; 64];
        let mut total = f32::MIN_POSITIVE;
        for &(cell, links) in &self.cells[..self.count] {
            let here = self.voltage[usize::from(cell)];
            let flow = |&(beside, g): &(u8, f32)| g * (here - self.voltage[usize::from(beside)]).abs();
            let near: f32 = links.near.iter().map(flow).sum();
            let from = links.sides[0] * (1.0 - here).abs();
            through[usize::from(cell)] = 0.5 * (near + from + links.sides[1] * here.abs());
            total += from;
        }
        for cell in bits(self.empty) {
            sum[cell] += through[cell] / total;
        }
    }
}
