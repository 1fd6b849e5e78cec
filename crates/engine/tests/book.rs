//! A book that learns: what it says, how it is kept, and that a line which was lost is not lost again.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::book::Book;
use engine::book::player::BookPlayer;
use engine::{AllPlayers, Limits, Moment, Player, PlayerFactory, Purpose, Seating};
use game::{Cell, Colour, Outcome, Shape, Size};

fn shape(size: Size) -> &'static Shape {
    Shape::of(size)
}

fn player(shape: &'static Shape, preset: &str) -> Box<dyn Player> {
    let mut factory = AllPlayers::new();
    factory.choose_preset(preset).unwrap();
    factory.make(&Seating { shape, threads: 1, memory: 1 << 22, seed: 1, purpose: Purpose::Play })
}

/// A game from the empty board; the first player has the book.
fn play(shape: &'static Shape, book: &Book, presets: [&str; 2], visits: u64) -> (Vec<Cell>, Outcome) {
    let own = player(shape, presets[0]);
    let mut players: [Box<dyn Player>; 2] =
        [Box::new(BookPlayer::new(Arc::new(book.clone()), own)), player(shape, presets[1])];
    let (mut game, mut moves) = (Moment::new(shape), Vec::new());
    while game.outcome().is_none() {
        let thinker = &mut players[moves.len() % 2];
        let limits = Limits::visits(visits);
        let cell = thinker.think(&game, &limits, &AtomicBool::new(false), &mut |_| {}).best().unwrap();
        game.try_play(cell).unwrap();
        moves.push(cell);
    }
    (moves, game.outcome().unwrap())
}

#[test]
fn a_lost_line_is_not_repeated() {
    // Both players always think the same: without a book every game would be the same loss.
    for (size, presets, visits) in [
        (Size::havannah(4).unwrap(), ["queenbee-beam5", "rave"], 100),
        (Size::hex(4).unwrap(), ["queenbee-beam5", "queenbee-full"], 60),
    ] {
        let shape = shape(size);
        let mut book = Book::new(shape);
        let mut lost = HashSet::new();
        for _ in 0..12 {
            let (moves, outcome) = play(shape, &book, presets, visits);
            if outcome != Outcome::Win(shape.first_colour()) {
                assert!(lost.insert(moves.clone()), "{moves:?} was lost twice");
            }
            book.learn(&moves, outcome, |_, _| None);
        }
    }
}

#[test]
fn values_are_negamax_over_moves_and_what_lies_outside() {
    let shape = shape(Size::hex(3).unwrap());
    let cell = |x, y| shape.cell_at(x, y).unwrap();
    let mut book = Book::new(shape);
    let start = Moment::new(shape);
    // Black wins along the middle column.
    let won = [cell(1, 1), cell(0, 0), cell(1, 0), cell(2, 2), cell(1, 2)];
    let mut asked = 0;
    let new = book.learn(&won, Outcome::Win(Colour::Black), |_, _| {
        asked += 1;
        Some(0.25)
    });
    assert_eq!((new, asked), (6, 5));
    // White's best outside the book is worth 0.25 everywhere: Black's book move is worth 0.75.
    assert_eq!(book.choose(&start).unwrap().cell, cell(1, 1));
    assert_eq!(book.value(&start), 0.75);
    // A turned image is the same position.
    let mut turned = start;
    turned.play(cell(1, 1));
    let mut image = turned;
    turned.play(cell(0, 0));
    image.play(cell(2, 2));
    assert_eq!(book.value(&turned), book.value(&image));
    let (there, here) = (book.choose(&image).unwrap().cell, book.choose(&turned).unwrap().cell);
    assert_eq!(shape.symmetries()[1][here.index()], there);
}

#[test]
fn a_book_reads_what_it_writes_and_refuses_nonsense() {
    let shape = shape(Size::havannah(3).unwrap());
    let mut book = Book::new(shape);
    let (moves, outcome) = play(shape, &book, ["rogers-ring", "rogers-ring"], 1);
    book.learn(&moves, outcome, |_, _| Some(0.5));
    let text = book.write();
    assert_eq!(Book::read(&text).unwrap().write(), text);
    for (bad, says) in [
        ("", "line 1"),
        ("robusto book 1 chess 8", "no game"),
        ("robusto book 1 hex 5\n12 - - 25", "line 2"),
        ("robusto book 1 hex 5\n12 - -\n12 7 -", "line 3"),
    ] {
        let error = Book::read(bad).unwrap_err();
        assert!(error.contains(says), "{error}");
    }
}

#[test]
fn the_setting_book_gives_a_player_its_book() {
    let shape = shape(Size::hex(3).unwrap());
    let mut book = Book::new(shape);
    let corner = shape.cell_at(0, 0).unwrap();
    let rest = [(2, 0), (0, 1), (2, 1), (0, 2)].map(|(x, y)| shape.cell_at(x, y).unwrap());
    book.learn(&[&[corner], &rest[..]].concat(), Outcome::Win(Colour::Black), |_, _| Some(0.1));
    let file = std::env::temp_dir().join(format!("robusto-book-{}.txt", std::process::id()));
    std::fs::write(&file, book.write()).unwrap();
    let mut factory = AllPlayers::new();
    factory.set("book", file.to_str().unwrap()).unwrap();
    let mut player =
        factory.make(&Seating { shape, threads: 1, memory: 1 << 22, seed: 1, purpose: Purpose::Play });
    let thought =
        player.think(&Moment::new(shape), &Limits::visits(10), &AtomicBool::new(false), &mut |_| {});
    assert_eq!(thought.best(), Some(corner));
    assert!(factory.set("book", "/nowhere/at/all").is_err());
    factory.set("book", "").unwrap();
    std::fs::remove_file(file).unwrap();
}
