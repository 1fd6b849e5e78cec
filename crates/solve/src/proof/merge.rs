//! Joins certificates of later positions into one of an earlier position, for instance those of all replies.
//!
//! A certificate of a win is a stream of records in which references count nodes backwards, so that streams can be
//! copied behind each other. Where the opponent moves, each pressing reply needs a certificate of the position after it, or of
//! one that a symmetry of the board makes of it; where the winner moves, one certificate after some move is enough.

use std::collections::HashMap;
use std::io::{BufReader, Write};
use std::sync::Arc;

use referee::Colour;
use thiserror::Error;
use verify::{Answer, Board, Claim, Failure, Limits, Position, Set, Source, Value, Writer};

/// Words of the largest board that the checker knows.
const WORDS: usize = verify::MOST_CELLS / 64;

type Place = Position<WORDS>;
type Body<'a> = Source<BufReader<&'a [u8]>>;

/// Why certificates cannot be joined.
#[derive(Debug, Error)]
pub enum Gap {
    /// A part cannot be read.
    #[error("{0}")]
    Part(#[from] Failure),
    /// The parts belong to different boards, claim different results or draws, or are lists of connections.
    #[error("the certificates must be strategies on one board and claim a win of the same colour")]
    Different,
    /// Moves do not lead to an open position.
    #[error("the moves lead to no open position")]
    Moves,
    /// Nothing answers this line.
    #[error("no certificate for the position after {0:?}")]
    Missing(String),
    /// Writing failed.
    #[error("cannot write: {0}")]
    Io(#[from] std::io::Error),
}

/// Joins certificates into one of the position after `moves`. The result is not checked: [`verify::check`] does that.
pub fn merge(parts: &[Vec<u8>], moves: &[u16], out: impl Write) -> Result<(), Gap> {
    let limits = Limits::default();
    let claims = parts.iter().map(|part| Claim::read(&part[..], &limits)).collect::<Result<Vec<_>, _>>()?;
    let first = claims.first().ok_or(Gap::Different)?;
    let Value::Wins(prover) = first.value else { return Err(Gap::Different) };
    let other = |claim: &Claim| claim.connections || claim.shape != first.shape || claim.value != first.value;
    if claims.iter().any(other) {
        return Err(Gap::Different);
    }
    let board = Board::<WORDS>::new(Arc::clone(&first.shape)).ok_or(Gap::Different)?;
    let bound = claims.iter().map(|claim| claim.bound).max().unwrap_or_default();
    let zones = claims.iter().any(|claim| claim.zones);
    let claim = Claim { bound, zones, ..Claim::after(Arc::clone(&first.shape), moves.to_vec(), first.value) };
    let start = claim.position()?;
    if start.is_over() {
        return Err(Gap::Moves);
    }
    let root = Position::of(&board, start.board());
    let mut known = HashMap::new();
    let mut depth = 0;
    for (claim, part) in claims.iter().zip(parts) {
        let position = claim.position()?;
        let count = position.board().stones().iter().flatten().count();
        // The same stones with the other side to move are another position.
        let in_turn = (count + count_of(&root)).is_multiple_of(2) == (position.turn() == start.turn());
        if in_turn && !position.is_over() {
            known.insert(stones(&Position::of(&board, position.board())), part);
            depth = depth.max(count);
        }
    }
    let out = Writer::new(out, &claim)?;
    let mut joint = Joint { known, depth, out, board: &board, prover, line: Vec::new() };
    joint.position(&root, start.turn(), count_of(&root))?;
    joint.out.end()?;
    joint.out.finish()?;
    Ok(())
}

fn count_of(position: &Place) -> usize {
    both(position).iter().map(|stones| stones.count() as usize).sum()
}

fn both(position: &Place) -> [Set<WORDS>; 2] {
    [Colour::White, Colour::Black].map(|colour| position.stones(colour))
}

/// The stones of both colours, as a key.
fn stones(position: &Place) -> [Vec<usize>; 2] {
    both(position).map(|stones| stones.cells().collect())
}

struct Joint<'a, W: Write> {
    known: HashMap<[Vec<usize>; 2], &'a Vec<u8>>,
    /// Most stones before a part begins.
    depth: usize,
    out: Writer<W>,
    board: &'a Board<WORDS>,
    prover: Colour,
    line: Vec<usize>,
}

impl<W: Write> Joint<'_, W> {
    fn position(&mut self, position: &Place, turn: Colour, depth: usize) -> Result<(), Gap> {
        if let Some(&part) = self.known.get(&stones(position)) {
            let mut body = open(part)?;
            return if turn == self.prover {
                self.copy_answer(&mut body, position)
            } else {
                self.copy_node(&mut body, position)
            };
        }
        if depth >= self.depth {
            return Err(self.missing());
        }
        if turn == self.prover { self.choose(position, depth) } else { self.replies(position, depth) }
    }

    fn missing(&self) -> Gap {
        let names: Vec<String> = self.line.iter().map(|&cell| self.board.name(cell)).collect();
        Gap::Missing(names.join(" "))
    }

