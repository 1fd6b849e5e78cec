//! A player for boards so small that most positions can be proved within a move's time: it proves first and
//! searches for what the proof leaves open.
//!
//! A position in the table of openings ([`crate::opening_table`]) is answered at once. Otherwise df-pn asks whether
//! the side to move wins and, now and then, whether the other one does: only who wins can throw a win away, so
//! nearly all of the time is for the first question. A proved win is played; so is the move that refutes the other
//! side's win, if the side to move is known not to win itself. What is left open is decided by the numbers of the
//! unfinished proof: the move that looks nearest to its own, and none that is known to give something away as long
//! as there are others. Of moves that it has not looked at, the player behind this one chooses.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use game::Cell;
use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};
use search::stopwatch::{Deadline, Stopwatch};

use crate::dfpn::Settings;
use crate::opening_table;
use crate::policy::Policy;
use crate::position::Position;
use crate::prover::{Prover, Reached};
use crate::shape::{Shape, bits};
use crate::small;

/// Boards of more cells (than size 4 has) have too few positions that can be proved in time.
const MOST_CELLS: usize = 37;

/// The part of the time at the end of which the proof is given up; the rest is for the player behind.
const PROOF: f64 = 0.92;

/// Nodes of a turn: some hundredths of a second.
const TURN: u64 = 2048;

/// Turns for the own win to one for the other side's.
const OWN_TURNS: u64 = 7;

/// Turns before helpers begin.
const TURNS_ALONE: u64 = 4;

/// The player.
pub struct ExactPlayer {
    shape: &'static Shape,
    memory: usize,
    threads: usize,
    prover: Prover<'static, u64>,
    behind: Box<dyn Player>,
}

impl ExactPlayer {
    /// Is a board small enough?
    pub fn fits(size: game::Size) -> bool {
        size.game() == game::Game::Havannah && size.cells() <= MOST_CELLS
    }

    /// The player for a board that fits, with another one behind it, a table of so much memory and so many threads.
    pub fn on(size: game::Size, memory: usize, threads: usize, behind: Box<dyn Player>) -> ExactPlayer {
        debug_assert!(ExactPlayer::fits(size), "the board is small enough");
        let shape = small::board_of(size).expect("such boards fit 64 bits");
        let prover = led(shape, memory, threads);
        ExactPlayer { shape, memory, threads, prover, behind }
    }

    /// Puts the moves of a thought in the order in which they look like keeping what the position is worth. Of five
    /// won positions that 65,000 nodes had left open the move with the least odds against it won in all, the one
    /// with most visits in three (docs/journal.md).
    fn rank(&self, position: &Position, reached: [Reached; 2], thought: &mut Thought) {
        let own = position.turn;
        let odds = |candidate: &Candidate| {
            let cell = candidate.cell.index();
            let known = |attacker| self.prover.reply(position, cell, attacker);
            if position.wins[own] >> cell & 1 == 1 {
                return Standing::Odds(0.0);
            }
            if known(1 - own).is_some_and(|reply| reply.proof == 0.0) {
                return Standing::Loses;
            }
            // Where there is no win, not to lose is the aim.
            let left = match reached[own] {
                Reached::No => known(1 - own).map(|reply| (reply.disproof, reply.proof)),
                _ => known(own).map(|reply| (reply.proof, reply.disproof)),
            };
            match left {
                Some((proof, _)) if proof.is_infinite() => Standing::Falls,
                Some((proof, disproof)) => Standing::Odds(proof / disproof),
                None => Standing::Unseen,
            }
        };
        let liked = thought.candidates.iter().fold(0, |set, candidate| set | 1u64 << candidate.cell.index());
        thought.candidates.extend(bits(position.free(self.shape) & !liked).map(|cell| Candidate {
            cell: Cell::new(cell),
            line: vec![Cell::new(cell)],
            ..Candidate::default()
        }));
        let mut ranked: Vec<(Standing, Candidate)> =
            thought.candidates.drain(..).map(|candidate| (odds(&candidate), candidate)).collect();
        ranked.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal));
        thought.candidates = ranked.into_iter().map(|(_, candidate)| candidate).collect();
    }
}

