//! The third checker, `proofs/check.py`, on every certificate of the repository, and its unpacker on many frames.
//!
//! Small certificates are checked in full, larger ones by random lines of play. The largest take Python minutes to unpack and
//! are left to `ROBUSTO_LARGE=1`; `robusto verify` has them all in its tests. Without Python the tests say so and leave it out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use solve::dice::Dice;

/// Certificates of more bytes are checked by random lines.
const SMALL: u64 = 8000;
/// Certificates of more bytes than this are checked only where it is asked for.
const LARGE: u64 = 100_000;
/// So many in each.
const LINES: &str = "40";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs")
}

/// Runs Python with these arguments and this input; nothing if it is not installed.
fn python(arguments: &[&str], input: &str) -> Option<Output> {
    let mut command = Command::new("python3");
    command.arg("-B").args(arguments).current_dir(folder());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().inspect_err(|error| println!("left out: no python3 ({error})")).ok()?;
    let mut pipe = child.stdin.take().expect("a pipe");
    let input = input.to_string();
    let writer = std::thread::spawn(move || pipe.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it writes").expect("it listens");
    Some(output)
}

/// The names of the certificates of so many bytes.
fn certificates(bytes: std::ops::RangeInclusive<u64>) -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the folder of certificates");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let wanted = |path: &PathBuf| {
        let size = path.metadata().expect("a file").len();
        path.extension().is_some_and(|ending| ending == "proof") && bytes.contains(&size)
    };
    let mut names: Vec<String> =
        paths.filter(wanted).map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn all_are_valid(names: &[String], options: &[&str]) {
    let arguments: Vec<&str> = ["check.py"]
        .into_iter()
        .chain(names.iter().map(String::as_str))
        .chain(options.iter().copied())
        .collect();
    let Some(output) = python(&arguments, "") else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    assert!(output.status.success());
    assert_eq!(text.lines().filter(|line| line.contains(": valid: ")).count(), names.len());
}

#[test]
fn small_certificates_are_valid_in_full() {
    let names = certificates(0..=SMALL);
    assert!(names.len() >= 30, "{names:?}");
    all_are_valid(&names, &[]);
}

#[test]
fn large_certificates_are_valid_along_random_lines() {
    let most = if std::env::var_os("ROBUSTO_LARGE").is_some() { u64::MAX } else { LARGE };
    let names = certificates(SMALL + 1..=most);
    assert!(names.len() >= 20, "{names:?}");
    all_are_valid(&names, &["--sample", LINES]);
}

#[test]
fn a_wrong_result_is_invalid() {
    let path = std::env::temp_dir().join(format!("robusto-third-{}.proof", std::process::id()));
    // Files of older versions, which have no checksum that would call them damaged.
    for (name, result) in [("../crates/verify/tests/hex-3-b2.proof", 11), ("havannah-3x4x4-a1.proof", 12)] {
        let mut bytes = std::fs::read(folder().join(name)).expect("a certificate");
        bytes[result] = 1 - bytes[result];
        std::fs::write(&path, bytes).expect("room for a file");
        let Some(output) = python(&["check.py", &path.to_string_lossy()], "") else { return };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.code() == Some(1) && text.contains(": invalid: "), "{text}");
    }
    std::fs::remove_file(path).expect("it was written");
}

/// Bytes of many kinds: random, few symbols, one symbol, repeated pieces, uneven chances.
fn content(kind: usize, size: usize, dice: &mut Dice) -> Vec<u8> {
    match kind {
        0 => (0..size).map(|_| dice.word() as u8).collect(),
        1 => (0..size).map(|_| b"abcd"[dice.below(4)]).collect(),
        2 => vec![dice.word() as u8; size],
        3 => {
            let mut bytes: Vec<u8> = (0..20).map(|_| dice.word() as u8).collect();
            while bytes.len() < size {
                let from = dice.below(bytes.len());
                let piece = bytes[from..(from + 3 + dice.below(200)).min(bytes.len())].to_vec();
                bytes.extend(piece);
                bytes.extend((0..dice.below(9)).map(|_| dice.word() as u8));
            }
            bytes
        }
        _ => (0..size).map(|_| (dice.word() & dice.word() & dice.word()) as u8).collect(),
    }
}

#[test]
fn frames_unpack_to_what_was_packed() {
    let mut dice = Dice::new(8);
    let (mut packed, mut right) = (String::new(), String::new());
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for round in 0..180 {
        let size = [0, 1, 3, 30, 300, 3000, 20_000, 150_000][dice.below(if round % 20 == 0 { 8 } else { 6 })];
        let bytes = content(round % 5, size, &mut dice);
        let level = [1, 2, 3, 5, 6, 9, 12, 15, 19][round % 9];
        packed += &(hex(&zstd::encode_all(&bytes[..], level).expect("memory suffices")) + "\n");
        right += &(hex(&bytes) + "\n");
    }
    let program = "import sys\nfrom checker.unzstd import decompress\n\
                   for line in sys.stdin: print(decompress(bytes.fromhex(line))[0].hex())";
    let Some(output) = python(&["-c", program], &packed) else { return };
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout) == right);
}
