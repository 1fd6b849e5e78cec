//! Two-distance and potentials against the text of Queenbee (J. van Rijswijck, "Computer Hex: Are Bees Better than Fruitflies?",
//! University of Alberta, 2000) and against the definition.

use game::{Board, Cell, Colour, Coords, Outcome, Shape, Size, parse_cell};
use search::neighbours::Neighbours;
use search::player::Moment;
use search::potential::{INFINITE, Potentials};
use search::random::Random;
use search::two_distance::{Distances, FAR};

fn hex(n: usize) -> &'static Shape {
    Shape::of(Size::hex(n).unwrap())
}

/// Queenbee's a1 is an acute corner on the lower black edge: our a1, with that edge drawn on top.
fn cell(shape: &'static Shape, name: &str) -> Cell {
    parse_cell(shape, name, Coords::Gui).unwrap()
}

fn board(shape: &'static Shape, white: &str, black: &str) -> Board<1> {
    let mut board = Board::new(shape);
    for (names, colour) in [(white, Colour::White), (black, Colour::Black)] {
        names.split_whitespace().for_each(|name| _ = board.place(cell(shape, name), colour));
    }
    board
}

fn distances(board: &Board<1>, colour: Colour) -> Distances {
    let empty = Neighbours::empty(board.shape());
    let mut neighbours = empty.clone();
    neighbours.set_up(&empty, board, |_, _| 0);
    let mut distances = Distances::new(board.shape());
    distances.find(board.shape(), &neighbours, board.empty_cells(), colour);
    distances
}

#[test]
fn the_distances_of_figure_5_1() {
    let shape = hex(5);
    let distances = distances(&Board::new(shape), Colour::Black);
    let to_lower_edge = |name: &str| distances.to(0, cell(shape, name).index());
    // e4 is four steps away but at two-distance 7: its best two connections are at 5 and 6.
    assert_eq!(to_lower_edge("e4"), 7);
    assert_eq!(to_lower_edge("d4"), 6);
    assert_eq!(to_lower_edge("e3"), 5);
    // e5 has two neighbours at 7, but along the upper edge it also has a5 at 5 and b5 at 6.
    assert_eq!(to_lower_edge("d5"), 7);
    assert_eq!(to_lower_edge("a5"), 5);
    assert_eq!(to_lower_edge("b5"), 6);
    assert_eq!(to_lower_edge("e5"), 7);
    assert!("abcde".chars().all(|column| to_lower_edge(&format!("{column}1")) == 1));
}

/// The figures are pictures; the text says how they come out: potentials 5 and 4, both realised only by c2, whose total 9 is the least,
/// and e2 is the worst move with 21. Of all positions with two stones each on 5x5 four have these numbers, and of those two have Black
/// stones that make c2 and b5 neighbours for Black alone, as figure 5.2 is said to.
#[test]
fn the_numbers_of_figures_5_2_5_3_and_5_5() {
    let shape = hex(5);
    for black in ["c3 b4", "c3 c4"] {
        let board = board(shape, "d3 d2", black);
        let p = Potentials::of(&board);
        let (best, worst) = (cell(shape, "c2"), cell(shape, "e2"));
        for (colour, potential) in [(Colour::White, 5), (Colour::Black, 4)] {
            assert_eq!(p.board(colour), potential);
            assert_eq!(p.mobility(colour), 1);
            assert_eq!(p.cell(best.index(), colour), potential);
        }
        assert_eq!(p.total(best.index()), 9);
        assert_eq!(p.total(worst.index()), 21);
        assert!(board.empty_cells().iter().all(|cell| (9..=21).contains(&p.total(cell.index()))));
        assert_eq!(p.value(), -100);
        let empty = Neighbours::empty(shape);
        let mut neighbours = empty.clone();
        neighbours.set_up(&empty, &board, |_, _| 0);
        assert!(neighbours.of(best, Colour::Black).has(cell(shape, "b5")));
        assert!(!neighbours.of(best, Colour::White).has(cell(shape, "b5")));
    }
}

