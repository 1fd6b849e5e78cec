//! Certificates as trees of records: a reader and a writer of their own, which can write anything.
//!
//! Nothing here asks whether a record makes sense; only the reader must know which moves win, since no node follows
//! them.

use referee::Shape;

use super::ground::{Ground, Spot};
use super::sha::sha256;

/// The plain header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub version: u8,
    /// 0 strategy, 1 connections, 2 zones.
    pub kind: u8,
    pub game: u8,
    pub sides: Vec<u8>,
    pub result: u8,
    pub bound: u32,
    pub set_up: Vec<(u16, u8)>,
    pub turn: u8,
    pub moves: Vec<u16>,
}

/// A node of a strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// What references name it by.
    pub id: usize,
    pub chains: Vec<Vec<u8>>,
    pub replies: Vec<(u8, Answer)>,
}

/// What an answer that is known refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Id(usize),
    Back(u64),
}

/// An answer of the prover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Search,
    Move(u8, Option<Box<Node>>),
    Known(u8, u8, Target),
    Pairs(u8, Vec<[u8; 2]>),
}

/// How a half begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    Node(Node),
    Answer(Answer),
}

/// A row of a proof by connections: 0 path, 1 series, 2 either, 4 given, 5 dead, 6 captured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub kind: u8,
    pub parts: Vec<u64>,
}

/// What stands behind the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Halves(Vec<Root>),
    Rows(Vec<Row>, Option<u8>),
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    pub header: Header,
    pub body: Body,
}

pub const SWAP: u16 = 0xFFFF;
pub const SWAP_SIDES: u16 = 0xFFFE;

impl Header {
    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = b"RBPROOF".to_vec();
        out.push(self.version);
        out.extend((self.version == 4).then_some(self.kind));
        out.push(self.game);
        out.extend(&self.sides);
        out.push(self.result);
        out.extend(self.bound.to_le_bytes());
        if self.version == 4 {
            out.extend((self.set_up.len() as u16).to_le_bytes());
            for (cell, colour) in &self.set_up {
                out.extend(cell.to_le_bytes());
                out.push(*colour);
            }
            out.push(self.turn);
        }
        out.extend((self.moves.len() as u16).to_le_bytes());
        self.moves.iter().for_each(|cell| out.extend(cell.to_le_bytes()));
        out
    }

    /// Reads a header; what is left of the bytes.
    pub fn read(bytes: &[u8]) -> Option<(Header, &[u8])> {
        let mut input = Input(bytes.strip_prefix(b"RBPROOF")?);
        let version = input.byte().filter(|version| (1..=4).contains(version))?;
        if version == 4 {
            let (rest, sum) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
            input.0 = rest.get(8..).filter(|_| sha256(rest) == sum)?;
        }
        let kind = if version == 4 { input.byte()? } else { [0, 1, 2][usize::from(version) - 1] };
        let game = input.byte().filter(|&game| game < 2)?;
        let sides = (game..3).map(|_| input.byte()).collect::<Option<Vec<u8>>>()?;
        let (result, bound) = (input.byte()?, u32::from(input.pair()?) | u32::from(input.pair()?) << 16);
        let stones = if version == 4 { input.pair()? } else { 0 };
        let set_up = (0..stones).map(|_| Some((input.pair()?, input.byte()?))).collect::<Option<Vec<_>>>()?;
        let turn = if version == 4 { input.byte()? } else { game };
        let moves = (0..input.pair()?).map(|_| input.pair()).collect::<Option<Vec<u16>>>()?;
        Some((Header { version, kind, game, sides, result, bound, set_up, turn, moves }, input.0))
    }

    /// The board.
    pub fn shape(&self) -> Option<Shape> {
        match (self.game, &self.sides[..]) {
            (0, &[p, q, r]) => Shape::hexagon(p.into(), q.into(), r.into()).ok(),
            (1, &[columns, rows]) => Shape::hex(columns.into(), rows.into()).ok(),
            _ => None,
        }
    }

    /// The claimed position, if the header makes sense.
    pub fn spot(&self, ground: &Ground) -> Option<Spot> {
        let fits = self.kind == 0 || self.kind < 3 && self.result < 2 && (self.kind == 1) == (self.game == 1);
        if self.result > 2 || !fits || self.bound > 100_000 {
            return None;
        }
        let mut spot = self.first(ground)?;
        for (number, &cell) in self.moves.iter().enumerate() {
            if ground.winner(spot).is_some() {
                return None;
            }
            spot = match cell {
                SWAP | SWAP_SIDES if self.version == 4 => self.swapped(ground, spot, number, cell)?,
                _ if u32::from(cell) < 64 && ground.free(spot) >> cell & 1 == 1 => spot.play(cell.into()),
                _ => return None,
            };
        }
        (0..2).any(|side| !ground.has_won(spot.stones[side], side)).then_some(spot)
    }

    fn first(&self, ground: &Ground) -> Option<Spot> {
        let mut spot = ground.start();
        let ascends = self.set_up.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let usual = !self.set_up.is_empty() || usize::from(self.turn) == spot.turn;
        for &(cell, colour) in &self.set_up {
            if u32::from(cell) >= ground.all.count_ones() || colour > 1 {
                return None;
            }
            spot.stones[usize::from(colour)] |= 1 << cell;
        }
        spot.turn = usize::from(self.turn);
        (ascends && usual && self.turn < 2).then_some(spot)
    }

    fn swapped(&self, ground: &Ground, spot: Spot, number: usize, cell: u16) -> Option<Spot> {
        if number != 1 || !self.set_up.is_empty() || cell == SWAP_SIDES && self.game == 0 {
            return None;
        }
        if cell == SWAP_SIDES {
            return Some(spot);
        }
        let first = spot.stones[1 - spot.turn].trailing_zeros() as usize;
        let to = if self.game == 0 { first } else { mirrored(ground, self, first)? };
        let mut stones = [0; 2];
        stones[spot.turn] = 1 << to;
        Some(Spot { stones, turn: 1 - spot.turn })
    }
}

