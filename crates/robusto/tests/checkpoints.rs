//! Long runs: a solver that is killed at any moment goes on from its last state.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

const MOVES: &str = "b1 d2 a2 e4";

fn solve(folder: &Path, extra: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robusto"));
    command.args(["solve", "--size", "4", "--moves", MOVES, "--threads", "2", "--memory", "64M", "--json"]);
    command.arg("--checkpoint").arg(folder).args(["--every", "0.03"]).args(extra);
    command
}

#[test]
fn kill_at_any_moment_and_go_on() {
    let folder = std::env::temp_dir().join(format!("robusto-kill-{}", std::process::id()));
    for round in 0..6u64 {
        let mut child = solve(&folder, &["--resume"]).stdout(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(40 + 67 * round));
        // It may have finished before.
        let _ = child.kill();
        let _ = child.wait();
    }
    let output = solve(&folder, &["--resume"]).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    let result: Value = serde_json::from_str(text.lines().last().expect("a result")).expect("JSON");
    assert_eq!((&result["result"], &result["to_move"]), (&"white".into(), &"white".into()));

    // The finished state answers at once, and other work does not take it.
    let again = solve(&folder, &["--resume"]).output().expect("it runs");
    let text = String::from_utf8(again.stdout).expect("text");
    let second: Value = serde_json::from_str(text.lines().last().expect("a result")).expect("JSON");
    assert_eq!(second["result"], "white");
    assert!(second["nodes"].as_u64() <= result["nodes"].as_u64().map(|nodes| nodes + 100));
    let other = solve(&folder, &["--resume", "--solver", "pns"]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&other.stderr).contains("other work"));
    let fresh = solve(&folder, &[]).output().expect("it runs");
    assert!(String::from_utf8_lossy(&fresh.stderr).contains("exists"));
    let state = folder.join("state");
    let bytes = std::fs::read(&state).expect("the state");
    std::fs::write(&state, &bytes[..bytes.len() / 2]).expect("room");
    let torn = solve(&folder, &["--resume"]).output().expect("it runs");
    assert_eq!(torn.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&torn.stderr).contains("not a whole state"));
    std::fs::remove_dir_all(folder).expect("it is ours");
}
