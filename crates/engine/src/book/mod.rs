//! Opening books that learn from games (Queenbee 8.4, after Buro): a line that was lost is not lost again.
//!
//! A node is a position, the same for all its turned and mirrored images. It has its book moves, which lead to other nodes, and a *local value*: what the
//! best move outside the book is worth, as a search found it. The value of a node is the best of both, by negamax; a game that ended
//! gives its last position its result. Values are shares of wins for the side to move, from 0 to 1.
//!
//! A game adds its positions below one another (*vertical* additions). When the values of book moves drop, the move outside the book
//! becomes the better one, is played, and enters the book with that game (*horizontal* addition). [`player`] plays by a book.

mod file;
pub mod player;

use std::collections::HashMap;

use game::{Cell, Outcome, Shape};
use search::player::Moment;

/// What a node is worth as long as no search has looked at it.
pub const UNKNOWN: f32 = 0.5;

/// A book for one board.
#[derive(Clone, Debug)]
pub struct Book {
    shape: &'static Shape,
    nodes: HashMap<u64, Node>,
}

/// One position. Cells are those of the image of the position with the least key.
#[derive(Clone, Debug, Default, PartialEq)]
struct Node {
    /// The value of the best move outside the book, once a search has looked.
    local: Option<f32>,
    /// The result of a game that ended here, for the side to move.
    result: Option<f32>,
    moves: Vec<Cell>,
}

/// What a book says about a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookMove {
    /// The move.
    pub cell: Cell,
    /// Its value for the side that makes it.
    pub value: f32,
}

/// The image of a position that stands for all: its key and where the cells go.
fn image(position: &Moment) -> (u64, &'static [Cell]) {
    let keys = position.keys();
    let least = (0..keys.len()).min_by_key(|&at| keys[at]).expect("every shape has the identity");
    (keys[least], &position.shape().symmetries()[least])
}

fn after(position: &Moment, cell: Cell) -> Moment {
    let mut next = *position;
    next.play(cell);
    next
}

impl Book {
    /// An empty book.
    pub fn new(shape: &'static Shape) -> Book {
        Book { shape, nodes: HashMap::new() }
    }

    /// The board that it is for.
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// How many positions it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether the position is in the book.
    pub fn has(&self, position: &Moment) -> bool {
        self.nodes.contains_key(&image(position).0)
    }

    /// What a search found outside the book, if it has looked.
    pub fn local(&self, position: &Moment) -> Option<f32> {
        self.nodes.get(&image(position).0)?.local
    }

    /// The book moves of a position, the best first.
    pub fn moves(&self, position: &Moment) -> Vec<BookMove> {
        self.moves_by(position, &mut HashMap::new())
    }

    fn moves_by(&self, position: &Moment, known: &mut HashMap<u64, f32>) -> Vec<BookMove> {
        let (key, map) = image(position);
        let Some(node) = self.nodes.get(&key) else { return Vec::new() };
        let here = |there: &Cell| Cell::new(map.iter().position(|cell| cell == there).expect("a symmetry"));
        let legal = node.moves.iter().map(here).filter(|&cell| position.is_legal(cell));
        let mut moves: Vec<BookMove> = legal
            .map(|cell| BookMove { cell, value: 1.0 - self.value_by(&after(position, cell), known) })
            .collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        moves
    }

    /// The value of a position for the side to move, by negamax over the book.
    pub fn value(&self, position: &Moment) -> f32 {
        self.value_by(position, &mut HashMap::new())
    }

    fn value_by(&self, position: &Moment, known: &mut HashMap<u64, f32>) -> f32 {
        let key = image(position).0;
        if let Some(&value) = known.get(&key) {
            return value;
        }
        let value = match self.nodes.get(&key) {
            None => UNKNOWN,
            Some(Node { result: Some(result), .. }) => *result,
            Some(node) => {
                let local = node.local.unwrap_or(UNKNOWN);
                self.moves_by(position, known).first().map_or(local, |best| best.value.max(local))
            }
        };
        known.insert(key, value);
        value
    }

    /// The move to play by the book: the best one, unless a move outside is better or this one is known to lose.
    pub fn choose(&self, position: &Moment) -> Option<BookMove> {
        let best = self.moves(position).into_iter().next()?;
        let outside = self.local(position).unwrap_or(UNKNOWN);
        (best.value > 0.0 && best.value >= outside).then_some(best)
    }

    /// Adds a game: its moves and how it ended. Returns how many positions are new. `judge` is asked for the local value of
    /// each new position: the value of the best move that is not among those given.
    pub fn learn(
        &mut self,
        moves: &[Cell],
        outcome: Outcome,
        mut judge: impl FnMut(&Moment, &[Cell]) -> Option<f32>,
    ) -> usize {
        let before = self.len();
        let mut position = Moment::new(self.shape);
        for &cell in moves {
            let (key, map) = image(&position);
            let there = map[cell.index()];
            let node = self.nodes.entry(key).or_default();
            if !node.moves.contains(&there) {
                node.moves.push(there);
                let inside: Vec<Cell> = self.moves(&position).iter().map(|known| known.cell).collect();
                let local = judge(&position, &inside);
                self.nodes.get_mut(&key).expect("it was just added").local = local;
            }
            position.play(cell);
        }
        let result = match outcome.winner() {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == position.turn())),
        };
        self.nodes.entry(image(&position).0).or_default().result = Some(result);
        self.len() - before
    }
}
