//! Writes certificates: the header, then records in the order in which the checker reads them.
//!
//! The caller walks its strategy from the root: [`Writer::node`] with the number of replies, then
//! for each of them [`Writer::reply`] and one of the answers, after [`Writer::play`] with the node
//! that follows (unless the move wins), and [`Writer::late_chains`]. Nodes are numbered as they are begun.

use std::io::{self, Write};

use crate::claim::Claim;
use crate::seal::Sealing;
use crate::source::{CAPTURED, DEAD, EITHER, END, GIVEN, KNOWN, LAST, MOVE, PAIRS, PATH, SEARCH, SERIES};

/// How hard the body is compressed; higher levels gained little and took long.
const LEVEL: i32 = 6;

/// A certificate being written.
pub struct Writer<W: Write> {
    out: zstd::Encoder<'static, Sealing<W>>,
    wide: bool,
    zones: bool,
    nodes: u64,
    bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    pub fn new(out: W, claim: &Claim) -> io::Result<Writer<W>> {
        let mut out = Sealing::new(out);
        claim.write(&mut out)?;
        let mut out = zstd::Encoder::new(out, LEVEL)?;
        out.include_checksum(true)?;
        let wide = claim.shape.cell_count() > 256;
        Ok(Writer { out, wide, zones: claim.zones, nodes: 0, bytes: 0 })
    }

    /// Nodes begun so far in this half: the number that the next one gets.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Bytes written so far, before compression.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Begins a node with its chains of threats and the number of replies that follow. With zones both are left to
    /// [`Writer::late_chains`].
    pub fn node(&mut self, chains: &[Vec<u16>], replies: usize) -> io::Result<()> {
        self.nodes += 1;
        if self.zones {
            return Ok(());
        }
        self.chains(chains)?;
        self.number(replies as u64)
    }

    fn chains(&mut self, chains: &[Vec<u16>]) -> io::Result<()> {
        self.number(chains.len() as u64)?;
        for chain in chains {
            self.number(chain.len() as u64)?;
            chain.iter().try_for_each(|&cell| self.cell(usize::from(cell)))?;
        }
        Ok(())
    }

    /// A reply of the opponent; its answer follows.
    pub fn reply(&mut self, cell: usize) -> io::Result<()> {
        if self.zones { self.number(cell as u64 + 1) } else { self.cell(cell) }
    }

    /// The chains of a node with zones, behind its replies.
    pub fn late_chains(&mut self, chains: &[Vec<u16>]) -> io::Result<()> {
        if !self.zones {
            return Ok(());
        }
        self.number(0)?;
        self.chains(chains)
    }

    /// The answer that the checker finds by itself.
    pub fn search(&mut self) -> io::Result<()> {
        self.put(&[SEARCH])
    }

    /// An answer by a move; the node after it follows, unless it wins.
    pub fn play(&mut self, cell: usize) -> io::Result<()> {
        self.put(&[MOVE])?;
        self.cell(cell)
    }

    /// An answer by a move to a position that `symmetry` carries onto an earlier node.
    pub fn known(&mut self, cell: usize, symmetry: usize, node: u64) -> io::Result<()> {
        debug_assert!(node < self.nodes, "the node has been begun");
        self.put(&[KNOWN])?;
        self.cell(cell)?;
        self.put(&[symmetry as u8])?;
        self.number(self.nodes - node)
    }

    /// An answer by a move after which these pairs keep the opponent from winning.
    pub fn pairs(&mut self, cell: usize, pairs: &[[usize; 2]]) -> io::Result<()> {
        self.put(&[PAIRS])?;
        self.cell(cell)?;
        self.number(pairs.len() as u64)?;
        pairs.as_flattened().iter().try_for_each(|&cell| self.cell(cell))
    }

    /// A row of a proof by connections: points, each beside the next. Cells, or the number of cells and 0 or 1 for a side.
    pub fn path(&mut self, points: &[usize]) -> io::Result<()> {
        let points = points.iter().map(|&point| point as u64).collect::<Vec<_>>();
        self.row(PATH, points.len(), &points)
    }

    /// A row: earlier rows, by their numbers, one after the other.
    pub fn series(&mut self, rows: &[u64]) -> io::Result<()> {
        let backs = rows.iter().map(|&row| self.nodes - row).collect::<Vec<_>>();
        self.row(SERIES, backs.len(), &backs)
    }

    /// A row: moves, each with the number of the row that follows it.
    pub fn either(&mut self, moves: &[(usize, u64)]) -> io::Result<()> {
        let parts = moves.iter().flat_map(|&(cell, row)| [cell as u64, self.nodes - row]).collect::<Vec<_>>();
        self.row(EITHER, moves.len(), &parts)
    }

    /// A row: an earlier one, by its number, with more stones of the winner.
    pub fn given(&mut self, row: u64, cells: &[usize]) -> io::Result<()> {
        self.change(GIVEN, row, cells)
    }

    /// A row: an earlier one without stones that are dead, each when those before it are gone.
    pub fn dead(&mut self, row: u64, cells: &[usize]) -> io::Result<()> {
        self.change(DEAD, row, cells)
    }

    /// A row: an earlier one for which the winner gets one of each two cells.
    pub fn captured(&mut self, row: u64, pairs: &[usize]) -> io::Result<()> {
        self.change(CAPTURED, row, pairs)
    }

    fn change(&mut self, kind: u8, row: u64, cells: &[usize]) -> io::Result<()> {
        let parts: Vec<u64> =
            [self.nodes - row].into_iter().chain(cells.iter().map(|&cell| cell as u64)).collect();
        self.row(kind, parts.len(), &parts)
    }

    /// Ends a proof by connections, with the winner's move if it is to move.
    pub fn close(&mut self, first: Option<usize>) -> io::Result<()> {
        self.put(&[LAST])?;
        first.map_or(Ok(()), |cell| self.cell(cell))
    }

    fn row(&mut self, kind: u8, count: usize, parts: &[u64]) -> io::Result<()> {
        self.put(&[kind])?;
        self.number(count as u64)?;
        parts.iter().try_for_each(|&part| self.number(part))?;
        self.nodes += 1;
        Ok(())
    }

    /// Ends a half: the only one of a win, both of a draw.
    pub fn end(&mut self) -> io::Result<()> {
        self.put(&[END])?;
        self.number(self.nodes)?;
        self.nodes = 0;
        Ok(())
    }

    /// Ends the file with its checksum.
    pub fn finish(self) -> io::Result<W> {
        self.out.finish()?.seal()
    }

    fn cell(&mut self, cell: usize) -> io::Result<()> {
        let bytes = (cell as u16).to_le_bytes();
        self.put(if self.wide { &bytes } else { &bytes[..1] })
    }

    fn number(&mut self, mut number: u64) -> io::Result<()> {
        while number >= 0x80 {
            self.put(&[number as u8 | 0x80])?;
            number >>= 7;
        }
        self.put(&[number as u8])
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes += bytes.len() as u64;
        self.out.write_all(bytes)
    }
}
