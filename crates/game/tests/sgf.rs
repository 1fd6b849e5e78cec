//! Game files: every dialect by hand-made samples, variations, and the law that what is written reads back.

use proptest::prelude::*;
use robusto_game::sgf::{Dialect, Event, Line, ProofNote, Reader, Style, Tree, read_record, write_record};
use robusto_game::{
    Colour, Coords, End, Ending, Game, GameSummary, Kind, Move, Outcome, Record, Shape, Size, parse_cell,
};

fn sample(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name);
    std::fs::read(path).unwrap()
}

fn record_of(name: &str) -> Record {
    read_record(&sample(name)[..]).unwrap()
}

fn dialect_of(name: &str) -> Dialect {
    Tree::read(&sample(name)[..]).unwrap().dialect().unwrap()
}

fn moves(record: &Record) -> String {
    record.moves_text(Coords::Gui)
}

const WHITE: Option<Outcome> = Some(Outcome::Win(Colour::White));
const BLACK: Option<Outcome> = Some(Outcome::Win(Colour::Black));

#[test]
fn little_golem_inverts_names_and_results() {
    let record = record_of("golem_bridge.hgf");
    assert_eq!(dialect_of("golem_bridge.hgf"), Dialect::LgHavannah);
    assert_eq!(moves(&record), "d4 swap a1 c3 a2 e4 a3 d3 a4");
    assert_eq!(record.names, ["Zoë", "Abel"]);
    assert_eq!((record.outcome(), record.listed), (WHITE, WHITE));
    let summary = GameSummary::read(&sample("golem_bridge.hgf")[..]);
    assert_eq!((summary.plies, summary.swap, summary.end), (9, true, Ending::Win));
    assert_eq!((summary.winner_word(), summary.by), ("white", vec![Kind::Bridge]));
    let record = record_of("golem_resign.hgf");
    assert_eq!((record.end(), record.listed), (Some(End::Resigned(Colour::Black)), WHITE));
    assert_eq!(moves(&record), "d4 f5 e5");
}

#[test]
fn a_file_without_moves_is_a_game_not_begun() {
    let summary = GameSummary::read(&sample("golem_empty.hgf")[..]);
    assert_eq!((summary.plies, summary.end, summary.listed), (0, Ending::Unfinished, None));
    assert_eq!((summary.size.unwrap().to_string(), summary.error), ("6".into(), None));
}

#[test]
fn little_golem_hex_is_told_from_havannah_by_its_cells() {
    let record = record_of("golem_hex.hsgf");
    assert_eq!(dialect_of("golem_hex.hsgf"), Dialect::LgHex);
    assert_eq!(record.shape().game(), Game::Hex);
    assert_eq!(moves(&record), "b5 swap-pieces c2 b3 c3 b4 c4 a1 c5 a2 c1");
    assert_eq!((record.outcome(), record.listed), (BLACK, BLACK));
    assert_eq!(record.names, ["Second", "First"]);
}

#[test]
fn havannahgui_plays_the_last_child() {
    let bytes = sample("havannahgui.sgf");
    let record = record_of("havannahgui.sgf");
    assert_eq!(dialect_of("havannahgui.sgf"), Dialect::Gui);
    assert_eq!(moves(&record), "e5 d4 f6 c3 g7");
    assert_eq!(record.end(), Some(End::Resigned(Colour::Black)));
    assert_eq!(record.names, ["Castro:0.1", "a ] bracket"]);
    assert_eq!((record.comment(0), record.comment(5)), ("two tries", "played"));
    let tree = Tree::read(&bytes[..]).unwrap();
    assert_eq!(tree.record(Line::Auto).unwrap(), record);
    let first = tree.record(Line::First).unwrap();
    assert_eq!((moves(&first).as_str(), first.comment(3)), ("e5 d4 e4 f5", "first thought"));
    let import = robusto_game::sgf::read_record_line(&bytes[..], Line::First);
    assert_eq!(import.into_result().unwrap(), first);
}

#[test]
fn an_old_size_is_a_diameter() {
    let record = record_of("diameter.hgf");
    assert_eq!(record.shape().size(), Size::havannah(5).unwrap());
}

