//! How random games end: their lengths and kinds. A stone that makes several winning shapes counts once: as a fork, else as a
//! bridge, else as a ring.

use game::{Board, Kind, Outcome, is_complete};
use serde::Serialize;

/// A number for each kind of ending. In Havannah there are no chains, in Hex nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ByKind {
    fork: f64,
    bridge: f64,
    ring: f64,
    chain: f64,
    draw: f64,
}

impl ByKind {
    /// The kinds' names and numbers.
    pub fn rows(&self) -> [(&'static str, f64); 5] {
        let ByKind { fork, bridge, ring, chain, draw } = *self;
        [("fork", fork), ("bridge", bridge), ("ring", ring), ("chain", chain), ("draw", draw)]
    }

    fn from_array([fork, bridge, ring, chain, draw]: [f64; 5]) -> ByKind {
        ByKind { fork, bridge, ring, chain, draw }
    }
}

/// Games and stones by kind, in the order of [`ByKind::rows`].
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    games: [u64; 5],
    stones: [u64; 5],
    checksum: u64,
}

impl Statistics {
    /// Counts a game that is over.
    pub fn add<const W: usize>(&mut self, board: &Board<W>) {
        let (kind, length) = (kind(board), board.stone_count() as u64);
        self.games[kind] += 1;
        self.stones[kind] += length;
        let game = length * 5 + kind as u64 + 1;
        self.checksum = (self.checksum.rotate_left(5) ^ game).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// A number that changes when any game ends otherwise.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Stones a game.
    pub fn mean_length(&self) -> f64 {
        let (stones, games): (u64, u64) = (self.stones.iter().sum(), self.games.iter().sum());
        stones as f64 / games.max(1) as f64
    }

    /// Stones a game, by kind; zero where there is none.
    pub fn lengths(&self) -> ByKind {
        ByKind::from_array(std::array::from_fn(|i| self.stones[i] as f64 / self.games[i].max(1) as f64))
    }

    /// The share of each kind.
    pub fn shares(&self) -> ByKind {
        let games = self.games.iter().sum::<u64>().max(1) as f64;
        ByKind::from_array(self.games.map(|count| count as f64 / games))
    }
}

/// The row of how a game ended.
fn kind<const W: usize>(board: &Board<W>) -> usize {
    let Some(Outcome::Win(winner)) = board.outcome() else { return 4 };
    // Only the winning chain has what it takes.
    let marks =
        board.stones(winner).iter().map(|cell| board.chain_marks(cell)).find(|&marks| is_complete(marks));
    let Some(marks) = marks else { return 2 };
    let mut goals = board.shape().game().goals(winner).iter().rev();
    match goals.find(|goal| (marks & goal.marks).count_ones() >= goal.count).map(|goal| goal.kind) {
        Some(Kind::Fork) => 0,
        Some(Kind::Bridge) => 1,
        Some(Kind::Chain) => 3,
        Some(Kind::Ring) | None => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Record, Shape, Size};

    #[test]
    fn kinds_are_told_apart() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        for (moves, expected) in [
            ("b1 e5 b2 e4 b3 f5 b4 d5 b5 c5 a3", 0),
            ("a1 d4 a2 e4 a3 e5 a4", 1),
            ("c3 b1 d3 b2 e4 b3 e5 a1 d5 a2 c4", 2),
        ] {
            let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
            assert_eq!(kind(record.position().board()), expected, "{moves}");
        }
        let hex = Shape::of(Size::hex(1).unwrap());
        assert_eq!(kind(Record::from_moves(hex, "a1", Coords::Gui).unwrap().position().board()), 3);
    }
}
