//! Unfolds a certificate into a tree of moves.

use std::io::Read;
use std::sync::Arc;

use referee::Colour;
use verify::{Answer, Board, Claim, Failure, Limits, Position, Progress, Report, Source, Value};

use super::{End, Proof, Vertex};

/// Words of the largest board that the checker knows.
const WORDS: usize = verify::MOST_CELLS / 64;

impl Proof {
    /// Checks a certificate and reads it. `watch` hears of progress and answers whether to go on.
    pub fn check(
        bytes: &[u8],
        limits: &Limits,
        watch: &mut dyn FnMut(&Progress) -> bool,
    ) -> Result<Proof, Failure> {
        Proof::read(bytes, &verify::check(bytes, limits, watch)?)
    }

    /// Reads a certificate that has been checked: the report must be about these very bytes.
    pub fn read(bytes: &[u8], checked: &Report) -> Result<Proof, Failure> {
        if !checked.is_about(bytes) {
            return Err(Failure::Unchecked);
        }
        let limits = Limits::default();
        let mut source = bytes;
        let claim = Claim::read(&mut source, &limits)?;
        if claim.connections {
            return Err(Failure::Header("a proof by connections has no tree of moves".into()));
        }
        let start = claim.position()?;
        let too_large = Failure::Limit { what: "cells", limit: verify::MOST_CELLS as u64 };
        let board = Board::<WORDS>::new(Arc::clone(&claim.shape)).ok_or(too_large)?;
        let source = Source::new(source, &claim, limits.bytes)?;
        let proof = Proof { claim, vertices: Vec::new(), roots: Vec::new() };
        let mut reader = Unfolding { proof, board, source, prover: Colour::White, nodes: Vec::new() };
        if !start.is_over() {
            reader.halves(&Position::of(&reader.board, start.board()), start.turn())?;
        }
        reader.source.finish()?;
        Ok(reader.proof)
    }
}

struct Unfolding<R: Read> {
    proof: Proof,
    board: Board<WORDS>,
    source: Source<R>,
    prover: Colour,
    /// The vertices of the nodes of this half.
    nodes: Vec<usize>,
}

impl<R: Read> Unfolding<R> {
    fn halves(&mut self, root: &Position<WORDS>, turn: Colour) -> Result<(), Failure> {
        let provers = match self.proof.claim.value {
            Value::Wins(colour) => vec![colour],
            Value::Draw => vec![Colour::White, Colour::Black],
        };
        for prover in provers {
            self.prover = prover;
            self.nodes.clear();
            let vertex = self.add(None, None);
            self.proof.roots.push(vertex);
            if turn == prover {
                self.answer(root, vertex)?
            } else {
                self.node(root, vertex)?
            }
            self.source.end()?;
        }
        Ok(())
    }

    fn cells(&self) -> usize {
        self.proof.claim.shape.cell_count()
    }

    fn add(&mut self, parent: Option<usize>, cell: Option<usize>) -> usize {
        let by_prover = parent.is_some_and(|parent| !self.proof.vertices[parent].by_prover);
        let vertex = self.proof.vertices.len();
        let new =
            Vertex { cell, by_prover, parent, children: Vec::new(), below: 0, chains: 0, end: End::Open };
        self.proof.vertices.push(new);
        if let Some(parent) = parent {
            self.proof.vertices[parent].children.push(vertex);
        }
        vertex
    }

    fn node(&mut self, position: &Position<WORDS>, vertex: usize) -> Result<(), Failure> {
        self.nodes.push(vertex);
        self.proof.vertices[vertex].by_prover = true;
        let mut chains = Vec::new();
        self.source.chains(self.cells(), &mut chains)?;
        let mut below = 1;
        let mut left = self.source.replies(self.cells())?;
        while let Some(cell) = self.source.reply(self.cells(), &mut left)? {
            let opponent = self.prover.other();
            if !position.free(&self.board).contains(cell) || position.wins(opponent).contains(cell) {
                return Err(self.source.malformed("a reply is not legal"));
            }
            let child = self.add(Some(vertex), Some(cell));
            self.answer(&position.with(&self.board, cell, opponent), child)?;
            below += self.proof.vertices[child].below;
        }
        self.source.late_chains(self.cells(), &mut chains)?;
        self.proof.vertices[vertex].chains = count(&chains);
        self.proof.vertices[vertex].below = below;
        Ok(())
    }

    fn answer(&mut self, position: &Position<WORDS>, vertex: usize) -> Result<(), Failure> {
        let answer = self.source.answer(self.cells())?;
        let (Answer::Move { cell } | Answer::Known { cell, .. } | Answer::Pairs { cell }) = answer else {
            self.proof.vertices[vertex].end = End::Searched;
            return Ok(());
        };
        if !position.free(&self.board).contains(cell) {
            return Err(self.source.malformed("an answer is not legal"));
        }
        let child = self.add(Some(vertex), Some(cell));
        self.proof.vertices[child].by_prover = true;
        if let Answer::Known { symmetry, back, .. } = answer {
            let known = usize::try_from(back).ok().and_then(|back| self.nodes.len().checked_sub(back));
            let missing = self.source.malformed("it refers to a node that does not exist");
            let known = known.and_then(|number| self.nodes.get(number)).ok_or(missing)?;
            self.proof.vertices[child].end = End::Shared { vertex: *known, symmetry };
        } else if let Answer::Pairs { .. } = answer {
            self.source.pairs(self.cells())?;
            self.proof.vertices[child].end = End::Held;
        } else if position.wins(self.prover).contains(cell) {
            self.proof.vertices[child].end = End::Wins;
        } else {
            self.node(&position.with(&self.board, cell, self.prover), child)?;
        }
        self.proof.vertices[vertex].below = self.proof.vertices[child].below;
        Ok(())
    }
}

/// How many chains stand in a list in which each has its length in front.
fn count(chains: &[u16]) -> usize {
    let (mut at, mut count) = (0, 0);
    while let Some(&length) = chains.get(at) {
        at += 1 + usize::from(length);
        count += 1;
    }
    count
}