#[test]
fn white_cannot_pass_a_chain_of_black_two_bridges() {
    let shape = hex(5);
    let p = Potentials::of(&board(shape, "", "c2 b4"));
    assert_eq!(p.board(Colour::White), INFINITE);
    assert!(p.board(Colour::Black) < INFINITE);
    assert!(p.value() < -5_000, "{}", p.value());
    // With one of the bridges cut, White gets through.
    let cut = Potentials::of(&board(shape, "b3", "c2 b4"));
    assert!(cut.board(Colour::White) < INFINITE);
}

/// The definition (formula 5.1), word by word: shrinking bounds until nothing changes.
fn slow(board: &Board<1>, colour: Colour, goal: usize) -> Vec<u16> {
    let shape = board.shape();
    let own = |cell: Cell| board.stones(colour).has(cell);
    let empty = board.empty_cells();
    let mark = |cell: Cell, bit: usize| shape.marks(cell, colour) >> bit & 1 != 0;
    // What a cell can be joined to without a stone of its own: walk over own stones and own sides.
    let reach = |start: Cell| -> (Vec<Cell>, bool) {
        let (mut cells, mut sides, mut queue, mut seen) = (vec![], [false; 2], vec![start], vec![start]);
        while let Some(at) = queue.pop() {
            for (side, seen_side) in sides.iter_mut().enumerate() {
                if mark(at, side) && !*seen_side {
                    *seen_side = true;
                    for next in shape.cells().filter(|&c| mark(c, side) && side != goal) {
                        if !seen.contains(&next) {
                            seen.push(next);
                            if own(next) {
                                queue.push(next)
                            } else if empty.has(next) {
                                cells.push(next)
                            }
                        }
                    }
                }
            }
            for next in shape.neighbours(at) {
                if !seen.contains(&next) {
                    seen.push(next);
                    if own(next) {
                        queue.push(next)
                    } else if empty.has(next) {
                        cells.push(next)
                    }
                }
            }
        }
        (cells, sides[goal])
    };
    let reached: Vec<_> =
        shape.cells().map(|cell| if empty.has(cell) { reach(cell) } else { (vec![], false) }).collect();
    let mut to = vec![FAR; shape.len()];
    loop {
        let mut changed = false;
        for cell in empty {
            let (cells, touches) = &reached[cell.index()];
            let mut around: Vec<u16> = cells.iter().map(|next| to[next.index()]).collect();
            around.sort_unstable();
            let distance = match (touches, around.get(1)) {
                (true, _) => 1,
                (false, Some(&second)) if second < FAR => second + 1,
                _ => FAR,
            };
            if distance < to[cell.index()] {
                to[cell.index()] = distance;
                changed = true;
            }
        }
        if !changed {
            return to;
        }
    }
}

#[test]
fn the_flood_agrees_with_the_definition_and_moves_can_be_followed() {
    let mut random = Random::new(3);
    for round in 0..60 {
        let shape = hex(4 + round % 3);
        let mut game = game::Position::<1>::new(shape);
        let empty = Neighbours::<1>::empty(shape);
        let (mut kept, mut next, mut fresh) = (empty.clone(), empty.clone(), empty.clone());
        while game.outcome().is_none() {
            let free = game.empty_cells();
            let (played, colour) = (free.iter().nth(random.below(free.len())).unwrap(), game.turn());
            game.play(played);
            if game.outcome().is_some() {
                break;
            }
            next.follow(&kept, game.board(), played, colour);
            std::mem::swap(&mut kept, &mut next);
            fresh.set_up(&empty, game.board(), |_, _| 0);
            let free = game.empty_cells();
            for colour in Colour::BOTH {
                let mut by_flood = Distances::new(shape);
                by_flood.find(shape, &fresh, free, colour);
                let mut by_steps = Distances::new(shape);
                by_steps.find(shape, &kept, free, colour);
                for goal in 0..2 {
                    let slow = slow(game.board(), colour, goal);
                    for cell in free {
                        assert_eq!(
                            by_flood.to(goal, cell.index()),
                            slow[cell.index()],
                            "{:?} {goal}",
                            game.board().stones(colour)
                        );
                        assert_eq!(by_steps.to(goal, cell.index()), slow[cell.index()]);
                    }
                }
            }
        }
    }
}

