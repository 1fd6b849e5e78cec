//! The tower as it plays: in whole numbers, on boards of one shape.

use game::{Board, Cell, Colour, Shape};

use super::super::convolution::{self, CHANNELS, Channels, LAYER, Taps};
use super::super::features::{self, ALL_ROWS, FIRST_ROWS, Features, Row};
use super::super::softmax::softmax;
use super::file::{Network, NetworkError};
use super::kernel::{Activations, Layer, quantise};
use super::{BLOCK, Layout, POOL, POOLED, RESULTS};

/// A row of the first layer in whole numbers, and sums of rows.
type Whole = [i16; CHANNELS];

/// Rows count so many parts of one: sums stay below 16. Coarser ones shift all positions alike, because a row is used again and again.
const ROW: f32 = 2048.0;

/// A residual block.
#[derive(Clone)]
struct Block {
    first: Layer,
    second: Layer,
    /// The square from the pooled channels.
    pool: Vec<f32>,
}

/// The network on boards of one shape.
#[derive(Clone)]
pub struct Tower {
    features: &'static Features,
    /// For each colour to move.
    taps: [Taps; 2],
    rows: Vec<Whole>,
    /// Whether the rows of missing stones count anything: they need not be found for networks that have not learned them.
    sees_missing: bool,
    /// The sums of the rows that never change, for each colour to move.
    fixed: [Vec<Whole>; 2],
    blocks: Vec<Block>,
    /// The policy head.
    policy: Channels,
    /// The value head.
    value: Vec<f32>,
}

/// The activations between the layers, kept from one position to the next.
#[derive(Clone, Default)]
pub struct Scratch {
    sums: Vec<Whole>,
    here: Vec<Channels>,
    inner: Vec<Channels>,
    after: Vec<Channels>,
    /// What the next convolution sees.
    quantised: Activations,
}

impl Tower {
    /// The network on boards of `shape`; nothing where the shape has no features.
    pub fn new(shape: &'static Shape, network: &Network) -> Result<Option<Tower>, NetworkError> {
        let Some(features) = features::of(shape) else { return Ok(None) };
        let (layout, numbers) = (network.weights.layout, &network.weights.numbers);
        let row = |row: &[f32]| std::array::from_fn(|i| (row[i] * ROW).round() as i16);
        let rows: Vec<Whole> = numbers[..Layout::BLOCKS].chunks_exact(CHANNELS).map(row).collect();
        debug_assert_eq!(rows.len(), ALL_ROWS);
        let sum = |cell: Cell, colour: Colour| {
            let mut sums = [0.0; CHANNELS];
            for &row in features.fixed(cell, colour) {
                let row = &numbers[usize::from(row) * CHANNELS..][..CHANNELS];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
            row(&sums)
        };
        let fixed = Colour::BOTH.map(|colour| shape.cells().map(|cell| sum(cell, colour)).collect());
        let block = |block: &[f32]| {
            let (layers, pool) = block.split_at(2 * LAYER);
            let (first, second) = layers.split_at(LAYER);
            Some(Block { first: Layer::new(first)?, second: Layer::new(second)?, pool: pool.to_vec() })
        };
        let blocks: Option<Vec<Block>> =
            numbers[Layout::BLOCKS..layout.policy()].chunks_exact(BLOCK).map(block).collect();
        Ok(Some(Tower {
            features,
            taps: Colour::BOTH.map(|turn| convolution::taps(shape, turn)),
            sees_missing: rows[FIRST_ROWS..].iter().flatten().any(|&weight| weight != 0),
            rows,
            fixed,
            blocks: blocks.ok_or(NetworkError::TooLarge)?,
            policy: std::array::from_fn(|i| numbers[layout.policy() + i]),
            value: numbers[layout.hidden()..layout.reply()].to_vec(),
        }))
    }

    /// Writes the probability that each move is the best into `moves`, together 1, and returns the value: the
    /// probability that the side to move wins, a draw being half a win.
    pub fn evaluate<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut [(Cell, f32)],
        scratch: &mut Scratch,
    ) -> f32 {
        let taps = &self.taps[board.turn().index()];
        let cells = taps.len();
        let Scratch { sums, here, inner, after, quantised } = scratch;
        sums.resize(cells, [0; CHANNELS]);
        for layer in [&mut *here, &mut *inner, &mut *after] {
            layer.resize(cells, [0.0; CHANNELS]);
        }
        self.first_layer(board, before, sums, here);
        for block in &self.blocks {
            pool(here, quantised);
            block.first.apply(taps, quantised, &[0.0; CHANNELS], None, inner);
            let more = multiply(&pool(inner, quantised), &block.pool);
            block.second.apply(taps, quantised, &more, Some(here), after);
            std::mem::swap(here, after);
        }
        for (cell, logit) in moves.iter_mut() {
            *logit = dot(&here[cell.index()], &self.policy);
        }
        softmax(moves);
        let [win, draw, _] = results(&pool(here, quantised), &self.value);
        win + 0.5 * draw
    }

