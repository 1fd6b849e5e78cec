//! A case on its way through the tower in floating point, and the gradient of its loss on the way back.
//!
//! The loss is the cross entropy of the policy, plus that of the result, plus shares of that of the winning shapes'
//! cells and of the auxiliary heads. Whatever goes back through a convolution does so by its turned weights, which
//! [`Turned`] makes once a batch.

use search::networks::convolution::{self, CHANNELS, Channels, LAYER, TAPS, Taps};
use search::networks::tower::{Layout, POOL, POOLED, RESULTS, Weights};

use super::auxiliary::Auxiliary;
use super::lesson::Case;

/// What the cells of the winning shapes weigh, in the mean over the cells.
const SHAPES: f32 = 0.3;

/// The layers for the way back: weights turned around, each neighbour from the other side.
pub struct Turned(Vec<f32>);

impl Turned {
    /// Turns the layers of all blocks.
    pub fn new(weights: &Weights) -> Turned {
        let Layout { blocks } = weights.layout;
        let mut turned = vec![0.0; 2 * blocks * LAYER];
        for (number, turned) in turned.chunks_exact_mut(LAYER).enumerate() {
            let layer = &weights.numbers[weights.layout.block(number / 2) + number % 2 * LAYER..][..LAYER];
            for tap in 0..TAPS {
                let opposite = if tap == 0 { 0 } else { (tap - 1 + 3) % 6 + 1 };
                for i in 0..CHANNELS {
                    for o in 0..CHANNELS {
                        turned[(opposite * CHANNELS + o) * CHANNELS + i] =
                            layer[(tap * CHANNELS + i) * CHANNELS + o];
                    }
                }
            }
        }
        Turned(turned)
    }

    fn back(&self, layer: usize, taps: &Taps, back: &[Channels]) -> Vec<Channels> {
        let mut result = vec![[0.0; CHANNELS]; back.len()];
        convolution::convolve(taps, back, &self.0[layer * LAYER..][..LAYER], &mut result);
        result[taps.len()] = [0.0; CHANNELS];
        result
    }
}

/// How well a network foresees: sums over cases.
#[derive(Clone, Copy, Default, Debug)]
pub struct Score {
    /// Cases.
    pub cases: f64,
    /// Cross entropy of the results.
    pub value: f64,
    /// Cases whose winner was foreseen.
    pub right: f64,
    /// Cases with a policy.
    pub policies: f64,
    /// Cross entropy of the policy.
    pub policy: f64,
    /// Cases whose best move was foreseen.
    pub first: f64,
    /// Cases with winning shapes.
    pub ends: f64,
    /// Cross entropy of the shapes' cells, in the mean over the cells.
    pub shape: f64,
    /// Cases with a reply.
    pub replies: f64,
    /// Cross entropy of the replies.
    pub reply: f64,
    /// Cases with a kind of win.
    pub kinds: f64,
    /// Cross entropy of the kinds.
    pub kind: f64,
    /// Cases whose end is known.
    pub lengths: f64,
    /// Cross entropy of the lengths.
    pub length: f64,
}

impl Score {
    /// Adds the sums of other cases.
    pub fn add(&mut self, other: Score) {
        self.cases += other.cases;
        self.value += other.value;
        self.right += other.right;
        self.policies += other.policies;
        self.policy += other.policy;
        self.first += other.first;
        self.ends += other.ends;
        self.shape += other.shape;
        self.replies += other.replies;
        self.reply += other.reply;
        self.kinds += other.kinds;
        self.kind += other.kind;
        self.lengths += other.lengths;
        self.length += other.length;
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "value {:.4} ({:.1} % right), policy {:.4} ({:.1} % first), shape {:.4}, reply {:.4}, kind {:.4}, length {:.4}",
            self.value / self.cases,
            100.0 * self.right / self.cases,
            self.policy / self.policies.max(1.0),
            100.0 * self.first / self.policies.max(1.0),
            self.shape / self.ends.max(1.0),
            self.reply / self.replies.max(1.0),
            self.kind / self.kinds.max(1.0),
            self.length / self.lengths.max(1.0),
        )
    }
}

