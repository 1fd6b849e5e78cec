//! What a certificate claims: a position, by the way in which it came about, and its value.
//!
//! `header.rs` reads and writes it as the plain head of a file.

use std::sync::Arc;

use referee::{Board, Cell, Colour, Position, Shape};

use crate::failure::Failure;

/// A swap among the moves of a claim: the first stone is taken over, in Hex at the mirrored cell.
pub const SWAP: u16 = 0xFFFF;
/// A swap of sides (Hex alone): the stone stays, the players exchange colours.
pub const SWAP_SIDES: u16 = 0xFFFE;

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// This colour wins.
    Wins(Colour),
    /// Neither colour can force a win.
    Draw,
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Wins(colour) => colour.fmt(f),
            Value::Draw => f.write_str("draw"),
        }
    }
}

/// What a certificate states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The board.
    pub shape: Arc<Shape>,
    /// The stones that stood before the first move, as places in [`Shape::cells`], in ascending order.
    pub set_up: Vec<(u16, Colour)>,
    /// The colour that moved first.
    pub first: Colour,
    /// The moves that lead to the position, as places in [`Shape::cells`]; the second may be [`SWAP`] or
    /// [`SWAP_SIDES`].
    pub moves: Vec<u16>,
    /// Its value under best play.
    pub value: Value,
    /// Positions that the checker may look at in each ending that is left out.
    pub bound: u32,
    /// Is the body a list of virtual connections (Hex alone) instead of a strategy?
    pub connections: bool,
    /// Do zones stand for some of the replies (wins in Havannah alone)?
    pub zones: bool,
    /// Does a checksum end the file? It does since version 4, which is what [`Claim::write`] writes.
    pub sealed: bool,
}

impl Claim {
    /// The claim, by a strategy without endings, that a position has this value; moves lead to it from the
    /// empty board.
    pub fn after(shape: Arc<Shape>, moves: Vec<u16>, value: Value) -> Claim {
        let first = shape.first_turn();
        let (connections, zones) = (false, false);
        Claim { shape, set_up: Vec::new(), first, moves, value, bound: 0, connections, zones, sealed: true }
    }

    /// The claimed position, by the referee.
    pub fn position(&self) -> Result<Position, Failure> {
        let mut position = self.start()?;
        for (i, &mv) in self.moves.iter().enumerate() {
            let wrong = |why: String| Failure::Header(format!("move {}: {why}", i + 1));
            match mv {
                SWAP | SWAP_SIDES => position = self.swapped(position, i, mv).map_err(wrong)?,
                _ => {
                    let cell = self.cell(mv).ok_or_else(|| wrong(format!("no cell {mv}")))?;
                    position.play(cell).map_err(|refusal| wrong(refusal.to_string()))?;
                }
            }
        }
        Ok(position)
    }

    /// The position before the first move.
    fn start(&self) -> Result<Position, Failure> {
        if self.set_up.is_empty() {
            if self.first != self.shape.first_turn() {
                return Err(Failure::Header(format!("{} does not move first", self.first)));
            }
            return Ok(Position::start(Arc::clone(&self.shape)));
        }
        let mut board = Board::empty(Arc::clone(&self.shape));
        let mut last = None;
        for &(place, colour) in &self.set_up {
            let cell = self.cell(place).filter(|_| last.is_none_or(|last| last < place));
            let cell = cell.ok_or_else(|| Failure::Header("set-up stones are out of order".to_string()))?;
            board.place(cell, colour);
            last = Some(place);
        }
        Position::set_up(board, self.first).map_err(|refusal| Failure::Header(refusal.to_string()))
    }

    /// The position after a swap, which is the second move of a game from the empty board.
    fn swapped(&self, position: Position, number: usize, swap: u16) -> Result<Position, String> {
        if number != 1 || !self.set_up.is_empty() || position.is_over() {
            return Err("a swap is possible only as the second move of a game".to_string());
        }
        let measures = self.shape.measures();
        let hex = self.shape.has_own_sides().then(|| measures.iter().all(|side| *side == measures[0]));
        let first = self.cell(self.moves[0]).ok_or("there is no stone to swap")?;
        let taken = match (swap, hex) {
            (SWAP_SIDES, Some(_)) => return Ok(position),
            (SWAP, None) => Some(first),
            (SWAP, Some(true)) => {
                let (x, y) = self.shape.xy(first);
                self.shape.at(y, x)
            }
            _ => None,
        };
        let taken = taken.ok_or("there is no such swap on this board")?;
        let mut board = Board::empty(Arc::clone(&self.shape));
        board.place(taken, self.first.other());
        Position::set_up(board, self.first).map_err(|refusal| refusal.to_string())
    }

    fn cell(&self, place: u16) -> Option<Cell> {
        self.shape.cell(usize::from(place))
    }

    /// Is it about the position after just these moves from the empty board?
    pub fn is_after(&self, moves: &[u16]) -> bool {
        self.set_up.is_empty() && self.moves == moves
    }

    /// The colour to move in the claimed position.
    pub fn turn(&self) -> Colour {
        let stays = usize::from(self.moves.get(1) == Some(&SWAP_SIDES));
        if (self.moves.len() - stays).is_multiple_of(2) { self.first } else { self.first.other() }
    }

    /// The word of the game: `havannah` or `hex`.
    pub fn game(&self) -> &'static str {
        self.shape.game()
    }

    /// The measures as users write them: `4`, `4x4x5`, `11x9`.
    pub fn size(&self) -> String {
        self.shape.size()
    }

    /// The moves by name: cells, `swap` (in Hex `swap-pieces`) and `swap-sides`.
    pub fn names(&self) -> Vec<String> {
        let name = |&mv: &u16| match mv {
            SWAP if self.shape.has_own_sides() => "swap-pieces".to_string(),
            SWAP => "swap".to_string(),
            SWAP_SIDES => "swap-sides".to_string(),
            place => self.cell(place).map_or_else(|| format!("cell {place}"), |cell| self.shape.name(cell)),
        };
        self.moves.iter().map(name).collect()
    }

    /// The names of the set-up stones of a colour.
    pub fn stones(&self, colour: Colour) -> Vec<String> {
        let own = self.set_up.iter().filter(|stone| stone.1 == colour);
        own.filter_map(|stone| self.cell(stone.0)).map(|cell| self.shape.name(cell)).collect()
    }
}

/// What is claimed, as a sentence without its full stop: `havannah size 4 after "a1": white`.
impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} size {}", self.game(), self.size())?;
        if !self.set_up.is_empty() {
            let [white, black] = [Colour::White, Colour::Black].map(|colour| self.stones(colour).join(" "));
            write!(f, " with white \"{white}\", black \"{black}\" and {} to begin", self.first)?;
        }
        write!(f, " after \"{}\": {}", self.names().join(" "), self.value)
    }
}
