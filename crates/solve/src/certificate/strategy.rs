//! The strategy behind a proof: how the proving side answers each reply of its opponent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use search::threats::Line;
use verify::{Board, Ending, Set, Zone};

use super::{Trouble, colour};
use crate::dfpn::Search;
use crate::key::{Images, Word};
use crate::pairs;
use crate::position::Position;
use crate::prover::Prover;
use crate::shape::{Cell, Shape, bits};
use crate::table::Entry;
use crate::threats::Chains;
use crate::zone::dismissed;

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By a move.
    Move(Cell),
    /// By a move after which pairs keep the opponent from winning.
    Pairs(Cell, Vec<[Cell; 2]>),
    /// By the checker's own search.
    Search,
}

/// What is written of a position in which the opponent moves.
pub(super) struct Node {
    /// Chains of threats that refute replies.
    pub chains: Vec<Vec<u16>>,
    /// What the chains make use of.
    pub zone: Zone<1>,
    /// The replies that chains refute.
    pub chained: Set<1>,
    /// The others.
    pub left: Set<1>,
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
        let board = Board::new(Arc::new(shape.referee())).expect("at most 63 cells");
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

    /// What to write of a position in which the opponent moves.
    pub fn node(&self, twin: &Twin) -> Node {
        let left = verify::pressing(&self.board, &twin.slow, colour(self.side), self.draws);
        let mut node = Node { chains: Vec::new(), zone: Zone::EMPTY, chained: Set::EMPTY, left };
        self.refute_at_once(twin, &mut node);
        self.refute_one_by_one(twin, &mut node);
        node
    }

    /// Of the replies that are left, the one whose proof promises to stand for most of the others.
    pub fn next(&self, twin: &Twin, left: Set<1>) -> Option<Cell> {
        let moves = left.cells().fold(0, |set, cell| set | 1u64 << cell);
        let stands_for = |&cell: &Cell| {
            let zone = self.prover.zone(&twin.fast.played(self.shape, cell), self.attacker());
            zone.map_or(0, |zone| dismissed(self.shape, &twin.fast, &zone, moves & !(1 << cell)).count_ones())
        };
        // Of equal ones the first.
        left.cells().max_by_key(|cell| (stands_for(cell), std::cmp::Reverse(*cell)))
    }

    /// Of the replies that are left, those that the proof of another one refutes, by the word of the checker.
    pub fn dismissed(&self, twin: &Twin, zone: &Zone<1>, left: Set<1>) -> Set<1> {
        verify::dismissed(&self.board, &twin.slow, colour(self.side), zone, left)
    }

    /// The zone of a position in which the opponent moves, out of what its refutations make use of.
    pub fn before(&self, twin: &Twin, zone: Zone<1>) -> Zone<1> {
        let threats = twin.slow.wins(colour(self.side));
        if threats.count() > 1 { Zone::won(threats) } else { zone.before(threats) }
    }

    /// The zone of an ending that is left to the checker.
    pub fn ending(&self, twin: &Twin) -> Zone<1> {
        let mut ending = Ending::new(&self.board, colour(self.side), self.draws, self.bound);
        ending.zone(&twin.slow).expect("the checker finds it")
    }

    /// Takes out the replies that fail to chains found as if the opponent passed.
    fn refute_at_once(&self, twin: &Twin, node: &mut Node) {
        if twin.fast.wins[self.side] != 0 {
            return;
        }
        let settings = self.prover.settings();
        let mut passed = twin.fast;
        passed.turn = self.side;
        let mut chains = Chains::new(self.shape, settings.chain_budget);
        let mut first = !0u64;
        for _ in 0..settings.chains {
            if node.left.is_empty() {
                break;
            }
            let Some(chain) = chains.find(&passed, first) else { break };
            self.keep(twin, &chain, node);
            first &= !(1 << chain.first());
        }
    }

    /// Takes out the replies after which a chain wins.
    fn refute_one_by_one(&self, twin: &Twin, node: &mut Node) {
        let budget = self.prover.settings().chain_budget;
        for cell in node.left.cells() {
            let after = twin.fast.played(self.shape, cell);
            let danger = after.wins[1 - self.side];
            if !node.left.contains(cell) || danger & danger.wrapping_sub(1) != 0 {
                continue;
            }
            if let Some(chain) = Chains::new(self.shape, budget).find(&after, !0) {
                self.keep(twin, &chain, node);
            }
        }
    }

    /// Keeps the chains that are needed when other replies are gone. The replies that are left have been answered.
    pub fn chain_again(&self, twin: &Twin, node: &mut Node, gone: Set<1>) {
        let left = node.chained.minus(gone);
        let old = std::mem::replace(
            node,
            Node { chains: Vec::new(), zone: Zone::EMPTY, chained: Set::EMPTY, left },
        );
        // The last ones were found for single replies, which earlier ones do not refute.
        old.chains.into_iter().rev().for_each(|chain| self.keep_moves(twin, chain, node));
    }

    /// Writes a chain into a node if it refutes replies that are left.
    fn keep(&self, twin: &Twin, chain: &Line, node: &mut Node) {
        self.keep_moves(twin, chain.cells().map(|cell| cell as u16).collect(), node);
    }

    fn keep_moves(&self, twin: &Twin, chain: Vec<u16>, node: &mut Node) {
        let (gone, zone) = verify::refuted(&self.board, &twin.slow, colour(self.side), &chain, node.left);
        if !gone.is_empty() {
            node.left = node.left.minus(gone);
            node.zone = node.zone.or(zone);
            node.chained = node.chained.or(gone);
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
        let moves = if danger == 0 { position.free(self.shape) } else { danger };
        if self.draws
            && let Some((cell, pairs)) = pairs::best(self.shape, position, 1 - self.side, moves)
        {
            return Ok(Way::Pairs(cell, pairs.list()));
        }
        if danger != 0 {
            return Ok(Way::Move(danger.trailing_zeros() as usize));
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
        Some((entry, entry.best.map(|best| self.shape.turn_back(best, symmetry))))
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
        let first = chain.map(|chain| chain.first());
        first.map(Way::Move).ok_or(Trouble::Lost { line: String::new() })
    }
}
