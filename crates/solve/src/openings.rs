//! Every position that is one or more moves from another, solved on one table with one policy: the openings
//! of a board, and the table of its first moves.
//!
//! Openings take turns with numbers of nodes that double, so that easy ones are solved first and teach the
//! policy for the hard ones. The work begins with what comes with the program, unless it is told not to: the certificates of the
//! library, the table of openings and the board's policy. With a folder to keep the state in, the work can be ended at any moment and
//! resumed: table, policy and samples are in the state, what each opening came to is in a text file beside
//! it ([`read_line`]), which is also the form of an [`crate::opening_table`].

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use game::Colour;

use crate::answer::{Answer, Budget, Limits, Moment, Origin, Progress, Reply, Task, Verdict};
use crate::checkpoint::{Keeper, Spent};
use crate::dfpn::Settings;
use crate::key::{ONE_WORD, Word};
use crate::library::{self, Solved};
use crate::opening_table;
use crate::policy::{Policy, Teacher};
use crate::position::Position;
use crate::prover::{Prover, Work};
use crate::shape::{Cell, Shape};
use crate::small;

/// Nodes of the first turn of an opening of one move, and of a longer one, of which there are many.
const FIRST_TURN: u64 = 1_000_000;
const FIRST_TURN_OF_MANY: u64 = 500_000;

/// Which positions are solved, and with what the work begins.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// How many moves each is from the position of the task.
    pub plies: usize,
    /// With nothing: no certificate, no table and no policy that comes with the program is asked.
    pub fresh: bool,
}

/// What is known of one opening.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The moves.
    pub moves: Vec<Cell>,
    /// Value for the side to move after them.
    pub verdict: Verdict,
    /// What it took so far, in all its turns.
    pub spent: Spent,
    /// A move that keeps the value, if it is known.
    pub best: Option<Cell>,
    /// The line of best play, when it has just been solved.
    pub line: Vec<game::Cell>,
    /// The certificate, when it has just been solved and one is wanted.
    pub certificate: Option<Vec<u8>>,
    /// The certificate of the library that has told the value.
    pub source: Option<&'static str>,
}

/// What the caller hears on the way.
pub enum News<'n> {
    /// A certificate of the library is being checked.
    Checking(&'n str),
    /// Work on an opening.
    Progress(&'n [Cell], &'n Progress),
    /// An opening is solved; the caller keeps its certificate.
    Solved(&'n Opening),
}

/// Whoever hears of it says whether to go on.
pub type Hear<'h> = dyn FnMut(News<'_>) -> ControlFlow<()> + 'h;

/// Solves every position of a scope; openings left unsolved when the budget ends have verdict `Unknown`. The
/// complaint is a sentence.
pub fn solve_all(
    task: &Task,
    scope: Scope,
    settings: Settings,
    budget: &Budget,
    stop: &AtomicBool,
    hear: &mut Hear<'_>,
) -> Result<Vec<Opening>, String> {
    let fit = small::small(&task.position);
    let (shape, position) = fit.ok_or("openings are solved on open Havannah boards of up to 63 cells")?;
    let moves = task.origin.as_ref().and_then(Origin::plain_moves);
    let moves = moves.ok_or("openings need a position that came about by moves alone")?;
    let moves: Vec<Cell> = moves.iter().map(|&cell| usize::from(cell)).collect();
    let keeper = task.keep.as_ref().map(|keep| Keeper::new(keep, &task.position, &solver_name(scope.plies)));
    let start = Start { root: position, moment: task.position, moves, likely: task.likely, scope };
    if shape.cells() <= ONE_WORD {
        let prover = Prover::<u64>::new(&shape, budget.memory, budget.threads, settings);
        Campaign::new(&prover, &shape, start, keeper, budget)?.run(stop, hear)
    } else {
        let prover = Prover::<u128>::new(&shape, budget.memory, budget.threads, settings);
        Campaign::new(&prover, &shape, start, keeper, budget)?.run(stop, hear)
    }
}

/// The network that the openings of a board have taught and its samples, from the state of that work.
pub fn teacher_of(task: &Task, memory: usize) -> Result<Teacher, String> {
    let (shape, _) = small::small(&task.position).ok_or("there is no policy for such a board")?;
    let keep = task.keep.as_ref().ok_or("the state is nowhere")?;
    let keeper = Keeper::new(keep, &task.position, &solver_name(1));
    if shape.cells() <= ONE_WORD {
        kept_teacher::<u64>(&shape, memory, &keeper)
    } else {
        kept_teacher::<u128>(&shape, memory, &keeper)
    }
}

fn kept_teacher<W: Word>(shape: &Shape, memory: usize, keeper: &Keeper) -> Result<Teacher, String> {
    let prover = Prover::<W>::new(shape, memory, 1, Settings::POLICY);
    prover.resume(keeper)?;
    let teacher = prover.teacher().take();
    teacher.ok_or_else(|| "the state has no policy".into())
}

