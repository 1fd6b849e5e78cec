//! Convolutions of the tower in 16-bit whole numbers, with AVX2 where the machine has it: the same numbers either way.
//!
//! Activations count 256ths and are from 0 to 32, weights count 4096ths. A sum is a 32-bit number of both together,
//! rounded to 256ths at the end; [`Layer::new`] refuses weights with which it could overflow.

use super::super::convolution::{CHANNELS, LAYER, TAPS, Taps};

/// The activations at a cell.
pub type Whole = [i16; CHANNELS];

/// Activations count so many parts of one.
pub const ACTIVATION: f32 = 256.0;
/// The greatest activation.
pub const GREATEST: i16 = (1 << 13) - 1;
/// The bits by which weights are finer than whole numbers.
const SHIFT: u32 = 12;
/// Weights count so many parts of one.
const WEIGHT: f32 = (1 << SHIFT) as f32;
/// Pairs of channels that are multiplied at once.
const PAIRS: usize = CHANNELS / 2;
/// What may be added to a sum, at the most, by the layer and by the pooled part each.
const ADDED_LIMIT: i32 = 1 << 26;
/// The weights of one output, taken as positive, are together at most so many: with the greatest activations, what is
/// added twice and a residual, sums stay below 2^31.
const WEIGHT_LIMIT: i32 = 240_000;

/// A convolution.
#[derive(Clone, Debug)]
pub struct Layer {
    /// For each tap and pair of channels, the two weights of each output side by side.
    pairs: Vec<i16>,
    /// What is added to each output.
    added: [i32; CHANNELS],
}

/// A number in parts of both, within limits.
fn added(number: f32) -> i32 {
    ((number * ACTIVATION * WEIGHT).round() as i32).clamp(-ADDED_LIMIT, ADDED_LIMIT)
}

impl Layer {
    /// A layer from its weights; nothing if they are too large.
    pub fn new(weights: &[f32]) -> Option<Layer> {
        assert_eq!(weights.len(), LAYER);
        let (squares, more) = weights.split_at(TAPS * CHANNELS * CHANNELS);
        let whole = |at: usize| (squares[at] * WEIGHT).round().clamp(-32767.0, 32767.0) as i16;
        let mut pairs = Vec::with_capacity(squares.len());
        let mut sums = [0i32; CHANNELS];
        for from in (0..TAPS * CHANNELS).step_by(2) {
            for (out, sum) in sums.iter_mut().enumerate() {
                for part in [from, from + 1] {
                    let weight = whole(part * CHANNELS + out);
                    pairs.push(weight);
                    *sum += i32::from(weight).abs();
                }
            }
        }
        let fits =
            sums.iter().all(|&sum| sum <= WEIGHT_LIMIT) && weights.iter().all(|weight| weight.is_finite());
        fits.then(|| Layer { pairs, added: std::array::from_fn(|i| added(more[i])) })
    }

