//! A player of ours in this process, made anew for every game so that the same seed plays the same game.

use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;
use engine::{Choice, Rules, consider, decide};
use game::{Coords, Move, Record};
use search::player::{Player, Thought, Verdict};

use super::{Answer, Factory, Place, Seat};
use crate::pace::Clock;
use crate::spec::PlayerSpec;
use crate::task::{Fault, FaultKind, MoveNote};

/// A seat for a player of ours.
pub struct Inside<'a> {
    spec: PlayerSpec,
    factory: &'a Factory,
    player: Option<Box<dyn Player>>,
}

impl<'a> Inside<'a> {
    /// A seat that is still empty.
    pub fn new(spec: PlayerSpec, factory: &'a Factory) -> Inside<'a> {
        Inside { spec, factory, player: None }
    }
}

impl Seat for Inside<'_> {
    fn begin(&mut self, _: &Record, place: &Place) -> Result<(), Fault> {
        let made = guarded(|| (self.factory)(&self.spec, place))?;
        self.player =
            Some(made.map_err(|error| Fault { kind: FaultKind::Crash, text: format!("{error:#}") })?);
        Ok(())
    }

    fn choose(&mut self, record: &Record, clock: &Clock, keep_visits: bool) -> Result<Answer, Fault> {
        let player = self.player.as_mut().expect("a game begins before a move is asked for");
        let limits = clock.limits(record);
        // Openings are the match's own, and whether a game is lost is its table's matter.
        let (rules, stop) = (Rules::default(), false.into());
        let thought = guarded(|| consider(&mut **player, record, &rules, &limits, &stop, &mut |_| {}))?;
        match decide(record, &thought, &rules) {
            Some(Choice::Play(mv)) => Ok(Answer::Move(mv, note(record, mv, &thought, keep_visits))),
            Some(Choice::Resign) => Ok(Answer::Resign),
            None => Err(Fault { kind: FaultKind::Garbage, text: "no move in a game that goes on".into() }),
        }
    }
}

/// Runs a player's code; a panic is a crash of that player alone.
pub(crate) fn guarded<T>(code: impl FnOnce() -> T) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(code)).map_err(|cause| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or(cause.downcast_ref::<&str>().copied()).unwrap_or("for an unknown reason");
        Fault { kind: FaultKind::Crash, text: format!("the player panicked: {text}") }
    })
}

fn note(record: &Record, mv: Move, thought: &Thought, keep_visits: bool) -> MoveNote {
    let visits = || thought.candidates.iter().filter(|candidate| candidate.visits > 0);
    MoveNote {
        name: mv.name(record.shape(), Coords::Gui),
        seconds: 0.0,
        work: thought.new_visits,
        nodes: thought.visits,
        value: Some(thought.win_rate),
        verdict: (thought.verdict != Verdict::Unknown).then(|| thought.verdict.word().into()),
        visits: match keep_visits {
            true => visits()
                .map(|candidate| {
                    (candidate.cell.index() as u16, candidate.visits.min(u32::MAX.into()) as u32)
                })
                .collect(),
            false => Vec::new(),
        },
    }
}
