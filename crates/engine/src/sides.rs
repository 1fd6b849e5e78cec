//! Who has which colour: people keep their seats when a swap exchanges the sides.

use game::{Colour, Move, Record};

/// Something for each of the two players, by the colour that they begin with: White's, Black's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sides<T>(pub [T; 2]);

impl<T> Sides<T> {
    /// White's and Black's in a moment of the game.
    pub fn at(&self, record: &Record) -> [&T; 2] {
        let [white, black] = &self.0;
        if are_exchanged(record) { [black, white] } else { [white, black] }
    }

    /// That of a colour in a moment of the game.
    pub fn of(&self, record: &Record, colour: Colour) -> &T {
        self.at(record)[colour.index()]
    }

    /// That of the colour to move.
    pub fn to_move(&self, record: &Record) -> &T {
        self.of(record, record.turn())
    }

    /// The sides of a game in which, in this moment, White's and Black's are these.
    pub fn from_moment(record: &Record, mut now: [T; 2]) -> Sides<T> {
        if are_exchanged(record) {
            now.swap(0, 1);
        }
        Sides(now)
    }
}

/// Whether the players have exchanged their colours.
fn are_exchanged(record: &Record) -> bool {
    record.moves().get(1) == Some(&Move::SwapSides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Shape, Size};

    #[test]
    fn players_follow_an_exchange_of_sides() {
        let shape = Shape::of(Size::parse(Game::Hex, "4x3").unwrap());
        let sides = Sides(["first white", "first black"]);
        for (moves, white) in [("b2", "first white"), ("b2 swap-sides", "first black")] {
            let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
            assert_eq!(*sides.of(&record, Colour::White), white);
            assert_eq!(Sides::from_moment(&record, sides.at(&record).map(|name| *name)), sides);
        }
    }
}