/// What is pooled over the cells.
struct Pooled {
    /// The mean of each channel, then the maximum.
    numbers: [f32; POOLED],
    /// The cell where each channel is greatest.
    greatest: [usize; CHANNELS],
}

impl Pooled {
    fn of(cells: &[Channels]) -> Pooled {
        let mut numbers = [0.0; POOLED];
        let mut greatest = [0; CHANNELS];
        for (cell, channels) in cells.iter().enumerate() {
            for (i, &number) in channels.iter().enumerate() {
                numbers[i] += number;
                if number > numbers[CHANNELS + i] {
                    numbers[CHANNELS + i] = number;
                    greatest[i] = cell;
                }
            }
        }
        numbers[..CHANNELS].iter_mut().for_each(|sum| *sum /= cells.len() as f32);
        Pooled { numbers, greatest }
    }

    /// Adds what goes back to the cells through a product with `square`, and the gradient of the square.
    fn back(&self, square: &[f32], sums: &Channels, back: &mut [Channels], gradient: &mut [f32]) {
        let cells = back.len() as f32;
        let mut means = [0.0; CHANNELS];
        for (from, &number) in self.numbers.iter().enumerate() {
            let at = from * CHANNELS;
            let mut sum = 0.0;
            for i in 0..CHANNELS {
                gradient[at + i] += number * sums[i];
                sum += square[at + i] * sums[i];
            }
            if from < CHANNELS {
                means[from] = sum / cells;
            } else {
                back[self.greatest[from - CHANNELS]][from - CHANNELS] += sum;
            }
        }
        for back in back {
            back.iter_mut().zip(&means).for_each(|(back, mean)| *back += mean);
        }
    }
}

fn multiply(numbers: &[f32], square: &[f32]) -> Channels {
    let mut sums = [0.0; CHANNELS];
    for (number, row) in numbers.iter().zip(square.chunks_exact(CHANNELS)) {
        sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += number * weight);
    }
    sums
}

pub(super) fn dot(channels: &[f32], weights: &[f32]) -> f32 {
    channels.iter().zip(weights).map(|(channel, weight)| channel * weight).sum()
}

/// What the loss counts for a chance that something which came true was given.
pub(super) fn log(chance: f32) -> f64 {
    f64::from(-chance.max(1e-7).ln())
}

pub(super) fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

/// All numbers of a case on its way through the network.
pub struct Pass {
    /// Before each block, and after the last.
    outer: Vec<Vec<Channels>>,
    /// Within each block.
    inner: Vec<Vec<Channels>>,
    pools: Vec<Pooled>,
    /// The probability of each move of the case.
    pub chances: Vec<f32>,
    shapes: Vec<[f32; 2]>,
    pooled: Pooled,
    hidden: Channels,
    auxiliary: Auxiliary,
    /// Probabilities of win, draw and loss.
    pub results: [f32; RESULTS],
    /// How well it foresaw.
    pub score: Score,
}

