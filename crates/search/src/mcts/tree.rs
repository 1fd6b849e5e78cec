//! The tree in memory: one arena of atomic words, fixed in advance, without locks.
//!
//! A *block* holds the moves of one node. It begins with a header and goes on with chunks of eight *lanes*, one lane
//! a move, each field of the eight lanes in a row of its own so that selection and RAVE read and write whole rows:
//!
//! ```text
//!   header  [lanes] [visits] [forward] [looked] [settled] [value] ...                                 8 words
//!   chunk   [visits] x 8  [points] x 8  [rave visits] x 8  [rave points] x 8  [cell, prior] x 8  [link] x 8    48 words
//! ```
//!
//! Points count halves (2 a win, 1 a draw). The prior is the upper half of an `f32`. A link holds the verdict of
//! the move in its upper three bits and the place of the child block (in units of eight words) below. That makes 24 bytes a lane.
//!
//! Counters are changed by a relaxed load and a relaxed store: a step lost to another thread now and then does not matter, and
//! a locked instruction would cost as much as the choice of a move. Only the visits at the root are exact, because people read them.
//! Verdicts and links are published with release and read with acquire order (see `link`).

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use game::Cell;

use super::bounds::Bounds;
use arena::Arena;
pub(super) use bump::Bump;
pub(super) use hot_nodes::HotNodes;
pub(super) use row::Row;

/// Lanes in a chunk.
pub const LANES: usize = 8;
/// Words in the header of a block, and the unit in which links count.
const HEADER: usize = 8;
/// Where the words of a header stand.
const NODE_VISITS: usize = 1;
const FORWARD: usize = 2;
const LOOKED: usize = 3;
const SETTLED: usize = 4;
const VALUE: usize = 5;
/// Set in the word that tells a node's result.
const IS_SETTLED: u32 = 1 << 31;
/// Where the rows of a chunk begin.
const VISITS: usize = 0;
const POINTS: usize = LANES;
const RAVE_VISITS: usize = LANES * 2;
const RAVE_POINTS: usize = LANES * 3;
const MOVE: usize = LANES * 4;
const LINK: usize = LANES * 5;
/// Words in a chunk.
const CHUNK: usize = LANES * 6;

/// The bits of a link that name a block.
const PLACE: u32 = (1 << 29) - 1;
/// Set in a block's first word while a collection keeps it.
const MARK: u32 = 1 << 31;

/// The place of a block in the arena, in units of eight words; 0 is nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct Block(u32);

impl Block {
    /// No block.
    pub const NONE: Block = Block(0);
    /// Somebody is making the block at this moment.
    pub const COMING: Block = Block(PLACE);

    /// The block at this place.
    pub fn at(place: u64) -> Block {
        Block(place as u32)
    }

    /// Its place, to be kept elsewhere.
    pub fn place(self) -> u64 {
        self.0.into()
    }

    /// Whether there is a block to visit.
    pub fn exists(self) -> bool {
        self != Block::NONE && self != Block::COMING
    }
}

/// A move of a block: the block and the number of the lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lane {
    /// The node that the move is made at.
    pub block: Block,
    /// The number of the move in it.
    pub index: usize,
}

/// Visits and half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often.
    pub visits: u32,
    /// Two for a win, one for a draw.
    pub points: u32,
}

impl Count {
    /// The share of points, or `otherwise` when there were no visits.
    pub fn rate(self, otherwise: f32) -> f32 {
        if self.visits == 0 { otherwise } else { self.points as f32 * 0.5 / self.visits as f32 }
    }
}

/// The tree.
pub struct Tree {
    arena: Arena,
    top: Top,
}

/// The first free word, on a line of the cache of its own: whoever adds a node changes it, and everybody reads what lies beside it.
#[repr(align(128))]
struct Top(AtomicU64);

impl Tree {
    /// An empty tree that will not take more than about `bytes` of memory. Pages are taken from the system as they are used.
    pub fn new(bytes: usize) -> Tree {
        let words = (bytes / 4).clamp(1 << 16, (PLACE as usize - 1) * HEADER) / HEADER * HEADER;
        Tree { arena: Arena::new(words), top: Top(AtomicU64::new(HEADER as u64)) }
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.top.0.load(Relaxed) as usize * 4
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.top.0.get_mut() = HEADER as u64;
    }

    #[inline(always)]
    fn word(&self, at: usize) -> &AtomicU32 {
        self.arena.word(at)
    }

    /// Adds to a word that other threads may change at the same time; a step may get lost.
    #[inline(always)]
    fn increase(&self, at: usize, by: u32) {
        let word = self.word(at);
        word.store(word.load(Relaxed).wrapping_add(by), Relaxed);
    }

    #[inline(always)]
    fn chunk(block: Block, index: usize) -> usize {
        block.0 as usize * HEADER + HEADER + index / LANES * CHUNK
    }

