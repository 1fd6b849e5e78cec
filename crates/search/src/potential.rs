//! Potentials (Queenbee, chapter 5): how near a cell is to being connected to what its colour needs, the board potential, attack
//! mobility, and the evaluation of formula 5.2. The same for Hex and Havannah: two of the first six goals, or three of the others.

use game::{Bits, Board, Colour, Shape};

use crate::neighbours::Neighbours;
use crate::two_distance::{Distances, FAR};

/// What stands for an infinite potential where potentials are added and compared.
pub const INFINITE: i32 = 99;
/// Formula 5.2's M.
pub const M: i32 = 100;

/// The potentials of all cells of a position for both colours.
#[derive(Clone, Debug)]
pub struct Potentials {
    cells: [Vec<i32>; 2],
    board: [i32; 2],
    mobility: [i32; 2],
    distances: Distances,
}

impl Potentials {
    /// Room for the potentials on a board.
    pub fn new(shape: &Shape) -> Potentials {
        Potentials {
            cells: [vec![INFINITE; shape.len()], vec![INFINITE; shape.len()]],
            board: [INFINITE; 2],
            mobility: [0; 2],
            distances: Distances::new(shape),
        }
    }

    /// The potentials of a position, from scratch.
    pub fn of<const W: usize>(board: &Board<W>) -> Potentials {
        Potentials::after(&Neighbours::empty(board.shape()), board)
    }

    /// The same where the neighbours on the empty board are at hand.
    pub fn after<const W: usize>(empty: &Neighbours<W>, board: &Board<W>) -> Potentials {
        let mut neighbours = empty.clone();
        neighbours.set_up(empty, board, |_, _| 0);
        let mut potentials = Potentials::new(board.shape());
        potentials.find(board.shape(), &neighbours, board.empty_cells());
        potentials
    }

    /// Finds all potentials.
    pub fn find<const W: usize>(&mut self, shape: &Shape, neighbours: &Neighbours<W>, empty: Bits<W>) {
        for colour in Colour::BOTH {
            self.distances.find(shape, neighbours, empty, colour);
            let here = colour.index();
            self.cells[here].fill(INFINITE);
            let (mut least, mut count) = (INFINITE, 0);
            for cell in empty {
                let potential = self.through(shape, cell.index());
                self.cells[here][cell.index()] = potential;
                if potential < least {
                    (least, count) = (potential, 1);
                } else if potential == least && least < INFINITE {
                    count += 1;
                }
            }
            (self.board[here], self.mobility[here]) = (least, count);
        }
    }

    /// The potential of a cell by the distances found last: the sum over the nearest goals that win together. A fork has
    /// three ways, so the cell itself is counted three times instead of twice: one is taken off.
    fn through(&self, shape: &Shape, cell: usize) -> i32 {
        let (mut first, mut second) = (FAR, FAR);
        for goal in shape.game().twos() {
            let distance = self.distances.to(goal, cell);
            if distance < first {
                (first, second) = (distance, first);
            } else {
                second = second.min(distance);
            }
        }
        let mut best = first + second;
        let threes = shape.game().threes();
        if !threes.is_empty() {
            let mut nearest = [FAR; 3];
            for goal in threes {
                let mut distance = self.distances.to(goal, cell);
                for place in &mut nearest {
                    if distance < *place {
                        std::mem::swap(&mut distance, place);
                    }
                }
            }
            best = best.min(nearest.iter().sum::<u16>() - 1);
        }
        i32::from(best).min(INFINITE)
    }

    /// The potential of a cell for a colour; [`INFINITE`] where it is not connected or not empty.
    #[inline(always)]
    pub fn cell(&self, cell: usize, colour: Colour) -> i32 {
        self.cells[colour.index()][cell]
    }

    /// The sum of a cell's potentials: small where both colours want to be.
    #[inline(always)]
    pub fn total(&self, cell: usize) -> i32 {
        self.cells[0][cell] + self.cells[1][cell]
    }

    /// The least potential of any cell.
    pub fn board(&self, colour: Colour) -> i32 {
        self.board[colour.index()]
    }

    /// How many cells have that potential.
    pub fn mobility(&self, colour: Colour) -> i32 {
        self.mobility[colour.index()]
    }

    /// Lowers the board potential of a colour to that of a way to win which no cell's potential shows, such as a ring.
    pub fn lower(&mut self, colour: Colour, potential: i32) {
        let board = &mut self.board[colour.index()];
        *board = potential.min(*board);
    }

    /// The difference of the board potentials, good for White where it is large.
    pub fn difference(&self) -> i32 {
        self.board[1] - self.board[0]
    }

    /// Formula 5.2: good for White where it is large.
    pub fn value(&self) -> i32 {
        M * self.difference() - (self.mobility[1] - self.mobility[0])
    }
}
