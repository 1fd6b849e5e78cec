//! Does the player throw away what is proved? Random positions of a small board, judged by the solver before and after its move.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::solve::answer::Verdict;
use ::solve::key::ONE_WORD;
use ::solve::small;
use ::solve::train::Dice;
use engine::{AllPlayers, PlayerFactory as _, Purpose, Seating};
use game::{Coords, Shape, cell_name};
use serde_json::json;

use super::judge::{Judge, random};
use crate::exit::{Failure, Outcome};
use crate::output::Output;

/// Nodes after which the solver gives a position up, which is then left out.
const MOST_NODES: u64 = 3_000_000;
/// Bytes of the judge's table, and of the player's memory.
const MEMORY: usize = 1 << 28;

/// What is measured.
pub struct Wish {
    /// The board.
    pub shape: &'static Shape,
    /// Processor time of a move, of the thread that the others help.
    pub seconds: f64,
    /// Threads of the player.
    pub threads: usize,
    /// Positions that are not lost.
    pub positions: usize,
    /// Which ones.
    pub seed: u64,
    /// The fewest and the most stones of a position.
    pub stones: (usize, usize),
    /// JSON instead of sentences.
    pub json: bool,
}

/// What came of the positions with one number of stones.
#[derive(Clone, Copy, Default)]
struct Tally {
    positions: usize,
    /// The player said so as well.
    proved: usize,
    thrown_away: usize,
}

/// Has the player move in every position; one that is thrown away fails at the end.
pub fn measure(wish: &Wish, output: &mut Output) -> Outcome {
    let fits = small::shape_of(wish.shape.size()).is_some_and(|board| board.cells() <= ONE_WORD);
    if !fits {
        return Err(Failure::usage("--size: it is judged on Havannah boards of up to 39 cells"));
    }
    let mut judge = Judge::new(MEMORY, MOST_NODES);
    let seating = Seating {
        shape: wish.shape,
        threads: wish.threads,
        memory: MEMORY as u64,
        seed: wish.seed,
        purpose: Purpose::Play,
    };
    let mut dice = Dice::new(wish.seed);
    let mut tallies: BTreeMap<usize, Tally> = BTreeMap::new();
    let (mut left_out, mut count) = (0, 0);
    while count < wish.positions {
        let (least, most) = wish.stones;
        let stones = least + dice.below(most - least + 1);
        let Some((position, moves)) = random(wish.shape, stones, &mut dice) else { continue };
        let before = match judge.value(&position) {
            Verdict::Unknown => {
                left_out += 1;
                continue;
            }
            Verdict::Loss => continue,
            value => value,
        };
        count += 1;
        let mut player = AllPlayers::new().make(&seating);
        let limits = engine::Limits::cpu(Duration::from_secs_f64(wish.seconds));
        let thought = player.think(&position, &limits, &AtomicBool::new(false), &mut |_| {});
        let best = thought.best().ok_or_else(|| Failure::failed("the player has no move"))?;
        // A move that is not judged within the nodes counts as thrown away.
        let after = judge.after(&position, best);
        let tally = tallies.entry(stones).or_default();
        tally.positions += 1;
        tally.proved += usize::from(thought.verdict == before);
        if after != before {
            tally.thrown_away += 1;
            let names: Vec<String> =
                moves.iter().map(|&cell| cell_name(wish.shape, cell, Coords::Gui)).collect();
            let cell = cell_name(wish.shape, best, Coords::Gui);
            let (was, is) = (before.word(), after.word());
            if wish.json {
                output
                    .json(&json!({ "moves": names.join(" "), "played": cell, "before": was, "after": is }))?;
            } else {
                output.news(&format!("{}: {cell} makes a {is} of a {was}", names.join(" ")))?;
            }
        }
    }
    sum_up(wish, &tallies, left_out, output)
}

fn sum_up(wish: &Wish, tallies: &BTreeMap<usize, Tally>, left_out: usize, output: &mut Output) -> Outcome {
    let mut all = Tally::default();
    for (stones, tally) in tallies {
        all.positions += tally.positions;
        all.proved += tally.proved;
        all.thrown_away += tally.thrown_away;
        if !wish.json {
            let Tally { positions, proved, thrown_away } = tally;
            output.line(&format!(
                "{stones:>2} stones: {positions} positions, {proved} proved, {thrown_away} thrown away"
            ))?;
        }
    }
    let Tally { positions, proved, thrown_away } = all;
    if wish.json {
        output.json(&json!({
            "bench": "perfect", "size": wish.shape.size().to_string(), "seconds": wish.seconds, "threads": wish.threads, "seed": wish.seed,
            "positions": positions, "proved": proved, "thrown_away": thrown_away, "not_judged": left_out,
        }))
    } else {
        output.line(&format!(
            "{positions} won or drawn positions, {} s of processor time a move, {} threads: {proved} proved by the \
             player, {thrown_away} thrown away ({left_out} not judged)",
            wish.seconds, wish.threads
        ))
    }
}
