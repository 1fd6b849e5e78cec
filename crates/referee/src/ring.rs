//! The ring: does a chain surround a cell?
//!
//! # Definition
//!
//! A chain C *surrounds* a cell x if every walk (by steps between neighbours) that starts on x and
//! leaves the board steps on a stone of C after x itself. What stands on x does not matter; x may be
//! empty, an enemy stone or a stone of C. A chain is a ring if it surrounds some cell.
//!
//! Letting x itself be a stone of C is what makes filled rings right. A disc of own stones has no
//! foreign cell inside, yet each of its inner stones is surrounded by the others. The stone x is
//! never needed as a wall, as a walk has left it after the first step.
//!
//! # Why this is the ring of the rules
//!
//! The rules speak of a closed loop of stones around at least one cell. Draw a loop as the polygon
//! through the centres of its cells. Claim: C surrounds a cell iff C has a simple loop with a cell
//! strictly inside.
//!
//! *From the loop to the definition.* Let x be strictly inside. A step between neighbours is a
//! segment of the triangular grid of centres, as are the sides of the polygon, and such segments meet
//! only at centres. So a walk from x to beyond the border, being outside in the end, must step on a
//! cell of the loop, a stone of C; and x is not on the loop, so this happens after x.
//!
//! *From the definition to the loop.* Let R be the cells that walks from x reach without stepping on
//! C after x. R is connected, has no border cell, and every neighbour of R that is not in R is a
//! stone of C. Add to R all cells that R cuts off from the outside, giving R'. Every neighbour of R'
//! is a neighbour of R (a cut-off cell has only R and cut-off cells beside it), so it is on the board
//! and in C. R' is connected and has no holes, and the cells around such a patch of the triangular
//! grid, taken in order, are neighbours one by one: they contain a simple loop with R' inside.
//! As a loop is connected, it lies in one chain. ∎
//!
//! # The test
//!
//! One flood serves all x. Call *outside* every cell without a stone of C from which the border can
//! be left through cells without a stone of C. A walk from x that avoids C after x either steps off
//! the board at once or steps on an outside cell first. So C surrounds x iff x has six neighbours and
//! none of them is outside. (`tests/rings.rs` compares this with walking from each x and with
//! enumerating loops.)

use crate::flood::flood;
use crate::shape::{Cell, Shape};

/// Does this chain, given as a list of cells, surround at least one cell?
pub(crate) fn is_ring(shape: &Shape, chain: &[Cell]) -> bool {
    let outside = outside(shape, chain);
    shape.cells().any(|cell| {
        !shape.is_border(cell) && shape.neighbours(cell).iter().all(|beside| !outside[beside.index()])
    })
}

/// The cells without a stone of the chain that are joined to the border by such cells.
fn outside(shape: &Shape, chain: &[Cell]) -> Vec<bool> {
    let mut wall = vec![false; shape.cell_count()];
    for cell in chain {
        wall[cell.index()] = true;
    }
    let border = shape.cells().filter(|&cell| shape.is_border(cell));
    flood(shape, border, |cell| !wall[cell.index()])
}
