//! The body of a certificate, read record by record in bounded memory.
//!
//! ```text
//! root    = answer (the proving side moves) | node (the opponent moves)
//! node    = chains {length cell*}*  replies {cell answer}*      lengths and counts are numbers
//!         | {cell+1 answer}* 0 chains {length cell*}*      with zones; cell+1 is a number
//! answer  = 0                         the checker searches for itself
//!         | 1 cell node               a move, then the position after it
//!         | 2 cell symmetry back      a move to a position met `back` nodes ago
//!         | 3 cell count {cell cell}* a move, then pairs by which the side does not lose
//! end     = 0xE5 number               the number of nodes of this half
//! ```

#![warn(clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Read};

use crate::claim::Claim;
use crate::failure::Failure;
use crate::seal::{SEAL, Tape};

/// Marks the end of a half.
pub(crate) const END: u8 = 0xE5;
/// First bytes of answers.
pub(crate) const SEARCH: u8 = 0;
pub(crate) const MOVE: u8 = 1;
pub(crate) const KNOWN: u8 = 2;
pub(crate) const PAIRS: u8 = 3;

/// Largest window of the compressed stream, as a power of two: four times what [`crate::Writer`] makes use
/// of.
const WINDOW: u32 = 23;

/// First bytes of rows.
pub(crate) const PATH: u8 = 0;
pub(crate) const SERIES: u8 = 1;
pub(crate) const EITHER: u8 = 2;
pub(crate) const LAST: u8 = 3;
pub(crate) const GIVEN: u8 = 4;
pub(crate) const DEAD: u8 = 5;
pub(crate) const CAPTURED: u8 = 6;

/// The kind of a row in a proof by connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Points, each beside the next.
    Path,
    /// Earlier rows, by how many rows ago they stood.
    Series,
    /// Pairs of a move and the row that follows it.
    Either,
    /// An earlier row, then cells that count as stones of the winner.
    Given,
    /// An earlier row, then stones of it that change nothing.
    Dead,
    /// An earlier row, then pairs of cells of which the winner gets one.
    Captured,
    /// No row: the list ends.
    End,
}

/// How the proving side answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Not stated: the checker finds it within the bound.
    Search,
    /// By a move; unless it wins, the node after it follows.
    Move {
        /// The cell.
        cell: usize,
    },
    /// By a move that leads to a position like one met before.
    Known {
        /// The cell.
        cell: usize,
        /// The symmetry that carries the position onto the earlier one.
        symmetry: usize,
        /// How many nodes ago that was, 1 being the last.
        back: u64,
    },
    /// By a move after which pairs keep the opponent from winning, whose list follows ([`Source::pairs`]).
    Pairs {
        /// The cell.
        cell: usize,
    },
}

/// A stream of records.
pub struct Source<R: Read> {
    bytes: BufReader<zstd::Decoder<'static, Tape<R>>>,
    wide: bool,
    zones: bool,
    sealed: bool,
    left: u64,
    limit: u64,
    /// Nodes begun so far in this half.
    pub nodes: u64,
}

impl<R: Read> Source<R> {
    /// Opens the body behind the header that states a claim, of at most `limit` bytes. The checksum behind it
    /// is not compared.
    pub fn new(reader: R, claim: &Claim, limit: u64) -> Result<Source<R>, Failure> {
        Source::on(Tape::new(reader), claim, limit)
    }

    pub(crate) fn on(tape: Tape<R>, claim: &Claim, limit: u64) -> Result<Source<R>, Failure> {
        let mut decoder = zstd::Decoder::with_buffer(tape)?.single_frame();
        decoder.window_log_max(WINDOW)?;
        let bytes = BufReader::with_capacity(1 << 16, decoder);
        let wide = claim.shape.cell_count() > 256;
        let (zones, sealed) = (claim.zones, claim.sealed);
        Ok(Source { bytes, wide, zones, sealed, left: limit, limit, nodes: 0 })
    }

    /// May zones stand for replies?
    pub fn has_zones(&self) -> bool {
        self.zones
    }

    /// Bytes read so far, decompressed.
    pub fn read(&self) -> u64 {
        self.limit - self.left
    }

    /// Bytes of the file that they came from.
    pub fn file(&self) -> u64 {
        self.bytes.get_ref().get_ref().count()
    }

    /// Begins a node and reads its chains into one list, each with its length in front. With zones they come last.
    pub fn chains(&mut self, cells: usize, into: &mut Vec<u16>) -> Result<(), Failure> {
        into.clear();
        self.nodes += 1;
        if self.zones { Ok(()) } else { self.read_chains(cells, into) }
    }

    fn read_chains(&mut self, cells: usize, into: &mut Vec<u16>) -> Result<(), Failure> {
        let count = self.number()?;
        for _ in 0..self.at_most(count, cells, "too many chains")? {
            let length = self.number()?;
            let length = self.at_most(length, cells, "a chain is too long")?;
            into.push(length as u16);
            for _ in 0..length {
                into.push(self.cell(cells)? as u16);
            }
        }
        Ok(())
    }

