//! How the crates' tests run a fuzz target on stable: every saved input, and many spoiled copies of each.

use std::path::PathBuf;

/// How many spoiled copies of each input are tried.
const COPIES: usize = 150;

/// The saved inputs of a target, in order of their names.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("a readable file"))).collect()
}

/// Random numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// A copy with bytes changed, lost, doubled or put in from another input.
fn spoiled(bytes: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(bytes.len() + 1);
        let end = (at + dice.below(12)).min(bytes.len());
        match dice.below(5) {
            0 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => bytes.insert(at, b"()[];\n aA1\\\0\xff.xO@"[dice.below(17)]),
            3 => bytes.truncate(at),
            _ => {
                let from = dice.below(other.len());
                let part = &other[from..(from + dice.below(30)).min(other.len())];
                bytes.splice(at..at, part.iter().copied());
            }
        }
    }
    bytes
}

/// Runs a target on its saved inputs and on spoiled copies of them.
pub fn run_all(target: &str, run: fn(&[u8])) {
    let inputs = corpus(target);
    let mut dice = Dice(11);
    for (path, bytes) in &inputs {
        println!("{}", path.display());
        run(bytes);
        for _ in 0..COPIES {
            let other = &inputs[dice.below(inputs.len())].1;
            let input = spoiled(bytes, other, &mut dice);
            let result = std::panic::catch_unwind(|| run(&input));
            assert!(result.is_ok(), "{target} fails on {:?}", String::from_utf8_lossy(&input));
        }
    }
}
