//! Joins certificates of parts of a proof into one certificate of the whole.
//!
//! [`Join::add`] takes parts in, each a certificate of some position below the root (`part.rs`). [`Join::write`] walks from
//! the root: before the parts `lead` names the moves of the side whose strategy it is, and all replies of the other side are
//! answered; where a part begins it is copied, record by record (`scribe.rs`). A part may be met turned or mirrored,
//! and turns with all that it says.
//!
//! **Zones.** What the proof of a reply makes use of decides which other replies it refutes, so a copy may make use of nothing
//! that the part does not. Records turn without changing what they use, but for endings: the checker searches them by the
//! numbers of cells. One that would use more when it is turned is spelled out. A position that stands there
//! already, in this part or another, is written again unless what stands there uses no more.
//! A draw has no zones: there a part that has them is unfolded (`unfold.rs`).

mod part;
mod scribe;
mod unfold;

use std::collections::HashMap;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;

use referee::{Colour, Shape};
use thiserror::Error;
use verify::{Board, Claim, Failure, Limits, Position, Set, Source, Value, Writer, Zone};

use part::{Part, Reader, Root};
use scribe::Scribe;

/// Words of the boards whose proofs are joined: those of df-pn.
pub const WORDS: usize = 1;

/// Says how the proving side moves in a position at which no part begins.
pub type Lead<'a> = dyn FnMut(&Position<WORDS>, Colour) -> Option<usize> + 'a;