    /// Reads how many replies are answered at a node; the most there may be, if that is not stated.
    pub fn replies(&mut self, cells: usize) -> Result<usize, Failure> {
        if self.zones {
            return Ok(cells);
        }
        let count = self.number()?;
        self.at_most(count, cells, "too many replies")
    }

    /// Reads the next reply that is answered at a node, of `left` ones; its answer follows.
    pub fn reply(&mut self, cells: usize, left: &mut usize) -> Result<Option<usize>, Failure> {
        if !self.zones {
            let next = left.checked_sub(1);
            *left = next.unwrap_or_default();
            return next.map(|_| self.cell(cells)).transpose();
        }
        let Some(cell) = self.number()?.checked_sub(1) else { return Ok(None) };
        let room = left.checked_sub(1).filter(|_| cell < cells as u64);
        *left = room.ok_or_else(|| self.malformed("there is no such reply, or too many"))?;
        Ok(Some(cell as usize))
    }

    /// Reads the chains of a node with zones, behind its replies.
    pub fn late_chains(&mut self, cells: usize, into: &mut Vec<u16>) -> Result<(), Failure> {
        if self.zones { self.read_chains(cells, into) } else { Ok(()) }
    }

    /// Reads an answer.
    pub fn answer(&mut self, cells: usize) -> Result<Answer, Failure> {
        match self.byte()? {
            SEARCH => Ok(Answer::Search),
            MOVE => Ok(Answer::Move { cell: self.cell(cells)? }),
            KNOWN => {
                let cell = self.cell(cells)?;
                let symmetry = usize::from(self.byte()?);
                Ok(Answer::Known { cell, symmetry, back: self.number()? })
            }
            PAIRS => Ok(Answer::Pairs { cell: self.cell(cells)? }),
            _ => Err(self.malformed("there is no such answer")),
        }
    }

    /// Reads the pairs behind an answer by them.
    pub fn pairs(&mut self, cells: usize) -> Result<Vec<[usize; 2]>, Failure> {
        let count = self.number()?;
        let count = self.at_most(count, cells / 2, "too many pairs")?;
        (0..count).map(|_| Ok([self.cell(cells)?, self.cell(cells)?])).collect()
    }

    /// Reads a row of a proof by connections: its kind, and its parts into a list.
    pub fn row(&mut self, cells: usize, parts: &mut Vec<u64>) -> Result<Row, Failure> {
        parts.clear();
        let (row, width) = match self.byte()? {
            PATH => (Row::Path, 1),
            SERIES => (Row::Series, 1),
            EITHER => (Row::Either, 2),
            GIVEN => (Row::Given, 1),
            DEAD => (Row::Dead, 1),
            CAPTURED => (Row::Captured, 1),
            LAST => return Ok(Row::End),
            _ => return Err(self.malformed("there is no such row")),
        };
        self.nodes += 1;
        let count = self.number()?;
        for _ in 0..width * self.at_most(count, cells + 2, "a row is too long")? {
            parts.push(self.number()?);
        }
        Ok(row)
    }

    /// Reads a cell.
    pub fn cell(&mut self, cells: usize) -> Result<usize, Failure> {
        let low = usize::from(self.byte()?);
        let cell = if self.wide { low | usize::from(self.byte()?) << 8 } else { low };
        if cell < cells { Ok(cell) } else { Err(self.malformed("there is no such cell")) }
    }

    /// Reads the end of a half.
    pub fn end(&mut self) -> Result<(), Failure> {
        let nodes = self.nodes;
        if self.byte()? != END || self.number()? != nodes {
            return Err(self.malformed("the end is not where it should be"));
        }
        self.nodes = 0;
        Ok(())
    }

    /// Makes sure that nothing follows but a checksum, if there is to be one.
    pub fn finish(&mut self) -> Result<(), Failure> {
        if !self.bytes.fill_buf()?.is_empty() {
            return Err(Failure::Trailing);
        }
        let sealed = self.sealed;
        let tape = self.tape();
        if sealed {
            tape.read_exact(&mut [0; SEAL])?;
        }
        if tape.fill_buf()?.is_empty() { Ok(()) } else { Err(Failure::Trailing) }
    }

    /// The file that the records come from.
    pub(crate) fn tape(&mut self) -> &mut Tape<R> {
        self.bytes.get_mut().get_mut()
    }

    /// A failure at the current node.
    pub fn malformed(&self, why: &'static str) -> Failure {
        Failure::Malformed { record: self.nodes, why }
    }

    fn at_most(&self, count: u64, most: usize, why: &'static str) -> Result<usize, Failure> {
        if count <= most as u64 { Ok(count as usize) } else { Err(self.malformed(why)) }
    }

    fn byte(&mut self) -> Result<u8, Failure> {
        self.left = self.left.checked_sub(1).ok_or(Failure::Limit { what: "bytes", limit: self.limit })?;
        let byte = *self.bytes.fill_buf()?.first().ok_or(Failure::Truncated)?;
        self.bytes.consume(1);
        Ok(byte)
    }

    /// Seven bits a byte, the lowest first; the highest bit says that more follow.
    fn number(&mut self) -> Result<u64, Failure> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.malformed("a number is too long"))
    }
}
