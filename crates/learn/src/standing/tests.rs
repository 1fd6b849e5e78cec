//! A folder is looked at while it is written, byte by byte.

use std::path::PathBuf;

use game::{Cell, Size};

use super::*;
use crate::files::append;
use crate::manifest;
use crate::played::Played;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("robusto-standing-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(path.join("0001")).unwrap();
        Folder(path)
    }

    fn look(&self) -> Standing {
        Standing::of(&self.0, &mut Tally::default()).unwrap()
    }

    fn stage(&self) -> (usize, Stage) {
        let now = self.look().now;
        (now.generation, now.stage)
    }

    fn put(&self, file: &str) {
        std::fs::write(self.0.join(file), "whatever").unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn aim() -> Aim {
    Aim { game: "havannah".into(), sizes: vec!["4".into()], games: 2, generations: 1, pairs: 8 }
}

fn generation() -> Generation {
    manifest::shipped()[0][0].clone()
}

/// Adds an entry to a file in two pieces: what is seen after the first is what was seen before.
fn in_pieces<T: PartialEq + std::fmt::Debug>(path: &Path, entry: &[u8], look: impl Fn() -> T) {
    let before = look();
    let (first, rest) = entry.split_at(entry.len() / 2);
    append(path, first).unwrap();
    assert_eq!(look(), before, "{}", path.display());
    append(path, rest).unwrap();
    assert_ne!(look(), before, "{}", path.display());
}

fn line(entry: &impl Serialize) -> Vec<u8> {
    [serde_json::to_vec(entry).unwrap(), b"\n".to_vec()].concat()
}

#[test]
fn stages_follow_one_another_and_what_is_half_written_is_not_seen() {
    let folder = Folder::new("stages");
    assert!(!is_loop(&folder.0));
    aim().note(&folder.0).unwrap();
    assert!(is_loop(&folder.0));
    assert_eq!(folder.stage(), (1, Stage::Play));
    let moves = [3, 17, 36].map(Cell::new).to_vec();
    let played = Played { size: Size::havannah(4).unwrap(), winner: None, moves, searched: Vec::new() };
    let mut bytes = Vec::new();
    played.write(&mut bytes).unwrap();
    let place = folder.0.join("0001");
    in_pieces(&place.join("games.played"), &bytes, || folder.look().now);
    assert_eq!((folder.stage(), folder.look().now.games), ((1, Stage::Play), 1));
    in_pieces(&place.join("games.played"), &bytes, || folder.stage());
    assert_eq!(folder.stage(), (1, Stage::Label));
    folder.put("0001/labelled.played");
    assert_eq!(folder.stage(), (1, Stage::Train));
    let foresight = generation().foresight["5"];
    let trained = Trained { step: 20, of: 400, foresight };
    in_pieces(&place.join("training.jsonl"), &line(&trained), || folder.look().now);
    assert_eq!(folder.look().now.trained, [trained]);
    folder.put("0001/candidate.net");
    let pair = Pair { pair: 0, points: 2.0 };
    in_pieces(&place.join("gate.jsonl"), &line(&pair), || folder.look().now);
    assert_eq!((folder.stage(), folder.look().now.gate), ((1, Stage::Gate), Match::of(&[pair])));
    in_pieces(&folder.0.join("manifest.jsonl"), &line(&generation()), || folder.stage());
    assert_eq!(folder.stage(), (1, Stage::Done));
    // More generations are wanted.
    Aim { generations: 2, ..aim() }.note(&folder.0).unwrap();
    assert_eq!((folder.stage(), folder.look().now.games), ((2, Stage::Play), 0));
}

#[test]
fn a_look_changes_nothing_and_sees_who_is_at_work() {
    let folder = Folder::new("look");
    let path = folder.0.join("manifest.jsonl");
    let torn = [line(&generation()), b"{\"generat".to_vec()].concat();
    std::fs::write(&path, &torn).unwrap();
    // A loop of an older program does not say what it is to do.
    let standing = folder.look();
    assert_eq!((standing.aim, standing.done, standing.is_running), (None, vec![generation()], false));
    assert_eq!(std::fs::read(&path).unwrap(), torn);
    let lock = File::create(folder.0.join("lock")).unwrap();
    lock.try_lock().unwrap();
    assert!(folder.look().is_running);
    drop(lock);
    assert!(!folder.look().is_running);
    std::fs::write(&path, "{\"generation\":\n").unwrap();
    assert!(Standing::of(&folder.0, &mut Tally::default()).is_err());
}
