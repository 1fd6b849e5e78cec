//! Perft: all sequences of moves up to a depth, counted. Two programs that agree on these numbers agree on legal
//! moves, endings and winning shapes, so they are kept as text (`tests/perft.txt`) and compared with the slow referee.

use std::collections::BTreeMap;
use std::fmt;

use crate::{Board, Colour, Kind, Outcome, Position, wins};

/// What [`perft`] counted.
///
/// Prints as `1234 leaves, white fork 5, black ring+bridge 1, draw 2`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Sequences of exactly as many moves as asked, those whose last move ends the game among them. Games that end
    /// earlier have no such sequence.
    pub leaves: u64,
    /// Sequences of at most as many moves as asked that end with a win, by the winner and all kinds that the last stone
    /// completes.
    pub wins: BTreeMap<(Colour, Vec<Kind>), u64>,
    /// The same for draws.
    pub draws: u64,
}

impl Perft {
    fn count_ending<const W: usize>(&mut self, board: &Board<W>, last: crate::Cell) {
        match board.outcome() {
            None => {}
            Some(Outcome::Draw) => self.draws += 1,
            Some(Outcome::Win(colour)) => {
                let kinds = wins(board, last).iter().map(|win| win.kind).collect();
                *self.wins.entry((colour, kinds)).or_default() += 1;
            }
        }
    }

    fn visit<const W: usize>(&mut self, board: &Board<W>, depth: usize) {
        if depth == 0 {
            self.leaves += 1;
        } else if board.outcome().is_none() {
            for cell in board.empty_cells() {
                let mut next = *board;
                next.play(cell);
                self.count_ending(&next, cell);
                self.visit(&next, depth - 1);
            }
        }
    }
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} leaves", self.leaves)?;
        for ((colour, kinds), count) in &self.wins {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
            write!(f, ", {colour} {} {count}", kinds.join("+"))?;
        }
        if self.draws > 0 { write!(f, ", draw {}", self.draws) } else { Ok(()) }
    }
}

/// Counts the sequences of exactly `depth` legal moves from a position, and those of at most `depth` moves that end the
/// game. Swaps are not moves here. A game that is over already has one sequence, the empty one, and no new ending.
///
/// ```
/// use robusto_game::{Position, Shape, Size, perft::perft};
///
/// let start = Position::<1>::new(Shape::of(Size::havannah(2)?));
/// assert_eq!(perft(&start, 2).to_string(), "42 leaves");
/// assert_eq!(perft(&start, 3).to_string(), "210 leaves, white bridge 60");
/// # Ok::<(), robusto_game::SizeError>(())
/// ```
pub fn perft<const W: usize>(position: &Position<W>, depth: usize) -> Perft {
    let mut count = Perft::default();
    // Boards are copied at every move: the smaller, the faster.
    match position.shape().len() / 64 {
        0 => count.visit(position.resized::<1>().board(), depth),
        1 => count.visit(position.resized::<2>().board(), depth),
        _ => count.visit(position.board(), depth),
    }
    count
}
