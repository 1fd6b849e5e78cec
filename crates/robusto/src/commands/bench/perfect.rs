//! Does the player throw away what is proved? Random positions of a small board, judged by the solver before and after its move.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::solve::answer::{Moment, Verdict};
use ::solve::dice::Dice;
use ::solve::key::ONE_WORD;
use ::solve::{opening_table, small};
use engine::{AllPlayers, PlayerFactory as _, Purpose, Seating};
use game::{Cell, Coords, Shape, cell_name};
use search::player::Player;
use serde_json::json;

use super::judge::{Judge, random};
use crate::exit::{Failure, Outcome};
use crate::output::Output;

/// Nodes after which the solver gives a position up, which is then left out.
const MOST_NODES: u64 = 3_000_000;
/// Simulations of the player's opponent in games.
const OPPONENT_VISITS: u64 = 1_000;
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
    /// The fewest and the most stones of a random position.
    pub stones: (usize, usize),
    /// Positions of games that the player has begun with a move that wins, instead of random ones.
    pub games: bool,
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

/// Has the player move in every position; what it throws away is told.
pub fn measure(wish: &Wish, output: &mut Output) -> Outcome {
    let fits = small::shape_of(wish.shape.size()).is_some_and(|board| board.cells() <= ONE_WORD);
    if !fits {
        return Err(Failure::usage("--size: it is judged on Havannah boards of up to 39 cells"));
    }
    let judge = Judge::new(MEMORY, MOST_NODES);
    let dice = Dice::new(wish.seed);
    let mut bench = Bench { wish, output, judge, dice, tallies: BTreeMap::new(), left_out: 0 };
    if wish.games {
        bench.games()?
    } else {
        bench.random()?
    }
    let Bench { tallies, left_out, .. } = bench;
    sum_up(wish, &tallies, left_out, output)
}

/// A measurement under way.
struct Bench<'b> {
    wish: &'b Wish,
    output: &'b mut Output,
    judge: Judge,
    dice: Dice,
    tallies: BTreeMap<usize, Tally>,
    left_out: usize,
}

impl Bench<'_> {
    fn player(&self, preset: &str, seed: u64) -> Outcome<Box<dyn Player>> {
        let mut factory = AllPlayers::new();
        factory.choose_preset(preset).map_err(Failure::failed)?;
        let (threads, memory, purpose) = (self.wish.threads, MEMORY as u64, Purpose::Play);
        Ok(factory.make(&Seating { shape: self.wish.shape, threads, memory, seed, purpose }))
    }

    fn count(&self) -> usize {
        self.tallies.values().map(|tally| tally.positions).sum()
    }

    /// Random positions, each for a player that remembers nothing.
    fn random(&mut self) -> Outcome {
        while self.count() < self.wish.positions {
            let (least, most) = self.wish.stones;
            let stones = least + self.dice.below(most - least + 1);
            let Some((position, moves)) = random(self.wish.shape, stones, &mut self.dice) else { continue };
            let before = match self.judge.value(&position) {
                Verdict::Unknown => {
                    self.left_out += 1;
                    continue;
                }
                Verdict::Loss => continue,
                value => value,
            };
            let mut player = self.player("strong", self.wish.seed)?;
            self.move_in(&position, &moves, before, player.as_mut())?;
        }
        Ok(())
    }

    /// Games after openings that win, against somebody who plays now at random, now as a search does.
    fn games(&mut self) -> Outcome {
        let mut round = 0;
        while self.count() < self.wish.positions {
            round += 1;
            let Some((mut position, mut moves)) = random(self.wish.shape, 1, &mut self.dice) else {
                continue;
            };
            if !opening_table::look(&position).is_some_and(|known| known.verdict == Verdict::Loss) {
                return Err(Failure::usage(
                    "--games: only where every opening is known to win, as on size 4",
                ));
            }
            let mut player = self.player("strong", self.wish.seed)?;
            let mut opponent = self.player("rave", self.wish.seed + round)?;
            while position.outcome().is_none() && self.count() < self.wish.positions {
                let cell = if self.dice.below(2) == 0 {
                    let quiet: Vec<Cell> = position.quiet_cells().iter().collect();
                    quiet.get(self.dice.below(quiet.len().max(1))).copied()
                } else {
                    let limits = engine::Limits::visits(OPPONENT_VISITS);
                    opponent.think(&position, &limits, &AtomicBool::new(false), &mut |_| {}).best()
                };
                let Some(cell) = cell.or_else(|| position.empty_cells().iter().next()) else { break };
                position.play(cell);
                moves.push(cell);
                if position.outcome().is_some() {
                    break;
                }
                let Some(best) = self.move_in(&position, &moves, Verdict::Win, player.as_mut())? else {
                    break;
                };
                position.play(best);
                moves.push(best);
            }
        }
        Ok(())
    }

    /// The player's move in a position of which the value is known; nothing if it throws that away.
    fn move_in(
        &mut self,
        position: &Moment,
        moves: &[Cell],
        before: Verdict,
        player: &mut dyn Player,
    ) -> Outcome<Option<Cell>> {
        let limits = engine::Limits::cpu(Duration::from_secs_f64(self.wish.seconds));
        let thought = player.think(position, &limits, &AtomicBool::new(false), &mut |_| {});
        let best = thought.best().ok_or_else(|| Failure::failed("the player has no move"))?;
        // A certificate has answered so; a move that is not judged within the nodes counts as thrown away.
        let is_certified = self.wish.games
            && opening_table::look(position)
                .is_some_and(|known| known.verdict == before && known.best == Some(best.index()));
        let after = if is_certified { before } else { self.judge.after(position, best) };
        let tally = self.tallies.entry(moves.len()).or_default();
        tally.positions += 1;
        tally.proved += usize::from(thought.verdict == before);
        if after == before {
            return Ok(Some(best));
        }
        tally.thrown_away += 1;
        let name = |&cell: &Cell| cell_name(self.wish.shape, cell, Coords::Gui);
        let (names, cell) = (moves.iter().map(name).collect::<Vec<_>>().join(" "), name(&best));
        let (was, is) = (before.word(), after.word());
        if self.wish.json {
            self.output.json(&json!({ "moves": names, "played": cell, "before": was, "after": is }))?;
        } else {
            self.output.news(&format!("{names}: {cell} makes a {is} of a {was}"))?;
        }
        Ok(None)
    }
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
            "bench": "perfect", "size": wish.shape.size().to_string(), "seconds": wish.seconds, "threads": wish.threads, "seed": wish.seed, "games": wish.games,
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
