//! The plain head of a certificate, which states its claim.
//!
//! ```text
//! version 4      magic 7 | 4 | kind 1 | game 1 | sides 3 (Hex: 2, Y: 1) | result 1 | bound 4
//!                | stones 2 | cell 2, colour 1 each | first colour 1 | moves 2 | 2 each
//! versions 1..3  magic 7 | version 1 | game 1 | sides 3 (Hex: 2, Y: 1) | result 1 | bound 4 | moves 2 | 2 each
//! ```

#![warn(clippy::indexing_slicing)]

use std::io::{Read, Write};
use std::sync::Arc;

use referee::{Colour, Shape};

use crate::claim::{Claim, Value};
use crate::failure::Failure;
use crate::limits::Limits;

pub(crate) const MAGIC: &[u8; 7] = b"RBPROOF";
/// The version that is written.
pub(crate) const VERSION: u8 = 4;
/// The body is a strategy; a list of virtual connections; a strategy in which zones stand for some replies.
/// Older versions are one more than their kind.
const STRATEGY: u8 = 0;
const CONNECTIONS: u8 = 1;
const ZONES: u8 = 2;
/// The games by their number: their words, and how many measures their boards have.
const GAMES: [(&str, usize); 3] = [("havannah", 3), ("hex", 2), ("y", 1)];

impl Claim {
    /// Reads the header of a certificate and checks that it makes sense.
    pub fn read(mut source: impl Read, limits: &Limits) -> Result<Claim, Failure> {
        let claim = Claim::read_any(&mut source, limits)?;
        claim.position()?;
        Ok(claim)
    }

    fn read_any(source: &mut impl Read, limits: &Limits) -> Result<Claim, Failure> {
        let (kind, sealed) = kind(source)?;
        let shape = Arc::new(read_shape(source)?);
        if shape.cell_count() > limits.cells {
            return Err(Failure::Limit { what: "cells", limit: limits.cells as u64 });
        }
        let value = match byte(source)? {
            0 => Value::Wins(Colour::White),
            1 => Value::Wins(Colour::Black),
            2 => Value::Draw,
            other => return Err(Failure::Header(format!("there is no result number {other}"))),
        };
        let bound = u32::from_le_bytes(array(source)?);
        let (set_up, first) =
            if sealed { read_start(source, &shape)? } else { (Vec::new(), shape.first_turn()) };
        let moves = read_moves(source, &shape, sealed)?;
        let (connections, zones) = (kind == CONNECTIONS, kind == ZONES);
        let claim = Claim { shape, set_up, first, moves, value, bound, connections, zones, sealed };
        claim.check_kind()?;
        if bound > limits.bound {
            return Err(Failure::Limit { what: "positions in an ending", limit: u64::from(limits.bound) });
        }
        Ok(claim)
    }

    fn check_kind(&self) -> Result<(), Failure> {
        let (draw, hex) = (self.value == Value::Draw, self.shape.has_own_sides());
        if self.connections && (draw || !hex) {
            return Err(Failure::Header("only wins in Hex are proved by connections".to_string()));
        }
        if self.zones && (draw || hex) {
            return Err(Failure::Header("only wins in Havannah and Y are proved by zones".to_string()));
        }
        Ok(())
    }

    /// Writes the header, in the latest version.
    pub fn write(&self, mut out: impl Write) -> std::io::Result<()> {
        let kind = match (self.connections, self.zones) {
            (true, _) => CONNECTIONS,
            (false, true) => ZONES,
            (false, false) => STRATEGY,
        };
        out.write_all(MAGIC)?;
        out.write_all(&[VERSION, kind])?;
        let game =
            GAMES.iter().position(|&(word, _)| word == self.shape.game()).expect("every game has a number");
        out.write_all(&[game as u8])?;
        self.shape.measures().iter().try_for_each(|&side| out.write_all(&[side as u8]))?;
        out.write_all(&[match self.value {
            Value::Wins(colour) => number(colour),
            Value::Draw => 2,
        }])?;
        out.write_all(&self.bound.to_le_bytes())?;
        out.write_all(&(self.set_up.len() as u16).to_le_bytes())?;
        for &(cell, colour) in &self.set_up {
            out.write_all(&cell.to_le_bytes())?;
            out.write_all(&[number(colour)])?;
        }
        out.write_all(&[number(self.first)])?;
        out.write_all(&(self.moves.len() as u16).to_le_bytes())?;
        self.moves.iter().try_for_each(|mv| out.write_all(&mv.to_le_bytes()))
    }
}

/// The kind of the body, and whether a checksum ends the file.
fn kind(source: &mut impl Read) -> Result<(u8, bool), Failure> {
    let fixed: [u8; 8] = array(source)?;
    if &fixed[..7] != MAGIC {
        return Err(Failure::NotACertificate);
    }
    match fixed[7] {
        old @ 1..=3 => Ok((old - 1, false)),
        VERSION => match byte(source)? {
            kind @ STRATEGY..=ZONES => Ok((kind, true)),
            other => Err(Failure::Header(format!("there is no kind {other} of proofs"))),
        },
        other => Err(Failure::Version(other)),
    }
}

fn read_shape(source: &mut impl Read) -> Result<Shape, Failure> {
    let number = byte(source)?;
    let &(game, measures) = GAMES
        .get(usize::from(number))
        .ok_or_else(|| Failure::Header(format!("there is no game number {number}")))?;
    let measures: Vec<usize> =
        (0..measures).map(|_| byte(source).map(usize::from)).collect::<Result<_, _>>()?;
    Shape::named(game, &measures).map_err(|error| Failure::Header(error.to_string()))
}

/// The set-up stones and the colour that moves first.
fn read_start(source: &mut impl Read, shape: &Shape) -> Result<(Vec<(u16, Colour)>, Colour), Failure> {
    let count = pair(source)?;
    if usize::from(count) > shape.cell_count() {
        return Err(Failure::Header(format!("{count} stones are too many for {shape}")));
    }
    let mut stones = Vec::new();
    for _ in 0..count {
        stones.push((pair(source)?, colour(source)?));
    }
    Ok((stones, colour(source)?))
}

fn read_moves(source: &mut impl Read, shape: &Shape, swaps: bool) -> Result<Vec<u16>, Failure> {
    let count = pair(source)?;
    if usize::from(count) > shape.cell_count() + usize::from(swaps) {
        return Err(Failure::Header(format!("{count} moves are too many for {shape}")));
    }
    let moves = (0..count).map(|_| pair(source)).collect::<Result<Vec<u16>, Failure>>()?;
    match moves.iter().find(|&&mv| !swaps && usize::from(mv) >= shape.cell_count()) {
        Some(mv) => Err(Failure::Header(format!("there is no cell {mv}"))),
        None => Ok(moves),
    }
}

fn number(colour: Colour) -> u8 {
    match colour {
        Colour::White => 0,
        Colour::Black => 1,
    }
}

fn colour(source: &mut impl Read) -> Result<Colour, Failure> {
    match byte(source)? {
        0 => Ok(Colour::White),
        1 => Ok(Colour::Black),
        other => Err(Failure::Header(format!("there is no colour number {other}"))),
    }
}

fn array<const LENGTH: usize>(source: &mut impl Read) -> Result<[u8; LENGTH], Failure> {
    let mut bytes = [0; LENGTH];
    source.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn byte(source: &mut impl Read) -> Result<u8, Failure> {
    array::<1>(source).map(|bytes| bytes[0])
}

fn pair(source: &mut impl Read) -> Result<u16, Failure> {
    array(source).map(u16::from_le_bytes)
}
