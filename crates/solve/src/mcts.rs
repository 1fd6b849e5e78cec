//! Monte-Carlo tree search as a prover: the player, told to go on until the root has an exact result.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use search::mcts::{Mcts, Resources};
use search::player::{self, Player, Thought};
use search::presets;

use crate::answer::{Answer, Budget, Progress, Reply, Solver, Task, Verdict};

/// Pause between two words to the watcher.
const LOOK: Duration = Duration::from_secs(1);

/// The tree search as a solver, for every board and game.
pub struct TreeSearch;

impl Solver for TreeSearch {
    fn solve(
        &self,
        task: &Task,
        budget: &Budget,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Progress),
    ) -> Answer {
        let mut settings =
            presets::preset(presets::NAMES[0], task.position.shape().size()).unwrap_or_default();
        settings.early_stop = false;
        settings.symmetry = 12;
        let resources = Resources { threads: budget.threads, memory: budget.memory, ..Resources::default() };
        let limits = player::Limits {
            visits: budget.limits.nodes,
            time: budget.limits.time,
            ..player::Limits::default()
        };
        let mut last = Instant::now();
        let thought = Mcts::new(settings, resources).think(&task.position, &limits, stop, &mut |thought| {
            if last.elapsed() >= LOOK {
                last = Instant::now();
                watch(&progress(task, budget, thought));
            }
        });
        Answer {
            verdict: thought.verdict,
            best: thought.best(),
            line: thought.candidates.first().map(|best| best.line.clone()).unwrap_or_default(),
            nodes: thought.visits,
            elapsed: thought.elapsed,
            memory: thought.memory as usize,
            depth: None,
            certificate: None,
            trouble: None,
        }
    }
}

fn progress(task: &Task, budget: &Budget, thought: &Thought) -> Progress {
    let replies = thought.candidates.iter().map(|candidate| {
        let (proof, disproof) = match candidate.verdict {
            Verdict::Win => (0.0, f32::INFINITY),
            Verdict::Loss | Verdict::Draw => (f32::INFINITY, 0.0),
            Verdict::Unknown => (1.0, 1.0),
        };
        Reply { cell: candidate.cell, proof, disproof, work: candidate.visits }
    });
    Progress {
        attacker: task.position.turn(),
        proof: 1.0,
        disproof: 1.0,
        nodes: thought.visits,
        elapsed: thought.elapsed,
        fill: thought.memory as f64 / budget.memory.max(1) as f64,
        memory: thought.memory as usize,
        replies: replies.collect(),
    }
}
