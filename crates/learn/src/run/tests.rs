//! The whole loop in small: uninterrupted, and stopped again and again at every stage.

use super::*;
use crate::samples::import;

fn options(name: &str) -> Options {
    let folder = std::env::temp_dir().join(format!("robusto-learn-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    Options {
        folder,
        sizes: vec![Size::havannah(3).unwrap(), Size::parse(Game::Havannah, "3x3x4").unwrap()],
        games: 5,
        generations: 2,
        window: 2,
        preset: "puct".into(),
        teacher: None,
        plan: Plan { visits: 24, ..Plan::default() },
        course: Course { batch: 4, passes: 8.0, ..Course::default() },
        least_steps: 40,
        blocks: 1,
        pairs: 2,
        opponents: vec![Opponent { preset: "uct".into(), visits: 20 }],
        threads: 1,
        portion: 2,
    }
}

/// Runs until a number of things were told, and then stops in the middle of what comes next.
fn run(options: &Options, most: usize) -> bool {
    let stop = AtomicBool::new(false);
    let mut told = 0;
    let mut watch = |_: Progress| {
        told += 1;
        stop.store(told >= most, Relaxed);
    };
    Loop::open(options, &|_| None, &stop, &mut watch).unwrap().run().unwrap()
}

#[test]
fn a_loop_that_is_stopped_again_and_again_comes_to_the_same_end() {
    let (whole, parts) = (options("whole"), options("parts"));
    assert!(run(&whole, usize::MAX));
    let mut stops = 0;
    while !run(&parts, 3) {
        stops += 1;
        // What a crash leaves behind: a game and a line that were half written.
        for (file, torn) in [("0001/games.played", &b"\x90\0\0\0torn"[..]), ("manifest.jsonl", b"{\"gen")] {
            let path = parts.folder.join(file);
            if path.exists() && stops % 2 == 0 {
                let mut bytes = std::fs::read(&path).unwrap();
                bytes.extend(torn);
                std::fs::write(&path, bytes).unwrap();
            }
        }
    }
    assert!(stops > 5, "{stops}");
    for file in ["best.net", "manifest.jsonl", "0001/labelled.played", "0002/gate.jsonl"] {
        let [a, b] = [&whole, &parts].map(|options| std::fs::read(options.folder.join(file)).unwrap());
        assert!(a == b, "{file} differs");
    }
    let done = manifest::read(&whole.folder.join("manifest.jsonl")).unwrap();
    assert_eq!(done.iter().map(|generation| generation.games).collect::<Vec<_>>(), [5, 5]);
    assert_eq!(manifest::curve(&done).lines().count(), 2);
    for generation in &done {
        let fixed: Vec<_> =
            generation.fixed.iter().map(|fixed| (&*fixed.opponent, fixed.result.games)).collect();
        assert!(!generation.kept || fixed == [("uct:20", 4)], "{fixed:?}");
    }
    for options in [whole, parts] {
        std::fs::remove_dir_all(options.folder).unwrap();
    }
}

/// Dies in the middle of every write that there is, at every stage, and goes on.
#[test]
fn a_loop_that_dies_in_every_write_comes_to_the_same_end() {
    let (whole, parts) = (options("alive"), options("dying"));
    assert!(run(&whole, usize::MAX));
    let stop = AtomicBool::new(false);
    let mut torn: BTreeMap<String, usize> = BTreeMap::new();
    for life in 0.. {
        assert!(life < 1000, "the loop does not get on: {torn:?}");
        // Each life ends one write the last one was torn in, and is torn in the next one.
        crate::files::death::after(usize::from(life > 0));
        let mut quiet = |_: Progress| {};
        let result = Loop::open(&parts, &|_| None, &stop, &mut quiet).and_then(|mut learning| learning.run());
        crate::files::death::after(usize::MAX);
        match result {
            Ok(done) => {
                assert!(done);
                break;
            }
            Err(LearnError::File(path, error)) => {
                assert_eq!(error.to_string(), "killed");
                let path = Path::new(&path).strip_prefix(&parts.folder).unwrap().display().to_string();
                *torn.entry(path).or_default() += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    for generation in ["0001", "0002"] {
        let times = |file: &str| torn.get(&format!("{generation}/{file}")).copied().unwrap_or_default();
        assert_eq!(times("games.played"), 5, "{torn:?}");
        let learning = ["trainer.state", "training.jsonl"].map(times);
        assert!(learning == [2; 2] && times("gate.jsonl") == 2, "{torn:?}");
        let once = ["before.net", "labelled.played", "candidate.net"].map(times);
        assert_eq!(once, [1; 3], "{torn:?}");
    }
    let kept = manifest::read(&whole.folder.join("manifest.jsonl")).unwrap();
    let kept = kept.iter().filter(|generation| generation.kept).count();
    assert_eq!((torn["manifest.jsonl"], torn["best.net"], torn["loop.json"]), (2, 1 + kept, 1));
    for file in [
        "best.net",
        "manifest.jsonl",
        "0002/training.jsonl",
        "0001/games.played",
        "0001/gate.jsonl",
        "0002/labelled.played",
    ] {
        let [a, b] = [&whole, &parts].map(|options| std::fs::read(options.folder.join(file)).unwrap());
        assert!(a == b, "{file} differs");
    }
    for options in [whole, parts] {
        std::fs::remove_dir_all(options.folder).unwrap();
    }
}

#[test]
fn games_from_elsewhere_are_learned_from_once() {
    let (own, other) = (options("own"), options("other"));
    for options in [&own, &other] {
        assert!(matches!(import(&options.folder, &[]), Err(LearnError::NoLoop(_))));
        let one = Options { generations: 1, ..options.clone() };
        assert!(run(&one, usize::MAX));
    }
    let games = read_file(&other.folder.join("0001/labelled.played")).unwrap();
    let hex = Size::hex(4).unwrap();
    let foreign = Played { size: hex, winner: None, moves: Vec::new(), searched: Vec::new() };
    assert!(matches!(import(&own.folder, &[foreign]), Err(LearnError::Import(..))));
    assert_eq!(import(&own.folder, &games[..2]).unwrap(), 2);
    assert_eq!(import(&own.folder, &games).unwrap(), games.len() - 2);
    assert!(run(&own, usize::MAX) && run(&other, usize::MAX));
    let learned = |options: &Options| {
        let done = manifest::read(&options.folder.join("manifest.jsonl")).unwrap();
        done.iter().map(|generation| generation.positions).collect::<Vec<_>>()
    };
    let (with, without) = (learned(&own), learned(&other));
    assert!(with[0] == without[0] && with[1] > without[1], "{with:?} {without:?}");
    for options in [own, other] {
        std::fs::remove_dir_all(options.folder).unwrap();
    }
}

#[test]
fn a_folder_has_one_loop_and_one_game() {
    let options = options("lock");
    let stop = AtomicBool::new(true);
    let mut quiet = |_: Progress| {};
    let first = Loop::open(&options, &|_| None, &stop, &mut quiet).unwrap();
    let mut other = |_: Progress| {};
    let second = Loop::open(&options, &|_| None, &stop, &mut other).map(|_| ());
    assert!(second.unwrap_err().to_string().starts_with("another loop is learning in"));
    first.best().unwrap();
    drop(first);
    let hex = Options { sizes: vec![Size::hex(5).unwrap()], ..options };
    let mut learning = Loop::open(&hex, &|_| None, &stop, &mut quiet).unwrap();
    assert!(learning.run().unwrap_err().to_string().contains("plays havannah, not hex"));
    std::fs::write(hex.folder.join("best.net"), "something else").unwrap();
    assert!(learning.run().unwrap_err().to_string().contains("not a network of Robusto"));
    std::fs::remove_dir_all(&hex.folder).unwrap();
}

#[test]
fn who_does_worse_against_a_fixed_opponent_than_the_last_one_is_not_kept() {
    let options = options("ground");
    let stop = AtomicBool::new(false);
    let mut quiet = |_: Progress| {};
    let learning = Loop::open(&options, &|_| None, &stop, &mut quiet).unwrap();
    let fixed = |opponent: &str, points: f64| {
        let pairs: Vec<Pair> = (0..20).map(|pair| Pair { pair, points }).collect();
        Fixed { opponent: opponent.into(), result: Match::of(&pairs) }
    };
    let lost_ground = |points: f64| learning.has_lost_ground(&[fixed("uct:20", points)]).unwrap();
    assert!(!lost_ground(0.0), "there is nobody to compare with");
    let path = options.folder.join("manifest.jsonl");
    let shipped = manifest::shipped()[0][0].clone();
    let kept = Generation { fixed: vec![fixed("rave:9", 2.0), fixed("uct:20", 1.0)], kept: true, ..shipped };
    // One that was not kept is not compared with.
    let other = Generation { fixed: vec![fixed("uct:20", 0.0)], kept: false, ..kept.clone() };
    for generation in [kept, other] {
        manifest::append(&path, &generation).unwrap();
    }
    assert!(lost_ground(0.0) && !lost_ground(1.0) && !lost_ground(2.0));
    assert!(!learning.has_lost_ground(&[]).unwrap());
    drop(learning);
    std::fs::remove_dir_all(&options.folder).unwrap();
}

/// Games of later generations also begin where the search was mistaken before.
#[test]
fn games_take_up_the_mistakes_of_the_generation_before() {
    let mut options = options("mistakes");
    options.plan.mistakes = 1;
    let size = options.sizes[0];
    let stop = AtomicBool::new(false);
    let mut quiet = |_: Progress| {};
    let mut learning = Loop::open(&options, &|_| None, &stop, &mut quiet).unwrap();
    let (best, folder) = (learning.best().unwrap(), options.folder.join("0001"));
    std::fs::create_dir_all(&folder).unwrap();
    let moves: Vec<game::Cell> = (0..3).map(game::Cell::new).collect();
    let verdict = search::player::Verdict::Unknown;
    let searched = vec![crate::played::Searched { ply: 3, verdict, value: 0.95, visits: Vec::new() }];
    let mistaken = Played { size, winner: Some(game::Colour::White), moves: moves.clone(), searched };
    mistaken.append(&folder.join("games.played")).unwrap();
    let whole = learning.whole(2, Stage::Play, &[&best]).unwrap();
    for number in 0..options.games {
        for portion in [&whole, &whole.split(2)[number / 2]] {
            let game = portion.play(number, &best, &stop).unwrap().unwrap();
            assert!(game.size == size && game.moves.starts_with(&moves), "{game:?}");
        }
    }
    drop(learning);
    // A board that is played no more is not gone back to.
    let others = Options { sizes: options.sizes[1..].to_vec(), ..options.clone() };
    let mut learning = Loop::open(&others, &|_| None, &stop, &mut quiet).unwrap();
    let whole = learning.whole(2, Stage::Play, &[&best]).unwrap();
    assert!(whole.work(&[best], &|_| None, &stop).unwrap().is_some());
    drop(learning);
    std::fs::remove_dir_all(&options.folder).unwrap();
}
