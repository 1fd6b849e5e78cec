//! The loops of learning for a page of the app: read from their folders, which are never changed here, and the history of
//! the networks that come with the program.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use ::learn::gate::Match;
use ::learn::manifest::{self, Fixed, Foresight, Generation};
use ::learn::played::Tally;
use ::learn::standing::{Stage, Standing, is_loop};
use ::web::learning::{
    LearnBoard, LearnFixed, LearnForesight, LearnGeneration, LearnLoop, LearnMatch, LearnNow, LearnTrained,
    Learning,
};
use game::{Game, Shape, Size};

/// Points of the curve of a generation that learns.
const POINTS: usize = 200;

/// The loops of one folder. It need not be there.
pub struct Loops {
    folder: Option<PathBuf>,
    /// The games that were counted so far, by loop.
    tallies: Mutex<HashMap<PathBuf, Tally>>,
}

impl Loops {
    /// The loops in a folder, or the one that it is.
    pub fn new(folder: Option<PathBuf>) -> Loops {
        Loops { folder, tallies: Mutex::default() }
    }

    /// The folders of all loops, by name.
    fn folders(&self) -> std::io::Result<Vec<PathBuf>> {
        let Some(folder) = self.folder.as_ref().filter(|folder| folder.is_dir()) else {
            return Ok(Vec::new());
        };
        if is_loop(folder) {
            return Ok(vec![folder.clone()]);
        }
        let entries = std::fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
        let mut found: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        found.retain(|path| is_loop(path));
        found.sort();
        Ok(found)
    }

    fn look(&self, folder: &Path) -> LearnLoop {
        let mut tallies = self.tallies.lock().unwrap_or_else(PoisonError::into_inner);
        let tally = tallies.entry(folder.to_owned()).or_default();
        let found = LearnLoop {
            name: folder.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            folder: Some(folder.display().to_string()),
            ..nothing()
        };
        match Standing::of(folder, tally) {
            Ok(standing) => shown(standing, found),
            Err(error) => LearnLoop { trouble: Some(error.to_string()), ..found },
        }
    }
}

impl Learning for Loops {
    fn loops(&self) -> Result<Vec<LearnLoop>, String> {
        let folders = self.folders().map_err(|error| error.to_string())?;
        Ok(folders.iter().map(|folder| self.look(folder)).chain(shipped()).collect())
    }
}

fn nothing() -> LearnLoop {
    LearnLoop {
        name: String::new(),
        folder: None,
        game: String::new(),
        boards: Vec::new(),
        running: false,
        changed: None,
        now: None,
        generations: Vec::new(),
        trouble: None,
    }
}

/// The networks that come with the program.
fn shipped() -> impl Iterator<Item = LearnLoop> {
    manifest::shipped().into_iter().map(|history| {
        let last = history.last().expect("a network has a history");
        LearnLoop {
            name: last.game.clone(),
            game: last.game.clone(),
            boards: different(&last.sizes),
            generations: generations(&history),
            ..nothing()
        }
    })
}

/// A loop with all that is known of it.
fn shown(standing: Standing, found: LearnLoop) -> LearnLoop {
    let Standing { aim, done, now, is_running, changed } = standing;
    let aim = aim.as_ref();
    // Older programs did not say what they were to do, but what they have done.
    let last = done.last();
    let game = aim.map(|aim| &aim.game).or(last.map(|last| &last.game));
    let sizes = aim.map(|aim| &aim.sizes).or(last.map(|last| &last.sizes));
    let kept = now.trained.len().div_ceil(POINTS).max(1);
    let end = now.trained.len();
    let steps = now.trained.iter().enumerate().filter(|(at, _)| (end - 1 - at).is_multiple_of(kept));
    let now = LearnNow {
        generation: now.generation,
        generations: aim.map(|aim| aim.generations),
        stage: word(now.stage).into(),
        games: now.games,
        games_wanted: aim.map(|aim| aim.games),
        positions: now.positions,
        trained: steps
            .map(|(_, trained)| LearnTrained {
                step: trained.step,
                of: trained.of,
                foresight: foresight(&trained.foresight),
            })
            .collect(),
        gate: (now.gate.games > 0).then(|| gate(&now.gate)),
        gate_most: aim.map(|aim| 2 * aim.pairs),
    };
    let since = changed.duration_since(SystemTime::UNIX_EPOCH);
    LearnLoop {
        game: game.cloned().unwrap_or_default(),
        boards: sizes.map(|sizes| different(sizes)).unwrap_or_default(),
        running: is_running,
        changed: since.ok().map(|since| since.as_secs_f64()),
        now: Some(now),
        generations: generations(&done),
        ..found
    }
}

fn word(stage: Stage) -> &'static str {
    match stage {
        Stage::Play => "play",
        Stage::Label => "label",
        Stage::Train => "train",
        Stage::Gate => "gate",
        Stage::Done => "done",
    }
}

