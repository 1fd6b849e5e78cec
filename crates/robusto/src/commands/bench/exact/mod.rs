//! How often a network and a player are right about positions whose values are proved.

pub mod set;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::solve::answer::Verdict;
use engine::{AllPlayers, PlayerFactory as _, Purpose, Seating};
use game::Shape;
use search::networks::choice::{Evaluator, Scratch};
use search::presets;
use serde_json::json;

use super::judge::Judge;
use crate::exit::{Failure, Outcome};
use crate::output::Output;
use set::Case;

/// Nodes after which the judge gives a move up.
const MOST_NODES: u64 = 3_000_000;
/// Bytes of the judge's table, and of the player's memory.
const MEMORY: usize = 1 << 28;
/// A position is judged to be drawn if the value is between these.
const EVEN: std::ops::RangeInclusive<f32> = 0.25..=0.75;

/// What is measured.
pub struct Wish<'a> {
    pub shape: &'static Shape,
    pub preset: &'a str,
    pub changes: &'a [(String, String)],
    /// Processor time of a move.
    pub seconds: f64,
    /// How many positions, from the beginning of the set.
    pub positions: usize,
    pub json: bool,
}

/// Who was right how often.
#[derive(Clone, Copy, Default)]
struct Tally {
    /// Won and lost positions, and those of them whose winner was named.
    decided: usize,
    right: usize,
    /// The sum of the cross entropies there.
    entropy: f64,
    /// Drawn positions, and those of them that were called even.
    drawn: usize,
    even: usize,
    /// Won and drawn positions with a move that was judged, and those of them where it keeps the value.
    moves: usize,
    kept: usize,
}

impl Tally {
    fn value(&mut self, truth: Verdict, said: f32) {
        let share = match truth {
            Verdict::Win => said,
            Verdict::Loss => 1.0 - said,
            _ => {
                self.drawn += 1;
                self.even += usize::from(EVEN.contains(&said));
                return;
            }
        };
        self.decided += 1;
        self.right += usize::from(share > 0.5);
        self.entropy -= f64::from(share.clamp(0.001, 1.0)).ln();
    }

    fn choice(&mut self, truth: Verdict, after: Verdict) {
        if truth != Verdict::Loss && after != Verdict::Unknown {
            self.moves += 1;
            self.kept += usize::from(after == truth);
        }
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "decided": self.decided, "right": self.right, "cross_entropy": self.entropy / self.decided.max(1) as f64,
            "drawn": self.drawn, "even": self.even, "moves": self.moves, "kept": self.kept,
        })
    }

    fn text(&self) -> String {
        let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        let Tally { decided, right, drawn, even, moves, kept, .. } = *self;
        format!(
            "the winner of {right} of {decided} ({:.1} %, cross entropy {:.3}), {even} of {drawn} draws, {kept} of {moves} moves ({:.1} %)",
            share(right, decided),
            self.entropy / decided.max(1) as f64,
            share(kept, moves),
        )
    }
}

/// Judges the network of a preset and its player.
pub fn measure(wish: &Wish, output: &mut Output) -> Outcome {
    let cases: Vec<Case> = set::shipped(wish.shape.size()).into_iter().take(wish.positions).collect();
    if cases.is_empty() {
        return Err(Failure::usage(
            "--size: the set has no positions of this board; it has those of Havannah 4",
        ));
    }
    let mut factory = AllPlayers::new();
    factory.choose_preset(wish.preset).map_err(|error| Failure::usage(format!("--preset: {error}")))?;
    for (key, value) in wish.changes {
        factory.set(key, value).map_err(|error| Failure::usage(format!("--set: {error}")))?;
    }
    let network = evaluator(wish)?;
    let mut judge = Judge::new(MEMORY, MOST_NODES);
    let mut scratch = Scratch::default();
    let (mut networks, mut players, mut proved) = (Tally::default(), Tally::default(), 0);
    for case in &cases {
        let position = case.position();
        if let Some((_, network)) = &network {
            let (moves, said) = network.glance(&position, &mut scratch);
            networks.value(case.value, said);
            let first = moves.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|best| best.0);
            if let Some(first) = first.filter(|_| case.value != Verdict::Loss) {
                networks.choice(case.value, judge.after(&position, first));
            }
        }
        let seating =
            Seating { shape: wish.shape, threads: 1, memory: MEMORY as u64, seed: 1, purpose: Purpose::Play };
        let limits = engine::Limits::cpu(Duration::from_secs_f64(wish.seconds));
        let thought = factory.make(&seating).think(&position, &limits, &AtomicBool::new(false), &mut |_| {});
        players.value(case.value, thought.win_rate);
        proved += usize::from(thought.verdict == case.value);
        if let Some(best) = thought.best().filter(|_| case.value != Verdict::Loss) {
            players.choice(case.value, judge.after(&position, best));
        }
    }
    let name = network.map(|network| network.0);
    if wish.json {
        return output.json(&json!({
            "bench": "exact", "size": wish.shape.size().to_string(), "preset": wish.preset, "seconds": wish.seconds,
            "positions": cases.len(), "network": name, "by_network": name.as_ref().map(|_| networks.json()),
            "by_player": players.json(), "proved": proved,
        }));
    }
    output.line(&format!("{} proved positions of size {}", cases.len(), wish.shape.size()))?;
    if let Some(name) = name {
        output.line(&format!("network {name}: {}", networks.text()))?;
    }
    let Wish { preset, seconds, .. } = wish;
    output.line(&format!("{preset}, {seconds} s a move: {}; {proved} proved by the player", players.text()))
}

/// The network of the preset and its name, where it has one.
fn evaluator(wish: &Wish) -> Outcome<Option<(String, Evaluator)>> {
    let Some(mut settings) = presets::preset(wish.preset, wish.shape.size()) else { return Ok(None) };
    if let Some((_, value)) = wish.changes.iter().rev().find(|change| change.0 == "network") {
        settings.set("network", value).map_err(|error| Failure::usage(format!("--set: {error}")))?;
    }
    Ok(settings.network.on(wish.shape).map(|network| (settings.network.to_string(), network)))
}
