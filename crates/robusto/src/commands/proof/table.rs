//! `robusto proof table`: makes the table of openings of a board, and holds it against the solver.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use solve::answer::{Budget, Limits, Moment, Task, Verdict};
use solve::dice::Dice;
use solve::library::{self, Solved};
use solve::method::{Method, prove};
use solve::opening_table::{self, MOST_STONES, OpeningTable};
use solve::openings::{Opening, read_line, write_line};
use solve::position::Position;
use solve::proof::Proof;
use solve::shape::Shape;
use solve::small;

use crate::exit::{Failure, Outcome};
use crate::files;
use crate::output::Output;
use crate::position::BoardArgs;

/// Make a table of the positions with three stones, or check the one that comes with the program.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    /// What `robusto solve --openings --plies 3 --checkpoint DIR` has written into DIR/openings.txt
    #[arg(long, value_name = "FILE")]
    notes: Option<PathBuf>,

    /// Write the table to this file: the one that comes with the program, the notes, and what the certificates of the
    /// library prove of such positions
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write to this file what the certificates of the library answer to positions with more stones
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,

    /// Solve so many positions of the shipped table anew, without it, and compare
    #[arg(long, value_name = "N", default_value_t = 0)]
    check: usize,

    /// Most nodes for one of them
    #[arg(long, value_name = "NODES", default_value_t = 3_000_000)]
    nodes: u64,

    /// Choose other ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Stones of the positions in a table.
const PLIES: usize = 3;

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let size = args.board.shape()?.size();
    let shape = small::shape_of(size);
    let shape = shape
        .ok_or_else(|| Failure::usage("--size: tables are for small boards without sides of a colour"))?;
    let mut output = Output::open();
    if let Some(file) = &args.output {
        let text = make(&args, &shape, &size.to_string())?;
        let table =
            OpeningTable::read(small::shape_of(size).expect("it fitted"), &text).map_err(Failure::failed)?;
        files::write(Some(file), text.as_bytes())?;
        let counts: Vec<String> = table.counts().iter().map(usize::to_string).collect();
        output.line(&format!(
            "{}: values of {} positions with 0, 1, ... stones",
            file.display(),
            counts.join(", ")
        ))?;
    }
    if let Some(file) = &args.answers {
        let answers = answers(&shape, &size.to_string())?;
        files::write(Some(file), &opening_table::write_answers(&answers))?;
        output.line(&format!("{}: answers to {} positions", file.display(), answers.len()))?;
    }
    if args.check > 0 {
        check(&args, &shape, &mut output)?;
    }
    output.finish()
}

/// What the certificates of openings answer to positions with more stones than the table has, by their keys.
fn answers(shape: &Shape, size: &str) -> Outcome<BTreeMap<u64, usize>> {
    let keys = OpeningTable::read(Shape::new(shape.size()).expect("a board"), "").map_err(Failure::failed)?;
    let mut answers = BTreeMap::new();
    for solved in won_openings(size) {
        let file = &solved.entry.file;
        let bytes = solved.bytes().ok_or_else(|| Failure::failed(format!("{file} is not there")))?;
        let proof = Proof::check(&bytes, &verify::Limits::default(), &mut |_| true);
        let proof = proof.map_err(|why| Failure::failed(format!("{file}: {why}")))?;
        let start = Position::after(shape, &[opening_of(shape, solved)?]).expect("one stone wins nothing");
        // Vertices of the other side's turn, with the position there.
        let mut left = vec![(proof.roots[0], start)];
        while let Some((vertex, position)) = left.pop() {
            for &reply in &proof.vertices[vertex].children {
                let cell = proof.vertices[reply].cell.expect("a reply is a move");
                let position = position.played(shape, cell);
                let Some(&answer) = proof.vertices[reply].children.first() else { continue };
                let cell = proof.vertices[answer].cell.expect("an answer is a move");
                let stones = position.count() as usize;
                if stones > PLIES {
                    let (key, image) = keys.key_with(&position, cell);
                    answers.entry(key).or_insert(image);
                }
                if stones + 2 <= MOST_STONES && position.wins[position.turn] >> cell & 1 == 0 {
                    left.push((answer, position.played(shape, cell)));
                }
            }
        }
    }
    Ok(answers)
}

/// The openings of a board after which the library has the other side lost.
fn won_openings(size: &str) -> impl Iterator<Item = &'static Solved> {
    library::all().iter().filter(move |solved| {
        let entry = &solved.entry;
        let is_opening = entry.game == "havannah" && entry.size == size && solved.stones == 1;
        is_opening && solved.verdict == Verdict::Loss
    })
}

fn opening_of(shape: &Shape, solved: &Solved) -> Outcome<usize> {
    let entry = &solved.entry;
    shape.parse(&entry.moves).ok_or_else(|| Failure::failed(format!("{}: no opening", entry.file)))
}

