//! The gradient against small steps, whole numbers against floating point, and a course that was interrupted.

use std::sync::atomic::AtomicBool;

use game::{Game, Shape, Size};
use search::networks::tower::file::Network;
use search::networks::tower::fixed::{Scratch, Tower};
use search::player::Verdict;
use search::presets;

use super::*;
use crate::play::{Plan, play};

/// Lessons of quick games of a preset on several boards.
fn some_lessons(sizes: &[Size], games: usize, preset: &str) -> Vec<Lesson> {
    let mut random = Random::new(5);
    let plan = Plan { visits: 40, one_in: 2, quick: 4, random_stones: 4, ..Plan::default() };
    let mut lessons = Vec::new();
    for number in 0..games {
        let size = sizes[number % sizes.len()];
        let settings = presets::preset(preset, size).unwrap();
        let played =
            play(Shape::of(size), &settings, &plan, None, &mut random, &AtomicBool::new(false)).unwrap();
        lessons.extend(lesson::lessons(played));
    }
    lessons
}

fn boards() -> Vec<Size> {
    let size = |game, text| Size::parse(game, text).unwrap();
    vec![size(Game::Havannah, "4"), size(Game::Hex, "5"), size(Game::Havannah, "6")]
}

#[test]
fn a_gradient_is_what_a_small_step_changes() {
    let mut random = Random::new(9);
    let mut weights = random_weights(2, &mut random);
    // Pooling must count, or its way back is not seen.
    for block in 0..2 {
        let at = weights.layout.block(block) + 2 * LAYER;
        weights.numbers[at..at + POOL].iter_mut().for_each(|weight| *weight = 0.2 * random.unit() - 0.1);
    }
    let auxiliary = weights.layout.reply();
    weights.numbers[auxiliary..].iter_mut().for_each(|weight| *weight = random.unit() - 0.5);
    let lessons = some_lessons(&boards(), 3, "rave");
    let taps = AllTaps::of(&lessons);
    let layout = weights.layout;
    let (mut seen, mut seen_auxiliary) = (0, 0);
    for lesson in lessons.iter().step_by(7) {
        let case = lesson.case(&lesson.shape().symmetries()[0], &taps);
        let mut gradient = vec![0.0; layout.len()];
        Pass::of(&weights, &case).back(&weights, &Turned::new(&weights), &case, &mut gradient);
        // Some of every part, and of these the ones that matter.
        let mut places: Vec<usize> = (0..400).map(|_| random.below(layout.len())).collect();
        for part in
            [layout.block(0) + 2 * LAYER, layout.block(1) + 2 * LAYER, layout.policy(), layout.shape()]
        {
            places.extend(part..part + 60);
        }
        places.extend(layout.hidden()..layout.hidden() + 60);
        places.extend(layout.results()..layout.len());
        assert!(case.reply.is_some() || case.length.is_some());
        places.retain(|&at| gradient[at].abs() > if at < auxiliary { 0.02 } else { 0.004 });
        for at in places {
            let step = 2e-3;
            let loss = |by: f32| {
                let mut moved = weights.clone();
                moved.numbers[at] += by;
                Pass::of(&moved, &case).loss()
            };
            let change = (loss(step) - loss(-step)) / f64::from(2.0 * step);
            let told = f64::from(gradient[at]);
            let apart = if at < auxiliary { 0.02 } else { 0.002 };
            assert!((change - told).abs() < apart + 0.05 * told.abs(), "weight {at}: {change} {told}");
            seen += 1;
            seen_auxiliary += usize::from(at >= auxiliary);
        }
    }
    assert!(seen > 100, "{seen}");
    assert!(seen_auxiliary > 30, "{seen_auxiliary}");
}

#[test]
fn whole_numbers_foresee_what_floating_point_foresees() {
    // Games of the search by this network: what it is asked about.
    let lessons = some_lessons(&[4, 5, 6].map(|side| Size::havannah(side).unwrap()), 30, "puct");
    let network = Network::embedded("havannah").unwrap();
    let taps = AllTaps::of(&lessons);
    let (mut plain, mut whole, mut count) = ((0.0, 0.0), (0.0, 0.0), 0.0);
    let mut scratch = Scratch::default();
    for lesson in &lessons {
        let shape = lesson.shape();
        let case = lesson.case(&shape.symmetries()[0], &taps);
        let pass = Pass::of(&network.weights, &case);
        let position = lesson.position();
        let mut moves = case.moves.clone();
        let tower = Tower::new(shape, &network).unwrap().unwrap();
        let win = tower.evaluate(position.board(), position.last_moves(), &mut moves, &mut scratch);
        let expected = case.results[0] + 0.5 * case.results[1];
        let entropy = |win: f32| -f64::from(expected * win.ln() + (1.0 - expected) * (1.0 - win).ln());
        plain.0 += entropy(pass.results[0] + 0.5 * pass.results[1]);
        whole.0 += entropy(win);
        for ((&(_, share), &chance), &(_, quantised)) in case.moves.iter().zip(&pass.chances).zip(&moves) {
            plain.1 -= f64::from(share * chance.ln());
            whole.1 -= f64::from(share * quantised.ln());
        }
        count += 1.0;
    }
    let apart = [(plain.0 - whole.0) / count, (plain.1 - whole.1) / count];
    assert!(apart.iter().all(|apart| apart.abs() < 0.002), "{apart:?}");
}

#[test]
fn learning_learns_and_goes_on_after_a_crash() {
    let lessons = some_lessons(&boards()[..2], 6, "rave");
    assert!(lessons.iter().any(|lesson| lesson.verdict() != Verdict::Unknown));
    let course = Course { passes: 40.0, batch: 16, threads: 2, ..Course::default() };
    let mut whole = Trainer::new(random_weights(1, &mut Random::new(1)));
    let before = test(&whole.weights, &lessons, 1).0;
    whole.learn(&course, &lessons, 30);
    let path = std::env::temp_dir().join(format!("robusto-trainer-{}", std::process::id()));
    let mut halves = Trainer::new(random_weights(1, &mut Random::new(1)));
    halves.learn(&course, &lessons, 11);
    halves.save(&path).unwrap();
    let mut halves = Trainer::load(&path).unwrap();
    halves.learn(&course, &lessons, 19);
    assert_eq!(whole.steps, 30);
    assert!(whole == halves, "an interrupted course differs");
    let after = test(&whole.weights, &lessons, 2).0;
    assert!(after.value < before.value && after.policy < before.policy, "{before} {after}");
    // A damaged state is no state.
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100] ^= 4;
    std::fs::write(&path, bytes).unwrap();
    assert!(Trainer::load(&path).is_none());
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn an_embedded_network_is_the_last_that_its_manifest_keeps() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../search/src/networks");
    for game in ["havannah", "hex", "y"] {
        let generations = crate::manifest::read(&folder.join(format!("{game}.jsonl"))).unwrap();
        let last = generations.iter().rev().find(|generation| generation.kept).unwrap();
        assert_eq!(last.game, game);
        let network = Network::embedded(game).unwrap();
        assert_eq!(last.network, format!("{:016x}", network.checksum()));
        assert!(network.trained.contains(&last.positions.to_string()), "{}", network.trained);
    }
}
