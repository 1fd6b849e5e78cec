//! `robusto learn`: the loop of self-play and learning, with live progress.

mod crew;
mod hand_on;

use std::io::{IsTerminal, Stderr, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use game::{Game, Size};
use learn::gate::Opponent;
use learn::manifest::{self, Fixed};
use learn::play::Plan;
use learn::portion::Stage;
use learn::run::{Loop, Options, Progress};
use learn::train::Course;

use crate::exit::{self, Failure, Outcome};
use crate::interrupt;
pub use crew::hand;

const EXAMPLES: &str = "\
Examples:
  robusto learn --size 4 --games 200                          from random weights, in minutes
  robusto learn --game hex --size 7,9,11 --teacher rave       first from games of a player without network
  robusto learn --size 5,6,7,8 --from FILE --generations 20   goes on from a network
  robusto learn --size 6,8 --against castro-nodist:4000       and plays every new network against that player
  robusto learn --size 8 --database postgres://lab@server/lab games are played by all workers of that database
  robusto play --set network=FILE --preset puct               plays with what was learned
  robusto learn export FOLDER > games.jsonl                   its games as lines of JSON
  robusto learn import games.jsonl --folder OTHER             and into another loop

Ctrl-C ends the loop, and the same command goes on with it. Everything is kept in the folder that is named at the start.";

/// Teach a network by games against itself.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    what: Option<hand_on::What>,

    /// The game
    #[arg(long, value_name = "GAME", value_parser = crate::position::read_game_name, default_value = "havannah")]
    game: Game,

    /// The boards, by commas; a board that is named twice is played twice as often
    #[arg(long, value_name = "SIZES", default_value = "5")]
    size: String,

    /// Games a generation
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,

    /// Generations in all
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    generations: u32,

    /// Simulations of the moves that are learned
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(8..=10_000_000))]
    visits: u32,

    /// Times that every position is learned
    #[arg(long, value_name = "N", default_value_t = 4.0)]
    passes: f32,

    /// Steps of learning a generation, at the least: few positions are learned more often
    // The rate alone takes 50 to warm up. After 200 games of size 4 a network from random weights scored 51 % against its
    // predecessor with 37 steps and 80 % with 361 (docs/results/strength/learning.md).
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    steps: u32,

    /// Generations whose games are learned from
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1000))]
    window: u32,

    /// Pairs of games that decide whether a new network is kept, at the most
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pairs: u32,

    /// Opponents that stay the same, by commas, each a preset and its simulations a move: every new network plays them,
    /// too, and is not kept if it does worse there than the one before
    #[arg(long, value_name = "P:N", value_delimiter = ',', value_parser = read_opponent)]
    against: Vec<Opponent>,

    /// Residual blocks of a network that begins with random weights
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=16))]
    blocks: u8,

    /// Begin with the network of this file instead of random weights
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// The preset that plays with the network
    #[arg(long, value_name = "P", default_value = "puct")]
    preset: String,

    /// The preset that plays the games of the first generation: one that needs no network
    #[arg(long, value_name = "P")]
    teacher: Option<String>,

    /// Threads that play and learn
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,

    /// The seed of everything
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Where everything is kept; without it a folder in the user's data
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    crew: crew::CrewArgs,
}

/// The memory of a prover that labels.
const PROVER: usize = 64 << 20;

/// Who labels on a board, if it is small enough.
fn prover(shape: &'static game::Shape) -> Option<Box<dyn search::prover::Prover>> {
    solve::queries::on(shape, PROVER)
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    if let Some(what) = args.what {
        return hand_on::run(what);
    }
    let options = options(&args)?;
    exit::say(&format!("learning in {}", options.folder.display()));
    if let Some(from) = &args.from {
        begin_with(from, &options)?;
    }
    let stop = interrupt::stop_flag();
    let mut show = Show::new();
    let mut watch = |progress: Progress| show.tell(progress);
    let result = if args.crew.database.is_some() {
        let name = options.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let learn =
            |crew: &mut crew::Crew| Loop::open(&options, &prover, &stop, &mut watch)?.with(crew).run();
        crew::with_crew(&args.crew, &name, options.threads, &stop, learn, |done| matches!(done, Ok(true)))?
    } else {
        Loop::open(&options, &prover, &stop, &mut watch).and_then(|mut learning| learning.run())
    };
    let is_done = result.map_err(Failure::failed)?;
    drop(show);
    let done = manifest::read(&options.folder.join("manifest.jsonl"))?;
    let mut out = std::io::stdout();
    write!(out, "{}", manifest::curve(&done))?;
    if is_done {
        writeln!(out, "{}", options.folder.join("best.net").display())?;
        Ok(())
    } else {
        Err(Failure::RanOut)
    }
}

fn read_opponent(text: &str) -> Result<Opponent, String> {
    let wrong = || format!("{text} is not a preset and a number of simulations, as castro-nodist:2000 is");
    let (preset, visits) = text.split_once(':').ok_or_else(wrong)?;
    let visits = visits.parse().ok().filter(|visits| (1..=100_000_000).contains(visits)).ok_or_else(wrong)?;
    if !search::presets::NAMES.contains(&preset) {
        return Err(format!("there is no preset named {preset:?}"));
    }
    Ok(Opponent { preset: preset.into(), visits })
}

