//! Exact keys of positions, equal for positions that are turns or mirror images of each other.
//!
//! A position is a number in base three (0 empty, 1 White, 2 Black), one digit a cell. All
//! images are kept side by side and a stone adds one number to each; the key is the least.
//! Boards of up to 39 cells fit one word together with the turn and the question asked, larger
//! ones two, so keys never collide.

use std::hash::Hash;

use crate::shape::{Cell, Shape};

/// Cells of the largest board whose positions fit one word.
pub const ONE_WORD: usize = 39;

/// A machine word wide enough for the positions of a board.
pub trait Word: Copy + Ord + Hash + Default + Send + Sync + std::fmt::Debug + 'static {
    /// Bits of the word that are left for tags (turn, question) stand above this many.
    const TAG: u32;
    /// Number of 64-bit words.
    const WORDS: usize;
    /// From a place value.
    fn from_place(place: u128) -> Self;
    /// Sum, never overflowing for legal positions.
    fn plus(self, other: Self) -> Self;
    /// With two tag bits above the digits.
    fn tagged(self, tag: u64) -> Self;
    /// Low and high half.
    fn halves(self) -> (u64, u64);
    /// The word with these halves.
    fn from_halves(low: u64, high: u64) -> Self;
}

impl Word for u64 {
    const TAG: u32 = 62;
    const WORDS: usize = 1;
    fn from_place(place: u128) -> u64 {
        place as u64
    }
    #[inline]
    fn plus(self, other: u64) -> u64 {
        self.wrapping_add(other)
    }
    #[inline]
    fn tagged(self, tag: u64) -> u64 {
        self | tag << Self::TAG
    }
    #[inline]
    fn halves(self) -> (u64, u64) {
        (self, 0)
    }
    fn from_halves(low: u64, _: u64) -> u64 {
        low
    }
}

impl Word for u128 {
    const TAG: u32 = 126;
    const WORDS: usize = 2;
    fn from_place(place: u128) -> u128 {
        place
    }
    #[inline]
    fn plus(self, other: u128) -> u128 {
        self.wrapping_add(other)
    }
    #[inline]
    fn tagged(self, tag: u64) -> u128 {
        self | u128::from(tag) << Self::TAG
    }
    #[inline]
    fn halves(self) -> (u64, u64) {
        (self as u64, (self >> 64) as u64)
    }
    fn from_halves(low: u64, high: u64) -> u128 {
        u128::from(low) | u128::from(high) << 64
    }
}

/// What each stone adds to the images of a position.
pub struct Places<W> {
    add: Vec<[[W; 12]; 2]>,
    turns: usize,
}

impl<W: Word> Places<W> {
    /// The table for a board.
    pub fn new(shape: &Shape) -> Places<W> {
        assert!(3f64.powi(shape.cells() as i32).log2() < f64::from(W::TAG));
        let add = (0..shape.cells())
            .map(|cell| {
                let row = |digit: u128| shape.places[cell].map(|p| W::from_place(p * digit));
                [row(1), row(2)]
            })
            .collect();
        Places { add, turns: shape.turns.len() }
    }
}

/// All images of one position.
#[derive(Clone, Copy)]
pub struct Images<W>([W; 12]);

impl<W: Word> Images<W> {
    /// The empty board.
    pub fn empty() -> Images<W> {
        Images([W::default(); 12])
    }

    /// The images of a set of stones.
    pub fn of(places: &Places<W>, stones: [u64; 2]) -> Images<W> {
        let mut images = Images::empty();
        for (colour, set) in stones.into_iter().enumerate() {
            for cell in crate::shape::bits(set) {
                images.add(places, colour, cell);
            }
        }
        images
    }

    /// Adds a stone.
    #[inline]
    pub fn add(&mut self, places: &Places<W>, colour: usize, cell: Cell) {
        for (image, add) in self.0.iter_mut().zip(&places.add[cell][colour]) {
            *image = image.plus(*add);
        }
    }

    /// The least image, and which symmetry gives it.
    #[inline]
    pub fn least(&self, places: &Places<W>) -> (W, usize) {
        let mut best = (self.0[0], 0);
        for s in 1..places.turns {
            if self.0[s] < best.0 {
                best = (self.0[s], s);
            }
        }
        best
    }

    /// The least image after one more stone.
    #[inline]
    pub fn least_with(&self, places: &Places<W>, colour: usize, cell: Cell) -> W {
        let images = self.0[1..places.turns].iter();
        let add = &places.add[cell][colour];
        let first = self.0[0].plus(add[0]);
        images.zip(&add[1..]).fold(first, |least, (image, add)| least.min(image.plus(*add)))
    }

    /// The symmetries, other than the identity, that leave the position as it is.
    pub fn stable<'a>(&'a self, places: &Places<W>) -> impl Iterator<Item = usize> + 'a {
        (1..places.turns).filter(|&s| self.0[s] == self.0[0])
    }

    /// Does some symmetry other than the identity leave the position as it is?
    pub fn symmetric(&self, places: &Places<W>) -> bool {
        self.0[1..places.turns].contains(&self.0[0])
    }
}
