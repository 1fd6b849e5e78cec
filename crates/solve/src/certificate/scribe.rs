//! Walks a strategy from the root and writes each position once.

use std::collections::HashMap;
use std::io::Write;
use std::sync::atomic::Ordering::Relaxed;

use verify::{Set, Writer, Zone};

use super::strategy::{Strategy, Twin, Way};
use super::{Stats, Trouble};
use crate::key::{Images, Places, Word};
use crate::position::Position;
use crate::shape::{Cell, Shape};

/// Progress is told every so many nodes.
const TELL: u64 = 1 << 12;

/// Where a position was written: the number of its node and the symmetry that leads to its key.
type Place = (u32, u8);

/// Writes one half of a certificate.
pub(super) struct Scribe<'a, W, O: Write> {
    strategy: Strategy<'a, W>,
    out: &'a mut Writer<O>,
    stats: &'a mut Stats,
    watch: &'a mut dyn FnMut(&Stats),
    places: Places<W>,
    /// Do proofs stand for replies besides their own?
    zones: bool,
    written: HashMap<(u64, u64), Place>,
    /// The zones of what was written, by the number of the node.
    known: Vec<Zone<1>>,
    /// `carry[from][to]`: the checker's number of the symmetry that carries a position with key
    /// symmetry `from` onto one with key symmetry `to`.
    carry: Vec<Vec<u8>>,
    line: Vec<Cell>,
}

impl<'a, W: Word, O: Write> Scribe<'a, W, O> {
    pub fn new(
        strategy: Strategy<'a, W>,
        zones: bool,
        out: &'a mut Writer<O>,
        stats: &'a mut Stats,
        watch: &'a mut dyn FnMut(&Stats),
    ) -> Scribe<'a, W, O> {
        let places = Places::new(strategy.shape);
        let carry = carry(strategy.shape, strategy.board.symmetries());
        let (written, known, line) = (HashMap::new(), Vec::new(), Vec::new());
        Scribe { strategy, out, stats, watch, places, zones, written, known, carry, line }
    }

    /// Writes the half from its root.
    pub fn run(&mut self, root: &Position) -> Result<(), Trouble> {
        let twin = self.strategy.twin(root);
        let done = if root.turn == self.strategy.side {
            self.strategy.way(&twin).and_then(|way| self.answer(&twin, way))
        } else {
            self.node(&twin)
        };
        done.map(|_| ()).map_err(|trouble| self.locate(trouble))
    }

    fn locate(&self, trouble: Trouble) -> Trouble {
        match trouble {
            Trouble::Lost { .. } => {
                let names = self.line.iter().map(|&cell| self.strategy.shape.name(cell));
                Trouble::Lost { line: names.collect::<Vec<_>>().join(" ") }
            }
            other => other,
        }
    }

    /// A position in which the opponent moves. The zone of its proof.
    fn node(&mut self, twin: &Twin) -> Result<Zone<1>, Trouble> {
        if self.strategy.stop.load(Relaxed) {
            return Err(Trouble::Stopped);
        }
        let (key, symmetry) = self.key(&twin.fast);
        let number = self.known.len();
        self.written.insert(key, (number as u32, symmetry as u8));
        self.known.push(Zone::EMPTY);
        let mut node = self.strategy.node(twin);
        self.stats.nodes += 1;
        self.stats.asked = self.strategy.asked;
        if self.stats.nodes.is_multiple_of(TELL) {
            self.stats.bytes = self.out.bytes();
            (self.watch)(self.stats);
        }
        self.out.node(&node.chains, node.left.count() as usize)?;
        let mut zone = Zone::EMPTY;
        let mut gone = Set::EMPTY;
        while let Some(cell) =
            if self.zones { self.strategy.next(twin, node.left) } else { node.left.first() }
        {
            node.left.remove(cell);
            let proof = self.reply(twin, cell)?;
            zone = zone.or(proof);
            if self.zones {
                let others = node.left.or(node.chained).minus(gone);
                let new = self.strategy.dismissed(twin, &proof, others);
                node.left = node.left.minus(new);
                gone = gone.or(new);
            }
        }
        if !gone.is_empty() {
            self.strategy.chain_again(twin, &mut node, gone);
        }
        self.stats.dismissed += u64::from(gone.count());
        self.stats.chains += node.chains.len() as u64;
        let zone = zone.or(node.zone);
        self.out.late_chains(&node.chains)?;
        self.known[number] = self.strategy.before(twin, zone);
        Ok(self.known[number])
    }

    fn reply(&mut self, twin: &Twin, cell: Cell) -> Result<Zone<1>, Trouble> {
        self.stats.replies += 1;
        self.out.reply(cell)?;
        self.line.push(cell);
        let after = self.strategy.after(twin, cell);
        let way = self.strategy.way(&after)?;
        let zone = self.answer(&after, way)?;
        self.line.pop();
        Ok(zone)
    }

    /// A position in which the proving side moves. The zone of its proof.
    fn answer(&mut self, twin: &Twin, way: Way) -> Result<Zone<1>, Trouble> {
        let cell = match way {
            Way::Move(cell) => cell,
            Way::Pairs(cell, pairs) => {
                self.stats.held += 1;
                self.out.pairs(cell, &pairs)?;
                return Ok(Zone::EMPTY);
            }
            Way::Search => {
                self.stats.endings += 1;
                self.out.search()?;
                return Ok(if self.zones { self.strategy.ending(twin) } else { Zone::EMPTY });
            }
        };
        if twin.fast.wins[self.strategy.side] >> cell & 1 == 1 {
            self.out.play(cell)?;
            return Ok(Zone::EMPTY.after(cell));
        }
        let after = self.strategy.after(twin, cell);
        let (key, symmetry) = self.key(&after.fast);
        if let Some(&(node, there)) = self.written.get(&key) {
            self.stats.shared += 1;
            let carry = usize::from(self.carry[symmetry][usize::from(there)]);
            self.out.known(cell, carry, u64::from(node))?;
            let images = &self.strategy.board.symmetries()[carry];
            return Ok(self.known[node as usize].carried_back(images).after(cell));
        }
        self.out.play(cell)?;
        self.line.push(cell);
        let zone = self.node(&after)?;
        self.line.pop();
        Ok(zone.after(cell))
    }

    fn key(&self, position: &Position) -> ((u64, u64), usize) {
        let (least, symmetry) = Images::of(&self.places, position.stones).least(&self.places);
        (least.halves(), symmetry)
    }
}

/// Numbers of the symmetries "first `from`, then back by `to`" in the checker's list.
fn carry(shape: &Shape, symmetries: &[Vec<u16>]) -> Vec<Vec<u8>> {
    let number = |from: &[u8; 64], to: &[u8; 64]| {
        let carries =
            |images: &Vec<u16>| (0..shape.cells()).all(|cell| to[usize::from(images[cell])] == from[cell]);
        symmetries.iter().position(carries).expect("both lists hold every symmetry") as u8
    };
    shape.turns.iter().map(|from| shape.turns.iter().map(|to| number(from, to)).collect()).collect()
}
