//! What the tests share: shapes, pictures and reproducible chance.
#![allow(dead_code)]

use std::sync::Arc;

use robusto_referee::{Board, Colour, Shape};

/// The regular Havannah board.
pub fn havannah(n: usize) -> Arc<Shape> {
    Arc::new(Shape::havannah(n).expect("a valid size"))
}

/// An uneven Havannah board.
pub fn hexagon(p: usize, q: usize, r: usize) -> Arc<Shape> {
    Arc::new(Shape::hexagon(p, q, r).expect("valid sides"))
}

/// A Hex board.
pub fn hex(columns: usize, rows: usize) -> Arc<Shape> {
    Arc::new(Shape::hex(columns, rows).expect("valid measures"))
}

/// A board from a diagram that is known to be well formed.
pub fn board(shape: Arc<Shape>, picture: &str) -> Board {
    Board::from_picture(shape, picture).expect("a well-formed picture")
}

/// SplitMix64: small, and the same everywhere.
pub struct Chance(pub u64);

impl Chance {
    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// A board whose cells are black, white and empty in the ratio of these weights.
    pub fn board(&mut self, shape: &Arc<Shape>, [black, white, empty]: [usize; 3]) -> Board {
        let mut board = Board::empty(Arc::clone(shape));
        for cell in shape.cells() {
            let lot = self.below(black + white + empty);
            if lot < black {
                board.place(cell, Colour::Black);
            } else if lot < black + white {
                board.place(cell, Colour::White);
            }
        }
        board
    }
}
