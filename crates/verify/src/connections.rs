//! Proofs of Hex positions by virtual connections: rows of the form "these stones and these empty cells join two points".
//!
//! Each row states what it needs: *stones* of the winner and a *carrier* of empty cells. It means: if the winner owns the
//! stones and the carrier is empty, the winner joins the row's two ends even if the opponent moves first and owns all other cells.
//!
//! - A **path** of stones needs those stones and no carrier.
//! - **Series**: rows from a to b, b to c, ... with disjoint carriers. The winner answers in the carrier that is intruded upon.
//! - **Either**: several moves of the winner, each followed by a row with the same ends. A move and its row's carrier together are what
//!   the opponent must intrude upon; if no cell is common to all of them, one survives any intrusion, and the winner plays it.
//! - **Given**: the same row with more stones of the winner, which never hurt it. In every row a cell that is needed as a stone is not needed as
//!   an empty one.
//!
//! Two more are for rows from side to side only, where on a full board one of the colours has joined:
//!
//! - **Dead**: a stone that changes nothing however the carrier is filled ([`crate::dead`]) is not needed.
//! - **Captured**: two cells of which the winner gets one, since it takes one when the opponent takes the other. They become part of the
//!   carrier, and are no longer needed as stones, if each of them that was needed is dead when the winner stands on the other.
//!
//! By induction each accepted row is true: more stones of the winner and more empty cells never hurt it. The last row joins the two
//! sides, and the claimed position has its stones, and none of the opponent's in its carrier.

use std::io::Read;

use crate::board::Board;
use crate::dead::is_dead;
use crate::failure::Failure;
use crate::position::Position;
use crate::report::Progress;
use crate::set::Set;
use crate::source::{Row, Source};
use crate::work::Work;
use referee::Colour;

/// A row that has been checked.
#[derive(Clone, Copy)]
struct Link<const N: usize> {
    /// Cells, or the number of cells and 0 or 1 for the winner's sides; the lesser first.
    ends: [usize; 2],
    stones: Set<N>,
    carrier: Set<N>,
}

/// Checks the rows of a proof that `prover` wins.
pub(crate) struct Connections<'a, 'w, R: Read, const N: usize> {
    pub board: &'a Board<N>,
    pub prover: Colour,
    pub work: &'a Work<'w>,
    pub source: &'a mut Source<R>,
    pub done: &'a mut Progress,
}

impl<R: Read, const N: usize> Connections<'_, '_, R, N> {
    /// Checks all rows, and that the last one proves the position.
    pub fn run(&mut self, root: &Position<N>, turn: Colour) -> Result<(), Failure> {
        let cells = self.board.shape().cell_count();
        let mut rows: Vec<Link<N>> = Vec::new();
        let mut parts = Vec::new();
        loop {
            let row = self.source.row(cells, &mut parts)?;
            let link = match row {
                Row::Path => self.path(&parts)?,
                Row::Series => self.series(&rows, &parts)?,
                Row::Either => self.either(&rows, &parts)?,
                Row::Given => self.given(&rows, &parts)?,
                Row::Dead => self.dead(&rows, &parts)?,
                Row::Captured => self.captured(&rows, &parts)?,
                Row::End => break,
            };
            rows.push(link);
            self.enter(&rows, parts.len())?;
        }
        let mut own = root.stones(self.prover);
        let mut free = root.free(self.board);
        if turn == self.prover {
            let cell = self.source.cell(cells)?;
            if !free.contains(cell) {
                return Err(self.source.malformed("the first move is not legal"));
            }
            own.insert(cell);
            free.remove(cell);
        }
        let last = rows.last().ok_or_else(|| self.source.malformed("there is no row"))?;
        if last.ends != [cells, cells + 1] {
            return Err(self.unproved("the last row does not join the two sides"));
        }
        if !last.stones.minus(own).is_empty() || !last.carrier.minus(own.or(free)).is_empty() {
            return Err(self.unproved("the last row needs other stones or other empty cells"));
        }
        Ok(())
    }

    fn enter(&mut self, rows: &[Link<N>], parts: usize) -> Result<(), Failure> {
        self.board.count(16 + 8 * parts);
        self.done.positions += 1;
        self.done.bytes = self.source.read();
        self.done.work = self.board.work();
        self.work.enter(self.done, self.source.file(), size_of_val(rows) as u64)
    }

