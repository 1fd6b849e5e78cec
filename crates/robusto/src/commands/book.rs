//! `robusto book`: opening books that learn from games. The player uses one with `--book FILE` or the setting `book`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Subcommand;
use engine::book::Book;
use engine::book::player::{BookPlayer, look_outside};
use engine::{Limits, Moment, Player, Purpose};
use game::{Cell, Coords, Move, Outcome as Ending, Record, Shape, cell_name};

use crate::exit::{self, Failure, Outcome};
use crate::files;
use crate::output::Output;
use crate::position::BoardArgs;
use crate::seating::{LimitArgs, PlayerArgs};

const EXAMPLES: &str = "\
Examples:
  robusto book build opening.book --size 5 --games 20 --time 0.5
  robusto book import opening.book games/ --size 5
  robusto book show opening.book --moves \"c3\"
  robusto play --size 5 --book opening.book";

/// Opening books.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Play games against oneself and learn from each; a book that exists is continued
    Build(Build),
    /// Show what a book says about a position
    Show(Show),
    /// Learn from game files
    Import(Import),
}

#[derive(clap::Args, Debug)]
struct Build {
    /// The book
    file: PathBuf,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 10)]
    games: u32,
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    player: PlayerArgs,
}

#[derive(clap::Args, Debug)]
struct Show {
    /// The book
    file: PathBuf,
    /// Moves so far
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

#[derive(clap::Args, Debug)]
struct Import {
    /// The book; it is made if there is none
    file: PathBuf,
    /// Game files, or folders of them; games with swaps, games that are not over and games on other boards
    /// are left out
    #[arg(required = true, value_name = "FILE|DIR")]
    games: Vec<PathBuf>,
    #[command(flatten)]
    board: BoardArgs,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    match args.what {
        What::Build(args) => build(&args),
        What::Show(args) => show(&args),
        What::Import(args) => import(&args),
    }
}

/// The book in a file.
fn read(file: &Path) -> Outcome<Book> {
    let text = std::fs::read_to_string(file).map_err(|error| files::in_file(file, error))?;
    Book::read(&text).map_err(|error| files::in_file(file, error))
}

/// The same, or an empty one for the board where there is no file.
fn read_or_new(file: &Path, shape: &'static Shape) -> Outcome<Book> {
    if !file.exists() {
        return Ok(Book::new(shape));
    }
    let book = read(file)?;
    match std::ptr::eq(book.shape(), shape) {
        true => Ok(book),
        false => Err(files::in_file(file, format!("the book is for size {}", book.shape().size()))),
    }
}

fn build(args: &Build) -> Outcome {
    let shape = args.board.shape()?;
    let mut book = read_or_new(&args.file, shape)?;
    let limits = args.limits.limits(1);
    for number in 1..=args.games {
        let own = Arc::new(book.clone());
        let mut player = BookPlayer::new(own, args.player.player(shape, Purpose::Play)?);
        let mut game = Record::new(shape);
        while !game.is_over() {
            let cell = think(&mut player, game.position(), &limits).expect("the game goes on").0;
            game.play(Move::Cell(cell)).map_err(|error| Failure::failed(error.to_string()))?;
        }
        let mut judge = args.player.player(shape, Purpose::Analyse)?;
        let (moves, outcome) = line(&game).expect("a game without swaps that is over");
        let new =
            book.learn(&moves, outcome, |position, inside| local(&mut *judge, position, inside, &limits));
        files::write(Some(&args.file), book.write().as_bytes())?;
        exit::say(&format!(
            "game {number}: {} moves, {new} new positions, {} in all",
            game.len(),
            book.len()
        ));
    }
    Ok(())
}

fn think(player: &mut dyn Player, position: &Moment, limits: &Limits) -> Option<(Cell, f32)> {
    let thought = player.think(position, limits, &AtomicBool::new(false), &mut |_| {});
    thought.candidates.first().map(|best| (best.cell, best.win_rate))
}

/// The value of the best move outside the book.
fn local(player: &mut dyn Player, position: &Moment, inside: &[Cell], limits: &Limits) -> Option<f32> {
    let mut thought = player.think(position, limits, &AtomicBool::new(false), &mut |_| {});
    look_outside(&mut thought, inside);
    thought.candidates.first().filter(|best| !inside.contains(&best.cell)).map(|best| best.win_rate)
}

/// The moves of a game that is over and has no swap, and how it ended.
fn line(game: &Record) -> Option<(Vec<Cell>, Ending)> {
    let cells = game.moves().iter().map(|&mv| if let Move::Cell(cell) = mv { Some(cell) } else { None });
    if !game.set_up_stones().is_empty() {
        return None;
    }
    Some((cells.collect::<Option<Vec<Cell>>>()?, game.result()?))
}

fn show(args: &Show) -> Outcome {
    let book = read(&args.file)?;
    let (shape, moves) = (book.shape(), args.moves.as_deref().unwrap_or_default());
    let game = Record::from_moves(shape, moves, Coords::Gui)
        .map_err(|error| Failure::usage(format!("--moves: {error}")))?;
    let position = game.position();
    let mut output = Output::open();
    output.line(&format!("{} size {}, {} positions", shape.game().word(), shape.size(), book.len()))?;
    if !book.has(position) {
        output.line("the position is not in the book")?;
        return output.finish();
    }
    let outside = book.local(position).map_or("not looked at".into(), |value| format!("{value:.3}"));
    output.line(&format!("value {:.3}, best outside the book {outside}", book.value(position)))?;
    for known in book.moves(position) {
        output.line(&format!("{:<5} {:.3}", cell_name(shape, known.cell, Coords::Gui), known.value))?;
    }
    output.finish()
}

/// What became of the games that were to be learned from.
#[derive(Default)]
struct Sums {
    learned: usize,
    new: usize,
    other_boards: usize,
    unfit: usize,
    bad: usize,
}

fn import(args: &Import) -> Outcome {
    let mut book = if args.file.exists() { Some(read(&args.file)?) } else { None };
    if book.is_none() && args.board.is_named() {
        book = Some(Book::new(args.board.shape()?));
    }
    let mut sums = Sums::default();
    for path in &args.games {
        files::visit_games(path, &mut |file, error| {
            let game = match error {
                Some(error) => Err(files::in_file(file, error)),
                None => files::read_game(file),
            };
            take_in(game, &mut book, &mut sums);
            Ok(())
        })?;
    }
    if let Some(book) = book.as_ref().filter(|_| sums.learned > 0) {
        files::write(Some(&args.file), book.write().as_bytes())?;
    }
    let Sums { learned, new, other_boards, unfit, bad } = sums;
    exit::say(&format!(
        "{learned} games, {new} new positions; left out: {other_boards} on other boards, {unfit} with a swap, \
         set up or not over, {bad} that cannot be read"
    ));
    match (learned, bad) {
        (0, _) => Err(Failure::failed(format!("{}: there is no game to learn from", args.file.display()))),
        (_, 0) => Ok(()),
        (_, bad) => Err(Failure::failed(format!("{bad} games could not be read"))),
    }
}

/// Learns from a game, or counts why not. The first game that fits chooses the board of a new book.
fn take_in(game: Outcome<Record>, book: &mut Option<Book>, sums: &mut Sums) {
    let game = match game {
        Ok(game) => game,
        Err(failure) => {
            sums.bad += 1;
            exit::say(&failure.sentence());
            return;
        }
    };
    if book.as_ref().is_some_and(|book| !std::ptr::eq(book.shape(), game.shape())) {
        sums.other_boards += 1;
        return;
    }
    let Some((moves, outcome)) = line(&game) else {
        sums.unfit += 1;
        return;
    };
    let book = book.get_or_insert_with(|| Book::new(game.shape()));
    sums.new += book.learn(&moves, outcome, |_, _| None);
    sums.learned += 1;
}
