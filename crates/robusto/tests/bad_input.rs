//! Bad input of every kind gets one clear sentence and the right exit code, and nothing is lost.

mod common;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use common::{Folder, GAME, program, run, run_with};

#[test]
fn bad_files_are_lines_and_the_run_goes_on() {
    let folder = Folder::new("bad-files");
    folder.write("a-good.sgf", GAME);
    folder.write("b-truncated.sgf", &GAME[..40]);
    folder.write("c-binary.sgf", (0..=255u8).cycle().take(4096).collect::<Vec<_>>());
    folder.write("d-huge.sgf", "(;GM[Havannah]SZ[10000];W[a1])");
    folder.write("e-latin.sgf", b"(;GM[Havannah]SZ[4]PW[M\xfcller];W[a1])");
    folder.write("f-occupied.sgf", "(;GM[Havannah]SZ[4];W[a1];B[a1])");
    folder.write("g-empty.sgf", "");
    folder.write("sub/h-good.SGF", GAME);
    folder.write("ignored.txt", "not a game");
    let run = run(&["games", "--json", &folder.text("")]);
    assert_eq!(run.code, 1);
    let lines = run.json();
    let errors: Vec<String> = lines.iter().map(|line| line["error"].as_str().unwrap_or("").into()).collect();
    assert_eq!(lines.len(), 8, "{errors:?}");
    for (i, part) in ["", "", "", "10000", "", "occupied", "no game", ""].iter().enumerate() {
        assert!(errors[i].contains(part) && !errors[i].contains('\n'), "{i}: {:?}", errors[i]);
    }
    let bad: Vec<bool> = errors.iter().map(|error| !error.is_empty()).collect();
    assert_eq!(bad, [false, true, true, true, false, true, true, false], "{errors:?}");
    assert_eq!(run.err, "robusto: 5 of 8 files could not be read to their end\n");
}

#[test]
fn a_missing_file_is_a_line_with_an_error() {
    let run = run(&["games", "--json", "no/such/file.sgf"]);
    assert_eq!(run.code, 1);
    let line = &run.json()[0];
    assert_eq!((line["file"].as_str(), line["winner"].as_str()), (Some("no/such/file.sgf"), Some("none")));
    assert!(line["error"].is_string() && line["game"].is_null());
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new("pipe");
    for i in 0..2000 {
        folder.write(&format!("{i:04}.sgf"), GAME);
    }
    let mut child = program(&["games", "--json", &folder.text("")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    // The pipe closes when the reader is dropped at the end of this line, as `head -1` would.
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(first.starts_with('{'));
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn wrong_usage_ends_with_code_2() {
    for (args, part) in [
        (&["show", "--size", "99"][..], "out of range"),
        (&["show", "--size", "four"], "not a havannah size"),
        (&["show", "--game", "hex", "--size", "20"], "out of range"),
        (&["show", "--game", "go"], "--game"),
        (&["show", "--size", "4", "--moves", "a1 a1"], "occupied"),
        (&["show", "--size", "4", "--moves", "a1 z9"], "move 2"),
        (&["show", "--size", "4", "--moves", "a1 \u{fffd}"], "move 2"),
        (&["show", "--size", "4", "--moves", "a1 b1 swap"], "swap"),
        (&["show", "--moves", "a1", "--move", "2"], "only 1 moves"),
        (&["solve", "--size", "3", "--preset", "strong"], "--preset"),
        (&["solve", "--size", "3", "--seed", "2"], "--seed"),
        (&["perft", "--size", "3"], "--depth"),
        (&["perft", "--size", "3", "--depth", "-1"], "-1"),
        (&["bench", "playouts", "--seconds", "0"], "--seconds"),
        (&["games"], "FILE|DIR"),
        (&["play", "--preset", "no-such"], "no-such"),
        (&["play", "--set", "puct=much"], "--set: "),
        (&["play", "--preset", "puct", "--set", "network=nowhere.net"], "--set: "),
        (&["gtp", "--size", "99"], "out of range"),
        (&["gtp", "--memory", "lots"], "--memory"),
        (&["gtp", "--set", "nonsense"], "key=value"),
        (&["show", "--size", "4", "--theme", "dark"], "--theme does nothing"),
        (&["show", "--size", "4", "--format", "svg", "--width", "200"], "--width does nothing"),
        (&["bench", "signature", "--size", "4"], "--size does nothing"),
        (&["bench", "search", "--solver", "dfpn"], "--solver does nothing"),
        (&["bench", "eval", "--preset", "strong"], "--preset does nothing"),
        (&["swapmap", "--size", "4", "--preset", "rave"], "--preset does nothing"),
        (&["swapmap", "--size", "4", "--theme", "dark"], "--theme does nothing"),
        (&["solve", "--size", "4", "--database", "x.sqlite", "--time", "1"], "--time does nothing"),
        (&["solve", "--size", "4", "--database", "x.sqlite", "--solver", "dfpn"], "--solver does nothing"),
        (&["solve", "--size", "4", "--database", "x.sqlite", "--likely", "black"], "--likely does nothing"),
        (&["solve", "--size", "3", "--likely", "red"], "white or black"),
        (
            &["solve", "--size", "3", "--moves", "a1", "--solver", "alphabeta", "--likely", "white"],
            "--likely: only dfpn",
        ),
        (&["dance"], "dance"),
        (&["--colour"], "--colour"),
    ] {
        run(args).fails(2, part);
    }
}

#[test]
fn bad_files_end_with_code_1() {
    let folder = Folder::new("code-1");
    let binary = folder.write("binary.sgf", [0u8, 159, 146, 150, 255, 10, 13, 0]);
    let huge = folder.write("huge.sgf", "(;GM[Havannah]SZ[10000])");
    let good = folder.write("good.sgf", GAME);
    for (args, part) in [
        (&["show", "no-such-file.sgf"][..], "no-such-file.sgf"),
        (&["show", &folder.text("")], "directory"),
        (&["show", &binary], "binary.sgf"),
        (&["show", "--file", &huge], "10000"),
        (&["convert", &binary, "-"], "binary.sgf"),
        (&["convert", &good, &folder.text("no/such/place.sgf")], "place.sgf"),
        (&["convert", &good, &folder.text("game.docx")], ".docx"),
        (&["--config", "no-such.toml", "perft", "--depth", "1"], "no-such.toml"),
    ] {
        run(args).fails(1, part);
    }
    assert!(!folder.path("game.docx").exists());
}

#[test]
fn bad_settings_are_named_with_their_file() {
    let folder = Folder::new("settings");
    for (text, part) in [
        ("size = ", "bad.toml"),
        ("flavour = \"sweet\"", "flavour"),
        ("[dance]\nfast = true", "dance"),
        ("[show]\nspeed = 3", "speed"),
    ] {
        let file = folder.write("bad.toml", text);
        run(&["--config", &file, "show"]).fails(2, part);
    }
}

#[test]
fn garbled_lines_do_not_end_a_game() {
    let run = run_with(
        &["play", "--size", "4", "--colour", "both"],
        b"d4\n\xff\xfe\nnonsense\nd4\nz99\nundo\nundo\nundo\nredo\nswap\nquit\n",
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("occupied"), "{}", run.out);
}