fn options(args: &Args) -> Outcome<Options> {
    let size = |text: &str| {
        Size::parse(args.game, text.trim()).map_err(|error| Failure::usage(format!("--size: {error}")))
    };
    let sizes = args.size.split(',').map(size).collect::<Outcome<Vec<Size>>>()?;
    if sizes.iter().any(|size| search::networks::features::of(game::Shape::of(*size)).is_none()) {
        return Err(Failure::usage("--size: on so small a board there is nothing to learn"));
    }
    if !(0.1..=1000.0).contains(&args.passes) {
        return Err(Failure::usage(format!("--passes {}: it is between 0.1 and 1000", args.passes)));
    }
    let usual = || {
        let name = format!("{}-{}", args.game, args.size.replace(',', "-"));
        Some(engine::folders::data()?.join("learn").join(name))
    };
    let folder = args
        .folder
        .clone()
        .or_else(usual)
        .ok_or_else(|| Failure::usage("--folder is needed: the user has no home"))?;
    Ok(Options {
        folder,
        sizes,
        games: args.games as usize,
        generations: args.generations as usize,
        window: args.window as usize,
        preset: args.preset.clone(),
        teacher: args.teacher.clone(),
        plan: Plan { visits: args.visits.into(), ..Plan::default() },
        course: Course {
            passes: args.passes,
            threads: args.threads.into(),
            seed: args.seed.into(),
            ..Course::default()
        },
        least_steps: args.steps as usize,
        blocks: args.blocks.into(),
        pairs: args.pairs as usize,
        opponents: args.against.clone(),
        threads: args.threads.into(),
        portion: args.crew.portion.into(),
    })
}

/// Puts a network at the beginning of a loop that has none yet.
fn begin_with(from: &std::path::Path, options: &Options) -> Outcome {
    let best = options.folder.join("best.net");
    if best.exists() {
        return Ok(());
    }
    let network = search::networks::tower::file::Network::load(&from.display().to_string())
        .map_err(|error| Failure::failed(format!("{}: {error}", from.display())))?;
    std::fs::create_dir_all(&options.folder)?;
    learn::files::replace(&best, &network.to_bytes())?;
    Ok(())
}

/// Time between two lines of what goes on, where they cannot be written over.
const PAUSE: Duration = Duration::from_secs(60);

/// Progress: one line that changes for what goes on, and a line that stays for what is done. Where lines cannot be written
/// over, as in a file, what goes on has a line now and then.
struct Show<W: Write> {
    out: W,
    is_live: bool,
    /// Whether a line that changes stands there.
    is_open: bool,
    /// When the last line was written that stays.
    last: Instant,
    pause: Duration,
}

impl Show<Stderr> {
    fn new() -> Show<Stderr> {
        let out = std::io::stderr();
        Show { is_live: out.is_terminal(), out, is_open: false, last: Instant::now(), pause: PAUSE }
    }
}

impl<W: Write> Show<W> {
    fn tell(&mut self, progress: Progress) {
        match progress {
            Progress::Played { generation, games, of, positions } => {
                let line = format!("generation {generation}: {games}/{of} games, {positions} positions");
                self.line(&line, games == of);
            }
            Progress::Trained { step, of, score } => {
                self.line(&format!("step {step}/{of}: {score}"), step == of)
            }
            Progress::Tested(boards) => {
                for (board, score) in boards {
                    self.line(&format!("  size {board}: {score}"), true);
                }
            }
            Progress::Gated(stage, now) => {
                let against = if stage == Stage::Fixed { " against the fixed opponents" } else { "" };
                let line = format!(
                    "match{against}: {:.1} % ±{:.1} of {} games",
                    100.0 * now.score,
                    100.0 * now.within,
                    now.games
                );
                self.line(&line, false);
            }
            Progress::Done(generation) => {
                let word = if generation.kept { "kept" } else { "not kept" };
                let gate = generation.gate;
                let line = format!(
                    "generation {} is {word}: {:+.0} Elo, {:.1} % ±{:.1} of {} games",
                    generation.generation,
                    gate.elo,
                    100.0 * gate.score,
                    100.0 * gate.within,
                    gate.games
                );
                self.line(&line, true);
                for Fixed { opponent, result } in &generation.fixed {
                    let [low, high] = result.elo_interval();
                    let line = format!(
                        "  against {opponent}: {:+.0} Elo [{low:+.0}, {high:+.0}], {:.1} % of {} games",
                        result.elo,
                        100.0 * result.score,
                        result.games
                    );
                    self.line(&line, true);
                }
            }
        }
    }

    /// Shows a line. One that changes stands there until the next one, or, where that cannot be, is shown once in a while.
    fn line(&mut self, text: &str, stays: bool) {
        let stays = stays || !self.is_live && self.last.elapsed() >= self.pause;
        if stays {
            self.last = Instant::now();
        }
        let over = if self.is_live { "\r\x1b[K" } else { "" };
        let end = if stays { "\n" } else { "" };
        if self.is_live || stays {
            let _ = write!(self.out, "{over}{text}{end}");
            let _ = self.out.flush();
        }
        self.is_open = self.is_live && !stays;
    }
}

impl<W: Write> Drop for Show<W> {
    fn drop(&mut self) {
        if self.is_open {
            let _ = writeln!(self.out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written of three moments of a generation's games.
    fn shown(is_live: bool, pause: Duration) -> String {
        let mut out = Vec::new();
        let mut show = Show { out: &mut out, is_live, is_open: false, last: Instant::now(), pause };
        for games in [1, 2, 3] {
            show.tell(Progress::Played { generation: 1, games, of: 3, positions: 10 * games });
        }
        drop(show);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_log_has_a_line_now_and_then_and_a_terminal_one_that_changes() {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let last = "generation 1: 3/3 games, 30 positions";
        assert_eq!(lines(&shown(false, PAUSE)), [last]);
        let each = lines(&shown(false, Duration::ZERO));
        assert_eq!((each.len(), each[0].as_str()), (3, "generation 1: 1/3 games, 10 positions"));
        let live = shown(true, PAUSE);
        assert_eq!((live.matches('\r').count(), live.matches('\n').count()), (3, 1));
        assert!(live.ends_with(&format!("{last}\n")));
    }
}
