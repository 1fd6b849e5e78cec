//! What is known of a position before it is searched: winning cells, draws, chains of threats.

use super::Search;
use crate::key::Word;
use crate::position::Position;
use crate::threats::{Chains, refuted, replay};
use crate::zone::Zone;

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

/// What is known of a position before it is searched.
pub(super) enum Judged {
    /// The claim of the side to move holds.
    Holds,
    /// It does not.
    Fails,
    /// Nobody knows; these moves must be looked at.
    Open(u64),
}

/// What a closer look says, and the zone of the proof that the attacker wins: of the claim or, where moves
/// are open, of the refutations of the others.
pub(super) struct Looked {
    pub judged: Judged,
    pub zone: Option<Zone>,
}

impl<W: Word> Search<'_, W> {
    /// What the winning cells alone say.
    #[inline]
    pub(super) fn glance(&self, position: &Position) -> Judged {
        let side = position.turn;
        if position.wins[side] != 0 {
            return Judged::Holds;
        }
        let danger = position.wins[1 - side];
        if danger & danger.wrapping_sub(1) != 0 {
            return Judged::Fails;
        }
        if danger != 0 {
            return Judged::Open(danger);
        }
        let free = position.free(self.shared.shape);
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
    pub(super) fn look(&self, position: &Position) -> Looked {
        let shape = self.shared.shape;
        let plain = |judged| Looked { judged, zone: None };
        let attacks = position.turn == self.attacker;
        let moves = match self.glance(position) {
            Judged::Open(moves) => moves,
            judged => return plain(judged),
        };
        if !position.can_win(shape, self.attacker) {
            return plain(if attacks { Judged::Fails } else { Judged::Holds });
        }
        let budget = self.shared.settings.chain_budget;
        let open = |moves| Looked { judged: Judged::Open(moves), zone: Some(Zone::EMPTY) };
        if budget == 0 {
            return open(moves);
        }
        if let Some(chain) = Chains::new(shape, budget).find(position, !0) {
            let zone = if attacks { replay(shape, position, &chain) } else { None };
            return Looked { judged: Judged::Holds, zone };
        }
        if position.wins[1 - position.turn] != 0 {
            return open(moves);
        }
        let (moves, zone) = self.unrefuted(position, moves, budget);
        let judged = if moves == 0 { Judged::Fails } else { Judged::Open(moves) };
        let whole = if moves == 0 { zone.before(0) } else { zone };
        Looked { judged, zone: (!attacks).then_some(whole) }
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
