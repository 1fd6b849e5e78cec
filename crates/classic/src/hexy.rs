//! Hexy's evaluation (Queenbee 8.2) for the alpha-beta search: virtual connections decide where they reach from side to side,
//! elsewhere the resistances of both colours are compared. Hex only.

use game::{Cell, Colour, Position, Shape};

use crate::alphabeta::evaluation::{Evaluation, Judgement};
use crate::connections::{Connections, Effort};
use crate::resistance::Flow;

/// The value of a position that connections decide.
const DECIDED: i32 = 50_000;
/// Value of a ratio of e between the resistances.
const SCALE: f64 = 500.0;
/// Cost of a move that carries no current; each percent of the current takes one off.
const NO_CURRENT: i32 = 1_000;

/// The evaluation for boards of one shape.
pub struct Hexy {
    shape: &'static Shape,
}

impl Hexy {
    /// The evaluation on a Hex board.
    pub fn new(shape: &'static Shape) -> Hexy {
        Hexy { shape }
    }
}

impl<const W: usize> Evaluation<W> for Hexy {
    type State = Judgement;

    fn room(&self) -> Judgement {
        Judgement { value: 0, step: 0, cost: vec![NO_CURRENT; self.shape.len()] }
    }

    fn begin(&mut self, position: &Position<W>, state: &mut Judgement) {
        let board = position.board();
        let [white, black] = Colour::BOTH.map(|colour| Connections::find(board, colour, Effort::SMALL));
        let wins = |connections: &Connections<W>, colour| {
            connections.wins() || position.turn() == colour && connections.wins_moving()
        };
        let flows = [&white, &black].map(|connections| Flow::of(connections, self.shape.len()));
        let ratio = ((flows[0].total + 1e-6) / (flows[1].total + 1e-6)).ln() * SCALE;
        let ratio = ratio.clamp(-20_000.0, 20_000.0) as i32;
        state.value = ratio
            + DECIDED * (i32::from(wins(&white, Colour::White)) - i32::from(wins(&black, Colour::Black)));
        state.step = state.value / 100;
        for cell in position.empty_cells() {
            let share: f64 = flows.iter().map(|flow| flow.through[cell.index()] / (flow.total + 1e-6)).sum();
            state.cost[cell.index()] = NO_CURRENT - (100.0 * share) as i32;
        }
    }

    fn follow(&mut self, _before: &Judgement, position: &Position<W>, _cell: Cell, state: &mut Judgement) {
        self.begin(position, state);
    }

    fn judgement<'a>(&self, state: &'a Judgement) -> &'a Judgement {
        state
    }
}
