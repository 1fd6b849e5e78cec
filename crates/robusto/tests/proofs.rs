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
fn swaps_and_set_ups_are_certified() {
    let folder = Folder::new("origins");
    let file = folder.path("origin.proof").display().to_string();
    let solve = ["solve", "--threads", "1", "--certificate", &file];
    let checked = |words: &[&str]| {
        run(&[&solve[..], words].concat()).succeeds();
        run(&["verify", "--json", &file]).json().remove(0)
    };
    let swapped = checked(&["--size", "3", "--moves", "b2 swap d4"]);
    assert_eq!((&swapped["valid"], &swapped["setup"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!(swapped["moves"], serde_json::json!(["b2", "swap", "d4"]));
    let hex = checked(&["--game", "hex", "--size", "4", "--moves", "b1 swap-pieces"]);
    assert_eq!(hex["moves"], serde_json::json!(["b1", "swap-pieces"]));
    let game = folder.path("set-up.sgf").display().to_string();
    std::fs::write(&game, "(;FF[4]GM[Havannah]SZ[3]AW[a1][c3]AB[b2]PL[B];B[e5])").unwrap();
    let set_up = checked(&["--file", &game]);
    assert_eq!(set_up["setup"], serde_json::json!({ "white": ["a1", "c3"], "black": ["b2"] }));
    assert_eq!((&set_up["turn"], &set_up["moves"]), (&"black".into(), &serde_json::json!(["e5"])));
}

/// What is not accepted is named, and never shown as a proof.
#[test]
fn unproved_files_are_named_and_not_shown() {
    let folder = Folder::new("unproved");
    let file = folder.path("false.proof").display().to_string();
    run(&["solve", "--size", "3", "--moves", "a1", "--threads", "1", "--certificate", &file]).succeeds();
    // White wins; the file shall say Black.
    let mut bytes = std::fs::read(&file).unwrap();
    let body = bytes.len() - 32;
    assert_eq!(bytes[13], 0);
    bytes[13] = 1;
    std::fs::write(&file, &bytes).unwrap();
    let refused = run(&["verify", &file]);
    assert!(refused.code == 1 && refused.out.contains("not accepted"), "{}", refused.out);
    let told = run(&["verify", "--json", &file]).json().remove(0);
    assert!(told["why"].as_str().unwrap().contains("damaged"), "{told}");
    let sum = verify::checksum(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum);
    std::fs::write(&file, &bytes).unwrap();
    let told = run(&["verify", "--json", &file]).json().remove(0);
    assert_eq!((&told["valid"], &told["result"]), (&false.into(), &"black".into()));
    assert_eq!((&told["game"], &told["size"]), (&"havannah".into(), &"3".into()));
    assert_eq!(told["moves"], serde_json::json!(["a1"]));
    let tree = folder.path("tree.svg").display().to_string();
    let whole = folder.path("whole.proof").display().to_string();
    run(&["proof", "show", &file]).fails(1, "not accepted");
    run(&["proof", "tree", &file, "-o", &tree]).fails(1, "not accepted");
    run(&["proof", "merge", &file, "--moves", "a1", "-o", &whole]).fails(1, "not accepted");
    assert!(!std::path::Path::new(&tree).exists() && !std::path::Path::new(&whole).exists());
}

#[test]
fn checks_end_at_the_limits_of_the_user() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/");
    let [havannah, hex] = ["havannah-3x4x4-a2", "hex-7-a4"].map(|name| format!("{folder}{name}.proof"));
    for (file, option, limit) in
        [(&havannah, "--time", "0"), (&havannah, "--nodes", "10"), (&hex, "--memory", "1M")]
    {
        let ended = run(&["verify", file, option, limit]);
        assert_eq!((ended.code, ended.out.lines().count()), (3, 1), "{} {}", ended.out, ended.err);
        assert!(ended.out.contains("not decided"), "{}", ended.out);
        let told = run(&["verify", file, option, limit, "--json"]).json().remove(0);
        assert!(told["valid"].is_null() && told["result"].is_string() && told["why"].is_string(), "{told}");
    }
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