/// Appendix A: games of successive Queenbees on line and at the Computer Olympiad in London, 2000. Vertical moves first;
/// `swap` exchanges the players, not the stones, so it does not change whose stone comes next.
const GAMES: &[(usize, &str)] = &[
    (
        10,
        "h8 f5 h4 h5 g5 f7 c8 e6 d6 e4 e5 f4 c5 d3 d4 e3 c3 c4 a5 b2 b4 d1 d2 e1 e2 f1 f2 g1 h2 g2 g3 f3 g6 g7 i6 g9 h6 h9 g8 f9",
    ),
    (10, "e10 e6 d6 c8 b8 b7 c7 b9 f6 f5 h4 d8 i2 h6 g6 e9 h7 f9 i5 h8 i8 i7 g8 g9 a10 a9 e8 d9 j6 j7"),
    (
        10,
        "a2 e6 d6 d7 f5 f6 g5 g6 h7 i5 b8 e5 h5 h6 c6 b9 c8 c9 d8 d9 e8 b7 c7 e9 f8 f9 h8 c5 d5 e3 e4 g10 i9 g7 g8 f3 f4 g3 h3",
    ),
    (
        10,
        "c2 e6 b7 c7 b8 b10 c8 d9 a10 c5 d6 a9 b9 d7 c6 e4 h3 e5 g6 g5 h5 h4 j3 i3 j2 i4 j4 i5 j5 i7 i6 h7 h6 f8 e8 f7",
    ),
    (11, "h2 f6 g5 g6 e7 e6 f5 h5 d7 d6"),
    (11, "b2 f6 e7 g5 d6 e6 d7 e5 d5 f5 d9"),
    (11, "a4 b11 f6 e8 g5 g8 e7 c9 g6 f8 d8 d9 h7 h8"),
    (
        11,
        "b2 f6 g6 f7 g7 i3 h4 g5 i5 h3 g4 g3 e4 e3 f3 f2 g2 f4 d6 e5 d5 d8 c8 d7 c7 c9 a10 a11 b10 b11 c10 b9 a9 c11 d10 d11 \
          e10 e11 f10 b8 a8 b7 a7 b6 a6 f11 h10 g10 h8 g9 f8 b5 a5 b3 b4 c4 c3 c2 e2 d2 d3 h9 j8 i8 j7 i9 j9 i7 j6",
    ),
    (
        11,
        "a2 f6 g6 i3 h3 h4 g5 g4 f5 f4 d5 e5 d6 e3 k2 c4 j4 i5 j5 k1 j2 i6 j6 i7 j7 i8 j8 i10 i9 h10 h9 g10 k9 j11 g8 f9 k8 \
          e8 b9 d8 d7 f8 d9 k10 g9 f10 e6 g7",
    ),
];

#[test]
fn the_games_of_appendix_a_are_legal() {
    for (n, moves) in GAMES {
        let shape = hex(*n);
        let mut game = Moment::new(shape);
        let last = moves.split_whitespace().count();
        for (number, name) in moves.split_whitespace().enumerate() {
            game.try_play(cell(shape, name)).unwrap_or_else(|error| panic!("{n} {name}: {error}"));
            assert!(game.outcome().is_none() || number + 1 == last, "{moves} at {name}");
        }
        // The second game alone was played to its end, which its note marks with #.
        let won = matches!(game.outcome(), Some(Outcome::Win(_)));
        assert!(!won || moves.ends_with("j7"), "{moves}");
    }
}
