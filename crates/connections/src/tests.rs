//! Every rule against brute force, and every rule bent in turn.
//!
//! The brute force is written for itself: cells by row and column, floods over them, all moves to the end. What a connection needs is
//! checked by itself: the opponent owns every cell outside of its carrier, and still the ends are joined.

mod line;
mod templates;

use std::collections::HashMap;

use crate::bend::{ALL, Bend, bend};
use crate::{Board, Cells, Connections, Effort, Judge, Judgement, dominated, fill, inferior, is_dead};

/// A board as rows of cells, by the slow way.
struct Slow {
    columns: usize,
    rows: usize,
    known: HashMap<(u64, u64, usize), bool>,
}

impl Slow {
    fn new(columns: usize, rows: usize) -> Slow {
        Slow { columns, rows, known: HashMap::new() }
    }

    fn near(&self, cell: usize) -> Vec<usize> {
        let (x, y) = ((cell % self.columns) as i32, (cell / self.columns) as i32);
        [(x, y - 1), (x + 1, y - 1), (x + 1, y), (x, y + 1), (x - 1, y + 1), (x - 1, y)]
            .into_iter()
            .filter(|&(x, y)| x >= 0 && y >= 0 && x < self.columns as i32 && y < self.rows as i32)
            .map(|(x, y)| y as usize * self.columns + x as usize)
            .collect()
    }

    /// The cells at a side of a colour.
    fn side(&self, colour: usize, side: usize) -> Vec<usize> {
        let line = |cell: &usize| match (colour, side) {
            (0, 0) => cell.is_multiple_of(self.columns),
            (0, _) => cell % self.columns == self.columns - 1,
            (_, 0) => *cell < self.columns,
            _ => cell / self.columns == self.rows - 1,
        };
        (0..self.columns * self.rows).filter(line).collect()
    }

    /// Whether a path of `own` cells leads from some to others.
    fn leads(&self, own: u64, from: &[usize], to: &[usize]) -> bool {
        let mut open: Vec<usize> = from.iter().copied().filter(|cell| own >> cell & 1 == 1).collect();
        let mut seen = vec![false; self.columns * self.rows];
        while let Some(cell) = open.pop() {
            if to.contains(&cell) {
                return true;
            }
            if !std::mem::replace(&mut seen[cell], true) {
                open.extend(self.near(cell).into_iter().filter(|near| own >> near & 1 == 1 && !seen[*near]));
            }
        }
        false
    }

    fn has_won(&self, own: u64, colour: usize) -> bool {
        self.leads(own, &self.side(colour, 0), &self.side(colour, 1))
    }

    /// Whether the side to move wins.
    fn wins(&mut self, stones: [u64; 2], turn: usize) -> bool {
        if self.has_won(stones[1 - turn], 1 - turn) {
            return false;
        }
        if self.has_won(stones[turn], turn) {
            return true;
        }
        let key = (stones[0], stones[1], turn);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let free = (0..self.columns * self.rows).filter(|cell| (stones[0] | stones[1]) >> cell & 1 == 0);
        let wins = free.collect::<Vec<_>>().into_iter().any(|cell| {
            let mut after = stones;
            after[turn] |= 1 << cell;
            !self.wins(after, 1 - turn)
        });
        self.known.insert(key, wins);
        wins
    }

    /// Whether the owner joins two sets of cells by playing in `free` alone, all else being the opponent's.
    fn joins(
        &self,
        own: u64,
        free: u64,
        owner_moves: bool,
        ends: &[Vec<usize>; 2],
        known: &mut Joined,
    ) -> bool {
        if self.leads(own, &ends[0], &ends[1]) {
            return true;
        }
        if free == 0 || !self.leads(own | free, &ends[0], &ends[1]) {
            return false;
        }
        if let Some(&joins) = known.get(&(own, free, owner_moves)) {
            return joins;
        }
        let mut cells = free.each();
        let joins = if owner_moves {
            cells.any(|cell| self.joins(own | 1 << cell, free & !(1 << cell), false, ends, known))
        } else {
            cells.all(|cell| self.joins(own, free & !(1 << cell), true, ends, known))
        };
        known.insert((own, free, owner_moves), joins);
        joins
    }

