//! Which winning shapes a stone completed, and the stones that form them.
//!
//! The rules decide *whether* a stone wins by looking at six neighbours; here, after the game, the shapes
//! themselves are found so that they can be named and drawn: a smallest tree of stones that joins two corners,
//! three edges or both own sides, or a shortest ring, always through the last stone.

use std::collections::VecDeque;
use std::fmt;

use crate::{Board, Cell, Colour, Marks, Shape};

/// The kinds of winning shapes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A loop around at least one cell, whatever stands there.
    Ring,
    /// A chain between two corners.
    Bridge,
    /// A chain between three edges; corners belong to none.
    Fork,
    /// A chain between one's own two sides, or all three in Y.
    Chain,
}

impl Kind {
    /// The word that users read: `ring`, `bridge`, `fork` or `chain`.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Ring => "ring",
            Kind::Bridge => "bridge",
            Kind::Fork => "fork",
            Kind::Chain => "chain",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One winning shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// Whose it is.
    pub colour: Colour,
    /// What it is.
    pub kind: Kind,
    /// The stones that form it, as few as possible, the last one among them. A ring's are in order around it, the
    /// others' in order of their number.
    pub cells: Vec<Cell>,
    /// The corners, edges or Hex sides that it joins: two, three or two bits; none for a ring.
    pub marks: Marks,
    /// The cells inside a ring.
    pub enclosed: Vec<Cell>,
    joins: Vec<&'static str>,
}

impl Win {
    /// The names of the corners, edges or sides that it joins, clockwise from the upper left.
    pub fn mark_names(&self) -> &[&'static str] {
        &self.joins
    }
}

/// `fork (top, lower right, left)`, or `ring` alone.
impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mark_names() {
            [] => write!(f, "{}", self.kind),
            names => write!(f, "{} ({})", self.kind, names.join(", ")),
        }
    }
}

/// `White wins: bridge (left, right) and ring`, for the shapes that one stone completed; empty for none.
pub fn win_sentence(wins: &[Win]) -> String {
    let Some(first) = wins.first() else { return String::new() };
    let who = if first.colour == Colour::White { "White" } else { "Black" };
    let shapes: Vec<_> = wins.iter().map(Win::to_string).collect();
    format!("{who} wins: {}", shapes.join(" and "))
}

/// The winning shapes that the stone on `last` completed, one of each kind: none that was there without it.
/// Empty when there is no stone.
pub fn wins<const W: usize>(board: &Board<W>, last: Cell) -> Vec<Win> {
    let shape = board.shape();
    let Some(colour) = (last.index() < shape.len()).then(|| board.stone(last)).flatten() else {
        return Vec::new();
    };
    let stones =
        Stones { shape, colour, own: shape.cells().map(|c| board.stone(c) == Some(colour)).collect() };
    let ring = if shape.has_rings() { stones.ring(last) } else { None };
    let ring = ring.map(|cells| {
        let enclosed = enclosed(shape, &cells);
        Win { colour, kind: Kind::Ring, cells, marks: 0, enclosed, joins: Vec::new() }
    });
    let joined = shape.game().goals(colour).iter().filter_map(|goal| {
        let (marks, cells) = stones.join(last, goal.marks, goal.count)?;
        let bits = (0..12).filter(|bit| goal.marks >> bit & 1 != 0).zip(goal.names);
        let joins = bits.filter(|(bit, _)| marks >> bit & 1 != 0).map(|(_, &name)| name).collect();
        Some(Win { colour, kind: goal.kind, cells, marks, enclosed: Vec::new(), joins })
    });
    ring.into_iter().chain(joined).collect()
}

/// The cells that a ring surrounds: those from which the border cannot be reached.
fn enclosed(shape: &Shape, ring: &[Cell]) -> Vec<Cell> {
    let mut reached = vec![false; shape.len()];
    ring.iter().for_each(|cell| reached[cell.index()] = true);
    let mut queue: VecDeque<Cell> =
        shape.cells().filter(|&cell| shape.is_border(cell) && !reached[cell.index()]).collect();
    queue.iter().for_each(|cell| reached[cell.index()] = true);
    while let Some(cell) = queue.pop_front() {
        for next in shape.neighbours(cell) {
            if !std::mem::replace(&mut reached[next.index()], true) {
                queue.push_back(next);
            }
        }
    }
    shape.cells().filter(|cell| !reached[cell.index()]).collect()
}

