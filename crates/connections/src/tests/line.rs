//! Connections along random lines of play, forth and back, against brute force and against those from scratch.

use super::{MOST_EMPTY, Slow};
use crate::bend::{Bend, LINES, bend};
use crate::find::Node;
use crate::{Board, Cells, Connections, Effort};

/// A line of play that goes forth and back at random.
struct Walk {
    board: Board<u64>,
    seed: u64,
    line: Vec<[u64; 2]>,
}

impl Walk {
    fn new(columns: usize, rows: usize, seed: u64) -> Walk {
        Walk { board: Board::new(columns, rows).unwrap(), seed, line: vec![[0; 2]] }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) as usize % limit
    }

    /// The next position: some moments back, or up to three stones more.
    fn step(&mut self) -> [u64; 2] {
        let [white, black] = self.line[self.line.len() - 1];
        let is_late = (self.board.all & !(white | black)).size() < 4;
        let back = if is_late || self.below(3) == 0 { 1 + self.below(self.line.len()) } else { 0 };
        self.line.truncate(self.line.len().saturating_sub(back).max(1));
        let mut stones = *self.line.last().unwrap();
        for _ in 0..1 + self.below(3) {
            let empty: Vec<usize> = (self.board.all & !(stones[0] | stones[1])).each().collect();
            let mut after = stones;
            after[self.below(2)] |= 1 << empty[self.below(empty.len())];
            if (0..2).all(|colour| !self.board.joins(after[colour], colour)) {
                stones = after;
            }
        }
        self.line.push(stones);
        stones
    }
}

/// Connections, and errors among them, on so many positions.
fn walked(rule: Option<Bend>, (columns, rows): (usize, usize), effort: Effort, positions: usize) -> [u32; 2] {
    bend(rule);
    let (mut walk, slow) = (Walk::new(columns, rows, 5), Slow::new(columns, rows));
    let mut found = [0, 1].map(|_| Connections::new(effort));
    let (mut sum, mut compared) = ([0, 0], 0);
    while compared < positions && sum[1] == 0 {
        let stones = walk.step();
        let empty = (walk.board.all & !(stones[0] | stones[1])).size() as usize;
        for colour in 0..2 {
            found[colour].reach(&walk.board, stones[colour], stones[1 - colour], colour);
            if empty <= MOST_EMPTY {
                let (finds, wrong) = slow.compare(&found[colour], stones, colour);
                sum = [sum[0] + finds, sum[1] + wrong];
            }
        }
        compared += usize::from(empty <= MOST_EMPTY);
    }
    bend(None);
    sum
}

const BOARDS: [(usize, usize); 4] = [(3, 3), (4, 3), (3, 4), (4, 4)];

#[test]
fn lines_of_play_keep_to_the_truth() {
    for (effort, positions) in [(Effort::MEDIUM, 300), (Effort::LARGE, 300), (Effort::HUGE, 150)] {
        for measures in BOARDS {
            let [finds, errors] = walked(None, measures, effort, positions);
            eprintln!("{measures:?}: {finds} connections in {positions} positions");
            assert!(errors == 0 && finds > 1000, "{measures:?}: {errors} of {finds}");
        }
    }
}

/// Back at a position everything is as it was there.
#[test]
fn taking_back_leaves_no_trace() {
    let mut walk = Walk::new(6, 6, 11);
    let mut found = Connections::new(Effort::LARGE);
    let all = |found: &Connections<u64>| -> Vec<(Node, Node, u64, bool)> {
        let nodes = 0..found.side(0) + 20;
        let pairs = nodes.flat_map(|a| (0..a).map(move |b| (a, b)));
        let lists = pairs.flat_map(|(a, b)| {
            let full = found.full(a, b).map(move |one| (a, b, one.0, true));
            full.chain(found.semi(a, b).map(move |one| (a, b, one.0, false)))
        });
        lists.collect()
    };
    for _ in 0..60 {
        let before = walk.step();
        found.reach(&walk.board, before[1], before[0], 1);
        let (known, finds) = (all(&found), found.finds.len());
        for _ in 0..3 {
            let mut stones = before;
            for colour in 0..2 {
                let empty: Vec<usize> = (walk.board.all & !(stones[0] | stones[1])).each().collect();
                stones[colour] |= 1 << empty[walk.below(empty.len())];
            }
            if walk.board.joins(stones[1], 1) {
                continue;
            }
            found.reach(&walk.board, stones[1], stones[0], 1);
            found.reach(&walk.board, before[1], before[0], 1);
            assert_eq!(found.finds.len(), finds);
            assert!(all(&found) == known, "{before:?} {stones:?}");
        }
    }
}

#[test]
fn a_bent_rule_of_lines_is_found_out() {
    for rule in LINES {
        let found_out =
            BOARDS.iter().any(|&measures| walked(Some(rule), measures, Effort::LARGE, 100)[1] > 0);
        assert!(found_out, "{rule:?}");
    }
}
