//! Writes a solved position down as virtual connections, for `verify` and anybody else to check.
//!
//! The search knows who wins each position and with which move; `Scribe` turns it into rows: a position that the loser
//! is to move in becomes an *either* row over moves of the winner which no single reply meets. The first of them are
//! the winner's threats from side to side; for each reply that meets all so far the search is asked for the winner's answer.
//!
//! The search fills dead and captured cells first, so the rows are of the filled position; `Unfill` carries them back. A reply
//! that the search leaves out because the winner can kill it is excused in the same way: its cell counts as the winner's,
//! and is then called captured together with the cell that kills it. Other replies that are left out are met by the answer to
//! the one that is better; those that are not, if any, are answered like all others.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use connections::find::Node;
use connections::{Connections, Effort, Reason, dominated, inferior};
use referee::Colour;
use thiserror::Error;
use verify::{Claim, Value, Writer};

use super::board::{Board, Cells, Position};
use super::rows::{Row, Rows};
use super::search::Search;
use super::standing::{Seen, Standing};
use super::unfill::{Change, Filled, Unfill};
use crate::answer::Origin;
use crate::shape::bits;

/// Why no certificate was written.
#[derive(Debug, Error)]
pub enum Trouble {
    /// The moves do not lead to an open position.
    #[error("the moves lead to no open position")]
    Moves,
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// A cell was filled that no record can excuse, which is a fault of the writer.
    #[error("a filled cell cannot be excused; please report this position")]
    Filled,
    /// The file cannot be written.
    #[error("cannot write the certificate: {0}")]
    Io(#[from] io::Error),
}

/// Solves the position after these moves if need be, and writes its certificate. Says who wins and the number of rows.
pub fn write<O: Write>(
    search: &mut Search,
    moves: &[usize],
    out: O,
    stop: &AtomicBool,
) -> Result<(usize, u64), Trouble> {
    let root = Position::after(&search.board, moves).ok_or(Trouble::Moves)?;
    let origin = Origin::after(Colour::Black, moves);
    write_from(search, &root, &origin, out, stop)
}

/// The same for an open position that came about in this way.
pub fn write_from<O: Write>(
    search: &mut Search,
    root: &Position,
    origin: &Origin,
    out: O,
    stop: &AtomicBool,
) -> Result<(usize, u64), Trouble> {
    let entry = search.solve(root, u64::MAX, stop);
    if !entry.solved() {
        return Err(Trouble::Stopped);
    }
    let winner = if entry.wins() { root.turn } else { 1 - root.turn };
    let whole = Standing::new(search.board.cells());
    let mut scribe = Scribe { search, winner, rows: Rows::default(), whole, stop };
    let (first, last) = if entry.wins() {
        match scribe.won(root)? {
            (Some(first), row) => (Some(first), row),
            // The connection stands already: whatever the winner plays, it wins.
            (None, _) => {
                let first = root.empty(&scribe.search.board).trailing_zeros() as usize;
                (Some(first), scribe.lost(&root.play(first))?)
            }
        }
    } else {
        (None, scribe.lost(root)?)
    };
    let claim = claim(&scribe.search.board, origin, winner);
    let mut writer = Writer::new(out, &claim)?;
    let count = scribe.rows.write(last, &mut writer)?;
    writer.close(first)?;
    writer.finish()?;
    Ok((winner, count))
}

fn claim(board: &Board, origin: &Origin, winner: usize) -> Claim {
    let (columns, rows) = board.measures();
    let shape = Arc::new(referee::Shape::hex(columns, rows).expect("both engines know the board"));
    let value = Value::Wins([Colour::White, Colour::Black][winner]);
    Claim { connections: true, ..origin.claim(shape, value) }
}

/// Puts the rows of one proof together.
struct Scribe<'a> {
    search: &'a mut Search,
    winner: usize,
    rows: Rows,
    /// The rows from side to side.
    whole: Standing,
    stop: &'a AtomicBool,
}

/// A move of the winner and the row from side to side that stands after it.
#[derive(Clone, Copy)]
struct Threat {
    cell: usize,
    row: usize,
    /// The empty cells that both need.
    carrier: Cells,
}

