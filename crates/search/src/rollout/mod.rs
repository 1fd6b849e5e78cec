//! Rollouts: games played to the end from a leaf of the tree, by policies that are tried in order.
//!
//! 1. decisive and anti-decisive moves, while few moves have been played ("Havannah-Mate"),
//! 2. the answer to an intrusion into a bridge,
//! 3. the last good reply,
//! 4. the best N-gram,
//! 5. a move drawn by the weight of its surroundings, or any.
//!
//! When all policies are off, the plain rollout of [`plain`] runs instead.

mod empties;
mod memory;
pub mod patterns;
mod plain;
mod rings;

pub use empties::Empties;
pub use patterns::Weights;
pub use plain::play_out;

use std::sync::Arc;

use game::{Bits, Board, Cell, Colour, Made, Outcome, Shape, Size};

use crate::local::{self, Local};
use crate::random::Random;
use crate::settings::Settings;
use memory::Memory;
use patterns::Draw;
use rings::RingRules;

/// The rollouts of one thread.
pub struct Rollouts {
    settings: Settings,
    random: Random,
    local: &'static Local,
    memory: Memory,
    draw: Option<Draw>,
    mate_moves: usize,
    is_plain: bool,
    moves: Vec<Cell>,
}

impl Rollouts {
    /// Rollouts by the policies that `settings` ask for.
    pub fn new(
        settings: &Settings,
        shape: &'static Shape,
        weights: Option<Arc<Weights>>,
        seed: u64,
    ) -> Rollouts {
        let side = match shape.size() {
            Size::Hexagon(p, q, r) => (p as usize + q as usize + r as usize) / 3,
            Size::Rhombus(columns, rows) => columns.max(rows) as usize,
        };
        let memory = Memory::new(settings, shape);
        let mate_moves = (settings.mate * side as f32) as usize;
        let draw = (settings.patterns > 0.0)
            .then(|| Draw::new(&weights.unwrap_or_else(Weights::embedded), settings.patterns, shape));
        let is_plain = mate_moves == 0
            && settings.bridge == 0.0
            && !memory.is_on()
            && draw.is_none()
            && !RingRules::are_on(settings);
        Rollouts {
            settings: settings.clone(),
            random: Random::new(seed),
            local: local::of(shape),
            memory,
            draw,
            mate_moves,
            is_plain,
            moves: Vec::with_capacity(shape.len()),
        }
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
        if self.is_plain {
            return play_out(board, empties, &mut self.random);
        }
        let first = board.turn();
        let mut game = Running {
            permanent: board.stones(Colour::White) | board.stones(Colour::Black),
            rings: RingRules::start(&self.settings, empties.len(), &mut self.random),
            before,
        };
        self.moves.clear();
        let outcome = loop {
            if empties.is_empty() {
                break Outcome::Draw;
            }
            if let Some(outcome) = self.step(board, empties, &mut game) {
                break outcome;
            }
        };
        board.settle(outcome.winner());
        self.memory.learn(first, before, &self.moves, outcome.winner());
        empties.put_back(self.moves.len());
        outcome
    }

    fn step<const W: usize>(
        &mut self,
        board: &mut Board<W>,
        empties: &mut Empties,
        game: &mut Running<W>,
    ) -> Option<Outcome> {
        let colour = board.turn();
        let mut forced = None;
        if self.moves.len() < self.mate_moves {
            match mate(board, game.before, colour) {
                Mate::Won(winner) => return Some(Outcome::Win(winner)),
                Mate::Block(cell) => forced = Some(cell),
                Mate::None => {}
            }
        }
        let cell = forced.unwrap_or_else(|| self.choose(board, empties, game.before, colour));
        empties.take(cell);
        self.moves.push(cell);
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

    fn choose<const W: usize>(
        &mut self,
        board: &Board<W>,
        empties: &Empties,
        before: [Option<Cell>; 2],
        colour: Colour,
    ) -> Cell {
        if let Some(last) = before[1] {
            if self.settings.bridge > 0.0 && self.random.unit() < self.settings.bridge {
                let mut replies = self.local.bridge_replies(board, last, colour);
                if let Some(reply) = replies.next() {
                    return reply;
                }
            }
            let is_empty = |cell: Cell| board.stone(cell).is_none();
            let reply = self.memory.reply(colour, before[0], last, is_empty);
            let known =
                reply.or_else(|| self.memory.gram(colour, before[0], last, empties, &mut self.random));
            if let Some(cell) = known {
                return cell;
            }
        }
        match &self.draw {
            Some(draw) => draw.pick(board, empties, colour, &mut self.random),
            None => empties.pick(self.random.bits() >> 32),
        }
    }
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
fn mate<const W: usize>(board: &Board<W>, before: [Option<Cell>; 2], colour: Colour) -> Mate {
    let [own, last] = before;
    if own.is_some_and(|own| !fresh_wins(board, own, colour).is_empty()) {
        return Mate::Won(colour);
    }
    let threats = last.map_or(Bits::EMPTY, |last| fresh_wins(board, last, colour.other()));
    match (threats.first_cell(), threats.only()) {
        (None, _) => Mate::None,
        (Some(_), Some(cell)) => Mate::Block(cell),
        (Some(_), None) => Mate::Won(colour.other()),
    }
}

/// The cells at which `colour` would win at once because of `stone`, its last one: there are no others if there was none before.
pub fn fresh_wins<const W: usize>(board: &Board<W>, stone: Cell, colour: Colour) -> Bits<W> {
    board.fresh_cells(stone, colour).iter().filter(|&cell| board.wins_at(cell, colour)).collect()
}
