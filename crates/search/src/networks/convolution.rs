//! Layers of a network over the cells of a board: sums of embedding rows, and hexagonal convolutions over each
//! cell and its neighbours, by the same weights everywhere.

use game::{Cell, Colour, Shape};

use super::features::Row;

/// Numbers that stand at a cell.
pub const CHANNELS: usize = 32;
/// The cell itself and its six neighbours.
pub const TAPS: usize = 7;
/// Numbers of a layer: a square of weights for each tap, then what is added.
pub const LAYER: usize = TAPS * CHANNELS * CHANNELS + CHANNELS;

/// The numbers at a cell.
pub type Channels = [f32; CHANNELS];

/// For each cell itself and its neighbours by direction, by index; the number of cells stands for what is off the board.
pub type Taps = Vec<[u16; TAPS]>;

/// The taps of a shape, as the side to move sees it.
pub fn taps(shape: &Shape, turn: Colour) -> Taps {
    let off = shape.len() as u16;
    let seen = directions(shape, turn);
    let of = |cell: Cell| {
        let around = shape.around(cell);
        std::array::from_fn(|tap| match tap {
            0 => cell.index() as u16,
            _ => around[seen[tap - 1]].map_or(off, |next| next.index() as u16),
        })
    };
    shape.cells().map(of).collect()
}

/// What a step in each direction adds to a cell's place; nothing on boards so small that no cell has six neighbours.
pub fn steps(shape: &Shape) -> Option<[(i32, i32); 6]> {
    let inner = shape.cells().find(|&cell| shape.neighbours(cell).count() == 6)?;
    let (x, y) = shape.place(inner);
    Some(shape.around(inner).map(|next| {
        let (there_x, there_y) = shape.place(next.expect("six neighbours"));
        (there_x - x, there_y - y)
    }))
}

/// The six directions in the order in which the side to move sees them. Where each colour has sides of its own (Hex), White looks
/// at the board in a mirror that exchanges columns and rows, so that both sides see their own goals in the same place.
pub fn directions(shape: &Shape, turn: Colour) -> [usize; 6] {
    let Some(steps) = steps(shape).filter(|_| shape.has_own_sides() && turn == Colour::White) else {
        return std::array::from_fn(|direction| direction);
    };
    steps.map(|(x, y)| steps.iter().position(|&step| step == (y, x)).expect("the mirror has the same steps"))
}

/// Writes the sum of the listed rows of each cell into `sums`, which has one place more, for what is off the
/// board: zero.
pub fn sum_rows(listed: &[(Cell, Row)], rows: &[f32], sums: &mut [Channels]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has what the function was compiled for.
        return unsafe { wide::sum_rows(listed, rows, sums) };
    }
    sum_rows_plain(listed, rows, sums);
}

#[inline(always)]
fn sum_rows_plain(listed: &[(Cell, Row)], rows: &[f32], sums: &mut [Channels]) {
    sums.fill([0.0; CHANNELS]);
    for &(cell, row) in listed {
        let row = &rows[usize::from(row) * CHANNELS..][..CHANNELS];
        let sums = &mut sums[cell.index()];
        for i in 0..CHANNELS {
            sums[i] += row[i];
        }
    }
}

/// A convolution over all cells, of which there must be seven at least. `input` has one place more than there are
/// cells, which is zero.
pub fn convolve(taps: &Taps, input: &[Channels], layer: &[f32], output: &mut [Channels]) {
    let cells = taps.len();
    assert!(cells >= TAPS && input.len() == cells + 1 && output.len() > cells && layer.len() == LAYER);
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: the processor has what the function was compiled for; the lengths were checked above, and taps are at most the
        // number of cells.
        return unsafe { wide::convolve(taps, input, layer, output) };
    }
    plain(taps, input, layer, output);
}

/// Adds the gradient of a loss by the weights of a layer to `gradient`: `back` is the gradient of the loss by the
/// layer's outputs (backpropagation).
pub fn add_gradient(taps: &Taps, input: &[Channels], back: &[Channels], gradient: &mut [f32]) {
    assert!(input.len() == taps.len() + 1 && back.len() > taps.len() && gradient.len() == LAYER);
    for back in &back[..taps.len()] {
        let added = &mut gradient[TAPS * CHANNELS * CHANNELS..];
        added.iter_mut().zip(back).for_each(|(gradient, back)| *gradient += back);
    }
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        // SAFETY: as in `convolve`.
        return unsafe { wide::add_gradient(taps, input, back, gradient) };
    }
    add_gradient_plain(taps, input, back, gradient);
}

