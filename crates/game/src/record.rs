//! A game so far: the board, set-up stones, moves, players and how it ended.
//!
//! Everything that shows, stores or talks about a game (GTP, terminal, web app, files, lab) holds a [`Record`]; searches
//! take its [`Record::position`]. The rules of swapping live here, because they are about players and not about
//! stones:
//!
//! * Havannah: the first stone turns black where it lies and White moves again;
//! * Hex, `swap-pieces`: the first stone is replaced by one of the other colour at the mirrored cell, and Black moves again;
//! * Hex, `swap-sides`: the stone stays, White is to move as usual, and the players exchange colours.
//!
//! All are the second move of a game or none. Resigning is not a move: it ends the record.

mod moves;

use std::collections::BTreeMap;

pub use moves::{End, IllegalMove, Move, RecordError, Undone};

use crate::notation::{Coords, cell_name};
use crate::win::{Win, wins};
use crate::{Cell, Colour, Outcome, Position, Shape};

/// A game so far. See the module's head.
#[derive(Clone, Debug)]
pub struct Record {
    shape: &'static Shape,
    set_up: Vec<(Cell, Colour)>,
    first_turn: Colour,
    moves: Vec<Move>,
    position: Position<10>,
    end: Option<End>,
    comments: BTreeMap<usize, String>,
    /// The players' names at the start of the game, White's first; empty when unknown.
    pub names: [String; 2],
    /// The result that a file claims, with its colours put right.
    pub listed: Option<Outcome>,
    /// Further facts about the game (event, place, date, ...): SGF identifiers and their values, in order.
    pub info: Vec<(String, Vec<String>)>,
}

impl Record {
    /// A game that has not begun.
    pub fn new(shape: &'static Shape) -> Record {
        Record {
            shape,
            set_up: Vec::new(),
            first_turn: shape.first_colour(),
            moves: Vec::new(),
            position: Position::new(shape),
            end: None,
            comments: BTreeMap::new(),
            names: Default::default(),
            listed: None,
            info: Vec::new(),
        }
    }

    /// A game that begins from stones set up in any number, with the side to move.
    pub fn set_up(
        shape: &'static Shape,
        stones: impl IntoIterator<Item = (Cell, Colour)>,
        turn: Colour,
    ) -> Result<Record, IllegalMove> {
        let mut record = Record::new(shape);
        for (cell, colour) in stones {
            if cell.index() >= shape.len() {
                return Err(IllegalMove::OffBoard);
            }
            if record.set_up.iter().any(|stone| stone.0 == cell) {
                return Err(record.occupied(cell));
            }
            record.set_up.push((cell, colour));
        }
        record.first_turn = turn;
        record.position = record.start();
        Ok(record)
    }

