//! The strategy behind a proof: how the proving side answers each reply of its opponent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use verify::{Board, Ending, Set};

use super::{Trouble, colour};
use crate::dfpn::Search;
use crate::key::{Images, Word};
use crate::position::Position;
use crate::prover::Prover;
use crate::shape::{Cell, Shape, bits};
use crate::table::Entry;
use crate::threats::{Chain, Chains};

/// Moves tried for a chain that the prover found in a symmetric position.
const LONG_BUDGET: u32 = 1_000_000;

/// Endings are tried on positions that cost the prover at most this many nodes.
const ENDING_WORK: u64 = 3;

/// A position as the prover and as the checker see it.
#[derive(Clone, Copy)]
pub(super) struct Twin {
    pub fast: Position,
    pub slow: verify::Position<1>,
}

/// How a reply is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By a move.
    Move(Cell),
    /// By the checker's own search.
    Search,
}

/// What is written of a position in which the opponent moves.
#[derive(Default)]
pub(super) struct Node {
    /// Chains of threats that refute replies.
    pub chains: Vec<Vec<u16>>,
    /// The other replies, and the answers.
    pub replies: Vec<(Cell, Way)>,
}

/// One side's strategy.
pub(super) struct Strategy<'a, W> {
    prover: &'a Prover<'a, W>,
    pub shape: &'a Shape,
    pub board: Board<1>,
    /// The side whose strategy it is.
    pub side: usize,
    /// Is a draw enough?
    pub draws: bool,
    bound: u32,
    pub stop: &'a AtomicBool,
    /// Nodes that asking again took.
    nodes: AtomicU64,
    /// Questions asked again.
    pub asked: u64,
}

