//! Learns the weights of the policy and value network from samples of self-play.
//!
//! ```text
//! cargo run --release -p robusto-search --example train_value_net -- OUT EPOCHS THREADS SAMPLES...
//! cargo run --release -p robusto-search --example train_value_net -- crates/search/src/networks/value_net.bin 8 2 data.bin
//! ```
//!
//! The loss is the cross entropy of the moves (shares of visits) and of the result of the game together; steps are Adam's, over batches of
//! positions under random symmetries. Every tenth game is kept for the test that is printed after each epoch.

use game::Cell;
use search::networks::convolution::{self, CHANNELS, Channels, LAYER, TAPS, Taps};
use search::networks::features::{self, Row};
use search::networks::sample::{self, Sample};
use search::networks::softmax::softmax;
use search::networks::value_net::{
    BLOCKS, HIDDEN, LAYERS, MOVE, NUMBERS, POOLED, ValueHead, WIN, dot, each_row, relu, residual_block,
};
use search::networks::weights::to_bytes;
use search::random::Random;

const BATCH: usize = 64;
const RATE: f32 = 1.5e-3;
/// Searches are short, so that their visits are spread more widely than the worth of the moves.
const SHARPNESS: f32 = 1.5;
/// Weights shrink by so much of the rate.
const DECAY: f32 = 0.01;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let out = arguments.next().expect("a file for the weights");
    let mut number = |what: &str| -> usize { arguments.next().expect(what).parse().expect(what) };
    let epochs = number("a number of epochs");
    let threads = number("a number of threads");
    let samples = sample::read_files(arguments).expect("files of samples");
    let (test, mut learn) = by_game(samples);
    println!("{} samples to learn from, {} to test", learn.len(), test.len());

    let mut random = Random::new(7);
    let mut net = Net::new(&mut random);
    let batches = learn.len().div_ceil(BATCH);
    for epoch in 0..epochs {
        for i in (1..learn.len()).rev() {
            learn.swap(i, random.below(i + 1));
        }
        let mut sum = Score::default();
        for (number, batch) in learn.chunks(BATCH).enumerate() {
            let done = (epoch * batches + number) as f32 / (epochs * batches) as f32;
            let seed = random.bits();
            let mut gradients = parts(batch, threads, |number, part| {
                let mut random = Random::new(seed.wrapping_add(number as u64));
                let mut gradient = Gradient::new();
                for sample in part {
                    let maps = sample.shape().symmetries();
                    let turned = sample.turned(&maps[random.below(maps.len())]);
                    gradient.learn(&net.weights, &Case::of(&turned));
                }
                gradient
            });
            let mut gradient = gradients.pop().expect("a thread at least");
            gradients.iter().for_each(|other| gradient.add(other));
            sum.add(gradient.score);
            // A cosine from the full rate to a fiftieth.
            let rate = RATE * (0.02 + 0.49 * (1.0 + (done * std::f32::consts::PI).cos()));
            net.step(&gradient.numbers, rate, batch.len() as f32);
        }
        let mut tested = Score::default();
        let tests = parts(&test, threads, |_, part| {
            let mut score = Score::default();
            part.iter().for_each(|sample| score.add(Pass::of(&net.weights, &Case::of(sample)).score));
            score
        });
        tests.iter().for_each(|&score| tested.add(score));
        println!("epoch {epoch}: learning {sum}; test {tested}");
        std::fs::write(&out, to_bytes(&net.weights)).expect("written");
    }
}

/// Splits samples into those to test with and those to learn from, whole games together: a game ends where the next sample has
/// another board or fewer stones.
fn by_game(samples: Vec<Sample>) -> (Vec<Sample>, Vec<Sample>) {
    let (mut test, mut learn) = (Vec::new(), Vec::new());
    let (mut game, mut before) = (0, (0, 0));
    for sample in samples {
        let stones = sample.stones.iter().map(Vec::len).sum::<usize>();
        if sample.size != before.0 || stones <= before.1 {
            game += 1;
        }
        before = (sample.size, stones);
        if game % 10 == 0 { test.push(sample) } else { learn.push(sample) }
    }
    (test, learn)
}

/// Does parts of the work on as many threads.
fn parts<T: Sync, R: Send>(all: &[T], threads: usize, work: impl Fn(usize, &[T]) -> R + Sync) -> Vec<R> {
    std::thread::scope(|scope| {
        let work = &work;
        let running: Vec<_> = all
            .chunks(all.len().div_ceil(threads).max(1))
            .enumerate()
            .map(|(number, part)| scope.spawn(move || work(number, part)))
            .collect();
        running.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
    })
}

/// A sample as rows, shares of visits and the result.
struct Case {
    taps: Taps,
    rows: Vec<(Cell, Row)>,
    moves: Vec<(Cell, f32)>,
    result: f32,
}

