//! Self-play: one game of the player against itself, with what it thought.
//!
//! Some moves are searched in full and recorded, the others quickly (playout cap randomisation): games are many and
//! positions differ. Openings differ ([`openings`]), and the moves after them are drawn by their visits. A game whose
//! result is proved is played on to its end, so that the winning shape is seen and decided positions are learned.

use std::sync::atomic::AtomicBool;

use game::{Cell, Shape};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player, Thought, Verdict};
use search::random::Random;
use search::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::openings;
use crate::played::{Played, Searched, winner_of};

/// How games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Simulations of a move that is recorded.
    pub visits: u64,
    /// One move in so many is recorded.
    pub one_in: usize,
    /// The others have this part of the simulations.
    pub quick: u64,
    /// Random stones at the beginning, at the most.
    pub random_stones: usize,
    /// One game in so many begins with a balanced opening.
    pub balanced: usize,
    /// One game in so many takes up a mistake of the games before.
    pub mistakes: usize,
    /// The share of chance in what the network says of the moves before they are searched.
    pub noise: f32,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { visits: 600, one_in: 3, quick: 5, random_stones: 5, balanced: 4, mistakes: 5, noise: 0.2 }
    }
}

/// The tree's memory in bytes: small thoughts, and a machine may play many games at once.
const MEMORY: usize = 96 << 20;

/// Moves with fewer visits are not learned: chance alone makes a search look at most moves once (policy target pruning).
const TRIED: u64 = 2;

/// Plays a game, from an opening if one is given. `stop` ends it, and then nothing comes of it.
pub fn play(
    shape: &'static Shape,
    settings: &Settings,
    plan: &Plan,
    opening: Option<&[Cell]>,
    random: &mut Random,
    stop: &AtomicBool,
) -> Option<Played> {
    let resources = Resources { memory: MEMORY, seed: random.bits(), ..Resources::default() };
    let settings = Settings { early_stop: false, root_noise: plan.noise, ..settings.clone() };
    let mut player = Mcts::new(settings.clone(), resources);
    let mut position = Moment::new(shape);
    let mut played = Played { size: shape.size(), winner: None, moves: Vec::new(), searched: Vec::new() };
    let opening = opening.map(<[Cell]>::to_vec).unwrap_or_else(|| {
        let is_balanced = plan.balanced > 0 && random.below(plan.balanced) == 0;
        openings::stones(shape, &settings, plan.random_stones, is_balanced, random)
    });
    opening.into_iter().for_each(|cell| put(&mut played, &mut position, cell));
    let drawn = played.moves.len() + 2 + shape.len() / 12;
    // What is proved for White, once anything is.
    let mut proved: Option<Option<game::Colour>> = None;
    while position.outcome().is_none() {
        let in_full = random.below(plan.one_in) == 0;
        let limits =
            Limits::visits(if in_full && proved.is_none() { plan.visits } else { plan.visits / plan.quick });
        let thought = player.think(&position, &limits, stop, &mut |_| {});
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        if proved.is_none() {
            proved = match thought.verdict {
                Verdict::Unknown => None,
                Verdict::Win => Some(Some(position.turn())),
                Verdict::Loss => Some(Some(position.turn().other())),
                Verdict::Draw => Some(None),
            };
        }
        let verdict = match proved {
            None => Verdict::Unknown,
            Some(None) => Verdict::Draw,
            Some(Some(winner)) if winner == position.turn() => Verdict::Win,
            Some(Some(_)) => Verdict::Loss,
        };
        if verdict == Verdict::Draw || verdict == Verdict::Win && thought.verdict != Verdict::Win {
            // Nothing more to see, or the way to the win is not found again.
            if verdict == Verdict::Draw {
                played.searched.push(note(&played, &thought, verdict));
            }
            break;
        }
        if in_full && thought.candidates.len() > 1 {
            played.searched.push(note(&played, &thought, verdict));
        }
        let is_drawn = verdict == Verdict::Unknown && played.moves.len() < drawn;
        put(&mut played, &mut position, choose(&thought, is_drawn, random));
    }
    played.winner = proved.unwrap_or_else(|| winner_of(&position));
    Some(played)
}

fn put(played: &mut Played, position: &mut Moment, cell: Cell) {
    position.play(cell);
    played.moves.push(cell);
}

/// What is recorded of a thought: a proved win teaches the moves that win, a loss its value only.
fn note(played: &Played, thought: &Thought, verdict: Verdict) -> Searched {
    let count = |visits: u64| visits.min(u16::MAX.into()) as u16;
    let visits = match verdict {
        Verdict::Loss => Vec::new(),
        Verdict::Win => {
            let wins = thought.candidates.iter().filter(|candidate| candidate.verdict == Verdict::Win);
            wins.map(|candidate| (candidate.cell, 1)).collect()
        }
        // Nor are moves learned that are proved to lose, however often they were tried before that.
        _ => thought
            .candidates
            .iter()
            .filter(|candidate| candidate.visits >= TRIED && candidate.verdict != Verdict::Loss)
            .map(|candidate| (candidate.cell, count(candidate.visits)))
            .collect(),
    };
    let value = match verdict {
        Verdict::Unknown => thought.win_rate,
        Verdict::Win => 1.0,
        Verdict::Draw => 0.5,
        Verdict::Loss => 0.0,
    };
    Searched { ply: played.moves.len(), verdict, value, visits }
}

fn choose(thought: &Thought, is_drawn: bool, random: &mut Random) -> Cell {
    if is_drawn {
        let open = || thought.candidates.iter().filter(|candidate| candidate.verdict != Verdict::Loss);
        let sum: u64 = open().map(|candidate| candidate.visits).sum();
        let mut rest = (f64::from(random.unit()) * sum as f64) as u64;
        for candidate in open() {
            if candidate.visits > rest {
                return candidate.cell;
            }
            rest -= candidate.visits;
        }
    }
    thought.best().expect("a game that goes on has a move")
}
