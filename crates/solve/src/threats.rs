//! Threat-space search on the 64-bit board: [`search::threats`] on a [`Position`], with the zones of what it proves.
//!
//! [`Chains::find`] looks for a line that wins for the side to move, [`replay`] asks whether a line of the opponent
//! survives an extra stone.

use search::threats::{self, Attack, Line, Search};

use crate::position::Position;
use crate::shape::{Shape, bits};
use crate::zone::Zone;

/// A bounded search for lines of threats.
pub struct Chains<'a> {
    shape: &'a Shape,
    search: Search<'static>,
}

impl<'a> Chains<'a> {
    /// A search that may try `budget` attacker's moves.
    pub fn new(shape: &'a Shape, budget: u32) -> Chains<'a> {
        Chains { shape, search: Search::new(budget) }
    }

    /// A winning line of the side to move whose first move is in `first`.
    ///
    /// The side to move must have no winning cell and face at most one.
    pub fn find(&mut self, position: &Position, first: u64) -> Option<Line> {
        debug_assert_eq!(position.wins[position.turn], 0);
        self.search.find(&Side::of(self.shape, position), Some(first))
    }
}

/// A position in which the side that was to move attacks.
#[derive(Clone, Copy)]
struct Side<'a> {
    shape: &'a Shape,
    position: Position,
    attacker: usize,
    /// The attacker's stones and the cells beside them.
    joined: u64,
}

impl<'a> Side<'a> {
    #[inline]
    fn of(shape: &'a Shape, position: &Position) -> Side<'a> {
        Side { shape, position: *position, attacker: position.turn, joined: 0 }
    }
}

impl Attack for Side<'_> {
    type Cells = u64;

    #[inline]
    fn wins(&self) -> u64 {
        self.position.wins[self.attacker]
    }

    #[inline]
    fn danger(&self) -> u64 {
        self.position.wins[1 - self.attacker]
    }

    #[inline]
    fn is_free(&self, cell: usize) -> bool {
        self.position.free(self.shape) >> cell & 1 == 1
    }

    #[inline]
    fn moves(&mut self) -> u64 {
        self.joined = self.shape.dilate(self.position.stones[self.attacker]);
        let danger = self.danger();
        if danger != 0 { danger } else { candidates(self.shape, &self.position, self.joined) }
    }

    #[inline]
    fn threats(&mut self, cell: usize) -> u64 {
        self.position.threats(self.shape, cell, self.attacker, self.joined)
    }

    #[inline]
    fn strike(&mut self, cell: usize) -> u64 {
        self.position.play(self.shape, cell);
        self.position.wins[self.attacker]
    }

    #[inline]
    fn block(&mut self, cell: usize) -> bool {
        self.position.play(self.shape, cell);
        true
    }

    #[inline]
    fn mark(&self) -> Option<u64> {
        Some(self.position.stones[self.attacker])
    }
}

/// Empty cells that could give a side a new winning cell, where `joined` are its stones and the
/// cells beside them: those, rim cells two steps from a stone, and corners beside a corner.
#[inline]
fn candidates(shape: &Shape, position: &Position, joined: u64) -> u64 {
    (joined | shape.dilate(joined) & shape.rim | shape.twins) & position.free(shape)
}

/// Which of the `moves` of the side to move still lose to a line that was found for the other
/// side as if it were its turn? With the zone of the proofs that they do.
pub fn refuted(shape: &Shape, position: &Position, line: &Line, moves: u64) -> (u64, Zone) {
    let side = position.turn;
    let (used, mut blocked) = walk(shape, position, line);
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
        if let Some(used) = replay(shape, &position.played(shape, cell), line) {
            lost |= 1 << cell;
            zone = zone.or(used);
        }
    }
    (lost, zone)
}

/// All cells a line uses, and the position with none but the blocking stones added: more
/// counter-chances for the blocker than it has at any moment of the line.
fn walk(shape: &Shape, position: &Position, line: &Line) -> (Zone, Position) {
    let side = position.turn;
    let mut blocked = *position;
    let mut played = *position;
    played.turn = 1 - side;
    let mut zone = Zone::EMPTY;
    for cell in line.cells() {
        played.play(shape, cell);
        let threats = played.wins[1 - side];
        zone.cells |= 1 << cell | threats;
        if threats & threats.wrapping_sub(1) != 0 {
            break;
        }
        zone.forced |= threats;
        let block = threats.trailing_zeros() as usize;
        played.play(shape, block);
        blocked.turn = side;
        if blocked.wins[side] >> block & 1 == 1 {
            break;
        }
        blocked.play(shape, block);
    }
    (zone, blocked)
}

/// Does the side to move win by this line, whatever else has been placed since it was found? The zone of the proof.
pub fn replay(shape: &Shape, start: &Position, line: &Line) -> Option<Zone> {
    let mut zone = Zone::EMPTY;
    let wins = threats::replay(&Side::of(shape, start), line, |cell, threats| {
        zone = zone.then(cell);
        let threats = threats.unwrap_or(0);
        zone.cells |= threats;
        // One threat forces a block, two are won on.
        if threats & threats.wrapping_sub(1) == 0 {
            zone.forced |= threats;
        }
    });
    wins.then_some(zone)
}
