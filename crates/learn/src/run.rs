//! The loop: play, label, train, gate, publish, generation after generation, in one folder.
//!
//! ```text
//! best.net         the network that plays
//! manifest.jsonl   one line a generation, when it is done
//! 0001/            a generation:  games.played, labelled.played, trainer.state, candidate.net, gate.jsonl
//! ```
//!
//! Where the loop stands is read from these files alone, and each step either adds a whole entry to a file or puts a
//! whole file in place: a loop that was killed goes on where it was, with nothing lost but the game or the steps that
//! it was at, and nothing counted twice. Game and match number n always begin with the same seed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Game, Shape, Size};
use search::networks::choice::NetworkName;
use search::networks::tower::Weights;
use search::networks::tower::file::{Network, NetworkError};
use search::player::Limits;
use search::presets;
use search::prover::Prover;
use search::random::Random;
use search::settings::Settings;

use crate::files::replace;
use crate::gate::{self, Match, Pair};
use crate::label::label;
use crate::manifest::{self, Generation};
use crate::play::{Plan, play};
use crate::played::{Played, read_file, recover_file};
use crate::train::{Course, Trainer, random_weights, split, test};

/// What is to be learned, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where everything is kept.
    pub folder: PathBuf,
    /// The boards, all of one game; a board that is listed twice is played twice as often.
    pub sizes: Vec<Size>,
    /// Games a generation.
    pub games: usize,
    /// Generations in all, those that are done included.
    pub generations: usize,
    /// Generations whose games are learned from.
    pub window: usize,
    /// The preset that plays.
    pub preset: String,
    /// How games are played.
    pub plan: Plan,
    /// How the network learns.
    pub course: Course,
    /// Blocks of a network that begins with random weights.
    pub blocks: usize,
    /// Pairs of the match that a new network must win, at the most.
    pub pairs: usize,
    /// Threads that play.
    pub threads: usize,
}

/// Why the loop cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// Files cannot be read or written.
    #[error("{0}: {1}")]
    File(String, io::Error),
    /// The network in the folder is not whole.
    #[error("{0}: {1}")]
    Network(String, NetworkError),
    /// Another loop is at work there.
    #[error("another loop is learning in {0}")]
    Busy(String),
    /// The folder belongs to another game.
    #[error("the network in {0} plays {1}, not {2}")]
    Game(String, String, String),
    /// There is no such preset.
    #[error("there is no preset named {0:?}")]
    Preset(String),
}

/// What the loop tells while it goes on.
#[derive(Clone, Debug)]
pub enum Progress<'a> {
    /// Games of a generation are played.
    Played {
        /// The generation.
        generation: usize,
        /// Games so far.
        games: usize,
        /// Games in all.
        of: usize,
        /// Positions recorded so far.
        positions: usize,
    },
    /// The network learns.
    Trained {
        /// Steps so far.
        step: usize,
        /// Steps in all.
        of: usize,
        /// Loss over the last steps, in words.
        score: String,
    },
    /// The network was tested, board by board.
    Tested(&'a [(String, String)]),
    /// The match goes on.
    Gated(Match),
    /// A generation is done.
    Done(&'a Generation),
}

/// Who proves, on boards that are small enough for it.
pub type Provers<'a> = dyn Fn(&'static Shape) -> Option<Box<dyn Prover>> + Sync + 'a;

/// Steps between two saves.
const SAVE_EVERY: usize = 20;

/// A loop in its folder.
pub struct Loop<'a> {
    options: &'a Options,
    provers: &'a Provers<'a>,
    stop: &'a AtomicBool,
    watch: &'a mut dyn FnMut(Progress),
    /// Held as long as the loop is at work.
    _lock: File,
}

fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, LearnError> {
    result.map_err(|error| LearnError::File(path.display().to_string(), error))
}

