//! How a session finds a move: thinking, resigning, swapping and offering an opening.

use game::{Cell, Move};
use search::player::{Limits, Moment, Thought, Verdict};

use crate::job::Stop;
use crate::opening::{FINALISTS, candidate_openings, imbalance, legal_swap, share_of, should_swap};
use crate::{EngineError, Session};

/// What a player does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A stone or a swap.
    Play(Move),
    /// Giving up.
    Resign,
}

/// A choice and the thought behind it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What to do.
    pub choice: Choice,
    /// What the player thought of the position.
    pub thought: Thought,
}

/// The parts of a thought that come from outside: how to break it off, and who looks on.
pub(crate) struct Outside<'a> {
    pub stop: &'a Stop,
    pub watch: &'a mut dyn FnMut(&Thought),
}

impl Session {
    /// Chooses what to do for the side to move, which has a legal move.
    pub(crate) fn choose(&mut self, limits: &Limits, outside: Outside) -> Result<Answer, EngineError> {
        let swaps = self.options().swap && limits.among.is_none();
        if swaps && self.offers_opening() {
            return self.offer(limits, outside);
        }
        let position = *self.record().position();
        let thought = self.think(&position, limits, outside)?;
        let swap = legal_swap(self.record()).filter(|_| swaps && should_swap(&thought));
        let best = match thought.best() {
            Some(cell) if self.record().check(cell.into()).is_ok() => Move::Cell(cell),
            _ => return Err(self.replace_player()),
        };
        let choice = match swap {
            Some(swap) => Choice::Play(swap),
            None if self.gives_up(&thought) => Choice::Resign,
            None => Choice::Play(best),
        };
        Ok(Answer { choice, thought })
    }

    fn gives_up(&self, thought: &Thought) -> bool {
        let threshold = self.options().resign;
        match thought.verdict {
            Verdict::Win | Verdict::Draw => false,
            Verdict::Loss => threshold > 0.0,
            Verdict::Unknown => thought.win_rate < threshold,
        }
    }

    /// Whether the next stone is one that the opponent may take over.
    fn offers_opening(&self) -> bool {
        let record = self.record();
        let is_usual =
            record.set_up_stones().is_empty() && record.first_turn() == record.shape().first_colour();
        // On a board of one cell the first stone ends the game.
        record.is_empty() && is_usual && record.shape().len() > 1
    }

    /// Looks at each opening for a moment and at the most even ones for longer.
    fn offer(&mut self, limits: &Limits, outside: Outside) -> Result<Answer, EngineError> {
        let openings = candidate_openings(self.record().shape());
        let first = share_of(limits, 2, openings.len());
        let mut judged = self.judge(&openings, &first, outside.stop)?;
        let finalists: Vec<Cell> = judged.iter().take(FINALISTS).map(|(cell, _)| *cell).collect();
        let second = share_of(limits, 2, finalists.len());
        if !outside.stop.load(std::sync::atomic::Ordering::Relaxed) {
            judged = self.judge(&finalists, &second, outside.stop)?;
        }
        let (cell, after) = judged.swap_remove(0);
        let thought = seen_from_before(cell, after);
        (outside.watch)(&thought);
        Ok(Answer { choice: Choice::Play(Move::Cell(cell)), thought })
    }

    /// What the opponent may think of each opening, the most even one first.
    fn judge(
        &mut self,
        openings: &[Cell],
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Vec<(Cell, Thought)>, EngineError> {
        let mut judged = Vec::new();
        for &cell in openings {
            let mut position = *self.record().position();
            position.play(cell);
            let thought = if position.outcome().is_some() {
                Thought { verdict: Verdict::Loss, ..Thought::default() }
            } else {
                self.think(&position, limits, Outside { stop, watch: &mut |_| {} })?
            };
            judged.push((cell, thought));
        }
        judged.sort_by(|a, b| imbalance(&a.1).total_cmp(&imbalance(&b.1)));
        Ok(judged)
    }

    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        outside: Outside,
    ) -> Result<Thought, EngineError> {
        self.seat().start(position, limits.clone(), outside.stop.clone());
        match self.seat().wait(outside.watch) {
            Some(Ok(thought)) => Ok(thought),
            _ => Err(self.replace_player()),
        }
    }
}

/// The thought about an opening, told as one about the empty board.
fn seen_from_before(cell: Cell, after: Thought) -> Thought {
    let win_rate = 1.0 - after.win_rate;
    let verdict = after.verdict.flipped();
    let reply = after.candidates.first().map(|candidate| candidate.line.clone()).unwrap_or_default();
    let line = [cell].into_iter().chain(reply).collect();
    let candidate = search::player::Candidate {
        cell,
        visits: after.visits,
        win_rate,
        rave: win_rate,
        prior: 0.5,
        verdict,
        line,
    };
    Thought { candidates: vec![candidate], win_rate, verdict, ..after }
}
