//! What an evaluation tells the search: the seam between alpha-beta and ways of judging a position.

use game::{Cell, Colour, Position};

/// What is thought of a position without playing on.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// Good for White where it is large; below [`LIMIT`] in size.
    pub value: i32,
    /// The part of it by which tension is measured, in whole steps.
    pub step: i32,
    /// How bad a move there looks, by cell: the least is the best. Only differences count.
    pub cost: Vec<i32>,
}

/// Values of evaluations are smaller than this.
pub const LIMIT: i32 = 100_000;

/// A way of judging positions.
pub trait Evaluation<const W: usize>: Send {
    /// What is kept for a position of the line that is being searched.
    type State: Send;

    /// Room for a state.
    fn room(&self) -> Self::State;

    /// Judges a position from scratch.
    fn begin(&mut self, position: &Position<W>, state: &mut Self::State);

    /// Judges the position after `cell` was played, with the state before it.
    fn follow(&mut self, before: &Self::State, position: &Position<W>, cell: Cell, state: &mut Self::State);

    /// What `begin` or `follow` found.
    fn judgement<'a>(&self, state: &'a Self::State) -> &'a Judgement;

    /// Who wins, where that is certain without playing on.
    fn winner(&self, _state: &Self::State) -> Option<Colour> {
        None
    }

    /// Whether a colour is seen to have no way to win any more. That may be wrong, unless the other one wins for certain.
    fn is_hopeless(&self, state: &Self::State, colour: Colour) -> bool {
        self.winner(state) == Some(colour.other())
    }

    /// The value of a position at the end of a line, where more may be asked than in its inside.
    fn leaf(&mut self, _position: &Position<W>, state: &Self::State) -> i32 {
        self.judgement(state).value
    }
}
