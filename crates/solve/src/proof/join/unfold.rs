//! Parts with zones in a whole that has none: dismissed replies get the answers by which they fail.
//!
//! The reason why a reply d fails to the proof T of another reply o says how: the prover goes on as if o stood there, and as if d were
//! played when the opponent plays o (`docs/certificates.md`). So two positions are followed, the true one and
//! the one that the part imagines; they differ in stones of the opponent only.

use std::io::Write;

use verify::{Position, Set, Zone};

use super::part::{Answer, Node};
use super::scribe::Scribe;
use super::{Part, Trouble, WORDS};

/// How a node treats a reply: by the answer to this one, or by a chain of threats.
enum Treated {
    As(usize, Answer),
    Chained,
}

impl<O: Write> Scribe<'_, '_, O> {
    /// A node of a part, which `map` carries here, where the part imagines other stones of the opponent.
    pub(super) fn unfold(
        &mut self,
        position: &Position<WORDS>,
        part: &Part,
        node: usize,
        map: u8,
        imagined: &Position<WORDS>,
    ) -> Result<(), Trouble> {
        let ground = &self.join.ground;
        let node = &part.nodes[node];
        let there = ground.turned(position, ground.back(map));
        let (mut replies, mut chained) = (Vec::new(), false);
        for cell in verify::pressing(&ground.board, &there, self.half.prover, self.half.draws).cells() {
            let like = self.like(&there, imagined, cell).ok_or_else(|| self.missing())?;
            match self.treated(part, node, imagined, like).ok_or_else(|| self.missing())? {
                Treated::As(reply, answer) => replies.push((cell, reply, answer)),
                Treated::Chained => chained = true,
            }
        }
        let chains = if chained { self.turned(&node.chains, map) } else { Vec::new() };
        self.begin(position, Zone::EMPTY, &chains, replies.len())?;
        for (cell, reply, answer) in replies {
            let imagined = imagined.with(&ground.board, reply, self.opponent());
            self.reply(position, ground.image(cell, map), |scribe, after| {
                scribe.unfold_answer(after, part, answer, map, &imagined)
            })?;
        }
        Ok(())
    }

    /// What the part imagines when the opponent plays a cell: the same, or a stone that really stands there already.
    fn like(&self, there: &Position<WORDS>, imagined: &Position<WORDS>, cell: usize) -> Option<usize> {
        let free = imagined.free(&self.join.ground.board);
        if free.contains(cell) {
            return Some(cell);
        }
        there.stones(self.opponent()).and(free).first()
    }

    /// How a node treats a reply.
    fn treated(&self, part: &Part, node: &Node, imagined: &Position<WORDS>, reply: usize) -> Option<Treated> {
        let (board, prover) = (&self.join.ground.board, self.half.prover);
        if let Some(&(_, answer)) = node.replies.iter().find(|(cell, _)| *cell == reply) {
            return Some(Treated::As(reply, answer));
        }
        for &(cell, answer) in &node.replies {
            let zone = self.zone_of(part, answer, &imagined.with(board, cell, prover.other()))?;
            if !verify::dismissed(board, imagined, prover, &zone, Set::one(reply)).is_empty() {
                return Some(Treated::As(cell, answer));
            }
        }
        let after = imagined.with(board, reply, prover.other());
        let chain = node.chains.iter().any(|chain| verify::replay(board, &after, prover, chain));
        chain.then_some(Treated::Chained)
    }

    /// What the proof behind an answer makes use of.
    fn zone_of(&self, part: &Part, answer: Answer, imagined: &Position<WORDS>) -> Option<Zone<WORDS>> {
        match answer {
            Answer::Search => self.search(false).zone(imagined),
            Answer::Wins(cell) => Some(Zone::EMPTY.after(cell)),
            Answer::Pairs { .. } => None,
            Answer::Move { cell, node, symmetry } => {
                let images = self.join.ground.images(symmetry);
                Some(part.nodes[node].zone.carried_back(images).after(cell))
            }
        }
    }

    /// An answer of a part, which `map` carries here.
    pub(super) fn unfold_answer(
        &mut self,
        position: &Position<WORDS>,
        part: &Part,
        answer: Answer,
        map: u8,
        imagined: &Position<WORDS>,
    ) -> Result<(), Trouble> {
        let ground = &self.join.ground;
        if let Some(cell) = position.wins(self.half.prover).first() {
            return Ok(self.out.play(cell)?);
        }
        let Answer::Move { cell, node, symmetry } = answer else {
            return self.unfold_ending(position, map, imagined);
        };
        let next = imagined.with(&ground.board, cell, self.half.prover);
        let next = ground.turned(&next, symmetry);
        let cell = ground.image(cell, map);
        let map = ground.both(ground.back(symmetry), map);
        self.play(position, cell, &Zone::EMPTY, |scribe, after| scribe.unfold(after, part, node, map, &next))
    }

    /// An ending that the part leaves to the checker.
    fn unfold_ending(
        &mut self,
        position: &Position<WORDS>,
        map: u8,
        imagined: &Position<WORDS>,
    ) -> Result<(), Trouble> {
        if self.search(self.half.draws).proves(position) {
            return Ok(self.out.search()?);
        }
        let ground = &self.join.ground;
        let cell = self.surviving(imagined, false).ok_or_else(|| self.missing())?;
        let next = imagined.with(&ground.board, cell, self.half.prover);
        self.play(position, ground.image(cell, map), &Zone::EMPTY, |scribe, after| {
            let (board, half) = (&ground.board, scribe.half);
            let there = ground.turned(after, ground.back(map));
            let pressing = verify::pressing(board, &there, half.prover, half.draws);
            scribe.begin(after, Zone::EMPTY, &[], pressing.count() as usize)?;
            for cell in pressing.cells() {
                let like = scribe.like(&there, &next, cell).ok_or_else(|| scribe.missing())?;
                let next = next.with(board, like, scribe.opponent());
                scribe.reply(after, ground.image(cell, map), |scribe, position| {
                    scribe.unfold_ending(position, map, &next)
                })?;
            }
            Ok(())
        })
    }
}
