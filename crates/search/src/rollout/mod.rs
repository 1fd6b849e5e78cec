//! Rollouts: games played to the end from a leaf of the tree.
//!
//! While few moves have been played, decisive and anti-decisive ones come first ("Havannah-Mate"). Then the policies are asked in order
//! ([`Settings::policies`]), and if none has a move any is taken. Without all of this the plain rollout of `plain` runs instead.

mod empties;
mod memory;
pub mod patterns;
mod plain;
mod replies;
mod rest;
mod rings;

pub use empties::Empties;
pub use patterns::Weights;
pub use plain::play_out;

use std::sync::Arc;

use game::{Bits, Board, Cell, Colour, Made, Outcome, Shape};

use crate::local::{self, Local};
use crate::random::Random;
use crate::recipe::Policy;
use crate::settings::Settings;
use memory::Memory;
use patterns::Draw;
use replies::{NOWHERE, Replies};
use rest::Rest;
use rings::RingRules;

/// How many random cells are looked at for a joint or neighbour move.
const JOINT_TRIES: usize = 6;

/// The rollouts of one thread.
pub struct Rollouts {
    settings: Settings,
    random: Random,
    local: &'static Local,
    policies: Vec<Policy>,
    memory: Memory,
    draw: Option<Draw>,
    mate_moves: usize,
    /// After the looks for mates there are replies to the last move and random moves only.
    has_simple_rest: bool,
}

impl Rollouts {
    /// Rollouts by the policies that `settings` ask for.
    pub fn new(
        settings: &Settings,
        shape: &'static Shape,
        weights: Option<Arc<Weights>>,
        seed: u64,
    ) -> Rollouts {
        let settings = RingRules::kept_where_rings_count(settings, shape);
        let policies = settings.policies();
        let memory = Memory::new(&settings, shape);
        let draw = policies.iter().find_map(|policy| match policy {
            Policy::Patterns(sharpness) => {
                let weights = weights.clone().unwrap_or_else(Weights::embedded);
                Some(Draw::new(&weights, *sharpness, shape))
            }
            _ => None,
        });
        Rollouts {
            random: Random::new(seed),
            local: local::of(shape),
            mate_moves: (settings.mate * shape.side() as f32) as usize,
            has_simple_rest: policies.iter().all(|&policy| policy == Policy::Replies) && memory.is_simple(),
            settings,
            policies,
            memory,
            draw,
        }
    }

    /// Whether nothing is asked for but random moves.
    fn is_plain(&self) -> bool {
        self.mate_moves == 0 && self.policies.is_empty() && !RingRules::are_on(&self.settings)
    }

    /// The random numbers of this thread.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// Ages what was learned after a move of the game.
    pub fn age(&mut self) {
        self.memory.age(&self.settings);
    }

    /// Plays `board` to its end and returns how it ended. `before` are the last two moves, the last one second.
    pub fn run<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        empties: &mut Empties,
        before: [Option<Cell>; 2],
    ) -> Outcome {
        if self.is_plain() {
            return play_out(board, empties, &mut self.random);
        }
        let first = board.turn();
        let mut game = Running {
            permanent: board.stones(Colour::White) | board.stones(Colour::Black),
            rings: RingRules::start(&self.settings, empties.len(), &mut self.random),
            before,
        };
        let start = empties.len();
        let outcome = loop {
            let played = start - empties.len();
            if empties.is_empty() {
                break Outcome::Draw;
            }
            if played >= self.mate_moves && self.has_simple_rest {
                break self.rest(board, empties, &game);
            }
            if let Some(outcome) = self.step(board, empties, &mut game, played) {
                break outcome;
            }
        };
        board.settle(outcome.winner());
        let played = start - empties.len();
        self.memory.learn(first, before, empties.taken(played), outcome.winner());
        empties.put_back(played);
        outcome
    }

    fn rest<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        empties: &mut Empties,
        game: &Running<W>,
    ) -> Outcome {
        let Running { permanent, rings, before } = game;
        let replies = self.memory.replies();
        let rest = Rest { board, empties, replies, rings, permanent, last: before[1].unwrap_or(NOWHERE) };
        if self.settings.reply > 0 {
            rest.run::<true>(&mut self.random)
        } else {
            rest.run::<false>(&mut self.random)
        }
    }

    /// Plays the move after so many moves of the rollout.
    fn step<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        empties: &mut Empties,
        game: &mut Running<W>,
        played: usize,
    ) -> Option<Outcome> {
        let colour = board.turn();
        let mut forced = None;
        if played < self.mate_moves {
            match mate(board, game.before, colour, played == 0) {
                Mate::Won(winner) => return Some(Outcome::Win(winner)),
                Mate::Block(cell) => forced = Some(cell),
                Mate::None => {}
            }
        }
        let cell = forced.unwrap_or_else(|| self.choose(board, empties, game.before, colour));
        empties.take(cell);
        let made = board.place(cell, colour);
        let wins = match made {
            Made::Nothing => false,
            Made::Connection => true,
            Made::Ring => game.rings.counts(board, cell, colour, &game.permanent),
        };
        if wins {
            return Some(Outcome::Win(colour));
        }
        board.set_turn(colour.other());
        game.before = [game.before[1], Some(cell)];
        None
    }

    #[inline(always)]
    fn choose<const W: usize>(
        &mut self,
        board: &Board<W>,
        empties: &Empties,
        before: [Option<Cell>; 2],
        colour: Colour,
    ) -> Cell {
        let Rollouts { policies, random, memory, local, draw, .. } = self;
        for policy in policies {
            let found = match *policy {
                Policy::Bridge(chance) => before[1]
                    .filter(|_| random.unit() < chance)
                    .and_then(|last| local.bridge_replies(board, last, colour).next()),
                Policy::Replies => before[1].and_then(|last| memory.reply(colour, before[0], last, empties)),
                Policy::Grams => {
                    before[1].and_then(|last| memory.gram(colour, before[0], last, empties, random))
                }
                Policy::Joint(chance) => {
                    (random.unit() < chance).then(|| joint(board, empties, local, colour, random)).flatten()
                }
                Policy::Patterns(_) => draw.as_ref().map(|draw| draw.pick(board, empties, colour, random)),
            };
            if let Some(cell) = found {
                return cell;
            }
        }
        empties.pick(random.bits() >> 32)
    }
}

