//! Each command does what it promises.

mod common;

use common::{Folder, GAME, run, run_with};

#[test]
fn games_tells_the_promised_fields() {
    let folder = Folder::new("fields");
    let file = folder.write("game.sgf", GAME);
    let run = run(&["games", "--json", &file]);
    let expected = serde_json::json!({
        "file": file, "game": "havannah", "size": "4", "plies": 7, "swap": false, "winner": "white",
        "by": ["bridge"], "end": "win", "listed": null, "error": null,
    });
    run.succeeds();
    assert_eq!(run.json(), [expected]);
}

#[test]
fn games_prints_a_table_for_people() {
    let folder = Folder::new("table");
    let file = folder.write("game.sgf", GAME);
    let run = run(&["games", &file]);
    let lines: Vec<&str> = run.succeeds().lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("game") && lines[1].contains("bridge"));
}

#[test]
fn show_draws_text_that_reads_back() {
    let shown = run(&["show", "--size", "4", "--moves", "a1 d4 a2 e4"]);
    let folder = Folder::new("show");
    let file = folder.write("board.txt", shown.succeeds());
    assert_eq!(run(&["show", &file]).succeeds().replace(['(', ')'], " "), shown.out.replace(['(', ')'], " "));
}

#[test]
fn show_writes_pictures_and_moments() {
    let folder = Folder::new("pictures");
    let file = folder.write("game.sgf", GAME);
    let svg = run(&["show", &file, "--format", "svg"]);
    assert!(svg.succeeds().contains("White wins: bridge (upper left, upper right)"));
    let early = run(&["show", &file, "--move", "2", "--format", "svg"]);
    assert_eq!(early.succeeds().matches("-stone)").count(), 2);
    run(&["show", &file, "--output", &folder.text("game.png"), "--theme", "dark", "--width", "200"])
        .succeeds();
    assert_eq!(&std::fs::read(folder.path("game.png")).unwrap()[1..4], b"PNG");
}

#[test]
fn convert_goes_there_and_back() {
    let folder = Folder::new("convert");
    let file = folder.write("game.sgf", GAME);
    run(&["convert", &file, &folder.text("game.hgf"), "--coords", "lg"]).succeeds();
    run(&["convert", &folder.text("game.hgf"), &folder.text("again.sgf")]).succeeds();
    let lines = run(&["games", "--json", &folder.text("")]).json();
    assert_eq!(lines.len(), 3);
    for line in &lines {
        assert_eq!((line["plies"].as_u64(), line["winner"].as_str()), (Some(7), Some("white")), "{line}");
    }
    let piped = run_with(&["convert", "-", "-"], GAME.as_bytes());
    assert!(piped.succeeds().contains("W[a4]"));
}

#[test]
fn perft_counts() {
    let line = &run(&["perft", "--size", "2", "--depth", "2", "--json"]).json()[0];
    assert_eq!((line["leaves"].as_u64(), line["draws"].as_u64()), (Some(42), Some(0)));
    let line = &run(&["perft", "--game", "hex", "--size", "2", "--depth", "3", "--json"]).json()[0];
    assert_eq!(line["wins"][0]["by"][0], "chain");
}

#[test]
fn bench_playouts_tells_the_promised_fields() {
    let args = ["bench", "playouts", "--size", "4", "--seconds", "0.1", "--threads", "2", "--json"];
    let line = &run(&args).json()[0];
    assert_eq!(line["bench"], "playouts");
    assert_eq!((line["size"].as_str(), line["threads"].as_u64()), (Some("4"), Some(2)));
    let number = |name: &str| line[name].as_f64().unwrap_or_else(|| panic!("{name} is a number"));
    assert!(number("playouts_per_second") > 0.0 && number("mean_length") > 10.0);
    let shares: f64 = ["fork", "bridge", "ring", "draw"].map(number).iter().sum();
    assert!((shares - 1.0).abs() < 1e-9);
    assert!(line["length_by_kind"]["ring"].is_number());
}

#[test]
fn the_checksum_of_a_bench_is_the_same_each_time() {
    let checksum =
        || run(&["bench", "--size", "3", "--seconds", "0.05", "--json"]).json()[0]["checksum"].clone();
    assert_eq!(checksum(), checksum());
}

#[test]
fn settings_are_defaults_that_the_command_line_overrules() {
    let folder = Folder::new("config");
    let file = folder.write("config.toml", "size = 3\n[perft]\ndepth = 1\njson = true\n");
    let leaves = |args: &[&str]| run(args).json()[0]["leaves"].as_u64();
    assert_eq!(leaves(&["--config", &file, "perft"]), Some(19));
    assert_eq!(leaves(&["perft", "--config", &file, "--size", "2"]), Some(7));
}

#[test]
fn a_game_is_played_line_by_line() {
    let moves = "a1\nd4\na2\ne4\na3\ne5\na4\nundo\na4\nnew hex 3\nb2\nquit\n";
    let run = run_with(&["play", "--size", "4", "--colour", "both"], moves.as_bytes());
    let text = run.succeeds();
    assert_eq!(text.matches("White wins: bridge (upper left, upper right)").count(), 2, "{text}");
    assert!(text.contains("White to move, or swap"), "{text}");
}