#[test]
fn castros_proof_trees_keep_their_notes() {
    let tree = Tree::read(&sample("castro_proof.hgf")[..]).unwrap();
    let first = tree.children(tree.root()).next().unwrap();
    let note = ProofNote::parse(tree.value(first, "C").unwrap()).unwrap();
    assert_eq!((note.sims, note.outcome, note.best.as_deref()), (Some(143_736), Some(1), Some("g7")));
    let answers: Vec<_> = tree.children(first).map(|node| tree.value(node, "B").unwrap()).collect();
    assert_eq!(answers, ["g7", "d4"]);
    let deep = tree.main_line(Line::First)[3];
    assert_eq!(moves(&tree.record_to(deep).unwrap()), "a2 g7 d4");
}

#[test]
fn official_hex_swaps_sides() {
    let record = record_of("hex_official.sgf");
    assert_eq!(dialect_of("hex_official.sgf"), Dialect::Hex);
    assert_eq!(record.shape().size().to_string(), "4x3");
    assert_eq!(moves(&record), "b2 swap-sides c2 b3 a3");
    assert_eq!((record.end(), record.listed), (Some(End::Resigned(Colour::Black)), WHITE));
    assert_eq!(record.player(Colour::White), "Anna");
    // Some programs go on naming the players instead of the colours.
    let named = "(;GM[11]SZ[4:3];B[b2];W[swap-sides];B[c2];W[b3])";
    assert_eq!(moves(&read_record(named.as_bytes()).unwrap()), "b2 swap-sides c2 b3");
    let record = record_of("hex_pieces.sgf");
    let stone = parse_cell(record.shape(), "b1", Coords::Gui).unwrap();
    assert_eq!(record.position().stone(stone), Some(Colour::White));
}

#[test]
fn set_ups_and_unknown_properties_are_kept() {
    let record = record_of("set_up.sgf");
    assert_eq!(dialect_of("set_up.sgf"), Dialect::Robusto);
    assert_eq!((record.set_up_stones().len(), record.first_turn()), (5, Colour::Black));
    assert_eq!(record.info, [("XY".into(), vec!["kept".into(), "twice".into()])]);
    let bytes = sample("set_up.sgf");
    let tree = Tree::read(&bytes[..]).unwrap();
    assert!(tree.to_string().contains("W[a3]N[unknown here]"));
    assert_eq!(Tree::read(tree.to_string().as_bytes()).unwrap(), tree);
}

#[test]
fn our_files_look_as_promised() {
    let shape = Shape::of(Size::havannah(8).unwrap());
    let mut record = Record::from_moves(shape, "h8 swap i9", Coords::Gui).unwrap();
    record.names = ["A [x]".into(), "B\\".into()];
    let text = Tree::from_record(&record, Style::Robusto).to_string();
    let version = env!("CARGO_PKG_VERSION");
    let head = format!("(;FF[4]GM[Havannah]AP[Robusto:{version}]CA[UTF-8]SZ[8]PW[A [x\\]]PB[B\\\\]\n");
    assert_eq!(text, format!("{head};W[h8];B[swap];W[i9])\n"));
    record.resign(Colour::Black).unwrap();
    let text = Tree::from_record(&record, Style::LittleGolem).to_string();
    assert!(text.contains("PB[A [x\\]]PW[B\\\\]") && text.contains("RE[B]"), "{text}");
    assert!(text.contains(";W[H8];B[swap];W[I8];B[resign])"), "{text}");
}

#[test]
fn identifiers_and_cells_are_read_in_any_case() {
    let record = read_record(&b"junk (x) (;ff[4]GaMe[1]gm[HAVANNAH]sz[4] ; w[D4]\n;b[ c3 ])"[..]);
    assert!(record.is_err(), "GM[1] is Go");
    let record = read_record(&b"junk (x) (;ff[4]gm[HAVANNAH]sz[4] ; w[D4]\n;b[ c3 ])"[..]).unwrap();
    assert_eq!(moves(&record), "d4 c3");
}

#[test]
fn values_are_decoded() {
    let events = |bytes: &[u8]| {
        let mut reader = Reader::new(bytes);
        let mut values = Vec::new();
        while let Some(event) = reader.next_event().unwrap() {
            if let Event::Property(property) = event {
                values.extend(property.values);
            }
        }
        values
    };
    assert_eq!(
        events(b"(;C[a\\]b\\\\c\\:d][one\r\ntwo\rthree][bro\\\nken])"),
        ["a]b\\c:d", "one\ntwo\nthree", "broken"]
    );
    assert_eq!(events(b"(;C[caf\xe9][caf\xc3\xa9])"), ["café", "café"]);
}

