//! The coordinator with 1 to 10,000 imitated workers: where it saturates.
//!
//! simulate [cost=1e10] [width=36] [speed=6e4] [first=4e5] [most=2.56e7] [growth=16] [insight=3] [fixed=0.1] [open=0.003] [proved=0.03]
//! [order=0.001] [delay=0.002] [workers=1,10,100,1000,3000,10000]

use cluster::model::{World, run};

fn main() {
    let mut world = World {
        workers: 1,
        cost: 1e10,
        width: 36,
        speed: 6e4,
        fixed: 0.1,
        budgets: (4e5, 2.56e7),
        growth: 16.0,
        insight: 3.0,
        fold: (0.003, 0.03),
        order: 0.001,
        delay: 0.002,
        seed: 1,
    };
    let mut counts = vec![1, 10, 100, 1000, 3000, 10_000];
    for arg in std::env::args().skip(1) {
        let (key, value) = arg.split_once('=').expect("key=value");
        if key == "workers" {
            counts = value.split(',').map(|count| count.parse().expect("a number")).collect();
            continue;
        }
        let number: f64 = value.parse().expect("a number");
        match key {
            "cost" => world.cost = number,
            "width" => world.width = number as usize,
            "speed" => world.speed = number,
            "first" => world.budgets.0 = number,
            "most" => world.budgets.1 = number,
            "growth" => world.growth = number,
            "insight" => world.insight = number,
            "fixed" => world.fixed = number,
            "open" => world.fold.0 = number,
            "proved" => world.fold.1 = number,
            "order" => world.order = number,
            "delay" => world.delay = number,
            "seed" => world.seed = number as u64,
            _ => panic!("there is no {key}"),
        }
    }
    println!("{world:?}");
    println!(
        "{:>8} {:>12} {:>9} {:>9} {:>8} {:>8} {:>10} {:>9}",
        "workers", "seconds", "speed-up", "jobs", "busy", "coord.", "messages/s", "nodes"
    );
    let mut one = None;
    for workers in counts {
        let outcome = run(&World { workers, ..world });
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