    /// Compares all connections of a colour with brute force: how many, and how many are wrong.
    fn compare(&self, found: &Connections<u64>, stones: [u64; 2], colour: usize) -> (u32, u32) {
        let (own, other) = (stones[colour], stones[1 - colour]);
        let end = |node| match found.side_of(node) {
            Some(side) => self.side(colour, side),
            None if found.is_cell(node) => vec![node.into()],
            None => found.stones(node).each().collect(),
        };
        let (mut count, mut wrong) = (0, 0);
        let nodes: Vec<_> = (0..(self.columns * self.rows) as u16)
            .chain([found.side(0), found.side(1)])
            .chain(found.chains())
            .collect();
        for (i, &a) in nodes.iter().enumerate() {
            for &b in &nodes[..i] {
                let own_cells = [a, b]
                    .into_iter()
                    .filter(|&node| found.is_cell(node))
                    .fold(own, |own, cell| own | 1 << cell);
                let (ends, mut known) = ([end(a), end(b)], Joined::new());
                for (is_full, found) in
                    [(true, found.full(a, b).collect::<Vec<_>>()), (false, found.semi(a, b).collect())]
                {
                    for (carrier, _) in found {
                        count += 1;
                        let is_free = carrier & (own | other) == 0;
                        let joins = self.joins(own_cells, carrier, !is_full, &ends, &mut known);
                        wrong += u32::from(!is_free || !joins);
                    }
                }
            }
        }
        (count, wrong)
    }
}

/// What is known of joining two ends: own stones, free cells, whether the owner is to move.
type Joined = HashMap<(u64, u64, bool), bool>;

/// Empty cells up to which everything is compared.
const MOST_EMPTY: usize = 10;

/// What was compared, and what was wrong.
#[derive(Default)]
struct Count {
    positions: u32,
    finds: u32,
    fills: u32,
    inferior: u32,
    judged: u32,
    errors: u32,
}

struct Check {
    board: Board<u64>,
    slow: Slow,
    found: Connections<u64>,
    judge: Judge<u64>,
    count: Count,
}

impl Check {
    fn new(columns: usize, rows: usize, effort: Effort) -> Check {
        Check {
            board: Board::new(columns, rows).unwrap(),
            slow: Slow::new(columns, rows),
            found: Connections::new(effort),
            judge: Judge::new(effort),
            count: Count::default(),
        }
    }

    /// One error tells that a rule is bent.
    fn is_enough(&self) -> bool {
        self.count.errors > 0
    }

    fn expect(&mut self, truth: bool) {
        self.count.errors += u32::from(!truth);
    }

    /// Compares what is said of a position with brute force; with more empty cells the filling only.
    fn position(&mut self, stones: [u64; 2]) {
        if (0..2).any(|colour| self.slow.has_won(stones[colour], colour)) {
            return;
        }
        self.count.positions += 1;
        self.filling(stones);
        if self.board.cells() - (stones[0] | stones[1]).count_ones() as usize > MOST_EMPTY {
            return;
        }
        for colour in 0..2 {
            self.finds(stones, colour);
        }
        for turn in 0..2 {
            self.moves(stones, turn);
            self.judgement(stones, turn);
        }
    }

    /// Every find, with its own carrier.
    fn finds(&mut self, stones: [u64; 2], colour: usize) {
        self.found.run(&self.board, stones[colour], stones[1 - colour], colour);
        let (finds, wrong) = self.slow.compare(&self.found, stones, colour);
        self.count.finds += finds;
        self.count.errors += wrong;
    }