impl<'a, W: Word> Strategy<'a, W> {
    pub fn new(
        prover: &'a Prover<'a, W>,
        shape: &'a Shape,
        side: usize,
        draws: bool,
        bound: u32,
        stop: &'a AtomicBool,
    ) -> Strategy<'a, W> {
        let (p, q, r) = shape.sides();
        let plain = referee::Shape::hexagon(p, q, r).expect("both engines know the board");
        let board = Board::new(Arc::new(plain)).expect("at most 63 cells");
        Strategy { prover, shape, board, side, draws, bound, stop, nodes: AtomicU64::new(0), asked: 0 }
    }

    /// The side whose win is asked for in the table.
    fn attacker(&self) -> usize {
        if self.draws { 1 - self.side } else { self.side }
    }

    /// The checker's view of a position.
    pub fn twin(&self, fast: &Position) -> Twin {
        let mut slow = verify::Position::empty(&self.board);
        for side in [0, 1] {
            for cell in bits(fast.stones[side]) {
                slow.put(&self.board, cell, colour(side));
            }
        }
        Twin { fast: *fast, slow }
    }

    /// A position after one more move, which does not win.
    pub fn after(&self, twin: &Twin, cell: Cell) -> Twin {
        let mover = colour(twin.fast.turn);
        Twin { fast: twin.fast.played(self.shape, cell), slow: twin.slow.with(&self.board, cell, mover) }
    }

    /// What to write of a position in which the opponent moves. Nothing if the proof is lost.
    pub fn node(&mut self, twin: &Twin) -> Result<Node, Trouble> {
        let mut node = Node::default();
        let mut left = verify::pressing(&self.board, &twin.slow, colour(self.side), self.draws);
        self.refute_at_once(twin, &mut node, &mut left);
        self.refute_one_by_one(twin, &mut node, &mut left);
        for cell in left.cells() {
            let way = self.way(&self.after(twin, cell))?;
            node.replies.push((cell, way));
        }
        Ok(node)
    }

    /// Takes out the replies that fail to chains found as if the opponent passed.
    fn refute_at_once(&self, twin: &Twin, node: &mut Node, left: &mut Set<1>) {
        if twin.fast.wins[self.side] != 0 {
            return;
        }
        let settings = self.prover.settings();
        let mut passed = twin.fast;
        passed.turn = self.side;
        let mut chains = Chains::new(self.shape, settings.chain_budget);
        let mut first = !0u64;
        for _ in 0..settings.chains {
            if left.is_empty() {
                break;
            }
            let Some(chain) = chains.find(&passed, first) else { break };
            self.keep(twin, &chain, node, left);
            let start = chain.moves().next().expect("a chain has a first move");
            first &= !(1 << start);
        }
    }

    /// Takes out the replies after which a chain wins.
    fn refute_one_by_one(&self, twin: &Twin, node: &mut Node, left: &mut Set<1>) {
        let budget = self.prover.settings().chain_budget;
        for cell in left.cells() {
            let after = twin.fast.played(self.shape, cell);
            let danger = after.wins[1 - self.side];
            if !left.contains(cell) || danger & danger.wrapping_sub(1) != 0 {
                continue;
            }
            if let Some(chain) = Chains::new(self.shape, budget).find(&after, !0) {
                self.keep(twin, &chain, node, left);
            }
        }
    }

    /// Writes a chain into a node if it refutes replies that are left.
    fn keep(&self, twin: &Twin, chain: &Chain, node: &mut Node, left: &mut Set<1>) {
        let chain: Vec<u16> = chain.moves().map(|cell| cell as u16).collect();
        let gone = verify::refuted(&self.board, &twin.slow, colour(self.side), &chain, *left);
        if !gone.is_empty() {
            *left = left.minus(gone);
            node.chains.push(chain);
        }
    }

    /// How the proving side, to move, reaches its aim.
    pub fn way(&mut self, twin: &Twin) -> Result<Way, Trouble> {
        let position = &twin.fast;
        let (own, danger) = (position.wins[self.side], position.wins[1 - self.side]);
        if own != 0 {
            return Ok(Way::Move(own.trailing_zeros() as usize));
        }
        let entry = self.known(position);
        if entry.is_none_or(|(entry, _)| entry.work <= ENDING_WORK) && self.is_ending(twin) {
            return Ok(Way::Search);
        }
        if danger != 0 {
            return Ok(Way::Move(danger.trailing_zeros() as usize));
        }
        if self.draws && !position.can_win(self.shape, 1 - self.side) {
            return Ok(Way::Move(position.free(self.shape).trailing_zeros() as usize));
        }
        match entry {
            Some((_, Some(best))) => Ok(Way::Move(best)),
            Some((_, None)) => self.long_chain(position),
            None => self.ask(position),
        }
    }

    fn is_ending(&self, twin: &Twin) -> bool {
        Ending::new(&self.board, colour(self.side), self.draws, self.bound).proves(&twin.slow)
    }

    /// What the table knows of a proved position, and the move that proves it.
    fn known(&self, position: &Position) -> Option<(Entry, Option<Cell>)> {
        let unused = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = self.prover.shared(&unused.0, &unused.1);
        let (least, symmetry) = Images::of(shared.places, position.stones).least(shared.places);
        let key = least.tagged((position.turn << 1 | self.attacker()) as u64);
        let entry = shared.table.probe(key).filter(|entry| entry.phi == 0.0)?;
        let turn = &self.shape.turns[symmetry];
        let best = (0..self.shape.cells()).find(|&cell| turn[cell] == entry.best);
        Some((entry, best))
    }

    /// Asks the prover for a move that it has forgotten.
    fn ask(&mut self, position: &Position) -> Result<Way, Trouble> {
        self.asked += 1;
        let shared = self.prover.shared(self.stop, &self.nodes);
        Search::new(&shared, self.attacker()).run(position);
        if self.stop.load(Relaxed) {
            return Err(Trouble::Stopped);
        }
        match self.known(position) {
            Some((_, Some(best))) => Ok(Way::Move(best)),
            _ => self.long_chain(position),
        }
    }

    /// The first move of a chain that the prover has seen, perhaps in a symmetric position.
    fn long_chain(&self, position: &Position) -> Result<Way, Trouble> {
        let chain = Chains::new(self.shape, LONG_BUDGET).find(position, !0);
        let first = chain.and_then(|chain| chain.moves().next());
        first.map(Way::Move).ok_or(Trouble::Lost { line: String::new() })
    }
}
