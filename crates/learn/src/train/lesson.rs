//! Lessons: positions of played games with what is to be foreseen about them.

use std::sync::Arc;

use game::{Cell, Colour, Kind, Shape, Win, wins};
use search::networks::convolution::{self, Taps};
use search::networks::features::{self, Row};
use search::networks::tower;
use search::player::{Moment, Verdict};

use crate::played::{Played, winner_of};

/// The share of a search's own expectation in what is to be foreseen, where nothing is proved; the rest is the result.
const EXPECTED: f32 = 0.25;
/// Shares of visits are taken to this power: a little sharper than the search was.
const SHARPNESS: f32 = 1.2;

/// The kinds of winning shapes that are told apart; games with one kind have nothing to tell.
const KINDS: [Kind; tower::KINDS] = [Kind::Ring, Kind::Bridge, Kind::Fork];

/// A game from which lessons are taken.
#[derive(Debug)]
pub struct Source {
    played: Played,
    /// The winning shape, if the game was played to its end and somebody won.
    win: Option<Win>,
    /// Whether the game was played to its end.
    is_over: bool,
}

/// A position with what is to be foreseen about it.
#[derive(Clone, Debug)]
pub struct Lesson {
    source: Arc<Source>,
    number: usize,
}

/// All lessons of a game.
pub fn lessons(played: Played) -> Vec<Lesson> {
    let positions = played.positions();
    let end = positions.last().expect("the empty board at least");
    let is_over = end.outcome().is_some();
    let win = winner_of(end).zip(played.moves.last()).and_then(|(winner, &last)| {
        let win = wins(end.board(), last).into_iter().next()?;
        (Some(winner) == played.winner).then_some(win)
    });
    let count = played.searched.len();
    let source = Arc::new(Source { played, win, is_over });
    (0..count).map(|number| Lesson { source: source.clone(), number }).collect()
}

/// A lesson as numbers, under a symmetry of its board.
pub struct Case {
    /// The neighbours of each cell.
    pub taps: Arc<Taps>,
    /// The rows that are summed.
    pub rows: Vec<(Cell, Row)>,
    /// The legal moves, with the share that each should have; nothing to learn if they are none.
    pub moves: Vec<(Cell, f32)>,
    /// Whether the shares of the moves are known.
    pub has_policy: bool,
    /// Probabilities of win, draw and loss.
    pub results: [f32; 3],
    /// For each of the side to move and the other the cells of its winning shape, if the end is known.
    pub shapes: Option<[Vec<Cell>; 2]>,
    /// Which of the moves was the opponent's reply to what was played here.
    pub reply: Option<usize>,
    /// By which kind of shape the game was won, if there are several.
    pub kind: Option<usize>,
    /// The share of the empty cells that was filled at the end, if that is known.
    pub length: Option<f32>,
}

impl Lesson {
    /// The board of the lesson.
    pub fn shape(&self) -> &'static Shape {
        self.source.played.shape()
    }

    /// The position.
    pub fn position(&self) -> Moment {
        let played = &self.source.played;
        let mut position = Moment::new(played.shape());
        played.moves[..played.searched[self.number].ply].iter().for_each(|&cell| position.play(cell));
        position
    }

    /// What is proved of it.
    pub fn verdict(&self) -> Verdict {
        self.source.played.searched[self.number].verdict
    }

    /// The lesson as numbers. The taps of its board must be among `taps`.
    pub fn case(&self, map: &[Cell], taps: &AllTaps) -> Case {
        let played = &self.source.played;
        let searched = &played.searched[self.number];
        let shape = self.shape();
        let image = |cell: Cell| map[cell.index()];
        let mut position = Moment::new(shape);
        played.moves[..searched.ply].iter().for_each(|&cell| position.play(image(cell)));
        let features = features::of(shape).expect("boards that are learned have features");
        let mut rows = Vec::with_capacity(64 * shape.len());
        features.each_row(position.board(), position.last_moves(), |cell, row| rows.push((cell, row)));
        let mut moves: Vec<(Cell, f32)> = position.empty_cells().iter().map(|cell| (cell, 0.0)).collect();
        let weight = |visits: u16| f32::from(visits).powf(SHARPNESS);
        let sum: f32 = searched.visits.iter().map(|&(_, visits)| weight(visits)).sum();
        for &(cell, visits) in &searched.visits {
            let cell = image(cell);
            if let Ok(at) = moves.binary_search_by_key(&cell, |&(cell, _)| cell) {
                moves[at].1 = weight(visits) / sum;
            }
        }
        let turn = position.turn();
        let shapes = self.source.win.as_ref().map(|win| {
            let cells: Vec<Cell> = win.cells.iter().map(|&cell| image(cell)).collect();
            if win.colour == turn { [cells, Vec::new()] } else { [Vec::new(), cells] }
        });
        let reply = played.moves.get(searched.ply + 1).map(|&cell| image(cell));
        let reply = reply.and_then(|cell| moves.binary_search_by_key(&cell, |&(cell, _)| cell).ok());
        let kind = self.source.win.as_ref().and_then(|win| KINDS.iter().position(|&kind| kind == win.kind));
        let filled = (played.moves.len() - searched.ply) as f32 / moves.len() as f32;
        let length = self.source.is_over.then_some(filled);
        let (taps, results) = (taps.on(shape, turn), self.results(turn));
        Case { taps, rows, moves, has_policy: sum > 0.0, results, shapes, reply, kind, length }
    }

    fn results(&self, turn: Colour) -> [f32; 3] {
        let searched = &self.source.played.searched[self.number];
        match searched.verdict {
            Verdict::Win => [1.0, 0.0, 0.0],
            Verdict::Draw => [0.0, 1.0, 0.0],
            Verdict::Loss => [0.0, 0.0, 1.0],
            Verdict::Unknown => {
                let mut results = match self.source.played.winner {
                    None => [0.0, 1.0, 0.0],
                    Some(winner) if winner == turn => [1.0, 0.0, 0.0],
                    Some(_) => [0.0, 0.0, 1.0],
                };
                let expected = [searched.value, 0.0, 1.0 - searched.value];
                for (result, expected) in results.iter_mut().zip(expected) {
                    *result += EXPECTED * (expected - *result);
                }
                results
            }
        }
    }
}

/// The taps of the boards that were met, for each colour to move.
#[derive(Default)]
pub struct AllTaps(std::collections::HashMap<game::Size, [Arc<Taps>; 2]>);

impl AllTaps {
    /// The taps of all boards of some lessons.
    pub fn of<'a>(lessons: impl IntoIterator<Item = &'a Lesson>) -> AllTaps {
        let mut all = AllTaps::default();
        for lesson in lessons {
            let shape = lesson.shape();
            let taps = || Colour::BOTH.map(|turn| Arc::new(convolution::taps(shape, turn)));
            all.0.entry(shape.size()).or_insert_with(taps);
        }
        all
    }

    /// The taps of a board, as the side to move sees it.
    fn on(&self, shape: &Shape, turn: Colour) -> Arc<Taps> {
        self.0[&shape.size()][turn.index()].clone()
    }
}
