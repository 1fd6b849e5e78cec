//! What the store knows of a proof, gathered into `cluster`'s picture of it.

use std::collections::BTreeMap;

use anyhow::Result;
use cluster::Coordinator;
use cluster::picture::{Machine, Picture, twigs};

use crate::prove::word;
use crate::store::Store;
use crate::store::proofs::JobRow;
use crate::store::runs::now;

/// Nodes of the tree that are drawn.
const TWIGS: usize = 250;

/// Moments of the curve that are drawn.
const MOMENTS: usize = 1000;

/// A proof of the store in words, with at most so many lines of its tree.
pub fn text(store: &Store, run: &str, lines: usize) -> Result<String> {
    let coordinator = crate::prove::restore(store, run)?;
    Ok(cluster::picture::text(&picture(store, run, &coordinator)?, lines))
}

/// The picture of a proof, as its coordinator and the store have it.
pub fn picture(store: &Store, run: &str, coordinator: &Coordinator) -> Result<Picture> {
    let row = store.known_run(run)?;
    let jobs = store.job_figures(run)?;
    let spec = coordinator.spec();
    let count =
        |states: &[&str]| jobs.iter().filter(|job| states.contains(&job.state.as_str())).count() as u64;
    let end = jobs.iter().map(|job| job.ended).fold(row.created, f64::max);
    let is_done = coordinator.value().is_some();
    let at = if is_done { end } else { now() };
    let late = |job: &&JobRow| job.ended > at - 60.0;
    let recent: u64 = jobs.iter().filter(late).map(|job| job.nodes).sum();
    let mut folded: Vec<&JobRow> = jobs.iter().filter(|job| job.state == "folded").collect();
    folded.sort_by(|a, b| a.ended.total_cmp(&b.ended));
    let step = folded.len().div_ceil(MOMENTS).max(1);
    let moment = |job: &&JobRow| Some((job.ended - row.created, serde_json::from_str(&job.root).ok()?));
    Ok(Picture {
        title: format!("{run}: {} after \"{}\"", spec.board(), coordinator.ground().names(&spec.moves)),
        result: coordinator.value().map(|value| word(value).into()),
        age: at - row.created,
        jobs: [
            count(&["ordered"]),
            count(&["running"]),
            count(&["answered", "folded"]),
            count(&["cancelled"]),
            count(&["refused"]),
        ],
        nodes: jobs.iter().map(|job| job.nodes).sum(),
        rate: recent as f64 / (at - row.created).clamp(1.0, 60.0),
        machines: machines(&jobs, coordinator),
        curve: folded.iter().step_by(step).filter_map(moment).collect(),
        twigs: twigs(coordinator, TWIGS),
    })
}

fn machines(jobs: &[JobRow], coordinator: &Coordinator) -> Vec<Machine> {
    let mut machines: BTreeMap<&str, Machine> = BTreeMap::new();
    for job in jobs.iter().filter(|job| !job.worker.is_empty()) {
        let machine = machines.entry(&job.worker).or_default();
        machine.name = job.worker.clone();
        match job.state.as_str() {
            "running" => machine.now = Some(coordinator.ground().names(&job.moves)),
            "refused" => machine.refused += 1,
            "cancelled" => {}
            _ => machine.jobs += 1,
        }
        machine.nodes += job.nodes;
        machine.seconds += job.seconds;
    }
    machines.into_values().collect()
}
