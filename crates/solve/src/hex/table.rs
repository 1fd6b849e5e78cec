//! The transposition table: exact keys, numbers, and the sets that a node has gathered so far. Threads share it.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, fence};

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

impl Key {
    fn hash(self) -> u64 {
        let [white, black] = self.stones;
        let turn = u64::from(self.black_moves) << 40;
        let hash = (white ^ black.rotate_left(32) ^ turn).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash ^ hash >> 29 ^ black).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}

/// Words of an entry with its key: both sets of stones, both sets of the entry, its two numbers, the rest.
const WORDS: usize = 6;
/// In the last word above the work: the move, who moves, and that the place is taken.
const BEST: u32 = 32;
const BLACK_MOVES: u64 = 1 << 40;
const TAKEN: u64 = 1 << 41;

/// Entries that compete, with a count of changes: odd while one is being made. Who reads looks at the count before and after; if
/// they differ, or the first is odd, what was read may be of two entries, and is read again.
#[derive(Default)]
struct Row {
    changes: AtomicU64,
    slots: [[AtomicU64; WORDS]; WAYS],
}

impl Row {
    /// Reads what does not change meanwhile.
    fn read<T>(&self, read: impl Fn() -> T) -> T {
        loop {
            let before = self.changes.load(Acquire);
            let seen = read();
            fence(Acquire);
            if before.is_multiple_of(2) && self.changes.load(Relaxed) == before {
                return seen;
            }
            std::hint::spin_loop();
        }
    }

    /// Writes while nobody else does.
    fn write(&self, write: impl FnOnce()) {
        let mut before = self.changes.load(Relaxed);
        loop {
            let even = before & !1;
            match self.changes.compare_exchange_weak(even, even + 1, Acquire, Relaxed) {
                Ok(_) => break,
                Err(now) => before = now,
            }
            std::hint::spin_loop();
        }
        fence(Release);
        write();
        self.changes.store((before & !1) + 2, Release);
    }

    fn find(&self, key: Key) -> Option<Entry> {
        let word = |way: usize, word: usize| self.slots[way][word].load(Relaxed);
        let flags = TAKEN | if key.black_moves { BLACK_MOVES } else { 0 };
        let is_it = |&way: &usize| {
            [word(way, 0), word(way, 1)] == key.stones && word(way, 5) & (TAKEN | BLACK_MOVES) == flags
        };
        let way = (0..WAYS).find(is_it)?;
        let (numbers, rest) = (word(way, 4), word(way, 5));
        Some(Entry {
            phi: f32::from_bits(numbers as u32),
            delta: f32::from_bits((numbers >> 32) as u32),
            moves: word(way, 2),
            carrier: word(way, 3),
            best: (rest >> BEST) as u8,
            work: rest as u32,
        })
    }

    /// Puts an entry where the least is lost by it. Says whether the place was free.
    fn store(&self, key: Key, entry: Entry) -> bool {
        let flags = TAKEN | if key.black_moves { BLACK_MOVES } else { 0 };
        let worth = |way: &usize| {
            let [white, black, .., rest] = &self.slots[*way];
            let rest = rest.load(Relaxed);
            let is_same = [white.load(Relaxed), black.load(Relaxed)] == key.stones
                && rest & (TAKEN | BLACK_MOVES) == flags;
            match () {
                () if is_same => 0,
                () if rest & TAKEN == 0 => 1,
                () => (rest as u32).saturating_add(2),
            }
        };
        let way = (0..WAYS).min_by_key(worth).unwrap_or(0);
        let is_free = self.slots[way][5].load(Relaxed) & TAKEN == 0;
        // Another thread may have solved it meanwhile.
        if worth(&way) == 0 && !entry.solved() && self.find(key).is_some_and(|known| known.solved()) {
            return false;
        }
        let numbers = u64::from(entry.phi.to_bits()) | u64::from(entry.delta.to_bits()) << 32;
        let rest = flags | u64::from(entry.best) << BEST | u64::from(entry.work);
        let words = [key.stones[0], key.stones[1], entry.moves, entry.carrier, numbers, rest];
        for (place, word) in self.slots[way].iter().zip(words) {
            place.store(word, Relaxed);
        }
        is_free
    }
}

/// A table of a fixed number of entries, for any number of threads.
pub struct Table {
    rows: Vec<Row>,
    used: AtomicUsize,
}

