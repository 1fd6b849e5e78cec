//! `robusto review`: the mistakes of finished games, with what would have been better, and how each player did.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use engine::Purpose;
use engine::review::{Difficulty, Judgement, Quality, Score, review};
use game::{Colour, Coords, Outcome as Result, Record, cell_name};
use serde_json::{Value, json};

use crate::exit::{self, Failure, Outcome};
use crate::files;
use crate::output::Output;
use crate::seating::{LimitArgs, PlayerArgs};

const EXAMPLES: &str = "\
Examples:
  robusto review game.sgf --time 1
  robusto review games/ --visits 2000 --json";

/// Find the mistakes of finished games.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Game files, or directories to look through for .sgf and .hgf files
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,

    /// For every moment of a game, one second without it
    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    player: PlayerArgs,

    /// Print a JSON object a move, and at the end one a player
    #[arg(long)]
    json: bool,

    /// Print all moves, not the mistakes alone
    #[arg(long)]
    all: bool,
}

/// How somebody did in all games.
#[derive(Default)]
struct Total {
    games: usize,
    score: Score,
}

/// Runs the command. Bad files do not stop it; they make it fail at the end.
pub fn run(args: Args) -> Outcome {
    let mut found: Vec<PathBuf> = Vec::new();
    for path in &args.paths {
        files::visit_games(path, &mut |file, error| match error {
            None => {
                found.push(file.into());
                Ok(())
            }
            Some(error) => Err(files::in_file(file, error)),
        })?;
    }
    let mut output = Output::open();
    let mut totals: BTreeMap<String, Total> = BTreeMap::new();
    let mut bad = 0;
    for (i, file) in found.iter().enumerate() {
        let record = match files::read_game(file) {
            Ok(record) => record,
            Err(Failure::Failed(error)) if found.len() > 1 => {
                exit::say(&format!("{error:#}"));
                bad += 1;
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let progress = Progress::new(format!("{}/{}", i + 1, found.len()), file, record.len());
        let mut player = args.player.player(record.shape(), Purpose::Review)?;
        let limits = args.limits.limits(1);
        let judged = review(&record, &mut *player, &limits, &AtomicBool::new(false), &mut |judgement| {
            progress.show(judgement.ply);
        });
        progress.clear();
        show(&mut output, &args, file, &record, &judged)?;
        for colour in Colour::BOTH {
            let own = || judged.iter().filter(|judgement| judgement.colour == colour);
            if let Some(first) = own().next_back() {
                let total = totals.entry(name(first, &record)).or_default();
                total.games += 1;
                own().for_each(|judgement| total.score.add(judgement));
            }
        }
    }
    summarise(&mut output, args.json, &totals)?;
    output.finish()?;
    match bad {
        0 => Ok(()),
        bad => Err(Failure::failed(format!("{bad} of {} files could not be read", found.len()))),
    }
}

/// Who made a move: a name, or else the colour.
fn name(judgement: &Judgement, record: &Record) -> String {
    match judgement.player(record) {
        "" => judgement.colour.to_string(),
        name => name.into(),
    }
}

fn show(output: &mut Output, args: &Args, file: &Path, record: &Record, judged: &[Judgement]) -> Outcome {
    if args.json {
        return judged.iter().try_for_each(|judgement| output.json(&object(file, record, judgement)));
    }
    let (game, size) = (record.shape().game().word(), record.shape().size());
    let result = match record.result().or(record.listed) {
        Some(Result::Win(colour)) => format!("{colour} wins"),
        Some(Result::Draw) => "a draw".into(),
        None => "not finished".into(),
    };
    output.line(&format!("{}: {game} {size}, {} moves, {result}", file.display(), record.len()))?;
    let is_shown = |judgement: &&Judgement| args.all || judgement.quality > Quality::Good;
    for judgement in judged.iter().filter(is_shown) {
        output.line(&row(record, judgement))?;
    }
    if judged.iter().filter(is_shown).count() == 0 {
        output.line("  no mistakes")?;
    }
    Ok(())
}

fn object(file: &Path, record: &Record, judgement: &Judgement) -> Value {
    let cell = |cell| cell_name(record.shape(), cell, Coords::Gui);
    json!({
        "file": file.display().to_string(),
        "ply": judgement.ply,
        "colour": judgement.colour.word(),
        "player": judgement.player(record),
        "move": judgement.mv.name(record.shape(), Coords::Gui),
        "best": judgement.best.map(cell),
        "before": judgement.before,
        "after": judgement.after,
        "lost": judgement.lost,
        "verdict": judgement.quality.word(),
        "difficulty": judgement.difficulty.map(Difficulty::word),
        "proved": judgement.is_proved,
    })
}

fn row(record: &Record, judgement: &Judgement) -> String {
    let percent = |share: f32| format!("{:.0} %", share * 100.0);
    let best = judgement.best.map(|cell| cell_name(record.shape(), cell, Coords::Gui)).unwrap_or_default();
    let better = match judgement.difficulty {
        _ if judgement.quality == Quality::Best => String::new(),
        Some(Difficulty::Hard) => format!("better {best} (hard)"),
        Some(Difficulty::Easy) => format!("better {best} (easy)"),
        _ => format!("better {best}"),
    };
    format!(
        "  {:>3}  {:<5}  {:<5}  {:>5} -> {:>5}  {:<10}  {:<17}  {}{}",
        judgement.ply,
        judgement.colour.to_string(),
        judgement.mv.name(record.shape(), Coords::Gui),
        percent(judgement.before),
        percent(judgement.after),
        judgement.quality.word(),
        better,
        name(judgement, record),
        if judgement.is_proved { "  (proved)" } else { "" },
    )
}

fn summarise(output: &mut Output, json: bool, totals: &BTreeMap<String, Total>) -> Outcome {
    if !json && !totals.is_empty() {
        output.line(
            "\nplayer                games  moves  accuracy  inaccuracies  mistakes  blunders  proved",
        )?;
    }
    for (player, Total { games, score }) in totals {
        let [inaccuracies, mistakes, blunders] = score.faults;
        let (moves, accuracy, proved) = (score.moves, score.accuracy(), score.proved);
        if json {
            output.json(&json!({ "summary": {
                "player": player, "games": games, "moves": moves, "accuracy": accuracy, "inaccuracies": inaccuracies,
                "mistakes": mistakes, "blunders": blunders, "proved": proved,
            }}))?;
        } else {
            let percent = format!("{:.1} %", accuracy * 100.0);
            output.line(&format!(
                "{player:<20}  {games:>5}  {moves:>5}  {percent:>8}  {inaccuracies:>12}  {mistakes:>8}  {blunders:>8}  {proved:>6}"
            ))?;
        }
    }
    Ok(())
}

/// A line in the terminal that says how far a review is; nothing where there is no terminal.
struct Progress {
    is_on: bool,
    head: String,
    total: usize,
}

impl Progress {
    fn new(count: String, file: &Path, total: usize) -> Progress {
        let head = format!("{count} {}", file.display());
        Progress { is_on: std::io::stderr().is_terminal(), head, total }
    }

    fn show(&self, ply: usize) {
        self.write(&format!("{}: move {ply} of {}", self.head, self.total));
    }

    fn clear(&self) {
        self.write("");
    }

    fn write(&self, text: &str) {
        if self.is_on {
            // The line is cleared and written anew.
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        }
    }
}
