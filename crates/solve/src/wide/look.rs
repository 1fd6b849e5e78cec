//! What a position tells before it is searched: winning cells, forced replies, chains of threats, hopeless sides.

use game::{Bits, Cell, Colour, Position};
use search::threats::Search;

use super::threats;

/// Moves tried for chains of threats, for each side.
const TRIES: u32 = 300;

/// Opposing chains looked for to leave out replies.
const LINES: u32 = 6;

/// What is known of a position, for its side to move.
#[derive(Clone, Copy, Debug)]
pub enum Sight<const W: usize> {
    /// It wins by this move.
    Wins(Cell),
    /// It loses.
    Loses,
    /// Nobody knows; these moves are to be searched, the others lose.
    Open(Bits<W>),
}

/// What the winning cells alone say.
pub fn glance<const W: usize>(position: &Position<W>) -> Sight<W> {
    if let Some(cell) = position.winning_cells(position.turn()).first_cell() {
        return Sight::Wins(cell);
    }
    let danger = position.winning_cells(position.turn().other());
    match danger.len() {
        0 => Sight::Open(position.empty_cells()),
        1 => Sight::Open(danger),
        _ => Sight::Loses,
    }
}

/// A closer look: chains of threats for the side to move, and the replies that the opponent's chains leave.
pub fn look<const W: usize>(position: &Position<W>) -> Sight<W> {
    let Sight::Open(mut moves) = glance(position) else { return glance(position) };
    if let Some(line) = threats::find(position, position.empty_cells(), &mut Search::new(TRIES)) {
        return Sight::Wins(Cell::new(line.first()));
    }
    if !position.winning_cells(position.turn().other()).is_empty() {
        return Sight::Open(moves);
    }
    let mut passed = *position;
    passed.pass();
    let (mut first, mut search) = (position.empty_cells(), Search::new(TRIES));
    for _ in 0..LINES {
        let Some(line) = threats::find(&passed, first, &mut search) else { break };
        moves = moves - threats::refuted(position, &line, moves);
        if moves.is_empty() {
            return Sight::Loses;
        }
        first.remove(Cell::new(line.first()));
    }
    Sight::Open(moves)
}

/// One of each set of moves that symmetries of the position itself carry onto each other.
pub fn distinct<const W: usize>(position: &Position<W>, moves: Bits<W>) -> Bits<W> {
    let stays = |images: &Vec<Cell>| {
        Colour::BOTH.iter().all(|&colour| {
            let stones = position.board().stones(colour);
            stones.iter().all(|cell| stones.has(images[cell.index()]))
        })
    };
    // Equal keys first, because they are cheap; only equal stones count.
    let symmetries = position.shape().symmetries().iter().zip(position.keys()).skip(1);
    let own: Vec<&Vec<Cell>> = symmetries
        .filter(|&(images, &key)| key == position.key() && stays(images))
        .map(|(images, _)| images)
        .collect();
    let mut left = moves;
    for cell in moves {
        if left.has(cell) {
            for images in &own {
                let image = images[cell.index()];
                if image != cell {
                    left.remove(image);
                }
            }
        }
    }
    left
}
