//! `robusto solve ... --database`: one proof, or one for every opening, on all workers of a database.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use cluster::Spec;
use cluster::ground::Ground;
use cluster::picture::{self, Picture};
use serde::Serialize;

use super::follow::moment_text;
use crate::prove::{Cost, DriveOptions, Driver, Finished, word};
use crate::report::proof::picture;
use crate::say::{self, note};
use crate::store::proofs::{Flying, PROOF};
use crate::store::runs::now;
use crate::store::{State, Store, stop_on_signal};

/// How a proof is spread over many workers.
#[derive(Args, Clone, Debug, Default)]
pub struct ProveOptions {
    /// Spread the proof over the workers of this database of the lab: an SQLite file or postgres://user@host/name
    #[arg(long, value_name = "URL")]
    pub database: Option<String>,
    /// The proof's name in the database; a proof of that name that exists already is continued
    #[arg(long, value_name = "NAME", requires = "database")]
    pub run: Option<String>,
    /// Workers take runs with greater numbers first
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true, requires = "database")]
    pub priority: i64,
    /// Nodes of the first job on a position
    #[arg(long, value_name = "NODES", default_value_t = 400_000, requires = "database")]
    pub budget: u64,
    /// Jobs on an unfinished position grow up to this many nodes; then it is split
    #[arg(long, value_name = "NODES", default_value_t = 25_600_000, requires = "database")]
    pub most: u64,
    /// How much jobs grow
    #[arg(long, value_name = "FACTOR", default_value_t = 4, requires = "database")]
    pub growth: u64,
    /// Prove every move from the position apart, one of each set of symmetric ones; --certificate names a directory
    #[arg(long)]
    pub openings: bool,
    /// Keep a picture of the proof in this HTML file
    #[arg(long, value_name = "FILE", requires = "database")]
    pub page: Option<PathBuf>,
    /// Seconds after which a silent coordinator or worker is given up
    #[arg(long, value_name = "S", default_value_t = 20.0, requires = "database", hide = true)]
    pub dead_after: f64,
}

/// What is to be proved, and where the certificate goes.
#[derive(Clone, Debug)]
pub struct Question {
    /// `havannah` or `hex`.
    pub game: String,
    /// The board.
    pub size: String,
    /// The moves that lead to the position.
    pub moves: Vec<u16>,
    /// Bytes of a job's table.
    pub memory: u64,
    /// The certificate's file, or with openings its directory.
    pub certificate: Option<PathBuf>,
    /// JSON instead of sentences.
    pub json: bool,
}

/// The last line of `--json`, with the words of `robusto solve` and some more.
#[derive(Serialize)]
struct Report<'a> {
    run: &'a str,
    size: &'a str,
    moves: String,
    result: &'static str,
    to_move: &'static str,
    best: Option<String>,
    pv: Vec<String>,
    nodes: u64,
    seconds: f64,
    memory_bytes: u64,
    certificate: Option<&'a Path>,
    certificate_hash: String,
    certificate_bytes: usize,
    positions: u64,
    jobs: u64,
    refused: u64,
    worker_seconds: f64,
    coordinator_seconds: f64,
    checking_seconds: f64,
    joining_seconds: f64,
}

/// Runs the proof, or the proofs.
pub fn run(question: &Question, options: &ProveOptions) -> Result<()> {
    ensure!(options.budget > 0 && options.most >= options.budget, "--most must not be below --budget");
    ensure!(options.growth >= 2, "--growth must be 2 or more");
    let url = options.database.as_deref().context("--database is missing")?;
    let store = Store::open(url)?;
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_signal(Arc::clone(&stop));
    let specs = specs(question, options)?;
    let mut runs = Vec::new();
    for spec in specs {
        let run = enter(&store, options, &spec)?;
        runs.push((run, spec));
    }
    let mut show =
        Show { question, options, told: None, drawn: None, is_terminal: std::io::stderr().is_terminal() };
    let drive = DriveOptions { dead_after: options.dead_after };
    let mut drivers: Vec<Option<Driver>> = Vec::new();
    for (run, _) in &runs {
        drivers.push(Some(Driver::new(&store, run, drive.clone())?));
    }
    // All proofs advance together; workers take those with greater priority, then older ones, first.
    while drivers.iter().any(Option::is_some) && !stop.load(Ordering::Relaxed) {
        let begin = Instant::now();
        for slot in &mut drivers {
            let Some(driver) = slot else { continue };
            let finished = driver.advance(&stop, &mut |driver, flying| show.look(&store, driver, flying))?;
            if let Some(finished) = finished {
                let cost = driver.cost;
                show.finished(&store, &finished, cost)?;
                *slot = None;
            }
        }
        crate::prove::rest(begin.elapsed());
    }
    let left: Vec<&Driver> = drivers.iter().flatten().collect();
    left.iter().try_for_each(|driver| driver.release())?;
    ensure!(left.is_empty(), "stopped with {} proofs unfinished; the same command goes on", left.len());
    Ok(())
}

