//! Serves the app alone: `cargo run -p robusto-web --example serve -- --port 7373 --data DIR`. With `--lab made-up` it shows the runs
//! of a lab that has none, for tests and pictures of its pages.

use std::net::IpAddr;
use std::sync::Arc;

use web::lab::{Lab, LabMachine, LabPart, LabPoint, LabReport, LabRun};

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
