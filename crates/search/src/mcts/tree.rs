//! The tree in memory: one arena of atomic words, fixed in advance, without locks.
//!
//! A *block* holds the moves of one node. It begins with a header and goes on with chunks of eight *lanes*, one lane
//! a move, each field of the eight lanes together so that selection reads them in a row:
//!
//! ```text
//!   header  [lanes | -] [visits] [forward] ...                                        8 words
//!   chunk   [visits, wins] x 8   [rave visits, rave wins] x 8   [cell, prior] x 8   [link] x 8    48 words
//! ```
//!
//! Wins count half points (2 a win, 1 a draw). The prior is the upper half of an `f32`. A link holds the verdict of
//! the move in its upper three bits and the place of the child block (in units of eight words) below. That makes 24 bytes a lane.
//!
//! Counters are changed by relaxed atomic steps: a sum lost to another thread now and then does not matter, while
//! verdicts and links are published with release and read with acquire order.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, Ordering::Relaxed};

use game::Cell;

use super::bounds::Bounds;

/// Lanes in a chunk.
pub const LANES: usize = 8;
/// Words in the header of a block, and the unit in which links count.
const HEADER: usize = 8;
/// Words in a chunk.
const CHUNK: usize = LANES * 6;
const RAVE: usize = LANES * 2;
const MOVE: usize = LANES * 4;
const LINK: usize = LANES * 5;

/// The bits of a link that name a block.
const PLACE: u32 = (1 << 29) - 1;
/// Set in a block's first word while a collection keeps it.
const MARK: u32 = 1 << 31;

/// The place of a block in the arena, in units of eight words; 0 is nowhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Block(u32);

impl Block {
    /// No block.
    pub const NONE: Block = Block(0);
    /// Somebody is making the block at this moment.
    pub const COMING: Block = Block(PLACE);

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

/// Visits and half points in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often.
    pub visits: u32,
    /// Two for a win, one for a draw.
    pub points: u32,
}

impl Count {
    #[inline(always)]
    pub(super) const fn pack(self) -> u64 {
        self.visits as u64 | (self.points as u64) << 32
    }

    #[inline(always)]
    pub(super) const fn unpack(word: u64) -> Count {
        Count { visits: word as u32, points: (word >> 32) as u32 }
    }

    /// The share of points, or `otherwise` when there were no visits.
    pub fn rate(self, otherwise: f32) -> f32 {
        if self.visits == 0 { otherwise } else { self.points as f32 * 0.5 / self.visits as f32 }
    }
}

/// The arena.
pub struct Tree {
    words: *mut AtomicU32,
    layout: Layout,
    /// Words in all.
    capacity: usize,
    /// The first free word.
    top: AtomicU64,
}

// SAFETY: the words are atomics, reached by shared references only, and the arena is freed once, by its owner.
unsafe impl Send for Tree {}
// SAFETY: as above.
unsafe impl Sync for Tree {}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout, and nobody else frees it.
        unsafe { dealloc(self.words.cast(), self.layout) }
    }
}

impl Tree {
    /// An empty tree that will not take more than about `bytes` of memory. Pages are taken from the system as they are used.
    pub fn new(bytes: usize) -> Tree {
        let capacity = (bytes / 4).clamp(1 << 16, (PLACE as usize - 1) * HEADER) / HEADER * HEADER;
        // With a larger alignment the allocator would clear all pages at once instead of taking them as they are used.
        let layout =
            Layout::from_size_align(capacity * 4, 16).expect("a size within the limits of the machine");
        // SAFETY: the layout is not empty; zero is a valid value of an atomic word.
        let words = unsafe { alloc_zeroed(layout) };
        if words.is_null() {
            handle_alloc_error(layout);
        }
        Tree { words: words.cast(), layout, capacity, top: AtomicU64::new(HEADER as u64) }
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.top.load(Relaxed) as usize * 4
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.top.get_mut() = HEADER as u64;
    }

