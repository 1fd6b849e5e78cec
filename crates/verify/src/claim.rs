//! What a certificate claims, and the plain header that states it.
//!
//! ```text
//! magic "RBPROOF" 7 | version 1 | game 1 | sides 3 (Hex: 2) | result 1 | bound 4 | moves 2 | cells 2 each
//! ```

use std::io::{Read, Write};
use std::sync::Arc;

use referee::{Colour, Form, Position, Shape};

use crate::failure::Failure;
use crate::limits::Limits;

const MAGIC: &[u8; 7] = b"RBPROOF";
/// The body is a strategy.
const STRATEGY: u8 = 1;
/// The body is a list of virtual connections.
const CONNECTIONS: u8 = 2;
/// The body is a strategy in which zones stand for some replies.
const ZONES: u8 = 3;
const HAVANNAH: u8 = 0;
const HEX: u8 = 1;

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
    /// The moves that lead to the position, as places in [`Shape::cells`].
    pub moves: Vec<u16>,
    /// Its value under best play.
    pub value: Value,
    /// Positions that the checker may look at in each ending that is left out.
    pub bound: u32,
    /// Is the body a list of virtual connections (Hex alone) instead of a strategy?
    pub connections: bool,
    /// Do zones stand for some of the replies (wins in Havannah alone)?
    pub zones: bool,
}

impl Claim {
    /// Reads the header of a certificate and checks that it makes sense.
    pub fn read(mut source: impl Read, limits: &Limits) -> Result<Claim, Failure> {
        let mut fixed = [0; 8];
        fill(&mut source, &mut fixed)?;
        if &fixed[..7] != MAGIC {
            return Err(Failure::NotACertificate);
        }
        let (connections, zones) = match fixed[7] {
            STRATEGY => (false, false),
            CONNECTIONS => (true, false),
            ZONES => (false, true),
            other => return Err(Failure::Version(other)),
        };
        let shape = Arc::new(read_shape(&mut source)?);
        if shape.cell_count() > limits.cells {
            return Err(Failure::Limit { what: "cells", limit: limits.cells as u64 });
        }
        let value = match byte(&mut source)? {
            0 => Value::Wins(Colour::White),
            1 => Value::Wins(Colour::Black),
            2 => Value::Draw,
            other => return Err(Failure::Header(format!("there is no result number {other}"))),
        };
        if connections && (value == Value::Draw || !matches!(shape.form(), Form::Rhombus { .. })) {
            return Err(Failure::Header("only wins in Hex are proved by connections".to_string()));
        }
        if zones && (value == Value::Draw || !matches!(shape.form(), Form::Hexagon { .. })) {
            return Err(Failure::Header("only wins in Havannah are proved by zones".to_string()));
        }
        let mut bound = [0; 4];
        fill(&mut source, &mut bound)?;
        let bound = u32::from_le_bytes(bound);
        if bound > limits.bound {
            return Err(Failure::Limit { what: "positions in an ending", limit: u64::from(limits.bound) });
        }
        let count = pair(&mut source)?;
        if usize::from(count) > shape.cell_count() {
            return Err(Failure::Header(format!("{count} moves are too many for {shape}")));
        }
        let moves = (0..count).map(|_| pair(&mut source)).collect::<Result<Vec<u16>, Failure>>()?;
        let claim = Claim { shape, moves, value, bound, connections, zones };
        claim.position()?;
        Ok(claim)
    }

    /// Writes the header.
    pub fn write(&self, mut out: impl Write) -> std::io::Result<()> {
        out.write_all(MAGIC)?;
        out.write_all(&[match (self.connections, self.zones) {
            (true, _) => CONNECTIONS,
            (false, true) => ZONES,
            (false, false) => STRATEGY,
        }])?;
        let sides = match self.shape.form() {
            Form::Hexagon { p, q, r } => vec![HAVANNAH, p as u8, q as u8, r as u8],
            Form::Rhombus { columns, rows } => vec![HEX, columns as u8, rows as u8],
        };
        out.write_all(&sides)?;
        out.write_all(&[match self.value {
            Value::Wins(Colour::White) => 0,
            Value::Wins(Colour::Black) => 1,
            Value::Draw => 2,
        }])?;
        out.write_all(&self.bound.to_le_bytes())?;
        out.write_all(&(self.moves.len() as u16).to_le_bytes())?;
        self.moves.iter().try_for_each(|cell| out.write_all(&cell.to_le_bytes()))
    }

    /// The position after the moves, by the referee.
    pub fn position(&self) -> Result<Position, Failure> {
        let mut position = Position::start(Arc::clone(&self.shape));
        for (i, &cell) in self.moves.iter().enumerate() {
            let wrong = |why: String| Failure::Header(format!("move {}: {why}", i + 1));
            let cell = self.shape.cell(usize::from(cell)).ok_or_else(|| wrong(format!("no cell {cell}")))?;
            position.play(cell).map_err(|refusal| wrong(refusal.to_string()))?;
        }
        Ok(position)
    }

    /// `havannah` or `hex`.
    pub fn game(&self) -> &'static str {
        match self.shape.form() {
            Form::Hexagon { .. } => "havannah",
            Form::Rhombus { .. } => "hex",
        }
    }

    /// The measures as users write them: `4`, `4x4x5`, `11x9`.
    pub fn size(&self) -> String {
        match self.shape.form() {
            Form::Hexagon { p, q, r } if p == q && q == r => p.to_string(),
            Form::Hexagon { p, q, r } => format!("{p}x{q}x{r}"),
            Form::Rhombus { columns, rows } if columns == rows => columns.to_string(),
            Form::Rhombus { columns, rows } => format!("{columns}x{rows}"),
        }
    }

    /// The moves by name.
    pub fn names(&self) -> Vec<String> {
        let cells = self.moves.iter().filter_map(|&cell| self.shape.cell(usize::from(cell)));
        cells.map(|cell| self.shape.name(cell)).collect()
    }
}

fn read_shape(source: &mut impl Read) -> Result<Shape, Failure> {
    let game = byte(source)?;
    let mut side = || byte(source).map(usize::from);
    let shape = match game {
        HAVANNAH => Shape::hexagon(side()?, side()?, side()?),
        HEX => Shape::hex(side()?, side()?),
        other => return Err(Failure::Header(format!("there is no game number {other}"))),
    };
    shape.map_err(|error| Failure::Header(error.to_string()))
}

fn fill(source: &mut impl Read, into: &mut [u8]) -> Result<(), Failure> {
    source.read_exact(into).map_err(Failure::from)
}

fn byte(source: &mut impl Read) -> Result<u8, Failure> {
    let mut one = [0];
    fill(source, &mut one)?;
    Ok(one[0])
}

fn pair(source: &mut impl Read) -> Result<u16, Failure> {
    let mut two = [0; 2];
    fill(source, &mut two)?;
    Ok(u16::from_le_bytes(two))
}
