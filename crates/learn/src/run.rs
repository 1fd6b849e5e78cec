//! The loop: play, label, train, gate, publish, generation after generation, in one folder.
//!
//! ```text
//! best.net         the network that plays
//! manifest.jsonl   one line a generation, when it is done
//! 0001/            a generation:  before.net, games.played, labelled.played, trainer.state, candidate.net, gate.jsonl, fixed.jsonl
//! imported.played  games from elsewhere, learned from in every generation
//! loop.json, 0001/training.jsonl   what is to be done and how learning goes, for those who look on (see `standing`)
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
use std::time::{Duration, Instant};

use game::{Game, Shape, Size};
use search::networks::tower::Weights;
use search::networks::tower::file::{Network, NetworkError};
use search::prover::Prover;
use search::random::Random;

use crate::files::replace;
use crate::gate::{self, Match, Opponent, Pair};
use crate::in_order::in_order;
use crate::manifest::{self, Fixed, Generation};
use crate::openings;
use crate::play::Plan;
use crate::played::{Played, read_file, recover_file};
use crate::portion::{Elsewhere, Labels, Portion, Source, Stage};
use crate::samples::IMPORTED;
use crate::standing::{Aim, Trained};
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
    /// The preset that plays the games of the first generation instead: one that needs no network.
    pub teacher: Option<String>,
    /// How games are played.
    pub plan: Plan,
    /// How the network learns.
    pub course: Course,
    /// Steps of a generation, at the least: few lessons are seen more often.
    pub least_steps: usize,
    /// Blocks of a network that begins with random weights.
    pub blocks: usize,
    /// Pairs of the match that a new network must win, at the most; and of each match against a fixed opponent.
    pub pairs: usize,
    /// Opponents that stay the same, against which every kept network is measured.
    pub opponents: Vec<Opponent>,
    /// Threads that play.
    pub threads: usize,
    /// Games of a portion that is played elsewhere.
    pub portion: usize,
}

impl Options {
    fn words(&self) -> Vec<String> {
        self.sizes.iter().map(Size::to_string).collect()
    }

    fn aim(&self) -> Aim {
        let Options { games, generations, pairs, .. } = *self;
        Aim { game: self.sizes[0].game().to_string(), sizes: self.words(), games, generations, pairs }
    }
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
    /// Nothing was learned in the folder yet.
    #[error("{0} has no loop yet: begin it with robusto learn --folder, and it may be ended at once")]
    NoLoop(String),
    /// Games from elsewhere are those of another game.
    #[error("the loop plays {0}, and these are games of {1}")]
    Import(String, String),
    /// There is no such preset.
    #[error("there is no preset named {0:?}")]
    Preset(String),
    /// A portion of games cannot be played here.
    #[error("a portion of games cannot be played: {0}")]
    Portion(String),
    /// Those who work elsewhere cannot be reached.
    #[error("{0}")]
    Elsewhere(String),
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
    /// A match goes on: against the network before, or against the fixed opponents.
    Gated(Stage, Match),
    /// A generation is done.
    Done(&'a Generation),
}

/// Who proves, on boards that are small enough for it.
pub type Provers<'a> = dyn Fn(&'static Shape) -> Option<Box<dyn Prover>> + Sync + 'a;

/// Steps between two saves.
const SAVE_EVERY: usize = 20;
/// Time between two looks at what came from elsewhere.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Time after which what is wanted from elsewhere is ordered again, in case that it got lost.
const ORDER_EVERY: Duration = Duration::from_secs(10);

/// A loop in its folder.
pub struct Loop<'a> {
    options: &'a Options,
    provers: &'a Provers<'a>,
    stop: &'a AtomicBool,
    watch: &'a mut dyn FnMut(Progress),
    elsewhere: Option<&'a mut dyn Elsewhere>,
    /// When portions were last ordered elsewhere, and of which stage.
    ordered: Option<(usize, Stage, Instant)>,
    /// Held as long as the loop is at work.
    _lock: File,
}

/// How far the games of a generation are.
struct PlayCourse {
    generation: usize,
    path: PathBuf,
    games: usize,
    positions: usize,
    of: usize,
}