#[test]
fn a_game_is_saved_when_asked_for_and_at_the_end() {
    let folder = Folder::new("saved");
    let (asked, last) = (folder.text("Asked For.sgf"), folder.text("last.sgf"));
    let words = format!("a1\nd4\nsave {asked}\na2\nnew 3\nc3\nquit\n");
    let run = run_with(&["play", "--size", "4", "--colour", "both", "--save", &last], words.as_bytes());
    assert!(run.succeeds().contains("Saved as "), "{}", run.out);
    let plies = |file: &str| common::run(&["games", "--json", file]).json()[0]["plies"].as_u64();
    // The game of size 4 goes on in the file that was asked for; the next one goes where the option says.
    assert_eq!((plies(&asked), plies(&last)), (Some(3), Some(1)));
    let missing = folder.text("no/such/place.sgf");
    let run =
        run_with(&["play", "--size", "4", "--colour", "both"], format!("a1\nsave {missing}\n").as_bytes());
    assert!(run.succeeds().contains("place.sgf: "), "{}", run.out);
    let run = run_with(&["play", "--size", "4", "--colour", "both", "--save", &missing], b"a1\nquit\n");
    assert_eq!(run.code, 1);
}

#[test]
fn the_computer_answers_and_shows_hints() {
    let run = run_with(&["play", "--size", "3", "--level", "1", "--seed", "1"], b"c3\nhint\nundo\nquit\n");
    let text = run.succeeds();
    assert!(
        (text.contains("Robusto plays") || text.contains("Robusto swaps")) && text.contains("Hint: "),
        "{text}"
    );
}

#[test]
fn settings_without_effect_are_told() {
    let args = ["gtp", "--size", "4", "--set", "know_bridge=50"];
    let told = run_with(
        &args,
        b"robusto-param know_edges 3\nrobusto-param know_policy 0\nrobusto-param know_edges 3\nquit\n",
    );
    let sentence = "know_edges has no effect: the learned policy stands in";
    assert_eq!(told.out.matches(sentence).count(), 1, "{}", told.out);
    assert!(told.err.contains("--set: know_bridge has no effect"), "{}", told.err);
    let play = run_with(&["play", "--size", "4", "--set", "know_bridge=50"], b"quit\n");
    assert!(play.err.contains("--set: know_bridge has no effect"), "{}", play.err);
    let quiet = ["analyze", "--size", "4", "--visits", "20", "--set", "reply=0"];
    assert!(!run(&quiet).err.contains("no effect"));
    let loud = [&quiet[..], &["--set", "gram_epsilon=0.3"]].concat();
    assert!(run(&loud).err.contains("gram_epsilon has no effect: grams is off"));
}

#[test]
fn gtp_answers_and_ends() {
    let run = run_with(
        &["gtp", "--size", "4", "--visits", "50", "--seed", "1", "--threads", "1"],
        b"1 name\n\x07garbled \xff\n2 genmove w\nquit\n",
    );
    let text = run.succeeds();
    assert!(text.starts_with("=1 Robusto") || text.starts_with("=1 robusto"), "{text}");
    assert!(text.contains("? unknown command") && text.contains("=2 "), "{text}");
}

#[test]
fn completions_and_manual_pages_are_written() {
    assert!(run(&["completions", "bash"]).succeeds().contains("robusto"));
    let folder = Folder::new("man");
    run(&["man", &folder.text("pages")]).succeeds();
    assert!(folder.path("pages/robusto.1").exists() && folder.path("pages/robusto-games.1").exists());
}

#[test]
fn help_and_version_go_to_standard_output() {
    assert!(run(&["--version"]).succeeds().starts_with("robusto "));
    assert!(run(&["show", "--help"]).succeeds().contains("--format"));
}

#[test]
fn the_picture_on_the_front_page_is_what_the_program_draws() {
    let pictures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    let drawn = run(&["show", &pictures.join("board.sgf").display().to_string(), "--format", "svg"]);
    let kept = std::fs::read_to_string(pictures.join("board.svg")).expect("docs/pictures/board.svg");
    assert!(drawn.succeeds() == kept.replace("\r\n", "\n"), "draw it anew with robusto show");
}

#[test]
fn review_tells_what_each_move_threw_away() {
    let folder = Folder::new("review");
    // Black ignores a bridge that is one move from its end.
    let moves = ";W[a1];B[g4];W[a2];B[f5];W[a3];B[e6];W[a4]";
    let file = folder.write("game.sgf", format!("(;FF[4]GM[Havannah]AP[Robusto]SZ[4]PW[Ada]PB[Bob]{moves})"));
    let args = ["--visits", "2000", "--threads", "1", "--memory", "32M"];
    let lines = run(&[&["review", "--json", &file], &args[..]].concat()).json();
    assert_eq!(lines.len(), 7 + 2);
    let careless = &lines[5];
    assert_eq!((careless["ply"].as_u64(), careless["colour"].as_str()), (Some(6), Some("black")));
    assert_eq!((careless["player"].as_str(), careless["move"].as_str()), (Some("Bob"), Some("e6")));
    assert_eq!((careless["best"].as_str(), careless["verdict"].as_str()), (Some("a4"), Some("blunder")));
    assert_eq!((careless["file"].as_str(), careless["after"].as_f64()), (Some(file.as_str()), Some(0.0)));
    assert_eq!(lines[7]["summary"]["player"], "Ada");
    assert_eq!(lines[8]["summary"]["moves"], 3);
    let text = run(&[&["review", &folder.text("")], &args[..]].concat());
    assert!(text.succeeds().contains("better a4"), "{}", text.out);
    run(&["review", &folder.text("none.sgf")]).fails(1, "none.sgf");
}