    /// Stones in a row; a side may stand at either end.
    fn path(&self, points: &[u64]) -> Result<Link<N>, Failure> {
        let points: Vec<usize> = points.iter().map(|&point| point as usize).collect();
        let (&[first, .., last], true) = (&points[..], points.windows(2).all(|pair| self.touch(pair))) else {
            return Err(self.unproved("a path has a gap"));
        };
        let cells = self.board.shape().cell_count();
        if points[1..points.len() - 1].iter().any(|&point| point >= cells) || first == last {
            return Err(self.unproved("a path leaves the board"));
        }
        let stones = points.into_iter().filter(|&point| point < cells).collect();
        Ok(Link { ends: sorted(first, last), stones, carrier: Set::EMPTY })
    }

    /// Are these two points neighbours, or a cell and a side that it lies on?
    fn touch(&self, pair: &[usize]) -> bool {
        let shape = self.board.shape();
        let cells = shape.cell_count();
        match sorted(pair[0], pair[1]) {
            [a, b] if b < cells => self.board.near(a).contains(b),
            [a, b] if a < cells && b <= cells + 1 => self.board.sides(self.prover)[b - cells].contains(a),
            _ => false,
        }
    }

    /// Rows one after the other.
    fn series(&self, rows: &[Link<N>], parts: &[u64]) -> Result<Link<N>, Failure> {
        let (&first, rest) = parts.split_first().ok_or_else(|| self.source.malformed("an empty series"))?;
        let cells = self.board.shape().cell_count();
        let stones = self.stones(rows, parts.iter().map(|&part| (None, part)))?;
        let mut joined = self.back(rows, first)?;
        joined.carrier = joined.carrier.minus(stones);
        for &part in rest {
            let next = self.back(rows, part)?;
            let common = joined.ends.iter().copied().find(|end| next.ends.contains(end));
            let Some(common) = common.filter(|&end| end < cells && joined.ends != next.ends) else {
                return Err(self.unproved("rows of a series do not meet in a stone"));
            };
            let carrier = next.carrier.minus(stones);
            if joined.carrier.meets(carrier) {
                return Err(self.unproved("carriers of a series overlap"));
            }
            let other = |ends: [usize; 2]| if ends[0] == common { ends[1] } else { ends[0] };
            joined.ends = sorted(other(joined.ends), other(next.ends));
            joined.carrier = joined.carrier.or(carrier);
        }
        Ok(Link { stones, ..joined })
    }

