//! Convolutions of the tower in 8-bit whole numbers, with AVX2 or with AVX-512's dot products where the machine has them:
//! the same numbers either way.
//!
//! Activations are [`quantise`]d before each convolution, from 0 to 127 by one scale for the whole board, which the greatest
//! of them gives. Weights are from -127 to 127 by a scale for each output. Sums are 32-bit whole numbers, so that their order
//! does not matter; what comes out is in floating point again, and so is what is added.

use super::super::convolution::{CHANNELS, Channels, LAYER, TAPS, Taps};

/// The activations at a cell as whole numbers.
pub type Quantised = [u8; CHANNELS];

/// The greatest activation. Two products fit into sixteen bits.
const GREATEST: f32 = 127.0;
/// The greatest weight.
const WEIGHT: f32 = 127.0;
/// Channels that are multiplied at once.
const GROUP: usize = 4;
/// Weights beyond this are refused: with them numbers could outgrow what floating point holds.
const LIMIT: f32 = 64.0;

/// A convolution.
#[derive(Clone, Debug)]
pub struct Layer {
    /// For each tap and group of channels, the weights of each output side by side.
    weights: Vec<i8>,
    /// What a weight of each output counts.
    scales: Channels,
    /// What is added to each output.
    added: Channels,
}

/// Activations of a board with the scale by which they are whole numbers. The last place is off the board, and zero.
#[derive(Clone, Default)]
pub struct Activations {
    cells: Vec<Quantised>,
    /// What one counts.
    scale: f32,
}

/// What becomes of the sums: each is scaled, then these are added.
struct Finish<'a> {
    scales: Channels,
    added: Channels,
    residual: Option<&'a [Channels]>,
}

impl Layer {
    /// A layer from its weights; nothing if they are too large or no numbers.
    pub fn new(weights: &[f32]) -> Option<Layer> {
        assert_eq!(weights.len(), LAYER);
        let (squares, added) = weights.split_at(TAPS * CHANNELS * CHANNELS);
        let mut scales = [0.0f32; CHANNELS];
        for row in squares.chunks_exact(CHANNELS) {
            scales.iter_mut().zip(row).for_each(|(most, weight)| *most = most.max(weight.abs()));
        }
        scales = scales.map(|most| if most > 0.0 { most / WEIGHT } else { 1.0 });
        let mut whole = Vec::with_capacity(squares.len());
        for group in squares.chunks_exact(GROUP * CHANNELS) {
            for (out, scale) in scales.iter().enumerate() {
                let weight = |row: &[f32]| (row[out] / scale).round().clamp(-WEIGHT, WEIGHT) as i8;
                whole.extend(group.chunks_exact(CHANNELS).map(weight));
            }
        }
        let fits = weights.iter().all(|weight| weight.abs() <= LIMIT);
        let added = std::array::from_fn(|i| added[i]);
        fits.then_some(Layer { weights: whole, scales, added })
    }

