//! Self-play for learning: plays games on several sizes and writes positions with the visits of their moves.
//!
//! ```text
//! cargo run --release -p robusto-search --example selfplay -- OUT SECONDS SEED [PRESET] [SIZES] [VISITS] [setting=value ...]
//! cargo run --release -p robusto-search --example selfplay -- data.bin 600 1 strong 5,6,7,8,9,10 1000
//! ```
//!
//! Every second move is thought about with all visits and written; the others are played with a fifth of them, so that games are
//! many and positions differ. The first stones are random and the next ones drawn by visits. The format is that of
//! `policy::sample`.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Cell, Outcome, Shape, Size};
use search::mcts::{Mcts, Resources};
use search::networks::sample::Sample;
use search::player::{Limits, Moment, Player, Thought, Verdict};
use search::presets;
use search::random::Random;
use search::settings::Settings;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut next = |otherwise: &str| arguments.next().unwrap_or_else(|| otherwise.into());
    let path = next("selfplay.bin");
    let seconds: f64 = next("60").parse().expect("seconds");
    let seed: u64 = next("1").parse().expect("a seed");
    let preset = next("strong");
    let sizes: Vec<u8> = next("5,6,7,8,9,10").split(',').map(|size| size.parse().expect("a size")).collect();
    let visits: u64 = next("1000").parse().expect("visits");
    let changes: Vec<String> = arguments.collect();
    let settings_on = |board: Size| {
        let mut settings = presets::preset(&preset, board).expect("a preset");
        for pair in &changes {
            let (name, value) = pair.split_once('=').expect("setting=value");
            settings.set(name, value).expect("a setting");
        }
        Settings { early_stop: false, ..settings }
    };

    let file = OpenOptions::new().create(true).append(true).open(path).expect("a file to write");
    let mut out = BufWriter::new(file);
    let mut random = Random::new(seed);
    let start = Instant::now();
    let (mut games, mut samples) = (0, 0);
    while start.elapsed() < Duration::from_secs_f64(seconds) {
        let size = sizes[random.below(sizes.len())];
        let board = Size::havannah(size.into()).expect("a size");
        let game = play(Shape::of(board), &settings_on(board), visits, &mut random);
        samples += game.len();
        games += 1;
        game.iter().for_each(|sample| sample.write(&mut out).expect("written"));
        out.flush().expect("written");
    }
    eprintln!("{games} games, {samples} positions");
}

/// Plays one game and returns its samples.
fn play(shape: &'static Shape, settings: &Settings, visits: u64, random: &mut Random) -> Vec<Sample> {
    let resources = Resources { memory: 128 << 20, seed: random.bits(), ..Resources::default() };
    let mut player = Mcts::new(settings.clone(), resources);
    let mut position = Moment::new(shape);
    let mut samples = Vec::new();
    for _ in 0..random.below(4) {
        let cells: Vec<Cell> = position.empty_cells().iter().collect();
        position.play(cells[random.below(cells.len())]);
    }
    let drawn = 2 + shape.len() / 12;
    let mut stones = 0;
    let winner = loop {
        match position.outcome() {
            Some(Outcome::Win(colour)) => break Some(colour),
            Some(Outcome::Draw) => break None,
            None => {}
        }
        let whole = random.below(2) == 0;
        let limits = Limits::visits(if whole { visits } else { visits / 5 });
        let thought = player.think(&position, &limits, &AtomicBool::new(false), &mut |_| {});
        match thought.verdict {
            Verdict::Win => break Some(position.turn()),
            Verdict::Loss => break Some(position.turn().other()),
            Verdict::Draw => break None,
            Verdict::Unknown => {}
        }
        if whole && thought.candidates.len() > 1 {
            samples.push(Sample::of(&position, &thought));
        }
        position.play(choose(&thought, stones < drawn, random));
        stones += 1;
    };
    samples.iter_mut().for_each(|sample| sample.set_winner(winner));
    samples
}

fn choose(thought: &Thought, drawn: bool, random: &mut Random) -> Cell {
    if drawn {
        let open = || thought.candidates.iter().filter(|candidate| candidate.verdict != Verdict::Loss);
        let sum: u64 = open().map(|candidate| candidate.visits).sum();
        let mut rest = (f64::from(random.unit()) * sum as f64) as u64;
        for candidate in open() {
            if candidate.visits > rest {
                return candidate.cell;
            }
            rest -= candidate.visits;
        }
    }
    thought.best().expect("a game that goes on has a move")
}