impl Scribe<'_> {
    fn stones(&self, position: &Position) -> (Cells, Cells) {
        (position.stones[self.winner], position.stones[1 - self.winner])
    }

    /// A row that proves a position in which the loser is to move.
    fn lost(&mut self, position: &Position) -> Result<usize, Trouble> {
        if self.stop.load(Relaxed) {
            return Err(Trouble::Stopped);
        }
        if let Some(row) = self.whole.standing(self.seen(position)) {
            return Ok(row);
        }
        let filled = Filled::new(&self.search.board, position, self.winner);
        let row = self.lost_filled(&filled.position)?;
        self.unfilled(row, &filled, 0)
    }

    /// The same where nothing can be filled in.
    fn lost_filled(&mut self, position: &Position) -> Result<usize, Trouble> {
        if let Some(row) = self.whole.standing(self.seen(position)) {
            return Ok(row);
        }
        let (own, other) = self.stones(position);
        if self.search.board.joins(own, self.winner) {
            let path = through(&self.search.board, own, self.winner, End::Side(0), End::Side(1));
            return Ok(self.keep(Row::Path(path)));
        }
        let mut connections = Connections::new(Effort::LARGE);
        connections.run(&self.search.board, own, other, self.winner);
        let mut speaker = Speaker::new(&self.search.board, &connections, self.winner, &mut self.rows);
        if let Some((_, find)) = connections.won() {
            let row = speaker.row(find);
            self.remember(row);
            return Ok(row);
        }
        let mut common = position.empty(&self.search.board);
        let mut threats: Vec<Threat> = Vec::new();
        let mut found: Vec<(Cells, u32)> = connections.all_threats().collect();
        found.sort_by_key(|threat| threat.0.count_ones());
        for (carrier, find) in found {
            if common & !carrier != 0 {
                common &= carrier;
                let (cell, row) = speaker.threat(find);
                threats.push(Threat { cell, row, carrier });
            }
        }
        self.answered(position, common, threats)
    }

    /// The row of a position once each reply that meets all threats so far is answered or excused.
    fn answered(
        &mut self,
        position: &Position,
        mut common: Cells,
        mut threats: Vec<Threat>,
    ) -> Result<usize, Trouble> {
        let empty = position.empty(&self.search.board);
        let killed = inferior(&self.search.board, position.stones, position.turn, common).cells;
        let left = dominated(&self.search.board, position.stones, position.turn, common & !killed);
        loop {
            if common & !killed == 0
                && let Some(row) = self.excused(position, &threats, common)
            {
                return Ok(row);
            }
            let replies = [common & !killed & !left, common & !killed, common];
            let replies = replies.into_iter().find(|&replies| replies != 0).unwrap_or(common);
            let reply = self.hardest(position, replies);
            match self.won(&position.play(reply))? {
                (None, row) => return Ok(row),
                (Some(cell), row) => {
                    let carrier = (self.rows.needs(row).carrier | 1 << cell) & empty;
                    common &= carrier;
                    threats.push(Threat { cell, row, carrier });
                }
            }
        }
    }

    /// The row of these threats if the replies that meet them all can be excused: the winner kills each of them.
    fn excused(&mut self, position: &Position, threats: &[Threat], replies: Cells) -> Option<usize> {
        let moves = fewest(threats.to_vec(), !replies & position.empty(&self.search.board));
        let (&first, rest) = moves.split_first()?;
        let needs = |threat: &Threat| self.rows.needs(threat.row);
        let stones = moves.iter().fold(0, |all, threat| all | needs(threat).stones & !(1 << threat.cell));
        let common = moves.iter().fold(!0, |all, threat| all & (needs(threat).carrier | 1 << threat.cell));
        let given = common & !stones;
        if given >> first.cell & 1 == 1 {
            return None;
        }
        let mut row = first.row;
        if given != 0 {
            row = self.rows.add(Row::Given(row, bits(given).collect()), self.search.board.cells());
        }
        let rest = rest.iter().map(|threat| (threat.cell, threat.row));
        row = self.keep(Row::Either([(first.cell, row)].into_iter().chain(rest).collect()));
        if replies == 0 {
            return Some(row);
        }
        let (own, _) = self.stones(position);
        let empty = position.empty(&self.search.board);
        let mut undo = Unfill::new(&self.search.board, self.winner, self.rows.needs(row));
        for reply in bits(replies) {
            undo.capture(reply, empty, own).then_some(())?;
        }
        let changes = undo.changes();
        Some(self.changed(row, changes))
    }

    /// The row of a position from that of the filled one, after a move of the winner if there is one.
    fn unfilled(&mut self, row: usize, filled: &Filled, played: Cells) -> Result<usize, Trouble> {
        let mut undo = Unfill::new(&self.search.board, self.winner, self.rows.needs(row));
        if !filled.steps.iter().rev().all(|step| undo.step(step, played)) {
            return Err(Trouble::Filled);
        }
        let changes = undo.changes();
        Ok(self.changed(row, changes))
    }

    fn changed(&mut self, mut row: usize, changes: Vec<Change>) -> usize {
        for change in changes {
            row = self.keep(match change {
                Change::Given(cells) => Row::Given(row, cells),
                Change::Dead(cells) => Row::Dead(row, cells),
                Change::Captured(pairs) => Row::Captured(row, pairs),
            });
        }
        row
    }

    /// The reply to answer next: one that cost the search most, as its answer dismisses most others.
    fn hardest(&self, position: &Position, replies: Cells) -> usize {
        let work = |cell: usize| {
            let entry = self.search.table.find(&self.search.board, &position.play(cell));
            entry.filter(|entry| entry.solved()).map_or(0, |entry| entry.work)
        };
        bits(replies).max_by_key(|&cell| work(cell)).expect("there is a reply")
    }

    /// The winner's move in a position where it is to move, and the row that stands after it. No move is needed if
    /// the row stands already.
    fn won(&mut self, position: &Position) -> Result<(Option<usize>, usize), Trouble> {
        if let Some(known) = self.known(position) {
            return Ok(known);
        }
        let entry = self.search.solve(position, u64::MAX, self.stop);
        if !entry.wins() {
            return Err(Trouble::Stopped);
        }
        let filled = Filled::new(&self.search.board, position, self.winner);
        let (cell, row) = self.won_filled(&filled.position, usize::from(entry.best))?;
        let played = cell.map_or(0, |cell| 1 << cell);
        Ok((cell, self.unfilled(row, &filled, played)?))
    }

    /// A row of before that stands, or will with one more stone.
    fn known(&self, position: &Position) -> Option<(Option<usize>, usize)> {
        let seen = self.seen(position);
        let standing = self.whole.standing(seen).map(|row| (None, row));
        standing.or_else(|| self.whole.one_short(seen).map(|(cell, row)| (Some(cell), row)))
    }

    /// The same where nothing can be filled in, and the search has found this move.
    fn won_filled(&mut self, position: &Position, best: usize) -> Result<(Option<usize>, usize), Trouble> {
        if let Some(known) = self.known(position) {
            return Ok(known);
        }
        let (own, other) = self.stones(position);
        if self.search.board.joins(own, self.winner) {
            return Ok((None, self.lost_filled(position)?));
        }
        let mut connections = Connections::new(Effort::LARGE);
        connections.run(&self.search.board, own, other, self.winner);
        let mut speaker = Speaker::new(&self.search.board, &connections, self.winner, &mut self.rows);
        if let Some((_, find)) = connections.won() {
            let row = speaker.row(find);
            self.remember(row);
            return Ok((None, row));
        }
        if let Some((_, find)) = connections.threat() {
            let (cell, row) = speaker.threat(find);
            self.remember(row);
            return Ok((Some(cell), row));
        }
        if best < self.search.board.cells() {
            return Ok((Some(best), self.lost(&position.play(best))?));
        }
        // Won even with the loser to move.
        Ok((None, self.lost(&Position { turn: 1 - position.turn, ..*position })?))
    }

    fn seen(&self, position: &Position) -> Seen {
        Seen { own: position.stones[self.winner], empty: position.empty(&self.search.board) }
    }

    fn keep(&mut self, row: Row) -> usize {
        let row = self.rows.add(row, self.search.board.cells());
        self.remember(row);
        row
    }

    /// Takes up a row from side to side, for the positions in which it stands.
    fn remember(&mut self, row: usize) {
        self.whole.add(row, self.rows.needs(row));
    }
}

