//! Shared by the tests of certificates: making them, taking them apart, and a second checker.
#![allow(dead_code)] // Each test uses some of it.

use std::sync::atomic::AtomicBool;

use referee::{Cell, Colour, Form, Outcome, Position};
use solve::answer::{Limits, Verdict};
use solve::certificate::{self, Stats};
use solve::dfpn::Settings;
use solve::net::Net;
use solve::prover::Prover;
use solve::shape::{Shape, bits};
use solve::train::Dice;
use verify::{Answer, Claim, Source, Value};

/// Solves the position after these moves and writes its certificate.
pub fn certify(shape: &Shape, moves: &[usize], memory: usize) -> (Vec<u8>, Verdict, Stats) {
    certify_with(shape, moves, memory, Settings::default())
}

/// The same with other settings.
pub fn certify_with(
    shape: &Shape,
    moves: &[usize],
    memory: usize,
    settings: Settings,
) -> (Vec<u8>, Verdict, Stats) {
    let net = Net::for_board(shape);
    let prover = Prover::<u128>::new(shape, memory, 1, settings, &net);
    let stop = AtomicBool::new(false);
    let position = solve::position::Position::after(shape, moves).expect("an open position");
    let answer = prover.solve(&position, Limits::NONE, &stop, &mut |_| {});
    let mut bytes = Vec::new();
    let written = certificate::write(&prover, shape, moves, answer.verdict, &mut bytes, &stop, &mut |_| {});
    (bytes, answer.verdict, written.expect("a certificate"))
}

/// Moves of a random game in which nobody wins at once and cells to win on are blocked, so that some
/// games fill the board; nothing if it ends too early.
pub fn random(shape: &Shape, plies: usize, dice: &mut Dice) -> Option<Vec<usize>> {
    let mut position = solve::position::Position::empty();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let quiet = position.free(shape) & !position.wins[position.turn];
        let blocks = quiet & position.wins[1 - position.turn];
        let open = if blocks != 0 { blocks } else { quiet };
        if open == 0 {
            return None;
        }
        let cell = bits(open).nth(dice.below(open.count_ones() as usize))?;
        position.play(shape, cell);
        moves.push(cell);
    }
    Some(moves)
}

/// Moves of a game that could end in a draw, `left` moves before that end.
pub fn drawish(shape: &Shape, left: usize, dice: &mut Dice) -> Vec<usize> {
    loop {
        let mut cells: Vec<usize> = (0..shape.cells()).collect();
        let moves: Vec<usize> =
            (0..cells.len()).map(|_| cells.swap_remove(dice.below(cells.len()))).collect();
        if solve::position::Position::after(shape, &moves).is_some() {
            return moves[..moves.len() - left].to_vec();
        }
    }
}

/// The header and the decompressed body.
pub fn take_apart(bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut rest = bytes;
    Claim::read(&mut rest, &verify::Limits::default()).expect("a header");
    let header = bytes[..bytes.len() - rest.len()].to_vec();
    (header, zstd::decode_all(&rest[..rest.len() - 32]).expect("a compressed body"))
}

/// A certificate of these parts.
pub fn put_together(header: &[u8], body: &[u8]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.extend(zstd::encode_all(body, 1).expect("memory suffices"));
    bytes.extend(verify::checksum(&bytes));
    bytes
}

/// Does the checker accept it?
pub fn accepted(bytes: &[u8]) -> bool {
    let limits = verify::Limits { audit: 1, bound: 500, ..verify::Limits::default() };
    verify::check(bytes, &limits, &mut |_| true).is_ok()
}

/// A second checker, as slow and plain as can be: the referee's positions, no sets, no shortcut, and
/// chains that must hold against every legal reply. Of zones it asks only that the replies really fail. It accepts all that
/// `verify` may accept.
pub struct Slow<'a> {
    source: Source<&'a [u8]>,
    cells: usize,
    prover: Colour,
    draws: bool,
    nodes: Vec<Position>,
}