    #[inline(always)]
    fn word(&self, at: usize) -> &AtomicU32 {
        debug_assert!(at < self.capacity);
        // SAFETY: `at` lies within a block that was handed out by `add`, hence within the arena.
        unsafe { &*self.words.add(at) }
    }

    #[inline(always)]
    fn pair(&self, at: usize) -> &AtomicU64 {
        debug_assert!(at + 1 < self.capacity && at.is_multiple_of(2));
        // SAFETY: as for `word`; even places are aligned to eight bytes, and these words are only ever reached as pairs.
        unsafe { &*self.words.add(at).cast::<AtomicU64>() }
    }

    #[inline(always)]
    fn chunk(block: Block, index: usize) -> usize {
        block.0 as usize * HEADER + HEADER + index / LANES * CHUNK
    }

    /// Makes a block with a lane for each cell and its prior, or returns `None` when the arena is full.
    pub fn add(&self, moves: &[(Cell, f32)]) -> Option<Block> {
        let chunks = moves.len().div_ceil(LANES);
        let size = HEADER + chunks * CHUNK;
        let fits = |top: u64| (top as usize + size <= self.capacity).then_some(top + size as u64);
        let start = self.top.fetch_update(Relaxed, Relaxed, fits).ok()? as usize;
        let block = Block((start / HEADER) as u32);
        for at in start..start + size {
            self.word(at).store(0, Relaxed);
        }
        self.word(start).store(moves.len() as u32, Relaxed);
        for (index, &(cell, prior)) in moves.iter().enumerate() {
            let word = prior.to_bits() & 0xFFFF_0000 | cell.index() as u32;
            self.word(Self::chunk(block, index) + MOVE + index % LANES).store(word, Relaxed);
        }
        // Lanes that are no moves look like moves that are done with.
        for index in moves.len()..chunks * LANES {
            let link = Bounds::LOSS.code() << 29;
            self.word(Self::chunk(block, index) + LINK + index % LANES).store(link, Relaxed);
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
        self.word(block.0 as usize * HEADER + 1).load(Relaxed)
    }

    /// Counts visits of the node.
    #[inline(always)]
    pub fn visit_node(&self, block: Block, visits: u32) {
        self.word(block.0 as usize * HEADER + 1).fetch_add(visits, Relaxed);
    }

    #[inline(always)]
    fn count_pair(&self, lane: Lane) -> &AtomicU64 {
        self.pair(Self::chunk(lane.block, lane.index) + lane.index % LANES * 2)
    }

    #[inline(always)]
    pub(super) fn rave_pair(&self, lane: Lane) -> &AtomicU64 {
        self.pair(Self::chunk(lane.block, lane.index) + RAVE + lane.index % LANES * 2)
    }

    /// What came of the move.
    #[inline(always)]
    pub fn count(&self, lane: Lane) -> Count {
        Count::unpack(self.count_pair(lane).load(Relaxed))
    }

    /// Adds visits and points.
    #[inline(always)]
    pub fn add_count(&self, lane: Lane, count: Count) {
        self.count_pair(lane).fetch_add(count.pack(), Relaxed);
    }

    /// What came of games in which the move was made at any later time.
    #[inline(always)]
    pub fn rave(&self, lane: Lane) -> Count {
        Count::unpack(self.rave_pair(lane).load(Relaxed))
    }

    #[inline(always)]
    fn move_word(&self, lane: Lane) -> u32 {
        self.word(Self::chunk(lane.block, lane.index) + MOVE + lane.index % LANES).load(Relaxed)
    }

    /// The cell of the move.
    #[inline(always)]
    pub fn cell(&self, lane: Lane) -> Cell {
        Cell::new((self.move_word(lane) & 0xFFFF) as usize)
    }

    /// What knowledge says of the move.
    #[inline(always)]
    pub fn prior(&self, lane: Lane) -> f32 {
        f32::from_bits(self.move_word(lane) & 0xFFFF_0000)
    }

    /// Once a move is proved, the place of its prior holds the number of moves to the end.
    pub fn set_depth(&self, lane: Lane, depth: u16) {
        let word = self.move_word(lane) & 0xFFFF | u32::from(depth) << 16;
        self.word(Self::chunk(lane.block, lane.index) + MOVE + lane.index % LANES).store(word, Relaxed);
    }

    /// The number of moves to the end of a proved move.
    pub fn depth(&self, lane: Lane) -> u16 {
        (self.move_word(lane) >> 16) as u16
    }

    #[inline(always)]
    fn link_word(&self, lane: Lane) -> &AtomicU32 {
        self.word(Self::chunk(lane.block, lane.index) + LINK + lane.index % LANES)
    }

    /// The node after the move, and what is proved of the move.
    #[inline(always)]
    pub fn link(&self, lane: Lane) -> (Block, Bounds) {
        let word = self.link_word(lane).load(Ordering::Acquire);
        (Block(word & PLACE), Bounds::from_code(word >> 29))
    }

    /// Claims the making of the node after the move. Only one thread succeeds.
    pub fn claim(&self, lane: Lane) -> bool {
        self.link_word(lane)
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |word| {
                (word & PLACE == Block::NONE.0).then_some(word & !PLACE | Block::COMING.0)
            })
            .is_ok()
    }

