//! Portions: games by their numbers, played here or on another machine with the same result.
//!
//! A portion says all that a game depends on: the boards, the preset, the seed, the networks by name. Whoever has the
//! networks can play it, and game number n is the same game wherever it is played; so it does not matter who plays it,
//! nor how often. [`Elsewhere`] is where portions go that are not played here.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use game::{Game, Shape, Size};
use search::networks::choice::NetworkName;
use search::networks::tower::file::Network;
use search::player::Limits;
use search::presets;
use search::prover::Prover;
use search::random::Random;
use search::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::gate::{self, Opponent, Pair};
use crate::label::label;
use crate::openings::Opening;
use crate::play::{Plan, play};
use crate::played::Played;
use crate::run::{LearnError, Provers};

/// The version of what a portion means: a program of another version would play other games.
const VERSION: u32 = 3;

/// What is done with a portion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Games of the network against itself, which are also labelled.
    Play,
    /// Pairs of games of a new network against the one before.
    Gate,
    /// Pairs of games of a new network against opponents that stay the same.
    Fixed,
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 3] = [Stage::Play, Stage::Gate, Stage::Fixed];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Stage::Play => "play",
            Stage::Gate => "gate",
            Stage::Fixed => "fixed",
        }
    }
}

/// Games, or pairs of games, by their numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Portion {
    version: u32,
    /// The generation.
    pub generation: usize,
    /// What is done.
    pub stage: Stage,
    /// The first game or pair.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    game: String,
    sizes: Vec<String>,
    preset: String,
    plan: Plan,
    seed: u64,
    /// Where games begin that do not begin with random stones, by their numbers.
    openings: BTreeMap<usize, Opening>,
    /// The opponents that stay the same: pair after pair plays the next one.
    opponents: Vec<Opponent>,
    /// The names under which [`Elsewhere`] keeps the networks: the one that plays, or the new one and the one before.
    pub networks: Vec<String>,
}

/// Somebody who has portions done on other machines. Errors are one sentence.
pub trait Elsewhere {
    /// Keeps a network where whoever works can find it; under which name.
    fn keep(&mut self, network: &Network) -> Result<String, String>;
    /// Orders portions. Those that wait, are at work or are done stay what they are; those that got lost are ordered again.
    fn order(&mut self, portions: &[Portion]) -> Result<(), String>;
    /// What came of a portion, if it is done.
    fn ask(&mut self, portion: &Portion) -> Result<Option<Vec<u8>>, String>;
    /// What came of a portion is no good: it has to be done again.
    fn refuse(&mut self, portion: &Portion) -> Result<(), String>;
    /// No more is wanted of a generation's stage, and what came of it is not needed any more.
    fn forget(&mut self, generation: usize, stage: Stage) -> Result<(), String>;
}

/// What a loop's portions have in common.
pub(crate) struct Source<'a> {
    pub sizes: &'a [Size],
    pub preset: &'a str,
    pub plan: &'a Plan,
    pub seed: u64,
    pub opponents: &'a [Opponent],
}

/// Games as they were played, and as they were labelled.
pub(crate) struct Games {
    pub played: Vec<Played>,
    pub labelled: Vec<Played>,
}

impl Portion {
    /// All of a stage.
    pub(crate) fn whole(
        source: &Source,
        generation: usize,
        stage: Stage,
        count: usize,
        networks: Vec<String>,
    ) -> Portion {
        Portion {
            version: VERSION,
            generation,
            stage,
            first: 0,
            count,
            game: source.sizes[0].game().word().into(),
            sizes: source.sizes.iter().map(Size::to_string).collect(),
            preset: source.preset.into(),
            plan: source.plan.clone(),
            seed: source.seed,
            openings: BTreeMap::new(),
            opponents: if stage == Stage::Fixed { source.opponents.to_vec() } else { Vec::new() },
            networks,
        }
    }

    /// The same with games that begin where these openings say.
    pub(crate) fn with_openings(self, openings: BTreeMap<usize, Opening>) -> Portion {
        Portion { openings, ..self }
    }

    /// Portions of so many numbers each, the last one of what is left.
    pub(crate) fn split(&self, count: usize) -> Vec<Portion> {
        let count = count.max(1);
        let end = self.first + self.count;
        let bare = Portion { openings: BTreeMap::new(), ..self.clone() };
        let part = |first: usize| {
            let count = count.min(end - first);
            let openings = self.openings.range(first..first + count);
            let openings = openings.map(|(&number, opening)| (number, opening.clone())).collect();
            Portion { first, count, openings, ..bare.clone() }
        };
        (self.first..end).step_by(count).map(part).collect()
    }

    /// The number after the last one.
    pub fn end(&self) -> usize {
        self.first + self.count
    }

