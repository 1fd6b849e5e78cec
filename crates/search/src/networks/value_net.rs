//! The policy and value network: it evaluates a whole position, how good the moves are and who will win.
//!
//! The first layer is a sum of embedding rows for every cell, as in the policy network. Residual blocks of two
//! hexagonal convolutions follow. The policy head is a dot product at each cell; the value head pools the mean
//! and the maximum of each channel, with one hidden layer. It is the network of November 2026; towers go on from its weights ([`as_tower`]).

use std::sync::OnceLock;

use game::{Board, Cell, Colour, Shape};

use super::convolution::{self, CHANNELS, Channels, LAYER, Taps};
use super::features::{self, FIRST_ROWS, Features, Row};
use super::softmax::softmax;
use super::tower::{self, Layout};
use super::weights;

/// Residual blocks, of two convolutions each.
pub const BLOCKS: usize = 3;
/// What the value head sees: the mean and the maximum of each channel.
pub const POOLED: usize = 2 * CHANNELS;

/// Where the weights of each part begin.
pub const LAYERS: usize = FIRST_ROWS * CHANNELS;
/// The policy head: what each channel at a cell counts for the logit of the move there.
pub const MOVE: usize = LAYERS + 2 * BLOCKS * LAYER;
/// The value head's hidden layer: the square from the pooled channels, then the biases.
pub const HIDDEN: usize = MOVE + CHANNELS;
/// The value head's output: what the hidden channels count, then the bias.
pub const WIN: usize = HIDDEN + POOLED * CHANNELS + CHANNELS;
/// Weights in all.
pub const NUMBERS: usize = WIN + CHANNELS + 1;

/// The weights that come with the program.
fn embedded() -> &'static [f32] {
    static WEIGHTS: OnceLock<Vec<f32>> = OnceLock::new();
    WEIGHTS.get_or_init(|| {
        from_bytes(include_bytes!("value_net.bin")).expect("the file in the repository is whole")
    })
}

/// Reads what [`weights::to_bytes`] wrote, if it is of the right length.
pub fn from_bytes(bytes: &[u8]) -> Option<Vec<f32>> {
    (bytes.len() == 2 * NUMBERS).then(|| weights::from_bytes(bytes))
}

/// The network on boards of one shape.
#[derive(Clone)]
pub struct ValueNet {
    weights: &'static [f32],
    features: &'static Features,
    taps: Taps,
}

/// The activations between the layers, kept from one position to the next. The last place is off the board, and
/// zero.
#[derive(Clone, Default)]
pub struct Scratch {
    rows: Vec<(Cell, Row)>,
    here: Vec<Channels>,
    inner: Vec<Channels>,
    sums: Vec<Channels>,
}

impl ValueNet {
    /// The network on boards of `shape`; none where the shape has no features.
    pub fn new(shape: &'static Shape) -> Option<ValueNet> {
        // Both colours see the boards of Havannah alike.
        let taps = convolution::taps(shape, Colour::White);
        Some(ValueNet { weights: embedded(), features: features::of(shape)?, taps })
    }

    /// Writes the probability that each move is the best into `moves`, together 1, and returns the value: the
    /// probability that the side to move wins.
    pub fn evaluate<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut [(Cell, f32)],
        scratch: &mut Scratch,
    ) -> f32 {
        let cells = self.taps.len();
        for layer in [&mut scratch.here, &mut scratch.inner, &mut scratch.sums] {
            layer.resize(cells + 1, [0.0; CHANNELS]);
        }
        let Scratch { rows, here, inner, sums } = scratch;
        rows.clear();
        each_row(self.features, board, before, |cell, row| rows.push((cell, row)));
        convolution::sum_rows(rows, &self.weights[..LAYERS], here);
        relu(here);
        for block in self.weights[LAYERS..MOVE].chunks_exact(2 * LAYER) {
            residual_block(&self.taps, block, here, inner, sums);
            std::mem::swap(here, sums);
        }
        for (cell, chance) in moves.iter_mut() {
            *chance = dot(&here[cell.index()], &self.weights[MOVE..HIDDEN]);
        }
        softmax(moves);
        ValueHead::of(&here[..cells], self.weights).win
    }
}

/// The embedded weights as those of a tower that says the same: to go on learning from.
pub fn as_tower() -> tower::Weights {
    let old = embedded();
    let layout = Layout { blocks: BLOCKS };
    let mut numbers = vec![0.0; layout.len()];
    numbers[..LAYERS].copy_from_slice(&old[..LAYERS]);
    for block in 0..BLOCKS {
        numbers[layout.block(block)..][..2 * LAYER]
            .copy_from_slice(&old[LAYERS + 2 * block * LAYER..][..2 * LAYER]);
    }
    numbers[layout.policy()..layout.shape()].copy_from_slice(&old[MOVE..HIDDEN]);
    numbers[layout.hidden()..layout.results()].copy_from_slice(&old[HIDDEN..WIN]);
    // Win and loss have half of the log-odds each; draws are rare.
    let results = layout.results();
    for i in 0..CHANNELS {
        numbers[results + i] = 0.5 * old[WIN + i];
        numbers[results + 2 * CHANNELS + i] = -0.5 * old[WIN + i];
    }
    let added = &mut numbers[results + 3 * CHANNELS..layout.reply()];
    added.copy_from_slice(&[0.5 * old[NUMBERS - 1], -6.0, -0.5 * old[NUMBERS - 1]]);
    tower::Weights { layout, numbers }
}

