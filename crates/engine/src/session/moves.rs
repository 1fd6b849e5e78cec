//! Finding moves, by the clock.

use std::sync::Arc;
use std::time::Duration;

use ::game::Colour;
use search::player::{Limits, Thought};

use super::{Background, Session};
use crate::EngineError;
use crate::clock::{Clock, Left, TimeControl};
use crate::decision::{Answer, Choice, Rules, consider, decide};
use crate::job::Stop;
use crate::plan::{Care, Stage};

impl Session {
    /// Finds a move for a colour and makes it. `stop` breaks the thought off, and then the best so far is played.
    pub fn genmove(
        &mut self,
        colour: Colour,
        stop: &Stop,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Answer, EngineError> {
        let start = (self.now)();
        let answer = self.suggest(colour, stop, watch)?;
        match answer.choice {
            Choice::Play(mv) => self.play(colour, mv)?,
            Choice::Resign => self.resign(colour)?,
        }
        let spent = (self.now)().saturating_sub(start);
        self.clock.spend(colour, spent);
        if self.options.ponder && !self.record.is_over() && self.background == Background::Nothing {
            self.background = Background::Pondering(self.record.len());
            self.resume();
        }
        Ok(answer)
    }

    /// Finds a move for a colour without making it.
    pub fn suggest(
        &mut self,
        colour: Colour,
        stop: &Stop,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Answer, EngineError> {
        if self.record.is_over() {
            return Err(EngineError::Over);
        }
        if colour != self.record.turn() {
            return Err(::game::IllegalMove::Turn(self.record.turn()).into());
        }
        let limits = Limits { among: self.among, ..self.options.limits(self.budget(colour)) };
        // Who may choose among some cells only may not swap.
        let rules = Rules { swap: self.options.swap && self.among.is_none(), resign: self.options.resign };
        self.change(|session| {
            let record = &session.record;
            let thought = session.seat.ask(|player| {
                let mut thought = consider(player, record, &rules, &limits, stop, watch);
                limits.obey(record.position(), &mut thought);
                thought
            });
            let choice = thought.as_ref().ok().and_then(|thought| decide(record, thought, &rules));
            let (Ok(thought), Some(choice)) = (thought, choice) else { return Err(session.replace_player()) };
            session.last_thought = Some(Arc::new(thought.clone()));
            Ok(Answer { choice, thought })
        })
    }

    fn budget(&self, colour: Colour) -> Option<Duration> {
        let care = Care { lag: self.options.lag, stretch: self.options.stretch };
        self.clock.budget(colour, Stage::of(&self.record), care)
    }

    /// Agrees on time; both clocks start anew.
    pub fn set_time(&mut self, control: TimeControl) {
        self.clock = Clock::new(control);
    }

    /// Says what a colour has left.
    pub fn set_time_left(&mut self, colour: Colour, left: Left) {
        self.clock.set_left(colour, left);
    }
}
