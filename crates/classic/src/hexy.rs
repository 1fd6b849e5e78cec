//! Hexy's evaluation (Queenbee 8.2) for the alpha-beta search: virtual connections decide where they reach from side to side,
//! elsewhere the resistances of both colours are compared. Hex only.

use connections::{Board, Connections, Effort, Flow, Wide};
use game::{Bits, Cell, Colour, Position, Shape, Size};

use crate::alphabeta::evaluation::{Evaluation, Judgement};

/// The value of a position that connections decide.
const DECIDED: i32 = 50_000;
/// The most that the resistances count for.
const RATIO_LIMIT: i32 = 20_000;
/// Value of a ratio of e between the resistances.
const SCALE: f64 = 500.0;
/// Cost of a move that carries no current; each percent of the current takes one off.
const NO_CURRENT: i32 = 1_000;

/// The evaluation for boards of one shape.
pub struct Hexy<const W: usize> {
    board: Board<Wide<W>>,
    /// The connections of White and of Black.
    found: [Connections<Wide<W>>; 2],
}

impl<const W: usize> Hexy<W> {
    /// The evaluation on a Hex board.
    pub fn new(shape: &'static Shape) -> Hexy<W> {
        let Size::Rhombus(columns, rows) = shape.size() else { panic!("Hexy plays Hex") };
        let board = Board::new(columns.into(), rows.into()).expect("positions of this width hold the board");
        Hexy { board, found: [0, 1].map(|_| Connections::new(Effort::SMALL)) }
    }
}

fn set<const W: usize>(Bits(words): Bits<W>) -> Wide<W> {
    Wide(words)
}

impl<const W: usize> Evaluation<W> for Hexy<W> {
    type State = Judgement;

    fn room(&self) -> Judgement {
        Judgement { value: 0, step: 0, cost: vec![NO_CURRENT; self.board.cells()] }
    }

    fn begin(&mut self, position: &Position<W>, state: &mut Judgement) {
        let stones = Colour::BOTH.map(|colour| set(position.board().stones(colour)));
        for (colour, found) in self.found.iter_mut().enumerate() {
            found.run(&self.board, stones[colour], stones[1 - colour], colour);
        }
        let wins = |colour: Colour| {
            let found = &self.found[colour.index()];
            found.won().is_some() || position.turn() == colour && found.threat().is_some()
        };
        let flows = self.found.each_ref().map(|found| Flow::of(found, &self.board));
        let ratio = ((flows[0].total + 1e-6) / (flows[1].total + 1e-6)).ln() * SCALE;
        let ratio = (ratio as i32).clamp(-RATIO_LIMIT, RATIO_LIMIT);
        state.value = ratio + DECIDED * (i32::from(wins(Colour::White)) - i32::from(wins(Colour::Black)));
        state.step = state.value / 100;
        for cell in position.empty_cells() {
            let share: f64 = flows.iter().map(|flow| flow.through[cell.index()] / (flow.total + 1e-6)).sum();
            state.cost[cell.index()] = NO_CURRENT - (100.0 * share) as i32;
        }
    }

    fn follow(&mut self, _before: &Judgement, position: &Position<W>, _cell: Cell, state: &mut Judgement) {
        self.begin(position, state);
    }

    fn winner(&self, state: &Judgement) -> Option<Colour> {
        let winner = if state.value > 0 { Colour::White } else { Colour::Black };
        (state.value.abs() > RATIO_LIMIT).then_some(winner)
    }

    fn judgement<'a>(&self, state: &'a Judgement) -> &'a Judgement {
        state
    }
}
