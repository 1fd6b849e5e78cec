//! Pictures of every kind of board can be made, are the same each time and show what they were told to show.

use draw::{Picture, Theme};
use game::{Coords, Game, Record, Shape, Size};

fn shape(game: Game, size: &str) -> &'static Shape {
    Shape::of(Size::parse(game, size).unwrap())
}

fn fork() -> Record {
    let moves = "b1 e5 b2 e4 b3 f5 b4 d5 b5 c5 a3";
    Record::from_moves(shape(Game::Havannah, "4"), moves, Coords::Gui).unwrap()
}

fn png_measures(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn every_board_has_a_picture() {
    for (game, size) in [
        (Game::Havannah, "2"),
        (Game::Havannah, "4"),
        (Game::Havannah, "15"),
        (Game::Havannah, "4x5x7"),
        (Game::Hex, "1"),
        (Game::Hex, "11"),
        (Game::Hex, "19x3"),
    ] {
        for coords in Coords::ALL.into_iter().map(Some).chain([None]) {
            for theme in [Theme::Light, Theme::Dark, Theme::Print] {
                let picture = Picture::new(shape(game, size)).theme(theme).coords(coords);
                let svg = picture.to_svg();
                assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{game} {size}");
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{game} {size}");
            }
        }
        assert_eq!(png_measures(&Picture::new(shape(game, size)).to_png(120)).0, 120);
    }
}

#[test]
fn a_won_game_shows_its_stones_its_chain_and_a_sentence() {
    let record = fork();
    let svg = Picture::of(&record).to_svg();
    assert!(svg.contains(">White wins: fork (top, upper right, upper left)</text>"));
    assert_eq!(svg.matches("url(#white-stone)").count(), 6);
    assert_eq!(svg.matches("url(#black-stone)").count(), 5);
    let earlier = Picture::at(&record, 4).to_svg();
    assert_eq!(earlier.matches("-stone)").count(), 4);
    assert!(!earlier.contains("wins"));
}

#[test]
fn moves_are_numbered_and_a_swapped_stone_bears_the_swap() {
    let record = Record::from_moves(shape(Game::Hex, "5"), "a2 swap c3", Coords::Gui).unwrap();
    let svg = Picture::of(&record).numbers(&record, record.len()).coords(None).to_svg();
    assert!(!svg.contains(">1</text>"));
    assert!(svg.contains(">2</text>") && svg.contains(">3</text>"));
}

#[test]
fn labels_and_sentences_are_escaped() {
    let board = shape(Game::Havannah, "4");
    let cell = board.cells().next().unwrap();
    let svg = Picture::new(board).label(cell, "<b>").sentence("a & \"b\"").to_svg();
    assert!(svg.contains("&lt;b&gt;") && svg.contains("a &amp; &quot;b&quot;"));
}

#[test]
fn pictures_are_the_same_each_time() {
    let picture = Picture::of(&fork()).theme(Theme::Dark);
    assert_eq!(picture.to_svg(), picture.to_svg());
    assert_eq!(picture.to_png(300), picture.to_png(300));
}

#[test]
fn odd_widths_and_values_do_no_harm() {
    let board = shape(Game::Havannah, "3");
    let picture = board.cells().fold(Picture::new(board), |picture, cell| picture.heat(cell, f32::NAN));
    assert_eq!(png_measures(&picture.to_png(0)).0, 1);
    assert_eq!(png_measures(&picture.to_png(7)).0, 7);
}
