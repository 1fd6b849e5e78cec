//! What the table of a prover tells: the outlook of the replies, a line of play, the size of a proof.

use std::collections::HashSet;

use super::{Prover, sides};
use crate::answer::{Reply, Verdict};
use crate::key::Word;
use crate::position::Position;
use crate::shape::{Cell, bits};
use crate::table::Entry;
use crate::threats::Chains;

impl<W: Word> Prover<'_, W> {
    /// What the table says about "does the attacker win?": proof, disproof, and the same of the replies it
    /// knows.
    pub fn outlook(&self, position: &Position, attacker: usize) -> (f32, f32, Vec<Reply>) {
        let root = self.entry(position, attacker);
        let (proof, disproof) = root.map_or((1.0, 1.0), |e| sides(e, position, attacker));
        let mut keys = Vec::new();
        let mut replies = Vec::new();
        for cell in bits(position.free(self.shape) & !position.wins[position.turn]) {
            let after = position.played(self.shape, cell);
            let key = self.key(&after, attacker).0;
            if keys.contains(&key) {
                continue;
            }
            keys.push(key);
            replies.extend(self.reply(position, cell, attacker));
        }
        (proof, disproof, replies)
    }

    /// What the table says about it after a move that does not end the game.
    pub(crate) fn reply(&self, position: &Position, cell: Cell, attacker: usize) -> Option<Reply> {
        let after = position.played(self.shape, cell);
        let entry = self.entry(&after, attacker)?;
        let (proof, disproof) = sides(entry, &after, attacker);
        Some(Reply { cell: game::Cell::new(cell), proof, disproof, work: entry.work })
    }

    /// A line of play that the table supports: proved moves of the side that keeps its claim,
    /// the most stubborn replies of the other.
    pub fn line(&self, start: &Position, verdict: Verdict) -> Vec<Cell> {
        let attacker = match verdict {
            Verdict::Win | Verdict::Unknown => start.turn,
            Verdict::Loss | Verdict::Draw => 1 - start.turn,
        };
        let mut position = *start;
        let mut line = Vec::new();
        while position.free(self.shape) != 0 {
            let Some(cell) = self.move_of(&position, attacker) else { break };
            line.push(cell);
            if position.wins[position.turn] >> cell & 1 == 1 {
                break;
            }
            position.play(self.shape, cell);
        }
        line
    }

    /// The first move of that line.
    pub(crate) fn move_of(&self, position: &Position, attacker: usize) -> Option<Cell> {
        let side = position.turn;
        if position.wins[side] != 0 {
            return Some(position.wins[side].trailing_zeros() as usize);
        }
        let danger = position.wins[1 - side];
        if danger != 0 {
            return Some(danger.trailing_zeros() as usize);
        }
        let (key, symmetry) = self.key(position, attacker);
        let entry = self.table.probe(key)?;
        if entry.delta == 0.0 {
            return self.stubborn(position, attacker);
        }
        if let Some(best) = entry.best {
            return Some(self.shape.turn_back(best, symmetry));
        }
        if side != attacker && !position.can_win(self.shape, attacker) {
            return Some(position.free(self.shape).trailing_zeros() as usize);
        }
        let budget = self.settings.chain_budget;
        Some(Chains::new(self.shape, budget).find(position, !0)?.first())
    }

    /// Positions of the proof that the table still holds below a solved position: one move of the
    /// side whose claim holds, every searched reply of the other.
    pub fn proof_size(&self, start: &Position, attacker: usize) -> usize {
        let mut seen = HashSet::new();
        let mut stack = vec![*start];
        while let Some(position) = stack.pop() {
            let key = self.key(&position, attacker).0;
            let Some(entry) = self.table.probe(key).filter(Entry::solved) else { continue };
            if !seen.insert(key) {
                continue;
            }
            let moves = if entry.phi == 0.0 {
                self.move_of(&position, attacker).map_or(0, |cell| 1 << cell)
            } else {
                position.free(self.shape)
            };
            let open = moves & !position.wins[position.turn];
            stack.extend(bits(open).map(|cell| position.played(self.shape, cell)));
        }
        seen.len()
    }

    /// The losing reply that took most work to refute.
    fn stubborn(&self, position: &Position, attacker: usize) -> Option<Cell> {
        bits(position.free(self.shape)).max_by_key(|&cell| self.work_after(position, cell, attacker))
    }

    /// Whether a position was decided at sight, so that no reply took any work.
    pub(super) fn is_untried(&self, position: &Position, attacker: usize) -> bool {
        bits(position.free(self.shape)).all(|cell| self.work_after(position, cell, attacker) == 0)
    }

    fn work_after(&self, position: &Position, cell: Cell, attacker: usize) -> u64 {
        let after = position.played(self.shape, cell);
        self.entry(&after, attacker).map_or(0, |entry| entry.work)
    }
}
