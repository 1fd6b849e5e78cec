//! Ctrl-C ends the work, and what was found is kept.
#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::{Folder, program};
use serde_json::Value;

fn start(args: &[&str]) -> (Child, BufReader<std::process::ChildStdout>) {
    let mut child =
        program(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output)
}

/// Presses Ctrl-C, waits for the end and gives back the rest of the output and the exit code.
fn interrupt(mut child: Child, mut output: impl Read) -> (String, Option<i32>) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    (rest, child.wait().unwrap().code())
}

#[test]
fn an_analysis_prints_its_last_table() {
    let args = ["analyze", "--size", "5", "--time", "600", "--threads", "1", "--memory", "64M"];
    let (child, mut output) = start(&args);
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    // The board is out: the player begins to think.
    std::thread::sleep(Duration::from_millis(500));
    let (rest, code) = interrupt(child, output);
    assert_eq!(code, Some(0), "{rest}");
    assert!(rest.contains("white to move: ") && rest.contains("move      value     visits"), "{rest}");
}

#[test]
fn a_batch_answers_what_it_was_thinking_about() {
    let mut child = program(&["analyze", "--batch", "--threads", "1", "--memory", "32M"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let questions = "{\"id\":1,\"size\":3,\"visits\":50}\n{\"id\":2,\"size\":6,\"time\":600}\n";
    std::io::Write::write_all(&mut input, questions.as_bytes()).unwrap();
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let (rest, code) = interrupt(child, output);
    assert_eq!(code, Some(0));
    let answer: Value = serde_json::from_str(rest.trim()).unwrap();
    assert_eq!(answer["id"], 2);
    assert!(answer["visits"].as_u64() > Some(0));
}

#[test]
fn a_proof_leaves_its_state_and_its_numbers() {
    let folder = Folder::new("interrupted");
    let state = folder.text("state-of-the-work");
    let args = ["solve", "--size", "5", "--threads", "1", "--memory", "64M", "--json"];
    let (child, mut output) = start(&[&args[..], &["--checkpoint", &state]].concat());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    assert!(first.contains("\"progress\":true"), "{first}");
    let (rest, code) = interrupt(child, output);
    assert_eq!(code, Some(3), "{rest}");
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!(last["result"], "unknown");
    assert!(last["nodes"].as_u64() > Some(0), "{last}");
    assert!(folder.path("state-of-the-work").join("state").exists());
}