/// The stones of one colour.
struct Stones {
    shape: &'static Shape,
    colour: Colour,
    own: Vec<bool>,
}

impl Stones {
    fn has(&self, cell: Cell) -> bool {
        self.own[cell.index()]
    }

    /// Shortest paths from `start` over own stones other than `without`: each reached stone with the one before it.
    fn paths(&self, start: &[Cell], without: Cell) -> Vec<Option<Cell>> {
        let mut before = vec![None; self.own.len()];
        let mut queue: VecDeque<Cell> = start.iter().copied().collect();
        start.iter().for_each(|&cell| before[cell.index()] = Some(cell));
        while let Some(cell) = queue.pop_front() {
            for next in self.shape.neighbours(cell) {
                if self.has(next) && next != without && before[next.index()].is_none() {
                    before[next.index()] = Some(cell);
                    queue.push_back(next);
                }
            }
        }
        before
    }

    /// A shortest ring through `last`, in order: the six around a filled middle, or a loop between two separate runs of
    /// neighbours. Such a loop has a foreign or missing neighbour of `last` on either side, so it surrounds something.
    fn ring(&self, last: Cell) -> Option<Vec<Cell>> {
        let filled = |middle: Cell| -> Option<Vec<Cell>> {
            let around: Option<Vec<Cell>> = self.shape.around(middle).into_iter().collect();
            around.filter(|cells| self.has(middle) && cells.iter().all(|&cell| self.has(cell)))
        };
        let six = self.shape.neighbours(last).find_map(filled);
        six.or_else(|| self.loop_between_runs(last))
    }

    fn loop_between_runs(&self, last: Cell) -> Option<Vec<Cell>> {
        let runs = self.runs(last);
        let mut best: Option<Vec<Cell>> = None;
        for (i, run) in runs.iter().enumerate() {
            let before = self.paths(run, last);
            for &goal in runs[i + 1..].iter().flatten() {
                let Some(path) = walk_back(&before, goal) else { continue };
                if best.as_ref().is_none_or(|best| path.len() + 1 < best.len()) {
                    best = Some([last].into_iter().chain(path).collect());
                }
            }
        }
        best
    }

    /// The own neighbours of a cell, parted into runs around it.
    fn runs(&self, cell: Cell) -> Vec<Vec<Cell>> {
        let around = self.shape.around(cell).map(|next| next.filter(|&next| self.has(next)));
        let Some(gap) = around.iter().position(Option::is_none) else {
            return vec![around.into_iter().flatten().collect()];
        };
        let mut runs = vec![Vec::new()];
        for step in 0..6 {
            match around[(gap + step) % 6] {
                Some(next) => runs.last_mut().expect("never empty").push(next),
                None => runs.push(Vec::new()),
            }
        }
        runs.retain(|run| !run.is_empty());
        runs
    }

    /// A smallest tree of own stones with `last` in it that touches `count` of the marks in `of`, unless a chain did so without `last`.
    fn join(&self, last: Cell, of: Marks, count: u32) -> Option<(Marks, Vec<Cell>)> {
        let touched = |before: &[Option<Cell>]| {
            let reached = self.shape.cells().filter(|cell| before[cell.index()].is_some());
            reached.fold(0, |marks, cell| marks | self.shape.marks(cell, self.colour) & of)
        };
        let nowhere = Cell::new(self.own.len());
        let all = touched(&self.paths(&[last], nowhere));
        let was_joined = self.shape.neighbours(last).filter(|&next| self.has(next)).any(|next| {
            let marks: Marks = touched(&self.paths(&[next], last));
            marks.count_ones() >= count
        });
        if all.count_ones() < count || was_joined {
            return None;
        }
        let goals: Vec<Marks> = (0..12).map(|bit| 1 << bit).filter(|bit| all & bit != 0).collect();
        Some(Trees::grow(self, &goals).smallest(last, count))
    }
}

fn walk_back(before: &[Option<Cell>], goal: Cell) -> Option<Vec<Cell>> {
    let mut path = vec![goal];
    loop {
        let here = path[path.len() - 1];
        let next = before[here.index()]?;
        if next == here {
            return Some(path);
        }
        path.push(next);
    }
}

