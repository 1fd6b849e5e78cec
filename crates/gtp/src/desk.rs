//! Where commands are carried out: a session, and what the protocol adds to it.

use std::sync::Arc;
use std::time::Duration;

use engine::{Answer, Choice, Session, Stop, Thought};
use game::{Bits, Colour, Game, Move, Shape};

use crate::commands::row;
use crate::{Line, Points, Refusal, Style};

/// A session with the protocol's own state.
pub struct Desk {
    /// The table.
    pub session: Session,
    /// How cells are called.
    pub points: Points,
    /// Whether commands may read and write files.
    pub may_use_files: bool,
    /// Breaks off the thought for a move; set from outside while a command runs.
    pub stop: Stop,
}

/// What a command answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// One text.
    Text(String),
    /// Lines of analysis, one after another.
    Stream(Stream),
    /// Nothing more: the session ends.
    Quit,
}

/// Analysis that is to be shown line by line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream {
    /// How a line is written.
    pub style: Style,
    /// The time between two lines.
    pub interval: Duration,
    /// The most moves in a line.
    pub most: usize,
    /// The cells that may be chosen, when not all may.
    pub among: Option<Bits<10>>,
    /// What is thought about.
    pub kind: StreamKind,
}

/// What a stream of analysis is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamKind {
    /// The position, until something new comes in: for the colour to move or a named one.
    Analysis(Option<Colour>),
    /// A move of this colour, which is then made.
    Move(Colour),
}

impl Desk {
    /// A desk for a session.
    pub fn new(session: Session) -> Desk {
        Desk { session, points: Points::default(), may_use_files: true, stop: Stop::default() }
    }

    /// Carries a command out.
    pub fn execute(&mut self, line: &Line) -> Result<Reply, Refusal> {
        if line.name.is_empty() {
            return Err(Refusal::syntax("there is no command"));
        }
        let row = row(&line.name).ok_or(Refusal::UnknownCommand)?;
        (row.handler)(self, &line.args())
    }

    /// The board.
    pub fn shape(&self) -> &'static Shape {
        self.session.record().shape()
    }

    /// The game that is played.
    pub fn game(&self) -> Game {
        self.shape().game()
    }

    /// The colour to move.
    pub fn turn(&self) -> Colour {
        self.session.record().turn()
    }

    /// The name of a move as this controller wants it.
    pub fn name(&self, mv: Move) -> String {
        self.points.move_name(self.shape(), mv)
    }

    /// What a choice is called.
    pub fn choice_name(&self, choice: Choice) -> String {
        match choice {
            Choice::Play(mv) => self.name(mv),
            Choice::Resign => "resign".into(),
        }
    }

    /// Finds a move and makes it.
    pub fn genmove(&mut self, colour: Colour, watch: &mut dyn FnMut(&Thought)) -> Result<Answer, Refusal> {
        let stop = self.fresh_stop();
        Ok(self.session.genmove(colour, &stop, watch)?)
    }

    /// The flag for the next thought, lowered.
    pub fn fresh_stop(&self) -> Stop {
        self.stop.store(false, std::sync::atomic::Ordering::Relaxed);
        Arc::clone(&self.stop)
    }
}

/// Reads a colour: `w`, `white`, `b` or `black`, in any case.
pub fn read_colour(word: &str) -> Result<Colour, Refusal> {
    match word.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Colour::White),
        "b" | "black" => Ok(Colour::Black),
        _ => {
            let word: String = word.chars().take(40).collect();
            Err(Refusal::Syntax(format!("{word:?} is not a colour (w or b)")))
        }
    }
}