impl Case {
    fn of(sample: &Sample) -> Case {
        let position = sample.position();
        let features = features::of(sample.shape()).expect("large enough");
        let mut rows = Vec::new();
        each_row(features, position.board(), sample.last, |cell, row| rows.push((cell, row)));
        let moves = sample.visits.iter().map(|&(cell, _)| cell).zip(sample.shares(SHARPNESS)).collect();
        let result = sample.winner.map_or(0.5, |winner| f32::from(u8::from(winner == sample.turn)));
        Case { taps: convolution::taps(sample.shape()), rows, moves, result }
    }
}

/// How well the network foresees.
#[derive(Default, Clone, Copy)]
struct Score {
    moves: f64,
    first: f64,
    five: f64,
    win: f64,
    right: f64,
    count: f64,
}

impl Score {
    fn add(&mut self, other: Score) {
        self.moves += other.moves;
        self.first += other.first;
        self.five += other.five;
        self.win += other.win;
        self.right += other.right;
        self.count += other.count;
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = |sum: f64| sum / self.count;
        write!(
            f,
            "moves {:.4}, foreseen {:.1} %, among five {:.1} %, win {:.4}, winner foreseen {:.1} %",
            mean(self.moves),
            100.0 * mean(self.first),
            100.0 * mean(self.five),
            mean(self.win),
            100.0 * mean(self.right),
        )
    }
}

/// All numbers of a case on their way through the network.
struct Pass {
    /// Before each block, and after the last.
    outer: Vec<Vec<Channels>>,
    /// Within each block.
    inner: Vec<Vec<Channels>>,
    chances: Vec<(Cell, f32)>,
    word: ValueHead,
    score: Score,
}

impl Pass {
    fn of(weights: &[f32], case: &Case) -> Pass {
        let cells = case.taps.len();
        let empty = || vec![[0.0; CHANNELS]; cells + 1];
        let mut first = empty();
        convolution::sum_rows(&case.rows, &weights[..LAYERS], &mut first);
        relu(&mut first);
        let (mut outer, mut inner) = (vec![first], Vec::new());
        for block in weights[LAYERS..MOVE].chunks_exact(2 * LAYER) {
            let (mut within, mut after) = (empty(), empty());
            residual_block(&case.taps, block, &outer[outer.len() - 1], &mut within, &mut after);
            inner.push(within);
            outer.push(after);
        }
        let end = &outer[BLOCKS];
        let weight = |cell: Cell| dot(&end[cell.index()], &weights[MOVE..HIDDEN]);
        let mut chances: Vec<(Cell, f32)> =
            case.moves.iter().map(|&(cell, _)| (cell, weight(cell))).collect();
        softmax(&mut chances);
        let word = ValueHead::of(&end[..cells], weights);

        let moves: f32 = case
            .moves
            .iter()
            .zip(&chances)
            .map(|((_, share), (_, chance))| -share * chance.max(1e-9).ln())
            .sum();
        let best =
            (0..chances.len()).max_by(|&a, &b| case.moves[a].1.total_cmp(&case.moves[b].1)).unwrap_or(0);
        let above = chances.iter().filter(|(_, chance)| *chance > chances[best].1).count();
        let win = word.win;
        let loss = -case.result * win.max(1e-6).ln() - (1.0 - case.result) * (1.0 - win).max(1e-6).ln();
        let score = Score {
            moves: moves.into(),
            first: f64::from(u8::from(above == 0)),
            five: f64::from(u8::from(above < 5)),
            win: loss.into(),
            right: f64::from(u8::from((win > 0.5) == (case.result > 0.5))),
            count: 1.0,
        };
        Pass { outer, inner, chances, word, score }
    }
}

/// The gradient of the loss of some cases.
struct Gradient {
    numbers: Vec<f32>,
    score: Score,
}

impl Gradient {
    fn new() -> Gradient {
        Gradient { numbers: vec![0.0; NUMBERS], score: Score::default() }
    }

    fn add(&mut self, other: &Gradient) {
        self.numbers.iter_mut().zip(&other.numbers).for_each(|(a, b)| *a += b);
        self.score.add(other.score);
    }

