//! Orders that make no sense are refused before the first game, in one sentence; and what faults decide is no
//! result.

mod room;

use std::io::{BufRead, BufReader};

use room::{Room, mock};

/// The last line of `--json`.
fn last_json(text: &str) -> serde_json::Value {
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn a_typo_is_no_opponent() {
    let room = Room::new("typo");
    let text = room.refuse("lab sprt rave,rave=400 raev --size 5 --visits 100", 2);
    assert!(text.contains("\"raev\"") && text.contains("did you mean \"rave\"?"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(!room.0.join("robusto-lab.sqlite").exists(), "nothing was ordered");
    for (line, part) in [
        ("lab match rave,raave=4 uct --size 4", "did you mean \"rave\"?"),
        ("lab match rave,rave=x uct --size 4", "\"x\""),
        ("lab match rave raev --size 4 --no-store", "did you mean"),
        ("lab match rave raev --size 4 --queue-only", "did you mean"),
        ("lab tournament rave uct castor --sizes 4", "did you mean \"castro\"?"),
        ("lab tune rave --grid lookahed=0,1 --size 4", "did you mean \"lookahead\"?"),
        ("lab tune rave --param raev=1:0:2:1 --size 4", "did you mean \"rave\"?"),
        ("lab match rave engine:nobody --size 4", "nobody"),
        ("lab match rave gtp:/nowhere/engine --size 4 --no-store", "/nowhere/engine"),
        ("lab match rave,visits=0 uct", "visits"),
        ("lab match rave uct --visits 0", "--visits"),
        ("lab match rave uct --games 0", "--games"),
        ("lab tune rave --grid lookahead=0,1 --pairs 0", "--pairs"),
        ("lab match rave uct --draw x", "--draw"),
        ("worker --threads 0", "--threads"),
    ] {
        let text = room.refuse(line, 2);
        assert!(text.contains(part), "{line}: {text}");
    }
}

#[test]
fn an_engine_must_answer_and_know_the_board() {
    let room = Room::new("board");
    room.engines(&[("good", mock("good")), ("small", mock("small")), ("mute", "true".into())]);
    room.say("lab match engine:good random --size 4 --games 2 --visits 10 --no-store");
    for (line, part) in [
        ("lab match engine:small random --size 5 --games 2", "boardsize"),
        ("lab match engine:mute random --size 5 --games 2 --no-store", "ended before it answered"),
        ("lab match engine:goood random --size 4 --games 2", "did you mean \"good\"?"),
    ] {
        let text = room.refuse(line, 2);
        assert!(text.contains(part) && text.contains("engine"), "{line}: {text}");
    }
}

#[test]
fn what_faults_decide_is_not_accepted() {
    let room = Room::new("faults");
    room.engines(&[("rude", mock("rude"))]);
    for more in ["--no-store", "--run s"] {
        let line = format!(
            "lab sprt random engine:rude --size 4 --visits 10 --elo1 60 --max-faults 6 --json {more}"
        );
        let output = room.run(&line);
        assert_eq!(output.status.code(), Some(1), "{more}");
        let last = last_json(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(last["verdict"], "faults", "{more}: {last}");
        assert_eq!(last["faults"][0], 0);
        let faults = last["faults"][1].as_u64().unwrap();
        assert!((6..20).contains(&faults), "{more}: stopped after {faults} faults");
        assert!(String::from_utf8_lossy(&output.stderr).contains("faults ended the match"));
    }
    // Without a limit all games are played, and the test is not accepted either.
    let output = room.run(
        "lab sprt random engine:rude --size 4 --visits 10 --games 30 --elo1 60 --max-faults 0 --no-store",
    );
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("in 30 games") && text.contains("neither accepted nor rejected"), "{text}");
    assert!(text.contains("faults: 0 by random, 30 by engine:rude"), "faults are shown apart: {text}");
    assert!(text.contains("in 0 games"), "without them nothing is left: {text}");
    // A plain match ends as well.
    let output = room.run("lab match random engine:rude --size 4 --visits 10 --games 100 --no-store");
    assert_eq!(output.status.code(), Some(1));
    // What the store shows later says the same.
    let status = room.say("lab status s");
    assert!(status.contains("faults 0:") && status.contains("neither accepted"), "{status}");
}

#[test]
fn two_processes_begin_on_one_new_file() {
    for round in 0..3 {
        let room = Room::new(&format!("new-{round}"));
        let line = "lab match random random,name=other --size 3 --visits 1 --games 4";
        let children: Vec<_> = (0..4).map(|_| room.start(line)).collect();
        for child in children {
            let output = child.wait_with_output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let runs = room.say("lab status");
        assert_eq!(runs.lines().filter(|line| line.contains("4/4")).count(), 4, "{runs}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let room = Room::new("pipe");
    room.say("lab match random random,name=b --size 3 --visits 1 --games 2 --run r");
    for line in
        ["lab reproduce --list", "lab status r", "lab status", "lab report r", "lab report r --form json"]
    {
        let mut child = room.start(line);
        // The pipe is closed before the command prints.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*text), (Some(0), ""), "{line}");
    }
    // Neither does a match end when its log is not read.
    let mut child =
        room.start("lab match random random,name=b --size 3 --visits 1 --games 8 --json --log --run gone");
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(child.wait().unwrap().code().is_some());
    assert!(room.say("lab status").contains("8/8"));
}

#[test]
fn games_that_are_only_ordered_have_no_score() {
    let room = Room::new("queue");
    let text = room.say("lab match random random,name=b --size 3 --games 6 --run q --queue-only");
    assert_eq!(text, "run q: 6 games ordered\n");
    let text =
        room.say("lab tournament random random,name=b --sizes 3 --games 6 --run t --queue-only --json");
    assert_eq!(text.trim(), "{\"ordered\":6,\"run\":\"t\"}");
}

#[test]
fn a_server_that_refuses_is_named_at_once() {
    let room = Room::new("refused");
    // A port that nobody listens on: it was free a moment ago.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let start = std::time::Instant::now();
    let text = room.refuse(&format!("lab status --database postgres://me:secret@127.0.0.1:{port}/lab"), 1);
    assert!(start.elapsed().as_secs() < 9, "it waited for a pool");
    assert!(!text.contains("pool") && !text.contains("secret"), "{text}");
    assert_eq!(text.to_lowercase().matches("refused").count(), 1, "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
}

#[test]
fn an_interrupt_keeps_what_was_played() {
    let room = Room::new("interrupt");
    for more in ["--no-store", "--run kept"] {
        let mut child =
            room.start(&format!("lab match uct random --size 4 --visits 2000 --games 4000 --log {more}"));
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let seen = lines.by_ref().map_while(Result::ok).find(|line| line.starts_with("game "));
        assert!(seen.is_some(), "a live log of games");
        let pid = child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        lines.map_while(Result::ok).for_each(drop);
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains("uct against random"), "{more}: {text}");
        assert!(!text.contains("in 0 games") && !text.contains("in 4000 games"), "{text}");
    }
}
