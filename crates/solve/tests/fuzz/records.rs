//! Bytes as choices of a writer of records: a small board, stones, a result and well-formed records of any content, so
//! that every byte reaches the proof and not only the packing around it.

use crate::common::ground::{Ground, Spot};
use crate::common::paper::{Answer, Body, Header, Node, Paper, Root, Row, Target};

/// The choices, zeros when they run out.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn below(&mut self, limit: usize) -> usize {
        let (&byte, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(byte) % limit.max(1)
    }
}

/// Runs the target.
pub fn run(bytes: &[u8]) {
    accepts(bytes);
}

/// Do the choices make a certificate that is accepted?
pub fn accepts(bytes: &[u8]) -> bool {
    let mut choices = Choices(bytes);
    let boards: [(u8, &[u8]); 5] =
        [(0, &[2, 2, 2]), (0, &[2, 3, 3]), (0, &[3, 3, 3]), (1, &[2, 2]), (1, &[3, 3])];
    let (game, sides) = boards[choices.below(5)];
    let mut header = Header {
        version: 4,
        kind: choices.below(3) as u8,
        game,
        sides: sides.to_vec(),
        result: choices.below(3) as u8,
        bound: choices.below(30) as u32,
        set_up: Vec::new(),
        turn: choices.below(2) as u8,
        moves: Vec::new(),
    };
    let ground = Ground::new(header.shape().expect("a board")).expect("a small board");
    let count = ground.all.count_ones() as usize;
    for cell in 0..count as u16 {
        let sign = choices.below(4) as u8;
        header.set_up.extend((sign < 2 || cell < 12 && sign == 3).then_some((cell, sign & 1)));
    }
    let Some(spot) = header.spot(&ground) else { return false };
    let body = body(&header, &ground, spot, &mut choices);
    crate::certificate::accepts(&Paper { header, body }.write())
}

fn body(header: &Header, ground: &Ground, spot: Spot, choices: &mut Choices) -> Body {
    let count = ground.all.count_ones() as usize;
    if header.kind == 1 {
        let mut row = || {
            let kind = choices.below(3) as u8;
            let parts = (0..2 + 2 * choices.below(3)).map(|_| choices.below(count + 2) as u64).collect();
            Row { kind, parts }
        };
        let rows = (0..4).map(|_| row()).collect();
        let moves = spot.turn == usize::from(header.result);
        return Body::Rows(rows, moves.then(|| choices.below(count) as u8));
    }
    let provers = if header.result < 2 { vec![usize::from(header.result)] } else { vec![0, 1] };
    let half = |prover| {
        let mut scribe = Scribe { ground, prover, choices, nodes: 0 };
        if spot.turn == prover { Root::Answer(scribe.answer(spot)) } else { Root::Node(scribe.node(spot)) }
    };
    Body::Halves(provers.into_iter().map(half).collect())
}

/// Writes legal moves, whatever they are worth.
struct Scribe<'a, 'b> {
    ground: &'a Ground,
    prover: usize,
    choices: &'a mut Choices<'b>,
    nodes: usize,
}

impl Scribe<'_, '_> {
    fn cell(&mut self, spot: Spot) -> Option<u8> {
        let free: Vec<usize> = crate::common::ground::cells(self.ground.free(spot)).collect();
        free.get(self.choices.below(free.len())).map(|&cell| cell as u8)
    }

    fn node(&mut self, spot: Spot) -> Node {
        let mut node = Node { id: self.nodes, ..Node::default() };
        self.nodes += 1;
        for _ in 0..self.choices.below(3) {
            let chain = (0..1 + self.choices.below(3)).filter_map(|_| self.cell(spot)).collect();
            node.chains.push(chain);
        }
        let wanted = self.choices.below(6);
        for cell in crate::common::ground::cells(self.ground.free(spot)).take(2 * wanted) {
            let after = spot.play(cell);
            if self.nodes < 60 && self.choices.below(5) > 0 && self.ground.winner(after).is_none() {
                let answer = self.answer(after);
                node.replies.push((cell as u8, answer));
            }
        }
        node
    }

    fn pair(&mut self, spot: Spot) -> Option<[u8; 2]> {
        Some([self.cell(spot)?, self.cell(spot)?])
    }

    fn answer(&mut self, spot: Spot) -> Answer {
        let Some(cell) = self.cell(spot) else { return Answer::Search };
        let wins = self.ground.targets(spot, self.prover) >> cell & 1 == 1;
        match self.choices.below(5) {
            0 => Answer::Search,
            4 => Answer::Pairs(cell, (0..self.choices.below(4)).filter_map(|_| self.pair(spot)).collect()),
            1 => {
                Answer::Known(cell, self.choices.below(12) as u8, Target::Back(self.choices.below(6) as u64))
            }
            _ if wins => Answer::Move(cell, None),
            _ => Answer::Move(cell, Some(Box::new(self.node(spot.play(cell.into()))))),
        }
    }
}