    fn learn(&mut self, weights: &[f32], case: &Case) {
        let pass = Pass::of(weights, case);
        self.score.add(pass.score);
        let cells = case.taps.len();
        let gradient = &mut self.numbers;
        let end = &pass.outer[BLOCKS];
        let mut back = vec![[0.0f32; CHANNELS]; cells + 1];

        for ((cell, share), (_, chance)) in case.moves.iter().zip(&pass.chances) {
            let error = chance - share;
            for i in 0..CHANNELS {
                gradient[MOVE + i] += error * end[cell.index()][i];
                back[cell.index()][i] += error * weights[MOVE + i];
            }
        }
        let word = &pass.word;
        let error = word.win - case.result;
        gradient[NUMBERS - 1] += error;
        let mut hidden_back = [0.0; CHANNELS];
        for i in 0..CHANNELS {
            gradient[WIN + i] += error * word.hidden[i];
            hidden_back[i] = if word.hidden[i] > 0.0 { error * weights[WIN + i] } else { 0.0 };
            gradient[HIDDEN + POOLED * CHANNELS + i] += hidden_back[i];
        }
        for (from, &number) in word.pooled.iter().enumerate() {
            let at = HIDDEN + from * CHANNELS;
            let mut sum = 0.0;
            for i in 0..CHANNELS {
                gradient[at + i] += number * hidden_back[i];
                sum += weights[at + i] * hidden_back[i];
            }
            if from < CHANNELS {
                back[..cells].iter_mut().for_each(|back| back[from] += sum / cells as f32);
            } else {
                back[word.greatest[from - CHANNELS]][from - CHANNELS] += sum;
            }
        }

        for block in (0..BLOCKS).rev() {
            let at = LAYERS + 2 * block * LAYER;
            stop_where_cut(&mut back, &pass.outer[block + 1]);
            let within = &pass.inner[block];
            convolution::add_gradient(&case.taps, within, &back, &mut gradient[at + LAYER..at + 2 * LAYER]);
            let mut inner_back = turn_back(&case.taps, &back, &weights[at + LAYER..at + 2 * LAYER]);
            stop_where_cut(&mut inner_back, within);
            convolution::add_gradient(
                &case.taps,
                &pass.outer[block],
                &inner_back,
                &mut gradient[at..at + LAYER],
            );
            let outer_back = turn_back(&case.taps, &inner_back, &weights[at..at + LAYER]);
            for (back, more) in back.iter_mut().zip(&outer_back) {
                back.iter_mut().zip(more).for_each(|(back, more)| *back += more);
            }
        }
        stop_where_cut(&mut back, &pass.outer[0]);
        for &(cell, row) in &case.rows {
            let to = &mut gradient[usize::from(row) * CHANNELS..][..CHANNELS];
            to.iter_mut().zip(&back[cell.index()]).for_each(|(gradient, back)| *gradient += back);
        }
    }
}

/// Nothing goes back through a channel that was cut off.
fn stop_where_cut(back: &mut [Channels], numbers: &[Channels]) {
    for (back, number) in back.iter_mut().flatten().zip(numbers.iter().flatten()) {
        *back = if *number > 0.0 { *back } else { 0.0 };
    }
}

/// What goes back through a layer: the same sums over the turned weights, each neighbour from the other side.
fn turn_back(taps: &Taps, back: &[Channels], layer: &[f32]) -> Vec<Channels> {
    let mut turned = vec![0.0; LAYER];
    for tap in 0..TAPS {
        let opposite = if tap == 0 { 0 } else { (tap - 1 + 3) % 6 + 1 };
        for i in 0..CHANNELS {
            for o in 0..CHANNELS {
                turned[(opposite * CHANNELS + o) * CHANNELS + i] = layer[(tap * CHANNELS + i) * CHANNELS + o];
            }
        }
    }
    let mut result = vec![[0.0; CHANNELS]; back.len()];
    convolution::convolve(taps, back, &turned, &mut result);
    result[taps.len()] = [0.0; CHANNELS];
    result
}

/// The weights with what learning keeps beside them.
struct Net {
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Net {
    fn new(random: &mut Random) -> Net {
        let mut weights = vec![0.0; NUMBERS];
        let mut fill = |part: &mut [f32], scale: f32| {
            for weight in part {
                let sum: f32 = (0..12).map(|_| random.unit()).sum();
                *weight = (sum - 6.0) * scale;
            }
        };
        fill(&mut weights[..LAYERS], 0.1);
        let square = TAPS * CHANNELS * CHANNELS;
        for layer in weights[LAYERS..MOVE].chunks_exact_mut(LAYER) {
            fill(&mut layer[..square], (1.0 / (TAPS * CHANNELS) as f32).sqrt());
        }
        fill(&mut weights[MOVE..HIDDEN], 0.1);
        fill(&mut weights[HIDDEN..HIDDEN + POOLED * CHANNELS], (2.0 / POOLED as f32).sqrt());
        fill(&mut weights[WIN..WIN + CHANNELS], 0.1);
        Net { weights, mean: vec![0.0; NUMBERS], square: vec![0.0; NUMBERS], steps: 0 }
    }

    /// A step of Adam with the mean gradient of the batch.
    fn step(&mut self, gradients: &[f32], rate: f32, count: f32) {
        self.steps += 1;
        let (old, older) = (0.9f32, 0.999f32);
        let (fresh, fresher) = (1.0 - old.powi(self.steps), 1.0 - older.powi(self.steps));
        for (i, gradient) in gradients.iter().enumerate() {
            let gradient = gradient / count;
            self.mean[i] = old * self.mean[i] + (1.0 - old) * gradient;
            self.square[i] = older * self.square[i] + (1.0 - older) * gradient * gradient;
            let step = (self.mean[i] / fresh) / ((self.square[i] / fresher).sqrt() + 1e-8);
            self.weights[i] -= rate * (step + DECAY * self.weights[i]);
        }
    }
}