/// The text of the table.
fn make(args: &Args, shape: &Shape, size: &str) -> Outcome<String> {
    let mut lines: BTreeMap<u64, Opening> = BTreeMap::new();
    let table = OpeningTable::read(Shape::new(shape.size()).expect("a board"), "");
    let keys = table.map_err(Failure::failed)?;
    let text = opening_table::shipped_text(shape.size()).unwrap_or_default();
    for opening in text.lines().filter_map(|line| read_line(line, shape)) {
        let position = Position::after(shape, &opening.moves).expect("a test reads the table");
        lines.insert(keys.key_of(&position), opening);
    }
    if let Some(file) = &args.notes {
        let text = std::fs::read_to_string(file).map_err(|error| files::in_file(file, error))?;
        for line in text.lines() {
            let opening = read_line(line, shape);
            let opening = opening.ok_or_else(|| files::in_file(file, format!("not an opening: {line:?}")))?;
            let position = Position::after(shape, &opening.moves);
            let position = position.ok_or_else(|| files::in_file(file, format!("not legal: {line:?}")))?;
            // What the work took over from the table has no effort there.
            lines.entry(keys.key_of(&position)).or_insert(opening);
        }
    }
    for opening in proved_by_certificates(shape, size)? {
        let position = Position::after(shape, &opening.moves).expect("the checker has played it");
        let known = lines.entry(keys.key_of(&position)).or_insert_with(|| opening.clone());
        match known.verdict {
            Verdict::Unknown => *known = opening,
            verdict if verdict == opening.verdict => {}
            _ => {
                let why = format!("{:?}: the notes and a certificate disagree", opening.moves);
                return Err(Failure::failed(why));
            }
        }
    }
    let mut openings: Vec<Opening> = lines.into_values().collect();
    openings.retain(|opening| opening.verdict != Verdict::Unknown);
    openings.sort_by(|a, b| a.moves.cmp(&b.moves));
    let text: String = openings.iter().map(|opening| write_line(opening, shape)).collect();
    Ok(format!("{}{text}", HEAD.replace("SIZE", size)))
}

const HEAD: &str = "\
# Havannah SIZE: who wins positions with three stones, one of each set of symmetric ones, as far as they are solved. Moves, value for the side to move, nodes and
# milliseconds (0: a certificate in proofs/ proves it), a move that keeps the value. Made by `robusto solve --size SIZE --openings --plies 3
# --checkpoint DIR` and `robusto proof table --size SIZE --notes DIR/openings.txt --output FILE`.
";

/// Positions with three stones that the certificates of openings prove to be won for who moved last.
fn proved_by_certificates(shape: &Shape, size: &str) -> Outcome<Vec<Opening>> {
    let mut openings = Vec::new();
    for solved in won_openings(size) {
        let (_, report) = solved.check(&mut |_| true).map_err(Failure::failed)?;
        let first = opening_of(shape, solved)?;
        openings.extend(report.answers.iter().map(|&(reply, answer)| Opening {
            moves: vec![first, reply.into(), answer.into()],
            verdict: Verdict::Loss,
            ..Opening::default()
        }));
    }
    Ok(openings)
}

/// Solves positions of the shipped table anew.
fn check(args: &Args, shape: &Shape, output: &mut Output) -> Outcome {
    let board = args.board.shape()?;
    let table = opening_table::shipped(board.size());
    let table =
        table.ok_or_else(|| Failure::usage("--size: no table comes with the program for this board"))?;
    let mut dice = Dice::new(args.seed);
    let (mut agreed, mut open) = (0, 0);
    let mut tries = 0;
    while agreed + open < args.check && tries < 100_000 {
        tries += 1;
        let mut moment = Moment::new(board);
        for _ in 0..table.plies() {
            let cells: Vec<_> = moment.empty_cells().iter().collect();
            moment.play(cells[dice.below(cells.len())]);
        }
        let Some(known) = opening_table::look(&moment) else { continue };
        let value = |moment: &Moment| {
            let limits = Limits { nodes: Some(args.nodes), time: None };
            let budget = Budget { limits, memory: 1 << 29, threads: 1, certify: false };
            prove(&Task::at(moment), Method::Zones, &budget, &AtomicBool::new(false), &mut |_| {})
                .map_or(Verdict::Unknown, |answer| answer.verdict)
        };
        let name = |cell: game::Cell| shape.name(cell.index());
        let stones: Vec<String> = moment
            .board()
            .shape()
            .cells()
            .filter_map(|cell| moment.stone(cell).map(|colour| format!("{} {}", colour.word(), name(cell))))
            .collect();
        let stones = stones.join(", ");
        match value(&moment) {
            Verdict::Unknown => {
                open += 1;
                output.line(&format!("{stones}: not solved in {} nodes", args.nodes))?;
            }
            verdict if verdict == known.verdict => {
                agreed += 1;
                output.line(&format!("{stones}: {}", verdict.word()))?;
            }
            verdict => {
                let why = format!(
                    "{stones}: {} in the table, {} by the solver",
                    known.verdict.word(),
                    verdict.word()
                );
                return Err(Failure::failed(why));
            }
        }
    }
    output.line(&format!("{agreed} agree, {open} not solved"))
}
