//! Another program in a seat. It is started when it is first needed and kept from game to game; after any fault it is killed
//! and started anew for the next game.

use std::time::Duration;

use anyhow::{Result, bail};
use engine::{Choice, TimeControl};
use game::{Colour, Coords, Move, Record};
use gtp::{ClientError, Launch, Opponent};

use super::{Answer, Place, Seat};
use crate::pace::{Clock, Pace};
use crate::spec::{PlayerKind, PlayerSpec};
use crate::task::{Fault, FaultKind, MoveNote};

/// How long a program may take for a move when the pace knows no time.
const UNTIMED: Duration = Duration::from_secs(600);

/// A seat for another program.
pub struct Outside {
    launch: Launch,
    opponent: Option<Opponent>,
    /// Moves of the record that the program knows of.
    told: usize,
    /// The pace that it was told.
    pace: Option<Pace>,
}

impl Outside {
    /// A seat that is still empty.
    pub fn new(spec: &PlayerSpec) -> Result<Outside> {
        Ok(Outside { launch: launch_of(spec)?, opponent: None, told: 0, pace: None })
    }

    /// Does something with the program; when that fails, it leaves.
    fn ask<T>(&mut self, ask: impl FnOnce(&mut Opponent) -> Result<T, ClientError>) -> Result<T, Fault> {
        let opponent = self
            .opponent
            .as_mut()
            .ok_or_else(|| Fault { kind: FaultKind::Crash, text: "the program is not running".into() })?;
        ask(opponent).map_err(|error| {
            self.opponent = None;
            fault_of(&error)
        })
    }

    /// Tells the program the moves that it does not know yet.
    fn tell(&mut self, record: &Record) -> Result<(), Fault> {
        let moves: Vec<(Colour, Move)> = record.coloured_moves().skip(self.told).collect();
        for (colour, mv) in moves {
            self.ask(|opponent| opponent.play(colour, mv))?;
        }
        self.told = record.len();
        Ok(())
    }

    /// Tells the program how long it may think. Engines that do not know the command go by their own settings.
    fn tell_time(&mut self, clock: &Clock, colour: Colour) -> Result<(), Fault> {
        if self.pace != Some(clock.pace()) {
            self.pace = Some(clock.pace());
            let control = clock.pace().control();
            if control != TimeControl::None {
                self.ask(|opponent| accept_refusal(opponent.set_time(control)))?;
            }
        }
        if let Some(left) = clock.left() {
            self.ask(|opponent| accept_refusal(opponent.set_time_left(colour, left, 0)))?;
        }
        Ok(())
    }
}

impl Seat for Outside {
    fn begin(&mut self, record: &Record, _: &Place) -> Result<(), Fault> {
        let shape = record.shape();
        (self.told, self.pace) = (0, None);
        if self.opponent.is_some() {
            return self.ask(|opponent| opponent.new_game(shape));
        }
        self.opponent = Some(Opponent::start(&self.launch, shape).map_err(|error| fault_of(&error))?);
        Ok(())
    }

    fn choose(&mut self, record: &Record, clock: &Clock, _: bool) -> Result<Answer, Fault> {
        let colour = record.turn();
        self.tell(record)?;
        self.tell_time(clock, colour)?;
        let patience = clock.deadline().map_or(UNTIMED, Duration::from_secs_f64);
        match self.ask(|opponent| opponent.genmove(colour, patience))? {
            Choice::Resign => Ok(Answer::Resign),
            Choice::Play(mv) => {
                // The program has made its own move.
                self.told = record.len() + 1;
                let name = mv.name(record.shape(), Coords::Gui);
                Ok(Answer::Move(mv, MoveNote { name, ..MoveNote::default() }))
            }
        }
    }
}

/// How to start a player's program.
pub fn launch_of(spec: &PlayerSpec) -> Result<Launch> {
    let PlayerKind::Gtp { command, coords, start, directory } = &spec.kind else {
        bail!("{spec} is no GTP player")
    };
    let (start_up, directory) = (start.clone(), directory.clone());
    Ok(Launch { coords: *coords, start_up, directory, ..Launch::new(command.clone()) })
}

/// An engine may not know a command about time; that is no fault.
fn accept_refusal(answer: Result<(), ClientError>) -> Result<(), ClientError> {
    match answer {
        Err(ClientError::Refused { .. }) => Ok(()),
        other => other,
    }
}

fn fault_of(error: &ClientError) -> Fault {
    let kind = match error {
        ClientError::TimedOut(..) => FaultKind::Late,
        ClientError::NotAMove(..) | ClientError::TooLong(_) | ClientError::Refused { .. } => {
            FaultKind::Garbage
        }
        ClientError::Gone { .. } | ClientError::Start(..) | ClientError::CommandLine(_) => FaultKind::Crash,
        ClientError::BadCommand(_) => FaultKind::Garbage,
    };
    Fault { kind, text: error.to_string() }
}
