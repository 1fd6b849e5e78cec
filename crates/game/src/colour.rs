//! The two colours, and how a game can end.

use std::fmt;

/// The colour of a stone and of the player who owns it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// Moves first in Havannah; joins left and right in Hex.
    White = 0,
    /// Moves first in Hex, where it joins top and bottom.
    Black = 1,
}

impl Colour {
    /// Both colours, White first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// The opponent's colour.
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word that users read and type: `white` or `black`.
    pub const fn word(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How a game ended on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This colour completed a winning shape.
    Win(Colour),
    /// The board is full and nobody did.
    Draw,
}

impl Outcome {
    /// The colour that won, if one did.
    pub const fn winner(self) -> Option<Colour> {
        match self {
            Outcome::Win(colour) => Some(colour),
            Outcome::Draw => None,
        }
    }

    /// `white`, `black` or `draw`.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Win(colour) => colour.word(),
            Outcome::Draw => "draw",
        }
    }
}
