//! Real games, read in place when they are there. They are not part of the repository.

mod common;

use std::collections::BTreeMap;
use std::path::Path;

#[test]
fn all_real_games_read_without_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/littlegolem");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    let run = common::run(&["games", "--json", &folder.display().to_string()]);
    run.succeeds();
    let lines = run.json();
    assert_eq!(lines.len(), 1058);
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for line in &lines {
        assert!(line["error"].is_null(), "{line}");
        if line["end"] == "win" {
            assert_eq!(line["winner"], line["listed"], "{line}");
            let by = line["by"].as_array().unwrap().iter().map(|kind| kind.as_str().unwrap());
            *kinds.entry(by.collect::<Vec<_>>().join("+")).or_default() += 1;
        }
    }
    let ended = |end: &str| lines.iter().filter(|line| line["end"] == end).count();
    assert_eq!((ended("win"), ended("resign"), ended("unfinished")), (525, 440, 93));
    let expected = [("bridge", 119), ("bridge+fork", 1), ("fork", 315), ("ring", 89), ("ring+fork", 1)];
    assert_eq!(kinds, expected.map(|(kind, count)| (kind.into(), count)).into());
}