/// Asks both questions by turns until they are answered or the time is up: alone at first, since most positions
/// take less than a helper's start, then with a helper on every other thread of the prover.
fn prove(prover: &Prover<'_, u64>, position: &Position, must_end: &dyn Fn() -> bool) -> [Reached; 2] {
    let (halt, questions) = (AtomicBool::new(false), Mutex::new(Questions::new(position.turn)));
    let work_off = |turns, must_end: &dyn Fn() -> bool| {
        prover.by_turns(&halt, |go_on| {
            for _ in 0..turns {
                let Some(attacker) = lock(&questions).next().filter(|_| !must_end()) else { return };
                let reached = go_on(position, attacker, TURN);
                lock(&questions).note(attacker, reached);
            }
        });
    };
    let helpers = prover.threads() - 1;
    if helpers > 0 {
        work_off(TURNS_ALONE, must_end);
    }
    if helpers > 0 && !lock(&questions).is_settled() && !must_end() {
        std::thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| work_off(u64::MAX, &|| halt.load(Relaxed)));
            }
            work_off(u64::MAX, must_end);
            halt.store(true, Relaxed);
        });
    } else {
        work_off(u64::MAX, must_end);
    }
    lock(&questions).reached
}

/// How the two questions about a position stand: does White win, does Black?
struct Questions {
    /// Whose win it is that nearly all of the time is for.
    own: usize,
    reached: [Reached; 2],
    /// Turns that each was given.
    turns: [u64; 2],
}

impl Questions {
    fn new(own: usize) -> Questions {
        Questions { own, reached: [Reached::Open; 2], turns: [0; 2] }
    }

    /// Is it decided what the position is worth?
    fn is_settled(&self) -> bool {
        self.reached.contains(&Reached::Yes) || self.reached == [Reached::No; 2]
    }

    /// The question of the next turn, counted as given; nothing if all is decided.
    fn next(&mut self) -> Option<usize> {
        if self.is_settled() {
            return None;
        }
        let (own, other) = (self.own, 1 - self.own);
        let side = if self.turns[other] * OWN_TURNS < self.turns[own] { other } else { own };
        let side = if self.reached[side] == Reached::Open { side } else { 1 - side };
        self.turns[side] += 1;
        Some(side)
    }

    fn note(&mut self, attacker: usize, reached: Reached) {
        if reached != Reached::Open {
            self.reached[attacker] = reached;
        }
    }
}

fn lock(questions: &Mutex<Questions>) -> MutexGuard<'_, Questions> {
    questions.lock().expect("nothing panics while it is held")
}

/// What an unfinished proof says of a move, the best first.
#[derive(PartialEq, PartialOrd)]
enum Standing {
    /// Effort to prove that it reaches the aim, to that of proving that it does not.
    Odds(f32),
    /// Nothing: it looked dearer than others.
    Unseen,
    /// It does not reach the aim.
    Falls,
    /// It loses.
    Loses,
}