    fn filling(&mut self, stones: [u64; 2]) {
        let filled = fill(&self.board, stones);
        if filled.stones != stones {
            self.count.fills += 1;
            for turn in 0..2 {
                let same = self.slow.wins(stones, turn) == self.slow.wins(filled.stones, turn);
                self.expect(same);
            }
        }
    }

    /// A side that wins does so by a move that is left.
    fn moves(&mut self, stones: [u64; 2], turn: usize) {
        if self.slow.wins(stones, turn) {
            let empty = self.board.all & !(stones[0] | stones[1]);
            let weak = inferior(&self.board, stones, turn, empty).cells;
            self.count.inferior += weak.count_ones();
            let left = self.win_among(stones, turn, empty & !weak);
            self.expect(left);
        }
        let stones = fill(&self.board, stones).stones;
        if (0..2).any(|colour| self.slow.has_won(stones[colour], colour)) || !self.slow.wins(stones, turn) {
            return;
        }
        let empty = self.board.all & !(stones[0] | stones[1]);
        let weak = inferior(&self.board, stones, turn, empty).cells;
        let worse = dominated(&self.board, stones, turn, empty);
        let both = weak | dominated(&self.board, stones, turn, empty & !weak);
        for gone in [weak, worse, both] {
            self.count.inferior += gone.count_ones();
            let left = self.win_among(stones, turn, empty & !gone);
            self.expect(left);
        }
    }

    fn win_among(&mut self, stones: [u64; 2], turn: usize, cells: u64) -> bool {
        cells.each().any(|cell| {
            let mut after = stones;
            after[turn] |= 1 << cell;
            !self.slow.wins(after, 1 - turn)
        })
    }

    fn judgement(&mut self, stones: [u64; 2], turn: usize) {
        let empty = self.board.all & !(stones[0] | stones[1]);
        let wins = self.slow.wins(stones, turn);
        self.count.judged += 1;
        match self.judge.judge(&self.board, stones, turn) {
            Judgement::Won { by, carrier } => {
                let mut worst = stones;
                worst[1 - turn] |= empty & !carrier;
                let holds = self.slow.wins(worst, turn);
                self.expect(wins && holds);
                if let Some(cell) = by.filter(|&cell| empty >> cell & 1 == 1) {
                    let is_win = self.win_among(stones, turn, 1 << cell);
                    self.expect(is_win);
                }
            }
            Judgement::Lost { carrier } => {
                let mut worst = stones;
                worst[turn] |= empty & !carrier;
                let holds = !self.slow.wins(worst, turn);
                self.expect(!wins && holds);
            }
            Judgement::Open { moves, region, .. } => {
                let left = !wins || self.win_among(stones, turn, moves & empty);
                self.expect(left);
                let outside = self.win_among(stones, turn, empty & !region);
                self.expect(!outside);
            }
        }
    }
}

/// Every so manyth filling of a small board.
fn all(check: &mut Check, step: usize) {
    let cells = check.board.cells();
    for number in (0..3usize.pow(cells as u32)).step_by(step) {
        let mut stones = [0, 0];
        let mut rest = number;
        for cell in 0..cells {
            if rest % 3 > 0 {
                stones[rest % 3 - 1] |= 1 << cell;
            }
            rest /= 3;
        }
        check.position(stones);
        if check.is_enough() {
            return;
        }
    }
}

/// Random fillings of a board with so many empty cells.
fn some(check: &mut Check, empty: usize, count: usize, seed: u64) {
    let cells = check.board.cells();
    let mut state = seed;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    for _ in 0..count {
        let mut order: Vec<usize> = (0..cells).collect();
        (1..cells).for_each(|i| order.swap(i, below(i + 1)));
        let mut stones = [0, 0];
        order[empty..].iter().enumerate().for_each(|(i, cell)| stones[i % 2] |= 1 << cell);
        check.position(stones);
        if check.is_enough() {
            return;
        }
    }
}

