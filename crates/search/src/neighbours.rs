//! Who is whose neighbour, as two-distance sees it (Queenbee, 5.1): two empty cells are a colour's neighbours when they adjoin or
//! a chain of that colour joins them. In Hex a colour's own sides are chains, too.
//!
//! The sets can be kept from move to move: a stone only ever adds neighbours for its own colour, and cells that have been filled are
//! left in the sets and masked where the sets are used.

use game::{Bits, Board, Cell, Colour, Marks, Shape};

/// The goals of a chain: corners and edges, or two sides, by their bit in the marks.
pub const GOALS: usize = 12;

/// The neighbours of every cell for both colours, and the cells beside every goal.
#[derive(Clone, Debug)]
pub struct Neighbours<const W: usize> {
    around: [Vec<Bits<W>>; 2],
    goals: [[Bits<W>; GOALS]; 2],
}

impl<const W: usize> Neighbours<W> {
    /// The neighbours on the empty board.
    pub fn empty(shape: &Shape) -> Neighbours<W> {
        let adjoining: Vec<Bits<W>> = shape.cells().map(|cell| shape.neighbours(cell).collect()).collect();
        let on = |colour, goal: usize| {
            shape.cells().filter(|&cell| shape.marks(cell, colour) >> goal & 1 != 0).collect()
        };
        let goals = Colour::BOTH.map(|colour| std::array::from_fn(|goal| on(colour, goal)));
        let mut neighbours = Neighbours { around: [adjoining.clone(), adjoining], goals };
        if sides_are_stones(shape) {
            for colour in Colour::BOTH {
                (0..GOALS).for_each(|goal| neighbours.join(colour, neighbours.goals[colour.index()][goal]));
            }
        }
        neighbours
    }

    /// Takes the neighbours of a position from those on the empty board. `extra` are further goals that the chain of a stone
    /// is to count as touching.
    pub fn set_up(&mut self, empty: &Neighbours<W>, board: &Board<W>, extra: impl Fn(Cell, Colour) -> Marks) {
        self.copy(empty);
        for colour in Colour::BOTH {
            for cell in board.stones(colour) {
                if board.chain(cell) == cell {
                    let more = board.chain_cells(cell).fold(0, |marks, stone| marks | extra(stone, colour));
                    self.add_chain(board, cell, colour, more);
                }
            }
        }
    }

    /// Takes the neighbours from those before the stone on `cell` was put down.
    pub fn follow(&mut self, before: &Neighbours<W>, board: &Board<W>, cell: Cell, colour: Colour) {
        self.copy(before);
        self.add_chain(board, cell, colour, 0);
    }

    fn copy(&mut self, other: &Neighbours<W>) {
        for colour in 0..2 {
            self.around[colour].copy_from_slice(&other.around[colour]);
        }
        self.goals = other.goals;
    }

    fn add_chain(&mut self, board: &Board<W>, cell: Cell, colour: Colour, extra: Marks) {
        let marks = board.chain_marks(cell) | extra;
        let beside = board.beside_chain(cell);
        for goal in (0..GOALS).filter(|goal| marks >> goal & 1 != 0) {
            let reached = &mut self.goals[colour.index()][goal];
            *reached = *reached | beside;
            if sides_are_stones(board.shape()) {
                let group = *reached;
                self.join(colour, group);
            }
        }
        self.join(colour, beside);
    }

    /// Makes all cells of a group neighbours of each other.
    fn join(&mut self, colour: Colour, group: Bits<W>) {
        for cell in group {
            let mut others = group;
            others.remove(cell);
            let around = &mut self.around[colour.index()][cell.index()];
            *around = *around | others;
        }
    }

    /// The neighbours of a cell; some may be filled.
    #[inline(always)]
    pub fn of(&self, cell: Cell, colour: Colour) -> Bits<W> {
        self.around[colour.index()][cell.index()]
    }

    /// The cells at which a stone would touch a goal; some may be filled.
    #[inline(always)]
    pub fn beside_goal(&self, goal: usize, colour: Colour) -> Bits<W> {
        self.goals[colour.index()][goal]
    }
}

/// Whether a colour's own sides join the cells beside them: in Hex.
pub fn sides_are_stones(shape: &Shape) -> bool {
    shape.has_own_sides()
}
