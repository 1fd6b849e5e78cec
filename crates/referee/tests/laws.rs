//! Laws: symmetric positions are judged alike, Gale's path agrees with flood fill, random games end
//! as they must.

mod common;

use std::sync::Arc;

use common::{Chance, havannah, hex, hexagon};
use robusto_referee::{Board, Cell, Colour, Form, Outcome, Position, Shape, Symmetry, gale_winner};

fn carried(cells: Vec<Cell>, symmetry: &Symmetry) -> Vec<Cell> {
    let mut images: Vec<Cell> = cells.into_iter().map(|cell| symmetry.image(cell)).collect();
    images.sort();
    images
}

#[test]
fn symmetric_positions_are_judged_alike() {
    let mut chance = Chance(5);
    for shape in [havannah(3), havannah(4), hexagon(3, 4, 5), hexagon(4, 4, 3), hex(4, 4), hex(5, 3)] {
        for _ in 0..60 {
            let board = chance.board(&shape, [2, 2, 1]);
            for symmetry in shape.symmetries() {
                let image = board.carried_by(&symmetry);
                for colour in Colour::BOTH {
                    assert_eq!(image.kinds(colour), board.kinds(colour), "\n{board}\n{image}");
                    assert_eq!(image.can_still_win(colour), board.can_still_win(colour));
                    let winning = carried(board.winning_cells(colour), &symmetry);
                    assert_eq!(image.winning_cells(colour), winning);
                }
            }
        }
    }
}

#[test]
fn exchanging_symmetries_exchange_the_winner() {
    let shape = hex(5, 5);
    let mut chance = Chance(6);
    for _ in 0..200 {
        let board = chance.board(&shape, [1, 1, 0]);
        for symmetry in shape.exchanging_symmetries() {
            let image = board.carried_by(&symmetry).with_colours_exchanged();
            for colour in Colour::BOTH {
                assert_eq!(image.kinds(colour), board.kinds(colour.other()));
            }
        }
    }
}

#[track_caller]
fn gale_agrees(board: &Board) {
    let winner = gale_winner(board).expect("a full Hex board");
    assert!(board.has_won(winner), "\n{board}");
    assert!(!board.has_won(winner.other()), "\n{board}");
}

#[test]
fn gale_agrees_on_every_full_small_board() {
    for (columns, rows) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 2), (3, 3), (4, 3)] {
        let shape = hex(columns, rows);
        for filling in 0..1u32 << shape.cell_count() {
            let mut board = Board::empty(Arc::clone(&shape));
            for cell in shape.cells() {
                let black = filling >> cell.index() & 1 == 1;
                board.place(cell, if black { Colour::Black } else { Colour::White });
            }
            gale_agrees(&board);
        }
    }
}

#[test]
fn gale_agrees_on_random_full_boards() {
    let mut chance = Chance(7);
    let mut black = 0;
    for (columns, rows) in [(5, 5), (7, 6), (11, 11), (13, 14)] {
        for _ in 0..300 {
            let board = chance.board(&hex(columns, rows), [1, 1, 0]);
            gale_agrees(&board);
            black += usize::from(gale_winner(&board) == Some(Colour::Black));
        }
    }
    assert!((300..900).contains(&black), "{black} of 1200");
}

#[test]
fn gale_keeps_silent_elsewhere() {
    assert_eq!(gale_winner(&Board::empty(hex(3, 3))), None);
    assert_eq!(gale_winner(&Board::empty(havannah(3)).filled_with(Colour::Black)), None);
}

/// Plays random moves to the end, checking every position on the way.
fn play_out(shape: &Arc<Shape>, chance: &mut Chance) -> Outcome {
    let mut position = Position::start(Arc::clone(shape));
    let mut hope = [true, true];
    while !position.is_over() {
        let (colour, moves) = (position.turn(), position.legal_moves());
        let wins = position.board().winning_cells(colour);
        let cell = moves[chance.below(moves.len())];
        position.play_as(colour, cell).expect("a legal move");
        let won = position.outcome().winner();
        assert_eq!(won == Some(colour), wins.contains(&cell), "\n{}", position.board());
        for (place, colour) in Colour::BOTH.into_iter().enumerate() {
            let can = position.board().can_still_win(colour);
            assert!(hope[place] || !can, "lost hope never returns");
            assert!(can || won != Some(colour), "a winner could win");
            hope[place] = can;
        }
    }
    position.outcome()
}

#[test]
fn random_games_end_as_they_must() {
    let mut chance = Chance(8);
    for shape in [havannah(2), havannah(3), havannah(5), hexagon(3, 3, 4), hex(4, 4), hex(6, 4)] {
        for _ in 0..20 {
            let outcome = play_out(&shape, &mut chance);
            let is_hex = matches!(shape.form(), Form::Rhombus { .. });
            assert!(!is_hex || outcome.winner().is_some(), "Hex knows no draw");
        }
    }
}
