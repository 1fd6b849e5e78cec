//! The rows of a proof by connections while it is put together: each written once, those in use at the end.

use std::collections::HashMap;
use std::io::{self, Write};

use verify::Writer;

use super::board::Cells;

/// What a row says; numbers of rows count from the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Row {
    /// Points in a row: cells, or the number of cells and 0 or 1 for a side.
    Path(Vec<usize>),
    /// Rows one after the other.
    Series(Vec<usize>),
    /// Moves, each with the row that follows it.
    Either(Vec<(usize, usize)>),
    /// A row with more stones of the winner.
    Given(usize, Vec<usize>),
    /// A row without stones that are dead.
    Dead(usize, Vec<usize>),
    /// A row for which the winner gets one of each two cells.
    Captured(usize, Vec<usize>),
}

/// What a row needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Needs {
    /// Stones of the winner.
    pub stones: Cells,
    /// Cells where the loser has no stone.
    pub carrier: Cells,
}

/// All rows so far.
#[derive(Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    needs: Vec<Needs>,
    known: HashMap<Row, usize>,
}

impl Rows {
    /// What a row needs.
    pub fn needs(&self, row: usize) -> Needs {
        self.needs[row]
    }

    /// The number of a row, which is added if it is new.
    pub fn add(&mut self, row: Row, cells: usize) -> usize {
        if let Some(&number) = self.known.get(&row) {
            return number;
        }
        let needs = self.sum(&row, cells);
        self.known.insert(row.clone(), self.rows.len());
        self.rows.push(row);
        self.needs.push(needs);
        self.rows.len() - 1
    }

    /// Adds up as the checker does: what is needed as a stone is not needed as an empty cell.
    fn sum(&self, row: &Row, cells: usize) -> Needs {
        let set = |cells: &[usize]| cells.iter().fold(0, |set, cell| set | 1 << cell);
        let nothing = Needs { stones: 0, carrier: 0 };
        let plus = |a: Needs, b: Needs| Needs { stones: a.stones | b.stones, carrier: a.carrier | b.carrier };
        let Needs { stones, carrier } = match row {
            Row::Path(points) => Needs {
                stones: points.iter().filter(|&&point| point < cells).fold(0, |set, point| set | 1 << point),
                carrier: 0,
            },
            Row::Series(rows) => rows.iter().fold(nothing, |sum, &row| plus(sum, self.needs[row])),
            Row::Either(moves) => moves.iter().fold(nothing, |sum, &(cell, row)| {
                let Needs { stones, carrier } = self.needs[row];
                plus(sum, Needs { stones: stones & !(1 << cell), carrier: carrier | 1 << cell })
            }),
            Row::Given(row, given) => plus(self.needs[*row], Needs { stones: set(given), carrier: 0 }),
            Row::Dead(row, dead) => {
                let Needs { stones, carrier } = self.needs[*row];
                Needs { stones: stones & !set(dead), carrier }
            }
            Row::Captured(row, pairs) => {
                let Needs { stones, carrier } = self.needs[*row];
                Needs { stones: stones & !set(pairs), carrier: carrier | set(pairs) }
            }
        };
        Needs { stones, carrier: carrier & !stones }
    }

    /// Writes the rows that `last` rests on, itself last. Says how many.
    pub fn write<O: Write>(&self, last: usize, out: &mut Writer<O>) -> io::Result<u64> {
        let mut used = vec![false; last + 1];
        used[last] = true;
        for number in (0..=last).rev().filter(|&number| self.rows.len() > number) {
            if used[number] {
                parts(&self.rows[number]).for_each(|part| used[part] = true);
            }
        }
        let mut numbers = vec![0u64; last + 1];
        for number in (0..=last).filter(|&number| used[number]) {
            numbers[number] = out.nodes();
            match &self.rows[number] {
                Row::Path(points) => out.path(points)?,
                Row::Series(rows) => {
                    out.series(&rows.iter().map(|&row| numbers[row]).collect::<Vec<_>>())?;
                }
                Row::Either(moves) => {
                    let moves: Vec<_> = moves.iter().map(|&(cell, row)| (cell, numbers[row])).collect();
                    out.either(&moves)?;
                }
                Row::Given(row, cells) => out.given(numbers[*row], cells)?,
                Row::Dead(row, cells) => out.dead(numbers[*row], cells)?,
                Row::Captured(row, pairs) => out.captured(numbers[*row], pairs)?,
            }
        }
        Ok(out.nodes())
    }
}

/// The rows that a row rests on.
fn parts(row: &Row) -> Box<dyn Iterator<Item = usize> + '_> {
    match row {
        Row::Path(_) => Box::new(std::iter::empty()),
        Row::Series(rows) => Box::new(rows.iter().copied()),
        Row::Either(moves) => Box::new(moves.iter().map(|&(_, row)| row)),
        Row::Given(row, _) | Row::Dead(row, _) | Row::Captured(row, _) => Box::new(std::iter::once(*row)),
    }
}