fn mirrored(ground: &Ground, header: &Header, cell: usize) -> Option<usize> {
    let (x, y) = ground.shape.xy(ground.shape.cell(cell)?);
    ground.shape.at(y, x).filter(|_| header.sides[0] == header.sides[1]).map(|cell| cell.index())
}

impl Paper {
    /// Its bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut pen = Pen { out: Vec::new(), zones: self.header.kind == 2, begun: Vec::new() };
        match &self.body {
            Body::Halves(halves) => halves.iter().for_each(|half| pen.half(half)),
            Body::Rows(rows, first) => {
                rows.iter().for_each(|row| pen.row(row));
                pen.out.push(3);
                pen.out.extend(first);
            }
        }
        seal(&self.header.write(), &pen.out)
    }

    /// Takes a certificate apart; nothing if it is malformed or the board has more than 64 cells.
    pub fn read(bytes: &[u8]) -> Option<(Paper, Ground, Spot)> {
        let (header, packed) = Header::read(bytes)?;
        let ground = Ground::new(header.shape()?)?;
        let spot = header.spot(&ground)?;
        let mut cursor = std::io::Cursor::new(packed);
        let mut body = Vec::new();
        let mut decoder = zstd::Decoder::with_buffer(&mut cursor).ok()?.single_frame();
        std::io::Read::read_to_end(&mut decoder, &mut body).ok()?;
        if cursor.position() != packed.len() as u64 {
            return None;
        }
        let mut eye = Eye { input: Input(&body), ground: &ground, header: &header, prover: 0, nodes: 0 };
        let over = ground.winner(spot).is_some() || ground.free(spot) == 0;
        let body = match (over, header.kind) {
            (true, _) => Body::Halves(Vec::new()),
            (_, 1) => eye.rows(spot)?,
            _ => eye.halves(spot)?,
        };
        let ended = eye.input.0.is_empty();
        ended.then_some((Paper { header, body }, ground, spot))
    }
}

/// A file of a header and a body that is not compressed yet.
pub fn seal(header: &[u8], body: &[u8]) -> Vec<u8> {
    let mut out = header.to_vec();
    out.extend(zstd::encode_all(body, 1).expect("memory suffices"));
    if header.get(7) == Some(&4) {
        out.extend(sha256(&out));
    }
    out
}

/// The same bytes with the checksum that they should have, if the version has one.
pub fn resealed(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if bytes.get(7) == Some(&4) && bytes.len() > 40 {
        out.truncate(bytes.len() - 32);
        out.extend(sha256(&out));
    }
    out
}

struct Pen {
    out: Vec<u8>,
    zones: bool,
    begun: Vec<usize>,
}

impl Pen {
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.out.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.out.push(number as u8);
    }

    fn half(&mut self, half: &Root) {
        self.begun.clear();
        match half {
            Root::Node(node) => self.node(node),
            Root::Answer(answer) => self.answer(answer),
        }
        self.out.push(0xE5);
        self.number(self.begun.len() as u64);
    }

    fn node(&mut self, node: &Node) {
        self.begun.push(node.id);
        if !self.zones {
            self.chains(node);
            self.number(node.replies.len() as u64);
        }
        for (cell, answer) in &node.replies {
            if self.zones {
                self.number(u64::from(*cell) + 1);
            } else {
                self.out.push(*cell);
            }
            self.answer(answer);
        }
        if self.zones {
            self.out.push(0);
            self.chains(node);
        }
    }

    fn chains(&mut self, node: &Node) {
        self.number(node.chains.len() as u64);
        for chain in &node.chains {
            self.number(chain.len() as u64);
            self.out.extend(chain);
        }
    }

    fn answer(&mut self, answer: &Answer) {
        match answer {
            Answer::Search => self.out.push(0),
            Answer::Move(cell, node) => {
                self.out.extend([1, *cell]);
                node.iter().for_each(|node| self.node(node));
            }
            Answer::Known(cell, symmetry, target) => {
                self.out.extend([2, *cell, *symmetry]);
                let place = |id: &usize| self.begun.iter().position(|begun| begun == id);
                let back = match target {
                    Target::Back(back) => *back,
                    Target::Id(id) => place(id).map_or(1, |place| (self.begun.len() - place) as u64),
                };
                self.number(back);
            }
            Answer::Pairs(cell, pairs) => {
                self.out.extend([3, *cell]);
                self.number(pairs.len() as u64);
                self.out.extend(pairs.as_flattened());
            }
        }
    }

    fn row(&mut self, row: &Row) {
        self.out.push(row.kind);
        self.number(if row.kind == 2 { row.parts.len() / 2 } else { row.parts.len() } as u64);
        row.parts.iter().for_each(|&part| self.number(part));
    }
}

struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn pair(&mut self) -> Option<u16> {
        Some(u16::from(self.byte()?) | u16::from(self.byte()?) << 8)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }
}

/// Reads the records of a body, with the positions that they belong to.
struct Eye<'a> {
    input: Input<'a>,
    ground: &'a Ground,
    header: &'a Header,
    prover: usize,
    nodes: usize,
}

impl Eye<'_> {
    fn halves(&mut self, spot: Spot) -> Option<Body> {
        let provers = if self.header.result < 2 { vec![usize::from(self.header.result)] } else { vec![0, 1] };
        let mut halves = Vec::new();
        for prover in provers {
            (self.prover, self.nodes) = (prover, 0);
            halves.push(if spot.turn == prover {
                Root::Answer(self.answer(spot)?)
            } else {
                Root::Node(self.node(spot)?)
            });
            let ends = self.input.byte()? == 0xE5 && self.input.number()? == self.nodes as u64;
            ends.then_some(())?;
        }
        Some(Body::Halves(halves))
    }

    fn most(&mut self, most: u32) -> Option<u64> {
        self.input.number().filter(|&number| number <= u64::from(most))
    }

    fn count(&self) -> u32 {
        self.ground.all.count_ones()
    }

    fn cell(&mut self) -> Option<u8> {
        self.input.byte().filter(|&cell| u32::from(cell) < self.count())
    }

    fn chains(&mut self) -> Option<Vec<Vec<u8>>> {
        let many = self.most(self.count())?;
        (0..many)
            .map(|_| {
                let length = self.most(self.count())?;
                (0..length).map(|_| self.cell()).collect()
            })
            .collect()
    }

    fn node(&mut self, spot: Spot) -> Option<Node> {
        let mut node = Node { id: self.nodes, ..Node::default() };
        self.nodes += 1;
        if self.header.kind == 2 {
            while let Some(cell) = self.most(self.count())?.checked_sub(1) {
                self.reply(&mut node, spot, cell as u8)?;
            }
            node.chains = self.chains()?;
        } else {
            node.chains = self.chains()?;
            for _ in 0..self.most(self.count())? {
                let cell = self.cell()?;
                self.reply(&mut node, spot, cell)?;
            }
        }
        Some(node)
    }

    fn reply(&mut self, node: &mut Node, spot: Spot, cell: u8) -> Option<()> {
        let fresh =
            node.replies.iter().all(|reply| reply.0 != cell) && self.ground.free(spot) >> cell & 1 == 1;
        fresh.then_some(())?;
        let answer = self.answer(spot.play(cell.into()))?;
        node.replies.push((cell, answer));
        Some(())
    }

    fn answer(&mut self, spot: Spot) -> Option<Answer> {
        let kind = self.input.byte()?;
        if kind == 0 {
            return Some(Answer::Search);
        }
        let cell = self.cell().filter(|&cell| kind < 4 && self.ground.free(spot) >> cell & 1 == 1)?;
        let wins = self.ground.targets(spot, self.prover) >> cell & 1 == 1;
        if kind == 1 {
            let node = if wins { None } else { Some(Box::new(self.node(spot.play(cell.into()))?)) };
            return Some(Answer::Move(cell, node));
        }
        if kind == 3 {
            let most = u64::from(self.ground.all.count_ones() / 2);
            let count = self.input.number().filter(|&count| count <= most && !wins)?;
            let pairs = (0..count).map(|_| Some([self.cell()?, self.cell()?])).collect::<Option<_>>()?;
            return Some(Answer::Pairs(cell, pairs));
        }
        let (symmetry, back) = (self.input.byte()?, self.input.number()?);
        let there = (1..=self.nodes as u64).contains(&back) && !wins;
        let id = self.nodes.checked_sub(usize::try_from(back).ok()?)?;
        there.then_some(Answer::Known(cell, symmetry, Target::Id(id)))
    }

    fn rows(&mut self, spot: Spot) -> Option<Body> {
        let mut rows = Vec::new();
        loop {
            let kind = self.input.byte().filter(|&kind| kind < 7)?;
            if kind == 3 {
                break;
            }
            let many = self.most(self.count() + 2)? * if kind == 2 { 2 } else { 1 };
            let parts = (0..many).map(|_| self.input.number()).collect::<Option<Vec<u64>>>()?;
            rows.push(Row { kind, parts });
        }
        let moves = spot.turn == usize::from(self.header.result);
        let first = if moves { Some(self.cell()?) } else { None };
        Some(Body::Rows(rows, first))
    }
}
