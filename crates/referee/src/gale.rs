//! Gale's path: the winner of a full Hex board without looking for chains (van Rijswijck, "Computer
//! Hex: are bees better than fruitflies?", section 3.3).
//!
//! Beyond the top and bottom rows imagine black cells, beyond the left and right columns white ones.
//! From the corner at a1 a path enters the board between the black border cell (0,-1) and the white
//! border cell (-1,0), and keeps running between a black and a white cell. Where it arrives at a
//! vertex the third cell there is black or white, and the path goes on between it and the cell of the
//! other colour. It never branches and never returns, so it leaves at another corner. The black cells
//! along it hang together with the top, the white ones with the left. Leaving at the top right the
//! path has joined White's cells to the right side; at the bottom left, Black's to the bottom.
//!
//! ```text
//!   enters      black      White
//!          \ _____________ /
//!     white \             \ white
//!            \_____________\
//!       Black     black      (never)
//! ```

use crate::shape::Form;
use crate::{Board, Colour};

type Point = (i32, i32);

/// The winner of a full Hex board; nothing if it is not a Hex board or not full.
pub fn gale_winner(board: &Board) -> Option<Colour> {
    let Form::Rhombus { columns, rows } = board.shape().form() else { return None };
    if !board.is_full() {
        return None;
    }
    let (columns, rows) = (columns as i32, rows as i32);
    let (mut black, mut white): (Point, Point) = ((0, -1), (-1, 0));
    let mut behind: Point = (-1, -1);
    loop {
        let ahead = across(black, white, behind);
        match what_is_at(board, ahead, columns, rows) {
            Place::Coloured(Colour::Black) => behind = std::mem::replace(&mut black, ahead),
            Place::Coloured(Colour::White) => behind = std::mem::replace(&mut white, ahead),
            Place::TopRight => return Some(Colour::White),
            Place::BottomLeft => return Some(Colour::Black),
        }
    }
}

/// Two neighbours have two common neighbours, one on each side: given one, this is the other.
fn across(a: Point, b: Point, third: Point) -> Point {
    (a.0 + b.0 - third.0, a.1 + b.1 - third.1)
}

enum Place {
    Coloured(Colour),
    TopRight,
    BottomLeft,
}

fn what_is_at(board: &Board, (x, y): Point, columns: i32, rows: i32) -> Place {
    let beyond_black_side = y < 0 || y >= rows;
    let beyond_white_side = x < 0 || x >= columns;
    match (beyond_black_side, beyond_white_side) {
        (false, false) => {
            let cell = board.shape().at(x, y).expect("within columns and rows");
            Place::Coloured(board.stone(cell).expect("the board is full"))
        }
        (true, false) => Place::Coloured(Colour::Black),
        (false, true) => Place::Coloured(Colour::White),
        (true, true) if y < 0 && x >= columns => Place::TopRight,
        (true, true) if y >= rows && x < 0 => Place::BottomLeft,
        (true, true) => unreachable!("black is always on the same hand, which rules this corner out"),
    }
}
