//! The distance to a win (thesis 4.8.6): how many own stones would connect a cell to two corners or three edges.
//!
//! An estimate, not a bound: the paths may share cells, rings are not seen, the opponent does not answer. Where enemy connections are
//! respected, a path does not pass between two enemy stones that are a bridge apart, nor between one and the edge beside it.

use game::{Board, CELL_LIMIT, Cell, Colour};

const FAR: u8 = 100;

/// Distances from each cell to each corner and edge, for both colours.
pub struct Distances {
    to: Box<[[[u8; 12]; CELL_LIMIT]; 2]>,
    side: i32,
}

impl Distances {
    /// Floods from every corner and edge of the board, for both colours, through enemy bridges unless they are respected.
    pub fn of<const W: usize>(board: &Board<W>, respects_bridges: bool) -> Distances {
        let mut to = Box::new([[[FAR; 12]; CELL_LIMIT]; 2]);
        for colour in Colour::BOTH {
            for mark in 0..12 {
                flood(board, colour, mark, respects_bridges, &mut to[colour.index()]);
            }
        }
        Distances { to, side: board.shape().side() as i32 }
    }

    /// The side of the board, the mean where sides differ.
    pub fn side(&self) -> i32 {
        self.side
    }

    /// How many stones of `colour` a win through the empty `cell` takes, that one counted once.
    pub fn to_win(&self, cell: Cell, colour: Colour) -> i32 {
        let mut to = self.to[colour.index()][cell.index()];
        let (corners, edges) = to.split_at_mut(6);
        corners.sort_unstable();
        edges.sort_unstable();
        let bridge = i32::from(corners[0]) + i32::from(corners[1]) - 1;
        let fork = i32::from(edges[0]) + i32::from(edges[1]) + i32::from(edges[2]) - 2;
        bridge.min(fork)
    }
}

/// Distances to one corner or edge in own stones to be placed: own stones cost nothing, the enemy's cannot be passed.
fn flood<const W: usize>(
    board: &Board<W>,
    colour: Colour,
    mark: usize,
    respects_bridges: bool,
    to: &mut [[u8; 12]; CELL_LIMIT],
) {
    let shape = board.shape();
    let own = board.stones(colour);
    let enemy = board.stones(colour.other());
    let cost = |cell: Cell| u8::from(!own.has(cell));
    let mut rim: Vec<Cell> = Vec::with_capacity(64);
    let mut next_rim: Vec<Cell> = Vec::with_capacity(64);
    let starts = shape.cells().filter(|&cell| shape.marks(cell, colour) >> mark & 1 != 0 && !enemy.has(cell));
    for cell in starts {
        to[cell.index()][mark] = cost(cell);
        if own.has(cell) { rim.push(cell) } else { next_rim.push(cell) }
    }
    let mut distance = 0;
    while !rim.is_empty() || !next_rim.is_empty() {
        while let Some(cell) = rim.pop() {
            if to[cell.index()][mark] != distance {
                continue;
            }
            let around = shape.around(cell);
            for (direction, next) in around.into_iter().enumerate() {
                let Some(next) = next.filter(|&next| !enemy.has(next)) else { continue };
                if respects_bridges && !own.has(cell) && !own.has(next) {
                    let sides = [around[(direction + 5) % 6], around[(direction + 1) % 6]];
                    let stones = sides.iter().flatten().filter(|&&side| enemy.has(side)).count();
                    let walls = sides.iter().filter(|side| side.is_none()).count();
                    if stones > 0 && stones + walls == 2 {
                        continue;
                    }
                }
                let there = distance + cost(next);
                if there < to[next.index()][mark] {
                    to[next.index()][mark] = there;
                    if there == distance { rim.push(next) } else { next_rim.push(next) }
                }
            }
        }
        std::mem::swap(&mut rim, &mut next_rim);
        distance += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Shape, Size};

    #[test]
    fn on_the_empty_board_a_corner_is_a_side_away_from_a_bridge() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let board = Board::<1>::new(shape);
        let distances = Distances::of(&board, false);
        let corner = shape.cell_at(0, 0).unwrap();
        assert_eq!(distances.to_win(corner, Colour::White), 4);
        assert_eq!(distances.side(), 4);
    }

    #[test]
    fn a_threat_is_at_distance_one() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let mut board = Board::<1>::new(shape);
        for x in 0..3 {
            board.place(shape.cell_at(x, 0).unwrap(), Colour::White);
        }
        let distances = Distances::of(&board, false);
        assert_eq!(distances.to_win(shape.cell_at(3, 0).unwrap(), Colour::White), 1);
        assert!(distances.to_win(shape.cell_at(3, 0).unwrap(), Colour::Black) > 1);
    }

    #[test]
    fn an_enemy_bridge_is_passed_unless_it_is_respected() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let mut board = Board::<1>::new(shape);
        // A wall of bridges from edge to edge keeps Black's corner from the others.
        for (x, y) in [(0, 2), (2, 3), (3, 1), (2, 0)] {
            board.place(shape.cell_at(x, y).unwrap(), Colour::White);
        }
        let corner = shape.cell_at(0, 0).unwrap();
        let free = Distances::of(&board, false).to_win(corner, Colour::Black);
        let kept = Distances::of(&board, true).to_win(corner, Colour::Black);
        assert!(free < kept, "{free} {kept}");
    }
}