fn sizes() -> impl Strategy<Value = Size> {
    prop_oneof![
        (2usize..=15).prop_map(|n| Size::havannah(n).unwrap()),
        (2usize..=6, 2usize..=6, 2usize..=6)
            .prop_map(|(p, q, r)| Size::of(Game::Havannah, &[p, q, r]).unwrap()),
        (1usize..=19, 1usize..=19).prop_map(|(c, r)| Size::of(Game::Hex, &[c, r]).unwrap()),
        (1usize..=30).prop_map(|n| Size::of(Game::Y, &[n]).unwrap()),
        (1usize..=19).prop_map(|n| Size::hex(n).unwrap()),
    ]
}

/// Text without the two things that files do not keep: carriage returns, and blanks around it.
fn text() -> impl Strategy<Value = String> {
    "\\PC{0,12}|[\\[\\]\\\\:;()a]{0,8}|[a-z\n]{0,9}".prop_map(|text| text.trim().to_string())
}

/// Any legal game: with a set-up or a swap, with names, comments, facts and an end.
fn records() -> impl Strategy<Value = Record> {
    let choices = (any::<u8>(), prop::collection::vec(any::<u16>(), 0..60));
    let words = (prop::array::uniform2(text()), prop::collection::vec(text(), 0..4), text());
    (sizes(), choices, words).prop_map(|(size, (dice, picks), (names, comments, fact))| {
        let mut record = start(Shape::of(size), dice, &picks);
        record.names = names;
        for (i, &pick) in picks.iter().enumerate() {
            if i == 1 && dice & 8 != 0 {
                let swap = if dice & 16 != 0 { Move::Swap } else { Move::SwapSides };
                let _ = record.play(swap);
            }
            let empty: Vec<_> = record.position().empty_cells().iter().collect();
            if record.is_over() || empty.is_empty() {
                break;
            }
            record.play(empty[pick as usize % empty.len()]).unwrap();
        }
        for (i, comment) in comments.into_iter().enumerate().take(record.len() + 1) {
            record.set_comment(i, comment);
        }
        if !fact.is_empty() {
            record.info = vec![("EV".into(), vec![fact.clone()]), ("XX".into(), vec![fact, "b".into()])];
        }
        let loser = if dice & 32 != 0 { Colour::White } else { Colour::Black };
        match dice >> 6 {
            1 => drop(record.resign(loser)),
            2 => drop(record.finish(End::TimedOut(loser))),
            3 => record.listed = Some(Outcome::Draw),
            _ => {}
        }
        record
    })
}

fn start(shape: &'static Shape, dice: u8, picks: &[u16]) -> Record {
    if dice & 3 != 3 {
        return Record::new(shape);
    }
    let colour = |pick: u16| if pick & 0x100 == 0 { Colour::White } else { Colour::Black };
    let mut stones: Vec<_> = picks
        .iter()
        .map(|&pick| (robusto_game::Cell::new(pick as usize % shape.len()), colour(pick)))
        .collect();
    stones.sort();
    stones.dedup_by_key(|stone| stone.0);
    // Files list White's stones first.
    stones.sort_by_key(|stone| stone.1);
    Record::set_up(shape, stones, colour(dice as u16 * 64)).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn our_own_files_read_back_as_the_same_record(record in records()) {
        let mut text = Vec::new();
        write_record(&record, Style::Robusto, &mut text).unwrap();
        let mut expected = record.clone();
        expected.listed = record.result().or(record.listed);
        prop_assert_eq!(read_record(&text[..]).unwrap(), expected);
    }

    #[test]
    fn files_in_little_golems_style_read_back_as_the_same_game(record in records()) {
        let mut text = Vec::new();
        write_record(&record, Style::LittleGolem, &mut text).unwrap();
        let mut expected = record.clone();
        expected.listed = record.result().or(record.listed);
        let mut read = read_record(&text[..]).unwrap();
        // Little Golem's files order set-up stones by its own colours.
        if record.shape().game() == Game::Hex && !record.set_up_stones().is_empty() {
            prop_assert_eq!(read.position(), expected.position());
            prop_assert_eq!(read.moves(), expected.moves());
        } else {
            read.info.clone_from(&expected.info);
            prop_assert_eq!(read, expected);
        }
    }
}