impl Player for ExactPlayer {
    fn think(
        &mut self,
        moment: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let position = match small::carry(self.shape, moment) {
            // A thought of so many visits must not depend on the clock, and one among some moves is an analysis.
            Some(position) if limits.visits.is_none() && limits.among.is_none() && !limits.whole => position,
            _ => return self.behind.think(moment, limits, stop, watch),
        };
        let start = Stopwatch::start(limits.cpu);
        let known = opening_table::look(moment);
        let held = known.filter(|known| known.verdict != Verdict::Loss);
        if let Some((verdict, best)) = held.and_then(|held| Some((held.verdict, held.best?))) {
            return settled(Cell::new(best), verdict, start.elapsed());
        }
        let part = |share: f64| Deadline::new(start, limits.time.map(|time| time.mul_f64(share)));
        let ends_at = |deadline: Deadline| move || deadline.is_over() || stop.load(Relaxed);
        let side = position.turn;
        let reached = match known {
            Some(_) => [Reached::Open; 2],
            None => prove(&self.prover, &position, &ends_at(part(PROOF))),
        };
        let attacker = match (reached[side], reached[1 - side]) {
            (Reached::Yes, _) => Some((side, Verdict::Win)),
            (Reached::No, Reached::No) => Some((1 - side, Verdict::Draw)),
            _ => None,
        };
        let kept = attacker
            .and_then(|(attacker, verdict)| Some((self.prover.move_of(&position, attacker)?, verdict)));
        if let Some((cell, verdict)) = kept {
            return settled(Cell::new(cell), verdict, start.elapsed());
        }
        let lost =
            known.is_some_and(|known| known.verdict == Verdict::Loss) || reached[1 - side] == Reached::Yes;
        let left = part(1.0).left();
        let mut thought = self.behind.think(moment, &Limits { time: left, ..limits.clone() }, stop, watch);
        if lost {
            thought.verdict = Verdict::Loss;
            thought.win_rate = 0.0;
        } else if thought.verdict == Verdict::Unknown {
            self.rank(&position, reached, &mut thought);
        }
        thought.elapsed = start.elapsed();
        thought
    }

    fn forget(&mut self) {
        self.prover = led(self.shape, self.memory, self.threads);
        self.behind.forget();
    }
}

