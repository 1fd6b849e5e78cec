//! Serves the app alone: `cargo run -p robusto-web --example serve -- --port 7373 --data DIR`. With `--lab made-up` it shows the runs
//! of a lab that has none, and with `--learning made-up` (or `broken`, or `none`) a loop that nobody runs, for tests and pictures of these pages.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use web::lab::{Lab, LabMachine, LabPart, LabPoint, LabReport, LabRun};
use web::learning::{
    LearnBoard, LearnFixed, LearnForesight, LearnGeneration, LearnLoop, LearnMatch, LearnNow, LearnTrained,
    Learning,
};

fn main() {
    let mut options = web::Options { no_browser: true, ..web::Options::default() };
    let mut words = std::env::args().skip(1);
    while let (Some(name), Some(value)) = (words.next(), words.next()) {
        match name.as_str() {
            "--port" => options.port = value.parse().expect("a port"),
            "--threads" => options.threads = value.parse().expect("a number of threads"),
            "--listen" => options.listen = value.parse::<IpAddr>().expect("an address"),
            "--engines" => {
                let engines = gtp::Engines::open(Some(value.as_ref())).expect("a file of engines");
                options.engines = Arc::new(engines);
            }
            "--lab" => options.lab = Some(Arc::new(MadeUp)),
            "--learning" => {
                let looks = (value != "none").then(AtomicUsize::default);
                let has_broken = value == "broken";
                options.learning = Some(Arc::new(MadeUpLoop { looks, has_broken }));
            }
            "--data" => options.data = Some(value.into()),
            other => panic!("unknown option {other}"),
        }
    }
    if let Err(error) = web::serve(options) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

/// A lab with runs that nobody played.
struct MadeUp;

fn run(name: &str, kind: &str, state: &str, played: u64) -> LabRun {
    let (name, kind, state) = (name.into(), kind.into(), state.into());
    LabRun { name, kind, state, priority: 0, created: 1_789_000_000.0, planned: 1200, played }
}

/// A part whose score wanders from the middle to its end.
fn part(label: &str, players: [&str; 2], games: u64, elo: f64, sprt: bool) -> LabPart {
    let curve = (1..=120).map(|i| {
        let at = games * i / 120;
        let error = 340.0 / (at.max(1) as f64).sqrt();
        let sway = (i as f64 / 7.0).sin() * error * 0.35;
        let llr = sprt.then_some(2.2 * (i as f64 / 120.0) + (i as f64 / 5.0).sin() * 0.25);
        LabPoint { games: at, elo: Some(elo + sway), error: Some(error), llr }
    });
    let curve: Vec<LabPoint> = curve.collect();
    let last = curve.last().cloned().expect("a curve has points");
    let score = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let wins = (games as f64 * score) as u64;
    LabPart {
        label: label.into(),
        board: "havannah 5".into(),
        players: players.map(String::from),
        planned: 1200,
        games,
        wdl: [wins, 0, games - wins],
        score,
        interval: [score - 0.03, score + 0.03],
        elo: last.elo,
        error: last.error,
        llr: last.llr,
        bounds: sprt.then_some([-2.94, 2.94]),
        verdict: sprt.then(|| "open".into()),
        faults: [0, 0],
        curve,
    }
}

impl Lab for MadeUp {
    fn runs(&self) -> Result<Vec<LabRun>, String> {
        Ok(vec![
            run("connections-in-the-tree", "sprt", "open", 642),
            run("levels-2026-11", "tournament", "done", 1200),
        ])
    }

    fn report(&self, name: &str) -> Result<Option<LabReport>, String> {
        let Some(run) = self.runs()?.into_iter().find(|run| run.name == name) else { return Ok(None) };
        let parts = if run.kind == "sprt" {
            vec![part("connections-in-the-tree", ["strong,expand=20", "strong"], 642, 21.0, true)]
        } else {
            vec![
                part("level-5 - level-4", ["level-5", "level-4"], 400, 148.0, false),
                part("level-4 - level-3", ["level-4", "level-3"], 400, 96.0, false),
                part("level-3 - level-2", ["level-3", "level-2"], 400, 120.0, false),
            ]
        };
        let machine = |name: &str, games| LabMachine {
            name: name.into(),
            games,
            seconds: games as f64 * 31.5,
            last: 1_789_020_000.0,
        };
        let machines = vec![machine("attic", run.played / 3), machine("cellar", run.played - run.played / 3)];
        let command = format!("robusto lab {} {} --size 5 --visits 1000", run.kind, run.name);
        Ok(Some(LabReport { run, command, parts, machines, text: None }))
    }
}

/// A loop that gets on whenever somebody looks, until all is done; or none. Beside it there may be one that cannot be read.
struct MadeUpLoop {
    looks: Option<AtomicUsize>,
    has_broken: bool,
}

/// What a network foresees better and better.
fn foresight(time: f64, size: f64) -> LearnForesight {
    let rest = 1.0 / (1.0 + time);
    LearnForesight {
        positions: 2560,
        value: 0.36 + 0.28 * rest + 0.006 * size,
        policy: 1.25 + 1.1 * rest + 0.06 * size,
        shape: 0.12 + 0.2 * rest + 0.3 / size,
        winners: 0.84 - 0.2 * rest - 0.004 * size,
        moves: 0.66 - 0.25 * rest - 0.008 * size,
    }
}

fn contest(games: usize, score: f64) -> LearnMatch {
    let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
    let within = 0.7 / (games as f64).sqrt();
    let interval = [score - within, score + within];
    LearnMatch { games, score, interval, elo: elo(score), elo_interval: interval.map(elo) }
}

fn against(generation: f64) -> Vec<LearnFixed> {
    let one =
        |opponent: &str, score: f64| LearnFixed { opponent: opponent.into(), result: contest(80, score) };
    vec![
        one("castro-nodist:4000", 0.4 + 0.05 * generation),
        one("strong-2026-11:1000", 0.3 + 0.05 * generation),
    ]
}

fn generations() -> Vec<LearnGeneration> {
    let scores = [0.74, 0.69, 0.47, 0.63, 0.58, 0.61, 0.49, 0.56];
    let mut elo = 0.0;
    let done = scores.into_iter().zip(1..).map(|(score, generation)| {
        let gate = contest(80, score);
        let (reached, kept) = (elo + gate.elo, score > 0.5);
        if kept {
            elo = reached;
        }
        let board = |size: u32| LearnBoard {
            board: size.to_string(),
            foresight: foresight(f64::from(generation), f64::from(size)),
        };
        LearnGeneration {
            generation: generation as usize,
            games: 2000,
            positions: 24_000 * generation.min(6) as usize,
            proved: 5200,
            gate,
            fixed: if kept { against(f64::from(generation)) } else { Vec::new() },
            reached,
            kept,
            boards: [5, 6, 8, 10].map(board).to_vec(),
        }
    });
    done.collect()
}

impl Learning for MadeUpLoop {
    fn loops(&self) -> Result<Vec<LearnLoop>, String> {
        let shipped = LearnLoop {
            name: "havannah".into(),
            folder: None,
            game: "havannah".into(),
            boards: ["5", "6", "8", "10"].map(String::from).to_vec(),
            running: false,
            changed: None,
            now: None,
            generations: generations()[..3].to_vec(),
            trouble: None,
        };
        let Some(looks) = &self.looks else { return Ok(vec![shipped]) };
        let look = looks.fetch_add(1, Relaxed) + 1;
        let step = 400 + 40 * look;
        let trained = (1..=step / 40).map(|at| LearnTrained {
            step: 40 * at,
            of: 1200,
            foresight: foresight(2.0 + at as f64 / 6.0, 8.0 + 0.2 * (at as f64).sin()),
        });
        let is_done = step >= 1200;
        let now = LearnNow {
            generation: 9,
            generations: Some(if is_done { 9 } else { 20 }),
            stage: if is_done { "done" } else { "train" }.into(),
            games: 2000,
            games_wanted: Some(2000),
            positions: 25_310,
            trained: trained.collect(),
            gate: is_done.then(|| contest(80, 0.6)),
            gate_most: Some(80),
        };
        let running = LearnLoop {
            name: "havannah-5-6-8-10".into(),
            folder: Some("/home/ada/.local/share/robusto/learn/havannah-5-6-8-10".into()),
            running: !is_done,
            changed: Some(1_789_020_000.0),
            now: Some(now),
            generations: generations(),
            ..shipped.clone()
        };
        let broken = LearnLoop {
            name: "hex-7".into(),
            folder: Some("/home/ada/.local/share/robusto/learn/hex-7".into()),
            game: String::new(),
            boards: Vec::new(),
            generations: Vec::new(),
            trouble: Some("expected value at line 1 column 1".into()),
            ..shipped.clone()
        };
        let mut loops = vec![running, shipped];
        if self.has_broken {
            loops.insert(1, broken);
        }
        Ok(loops)
    }
}
