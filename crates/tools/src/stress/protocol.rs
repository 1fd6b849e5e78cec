//! Stress for a whole table with the real player, longer than a test should take.
//!
//! Random commands over the protocol: moves, legal or not, taken back, new boards from the tiniest to the largest, moves of the player at a thousandth of
//! a second, analyses and pondering that are broken off by whatever comes next, games to their end and beyond, and a quit in the midst
//! of an analysis. It ends with an error if an answer is not one or if the table does not end.

use std::io::{self, BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use engine::AllPlayers;
use game::{Coords, Game, Shape, Size, cell_name};
use gtp::{Desk, GtpOptions, serve};
use search::random::Random;

const SIZES: [&str; 9] = ["2", "3", "4", "5", "6", "8", "10", "12", "15"];

/// A table on a thread of its own, and the pipes to it.
struct Table {
    input: io::PipeWriter,
    output: BufReader<io::PipeReader>,
    thread: std::thread::JoinHandle<()>,
}

impl Table {
    fn new() -> io::Result<Table> {
        let options = GtpOptions {
            move_time: Some(Duration::from_millis(1)),
            threads: Some(2),
            memory: Some(32 << 20),
            ponder: true,
            ..GtpOptions::default()
        };
        let mut desk: Desk = options.desk(&AllPlayers::new()).expect("options that make a table");
        let (their_input, input) = io::pipe()?;
        let (output, mut their_output) = io::pipe()?;
        let thread = std::thread::spawn(move || serve(&mut desk, their_input, &mut their_output));
        Ok(Table { input, output: BufReader::new(output), thread })
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())
    }

    /// Reads up to the empty line; the first line must be an answer.
    fn answer(&mut self, command: &str) -> io::Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line)?;
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            lines.push(line.to_string());
        }
        assert!(lines.first().is_some_and(|line| line.starts_with(['=', '?'])), "{command}: {lines:?}");
        Ok(lines)
    }
}

/// What was done so far.
#[derive(Debug, Default)]
struct Done {
    commands: u64,
    refused: u64,
    analyses: u64,
    moves: u64,
    games: u64,
    slowest: Duration,
}

/// `stress protocol`.
pub fn run(seconds: f64) -> io::Result<()> {
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut done = Done::default();
    let mut tables = 0;
    let mut random = Random::new(5);
    while Instant::now() < end {
        let mut table = Table::new()?;
        tables += 1;
        let pause = Instant::now() + Duration::from_secs(10);
        let mut shape = Shape::of(Size::havannah(4).expect("a legal size"));
        table.say("boardsize 4")?;
        table.answer("boardsize")?;
        while Instant::now() < pause.min(end) {
            step(&mut table, &mut shape, &mut random, &mut done)?;
        }
        // The quit comes in the midst of an analysis.
        table.say("clear_board\nlz-analyze 1\nquit")?;
        table.thread.join().expect("the table ends in peace");
    }
    println!(
        "{seconds} s, {tables} tables that were left in the midst of an analysis: {done:?}; peak resident {} MB",
        peak()
    );
    Ok(())
}

/// One random command.
fn step(
    table: &mut Table,
    shape: &mut &'static Shape,
    random: &mut Random,
    done: &mut Done,
) -> io::Result<()> {
    let cell = shape.cells().nth(random.below(shape.len())).expect("a cell of the board");
    let cell = cell_name(shape, cell, Coords::Gui);
    let colour = ["w", "b"][random.below(2)];
    let command = match random.below(100) {
        0 => {
            let size = SIZES[random.below(SIZES.len())];
            *shape = Shape::of(Size::parse(Game::Havannah, size).expect("a legal size"));
            format!("boardsize {size}")
        }
        1 => "clear_board".into(),
        2..40 => format!("play {colour} {cell}"),
        40..62 => "undo".into(),
        62..90 => format!("genmove {colour}"),
        90..93 => format!("lz-genmove_analyze {colour} 1 maxmoves 2"),
        _ => {
            // Broken off by the command after it.
            table.say(&format!("lz-analyze {colour} 1"))?;
            std::thread::sleep(Duration::from_micros(random.below(20_000) as u64));
            table.say("showboard")?;
            table.answer("lz-analyze")?;
            done.analyses += 1;
            table.answer("showboard")?;
            return Ok(());
        }
    };
    let begin = Instant::now();
    table.say(&command)?;
    let lines = table.answer(&command)?;
    done.commands += 1;
    done.refused += u64::from(lines[0].starts_with('?'));
    if command.starts_with("genmove") && lines[0].starts_with('=') {
        done.moves += 1;
        done.slowest = done.slowest.max(begin.elapsed());
    }
    if lines[0].contains("over") {
        done.games += 1;
        table.say("clear_board")?;
        table.answer("clear_board")?;
    }
    Ok(())
}

/// The peak of resident memory in megabytes, where the system can tell.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).unwrap_or(0) / 1024
}
