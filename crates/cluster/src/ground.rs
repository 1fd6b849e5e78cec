//! The rules as the coordinator needs them: positions by moves, their keys, what is seen at a glance.
//!
//! Built on the checker's own board, which knows both games on every size; the coordinator needs no speed here.

use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use game::{Game, Size};
use referee::{Colour, Shape};
use solve::proof::join::{self, WORDS};
use verify::{Board, Position, Value};

/// A board and its symmetries.
pub struct Ground {
    board: Board<WORDS>,
}

/// A position in which the game goes on.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The stones and the cells to win on.
    pub position: Position<WORDS>,
    /// Who moves.
    pub turn: Colour,
}

impl Ground {
    /// The board that words such as `havannah`, `3x4x4` name.
    pub fn new(game: &str, size: &str) -> Result<Ground> {
        let game = Game::named(game).with_context(|| format!("there is no game {game:?}"))?;
        let shape = Shape::named(game.word(), &Size::parse(game, size)?.measures());
        let shape = shape.map_err(|error| anyhow::anyhow!("{error}"))?;
        let board = Board::new(Arc::new(shape)).context("the board has too many cells for certificates")?;
        Ok(Ground { board })
    }

    /// The referee's shape.
    pub fn shape(&self) -> &Arc<Shape> {
        self.board.shape()
    }

    /// The name of a cell.
    pub fn name(&self, cell: u16) -> String {
        self.board.name(usize::from(cell))
    }

    /// The names of cells, with spaces between.
    pub fn names(&self, cells: &[u16]) -> String {
        cells.iter().map(|&cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }

    /// The position after these moves, in which the game must go on.
    pub fn spot(&self, moves: &[u16]) -> Result<Spot> {
        let mut spot = Spot { position: Position::empty(&self.board), turn: self.shape().first_turn() };
        for (i, &cell) in moves.iter().enumerate() {
            let index = usize::from(cell);
            let is_free =
                index < self.shape().cell_count() && spot.position.free(&self.board).contains(index);
            ensure!(is_free, "move {}: there is no empty cell {cell}", i + 1);
            if spot.position.wins(spot.turn).contains(index) {
                bail!("move {} ends the game", i + 1);
            }
            spot = self.after(&spot, index);
        }
        ensure!(!spot.position.free(&self.board).is_empty(), "the board is full");
        Ok(spot)
    }

    fn after(&self, spot: &Spot, cell: usize) -> Spot {
        Spot { position: spot.position.with(&self.board, cell, spot.turn), turn: spot.turn.other() }
    }

    /// The position's name, the same for all positions that are turns or mirror images of each other, and the symmetry that
    /// carries it onto the one that gave the name.
    pub fn key(&self, position: &Position<WORDS>) -> (String, u8) {
        let (bytes, symmetry) = join::key(&self.board, position);
        (bytes.iter().map(|byte| format!("{byte:02x}")).collect(), symmetry)
    }

    /// A cell of one position as a cell of another with the same key.
    pub fn carry(&self, cell: u16, from: u8, to: u8) -> usize {
        let symmetries = self.board.symmetries();
        let image = symmetries[usize::from(from)][usize::from(cell)];
        let back = symmetries[usize::from(to)].iter().position(|&there| there == image);
        back.expect("a symmetry reaches every cell")
    }

    /// The value of a position, if it needs no search.
    pub fn at_sight(&self, spot: &Spot) -> Option<Value> {
        let Spot { position, turn } = spot;
        if !position.wins(*turn).is_empty() {
            return Some(Value::Wins(*turn));
        }
        if position.wins(turn.other()).count() > 1 {
            return Some(Value::Wins(turn.other()));
        }
        let hopes = [Colour::White, Colour::Black].map(|colour| position.can_still_win(&self.board, colour));
        let full = position.free(&self.board).is_empty();
        (full || hopes == [false; 2]).then_some(Value::Draw)
    }

    /// The moves that do not lose or win at sight, one of each set with the same position after it.
    pub fn branches(&self, spot: &Spot) -> Vec<(u16, String, Option<Value>)> {
        let danger = spot.position.wins(spot.turn.other());
        let tries = if danger.is_empty() { spot.position.free(&self.board) } else { danger };
        let mut branches: Vec<(u16, String, Option<Value>)> = Vec::new();
        for cell in tries.cells() {
            let after = self.after(spot, cell);
            let key = self.key(&after.position).0;
            if branches.iter().all(|branch| branch.1 != key) {
                branches.push((cell as u16, key, self.at_sight(&after)));
            }
        }
        branches
    }

    /// The openings of a position, one of each set of symmetric ones.
    pub fn openings(&self, moves: &[u16]) -> Result<Vec<u16>> {
        let spot = self.spot(moves)?;
        let win = spot.position.wins(spot.turn);
        Ok(self.branches(&spot).into_iter().map(|b| b.0).filter(|&c| !win.contains(c.into())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_by_symmetry() {
        let count = |size| Ground::new("havannah", size).unwrap().openings(&[]).unwrap().len();
        assert_eq!((count("3"), count("4"), count("3x4x4")), (4, 6, 10));
        assert_eq!(Ground::new("hex", "3").unwrap().openings(&[]).unwrap().len(), 5);
    }

    #[test]
    fn positions_that_are_no_positions_are_refused() {
        let ground = Ground::new("havannah", "2").unwrap();
        assert!(ground.spot(&[0, 0]).is_err());
        assert!(ground.spot(&[99]).is_err());
        assert!(ground.spot(&[0, 3, 1]).is_err(), "two corners are joined");
        assert!(Ground::new("chess", "8").is_err() && Ground::new("havannah", "99").is_err());
    }

    #[test]
    fn turned_positions_share_a_key_and_cells_are_carried() {
        let ground = Ground::new("havannah", "3").unwrap();
        let [a, b] = [[0u16, 5], [2, 4]].map(|moves| ground.spot(&moves).unwrap().position);
        let ((first, from), (second, to)) = (ground.key(&a), ground.key(&b));
        if first == second {
            assert_eq!(ground.carry(0, from, to), 2);
        }
        assert_eq!(ground.carry(7, from, from), 7);
    }
}
