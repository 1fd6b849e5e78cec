//! The check of engines: one that keeps to the protocol, and one for each rule that does not.

use std::time::Duration;

use game::{Shape, Size};
use gtp::Launch;
use gtp::check::{CheckOptions, Checked, Verdict, check};

fn report(manner: &str) -> Vec<Checked> {
    let patience = Duration::from_secs(if manner == "silent" { 1 } else { 20 });
    let command = format!("'{}' {manner}", env!("CARGO_BIN_EXE_gtp-mock"));
    check(&CheckOptions {
        launch: Launch { patience, ..Launch::new(command) },
        shape: Shape::of(Size::havannah(4).unwrap()),
        plies: 8,
        move_time: patience,
    })
}

fn failures(manner: &str) -> Vec<&'static str> {
    report(manner).into_iter().filter(|test| test.verdict == Verdict::Fail).map(|test| test.name).collect()
}

#[test]
fn an_engine_that_keeps_to_the_protocol_passes() {
    let report = report("");
    assert!(report.len() >= 17);
    assert!(report.iter().all(|test| test.verdict == Verdict::Pass), "{report:?}");
}

#[test]
fn every_rule_that_is_broken_is_found() {
    for (manner, broken) in [
        ("numberless", "answers carry the number of their command"),
        ("agreeable", "an unknown command is refused as such"),
        ("agreeable", "moves are made, and illegal ones refused"),
        ("agreeable", "an absurd size is refused"),
        ("chattering", "protocol_version is 2"),
        ("undying", "the end of the input ends the engine"),
        ("stubborn", "a game has legal moves only"),
        ("garbage", "protocol_version is 2"),
    ] {
        let found = failures(manner);
        assert!(found.contains(&broken), "{manner}: {found:?}");
    }
}

#[test]
fn an_engine_that_is_not_there_or_does_not_answer_fails_in_bounded_time() {
    assert!(failures("crash").len() > 10);
    assert!(failures("silent").len() > 10);
    let none = check(&CheckOptions {
        launch: Launch::new("no-such-engine-here"),
        shape: Shape::of(Size::havannah(4).unwrap()),
        plies: 2,
        move_time: Duration::from_secs(1),
    });
    assert_eq!((none.len(), none[0].verdict), (1, Verdict::Fail));
}
