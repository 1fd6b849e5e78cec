//! What the stones on a board form: chains and winning shapes, each time from scratch.
//!
//! Begin at [`Board::kinds`]: a colour's stones fall into chains, and each chain is examined alone.

use std::sync::Arc;

use crate::flood::flood;
use crate::ring::is_ring;
use crate::shape::{Cell, Form, Shape};
use crate::{Board, Colour, Kind, Kinds};

impl Board {
    /// The chain of the stone on `cell`, in the order of [`Shape::cells`]; nothing if it is empty.
    pub fn chain_at(&self, cell: Cell) -> Vec<Cell> {
        let Some(colour) = self.stone(cell) else { return Vec::new() };
        let reached = flood(self.shape(), [cell], |at| self.stone(at) == Some(colour));
        self.shape().cells().filter(|at| reached[at.index()]).collect()
    }

    /// All chains of a colour, ordered by their first cells.
    pub fn chains(&self, colour: Colour) -> Vec<Vec<Cell>> {
        let mut chains: Vec<Vec<Cell>> = Vec::new();
        for cell in self.cells_of(colour) {
            if !chains.iter().any(|chain| chain.contains(&cell)) {
                chains.push(self.chain_at(cell));
            }
        }
        chains
    }

    /// The kinds of winning shapes that a colour's stones form.
    pub fn kinds(&self, colour: Colour) -> Kinds {
        let chains = self.chains(colour);
        let kinds = chains.iter().map(|chain| chain_kinds(self.shape(), chain, colour));
        kinds.fold(Kinds::NONE, Kinds::union)
    }

    /// Does a colour hold a winning shape?
    pub fn has_won(&self, colour: Colour) -> bool {
        !self.kinds(colour).is_empty()
    }

    /// The empty cells on which one stone of `colour` would become part of a winning chain. While
    /// the colour has not won yet, these are the cells at which it would win at once.
    pub fn winning_cells(&self, colour: Colour) -> Vec<Cell> {
        self.empty_cells().into_iter().filter(|&cell| self.wins_at(cell, colour)).collect()
    }

    fn wins_at(&self, cell: Cell, colour: Colour) -> bool {
        let mut board = self.clone();
        board.place(cell, colour);
        let chain = board.chain_at(cell);
        !chain_kinds(self.shape(), &chain, colour).is_empty()
    }

    /// Would a colour hold a winning shape if it owned every empty cell? If not, it can never win
    /// from here, as stones are never moved and more stones never undo a shape.
    pub fn can_still_win(&self, colour: Colour) -> bool {
        self.filled_with(colour).has_won(colour)
    }
}

/// The kinds of winning shapes that stones of `colour` on just these cells form, on a board that is
/// empty otherwise.
pub fn kinds_formed(shape: &Arc<Shape>, cells: impl IntoIterator<Item = Cell>, colour: Colour) -> Kinds {
    let mut board = Board::empty(Arc::clone(shape));
    for cell in cells {
        board.place(cell, colour);
    }
    board.kinds(colour)
}

/// Do stones of `colour` on just these cells form a winning shape of this kind?
pub fn forms(shape: &Arc<Shape>, cells: impl IntoIterator<Item = Cell>, colour: Colour, kind: Kind) -> bool {
    kinds_formed(shape, cells, colour).contains(kind)
}

/// The kinds that a single chain forms.
fn chain_kinds(shape: &Shape, chain: &[Cell], colour: Colour) -> Kinds {
    let holds = |kind: &Kind| match kind {
        Kind::Bridge => is_bridge(shape, chain),
        Kind::Fork => is_fork(shape, chain),
        Kind::Ring => is_ring(shape, chain),
        Kind::Crossing => is_crossing(shape, chain, colour),
    };
    kinds_of_game(shape).iter().copied().filter(holds).collect()
}

fn kinds_of_game(shape: &Shape) -> &'static [Kind] {
    match shape.form() {
        Form::Hexagon { .. } => &[Kind::Bridge, Kind::Fork, Kind::Ring],
        Form::Rhombus { .. } | Form::Triangle { .. } => &[Kind::Crossing],
    }
}

fn is_bridge(shape: &Shape, chain: &[Cell]) -> bool {
    chain.iter().filter(|&&cell| shape.corner(cell).is_some()).count() >= 2
}

fn is_fork(shape: &Shape, chain: &[Cell]) -> bool {
    let touches = |edge| chain.iter().any(|&cell| shape.edge(cell) == Some(edge));
    (0..6).filter(|&edge| touches(edge)).count() >= 3
}

fn is_crossing(shape: &Shape, chain: &[Cell], colour: Colour) -> bool {
    if let Form::Triangle { .. } = shape.form() {
        return (0..3).all(|side| chain.iter().any(|&cell| shape.triangle_sides(cell)[side]));
    }
    [0, 1].iter().all(|&side| chain.iter().any(|&cell| shape.sides(cell, colour)[side]))
}