fn checked(rule: Option<Bend>, effort: Effort, step: usize) -> Count {
    bend(rule);
    let mut sum = Count::default();
    let mut take = |check: Check| {
        let Count { positions, finds, fills, inferior, judged, errors } = check.count;
        sum.positions += positions;
        sum.finds += finds;
        sum.fills += fills;
        sum.inferior += inferior;
        sum.judged += judged;
        sum.errors += errors;
    };
    let mut check = Check::new(3, 3, effort);
    all(&mut check, step);
    take(check);
    let boards = [(4, 3, 9, 600), (3, 4, 9, 600), (4, 4, 10, 300), (5, 5, 10, 200), (4, 4, 12, 400)];
    for (columns, rows, empty, count) in boards {
        let mut check = Check::new(columns, rows, effort);
        some(&mut check, empty, count / step, 7);
        take(check);
    }
    bend(None);
    sum
}

#[test]
fn all_that_is_found_is_true() {
    for (effort, step) in [(Effort { templates: true, ..Effort::LARGE }, 2), (Effort::HUGE, 5)] {
        let count = checked(None, effort, step);
        let Count { positions, finds, fills, inferior, judged, errors } = count;
        eprintln!(
            "{positions} positions, {finds} finds, {fills} fillings, {inferior} moves left out, {judged} judgements"
        );
        assert!(positions > 2_500 && finds > 50_000 && fills > 2_000 && inferior > 2_000);
        assert_eq!(errors, 0);
    }
}

/// Small samples that every bent rule stumbles over, the quickest first: columns, rows, empty cells, positions.
const AIMED: [(usize, usize, usize, usize); 4] =
    [(3, 3, 2, 200), (3, 3, 5, 300), (4, 3, 7, 100), (4, 4, 8, 50)];

/// Errors and positions until a rule is found out.
fn aimed(rule: Option<Bend>) -> (u32, u32) {
    bend(rule);
    let mut positions = 0;
    let mut errors = 0;
    for (columns, rows, empty, count) in AIMED {
        let mut check = Check::new(columns, rows, Effort { finds: 1000, templates: true, ..Effort::LARGE });
        some(&mut check, empty, count, 7);
        positions += check.count.positions;
        errors += check.count.errors;
        if errors > 0 {
            break;
        }
    }
    bend(None);
    (errors, positions)
}

#[test]
fn a_bent_rule_is_found_out() {
    assert_eq!(aimed(None).0, 0);
    let mut unnoticed = Vec::new();
    for rule in ALL {
        let (errors, positions) = aimed(Some(rule));
        eprintln!("{rule:?}: {errors} errors after {positions} positions");
        if errors == 0 {
            unnoticed.push(rule);
        }
    }
    assert_eq!(unnoticed, []);
}

/// A dead cell changes nothing on any full board, and stays dead when a stone is added.
#[test]
fn dead_cells_change_nothing_and_stay_dead() {
    let (board, slow) = (Board::<u64>::new(4, 4).unwrap(), Slow::new(4, 4));
    let mut seed = 9u64;
    let mut word = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        seed >> 40
    };
    let mut found = 0;
    for _ in 0..4000 {
        let white = word() & 0xffff;
        let black = word() & 0xffff & !white & word();
        let empty = 0xffff & !(white | black);
        if empty.count_ones() > 7 {
            continue;
        }
        for cell in empty.each().filter(|&cell| is_dead(&board, [white, black], cell)) {
            found += 1;
            let rest = empty & !(1 << cell);
            for part in (0..=rest).filter(|part| part & !rest == 0) {
                let same = |own: u64| slow.has_won(own | 1 << cell, 0) == slow.has_won(own, 0);
                assert!(same(white | part), "{white:x} {black:x} {cell}");
            }
            for more in rest.each() {
                for after in [[white | 1 << more, black], [white, black | 1 << more]] {
                    let over = (0..2).any(|colour| slow.has_won(after[colour], colour));
                    assert!(over || is_dead(&board, after, cell), "{white:x} {black:x} {cell} {more}");
                }
            }
        }
    }
    assert!(found > 500, "{found}");
}
