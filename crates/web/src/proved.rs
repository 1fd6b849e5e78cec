//! What has been proved since the program was started, and what its own certificates prove: remembered for
//! every table.
//!
//! A position is filed under its image that reads least, seen from the side to move, so that turned, mirrored
//! and recoloured positions meet. What is known goes up (a move to a position that is lost for the opponent
//! wins; a position whose moves are all known is known) and down (every move of a lost position leads to a
//! won one). Certificates that come with the program are trusted only when the checker has been through them,
//! which happens when somebody asks.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use engine::swap::Stage;
use game::{Cell, Outcome, Record, Size};
use search::player::{Moment, Verdict};
use solve::library::{self, Key, key};
use solve::opening_table;

use crate::limits;
use crate::walk::Book;

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Never unknown.
    pub verdict: Verdict,
    /// A move that keeps it, if there is one and it is known.
    pub best: Option<Cell>,
}

#[derive(Default)]
struct Memory {
    verdicts: HashMap<Key, Verdict>,
    /// Boards and numbers of stones of which something is known: most questions end here.
    filled: HashSet<(Size, usize)>,
    books: Vec<Arc<Book>>,
}

/// The memory of all tables.
#[derive(Default)]
pub struct Proved {
    memory: Mutex<Memory>,
}

impl Proved {
    fn lock(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Remembers what was proved of a position.
    pub fn note(&self, position: &Moment, verdict: Verdict) {
        if verdict != Verdict::Unknown && position.outcome().is_none() {
            self.lock().note(position, verdict);
        }
    }

    /// Remembers a proof that can be walked through, and what it proves.
    pub fn keep(&self, book: Arc<Book>) {
        let mut memory = self.lock();
        for (position, verdict) in book.facts() {
            memory.note(&position, verdict);
        }
        if memory.books.len() >= limits::BOOKS {
            memory.books.remove(0);
        }
        memory.books.push(book);
    }

    /// The proofs to walk through, the newest first.
    pub fn books(&self) -> Vec<Arc<Book>> {
        self.lock().books.iter().rev().cloned().collect()
    }

    /// What is known of the bare position of a game, by itself, its moves or the position before it.
    pub fn look(&self, record: &Record) -> Option<Known> {
        let mut memory = self.lock();
        let position = record.position();
        let known = memory.look(position).or_else(|| {
            let before = record.len().checked_sub(1).map(|count| record.position_at(count))?;
            let is_move = before.turn() != position.turn() && record.moves().last()?.cell().is_some();
            (is_move && memory.direct(&before) == Some(Verdict::Loss))
                .then_some(Known { verdict: Verdict::Win, best: None })
        })?;
        memory.note(position, known.verdict);
        Some(known)
    }

    /// What is known of a game that has not begun and has a swap before it: only an opening that is drawn, or
    /// wins at once, saves the first player.
    pub fn look_at_openings(&self, record: &Record) -> Option<Known> {
        let shape = record.shape();
        if let Some(best) = record.position().winning_cells(record.turn()).first_cell() {
            return Some(Known { verdict: Verdict::Win, best: Some(best) });
        }
        let lost = Known { verdict: Verdict::Loss, best: None };
        if !shape.has_draws() {
            // Without draws every opening is good for one side, and the second player takes that side.
            return Some(lost);
        }
        let mut are_all_known = true;
        for opening in shape.openings() {
            match self.look_after(record, opening) {
                Some(Verdict::Draw) => return Some(Known { verdict: Verdict::Draw, best: Some(opening) }),
                known => are_all_known &= known.is_some(),
            }
        }
        are_all_known.then_some(lost)
    }

    fn look_after(&self, record: &Record, cell: Cell) -> Option<Verdict> {
        let mut next = record.clone();
        next.play(cell).ok()?;
        self.look(&next).map(|known| known.verdict)
    }

    /// What is known of a game as it will be played: with the swap at its opening, of the bare position
    /// later.
    pub fn look_with_swap(&self, record: &Record, stage: Stage) -> Option<Known> {
        if stage == Stage::Opening { self.look_at_openings(record) } else { self.look(record) }
    }

    /// What a certificate that comes with the program claims of a position, for the side to move. The program's
    /// own tests have them all checked.
    pub fn claimed(&self, position: &Moment) -> Option<Verdict> {
        library::of(position).map(|solved| solved.verdict)
    }

    /// Asks what comes with the program about a position: checks a certificate that answers for it, or takes
    /// its value from a table of openings. Whether anything was learned.
    pub fn consult(&self, position: &Moment, stop: &AtomicBool) -> bool {
        let Some(found) = library::find(position) else { return self.consult_table(position) };
        let solved = found.solved;
        let checked = solved.check(&mut |_| !stop.load(Ordering::Relaxed));
        let Ok((bytes, report)) = checked else { return false };
        self.lock().insert(solved.key.clone(), solved.stones, solved.verdict);
        if let Ok(book) = Book::of(&bytes, &report) {
            self.keep(Arc::new(book));
        }
        true
    }

    fn consult_table(&self, position: &Moment) -> bool {
        let Some(known) = opening_table::look(position) else { return false };
        let mut memory = self.lock();
        memory.note(position, known.verdict);
        if let (Verdict::Win, Some(best)) = (known.verdict, known.best) {
            let mut next = *position;
            next.play(Cell::new(best));
            memory.note(&next, Verdict::Loss);
        }
        true
    }
}

impl Memory {
    fn note(&mut self, position: &Moment, verdict: Verdict) {
        let stones = position.shape().len() - position.empty_cells().len();
        self.insert(key(position), stones, verdict);
    }

    fn insert(&mut self, key: Key, stones: usize, verdict: Verdict) {
        if self.verdicts.len() < limits::PROVED {
            self.filled.insert((key.0, stones));
            self.verdicts.insert(key, verdict);
        }
    }

