//! Files that are broken, hostile or huge: each gets one clear sentence, none a panic.

use std::io::{Cursor, Read};

use robusto_game::sgf::{Line, Reader, Tree, read_record, read_record_line};
use robusto_game::{Coords, GameSummary};

fn message(bytes: impl AsRef<[u8]>) -> String {
    let message = read_record(bytes.as_ref()).unwrap_err().to_string();
    let summary = GameSummary::read(bytes.as_ref());
    assert_eq!(summary.error.as_ref(), Some(&message));
    assert!(message.len() < 200 && !message.contains('\n'), "{message}");
    message
}

#[test]
fn broken_files_get_a_sentence() {
    for (text, expected) in [
        ("", "there is no game in the file"),
        ("hello", "there is no game in the file"),
        ("(", "there is no game in the file"),
        ("(;", "line 1, byte 3: the file ends inside a game (1 left open)"),
        ("(;GM[Havannah]SZ[4];W[a1]", "line 1, byte 26: the file ends inside a game (1 left open)"),
        ("(;GM[Havannah]SZ[4]\n;W[a", "line 2, byte 25: the file ends inside a value of W"),
        ("(;GM[Havannah]SZ[4];W)", "line 1, byte 22: W has no value"),
        ("(;GM[Havannah]SZ[4]!;W[a1])", "line 1, byte 20: '!' is out of place"),
        ("(;GM[Havannah]SZ[4]\u{1};W[a1])", "line 1, byte 20: byte 0x01 is out of place"),
        ("(;GM[1]SZ[19])", "the file's game is \"1\", neither Havannah nor Hex (11) nor Y"),
        ("(;GM[Havannah])", "the file names no board size (SZ)"),
        (
            "(;GM[Havannah]SZ[10000])",
            "the board size (SZ) is wrong: havannah size 10000 is out of range (sides 2 to 15)",
        ),
        (
            "(;GM[11]SZ[99999999999999999999])",
            "the board size (SZ) is wrong: \"99999999999999999999\" is not a hex size (such as 11 or 11x9)",
        ),
        ("(;GM[Havannah]SZ[d=8])", "the board size (SZ) is wrong: \"d=8\" is not a size"),
        ("(;GM[Havannah]SZ[4];W[a9])", "move 1: \"a9\" is not on the havannah board of size 4"),
        ("(;GM[Havannah]SZ[4];W[])", "move 1: \"\" is not a cell in gui coordinates (such as d4)"),
        ("(;GM[Havannah]SZ[4];W[a1];B[a1])", "move 2 (black a1): the cell a1 is occupied"),
        ("(;GM[Havannah]SZ[4];W[a1];W[a2])", "move 2 (white a2): it is black's turn"),
        ("(;GM[Havannah]SZ[4];B[a1])", "move 1 (black a1): it is white's turn"),
        (
            "(;GM[Havannah]SZ[4];W[swap])",
            "move 1 (white swap): a swap is possible only as the second move of a game",
        ),
        ("(;GM[Havannah]SZ[4];W[resign];B[a1])", "move 1 (black a1): the game is over: white resigned"),
        ("(;GM[Havannah]SZ[2];W[a1];B[b1];W[a2];B[b2])", "move 4 (black b2): the game is over"),
        ("(;GM[Havannah]SZ[4]AB[a1][a1])", "the set-up is wrong: the cell a1 is occupied"),
        ("(;GM[Havannah]SZ[4];W[a1];AB[a2])", "stones are set up after move 1, where only moves can be"),
    ] {
        assert_eq!(message(text), expected);
    }
}

#[test]
fn facts_before_the_error_are_told() {
    let summary = GameSummary::read(&b"(;GM[Havannah]SZ[4]RE[W+R];W[a1];B[b2];W[b2])"[..]);
    assert_eq!((summary.plies, summary.size.unwrap().to_string()), (2, "4".into()));
    assert!(summary.error.is_some());
    let torn = read_record_line(&b"(;GM[Havannah]SZ[4];W[a1];B[b2];W"[..], Line::Auto);
    assert_eq!(torn.record.unwrap().moves_text(Coords::Gui), "a1 b2");
}

#[test]
fn binary_and_foreign_bytes_get_a_sentence() {
    let mut bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    message(&bytes);
    bytes.splice(0..0, *b"(;SZ[4]GM[Havannah]C[\xff\xfe]");
    message(&bytes);
    message(b"\x89PNG\r\n\x1a\n(;\0\0\0");
    assert!(read_record(&b"(;SZ[4]GM[Havannah]PW[\xff\xfe\xc3];W[a1])"[..]).is_ok());
    message(b"(;SZ[4]GM[Havannah];W[\xff\xfe])");
}

