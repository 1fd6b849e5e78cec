//! Certificates made by hand, byte by byte, true and false ones.

#![allow(dead_code)]

use std::sync::Arc;

use referee::{Colour, Shape};
use robusto_verify::{Claim, Failure, Limits, Report, Value};

/// The board of a game.
pub fn havannah(size: usize) -> Arc<Shape> {
    Arc::new(Shape::havannah(size).unwrap())
}

/// The board of a game.
pub fn hex(size: usize) -> Arc<Shape> {
    Arc::new(Shape::hex(size, size).unwrap())
}

/// Moves as places.
pub fn moves(shape: &Shape, names: &str) -> Vec<u16> {
    names.split_whitespace().map(|name| place(shape, name)).collect()
}

/// A cell as a place.
pub fn place(shape: &Shape, name: &str) -> u16 {
    shape.parse(name).unwrap().index() as u16
}

/// A claim of a win.
pub fn wins(shape: &Arc<Shape>, names: &str, colour: Colour) -> Claim {
    Claim::after(Arc::clone(shape), moves(shape, names), Value::Wins(colour))
}

/// The header of an older version, without set-up and swaps.
pub fn old_header(version: u8, claim: &Claim) -> Vec<u8> {
    let mut new = Vec::new();
    claim.write(&mut new).unwrap();
    let sides = if claim.game() == "hex" { 3 } else { 4 };
    let mut old = new[..7].to_vec();
    old.push(version);
    // Game and sides, result, bound.
    old.extend_from_slice(&new[9..9 + sides + 5]);
    // The moves, behind the empty set-up and the first colour.
    old.extend_from_slice(&new[9 + sides + 5 + 3..]);
    old
}

/// A file of version 4.
pub fn file(claim: &Claim, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    claim.write(&mut bytes).unwrap();
    bytes.extend(zstd::encode_all(body, 1).unwrap());
    sealed(bytes)
}

/// Bytes with their checksum.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(robusto_verify::checksum(&bytes));
    bytes
}

/// A file of an older version.
pub fn old_file(version: u8, claim: &Claim, body: &[u8]) -> Vec<u8> {
    let mut bytes = old_header(version, claim);
    bytes.extend(zstd::encode_all(body, 1).unwrap());
    bytes
}

/// What the checker says.
pub fn check(bytes: &[u8]) -> Result<Report, Failure> {
    robusto_verify::check(bytes, &Limits { audit: 1, ..Limits::default() }, &mut |_| true)
}

/// The complaint about a file that must not be accepted.
pub fn refused(bytes: &[u8]) -> String {
    match check(bytes) {
        Ok(report) => panic!("accepted: {}", report.claim),
        Err(failure) => failure.to_string(),
    }
}
