//! The solver as somebody whom a player asks while it thinks: short turns of df-pn on one table, on the player's own thread.

use game::{Cell, Colour};
use search::player::Moment;
use search::prover::{self, Reply};

use crate::answer::Verdict;
use crate::dfpn::Settings;
use crate::key::Word;
use crate::net::Net;
use crate::prover::{Prover, Reached};
use crate::shape::Shape;
use crate::small;

/// Nodes of a turn: some thousandths of a second.
const TURN: u64 = 128;

/// A prover for boards of this shape, with a table of so much memory; nothing for boards that df-pn does not take.
pub fn on(shape: &game::Shape, memory: usize) -> Option<Box<dyn prover::Prover>> {
    let (shape, net) = small::board_of(shape.size())?;
    Some(if shape.cells() <= 39 {
        Box::new(Questions::<u64>::new(shape, net, memory))
    } else {
        Box::new(Questions::<u128>::new(shape, net, memory))
    })
}

struct Questions<W> {
    shape: &'static Shape,
    net: &'static Net,
    memory: usize,
    prover: Prover<'static, W>,
}

impl<W: Word> Questions<W> {
    fn new(shape: &'static Shape, net: &'static Net, memory: usize) -> Questions<W> {
        let prover = Prover::new(shape, memory, 1, Settings::default(), net);
        Questions { shape, net, memory, prover }
    }
}

impl<W: Word> prover::Prover for Questions<W> {
    fn ask(&mut self, moment: &Moment, colour: Colour) -> Reply {
        let Some(position) = small::carry(self.shape, moment) else { return Reply::Open };
        match self.prover.take_turn(&position, colour.index(), TURN) {
            Reached::Yes if moment.turn() == colour => {
                let line = self.prover.line(&position, Verdict::Win);
                Reply::Yes(line.first().map(|&cell| Cell::new(cell)))
            }
            Reached::Yes => Reply::Yes(None),
            Reached::No => Reply::No,
            Reached::Open => Reply::Open,
        }
    }

    fn forget(&mut self) {
        *self = Questions::new(self.shape, self.net, self.memory);
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Colour, Moment, Reply, on};
    use game::{Coords, Game, Record, Shape, Size};

    fn position(size: &str, moves: &str) -> Moment {
        let shape = Shape::of(Size::parse(Game::Havannah, size).unwrap());
        *Record::from_moves(shape, moves, Coords::Gui).unwrap().position()
    }

    fn reply(position: &Moment, colour: Colour) -> Reply {
        let mut prover = on(position.shape(), 1 << 24).unwrap();
        let mut turns = (0..1000).map(|_| prover.ask(position, colour));
        turns.find(|&reply| reply != Reply::Open).unwrap_or(Reply::Open)
    }

    #[test]
    fn turns_add_up_to_an_answer() {
        let black_wins = position("5", "d8 a1 e9 a5 f9 b4 b3 c4 g8");
        assert!(matches!(reply(&black_wins, Colour::Black), Reply::Yes(Some(_))));
        assert_eq!(reply(&black_wins, Colour::White), Reply::No);
        let start = position("3", "");
        let Reply::Yes(Some(cell)) = reply(&start, Colour::White) else { panic!("White wins size 3") };
        let mut after = start;
        after.play(cell);
        assert_eq!(reply(&after, Colour::White), Reply::Yes(None));
        assert_eq!(reply(&after, Colour::Black), Reply::No);
    }

    #[test]
    fn large_boards_and_hex_have_none() {
        assert!(on(Shape::of(Size::havannah(6).unwrap()), 1 << 24).is_none());
        assert!(on(Shape::of(Size::hex(5).unwrap()), 1 << 24).is_none());
    }
}
