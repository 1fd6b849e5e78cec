//! Self-play games in a compact form for training: what was on the board, where the visits went, who won.
//!
//! All numbers are little-endian. The file begins with `RBSTRAIN` and the version, a byte (1). A game follows another:
//!
//! ```text
//! u8   length of the board's name, then the name (`havannah 5`)
//! u8   result: 0 white won, 1 black won, 2 draw
//! u16  opening moves (cell numbers follow, u16 each)
//! u16  moves after the opening; each is
//!        u16 cell, f32 value for the mover (NaN unknown), u16 cells with visits, then u16 cell and u32 visits each
//! ```

use std::io::{self, Write};

use anyhow::{Context, Result};
use game::{Coords, Move, Shape};

use crate::store::StoredGame;

/// The first bytes of a file.
pub const MAGIC: &[u8; 9] = b"RBSTRAIN\x01";

/// Writes the first bytes.
pub fn begin(out: &mut impl Write) -> io::Result<()> {
    out.write_all(MAGIC)
}

/// Writes a game. Games without a winner on record, and swaps, are left out: false.
pub fn write_game(game: &StoredGame, out: &mut impl Write) -> Result<bool> {
    let result = match game.result.winner.as_str() {
        "white" => 0u8,
        "black" => 1,
        "draw" => 2,
        _ => return Ok(false),
    };
    let shape = Shape::of(game.task.board.0);
    let cell = |name: &str| -> Result<Option<u16>> {
        Ok(Move::parse(shape, name, Coords::Gui)?.cell().map(|cell| cell.index() as u16))
    };
    let opening: Option<Vec<u16>> =
        game.task.opening.split_whitespace().map(cell).collect::<Result<Vec<_>>>()?.into_iter().collect();
    let Some(opening) = opening else { return Ok(false) };
    let board = game.task.board.to_string();
    out.write_all(&[board.len() as u8])?;
    out.write_all(board.as_bytes())?;
    out.write_all(&[result])?;
    out.write_all(&(opening.len() as u16).to_le_bytes())?;
    opening.iter().try_for_each(|cell| out.write_all(&cell.to_le_bytes()))?;
    out.write_all(&(game.result.moves.len() as u16).to_le_bytes())?;
    for note in &game.result.moves {
        let place = cell(&note.name)?.context("a swap in the middle of a game")?;
        out.write_all(&place.to_le_bytes())?;
        out.write_all(&note.value.unwrap_or(f32::NAN).to_le_bytes())?;
        out.write_all(&(note.visits.len() as u16).to_le_bytes())?;
        for (cell, visits) in &note.visits {
            out.write_all(&cell.to_le_bytes())?;
            out.write_all(&visits.to_le_bytes())?;
        }
    }
    Ok(true)
}
