//! The checker: walks the strategy that a certificate holds and accepts it only if nothing is missing.
//!
//! Why an accepted certificate proves its claim, by induction over the number of empty cells: at a
//! node the opponent moves and has no cell to win on. Each of its replies has either an answer that
//! leads to a node checked in this very run (with more stones, so never to the node itself), or it
//! leaves the proving side a cell to win on, a chain of threats that is replayed after the reply, or
//! an ending that is searched here, or the proof of another reply wins against it as well (`zone.rs`).
//! In the halves of a draw it is enough that the opponent could not win even if it owned all empty
//! cells. A node without any reply left proves nothing: the board is full. The whole argument stands in
//! `docs/certificates.md`.

use std::io::Read;

use referee::Colour;

use crate::board::Board;
use crate::ending::Ending;
use crate::failure::Failure;
use crate::pairs;
use crate::position::Position;
use crate::replay::{pressing, refuted_while};
use crate::report::Progress;
use crate::set::Set;
use crate::source::{Answer, Source};
use crate::work::Work;
use crate::zone::{Zone, dismissed_while};

/// Whose strategy it is and what it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Half {
    /// The side whose strategy is checked.
    pub prover: Colour,
    /// Is a draw enough?
    pub draws: bool,
}

/// Checks one half of a certificate.
pub(crate) struct Checker<'a, 'w, R: Read, const N: usize> {
    pub board: &'a Board<N>,
    pub work: &'a Work<'w>,
    pub bound: u32,
    pub half: Half,
    pub source: &'a mut Source<R>,
    pub done: &'a mut Progress,
    nodes: Vec<[Set<N>; 2]>,
    /// The zones of the nodes, if any stand for replies.
    zones: Vec<Zone<N>>,
    line: Vec<usize>,
    /// Cells of the chains of the nodes in the line.
    chained: usize,
    /// Replies to the root, and the move that the strategy answers each with.
    pub answers: Vec<(u16, u16)>,
}

impl<'a, 'w, R: Read, const N: usize> Checker<'a, 'w, R, N> {
    pub fn new(
        board: &'a Board<N>,
        work: &'a Work<'w>,
        bound: u32,
        half: Half,
        source: &'a mut Source<R>,
        done: &'a mut Progress,
    ) -> Checker<'a, 'w, R, N> {
        let (nodes, zones, line, answers) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Checker { board, work, bound, half, source, done, nodes, zones, line, chained: 0, answers }
    }

    /// Checks the half from its root, in which `turn` moves.
    pub fn run(&mut self, root: &Position<N>, turn: Colour) -> Result<(), Failure> {
        if turn == self.half.prover {
            self.answer(root)?;
        } else {
            self.node(root)?;
        }
        self.source.end()
    }

    /// Checks a node: the opponent is to move. The zone of its proof.
    fn node(&mut self, position: &Position<N>) -> Result<Zone<N>, Failure> {
        self.enter(position)?;
        let number = self.nodes.len() - 1;
        let prover = self.half.prover;
        let duty = self.duty(position)?;
        let mut chains = Vec::new();
        self.source.chains(self.cells(), &mut chains)?;
        self.chained += chains.len();
        let answered = self.replies(position)?;
        self.chained -= chains.len();
        self.source.late_chains(self.cells(), &mut chains)?;
        let zone = answered.iter().fold(Zone::EMPTY, |all, (_, zone)| all.or(*zone));
        let known: Set<N> = answered.iter().map(|(cell, _)| *cell).collect();
        let mut left = duty.minus(known);
        if self.source.has_zones() {
            left = self.undismissed(position, &answered, left);
        }
        if number == 0 {
            self.note_answers(position, &answered, duty);
        }
        let (left, used) = self.unchained(position, &chains, left);
        self.work.ended()?;
        if let Some(cell) = left.first() {
            return Err(self.unproved(format!("nothing answers {}", self.board.name(cell))));
        }
        let threats = position.wins(prover);
        let zone = if threats.count() > 1 { Zone::won(threats) } else { zone.or(used).before(threats) };
        if let Some(kept) = self.zones.get_mut(number) {
            *kept = zone;
        }
        Ok(zone)
    }

