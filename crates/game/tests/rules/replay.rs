//! Real games of Little Golem under both rules, when the files are there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use robusto_game::sgf::read_record;
use robusto_game::{Colour, Move, Position, Record};

use crate::twin::{Twin, slow_board, slow_colour, slow_shape, stones};

/// Both rules after the first moves of a game: past the swap, if there is one.
fn opening(record: &Record) -> (Twin<10>, usize) {
    let played = if record.moves().get(1) == Some(&Move::Swap) { 2 } else { 0 };
    let fast: Position<10> = record.position_at(played);
    assert_eq!((fast.turn(), fast.board().stones(Colour::Black).len()), (Colour::White, played / 2));
    let board = slow_board(&slow_shape(record.shape().size()).into(), &stones(&fast));
    let slow = referee::Position::set_up(board, slow_colour(fast.turn())).expect("at most one stone");
    (Twin { fast, slow }, played)
}

/// Replays a game and returns how it ended on the board.
fn replay(record: &Record, in_depth: bool) -> String {
    let (mut twin, played) = opening(record);
    let mut wins = Vec::new();
    for mv in &record.moves()[played..] {
        assert!(twin.fast.outcome().is_none(), "the game was over before its last move");
        wins = twin.play(mv.cell().expect("a swap is the second move or none"));
    }
    if in_depth {
        twin.compare_in_depth();
    }
    assert_eq!(&twin.fast, record.position());
    assert_eq!(wins, record.wins());
    wins.iter().map(|win| win.kind.word()).collect::<Vec<_>>().join("+")
}

#[test]
fn little_golem_games_under_both_rules() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/littlegolem");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        return eprintln!("skipped: {} is not there", folder.display());
    };
    let mut endings = BTreeMap::<String, usize>::new();
    for (number, entry) in entries.enumerate() {
        let path = entry.expect("a file").path();
        let bytes = std::fs::read(&path).expect("a readable file");
        let record = read_record(&bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        *endings.entry(replay(&record, number % 20 == 0)).or_default() += 1;
    }
    println!("{endings:?}");
    assert!(["ring", "bridge", "fork", ""].iter().all(|ending| endings.contains_key(*ending)), "{endings:?}");
}
