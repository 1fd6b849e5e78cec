//! The policy network: embedding rows summed up, a ReLU, a dot product. It is learned in floating point and
//! quantised to 16-bit integers for play.

use std::sync::OnceLock;

use game::{Board, Cell, Colour, Shape};

use super::features::{self, Features, ROWS, Row};
use super::softmax::softmax;
use super::weights;

/// Numbers in a row: the hidden units.
pub const UNITS: usize = 32;

/// A row of the table, or the hidden units of a move.
pub type Units = [f32; UNITS];

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// A row for each feature.
    pub rows: Vec<Units>,
    /// What each hidden unit counts.
    pub out: Units,
}

impl Weights {
    /// The weights that come with the program.
    pub fn embedded() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            Weights::from_bytes(include_bytes!("policy.bin")).expect("the file in the repository is whole")
        })
    }

    /// Reads what [`Weights::to_bytes`] wrote: the rows and then the output.
    pub fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        if bytes.len() != 2 * UNITS * (ROWS + 1) {
            return None;
        }
        let mut rows = weights::from_bytes(bytes).as_chunks().0.to_vec();
        let out = rows.pop()?;
        Some(Weights { rows, out })
    }

    /// The weights as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        weights::to_bytes(self.rows.iter().chain([&self.out]).flatten())
    }
}

/// A row, or hidden units, quantised: so many parts of one.
type Whole = [i16; UNITS];
/// Sums stay below 64; rows are below 1 in the embedded weights.
const PARTS: f32 = 512.0;
/// The same for what hidden units count.
const OUT_PARTS: f32 = 2048.0;

fn whole(units: &Units, parts: f32) -> Whole {
    units.map(|unit| (unit * parts).round() as i16)
}

/// The policy on boards of one shape.
#[derive(Clone)]
pub struct PolicyNet {
    rows: Vec<Whole>,
    out: Whole,
    features: &'static Features,
    /// The sums of the rows that never change, for each colour to move.
    fixed: [Vec<Whole>; 2],
}

impl std::fmt::Debug for PolicyNet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PolicyNet")
    }
}

impl PolicyNet {
    /// Whether there is a policy for boards of `shape`.
    pub fn fits(shape: &'static Shape) -> bool {
        features::of(shape).is_some()
    }

    /// The policy for boards of `shape`; none where the shape has no features.
    pub fn new(shape: &'static Shape, weights: &'static Weights) -> Option<PolicyNet> {
        let features = features::of(shape)?;
        let rows: Vec<Whole> = weights.rows.iter().map(|row| whole(row, PARTS)).collect();
        let sum = |cell: Cell, colour: Colour| {
            let mut units = [0; UNITS];
            features.fixed(cell, colour).iter().for_each(|&row| add(&mut units, &rows[row as usize]));
            units
        };
        let fixed = Colour::BOTH.map(|colour| shape.cells().map(|cell| sum(cell, colour)).collect());
        Some(PolicyNet { rows, out: whole(&weights.out, OUT_PARTS), features, fixed })
    }

    /// Writes the probability of each move into `moves`; together they are 1.
    pub fn evaluate<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut [(Cell, f32)],
    ) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { self.evaluate_avx2(board, before, moves) };
        }
        self.evaluate_any(board, before, moves);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,fma")]
    fn evaluate_avx2<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut [(Cell, f32)],
    ) {
        self.evaluate_any(board, before, moves);
    }

    #[inline(always)]
    fn evaluate_any<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut [(Cell, f32)],
    ) {
        let turn = board.turn();
        let rows = &self.rows;
        let mut units = self.fixed[turn.index()].clone();
        for colour in Colour::BOTH {
            for stone in board.stones(colour) {
                for (cell, row) in self.features.seen_by(stone, colour, turn) {
                    add(&mut units[cell.index()], &rows[row as usize]);
                }
            }
        }
        let mut common = [0; UNITS];
        self.features.common(board).iter().for_each(|&row| add(&mut common, &rows[row as usize]));
        let scene = self.features.scene(board, before);
        for (cell, chance) in moves.iter_mut() {
            let mut sum = units[cell.index()];
            add(&mut sum, &common);
            for row in scene.loose(*cell) {
                add(&mut sum, &rows[row as usize]);
            }
            *chance = dot(&sum, &self.out);
        }
        softmax(moves);
    }
}

#[inline(always)]
fn add(sum: &mut Whole, row: &Whole) {
    for i in 0..UNITS {
        sum[i] = sum[i].saturating_add(row[i]);
    }
}

#[inline(always)]
fn dot(sum: &Whole, out: &Whole) -> f32 {
    let mut parts = [0i32; 8];
    for (chunk, weights) in sum.chunks_exact(8).zip(out.chunks_exact(8)) {
        for i in 0..8 {
            parts[i] += i32::from(chunk[i].max(0)) * i32::from(weights[i]);
        }
    }
    parts.iter().sum::<i32>() as f32 / (PARTS * OUT_PARTS)
}

/// All rows of a move, for learning.
pub fn rows_of<const W: usize>(
    features: &Features,
    board: &Board<W>,
    before: [Option<Cell>; 2],
    cells: &[Cell],
) -> Vec<Vec<Row>> {
    let turn = board.turn();
    let scene = features.scene(board, before);
    let common = features.common(board);
    let mut near = vec![Vec::new(); board.shape().len()];
    for colour in Colour::BOTH {
        for stone in board.stones(colour) {
            for (cell, row) in features.seen_by(stone, colour, turn) {
                near[cell.index()].push(row);
            }
        }
    }
    let all = |&cell: &Cell| {
        let mut rows = std::mem::take(&mut near[cell.index()]);
        rows.extend(features.fixed(cell, turn));
        rows.extend(scene.loose(cell));
        rows.extend(common);
        rows
    };
    cells.iter().map(all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use game::{Position, Size};

    #[test]
    fn chances_are_those_of_the_rows() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let mut random = Random::new(2);
        let mut position = Position::<1>::new(shape);
        for _ in 0..20 {
            let cells: Vec<Cell> = position.empty_cells().iter().collect();
            position.play(cells[random.below(cells.len())]);
        }
        let weights = Weights::embedded();
        let policy = PolicyNet::new(shape, weights).unwrap();
        let cells: Vec<Cell> = position.empty_cells().iter().collect();
        let mut moves: Vec<(Cell, f32)> = cells.iter().map(|&cell| (cell, 0.0)).collect();
        policy.evaluate(position.board(), position.last_moves(), &mut moves);
        assert!((moves.iter().map(|(_, chance)| chance).sum::<f32>() - 1.0).abs() < 1e-4);
        let value = |rows: &Vec<Row>| {
            let sum = |i: usize| rows.iter().map(|&row| weights.rows[row as usize][i]).sum::<f32>();
            (0..UNITS).map(|i| sum(i).max(0.0) * weights.out[i]).sum::<f32>()
        };
        let features = features::of(shape).unwrap();
        let rows = rows_of(features, position.board(), position.last_moves(), &cells);
        let (first, first_chance) = (value(&rows[0]), moves[0].1);
        for (rows, (_, chance)) in rows.iter().zip(&moves) {
            assert!(
                (chance / first_chance - (value(rows) - first).exp()).abs() < 5e-2 * chance / first_chance
            );
        }
    }

    #[test]
    fn weights_read_what_they_write() {
        let weights = Weights::embedded();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()).as_ref(), Some(weights));
        assert!(Weights::from_bytes(&[0; 10]).is_none());
    }
}
