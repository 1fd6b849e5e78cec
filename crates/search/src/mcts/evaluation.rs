//! The policy and value network in the tree: nodes that were visited some times are evaluated as a whole.
//!
//! The probabilities of the moves take the place of the prior that the node was born with. The value is mixed
//! into the results of all simulations that end below the node, unless a node below it was evaluated as well.

use game::{Board, Cell, Shape};

use super::tree::{Block, Tree};
use crate::knowledge;
use crate::networks;
use crate::networks::value_net::{Scratch, ValueNet};
use crate::settings::Settings;

/// When the network is asked, and what its value is worth.
pub(super) struct Evaluation {
    network: ValueNet,
    settings: Settings,
    /// Rollouts after which a node is evaluated.
    pub after: u32,
    /// The value's share of a result.
    pub share: f32,
}

impl Evaluation {
    /// The evaluation that the settings ask for on boards of a shape; the network knows Havannah only.
    pub fn new(settings: &Settings, shape: &'static Shape) -> Option<Evaluation> {
        let is_asked = settings.value_visits > 0 && networks::know(shape);
        Some(Evaluation {
            network: is_asked.then(|| ValueNet::new(shape)).flatten()?,
            settings: settings.clone(),
            after: settings.value_visits * settings.rollouts,
            share: settings.value_share,
        })
    }

    /// Evaluates a node with moves to choose from, unless that was done: gives its moves new priors, and notes
    /// the value for the side to move.
    pub fn evaluate<const W: usize>(
        &self,
        tree: &Tree,
        block: Block,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        scratch: &mut Scratch,
    ) {
        if tree.len(block) < 2 || tree.value_of(block).is_some() {
            return;
        }
        let mut moves: Vec<(Cell, f32)> = tree.lanes(block).map(|lane| (tree.cell(lane), 0.0)).collect();
        let win = self.network.evaluate(board, before, &mut moves, scratch);
        // Without a weight of learned chances the priors are of another kind.
        if self.settings.know_policy != 0.0 {
            for (lane, &(_, chance)) in tree.lanes(block).zip(&moves) {
                tree.set_prior(lane, knowledge::of_chance(&self.settings, chance));
            }
        }
        tree.set_value_of(block, win);
    }
}
