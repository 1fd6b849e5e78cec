//! Perft counts kept as text in `tests/perft.txt`, one case a line: game, size, moves, depth, then the counts.
//!
//! The counts are made by the fast rules. To count anew after adding a case (what stands right of the arrow does not
//! matter then):
//!
//! ```text
//! UPDATE_PERFT=1 cargo test -p robusto-game --test rules perft
//! ```

use std::path::PathBuf;

use robusto_game::perft::{Perft, perft};
use robusto_game::{Coords, Record};

use crate::twin::{shape, slow_cell, slow_colour, slow_kind, slow_shape};

/// Cases with at most so many sequences are counted by the slow referee, too.
const CHEAP: u64 = 8_000;

/// A case: the text left of the arrow, and what it says.
struct Case {
    text: String,
    record: Record,
    depth: usize,
    counts: String,
}

impl Case {
    fn parse(line: &str) -> Case {
        let (text, counts) = line.split_once("->").unwrap_or_else(|| panic!("no arrow: {line}"));
        let words: Vec<&str> = text.split_whitespace().collect();
        let [game, size, moves @ .., "depth", depth] = words.as_slice() else { panic!("no case: {line}") };
        let shape = shape(&format!("{game} {size}"));
        let record = Record::from_moves(shape, &moves.join(" "), Coords::Gui).expect("legal moves");
        assert!(!record.is_over(), "the game is over: {line}");
        let depth = depth.parse().expect("a depth");
        Case { text: text.trim().into(), record, depth, counts: counts.trim().into() }
    }

    fn count(&self) -> Perft {
        perft(self.record.position(), self.depth)
    }

    fn count_slowly(&self) -> Perft {
        let slow = slow_shape(self.record.shape().size());
        let cells = self.record.moves().iter().map(|mv| mv.cell().expect("no swaps"));
        let cells: Vec<_> = cells.map(|cell| slow_cell(&slow, cell)).collect();
        let position = referee::Position::after(slow, cells).expect("legal moves");
        translate(&referee::perft(&position, self.depth))
    }
}

/// The slow referee's counts in our words.
fn translate(slow: &referee::Perft) -> Perft {
    let mut count = Perft { leaves: slow.leaves, ..Perft::default() };
    for (outcome, &number) in &slow.endings {
        match *outcome {
            referee::Outcome::Open => unreachable!("not an ending"),
            referee::Outcome::Drawn => count.draws += number,
            referee::Outcome::Won { colour, kinds } => {
                let ours = robusto_game::Colour::BOTH.into_iter().find(|&ours| slow_colour(ours) == colour);
                let all = [
                    robusto_game::Kind::Ring,
                    robusto_game::Kind::Bridge,
                    robusto_game::Kind::Fork,
                    robusto_game::Kind::Chain,
                ];
                let kinds = all.into_iter().filter(|&kind| kinds.contains(slow_kind(kind))).collect();
                count.wins.insert((ours.expect("one of the two"), kinds), number);
            }
        }
    }
    count
}

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/perft.txt")
}

fn lines() -> Vec<String> {
    let text = std::fs::read_to_string(file()).expect("tests/perft.txt is there");
    text.lines().map(str::to_string).collect()
}

fn is_case(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

#[test]
fn perft_counts_are_as_stored() {
    if std::env::var_os("UPDATE_PERFT").is_some() {
        return update();
    }
    for case in lines().iter().filter(|line| is_case(line)).map(|line| Case::parse(line)) {
        assert_eq!(case.count().to_string(), case.counts, "{}", case.text);
    }
}

fn update() {
    let lines = lines().into_iter().map(|line| match is_case(&line) {
        false => line,
        true => {
            let case = Case::parse(&line);
            format!("{} -> {}", case.text, case.count())
        }
    });
    let text: String = lines.map(|line| line + "\n").collect();
    std::fs::write(file(), text).expect("tests/perft.txt can be written");
}

#[test]
fn the_slow_referee_counts_the_same() {
    let mut compared = 0;
    for case in lines().iter().filter(|line| is_case(line)).map(|line| Case::parse(line)) {
        let count = case.count();
        if count.leaves + count.wins.values().sum::<u64>() <= CHEAP {
            assert_eq!(case.count_slowly(), count, "{}", case.text);
            compared += 1;
        }
    }
    assert!(compared >= 10, "only {compared} cases are cheap enough for the slow referee");
}
