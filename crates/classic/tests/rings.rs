//! The ring distance against brute force: all ways to add stones.

use classic::rings::ring_distance;
use game::{Board, Cell, Colour, Kind, Shape, Size, wins};
use search::random::Random;

/// Puts a stone down and tells whether it closes a ring.
fn closes(board: &mut Board<1>, cell: Cell, colour: Colour) -> bool {
    board.place(cell, colour).wins() && wins(board, cell).iter().any(|win| win.kind == Kind::Ring)
}

/// Whether `count` more stones of `colour` on the cells from `from` on can complete a ring.
fn can_close(board: &Board<1>, colour: Colour, count: u32, from: usize) -> bool {
    (from..board.shape().len()).map(Cell::new).filter(|&cell| board.stone(cell).is_none()).any(|cell| {
        let mut after = *board;
        closes(&mut after, cell, colour)
            || (count > 1 && can_close(&after, colour, count - 1, cell.index() + 1))
    })
}

#[test]
fn the_ring_distance_is_what_brute_force_finds() {
    let mut random = Random::new(9);
    let mut seen = [0; 5];
    for size in [3, 4] {
        let shape = Shape::of(Size::havannah(size).unwrap());
        let mut tried = 0;
        while tried < 60 {
            let mut board = Board::<1>::new(shape);
            let mut ring = false;
            for _ in 0..random.below(shape.len() / 2) + 3 {
                let empty = board.empty_cells();
                let cell = empty.iter().nth(random.below(empty.len())).unwrap();
                let colour = if random.below(4) == 0 { Colour::Black } else { Colour::White };
                ring |= closes(&mut board, cell, colour);
            }
            if ring {
                continue;
            }
            tried += 1;
            let brute = (1..=3).find(|&count| can_close(&board, Colour::White, count, 0));
            assert_eq!(ring_distance(&board, Colour::White, 3), brute, "{:?}", board.stones(Colour::White));
            seen[brute.unwrap_or(4) as usize] += 1;
        }
    }
    assert!(seen[1] > 2 && seen[2] > 9 && seen[3] > 9, "{seen:?}");
}

#[test]
fn an_empty_board_needs_six_stones_and_hex_has_no_rings() {
    let board = Board::<1>::new(Shape::of(Size::havannah(4).unwrap()));
    assert_eq!(ring_distance(&board, Colour::White, 6), Some(6));
    assert_eq!(ring_distance(&board, Colour::White, 5), None);
    let hex = Board::<1>::new(Shape::of(Size::hex(5).unwrap()));
    assert_eq!(ring_distance(&hex, Colour::White, 9), None);
}
