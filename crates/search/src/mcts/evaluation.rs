//! The policy and value network in the tree: nodes that were visited some times are evaluated as a whole.
//!
//! The probabilities of the moves take the place of the prior that the node was born with. The value is mixed
//! into the results of all simulations that end below the node, unless a node below it was evaluated as well.

use game::{Board, Cell, Shape};

use super::tree::{Block, Tree};
use crate::networks::choice::Evaluator;
use crate::random::Random;
use crate::settings::Settings;

pub(super) use crate::networks::choice::Scratch;

/// When the network is asked, and what its value is worth.
pub(super) struct Evaluation {
    network: Evaluator,
    settings: Settings,
    /// Rollouts after which a node is evaluated.
    pub after: u32,
    /// The value's share of a result.
    pub share: f32,
}

impl Evaluation {
    /// The evaluation that the settings ask for on boards of a shape, if there is a network for them.
    pub fn new(settings: &Settings, shape: &'static Shape) -> Option<Evaluation> {
        let is_asked = settings.value_visits > 0 || settings.puct > 0.0;
        Some(Evaluation {
            network: is_asked.then(|| settings.network.on(shape)).flatten()?,
            settings: settings.clone(),
            after: if settings.puct > 0.0 { 0 } else { settings.value_visits * settings.rollouts },
            share: settings.value_share,
        })
    }

    /// Whether the value alone counts, and nothing is rolled out.
    pub fn is_alone(&self) -> bool {
        self.share >= 1.0
    }

    /// Whether the search cannot do without it, however short the time.
    pub fn is_needed(&self) -> bool {
        self.settings.puct > 0.0
    }

    /// Evaluates a node with moves to choose from, unless that was done: gives its moves new priors, and notes
    /// the value for the side to move. Returns the value if it is new.
    pub fn evaluate<const W: usize>(
        &self,
        tree: &Tree,
        block: Block,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        scratch: &mut Scratch,
    ) -> Option<f32> {
        if tree.len(block) < 2 || tree.value_of(block).is_some() {
            return None;
        }
        let mut moves: Vec<(Cell, f32)> = tree.lanes(block).map(|lane| (tree.cell(lane), 0.0)).collect();
        let win = self.network.evaluate(board, before, &mut moves, scratch);
        // Without a weight of learned chances the priors are of another kind.
        if self.settings.puct > 0.0 {
            for (lane, &(_, chance)) in tree.lanes(block).zip(&moves) {
                tree.set_prior(lane, chance);
            }
        } else if self.settings.know_policy != 0.0 {
            for (lane, &(_, chance)) in tree.lanes(block).zip(&moves) {
                tree.set_prior(lane, self.settings.chance().prior(chance));
            }
        }
        tree.set_value_of(block, win);
        Some(win)
    }

    /// Mixes chance into the priors of the root's moves, a few of which get most of it.
    pub fn disturb(&self, tree: &Tree, root: Block, random: &mut Random) {
        let share = self.settings.root_noise;
        if share == 0.0 || self.settings.puct == 0.0 {
            return;
        }
        let noise: Vec<f32> = tree.lanes(root).map(|_| (-random.unit().max(1e-6).ln()).powi(4)).collect();
        let sum: f32 = noise.iter().sum();
        for (lane, noise) in tree.lanes(root).zip(noise) {
            if !tree.link(lane).1.is_exact() {
                tree.set_prior(lane, (1.0 - share) * tree.prior(lane) + share * noise / sum);
            }
        }
    }
}