/// The rows of a position that this network sees: which cell, which row.
pub fn each_row<const W: usize>(
    features: &Features,
    board: &Board<W>,
    before: [Option<Cell>; 2],
    mut add: impl FnMut(Cell, Row),
) {
    let turn = board.turn();
    let scene = features.scene(board, before);
    let common = features.common(board);
    for cell in board.shape().cells() {
        features.fixed(cell, turn).iter().chain(&common).for_each(|&row| add(cell, row));
    }
    for cell in board.empty_cells() {
        scene.loose(cell).into_iter().for_each(|row| add(cell, row));
    }
    for colour in Colour::BOTH {
        for stone in board.stones(colour) {
            scene.stone(stone, colour).into_iter().for_each(|row| add(stone, row));
            features.seen_by(stone, colour, turn).for_each(|(cell, row)| add(cell, row));
        }
    }
}

/// Rectified linear units: what is below zero becomes zero.
pub fn relu(numbers: &mut [Channels]) {
    numbers.iter_mut().flatten().for_each(|number| *number = number.max(0.0));
}

/// A residual block: writes the activations within it and after it.
pub fn residual_block(
    taps: &Taps,
    block: &[f32],
    before: &[Channels],
    within: &mut [Channels],
    after: &mut [Channels],
) {
    let (first, second) = block.split_at(LAYER);
    convolution::convolve(taps, before, first, within);
    relu(within);
    convolution::convolve(taps, within, second, after);
    for (after, before) in after.iter_mut().zip(before) {
        after.iter_mut().zip(before).for_each(|(after, before)| *after = (*after + before).max(0.0));
    }
}

/// The dot product of channels and weights.
pub fn dot(channels: &[f32], weights: &[f32]) -> f32 {
    channels.iter().zip(weights).map(|(channel, weight)| channel * weight).sum()
}

/// The value head: who wins, and what that comes from.
pub struct ValueHead {
    /// The mean of each channel over the cells, then the greatest.
    pub pooled: [f32; POOLED],
    /// The cell where each channel is greatest.
    pub greatest: [usize; CHANNELS],
    /// What comes of the pooled channels.
    pub hidden: Channels,
    /// The probability that the side to move wins.
    pub win: f32,
}

impl ValueHead {
    /// The value of a position, by the activations after the last block.
    pub fn of(cells: &[Channels], weights: &[f32]) -> ValueHead {
        let (pooled, greatest) = pool(cells);
        let hidden = hidden(&pooled, &weights[HIDDEN..WIN]);
        let (win, added) = weights[WIN..].split_at(CHANNELS);
        ValueHead { pooled, greatest, hidden, win: 1.0 / (1.0 + (-dot(&hidden, win) - added[0]).exp()) }
    }
}

fn pool(cells: &[Channels]) -> ([f32; POOLED], [usize; CHANNELS]) {
    let mut pooled = [0.0; POOLED];
    let mut at = [0; CHANNELS];
    for (cell, channels) in cells.iter().enumerate() {
        for (i, &number) in channels.iter().enumerate() {
            pooled[i] += number / cells.len() as f32;
            if number > pooled[CHANNELS + i] {
                pooled[CHANNELS + i] = number;
                at[i] = cell;
            }
        }
    }
    (pooled, at)
}

