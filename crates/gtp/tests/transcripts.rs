//! Runs the conversations in `transcripts/*.gtp`, which are documentation and test in one.
//!
//! `> ` is a line to the engine, `< ` a line of its answer (the empty line at the end is left out), `#` a remark, and
//! `@ key value` at the top an option: `game`, `size`, `swap`, `belief` (the mock player's share of wins). The player behind
//! answers the first legal cell. `BLESS=1 cargo test -p robusto-gtp` writes down what the engine answers now.

use std::path::{Path, PathBuf};

use engine::mock::MockFactory;
use game::Game;
use gtp::{Desk, GtpOptions, answer};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "gtp")).collect();
    files.sort();
    files
}

fn desk(text: &str) -> Desk {
    let mut options =
        GtpOptions { visits: Some(10), seed: Some(1), threads: Some(1), ..GtpOptions::default() };
    let mut belief = 0.5;
    for line in text.lines().filter_map(|line| line.strip_prefix("@ ")) {
        match line.split_once(' ').unwrap() {
            ("game", word) => options.game = Game::named(word),
            ("size", size) => options.size = Some(size.into()),
            ("belief", share) => belief = share.parse().unwrap(),
            (name, value) => options.set.push((name.into(), value.into())),
        }
    }
    let mut desk = options.desk(&MockFactory::believing(move |_| belief)).unwrap();
    desk.may_use_files = true;
    desk
}

/// The conversation with the answers that the engine gives.
fn replay(text: &str) -> String {
    let mut desk = desk(text);
    let mut replayed = String::new();
    for line in text.lines().filter(|line| !line.starts_with('<')) {
        replayed.push_str(line);
        replayed.push('\n');
        if let Some(command) = line.strip_prefix('>') {
            let (answer, _) = answer(&mut desk, command.as_bytes());
            for line in answer.strip_suffix("\n\n").unwrap_or(&answer).lines() {
                replayed.push_str(format!("< {line}").trim_end());
                replayed.push('\n');
            }
        }
    }
    replayed
}

#[test]
fn conversations_go_as_they_are_written() {
    let files = files();
    assert!(files.len() >= 8, "transcripts are missing");
    // File names in the conversations are relative to the crate.
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
    for file in files {
        let written = std::fs::read_to_string(&file).unwrap();
        let replayed = replay(&written);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&file, replayed).unwrap();
        } else {
            assert_eq!(replayed, written, "{}", file.display());
        }
    }
}
