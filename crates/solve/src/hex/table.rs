//! The transposition table: exact keys, numbers, and the sets that a node has gathered so far.

use super::board::{BLACK, Board, Cells, Position};

/// No move.
pub(super) const NONE: u8 = 255;
/// Beyond every sum of work.
pub(super) const INFINITE: f32 = 1e18;
/// Entries that compete for a place.
const WAYS: usize = 4;

/// What is known of a position. Sets are those of the position as asked for, not of its half turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Work left to prove that the side to move wins; 0 when proved.
    pub phi: f32,
    /// Work left to prove that it loses; 0 when proved.
    pub delta: f32,
    /// While unsolved: the moves that may still win.
    pub moves: Cells,
    /// While unsolved: the cells that the opponent's proofs against all other moves need. When solved: the carrier.
    pub carrier: Cells,
    /// When won: the move. Otherwise the most promising one so far.
    pub best: u8,
    /// Positions searched below.
    pub work: u32,
}

impl Entry {
    /// A position whose mover wins, or loses, by a proof with this carrier.
    pub(super) fn proved(wins: bool, carrier: Cells, best: u8) -> Entry {
        let (phi, delta) = if wins { (0.0, INFINITE) } else { (INFINITE, 0.0) };
        Entry { phi, delta, moves: 0, carrier, best, work: 1 }
    }

    /// A position of which nothing is known but the moves to try and the carriers that refute all others.
    pub(super) fn open(moves: Cells, carrier: Cells) -> Entry {
        Entry { phi: 1.0, delta: 1.0, moves, carrier, best: NONE, work: 1 }
    }

    /// Is the side to move known to win?
    pub fn wins(&self) -> bool {
        self.phi == 0.0
    }

    /// Is it known to lose?
    pub fn loses(&self) -> bool {
        self.delta == 0.0
    }

    /// Is the result known?
    pub fn solved(&self) -> bool {
        self.wins() || self.loses()
    }
}

/// The lesser of a position and its half turn.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    stones: [Cells; 2],
    black_moves: bool,
}

#[derive(Clone, Copy)]
struct Slot {
    key: Key,
    entry: Entry,
}

/// A table of a fixed number of entries.
pub struct Table {
    slots: Vec<Option<Slot>>,
    used: usize,
}

impl Table {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> Table {
        let count = (bytes / size_of::<Option<Slot>>()).max(WAYS).next_power_of_two();
        let count = if count * size_of::<Option<Slot>>() > bytes && count > WAYS { count / 2 } else { count };
        Table { slots: vec![None; count], used: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
        self.used = 0;
    }

    /// The share of entries in use.
    pub fn fill(&self) -> f64 {
        self.used as f64 / self.slots.len() as f64
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Option<Slot>>()
    }

    /// What is known of a position.
    pub fn find(&self, board: &Board, position: &Position) -> Option<Entry> {
        let (key, turned) = key(board, position);
        let slot = self
            .row(key)
            .iter()
            .map(|&at| self.slots[at])
            .find_map(|slot| slot.filter(|slot| slot.key == key))?;
        Some(if turned { turn(board, slot.entry) } else { slot.entry })
    }

    /// Notes what is known now.
    pub fn store(&mut self, board: &Board, position: &Position, entry: Entry) {
        let (key, turned) = key(board, position);
        let entry = if turned { turn(board, entry) } else { entry };
        let row = self.row(key);
        let worth = |slot: &Option<Slot>| match slot {
            Some(slot) if slot.key == key => 0,
            Some(slot) => slot.entry.work.saturating_add(2),
            None => 1,
        };
        let place = row.into_iter().min_by_key(|&at| worth(&self.slots[at])).unwrap_or(0);
        self.used += usize::from(self.slots[place].is_none());
        self.slots[place] = Some(Slot { key, entry });
    }

    fn row(&self, key: Key) -> [usize; WAYS] {
        let [white, black] = key.stones;
        let turn = u64::from(key.black_moves) << 40;
        let mut hash = (white ^ black.rotate_left(32) ^ turn).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ hash >> 29 ^ black).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let first = (hash >> 16) as usize & (self.slots.len() - 1) & !(WAYS - 1);
        std::array::from_fn(|way| first + way)
    }
}

/// The key of a position, and whether it is that of the half turn.
fn key(board: &Board, position: &Position) -> (Key, bool) {
    let plain = position.stones;
    let turned = plain.map(|stones| board.turned(stones));
    (Key { stones: plain.min(turned), black_moves: position.turn == BLACK }, turned < plain)
}

fn turn(board: &Board, entry: Entry) -> Entry {
    Entry {
        moves: board.turned(entry.moves),
        carrier: board.turned(entry.carrier),
        best: board.turned_cell(entry.best),
        ..entry
    }
}
