//! Where the policy meets the search: unlikely moves look dearer, and moves that settled a position become samples.

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