    /// Does all of it. Nothing comes of it if somebody says stop.
    pub fn work(
        &self,
        networks: &[Arc<Network>],
        provers: &Provers,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<u8>>, LearnError> {
        self.check(networks)?;
        let mut out = Vec::new();
        let mut labelled = Vec::new();
        let mut labels = Labels::new(provers);
        for number in self.first..self.end() {
            match self.stage {
                Stage::Play => {
                    let Some(mut game) = self.play(number, &networks[0], stop)? else { return Ok(None) };
                    game.write(&mut out).expect("memory takes everything");
                    labels.label(&mut game);
                    game.write(&mut labelled).expect("memory takes everything");
                }
                Stage::Gate | Stage::Fixed => {
                    let Some(pair) = self.pair(number, networks, stop)? else {
                        return Ok(None);
                    };
                    serde_json::to_writer(&mut out, &pair).expect("a pair is plain data");
                    out.push(b'\n');
                }
            }
        }
        out.extend(labelled);
        Ok(Some(out))
    }

    /// Refuses what this program cannot do: orders come from a database that others may write to.
    fn check(&self, networks: &[Arc<Network>]) -> Result<(), LearnError> {
        if self.version != VERSION {
            let ours = format!("it is of version {}, this program's is {VERSION}", self.version);
            return Err(LearnError::Portion(ours));
        }
        let wanted = if self.stage == Stage::Gate { 2 } else { 1 };
        let is_alone = self.stage == Stage::Fixed && self.opponents.is_empty();
        let sizes = self.all_sizes()?;
        if networks.len() != wanted
            || sizes.is_empty()
            || is_alone
            || self.plan.one_in == 0
            || self.plan.quick == 0
            || self.openings.values().any(|opening| opening.on(&sizes).is_none())
        {
            return Err(LearnError::Portion("its numbers make no sense".into()));
        }
        let is_foreign = |network: &&Arc<Network>| network.game != self.game;
        match networks.iter().find(is_foreign) {
            Some(network) => Err(LearnError::Portion(format!("its network plays {}", network.game))),
            None => Ok(()),
        }
    }

    fn all_sizes(&self) -> Result<Vec<Size>, LearnError> {
        let wrong = |what: &str| LearnError::Portion(format!("there is no board {} {what}", self.game));
        let game = Game::named(&self.game).ok_or_else(|| wrong(""))?;
        let size = |text: &String| Size::parse(game, text).map_err(|_| wrong(text));
        self.sizes.iter().map(size).collect()
    }

    fn settings(&self, network: &Arc<Network>, size: Size) -> Result<Settings, LearnError> {
        Ok(Settings { network: NetworkName::of(network.clone()), ..preset(&self.preset, size)? })
    }

    /// Plays a game of a network against itself.
    pub(crate) fn play(
        &self,
        number: usize,
        network: &Arc<Network>,
        stop: &AtomicBool,
    ) -> Result<Option<Played>, LearnError> {
        let sizes = self.all_sizes()?;
        let seed = self.seed ^ (self.generation as u64) << 40 ^ (number as u64) << 8;
        let mut random = Random::new(seed);
        let mut size = sizes[random.below(sizes.len())];
        let opening = self.openings.get(&number).and_then(|opening| opening.on(&sizes));
        if let Some((board, _)) = opening {
            size = board;
        }
        let settings = self.settings(network, size)?;
        let opening = opening.as_ref().map(|(_, cells)| cells.as_slice());
        Ok(play(Shape::of(size), &settings, &self.plan, opening, &mut random, stop))
    }

    /// Plays a pair of games: of a new network against the one before, or against an opponent that stays the same, from
    /// openings that stay the same, too.
    pub(crate) fn pair(
        &self,
        number: usize,
        networks: &[Arc<Network>],
        stop: &AtomicBool,
    ) -> Result<Option<Pair>, LearnError> {
        let sizes = self.all_sizes()?;
        let size = sizes[number / self.opponents.len().max(1) % sizes.len()];
        let limits = Limits::visits(self.plan.visits / 4 + 1);
        let quiet = |network| Ok(Settings { root_noise: 0.0, ..self.settings(network, size)? });
        let new = quiet(&networks[0])?;
        let (other, other_limits, seed) = match self.stage {
            Stage::Fixed => {
                let opponent = &self.opponents[number % self.opponents.len()];
                (preset(&opponent.preset, size)?, Limits::visits(opponent.visits), self.seed)
            }
            _ => (quiet(&networks[1])?, limits.clone(), self.seed ^ (self.generation as u64) << 16),
        };
        let seats = [(&new, &limits), (&other, &other_limits)];
        Ok(gate::pair(number, size, seats, seed, stop))
    }

    /// The games that came of it; nothing if these are not all of them and no more.
    pub(crate) fn games(&self, answer: &[u8]) -> Option<Games> {
        let mut rest = answer;
        let mut read =
            || -> Option<Vec<Played>> { (0..self.count).map(|_| Played::read(&mut rest)).collect() };
        let (played, labelled) = (read()?, read()?);
        let sizes = self.all_sizes().ok()?;
        let is_right = |(played, labelled): (&Played, &Played)| {
            sizes.contains(&played.size) && played.size == labelled.size && played.moves == labelled.moves
        };
        (rest.is_empty() && played.iter().zip(&labelled).all(is_right)).then_some(Games { played, labelled })
    }

    /// The pairs that came of it; nothing if these are not all of them and no more.
    pub(crate) fn pairs(&self, answer: &[u8]) -> Option<Vec<Pair>> {
        let lines = answer.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let pairs: Vec<Pair> = lines.map(serde_json::from_slice).collect::<Result<_, _>>().ok()?;
        let is_right =
            |(pair, number): (&Pair, usize)| pair.pair == number && (0.0..=2.0).contains(&pair.points);
        (pairs.len() == self.count && pairs.iter().zip(self.first..).all(is_right)).then_some(pairs)
    }
}

/// The settings of a preset on a board.
fn preset(name: &str, size: Size) -> Result<Settings, LearnError> {
    presets::preset(name, size).ok_or_else(|| LearnError::Preset(name.into()))
}

/// Labels games, each as if it were the first one: so a label does not depend on what else was labelled here.
pub(crate) struct Labels<'a> {
    provers: &'a Provers<'a>,
    known: HashMap<Size, Option<Box<dyn Prover>>>,
}

impl<'a> Labels<'a> {
    pub fn new(provers: &'a Provers<'a>) -> Labels<'a> {
        Labels { provers, known: HashMap::new() }
    }

    pub fn label(&mut self, game: &mut Played) {
        let prover = self.known.entry(game.size).or_insert_with(|| (self.provers)(game.shape()));
        if let Some(prover) = prover {
            prover.forget();
            label(game, prover.as_mut());
        }
    }
}