    /// The rows of a position, summed and cut.
    fn first_layer<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        sums: &mut [Whole],
        output: &mut [Channels],
    ) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("popcnt") {
            // SAFETY: the processor has what the function was compiled for.
            return unsafe { self.first_layer_avx2(board, before, sums, output) };
        }
        self.first_layer_any(board, before, sums, output);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn first_layer_avx2<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        sums: &mut [Whole],
        output: &mut [Channels],
    ) {
        self.first_layer_any(board, before, sums, output);
    }

    #[inline(always)]
    fn first_layer_any<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        sums: &mut [Whole],
        output: &mut [Channels],
    ) {
        let turn = board.turn();
        let scene = self.features.scene(board, before);
        let mut common = [0; CHANNELS];
        let missing = self.sees_missing.then(|| self.features.missing(board));
        self.add_rows(&mut common, &self.features.common(board));
        if let Some(missing) = &missing {
            self.add_rows(&mut common, &self.features.least(missing, turn));
        }
        sums.copy_from_slice(&self.fixed[turn.index()]);
        for sums in &mut *sums {
            add(sums, &common);
        }
        for cell in board.empty_cells() {
            self.add_rows(&mut sums[cell.index()], &scene.loose(cell));
            if let Some(missing) = &missing {
                self.add_rows(&mut sums[cell.index()], &self.features.missing_at(missing, cell, turn));
            }
        }
        for colour in Colour::BOTH {
            for stone in board.stones(colour) {
                self.add_rows(&mut sums[stone.index()], &scene.stone(stone, colour));
                if let Some(missing) = &missing {
                    let row = self.features.missing_of_stone(missing, stone, colour, turn);
                    self.add_rows(&mut sums[stone.index()], &[row]);
                }
                for (cell, row) in self.features.seen_by(stone, colour, turn) {
                    add(&mut sums[cell.index()], &self.rows[usize::from(row)]);
                }
            }
        }
        for (sums, output) in sums.iter().zip(output) {
            for i in 0..CHANNELS {
                output[i] = f32::from(sums[i].max(0)) * (1.0 / ROW);
            }
        }
    }

    #[inline(always)]
    fn add_rows(&self, sums: &mut Whole, rows: &[Row]) {
        for &row in rows {
            add(sums, &self.rows[usize::from(row)]);
        }
    }
}

#[inline(always)]
fn add(sums: &mut Whole, row: &Whole) {
    for i in 0..CHANNELS {
        sums[i] = sums[i].saturating_add(row[i]);
    }
}

/// The mean of each channel over the cells, then the maximum; and the activations for the next convolution.
fn pool(cells: &[Channels], quantised: &mut Activations) -> [f32; POOLED] {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function was compiled for.
        return unsafe { pool_avx2(cells, quantised) };
    }
    pool_any(cells, quantised)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn pool_avx2(cells: &[Channels], quantised: &mut Activations) -> [f32; POOLED] {
    pool_any(cells, quantised)
}

#[inline(always)]
fn pool_any(cells: &[Channels], quantised: &mut Activations) -> [f32; POOLED] {
    let mut sums = [0.0f32; CHANNELS];
    let mut most = [0.0f32; CHANNELS];
    for cell in cells {
        for i in 0..CHANNELS {
            sums[i] += cell[i];
            most[i] = if cell[i] > most[i] { cell[i] } else { most[i] };
        }
    }
    quantise(cells, most.into_iter().fold(0.0, f32::max), quantised);
    let mean = 1.0 / cells.len() as f32;
    std::array::from_fn(|i| if i < CHANNELS { sums[i] * mean } else { most[i - CHANNELS] })
}