/// The name under which the state of openings of so many plies is kept.
fn solver_name(plies: usize) -> String {
    if plies == 1 { "openings".into() } else { format!("openings of {plies} plies") }
}

/// Where the openings begin, and how long they are.
struct Start {
    root: Position,
    /// The same on the table.
    moment: Moment,
    /// The moves that lead to the root.
    moves: Vec<Cell>,
    /// Who is likely to win, if somebody knows.
    likely: Option<Colour>,
    scope: Scope,
}

/// The work on all openings.
struct Campaign<'c, W> {
    prover: &'c Prover<'c, W>,
    shape: &'c Shape,
    start: Start,
    openings: Vec<Opening>,
    budget: &'c Budget,
    begin: Instant,
    /// What all openings have spent, runs before this one included.
    total: Spent,
    /// Nodes of this run.
    nodes: u64,
    /// What was spent by a turn that was cut off and is in no opening's account; the next turn takes it over.
    cut_off: Spent,
    keeper: Option<RefCell<Keeper>>,
    /// Where the openings are written down.
    notes: Option<PathBuf>,
}

impl<'c, W: Word> Campaign<'c, W> {
    fn new(
        prover: &'c Prover<'c, W>,
        shape: &'c Shape,
        start: Start,
        keeper: Option<Keeper>,
        budget: &'c Budget,
    ) -> Result<Campaign<'c, W>, String> {
        let total = keeper.as_ref().map_or(Ok(Spent::default()), |keeper| prover.resume(keeper))?;
        let opening = |moves| Opening { moves, ..Opening::default() };
        let lines = prover.distinct_lines(&start.root, start.scope.plies);
        let mut openings: Vec<Opening> = lines.into_iter().map(opening).collect();
        let notes = keeper.as_ref().map(|keeper| keeper.beside("openings.txt"));
        if let Some(file) = &notes {
            read_notes(file, shape, &mut openings)?;
        }
        if !start.scope.fresh {
            if start.scope.plies > 1 {
                take_over(shape, &start, &mut openings);
            }
            if total.nodes == 0 {
                prover.begin_with(Policy::shipped(shape));
            }
        }
        let cut_off = Spent {
            nodes: total.nodes.saturating_sub(openings.iter().map(|opening| opening.spent.nodes).sum()),
            time: total.time.saturating_sub(openings.iter().map(|opening| opening.spent.time).sum()),
        };
        let (begin, keeper) = (Instant::now(), keeper.map(RefCell::new));
        let nodes = 0;
        Ok(Campaign { prover, shape, start, openings, budget, begin, total, nodes, cut_off, keeper, notes })
    }

    fn run(mut self, stop: &AtomicBool, hear: &mut Hear<'_>) -> Result<Vec<Opening>, String> {
        self.ask_library(stop, hear)?;
        while let Some((index, turn)) = self.next_turn().filter(|_| !self.is_over(stop)) {
            self.take_turn(index, turn, stop, hear)?;
        }
        if let Some(keeper) = &self.keeper {
            self.prover.keep(&mut keeper.borrow_mut(), self.total)?;
        }
        Ok(self.openings)
    }

    /// Takes openings of one move that the library has from there, once the checker has accepted their certificates.
    fn ask_library(&mut self, stop: &AtomicBool, hear: &mut Hear<'_>) -> Result<(), String> {
        if self.start.scope.fresh || self.start.scope.plies > 1 {
            return Ok(());
        }
        for index in 0..self.openings.len() {
            let open = Some(&self.openings[index]).filter(|opening| opening.verdict == Verdict::Unknown);
            let Some(solved) = open.and_then(|opening| self.in_library(opening)) else { continue };
            if hear(News::Checking(&solved.entry.file)).is_break() {
                stop.store(true, Relaxed);
            }
            let checked = solved.check(&mut |_| !stop.load(Relaxed));
            if stop.load(Relaxed) {
                return Ok(());
            }
            let (bytes, _) = checked?;
            let opening = &mut self.openings[index];
            (opening.verdict, opening.source) = (solved.verdict, Some(solved.entry.file.as_str()));
            opening.certificate = self.budget.certify.then(|| bytes.into_owned());
            if hear(News::Solved(opening)).is_break() {
                stop.store(true, Relaxed);
            }
        }
        self.write_notes()
    }

    /// The certificate of the library for an opening; one of an image of it is of no use for those who want it.
    fn in_library(&self, opening: &Opening) -> Option<&'static Solved> {
        let mut moment = self.start.moment;
        opening.moves.iter().for_each(|&cell| moment.play(game::Cell::new(cell)));
        let solved = library::of(&moment)?;
        let claimed = solved.entry.record().ok()?;
        let claimed = small::carry(self.shape, claimed.position())?;
        (claimed.stones == self.position(opening).stones).then_some(solved)
    }

    /// The next opening and the nodes of its turn: the first of those that have had the fewest turns, by what was spent on
    /// them, so that work that is resumed goes on where it was. Of the nodes of an opening that the attacker looks likely to
    /// win only the share counts that its open replies are of all, so that openings that lack few replies are finished first
    /// and teach the policy.
    fn next_turn(&self) -> Option<(usize, u64)> {
        let first = if self.start.scope.plies == 1 { FIRST_TURN } else { FIRST_TURN_OF_MANY };
        let open =
            self.openings.iter().enumerate().filter(|(_, opening)| opening.verdict == Verdict::Unknown);
        let counted = |opening: &Opening| (opening.spent.nodes as f64 * self.share_open(opening)) as u64;
        let had = open.map(|(index, opening)| (turns_had(counted(opening), first), index)).min();
        had.map(|(_, index)| (index, first << turns_had(self.openings[index].spent.nodes, first)))
    }

    /// The share of an opening's replies that it is not known to win against; all of them, if it looks likelier not to win.
    fn share_open(&self, opening: &Opening) -> f64 {
        let position = self.position(opening);
        let (proof, disproof, replies) = self.prover.outlook(&position, 1 - position.turn);
        if proof < disproof { share_unproved(&replies) } else { 1.0 }
    }

    fn position(&self, opening: &Opening) -> Position {
        opening.moves.iter().fold(self.start.root, |position, &cell| position.played(self.shape, cell))
    }

    fn is_over(&self, stop: &AtomicBool) -> bool {
        let Limits { time, nodes } = self.budget.limits;
        stop.load(Relaxed)
            || time.is_some_and(|most| self.begin.elapsed() >= most)
            || nodes.is_some_and(|most| self.nodes >= most)
    }

    /// Works on one opening for so many nodes.
    fn take_turn(
        &mut self,
        index: usize,
        turn: u64,
        stop: &AtomicBool,
        hear: &mut Hear<'_>,
    ) -> Result<(), String> {
        let moves = self.openings[index].moves.clone();
        let position = self.position(&self.openings[index]);
        let likely = self.start.likely;
        let work = Work { stop, before: self.total, likely, keeper: self.keeper.as_ref() };
        let mut watch = |progress: &Progress| {
            if hear(News::Progress(&moves, progress)).is_break() {
                stop.store(true, Relaxed);
            }
        };
        let answer = self.prover.go_on(&position, self.limits(turn), &work, &mut watch);
        self.account(index, &answer)?;
        if answer.verdict != Verdict::Unknown {
            self.certify(index, answer.verdict, stop);
            if hear(News::Solved(&self.openings[index])).is_break() {
                stop.store(true, Relaxed);
                return Ok(());
            }
        }
        self.write_notes()
    }

    /// What a turn may take, of what is left.
    fn limits(&self, turn: u64) -> Limits {
        let Limits { time, nodes } = self.budget.limits;
        let left = nodes.map_or(turn, |most| most.saturating_sub(self.nodes).min(turn));
        Limits { time: time.map(|most| most.saturating_sub(self.begin.elapsed())), nodes: Some(left) }
    }

    /// Adds what a turn took, and keeps what it came to.
    fn account(&mut self, index: usize, answer: &Answer) -> Result<(), String> {
        if let Some(trouble) = &answer.trouble {
            return Err(trouble.clone());
        }
        let opening = &mut self.openings[index];
        self.nodes += answer.nodes - self.total.nodes;
        let cut_off = std::mem::take(&mut self.cut_off);
        opening.spent.nodes += answer.nodes - self.total.nodes + cut_off.nodes;
        opening.spent.time += answer.elapsed.saturating_sub(self.total.time) + cut_off.time;
        self.total = Spent { nodes: answer.nodes, time: answer.elapsed };
        opening.verdict = answer.verdict;
        opening.best = answer.best.map(|cell| cell.index()).filter(|_| answer.verdict != Verdict::Unknown);
        opening.line = answer.line.clone();
        Ok(())
    }

    fn certify(&mut self, index: usize, verdict: Verdict, stop: &AtomicBool) {
        if self.budget.certify {
            let moves = [&self.start.moves[..], &self.openings[index].moves[..]].concat();
            self.openings[index].certificate = self.prover.certificate(&moves, verdict, stop);
        }
    }

    /// Writes down what each opening came to, whole or not at all.
    fn write_notes(&self) -> Result<(), String> {
        let Some(file) = &self.notes else { return Ok(()) };
        let text: String = self.openings.iter().map(|opening| write_line(opening, self.shape)).collect();
        let part = file.with_extension("part");
        let written = fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))
            .and_then(|()| fs::write(&part, text))
            .and_then(|()| fs::rename(&part, file));
        written.map_err(|error| format!("cannot write {}: {error}", file.display()))
    }
}

