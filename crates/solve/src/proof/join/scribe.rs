//! Writes one half of the whole: the top by the caller's moves, then copies of the parts.

use std::collections::HashMap;
use std::io::Write;

use referee::Colour;
use verify::{Ending, Position, Set, Writer, Zone};

use super::part::Answer;
use super::{Half, Join, Key, Lead, Part, Root, Trouble, WORDS, key};

/// A node that was written.
struct Written {
    number: u64,
    stones: [Set<WORDS>; 2],
    /// Its proof makes use of no more than this.
    zone: Zone<WORDS>,
}

/// Writes one half of the whole.
pub(super) struct Scribe<'a, 'l, O: Write> {
    pub(super) join: &'a Join,
    pub(super) half: &'a Half,
    pub(super) out: &'a mut Writer<O>,
    lead: &'a mut Lead<'l>,
    written: HashMap<Key, Vec<Written>>,
    line: Vec<usize>,
}

impl<'a, 'l, O: Write> Scribe<'a, 'l, O> {
    pub fn new(
        join: &'a Join,
        half: &'a Half,
        out: &'a mut Writer<O>,
        lead: &'a mut Lead<'l>,
    ) -> Scribe<'a, 'l, O> {
        Scribe { join, half, out, lead, written: HashMap::new(), line: Vec::new() }
    }

    /// Writes the half from its root.
    pub fn run(&mut self, root: &Position<WORDS>, turn: Colour) -> Result<(), Trouble> {
        if turn == self.half.prover { self.answer(root) } else { self.node(root) }
    }

    pub(super) fn opponent(&self) -> Colour {
        self.half.prover.other()
    }

    /// The part that begins at a position, and the symmetry that carries it here.
    fn part(&self, position: &Position<WORDS>, turn: Colour) -> Option<(&'a Part, u8)> {
        let (key, here) = key(&self.join.ground.board, position);
        let place = self.half.parts.get(&(key, turn))?;
        let map = self.join.ground.both(place.frame, self.join.ground.back(here));
        Some((&place.part, map))
    }

    /// A position in which the opponent moves, above the parts or at the root of one.
    fn node(&mut self, position: &Position<WORDS>) -> Result<(), Trouble> {
        let board = &self.join.ground.board;
        if let Some((part, map)) = self.part(position, self.opponent()) {
            return if self.must_unfold(part) {
                let imagined = self.join.ground.turned(position, self.join.ground.back(map));
                self.unfold(position, part, 0, map, &imagined)
            } else {
                self.copy(position, part, 0, map)
            };
        }
        let pressing = verify::pressing(board, position, self.half.prover, self.half.draws);
        self.begin(position, Zone::unknown(board), &[], pressing.count() as usize)?;
        for cell in pressing.cells() {
            self.reply(position, cell, |scribe, after| scribe.answer(after))?;
        }
        Ok(self.out.late_chains(&[])?)
    }

    /// A part with zones in a whole that has none.
    fn must_unfold(&self, part: &Part) -> bool {
        part.zones && !self.join.zones
    }

    /// Begins a node, whose proof will make use of no more than `zone`.
    pub(super) fn begin(
        &mut self,
        position: &Position<WORDS>,
        zone: Zone<WORDS>,
        chains: &[Vec<u16>],
        replies: usize,
    ) -> Result<(), Trouble> {
        let stones = Colour::BOTH.map(|colour| position.stones(colour));
        let node = Written { number: self.out.nodes(), stones, zone };
        self.written.entry(key(&self.join.ground.board, position).0).or_default().push(node);
        Ok(self.out.node(chains, replies)?)
    }

