//! Where the learned network meets the search: unlikely moves look dearer, likely claims nearer to their proof; moves that
//! settled a position and settled positions become samples.

use super::numbers::bounded;
use super::{Child, Node, Numbers, Search};
use crate::key::Word;
use crate::policy::{self, Choice};
use crate::position::Position;
use crate::shape::bits;

/// The policy makes no move dearer than by this factor.
const DEAREST: f32 = 100.0;

impl<W: Word> Search<'_, W> {
    /// A choice that has no moves yet.
    pub(super) fn choice(&self, position: &Position) -> Choice {
        let side = position.turn;
        Choice {
            role: usize::from(side != self.attacker),
            stones: [position.stones[side], position.stones[1 - side]],
            moves: 0,
            threats: 0,
        }
    }

    /// Unlikely moves look dearer. Whatever the policy says, even no number, the factor lies between 1 and
    /// [`DEAREST`].
    pub(super) fn lead(&self, choice: &Choice, children: &mut [Child<W>]) {
        let power = self.shared.settings.powers[choice.role];
        let Some(policy) = self.policy.filter(|_| power != 0.0 && children.len() > 1) else { return };
        let logits = policy.logits(self.shared.shape, choice);
        let most = bits(choice.moves).fold(f32::NEG_INFINITY, |most, cell| most.max(logits[cell]));
        for child in children {
            let factor = (power * (most - logits[child.cell as usize])).exp();
            child.delta *= bounded(factor, 1.0, DEAREST);
        }
    }

    /// Initial numbers of a position by the log-odds that the claim of its side to move holds.
    #[inline]
    pub(super) fn numbers_of(&self, value: f32) -> Numbers {
        let odds = bounded(value * self.shared.settings.value, -12.0, 12.0).exp();
        Numbers { phi: 1.0 + 1.0 / odds, delta: 1.0 + odds }
    }

    /// Keeps a settled position, if that took some work.
    pub(super) fn keep_settled(&mut self, position: &Position, numbers: Numbers, work: u64) {
        let least = self.shared.settings.value_work;
        if least == 0 || work < least || !numbers.solved() {
            return;
        }
        let Choice { role, stones, .. } = self.choice(position);
        let blocks = position.wins[1 - position.turn] != 0;
        self.settled.push(policy::Settled { role, stones, blocks, holds: numbers.phi == 0.0 });
    }

    /// Keeps the move that settled a position in the mover's favour, if finding it was some work.
    pub(super) fn keep_lesson(
        &mut self,
        node: &Node<'_, W>,
        choice: &Choice,
        best: Option<u8>,
        numbers: Numbers,
        before: u64,
    ) {
        let least = self.shared.settings.lesson_work;
        let (Some(best), true) = (best, least > 0 && numbers.phi == 0.0) else { return };
        if choice.moves & choice.moves.wrapping_sub(1) == 0 {
            return;
        }
        let known = self.shared.table.probe(node.key).map_or(0, |entry| entry.work);
        if self.nodes - before + known >= least {
            self.lessons.push(policy::Sample { choice: *choice, best });
        }
    }
}
