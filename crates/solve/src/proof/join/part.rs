//! A part as it was read: the records of one side's strategy, in the frame in which they were written, with the zones
//! that the checker adds up for them.

use std::io::Read;

use referee::Colour;
use verify::{Board, Ending, Failure, Position, Set, Source, Zone};

use super::WORDS;

/// One side's strategy.
pub(super) struct Part {
    pub root: Root,
    pub nodes: Vec<Node>,
    /// The lists of pairs that answers refer to.
    pub pairs: Vec<Vec<[usize; 2]>>,
    /// Do proofs of replies stand for others?
    pub zones: bool,
}

/// Where a strategy begins.
pub(super) enum Root {
    /// With the first node: the opponent moves.
    Node,
    /// With an answer: the proving side moves.
    Answer(Answer),
}

/// A position in which the opponent moves.
pub(super) struct Node {
    pub chains: Vec<Vec<u16>>,
    pub replies: Vec<(usize, Answer)>,
    /// What the proof makes use of; nothing in the halves of a draw.
    pub zone: Zone<WORDS>,
}

/// How the proving side answers.
#[derive(Clone, Copy)]
pub(super) enum Answer {
    /// As the checker finds.
    Search,
    /// By a move that wins.
    Wins(usize),
    /// By a move after which pairs, by the number of their list, keep the opponent from winning.
    Pairs { cell: usize, list: usize },
    /// By a move to a position that the symmetry carries onto a node.
    Move { cell: usize, node: usize, symmetry: u8 },
}

/// Reads one half of a part.
pub(super) struct Reader<'a, R: Read> {
    board: &'a Board<WORDS>,
    source: &'a mut Source<R>,
    prover: Colour,
    draws: bool,
    bound: u32,
    nodes: Vec<Node>,
    pairs: Vec<Vec<[usize; 2]>>,
}

impl<'a, R: Read> Reader<'a, R> {
    pub fn new(
        board: &'a Board<WORDS>,
        source: &'a mut Source<R>,
        prover: Colour,
        draws: bool,
        bound: u32,
    ) -> Reader<'a, R> {
        Reader { board, source, prover, draws, bound, nodes: Vec::new(), pairs: Vec::new() }
    }

    /// The strategy from its root.
    pub fn part(mut self, root: &Position<WORDS>, turn: Colour) -> Result<Part, Failure> {
        let root = if turn == self.prover {
            Root::Answer(self.answer(root)?.0)
        } else {
            self.node(root)?;
            Root::Node
        };
        Ok(Part { root, nodes: self.nodes, pairs: self.pairs, zones: self.source.has_zones() })
    }

    fn cells(&self) -> usize {
        self.board.shape().cell_count()
    }

    /// Reads a node; its zone.
    fn node(&mut self, position: &Position<WORDS>) -> Result<Zone<WORDS>, Failure> {
        let number = self.nodes.len();
        self.nodes.push(Node { chains: Vec::new(), replies: Vec::new(), zone: Zone::EMPTY });
        let mut flat = Vec::new();
        self.source.chains(self.cells(), &mut flat)?;
        let opponent = self.prover.other();
        let mut replies = Vec::new();
        let mut zones = Vec::new();
        let mut left = self.source.replies(self.cells())?;
        while let Some(cell) = self.source.reply(self.cells(), &mut left)? {
            if !position.free(self.board).contains(cell) || position.wins(opponent).contains(cell) {
                return Err(self.source.malformed("a reply is not legal"));
            }
            let (answer, zone) = self.answer(&position.with(self.board, cell, opponent))?;
            replies.push((cell, answer));
            zones.push((cell, zone));
        }
        self.source.late_chains(self.cells(), &mut flat)?;
        let chains = unfold(&flat);
        let zone = if self.draws { Zone::EMPTY } else { self.zone(position, &zones, &chains) };
        self.nodes[number] = Node { chains, replies, zone };
        Ok(zone)
    }

    /// The zone of a node, as the checker adds it up.
    fn zone(
        &self,
        position: &Position<WORDS>,
        answered: &[(usize, Zone<WORDS>)],
        chains: &[Vec<u16>],
    ) -> Zone<WORDS> {
        let (board, prover) = (self.board, self.prover);
        let threats = position.wins(prover);
        if threats.count() > 1 {
            return Zone::won(threats);
        }
        let known: Set<WORDS> = answered.iter().map(|(cell, _)| *cell).collect();
        let mut left = verify::pressing(board, position, prover, false).minus(known);
        let mut all = Zone::EMPTY;
        for (_, zone) in answered {
            all = all.or(*zone);
            if self.source.has_zones() && !left.is_empty() {
                left = left.minus(verify::dismissed(board, position, prover, zone, left));
            }
        }
        for chain in chains {
            let (gone, used) = verify::refuted(board, position, prover, chain, left);
            left = left.minus(gone);
            all = all.or(used);
        }
        all.before(threats)
    }

    /// Reads an answer; its zone.
    fn answer(&mut self, position: &Position<WORDS>) -> Result<(Answer, Zone<WORDS>), Failure> {
        let told = self.source.answer(self.cells())?;
        if let verify::Answer::Pairs { cell } = told {
            self.pairs.push(self.source.pairs(self.cells())?);
            return Ok((Answer::Pairs { cell, list: self.pairs.len() - 1 }, Zone::unknown(self.board)));
        }
        let (verify::Answer::Move { cell } | verify::Answer::Known { cell, .. }) = told else {
            let mut ending = Ending::new(self.board, self.prover, self.draws, self.bound);
            let zone = if self.draws { None } else { ending.zone(position) };
            return Ok((Answer::Search, zone.unwrap_or(Zone::EMPTY)));
        };
        if !position.free(self.board).contains(cell) {
            return Err(self.source.malformed("an answer is not legal"));
        }
        if position.wins(self.prover).contains(cell) {
            return Ok((Answer::Wins(cell), Zone::EMPTY.after(cell)));
        }
        let (node, symmetry, zone) = if let verify::Answer::Known { symmetry, back, .. } = told {
            let node = (self.nodes.len() as u64).checked_sub(back).filter(|_| back > 0);
            let images = self.board.symmetries().get(symmetry);
            let known = node.and_then(|node| self.nodes.get(node as usize)).zip(images);
            let (known, images) = known.ok_or_else(|| self.source.malformed("it refers to nothing"))?;
            (node.unwrap_or_default() as usize, symmetry as u8, known.zone.carried_back(images))
        } else {
            let node = self.nodes.len();
            (node, 0, self.node(&position.with(self.board, cell, self.prover))?)
        };
        Ok((Answer::Move { cell, node, symmetry }, zone.after(cell)))
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