/// The proofs that are asked for.
fn specs(question: &Question, options: &ProveOptions) -> Result<Vec<Spec>> {
    let spec = |moves: Vec<u16>| Spec {
        game: question.game.clone(),
        size: question.size.clone(),
        moves,
        budget: options.budget,
        most: options.most,
        growth: options.growth,
        memory: question.memory,
    };
    cluster::order_solver::can_solve(&question.game, &question.size)?;
    if !options.openings {
        return Ok(vec![spec(question.moves.clone())]);
    }
    let openings = Ground::new(&question.game, &question.size)?.openings(&question.moves)?;
    Ok(openings.into_iter().map(|cell| spec([&question.moves[..], &[cell]].concat())).collect())
}

/// Finds a proof in the store, or orders it.
fn enter(store: &Store, options: &ProveOptions, spec: &Spec) -> Result<String> {
    let ground = Ground::new(&spec.game, &spec.size)?;
    let last = spec.moves.last().map_or("empty".into(), |&cell| ground.name(cell));
    let run = match &options.run {
        Some(run) if options.openings => format!("{run}-{last}"),
        Some(run) => run.clone(),
        None => format!("proof-{}-{last}", moment_text(now() as u64)),
    };
    match store.run(&run)? {
        Some(row) => {
            ensure!(row.kind == PROOF, "the run {run:?} is a {}, not a proof", row.kind);
            let known = store.proof_spec(&run)?;
            let is_same = (&known.game, &known.size, &known.moves) == (&spec.game, &spec.size, &spec.moves);
            ensure!(is_same, "the run {run:?} is a proof of another position; choose another name");
            if row.state == State::Paused {
                store.set_state(&run, State::Open)?;
            }
        }
        None => store.create_proof(&run, spec, options.priority)?,
    }
    note(format!("proof {run}"));
    Ok(run)
}

/// What people see of it.
struct Show<'a> {
    question: &'a Question,
    options: &'a ProveOptions,
    told: Option<Instant>,
    drawn: Option<Instant>,
    is_terminal: bool,
}

/// The state of the work as a JSON object.
fn state(run: &str, picture: &Picture) -> serde_json::Value {
    let [waiting, running, answered, cancelled, refused] = picture.jobs;
    let root = picture.twigs.first();
    let replies = picture.twigs.iter().filter(|twig| twig.depth == 1).map(|twig| {
        let [proof, disproof] = twig.numbers;
        serde_json::json!({ "move": twig.name, "proof": proof, "disproof": disproof, "nodes": twig.work })
    });
    serde_json::json!({
        "progress": true,
        "run": run,
        "question": "white",
        "proof": root.map(|root| root.numbers[0]),
        "disproof": root.map(|root| root.numbers[1]),
        "replies_proved": root.map_or(0, |root| root.children[0]),
        "replies": replies.collect::<Vec<_>>(),
        "nodes": picture.nodes,
        "nodes_per_second": picture.rate,
        "seconds": picture.age,
        "jobs": { "waiting": waiting, "running": running, "answered": answered, "cancelled": cancelled, "refused": refused },
    })
}