impl Slow<'_> {
    /// Is the certificate a proof of its claim?
    pub fn accepts(bytes: &[u8]) -> bool {
        Slow::check(bytes).is_some()
    }

    fn check(bytes: &[u8]) -> Option<()> {
        let mut rest = bytes;
        let claim = Claim::read(&mut rest, &verify::Limits::default()).ok()?;
        let root = claim.position().ok()?;
        let cells = claim.shape.cell_count();
        let source = Source::new(rest, &claim, 1 << 30).ok()?;
        let (prover, draws) = match claim.value {
            Value::Wins(colour) => (colour, false),
            Value::Draw => (Colour::White, true),
        };
        let mut slow = Slow { source, cells, prover, draws, nodes: Vec::new() };
        if root.is_over() {
            let right = match claim.value {
                Value::Wins(colour) => root.outcome().winner() == Some(colour),
                Value::Draw => root.outcome() == Outcome::Drawn,
            };
            return right.then_some(());
        }
        slow.half(&root)?;
        if draws {
            slow.prover = Colour::Black;
            slow.nodes.clear();
            slow.half(&root)?;
        }
        slow.source.finish().ok()
    }

    fn half(&mut self, root: &Position) -> Option<()> {
        if root.turn() == self.prover {
            self.answer(root)?
        } else {
            self.node(root)?
        }
        self.source.end().ok()
    }

    fn node(&mut self, position: &Position) -> Option<()> {
        self.nodes.push(position.clone());
        let mut flat = Vec::new();
        self.source.chains(self.cells, &mut flat).ok()?;
        let mut answered = Vec::new();
        let mut left = self.source.replies(self.cells).ok()?;
        while let Some(cell) = self.source.reply(self.cells, &mut left).ok()? {
            let cell = position.shape().cell(cell)?;
            let after = played(position, cell)?;
            if after.outcome().winner().is_some() {
                return None;
            }
            self.answer(&after)?;
            answered.push(cell);
        }
        self.source.late_chains(self.cells, &mut flat).ok()?;
        let zones = self.source.has_zones() && !answered.is_empty();
        let chains = split(&flat);
        let mut open = position.legal_moves().into_iter().filter(|cell| !answered.contains(cell));
        let holds = |cell| {
            let after = played(position, cell).expect("a legal move");
            after.outcome().winner().is_none()
                && (self.is_safe(&after)
                    || chains.iter().any(|chain| self.wins_by(&after, chain))
                    || self.wins_by(&after, &[])
                    || zones && wins(&after, self.prover))
        };
        open.all(holds).then_some(())
    }

    fn is_safe(&self, position: &Position) -> bool {
        self.draws && !position.board().can_still_win(self.prover.other())
    }

    /// Does the proving side, to move, win by the chain against every reply?
    fn wins_by(&self, position: &Position, chain: &[u16]) -> bool {
        if position.is_over() {
            return false;
        }
        if !position.board().winning_cells(self.prover).is_empty() {
            return true;
        }
        let Some((&first, rest)) = chain.split_first() else { return false };
        let Some(after) = position.shape().cell(first.into()).and_then(|cell| played(position, cell)) else {
            return false;
        };
        let replies = after.legal_moves();
        let mut afters = replies.into_iter().map(|cell| played(&after, cell).expect("a legal move"));
        !after.legal_moves().is_empty() && afters.all(|after| self.wins_by(&after, rest))
    }

    fn answer(&mut self, position: &Position) -> Option<()> {
        let answer = self.source.answer(self.cells).ok()?;
        let (Answer::Move { cell } | Answer::Known { cell, .. }) = answer else {
            return self.search(position).then_some(());
        };
        let after = played(position, position.shape().cell(cell)?)?;
        let won = after.outcome().winner() == Some(self.prover);
        match answer {
            Answer::Known { symmetry, back, .. } => {
                let back = usize::try_from(back).ok().filter(|&back| back > 0)?;
                let known = &self.nodes[self.nodes.len().checked_sub(back)?];
                let symmetries = position.shape().symmetries();
                let carried = after.board().carried_by(symmetries.get(symmetry)?);
                (!won && carried == *known.board()).then_some(())
            }
            _ if won => Some(()),
            _ => self.node(&after),
        }
    }

    /// Is there a move after which nothing is left to search?
    fn decides(&self, position: &Position) -> bool {
        let wins = |after: &Position, colour| after.board().winning_cells(colour).len();
        let afters = position.legal_moves().into_iter().filter_map(|cell| played(position, cell));
        let mut lost = afters.filter(|after| wins(after, self.prover.other()) == 0);
        lost.any(|after| wins(&after, self.prover) > 1 || self.is_safe(&after))
    }

    /// Exhaustive search for the proving side. Only positions that the checker has proved within its
    /// bound come here, so it ends soon.
    fn search(&self, position: &Position) -> bool {
        if position.is_over() {
            return self.draws && position.outcome() == Outcome::Drawn;
        }
        let won = !position.board().winning_cells(position.turn()).is_empty();
        let mut afters =
            position.legal_moves().into_iter().map(|cell| played(position, cell).expect("a legal move"));
        if position.turn() == self.prover {
            won || self.is_safe(position) || self.decides(position) || afters.any(|after| self.search(&after))
        } else {
            !won && afters.all(|after| self.search(&after))
        }
    }
}

/// Does a colour win a position in which it is to move? By df-pn, which knows no zones.
fn wins(position: &Position, colour: Colour) -> bool {
    let Form::Hexagon { p, q, r } = position.shape().form() else { return false };
    let shape = Shape::new(p, q, r).expect("a board that fits");
    let winner = usize::from(colour == Colour::Black);
    let mut moves = [Vec::new(), Vec::new()];
    for cell in position.shape().cells() {
        let (x, y) = position.shape().xy(cell);
        if let Some(stone) = position.board().stone(cell) {
            moves[usize::from(stone == Colour::Black)].push(shape.cell(x, y).expect("the same board"));
        }
    }
    let mut same = solve::position::Position::empty();
    for (side, cells) in moves.into_iter().enumerate() {
        for cell in cells {
            same.turn = side;
            same.play(&shape, cell);
        }
    }
    same.turn = winner;
    let net = Net::for_board(&shape);
    let settings = Settings { race: 0, ..Settings::default() };
    let prover = Prover::<u128>::new(&shape, 1 << 20, 1, settings, &net);
    let answer = prover.solve(&same, Limits::NONE, &AtomicBool::new(false), &mut |_| {});
    answer.verdict == Verdict::Win
}

fn played(position: &Position, cell: Cell) -> Option<Position> {
    let mut next = position.clone();
    next.play(cell).ok()?;
    Some(next)
}

fn split(flat: &[u16]) -> Vec<Vec<u16>> {
    let mut chains = Vec::new();
    let mut rest = flat;
    while let Some((&length, tail)) = rest.split_first() {
        let (chain, after) = tail.split_at(usize::from(length));
        chains.push(chain.to_vec());
        rest = after;
    }
    chains
}
