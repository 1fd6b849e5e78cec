//! scratch
use game::*;
use search::{mcts::*, player::*, presets};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let preset = args.get(1).map_or("rave", |s| s.as_str());
    let threads: usize = args.get(2).map_or(1, |s| s.parse().unwrap());
    for n in [4, 5, 8, 10] {
        let shape = Shape::of(Size::havannah(n).unwrap());
        let mut best: f64 = 0.0;
        let mut mem = 0;
        for k in 0..5 {
            let mut s = presets::preset(preset).unwrap();
            s.early_stop = false;
            let mut p = Mcts::new(s, Resources { threads, memory: 2 << 30, seed: k, weights: None });
            let t = p.think(
                &Moment::new(shape),
                &Limits::time(std::time::Duration::from_millis(700)),
                &std::sync::atomic::AtomicBool::new(false),
                &mut |_| {},
            );
            best = best.max(t.new_visits as f64 / t.elapsed.as_secs_f64());
            mem = t.memory;
        }
        println!("size {n}: best {best:.0}/s mem {mem}");
    }
}
