//! Diagrams: pictures that we write, pictures that others write, and the law that ours read back.

use proptest::prelude::*;
use robusto_game::diagram::{Diagram, Signs};
use robusto_game::{Cell, Colour, Coords, Game, Record, Shape, Size, parse_cell};

fn shape(game: Game, size: &str) -> &'static Shape {
    Shape::of(Size::parse(game, size).unwrap())
}

fn picture(game: Game, size: &str, moves: &str) -> String {
    let record = Record::from_moves(shape(game, size), moves, Coords::Gui).unwrap();
    Diagram::of_record(&record).to_string()
}

#[test]
fn a_havannah_board() {
    let expected = "     1 2 3
  a . . . 4
 b . O . . 5
c . @(O). .
 d . @ . .
  e . . .
Black to move
";
    assert_eq!(picture(Game::Havannah, "3", "b2 c2 e3 d3 c3").replace("e O", "e ."), expected);
}

#[test]
fn an_uneven_board_and_a_finished_game() {
    let expected = "     1 2
  a O(O)3
 b . . . 4
c . . . @
 d . . .
  e . .
White wins
";
    assert_eq!(picture(Game::Havannah, "2x3x3", "a1 c4 a2"), expected);
}

#[test]
fn a_hex_board() {
    let expected = " a b c d
1 . . . .
 2 . @ . .
  3 . .(O).
Black to move
";
    assert_eq!(picture(Game::Hex, "4x3", "b2 c3"), expected);
}

fn stones(text: &str) -> String {
    let diagram = Diagram::parse(text).unwrap();
    let name = |&(cell, colour): &(Cell, Colour)| {
        let letter = if colour == Colour::White { 'W' } else { 'B' };
        format!("{letter}{}", robusto_game::cell_name(diagram.shape, cell, Coords::Gui))
    };
    let stones: Vec<_> = diagram.stones.iter().map(name).collect();
    format!("{} {} {} {}", diagram.shape.game(), diagram.shape.size(), diagram.turn, stones.join(" "))
}

#[test]
fn pictures_of_others_are_read() {
    let plain = ". . .\n. W . .\n. B W . .\n. . . .\n . . .";
    assert_eq!(stones(plain), "havannah 3 black Wb2 Bc2 Wc3");
    let dense = "  ...\n .o..\n .x[o]..\n ....\n  ...\nblack to PLAY";
    assert_eq!(stones(dense), "havannah 3 black Wb2 Bc2 Wc3");
    let forum =
        "What now?\n```\n>    a . . .\n>   b . O . .\n>  c . @ O . .\n>   d . . . .\n>    e . . .\n```\nSo?";
    assert_eq!(stones(forum), "havannah 3 black Wb2 Bc2 Wc3");
    let hexgui = "  a  b  c\n 1\\.  .  .\\1\n";
    assert!(Diagram::parse(hexgui).is_err());
    let hex = "  a b c\n 1 . . . 1\n  2 . B . 2\n   3 . . . 3\n    a b c";
    assert_eq!(stones(hex), "hex 3 white Bb2");
    let leaning = "  . .\n . . .\n. . .\n . .\n";
    assert_eq!(stones(leaning), "havannah 2x2x3 white ");
}

#[test]
fn what_is_no_board_gets_a_sentence() {
    let message = |text: &str| Diagram::parse(text).unwrap_err().to_string();
    assert_eq!(message(""), "there is no board in the text");
    assert_eq!(message("hello world"), "there is no board in the text");
    assert_eq!(message(". .\n. . .\n. . . .\n"), "rows of 2, 3, 4 cells make no board");
    assert_eq!(
        message(". .\n. . .\n. . .\n. .\n"),
        "the board may be 2x2x3 or 2x3x2: keep the indentation of its rows"
    );
    assert_eq!(message("(O)(O)"), "two stones are marked as the last one");
    assert_eq!(message(&". ".repeat(30)), "hex size 30x1 is out of range (columns and rows 1 to 19)");
    for text in ["\0\0", "((((", ".", "a", "1", ". \u{10ffff}", &"O".repeat(100_000), &". .\n".repeat(10_000)]
    {
        let _ = Diagram::parse(text);
    }
}

fn sizes() -> impl Strategy<Value = Size> {
    prop_oneof![
        (2usize..=15).prop_map(|n| Size::havannah(n).unwrap()),
        (2usize..=15, 2usize..=15, 2usize..=15)
            .prop_map(|(p, q, r)| Size::of(Game::Havannah, &[p, q, r]).unwrap()),
        (1usize..=19, 1usize..=19).prop_map(|(c, r)| Size::of(Game::Hex, &[c, r]).unwrap()),
        (2usize..=30).prop_map(|n| Size::of(Game::Y, &[n]).unwrap()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pictures_read_back(
        size in sizes(),
        picks in prop::collection::vec(any::<u16>(), 0..80),
        turn in any::<bool>(),
        marked in any::<bool>(),
    ) {
        let shape = Shape::of(size);
        let colour = |bit| if bit { Colour::White } else { Colour::Black };
        let mut stones: Vec<_> =
            picks.iter().map(|&pick| (Cell::new(pick as usize % shape.len()), colour(pick & 256 == 0))).collect();
        stones.sort();
        stones.dedup_by_key(|stone| stone.0);
        let last = stones.first().filter(|_| marked).map(|stone| stone.0);
        let diagram = Diagram { shape, stones, turn: colour(turn), last };
        for signs in [Signs::ROUND, Signs::LETTERS] {
            let text = diagram.text(signs);
            prop_assert_eq!(&Diagram::parse(&text).unwrap(), &diagram, "{}", text);
            let quoted: String = text.lines().map(|line| format!("> {line}\r\n")).collect();
            prop_assert_eq!(&Diagram::parse(&quoted).unwrap(), &diagram);
        }
    }

    #[test]
    fn garbled_pictures_never_panic(text in "[ .OB@wx()1a\nb2c\\[\\]>]{0,300}|\\PC{0,60}") {
        if let Ok(diagram) = Diagram::parse(&text) {
            prop_assert_eq!(Diagram::parse(&diagram.to_string()).unwrap(), diagram);
        }
    }
}

#[test]
fn a_picture_becomes_a_game() {
    let diagram = Diagram::parse(". . .\n. W . .\n. B . . .\n. . . .\n . . .").unwrap();
    let mut record = diagram.record().unwrap();
    record.play(parse_cell(record.shape(), "c3", Coords::Gui).unwrap()).unwrap();
    assert_eq!(record.set_up_stones().len(), 2);
    assert_eq!(diagram.position().turn(), Colour::White);
}
