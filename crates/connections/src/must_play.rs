//! What connections and inferior cells say of a position: won, lost, or which moves are left.
//!
//! A side that does not win at once has to stop every semi connection by which the opponent would join its sides: it has to play into the carrier
//! of each of them. The cells common to all are the *must-play region*; every move outside loses.

use crate::bend::{Bend, is_bent};
use crate::board::Board;
use crate::cells::Cells;
use crate::find::{Connections, Effort};
use crate::inferior::{Fill, dominated, fill, inferior};

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement<S> {
    /// It wins, by this move; without one it wins whatever it does.
    Won {
        /// The winning move.
        by: Option<usize>,
        /// The cells that it needs.
        carrier: S,
    },
    /// It loses.
    Lost {
        /// The cells that the opponent needs.
        carrier: S,
    },
    /// One of these moves is as good as any.
    Open {
        /// The moves to choose from.
        moves: S,
        /// The must-play region; all moves outside lose. Dead and captured cells, of which no more is known, are in it.
        region: S,
        /// The cells that the opponent's refutations of all others need.
        carrier: S,
    },
}

/// Looks at positions; keeps its memory from one to the next.
pub struct Judge<S> {
    own: Connections<S>,
    theirs: Connections<S>,
}

impl<S: Cells> Judge<S> {
    /// A judge who takes this effort.
    pub fn new(effort: Effort) -> Judge<S> {
        Judge { own: Connections::new(effort), theirs: Connections::new(effort) }
    }

    /// The connections of the side to move and of the other as found last, in the filled position; the second are absent where the first decide.
    pub fn connections(&self) -> [&Connections<S>; 2] {
        [&self.own, &self.theirs]
    }

    /// What is known of a position in which nobody has won.
    pub fn judge(&mut self, board: &Board<S>, stones: [S; 2], turn: usize) -> Judgement<S> {
        let filled = fill(board, stones);
        self.judge_filled(board, &filled, turn)
    }

    /// The same where the filling is known.
    pub fn judge_filled(&mut self, board: &Board<S>, filled: &Fill<S>, turn: usize) -> Judgement<S> {
        let &Fill { stones, captured, .. } = filled;
        let other = 1 - turn;
        let [own, theirs] = [stones[turn], stones[other]];
        if board.joins(theirs, other) {
            return Judgement::Lost { carrier: captured[other] };
        }
        if board.joins(own, turn) {
            return Judgement::Won { by: None, carrier: captured[turn] };
        }
        self.own.run(board, own, theirs, turn);
        if let Some((carrier, find)) = self.own.threat() {
            let by = Some(self.own.first_move(find));
            return Judgement::Won { by, carrier: carrier | captured[turn] };
        }
        if let Some((carrier, _)) = self.own.won() {
            return Judgement::Won { by: None, carrier: carrier | captured[turn] };
        }
        self.theirs.run(board, theirs, own, other);
        if let Some((carrier, _)) = self.theirs.won() {
            return Judgement::Lost { carrier: carrier | captured[other] };
        }
        let (mut moves, mut carrier) = (board.all.minus(own | theirs), captured[other]);
        for (threat, _) in self.theirs.all_threats() {
            if !moves.is_within(threat) {
                moves = moves & threat;
                carrier |= threat;
            }
        }
        if is_bent(Bend::Narrow) && moves.size() > 1 {
            moves = moves.minus(S::one(moves.first()));
        }
        let weak = inferior(board, stones, turn, moves);
        if weak.cells == moves {
            return Judgement::Lost { carrier: carrier | weak.replies | weak.cells };
        }
        let region = moves | filled.dead | captured[turn] | captured[other];
        let left = moves.minus(weak.cells);
        let left = left.minus(dominated(board, stones, turn, left));
        Judgement::Open { moves: left, region, carrier: carrier | weak.replies }
    }
}