#[test]
fn endless_values_and_names_are_cut_off() {
    let endless = |start: &'static str, byte: u8| Cursor::new(start).chain(std::io::repeat(byte));
    let message = |source| read_record(source).unwrap_err().to_string();
    assert!(message(endless("(;C[", b'a')).ends_with("a value of C is longer than 64 MB"));
    assert!(message(endless("(;", b'A')).ends_with("a property name is longer than 64 letters"));
    assert!(message(endless("(;(", b'(')).ends_with("variations are nested more than 10000000 deep"));
    assert!(message(endless("(;", b';')).contains("over a million nodes"));
}

/// Repeats a text many times without holding it.
fn repeated(text: &'static str, times: usize) -> impl Read {
    let mut left = times;
    let mut part: &[u8] = &[];
    struct Source<F>(F);
    impl<F: FnMut(&mut [u8]) -> usize> Read for Source<F> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            Ok((self.0)(buffer))
        }
    }
    Source(move |buffer: &mut [u8]| {
        if part.is_empty() && left > 0 {
            left -= 1;
            part = text.as_bytes();
        }
        let count = part.len().min(buffer.len());
        buffer[..count].copy_from_slice(&part[..count]);
        part = &part[count..];
        count
    })
}

#[test]
fn deep_lines_and_deep_nesting_need_no_stack() {
    let line = "(;GM[Havannah]SZ[4]".to_string() + &";C[deep]".repeat(100_000) + ")";
    assert!(read_record(line.as_bytes()).is_ok());
    let nested = "(;GM[Havannah]SZ[4]".to_string() + &"(;C[deep]".repeat(100_000) + &")".repeat(100_001);
    assert!(read_record(nested.as_bytes()).is_ok());
    for text in [line, nested] {
        let tree = Tree::read(text.as_bytes()).unwrap();
        assert_eq!(tree.len(), 100_001);
        assert_eq!(Tree::read(tree.to_string().as_bytes()).unwrap(), tree);
        assert!(tree.record(Line::Auto).is_ok());
    }
}

#[test]
fn a_wide_proof_tree_is_read_as_a_stream() {
    let node = "(;B[a1]C[mcts, sims:12345, avg:0.5, outcome:1, best:g7](;W[d4]C[mcts, sims:99, outcome:1]))";
    let source =
        Cursor::new("(;GM[Havannah]SZ[4];W[a2]").chain(repeated(node, 100_000)).chain(Cursor::new(")"));
    let record = read_record(source).unwrap();
    assert_eq!(record.moves_text(Coords::Gui), "a2 a1 d4");
}

#[test]
fn a_source_that_fails_is_reported() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let source = Cursor::new("(;GM[Havannah]SZ[4]").chain(Broken);
    assert_eq!(read_record(source).unwrap_err().to_string(), "the file cannot be read: the disk is gone");
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Spoils a file a little: bytes changed, lost, doubled, moved, or the end torn off.
fn spoil(bytes: &mut Vec<u8>, dice: &mut Dice) {
    const MARKS: &[u8] = b"()[];\\WB0a9zAZ\n\0\xff:x";
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 if !bytes.is_empty() => bytes[at] = dice.below(256) as u8,
            1 if !bytes.is_empty() => bytes[at] = MARKS[dice.below(MARKS.len())],
            2 => bytes.insert(at, MARKS[dice.below(MARKS.len())]),
            3 => bytes.truncate(at),
            4 => drop(bytes.drain(at..(at + dice.below(20)).min(bytes.len()))),
            _ => {
                let part = bytes[at..(at + dice.below(40)).min(bytes.len())].to_vec();
                let to = dice.below(bytes.len());
                bytes.splice(to..to, part);
            }
        }
    }
}

#[test]
fn spoiled_files_never_panic_and_what_reads_writes() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let mut dice = Dice(7);
    for name in names {
        let original = std::fs::read(&name).unwrap();
        for _ in 0..1500 {
            let mut bytes = original.clone();
            spoil(&mut bytes, &mut dice);
            let summary = GameSummary::read(&bytes[..]);
            assert_eq!(summary.error.is_none(), read_record(&bytes[..]).is_ok());
            if let Ok(trees) = Tree::read_all(&bytes[..]) {
                for tree in trees {
                    assert_eq!(Tree::read(tree.to_string().as_bytes()).unwrap(), tree);
                    let _ = tree.record(Line::First);
                }
            }
            let mut reader = Reader::new(&bytes[..]);
            while let Ok(Some(_)) = reader.next_event() {}
        }
    }
}