fn add_gradient_plain(taps: &Taps, input: &[Channels], back: &[Channels], gradient: &mut [f32]) {
    for (near, back) in taps.iter().zip(back) {
        for (&from, square) in near.iter().zip(gradient.chunks_exact_mut(CHANNELS * CHANNELS)) {
            for (&number, row) in input[usize::from(from)].iter().zip(square.chunks_exact_mut(CHANNELS)) {
                row.iter_mut().zip(back).for_each(|(gradient, back)| *gradient += number * back);
            }
        }
    }
}

fn plain(taps: &Taps, input: &[Channels], layer: &[f32], output: &mut [Channels]) {
    let (weights, added) = layer.split_at(TAPS * CHANNELS * CHANNELS);
    for (near, sums) in taps.iter().zip(output) {
        sums.copy_from_slice(added);
        for (&from, square) in near.iter().zip(weights.chunks_exact(CHANNELS * CHANNELS)) {
            for (&number, row) in input[usize::from(from)].iter().zip(square.chunks_exact(CHANNELS)) {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[expect(clippy::needless_range_loop, reason = "see below")]
mod wide {
    use std::arch::x86_64::*;

    use super::{CHANNELS, Cell, Channels, Row, TAPS, Taps};

    /// Registers that hold the numbers of a cell.
    const PARTS: usize = CHANNELS / 8;
    /// Cells at once: twelve sums, and a register each for a row's part and a number.
    const CELLS: usize = 3;

    /// The same as on any machine, compiled for this one.
    #[target_feature(enable = "avx2,fma")]
    pub fn sum_rows(listed: &[(Cell, Row)], rows: &[f32], sums: &mut [Channels]) {
        super::sum_rows_plain(listed, rows, sums);
    }

    // Closures and iterators would be compiled without what these functions are compiled for: hence the plain loops.

    /// # Safety
    /// The processor must have AVX2 and FMA; every tap must be an index of `input`, `output` as long as `taps` at least, and the layer whole.
    #[target_feature(enable = "avx2,fma")]
    pub unsafe fn convolve(taps: &Taps, input: &[Channels], layer: &[f32], output: &mut [Channels]) {
        let mut cell = 0;
        while cell < taps.len() {
            // The last cells are done twice where the number of cells does not divide.
            cell = cell.min(taps.len() - CELLS);
            let mut added = [_mm256_setzero_ps(); PARTS];
            for (part, added) in added.iter_mut().enumerate() {
                // SAFETY: the added numbers are the last ones of a whole layer.
                *added =
                    unsafe { _mm256_loadu_ps(layer.as_ptr().add(TAPS * CHANNELS * CHANNELS + 8 * part)) };
            }
            let mut sums = [added; CELLS];
            let mut row = layer.as_ptr();
            for tap in 0..TAPS {
                let mut from = [input.as_ptr().cast::<f32>(); CELLS];
                for i in 0..CELLS {
                    // SAFETY: every tap is an index of the input.
                    from[i] = unsafe { from[i].add(usize::from(taps[cell + i][tap]) * CHANNELS) };
                }
                for channel in 0..CHANNELS {
                    let mut numbers = [_mm256_setzero_ps(); CELLS];
                    for i in 0..CELLS {
                        // SAFETY: a channel of a cell.
                        numbers[i] = unsafe { _mm256_broadcast_ss(&*from[i].add(channel)) };
                    }
                    for part in 0..PARTS {
                        // SAFETY: there are as many rows as taps and channels, each of as many parts.
                        let weights = unsafe { _mm256_loadu_ps(row.add(8 * part)) };
                        for i in 0..CELLS {
                            sums[i][part] = _mm256_fmadd_ps(numbers[i], weights, sums[i][part]);
                        }
                    }
                    // SAFETY: at most one past the last row, where the added numbers are.
                    row = unsafe { row.add(CHANNELS) };
                }
            }
            for (i, sums) in sums.iter().enumerate() {
                let to = output[cell + i].as_mut_ptr();
                for (part, &sum) in sums.iter().enumerate() {
                    // SAFETY: the parts of a cell.
                    unsafe { _mm256_storeu_ps(to.add(8 * part), sum) };
                }
            }
            cell += CELLS;
        }
    }

    /// # Safety
    /// As for [`convolve`]; `back` must be as long as `taps` at least, and the gradient that of a whole layer.
    #[target_feature(enable = "avx2,fma")]
    pub unsafe fn add_gradient(taps: &Taps, input: &[Channels], back: &[Channels], gradient: &mut [f32]) {
        /// Rows of a square at once.
        const ROWS: usize = 2;
        let from = input.as_ptr().cast::<f32>();
        for tap in 0..TAPS {
            for first in (0..CHANNELS).step_by(ROWS) {
                let mut sums = [[_mm256_setzero_ps(); PARTS]; ROWS];
                for (cell, back) in back[..taps.len()].iter().enumerate() {
                    // SAFETY: every tap is an index of the input.
                    let numbers = unsafe { from.add(usize::from(taps[cell][tap]) * CHANNELS + first) };
                    for part in 0..PARTS {
                        // SAFETY: the parts of a cell.
                        let back = unsafe { _mm256_loadu_ps(back.as_ptr().add(8 * part)) };
                        for i in 0..ROWS {
                            // SAFETY: a channel of a cell.
                            let number = unsafe { _mm256_broadcast_ss(&*numbers.add(i)) };
                            sums[i][part] = _mm256_fmadd_ps(number, back, sums[i][part]);
                        }
                    }
                }
                for (i, sums) in sums.iter().enumerate() {
                    for (part, &sum) in sums.iter().enumerate() {
                        let at = (tap * CHANNELS + first + i) * CHANNELS + 8 * part;
                        // SAFETY: within the squares of a whole layer.
                        unsafe {
                            let to = gradient.as_mut_ptr().add(at);
                            _mm256_storeu_ps(to, _mm256_add_ps(sum, _mm256_loadu_ps(to)));
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use game::Size;

    #[test]
    fn wide_registers_sum_what_plain_numbers_sum() {
        let mut random = Random::new(3);
        for size in [2, 4, 5, 6] {
            let taps = taps(Shape::of(Size::havannah(size).unwrap()), Colour::White);
            let mut number = || random.unit() - 0.5;
            let mut numbers = || -> Vec<Channels> {
                let mut cells: Vec<Channels> =
                    taps.iter().map(|_| std::array::from_fn(|_| number())).collect();
                cells.push([0.0; CHANNELS]);
                cells
            };
            let (input, back) = (numbers(), numbers());
            let layer: Vec<f32> = (0..LAYER).map(|_| number()).collect();
            let mut sums = [vec![[0.0; CHANNELS]; taps.len() + 1], vec![[0.0; CHANNELS]; taps.len() + 1]];
            convolve(&taps, &input, &layer, &mut sums[0]);
            plain(&taps, &input, &layer, &mut sums[1]);
            for (a, b) in sums[0].iter().flatten().zip(sums[1].iter().flatten()) {
                assert!((a - b).abs() < 1e-4, "{a} {b}");
            }

            let mut gradients = [layer.clone(), layer];
            add_gradient(&taps, &input, &back, &mut gradients[0]);
            add_gradient_plain(&taps, &input, &back, &mut gradients[1]);
            let weights = TAPS * CHANNELS * CHANNELS;
            for (a, b) in gradients[0][..weights].iter().zip(&gradients[1]) {
                assert!((a - b).abs() < 1e-3, "{a} {b}");
            }
        }
    }

    /// The gradient says how the loss changes with a weight: here the loss is the sum of the layer's sums, each by its share.
    #[test]
    fn a_gradient_is_what_a_small_step_changes() {
        let mut random = Random::new(4);
        let taps = taps(Shape::of(Size::havannah(3).unwrap()), Colour::White);
        let mut number = || random.unit() - 0.5;
        let mut cells = || -> Vec<Channels> {
            (0..=taps.len())
                .map(|i| std::array::from_fn(|_| if i < taps.len() { number() } else { 0.0 }))
                .collect()
        };
        let (input, shares) = (cells(), cells());
        let mut layer: Vec<f32> = (0..LAYER).map(|_| number()).collect();
        let loss = |layer: &[f32]| -> f32 {
            let mut sums = vec![[0.0; CHANNELS]; taps.len() + 1];
            convolve(&taps, &input, layer, &mut sums);
            sums.iter().flatten().zip(shares.iter().flatten()).map(|(sum, share)| sum * share).sum()
        };
        let mut gradient = vec![0.0; LAYER];
        add_gradient(&taps, &input, &shares, &mut gradient);
        for at in [0, 777, 5000, LAYER - 1] {
            let before = loss(&layer);
            layer[at] += 0.5;
            let change = (loss(&layer) - before) / 0.5;
            assert!((change - gradient[at]).abs() < 1e-2, "weight {at}: {change} {}", gradient[at]);
        }
    }
}
