//! The graded suite of positions, solved one by one.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ::solve::answer::{Budget, Limits, Verdict};
use ::solve::method::{Method, prove};
use ::solve::suite::cases;
use serde_json::{Value, json};

use crate::exit::{Failure, Outcome};
use crate::output::Output;

/// Memory for each position: enough for the hardest of the suite.
const MEMORY: usize = 1 << 28;

/// Solves every position of the suite within `seconds` each and prints a line for each, the sums last. A wrong result fails.
pub fn measure(method: Method, threads: usize, seconds: f64, is_json: bool, output: &mut Output) -> Outcome {
    let (mut solved, mut open, mut wrong) = (0, 0, 0);
    let (mut nodes, mut time) = (0, 0.0);
    for case in cases() {
        let limits = Limits { time: Some(Duration::from_secs_f64(seconds)), nodes: None };
        let budget = Budget { limits, memory: MEMORY, threads, certify: false };
        let Ok(answer) = prove(&case.task, method, &budget, &AtomicBool::new(false), &mut |_| {}) else {
            continue;
        };
        let ending = answer.outcome(case.task.position.turn());
        let result = ending.map_or(Verdict::Unknown.word(), |end| end.word());
        match result {
            "unknown" => open += 1,
            result if result == case.result => solved += 1,
            _ => wrong += 1,
        }
        nodes += answer.nodes;
        time += answer.elapsed.as_secs_f64();
        let line = object(&case.name, result, answer.nodes, answer.elapsed);
        if is_json {
            output.json(&line)?;
        } else {
            let seconds = answer.elapsed.as_secs_f64();
            output
                .line(&format!("{:<24}{result:<9}{:>12} nodes {seconds:>9.3} s", case.name, answer.nodes))?;
        }
    }
    let sums = json!({
        "bench": "solve", "solver": method.word(), "threads": threads, "solved": solved, "unknown": open, "wrong": wrong,
        "nodes": nodes, "seconds": time,
    });
    if is_json {
        output.json(&sums)?;
    } else {
        output
            .line(&format!("{solved} solved, {open} unknown, {wrong} wrong: {nodes} nodes, {time:.2} s"))?;
    }
    if wrong > 0 { Err(Failure::failed(format!("{wrong} results are wrong"))) } else { Ok(()) }
}

fn object(name: &str, result: &str, nodes: u64, elapsed: Duration) -> Value {
    json!({ "name": name, "result": result, "nodes": nodes, "seconds": elapsed.as_secs_f64() })
}
