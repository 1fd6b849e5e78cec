//! Many positions in a row: one question a line of standard input, one answer a line of standard output.
//!
//! Questions are answered by several threads, so answers come in any order and carry the `id` of their
//! question. A question that makes no sense gets an object with `error`, and the others go on.

use std::io::BufRead;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Limits, Player, Purpose};
use game::{Bits, Coords, Game, Move, Record, Shape, Size};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Args, limits, object};
use crate::exit::{Failure, Outcome};
use crate::interrupt;
use crate::output::Output;

/// Questions that wait; then whoever writes them has to.
const WAITING: usize = 64;
/// How often a thread without work looks whether there will be any.
const TICK: Duration = Duration::from_millis(50);

/// One question. What it leaves out is taken from the command line.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Query {
    id: Value,
    game: Option<String>,
    size: Option<Value>,
    moves: Option<Words>,
    visits: Option<u64>,
    time: Option<f64>,
    top: Option<usize>,
    avoid: Option<Words>,
    allow: Option<Words>,
}

/// A list of words, or a text with blanks between them.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
enum Words {
    List(Vec<String>),
    Text(String),
}

impl Words {
    fn joined(&self) -> String {
        match self {
            Words::List(words) => words.join(" "),
            Words::Text(text) => text.clone(),
        }
    }
}

/// A question that makes sense.
struct Task {
    id: Value,
    record: Record,
    limits: Limits,
    top: usize,
}

/// Runs the batch until the input ends or somebody interrupts it.
pub(super) fn run(args: &Args) -> Outcome {
    // A preset that does not exist is told before the first question.
    args.player.factory()?;
    let stop = interrupt::stop_flag();
    let (sender, lines) = sync_channel(WAITING);
    std::thread::spawn(move || read_lines(&sender));
    let lines = Mutex::new(lines);
    let (answers, told) = sync_channel(WAITING);
    let (mut asked, mut bad) = (0u64, 0u64);
    let result = std::thread::scope(|scope| {
        for _ in 0..args.player.thread_count() {
            let (answers, lines, stop) = (answers.clone(), &lines, &stop);
            scope.spawn(move || work(args, lines, &answers, stop));
        }
        drop(answers);
        let mut output = Output::open();
        for answer in told {
            asked += 1;
            bad += u64::from(answer.get("error").is_some());
            if let Err(closed) = output.json(&answer) {
                stop.store(true, Relaxed);
                return Err(closed);
            }
        }
        output.finish()
    });
    result?;
    match bad {
        0 => Ok(()),
        bad => Err(Failure::failed(format!("{bad} of {asked} questions could not be answered"))),
    }
}

fn read_lines(sender: &SyncSender<Vec<u8>>) {
    for line in std::io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return };
        if !line.trim_ascii().is_empty() && sender.send(line).is_err() {
            return;
        }
    }
}