    /// A reply of the opponent and its answer.
    pub(super) fn reply(
        &mut self,
        position: &Position<WORDS>,
        cell: usize,
        answer: impl FnOnce(&mut Self, &Position<WORDS>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        self.out.reply(cell)?;
        let opponent = self.opponent();
        let free = position.free(&self.join.ground.board).contains(cell);
        if !free || position.wins(opponent).contains(cell) {
            return Err(self.missing());
        }
        self.line.push(cell);
        answer(self, &position.with(&self.join.ground.board, cell, opponent))?;
        self.line.pop();
        Ok(())
    }

    /// A position in which the proving side moves, above the parts or at the root of one.
    fn answer(&mut self, position: &Position<WORDS>) -> Result<(), Trouble> {
        let (board, prover) = (&self.join.ground.board, self.half.prover);
        if let Some(cell) = position.wins(prover).first() {
            return Ok(self.out.play(cell)?);
        }
        if position.free(board).is_empty() {
            // The last reply filled the board: the checker sees the draw.
            return if self.half.draws { Ok(self.out.search()?) } else { Err(self.missing()) };
        }
        if let Some((part, map)) = self.part(position, prover)
            && let Root::Answer(answer) = part.root
        {
            return if self.must_unfold(part) {
                let imagined = self.join.ground.turned(position, self.join.ground.back(map));
                self.unfold_answer(position, part, answer, map, &imagined)
            } else {
                self.copy_answer(position, part, answer, map)
            };
        }
        let idle = self.half.draws && !position.can_still_win(board, self.opponent());
        let cell = match position.wins(self.opponent()).first() {
            Some(cell) => Some(cell),
            None if idle => position.free(board).first(),
            None => (self.lead)(position, prover),
        };
        let cell = cell.ok_or_else(|| self.missing())?;
        self.play(position, cell, &Zone::unknown(board), |scribe, after| scribe.node(after))
    }

    /// The proving side's move, by a proof that makes use of no more than `most`; `node` writes the position after it, unless
    /// the move wins or the position stands there already.
    pub(super) fn play(
        &mut self,
        position: &Position<WORDS>,
        cell: usize,
        most: &Zone<WORDS>,
        node: impl FnOnce(&mut Self, &Position<WORDS>) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let (board, prover) = (&self.join.ground.board, self.half.prover);
        if !position.free(board).contains(cell) {
            return Err(self.missing());
        }
        if position.wins(prover).contains(cell) {
            return Ok(self.out.play(cell)?);
        }
        let after = position.with(board, cell, prover);
        if let Some((symmetry, number)) = self.known(&after, cell, most) {
            return Ok(self.out.known(cell, symmetry, number)?);
        }
        self.out.play(cell)?;
        self.line.push(cell);
        node(self, &after)?;
        self.line.pop();
        Ok(())
    }

    /// A node with the same stones that was written, if its proof makes use of no more than `most` after the move: the
    /// symmetry that carries the position onto it, and its number.
    fn known(&self, position: &Position<WORDS>, cell: usize, most: &Zone<WORDS>) -> Option<(usize, u64)> {
        let ground = &self.join.ground;
        let nodes = self.written.get(&key(&ground.board, position).0)?;
        let symmetries = ground.board.symmetries();
        nodes.iter().find_map(|node| {
            let fits = |symmetry: &usize| {
                ground.turn_stones(position, *symmetry as u8) == node.stones
                    && self.fits(&node.zone.carried_back(&symmetries[*symmetry]).after(cell), most)
            };
            (0..symmetries.len()).find(fits).map(|symmetry| (symmetry, node.number))
        })
    }

    /// Does a proof make use of no more than another? Where there are no zones nobody asks.
    fn fits(&self, zone: &Zone<WORDS>, most: &Zone<WORDS>) -> bool {
        !self.join.zones
            || zone.cells.minus(most.cells).is_empty()
                && zone.forced.minus(most.forced).is_empty()
                && zone.unforced <= most.unforced
    }

    /// A node of a part, which `map` carries here.
    fn copy(&mut self, position: &Position<WORDS>, part: &Part, node: usize, map: u8) -> Result<(), Trouble> {
        let node = &part.nodes[node];
        let chains = self.turned(&node.chains, map);
        let zone = self.join.ground.turn_zone(node.zone, map);
        self.begin(position, zone, &chains, node.replies.len())?;
        for &(cell, answer) in &node.replies {
            let cell = self.join.ground.image(cell, map);
            self.reply(position, cell, |scribe, after| scribe.copy_answer(after, part, answer, map))?;
        }
        Ok(self.out.late_chains(&chains)?)
    }

    pub(super) fn turned(&self, chains: &[Vec<u16>], map: u8) -> Vec<Vec<u16>> {
        let images = self.join.ground.images(map);
        let turned = |chain: &Vec<u16>| chain.iter().map(|&cell| images[usize::from(cell)]).collect();
        chains.iter().map(turned).collect()
    }

    fn copy_answer(
        &mut self,
        position: &Position<WORDS>,
        part: &Part,
        answer: Answer,
        map: u8,
    ) -> Result<(), Trouble> {
        let ground = &self.join.ground;
        match answer {
            Answer::Search => self.ending(position, map),
            Answer::Wins(cell) => Ok(self.out.play(ground.image(cell, map))?),
            Answer::Pairs { cell, list } => {
                let pair = |pair: &[usize; 2]| pair.map(|cell| ground.image(cell, map));
                let pairs: Vec<[usize; 2]> = part.pairs[list].iter().map(pair).collect();
                Ok(self.out.pairs(ground.image(cell, map), &pairs)?)
            }
            Answer::Move { cell, node, symmetry } => {
                let cell = ground.image(cell, map);
                let map = ground.both(ground.back(symmetry), map);
                let most = ground.turn_zone(part.nodes[node].zone, map).after(cell);
                self.play(position, cell, &most, |scribe, after| scribe.copy(after, part, node, map))
            }
        }
    }

    /// An ending that a part leaves to the checker: left to it here as well if the checker's search finds it in this
    /// frame and makes use of no more, else spelled out by the moves that it finds in the part's frame.
    fn ending(&mut self, position: &Position<WORDS>, map: u8) -> Result<(), Trouble> {
        let ground = &self.join.ground;
        let there = ground.turned(position, ground.back(map));
        let draws = self.half.draws;
        let proof = self.search(draws).zone(&there).ok_or_else(|| self.missing())?;
        let most = ground.turn_zone(proof, map);
        if self.search(draws).zone(position).is_some_and(|zone| self.fits(&zone, &most)) {
            return Ok(self.out.search()?);
        }
        let cell = self.surviving(&there, draws).ok_or_else(|| self.missing())?;
        let cell = ground.image(cell, map);
        self.play(position, cell, &most, |scribe, after| {
            let (board, half) = (&scribe.join.ground.board, scribe.half);
            let pressing = verify::pressing(board, after, half.prover, half.draws);
            scribe.begin(after, most, &[], pressing.count() as usize)?;
            for cell in pressing.cells() {
                scribe.reply(after, cell, |scribe, position| scribe.ending(position, map))?;
            }
            Ok(scribe.out.late_chains(&[])?)
        })
    }

    /// The checker's own search, for a win or at least a draw.
    pub(super) fn search(&self, draws: bool) -> Ending<'a, WORDS> {
        Ending::new(&self.join.ground.board, self.half.prover, draws, self.join.bound)
    }

    /// The first move after which the checker's search refutes every reply.
    pub(super) fn surviving(&self, position: &Position<WORDS>, draws: bool) -> Option<usize> {
        let (board, prover) = (&self.join.ground.board, self.half.prover);
        if let Some(cell) = position.wins(prover).first() {
            return Some(cell);
        }
        let danger = position.wins(prover.other());
        let tries = if danger.is_empty() { position.free(board) } else { danger };
        let survives = |&cell: &usize| {
            let after = position.with(board, cell, prover);
            after.wins(prover.other()).is_empty()
                && (draws || !after.free(board).is_empty())
                && verify::pressing(board, &after, prover, draws)
                    .cells()
                    .all(|reply| self.search(draws).proves(&after.with(board, reply, prover.other())))
        };
        tries.cells().find(survives)
    }

    pub(super) fn missing(&self) -> Trouble {
        let names: Vec<String> = self.line.iter().map(|&cell| self.join.ground.board.name(cell)).collect();
        Trouble::Missing { line: names.join(" ") }
    }
}
