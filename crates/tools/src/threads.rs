//! What a second thread is worth.
//!
//! Thoughts from an empty tree with one thread and with two in turns, each in ten slices of equal visits, each thread on a core of its own. On a busy
//! machine most slices are disturbed, so that the shortest time of each slice over all rounds counts. It prints simulations a second over
//! the whole thought, and how many times more two threads do: for the same visits, and in the time that one thread took. Beside it stands
//! what two players do who share nothing: more than that the machine does not give.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Shape, Size};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Moment, Player};
use search::presets;
use search::settings::Settings;

const SLICES: usize = 10;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The player
    #[arg(default_value = "rave")]
    preset: String,
    /// The board of Havannah
    #[arg(default_value_t = 4)]
    size: usize,
    /// How often each way is tried
    #[arg(default_value_t = 10)]
    rounds: usize,
    /// About how long one thread thinks
    #[arg(default_value_t = 1.0)]
    seconds: f64,
}

/// `threads`.
pub fn run(args: &Args) {
    let &Args { ref preset, size, rounds, seconds } = args;
    let visits = (seconds * rate(preset, size) / SLICES as f64) as u64;
    #[cfg(target_os = "linux")]
    std::thread::spawn(pin);
    let mut shortest = [[Duration::MAX; SLICES]; 3];
    for _ in 0..rounds {
        let found = [
            slices(preset, size, 1, visits),
            slices(preset, size, 2, visits),
            slices_apart(preset, size, visits),
        ];
        for (best, times) in shortest.iter_mut().zip(found) {
            best.iter_mut().zip(times).for_each(|(best, time)| *best = time.min(*best));
        }
    }
    let sums = shortest.map(|times| times.iter().sum::<Duration>().as_secs_f64());
    let all = visits as f64 * SLICES as f64;
    // What two threads do in the time of one: they go on at the rate of their last slice.
    let more = (sums[0] - sums[1]) / shortest[1][SLICES - 1].as_secs_f64() * visits as f64;
    println!(
        "{preset}, size {size}, {all} visits: one thread {:.0} k/s, two {:.0} k/s: {:.2} times for the same visits, {:.2} in the same time; two players apart {:.2} times",
        all / sums[0] / 1000.0,
        all / sums[1] / 1000.0,
        sums[0] / sums[1],
        (all + more) / all,
        sums[0] / sums[2]
    );
}

fn player(preset: &str, size: usize, threads: usize) -> Mcts {
    let board = Size::havannah(size).expect("a legal size");
    let settings = Settings { early_stop: false, ..presets::preset(preset, board).expect("a known preset") };
    Mcts::new(settings, Resources { threads, ..Resources::default() })
}

fn empty(size: usize) -> Moment {
    Moment::new(Shape::of(Size::havannah(size).expect("a legal size")))
}

/// A rough number of simulations a second.
fn rate(preset: &str, size: usize) -> f64 {
    let limits = Limits::time(Duration::from_millis(300));
    let thought = player(preset, size, 1).think(&empty(size), &limits, &AtomicBool::new(false), &mut |_| {});
    thought.new_visits as f64 / thought.elapsed.as_secs_f64()
}

fn slices(preset: &str, size: usize, threads: usize, visits: u64) -> [Duration; SLICES] {
    let mut player = player(preset, size, threads);
    let position = empty(size);
    [(); SLICES].map(|()| {
        let limits = Limits::visits(visits);
        player.think(&position, &limits, &AtomicBool::new(false), &mut |_| {}).elapsed
    })
}

/// The same by two players, each of whom does half.
fn slices_apart(preset: &str, size: usize, visits: u64) -> [Duration; SLICES] {
    let mut players = [player(preset, size, 1), player(preset, size, 1)];
    let position = empty(size);
    [(); SLICES].map(|()| {
        let limits = Limits::visits(visits / 2);
        let start = Instant::now();
        std::thread::scope(|scope| {
            let [here, there] = &mut players;
            scope.spawn(|| there.think(&position, &limits, &AtomicBool::new(false), &mut |_| {}));
            here.think(&position, &limits, &AtomicBool::new(false), &mut |_| {});
        });
        start.elapsed()
    })
}

/// Keeps the threads of this program apart: the first and the last one on cores of their own.
#[cfg(target_os = "linux")]
fn pin() {
    use rustix::thread::{CpuSet, Pid, gettid, sched_setaffinity};
    let own = gettid();
    loop {
        let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
        let number = |task: std::fs::DirEntry| task.file_name().to_str().and_then(|name| name.parse().ok());
        let mut threads: Vec<Pid> =
            tasks.filter_map(number).filter_map(Pid::from_raw).filter(|&thread| thread != own).collect();
        threads.sort_by_key(|thread| thread.as_raw_nonzero());
        for (core, &thread) in threads.iter().enumerate() {
            let mut cores = CpuSet::new();
            cores.set(core);
            // A thread that has ended meanwhile needs no core.
            let _ = sched_setaffinity(Some(thread), &cores);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}