    /// Moves of which one survives any intrusion.
    fn either(&self, rows: &[Link<N>], parts: &[u64]) -> Result<Link<N>, Failure> {
        let moves = || parts.chunks_exact(2).map(|pair| (Some(pair[0] as usize), pair[1]));
        let stones = self.stones(rows, moves())?;
        let mut all: Option<Link<N>> = None;
        let mut common = self.board.all();
        for (cell, row) in parts.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1])) {
            let Link { ends, mut carrier, .. } = self.back(rows, row)?;
            if cell >= self.board.shape().cell_count() || ends.contains(&cell) || carrier.contains(cell) {
                return Err(self.unproved("a move is an end or in the carrier of its row"));
            }
            carrier.insert(cell);
            carrier = carrier.minus(stones);
            common = common.and(carrier);
            let link = all.get_or_insert(Link { ends, stones, carrier });
            if link.ends != ends {
                return Err(self.unproved("moves join different ends"));
            }
            link.carrier = link.carrier.or(carrier);
        }
        if let Some(cell) = common.first() {
            return Err(self.unproved(&format!("all moves fail to {}", self.board.name(cell))));
        }
        all.ok_or_else(|| self.source.malformed("no moves"))
    }

    /// The stones that rows need together, each without the move that is made for it.
    fn stones(
        &self,
        rows: &[Link<N>],
        parts: impl Iterator<Item = (Option<usize>, u64)>,
    ) -> Result<Set<N>, Failure> {
        let mut all = Set::EMPTY;
        for (cell, row) in parts {
            let mut stones = self.back(rows, row)?.stones;
            // A move off the board is refused by the caller.
            if let Some(cell) = cell.filter(|&cell| cell < self.board.shape().cell_count()) {
                stones.remove(cell);
            }
            all = all.or(stones);
        }
        Ok(all)
    }

    /// A row with more stones than it needs.
    fn given(&self, rows: &[Link<N>], parts: &[u64]) -> Result<Link<N>, Failure> {
        let (mut link, cells) = self.changed(rows, parts)?;
        for cell in cells {
            link.stones.insert(cell);
            link.carrier.remove(cell);
        }
        Ok(link)
    }

    /// A row without stones that change nothing.
    fn dead(&self, rows: &[Link<N>], parts: &[u64]) -> Result<Link<N>, Failure> {
        let (mut link, cells) = self.changed(rows, parts)?;
        self.whole(link)?;
        for cell in cells {
            if !link.stones.contains(cell) {
                return Err(self.unproved("a cell that is called dead is not needed"));
            }
            link.stones.remove(cell);
            self.demand_dead(cell, link.stones, link.carrier)?;
        }
        Ok(link)
    }

    /// A row in which the winner gets one of two cells, which is as good as both.
    fn captured(&self, rows: &[Link<N>], parts: &[u64]) -> Result<Link<N>, Failure> {
        let (mut link, cells) = self.changed(rows, parts)?;
        self.whole(link)?;
        if cells.len() % 2 == 1 {
            return Err(self.source.malformed("a captured cell has no other"));
        }
        for pair in cells.chunks_exact(2) {
            let pair = [pair[0], pair[1]];
            if pair[0] == pair[1] || pair.iter().any(|&cell| link.carrier.contains(cell)) {
                return Err(self.unproved("captured cells are the same or in the carrier"));
            }
            let needed = pair.map(|cell| link.stones.contains(cell));
            pair.iter().for_each(|&cell| link.stones.remove(cell));
            for (place, &cell) in pair.iter().enumerate().filter(|&(place, _)| needed[place]) {
                let taken = link.stones.or(Set::one(pair[1 - place]));
                self.demand_dead(cell, taken, link.carrier)?;
            }
            pair.iter().for_each(|&cell| link.carrier.insert(cell));
        }
        Ok(link)
    }

    /// The row that another one changes, and the cells that it names.
    fn changed(&self, rows: &[Link<N>], parts: &[u64]) -> Result<(Link<N>, Vec<usize>), Failure> {
        let (&row, cells) = parts.split_first().ok_or_else(|| self.source.malformed("no row is named"))?;
        let count = self.board.shape().cell_count() as u64;
        if cells.iter().any(|&cell| cell >= count) {
            return Err(self.source.malformed("there is no such cell"));
        }
        Ok((self.back(rows, row)?, cells.iter().map(|&cell| cell as usize).collect()))
    }

    /// Only of rows from side to side is it known that one colour or the other has joined in the end.
    fn whole(&self, link: Link<N>) -> Result<(), Failure> {
        let cells = self.board.shape().cell_count();
        if link.ends == [cells, cells + 1] {
            return Ok(());
        }
        Err(self.unproved("a row with dead or captured cells does not join the two sides"))
    }

    /// Makes sure that a cell changes nothing, whoever gets the carrier, if the opponent owns all else.
    fn demand_dead(&self, cell: usize, own: Set<N>, carrier: Set<N>) -> Result<(), Failure> {
        let mut other = self.board.all().minus(own).minus(carrier);
        other.remove(cell);
        let found = |stones, colour| is_dead(self.board, cell, stones, carrier, colour);
        if found(own, self.prover) || found(other, self.prover.other()) {
            return Ok(());
        }
        Err(self.unproved(&format!("{} is not dead", self.board.name(cell))))
    }

    fn back(&self, rows: &[Link<N>], back: u64) -> Result<Link<N>, Failure> {
        let place = (rows.len() as u64).checked_sub(back).filter(|_| back > 0);
        let row = place.and_then(|place| rows.get(place as usize));
        row.copied().ok_or_else(|| self.source.malformed("it refers to a row that does not exist"))
    }

    fn unproved(&self, why: &str) -> Failure {
        Failure::Unproved { line: format!("row {}", self.done.positions + 1), why: why.to_string() }
    }
}

fn sorted(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}