    /// relu(convolution of `input` + `more` + `residual`), where `more` is added at every cell.
    pub fn apply(
        &self,
        taps: &Taps,
        input: &Activations,
        more: &Channels,
        residual: Option<&[Channels]>,
        output: &mut [Channels],
    ) {
        let cells = taps.len();
        assert!(cells >= TAPS && input.cells.len() > cells && output.len() >= cells);
        assert!(residual.is_none_or(|residual| residual.len() >= cells));
        let finish = self.finish(input, more, residual);
        #[cfg(target_arch = "x86_64")]
        if wide::has_dot_products() {
            // SAFETY: the processor has what the function was compiled for; the lengths were checked above, taps are
            // at most the number of cells, and the weights are those of a whole layer.
            return unsafe { wide::apply_dot_products(&self.weights, taps, &input.cells, &finish, output) };
        } else if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the same.
            return unsafe { wide::apply_avx2(&self.weights, taps, &input.cells, &finish, output) };
        }
        self.apply_plain(taps, input, &finish, output);
    }

    fn finish<'a>(
        &self,
        input: &Activations,
        more: &Channels,
        residual: Option<&'a [Channels]>,
    ) -> Finish<'a> {
        Finish {
            scales: self.scales.map(|scale| scale * input.scale),
            added: std::array::from_fn(|i| self.added[i] + more[i]),
            residual,
        }
    }

    fn apply_plain(&self, taps: &Taps, input: &Activations, finish: &Finish, output: &mut [Channels]) {
        for (cell, near) in taps.iter().enumerate() {
            let mut sums = [0i32; CHANNELS];
            for (&from, square) in near.iter().zip(self.weights.chunks_exact(CHANNELS * CHANNELS)) {
                let input = &input.cells[usize::from(from)];
                for (input, group) in input.chunks_exact(GROUP).zip(square.chunks_exact(GROUP * CHANNELS)) {
                    for (sum, weights) in sums.iter_mut().zip(group.chunks_exact(GROUP)) {
                        let products = input.iter().zip(weights);
                        *sum += products.map(|(&a, &b)| i32::from(a) * i32::from(b)).sum::<i32>();
                    }
                }
            }
            for (i, sum) in sums.into_iter().enumerate() {
                let kept = finish.residual.map_or(0.0, |residual| residual[cell][i]);
                output[cell][i] = (sum as f32 * finish.scales[i] + finish.added[i] + kept).max(0.0);
            }
        }
    }
}

/// Added to a number from 0 to 127, this leaves its whole part, rounded, in the lowest bits.
const TO_WHOLE: f32 = (1 << 23) as f32;

/// Writes the activations of the cells, of which `most` is the greatest, as whole numbers.
#[inline(always)]
pub fn quantise(cells: &[Channels], most: f32, to: &mut Activations) {
    to.scale = if most > 0.0 { most / GREATEST } else { 1.0 };
    let parts = 1.0 / to.scale;
    to.cells.resize(cells.len() + 1, [0; CHANNELS]);
    for (channels, to) in cells.iter().zip(&mut to.cells) {
        for i in 0..CHANNELS {
            to[i] = (channels[i] * parts + TO_WHOLE).to_bits() as u8;
        }
    }
    // On a larger board there was a cell here.
    to.cells[cells.len()] = [0; CHANNELS];
}

#[cfg(target_arch = "x86_64")]
#[expect(
    clippy::needless_range_loop,
    reason = "closures would be compiled without what these functions are compiled for"
)]
mod wide {
    use std::arch::x86_64::*;

    use super::{CHANNELS, Channels, Finish, GROUP, Quantised, TAPS, Taps};

    /// Groups of channels of a cell.
    const GROUPS: usize = CHANNELS / GROUP;

    /// Whether the processor adds up four products of bytes at once.
    pub fn has_dot_products() -> bool {
        std::arch::is_x86_feature_detected!("avx512f")
            && std::arch::is_x86_feature_detected!("avx512bw")
            && std::arch::is_x86_feature_detected!("avx512vnni")
    }

    /// Where the groups begin of the cells that some cells see in one direction.
    ///
    /// # Safety
    /// There must be so many cells, and every tap must be an index of `input`.
    #[inline(always)]
    unsafe fn groups<const CELLS: usize>(
        input: &[Quantised],
        taps: &[[u16; TAPS]],
        tap: usize,
    ) -> [*const i32; CELLS] {
        let mut from = [input.as_ptr().cast::<i32>(); CELLS];
        for i in 0..CELLS {
            // SAFETY: as the caller says; a cell is as many groups.
            from[i] = unsafe { from[i].add(usize::from(taps[i][tap]) * GROUPS) };
        }
        from
    }

