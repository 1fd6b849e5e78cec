//! The lab's runs for the pages of the app: looked up in the lab's store, which is never changed here.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use ::lab::progress::Standing;
use ::lab::report::{course, proof};
use ::lab::store::proofs::PROOF;
use ::lab::store::{Pairing, RunRow, Store};
use ::web::lab::{Lab, LabMachine, LabPart, LabPoint, LabReport, LabRun};

/// Points of a curve that are drawn.
const POINTS: usize = 200;
/// Twigs of a proof that are put into words.
const TWIGS: usize = 40;

/// The runs of one database. It is opened when somebody looks, and need not be there before.
pub struct Pages {
    url: String,
    store: Mutex<Option<Store>>,
    /// Reports by run, with the number of games that they are about.
    known: Mutex<HashMap<String, (u64, LabReport)>>,
}

impl Pages {
    /// The pages of a database.
    pub fn new(url: &str) -> Pages {
        Pages { url: url.into(), store: Mutex::default(), known: Mutex::default() }
    }

    /// The store; none while there is no such file.
    fn store(&self) -> anyhow::Result<Option<Store>> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if store.is_none() && Store::is_there(&self.url) {
            *store = Some(Store::open_to_read(&self.url)?);
        }
        Ok(store.clone())
    }

    fn look(&self, name: &str) -> anyhow::Result<Option<LabReport>> {
        let Some(store) = self.store()? else { return Ok(None) };
        let Some(row) = store.run(name)? else { return Ok(None) };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, report)) =
            known.get(name).filter(|(games, _)| *games == row.played && row.kind != PROOF)
        {
            return Ok(Some(LabReport { run: run(&row), ..report.clone() }));
        }
        let report = report(&store, &row)?;
        known.insert(name.into(), (row.played, report.clone()));
        Ok(Some(report))
    }
}

impl Lab for Pages {
    fn runs(&self) -> Result<Vec<LabRun>, String> {
        let runs = self.store().and_then(|store| store.map_or_else(|| Ok(Vec::new()), |store| store.runs()));
        runs.map(|runs| runs.iter().map(run).collect()).map_err(|error| format!("{error:#}"))
    }

    fn report(&self, name: &str) -> Result<Option<LabReport>, String> {
        self.look(name).map_err(|error| format!("{error:#}"))
    }
}

fn run(row: &RunRow) -> LabRun {
    LabRun {
        name: row.id.clone(),
        kind: row.kind.clone(),
        state: row.state.word().into(),
        priority: row.priority,
        created: row.created,
        planned: row.planned,
        played: row.played,
    }
}

fn report(store: &Store, row: &RunRow) -> anyhow::Result<LabReport> {
    let games = store.games(&row.id)?;
    let pairings = store.pairings(&row.id)?;
    let parts = pairings.iter().enumerate().map(|(number, (pairing, _))| {
        let contest = &pairing.contest;
        let standings =
            course::course(&games, number as u64, 2 * contest.pairs, contest.sprt.as_ref(), POINTS);
        part(pairing, &standings)
    });
    let machines = course::machines(&games).into_iter().map(|(name, share)| LabMachine {
        name,
        games: share.games,
        seconds: share.seconds,
        last: share.last,
    });
    let text = (row.kind == PROOF).then(|| proof::text(store, &row.id, TWIGS)).transpose()?;
    let command = course::command(row);
    Ok(LabReport { run: run(row), command, parts: parts.collect(), machines: machines.collect(), text })
}

fn part(pairing: &Pairing, standings: &[Standing]) -> LabPart {
    let contest = &pairing.contest;
    let last = standings.last();
    let wdl = last.map_or([0; 3], |last| [last.wdl.wins, last.wdl.draws, last.wdl.losses]);
    let curve = standings.iter().map(|standing| LabPoint {
        games: standing.games,
        elo: standing.elo,
        error: standing.elo_error,
        llr: standing.llr,
    });
    LabPart {
        label: pairing.label.clone(),
        board: contest.board.to_string(),
        players: contest.players.each_ref().map(|player| player.label()),
        planned: 2 * contest.pairs,
        games: last.map_or(0, |last| last.games),
        wdl,
        score: last.map_or(0.5, |last| last.score),
        interval: last.map_or([0.0, 1.0], |last| [last.interval.low, last.interval.high]),
        elo: last.and_then(|last| last.elo),
        error: last.and_then(|last| last.elo_error),
        llr: last.and_then(|last| last.llr),
        bounds: contest.sprt.as_ref().map(|sprt| sprt.bounds().into()),
        verdict: last.and_then(|last| last.verdict).map(|verdict| verdict.word().into()),
        faults: last.map_or([0; 2], |last| last.faults),
        curve: curve.collect(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    use ::lab::PlayerSpec;
    use ::lab::contest::Contest;
    use ::lab::players::make_random;
    use ::lab::stats::{Model, Sprt};
    use ::lab::store::Plan;
    use ::lab::task::Board;
    use ::lab::worker::{WorkerOptions, work};

    use super::*;

    #[test]
    fn a_run_of_the_store_is_shown_with_its_curve_and_its_machine() {
        let file = std::env::temp_dir().join(format!("robusto-pages-{}.sqlite", std::process::id()));
        let url = file.display().to_string();
        let pages = Pages::new(&url);
        assert_eq!(pages.runs(), Ok(Vec::new()));
        let store = Store::open(&url).unwrap();
        let board = Board::try_from(String::from("havannah 3")).unwrap();
        let players = ["a", "b"].map(|name| PlayerSpec::preset("random").named(name));
        let mut contest = Contest::new(board, players, "10".parse().unwrap(), 10);
        contest.sprt =
            Some(Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: Model::Normalised });
        let pairings = vec![Pairing { label: "x".into(), contest }];
        let plan = Plan { kind: "sprt".into(), priority: 2, notes: "{}".into(), pairings };
        store.create_run("first", &plan, &make_random).unwrap();
        let heartbeat = Duration::from_secs(1);
        let options = WorkerOptions { at_once: 1, heartbeat, until_empty: true, ..WorkerOptions::default() };
        work(&store, &make_random, &options, &AtomicBool::new(false));

        let [run] = pages.runs().unwrap().try_into().unwrap();
        assert_eq!((run.name.as_str(), run.kind.as_str(), run.priority), ("first", "sprt", 2));
        let report = pages.report("first").unwrap().unwrap();
        let [part] = report.parts.try_into().unwrap();
        assert_eq!(
            (part.board.as_str(), part.games, part.players),
            ("havannah 3", 20, ["a".into(), "b".into()])
        );
        assert_eq!(part.wdl.iter().sum::<u64>(), 20);
        assert_eq!(part.curve.last().map(|point| (point.games, point.llr)), Some((20, part.llr)));
        assert!(part.llr.is_some() && part.bounds.is_some());
        assert_eq!(report.machines.iter().map(|machine| machine.games).sum::<u64>(), 20);
        assert!(pages.report("second").unwrap().is_none());
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{url}{end}"));
        }
    }
}