    /// The replies that must be refuted at a node. There are none only for a reason that decides the game:
    /// the prover has two cells to win on, or it needs but a draw and the opponent can win no more. That no
    /// cell is left is no such reason.
    fn duty(&self, position: &Position<N>) -> Result<Set<N>, Failure> {
        let prover = self.half.prover;
        if let Some(cell) = position.wins(prover.other()).first() {
            let winner = prover.other();
            return Err(self.unproved(format!("{winner} wins at {}", self.board.name(cell))));
        }
        let duty = pressing(self.board, position, prover, self.half.draws);
        let decided = || {
            position.wins(prover).count() > 1
                || self.half.draws && !position.can_still_win(self.board, prover.other())
        };
        if duty.is_empty() && !decided() {
            return Err(self.unproved("the board is full: a draw".to_string()));
        }
        Ok(duty)
    }

    /// The replies that the chains of a node do not refute, and the zone of those that they do.
    fn unchained(&self, position: &Position<N>, chains: &[u16], mut left: Set<N>) -> (Set<N>, Zone<N>) {
        let go_on = || self.work.goes_on(self.board.work());
        let mut zone = Zone::EMPTY;
        for chain in split(chains).take_while(|_| go_on()) {
            let (gone, used) = refuted_while(self.board, position, self.half.prover, chain, left, &go_on);
            left = left.minus(gone);
            zone = zone.or(used);
        }
        (left, zone)
    }

    /// The replies that the proofs of others do not refute.
    fn undismissed(&mut self, position: &Position<N>, answered: &[(usize, Zone<N>)], left: Set<N>) -> Set<N> {
        let go_on = || self.work.goes_on(self.board.work());
        let rest = answered.iter().fold(left, |left, (_, zone)| {
            left.minus(dismissed_while(self.board, position, self.half.prover, zone, left, &go_on))
        });
        self.done.dismissed += u64::from(left.count() - rest.count());
        rest
    }

    /// Notes what the strategy plays against each reply to the root, dismissed ones included.
    fn note_answers(&mut self, position: &Position<N>, answered: &[(usize, Zone<N>)], duty: Set<N>) {
        let known: Set<N> = answered.iter().map(|(cell, _)| *cell).collect();
        let mut left = if self.source.has_zones() { duty.minus(known) } else { Set::EMPTY };
        for (reply, zone) in answered {
            let Some(first) = zone.first else { continue };
            let gone = dismissed_while(self.board, position, self.half.prover, zone, left, &|| true);
            left = left.minus(gone);
            let replies = [*reply].into_iter().chain(gone.cells());
            self.answers.extend(replies.map(|reply| (reply as u16, first as u16)));
        }
    }

    /// Counts a node, remembers its stones, and lets the referee look at it now and then.
    fn enter(&mut self, position: &Position<N>) -> Result<(), Failure> {
        self.nodes.push(position.both());
        if self.source.has_zones() {
            self.zones.push(Zone::unknown(self.board));
        }
        let kept = size_of_val(&self.nodes[..]) + size_of_val(&self.zones[..]) + 2 * self.chained;
        self.board.count(64 + 8 * (self.source.read() - self.done.bytes) as usize);
        self.done.positions += 1;
        self.done.bytes = self.source.read();
        self.done.work = self.board.work();
        self.work.enter(self.done, self.source.file(), kept as u64)?;
        self.audit(position)
    }

    fn audit(&mut self, position: &Position<N>) -> Result<(), Failure> {
        let every = self.work.limits().audit;
        if every == 0 || self.done.positions % every != 1 % every {
            return Ok(());
        }
        self.done.audited += 1;
        self.board.count(self.cells() * self.cells());
        if position.agrees(self.board) { Ok(()) } else { Err(Failure::Disagreement) }
    }

    /// Checks the answers that stand at a node: the replies, and the zones of their proofs.
    fn replies(&mut self, position: &Position<N>) -> Result<Vec<(usize, Zone<N>)>, Failure> {
        let mut answered = Vec::new();
        let mut fresh = position.free(self.board);
        let mut left = self.source.replies(self.cells())?;
        while let Some(cell) = self.source.reply(self.cells(), &mut left)? {
            if !fresh.contains(cell) {
                return Err(self.source.malformed("a reply stands there twice or is not legal"));
            }
            fresh.remove(cell);
            self.done.replies += 1;
            self.line.push(cell);
            let zone = self.answer(&position.with(self.board, cell, self.half.prover.other()))?;
            self.line.pop();
            answered.push((cell, zone));
        }
        Ok(answered)
    }

