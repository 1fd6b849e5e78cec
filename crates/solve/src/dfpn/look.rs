//! What is known of a position before it is searched: winning cells, draws, chains of threats.

use super::Search;
use crate::key::Word;
use crate::pairs;
use crate::position::Position;
use crate::threats::{Chains, refuted, replay};
use crate::zone::{Zone, dismissed};

/// What a closer look left of a position: a key and the symmetry that leads to it are of one
/// orientation only.
#[derive(Clone, Copy)]
pub(super) struct Look<W> {
    pub key: W,
    pub symmetry: usize,
    pub moves: u64,
    /// The zone of the refutations of the other moves.
    pub zone: Zone,
}

/// Closer looks remembered by a thread (a power of two).
pub(super) const LOOKS: usize = 1 << 15;

/// One look for moves that hold by pairs in so many must find something.
const RARE: u64 = 16;

/// What is known of a position before it is searched.
pub(super) enum Judged {
    /// The claim of the side to move holds.
    Holds,
    /// It does not.
    Fails,
    /// Nobody knows; these moves must be looked at.
    Open(u64),
}

/// What a closer look says, and the zone of the proof: of the claim or, where moves
/// are open, of the refutations of the others.
pub(super) struct Looked {
    pub judged: Judged,
    pub zone: Option<Zone>,
}

impl<W: Word> Search<'_, W> {
    /// What the winning cells alone say.
    #[inline]
    pub(super) fn glance(&self, position: &Position) -> Judged {
        self.judge(position.turn, position.wins, position.free(self.shared.shape))
    }

    /// What the winning cells alone say of a position with this side to move and these free cells.
    #[inline]
    pub(super) fn judge(&self, side: usize, wins: [u64; 2], free: u64) -> Judged {
        if wins[side] != 0 {
            return Judged::Holds;
        }
        let danger = wins[1 - side];
        if danger & danger.wrapping_sub(1) != 0 {
            return Judged::Fails;
        }
        if danger != 0 {
            return Judged::Open(danger);
        }
        if free == 0 {
            return if side == self.attacker { Judged::Fails } else { Judged::Holds };
        }
        Judged::Open(free)
    }

    /// A closer look, or the memory of one.
    pub(super) fn look_once(&mut self, position: &Position, key: W, symmetry: usize) -> Looked {
        let (low, high) = key.halves();
        let mixed = (low ^ high).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let slot = (mixed as usize + symmetry * 0x515) & (self.looks.len() - 1);
        let known = self.looks[slot];
        if known.moves != 0 && known.key == key && known.symmetry == symmetry {
            self.saved_looks += 1;
            return Looked { judged: Judged::Open(known.moves), zone: Some(known.zone) };
        }
        let looked = self.look(position);
        if let Judged::Open(moves) = looked.judged {
            let zone = looked.zone.unwrap_or(Zone::EMPTY);
            self.looks[slot] = Look { key, symmetry, moves, zone };
        }
        looked
    }

    /// A closer look: draws, chains of threats for the side to move, and the replies that the
    /// opponent's chains leave.
    pub(super) fn look(&mut self, position: &Position) -> Looked {
        let shape = self.shared.shape;
        let plain = |judged| Looked { judged, zone: None };
        let attacks = position.turn == self.attacker;
        let moves = match self.glance(position) {
            Judged::Open(moves) => moves,
            judged => return plain(judged),
        };
        if let Some(zone) = self.held(position, moves) {
            let judged = if attacks { Judged::Fails } else { Judged::Holds };
            return Looked { judged, zone: Some(zone) };
        }
        let budget = self.shared.settings.chain_budget;
        let open = |moves| Looked { judged: Judged::Open(moves), zone: Some(Zone::EMPTY) };
        if budget == 0 {
            return open(moves);
        }
        if let Some(chain) = Chains::new(shape, budget).find(position, !0) {
            return Looked { judged: Judged::Holds, zone: replay(shape, position, &chain) };
        }
        if position.wins[1 - position.turn] != 0 {
            return open(moves);
        }
        let (moves, zone) = self.unrefuted(position, moves, budget);
        let (moves, zone) = if attacks { self.unheld(position, moves, zone) } else { (moves, zone) };
        let judged = if moves == 0 { Judged::Fails } else { Judged::Open(moves) };
        let whole = if moves == 0 { zone.before(0) } else { zone };
        Looked { judged, zone: Some(whole) }
    }

    /// Does the defender hold at sight, if need be by one of its `moves`: the attacker can win no more, or pairs keep it
    /// from it? The zone of the proof.
    fn held(&mut self, position: &Position, moves: u64) -> Option<Zone> {
        let (shape, attacker) = (self.shared.shape, self.attacker);
        if !position.can_win(shape, attacker) {
            return Some(Zone::EMPTY);
        }
        if self.shared.settings.race == 0 {
            return None;
        }
        if position.turn == attacker {
            let pairs = pairs::hold(shape, position, attacker)?;
            return Some(Zone::of(pairs.cells));
        }
        if !self.is_worth_a_look() {
            return None;
        }
        let found = pairs::best(shape, position, attacker, moves);
        self.note_look(found.is_some());
        let (cell, pairs) = found?;
        Some(Zone::of(pairs.cells).after(cell))
    }

    /// The moves of the attacker that no answer with pairs holds against, and the zone of the refutations.
    fn unheld(&mut self, position: &Position, mut moves: u64, mut zone: Zone) -> (u64, Zone) {
        if self.shared.settings.race == 0 || !self.is_worth_a_look() {
            return (moves, zone);
        }
        let (shape, before) = (self.shared.shape, moves);
        for (cell, pairs) in pairs::holds(shape, position, self.attacker) {
            let held = Zone::of(pairs.cells).after(cell);
            let lost = dismissed(shape, position, &held, moves);
            if lost != 0 {
                moves &= !lost;
                zone = zone.or(held);
            }
            if moves == 0 {
                break;
            }
        }
        self.note_look(moves != before);
        (moves, zone)
    }

    /// Looking for moves that hold by pairs costs about as much as a node. Where it hardly ever finds something, on
    /// boards where few games are drawn, it is done at some nodes only.
    fn is_worth_a_look(&self) -> bool {
        let [looks, found] = self.sights;
        looks < 256 || found * RARE >= looks || self.nodes.is_multiple_of(RARE)
    }

    fn note_look(&mut self, found: bool) {
        self.sights[0] += 1;
        self.sights[1] += u64::from(found);
    }

    /// The moves that no chain of the opponent refutes, of those found within the budget, and the zone of the
    /// refutations.
    pub(super) fn unrefuted(&self, position: &Position, mut moves: u64, budget: u32) -> (u64, Zone) {
        let shape = self.shared.shape;
        let mut passed = *position;
        passed.turn = 1 - position.turn;
        let mut chains = Chains::new(shape, budget);
        let mut first = !0u64;
        let mut zone = Zone::EMPTY;
        for _ in 0..self.shared.settings.chains {
            let Some(chain) = chains.find(&passed, first) else {
                break;
            };
            let (lost, used) = refuted(shape, position, &chain, moves);
            moves &= !lost;
            zone = zone.or(used);
            first &= !(1 << chain.first());
            if moves == 0 {
                break;
            }
        }
        (moves, zone)
    }
}
