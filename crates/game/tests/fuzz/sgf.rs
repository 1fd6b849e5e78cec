//! Fuzz target: game files. What reads as a tree or a record is written and reads back the same.

use robusto_game::GameSummary;
use robusto_game::sgf::{Line, Reader, Style, Tree, read_record, read_record_line, write_record};

pub fn run(data: &[u8]) {
    let mut reader = Reader::new(data);
    while let Ok(Some(_)) = reader.next_event() {}
    let summary = GameSummary::read(data);
    assert_eq!(summary.error.is_none(), read_record(data).is_ok());
    for tree in Tree::read_all(data).unwrap_or_default() {
        assert_eq!(Tree::read(tree.to_string().as_bytes()).as_ref(), Ok(&tree));
    }
    for line in [Line::Auto, Line::First, Line::Last] {
        let Ok(record) = read_record_line(data, line).into_result() else { continue };
        let mut expected = record.clone();
        expected.listed = record.result().or(record.listed);
        let mut text = Vec::new();
        write_record(&record, Style::Robusto, &mut text).expect("memory takes everything");
        let again = read_record(&text[..]).expect("what we write can be read");
        assert_eq!((again.moves(), again.position()), (expected.moves(), expected.position()));
        assert_eq!((again.end(), again.listed), (expected.end(), expected.listed));
    }
}
