//! Edge templates: cells by which a lone stone is joined to its side although the opponent moves first.
//!
//! The shipped ones (`data/templates.txt`) were found by the search here ([`Prover`], `cargo tools templates`) and are proved again by the
//! tests. A template is written for a stone above the last row of the board; half turn, mirror and the reflection that keeps the last row where it
//! is carry it to the other sides.

use std::collections::HashMap;

use crate::board::{BLACK, Board};
use crate::cells::Cells;
use crate::find::{Connections, Effort};

/// The shipped templates: a line each after `#` and remarks, the row of the stone counted from the side, then its cells as columns to the right and rows towards the side.
const SHIPPED: &str = include_str!("../data/templates.txt");

/// Columns of the strip where templates are proved. Its first row is the opponent's, the stone is in the second.
const COLUMNS: usize = 12;
const STONE: usize = COLUMNS + 6;

/// A template, the stone at (0, 0).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Template {
    /// The row of the stone; those at the side have row 1.
    pub row: usize,
    /// The cells that it needs: columns to the right, rows towards the side.
    pub cells: Vec<(i32, i32)>,
}

impl Template {
    /// A line of the file; nothing if it is none.
    pub fn parse(line: &str) -> Option<Template> {
        let mut words = line.split_whitespace();
        let row = words.next()?.parse().ok()?;
        let cell = |word: &str| {
            let (x, y) = word.split_once(',')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        };
        let cells = words.map(cell).collect::<Option<Vec<(i32, i32)>>>()?;
        Some(Template { row, cells })
    }

    /// The line of the file.
    pub fn line(&self) -> String {
        let cells: Vec<String> = self.cells.iter().map(|(x, y)| format!("{x},{y}")).collect();
        format!("{} {}", self.row, cells.join(" "))
    }

    /// The same from left to right.
    pub fn reflected(&self) -> Template {
        let mut cells: Vec<(i32, i32)> = self.cells.iter().map(|&(x, y)| (-x - y, y)).collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        Template { row: self.row, cells }
    }
}

/// The shipped templates with their reflections.
pub fn shipped() -> Vec<Template> {
    let lines = SHIPPED.lines().filter(|line| !line.starts_with('#'));
    let mut all: Vec<Template> =
        lines.map(|line| Template::parse(line).expect("each line is a template")).collect();
    all.extend(all.clone().iter().map(Template::reflected));
    all.sort();
    all.dedup();
    all
}

/// A template somewhere on a board.
#[derive(Clone, Copy, Debug)]
pub struct Placed<S> {
    /// Where the stone is, or would be.
    pub stone: usize,
    /// The cells that it needs.
    pub carrier: S,
}

/// All places of templates on a board of these measures, for a side of a colour.
pub fn places<S: Cells>(
    templates: &[Template],
    (columns, rows): (usize, usize),
    colour: usize,
    side: usize,
) -> Vec<Placed<S>> {
    // As seen from Black's last row: how long the side is, and how many rows lie before it.
    let (length, depth) = if colour == BLACK { (columns, rows) } else { (rows, columns) };
    let number = |x: i32, y: i32| {
        let is_on = (0..length as i32).contains(&x) && (0..depth as i32).contains(&y);
        let (x, y) = is_on.then_some((x as usize, y as usize))?;
        let cell = if colour == BLACK { y * columns + x } else { x * columns + y };
        Some(if side == 1 { cell } else { columns * rows - 1 - cell })
    };
    let mut places = Vec::new();
    for template in templates.iter().filter(|template| template.row <= depth) {
        let y = (depth - template.row) as i32;
        for x in 0..length as i32 {
            let carrier: Option<Vec<usize>> =
                template.cells.iter().map(|&(right, down)| number(x + right, y + down)).collect();
            if let (Some(stone), Some(carrier)) = (number(x, y), carrier) {
                places.push(Placed { stone, carrier: S::of(carrier) });
            }
        }
    }
    places
}

/// Proves templates of one row, and finds them.
pub struct Prover {
    row: usize,
    board: Board<u64>,
    /// All cells, those in the middle first.
    order: Vec<usize>,
    /// What is known with the opponent to move, by own stones.
    known: HashMap<u64, Known>,
    /// Virtual connections, which spare work where all that is wanted are templates, not proofs.
    found: Option<Connections<u64>>,
}

/// Sets of free cells that are enough, and such that are not.
#[derive(Default)]
struct Known {
    enough: Vec<u64>,
    too_few: Vec<u64>,
}

/// How far a cell of the strip is from the middle, in half columns.
fn aside(cell: usize) -> u32 {
    let (x, y) = from_stone(cell);
    (2 * x + y).unsigned_abs()
}

/// Columns to the right of the stone and rows towards the side.
fn from_stone(cell: usize) -> (i32, i32) {
    let at = |cell: usize| ((cell % COLUMNS) as i32, (cell / COLUMNS) as i32);
    (at(cell).0 - at(STONE).0, at(cell).1 - at(STONE).1)
}

impl Prover {
    /// For stones in this row, up to the fourth.
    pub fn new(row: usize) -> Option<Prover> {
        let board = Board::new(COLUMNS, row + 1).filter(|_| (2..=4).contains(&row))?;
        let mut order: Vec<usize> = (COLUMNS..board.cells()).collect();
        order.sort_by_key(|&cell| (aside(cell), std::cmp::Reverse(cell)));
        Some(Prover { row, board, order, known: HashMap::new(), found: None })
    }

    /// Whether the stone is joined to its side by these cells alone, although the opponent moves first: all moves are looked at.
    pub fn holds(&mut self, template: &Template) -> bool {
        let Some(cells) = self.cells(template) else { return false };
        template.row == self.row && self.needed(1 << STONE, cells).is_some()
    }