    /// A game from moves as text, such as `a1 swap b2`, parted by white space or commas.
    pub fn from_moves(shape: &'static Shape, text: &str, coords: Coords) -> Result<Record, RecordError> {
        let mut record = Record::new(shape);
        for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            let number = record.len() + 1;
            let mv =
                Move::parse(shape, word, coords).map_err(|error| RecordError::Notation { number, error })?;
            record.play(mv).map_err(|error| RecordError::Illegal { number, name: word.into(), error })?;
        }
        Ok(record)
    }

    /// The empty board that the game is played on.
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// The stones that stood before the first move.
    pub fn set_up_stones(&self) -> &[(Cell, Colour)] {
        &self.set_up
    }

    /// The colour that makes the first move.
    pub fn first_turn(&self) -> Colour {
        self.first_turn
    }

    /// The moves so far, swaps among them.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How many moves were made, a swap counted as one.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move was made.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The colour of the player who made each move. A swap is made by the second player.
    pub fn coloured_moves(&self) -> impl Iterator<Item = (Colour, Move)> + '_ {
        let mut turn = self.first_turn;
        self.moves.iter().map(move |&mv| {
            let mover = turn;
            // After swap-sides the same colour is to move again: it has become the other player's.
            turn = if mv == Move::SwapSides { mover } else { mover.other() };
            (mover, mv)
        })
    }

    /// Whether the second move was a swap of either kind.
    pub fn is_swapped(&self) -> bool {
        self.moves.get(1).is_some_and(|mv| mv.is_swap())
    }

    /// The moment that the game has reached.
    pub fn position(&self) -> &Position<10> {
        &self.position
    }

    /// The moment after the first `count` moves (after all, if there are fewer).
    pub fn position_at(&self, count: usize) -> Position<10> {
        let mut position = self.start();
        for (i, &mv) in self.moves.iter().take(count).enumerate() {
            self.advance(&mut position, &self.moves[..i], mv);
        }
        position
    }

    /// The colour to move.
    pub fn turn(&self) -> Colour {
        self.position.turn()
    }

    /// The last stone that was played, where it lies now: after a swap in Hex that is the mirrored cell.
    pub fn last_cell(&self) -> Option<Cell> {
        self.last_cell_at(self.len())
    }

    /// The last stone played among the first `count` moves, where it lay then.
    pub fn last_cell_at(&self, count: usize) -> Option<Cell> {
        let count = count.min(self.len());
        match self.moves[..count] {
            [.., Move::Cell(cell)] => Some(cell),
            [Move::Cell(first), Move::Swap] => self.taken_over(first),
            [Move::Cell(first), Move::SwapSides] => Some(first),
            _ => None,
        }
    }

    /// How the board decided the game, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// How the game ended beyond the board, if it did.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The result of the game, by the board or beyond it.
    pub fn result(&self) -> Option<Outcome> {
        self.outcome().or(self.end.map(|end| Outcome::Win(end.loser().other())))
    }

    /// Whether no move can be made any more.
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// The winning shapes that the last stone completed, all kinds together; empty while nobody has won.
    pub fn wins(&self) -> Vec<Win> {
        match (self.outcome(), self.last_cell()) {
            (Some(Outcome::Win(_)), Some(cell)) => wins(self.position.board(), cell),
            _ => Vec::new(),
        }
    }

    /// Whether a swap would be legal now.
    pub fn can_swap(&self) -> bool {
        self.check(Move::Swap).is_ok()
    }

    /// Whether the move would be legal now.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(end) = self.end {
            return Err(IllegalMove::Ended(end));
        }
        if self.outcome().is_some() {
            return Err(IllegalMove::Over);
        }
        match mv {
            Move::Cell(cell) if cell.index() >= self.shape.len() => Err(IllegalMove::OffBoard),
            Move::Cell(cell) if self.position.stone(cell).is_some() => Err(self.occupied(cell)),
            Move::Cell(_) => Ok(()),
            Move::SwapSides if !self.shape.has_own_sides() => Err(IllegalMove::SwapSides),
            Move::Swap | Move::SwapSides if self.len() != 1 || !self.is_usual_start() => {
                Err(IllegalMove::SwapNow)
            }
            Move::Swap if self.moves[0].cell().and_then(|cell| self.taken_over(cell)).is_none() => {
                Err(IllegalMove::SwapMirror)
            }
            Move::Swap | Move::SwapSides => Ok(()),
        }
    }

    /// Makes a move for the colour whose turn it is.
    pub fn play(&mut self, mv: impl Into<Move>) -> Result<(), IllegalMove> {
        let mv = mv.into();
        self.check(mv)?;
        let mut position = self.position;
        self.advance(&mut position, &self.moves, mv);
        self.position = position;
        self.moves.push(mv);
        Ok(())
    }

    /// Makes a move for `colour`, which must be the one whose turn it is.
    pub fn play_as(&mut self, colour: Colour, mv: impl Into<Move>) -> Result<(), IllegalMove> {
        let mv = mv.into();
        self.check(mv)?;
        if colour != self.turn() { Err(IllegalMove::Turn(self.turn())) } else { self.play(mv) }
    }

    /// Ends the game beyond the board.
    pub fn finish(&mut self, end: End) -> Result<(), IllegalMove> {
        if let Some(end) = self.end {
            return Err(IllegalMove::Ended(end));
        }
        if self.outcome().is_some() {
            return Err(IllegalMove::Over);
        }
        self.end = Some(end);
        Ok(())
    }

    /// The colour gives up.
    pub fn resign(&mut self, colour: Colour) -> Result<(), IllegalMove> {
        self.finish(End::Resigned(colour))
    }

    /// Takes back an end beyond the board, or else the last move, which is returned. `None` when there is neither.
    pub fn undo(&mut self) -> Option<Undone> {
        if let Some(end) = self.end.take() {
            return Some(Undone::End(end));
        }
        let mv = self.moves.pop()?;
        self.comments.split_off(&(self.len() + 1));
        self.position = self.position_at(self.len());
        Some(Undone::Move(mv))
    }

    /// Takes back moves until `count` are left; the end beyond the board goes, too, if any move does.
    pub fn truncate(&mut self, count: usize) {
        if count < self.len() {
            self.end = None;
            self.moves.truncate(count);
            self.comments.split_off(&(count + 1));
            self.position = self.position_at(count);
        }
    }

    /// The name of the player who has `colour` now, after swap-sides, too; empty when unknown.
    pub fn player(&self, colour: Colour) -> &str {
        let exchanged = self.moves.get(1) == Some(&Move::SwapSides);
        let owner = if exchanged { colour.other() } else { colour };
        &self.names[owner.index()]
    }

    /// What is said about the moment after `count` moves; empty when nothing.
    pub fn comment(&self, count: usize) -> &str {
        self.comments.get(&count).map_or("", String::as_str)
    }

    /// Says something about the moment after `count` moves; an empty text takes it away.
    pub fn set_comment(&mut self, count: usize, text: impl Into<String>) {
        let text = text.into();
        if text.is_empty() {
            self.comments.remove(&count);
        } else {
            self.comments.insert(count, text);
        }
    }

    /// Says something more about that moment, on a new line.
    pub fn add_comment(&mut self, count: usize, text: &str) {
        if !text.is_empty() {
            let comment = self.comments.entry(count).or_default();
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(text);
        }
    }

    /// The moves as text, parted by blanks.
    pub fn moves_text(&self, coords: Coords) -> String {
        self.moves.iter().map(|mv| mv.name(self.shape, coords)).collect::<Vec<_>>().join(" ")
    }

    fn start(&self) -> Position<10> {
        if self.is_usual_start() {
            return Position::new(self.shape);
        }
        Position::set_up(self.shape, self.set_up.iter().copied(), self.first_turn)
            .expect("set-up stones were checked when they came in")
    }

    fn is_usual_start(&self) -> bool {
        self.set_up.is_empty() && self.first_turn == self.shape.first_colour()
    }

    fn occupied(&self, cell: Cell) -> IllegalMove {
        IllegalMove::Occupied(cell_name(self.shape, cell, Coords::Gui))
    }

    /// Where the first stone lies after a swap.
    fn taken_over(&self, first: Cell) -> Option<Cell> {
        if self.shape.has_own_sides() { self.shape.mirror(first) } else { Some(first) }
    }

    /// Applies a checked move to the position that `before` led to.
    fn advance(&self, position: &mut Position<10>, before: &[Move], mv: Move) {
        match mv {
            Move::Cell(cell) => position.play(cell),
            Move::SwapSides => {}
            Move::Swap => {
                let first = before[0].cell().and_then(|cell| self.taken_over(cell));
                let stone = (first.expect("a swap is checked first"), self.first_turn.other());
                *position = Position::set_up(self.shape, [stone], self.first_turn)
                    .expect("one stone on an empty board is legal");
            }
        }
    }
}

/// Equal records tell the same game: board, set-up, moves, end, names, claims and comments.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.position == other.position
            && self.set_up == other.set_up
            && self.first_turn == other.first_turn
            && self.moves == other.moves
            && self.end == other.end
            && self.names == other.names
            && self.listed == other.listed
            && self.comments == other.comments
            && self.info == other.info
    }
}

impl Eq for Record {}
