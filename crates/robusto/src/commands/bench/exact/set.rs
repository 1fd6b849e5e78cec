//! A fixed set of positions whose values are proved: how it is written, and how it is made.
//!
//! One position a line: the size, the value for the side to move (`w`on, `d`rawn, `l`ost), and the moves from the empty
//! board on, a character for each cell by its number.

use ::solve::answer::{Moment, Verdict};
use ::solve::dice::Dice;
use game::{Cell, Game, Shape, Size};

use super::super::judge::{Judge, random};

/// The set that comes with the program: Havannah of sizes 4 and 5. Lines that begin with # say how it was made.
const SHIPPED: &str = include_str!("../../../../data/exact.txt");

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

const VALUES: [(char, Verdict); 3] = [('w', Verdict::Win), ('d', Verdict::Draw), ('l', Verdict::Loss)];

/// A position whose value is proved.
#[derive(Clone, Debug)]
pub struct Case {
    pub shape: &'static Shape,
    pub moves: Vec<Cell>,
    /// For the side to move.
    pub value: Verdict,
}

impl Case {
    /// The position.
    pub fn position(&self) -> Moment {
        let mut position = Moment::new(self.shape);
        self.moves.iter().for_each(|&cell| position.play(cell));
        position
    }

    /// The position as a line.
    pub fn line(&self) -> String {
        let value = VALUES.iter().find(|value| value.1 == self.value).map_or('?', |value| value.0);
        let moves: String = self.moves.iter().map(|cell| char::from(LETTERS[cell.index()])).collect();
        format!("{} {value} {moves}", self.shape.size())
    }

    fn read(line: &str) -> Option<Case> {
        let mut words = line.split(' ');
        let shape = Shape::of(Size::parse(Game::Havannah, words.next()?).ok()?);
        let value = words.next()?.chars().next()?;
        let value = VALUES.iter().find(|known| known.0 == value)?.1;
        let cell = |letter: u8| {
            let number = LETTERS.iter().position(|&known| known == letter)?;
            (number < shape.len()).then(|| Cell::new(number))
        };
        let moves = words.next()?.bytes().map(cell).collect::<Option<Vec<_>>>()?;
        let mut position = Moment::new(shape);
        moves.iter().try_for_each(|&cell| position.try_play(cell).ok())?;
        position.outcome().is_none().then_some(Case { shape, moves, value })
    }
}

/// The positions of the shipped set on a board, in their order.
pub fn shipped(size: Size) -> Vec<Case> {
    let lines = SHIPPED.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(Case::read).filter(|case| case.shape.size() == size).collect()
}

/// How a set is made.
pub struct Making {
    pub shape: &'static Shape,
    pub positions: usize,
    pub seed: u64,
    /// The fewest stones and the most.
    pub stones: (usize, usize),
}

/// Nodes after which a position is left out.
const MOST_NODES: u64 = 100_000;
/// Bytes of the judge's table.
const MEMORY: usize = 1 << 27;
/// One position in so many is to be drawn.
const DRAWN: usize = 5;
/// Positions that are looked at for a drawn one before any is taken instead.
const TRIES: usize = 60;
/// Positions that are looked at for one of the wanted value before it is given up.
const MOST_TRIES: usize = 100_000;

/// Makes positions, won and lost ones in turn, with drawn ones among them as far as they are found. Equal wishes make
/// equal sets. How many were made: fewer where none of a value is found.
pub fn make<E>(making: &Making, mut tell: impl FnMut(&Case) -> Result<(), E>) -> Result<usize, E> {
    let mut judge = Judge::new(MEMORY, MOST_NODES);
    let mut dice = Dice::new(making.seed);
    let (least, most) = making.stones;
    for number in 0..making.positions {
        let wanted = match number % DRAWN {
            0 => Verdict::Draw,
            rest if (rest + number / DRAWN).is_multiple_of(2) => Verdict::Win,
            _ => Verdict::Loss,
        };
        let mut tries = 0;
        loop {
            tries += 1;
            if tries > MOST_TRIES {
                return Ok(number);
            }
            // Draws are found near the end of games only.
            let is_late = wanted == Verdict::Draw && tries <= TRIES;
            let from = if is_late { least.max(most.saturating_sub(5)) } else { least };
            let stones = from + dice.below(most + 1 - from);
            let Some((position, moves)) = random(making.shape, stones, &mut dice) else { continue };
            let value = judge.value(&position);
            let is_right =
                if wanted == Verdict::Draw && !is_late { value != Verdict::Unknown } else { value == wanted };
            if is_right {
                tell(&Case { shape: making.shape, moves, value })?;
                break;
            }
        }
    }
    Ok(making.positions)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Colour, Outcome};
    use std::collections::{HashMap, HashSet};

    /// Values by White's stones and Black's.
    type Known = HashMap<[u64; 2], Verdict>;

    /// Looks at everything.
    fn brute(position: &Moment, known: &mut Known) -> Verdict {
        let bits =
            |colour| position.board().stones(colour).iter().fold(0, |bits, cell| bits | 1 << cell.index());
        let key = Colour::BOTH.map(bits);
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let value = best_of(position, known);
        known.insert(key, value);
        value
    }

    fn best_of(position: &Moment, known: &mut Known) -> Verdict {
        let mut best = Verdict::Loss;
        for cell in position.empty_cells() {
            let mut next = *position;
            next.play(cell);
            let value = match next.outcome() {
                Some(Outcome::Win(_)) => Verdict::Win,
                Some(Outcome::Draw) => Verdict::Draw,
                None => brute(&next, known).flipped(),
            };
            match value {
                Verdict::Win => return Verdict::Win,
                Verdict::Draw => best = Verdict::Draw,
                _ => {}
            }
        }
        best
    }

    #[test]
    fn the_shipped_set_is_whole_and_true_where_brute_force_reaches() {
        let lines = SHIPPED.lines().filter(|line| !line.starts_with('#')).count();
        let all: Vec<Case> =
            ["4", "5"].iter().flat_map(|size| shipped(Size::parse(Game::Havannah, size).unwrap())).collect();
        assert_eq!(all.len(), lines, "every line is a position");
        let different: HashSet<String> = all.iter().map(Case::line).collect();
        assert!(different.len() * 100 > all.len() * 99);
        for colour in Colour::BOTH {
            let turn = all.iter().filter(|case| case.position().turn() == colour).count();
            assert!(turn * 3 > all.len(), "both colours are to move: {turn}");
        }
        // Drawn ones are few, and wins and losses that are near enough to the end are many.
        let empty = |case: &&Case| case.shape.len() - case.moves.len();
        let drawn = all.iter().filter(|case| case.value == Verdict::Draw && empty(case) <= 12);
        let others = all.iter().filter(|case| case.value != Verdict::Draw && empty(case) <= 9);
        let mut met = HashSet::new();
        for case in drawn.take(6).chain(others.take(60)) {
            assert_eq!(brute(&case.position(), &mut Known::new()), case.value, "{}", case.line());
            met.insert(case.value as usize);
        }
        assert_eq!(met.len(), 3, "wins, draws and losses were met");
    }

    #[test]
    fn equal_wishes_make_equal_sets() {
        let shape = Shape::of(Size::parse(Game::Havannah, "4").unwrap());
        let made = || {
            let mut lines = Vec::new();
            let making = Making { shape, positions: 10, seed: 3, stones: (24, 30) };
            make(&making, |case| {
                assert_eq!(Case::read(&case.line()).map(|read| read.line()), Some(case.line()));
                lines.push(case.line());
                Ok::<(), ()>(())
            })
            .unwrap();
            lines
        };
        assert_eq!(made(), made());
    }
}
