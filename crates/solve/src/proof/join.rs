//! Joins certificates of parts of a proof into one certificate of the whole.
//!
//! [`Join::add`] takes parts in, each a certificate of some position below the root. [`Join::write`] walks from the
//! root: where a part has the position, its strategy is followed, and before that `lead` names the moves of the side whose
//! strategy it is; all replies of the other side are answered. Positions are known by their stones under every
//! symmetry, so that parts and lines that meet are written once.
//!
//! A part may be met turned or mirrored. Moves and chains of threats turn with it; an ending that is left to the checker
//! may be too long for the checker's search when it is turned, and is then spelled out.

use std::collections::HashMap;
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;

use referee::{Colour, Shape};
use thiserror::Error;
use verify::{Answer, Board, Claim, Ending, Failure, Limits, Position, Source, Value, Writer};

/// Words of the largest board that the checker knows.
pub const WORDS: usize = verify::MOST_CELLS / 64;

/// Says how the proving side moves in a position that no part has.
pub type Lead<'a> = dyn FnMut(&Position<WORDS>, Colour) -> Option<usize> + 'a;

/// Why certificates were not joined.
#[derive(Debug, Error)]
pub enum Trouble {
    /// A part cannot be read.
    #[error("a part of the proof: {0}")]
    Part(#[from] Failure),
    /// A part is about another board, proves something else, is a list of connections instead of a strategy, or has zones, which
    /// belong to the very proof that they were found in.
    #[error("a part of the proof is about another board or result, or is no plain strategy")]
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

/// An answer of the proving side, in the frame of the part that holds it.
#[derive(Clone, Copy, Debug)]
enum Choice {
    Search,
    Move(u16),
}

/// What a part holds of a position in which the opponent moves.
#[derive(Debug)]
struct Record {
    /// The symmetry that carries the part's frame onto the key's.
    frame: u8,
    chains: Vec<Vec<u16>>,
    replies: Vec<(u16, Choice)>,
}

/// The parts of one side's strategy.
#[derive(Debug)]
struct Half {
    prover: Colour,
    draws: bool,
    nodes: HashMap<Key, Record>,
    /// Answers where parts begin with the proving side to move.
    roots: HashMap<Key, (u8, Choice)>,
}

/// Parts of a proof.
pub struct Join {
    board: Board<WORDS>,
    inverse: Vec<Vec<u16>>,
    value: Value,
    bound: u32,
    halves: Vec<Half>,
}

impl Join {
    /// No parts yet of a proof of this value; nothing if the board is too large.
    pub fn new(shape: Arc<Shape>, value: Value) -> Option<Join> {
        let board = Board::new(shape)?;
        let half = |prover, draws| Half { prover, draws, nodes: HashMap::new(), roots: HashMap::new() };
        let halves = match value {
            Value::Wins(prover) => vec![half(prover, false)],
            Value::Draw => vec![half(Colour::White, true), half(Colour::Black, true)],
        };
        let inverse = board.symmetries().iter().map(|images| inverse(images)).collect();
        Some(Join { board, inverse, value, bound: 1, halves })
    }

    /// Takes a part in. It is taken at its word: check it with [`verify::check`] first.
    ///
    /// A part that proves a win serves in the winner's half of a draw as well.
    pub fn add(&mut self, part: impl Read, limits: &Limits) -> Result<Claim, Trouble> {
        let mut reader = BufReader::new(part);
        let claim = Claim::read(&mut reader, limits)?;
        if claim.shape.form() != self.board.shape().form() || claim.connections || claim.zones {
            return Err(Trouble::Stranger);
        }
        let sides = match claim.value {
            Value::Wins(colour) => vec![(colour, false)],
            Value::Draw => vec![(Colour::White, true), (Colour::Black, true)],
        };
        let mut source = Source::new(reader, &claim, limits.bytes)?;
        let (root, turn) = self.start(&claim)?;
        if claim.position()?.is_over() {
            return Ok(claim);
        }
        self.bound = self.bound.max(claim.bound);
        for (prover, draws) in sides {
            let serves = |half: &Half| half.prover == prover && (half.draws || !draws);
            let place = self.halves.iter().position(serves).ok_or(Trouble::Stranger)?;
            let mut intake = Intake { join: self, source: &mut source, place, prover };
            intake.part(&root, turn)?;
            source.end()?;
        }
        source.finish()?;
        Ok(claim)
    }

    /// Writes the whole: the certificate of the position after these moves.
    pub fn write<O: Write>(&self, moves: &[u16], out: O, lead: &mut Lead<'_>) -> Result<O, Trouble> {
        let shape = Arc::clone(self.board.shape());
        let claim = Claim { bound: self.bound, ..Claim::after(shape, moves.to_vec(), self.value) };
        let over = claim.position()?.is_over();
        let (root, turn) =
            if over { (Position::empty(&self.board), Colour::White) } else { self.start(&claim)? };
        let mut writer = Writer::new(out, &claim)?;
        if !over {
            for half in &self.halves {
                let mut scribe = Scribe {
                    join: self,
                    half,
                    out: &mut writer,
                    lead,
                    written: HashMap::new(),
                    line: Vec::new(),
                };
                if turn == half.prover {
                    scribe.answer(&root)?
                } else {
                    scribe.node(&root)?
                }
                writer.end()?;
            }
        }
        Ok(writer.finish()?)
    }

    /// The claimed position, which is open, and whose turn it is.
    fn start(&self, claim: &Claim) -> Result<(Position<WORDS>, Colour), Failure> {
        let start = claim.position()?;
        let open = if start.is_over() { None } else { Some(Position::of(&self.board, start.board())) };
        Ok((open.unwrap_or_else(|| Position::empty(&self.board)), start.turn()))
    }

    fn key(&self, position: &Position<WORDS>) -> (Key, u8) {
        key(&self.board, position)
    }

    /// The map from the frame of a part to that of a position with the same key.
    fn carry(&self, part: u8, here: u8) -> Vec<u16> {
        let images = &self.board.symmetries()[usize::from(part)];
        images.iter().map(|&image| self.inverse[usize::from(here)][usize::from(image)]).collect()
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

fn inverse(images: &[u16]) -> Vec<u16> {
    let mut inverse = vec![0; images.len()];
    for (cell, &image) in images.iter().enumerate() {
        inverse[usize::from(image)] = cell as u16;
    }
    inverse
}

/// Reads one half of a part.
struct Intake<'a, R: Read> {
    join: &'a mut Join,
    source: &'a mut Source<R>,
    place: usize,
    prover: Colour,
}

impl<R: Read> Intake<'_, R> {
    fn part(&mut self, root: &Position<WORDS>, turn: Colour) -> Result<(), Failure> {
        if turn != self.prover {
            return self.node(root);
        }
        let choice = self.answer(root)?;
        let (key, frame) = self.join.key(root);
        self.join.halves[self.place].roots.entry(key).or_insert((frame, choice));
        Ok(())
    }

    fn cells(&self) -> usize {
        self.join.board.shape().cell_count()
    }

    fn node(&mut self, position: &Position<WORDS>) -> Result<(), Failure> {
        let mut flat = Vec::new();
        self.source.chains(self.cells(), &mut flat)?;
        let opponent = self.prover.other();
        let mut replies = Vec::new();
        let mut left = self.source.replies(self.cells())?;
        while let Some(cell) = self.source.reply(self.cells(), &mut left)? {
            if !position.free(&self.join.board).contains(cell) || position.wins(opponent).contains(cell) {
                return Err(self.source.malformed("a reply is not legal"));
            }
            let choice = self.answer(&position.with(&self.join.board, cell, opponent))?;
            replies.push((cell as u16, choice));
        }
        let (key, frame) = self.join.key(position);
        let record = Record { frame, chains: unfold(&flat), replies };
        self.join.halves[self.place].nodes.entry(key).or_insert(record);
        Ok(())
    }

    fn answer(&mut self, position: &Position<WORDS>) -> Result<Choice, Failure> {
        let answer = self.source.answer(self.cells())?;
        let (Answer::Move { cell } | Answer::Known { cell, .. }) = answer else { return Ok(Choice::Search) };
        if !position.free(&self.join.board).contains(cell) {
            return Err(self.source.malformed("an answer is not legal"));
        }
        let goes_on = matches!(answer, Answer::Move { .. }) && !position.wins(self.prover).contains(cell);
        if goes_on {
            self.node(&position.with(&self.join.board, cell, self.prover))?;
        }
        Ok(Choice::Move(cell as u16))
    }
}

/// The chains of a list in which each has its length in front.
fn unfold(mut flat: &[u16]) -> Vec<Vec<u16>> {
    let mut chains = Vec::new();
    while let Some((&length, rest)) = flat.split_first() {
        let (chain, after) = rest.split_at(usize::from(length));
        chains.push(chain.to_vec());
        flat = after;
    }
    chains
}

/// Writes one half of the whole.
struct Scribe<'a, 'l, O: Write> {
    join: &'a Join,
    half: &'a Half,
    out: &'a mut Writer<O>,
    lead: &'a mut Lead<'l>,
    /// The number of a node that was written, and the symmetry that carries it onto its key.
    written: HashMap<Key, (u64, u8)>,
    line: Vec<usize>,
}

impl<O: Write> Scribe<'_, '_, O> {
    /// A position in which the opponent moves.
    fn node(&mut self, position: &Position<WORDS>) -> Result<(), Trouble> {
        let (key, here) = self.join.key(position);
        self.written.insert(key.clone(), (self.out.nodes(), here));
        let Some(record) = self.half.nodes.get(&key) else { return self.all_replies(position) };
        let carry = self.join.carry(record.frame, here);
        let turned = |chain: &Vec<u16>| chain.iter().map(|&cell| carry[usize::from(cell)]).collect();
        let chains: Vec<Vec<u16>> = record.chains.iter().map(turned).collect();
        let mut replies: Vec<(u16, Choice)> =
            record.replies.iter().map(|&(cell, choice)| (carry[usize::from(cell)], choice)).collect();
        replies.sort_by_key(|reply| reply.0);
        self.out.node(&chains, replies.len())?;
        for (cell, choice) in replies {
            self.reply(position, usize::from(cell), &mut |scribe, after| {
                scribe.choose(after, choice, &carry)
            })?;
        }
        Ok(())
    }

    /// A position that no part has: each reply that does not fail at sight gets its answer.
    fn all_replies(&mut self, position: &Position<WORDS>) -> Result<(), Trouble> {
        let pressing = verify::pressing(&self.join.board, position, self.half.prover, self.half.draws);
        self.out.node(&[], pressing.count() as usize)?;
        for cell in pressing.cells() {
            self.reply(position, cell, &mut |scribe, after| scribe.answer(after))?;
        }
        Ok(())
    }

    fn reply(
        &mut self,
        position: &Position<WORDS>,
        cell: usize,
        answer: &mut dyn FnMut(&mut Self, &Position<WORDS>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        self.out.reply(cell)?;
        let opponent = self.half.prover.other();
        if position.wins(opponent).contains(cell) {
            return Err(self.missing());
        }
        self.line.push(cell);
        answer(self, &position.with(&self.join.board, cell, opponent))?;
        self.line.pop();
        Ok(())
    }

    /// A position in which the proving side moves and of which no part's node speaks.
    fn answer(&mut self, position: &Position<WORDS>) -> Result<(), Trouble> {
        if let Some(cell) = position.wins(self.half.prover).first() {
            return Ok(self.out.play(cell)?);
        }
        if position.free(&self.join.board).is_empty() {
            // The last reply filled the board: the checker sees the draw.
            return if self.half.draws { Ok(self.out.search()?) } else { Err(self.missing()) };
        }
        let (key, here) = self.join.key(position);
        if let Some(&(frame, choice)) = self.half.roots.get(&key) {
            let carry = self.join.carry(frame, here);
            return self.choose(position, choice, &carry);
        }
        let danger = position.wins(self.half.prover.other());
        let opponent = self.half.prover.other();
        let idle = self.half.draws && !position.can_still_win(&self.join.board, opponent);
        let cell = match danger.first() {
            Some(cell) => Some(cell),
            None if idle => position.free(&self.join.board).first(),
            None => (self.lead)(position, self.half.prover),
        };
        let legal = cell.filter(|&cell| position.free(&self.join.board).contains(cell));
        let cell = legal.ok_or_else(|| self.missing())?;
        self.play(position, cell)
    }

    /// The answer of a part, carried into this frame.
    fn choose(&mut self, position: &Position<WORDS>, choice: Choice, carry: &[u16]) -> Result<(), Trouble> {
        match choice {
            Choice::Move(cell) => self.play(position, usize::from(carry[usize::from(cell)])),
            Choice::Search => self.ending(position, carry),
        }
    }

    fn play(&mut self, position: &Position<WORDS>, cell: usize) -> Result<(), Trouble> {
        if position.wins(self.half.prover).contains(cell) {
            return Ok(self.out.play(cell)?);
        }
        if !position.free(&self.join.board).contains(cell) {
            return Err(self.missing());
        }
        let after = position.with(&self.join.board, cell, self.half.prover);
        let (key, here) = self.join.key(&after);
        if let Some(&(node, there)) = self.written.get(&key) {
            let carry = self.join.carry(here, there);
            let symmetries = self.join.board.symmetries();
            let number = symmetries.iter().position(|images| *images == carry);
            let number = number.expect("symmetries are closed under composition");
            return Ok(self.out.known(cell, number, node)?);
        }
        self.out.play(cell)?;
        self.line.push(cell);
        self.node(&after)?;
        self.line.pop();
        Ok(())
    }

    /// An ending that the part leaves to the checker: left to it here as well if the checker's search finds it in this
    /// frame, else spelled out by the move that it finds in the part's frame.
    fn ending(&mut self, position: &Position<WORDS>, carry: &[u16]) -> Result<(), Trouble> {
        if self.proves(position) {
            return Ok(self.out.search()?);
        }
        let cell = self.surviving(position, carry).ok_or_else(|| self.missing())?;
        if position.wins(self.half.prover).contains(cell) {
            return Ok(self.out.play(cell)?);
        }
        let after = position.with(&self.join.board, cell, self.half.prover);
        let (key, here) = self.join.key(&after);
        if self.written.contains_key(&key) {
            return self.play(position, cell);
        }
        self.out.play(cell)?;
        self.written.insert(key, (self.out.nodes(), here));
        let pressing = verify::pressing(&self.join.board, &after, self.half.prover, self.half.draws);
        self.out.node(&[], pressing.count() as usize)?;
        self.line.push(cell);
        for cell in pressing.cells() {
            self.reply(&after, cell, &mut |scribe, position| scribe.ending(position, carry))?;
        }
        self.line.pop();
        Ok(())
    }

    fn proves(&self, position: &Position<WORDS>) -> bool {
        Ending::new(&self.join.board, self.half.prover, self.half.draws, self.join.bound).proves(position)
    }

    /// The first move, in the order of the part's frame, after which every reply is refuted by the checker's search there.
    fn surviving(&self, position: &Position<WORDS>, carry: &[u16]) -> Option<usize> {
        let (board, prover) = (&self.join.board, self.half.prover);
        if let Some(cell) = position.wins(prover).first() {
            return Some(cell);
        }
        let back = inverse(carry);
        let mut there = Position::empty(board);
        for colour in [Colour::White, Colour::Black] {
            for cell in position.stones(colour).cells() {
                there.put(board, usize::from(back[cell]), colour);
            }
        }
        let danger = there.wins(prover.other());
        let tries = if danger.is_empty() { there.free(board) } else { danger };
        let survives = |&cell: &usize| {
            let after = there.with(board, cell, prover);
            after.wins(prover.other()).is_empty()
                && verify::pressing(board, &after, prover, self.half.draws)
                    .cells()
                    .all(|reply| self.proves(&after.with(board, reply, prover.other())))
        };
        tries.cells().find(survives).map(|cell| usize::from(carry[cell]))
    }

    fn missing(&self) -> Trouble {
        let names: Vec<String> = self.line.iter().map(|&cell| self.join.board.name(cell)).collect();
        Trouble::Missing { line: names.join(" ") }
    }
}
