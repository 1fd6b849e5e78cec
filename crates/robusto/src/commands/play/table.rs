//! The game between a person and the computer, which thinks on a thread of its own.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

use engine::{Answer, Choice, EngineError, Session, Sides, Stop};
use game::{Cell, Colour, Coords, Move, Outcome as Ending, Record, Shape, win_sentence};

use super::keeping::Keeping;
use super::words::{HELP, Wish};
use crate::exit::Outcome;

/// One person, with this colour.
pub fn only(colour: Colour) -> Sides<bool> {
    Sides(Colour::BOTH.map(|own| own == colour))
}

/// What the computer thinks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    Move,
    Hint,
}

struct Thinking {
    task: Task,
    stop: Stop,
    thread: JoinHandle<(Session, Result<Answer, EngineError>)>,
}

/// A game at the table.
pub struct Table {
    /// At the table, or with the thread that thinks.
    session: Option<Session>,
    thinking: Option<Thinking>,
    record: Record,
    /// Whether a person plays.
    people: Sides<bool>,
    /// How the computer plays.
    pub opponent: String,
    /// The cell that a hint shows.
    pub hint: Option<Cell>,
    /// What was said last.
    pub message: String,
    keeping: Keeping,
}

impl Table {
    /// A table at which the session's game goes on.
    pub fn new(session: Session, people: Sides<bool>, opponent: String) -> Table {
        let record = session.record().clone();
        Table {
            session: Some(session),
            thinking: None,
            record,
            people,
            opponent,
            hint: None,
            message: String::new(),
            keeping: Keeping::default(),
        }
    }

    /// The same table, whose games are written into a file when they end or are left.
    pub fn keeping(mut self, file: Option<PathBuf>) -> Table {
        self.keeping = Keeping::into(file);
        self
    }

    /// Ends the evening: a game that is to be kept is written down.
    pub fn leave(&mut self) -> Outcome {
        self.stop_thinking();
        self.keeping.at_the_end(&self.record)
    }

    /// How to go on with a game that was not written down.
    pub fn how_to_go_on(&self) -> Option<String> {
        if self.record.is_empty() || self.keeping.has(&self.record) {
            return None;
        }
        let (shape, moves) = (self.record.shape(), self.record.moves_text(Coords::Gui));
        let (game, size) = (shape.game().word(), shape.size());
        Some(format!("To go on: robusto play --game {game} --size {size} --moves \"{moves}\""))
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether a person has this colour now.
    pub fn is_person(&self, colour: Colour) -> bool {
        *self.people.of(&self.record, colour)
    }

    /// Whether the computer is thinking.
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether a person is to move.
    pub fn awaits_person(&self) -> bool {
        !self.record.is_over() && self.is_person(self.record.turn())
    }

    /// Who has a colour, in words.
    pub fn name(&self, colour: Colour) -> String {
        match (self.is_person(colour), self.is_person(colour.other())) {
            (true, true) => "a person".into(),
            (true, false) => "you".into(),
            (false, _) => format!("Robusto ({})", self.opponent),
        }
    }

    /// Whose turn it is or how the game ended.
    pub fn status(&self) -> String {
        match (self.record.outcome(), self.record.end()) {
            (Some(Ending::Draw), _) => "The board is full: a draw".into(),
            (Some(Ending::Win(_)), _) => win_sentence(&self.record.wins()),
            (None, Some(end)) => capital(&end.to_string()),
            (None, None) if self.is_thinking() => "Thinking …".into(),
            (None, None) => {
                let swap = if self.record.can_swap() && self.awaits_person() { ", or swap" } else { "" };
                format!("{} to move{swap}", capital(self.record.turn().word()))
            }
        }
    }

    /// Does what a player wishes. Leaving is the caller's matter.
    pub fn fulfil(&mut self, wish: Wish) {
        self.stop_thinking();
        self.message.clear();
        self.hint = None;
        match wish {
            Wish::Play(mv) => self.play(mv),
            Wish::Undo => self.undo(),
            Wish::Redo => self.redo(),
            Wish::Hint => self.think(Task::Hint),
            Wish::New(size) => self.new_game(size.map_or(self.record.shape(), Shape::of)),
            Wish::Save(file) => self.message = self.keeping.save(&self.record, file),
            Wish::Resign => self.resign(),
            Wish::Help => self.message = HELP.into(),
            Wish::Quit => {}
        }
        self.begin_turn();
    }

    /// Lets the computer think if it is its turn.
    pub fn begin_turn(&mut self) {
        if !self.record.is_over() && !self.awaits_person() && self.thinking.is_none() {
            self.think(Task::Move);
        }
    }

    /// Takes the computer's answer if it has come.
    pub fn look_for_answer(&mut self) {
        if self.thinking.as_ref().is_some_and(|thinking| thinking.thread.is_finished()) {
            self.take_answer();
        }
    }

    /// Waits for the computer's answer if it is thinking.
    pub fn take_answer(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        let Ok((session, answer)) = thinking.thread.join() else {
            self.message = "Robusto lost its thread: type new to begin again.".into();
            return;
        };
        self.record = session.record().clone();
        self.session = Some(session);
        match (answer, thinking.task) {
            (Ok(answer), Task::Hint) => self.show_hint(&answer),
            (Ok(answer), Task::Move) => self.message = self.told(&answer),
            (Err(error), _) => self.message = format!("{error}."),
        }
        self.begin_turn();
    }

    fn stop_thinking(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
            self.take_answer_quietly();
        }
    }