    /// The winner moves: the first move after which there is a certificate, or certificates of all replies.
    fn choose(&mut self, position: &Place, depth: usize) -> Result<(), Gap> {
        for cell in position.free(self.board).minus(position.wins(self.prover)).cells() {
            let after = position.with(self.board, cell, self.prover);
            if self.reaches(&after) {
                self.out.play(cell)?;
                self.line.push(cell);
                self.position(&after, self.prover.other(), depth + 1)?;
                self.line.pop();
                return Ok(());
            }
        }
        Err(self.missing())
    }

    /// Does some part begin at or after this position?
    fn reaches(&self, position: &Place) -> bool {
        let [white, black] = stones(position);
        let holds = |all: &[usize], some: &[usize]| some.iter().all(|cell| all.contains(cell));
        self.known.keys().any(|[w, b]| holds(w, &white) && holds(b, &black))
    }

    /// The opponent moves: every pressing reply is answered.
    fn replies(&mut self, position: &Place, depth: usize) -> Result<(), Gap> {
        let pressing = verify::pressing(self.board, position, self.prover, false);
        let cells: Vec<usize> = pressing.cells().collect();
        self.out.node(&[], cells.len())?;
        // Replies written so far: the cell, and the answer with the number of the node after it.
        let mut written: Vec<(usize, usize, u64)> = Vec::new();
        for cell in cells {
            self.out.reply(cell)?;
            self.line.push(cell);
            let after = position.with(self.board, cell, self.prover.other());
            if !self.known.contains_key(&stones(&after))
                && let Some((answer, symmetry, node)) = self.image(position, cell, &written)
            {
                self.out.known(answer, symmetry, node)?;
            } else {
                let node = self.out.nodes();
                self.position(&after, self.prover, depth + 1)?;
                if let Some(answer) = self.answer_at(&after) {
                    written.push((cell, answer, node));
                }
            }
            self.line.pop();
        }
        Ok(self.out.late_chains(&[])?)
    }

    /// The move with which the part for this position begins, if it goes on after it.
    fn answer_at(&self, position: &Place) -> Option<usize> {
        let mut body = open(self.known.get(&stones(position))?).ok()?;
        match body.answer(self.board.shape().cell_count()).ok()? {
            Answer::Move { cell } if !position.wins(self.prover).contains(cell) => Some(cell),
            _ => None,
        }
    }

    /// A reply written before of which this one is an image: the image of its answer, the symmetry that carries the position
    /// after that back, and the node there.
    fn image(
        &self,
        position: &Place,
        cell: usize,
        written: &[(usize, usize, u64)],
    ) -> Option<(usize, usize, u64)> {
        let own = both(position);
        self.board.symmetries().iter().enumerate().find_map(|(number, images)| {
            let kept = own.iter().all(|set| {
                let carried: Vec<usize> = set.cells().map(|cell| usize::from(images[cell])).collect();
                carried.iter().all(|&cell| set.contains(cell))
            });
            let &(_, answer, node) =
                written.iter().find(|(reply, ..)| kept && usize::from(images[cell]) == *reply)?;
            let back = images.iter().position(|&image| usize::from(image) == answer)?;
            Some((back, number, node))
        })
    }

    fn copy_node(&mut self, body: &mut Body<'_>, position: &Place) -> Result<(), Gap> {
        let cells = self.board.shape().cell_count();
        let mut flat = Vec::new();
        body.chains(cells, &mut flat)?;
        let mut left = body.replies(cells)?;
        self.out.node(&split(&flat), left)?;
        while let Some(cell) = body.reply(cells, &mut left)? {
            self.out.reply(cell)?;
            self.copy_answer(body, &position.with(self.board, cell, self.prover.other()))?;
        }
        body.late_chains(cells, &mut flat)?;
        Ok(self.out.late_chains(&split(&flat))?)
    }

    fn copy_answer(&mut self, body: &mut Body<'_>, position: &Place) -> Result<(), Gap> {
        match body.answer(self.board.shape().cell_count())? {
            Answer::Search => Ok(self.out.search()?),
            Answer::Pairs { cell } => {
                let pairs = body.pairs(self.board.shape().cell_count())?;
                Ok(self.out.pairs(cell, &pairs)?)
            }
            Answer::Known { cell, symmetry, back } => {
                let node = self.out.nodes().checked_sub(back).ok_or(Gap::Different)?;
                Ok(self.out.known(cell, symmetry, node)?)
            }
            Answer::Move { cell } => {
                self.out.play(cell)?;
                if position.wins(self.prover).contains(cell) {
                    return Ok(());
                }
                self.copy_node(body, &position.with(self.board, cell, self.prover))
            }
        }
    }
}

/// The body of a part.
fn open(part: &[u8]) -> Result<Body<'_>, Failure> {
    let mut rest = part;
    let claim = Claim::read(&mut rest, &Limits::default())?;
    Source::new(BufReader::new(rest), &claim, Limits::default().bytes)
}

/// Chains out of a list in which each has its length in front.
fn split(flat: &[u16]) -> Vec<Vec<u16>> {
    let (mut chains, mut rest) = (Vec::new(), flat);
    while let Some((&length, tail)) = rest.split_first() {
        let (chain, after) = tail.split_at(usize::from(length).min(tail.len()));
        chains.push(chain.to_vec());
        rest = after;
    }
    chains
}