    #[inline(always)]
    fn at(lane: Lane, row: usize) -> usize {
        Self::chunk(lane.block, lane.index) + row + lane.index % LANES
    }

    /// Makes a block with a lane for each cell and its prior from a thread's bump allocator, or returns `None` when the arena is full.
    pub fn add(&self, moves: &[(Cell, f32)], bump: &mut Bump) -> Option<Block> {
        let chunks = moves.len().div_ceil(LANES);
        let size = HEADER + chunks * CHUNK;
        let start = bump.take(self, size)?;
        let block = Block((start / HEADER) as u32);
        self.arena.wipe(start, size);
        self.word(start).store(moves.len() as u32, Relaxed);
        for (chunk, eight) in moves.chunks(LANES).enumerate() {
            let row = Self::chunk(block, chunk * LANES) + MOVE;
            for (i, &(cell, prior)) in eight.iter().enumerate() {
                self.word(row + i).store(prior.to_bits() & 0xFFFF_0000 | cell.index() as u32, Relaxed);
            }
        }
        // Lanes that are no moves look like moves that are done with.
        for index in moves.len()..chunks * LANES {
            self.word(Self::at(Lane { block, index }, LINK))
                .store(link::word(Block::NONE, Bounds::LOSS), Relaxed);
        }
        Some(block)
    }

    /// How many moves the block has.
    #[inline(always)]
    pub fn len(&self, block: Block) -> usize {
        (self.word(block.0 as usize * HEADER).load(Relaxed) & !MARK) as usize
    }

    /// The lanes of a block.
    pub fn lanes(&self, block: Block) -> impl Iterator<Item = Lane> + use<> {
        (0..self.len(block)).map(move |index| Lane { block, index })
    }

    /// How often the node was visited.
    #[inline(always)]
    pub fn node_visits(&self, block: Block) -> u32 {
        self.word(block.0 as usize * HEADER + NODE_VISITS).load(Relaxed)
    }

    /// What came of the move.
    #[inline(always)]
    pub fn count(&self, lane: Lane) -> Count {
        let [visits, points] = [VISITS, POINTS].map(|row| self.word(Self::at(lane, row)).load(Relaxed));
        Count { visits, points }
    }

    /// Whether nobody has asked so of this block before. (Two threads at once may both be told so.)
    #[inline(always)]
    pub fn is_first_look(&self, block: Block) -> bool {
        let looked = self.word(block.0 as usize * HEADER + LOOKED);
        looked.load(Relaxed) == 0 && {
            looked.store(1, Relaxed);
            true
        }
    }

    /// The value of a node: the probability that the side to move wins, if it was evaluated.
    #[inline(always)]
    pub fn value_of(&self, block: Block) -> Option<f32> {
        match self.word(block.0 as usize * HEADER + VALUE).load(Relaxed) {
            0 => None,
            bits => Some(f32::from_bits(bits)),
        }
    }

    /// Notes the value of a node.
    pub fn set_value_of(&self, block: Block, win: f32) {
        self.word(block.0 as usize * HEADER + VALUE).store(win.max(f32::MIN_POSITIVE).to_bits(), Relaxed);
    }

    /// Notes on the node itself that its result is known, for those who come to it by other moves.
    pub fn settle(&self, block: Block, bounds: Bounds, depth: u16) {
        let word = IS_SETTLED | bounds.code() << 16 | u32::from(depth);
        self.word(block.0 as usize * HEADER + SETTLED).store(word, Relaxed);
    }

    /// The result of the node for the side to move and the moves to the end, if they were noted.
    pub fn settled(&self, block: Block) -> Option<(Bounds, u16)> {
        let word = self.word(block.0 as usize * HEADER + SETTLED).load(Relaxed);
        (word & IS_SETTLED != 0).then(|| (Bounds::from_code(word >> 16 & 7), word as u16))
    }

    /// Counts visits of the move and of its node.
    #[inline(always)]
    pub fn visit(&self, lane: Lane, visits: u32) {
        self.increase(lane.block.0 as usize * HEADER + NODE_VISITS, visits);
        self.increase(Self::at(lane, VISITS), visits);
    }

    /// The same without a loss, for the root.
    pub fn visit_exactly(&self, lane: Lane, visits: u32) {
        self.word(lane.block.0 as usize * HEADER + NODE_VISITS).fetch_add(visits, Relaxed);
        self.word(Self::at(lane, VISITS)).fetch_add(visits, Relaxed);
    }

    /// Adds half points to the move.
    #[inline(always)]
    pub fn add_points(&self, lane: Lane, points: u32) {
        self.increase(Self::at(lane, POINTS), points);
    }

    /// What came of games in which the move was made at any later time.
    #[inline(always)]
    pub fn rave(&self, lane: Lane) -> Count {
        let row = |row| self.word(Self::at(lane, row)).load(Relaxed);
        Count { visits: row(RAVE_VISITS), points: row(RAVE_POINTS) }
    }

