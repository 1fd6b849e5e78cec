//! Who wins the first positions of a solved board: every position with a few stones and its exact value.
//!
//! The table is a text file of lines by [`openings::read_line`], one to each set of symmetric positions with
//! three stones (`data/README.md` says how it is made). Positions with fewer stones follow from those. Values
//! are for the side to move, so that it does not matter which colour began.
//!
//! Beside it there is what the certificates of the openings answer a few moves later ([`write_answers`]): positions
//! won for the side to move, and the move that wins, so that whoever begins by a proof stays on it.

use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use crate::answer::{Moment, Verdict};
use crate::key::{Images, ONE_WORD, Places};
use crate::openings;
use crate::position::Position;
use crate::shape::{Cell, Shape, bits};
use crate::small;

/// The positions of size 4 with three stones.
const SIZE_4: &str = include_str!("../data/size-4.openings");

/// What the certificates of size 4 answer to positions with more stones.
const SIZE_4_ANSWERS: &[u8] = include_bytes!("../data/size-4.answers");

/// Bytes of an answer: the key of the position, and the cell as the key's image has it.
const ANSWER: usize = 9;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The value for the side to move; never unknown.
    pub verdict: Verdict,
    /// A move that keeps it, if one is known.
    pub best: Option<Cell>,
}

/// The values of a board's first positions.
pub struct OpeningTable {
    shape: Shape,
    places: Places<u64>,
    /// Stones of the positions in the file.
    plies: u32,
    /// By the key of the stones of the side to move and of the other; moves as the key's image has them.
    values: HashMap<u64, Known>,
    /// Answers to won positions with more stones, in the order of their keys.
    answers: &'static [u8],
}

/// The table that comes with the program for a board, if there is one.
pub fn shipped(size: game::Size) -> Option<&'static OpeningTable> {
    static TABLE: OnceLock<OpeningTable> = OnceLock::new();
    shipped_text(size).map(|text| {
        TABLE.get_or_init(|| {
            let shape = small::shape_of(size).expect("size 4 fits");
            let table = OpeningTable::read(shape, text).expect("a test reads it");
            OpeningTable { answers: SIZE_4_ANSWERS, ..table }
        })
    })
}

/// The text of the table that comes with the program for a board.
pub fn shipped_text(size: game::Size) -> Option<&'static str> {
    (size == game::Size::Hexagon(4, 4, 4)).then_some(SIZE_4)
}

/// What the tables of the program know of a position.
pub fn look(moment: &Moment) -> Option<Known> {
    let table = shipped(moment.shape().size())?;
    if moment.board().stone_count() > MOST_STONES {
        return None;
    }
    table.look(&small::carry(&table.shape, moment)?)
}

/// The most stones of a position that is answered.
pub const MOST_STONES: usize = 9;

/// The answers as [`OpeningTable`] looks them up, of positions by their keys.
pub fn write_answers(answers: &BTreeMap<u64, Cell>) -> Vec<u8> {
    let bytes = |(key, &cell): (&u64, &Cell)| {
        let cell = u8::try_from(cell).expect("a cell of a small board");
        key.to_le_bytes().into_iter().chain([cell])
    };
    answers.iter().flat_map(bytes).collect()
}

