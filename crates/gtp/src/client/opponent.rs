//! An engine of somebody else as a player of a game: moves instead of text.

use std::time::Duration;

use engine::{Candidate, Choice, TimeControl};
use game::{Colour, Move, Shape};

use super::{Client, ClientError, Launch};
use crate::Points;
use crate::info::{Style, read_info};

/// How often an engine is asked to say how its analysis stands, in hundredths of a second.
const ANALYSIS_PACE: u32 = 25;

/// An engine at a board.
pub struct Opponent {
    client: Client,
    shape: &'static Shape,
    points: Points,
}

impl Opponent {
    /// Starts an engine and begins a game.
    pub fn start(launch: &Launch, shape: &'static Shape) -> Result<Opponent, ClientError> {
        let client = Client::start(launch)?;
        let mut opponent = Opponent { client, shape, points: Points::In(launch.coords) };
        opponent.new_game(shape)?;
        Ok(opponent)
    }

    /// The engine itself, for other commands.
    pub fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    /// Begins a game on a board.
    pub fn new_game(&mut self, shape: &'static Shape) -> Result<(), ClientError> {
        self.shape = shape;
        self.client.send(&format!("boardsize {}", shape.size().file_text().replace(':', " ")))?;
        self.client.send("clear_board")?;
        Ok(())
    }

    /// Agrees on time. Increments are told to engines that know of them; to others the main time alone.
    pub fn set_time(&mut self, control: TimeControl) -> Result<(), ClientError> {
        let seconds = |time: Duration| time.as_secs_f64();
        let command = match control {
            TimeControl::None => "time_settings 0 1 0".into(),
            TimeControl::Game { main, increment }
                if !increment.is_zero() && self.client.knows("kata-time_settings")? =>
            {
                format!("kata-time_settings fischer {} {}", seconds(main), seconds(increment))
            }
            TimeControl::Game { main, .. } => format!("time_settings {} 0 0", seconds(main)),
            TimeControl::Canadian { main, period, stones } => {
                format!("time_settings {} {} {stones}", seconds(main), seconds(period))
            }
            TimeControl::Japanese { main, period, .. } => {
                format!("time_settings {} {} 1", seconds(main), seconds(period))
            }
        };
        self.client.send(&command).map(drop)
    }

    /// Tells what a colour has left.
    pub fn set_time_left(&mut self, colour: Colour, time: Duration, stones: u32) -> Result<(), ClientError> {
        self.client.send(&format!("time_left {} {} {stones}", letter(colour), time.as_secs_f64())).map(drop)
    }

    /// Tells of a move.
    pub fn play(&mut self, colour: Colour, mv: Move) -> Result<(), ClientError> {
        let name = self.points.move_name(self.shape, mv);
        self.client.send(&format!("play {} {name}", letter(colour))).map(drop)
    }

    /// Asks for a move within a time; whether it is legal is the caller's matter.
    pub fn genmove(&mut self, colour: Colour, time: Duration) -> Result<Choice, ClientError> {
        let answer = self.client.send_within(&format!("genmove {}", letter(colour)), time)?;
        self.read_choice(&answer)
    }

    fn read_choice(&self, answer: &str) -> Result<Choice, ClientError> {
        // Some engines say more behind the move.
        let word = answer.split_whitespace().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("resign") {
            return Ok(Choice::Resign);
        }
        let wrong = |why: String| ClientError::NotAMove(answer.chars().take(60).collect(), why);
        self.points.read_move(self.shape, word).map(Choice::Play).map_err(|error| wrong(error.to_string()))
    }

    /// Lets the engine analyse for a colour until `is_over` says so, and hands on what it has found, again and again. False
    /// when it knows no such command.
    pub fn analyse(
        &mut self,
        colour: Colour,
        is_over: &dyn Fn() -> bool,
        watch: &mut dyn FnMut(Vec<Candidate>),
    ) -> Result<bool, ClientError> {
        let mut known = None;
        for style in [Style::Leela, Style::Kata] {
            if known.is_none() && self.client.knows(style.command())? {
                known = Some(style);
            }
        }
        let Some(style) = known else { return Ok(false) };
        let (shape, points) = (self.shape, self.points);
        let command = format!("{} {} {ANALYSIS_PACE}", style.command(), letter(colour));
        let mut last = Vec::new();
        self.client.stream(&command, is_over, &mut |line| {
            let found = read_info(line, style, shape, points);
            if !found.is_empty() {
                last = found;
            }
            if !last.is_empty() {
                watch(last.clone());
            }
        })?;
        Ok(true)
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Result<(), ClientError> {
        self.client.send("undo").map(drop)
    }

    /// Who has won, in the engine's own opinion, if it tells: `none`, `white`, `black` or `draw`.
    pub fn winner(&mut self) -> Result<Option<String>, ClientError> {
        let command = format!("{}_winner", self.shape.game());
        if self.client.knows(&command)? { self.client.send(&command).map(Some) } else { Ok(None) }
    }

    /// Lets the engine go.
    pub fn quit(self) {
        self.client.quit();
    }
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::White => 'w',
        Colour::Black => 'b',
    }
}