    /// Checks an answer: the proving side is to move. The zone of its proof.
    fn answer(&mut self, position: &Position<N>) -> Result<Zone<N>, Failure> {
        let answer = self.source.answer(self.cells())?;
        let (Answer::Move { cell } | Answer::Known { cell, .. } | Answer::Pairs { cell }) = answer else {
            return self.search(position);
        };
        if !position.free(self.board).contains(cell) {
            return Err(self.source.malformed("an answer is not legal"));
        }
        let wins = position.wins(self.half.prover).contains(cell);
        self.line.push(cell);
        let zone = match answer {
            Answer::Known { .. } | Answer::Pairs { .. } if wins => {
                return Err(self.source.malformed("the game is over"));
            }
            Answer::Pairs { .. } => self.pairs(&position.with(self.board, cell, self.half.prover))?,
            Answer::Known { symmetry, back, .. } => {
                self.compare(&position.with(self.board, cell, self.half.prover), symmetry, back)?
            }
            _ if wins => Zone::EMPTY,
            _ => self.node(&position.with(self.board, cell, self.half.prover))?,
        };
        self.line.pop();
        Ok(zone.after(cell))
    }

    /// Checks that pairs keep the opponent from winning, where a draw is enough. Their zone is never asked for: draws
    /// have none.
    fn pairs(&mut self, position: &Position<N>) -> Result<Zone<N>, Failure> {
        let pairs = self.source.pairs(self.cells())?;
        if !self.half.draws {
            return Err(self.source.malformed("pairs win nothing"));
        }
        let (prover, free) = (self.half.prover, position.free(self.board));
        let holds = pairs::holds(self.board, prover, position.stones(prover), free, &pairs);
        self.work.ended()?;
        if holds {
            Ok(Zone::unknown(self.board))
        } else {
            Err(self.unproved("the pairs do not hold".to_string()))
        }
    }

    /// Proves a position that the certificate leaves to the checker.
    fn search(&mut self, position: &Position<N>) -> Result<Zone<N>, Failure> {
        let go_on = || self.work.goes_on(self.board.work());
        let mut ending = Ending::new(self.board, self.half.prover, self.half.draws, self.bound).with(&go_on);
        let proved = ending.zone(position);
        self.done.endings += 1;
        self.done.searched += u64::from(self.bound - ending.left());
        self.work.ended()?;
        let most = self.work.limits().searched;
        if self.done.searched > most {
            return Err(Failure::Limit { what: "positions in endings", limit: most });
        }
        proved.ok_or_else(|| self.unproved(format!("no proof within {} positions", self.bound)))
    }

    /// Does the symmetry carry the position onto the node, stone by stone? Then the zone of the node serves, carried back.
    fn compare(&mut self, position: &Position<N>, symmetry: usize, back: u64) -> Result<Zone<N>, Failure> {
        let known = (self.nodes.len() as u64).checked_sub(back).filter(|_| back > 0);
        let Some(number) = known.map(|number| number as usize) else {
            return Err(self.source.malformed("it refers to a node that does not exist"));
        };
        let Some(images) = self.board.symmetries().get(symmetry) else {
            return Err(self.source.malformed("there is no such symmetry"));
        };
        let carried = position
            .both()
            .map(|stones| stones.cells().map(|cell| usize::from(images[cell])).collect::<Set<N>>());
        self.done.shared += 1;
        self.board.count(self.cells());
        if carried == self.nodes[number] {
            return Ok(self.zones.get(number).map_or(Zone::EMPTY, |zone| zone.carried_back(images)));
        }
        Err(self.unproved("the position referred to is another one".to_string()))
    }

    fn cells(&self) -> usize {
        self.board.shape().cell_count()
    }

    fn unproved(&self, why: String) -> Failure {
        let names: Vec<String> = self.line.iter().map(|&cell| self.board.name(cell)).collect();
        Failure::Unproved { line: names.join(" "), why }
    }
}

/// The chains in a list in which each has its length in front.
fn split(chains: &[u16]) -> impl Iterator<Item = &[u16]> {
    let mut rest = chains;
    std::iter::from_fn(move || {
        let (&length, tail) = rest.split_first()?;
        let (chain, after) = tail.split_at(usize::from(length));
        rest = after;
        Some(chain)
    })
}
