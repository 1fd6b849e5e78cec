//! Thinking in the background: analysis that follows the record, and pondering on the opponent's time.

use std::sync::Arc;
use std::time::Duration;

use ::game::Colour;
use search::player::{Limits, Thought};

use super::Session;
use crate::EngineError;
use crate::job::Stop;

/// What goes on in the background.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Background {
    Nothing,
    /// Thinking on the opponent's time about the game after so many moves.
    Pondering(usize),
    /// Thinking about whatever the record shows, for a colour or for the one to move.
    Analysis(Option<Colour>),
}

impl Session {
    /// Begins to think about whatever the record shows, until [`Session::stop_analysis`]: for the colour to move, or for the
    /// one that is named, as if it were its turn.
    pub fn start_analysis(&mut self, colour: Option<Colour>) -> Result<(), EngineError> {
        if self.record.is_over() {
            return Err(EngineError::Over);
        }
        self.pause();
        self.background = Background::Analysis(colour);
        self.resume();
        Ok(())
    }

    /// Ends an analysis or pondering; gives back the thought that was under way.
    pub fn stop_analysis(&mut self) -> Option<Arc<Thought>> {
        let was_thinking = self.background != Background::Nothing && !self.record.is_over();
        self.background = Background::Nothing;
        self.pause();
        self.last_thought.clone().filter(|_| was_thinking)
    }

    /// What the analysis under way has found so far, the whole of it once it has ended by itself.
    pub fn analysis(&mut self) -> Option<Arc<Thought>> {
        if self.background == Background::Nothing {
            return None;
        }
        if !self.seat.is_thinking() {
            self.pause();
        }
        self.thought()
    }

    /// Whether an analysis or pondering goes on and has not settled the matter.
    pub fn is_thinking(&self) -> bool {
        self.seat.is_thinking()
    }

    /// Whether we ponder.
    pub fn is_pondering(&self) -> bool {
        matches!(self.background, Background::Pondering(_))
    }

    /// Waits until the thought in the background ends by itself, or for so long; true when it has.
    pub fn wait_for(&self, time: Duration) -> bool {
        self.seat.wait_for(time)
    }

    /// Breaks off what goes on in the background, makes a change, and lets go on what still makes sense.
    pub(super) fn change<T>(
        &mut self,
        change: impl FnOnce(&mut Session) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        self.pause();
        let result = change(self);
        self.resume();
        result
    }

    pub(super) fn pause(&mut self) {
        match self.seat.finish() {
            Some(Ok(thought)) => self.last_thought = Some(Arc::new(thought)),
            Some(Err(_)) => self.reseat(),
            None => {}
        }
    }

    pub(super) fn resume(&mut self) {
        let colour = match self.background {
            Background::Nothing => return,
            Background::Pondering(moves) if moves != self.record.len() => {
                self.background = Background::Nothing;
                return;
            }
            Background::Pondering(_) => None,
            Background::Analysis(colour) => colour,
        };
        if self.record.is_over() {
            return;
        }
        if matches!(self.background, Background::Analysis(_)) {
            self.last_thought = None;
        }
        let mut position = *self.record.position();
        if colour.is_some_and(|colour| colour != position.turn()) {
            position.pass();
        }
        let among = self.among.filter(|_| matches!(self.background, Background::Analysis(_)));
        let limits = Limits { among, ..Limits::default() };
        self.seat.start(&position, limits, Stop::default());
    }
}
