//! What is kept of connections: the few best carriers of each two nodes, in levels that can be taken back.
//!
//! A level is a moment of a line of play. The lists of two nodes are copied when a level first changes them, so that taking the
//! level back puts the numbers of the old copies in place again. The room for copies is bounded.

use crate::cells::Cells;
use crate::find::Node;

/// Full connections that can be kept for two nodes.
pub(crate) const FULL: usize = 8;
/// Semi connections that can be kept.
pub(crate) const SEMI: usize = 16;
/// Lists that all levels may have together: some 40 MB on boards of up to 64 cells.
const MOST: usize = 1 << 17;

/// The few best carriers for two nodes, with their places among the finds.
#[derive(Clone, Copy)]
pub(crate) struct List<S, const N: usize> {
    pub length: usize,
    pub carriers: [S; N],
    pub finds: [u32; N],
}

impl<S: Cells, const N: usize> List<S, N> {
    pub const EMPTY: List<S, N> = List { length: 0, carriers: [S::NONE; N], finds: [0; N] };

    #[inline(always)]
    pub fn carriers(&self) -> &[S] {
        &self.carriers[..self.length]
    }

    /// Carriers and places among the finds.
    pub fn each(&self) -> impl Iterator<Item = (S, u32)> + '_ {
        (0..self.length).map(|i| (self.carriers[i], self.finds[i]))
    }

    pub fn smallest(&self) -> Option<(S, u32)> {
        self.each().min_by_key(|found| found.0.size())
    }

    /// Is something in the list that needs no more than these cells?
    #[inline(always)]
    pub fn covers(&self, carrier: S) -> bool {
        self.carriers().iter().any(|known| known.is_within(carrier))
    }

    /// Drops what needs these cells and perhaps more.
    pub fn drop_above(&mut self, carrier: S) {
        self.keep(|known| !carrier.is_within(known));
    }

    /// Keeps what has a carrier of this kind.
    #[inline(always)]
    pub fn keep(&mut self, wanted: impl Fn(S) -> bool) {
        let mut kept = 0;
        for i in 0..self.length {
            if wanted(self.carriers[i]) {
                (self.carriers[kept], self.finds[kept]) = (self.carriers[i], self.finds[i]);
                kept += 1;
            }
        }
        self.length = kept;
    }

    /// Adds an entry; a full list gives up its largest for a smaller one.
    pub fn add(&mut self, carrier: S, find: u32, limit: usize) -> bool {
        let place = if self.length < limit.min(N) {
            self.length += 1;
            self.length - 1
        } else {
            let largest = (0..self.length).max_by_key(|&i| self.carriers[i].size()).unwrap_or(0);
            if self.carriers[largest].size() <= carrier.size() {
                return false;
            }
            largest
        };
        (self.carriers[place], self.finds[place]) = (carrier, find);
        true
    }
}

/// What joins two nodes.
#[derive(Clone, Copy)]
pub(crate) struct Pair<S> {
    pub ends: [Node; 2],
    /// All cells of the two nodes and of carriers in the lists, and perhaps more.
    pub all: S,
    pub full: List<S, FULL>,
    pub semi: List<S, SEMI>,
}

impl<S: Cells> Pair<S> {
    pub fn clear(&mut self) {
        self.all = S::NONE;
        self.full.length = 0;
        self.semi.length = 0;
    }
}

/// The lists of all pairs of nodes, level by level.
pub(crate) struct Store<S> {
    /// By pair of nodes: its place in `pairs` and one more, or 0.
    places: Vec<u32>,
    pairs: Vec<Pair<S>>,
    used: usize,
    /// Pairs of nodes in the order in which they first got a list.
    touched: Vec<u32>,
    /// What stood in `places` before each change.
    log: Vec<(u32, u32)>,
    levels: Vec<Level>,
}

/// How much there was when a level began.
#[derive(Clone, Copy, Default)]
struct Level {
    used: usize,
    touched: usize,
    log: usize,
}

impl<S: Cells> Store<S> {
    pub fn new() -> Store<S> {
        Store {
            places: Vec::new(),
            pairs: Vec::new(),
            used: 0,
            touched: Vec::new(),
            log: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Forgets all levels; so many nodes from now on.
    pub fn clear(&mut self, nodes: usize) {
        for place in self.touched.drain(..) {
            self.places[place as usize] = 0;
        }
        self.log.clear();
        self.levels.clear();
        self.used = 0;
        if self.places.len() < nodes * nodes / 2 {
            self.places.resize(nodes * nodes / 2, 0);
        }
    }

    /// Begins a level; says whether there is room for it.
    pub fn begin(&mut self) -> bool {
        let is_room = self.used + 2 * self.touched.len() < MOST;
        if is_room {
            self.levels.push(Level { used: self.used, touched: self.touched.len(), log: self.log.len() });
        }
        is_room
    }

    /// Takes the last level back.
    pub fn undo(&mut self) {
        let Some(Level { used, touched, log }) = self.levels.pop() else { return };
        for (place, before) in self.log.drain(log..).rev() {
            self.places[place as usize] = before;
        }
        self.touched.truncate(touched);
        self.used = used;
    }

    #[inline(always)]
    pub fn get(&self, a: Node, b: Node) -> Option<&Pair<S>> {
        let at = *self.places.get(place(a, b))?;
        at.checked_sub(1).map(|at| &self.pairs[at as usize])
    }

    /// The number of a pair in the list of all, which is made if need be.
    pub fn make(&mut self, a: Node, b: Node) -> usize {
        let place = place(a, b);
        let at = self.places[place];
        let floor = self.levels.last().map_or(0, |level| level.used);
        if at as usize > floor {
            return at as usize - 1;
        }
        if self.used == self.pairs.len() {
            self.pairs.push(Pair { ends: [a, b], all: S::NONE, full: List::EMPTY, semi: List::EMPTY });
        }
        match at {
            0 => {
                self.pairs[self.used].ends = [a, b];
                self.pairs[self.used].clear();
                self.touched.push(place as u32);
            }
            _ => self.pairs[self.used] = self.pairs[at as usize - 1],
        }
        if !self.levels.is_empty() {
            self.log.push((place as u32, at));
        }
        self.used += 1;
        self.places[place] = self.used as u32;
        self.used - 1
    }

    pub fn at(&self, number: usize) -> &Pair<S> {
        &self.pairs[number]
    }

    pub fn at_mut(&mut self, number: usize) -> &mut Pair<S> {
        &mut self.pairs[number]
    }

    /// How many pairs have had a list.
    pub fn count(&self) -> usize {
        self.touched.len()
    }

    /// The pair that was the so manyth to get a list.
    pub fn nth(&self, number: usize) -> &Pair<S> {
        let place = self.touched[number] as usize;
        &self.pairs[self.places[place] as usize - 1]
    }
}

/// Where a pair stands in the list of all pairs.
#[inline(always)]
fn place(a: Node, b: Node) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high - 1) / 2 + low
}