    /// Publishes the node after the move (or, with `NONE`, gives the claim back).
    pub fn set_link(&self, lane: Lane, block: Block) {
        let _ = self
            .link_word(lane)
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |word| Some(word & !PLACE | block.0));
    }

    /// Narrows what is proved of the move. Returns whether that was news.
    pub fn prove(&self, lane: Lane, bounds: Bounds) -> bool {
        self.link_word(lane)
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, |word| {
                let old = Bounds::from_code(word >> 29);
                let new = old.narrowed(bounds);
                (new != old).then_some(word & PLACE | new.code() << 29)
            })
            .is_ok()
    }

    /// The words of chunk `number` of a block, for the loops over all lanes.
    #[inline(always)]
    pub(super) fn chunk_words(&self, block: Block, number: usize) -> ChunkWords<'_> {
        ChunkWords { tree: self, at: Self::chunk(block, number * LANES) }
    }
}

/// Eight lanes side by side.
#[derive(Clone, Copy)]
pub(super) struct ChunkWords<'a> {
    tree: &'a Tree,
    at: usize,
}

impl<'a> ChunkWords<'a> {
    #[inline(always)]
    pub fn counts(self) -> [u64; LANES] {
        self.eight_pairs(0)
    }

    #[inline(always)]
    pub fn raves(self) -> [u64; LANES] {
        self.eight_pairs(RAVE)
    }

    #[inline(always)]
    pub fn moves(self) -> [u32; LANES] {
        self.eight_words(MOVE)
    }

    #[inline(always)]
    pub fn links(self) -> [u32; LANES] {
        self.eight_words(LINK)
    }

    #[inline(always)]
    fn eight_pairs(self, field: usize) -> [u64; LANES] {
        let quads: [[u64; 2]; 4] =
            std::array::from_fn(|i| load::two(self.tree.pair(self.at + field + 4 * i)));
        std::array::from_fn(|i| quads[i / 2][i % 2])
    }

    #[inline(always)]
    fn eight_words(self, field: usize) -> [u32; LANES] {
        let quads: [[u64; 2]; 2] =
            std::array::from_fn(|i| load::two(self.tree.pair(self.at + field + 4 * i)));
        std::array::from_fn(|i| (quads[i / 4][i / 2 % 2] >> (32 * (i % 2))) as u32)
    }

    #[inline(always)]
    pub fn rave_pair(self, i: usize) -> &'a AtomicU64 {
        self.tree.pair(self.at + RAVE + 2 * i)
    }

    #[inline(always)]
    pub fn move_word(self, i: usize) -> u32 {
        self.tree.word(self.at + MOVE + i).load(Relaxed)
    }
}

mod collect;
mod load;
