//! Who knows the value of positions of small boards, and where such positions come from.

use std::sync::atomic::AtomicBool;

use ::solve::answer::{Budget, Limits, Moment, Task, Verdict};
use ::solve::dice::Dice;
use ::solve::method::Method;
use ::solve::proving::Proving;
use game::{Cell, Outcome as Ending, Shape};

/// Proves values; what was found out stays for the next question.
pub struct Judge {
    proving: Proving,
    /// Nodes after which a position is given up.
    most_nodes: u64,
}

impl Judge {
    /// A judge with a table of so many bytes.
    pub fn new(memory: usize, most_nodes: u64) -> Judge {
        Judge { proving: Proving::new(Method::Policy, Budget { memory, ..Budget::default() }), most_nodes }
    }

    /// The value of a position for the side to move; unknown if it takes too many nodes or the board is too large.
    pub fn value(&mut self, position: &Moment) -> Verdict {
        if self.proving.ask(Task::at(position)).is_err() {
            return Verdict::Unknown;
        }
        let limits = Limits { nodes: Some(self.most_nodes), time: None };
        self.proving.go_on(limits, &AtomicBool::new(false), &mut |_| {}).verdict
    }

    /// What a move makes of a position, for its mover.
    pub fn after(&mut self, position: &Moment, cell: Cell) -> Verdict {
        let mut next = *position;
        next.play(cell);
        match next.outcome() {
            Some(Ending::Win(_)) => Verdict::Win,
            Some(Ending::Draw) => Verdict::Draw,
            None => self.value(&next).flipped(),
        }
    }
}

/// A random game of so many moves, in which nobody wins or could have won at once.
pub fn random(shape: &'static Shape, stones: usize, dice: &mut Dice) -> Option<(Moment, Vec<Cell>)> {
    let mut position = Moment::new(shape);
    let mut moves = Vec::new();
    for _ in 0..stones {
        let cells: Vec<Cell> = position.quiet_cells().iter().collect();
        let cell = *cells.get(dice.below(cells.len().max(1)))?;
        position.play(cell);
        moves.push(cell);
    }
    (position.outcome().is_none()).then_some((position, moves))
}