impl Show<'_> {
    fn look(&mut self, store: &Store, driver: &Driver, flying: Flying) {
        let is_time = |last: &mut Option<Instant>, pause: u64| {
            let is_time = last.is_none_or(|last| last.elapsed() >= Duration::from_secs(pause));
            if is_time {
                *last = Some(Instant::now());
            }
            is_time
        };
        let tells = is_time(&mut self.told, if self.is_terminal { 1 } else { 30 });
        let draws = self.options.page.is_some() && is_time(&mut self.drawn, 5);
        if !tells && !draws {
            return;
        }
        // A database that does not answer now may do so later.
        let Ok(picture) = picture(store, driver.run(), driver.coordinator()) else { return };
        if draws {
            self.draw(&picture, Some(5));
        }
        if tells && self.question.json {
            // Who has stopped reading still gets the certificate.
            let _ = say::line(state(driver.run(), &picture).to_string());
        } else if tells {
            self.tell(&picture, flying);
        }
    }

    fn tell(&self, picture: &Picture, flying: Flying) {
        let mut err = std::io::stderr();
        if self.is_terminal {
            let _ = write!(err, "\x1b[H\x1b[J{}", picture::text(picture, 30));
        } else {
            let _ = writeln!(err, "{}", picture::line(picture));
        }
        if flying.running == 0 && flying.ordered > 0 {
            let _ = writeln!(err, "waiting for workers: robusto worker --database URL");
        }
    }

    fn draw(&self, picture: &Picture, refresh: Option<u32>) {
        if let Some(file) = &self.options.page
            && let Err(error) = std::fs::write(file, picture::page(picture, refresh))
        {
            note(format!("{}: {error}", file.display()));
        }
    }

    fn finished(&self, store: &Store, finished: &Finished, cost: Cost) -> Result<()> {
        let coordinator = crate::prove::restore(store, &finished.run)?;
        let picture = picture(store, &finished.run, &coordinator)?;
        self.draw(&picture, None);
        let spec = coordinator.spec();
        let file =
            self.question.certificate.as_deref().map(|path| self.file(path, spec, coordinator.ground()));
        if let Some(file) = &file {
            save(file, &finished.certificate)?;
        }
        let seconds: f64 = picture.machines.iter().map(|machine| machine.seconds).sum();
        let best = best_move(finished);
        let report = Report {
            run: &finished.run,
            size: &spec.size,
            moves: coordinator.ground().names(&spec.moves),
            result: word(finished.value),
            to_move: if spec.moves.len() % 2 == usize::from(spec.game == "hex") { "white" } else { "black" },
            pv: best.iter().cloned().collect(),
            best,
            nodes: picture.nodes,
            seconds: picture.age,
            memory_bytes: spec.memory,
            certificate: file.as_deref(),
            certificate_hash: cluster::job::hash(&finished.certificate),
            certificate_bytes: finished.certificate.len(),
            positions: finished.report.checked.positions,
            jobs: picture.jobs[2],
            refused: picture.jobs[4],
            worker_seconds: seconds,
            coordinator_seconds: cost.busy,
            checking_seconds: cost.checking,
            joining_seconds: cost.joining,
        };
        if self.question.json {
            say::line(serde_json::to_string(&report)?)?;
            return Ok(());
        }
        let share = 100.0 * report.coordinator_seconds / seconds.max(1e-9);
        say::line(format!(
            "{} after \"{}\": {} ({} jobs, {} nodes, {:.1} s; {seconds:.1} s of work, coordinator {:.1} s = {share:.1} %)\n\
             certificate of {} positions, {} bytes, {}",
            report.size,
            report.moves,
            report.result,
            report.jobs,
            report.nodes,
            report.seconds,
            report.coordinator_seconds,
            report.positions,
            report.certificate_bytes,
            report.certificate_hash,
        ))?;
        Ok(())
    }

    fn file(&self, path: &Path, spec: &Spec, ground: &Ground) -> PathBuf {
        if !self.options.openings {
            return path.into();
        }
        let moves = ground.names(&spec.moves).replace(' ', "-");
        path.join(format!("{}-{}-{moves}.proof", spec.game, spec.size))
    }
}

/// The file appears under its name only when it is whole.
fn save(file: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let part = file.with_extension("part");
    std::fs::write(&part, bytes).with_context(|| part.display().to_string())?;
    std::fs::rename(&part, file).with_context(|| file.display().to_string())
}

/// The move that a certificate begins with, if the side to move is the one whose strategy it is.
fn best_move(finished: &Finished) -> Option<String> {
    let proof = solve::proof::Proof::read(&finished.certificate, &finished.report).ok()?;
    proof.roots.iter().find_map(|&root| {
        let children = &proof.vertices[root].children;
        let first = children.iter().copied().find(|&child| proof.vertices[child].by_prover)?;
        (children.len() == 1).then(|| proof.name(first))
    })
}