impl Pass {
    /// The way forward.
    pub fn of(weights: &Weights, case: &Case) -> Pass {
        let Weights { layout, numbers } = weights;
        let cells = case.taps.len();
        let empty = || vec![[0.0; CHANNELS]; cells + 1];
        let mut first = empty();
        convolution::sum_rows(&case.rows, &numbers[..Layout::BLOCKS], &mut first);
        cut(&mut first);
        let (mut outer, mut inner, mut pools) = (vec![first], Vec::new(), Vec::new());
        for number in 0..layout.blocks {
            let block = &numbers[layout.block(number)..layout.block(number + 1)];
            let before = &outer[number];
            let (mut within, mut after) = (empty(), empty());
            convolution::convolve(&case.taps, before, &block[..LAYER], &mut within);
            cut(&mut within);
            within[cells] = [0.0; CHANNELS];
            let pool = Pooled::of(&within[..cells]);
            let more = multiply(&pool.numbers, &block[2 * LAYER..]);
            convolution::convolve(&case.taps, &within, &block[LAYER..2 * LAYER], &mut after);
            for (after, before) in after[..cells].iter_mut().zip(before) {
                for i in 0..CHANNELS {
                    after[i] = (after[i] + more[i] + before[i]).max(0.0);
                }
            }
            after[cells] = [0.0; CHANNELS];
            inner.push(within);
            outer.push(after);
            pools.push(pool);
        }
        let end = &outer[layout.blocks][..cells];
        let policy = &numbers[layout.policy()..layout.shape()];
        let mut chances: Vec<f32> =
            case.moves.iter().map(|&(cell, _)| dot(&end[cell.index()], policy)).collect();
        softmax(&mut chances);
        let mut shapes = Vec::new();
        if case.shapes.is_some() {
            let head = &numbers[layout.shape()..layout.hidden()];
            let chance = |cell: &Channels, side: usize| {
                let head = &head[side * (CHANNELS + 1)..][..CHANNELS + 1];
                1.0 / (1.0 + (-dot(cell, head) - head[CHANNELS]).exp())
            };
            shapes = end.iter().map(|cell| [chance(cell, 0), chance(cell, 1)]).collect();
        }
        let pooled = Pooled::of(end);
        let mut hidden = multiply(&pooled.numbers, &numbers[layout.hidden()..][..POOL]);
        let more = &numbers[layout.hidden() + POOL..layout.results()];
        hidden.iter_mut().zip(more).for_each(|(sum, more)| *sum = (*sum + more).max(0.0));
        let (head, more) = numbers[layout.results()..layout.reply()].split_at(RESULTS * CHANNELS);
        let mut results = std::array::from_fn(|i| dot(&hidden, &head[i * CHANNELS..][..CHANNELS]) + more[i]);
        softmax(&mut results);
        let auxiliary = Auxiliary::of(weights, case, end, &hidden);
        let mut score = score(case, &chances, &shapes, &results);
        auxiliary.score(case, &mut score);
        Pass { outer, inner, pools, chances, shapes, pooled, hidden, auxiliary, results, score }
    }

    /// The way back: adds the gradient of the loss to `gradient`.
    pub fn back(&self, weights: &Weights, turned: &Turned, case: &Case, gradient: &mut [f32]) {
        let Weights { layout, numbers } = weights;
        let cells = case.taps.len();
        let end = &self.outer[layout.blocks];
        let mut back = vec![[0.0f32; CHANNELS]; cells + 1];
        let mut head = |at: usize, cell: usize, error: f32, back: &mut [Channels]| {
            for i in 0..CHANNELS {
                gradient[at + i] += error * end[cell][i];
                back[cell][i] += error * numbers[at + i];
            }
        };
        if case.has_policy {
            for (&(cell, share), chance) in case.moves.iter().zip(&self.chances) {
                head(layout.policy(), cell.index(), chance - share, &mut back);
            }
        }
        for (&(cell, _), error) in case.moves.iter().zip(self.auxiliary.reply_errors(case)) {
            head(layout.reply(), cell.index(), error, &mut back);
        }
        if let Some(shapes) = &case.shapes {
            let scale = SHAPES / cells as f32;
            let mut sums = [0.0; 2];
            for side in 0..2 {
                let at = layout.shape() + side * (CHANNELS + 1);
                let mut error = |cell: usize, error: f32| {
                    head(at, cell, scale * error, &mut back);
                    sums[side] += scale * error;
                };
                (0..cells).for_each(|cell| error(cell, self.shapes[cell][side]));
                shapes[side].iter().for_each(|cell| error(cell.index(), -1.0));
            }
            for (side, sum) in sums.into_iter().enumerate() {
                gradient[layout.shape() + side * (CHANNELS + 1) + CHANNELS] += sum;
            }
        }
        self.value_back(weights, case, &mut back[..cells], gradient);
        for number in (0..layout.blocks).rev() {
            let at = layout.block(number);
            let within = &self.inner[number];
            stop_where_cut(&mut back, &self.outer[number + 1]);
            let (first, rest) = gradient[at..at + 2 * LAYER + POOL].split_at_mut(LAYER);
            let (second, pool) = rest.split_at_mut(LAYER);
            convolution::add_gradient(&case.taps, within, &back, second);
            let mut inner_back = turned.back(2 * number + 1, &case.taps, &back);
            let mut sums = [0.0; CHANNELS];
            for back in &back[..cells] {
                sums.iter_mut().zip(back).for_each(|(sum, back)| *sum += back);
            }
            let square = &numbers[at + 2 * LAYER..][..POOL];
            self.pools[number].back(square, &sums, &mut inner_back[..cells], pool);
            stop_where_cut(&mut inner_back, within);
            convolution::add_gradient(&case.taps, &self.outer[number], &inner_back, first);
            let outer_back = turned.back(2 * number, &case.taps, &inner_back);
            for (back, more) in back.iter_mut().zip(&outer_back) {
                back.iter_mut().zip(more).for_each(|(back, more)| *back += more);
            }
        }
        stop_where_cut(&mut back, &self.outer[0]);
        for &(cell, row) in &case.rows {
            let to = &mut gradient[usize::from(row) * CHANNELS..][..CHANNELS];
            to.iter_mut().zip(&back[cell.index()]).for_each(|(gradient, back)| *gradient += back);
        }
    }

