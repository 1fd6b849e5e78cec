//! What is joined on a Hex board, for people to look at: connections from side to side, the must-play region, dead and captured cells.

use connections::{Board, Cells, Effort, Judge, Judgement, fill, with_cells};
use game::{Cell, Colour, Size};

use crate::player::{Moment, Verdict};

/// What connections say of a position that is not over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectionView {
    /// What they prove, for the side to move.
    pub verdict: Verdict,
    /// The winning move of the side to move, if it needs one.
    pub by: Option<Cell>,
    /// The cells that the winner needs, or the opponent's refutations of all moves that are left out.
    pub carrier: Vec<Cell>,
    /// The moves that are left: all others lose or are no better.
    pub moves: Vec<Cell>,
    /// The must-play region: all moves outside lose.
    pub must_play: Vec<Cell>,
    /// Cells whose colour cannot matter any more.
    pub dead: Vec<Cell>,
    /// Cells that belong to White and to Black as if they stood there.
    pub captured: [Vec<Cell>; 2],
}

impl ConnectionView {
    /// The view of a position of Hex that is not over.
    pub fn of(position: &Moment) -> Option<ConnectionView> {
        let shape = position.shape();
        let Size::Rhombus(columns, rows) = shape.size() else { return None };
        if position.outcome().is_some() {
            return None;
        }
        let measures = (usize::from(columns), usize::from(rows));
        with_cells!(shape.len(), S => look::<S>(position, measures))
    }
}

fn look<S: Cells>(position: &Moment, (columns, rows): (usize, usize)) -> Option<ConnectionView> {
    let board: Board<S> = Board::new(columns, rows)?;
    let set = |colour| S::of(position.board().stones(colour).iter().map(|cell| cell.index()));
    let filled = fill(&board, Colour::BOTH.map(set));
    let cells = |set: S| set.each().map(Cell::new).collect();
    let judgement = Judge::new(Effort::LARGE).judge_filled(&board, &filled, position.turn().index());
    let view = match judgement {
        Judgement::Won { by, carrier } => ConnectionView {
            verdict: Verdict::Win,
            by: by.map(Cell::new),
            carrier: cells(carrier),
            ..ConnectionView::default()
        },
        Judgement::Lost { carrier } => {
            ConnectionView { verdict: Verdict::Loss, carrier: cells(carrier), ..ConnectionView::default() }
        }
        Judgement::Open { moves, region, carrier } => ConnectionView {
            moves: cells(moves),
            must_play: cells(region),
            carrier: cells(carrier),
            ..ConnectionView::default()
        },
    };
    Some(ConnectionView { dead: cells(filled.dead), captured: filled.captured.map(cells), ..view })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Record, Shape};

    fn view(moves: &str) -> ConnectionView {
        let shape = Shape::of(Size::hex(5).unwrap());
        let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
        ConnectionView::of(record.position()).unwrap()
    }

    #[test]
    fn a_stone_in_the_middle_wins_and_an_edge_leaves_a_choice() {
        let lost = view("c3");
        assert_eq!(lost.verdict, Verdict::Loss);
        assert!(!lost.carrier.is_empty());
        let open = view("a1");
        assert_eq!(open.verdict, Verdict::Win);
        let start = ConnectionView::of(&Moment::new(Shape::of(Size::hex(9).unwrap()))).unwrap();
        assert_eq!(start.verdict, Verdict::Unknown);
        assert!(start.moves.len() <= start.must_play.len() && start.must_play.len() == 81);
        assert!(ConnectionView::of(&Moment::new(Shape::of(Size::havannah(4).unwrap()))).is_none());
    }
}