/// How many turns an opening has had that so many nodes were spent on, if the first turn has `first` nodes and turns double: together
/// twice the last one, less the first, and the few by which turns overrun.
fn turns_had(nodes: u64, first: u64) -> u32 {
    ((nodes + first / 2) / first + 1).ilog2()
}

/// The share of replies that are not proved; all, as long as none is known.
fn share_unproved(replies: &[Reply]) -> f64 {
    let open = replies.iter().filter(|reply| reply.proof > 0.0).count();
    if open == 0 { 1.0 } else { open as f64 / replies.len() as f64 }
}

const WORDS: [(&str, Verdict); 4] =
    [("unknown", Verdict::Unknown), ("win", Verdict::Win), ("loss", Verdict::Loss), ("draw", Verdict::Draw)];

fn word(verdict: Verdict) -> &'static str {
    WORDS.iter().find(|(_, known)| *known == verdict).map_or("unknown", |(word, _)| word)
}

/// An opening as a line of text: its moves joined by `-`, the value for the side to move, the nodes and
/// milliseconds that it took, a move that keeps the value or `-`.
pub fn write_line(opening: &Opening, shape: &Shape) -> String {
    let Spent { nodes, time } = opening.spent;
    let name = |&cell: &Cell| shape.name(cell);
    let moves = opening.moves.iter().map(name).collect::<Vec<_>>().join("-");
    let best = opening.best.as_ref().map_or("-".into(), name);
    format!("{moves} {} {nodes} {} {best}\n", word(opening.verdict), time.as_millis())
}

