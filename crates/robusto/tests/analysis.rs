//! Analysis: all of its time is used, the board is shown, many questions are answered.

mod common;

use std::collections::BTreeMap;

use common::{run, run_with};
use serde_json::Value;

/// A position in which one move is far ahead, so that a player who wants a move stops early.
const CLEAR: &str = "c3 e5 d4 e6";

#[test]
fn all_visits_are_used_even_when_the_move_is_decided() {
    let args = ["analyze", "--size", "5", "--moves", CLEAR, "--visits", "4000", "--preset", "rave", "--json"];
    let run = run(&[&args[..], &["--threads", "1", "--memory", "64M"]].concat());
    run.succeeds();
    assert_eq!(run.json()[0]["visits"], 4000, "{}", run.out);
}

#[test]
fn all_time_is_used_even_when_the_move_is_decided() {
    let args = ["analyze", "--size", "5", "--moves", CLEAR, "--time", "0.6", "--preset", "rave", "--json"];
    // A thought also ends when its memory is full, and a fast machine fills 64 MB in half a second.
    let run = run(&[&args[..], &["--threads", "1", "--memory", "1G"]].concat());
    run.succeeds();
    assert!(run.json()[0]["seconds"].as_f64() >= Some(0.6), "{}", run.out);
}

#[test]
fn the_board_is_shown_above_the_table() {
    let run = run(&["analyze", "--size", "4", "--moves", "d4", "--visits", "50", "--threads", "1"]);
    let text = run.succeeds();
    let (board, table) = text.split_once("black to move: ").expect("a head");
    assert!(board.contains("(O)") && board.lines().count() >= 8, "{text}");
    assert!(table.contains("move      value     visits"), "{text}");
}

fn batch(args: &[&str], input: &str) -> (common::Run, BTreeMap<String, Value>) {
    let args = [&["analyze", "--batch", "--memory", "64M"], args].concat();
    let run = run_with(&args, input.as_bytes());
    let answers = run.json().into_iter().map(|answer| (answer["id"].to_string(), answer)).collect();
    (run, answers)
}

#[test]
fn a_batch_answers_every_question_with_its_id() {
    let (run, answers) = batch(
        &["--threads", "2"],
        "{\"id\":\"a\",\"size\":4,\"moves\":[\"d4\",\"c3\"],\"visits\":200,\"top\":3}\n\
         \n\
         {\"id\":\"b\",\"game\":\"hex\",\"size\":\"5\",\"moves\":\"a1 swap\",\"visits\":100}\n\
         {\"id\":7,\"size\":3,\"visits\":100,\"allow\":[\"a1\",\"b2\"],\"avoid\":[\"a1\"]}\n",
    );
    run.succeeds();
    assert_eq!(answers.len(), 3);
    let first = &answers["\"a\""];
    assert_eq!((first["visits"].as_u64(), first["to_move"].as_str()), (Some(200), Some("white")));
    assert_eq!(first["moves"].as_array().map(Vec::len), Some(3));
    assert!(first["moves"][0]["pv"].is_array());
    assert_eq!(answers["7"]["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(answers["7"]["moves"][0]["move"], "b2");
}

#[test]
fn bad_questions_are_objects_with_their_id_and_the_others_go_on() {
    let (run, answers) = batch(
        &["--visits", "20", "--threads", "1"],
        "{\"id\":1,\"size\":99}\n\
         {\"id\":2,\"moves\":[\"a1\",\"a1\"],\"size\":4}\n\
         {\"id\":3,\"mvoes\":[]}\n\
         {\"id\":4,\"size\":4,\"allow\":[\"z9\"]}\n\
         {\"id\":5,\"visits\":0}\n\
         {\"id\":6,\"game\":\"go\"}\n\
         {\"id\":8,\"time\":-1}\n\
         {\"id\":9,\"size\":3,\"avoid\":\"a1\",\"allow\":\"a1\"}\n\
         garbage\n\
         {\"id\":10,\"size\":3}\n",
    );
    assert_eq!((run.code, answers.len()), (1, 10), "{}", run.out);
    assert_eq!(run.err, "robusto: 9 of 10 questions could not be answered\n");
    for (id, part) in [
        ("1", "size"),
        ("2", "occupied"),
        ("3", "mvoes"),
        ("4", "z9"),
        ("5", "visits"),
        ("6", "game"),
        ("8", "time"),
        ("9", "no move is left"),
        ("null", "not JSON"),
    ] {
        let error = answers[id]["error"].as_str().expect("an error");
        assert!(error.contains(part) && !error.contains('\n'), "{id}: {error}");
    }
    assert_eq!(answers["10"]["visits"], 20);
}

#[test]
fn an_answer_depends_on_its_question_alone() {
    let question = |id: u32| format!("{{\"id\":{id},\"size\":4,\"moves\":\"d4\",\"visits\":150}}\n");
    let other = "{\"id\":0,\"size\":4,\"moves\":\"d4 c3\",\"visits\":300}\n";
    let (_, answers) = batch(&["--threads", "1"], &(question(1) + other + &question(2)));
    assert_eq!(answers["1"]["moves"], answers["2"]["moves"]);
    let (_, none) = batch(&["--threads", "1"], "");
    assert!(none.is_empty());
}
