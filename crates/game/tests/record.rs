//! Records: swaps, ends, undo and refusals.

use robusto_game::{Colour, Coords, End, Game, Move, Outcome, Record, Shape, Size, Undone, parse_cell};

fn shape(game: Game, size: &str) -> &'static Shape {
    Shape::of(Size::parse(game, size).unwrap())
}

fn havannah(size: &str, moves: &str) -> Record {
    Record::from_moves(shape(Game::Havannah, size), moves, Coords::Gui).unwrap()
}

fn hex(size: &str, moves: &str) -> Record {
    Record::from_moves(shape(Game::Hex, size), moves, Coords::Gui).unwrap()
}

fn stone(record: &Record, name: &str) -> Option<Colour> {
    record.position().stone(parse_cell(record.shape(), name, Coords::Gui).unwrap())
}

fn error(record: &mut Record, text: &str) -> String {
    let mv = Move::parse(record.shape(), text, Coords::Gui).unwrap();
    record.play(mv).unwrap_err().to_string()
}

#[test]
fn a_swapped_stone_turns_black_and_white_moves_again() {
    let record = havannah("4", "b2 swap d4");
    assert_eq!(stone(&record, "b2"), Some(Colour::Black));
    assert_eq!(stone(&record, "d4"), Some(Colour::White));
    assert_eq!(record.turn(), Colour::Black);
    assert!(record.is_swapped());
    let colours: Vec<_> = record.coloured_moves().map(|(colour, _)| colour).collect();
    assert_eq!(colours, [Colour::White, Colour::Black, Colour::White]);
    assert_eq!(record.moves_text(Coords::Gui), "b2 swap d4");
    assert_eq!(record.position_at(1).stone(record.moves()[0].cell().unwrap()), Some(Colour::White));
    assert_eq!(record.position_at(99), *record.position());
}

#[test]
fn hex_swaps_pieces_to_the_mirrored_cell() {
    let mut record = hex("5", "b4 swap-pieces");
    assert_eq!(stone(&record, "b4"), None);
    assert_eq!(stone(&record, "d2"), Some(Colour::White));
    assert_eq!(record.turn(), Colour::Black);
    assert_eq!(record.last_cell(), parse_cell(record.shape(), "d2", Coords::Gui).ok());
    assert_eq!(record.moves_text(Coords::Gui), "b4 swap-pieces");
    record.play(parse_cell(record.shape(), "b4", Coords::Gui).unwrap()).unwrap();
    assert_eq!(stone(&record, "b4"), Some(Colour::Black));
}

#[test]
fn hex_swaps_sides_and_names() {
    let mut record = hex("5x4", "b4");
    record.names = ["Wanda".into(), "Bert".into()];
    assert_eq!(error(&mut record, "swap"), "pieces cannot be swapped on a board of unequal sides");
    record.play(Move::SwapSides).unwrap();
    assert_eq!(record.turn(), Colour::White);
    assert_eq!((record.player(Colour::White), record.player(Colour::Black)), ("Bert", "Wanda"));
    record.play(parse_cell(record.shape(), "c3", Coords::Gui).unwrap()).unwrap();
    let colours: Vec<_> = record.coloured_moves().map(|(colour, _)| colour).collect();
    assert_eq!(colours, [Colour::Black, Colour::White, Colour::White]);
    assert_eq!(record.turn(), Colour::Black);
    record.truncate(1);
    assert_eq!(record.player(Colour::White), "Wanda");
}

#[test]
fn refusals_are_sentences() {
    let mut record = havannah("4", "");
    assert_eq!(error(&mut record, "swap"), "a swap is possible only as the second move of a game");
    assert_eq!(
        record.play(Move::SwapSides).unwrap_err().to_string(),
        "players do not change sides in havannah: the swap takes the stone"
    );
    let mut record = havannah("4", "b2 d4");
    assert_eq!(error(&mut record, "d4"), "the cell d4 is occupied");
    assert_eq!(error(&mut record, "swap"), "a swap is possible only as the second move of a game");
    let off = Move::Cell(robusto_game::Cell::new(600));
    assert_eq!(record.play(off).unwrap_err().to_string(), "the cell is not on the board");
    let free = parse_cell(record.shape(), "a1", Coords::Gui).unwrap();
    assert_eq!(record.play_as(Colour::Black, free).unwrap_err().to_string(), "it is white's turn");
    record.resign(Colour::Black).unwrap();
    assert_eq!(error(&mut record, "a1"), "the game is over: black resigned");
    assert_eq!(record.result(), Some(Outcome::Win(Colour::White)));
    assert_eq!(record.outcome(), None);
    assert!(record.resign(Colour::White).is_err());
    let mut won = havannah("2", "a1 b1 a2");
    assert_eq!(error(&mut won, "b2"), "the game is over");
    assert!(won.resign(Colour::Black).is_err());
    let shape = shape(Game::Havannah, "4");
    let text = |moves| Record::from_moves(shape, moves, Coords::Gui).unwrap_err().to_string();
    assert_eq!(text("a1 b9"), "move 2: \"b9\" is not on the havannah board of size 4");
    assert_eq!(text("a1, a1"), "move 2 (a1): the cell a1 is occupied");
}

#[test]
fn undo_takes_back_the_end_then_moves() {
    let mut record = havannah("4", "b2 swap d4");
    record.set_comment(0, "start");
    record.set_comment(3, "centre");
    record.finish(End::TimedOut(Colour::Black)).unwrap();
    assert_eq!(record.undo(), Some(Undone::End(End::TimedOut(Colour::Black))));
    assert!(matches!(record.undo(), Some(Undone::Move(Move::Cell(_)))));
    assert_eq!((record.comment(0), record.comment(3)), ("start", ""));
    assert_eq!(record.undo(), Some(Undone::Move(Move::Swap)));
    assert_eq!(stone(&record, "b2"), Some(Colour::White));
    assert!(record.can_swap());
    assert!(record.undo().is_some());
    assert_eq!(record.undo(), None);
    assert_eq!(record.turn(), Colour::White);
}

#[test]
fn games_begin_from_any_stones() {
    let shape = shape(Game::Havannah, "4");
    let cell = |name| parse_cell(shape, name, Coords::Gui).unwrap();
    let stones = [(cell("a1"), Colour::White), (cell("d4"), Colour::White)];
    let mut record = Record::set_up(shape, stones, Colour::Black).unwrap();
    assert_eq!(record.turn(), Colour::Black);
    record.play(cell("b2")).unwrap();
    assert_eq!(error(&mut record, "swap"), "a swap is possible only as the second move of a game");
    assert_eq!(record.position_at(0).board().stone_count(), 2);
    let twice = [(cell("a1"), Colour::White), (cell("a1"), Colour::Black)];
    assert_eq!(
        Record::set_up(shape, twice, Colour::White).unwrap_err().to_string(),
        "the cell a1 is occupied"
    );
}
