//! Expansion: what a node knows at its birth. Wins at once, threats to be blocked, dead draws, symmetric moves, priors.

use game::{Bits, Board, Cell, Colour, Position};

use super::bounds::Bounds;
use crate::knowledge::Knowledge;
use crate::settings::Settings;

/// How new nodes are looked at.
pub(super) struct Expander {
    lookahead: u32,
    draws: bool,
    symmetry: usize,
    sorted: bool,
    knowledge: Knowledge,
}

/// What a look at a new node says, for the side to move.
pub(super) enum Look {
    /// The result is known, and in how many moves.
    Proved(Bounds, u16),
    /// The moves to try are listed; the result is within these bounds.
    Moves(Bounds),
}

impl Expander {
    pub fn new<const W: usize>(settings: &Settings, board: &Board<W>) -> Expander {
        Expander {
            lookahead: settings.lookahead,
            draws: settings.draws,
            symmetry: settings.symmetry as usize,
            sorted: settings.widen_factor > 0.0,
            knowledge: Knowledge::new(settings, board),
        }
    }

    /// Looks at a node below the root. Its ancestors were looked at in the same way, so that neither side had a win at once
    /// that was not answered: only the chains of the last two stones can have made new ones.
    pub fn look<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut Vec<(Cell, f32)>,
    ) -> Look {
        let colour = board.turn();
        let [own, last] = before;
        let wins = match own {
            Some(own) if self.lookahead >= 1 => board.fresh_wins(own, colour),
            _ => Bits::EMPTY,
        };
        let threats = match last {
            Some(last) if self.lookahead >= 2 => board.fresh_wins(last, colour.other()),
            _ => Bits::EMPTY,
        };
        self.decide(board, wins, threats, before, moves)
    }

    /// Looks at the root, about whose past nothing is assumed.
    pub fn look_at_root<const W: usize>(&self, position: &Position<W>, moves: &mut Vec<(Cell, f32)>) -> Look {
        let colour = position.turn();
        let known = |plies: u32, colour| {
            if self.lookahead >= plies { position.winning_cells(colour) } else { Bits::EMPTY }
        };
        let wins = known(1, colour);
        let threats = known(2, colour.other());
        self.decide(position.board(), wins, threats, position.last_moves(), moves)
    }

    /// Lists some of the moves at the root, whatever else is known of it.
    pub fn list_among<const W: usize>(
        &self,
        position: &Position<W>,
        among: Bits<W>,
        moves: &mut Vec<(Cell, f32)>,
    ) {
        moves.clear();
        moves.extend(among.iter().map(|cell| (cell, 0.0)));
        self.knowledge.priors(position.board(), position.last_moves(), moves);
        if self.sorted {
            moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
    }

    fn decide<const W: usize>(
        &self,
        board: &Board<W>,
        wins: Bits<W>,
        threats: Bits<W>,
        before: [Option<Cell>; 2],
        moves: &mut Vec<(Cell, f32)>,
    ) -> Look {
        if !wins.is_empty() {
            return Look::Proved(Bounds::WIN, 1);
        }
        if !threats.is_empty() && threats.only().is_none() {
            return Look::Proved(Bounds::LOSS, 2);
        }
        let bounds = self.hopes(board);
        if bounds.is_exact() {
            return Look::Proved(bounds, board.empty_count() as u16);
        }
        moves.clear();
        match threats.only() {
            Some(block) => moves.push((block, 0.0)),
            None => {
                self.list(board, moves);
                self.knowledge.priors(board, before, moves);
            }
        }
        if self.sorted {
            moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        Look::Moves(bounds)
    }

    /// What the sides can still hope for. Only asked once a third of the board is filled: before that both can hope for all.
    fn hopes<const W: usize>(&self, board: &Board<W>) -> Bounds {
        if !self.draws || !board.shape().has_draws() || board.empty_count() * 3 > board.shape().len() * 2 {
            return Bounds::OPEN;
        }
        let mut bounds = Bounds::OPEN;
        if !board.can_win(board.turn()) {
            bounds = bounds.narrowed(Bounds::NO_WIN);
        }
        if !board.can_win(board.turn().other()) {
            bounds = bounds.narrowed(Bounds::NO_LOSS);
        }
        bounds
    }

    fn list<const W: usize>(&self, board: &Board<W>, moves: &mut Vec<(Cell, f32)>) {
        if board.stone_count() < self.symmetry {
            let maps = symmetries_of(board);
            let is_first = |cell: Cell| maps.iter().all(|map| map[cell.index()] >= cell);
            moves.extend(board.empty_cells().iter().filter(|&cell| is_first(cell)).map(|cell| (cell, 0.0)));
        } else {
            moves.extend(board.empty_cells().iter().map(|cell| (cell, 0.0)));
        }
    }
}

/// The symmetries of the shape that leave the stones where they are.
fn symmetries_of<const W: usize>(board: &Board<W>) -> Vec<&'static Vec<Cell>> {
    let keeps = |map: &&Vec<Cell>| {
        Colour::BOTH.iter().all(|&colour| {
            let stones = board.stones(colour);
            stones.iter().all(|cell| stones.has(map[cell.index()]))
        })
    };
    board.shape().symmetries()[1..].iter().filter(keeps).collect()
}