impl Table {
    /// A table of about this many bytes.
    pub fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Row>()).max(1);
        let count = 1 << most.ilog2();
        Table { rows: (0..count).map(|_| Row::default()).collect(), used: AtomicUsize::new(0) }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for row in &self.rows {
            row.write(|| row.slots.iter().for_each(|slot| slot[5].store(0, Relaxed)));
        }
        self.used.store(0, Relaxed);
    }

    /// The share of entries in use.
    pub fn fill(&self) -> f64 {
        self.used.load(Relaxed) as f64 / (self.rows.len() * WAYS) as f64
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> usize {
        self.rows.len() * size_of::<Row>()
    }

    /// What is known of a position.
    pub fn find(&self, board: &Board, position: &Position) -> Option<Entry> {
        let (key, turned) = key(board, position);
        let row = self.row(key);
        let entry = row.read(|| row.find(key))?;
        Some(if turned { turn(board, entry) } else { entry })
    }

    /// Notes what is known now.
    pub fn store(&self, board: &Board, position: &Position, entry: Entry) {
        let (key, turned) = key(board, position);
        let entry = if turned { turn(board, entry) } else { entry };
        let row = self.row(key);
        row.write(|| {
            self.used.fetch_add(usize::from(row.store(key, entry)), Relaxed);
        });
    }

    fn row(&self, key: Key) -> &Row {
        &self.rows[(key.hash() >> 18) as usize & (self.rows.len() - 1)]
    }
}

/// Where threads are at work: positions by a hash, so a count may be of several.
pub(super) struct Busy(Vec<AtomicU32>);

impl Busy {
    pub fn new() -> Busy {
        Busy((0..1 << 14).map(|_| AtomicU32::new(0)).collect())
    }

    fn place(&self, board: &Board, position: &Position) -> &AtomicU32 {
        &self.0[key(board, position).0.hash() as usize >> 20 & (self.0.len() - 1)]
    }

    /// How many threads are in a position or below.
    pub fn count(&self, board: &Board, position: &Position) -> u32 {
        self.place(board, position).load(Relaxed)
    }

    pub fn enter(&self, board: &Board, position: &Position) {
        self.place(board, position).fetch_add(1, Relaxed);
    }

    pub fn leave(&self, board: &Board, position: &Position) {
        self.place(board, position).fetch_sub(1, Relaxed);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// An entry that can be told from those of all other positions.
    fn entry_of(position: &Position) -> Entry {
        let carrier = position.stones[0].wrapping_mul(31) ^ position.stones[1] & 0xffff;
        let phi = (position.stones[0] % 1000) as f32;
        Entry { phi, delta: phi + 1.0, moves: !carrier & 0x1ff, carrier: carrier & 0x1ff, best: 3, work: 1 }
    }

    /// Threads that write and read the same few places never see one half of an entry with the other half of another.
    #[test]
    fn no_entry_is_mixed_of_two() {
        let board = Board::new(3, 3).unwrap();
        let table = Table::new(2 * size_of::<Row>());
        let positions: Vec<Position> = (0..40u64)
            .map(|number| Position { stones: [number & 7 | 16, (number >> 3) << 5 & 0x1e0], turn: 1 })
            .filter(|position| position.stones[0] & position.stones[1] == 0)
            .collect();
        let hits = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4usize {
                let (table, board, positions, hits) = (&table, &board, &positions, &hits);
                scope.spawn(move || {
                    for round in 0..40_000usize {
                        let position = &positions[(round * 7 + thread * 3) % positions.len()];
                        if round.is_multiple_of(2) {
                            table.store(board, position, entry_of(position));
                        } else if let Some(entry) = table.find(board, position) {
                            assert_eq!(entry, entry_of(position));
                            hits.fetch_add(1, Relaxed);
                        }
                    }
                });
            }
        });
        assert!(hits.into_inner() > 1000);
    }

    #[test]
    fn what_is_solved_stays_solved() {
        let board = Board::new(3, 3).unwrap();
        let table = Table::new(1 << 12);
        let solved = Entry::proved(true, 5, 2);
        table.store(&board, &Position::start(), Entry::open(7, 1));
        table.store(&board, &Position::start(), solved);
        table.store(&board, &Position::start(), Entry::open(7, 1));
        assert_eq!(table.find(&board, &Position::start()), Some(solved));
    }

    #[test]
    fn a_table_forgets_what_it_is_told_to() {
        let board = Board::new(3, 3).unwrap();
        let table = Table::new(1 << 12);
        table.store(&board, &Position::start(), entry_of(&Position::start()));
        assert!(table.find(&board, &Position::start()).is_some() && table.fill() > 0.0);
        table.clear();
        assert!(table.find(&board, &Position::start()).is_none() && table.fill() == 0.0);
    }
}
