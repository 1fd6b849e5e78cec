//! Fuzz target: names of boards and cells. What reads as a cell has a name that reads as the same cell.
//!
//! The first line names game, size and coordinates (`havannah 4 lg`); the others are cells.

use robusto_game::{Coords, Game, Move, Shape, Size, cell_name, parse_cell};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let mut words = lines.next().unwrap_or("").split(' ');
    let game = Game::named(words.next().unwrap_or("")).unwrap_or(Game::Havannah);
    let Ok(size) = Size::parse(game, words.next().unwrap_or("")) else { return };
    assert_eq!(Size::parse(game, &size.to_string()), Ok(size));
    let coords = Coords::named(words.next().unwrap_or("")).unwrap_or_default();
    let shape = Shape::of(size);
    for line in lines {
        check(shape, line, coords);
    }
}

fn check(shape: &Shape, text: &str, coords: Coords) {
    match parse_cell(shape, text, coords) {
        Ok(cell) => {
            assert!(cell.index() < shape.len());
            assert_eq!(parse_cell(shape, &cell_name(shape, cell, coords), coords), Ok(cell));
        }
        Err(error) => assert!(error.to_string().chars().count() < 500, "a short sentence: {error}"),
    }
    if let Ok(mv) = Move::parse(shape, text, coords) {
        assert_eq!(Move::parse(shape, &mv.name(shape, coords), coords), Ok(mv));
    }
}
