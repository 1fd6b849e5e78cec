//! Real games of Little Golem, read in place when they are there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use robusto_game::sgf::{Style, Tree, read_record, write_record};
use robusto_game::{Ending, GameSummary, Kind, Outcome, Record};

fn files() -> Option<Vec<PathBuf>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/littlegolem");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: {} is not there", folder.display());
        return None;
    };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    Some(files)
}

fn check(record: &Record, summary: &GameSummary) {
    // The board never decided a game before the last move, or the rest would have been refused.
    match summary.end {
        Ending::Win => assert_eq!(summary.listed, summary.winner),
        Ending::Resign => assert_eq!(summary.listed, record.result()),
        Ending::Draw => assert_eq!(summary.winner, Some(Outcome::Draw)),
        Ending::Unfinished | Ending::Time => {}
    }
    assert_eq!(summary.by.is_empty(), summary.end != Ending::Win);
}

#[test]
fn all_games_read_and_end_as_listed() {
    let Some(files) = files() else { return };
    let mut counts = BTreeMap::new();
    for file in &files {
        let bytes = std::fs::read(file).unwrap();
        let summary = GameSummary::read(&bytes[..]);
        assert_eq!(summary.error, None, "{}", file.display());
        let record = read_record(&bytes[..]).unwrap();
        check(&record, &summary);
        let kinds = summary.by.iter().map(|kind: &Kind| kind.word()).collect::<Vec<_>>().join("+");
        *counts.entry(format!("{} {kinds}", summary.end.word())).or_insert(0) += 1;
    }
    eprintln!("{counts:?}");
    let sum = |end: &str| -> usize {
        counts.iter().filter(|(key, _)| key.starts_with(end)).map(|(_, count)| count).sum()
    };
    if files.len() == 1058 {
        assert_eq!((sum("resign"), counts.values().sum::<usize>()), (440, 1058));
    }
    let forks = counts["win fork"];
    assert!(forks > counts["win bridge"] && counts["win bridge"] > counts["win ring"]);
}

#[test]
fn all_games_survive_both_styles_of_writing() {
    let Some(files) = files() else { return };
    for file in files {
        let record = read_record(&std::fs::read(&file).unwrap()[..]).unwrap();
        let mut expected = record.clone();
        expected.listed = record.result().or(record.listed);
        for style in [Style::Robusto, Style::LittleGolem] {
            let mut text = Vec::new();
            write_record(&record, style, &mut text).unwrap();
            assert_eq!(read_record(&text[..]).unwrap(), expected, "{} {style:?}", file.display());
            let tree = Tree::read(&text[..]).unwrap();
            assert_eq!(tree.to_string().as_bytes(), &text[..]);
        }
    }
}
