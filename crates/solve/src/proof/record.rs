//! The game that leads to a claimed position, for boards and files.

use game::{Cell, Colour, Game, Move, Record, Shape, Size};
use verify::Claim;

/// The game that a claim tells of, up to the claimed position. The complaint is a sentence.
pub fn record(claim: &Claim) -> Result<Record, String> {
    let game = Game::named(claim.game()).ok_or("the certificate is about an unknown game")?;
    let shape = Shape::of(Size::parse(game, &claim.size()).map_err(|error| error.to_string())?);
    let stones = claim.set_up.iter().map(|&(cell, colour)| (Cell::new(usize::from(cell)), ours(colour)));
    let start = Record::set_up(shape, stones, ours(claim.first));
    let mut record = start.map_err(|error| error.to_string())?;
    for &mv in &claim.moves {
        let mv = match mv {
            verify::SWAP => Move::Swap,
            verify::SWAP_SIDES => Move::SwapSides,
            cell => Move::Cell(Cell::new(usize::from(cell))),
        };
        record.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(record)
}

fn ours(colour: referee::Colour) -> Colour {
    match colour {
        referee::Colour::White => Colour::White,
        referee::Colour::Black => Colour::Black,
    }
}