    /// relu(convolution of `input` + `more` + `residual`), where `more` is added at every cell. `input` has one place
    /// more than there are cells, which is zero.
    pub fn apply(
        &self,
        taps: &Taps,
        input: &[Whole],
        more: &[f32; CHANNELS],
        residual: Option<&[Whole]>,
        output: &mut [Whole],
    ) {
        let cells = taps.len();
        assert!(cells >= TAPS && input.len() > cells && output.len() > cells);
        assert!(residual.is_none_or(|residual| residual.len() > cells));
        let sums = std::array::from_fn(|i| self.added[i] + added(more[i]));
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function was compiled for; the lengths were checked above, taps are
            // at most the number of cells, and the pairs are those of a whole layer.
            return unsafe { wide::apply(&self.pairs, taps, input, &sums, residual, output) };
        }
        self.apply_plain(taps, input, &sums, residual, output);
    }

    fn apply_plain(
        &self,
        taps: &Taps,
        input: &[Whole],
        added: &[i32; CHANNELS],
        residual: Option<&[Whole]>,
        output: &mut [Whole],
    ) {
        for (cell, near) in taps.iter().enumerate() {
            let mut sums = *added;
            for (&from, square) in near.iter().zip(self.pairs.chunks_exact(CHANNELS * CHANNELS)) {
                let input = &input[usize::from(from)];
                for (pair, row) in square.chunks_exact(2 * CHANNELS).enumerate() {
                    let (low, high) = (i32::from(input[2 * pair]), i32::from(input[2 * pair + 1]));
                    for (sum, weights) in sums.iter_mut().zip(row.chunks_exact(2)) {
                        *sum += low * i32::from(weights[0]) + high * i32::from(weights[1]);
                    }
                }
            }
            for (i, sum) in sums.into_iter().enumerate() {
                let kept = residual.map_or(0, |residual| i32::from(residual[cell][i]) << SHIFT);
                let rounded = (sum + kept + (1 << (SHIFT - 1))) >> SHIFT;
                output[cell][i] = rounded.clamp(0, GREATEST.into()) as i16;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(
    clippy::needless_range_loop,
    reason = "closures would be compiled without what these functions are compiled for"
)]
mod wide {
    use std::arch::x86_64::*;

    use super::{CHANNELS, GREATEST, PAIRS, SHIFT, TAPS, Taps, Whole};

    /// Registers that hold the sums of a cell.
    const PARTS: usize = CHANNELS / 8;
    /// Cells at once: eight sums, and registers for their channels, weights and products.
    const CELLS: usize = 2;

    /// # Safety
    /// The processor must have AVX2; every tap must be an index of `input`; `output` and `residual` must be as long as
    /// `taps` at least, which are two at least, and the pairs those of a whole layer.
    #[target_feature(enable = "avx2")]
    pub unsafe fn apply(
        pairs: &[i16],
        taps: &Taps,
        input: &[Whole],
        added: &[i32; CHANNELS],
        residual: Option<&[Whole]>,
        output: &mut [Whole],
    ) {
        let mut begin = [_mm256_setzero_si256(); PARTS];
        for part in 0..PARTS {
            // SAFETY: the parts of the channels.
            begin[part] = unsafe { _mm256_loadu_si256(added.as_ptr().add(8 * part).cast()) };
        }
        let mut cell = 0;
        while cell < taps.len() {
            // The last cells are done twice where the number of cells does not divide.
            cell = cell.min(taps.len() - CELLS);
            let mut sums = [begin; CELLS];
            let mut row = pairs.as_ptr();
            for tap in 0..TAPS {
                let mut from = [input.as_ptr().cast::<i32>(); CELLS];
                for i in 0..CELLS {
                    // SAFETY: every tap is an index of the input, whose cells are as many pairs each.
                    from[i] = unsafe { from[i].add(usize::from(taps[cell + i][tap]) * PAIRS) };
                }
                for pair in 0..PAIRS {
                    let mut numbers = [_mm256_setzero_si256(); CELLS];
                    for i in 0..CELLS {
                        // SAFETY: a pair of a cell.
                        numbers[i] = _mm256_set1_epi32(unsafe { from[i].add(pair).read_unaligned() });
                    }
                    for part in 0..PARTS {
                        // SAFETY: as many rows as taps and pairs, each of as many parts of sixteen.
                        let weights = unsafe { _mm256_loadu_si256(row.add(16 * part).cast()) };
                        for i in 0..CELLS {
                            let product = _mm256_madd_epi16(numbers[i], weights);
                            sums[i][part] = _mm256_add_epi32(sums[i][part], product);
                        }
                    }
                    // SAFETY: at most one past the last row.
                    row = unsafe { row.add(2 * CHANNELS) };
                }
            }
            for i in 0..CELLS {
                if let Some(residual) = residual {
                    for part in 0..PARTS {
                        // SAFETY: the parts of a cell.
                        let kept =
                            unsafe { _mm_loadu_si128(residual[cell + i].as_ptr().add(8 * part).cast()) };
                        let kept = _mm256_slli_epi32::<{ SHIFT as i32 }>(_mm256_cvtepi16_epi32(kept));
                        sums[i][part] = _mm256_add_epi32(sums[i][part], kept);
                    }
                }
                let half = _mm256_set1_epi32(1 << (SHIFT - 1));
                for part in 0..PARTS {
                    let sum = _mm256_add_epi32(sums[i][part], half);
                    sums[i][part] = _mm256_srai_epi32::<{ SHIFT as i32 }>(sum);
                }
                let to = output[cell + i].as_mut_ptr();
                for two in 0..PARTS / 2 {
                    let packed = _mm256_packs_epi32(sums[i][2 * two], sums[i][2 * two + 1]);
                    let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
                    let cut = _mm256_max_epi16(ordered, _mm256_setzero_si256());
                    let cut = _mm256_min_epi16(cut, _mm256_set1_epi16(GREATEST));
                    // SAFETY: halves of a cell.
                    unsafe { _mm256_storeu_si256(to.add(16 * two).cast(), cut) };
                }
            }
            cell += CELLS;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::convolution;
    use super::*;
    use crate::random::Random;
    use game::{Colour, Shape, Size};

    #[test]
    fn wide_registers_say_what_plain_numbers_say() {
        let mut random = Random::new(8);
        for size in [2, 3, 5, 6] {
            let taps = convolution::taps(Shape::of(Size::havannah(size).unwrap()), Colour::White);
            let mut cells = |greatest: usize| -> Vec<Whole> {
                let mut cells: Vec<Whole> =
                    taps.iter().map(|_| std::array::from_fn(|_| random.below(greatest) as i16)).collect();
                cells.push([0; CHANNELS]);
                cells
            };
            let (input, residual) = (cells(2000), cells(GREATEST as usize));
            let weights: Vec<f32> = (0..LAYER).map(|_| random.unit() * 0.5 - 0.25).collect();
            let layer = Layer::new(&weights).unwrap();
            let more: [f32; CHANNELS] = std::array::from_fn(|i| i as f32 - 16.0);
            for residual in [None, Some(residual.as_slice())] {
                let mut outputs = [vec![[0; CHANNELS]; taps.len() + 1], vec![[0; CHANNELS]; taps.len() + 1]];
                layer.apply(&taps, &input, &more, residual, &mut outputs[0]);
                let sums = std::array::from_fn(|i| layer.added[i] + added(more[i]));
                layer.apply_plain(&taps, &input, &sums, residual, &mut outputs[1]);
                assert_eq!(outputs[0], outputs[1]);
                assert!(outputs[0].iter().flatten().any(|&number| number > 0));
            }
        }
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        assert!(Layer::new(&[0.2; LAYER]).is_some());
        assert!(Layer::new(&[0.4; LAYER]).is_none());
        assert!(Layer::new(&[f32::NAN; LAYER]).is_none());
    }
}