/// Drops threats that are not needed to leave no common cell among these, the largest first.
fn fewest(mut threats: Vec<Threat>, among: Cells) -> Vec<Threat> {
    threats.sort_by_key(|threat| std::cmp::Reverse(threat.carrier.count_ones()));
    let mut place = 0;
    while place < threats.len() {
        let others = threats.iter().enumerate().filter(|&(i, _)| i != place);
        if threats.len() > 2 && others.fold(among, |common, (_, threat)| common & threat.carrier) == 0 {
            threats.remove(place);
        } else {
            place += 1;
        }
    }
    threats
}

/// Where a path of stones begins or ends.
#[derive(Clone, Copy)]
enum End {
    Side(usize),
    Cell(usize),
}

/// The shortest path through `own` cells, ends included.
fn through(board: &Board, own: Cells, colour: usize, from: End, to: End) -> Vec<usize> {
    let single = |end: End| if let End::Cell(cell) = end { 1 << cell } else { 0 };
    let own = own | single(from) | single(to);
    let cells = |end: End| match end {
        End::Side(side) => board.sides[colour][side] & own,
        End::Cell(cell) => 1 << cell,
    };
    let mut layers = vec![cells(from)];
    let mut reached = cells(from);
    while reached & cells(to) == 0 {
        let next = board.beside(*layers.last().expect("a layer")) & own & !reached;
        debug_assert!(next != 0, "the ends hang together");
        reached |= next;
        layers.push(next);
    }
    let mut path: Vec<usize> = Vec::new();
    let mut near = cells(to);
    for layer in layers.into_iter().rev() {
        let cell = (layer & near).trailing_zeros() as usize;
        near = board.near[cell];
        path.push(cell);
    }
    path.reverse();
    if let End::Side(side) = from {
        path.insert(0, board.cells() + side);
    }
    if let End::Side(side) = to {
        path.push(board.cells() + side);
    }
    path
}

