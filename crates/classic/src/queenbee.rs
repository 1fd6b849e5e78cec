//! Queenbee's evaluation (chapter 5) for the alpha-beta search: formula 5.2, moves ordered by total potential, edge patterns at the
//! ends of lines (6.4).

use game::{Cell, Colour, Position, Shape};
use search::neighbours::Neighbours;
use search::potential::{INFINITE, Potentials};

use crate::alphabeta::evaluation::{Evaluation, Judgement};
use crate::edges::Patterns;
use crate::rings::ring_distance;
use crate::settings::{Edges, Settings};

/// Rings that need more stones than this are not looked for.
const RING_LIMIT: u32 = 3;

/// The evaluation for boards of one shape.
pub struct Queenbee<const W: usize> {
    shape: &'static Shape,
    empty: Neighbours<W>,
    edges: Edges,
    rings: f32,
    patterns: Patterns<W>,
    /// Room for positions that edge patterns have changed.
    changed: (Neighbours<W>, Potentials),
}

/// What is kept of a position.
pub struct State<const W: usize> {
    neighbours: Neighbours<W>,
    potentials: Potentials,
    judgement: Judgement,
}

impl<const W: usize> Queenbee<W> {
    /// The evaluation that the settings want.
    pub fn new(shape: &'static Shape, settings: &Settings) -> Queenbee<W> {
        let empty = Neighbours::empty(shape);
        Queenbee {
            shape,
            edges: settings.edges,
            rings: if shape.has_rings() { settings.rings } else { 0.0 },
            patterns: Patterns::new(shape),
            changed: (empty.clone(), Potentials::new(shape)),
            empty,
        }
    }

    fn judge(&self, position: &Position<W>, state: &mut State<W>) {
        state.potentials.find(self.shape, &state.neighbours, position.empty_cells());
        if self.rings > 0.0 {
            for colour in Colour::BOTH {
                if let Some(stones) = ring_distance(position.board(), colour, RING_LIMIT) {
                    state.potentials.lower(colour, 1 + (self.rings * stones as f32) as i32);
                }
            }
        }
        let judgement = &mut state.judgement;
        judgement.value = state.potentials.value();
        judgement.step = state.potentials.difference();
        for cell in position.empty_cells() {
            judgement.cost[cell.index()] = state.potentials.total(cell.index());
        }
    }
}

impl<const W: usize> Evaluation<W> for Queenbee<W> {
    type State = State<W>;

    fn room(&self) -> State<W> {
        State {
            neighbours: self.empty.clone(),
            potentials: Potentials::new(self.shape),
            judgement: Judgement { value: 0, step: 0, cost: vec![0; self.shape.len()] },
        }
    }

    fn begin(&mut self, position: &Position<W>, state: &mut State<W>) {
        state.neighbours.set_up(&self.empty, position.board(), |_, _| 0);
        self.judge(position, state);
    }

    fn follow(&mut self, before: &State<W>, position: &Position<W>, cell: Cell, state: &mut State<W>) {
        let mover = position.turn().other();
        state.neighbours.follow(&before.neighbours, position.board(), cell, mover);
        self.judge(position, state);
    }

    fn judgement<'a>(&self, state: &'a State<W>) -> &'a Judgement {
        &state.judgement
    }

    /// An infinite potential: the other side has a chain of two-bridges in the way (figure 5.4). Rings are another matter.
    fn is_hopeless(&self, state: &State<W>, colour: Colour) -> bool {
        !self.shape.has_rings() && state.potentials.board(colour) >= INFINITE
    }

    fn leaf(&mut self, position: &Position<W>, state: &State<W>) -> i32 {
        if self.edges == Edges::Off {
            return state.judgement.value;
        }
        let found = self.patterns.find(position.board());
        if found.is_empty() {
            return state.judgement.value;
        }
        let (neighbours, potentials) = &mut self.changed;
        let mut board = *position.board();
        if self.edges == Edges::Ghost {
            for pattern in found {
                if board.is_legal(pattern.ghost) && !board.wins_at(pattern.ghost, pattern.colour) {
                    board.place(pattern.ghost, pattern.colour);
                }
            }
            neighbours.set_up(&self.empty, &board, |_, _| 0);
        } else {
            let extra = |cell: Cell, colour| {
                let here = found.iter().filter(|pattern| (pattern.stone, pattern.colour) == (cell, colour));
                here.fold(0, |marks, pattern| marks | pattern.side)
            };
            neighbours.set_up(&self.empty, &board, extra);
        }
        potentials.find(self.shape, neighbours, board.empty_cells());
        potentials.value()
    }
}
