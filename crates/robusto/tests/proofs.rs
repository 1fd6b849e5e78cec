//! Certificates from the command line: written, checked, looked at, joined.

mod common;

use common::{Folder, run};

const MOVES: &str = "g5 d1 g4 g7 e3 c2 a1 a4 f5 f3 d7 d6 c3";

#[test]
fn certificates_are_written_checked_and_looked_at() {
    let folder = Folder::new("proofs");
    let file = folder.path("middle.proof").display().to_string();
    let solved =
        run(&["solve", "--size", "4", "--moves", MOVES, "--threads", "1", "--json", "--certificate", &file]);
    solved.succeeds();
    let result = solved.json().pop().expect("a result");
    assert_eq!((&result["result"], &result["certificate"]), (&"black".into(), &file.as_str().into()));
    assert_eq!(run(&["verify", "--json", &file]).json()[0]["valid"], true);

    let shown = run(&["proof", "show", &file]);
    let lines: Vec<&str> = shown.succeeds().lines().collect();
    assert!(lines[0].contains("black") && lines[1].contains("positions below") && lines.len() > 2);
    let first = lines[2].split_whitespace().next().expect("a move");
    assert!(run(&["proof", "show", &file, "--at", first]).succeeds().contains(&format!("after {first}")));
    run(&["proof", "show", &file, "--at", "a1"]).fails(2, "does not spell out");

    assert!(run(&["proof", "tree", &file, "--effort", "5"]).succeeds().starts_with("<svg"));
    let tree = folder.path("tree.hgf").display().to_string();
    run(&["proof", "tree", &file, "--effort", "5", "-o", &tree]).succeeds();
    let compared = run(&["proof", "import", &tree, "--compare", &file, "--json"]);
    compared.succeeds();
    let sums = compared.json().pop().expect("sums");
    assert!(sums["confirmed"].as_u64() > Some(0) && sums["contradicted"] == 0, "{sums}");
    let again = run(&["proof", "import", &tree, "--solve", "20", "--json"]);
    again.succeeds();
    let sums = again.json().pop().expect("sums");
    assert!(sums["confirmed"] == sums["proved"], "{sums}");
}

#[test]
fn certificates_are_joined() {
    let folder = Folder::new("merge");
    let mut words = vec!["proof".to_string(), "merge".into(), "--moves".into(), "a1".into(), "-o".into()];
    let whole = folder.path("a1.proof").display().to_string();
    words.push(whole.clone());
    for reply in ["b2", "a2", "a3", "b3", "c3", "c4", "b4", "c5", "d5", "d4", "e5"] {
        let file = folder.path(&format!("{reply}.proof")).display().to_string();
        let moves = format!("a1 {reply}");
        run(&["solve", "--size", "3", "--moves", &moves, "--threads", "1", "--certificate", &file])
            .succeeds();
        words.push(file);
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(run(&words).succeeds().contains("valid: white"));
    assert_eq!(run(&["verify", "--json", &whole]).json()[0]["moves"], serde_json::json!(["a1"]));
    run(&words[..8]).fails(1, "no certificate");
}

#[test]
fn every_solver_has_a_name() {
    for solver in ["auto", "dfpn", "zones", "pns", "mcts", "alphabeta"] {
        let run =
            run(&["solve", "--size", "3", "--moves", "a1", "--threads", "1", "--solver", solver, "--json"]);
        run.succeeds();
        assert_eq!(run.json().last().expect("a result")["result"], "white", "{solver}");
    }
    run(&["solve", "--size", "6", "--solver", "dfpn"]).fails(2, "63 cells");
    run(&["solve", "--size", "3", "--solver", "guess"]).fails(2, "dfpn");
}