    /// # Safety
    /// The processor must have AVX2; every tap must be an index of `input`; `output` and the residual must be as long as
    /// `taps` at least, which are two at least, and the weights those of a whole layer.
    #[target_feature(enable = "avx2")]
    pub unsafe fn apply_avx2(
        weights: &[i8],
        taps: &Taps,
        input: &[Quantised],
        finish: &Finish,
        output: &mut [Channels],
    ) {
        /// Registers that hold the sums of a cell.
        const PARTS: usize = CHANNELS / 8;
        /// Cells at once: eight sums, and registers for their channels, weights and products.
        const CELLS: usize = 2;
        let ones = _mm256_set1_epi16(1);
        let mut cell = 0;
        while cell < taps.len() {
            // The last cells are done twice where the number of cells does not divide.
            cell = cell.min(taps.len() - CELLS);
            let mut sums = [[_mm256_setzero_si256(); PARTS]; CELLS];
            let mut row = weights.as_ptr();
            for tap in 0..TAPS {
                // SAFETY: as the caller says.
                let from: [*const i32; CELLS] = unsafe { groups(input, &taps[cell..], tap) };
                for group in 0..GROUPS {
                    let mut numbers = [_mm256_setzero_si256(); CELLS];
                    for i in 0..CELLS {
                        // SAFETY: a group of a cell.
                        numbers[i] = _mm256_set1_epi32(unsafe { from[i].add(group).read_unaligned() });
                    }
                    for part in 0..PARTS {
                        // SAFETY: as many rows as taps and groups, each of as many parts of 32.
                        let weights = unsafe { _mm256_loadu_si256(row.add(32 * part).cast()) };
                        for i in 0..CELLS {
                            let pairs = _mm256_maddubs_epi16(numbers[i], weights);
                            let product = _mm256_madd_epi16(pairs, ones);
                            sums[i][part] = _mm256_add_epi32(sums[i][part], product);
                        }
                    }
                    // SAFETY: at most one past the last row.
                    row = unsafe { row.add(GROUP * CHANNELS) };
                }
            }
            for i in 0..CELLS {
                for part in 0..PARTS {
                    // SAFETY: the parts of the channels, here and below.
                    let load = |from: &Channels| unsafe { _mm256_loadu_ps(from.as_ptr().add(8 * part)) };
                    let scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(sums[i][part]), load(&finish.scales));
                    let mut sum = _mm256_add_ps(scaled, load(&finish.added));
                    if let Some(residual) = finish.residual {
                        sum = _mm256_add_ps(sum, load(&residual[cell + i]));
                    }
                    let cut = _mm256_max_ps(sum, _mm256_setzero_ps());
                    // SAFETY: as above.
                    unsafe { _mm256_storeu_ps(output[cell + i].as_mut_ptr().add(8 * part), cut) };
                }
            }
            cell += CELLS;
        }
    }

    /// # Safety
    /// As for [`apply_avx2`], of a processor for which [`has_dot_products`] is true and with seven taps at least.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub unsafe fn apply_dot_products(
        weights: &[i8],
        taps: &Taps,
        input: &[Quantised],
        finish: &Finish,
        output: &mut [Channels],
    ) {
        /// Registers that hold the sums of a cell.
        const PARTS: usize = CHANNELS / 16;
        /// Cells at once: fourteen sums.
        const CELLS: usize = 7;
        let mut cell = 0;
        while cell < taps.len() {
            // The last cells are done twice where the number of cells does not divide.
            cell = cell.min(taps.len() - CELLS);
            let mut sums = [[_mm512_setzero_si512(); PARTS]; CELLS];
            let mut row = weights.as_ptr();
            for tap in 0..TAPS {
                // SAFETY: as the caller says.
                let from: [*const i32; CELLS] = unsafe { groups(input, &taps[cell..], tap) };
                for group in 0..GROUPS {
                    let mut parts = [_mm512_setzero_si512(); PARTS];
                    for part in 0..PARTS {
                        // SAFETY: as many rows as taps and groups, each of as many parts of 64.
                        parts[part] = unsafe { _mm512_loadu_si512(row.add(64 * part).cast()) };
                    }
                    for i in 0..CELLS {
                        // SAFETY: a group of a cell.
                        let numbers = _mm512_set1_epi32(unsafe { from[i].add(group).read_unaligned() });
                        for part in 0..PARTS {
                            sums[i][part] = _mm512_dpbusd_epi32(sums[i][part], numbers, parts[part]);
                        }
                    }
                    // SAFETY: at most one past the last row.
                    row = unsafe { row.add(GROUP * CHANNELS) };
                }
            }
            for i in 0..CELLS {
                for part in 0..PARTS {
                    // SAFETY: the parts of the channels, here and below.
                    let load = |from: &Channels| unsafe { _mm512_loadu_ps(from.as_ptr().add(16 * part)) };
                    let scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(sums[i][part]), load(&finish.scales));
                    let mut sum = _mm512_add_ps(scaled, load(&finish.added));
                    if let Some(residual) = finish.residual {
                        sum = _mm512_add_ps(sum, load(&residual[cell + i]));
                    }
                    let cut = _mm512_max_ps(sum, _mm512_setzero_ps());
                    // SAFETY: as above.
                    unsafe { _mm512_storeu_ps(output[cell + i].as_mut_ptr().add(16 * part), cut) };
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

    fn cells(count: usize, greatest: f32, random: &mut Random) -> Vec<Channels> {
        (0..count).map(|_| std::array::from_fn(|_| (random.unit() - 0.3).max(0.0) * greatest)).collect()
    }

    /// All kernels that this machine has say the same to the last bit; the greatest numbers are among them.
    #[test]
    fn wide_registers_say_what_plain_numbers_say() {
        let mut random = Random::new(8);
        for size in [2, 3, 5, 6] {
            let taps = convolution::taps(Shape::of(Size::havannah(size).unwrap()), Colour::White);
            let mut weights: Vec<f32> = (0..LAYER).map(|_| random.unit() * 0.5 - 0.25).collect();
            weights[..3 * CHANNELS].fill(0.25);
            weights[3 * CHANNELS..6 * CHANNELS].fill(-0.25);
            let layer = Layer::new(&weights).unwrap();
            let mut board = cells(taps.len(), 9.0, &mut random);
            board[0] = [9.0; CHANNELS];
            let mut input = Activations::default();
            quantise(&board, 9.0, &mut input);
            assert_eq!(input.cells[0], [127; CHANNELS]);
            let residual = cells(taps.len(), 3.0, &mut random);
            let more: Channels = std::array::from_fn(|i| i as f32 - 16.0);
            for residual in [None, Some(residual.as_slice())] {
                let finish = layer.finish(&input, &more, residual);
                let mut plain = vec![[0.0; CHANNELS]; taps.len()];
                layer.apply_plain(&taps, &input, &finish, &mut plain);
                assert!(plain.iter().flatten().any(|&number| number > 0.0));
                let mut output = vec![[0.0; CHANNELS]; taps.len()];
                layer.apply(&taps, &input, &more, residual, &mut output);
                assert_eq!(output, plain);
                #[cfg(target_arch = "x86_64")]
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: asked for above, with the lengths of `apply`.
                    unsafe { wide::apply_avx2(&layer.weights, &taps, &input.cells, &finish, &mut output) };
                    assert_eq!(output, plain);
                }
            }
        }
    }

    /// Close to the same convolution in floating point.
    #[test]
    fn little_is_lost_by_whole_numbers() {
        let mut random = Random::new(9);
        let taps = convolution::taps(Shape::of(Size::havannah(5).unwrap()), Colour::White);
        let weights: Vec<f32> = (0..LAYER).map(|_| random.unit() * 0.5 - 0.25).collect();
        let layer = Layer::new(&weights).unwrap();
        let mut board = cells(taps.len(), 4.0, &mut random);
        let (mut input, mut output) = (Activations::default(), vec![[0.0; CHANNELS]; taps.len()]);
        quantise(&board, 4.0, &mut input);
        layer.apply(&taps, &input, &[0.0; CHANNELS], None, &mut output);
        board.push([0.0; CHANNELS]);
        let mut exact = vec![[0.0; CHANNELS]; taps.len() + 1];
        convolution::convolve(&taps, &board, &weights, &mut exact);
        for (output, exact) in output.iter().flatten().zip(exact.iter().flatten()) {
            assert!((output - exact.max(0.0)).abs() < 0.1, "{output} {exact}");
        }
    }

    #[test]
    fn weights_that_are_too_large_are_refused() {
        assert!(Layer::new(&[4.0; LAYER]).is_some() && Layer::new(&[0.0; LAYER]).is_some());
        assert!(Layer::new(&[100.0; LAYER]).is_none());
        assert!(Layer::new(&[f32::NAN; LAYER]).is_none());
    }
}