/// Each board once: those that are played more often are named more often.
fn different(sizes: &[String]) -> Vec<String> {
    let mut sizes = sizes.to_vec();
    sizes.dedup();
    sizes
}

fn generations(done: &[Generation]) -> Vec<LearnGeneration> {
    let with = done.iter().zip(manifest::reached(done));
    with.map(|(generation, reached)| LearnGeneration {
        generation: generation.generation,
        games: generation.games,
        positions: generation.positions,
        proved: generation.proved,
        gate: gate(&generation.gate),
        fixed: generation.fixed.iter().map(fixed).collect(),
        reached,
        kept: generation.kept,
        boards: boards(generation),
    })
    .collect()
}

/// The boards of a generation, small ones first.
fn boards(generation: &Generation) -> Vec<LearnBoard> {
    let cells = |board: &str| {
        Game::named(&generation.game)
            .and_then(|game| Size::parse(game, board).ok())
            .map_or(usize::MAX, |size| Shape::of(size).len())
    };
    let mut boards: Vec<(&String, &Foresight)> = generation.foresight.iter().collect();
    boards.sort_by_key(|(board, _)| cells(board));
    boards
        .into_iter()
        .map(|(board, found)| LearnBoard { board: board.clone(), foresight: foresight(found) })
        .collect()
}

fn foresight(found: &Foresight) -> LearnForesight {
    let Foresight { positions, value, winners, policy, moves, shape, .. } = *found;
    LearnForesight { positions, value, policy, shape, winners, moves }
}

fn fixed(found: &Fixed) -> LearnFixed {
    LearnFixed { opponent: found.opponent.clone(), result: gate(&found.result) }
}

fn gate(found: &Match) -> LearnMatch {
    let interval =
        [found.score - found.within, found.score + found.within].map(|score| score.clamp(0.0, 1.0));
    let (games, score, elo) = (found.games, found.score, found.elo);
    LearnMatch { games, score, interval, elo, elo_interval: found.elo_interval() }
}

#[cfg(test)]
mod tests {
    use ::learn::standing::Aim;

    use super::*;

    #[test]
    fn loops_are_shown_as_their_folders_are_and_the_shipped_networks_after_them() {
        let folder = std::env::temp_dir().join(format!("robusto-learn-pages-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let pages = Loops::new(Some(folder.clone()));
        let names = |loops: &[LearnLoop]| loops.iter().map(|found| found.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&pages.loops().unwrap()), ["havannah", "hex", "y"]);

        let (first, second) = (folder.join("first"), folder.join("second"));
        for path in [&first, &second, &folder.join("something else")] {
            std::fs::create_dir_all(path).unwrap();
        }
        let sizes = ["8", "8", "10"].map(String::from).to_vec();
        let aim = Aim { game: "havannah".into(), sizes, games: 50, generations: 9, pairs: 40 };
        aim.note(&first).unwrap();
        let history = std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../search/src/networks/havannah.jsonl"
        ));
        // The third generation is just being written.
        let history = history.unwrap();
        let lines: Vec<&str> = history.lines().take(3).collect();
        let torn = format!("{}\n{}\n{}", lines[0], lines[1], &lines[2][..40]);
        std::fs::write(first.join("manifest.jsonl"), torn).unwrap();
        std::fs::write(second.join("manifest.jsonl"), "no line of a manifest\n").unwrap();

        let loops = pages.loops().unwrap();
        assert_eq!(names(&loops), ["first", "second", "havannah", "hex", "y"]);
        let [found, broken, shipped, _, _] = loops.try_into().unwrap();
        assert_eq!(
            (found.game.as_str(), found.boards, found.running),
            ("havannah", vec!["8".into(), "10".into()], false)
        );
        let now = found.now.unwrap();
        assert_eq!((now.generation, now.generations, now.stage.as_str()), (3, Some(9), "play"));
        assert_eq!((now.games, now.games_wanted, now.gate, now.gate_most), (0, Some(50), None, Some(80)));
        let [one, two] = found.generations.try_into().unwrap();
        assert!((two.reached - one.reached - two.gate.elo).abs() < 1e-9);
        let [low, high] = two.gate.elo_interval;
        assert!(low < two.gate.elo && two.gate.elo < high);
        let boards: Vec<&str> = one.boards.iter().map(|board| board.board.as_str()).collect();
        assert_eq!(boards, ["5", "6", "7", "8", "9", "10"]);
        assert!(broken.trouble.is_some() && broken.generations.is_empty());
        assert!(shipped.folder.is_none() && shipped.now.is_none() && shipped.generations.len() >= 3);

        // A loop's own folder shows that loop alone.
        let own = Loops::new(Some(first)).loops().unwrap();
        assert_eq!(names(&own), ["first", "havannah", "hex", "y"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