/// Answers questions until there are no more. A thought that is interrupted still gives its answer.
fn work(args: &Args, lines: &Mutex<Receiver<Vec<u8>>>, answers: &SyncSender<Value>, stop: &Arc<AtomicBool>) {
    let mut seat: Option<(&'static Shape, Box<dyn Player>)> = None;
    while !stop.load(Relaxed) {
        let line = lines.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK);
        let line = match line {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let answer = match read(args, &line) {
            Ok(task) => answer(args, &task, &mut seat, stop),
            Err((id, why)) => json!({ "id": id, "error": why }),
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

fn answer(
    args: &Args,
    task: &Task,
    seat: &mut Option<(&'static Shape, Box<dyn Player>)>,
    stop: &AtomicBool,
) -> Value {
    let shape = task.record.shape();
    if !seat.as_ref().is_some_and(|(known, _)| std::ptr::eq(*known, shape)) {
        let Ok(factory) = args.player.factory() else {
            return json!({ "id": task.id, "error": "no player" });
        };
        let seating = args.player.seating(shape, Purpose::Analyse);
        let memory = seating.memory / seating.threads.max(1) as u64;
        *seat = Some((shape, factory.make(&engine::Seating { threads: 1, memory, ..seating })));
    }
    let (_, player) = seat.as_mut().expect("it was just taken");
    // An answer depends on its question alone, not on what was asked before.
    player.forget();
    let position = task.record.position();
    let mut thought = player.think(position, &task.limits, stop, &mut |_| {});
    task.limits.obey(position, &mut thought);
    let mut answer = object::thought(&task.record, &thought, task.top);
    answer["id"] = task.id.clone();
    answer
}

/// Reads a question; what is wrong with it comes back with its id, if it has one.
fn read(args: &Args, line: &[u8]) -> Result<Task, (Value, String)> {
    let value: Value =
        serde_json::from_slice(line).map_err(|error| (Value::Null, format!("not JSON: {error}")))?;
    let id = value.get("id").cloned().unwrap_or(Value::Null);
    let query: Query = serde_json::from_value(value).map_err(|error| (id.clone(), error.to_string()))?;
    task(args, query).map_err(|why| (id, why))
}

fn task(args: &Args, query: Query) -> Result<Task, String> {
    let shape = shape(args, &query)?;
    let moves = query.moves.as_ref().map(Words::joined).unwrap_or_default();
    let record = Record::from_moves(shape, &moves, Coords::Gui).map_err(|error| format!("moves: {error}"))?;
    if record.is_over() {
        return Err("moves: the game is over: there is nothing to analyse".into());
    }
    let limits = Limits { among: among(&record, &query)?, ..limits_of(args, &query)? };
    Ok(Task { id: query.id, record, limits, top: query.top.unwrap_or(args.top) })
}

fn shape(args: &Args, query: &Query) -> Result<&'static Shape, String> {
    if query.game.is_none() && query.size.is_none() {
        return args.position.shape().map_err(|failure| failure.sentence());
    }
    let game = match &query.game {
        Some(word) => {
            Game::named(word).ok_or_else(|| format!("game: {word:?} is not {}", Game::choices()))?
        }
        None => args.position.game(),
    };
    let size = match &query.size {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(_) => return Err("size: it is a number or a text".into()),
        None => game.usual_size().to_string(),
    };
    Size::parse(game, &size).map(Shape::of).map_err(|error| format!("size: {error}"))
}

fn limits_of(args: &Args, query: &Query) -> Result<Limits, String> {
    if query.visits.is_none() && query.time.is_none() {
        return Ok(limits(&args.limits));
    }
    if query.visits == Some(0) {
        return Err("visits: it is a positive whole number".into());
    }
    let seconds = |seconds: f64| {
        engine::params::read_seconds(&seconds.to_string()).map_err(|error| format!("time: {error}"))
    };
    let time = query.time.map(seconds).transpose()?;
    Ok(Limits { visits: query.visits, time, whole: true, ..Limits::default() })
}

/// The cells that may be chosen: those allowed, less those avoided.
fn among(record: &Record, query: &Query) -> Result<Option<Bits<10>>, String> {
    if query.avoid.is_none() && query.allow.is_none() {
        return Ok(None);
    }
    let mut among = record.position().empty_cells();
    if let Some(allowed) = &query.allow {
        among = among & cells(record, "allow", allowed)?;
    }
    if let Some(avoided) = &query.avoid {
        among = among - cells(record, "avoid", avoided)?;
    }
    if among.is_empty() { Err("avoid, allow: no move is left".into()) } else { Ok(Some(among)) }
}

fn cells(record: &Record, field: &str, words: &Words) -> Result<Bits<10>, String> {
    let mut cells = Bits::<10>::EMPTY;
    for word in words.joined().split_whitespace() {
        match Move::parse(record.shape(), word, Coords::Gui) {
            Ok(Move::Cell(cell)) => cells.insert(cell),
            _ => return Err(format!("{field}: {word:?} is not a cell")),
        }
    }
    Ok(cells)
}