/// Says the finds of one position as rows.
struct Speaker<'a> {
    board: &'a Board,
    connections: &'a Connections<Cells>,
    colour: usize,
    rows: &'a mut Rows,
    said: HashMap<u32, usize>,
}

impl<'a> Speaker<'a> {
    fn new(
        board: &'a Board,
        connections: &'a Connections<Cells>,
        colour: usize,
        rows: &'a mut Rows,
    ) -> Speaker<'a> {
        Speaker { board, connections, colour, rows, said: HashMap::new() }
    }

    /// The end that stands for a node in all rows: the side, the cell, or the first stone of the chain.
    fn end(&self, node: Node) -> End {
        match self.connections.side_of(node) {
            Some(side) => End::Side(side),
            None if self.connections.is_cell(node) => End::Cell(node.into()),
            None => End::Cell(self.connections.stones(node).trailing_zeros() as usize),
        }
    }

    fn add(&mut self, row: Row) -> usize {
        self.rows.add(row, self.board.cells())
    }

    /// The row of a connection.
    fn row(&mut self, number: u32) -> usize {
        if let Some(&row) = self.said.get(&number) {
            return row;
        }
        let find = self.connections.finds[number as usize];
        let row = match find.reason {
            Reason::Touch => {
                let [a, b] = find.ends;
                let stones = self.connections.stones(a) | self.connections.stones(b);
                Row::Path(through(self.board, stones, self.colour, self.end(a), self.end(b)))
            }
            Reason::Bridge => {
                let [a, b] = find.ends.map(usize::from);
                let row = self.link(a, b, find.carrier);
                self.said.insert(number, row);
                return row;
            }
            Reason::Through { one, other } => Row::Series(vec![self.row(one), self.row(other)]),
            Reason::Either { first, count } => {
                let threats = first as usize..(first + count) as usize;
                let moves = threats.map(|at| self.threat(self.connections.joined[at])).collect();
                Row::Either(moves)
            }
            Reason::Template => unreachable!("these connections know no templates"),
            Reason::Link { .. } | Reason::Via { .. } => unreachable!("these are threats"),
        };
        let row = self.add(row);
        self.said.insert(number, row);
        row
    }

    /// The move of a threat and the row that stands after it.
    fn threat(&mut self, number: u32) -> (usize, usize) {
        let find = self.connections.finds[number as usize];
        let (via, rows) = match find.reason {
            Reason::Link { known, cell } => {
                let bridged = find.carrier & !self.connections.finds[known as usize].carrier & !(1 << cell);
                let [from, to] = [usize::from(cell), usize::from(find.ends[1])];
                (cell, vec![self.row(known), self.link(from, to, bridged)])
            }
            Reason::Via { one, other, cell } => (cell, vec![self.row(one), self.row(other)]),
            _ => unreachable!("these are connections"),
        };
        (usize::from(via), self.add(Row::Series(rows)))
    }

    /// Two stones that are neighbours, or joined by a two-bridge.
    fn link(&mut self, from: usize, to: usize, between: Cells) -> usize {
        if between == 0 {
            return self.add(Row::Path(vec![from, to]));
        }
        let ways: Vec<usize> = bits(between).collect();
        let moves = ways.into_iter().map(|cell| (cell, self.add(Row::Path(vec![from, cell, to])))).collect();
        self.add(Row::Either(moves))
    }
}
