//! The transposition table: what earlier iterations and other orders of moves have found.

use game::Cell;

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is this.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    key: u64,
    /// For the side to move.
    pub value: i32,
    /// What was left to search below it, for each side in hundredths of a move.
    pub budget: [i16; 2],
    /// How selective the search was: values of different selectivity are not comparable.
    pub width: u16,
    /// What the value says.
    pub bound: Bound,
    /// The best move, or the one that refuted the position.
    pub best: Option<Cell>,
}

/// A table of a fixed number of entries; newer ones replace older ones.
pub struct Table {
    entries: Vec<Option<Entry>>,
}

impl Table {
    /// A table of at most so many bytes.
    pub fn new(bytes: usize) -> Table {
        let wanted = (bytes / size_of::<Option<Entry>>()).clamp(1 << 8, 1 << 22);
        Table { entries: vec![None; 1 << wanted.ilog2()] }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }

    /// The entry of a position.
    pub fn find(&self, key: u64) -> Option<&Entry> {
        self.entries[self.place(key)].as_ref().filter(|entry| entry.key == key)
    }

    /// Stores what is known about a position.
    pub fn store(
        &mut self,
        key: u64,
        value: i32,
        budget: [i32; 2],
        width: u16,
        bound: Bound,
        best: Option<Cell>,
    ) {
        let small = |budget: i32| budget.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let place = self.place(key);
        self.entries[place] = Some(Entry { key, value, budget: budget.map(small), width, bound, best });
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// The memory that the table holds, in bytes.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Option<Entry>>()
    }
}