fn hidden(pooled: &[f32; POOLED], weights: &[f32]) -> Channels {
    let (square, added) = weights.split_at(POOLED * CHANNELS);
    let mut hidden: Channels = std::array::from_fn(|i| added[i]);
    for (number, row) in pooled.iter().zip(square.chunks_exact(CHANNELS)) {
        hidden.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
    }
    hidden.map(|number| number.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::tower::file::Network;
    use super::tower::fixed::Tower;
    use super::*;
    use crate::random::Random;
    use game::{Position, Size};

    /// The network in plain words: every number from those below it.
    fn slowly(shape: &Shape, rows: &[(Cell, Row)], moves: &[Cell]) -> (Vec<f32>, f32) {
        let weights = embedded();
        let mut here: Vec<Channels> = vec![[0.0; CHANNELS]; shape.len()];
        for &(cell, row) in rows {
            for i in 0..CHANNELS {
                here[cell.index()][i] += weights[usize::from(row) * CHANNELS + i];
            }
        }
        let cut = |cells: Vec<Channels>| -> Vec<Channels> {
            cells.into_iter().map(|channels| channels.map(|number| number.max(0.0))).collect()
        };
        let layer = |from: &[Channels], at: usize| -> Vec<Channels> {
            let sum = |cell: Cell, out: usize| {
                let mut sum = weights[at + LAYER - CHANNELS + out];
                for (tap, near) in [Some(cell)].into_iter().chain(shape.around(cell)).enumerate() {
                    let Some(near) = near else { continue };
                    for i in 0..CHANNELS {
                        sum += from[near.index()][i] * weights[at + (tap * CHANNELS + i) * CHANNELS + out];
                    }
                }
                sum
            };
            shape.cells().map(|cell| std::array::from_fn(|out| sum(cell, out))).collect()
        };
        here = cut(here);
        for block in 0..BLOCKS {
            let at = LAYERS + 2 * block * LAYER;
            let sums = layer(&cut(layer(&here, at)), at + LAYER);
            let both = |(a, b): (&Channels, &Channels)| std::array::from_fn(|i| a[i] + b[i]);
            here = cut(here.iter().zip(&sums).map(both).collect());
        }
        let weight = |cell: &Cell| -> f32 {
            (0..CHANNELS).map(|i| here[cell.index()][i] * weights[MOVE + i]).sum::<f32>().exp()
        };
        let sum: f32 = moves.iter().map(weight).sum();
        let mean = |i: usize| here.iter().map(|cell| cell[i]).sum::<f32>() / shape.len() as f32;
        let most = |i: usize| here.iter().map(|cell| cell[i]).fold(0.0, f32::max);
        let pooled: Vec<f32> = (0..CHANNELS).map(mean).chain((0..CHANNELS).map(most)).collect();
        let hidden = |out: usize| {
            let sum: f32 = (0..POOLED).map(|i| pooled[i] * weights[HIDDEN + i * CHANNELS + out]).sum();
            (sum + weights[HIDDEN + POOLED * CHANNELS + out]).max(0.0)
        };
        let win: f32 =
            (0..CHANNELS).map(|i| hidden(i) * weights[WIN + i]).sum::<f32>() + weights[NUMBERS - 1];
        (moves.iter().map(|cell| weight(cell) / sum).collect(), 1.0 / (1.0 + (-win).exp()))
    }

    #[test]
    fn the_network_says_what_its_weights_say() {
        let shape = Shape::of(Size::havannah(5).unwrap());
        let mut random = Random::new(2);
        let mut scratch = Scratch::default();
        for stones in [0, 1, 12, 30] {
            let mut position = Position::<1>::new(shape);
            for _ in 0..stones {
                let cells: Vec<Cell> = position.empty_cells().iter().collect();
                position.play(cells[random.below(cells.len())]);
            }
            let (board, last) = (position.board(), position.last_moves());
            let cells: Vec<Cell> = position.empty_cells().iter().collect();
            let mut moves: Vec<(Cell, f32)> = cells.iter().map(|&cell| (cell, 0.0)).collect();
            let win = ValueNet::new(shape).unwrap().evaluate(board, last, &mut moves, &mut scratch);
            let mut rows = Vec::new();
            each_row(features::of(shape).unwrap(), board, last, |cell, row| rows.push((cell, row)));
            let (chances, slow_win) = slowly(shape, &rows, &cells);
            assert!((win - slow_win).abs() < 1e-3, "{win} {slow_win}");
            for ((_, chance), slow) in moves.iter().zip(&chances) {
                assert!((chance - slow).abs() < 1e-3, "{chance} {slow}");
            }
        }
    }

    #[test]
    fn a_tower_of_these_weights_says_the_same() {
        let shape = Shape::of(Size::havannah(6).unwrap());
        let network = Network { game: "havannah".into(), trained: String::new(), weights: as_tower() };
        let tower = Tower::new(shape, &network).unwrap().unwrap();
        let mut random = Random::new(7);
        let mut position = Position::<3>::new(shape);
        for _ in 0..40 {
            let cells: Vec<Cell> = position.empty_cells().iter().collect();
            position.play(cells[random.below(cells.len())]);
            let (board, last) = (position.board(), position.last_moves());
            let mut moves: Vec<(Cell, f32)> = position.empty_cells().iter().map(|cell| (cell, 0.0)).collect();
            let win =
                ValueNet::new(shape).unwrap().evaluate(board, last, &mut moves, &mut Scratch::default());
            let mut others = moves.clone();
            let told = tower.evaluate(board, last, &mut others, &mut Default::default());
            assert!((win - told).abs() < 0.02, "{win} {told}");
            for ((_, a), (_, b)) in moves.iter().zip(&others) {
                assert!((a - b).abs() < 0.02, "{a} {b}");
            }
        }
    }

    #[test]
    fn weights_read_what_they_write() {
        assert_eq!(from_bytes(&weights::to_bytes(embedded())).as_deref(), Some(embedded()));
        assert!(from_bytes(&[0; 10]).is_none());
    }
}
