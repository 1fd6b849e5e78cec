//! The coordinator of shared proofs with 1 to 10,000 imitated workers: where it saturates.

use cluster::model::{World, run as imitate};

/// What is imitated; times are in seconds.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Nodes of the whole proof
    #[arg(long, default_value_t = 1e10)]
    cost: f64,
    /// Moves of a position
    #[arg(long, default_value_t = 36)]
    width: usize,
    /// Nodes a second of a worker
    #[arg(long, default_value_t = 6e4)]
    speed: f64,
    /// Nodes of the first order for a position
    #[arg(long, default_value_t = 4e5)]
    first: f64,
    /// Nodes of the largest order
    #[arg(long, default_value_t = 2.56e7)]
    most: f64,
    /// How much cheaper a position is than the one before it
    #[arg(long, default_value_t = 16.0)]
    growth: f64,
    /// How much dearer a wrong move looks
    #[arg(long, default_value_t = 3.0)]
    insight: f64,
    /// A worker's time for an order, apart from nodes
    #[arg(long, default_value_t = 0.1)]
    fixed: f64,
    /// The coordinator's time for an open answer
    #[arg(long, default_value_t = 0.003)]
    open: f64,
    /// The coordinator's time for a proved answer
    #[arg(long, default_value_t = 0.03)]
    proved: f64,
    /// The coordinator's time for an order
    #[arg(long, default_value_t = 0.001)]
    order: f64,
    /// The time of a message
    #[arg(long, default_value_t = 0.002)]
    delay: f64,
    /// Other dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many workers, one row for each number
    #[arg(long, value_delimiter = ',', default_value = "1,10,100,1000,3000,10000")]
    workers: Vec<usize>,
}

/// `coordinator`.
pub fn run(args: &Args) {
    let world = World {
        workers: 1,
        cost: args.cost,
        width: args.width,
        speed: args.speed,
        fixed: args.fixed,
        budgets: (args.first, args.most),
        growth: args.growth,
        insight: args.insight,
        fold: (args.open, args.proved),
        order: args.order,
        delay: args.delay,
        seed: args.seed,
    };
    println!("{world:?}");
    println!(
        "{:>8} {:>12} {:>9} {:>9} {:>8} {:>8} {:>10} {:>9}",
        "workers", "seconds", "speed-up", "jobs", "busy", "coord.", "messages/s", "nodes"
    );
    let mut one = None;
    for &workers in &args.workers {
        let outcome = imitate(&World { workers, ..world });
        let base = *one.get_or_insert(outcome.seconds * workers as f64);
        println!(
            "{workers:>8} {:>12.0} {:>9.1} {:>9} {:>7.1}% {:>7.1}% {:>10.1} {:>9.2e}",
            outcome.seconds,
            base / outcome.seconds,
            outcome.jobs,
            100.0 * outcome.busy,
            100.0 * outcome.coordinator,
            outcome.messages,
            outcome.nodes,
        );
    }
}
