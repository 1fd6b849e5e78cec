//! Which of many proofs stand in a position: a thousand are asked at a time.
//!
//! A proof stands where its stones are the winner's and no cell of its carrier is the loser's. For each cell some words say which of a thousand
//! need a stone there and others which have it in their carrier; a position forbids one or both of them.

use std::collections::HashSet;

use super::board::Cells;
use super::rows::Needs;
use crate::shape::bits;

/// What many proofs need.
#[derive(Clone, Debug)]
pub struct Slices {
    cells: usize,
    needs: Vec<Needs>,
    /// For each thousand their words a cell for stones, then a cell for carriers.
    words: Vec<Words>,
}

/// A bit for each of a thousand proofs.
type Words = [u64; WORDS];
const WORDS: usize = 16;
const THOUSAND: usize = 64 * WORDS;

/// A position as proofs see it.
#[derive(Clone, Copy)]
pub struct Seen {
    /// The winner's stones.
    pub own: Cells,
    /// The empty cells.
    pub empty: Cells,
}

impl Slices {
    /// No proofs, on a board of so many cells.
    pub fn new(cells: usize) -> Slices {
        Slices { cells, needs: Vec::new(), words: Vec::new() }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.needs.len()
    }

    /// What a proof needs.
    pub fn needs(&self, number: usize) -> Needs {
        self.needs[number]
    }

    /// Takes up a proof; its number is the next.
    pub fn add(&mut self, needs: Needs) {
        if self.needs.len().is_multiple_of(THOUSAND) {
            self.words.resize(self.words.len() + 2 * self.cells, [0; WORDS]);
        }
        self.needs.push(needs);
        self.flip(self.needs.len() - 1);
    }

    /// Puts a proof in the place of another.
    pub fn replace(&mut self, number: usize, needs: Needs) {
        self.flip(number);
        self.needs[number] = needs;
        self.flip(number);
    }

    fn flip(&mut self, number: usize) {
        let Needs { stones, carrier } = self.needs[number];
        let (block, word) = (number / THOUSAND * 2 * self.cells, number % THOUSAND / 64);
        let bit = 1 << (number % 64);
        bits(stones).for_each(|cell| self.words[block + cell][word] ^= bit);
        bits(carrier).for_each(|cell| self.words[block + self.cells + cell][word] ^= bit);
    }

    /// The numbers of those that stand, in order.
    pub fn standing(&self, seen: Seen) -> impl Iterator<Item = usize> + '_ {
        let forbidden = self.forbidden(seen, seen.empty);
        self.select(move |block| failing(block, &forbidden).map(|fail| !fail))
    }

    /// The numbers of those that stand once the winner has a stone on one more empty cell.
    pub fn one_short(&self, seen: Seen) -> impl Iterator<Item = usize> + '_ {
        let forbidden = self.forbidden(seen, 0);
        let missing: Vec<usize> = bits(seen.empty).collect();
        self.select(move |block| {
            let fail = failing(block, &forbidden);
            let (mut one, mut more) = ([0; WORDS], [0; WORDS]);
            for &cell in &missing {
                for word in 0..WORDS {
                    more[word] |= one[word] & block[cell][word];
                    one[word] |= block[cell][word];
                }
            }
            std::array::from_fn(|word| one[word] & !more[word] & !fail[word])
        })
    }

    fn select(&self, stand: impl Fn(&[Words]) -> Words) -> impl Iterator<Item = usize> {
        let blocks = self.words.chunks_exact(2 * self.cells).enumerate();
        let standing = blocks.flat_map(move |(number, block)| {
            let words = stand(block).into_iter().enumerate();
            words.flat_map(move |(word, bits_of)| {
                bits(bits_of).map(move |bit| number * THOUSAND + word * 64 + bit)
            })
        });
        standing.take_while(|&number| number < self.needs.len())
    }

    /// The words whose proofs do not stand: those of carriers on the loser's cells, those of stones there and on `unowned`.
    fn forbidden(&self, seen: Seen, unowned: Cells) -> Vec<usize> {
        let all: Cells = !0 >> (Cells::BITS as usize - self.cells);
        let theirs = all & !(seen.own | seen.empty);
        let carriers = bits(theirs).map(|cell| self.cells + cell);
        carriers.chain(bits(theirs | unowned)).collect()
    }
}

