//! The empty board as sets of cells, copied from the referee's shape, and what a chain wins on it.
//!
//! Nothing here is derived by this crate: neighbours, border, corners, edges, sides and symmetries
//! are asked of [`referee::Shape`] cell by cell. [`Board::wins`] follows `referee`'s `judge.rs` and
//! `ring.rs` word for word, with sets in the place of lists; the tests compare the two.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use referee::{Colour, Form, Shape};

use crate::set::Set;

/// A board of at most `64 * N` cells.
pub struct Board<const N: usize> {
    shape: Arc<Shape>,
    all: Set<N>,
    border: Set<N>,
    near: Vec<Set<N>>,
    goals: Goals<N>,
    symmetries: Vec<Vec<u16>>,
    /// Words of sets that floods have looked at.
    work: AtomicU64,
}

/// What a chain must touch to win.
enum Goals<const N: usize> {
    /// Two corners or three edges, for either colour; or be a ring, where rings win.
    Shared { corners: Set<N>, edges: [Set<N>; 6], rings: bool },
    /// Both sides of the colour, given by [`place`].
    Hex { sides: [[Set<N>; 2]; 2] },
}

/// The place of a colour in pairs.
#[inline]
pub(crate) fn place(colour: Colour) -> usize {
    match colour {
        Colour::White => 0,
        Colour::Black => 1,
    }
}

impl<const N: usize> Board<N> {
    /// The board of a shape; nothing if it has too many cells.
    pub fn new(shape: Arc<Shape>) -> Option<Board<N>> {
        if shape.cell_count() > 64 * N {
            return None;
        }
        let set = |wanted: &dyn Fn(referee::Cell) -> bool| {
            shape.cells().filter(|&cell| wanted(cell)).map(|cell| cell.index()).collect::<Set<N>>()
        };
        let near = |cell| shape.neighbours(cell).iter().map(|beside| beside.index()).collect();
        let goals = match shape.form() {
            Form::Hexagon { .. } => Goals::Shared {
                corners: set(&|cell| shape.corner(cell).is_some()),
                edges: std::array::from_fn(|edge| set(&|cell| shape.edge(cell) == Some(edge))),
                rings: true,
            },
            // Three edges are all there are, and a cell may lie on two.
            Form::Triangle { .. } => Goals::Shared {
                corners: Set::EMPTY,
                edges: std::array::from_fn(|edge| {
                    set(&|cell| shape.triangle_sides(cell).get(edge).is_some_and(|&on| on))
                }),
                rings: false,
            },
            Form::Rhombus { .. } => Goals::Hex {
                sides: [Colour::White, Colour::Black]
                    .map(|colour| [0, 1].map(|side: usize| set(&|cell| shape.sides(cell, colour)[side]))),
            },
        };
        let images = |symmetry: &referee::Symmetry| {
            symmetry.images().iter().map(|image| image.index() as u16).collect()
        };
        Some(Board {
            all: set(&|_| true),
            border: set(&|cell| shape.is_border(cell)),
            near: shape.cells().map(near).collect(),
            goals,
            symmetries: shape.symmetries().iter().map(images).collect(),
            work: AtomicU64::new(0),
            shape,
        })
    }

    /// Words of sets that were looked at so far on this board.
    pub(crate) fn work(&self) -> u64 {
        self.work.load(Relaxed)
    }

    /// Counts sets that were looked at.
    #[inline]
    pub(crate) fn count(&self, sets: usize) {
        // Threads that share a board may lose a few of each other's: the checker has a board of its own.
        self.work.store(self.work() + (sets * N) as u64, Relaxed);
    }

    /// The referee's shape.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// All cells.
    pub fn all(&self) -> Set<N> {
        self.all
    }

    /// The symmetries as lists of images, in the order of [`Shape::symmetries`].
    pub fn symmetries(&self) -> &[Vec<u16>] {
        &self.symmetries
    }

    /// The name of a cell.
    pub fn name(&self, cell: usize) -> String {
        self.shape.cell(cell).map_or_else(|| format!("cell {cell}"), |cell| self.shape.name(cell))
    }

    /// The chain of a cell among `own` cells, the cell itself counted in.
    #[inline]
    pub(crate) fn chain(&self, cell: usize, own: Set<N>) -> Set<N> {
        let mut chain = Set::one(cell);
        let mut open = self.near[cell].and(own).minus(chain);
        let mut steps = 1;
        while let Some(next) = open.first() {
            chain.insert(next);
            open = open.or(self.near[next].and(own)).minus(chain);
            steps += 1;
        }
        self.count(steps);
        chain
    }

    /// The corners and the edges; nothing in Hex.
    pub(crate) fn corners_and_edges(&self) -> Option<(Set<N>, &[Set<N>; 6])> {
        match &self.goals {
            Goals::Shared { corners, edges, .. } => Some((*corners, edges)),
            Goals::Hex { .. } => None,
        }
    }

    /// The cells along the two sides of a colour in Hex; none elsewhere.
    pub(crate) fn sides(&self, colour: Colour) -> [Set<N>; 2] {
        match &self.goals {
            Goals::Hex { sides } => sides[place(colour)],
            Goals::Shared { .. } => [Set::EMPTY; 2],
        }
    }

    /// The cells beside which the board ends.
    pub(crate) fn border(&self) -> Set<N> {
        self.border
    }

    /// The neighbours of a cell.
    #[inline]
    pub(crate) fn near(&self, cell: usize) -> Set<N> {
        self.near[cell]
    }

    /// The cells beside a set; cells of the set may be among them.
    #[inline]
    pub(crate) fn beside(&self, set: Set<N>) -> Set<N> {
        set.cells().fold(Set::EMPTY, |beside, cell| beside.or(self.near[cell]))
    }

    /// Does this chain of a colour touch what wins? Rings are apart: [`Board::is_ring`].
    #[inline]
    pub(crate) fn joins(&self, chain: Set<N>, colour: Colour) -> bool {
        match &self.goals {
            Goals::Shared { corners, edges, .. } => {
                chain.and(*corners).count() >= 2
                    || edges.iter().filter(|&&edge| chain.meets(edge)).count() >= 3
            }
            Goals::Hex { sides } => sides[place(colour)].iter().all(|&side| chain.meets(side)),
        }
    }

    /// Whether rings win.
    #[inline]
    pub(crate) fn has_rings(&self) -> bool {
        matches!(self.goals, Goals::Shared { rings: true, .. })
    }

    /// Does this chain surround a cell, in the sense of `referee`'s `ring.rs`? Never where rings do not win.
    pub(crate) fn is_ring(&self, chain: Set<N>) -> bool {
        if chain.count() < 6 || !self.has_rings() {
            return false;
        }
        let open = self.all.minus(chain);
        let mut outside = self.border.minus(chain);
        let mut waiting = outside;
        let mut steps = self.near.len();
        while let Some(cell) = waiting.first() {
            steps += 1;
            let new = self.near[cell].and(open).minus(outside);
            outside = outside.or(new);
            waiting = waiting.or(new);
            waiting.remove(cell);
        }
        self.count(steps);
        self.all.minus(self.border).cells().any(|cell| !self.near[cell].meets(outside))
    }

    /// Is this chain of a colour a winning one?
    pub(crate) fn wins(&self, chain: Set<N>, colour: Colour) -> bool {
        self.joins(chain, colour) || self.is_ring(chain)
    }
}
