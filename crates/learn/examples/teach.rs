use game::*;
use search::{presets, random::Random};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let path = std::path::PathBuf::from(&a[1]);
    let seconds: f64 = a[2].parse().unwrap();
    let mut random = Random::new(a[3].parse().unwrap());
    let game = Game::named(&a[4]).unwrap();
    let sizes: Vec<Size> = a[5].split(',').map(|s| Size::parse(game, s).unwrap()).collect();
    let plan = learn::play::Plan { visits: a[6].parse().unwrap(), ..Default::default() };
    let start = Instant::now();
    learn::played::recover_file(&path).unwrap();
    let (mut games, mut n) = (0, 0);
    while start.elapsed().as_secs_f64() < seconds {
        let size = sizes[random.below(sizes.len())];
        let mut settings = presets::preset("strong-2026-11", size).unwrap();
        for pair in &a[7..] {
            let (k, v) = pair.split_once('=').unwrap();
            settings.set(k, v).unwrap();
        }
        let played =
            learn::play::play(Shape::of(size), &settings, &plan, &mut random, &AtomicBool::new(false))
                .unwrap();
        games += 1;
        n += played.searched.len();
        played.append(&path).unwrap();
        if games % 10 == 0 {
            eprintln!("{games} games {n} samples {:.0} s", start.elapsed().as_secs_f64());
        }
    }
}
