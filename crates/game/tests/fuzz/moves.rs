//! Fuzz target: games from words. Whatever is tried, the record stays whole and the slow referee agrees with it.
//!
//! The first line names game and size; the words after it are moves, `undo` or `resign`.

use robusto_game::{Coords, Game, Move, Outcome, Position, Record, Shape, Size};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (head, words) = text.split_once('\n').unwrap_or((&text, ""));
    let (game, size) = head.split_once(' ').unwrap_or(("", head));
    let Ok(size) = Size::parse(Game::named(game).unwrap_or(Game::Havannah), size) else { return };
    let mut record = Record::new(Shape::of(size));
    for word in words.split_whitespace().take(1000) {
        step(&mut record, word);
    }
    check(&record);
}

fn step(record: &mut Record, word: &str) {
    match word {
        "undo" => drop(record.undo()),
        "resign" => drop(record.resign(record.turn())),
        word => {
            let Ok(mv) = Move::parse(record.shape(), word, Coords::Gui) else { return };
            let (legal, length) = (record.check(mv).is_ok(), record.len());
            assert_eq!(record.play(mv).is_ok(), legal);
            assert_eq!(record.len(), length + usize::from(legal));
        }
    }
}

fn check(record: &Record) {
    let position = record.position();
    assert_eq!(&record.position_at(record.len()), position);
    let stones: Vec<_> =
        record.shape().cells().filter_map(|cell| position.stone(cell).map(|colour| (cell, colour))).collect();
    let fresh = Position::<10>::set_up(record.shape(), stones, position.turn()).expect("stones of a game");
    assert_eq!((fresh.keys(), fresh.outcome()), (position.keys(), position.outcome()));
    let text = record.moves_text(Coords::Gui);
    let again = Record::from_moves(record.shape(), &text, Coords::Gui).expect("legal moves are legal again");
    assert_eq!(again.moves(), record.moves());
    assert_eq!(position.outcome(), judge_slowly(position));
    assert_eq!(record.wins().is_empty(), !matches!(position.outcome(), Some(Outcome::Win(_))));
}

/// What the slow referee says about the stones.
fn judge_slowly(position: &Position<10>) -> Option<Outcome> {
    let size = position.shape().size();
    let shape = referee::Shape::named(size.game().word(), &size.measures());
    let mut board = referee::Board::empty(shape.expect("the referee has all our boards"));
    let colours = [
        (robusto_game::Colour::White, referee::Colour::White),
        (robusto_game::Colour::Black, referee::Colour::Black),
    ];
    for (ours, theirs) in colours {
        for cell in position.board().stones(ours) {
            board.place(board.shape().cell(cell.index()).expect("both number alike"), theirs);
        }
    }
    let winner = colours.into_iter().find(|&(_, theirs)| board.has_won(theirs)).map(|(ours, _)| ours);
    winner.map(Outcome::Win).or(board.is_full().then_some(Outcome::Draw))
}
