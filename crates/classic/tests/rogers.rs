//! Rogers' strategies against his own text.

use classic::rogers::{CompleteTree, Decide, Defence, RingBuilder, Straight};
use game::{Colour, Coords, Kind, Outcome, Shape, Size, cell_name, parse_cell, win::wins};
use search::player::{Moment, Verdict};
use search::random::Random;

/// The game of his appendix B, size 10: the defence (White) against the example player, won by a fork at move 85.
const APPENDIX_B: &str = "J19 H16 K19 I16 I18 G16 I17 J17 J18 H15 G15 H14 K18 F15 K17 H17 K16 I15 K15 E14 K14 G14 F14 F13 \
E13 E12 G13 D13 D12 I14 K13 J15 J16 I13 H13 F12 K12 J13 J14 J12 I12 E11 K11 C12 K10 D11 C11 C10 D10 G12 H12 J11 F11 J10 \
K9 I9 I10 J9 K8 I11 K7 H11 G11 H10 H9 G10 K6 H8 I8 G8 G9 E10 F10 E9 F9 D9 C9 D8 K5 B9 K4 J8 K3 K2 L3";

#[test]
fn the_defence_plays_the_game_of_appendix_b_move_by_move() {
    let shape = Shape::of(Size::havannah(10).unwrap());
    let mut game = Moment::new(shape);
    // White began in the top middle corner, number 4.
    let mut white = Defence::with_corners([4, 0, 1, 2, 3, 5]);
    for (number, name) in APPENDIX_B.split_whitespace().enumerate() {
        assert_eq!(game.outcome(), None, "before move {}", number + 1);
        let cell = parse_cell(shape, name, Coords::Rogers).unwrap();
        if game.turn() == Colour::White {
            let ours = cell_name(shape, white.decide(&game).cell, Coords::Rogers);
            assert_eq!(ours.to_uppercase(), name, "move {}", number + 1);
        }
        game.try_play(cell).unwrap();
    }
    assert_eq!(game.outcome(), Some(Outcome::Win(Colour::White)));
    assert_eq!(game.board().stone_count(), 85);
    assert!(wins(game.board(), game.last_moves()[1].unwrap()).iter().any(|win| win.kind == Kind::Fork));
}

fn play(mut white: impl Decide, mut black: impl Decide, size: usize) -> Moment {
    let mut game = Moment::new(Shape::of(Size::havannah(size).unwrap()));
    while game.outcome().is_none() {
        let choice = match game.turn() {
            Colour::White => white.decide(&game),
            Colour::Black => black.decide(&game),
        };
        game.try_play(choice.cell).unwrap();
    }
    game
}

#[test]
fn every_strategy_plays_legal_games_to_the_end() {
    for seed in 0..10 {
        play(Straight::new(seed), RingBuilder::new(seed), 6);
        play(Defence::as_published(seed), Straight::new(seed + 1), 5);
        play(Defence::repaired(seed), CompleteTree::new(seed), 3);
    }
}

#[test]
fn undisturbed_the_straight_chain_wins_in_a_few_stones_more_than_the_board_is_wide() {
    for seed in 0..6 {
        let shape = Shape::of(Size::havannah(8).unwrap());
        let mut stones = Vec::new();
        let mut straight = Straight::new(seed);
        let position = |stones: &[_]| {
            Moment::set_up(shape, stones.iter().map(|&cell| (cell, Colour::White)), Colour::White).unwrap()
        };
        while position(&stones).outcome().is_none() {
            stones.push(straight.decide(&position(&stones)).cell);
        }
        assert!((16..=18).contains(&stones.len()), "{} stones", stones.len());
    }
}

#[test]
fn the_repair_blocks_the_last_move_on_an_edge_and_the_published_defence_does_not() {
    let shape = Shape::of(Size::havannah(4).unwrap());
    let cell = |x, y| shape.cell_at(x, y).unwrap();
    // White has all of the first edge but its second corner.
    let mut game = Moment::new(shape);
    for (white, black) in [((0, 0), (3, 3)), ((1, 0), (3, 5)), ((2, 0), (0, 0))] {
        game.try_play(cell(white.0, white.1)).unwrap();
        if white != (2, 0) {
            game.try_play(cell(black.0, black.1)).unwrap();
        }
    }
    assert_eq!(Defence::repaired(1).decide(&game).cell, cell(3, 0));
    assert_ne!(Defence::with_corners([3, 4, 5, 0, 1, 2]).decide(&game).cell, cell(3, 0));
}

#[test]
fn the_complete_tree_is_perfect_where_it_fits() {
    // Size 2 is won by the first player; so is Hex 3x3.
    for size in [Size::havannah(2).unwrap(), Size::hex(3).unwrap()] {
        let mut random = Random::new(7);
        for _ in 0..5 {
            let mut game = Moment::new(Shape::of(size));
            let first = game.turn();
            let mut tree = CompleteTree::new(1);
            while game.outcome().is_none() {
                if game.turn() == first {
                    let choice = tree.decide(&game);
                    assert_eq!(choice.verdict, Verdict::Win);
                    game.try_play(choice.cell).unwrap();
                } else {
                    let empty = game.empty_cells();
                    game.play(empty.iter().nth(random.below(empty.len())).unwrap());
                }
            }
            assert_eq!(game.outcome(), Some(Outcome::Win(first)));
        }
    }
}
