//! The judge's word in the tree: nodes that were visited some times are judged as a whole.
//!
//! The chances of the moves take the place of the prior that the node was born with. The chance to win is mixed into the results of all
//! simulations that end below the node, unless a node below it was judged as well.

use game::{Board, Cell, Shape};

use super::tree::{Block, Tree};
use crate::knowledge;
use crate::policy::judge::{Judge, Scratch};
use crate::settings::Settings;

/// When the judge is asked, and what its word is worth.
pub(super) struct Judging {
    judge: Judge,
    settings: Settings,
    /// Rollouts after which a node is judged.
    pub after: u32,
    /// The judge's share of a result.
    pub share: f32,
}

impl Judging {
    /// The judging that the settings ask for on boards of a shape; the judge knows Havannah only.
    pub fn new(settings: &Settings, shape: &'static Shape) -> Option<Judging> {
        let is_asked = settings.judge_visits > 0 && shape.has_rings();
        Some(Judging {
            judge: is_asked.then(|| Judge::new(shape)).flatten()?,
            settings: settings.clone(),
            after: settings.judge_visits * settings.rollouts,
            share: settings.judge_share,
        })
    }

    /// Judges a node with moves to choose from, unless that was done: gives its moves new priors, and notes the chance that the side to
    /// move wins.
    pub fn look<const W: usize>(
        &self,
        tree: &Tree,
        block: Block,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        scratch: &mut Scratch,
    ) {
        if tree.len(block) < 2 || tree.word_on(block).is_some() {
            return;
        }
        let mut moves: Vec<(Cell, f32)> = tree.lanes(block).map(|lane| (tree.cell(lane), 0.0)).collect();
        let win = self.judge.judge(board, before, &mut moves, scratch);
        // Without a weight of learned chances the priors are of another kind.
        if self.settings.know_policy != 0.0 {
            for (lane, &(_, chance)) in tree.lanes(block).zip(&moves) {
                tree.set_prior(lane, knowledge::of_chance(&self.settings, chance));
            }
        }
        tree.set_word_on(block, win);
    }
}
