//! All openings of a board from the command line: certificates, JSON, and going on after a kill.

mod common;

use std::process::Stdio;
use std::time::Duration;

use common::{Folder, program, run};

#[test]
fn openings_have_certificates_that_are_accepted() {
    let folder = Folder::new("openings");
    let directory = folder.path("certificates").display().to_string();
    let solved =
        run(&["solve", "--size", "3", "--openings", "--fresh", "--json", "--certificate", &directory]);
    solved.succeeds();
    let lines = solved.json();
    let sum = lines.last().expect("a last line");
    assert_eq!(sum["solved"], 4);
    let results = serde_json::json!([["a1", "white"], ["a2", "black"], ["b2", "black"], ["c3", "black"]]);
    assert_eq!(sum["openings"], results);
    let files: Vec<&str> = lines.iter().filter_map(|line| line["certificate"].as_str()).collect();
    assert_eq!(files.len(), 4);
    for file in files {
        assert_eq!(run(&["verify", "--json", file]).json()[0]["valid"], true, "{file}");
    }
    let told = run(&["solve", "--size", "3", "--openings", "--fresh", "--threads", "2"]);
    assert!(told.succeeds().contains("a1   white wins"));
    assert!(told.succeeds().contains("4 of 4 openings"));
    let known = run(&["solve", "--size", "3", "--openings", "--threads", "2"]);
    assert!(known.succeeds().contains("b2   black wins (havannah-3-b2.proof, checked"), "{}", known.out);
    assert!(known.succeeds().contains("4 of 4 openings: 0 nodes"));
}

#[test]
fn a_swap_map_takes_what_is_proved_from_the_library_and_searches_for_the_rest() {
    let map = |more: &[&str]| {
        let common =
            ["swapmap", "--game", "hex", "--size", "8", "--visits", "50", "--threads", "1", "--json"];
        let map = run(&[&common[..], more].concat());
        assert_eq!(map.code, 0, "{}", map.err);
        map.json()
    };
    let mixed = map(&[]);
    assert_eq!(mixed.len(), 32);
    let proved: Vec<_> = mixed.iter().filter(|opening| opening["visits"] == 0).collect();
    assert_eq!(proved.len(), 1);
    assert_eq!((&proved[0]["verdict"], &proved[0]["swap"]), (&"win".into(), &true.into()), "{}", proved[0]);
    assert!(mixed.iter().all(|opening| opening["visits"] == 0 || opening["verdict"] != "loss"));
    let searched = map(&["--search"]);
    assert!(searched.iter().all(|opening| opening["visits"] != 0), "--search asks no certificate");
}

#[test]
fn openings_need_a_board_that_fits() {
    run(&["solve", "--size", "6", "--openings"]).fails(2, "63 cells");
    run(&["solve", "--game", "hex", "--size", "3", "--openings"]).fails(2, "63 cells");
    let short = run(&["solve", "--size", "4", "--openings", "--fresh", "--visits", "500"]);
    assert_eq!((short.code, short.err.as_str()), (3, ""));
    assert!(short.out.contains("0 of 6 openings"));
}

#[test]
fn openings_go_on_after_a_kill() {
    let folder = Folder::new("openings-kill");
    let state = folder.path("state").display().to_string();
    let words = ["solve", "--size", "3x3x4", "--openings", "--fresh", "--memory", "64M", "--json"];
    let kept = ["--checkpoint", &state, "--every", "0.01", "--resume"];
    for round in 0..4u64 {
        let mut command = program(&[&words[..], &kept[..]].concat());
        let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(30 + 40 * round));
        // It may have finished before.
        let _ = child.kill();
        let _ = child.wait();
    }
    let resumed = run(&[&words[..], &kept[..]].concat());
    resumed.succeeds();
    let fresh = run(&words);
    fresh.succeeds();
    let openings = |run: &common::Run| run.json().last().expect("a last line")["openings"].clone();
    assert_eq!(openings(&resumed), openings(&fresh));
}

#[test]
fn openings_of_hex_have_the_same_winners_by_two_threads() {
    let folder = Folder::new("openings-threads");
    let winners = |threads: &str| {
        let directory = folder.path(threads).display().to_string();
        let words = ["openings", "--game", "hex", "--size", "5", "--json", "--certificates", &directory];
        let solved = run(&[&words[..], &["--threads", threads]].concat());
        solved.succeeds();
        let files =
            std::fs::read_dir(&directory).expect("certificates").map(|file| file.expect("a file").path());
        let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
        let checked: Vec<&str> = files.iter().map(String::as_str).collect();
        run(&[&["verify"][..], &checked].concat()).succeeds();
        let lines = solved.json();
        assert_eq!((lines.len(), files.len()), (13, 13));
        lines.iter().map(|line| (line["cells"].clone(), line["winner"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(winners("1"), winners("2"));
    run(&["openings", "--game", "hex", "--size", "3", "--threads", "0"]).fails(2, "--threads");
}
