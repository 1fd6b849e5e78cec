//! Chains of forcing threats: each move threatens to win at once, so the reply is forced.
//!
//! [`Chains::find`] looks for a chain that wins for the side to move, [`replay`] asks whether a
//! chain of the opponent survives an extra stone. After each forced block the blocker's own new
//! winning cells are looked at, which makes both exact when they say "wins".

use crate::position::Position;
use crate::shape::{Cell, Shape, bits};
use crate::zone::Zone;

/// Longest chain looked for, in moves of the attacker.
pub const LONGEST: usize = 12;

/// Most sets of stones remembered in one search.
const MET: usize = 32;

/// The attacker's moves of a winning chain, in order.
#[derive(Clone, Copy)]
pub struct Chain {
    moves: [u8; LONGEST],
    len: usize,
}

impl Chain {
    /// The attacker's moves; after the last one there are two cells to win on.
    pub fn moves(&self) -> impl Iterator<Item = Cell> + '_ {
        self.moves[..self.len].iter().map(|&cell| cell as usize)
    }
}

/// A bounded depth-first search for chains.
pub struct Chains<'a> {
    shape: &'a Shape,
    /// Attacker's moves that may still be tried.
    pub budget: u32,
    line: [u8; LONGEST],
    /// Sets of attacker's stones met before: another order of the same threats.
    met: [u64; MET],
    met_count: usize,
}

impl<'a> Chains<'a> {
    /// A search that may try `budget` attacker's moves.
    pub fn new(shape: &'a Shape, budget: u32) -> Chains<'a> {
        Chains { shape, budget, line: [0; LONGEST], met: [0; MET], met_count: 0 }
    }

    /// A winning chain for the side to move whose first move is in `first`.
    ///
    /// The side to move must have no winning cell and face at most one.
    pub fn find(&mut self, position: &Position, first: u64) -> Option<Chain> {
        debug_assert_eq!(position.wins[position.turn], 0);
        self.met_count = 0;
        let len = self.deepen(position, first, 0)?;
        Some(Chain { moves: self.line, len })
    }

    fn deepen(&mut self, position: &Position, first: u64, depth: usize) -> Option<usize> {
        let side = position.turn;
        let danger = position.wins[1 - side];
        let joined = self.shape.dilate(position.stones[side]);
        let tries = if danger != 0 { danger } else { candidates(self.shape, position, joined) };
        let tries = tries & first;
        let mut single = 0u64;
        let mut next: [u8; 64] = [0; 64];
        let mut probe = *position;
        for cell in bits(tries) {
            if self.budget == 0 {
                return None;
            }
            self.budget -= 1;
            let threats = probe.threats(self.shape, cell, side, joined);
            if threats & threats.wrapping_sub(1) != 0 {
                self.line[depth] = cell as u8;
                return Some(depth + 1);
            }
            if threats != 0 {
                single |= 1 << cell;
                next[cell] = threats.trailing_zeros() as u8;
            }
        }
        if depth + 1 == LONGEST {
            return None;
        }
        for cell in bits(single) {
            let mut after = position.played(self.shape, cell);
            after.play(self.shape, next[cell] as usize);
            let danger = after.wins[1 - side];
            if danger & danger.wrapping_sub(1) != 0 {
                continue;
            }
            if depth > 0 && self.seen(after.stones[side]) {
                continue;
            }
            self.line[depth] = cell as u8;
            if let Some(len) = self.deepen(&after, !0, depth + 1) {
                return Some(len);
            }
        }
        None
    }
}

impl Chains<'_> {
    fn seen(&mut self, stones: u64) -> bool {
        if self.met[..self.met_count].contains(&stones) {
            return true;
        }
        if self.met_count < MET {
            self.met[self.met_count] = stones;
            self.met_count += 1;
        }
        false
    }
}

/// Empty cells that could give a side a new winning cell, where `joined` are its stones and the
/// cells beside them: those, rim cells two steps from a stone, and corners beside a corner.
#[inline]
fn candidates(shape: &Shape, position: &Position, joined: u64) -> u64 {
    (joined | shape.dilate(joined) & shape.rim | shape.twins) & position.free(shape)
}

/// Which of the `moves` of the side to move still lose to a chain that was found for the other
/// side as if it were its turn? With the zone of the proofs that they do.
pub fn refuted(shape: &Shape, position: &Position, chain: &Chain, moves: u64) -> (u64, Zone) {
    let side = position.turn;
    let (used, mut blocked) = walk(shape, position, chain);
    let touched = used.cells;
    let mut risky = touched & moves;
    if blocked.wins[side] != 0 {
        risky = moves;
    } else {
        let joined = shape.dilate(blocked.stones[side]);
        let counter = moves & !touched & candidates(shape, &blocked, joined);
        for cell in bits(counter) {
            if blocked.threats(shape, cell, side, joined) != 0 {
                risky |= 1 << cell;
            }
        }
    }
    let mut lost = moves & !risky;
    let mut zone = if lost == 0 { Zone::EMPTY } else { used };
    for cell in bits(risky) {
        if let Some(used) = replay(shape, &position.played(shape, cell), chain) {
            lost |= 1 << cell;
            zone = zone.or(used);
        }
    }
    (lost, zone)
}

/// All cells a chain uses, and the position with none but the blocking stones added: more
/// counter-chances for the blocker than it has at any moment of the chain.
fn walk(shape: &Shape, position: &Position, chain: &Chain) -> (Zone, Position) {
    let side = position.turn;
    let mut blocked = *position;
    let mut line = *position;
    line.turn = 1 - side;
    let mut zone = Zone::EMPTY;
    for cell in chain.moves() {
        line.play(shape, cell);
        let threats = line.wins[1 - side];
        zone.cells |= 1 << cell | threats;
        if threats & threats.wrapping_sub(1) != 0 {
            break;
        }
        zone.forced |= threats;
        let block = threats.trailing_zeros() as usize;
        line.play(shape, block);
        blocked.turn = side;
        if blocked.wins[side] >> block & 1 == 1 {
            break;
        }
        blocked.play(shape, block);
    }
    (zone, blocked)
}

/// Does the side to move win by this chain, whatever else has been placed since it was found? The zone of the proof.
pub fn replay(shape: &Shape, start: &Position, chain: &Chain) -> Option<Zone> {
    let mut position = *start;
    let side = position.turn;
    let mut zone = Zone::EMPTY;
    for cell in chain.moves() {
        let wins = position.wins[side];
        if wins != 0 {
            return Some(zone.then(wins.trailing_zeros() as usize));
        }
        let danger = position.wins[1 - side];
        if position.free(shape) >> cell & 1 == 0 || danger != 0 && danger != 1 << cell {
            return None;
        }
        position.play(shape, cell);
        zone = zone.then(cell);
        let threats = position.wins[side];
        zone.cells |= threats;
        if threats & threats.wrapping_sub(1) != 0 {
            return Some(zone);
        }
        if threats == 0 {
            return None;
        }
        zone.forced |= threats;
        position.play(shape, threats.trailing_zeros() as usize);
    }
    None
}