impl OpeningTable {
    /// Reads a table; lines that begin with `#` are remarks, openings without a value are left out. The complaint
    /// is a sentence.
    pub fn read(shape: Shape, text: &str) -> Result<OpeningTable, String> {
        if shape.cells() > ONE_WORD {
            return Err("there are no tables for boards of that size".into());
        }
        let places = Places::new(&shape);
        let mut table = OpeningTable { shape, places, plies: 0, values: HashMap::new(), answers: &[] };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
            table
                .take_in(line)
                .ok_or_else(|| format!("line {}: not an opening of this board", number + 1))?;
        }
        table.derive(&Position::empty());
        Ok(table)
    }

    fn take_in(&mut self, line: &str) -> Option<()> {
        let opening = openings::read_line(line, &self.shape)?;
        let position = Position::after(&self.shape, &opening.moves)?;
        let stones = opening.moves.len() as u32;
        if self.plies != 0 && self.plies != stones {
            return None;
        }
        self.plies = stones;
        let free = position.free(&self.shape);
        if opening.best.is_some_and(|cell| free >> cell & 1 == 0) {
            return None;
        }
        if opening.verdict != Verdict::Unknown {
            self.note(&position, Known { verdict: opening.verdict, best: opening.best });
        }
        Some(())
    }

    fn key(&self, position: &Position) -> (u64, usize) {
        let stones = [position.stones[position.turn], position.stones[1 - position.turn]];
        Images::of(&self.places, stones).least(&self.places)
    }

    /// What a position is filed under: equal for symmetric positions, seen from the side to move.
    pub fn key_of(&self, position: &Position) -> u64 {
        self.key(position).0
    }

    /// The same, with the image of a cell there.
    pub fn key_with(&self, position: &Position, cell: Cell) -> (u64, Cell) {
        let (key, symmetry) = self.key(position);
        (key, usize::from(self.shape.turns[symmetry][cell]))
    }

    /// Stones of the positions in its file.
    pub fn plies(&self) -> usize {
        self.plies as usize
    }

    fn note(&mut self, position: &Position, known: Known) {
        let (key, symmetry) = self.key(position);
        let best = known.best.map(|cell| usize::from(self.shape.turns[symmetry][cell]));
        self.values.insert(key, Known { best, ..known });
    }

    /// What is known of an open position.
    pub fn look(&self, position: &Position) -> Option<Known> {
        let (key, symmetry) = self.key(position);
        let known = self.values.get(&key).copied().or_else(|| self.answer(key))?;
        let back = &self.shape.turns[self.shape.inverse[symmetry]];
        Some(Known { best: known.best.map(|cell| usize::from(back[cell])), ..known })
    }

    /// What a certificate answers to a position with more stones than those of the file.
    fn answer(&self, key: u64) -> Option<Known> {
        let (answers, _) = self.answers.as_chunks::<ANSWER>();
        let key_of = |answer: &[u8; ANSWER]| {
            let [key @ .., _] = *answer;
            u64::from_le_bytes(key)
        };
        let place = answers.binary_search_by_key(&key, key_of).ok()?;
        Some(Known { verdict: Verdict::Win, best: Some(usize::from(answers[place][ANSWER - 1])) })
    }

    /// Positions of which the value is known, by their number of stones.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.plies as usize + 1];
        for &key in self.values.keys() {
            let digits = std::iter::successors(Some(key), |&rest| (rest > 2).then_some(rest / 3));
            counts[digits.filter(|rest| rest % 3 != 0).count()] += 1;
        }
        counts
    }

    /// What follows for a position from those after it, all of which it looks at.
    fn derive(&mut self, position: &Position) -> Option<Verdict> {
        let known = self.look(position).map(|known| known.verdict);
        if known.is_some() || position.count() >= self.plies {
            return known;
        }
        if position.wins[position.turn] != 0 {
            return Some(Verdict::Win);
        }
        let mut kept = Some(Known { verdict: Verdict::Loss, best: None });
        let mut win = None;
        for cell in bits(position.free(&self.shape)) {
            match self.derive(&position.played(&self.shape, cell)) {
                Some(Verdict::Loss) => win = win.or(Some(cell)),
                Some(Verdict::Draw) => {
                    kept = kept.map(|_| Known { verdict: Verdict::Draw, best: Some(cell) });
                }
                Some(Verdict::Win) => {}
                Some(Verdict::Unknown) | None => kept = None,
            }
        }
        let known = match win {
            Some(cell) => Known { verdict: Verdict::Win, best: Some(cell) },
            None => kept?,
        };
        self.note(position, known);
        Some(known.verdict)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Limits, Task};
    use crate::dfpn::Settings;
    use crate::prover::Prover;
    use game::Game;
    use std::sync::atomic::AtomicBool;

    /// A table of all positions with so many stones, by the solver.
    fn table_of(sides: [usize; 3], plies: usize) -> (OpeningTable, Prover<'static, u64>) {
        let [p, q, r] = sides;
        let new = || Shape::hexagon(p, q, r).unwrap();
        let shape: &'static Shape = Box::leak(Box::new(new()));
        let prover = Prover::<u64>::new(shape, 1 << 24, 1, Settings::DEFAULT);
        let text: String = prover
            .distinct_lines(&Position::empty(), plies)
            .iter()
            .map(|moves| {
                let position = Position::after(shape, moves).unwrap();
                let answer = prover.solve(&position, Limits::NONE, &AtomicBool::new(false), &mut |_| {});
                let opening = openings::Opening {
                    moves: moves.clone(),
                    verdict: answer.verdict,
                    best: answer.best.map(|cell| cell.index()),
                    ..openings::Opening::default()
                };
                openings::write_line(&opening, shape)
            })
            .collect();
        (OpeningTable::read(new(), &format!("# a remark\n{text}")).unwrap(), prover)
    }

    #[test]
    fn what_follows_from_the_table_is_what_the_solver_proves() {
        for (sides, plies) in [([3, 3, 3], 2), ([3, 3, 3], 3), ([2, 3, 4], 2)] {
            let (table, prover) = table_of(sides, plies);
            let shape = &table.shape;
            for stones in 0..=plies {
                for moves in prover.distinct_lines(&Position::empty(), stones) {
                    let position = Position::after(shape, &moves).unwrap();
                    let value = |position: &Position| {
                        prover.solve(position, Limits::NONE, &AtomicBool::new(false), &mut |_| {}).verdict
                    };
                    let known = table.look(&position);
                    if position.wins[position.turn] != 0 && stones < plies {
                        continue;
                    }
                    let known = known.unwrap_or_else(|| panic!("{sides:?} {moves:?}"));
                    assert_eq!(known.verdict, value(&position), "{sides:?} {moves:?}");
                    let Some(best) = known.best.filter(|&cell| position.wins[position.turn] >> cell & 1 == 0)
                    else {
                        continue;
                    };
                    let kept = match value(&position.played(shape, best)) {
                        Verdict::Loss => Verdict::Win,
                        Verdict::Win => Verdict::Loss,
                        other => other,
                    };
                    assert_eq!(kept, known.verdict, "{sides:?} {moves:?} {best}");
                }
            }
        }
    }

    /// The position of a key, with the side to move in White's place.
    fn position_of(shape: &Shape, key: u64) -> Option<Position> {
        let digit = |cell: Cell| (u128::from(key) / shape.places[cell][0] % 3) as usize;
        let of = |colour: usize| (0..shape.cells()).filter(move |&cell| digit(cell) == colour + 1);
        let moves: Vec<Cell> = of(0).zip(of(1)).flat_map(|(own, other)| [own, other]).collect();
        assert_eq!((of(0).count(), of(1).count()), (moves.len() / 2, moves.len() / 2), "as many of each");
        Position::after(shape, &moves)
    }

    #[test]
    fn answers_win() {
        let table = shipped(game::Size::havannah(4).unwrap()).unwrap();
        let shape = &table.shape;
        let (answers, rest) = table.answers.as_chunks::<ANSWER>();
        assert!(rest.is_empty() && answers.len() > 30_000);
        let key = |answer: &[u8; ANSWER]| u64::from_le_bytes(answer[..8].try_into().unwrap());
        assert!(answers.is_sorted_by(|a, b| key(a) < key(b)));
        let prover = Prover::<u64>::led(shape, 1 << 26, 1, Settings::TAUGHT);
        let mut counts = [0; 10];
        for (nth, answer) in answers.iter().enumerate() {
            // Whose stones come in another order may win on the way there.
            let Some(position) = position_of(shape, key(answer)) else { continue };
            let known = table.look(&position).expect("it is in the table");
            let best = known.best.expect("a move");
            assert_eq!((known.verdict, position.free(shape) >> best & 1), (Verdict::Win, 1));
            let stones = position.count() as usize;
            counts[stones] += 1;
            // By the solver only those with the most stones: they are quickly solved.
            if stones == 8 && nth % 2000 == 0 && position.wins[position.turn] >> best & 1 == 0 {
                let after = position.played(shape, best);
                let answer = prover.solve(&after, Limits::NONE, &AtomicBool::new(false), &mut |_| {});
                assert_eq!(answer.verdict, Verdict::Loss, "{:?}", after.stones);
                counts[0] += 1;
            }
        }
        assert!(counts[0] > 5 && [4, 6, 8].iter().all(|&stones| counts[stones] > 500), "{counts:?}");
    }

    #[test]
    fn broken_tables_are_refused() {
        let read = |text| OpeningTable::read(Shape::regular(4).unwrap(), text).map(|_| ());
        assert_eq!(read("a1-b2-c3 loss 1 1 -\n"), Ok(()));
        for text in [
            "a1",
            "a1-z9 loss 1 1 -",
            "a1-b2 loss 1 1 a1",
            "a1 loss 1 1 -\na1-b2 win 1 1 -",
            "a1-a1 win 1 1 -",
        ] {
            assert!(read(text).unwrap_err().starts_with("line "), "{text}");
        }
        assert!(OpeningTable::read(Shape::regular(5).unwrap(), "").is_err());
    }

    #[test]
    fn the_table_of_size_4_agrees_with_the_certificates() {
        let task = |moves| Task::read(Game::Havannah, "4", moves).unwrap().position;
        let verdict = |moves| look(&task(moves)).map(|known| known.verdict);
        assert_eq!(verdict(""), Some(Verdict::Win));
        for opening in ["a1", "a2", "b2", "b3", "c3", "d4", "g7", "a4"] {
            assert_eq!(verdict(opening), Some(Verdict::Loss), "{opening}");
        }
        assert_eq!(verdict("a1 d4"), Some(Verdict::Win));
        assert_eq!(verdict("a1 d4 b2 c3 e5"), None, "certificates answer where the winner is to move");
    }
}
