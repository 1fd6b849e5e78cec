//! What a player does when it is its turn: one decision for every front end.
//!
//! [`consider`] lets a player think about a game, which at an opening that may be taken over means an
//! [`Offer`]; [`decide`] turns the thought into a move, a swap or giving up. Moves of a book come as thoughts
//! of a player that has one ([`crate::book::player`]).

use std::sync::atomic::AtomicBool;

use game::{Move, Record};
use search::player::{Limits, Player, Thought, Verdict};

use crate::offer::Offer;
use crate::swap::{self, Stage};

/// What is agreed on beside the rules of the board.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rules {
    /// Whether the swap rule is played.
    pub swap: bool,
    /// Resign when the expected share of wins is below this; zero for never.
    pub resign: f32,
}

impl Rules {
    fn gives_up(&self, thought: &Thought) -> bool {
        match thought.verdict {
            Verdict::Win | Verdict::Draw => false,
            Verdict::Loss => self.resign > 0.0,
            Verdict::Unknown => thought.win_rate < self.resign,
        }
    }
}

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

/// Lets a player think about what to do in a game that goes on. When `stop` becomes true it thinks no further.
pub fn consider(
    player: &mut dyn Player,
    record: &Record,
    rules: &Rules,
    limits: &Limits,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Thought),
) -> Thought {
    if let Some(mut offer) = Offer::of(record, rules.swap) {
        let thought = offer.go_on(player, limits, stop);
        watch(&thought);
        return thought;
    }
    player.think(record.position(), limits, stop, watch)
}

/// What to do after a thought about the game; `None` when the thought has no legal move.
pub fn decide(record: &Record, thought: &Thought, rules: &Rules) -> Option<Choice> {
    let best = thought.best().map(Move::Cell).filter(|&mv| record.check(mv).is_ok())?;
    let swap = swap::legal(record).filter(|_| rules.swap && swap::is_better(thought));
    let opens = Stage::of(record, rules.swap) == Stage::Opening;
    Some(match swap {
        Some(swap) => Choice::Play(swap),
        None if !opens && rules.gives_up(thought) => Choice::Resign,
        None => Choice::Play(best),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Cell, Coords, Game, Shape, Size};
    use search::player::Candidate;

    fn choice(game: Game, moves: &str, rate: f32, verdict: Verdict, rules: Rules) -> Option<Choice> {
        let record =
            Record::from_moves(Shape::of(Size::parse(game, "4").unwrap()), moves, Coords::Gui).unwrap();
        let candidate = Candidate { cell: Cell::new(9), ..Candidate::default() };
        let thought = Thought { candidates: vec![candidate], win_rate: rate, verdict, ..Thought::default() };
        decide(&record, &thought, &rules)
    }

    #[test]
    fn one_thought_is_one_choice() {
        let stone = Some(Choice::Play(Move::Cell(Cell::new(9))));
        let (swap, none) = (Rules { swap: true, resign: 0.0 }, Rules::default());
        let early = Rules { swap: true, resign: 0.3 };
        let of = |moves, rate, verdict, rules| choice(Game::Havannah, moves, rate, verdict, rules);
        assert_eq!(of("a1", 0.4, Verdict::Unknown, none), stone);
        assert_eq!(of("a1", 0.4, Verdict::Unknown, swap), Some(Choice::Play(Move::Swap)));
        assert_eq!(of("a1", 0.4, Verdict::Draw, swap), stone);
        assert_eq!(of("a1 b2", 0.2, Verdict::Unknown, swap), stone);
        assert_eq!(of("a1 b2", 0.2, Verdict::Unknown, early), Some(Choice::Resign));
        assert_eq!(of("a1 b2", 0.9, Verdict::Loss, early), Some(Choice::Resign));
        assert_eq!(of("a1 b2", 0.1, Verdict::Win, early), stone);
        // Nobody gives up before the first stone, and a swap comes before giving up.
        assert_eq!(of("", 0.0, Verdict::Loss, early), stone);
        assert_eq!(of("a1", 0.1, Verdict::Unknown, early), Some(Choice::Play(Move::Swap)));
        let sides = choice(Game::Hex, "b2", 0.1, Verdict::Unknown, swap);
        assert!(matches!(sides, Some(Choice::Play(mv)) if mv.is_swap()));
    }

    #[test]
    fn a_thought_without_a_legal_move_is_no_choice() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let mut record = Record::new(shape);
        assert_eq!(decide(&record, &Thought::default(), &Rules::default()), None);
        record.play(Cell::new(9)).unwrap();
        let candidates = vec![Candidate { cell: Cell::new(9), ..Candidate::default() }];
        let occupied = Thought { candidates, ..Thought::default() };
        assert_eq!(decide(&record, &occupied, &Rules::default()), None);
    }
}
