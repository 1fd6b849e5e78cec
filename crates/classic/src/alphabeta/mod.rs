//! Alpha-beta for both games, whatever judges the positions.
//!
//! Begin with [`evaluation`], the seam to the ways of judging, then [`pvs`], the search; [`moves`] decides what is looked at and [`weights`]
//! what it costs. [`AlphaBeta`] is the player.

pub mod evaluation;
pub mod moves;
pub mod pvs;
pub mod table;
pub mod weights;

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use game::{Shape, with_width};
use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};
use search::random::Random;
use search::resist;

use self::evaluation::{Evaluation, LIMIT};
use self::pvs::{PROVED, Search};
use self::table::Table;
use crate::hexy::Hexy;
use crate::queenbee::Queenbee;
use crate::settings::{Judge, Settings};

/// The player: the search and its table, made for the shape that it first sees.
pub struct AlphaBeta {
    settings: Settings,
    memory: usize,
    thinker: Option<(&'static Shape, Box<dyn Player>)>,
}

impl AlphaBeta {
    /// A player with settings that may use so many bytes.
    pub fn new(settings: Settings, memory: usize) -> AlphaBeta {
        AlphaBeta { settings, memory, thinker: None }
    }

    fn make(&self, shape: &'static Shape) -> Box<dyn Player> {
        with_width!(shape, W => self.make_for::<W>(shape))
    }

    fn make_for<const W: usize>(&self, shape: &'static Shape) -> Box<dyn Player> {
        // Virtual connections are between two sides: they know nothing of rings and forks.
        if self.settings.judge == Judge::Resistance && shape.has_own_sides() {
            return self.thinker::<_, W>(Hexy::<W>::new(shape));
        }
        self.thinker::<_, W>(Queenbee::<W>::new(shape, &self.settings))
    }

    fn thinker<E: Evaluation<W> + 'static, const W: usize>(&self, evaluation: E) -> Box<dyn Player> {
        let (settings, table) = (self.settings.clone(), Table::new(self.memory));
        Box::new(Thinker::<E, W> { settings, evaluation, table, random: Random::new(0) })
    }
}

impl Player for AlphaBeta {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let shape = position.shape();
        if !matches!(&self.thinker, Some((known, _)) if std::ptr::eq(*known, shape)) {
            self.thinker = Some((shape, self.make(shape)));
        }
        let (_, thinker) = self.thinker.as_mut().expect("it was just made");
        thinker.think(position, limits, stop, watch)
    }

    fn forget(&mut self) {
        if let Some((_, thinker)) = &mut self.thinker {
            thinker.forget();
        }
    }
}

/// The player for one width and one way of judging.
struct Thinker<E, const W: usize> {
    settings: Settings,
    evaluation: E,
    table: Table,
    /// For lost positions only.
    random: Random,
}

impl<E: Evaluation<W>, const W: usize> Player for Thinker<E, W> {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        if position.outcome().is_some() {
            return Thought::default();
        }
        let start = Instant::now();
        let memory = self.table.bytes() as u64;
        let mut search = Search::new(
            &mut self.evaluation,
            &mut self.table,
            &self.settings,
            position.resized::<W>(),
            limits,
            stop,
        );
        let tell = |search: &Search<'_, E, W>, value: i32| {
            let candidates = search.roots.iter().enumerate().map(|(place, root)| {
                let value = if place == 0 { value } else { root.value.min(value) };
                let rate = rate(value);
                Candidate {
                    cell: root.cell,
                    visits: root.nodes,
                    win_rate: rate,
                    rave: rate,
                    prior: rate,
                    verdict: if place == 0 { verdict(value) } else { Verdict::Unknown },
                    line: if place == 0 { search.line_after(root.cell) } else { vec![root.cell] },
                }
            });
            Thought {
                candidates: candidates.collect(),
                visits: search.nodes(),
                new_visits: search.nodes(),
                elapsed: start.elapsed(),
                memory,
                win_rate: rate(value),
                verdict: verdict(value),
            }
        };
        let value = search.deepen(|search, _, value| watch(&tell(search, value)));
        let mut thought = tell(&search, value);
        // A loss that the search has proved is the longest. Of one that is only seen to come nobody has said how to put it off.
        if thought.verdict == Verdict::Unknown && search.is_hopeless() {
            if search.winner().is_some() {
                (thought.verdict, thought.win_rate) = (Verdict::Loss, 0.0);
                thought.candidates.iter_mut().for_each(|candidate| candidate.verdict = Verdict::Loss);
            }
            resist::order(&mut thought, position, &mut self.random, limits);
        }
        thought
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}

/// What is proved by a value.
fn verdict(value: i32) -> Verdict {
    match value {
        value if value >= PROVED => Verdict::Win,
        value if value <= -PROVED => Verdict::Loss,
        _ => Verdict::Unknown,
    }
}

/// A value as a share of wins: one step of potential counts like 70 Elo.
fn rate(value: i32) -> f32 {
    let value = value.clamp(-LIMIT, LIMIT) as f32;
    1.0 / (1.0 + (-value / 250.0).exp())
}