/// Which of a thousand have one of these words against them.
fn failing(block: &[Words], forbidden: &[usize]) -> Words {
    let mut fail = [0; WORDS];
    // Often all have, after a few.
    for some in forbidden.chunks(8) {
        for &cell in some {
            for (fail, word) in fail.iter_mut().zip(&block[cell]) {
                *fail |= word;
            }
        }
        if fail.iter().all(|&word| word == !0) {
            break;
        }
    }
    fail
}

/// Rows from side to side by their numbers in the proof, one for each need.
pub struct Standing {
    slices: Slices,
    rows: Vec<usize>,
    known: HashSet<Needs>,
}

impl Standing {
    /// No rows, on a board of so many cells.
    pub fn new(cells: usize) -> Standing {
        Standing { slices: Slices::new(cells), rows: Vec::new(), known: HashSet::new() }
    }

    /// Takes up a row, unless another needs the same.
    pub fn add(&mut self, row: usize, needs: Needs) {
        if self.known.insert(needs) {
            self.rows.push(row);
            self.slices.add(needs);
        }
    }

    /// The row with the smallest carrier that stands.
    pub fn standing(&self, seen: Seen) -> Option<usize> {
        self.least(self.slices.standing(seen)).map(|number| self.rows[number])
    }

    /// The row with the smallest carrier that stands once the winner has a stone on one more empty cell, with that cell.
    pub fn one_short(&self, seen: Seen) -> Option<(usize, usize)> {
        let number = self.least(self.slices.one_short(seen))?;
        let missing = self.slices.needs(number).stones & !seen.own;
        Some((missing.trailing_zeros() as usize, self.rows[number]))
    }

    fn least(&self, numbers: impl Iterator<Item = usize>) -> Option<usize> {
        numbers.min_by_key(|&number| self.slices.needs(number).carrier.count_ones())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn a_thousand_at_a_time_say_what_one_by_one_says() {
        let mut dice = Dice::new(5);
        let few = |dice: &mut Dice, among: Cells| {
            (0..4).fold(0, |set: Cells, _| set | 1 << dice.below(12)) & among & dice.word()
        };
        for count in [0, 1, 63, 64, 65, 200, 1024, 1100] {
            let mut standing = Standing::new(12);
            let mut rows = Vec::new();
            for row in 0..count {
                let stones = few(&mut dice, !0);
                let carrier = few(&mut dice, !stones);
                standing.add(row, Needs { stones, carrier });
                rows.push((stones, carrier));
            }
            let mut hits = [0, 0];
            for _ in 0..300 {
                let (own, other) = (dice.word() & 0xfff, dice.word() & dice.word() & 0xfff);
                let seen = Seen { own: own & !other, empty: 0xfff & !own & !other };
                let size = |row: usize| rows[row].1.count_ones();
                let stands = |&row: &usize| {
                    rows[row].0 & !seen.own == 0 && rows[row].1 & !(seen.own | seen.empty) == 0
                };
                let wanted = (0..count).filter(stands).min_by_key(|&row| size(row));
                assert_eq!(standing.standing(seen), wanted);
                let nearly = |&row: &usize| {
                    let missing = rows[row].0 & !seen.own;
                    let open = seen.own | seen.empty;
                    missing.is_power_of_two() && missing & seen.empty != 0 && rows[row].1 & !open == 0
                };
                let short = (0..count).filter(nearly).min_by_key(|&row| size(row));
                assert_eq!(standing.one_short(seen).map(|found| found.1), short);
                hits[0] += usize::from(wanted.is_some());
                hits[1] += usize::from(short.is_some());
            }
            assert!(count < 200 || hits.iter().all(|&hits| hits > 20), "{hits:?}");
        }
    }

    /// What was put in the place of others stands, and the others no more.
    #[test]
    fn replaced_needs_are_gone() {
        let mut slices = Slices::new(12);
        let needs = |stones: Cells| Needs { stones, carrier: stones << 1 };
        (0..70).for_each(|number| slices.add(needs(1 << (number % 5))));
        slices.replace(3, needs(1 << 8));
        slices.replace(69, needs(1 << 8));
        let seen = |own: Cells| Seen { own, empty: 0xfff & !own };
        assert_eq!(slices.standing(seen(1 << 8)).collect::<Vec<_>>(), [3, 69]);
        let others: Vec<usize> = (0..70).filter(|number| number % 5 == 3 && *number != 3).collect();
        assert_eq!(slices.standing(seen(1 << 3)).collect::<Vec<_>>(), others);
        assert_eq!(slices.standing(Seen { own: 1 << 8, empty: 0 }).count(), 0);
    }
}