impl PlayCourse {
    fn count(&mut self, game: &Played) {
        self.games += 1;
        self.positions += game.searched.len();
    }

    fn add(&mut self, game: &Played) -> Result<(), LearnError> {
        at(&self.path, game.append(&self.path))?;
        self.count(game);
        Ok(())
    }

    fn progress(&self) -> Progress<'static> {
        let PlayCourse { generation, games, positions, of, .. } = *self;
        Progress::Played { generation, games, of, positions }
    }
}

pub(crate) fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, LearnError> {
    result.map_err(|error| LearnError::File(path.display().to_string(), error))
}

/// Takes the lock of a loop's folder, as long as the file is kept. Whoever looks at a loop takes it, too, for a moment:
/// that is waited for.
pub(crate) fn lock(folder: &Path) -> Result<File, LearnError> {
    let path = folder.join("lock");
    let lock = at(&path, File::create(&path))?;
    for _ in 0..10 {
        if lock.try_lock().is_ok() {
            return Ok(lock);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Err(LearnError::Busy(folder.display().to_string()))
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
        let lock = lock(folder)?;
        at(&folder.join("loop.json"), options.aim().note(folder))?;
        Ok(Loop { options, provers, stop, watch, elsewhere: None, ordered: None, _lock: lock })
    }

    /// Games are played elsewhere from now on.
    pub fn with(self, elsewhere: &'a mut dyn Elsewhere) -> Loop<'a> {
        Loop { elsewhere: Some(elsewhere), ..self }
    }

    /// Runs until all generations are done or somebody says stop; returns whether all are done.
    pub fn run(&mut self) -> Result<bool, LearnError> {
        loop {
            let path = self.options.folder.join("manifest.jsonl");
            let done = at(&path, manifest::read(&path))?;
            if let Some(elsewhere) = &mut self.elsewhere {
                for stage in Stage::ALL {
                    elsewhere.forget(done.len(), stage).map_err(LearnError::Elsewhere)?;
                }
            }
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
        if !path.exists() {
            let weights = random_weights(self.options.blocks, &mut Random::new(self.options.course.seed));
            let network =
                Network { game: self.game().to_string(), trained: "random weights".into(), weights };
            at(&path, replace(&path, &network.to_bytes()))?;
        }
        self.load(&path)
    }

    fn load(&self, path: &Path) -> Result<Arc<Network>, LearnError> {
        let named = path.display().to_string();
        let network = Network::load(&named).map_err(|error| LearnError::Network(named.clone(), error))?;
        if network.game != self.game().word() {
            return Err(LearnError::Game(named, network.game.clone(), self.game().to_string()));
        }
        Ok(network)
    }

    /// The network that a generation begins with, which stays what it is when the next one is put in its place.
    fn before(&self, folder: &Path) -> Result<Arc<Network>, LearnError> {
        let path = folder.join("before.net");
        if !path.exists() {
            at(&path, replace(&path, &self.best()?.to_bytes()))?;
        }
        self.load(&path)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// A generation from where it stands; returns whether it is done.
    fn generation(&mut self, number: usize) -> Result<bool, LearnError> {
        let folder = self.folder_of(number);
        at(&folder, std::fs::create_dir_all(&folder))?;
        let before = self.before(&folder)?;
        if !self.play(number, &before)? {
            return Ok(false);
        }
        let Some(proved) = self.label(number, &before)? else { return Ok(false) };
        let Some((candidate, foresight, positions)) = self.train(number, &before)? else { return Ok(false) };
        let Some((gate, kept)) = self.gate(number, &candidate, &before)? else { return Ok(false) };
        let Some(fixed) = self.fixed(number, kept, &candidate)? else { return Ok(false) };
        let kept = kept && !self.has_lost_ground(&fixed)?;
        if kept {
            let (path, bytes) = (self.options.folder.join("best.net"), candidate.to_bytes());
            // It may be there already, from a run that ended before the next line.
            if !std::fs::read(&path).is_ok_and(|there| there == bytes) {
                at(&path, replace(&path, &bytes))?;
            }
        }
        let generation = Generation {
            generation: number,
            game: self.game().to_string(),
            sizes: self.options.words(),
            games: self.options.games,
            positions,
            proved,
            before: format!("{:016x}", before.checksum()),
            network: format!("{:016x}", candidate.checksum()),
            foresight,
            gate,
            fixed,
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

    /// All games or pairs of a stage. The networks have their names elsewhere, if they are needed there.
    fn whole(
        &mut self,
        generation: usize,
        stage: Stage,
        networks: &[&Arc<Network>],
    ) -> Result<Portion, LearnError> {
        let mut names = Vec::new();
        if let Some(elsewhere) = &mut self.elsewhere {
            let kept: Result<_, _> = networks.iter().map(|network| elsewhere.keep(network)).collect();
            names = kept.map_err(LearnError::Elsewhere)?;
        }
        let Options { sizes, preset, teacher, plan, course, games, pairs, opponents, .. } = self.options;
        let preset = match teacher {
            Some(teacher) if (generation, stage) == (1, Stage::Play) => teacher,
            _ => preset,
        };
        let source = Source { sizes, preset, plan, seed: course.seed, opponents };
        let count = match stage {
            Stage::Play => *games,
            Stage::Gate => *pairs,
            Stage::Fixed => *pairs * opponents.len(),
        };
        let whole = Portion::whole(&source, generation, stage, count, names);
        if stage != Stage::Play || generation == 1 {
            return Ok(whole);
        }
        let path = self.folder_of(generation - 1).join("games.played");
        let mut mistakes = openings::mistakes(&at(&path, read_file(&path))?);
        // Boards may have been given up since then.
        mistakes.retain(|mistake| mistake.on(sizes).is_some());
        let mut random = Random::new(course.seed ^ (generation as u64) << 20);
        Ok(whole.with_openings(openings::taken_up(&mistakes, count, plan.mistakes, &mut random)))
    }

    /// Plays the games that are missing.
    fn play(&mut self, generation: usize, network: &Arc<Network>) -> Result<bool, LearnError> {
        let path = self.folder_of(generation).join("games.played");
        let mut course = PlayCourse { generation, path, games: 0, positions: 0, of: self.options.games };
        for game in at(&course.path, recover_file(&course.path))? {
            course.count(&game);
        }
        (self.watch)(course.progress());
        if course.games >= course.of {
            return Ok(true);
        }
        let whole = self.whole(generation, Stage::Play, &[network])?;
        if self.elsewhere.is_some() {
            return self.play_elsewhere(&whole, &mut course);
        }
        let (watch, stop) = (&mut self.watch, self.stop);
        let play = |number| whole.play(number, network, stop);
        in_order(course.games..course.of, self.options.threads, play, |game| {
            course.add(&game)?;
            watch(course.progress());
            Ok(true)
        })?;
        Ok(course.games >= course.of)
    }

    /// Has the missing games played elsewhere; they are taken in the order of their numbers.
    fn play_elsewhere(&mut self, whole: &Portion, course: &mut PlayCourse) -> Result<bool, LearnError> {
        let mut portions = whole.split(self.options.portion);
        portions.retain(|portion| portion.end() > course.games);
        for at in 0..portions.len() {
            let Some(games) = self.wait(&portions[at..], Portion::games)? else { return Ok(false) };
            // A portion may have begun before the file ended: the games of its beginning are there.
            for game in &games.played[course.games - portions[at].first..] {
                course.add(game)?;
            }
            (self.watch)(course.progress());
        }
        Ok(true)
    }

    /// Waits for what comes of the first of some portions, all of which are wanted; nothing if somebody says stop.
    fn wait<T>(
        &mut self,
        portions: &[Portion],
        read: impl Fn(&Portion, &[u8]) -> Option<T>,
    ) -> Result<Option<T>, LearnError> {
        let (first, stop) = (&portions[0], self.stop);
        let elsewhere = self.elsewhere.as_mut().expect("somebody is elsewhere");
        while !stop.load(Relaxed) {
            if let Some(answer) = elsewhere.ask(first).map_err(LearnError::Elsewhere)? {
                match read(first, &answer) {
                    Some(result) => return Ok(Some(result)),
                    None => {
                        elsewhere.refuse(first).map_err(LearnError::Elsewhere)?;
                        self.ordered = None;
                    }
                }
            }
            let is_fresh = |(generation, stage, when): (usize, Stage, Instant)| {
                (generation, stage) == (first.generation, first.stage) && when.elapsed() < ORDER_EVERY
            };
            if !self.ordered.is_some_and(is_fresh) {
                elsewhere.order(portions).map_err(LearnError::Elsewhere)?;
                self.ordered = Some((first.generation, first.stage, Instant::now()));
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Ok(None)
    }

    /// Labels the games, all or none; how many positions are proved.
    fn label(&mut self, generation: usize, network: &Arc<Network>) -> Result<Option<usize>, LearnError> {
        let folder = self.folder_of(generation);
        let path = folder.join("labelled.played");
        if !path.exists() {
            let source = folder.join("games.played");
            let games = at(&source, read_file(&source))?;
            let known = self.labelled_elsewhere(generation, network)?;
            let mut labels = Labels::new(self.provers);
            let mut bytes = Vec::new();
            for (number, mut game) in games.into_iter().enumerate() {
                if self.is_stopped() {
                    return Ok(None);
                }
                match known.get(&number).filter(|known| known.moves == game.moves) {
                    Some(known) => game = known.clone(),
                    None => labels.label(&mut game),
                }
                at(&path, game.write(&mut bytes))?;
            }
            at(&path, replace(&path, &bytes))?;
        }
        let games = at(&path, read_file(&path))?;
        let searched = games.iter().flat_map(|game| &game.searched);
        Ok(Some(searched.filter(|searched| searched.verdict != Default::default()).count()))
    }

    /// The games that were labelled where they were played, by their numbers.
    fn labelled_elsewhere(
        &mut self,
        generation: usize,
        network: &Arc<Network>,
    ) -> Result<BTreeMap<usize, Played>, LearnError> {
        let mut known = BTreeMap::new();
        if self.elsewhere.is_none() {
            return Ok(known);
        }
        let whole = self.whole(generation, Stage::Play, &[network])?;
        let elsewhere = self.elsewhere.as_mut().expect("somebody is elsewhere");
        for portion in whole.split(self.options.portion) {
            let answer = elsewhere.ask(&portion).map_err(LearnError::Elsewhere)?;
            let games = answer.and_then(|answer| portion.games(&answer));
            known.extend(games.into_iter().flat_map(|games| (portion.first..).zip(games.labelled)));
        }
        Ok(known)
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
        let path = self.options.folder.join(IMPORTED);
        games.extend(at(&path, read_file(&path))?);
        let (lessons, tests) = split(games);
        let path = folder.join("candidate.net");
        let mut course =
            Course { seed: self.options.course.seed + generation as u64, ..self.options.course.clone() };
        course.passes =
            course.passes.max((self.options.least_steps * course.batch) as f32 / lessons.len().max(1) as f32);
        let steps = course.steps(lessons.len());
        if !path.exists() {
            let (state, notes) = (folder.join("trainer.state"), folder.join("training.jsonl"));
            let noted = at(&notes, manifest::read_lines::<Trained>(&notes))?;
            let noted = noted.last().map_or(0, |trained| trained.step);
            let mut trainer = Trainer::load(&state).unwrap_or_else(|| Trainer::new(before.weights.clone()));
            while trainer.steps < steps {
                if self.is_stopped() {
                    return Ok(None);
                }
                let score = trainer.learn(&course, &lessons, SAVE_EVERY);
                // Steps that a crash undid after their line was written do not get another one.
                if trainer.steps > noted {
                    let note = Trained { step: trainer.steps, of: steps, foresight: score.into() };
                    at(&notes, manifest::append(&notes, &note))?;
                }
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
        let mut sizes = self.options.words();
        sizes.dedup();
        let trained = format!("generation {generation}, {positions} positions of sizes {}", sizes.join(", "));
        Network { game: self.game().to_string(), trained, weights }
    }

    /// Plays the match against the network before; its result, and whether the new one has won it.
    fn gate(
        &mut self,
        generation: usize,
        candidate: &Arc<Network>,
        before: &Arc<Network>,
    ) -> Result<Option<(Match, bool)>, LearnError> {
        let is_open = |pairs: &[Pair]| gate::decision(pairs).is_none();
        let found = self.pairs(generation, Stage::Gate, &[candidate, before], &is_open)?;
        Ok(found.map(|pairs| {
            let result = Match::of(&pairs);
            (result, gate::decision(&pairs).unwrap_or(result.score > 0.5))
        }))
    }

    /// Plays the matches of a network against the opponents that stay the same. One that lost to its predecessor need not.
    fn fixed(
        &mut self,
        generation: usize,
        has_won: bool,
        candidate: &Arc<Network>,
    ) -> Result<Option<Vec<Fixed>>, LearnError> {
        let opponents = &self.options.opponents;
        if opponents.is_empty() || !has_won {
            return Ok(Some(Vec::new()));
        }
        let Some(pairs) = self.pairs(generation, Stage::Fixed, &[candidate], &|_| true)? else {
            return Ok(None);
        };
        let against = |number: usize| {
            let own: Vec<Pair> = pairs.iter().skip(number).step_by(opponents.len()).copied().collect();
            Fixed { opponent: opponents[number].to_string(), result: Match::of(&own) }
        };
        Ok(Some((0..opponents.len()).map(against).collect()))
    }

    /// Whether the last network that was kept did better against a fixed opponent.
    fn has_lost_ground(&self, fixed: &[Fixed]) -> Result<bool, LearnError> {
        let path = self.options.folder.join("manifest.jsonl");
        let done = at(&path, manifest::read(&path))?;
        let last = done.iter().rfind(|generation| generation.kept).map_or(&[][..], |last| &last.fixed);
        Ok(fixed.iter().any(|new| {
            let before = last.iter().find(|before| before.opponent == new.opponent);
            before.is_some_and(|before| gate::is_worse(&new.result, &before.result))
        }))
    }

    /// Plays the pairs of a stage that are missing, as long as the outcome is open; nothing if somebody says stop.
    fn pairs(
        &mut self,
        generation: usize,
        stage: Stage,
        networks: &[&Arc<Network>],
        is_undecided: &dyn Fn(&[Pair]) -> bool,
    ) -> Result<Option<Vec<Pair>>, LearnError> {
        let path = self.folder_of(generation).join(format!("{}.jsonl", stage.word()));
        let mut pairs: Vec<Pair> = at(&path, manifest::read_lines(&path))?;
        let whole = self.whole(generation, stage, networks)?;
        let is_open = |pairs: &[Pair]| pairs.len() < whole.count && is_undecided(pairs);
        if !is_open(&pairs) {
            return Ok(Some(pairs));
        }
        if self.elsewhere.is_some() {
            let portions = whole.split(1);
            while is_open(&pairs) {
                let Some(new) = self.wait(&portions[pairs.len()..], Portion::pairs)? else { return Ok(None) };
                at(&path, manifest::append(&path, &new[0]))?;
                pairs.extend(new);
                (self.watch)(Progress::Gated(stage, Match::of(&pairs)));
            }
            return Ok(Some(pairs));
        }
        let networks: Vec<Arc<Network>> = networks.iter().map(|&network| network.clone()).collect();
        let (watch, stop) = (&mut self.watch, self.stop);
        let play = |number| whole.pair(number, &networks, stop);
        in_order(pairs.len()..whole.count, self.options.threads, play, |pair| {
            at(&path, manifest::append(&path, &pair))?;
            pairs.push(pair);
            watch(Progress::Gated(stage, Match::of(&pairs)));
            Ok(is_open(&pairs))
        })?;
        Ok((!is_open(&pairs)).then_some(pairs))
    }
}

#[cfg(test)]
mod tests;