/// Why certificates were not joined.
#[derive(Debug, Error)]
pub enum Trouble {
    /// A part cannot be read.
    #[error("a part of the proof: {0}")]
    Part(#[from] Failure),
    /// A part is about another board, proves something else, or is a list of connections instead of a strategy.
    #[error("a part of the proof is about another board or result, or is no strategy")]
    Stranger,
    /// No part covers a position.
    #[error("no part of the proof covers the position after \"{line}\"")]
    Missing {
        /// The moves from the root.
        line: String,
    },
    /// The whole cannot be written.
    #[error("cannot write the certificate: {0}")]
    Io(#[from] io::Error),
}

/// Stones under the symmetry that makes them least.
type Key = Box<[u8]>;

/// A part in one side's strategy, and the symmetry that carries its root onto the key.
struct Place {
    frame: u8,
    part: Part,
}

/// The parts of one side's strategy.
struct Half {
    prover: Colour,
    draws: bool,
    /// By the stones and the turn of their roots.
    parts: HashMap<(Key, Colour), Place>,
}

/// A board and how its symmetries follow each other.
struct Ground {
    board: Board<WORDS>,
    inverse: Vec<u8>,
    /// `product[a][b]`: first a, then b.
    product: Vec<Vec<u8>>,
}

/// Parts of a proof.
pub struct Join {
    ground: Ground,
    value: Value,
    bound: u32,
    zones: bool,
    halves: Vec<Half>,
}

impl Join {
    /// No parts yet of a proof of this value; nothing if the board is too large.
    pub fn new(shape: Arc<Shape>, value: Value) -> Option<Join> {
        let ground = Ground::new(Board::new(shape)?);
        let half = |prover, draws| Half { prover, draws, parts: HashMap::new() };
        let halves = match value {
            Value::Wins(prover) => vec![half(prover, false)],
            Value::Draw => vec![half(Colour::White, true), half(Colour::Black, true)],
        };
        Some(Join { ground, value, bound: 1, zones: false, halves })
    }

    /// Takes a part in. It is taken at its word: check it with [`verify::check`] first.
    ///
    /// A part that proves a win serves in the winner's half of a draw as well.
    pub fn add(&mut self, part: impl Read, limits: &Limits) -> Result<Claim, Trouble> {
        let mut reader = BufReader::new(part);
        let claim = Claim::read(&mut reader, limits)?;
        let board = &self.ground.board;
        if claim.shape.form() != board.shape().form() || claim.connections {
            return Err(Trouble::Stranger);
        }
        let sides = match claim.value {
            Value::Wins(colour) => vec![(colour, false)],
            Value::Draw => vec![(Colour::White, true), (Colour::Black, true)],
        };
        let mut source = Source::new(reader, &claim, limits.bytes)?;
        let (root, turn) = start(board, &claim)?;
        if claim.position()?.is_over() {
            return Ok(claim);
        }
        let (key, frame) = key(board, &root);
        for (prover, draws) in sides {
            let serves = |half: &Half| half.prover == prover && (half.draws || !draws);
            let place = self.halves.iter().position(serves).ok_or(Trouble::Stranger)?;
            let part = Reader::new(board, &mut source, prover, draws, claim.bound).part(&root, turn)?;
            source.end()?;
            self.halves[place].parts.entry((key.clone(), turn)).or_insert(Place { frame, part });
        }
        source.finish()?;
        self.bound = self.bound.max(claim.bound);
        self.zones |= claim.zones && self.value != Value::Draw;
        Ok(claim)
    }

    /// Writes the whole: the certificate of the position after these moves.
    pub fn write<O: Write>(&self, moves: &[u16], out: O, lead: &mut Lead<'_>) -> Result<O, Trouble> {
        let board = &self.ground.board;
        let claim = Claim::after(Arc::clone(board.shape()), moves.to_vec(), self.value);
        let claim = Claim { bound: self.bound, zones: self.zones, ..claim };
        let over = claim.position()?.is_over();
        let (root, turn) = start(board, &claim)?;
        let mut writer = Writer::new(out, &claim)?;
        for half in self.halves.iter().filter(|_| !over) {
            Scribe::new(self, half, &mut writer, lead).run(&root, turn)?;
            writer.end()?;
        }
        Ok(writer.finish()?)
    }
}

/// The claimed position, the empty board if the game is over, and whose turn it is.
fn start(board: &Board<WORDS>, claim: &Claim) -> Result<(Position<WORDS>, Colour), Failure> {
    let start = claim.position()?;
    let open = if start.is_over() { None } else { Some(Position::of(board, start.board())) };
    Ok((open.unwrap_or_else(|| Position::empty(board)), start.turn()))
}

impl Ground {
    fn new(board: Board<WORDS>) -> Ground {
        let symmetries = board.symmetries();
        let number = |images: &[u16]| {
            let place = symmetries.iter().position(|other| other == images);
            place.expect("symmetries are closed under composition") as u8
        };
        let after = |first: &[u16], then: &[u16]| {
            number(&first.iter().map(|&image| then[usize::from(image)]).collect::<Vec<_>>())
        };
        let product: Vec<Vec<u8>> = symmetries
            .iter()
            .map(|first| symmetries.iter().map(|then| after(first, then)).collect())
            .collect();
        let back = |row: &Vec<u8>| row.iter().position(|&both| both == 0).expect("one undoes it") as u8;
        let inverse = product.iter().map(back).collect();
        Ground { board, inverse, product }
    }

    fn images(&self, symmetry: u8) -> &[u16] {
        &self.board.symmetries()[usize::from(symmetry)]
    }

    fn image(&self, cell: usize, symmetry: u8) -> usize {
        usize::from(self.images(symmetry)[cell])
    }

    fn back(&self, symmetry: u8) -> u8 {
        self.inverse[usize::from(symmetry)]
    }

    /// First one, then the other.
    fn both(&self, first: u8, then: u8) -> u8 {
        self.product[usize::from(first)][usize::from(then)]
    }

    fn turn_zone(&self, zone: Zone<WORDS>, symmetry: u8) -> Zone<WORDS> {
        zone.carried_back(self.images(self.back(symmetry)))
    }

    fn turn_set(&self, set: Set<WORDS>, symmetry: u8) -> Set<WORDS> {
        set.cells().map(|cell| self.image(cell, symmetry)).collect()
    }

    fn turn_stones(&self, position: &Position<WORDS>, symmetry: u8) -> [Set<WORDS>; 2] {
        Colour::BOTH.map(|colour| self.turn_set(position.stones(colour), symmetry))
    }

    /// An open position, turned.
    fn turned(&self, position: &Position<WORDS>, symmetry: u8) -> Position<WORDS> {
        let mut image = Position::empty(&self.board);
        for colour in Colour::BOTH {
            for cell in position.stones(colour).cells() {
                image.put(&self.board, self.image(cell, symmetry), colour);
            }
        }
        image
    }
}

/// The least of the images of a position's stones, and the symmetry that gives it.
pub fn key(board: &Board<WORDS>, position: &Position<WORDS>) -> (Box<[u8]>, u8) {
    let cells = board.shape().cell_count();
    let stones: Vec<(usize, u8)> = [(Colour::White, 1), (Colour::Black, 2)]
        .into_iter()
        .flat_map(|(colour, digit)| position.stones(colour).cells().map(move |cell| (cell, digit)))
        .collect();
    let image = |images: &Vec<u16>| {
        let mut bytes = vec![0u8; cells.div_ceil(4)];
        for &(cell, digit) in &stones {
            let at = usize::from(images[cell]);
            bytes[at / 4] |= digit << (at % 4 * 2);
        }
        bytes
    };
    let all = board.symmetries().iter().map(image).zip(0u8..);
    let (least, symmetry) = all.min().expect("the identity is a symmetry");
    (least.into(), symmetry)
}