/// An empty cell beside an own stone or a bridge away from one, if one is met in a few tries.
fn joint<const W: usize>(
    board: &Board<W>,
    empties: &Empties,
    local: &Local,
    colour: Colour,
    random: &mut Random,
) -> Option<Cell> {
    let mut tries = (0..JOINT_TRIES).map(|_| empties.pick(random.bits() >> 32));
    tries.find(|&cell| board.pattern(cell, colour) != 0 || local.is_joint(board, cell, colour))
}

/// What a rollout carries along.
struct Running<const W: usize> {
    permanent: Bits<W>,
    rings: RingRules,
    before: [Option<Cell>; 2],
}

/// What the look for mates found.
enum Mate {
    Won(Colour),
    Block(Cell),
    None,
}

/// Looks at the cells beside the chains of the last two stones: a win at once is taken, one threat is blocked, two are a loss.
/// After the first move of a rollout the side to move has no win at once: it would have been blocked.
#[inline(always)]
fn mate<const W: usize>(board: &Board<W>, before: [Option<Cell>; 2], colour: Colour, is_first: bool) -> Mate {
    let [own, last] = before;
    if is_first && own.is_some_and(|own| !board.fresh_wins(own, colour).is_empty()) {
        return Mate::Won(colour);
    }
    let threats = last.map_or(Bits::EMPTY, |last| board.fresh_wins(last, colour.other()));
    match (threats.first_cell(), threats.only()) {
        (None, _) => Mate::None,
        (Some(_), Some(cell)) => Mate::Block(cell),
        (Some(_), None) => Mate::Won(colour.other()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Position, Size, parse_cell};

    fn check<const W: usize>(side: usize, settings: &Settings) {
        let shape = Shape::of(Size::havannah(side).unwrap());
        let mut rollouts = Rollouts::new(settings, shape, None, 3);
        for start in 0..40 {
            let mut board = Board::<W>::new(shape);
            while board.outcome().is_none() && board.stone_count() < start {
                let empties = Empties::of(&board);
                board.play(empties.pick(rollouts.random().bits() >> 32));
            }
            if board.outcome().is_some() {
                continue;
            }
            let mut empties = Empties::of(&board);
            for _ in 0..20 {
                let mut end = board;
                let outcome = rollouts.run(&mut end, &mut empties, [None; 2]);
                assert_eq!(empties.cells().iter().copied().collect::<Bits<W>>(), board.empty_cells());
                assert!(board.empty_cells().iter().all(|cell| empties.has(cell)));
                let stones = Colour::BOTH.map(|colour| end.stones(colour));
                let all = Colour::BOTH.into_iter().zip(stones);
                let again = all.flat_map(|(colour, cells)| cells.into_iter().map(move |cell| (cell, colour)));
                let position = Position::<W>::set_up(shape, again, end.turn()).unwrap();
                assert_eq!(position.outcome(), Some(outcome));
            }
        }
    }

    #[test]
    fn a_rollout_without_looks_for_mates_ends_as_the_rules_say() {
        for reply in [1, 2] {
            let settings = Settings { reply, ..Settings::default() };
            check::<1>(5, &settings);
            check::<3>(8, &settings);
        }
    }
    #[test]
    fn joint_rollouts_stay_near_their_stones() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let mut board = Board::<1>::new(shape);
        let cell = |name: &str| parse_cell(shape, name, Coords::Gui).unwrap();
        board.play(cell("e5"));
        board.play(cell("a1"));
        let empties = Empties::of(&board);
        let near = |joint: f32| {
            let settings = Settings { joint, mate: 1.0, ..Settings::default() };
            let mut rollouts = Rollouts::new(&settings, shape, None, 3);
            let local = local::of(shape);
            let is_near =
                |cell| board.pattern(cell, Colour::White) != 0 || local.is_joint(&board, cell, Colour::White);
            (0..300).filter(|_| is_near(rollouts.choose(&board, &empties, [None; 2], Colour::White))).count()
        };
        let [never, always] = [0.0, 1.0].map(near);
        // Twelve of fifty-nine cells are near; six tries find one three times in four.
        assert!((30..90).contains(&never) && (200..260).contains(&always), "{never} {always}");
        check::<1>(5, &Settings { joint: 0.7, ..Settings::default() });
    }
}
