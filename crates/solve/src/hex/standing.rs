//! Which of many rows from side to side stand in a position: sixty-four rows are asked at a time.
//!
//! A row stands where its stones are the winner's and no cell of its carrier is the loser's. For each cell a word says which of sixty-four rows
//! need a stone there and another which have it in their carrier; a position forbids one or both of them.

use std::collections::HashSet;

use super::board::Cells;
use crate::shape::bits;

/// What a row needs, by its number in the proof.
#[derive(Clone, Copy)]
struct Kept {
    row: usize,
    stones: Cells,
    carrier: Cells,
}

/// Rows from side to side, one for each need.
pub struct Standing {
    cells: usize,
    kept: Vec<Kept>,
    known: HashSet<(Cells, Cells)>,
    /// For each sixty-four rows a word a cell for stones, then a word a cell for carriers.
    words: Vec<u64>,
}

/// A position as the rows see it.
#[derive(Clone, Copy)]
pub struct Seen {
    /// The winner's stones.
    pub own: Cells,
    /// The empty cells.
    pub empty: Cells,
}

impl Standing {
    /// No rows, on a board of so many cells.
    pub fn new(cells: usize) -> Standing {
        Standing { cells, kept: Vec::new(), known: HashSet::new(), words: Vec::new() }
    }

    /// Takes up a row, unless another needs the same.
    pub fn add(&mut self, row: usize, stones: Cells, carrier: Cells) {
        if !self.known.insert((stones, carrier)) {
            return;
        }
        let bit = self.kept.len() % 64;
        if bit == 0 {
            self.words.resize(self.words.len() + 2 * self.cells, 0);
        }
        let block = self.words.len() - 2 * self.cells;
        bits(stones).for_each(|cell| self.words[block + cell] |= 1 << bit);
        bits(carrier).for_each(|cell| self.words[block + self.cells + cell] |= 1 << bit);
        self.kept.push(Kept { row, stones, carrier });
    }

    /// The row with the smallest carrier that stands.
    pub fn standing(&self, seen: Seen) -> Option<usize> {
        let forbidden = self.forbidden(seen, seen.empty);
        self.least(|block| !failing(block, &forbidden)).map(|kept| kept.row)
    }

    /// The row with the smallest carrier that stands once the winner has a stone on one more empty cell, with that cell.
    pub fn one_short(&self, seen: Seen) -> Option<(usize, usize)> {
        let forbidden = self.forbidden(seen, 0);
        let missing: Vec<usize> = bits(seen.empty).collect();
        let stand = |block: &[u64]| {
            let fail = failing(block, &forbidden);
            if fail == !0 {
                return 0;
            }
            let (mut one, mut more) = (0, 0);
            for &cell in &missing {
                more |= one & block[cell];
                one |= block[cell];
            }
            one & !more & !fail
        };
        let kept = self.least(stand)?;
        Some(((kept.stones & !seen.own).trailing_zeros() as usize, kept.row))
    }

    /// The words whose rows do not stand: those of stones on the loser's cells and on `unowned`, those of carriers on the loser's.
    fn forbidden(&self, seen: Seen, unowned: Cells) -> Vec<usize> {
        let all: Cells = !0 >> (Cells::BITS as usize - self.cells);
        let theirs = all & !(seen.own | seen.empty);
        let carriers = bits(theirs).map(|cell| self.cells + cell);
        bits(theirs | unowned).chain(carriers).collect()
    }

    fn least(&self, stand: impl Fn(&[u64]) -> u64) -> Option<Kept> {
        let mut best: Option<Kept> = None;
        for (block, kept) in self.words.chunks_exact(2 * self.cells).zip(self.kept.chunks(64)) {
            let among = if kept.len() == 64 { !0 } else { (1 << kept.len()) - 1 };
            for bit in bits(stand(block) & among) {
                let carrier = kept[bit].carrier.count_ones();
                if best.is_none_or(|best| carrier < best.carrier.count_ones()) {
                    best = Some(kept[bit]);
                }
            }
        }
        best
    }
}

/// Which of sixty-four rows have one of these words against them.
fn failing(block: &[u64], forbidden: &[usize]) -> u64 {
    let mut fail = 0;
    for &word in forbidden {
        fail |= block[word];
        if fail == !0 {
            break;
        }
    }
    fail
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::Dice;

    #[test]
    fn sixty_four_at_a_time_say_what_one_by_one_says() {
        let mut dice = Dice::new(5);
        let few = |dice: &mut Dice, among: Cells| {
            (0..4).fold(0, |set: Cells, _| set | 1 << dice.below(12)) & among & dice.word()
        };
        for count in [0, 1, 63, 64, 65, 200] {
            let mut standing = Standing::new(12);
            let mut rows = Vec::new();
            for row in 0..count {
                let stones = few(&mut dice, !0);
                let carrier = few(&mut dice, !stones);
                standing.add(row, stones, carrier);
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
}