    /// Adds to what came of games in which the move was made at any later time.
    #[inline(always)]
    pub fn add_rave(&self, lane: Lane, count: Count) {
        self.increase(Self::at(lane, RAVE_VISITS), count.visits);
        self.increase(Self::at(lane, RAVE_POINTS), count.points);
    }

    #[inline(always)]
    fn move_word(&self, lane: Lane) -> &AtomicU32 {
        self.word(Self::at(lane, MOVE))
    }

    /// The cell of the move.
    #[inline(always)]
    pub fn cell(&self, lane: Lane) -> Cell {
        Cell::new((self.move_word(lane).load(Relaxed) & 0xFFFF) as usize)
    }

    /// What knowledge says of the move.
    #[inline(always)]
    pub fn prior(&self, lane: Lane) -> f32 {
        f32::from_bits(self.move_word(lane).load(Relaxed) & 0xFFFF_0000)
    }

    /// Changes what knowledge says of a move, unless it is proved.
    pub fn set_prior(&self, lane: Lane, prior: f32) {
        let word = self.move_word(lane);
        let old = word.load(Relaxed);
        if !self.link(lane).1.is_exact() {
            // If it was proved meanwhile, the word holds the number of moves to the end and has changed.
            let new = prior.to_bits() & 0xFFFF_0000 | old & 0xFFFF;
            let _ = word.compare_exchange(old, new, Relaxed, Relaxed);
        }
    }

    /// Once a move is proved, the place of its prior holds the number of moves to the end.
    pub fn set_depth(&self, lane: Lane, depth: u16) {
        let word = self.move_word(lane);
        word.store(word.load(Relaxed) & 0xFFFF | u32::from(depth) << 16, Relaxed);
    }

    /// The number of moves to the end of a proved move.
    pub fn depth(&self, lane: Lane) -> u16 {
        (self.move_word(lane).load(Relaxed) >> 16) as u16
    }

    #[inline(always)]
    fn link_word(&self, lane: Lane) -> &AtomicU32 {
        self.word(Self::at(lane, LINK))
    }

    /// The node after the move, and what is proved of the move.
    #[inline(always)]
    pub fn link(&self, lane: Lane) -> (Block, Bounds) {
        link::read(self.link_word(lane))
    }

    /// Claims the making of the node after the move. Only one thread succeeds.
    pub fn claim(&self, lane: Lane) -> bool {
        link::claim(self.link_word(lane))
    }

    /// Publishes the node after the move (or, with `NONE`, gives the claim back).
    pub fn set_link(&self, lane: Lane, block: Block) {
        link::publish(self.link_word(lane), block);
    }

    /// Narrows what is proved of the move. Returns whether that was news.
    pub fn prove(&self, lane: Lane, bounds: Bounds) -> bool {
        link::prove(self.link_word(lane), bounds)
    }

    /// The rows of chunk `number` of a block, for the loops over all lanes.
    #[inline(always)]
    pub(super) fn rows(&self, block: Block, number: usize) -> Rows<'_> {
        Rows { tree: self, at: Self::chunk(block, number * LANES) }
    }

    #[inline(always)]
    fn row(&self, block: Block, chunk: usize, row: usize) -> Row<'_> {
        self.arena.row(Self::chunk(block, chunk * LANES) + row)
    }

    /// Asks the memory for the first part of a block that will be read soon.
    #[inline(always)]
    pub fn expect(&self, block: Block) {
        self.arena.expect(block.0 as usize * HEADER, EXPECTED);
    }
}

/// Words that are asked for in advance: the header and the first chunks; the machine itself foresees the rest.
const EXPECTED: usize = HEADER + 4 * CHUNK;

/// The rows of eight lanes.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    tree: &'a Tree,
    at: usize,
}

impl<'a> Rows<'a> {
    #[inline(always)]
    pub fn visits(self) -> Row<'a> {
        self.row(VISITS)
    }

    #[inline(always)]
    pub fn points(self) -> Row<'a> {
        self.row(POINTS)
    }

    #[inline(always)]
    pub fn rave_visits(self) -> Row<'a> {
        self.row(RAVE_VISITS)
    }

    #[inline(always)]
    pub fn rave_points(self) -> Row<'a> {
        self.row(RAVE_POINTS)
    }

    #[inline(always)]
    pub fn moves(self) -> Row<'a> {
        self.row(MOVE)
    }

    #[inline(always)]
    pub fn links(self) -> Row<'a> {
        self.row(LINK)
    }

    #[inline(always)]
    fn row(self, row: usize) -> Row<'a> {
        self.tree.arena.row(self.at + row)
    }
}

mod arena;
mod bump;
mod collect;
mod hot_nodes;
mod link;
mod row;