    fn value_back(&self, weights: &Weights, case: &Case, back: &mut [Channels], gradient: &mut [f32]) {
        let Weights { layout, numbers } = weights;
        let mut hidden_back = [0.0; CHANNELS];
        let results = layout.results();
        let mut errors: Vec<(usize, usize, f32)> = (0..RESULTS)
            .map(|result| {
                let error = self.results[result] - case.results[result];
                (results + result * CHANNELS, results + RESULTS * CHANNELS + result, error)
            })
            .collect();
        let others = self.auxiliary.hidden_errors(weights, case);
        errors.extend(others.into_iter().map(|(at, error)| (at, at + CHANNELS, error)));
        for (at, more, error) in errors {
            gradient[more] += error;
            for i in 0..CHANNELS {
                gradient[at + i] += error * self.hidden[i];
                hidden_back[i] += if self.hidden[i] > 0.0 { error * numbers[at + i] } else { 0.0 };
            }
        }
        let (square, more) = gradient[layout.hidden()..layout.results()].split_at_mut(POOL);
        more.iter_mut().zip(&hidden_back).for_each(|(gradient, back)| *gradient += back);
        self.pooled.back(&numbers[layout.hidden()..][..POOL], &hidden_back, back, square);
    }

    /// The loss that [`Pass::back`] is the gradient of.
    pub fn loss(&self) -> f64 {
        self.score.value
            + self.score.policy
            + f64::from(SHAPES) * self.score.shape
            + Auxiliary::loss(&self.score)
    }
}

fn score(case: &Case, chances: &[f32], shapes: &[[f32; 2]], results: &[f32; RESULTS]) -> Score {
    let mut score = Score { cases: 1.0, ..Score::default() };
    score.value =
        case.results.iter().zip(results).map(|(&share, &chance)| f64::from(share) * log(chance)).sum();
    score.right = f64::from(u8::from((results[0] > results[2]) == (case.results[0] > case.results[2])));
    if case.has_policy {
        score.policies = 1.0;
        score.policy =
            case.moves.iter().zip(chances).map(|(&(_, share), &chance)| f64::from(share) * log(chance)).sum();
        let best =
            (0..chances.len()).max_by(|&a, &b| case.moves[a].1.total_cmp(&case.moves[b].1)).unwrap_or(0);
        score.first = f64::from(u8::from(chances.iter().all(|&chance| chance <= chances[best])));
    }
    if let Some(known) = &case.shapes {
        score.ends = 1.0;
        let mut sum: f64 = shapes.iter().flatten().map(|&chance| log(1.0 - chance)).sum();
        for (side, cells) in known.iter().enumerate() {
            for cell in cells {
                let chance = shapes[cell.index()][side];
                sum += log(chance) - log(1.0 - chance);
            }
        }
        score.shape = sum / shapes.len() as f64;
    }
    score
}

fn cut(cells: &mut [Channels]) {
    cells.iter_mut().flatten().for_each(|number| *number = number.max(0.0));
}

/// Nothing goes back through a channel that was cut off.
fn stop_where_cut(back: &mut [Channels], numbers: &[Channels]) {
    for (back, number) in back.iter_mut().flatten().zip(numbers.iter().flatten()) {
        *back = if *number > 0.0 { *back } else { 0.0 };
    }
}