impl<'a> Loop<'a> {
    /// Begins a loop, or goes on with one.
    pub fn open(
        options: &'a Options,
        provers: &'a Provers<'a>,
        stop: &'a AtomicBool,
        watch: &'a mut dyn FnMut(Progress),
    ) -> Result<Loop<'a>, LearnError> {
        let folder = &options.folder;
        at(folder, std::fs::create_dir_all(folder))?;
        let path = folder.join("lock");
        let lock = at(&path, File::create(&path))?;
        lock.try_lock().map_err(|_| LearnError::Busy(folder.display().to_string()))?;
        Ok(Loop { options, provers, stop, watch, _lock: lock })
    }

    /// Runs until all generations are done or somebody says stop; returns whether all are done.
    pub fn run(&mut self) -> Result<bool, LearnError> {
        loop {
            let path = self.options.folder.join("manifest.jsonl");
            let done = at(&path, manifest::read(&path))?;
            if done.len() >= self.options.generations {
                return Ok(true);
            }
            if !self.generation(done.len() + 1)? {
                return Ok(false);
            }
        }
    }

    fn game(&self) -> Game {
        self.options.sizes[0].game()
    }

    /// The network that plays: the one in the folder, or random weights that are put there.
    fn best(&self) -> Result<Arc<Network>, LearnError> {
        let path = self.options.folder.join("best.net");
        let named = path.display().to_string();
        if !path.exists() {
            let weights = random_weights(self.options.blocks, &mut Random::new(self.options.course.seed));
            let network =
                Network { game: self.game().to_string(), trained: "random weights".into(), weights };
            at(&path, replace(&path, &network.to_bytes()))?;
        }
        let network = Network::load(&named).map_err(|error| LearnError::Network(named.clone(), error))?;
        if network.game != self.game().word() {
            return Err(LearnError::Game(named, network.game.clone(), self.game().to_string()));
        }
        Ok(network)
    }

    fn settings(&self, network: &Arc<Network>, size: Size) -> Result<Settings, LearnError> {
        let preset = presets::preset(&self.options.preset, size)
            .ok_or_else(|| LearnError::Preset(self.options.preset.clone()))?;
        Ok(Settings { network: NetworkName::of(network.clone()), ..preset })
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// A generation from where it stands; returns whether it is done.
    fn generation(&mut self, number: usize) -> Result<bool, LearnError> {
        let folder = self.folder_of(number);
        at(&folder, std::fs::create_dir_all(&folder))?;
        let before = self.best()?;
        if !self.play(number, &before)? {
            return Ok(false);
        }
        let Some(proved) = self.label(number)? else { return Ok(false) };
        let Some((candidate, foresight, positions)) = self.train(number, &before)? else { return Ok(false) };
        let Some((gate, kept)) = self.gate(number, &candidate, &before)? else { return Ok(false) };
        if kept {
            let path = self.options.folder.join("best.net");
            at(&path, replace(&path, &candidate.to_bytes()))?;
        }
        let generation = Generation {
            generation: number,
            game: self.game().to_string(),
            sizes: self.options.sizes.iter().map(Size::to_string).collect(),
            games: self.options.games,
            positions,
            proved,
            before: format!("{:016x}", before.checksum()),
            network: format!("{:016x}", candidate.checksum()),
            foresight,
            gate,
            kept,
        };
        let path = self.options.folder.join("manifest.jsonl");
        at(&path, manifest::append(&path, &generation))?;
        (self.watch)(Progress::Done(&generation));
        Ok(true)
    }

    fn folder_of(&self, generation: usize) -> PathBuf {
        self.options.folder.join(format!("{generation:04}"))
    }

    /// Plays the games that are missing.
    fn play(&mut self, generation: usize, network: &Arc<Network>) -> Result<bool, LearnError> {
        let path = self.folder_of(generation).join("games.played");
        let played = at(&path, recover_file(&path))?;
        let mut positions: usize = played.iter().map(|game| game.searched.len()).sum();
        let mut games = played.len();
        let of = self.options.games;
        while games < of {
            (self.watch)(Progress::Played { generation, games, of, positions });
            let numbers: Vec<usize> = (games..of.min(games + self.options.threads.max(1))).collect();
            let jobs: Result<Vec<_>, _> = numbers
                .iter()
                .map(|&number| {
                    let seed = self.options.course.seed ^ (generation as u64) << 40 ^ (number as u64) << 8;
                    let mut random = Random::new(seed);
                    let size = self.options.sizes[random.below(self.options.sizes.len())];
                    Ok((size, self.settings(network, size)?, random))
                })
                .collect();
            let (plan, stop) = (&self.options.plan, self.stop);
            let results: Vec<Option<Played>> = std::thread::scope(|scope| {
                let run = |(size, settings, mut random): (Size, Settings, Random)| {
                    scope.spawn(move || play(Shape::of(size), &settings, plan, &mut random, stop))
                };
                let running: Vec<_> = jobs?.into_iter().map(run).collect();
                Ok(running.into_iter().map(|thread| thread.join().expect("no game panics")).collect())
            })?;
            for game in results {
                // Those after an unfinished game are played again: numbers and seeds stay together.
                let Some(game) = game else { return Ok(false) };
                at(&path, game.append(&path))?;
                games += 1;
                positions += game.searched.len();
            }
        }
        (self.watch)(Progress::Played { generation, games, of, positions });
        Ok(true)
    }

    /// Labels the games, all or none; how many positions are proved.
    fn label(&mut self, generation: usize) -> Result<Option<usize>, LearnError> {
        let folder = self.folder_of(generation);
        let path = folder.join("labelled.played");
        if !path.exists() {
            let mut provers: BTreeMap<usize, Option<Box<dyn Prover>>> = BTreeMap::new();
            let source = folder.join("games.played");
            let mut bytes = Vec::new();
            for mut game in at(&source, read_file(&source))? {
                if self.is_stopped() {
                    return Ok(None);
                }
                let prover =
                    provers.entry(game.shape().len()).or_insert_with(|| (self.provers)(game.shape()));
                if let Some(prover) = prover {
                    label(&mut game, prover.as_mut());
                }
                at(&path, game.write(&mut bytes))?;
            }
            at(&path, replace(&path, &bytes))?;
        }
        let games = at(&path, read_file(&path))?;
        let searched = games.iter().flat_map(|game| &game.searched);
        Ok(Some(searched.filter(|searched| searched.verdict != Default::default()).count()))
    }

    /// Learns from the games of the window; the new network, how well it foresees, and from how many positions.
    #[expect(clippy::type_complexity, reason = "three results of one stage")]
    fn train(
        &mut self,
        generation: usize,
        before: &Arc<Network>,
    ) -> Result<Option<(Arc<Network>, BTreeMap<String, manifest::Foresight>, usize)>, LearnError> {
        let folder = self.folder_of(generation);
        let mut games = Vec::new();
        for number in (generation + 1).saturating_sub(self.options.window).max(1)..=generation {
            let path = self.folder_of(number).join("labelled.played");
            games.extend(at(&path, read_file(&path))?);
        }
        let (lessons, tests) = split(games);
        let path = folder.join("candidate.net");
        let course =
            Course { seed: self.options.course.seed + generation as u64, ..self.options.course.clone() };
        let steps = course.steps(lessons.len());
        if !path.exists() {
            let state = folder.join("trainer.state");
            let mut trainer = Trainer::load(&state).unwrap_or_else(|| Trainer::new(before.weights.clone()));
            while trainer.steps < steps {
                if self.is_stopped() {
                    return Ok(None);
                }
                let score = trainer.learn(&course, &lessons, SAVE_EVERY);
                at(&state, trainer.save(&state))?;
                (self.watch)(Progress::Trained { step: trainer.steps, of: steps, score: score.to_string() });
            }
            let network = self.network(generation, lessons.len(), trainer.average);
            at(&path, replace(&path, &network.to_bytes()))?;
        }
        let named = path.display().to_string();
        let network = Network::load(&named).map_err(|error| LearnError::Network(named, error))?;
        let boards = test(&network.weights, &tests, course.threads).1;
        let told: Vec<(String, String)> =
            boards.iter().map(|(board, score)| (board.clone(), score.to_string())).collect();
        (self.watch)(Progress::Tested(&told));
        let foresight =
            boards.into_iter().map(|(board, score)| (board.trim().to_owned(), score.into())).collect();
        Ok(Some((network, foresight, lessons.len())))
    }

    fn network(&self, generation: usize, positions: usize, weights: Weights) -> Network {
        let mut sizes: Vec<String> = self.options.sizes.iter().map(Size::to_string).collect();
        sizes.dedup();
        let trained = format!("generation {generation}, {positions} positions of sizes {}", sizes.join(", "));
        Network { game: self.game().to_string(), trained, weights }
    }

    /// Plays the match against the network before; its result, and whether the new one is kept.
    fn gate(
        &mut self,
        generation: usize,
        candidate: &Arc<Network>,
        before: &Arc<Network>,
    ) -> Result<Option<(Match, bool)>, LearnError> {
        let path = self.folder_of(generation).join("gate.jsonl");
        let mut pairs: Vec<Pair> = at(&path, manifest::read_lines(&path))?;
        let limits = Limits::visits(self.options.plan.visits / 4 + 1);
        while pairs.len() < self.options.pairs && gate::decision(&pairs).is_none() {
            let number = pairs.len();
            let size = self.options.sizes[number % self.options.sizes.len()];
            let players = [self.settings(candidate, size)?, self.settings(before, size)?]
                .map(|settings| Settings { root_noise: 0.0, ..settings });
            let seed = self.options.course.seed ^ (generation as u64) << 16;
            let Some(pair) = gate::pair(number, size, [&players[0], &players[1]], &limits, seed, self.stop)
            else {
                return Ok(None);
            };
            at(&path, manifest::append(&path, &pair))?;
            pairs.push(pair);
            (self.watch)(Progress::Gated(Match::of(&pairs)));
        }
        let result = Match::of(&pairs);
        let kept = gate::decision(&pairs).unwrap_or(result.score > 0.5);
        Ok(Some((result, kept)))
    }
}

#[cfg(test)]
mod tests;