/// A prover that is led by the shipped policy, if there is one for the board; it has no lessons.
fn led(shape: &'static Shape, memory: usize, threads: usize) -> Prover<'static, u64> {
    let settings = if Policy::shipped(shape).is_some() { Settings::TAUGHT } else { Settings::ZONES };
    Prover::led(shape, memory, threads, settings)
}

/// A thought that is one proved move.
fn settled(cell: Cell, verdict: Verdict, elapsed: Duration) -> Thought {
    let win_rate = if verdict == Verdict::Win { 1.0 } else { 0.5 };
    let line = vec![cell];
    let candidate = Candidate { cell, visits: 1, win_rate, rave: win_rate, prior: win_rate, verdict, line };
    Thought { candidates: vec![candidate], visits: 1, new_visits: 1, elapsed, memory: 0, win_rate, verdict }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Budget, Task};
    use crate::dice::Dice;
    use crate::method::{Method, prove};
    use game::{Game, Outcome, Size};
    use search::player::RandomPlayer;

    fn value(position: &Moment) -> Verdict {
        let budget = Budget { memory: 1 << 24, ..Budget::default() };
        prove(&Task::at(position), Method::Dfpn, &budget, &AtomicBool::new(false), &mut |_| {})
            .unwrap()
            .verdict
    }

    /// What a move makes of a position, for its mover.
    fn after(position: &Moment, cell: Cell) -> Verdict {
        let mut next = *position;
        next.play(cell);
        match next.outcome() {
            Some(Outcome::Win(_)) => Verdict::Win,
            Some(Outcome::Draw) => Verdict::Draw,
            None => value(&next).flipped(),
        }
    }

    #[test]
    fn proved_positions_are_kept_even_if_the_player_behind_knows_nothing() {
        let mut dice = Dice::new(5);
        let mut met = [0; 3];
        for (size, threads) in [("3", 1), ("2x3x4", 1), ("2x3x4", 3)] {
            let size = Size::parse(Game::Havannah, size).unwrap();
            let shape = game::Shape::of(size);
            let behind = Box::new(RandomPlayer::new(1));
            let mut player = ExactPlayer::on(size, 1 << 24, threads, behind);
            let opening = |cell| {
                let mut position = Moment::new(shape);
                position.play(cell);
                position
            };
            let mut late = |round: usize| {
                let mut position = Moment::new(shape);
                for _ in 0..4 + round % 9 {
                    let cells: Vec<Cell> = position.empty_cells().iter().collect();
                    if position.outcome().is_none() {
                        position.play(cells[dice.below(cells.len())]);
                    }
                }
                position
            };
            // Random positions are hardly ever drawn, but an opening of 2x3x4 is.
            let positions: Vec<Moment> = shape.cells().map(opening).chain((0..30).map(&mut late)).collect();
            for position in positions.into_iter().filter(|position| position.outcome().is_none()) {
                let thought =
                    player.think(&position, &Limits::default(), &AtomicBool::new(false), &mut |_| {});
                if thought.verdict == Verdict::Loss {
                    assert_eq!(thought.win_rate, 0.0, "{position:?}");
                }
                let value = value(&position);
                assert_eq!(thought.verdict, value, "{position:?}");
                assert_eq!(after(&position, thought.best().unwrap()), value, "{position:?}");
                met[value as usize - 1] += 1;
            }
            player.forget();
        }
        assert!(met.iter().all(|&count| count > 0), "wins, draws and losses were met: {met:?}");
    }

    /// Whoever has no time to prove anything still plays no move that is known to give something away: what earlier
    /// thoughts proved of the moves counts against the word of a player behind that likes the worst move.
    #[test]
    fn moves_known_to_be_bad_come_last_however_much_they_are_liked() {
        let size = Size::parse(Game::Havannah, "2x3x4").unwrap();
        let shape = game::Shape::of(size);
        let mut dice = Dice::new(11);
        let mut seen = [0; 2];
        for round in 0..60 {
            let mut position = Moment::new(shape);
            for _ in 0..3 {
                let cells: Vec<Cell> = position.quiet_cells().iter().collect();
                position.play(cells[dice.below(cells.len())]);
            }
            let cells: Vec<Cell> = position.empty_cells().iter().collect();
            let values: Vec<Verdict> = cells.iter().map(|&cell| after(&position, cell)).collect();
            let player = ExactPlayer::on(size, 1 << 24, 1, Box::new(RandomPlayer::new(1)));
            let small = small::carry(player.shape, &position).unwrap();
            let own = small.turn;
            // The moves are proved, the position itself is not asked about.
            for cell in bits(small.free(player.shape) & !small.wins[own]) {
                let next = small.played(player.shape, cell);
                for attacker in [0, 1] {
                    while player.prover.take_turn(&next, attacker, TURN) == Reached::Open {}
                }
            }
            let aim = *values.iter().max_by_key(|value| [0, 3, 2, 1][**value as usize]).unwrap();
            let reached = if aim == Verdict::Win { Reached::Open } else { Reached::No };
            if aim == Verdict::Loss || values.iter().all(|&value| value == aim) {
                continue;
            }
            let like = |(&cell, &value): (&Cell, &Verdict)| Candidate {
                cell,
                visits: if value == aim { 1 } else { 1_000_000 },
                ..Candidate::default()
            };
            let mut thought = settled(cells[0], Verdict::Unknown, Duration::ZERO);
            // It has forgotten about those that are worth something, every other time.
            let names = |(_, value): &(&Cell, &Verdict)| round % 2 == 0 || **value != aim;
            thought.candidates = cells.iter().zip(&values).filter(names).map(like).collect();
            let mut both = [Reached::Open; 2];
            both[own] = reached;
            player.rank(&small, both, &mut thought);
            assert_eq!(after(&position, thought.best().unwrap()), aim, "{position:?}");
            seen[usize::from(aim == Verdict::Draw)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 0), "wins and draws were met: {seen:?}");
    }

    #[test]
    fn large_boards_do_not_fit() {
        assert!(ExactPlayer::fits(Size::havannah(4).unwrap()));
        assert!(!ExactPlayer::fits(Size::havannah(5).unwrap()) && !ExactPlayer::fits(Size::hex(5).unwrap()));
    }
}