/// How a smallest tree at a cell is made.
#[derive(Clone, Copy)]
enum Made {
    /// The cell alone touches the goal.
    Here,
    /// A tree at a neighbour, with this cell added.
    From(Cell),
    /// Two trees at this cell for two parts of the goals.
    Of(usize, usize),
}

/// Smallest trees for every set of goals and every root, by Dreyfus and Wagner's method ("The Steiner problem in
/// graphs", 1971) with stones counted instead of steps.
struct Trees<'a> {
    stones: &'a Stones,
    goals: &'a [Marks],
    /// By set of goals, then by root: the number of stones, and how the tree is made.
    best: Vec<Vec<Option<(u16, Made)>>>,
}

impl<'a> Trees<'a> {
    fn grow(stones: &'a Stones, goals: &'a [Marks]) -> Trees<'a> {
        let mut trees = Trees { stones, goals, best: vec![vec![None; stones.own.len()]; 1 << goals.len()] };
        for set in 1..trees.best.len() {
            trees.plant(set);
            trees.spread(set);
        }
        trees
    }

    /// Trees that meet at their root: the cell itself for one goal, two smaller trees for several.
    fn plant(&mut self, set: usize) {
        for cell in self.stones.shape.cells().filter(|&cell| self.stones.has(cell)) {
            let mut best = None;
            if set.is_power_of_two() {
                let goal = self.goals[set.trailing_zeros() as usize];
                if self.stones.shape.marks(cell, self.stones.colour) & goal != 0 {
                    best = Some((1, Made::Here));
                }
            }
            let mut part = (set - 1) & set;
            while part > 0 {
                let halves = (self.best[part][cell.index()], self.best[set ^ part][cell.index()]);
                if let (Some((a, _)), Some((b, _))) = halves
                    && best.is_none_or(|(size, _)| a + b - 1 < size)
                {
                    best = Some((a + b - 1, Made::Of(part, set ^ part)));
                }
                part = (part - 1) & set;
            }
            self.best[set][cell.index()] = best;
        }
    }

    /// Moves roots to neighbours, shortest trees first.
    fn spread(&mut self, set: usize) {
        let trees = &mut self.best[set];
        let mut by_size: Vec<Vec<Cell>> = vec![Vec::new(); trees.len() + 2];
        for cell in self.stones.shape.cells() {
            if let Some((size, _)) = trees[cell.index()] {
                by_size[size as usize].push(cell);
            }
        }
        for size in 1..=trees.len() {
            for cell in std::mem::take(&mut by_size[size]) {
                if trees[cell.index()].is_none_or(|(now, _)| now as usize != size) {
                    continue;
                }
                for next in self.stones.shape.neighbours(cell).filter(|&next| self.stones.has(next)) {
                    if trees[next.index()].is_none_or(|(now, _)| now as usize > size + 1) {
                        trees[next.index()] = Some((size as u16 + 1, Made::From(cell)));
                        by_size[size + 1].push(next);
                    }
                }
            }
        }
    }

    /// The smallest tree rooted at `root` for any `count` of the goals, which must exist.
    fn smallest(&self, root: Cell, count: u32) -> (Marks, Vec<Cell>) {
        let sets = (1..self.best.len()).filter(|set| set.count_ones() == count);
        let size = |set: &usize| self.best[*set][root.index()].map_or(u16::MAX, |(size, _)| size);
        let set = sets.min_by_key(size).expect("there are enough goals");
        let marks = self.goals.iter().enumerate().filter(|(i, _)| set >> i & 1 != 0);
        let marks = marks.fold(0, |marks, (_, goal)| marks | goal);
        let mut cells = Vec::new();
        let mut left = vec![(set, root)];
        while let Some((set, cell)) = left.pop() {
            cells.push(cell);
            match self.best[set][cell.index()].expect("the tree was grown").1 {
                Made::Here => {}
                Made::From(next) => left.push((set, next)),
                Made::Of(a, b) => left.extend([(a, cell), (b, cell)]),
            }
        }
        cells.sort_unstable();
        cells.dedup();
        (marks, cells)
    }
}