    /// The cells of a template on the strip, if it fits.
    fn cells(&self, template: &Template) -> Option<u64> {
        let number =
            |wanted: &(i32, i32)| self.order.iter().copied().find(|&cell| from_stone(cell) == *wanted);
        template.cells.iter().map(number).collect::<Option<Vec<_>>>().map(u64::of)
    }

    /// The cells among the free ones that are enough for the own stones, the opponent to move; nothing if all are not.
    fn needed(&mut self, own: u64, free: u64) -> Option<u64> {
        let reached = self.board.flood(1 << STONE, own);
        if reached.meets(self.board.sides[BLACK][1]) {
            return Some(0);
        }
        if !self.board.flood(reached, own | free).meets(self.board.sides[BLACK][1]) {
            return None;
        }
        if let Some(known) = self.known.get(&own) {
            if let Some(&enough) = known.enough.iter().find(|enough| enough.is_within(free)) {
                return Some(enough);
            }
            if known.too_few.iter().any(|few| free.is_within(*few)) {
                return None;
            }
        }
        let (mut left, mut carrier) = (free, 0);
        if let Some((full, semi)) = self.by_rules(own, free) {
            if let Some(enough) = full {
                self.known.entry(own).or_default().enough.push(enough);
                return Some(enough);
            }
            for threat in semi {
                left &= threat;
                carrier |= threat;
            }
        }
        while let Some(intrusion) = self.order.iter().copied().find(|&cell| left.holds(cell)) {
            let Some(threat) = self.answer(own, free & !(1 << intrusion)) else {
                self.known.entry(own).or_default().too_few.push(free);
                return None;
            };
            left &= threat;
            carrier |= threat;
        }
        self.known.entry(own).or_default().enough.push(carrier);
        Some(carrier)
    }

    /// Whether the rules of virtual connections find a template by themselves.
    pub fn is_found(&mut self, template: &Template) -> bool {
        let cells = self.cells(template);
        self.found = Some(Connections::new(Effort::LARGE));
        let said = cells.and_then(|cells| self.by_rules(1 << STONE, cells));
        self.found = None;
        said.is_some_and(|said| said.0.is_some())
    }

    /// What the rules of virtual connections say, if they are to be asked: the least full connection and all semi connections of the stone
    /// and its side.
    fn by_rules(&mut self, own: u64, free: u64) -> Option<(Option<u64>, Vec<u64>)> {
        let found = self.found.as_mut()?;
        found.run(&self.board, own, self.board.all & !(own | free), BLACK);
        let chain = found.chains().find(|&chain| found.stones(chain).holds(STONE))?;
        let full = found.full(chain, found.side(1)).map(|full| full.0).min_by_key(|cells| cells.size());
        Some((full, found.semi(chain, found.side(1)).map(|semi| semi.0).collect()))
    }

    /// The cells that a move of the own side needs to hold, the move among them.
    fn answer(&mut self, own: u64, free: u64) -> Option<u64> {
        if let Some((full, semi)) = self.by_rules(own, free)
            && let Some(threat) = full.into_iter().chain(semi).next()
        {
            return Some(threat);
        }
        for place in 0..self.order.len() {
            let cell = self.order[place];
            if free.holds(cell)
                && let Some(needed) = self.needed(own | 1 << cell, free & !(1 << cell))
            {
                return Some(needed | 1 << cell);
            }
        }
        None
    }

    /// The free cells up to so many half columns aside.
    fn window(&self, wide: u32) -> u64 {
        u64::of(
            (0..self.board.cells()).filter(|&cell| aside(cell) <= wide && cell != STONE && cell >= COLUMNS),
        )
    }

    /// The least cells within these that are enough: one cell after the other is left out, the last ones first.
    fn least(&mut self, cells: u64, order: &[usize]) -> Option<u64> {
        let mut least = self.needed(1 << STONE, cells)?;
        for &cell in order.iter().filter(|&&cell| cells.holds(cell)) {
            let without = least & !(1 << cell);
            if least != without
                && let Some(needed) = self.needed(1 << STONE, without)
            {
                least = needed;
            }
        }
        Some(least)
    }

    /// The least templates up to so many half columns aside, with up to so many cells: all, if so many steps are enough. Each is proved without
    /// the rules of connections before it is told.
    pub fn find(&mut self, wide: u32, most: u32, steps: usize) -> Vec<Template> {
        self.found = Some(Connections::new(Effort::LARGE));
        let window = self.window(wide);
        // Cells far from the stone are given up first.
        let order: Vec<usize> = self.order.iter().rev().copied().collect();
        let (mut found, mut seen) = (Vec::new(), std::collections::HashSet::from([0u64]));
        let mut waiting = std::collections::VecDeque::from([0u64]);
        for _ in 0..steps {
            // Whatever is found next does without these cells.
            let Some(without) = waiting.pop_front() else { break };
            let known = found.iter().copied().find(|&known: &u64| !known.meets(without));
            let Some(least) = known.or_else(|| self.least(window & !without, &order)) else { continue };
            if known.is_none() {
                found.push(least);
            }
            for cell in least.each() {
                let more = without | 1 << cell;
                if seen.insert(more) {
                    waiting.push_back(more);
                }
            }
        }
        (self.found, self.known) = (None, HashMap::new());
        let least: Vec<u64> = found.into_iter().filter(|cells| cells.count_ones() <= most).collect();
        let mut templates: Vec<Template> = least.into_iter().map(|cells| self.template(cells)).collect();
        templates.retain(|template| *template <= template.reflected() && self.holds(template));
        templates.sort_by_key(|template| (template.cells.len(), template.cells.clone()));
        templates
    }

    fn template(&self, cells: u64) -> Template {
        Template { row: self.row, cells: cells.each().map(from_stone).collect() }
    }
}