/// The sum of the products, in eight parts that do not wait for each other.
fn dot(channels: &Channels, weights: &Channels) -> f32 {
    let mut parts = [0.0; 8];
    for i in 0..CHANNELS {
        parts[i % 8] += channels[i] * weights[i];
    }
    parts.into_iter().sum()
}

/// The product of a vector and a matrix with a row for each of its numbers.
fn multiply(numbers: &[f32; POOLED], square: &[f32]) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for (number, row) in numbers.iter().zip(square.chunks_exact(CHANNELS)) {
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
    }
    sums
}

/// The probabilities of win, draw and loss.
fn results(pooled: &[f32; POOLED], value: &[f32]) -> [f32; RESULTS] {
    let (square, rest) = value.split_at(POOL);
    let (more, results) = rest.split_at(CHANNELS);
    let mut hidden = multiply(pooled, square);
    hidden.iter_mut().zip(more).for_each(|(sum, more)| *sum = (*sum + more).max(0.0));
    let (weights, more) = results.split_at(RESULTS * CHANNELS);
    let mut logits: [(Cell, f32); RESULTS] = std::array::from_fn(|result| {
        let weights = &weights[result * CHANNELS..][..CHANNELS];
        let sum: f32 = hidden.iter().zip(weights).map(|(number, weight)| number * weight).sum();
        (Cell::default(), sum + more[result])
    });
    softmax(&mut logits);
    logits.map(|(_, chance)| chance)
}

#[cfg(test)]
mod tests {
    use game::Size;

    use super::*;
    use crate::random::Random;

    /// Stones at random, and the same in the mirror with the colours exchanged; the move is with the last one's opponent.
    fn mirrored(
        shape: &'static Shape,
        mirror: &[Cell],
        random: &mut Random,
    ) -> [(Board<3>, [Option<Cell>; 2]); 2] {
        let mut boards = [Board::<3>::new(shape), Board::<3>::new(shape)];
        let mut last = [[None; 2]; 2];
        let first = random.below(2);
        boards[0].set_turn(Colour::BOTH[first]);
        boards[1].set_turn(Colour::BOTH[1 - first]);
        for number in 0..random.below(20) {
            let cells: Vec<Cell> = boards[0].empty_cells().iter().collect();
            let cell = cells[random.below(cells.len())];
            let colour = Colour::BOTH[(first + number) % 2];
            for (side, (cell, colour)) in
                [(cell, colour), (mirror[cell.index()], colour.other())].into_iter().enumerate()
            {
                boards[side].place(cell, colour);
                boards[side].set_turn(colour.other());
                last[side] = [last[side][1], Some(cell)];
            }
        }
        [(boards[0], last[0]), (boards[1], last[1])]
    }

    /// In Hex both colours see the board alike, each with its own sides above and below.
    #[test]
    fn a_mirror_with_colours_exchanged_changes_nothing() {
        let network = Network::embedded("havannah").unwrap();
        let mut random = Random::new(5);
        let mut scratch = Scratch::default();
        for side in [5, 9, 11] {
            let shape = Shape::of(Size::hex(side).unwrap());
            let mirror: Vec<Cell> = shape
                .cells()
                .map(|cell| {
                    let (x, y) = shape.place(cell);
                    shape.cell_at(y, x).unwrap()
                })
                .collect();
            let tower = Tower::new(shape, &network).unwrap().unwrap();
            for _ in 0..20 {
                let [there, here] = mirrored(shape, &mirror, &mut random).map(|(board, last)| {
                    let mut moves: Vec<(Cell, f32)> =
                        board.empty_cells().iter().map(|cell| (cell, 0.0)).collect();
                    let win = tower.evaluate(&board, last, &mut moves, &mut scratch);
                    (win, moves)
                });
                assert!((there.0 - here.0).abs() < 1e-5, "{} {}", there.0, here.0);
                for (cell, chance) in there.1 {
                    let image = here.1.iter().find(|(image, _)| *image == mirror[cell.index()]).unwrap();
                    assert!((chance - image.1).abs() < 1e-5, "{cell:?}: {chance} {}", image.1);
                }
            }
        }
    }
}
