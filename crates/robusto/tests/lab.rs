//! The lab's commands in the whole program: exit codes, sentences, and a reader that leaves.

mod common;

use std::process::Stdio;

use common::{Folder, program, run};

#[test]
fn a_typo_is_wrong_usage() {
    let line = ["lab", "sprt", "rave,rave=400", "raev", "--size", "5", "--visits", "100"];
    run(&line).fails(2, "did you mean \"rave\"?");
    run(&["lab", "match", "rave", "uct", "--visits", "0"]).fails(2, "--visits");
}

#[test]
fn a_missing_run_is_a_failure() {
    let folder = Folder::new("lab-missing");
    run(&["lab", "status", "nobody", "--database", &folder.text("lab.sqlite")]).fails(1, "nobody");
}

#[test]
fn a_list_may_be_cut_off() {
    let mut child = program(&["lab", "reproduce", "--list"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