    fn take_answer_quietly(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        if let Ok((session, _)) = thinking.thread.join() {
            self.record = session.record().clone();
            self.session = Some(session);
        }
    }

    fn think(&mut self, task: Task) {
        if self.record.is_over() {
            self.message = "The game is over: type new to play again.".into();
            return;
        }
        let Some(mut session) = self.session.take() else { return };
        let stop: Stop = Arc::default();
        let flag = stop.clone();
        let thread = std::thread::spawn(move || {
            let turn = session.record().turn();
            let answer = match task {
                Task::Move => session.genmove(turn, &flag, &mut |_| {}),
                Task::Hint => session.suggest(turn, &flag, &mut |_| {}),
            };
            (session, answer)
        });
        self.thinking = Some(Thinking { task, stop, thread });
    }

    fn show_hint(&mut self, answer: &Answer) {
        if let Choice::Play(mv) = answer.choice {
            self.hint = mv.cell();
            self.message = format!("Hint: {}.", mv.name(self.record.shape(), Coords::Gui));
        }
    }

    fn told(&self, answer: &Answer) -> String {
        match answer.choice {
            Choice::Play(mv) if mv.is_swap() => "Robusto swaps.".into(),
            Choice::Play(mv) => format!("Robusto plays {}.", mv.name(self.record.shape(), Coords::Gui)),
            Choice::Resign => "Robusto resigns.".into(),
        }
    }

    /// Makes a change at the table and says what was wrong with it, if anything.
    fn change(&mut self, change: impl FnOnce(&mut Session) -> Result<(), EngineError>) -> bool {
        let Some(session) = self.session.as_mut() else { return false };
        let result = change(session);
        self.record = session.record().clone();
        if let Err(error) = &result {
            self.message = capital(&format!("{error}."));
        }
        result.is_ok()
    }

    fn play(&mut self, mv: Move) {
        let turn = self.record.turn();
        self.change(|session| session.play(turn, mv));
    }

    fn resign(&mut self) {
        let turn = self.record.turn();
        self.change(|session| session.resign(turn));
    }

    fn new_game(&mut self, shape: &'static Shape) {
        if let Err(failure) = self.keeping.at_the_end(&self.record) {
            self.message = capital(&format!("{}.", failure.sentence()));
            return;
        }
        self.change(|session| {
            session.new_game(shape);
            Ok(())
        });
    }

    /// Takes back until a person is to move again.
    fn undo(&mut self) {
        let mut undone = self.change(Session::undo);
        while undone && !self.awaits_person() && !self.record.is_empty() {
            undone = self.change(Session::undo);
        }
    }

    fn redo(&mut self) {
        let mut done = self.change(Session::redo);
        while done && !self.awaits_person() && !self.record.is_over() {
            done = self.change(Session::redo);
            self.message.clear();
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.store(true, Ordering::Relaxed);
            // Whether it ended well does not matter any more.
            let _ = thinking.thread.join();
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