/// Reads what [`write_line`] has written.
pub fn read_line(line: &str, shape: &Shape) -> Option<Opening> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [moves, word, nodes, millis, best] = fields[..] else { return None };
    let (_, verdict) = *WORDS.iter().find(|(known, _)| *known == word)?;
    let spent = Spent { nodes: nodes.parse().ok()?, time: Duration::from_millis(millis.parse().ok()?) };
    let moves = moves.split('-').map(|name| shape.parse(name)).collect::<Option<_>>()?;
    let best = if best == "-" { None } else { Some(shape.parse(best)?) };
    Some(Opening { moves, verdict, spent, best, ..Opening::default() })
}

/// Takes over what the table of openings that comes with the program knows.
fn take_over(shape: &Shape, start: &Start, openings: &mut [Opening]) {
    let Some(table) = opening_table::shipped(shape.size()) else { return };
    let stones = start.root.count() as usize + start.scope.plies;
    for opening in openings.iter_mut().filter(|opening| opening.verdict == Verdict::Unknown) {
        let position = opening.moves.iter().fold(start.root, |position, &cell| position.played(shape, cell));
        if let Some(known) = table.look(&position).filter(|_| stones <= table.plies()) {
            (opening.verdict, opening.best) = (known.verdict, known.best);
        }
    }
}

/// Reads what each opening had come to, if it was written down.
fn read_notes(file: &Path, shape: &Shape, openings: &mut [Opening]) -> Result<(), String> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("cannot read {}: {error}", file.display())),
    };
    let mut places: HashMap<Vec<Cell>, &mut Opening> =
        openings.iter_mut().map(|opening| (opening.moves.clone(), opening)).collect();
    for (number, line) in text.lines().enumerate() {
        let known = read_line(line, shape).and_then(|known| Some((places.get_mut(&known.moves)?, known)));
        let Some((opening, known)) = known else {
            return Err(format!("{}, line {}: not an opening of this board", file.display(), number + 1));
        };
        **opening = known;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_that_lack_few_replies_count_less() {
        let reply = |proof: f32| Reply { cell: game::Cell::new(0), proof, disproof: 1.0, work: 1 };
        assert_eq!(share_unproved(&[0.0, 0.0, 7.0, 0.0].map(reply)), 0.25);
        assert_eq!(share_unproved(&[3.0, f32::INFINITY].map(reply)), 1.0);
        // What is not known, or forgotten, makes no opening look near.
        assert_eq!(share_unproved(&[]), 1.0);
        assert_eq!(share_unproved(&[0.0, 0.0].map(reply)), 1.0);
    }

    #[test]
    fn turns_double_wherever_work_is_taken_up_again() {
        let first = 1_000_000;
        let (mut nodes, mut taken) = (0, Vec::new());
        for overrun in [3_000, 12_000, 0, 250_000, 9_000, 400_000] {
            let turn = first << turns_had(nodes, first);
            taken.push(turn / first);
            nodes += turn + overrun;
        }
        assert_eq!(taken, [1, 2, 4, 8, 16, 32]);
        // A turn that was cut off begins again with as many nodes.
        assert_eq!([8_700_000, 13_000_000].map(|nodes| turns_had(nodes, first)), [3, 3]);
    }
}