    fn has(&self, position: &Moment, more: usize) -> bool {
        let stones = position.shape().len() - position.empty_cells().len();
        self.filled.contains(&(position.shape().size(), stones + more))
    }

    /// What is filed under the position itself.
    fn direct(&self, position: &Moment) -> Option<Verdict> {
        let found = || self.verdicts.get(&key(position)).copied();
        self.has(position, 0).then(found).flatten()
    }

    fn look(&self, position: &Moment) -> Option<Known> {
        if position.outcome().is_some() {
            return None;
        }
        let direct = self.direct(position);
        let by_moves = if self.has(position, 1) { self.by_moves(position) } else { None };
        match (direct, by_moves) {
            (Some(verdict), Some(moves)) if moves.verdict == verdict => Some(moves),
            (Some(verdict), _) => Some(Known { verdict, best: None }),
            (None, moves) => moves,
        }
    }

    /// What follows from what is known after each move.
    fn by_moves(&self, position: &Moment) -> Option<Known> {
        let mut drawing = None;
        let mut are_all_known = true;
        for cell in position.empty_cells().iter() {
            let mut next = *position;
            next.play(cell);
            let known = match next.outcome() {
                Some(Outcome::Draw) => Some(Verdict::Draw),
                Some(Outcome::Win(_)) => Some(Verdict::Loss),
                None => self.direct(&next),
            };
            match known {
                Some(Verdict::Loss) => return Some(Known { verdict: Verdict::Win, best: Some(cell) }),
                Some(Verdict::Draw) => drawing = drawing.or(Some(cell)),
                Some(Verdict::Win) => {}
                Some(Verdict::Unknown) | None => are_all_known = false,
            }
        }
        let verdict = if drawing.is_some() { Verdict::Draw } else { Verdict::Loss };
        are_all_known.then_some(Known { verdict, best: drawing })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Shape};
    use solve::answer::{Budget, Task};
    use solve::method::{self, Method};

    fn record(game: Game, size: &str, moves: &str) -> Record {
        Record::from_moves(Shape::of(Size::parse(game, size).unwrap()), moves, Coords::Gui).unwrap()
    }

    fn after(record: &Record, cell: Cell) -> Record {
        let mut next = record.clone();
        next.play(cell).unwrap();
        next
    }

    fn solved(record: &Record) -> Verdict {
        let answer = method::prove(
            &Task::of(record),
            Method::Auto,
            &Budget { memory: 1 << 22, ..Budget::default() },
            &AtomicBool::new(false),
            &mut |_| {},
        );
        answer.unwrap().verdict
    }

    #[test]
    fn what_is_known_goes_up_and_down() {
        let proved = Proved::default();
        let child = record(Game::Havannah, "4", "d4");
        assert_eq!(proved.look(&child), None);
        proved.note(child.position(), Verdict::Loss);
        let parent = record(Game::Havannah, "4", "");
        let known = proved.look(&parent).unwrap();
        assert_eq!((known.verdict, known.best), (Verdict::Win, child.last_cell()));
        let reply = record(Game::Havannah, "4", "d4 a1");
        assert_eq!(proved.look(&reply).unwrap().verdict, Verdict::Win);
        let swapped = record(Game::Havannah, "4", "a1 swap d4 b2");
        assert_eq!(proved.look(&swapped), None);
    }

    #[test]
    fn a_position_whose_moves_are_all_known_is_known_and_agrees_with_the_solver() {
        let proved = Proved::default();
        // The stone in the middle wins, so every move after it loses and all of them are needed.
        let start = record(Game::Hex, "3", "b2");
        for cell in start.position().empty_cells().iter() {
            let known = proved.look(&start);
            let next = after(&start, cell);
            assert!(known.is_none() || proved.look(&next).is_some(), "not before all moves are known");
            proved.note(next.position(), solved(&next));
        }
        let known = proved.look(&start).unwrap();
        assert_eq!((known.verdict, known.best), (Verdict::Loss, None));
        assert_eq!(solved(&start), Verdict::Loss);
    }

    #[test]
    fn certificates_of_the_program_answer_turned_and_one_move_earlier() {
        let proved = Proved::default();
        let (go, stopped) = (AtomicBool::new(false), AtomicBool::new(true));
        let turned = record(Game::Havannah, "4", "g7");
        assert!(!proved.consult(turned.position(), &stopped) && proved.look(&turned).is_none());
        assert!(proved.look(&turned).is_none() && proved.consult(turned.position(), &go));
        assert_eq!(proved.look(&turned).unwrap().verdict, Verdict::Loss);
        let start = record(Game::Havannah, "4", "");
        assert_eq!(proved.look(&start).unwrap().verdict, Verdict::Win);
        let hex = record(Game::Hex, "4", "");
        assert!(proved.look(&hex).is_none() && proved.consult(hex.position(), &go));
        assert_eq!(proved.look(&hex).unwrap().verdict, Verdict::Win);
        assert!(!proved.consult(record(Game::Havannah, "6", "").position(), &go));
    }

    #[test]
    fn with_the_swap_the_second_player_wins_where_nothing_is_drawn() {
        let proved = Proved::default();
        let of = |game, size| proved.look_at_openings(&record(game, size, ""));
        assert_eq!(of(Game::Hex, "5").unwrap().verdict, Verdict::Loss);
        assert_eq!(of(Game::Hex, "1").unwrap().verdict, Verdict::Win);
        assert_eq!(of(Game::Havannah, "3"), None);
        let start = record(Game::Havannah, "3", "");
        for opening in start.shape().openings() {
            let next = after(&start, opening);
            proved.note(next.position(), solved(&next));
        }
        assert!(of(Game::Havannah, "3").is_some());
    }
}
