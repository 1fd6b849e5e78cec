//! Finding one's way: what exists is listed, slips are understood, documents tell the truth.

mod common;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{Folder, GAME, program, run};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn presets_are_listed() {
    let listed = run(&["presets"]);
    let text = listed.succeeds();
    for name in ["strong", "castro", "level-5", "queenbee", "rogers-ring"] {
        let line = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        assert!(line.is_some_and(|line| line.len() > 25), "{name}");
    }
    let rows = run(&["presets", "--json"]).json();
    assert_eq!(rows.len(), text.lines().count());
    assert_eq!((&rows[0]["name"], &rows[0]["default"]), (&"strong".into(), &true.into()));
    for row in &rows {
        let name = row["name"].as_str().unwrap();
        run(&["analyze", "--size", "3", "--visits", "1", "--threads", "1", "--preset", name]).succeeds();
    }
}

#[test]
fn settings_are_listed_with_what_they_take() {
    let rows = run(&["settings", "--json", "--preset", "castro"]).json();
    let rave = rows.iter().find(|row| row["name"] == "rave").expect("rave");
    assert_eq!((&rave["value"], &rave["of"]), (&"500".into(), &"player".into()));
    assert_eq!(rave["takes"], "a number from 0 to 1000000");
    let lag = rows.iter().find(|row| row["name"] == "lag").expect("lag");
    assert_eq!((&lag["of"], &lag["takes"]), (&"table".into(), &"seconds".into()));
    assert_eq!(run(&["settings", "rave"]).succeeds().lines().count(), 1);
    run(&["settings", "raev"]).fails(2, "did you mean \"rave\"?");
    run(&["settings", "--preset", "castor"]).fails(2, "did you mean \"castro\"?");
}

#[test]
fn slips_get_the_nearest_name() {
    for (args, part) in [
        (&["play", "--preset", "storng"][..], "did you mean \"strong\"?"),
        (&["analyze", "--preset", "level-11"], "did you mean \"level-1\"?"),
        (&["analyze", "--set", "exlpore=1"], "did you mean \"explore\"?"),
        (&["gtp", "--preset", "quenbee"], "did you mean \"queenbee\"?"),
        (&["gtp", "--set", "resgin=1"], "did you mean \"resign\"?"),
        (&["play", "--level", "beginer"], "did you mean \"beginner\"?"),
        (&["solve", "--solver", "dfpm"], "did you mean \"dfpn\"?"),
        (&["show", "--game", "havanah"], "did you mean \"havannah\"?"),
        (&["show", "--coords", "guo"], "did you mean \"gui\"?"),
        (&["analyse"], "did you mean \"analyze\"?"),
        (&["lab", "mach"], "did you mean \"match\"?"),
        (&["show", "--sise", "4"], "did you mean \"--size\"?"),
        (&["show", "--theme", "drak"], "did you mean \"dark\"?"),
    ] {
        run(args).fails(2, part);
    }
    let error = run(&["analyze", "--preset", "zzz"]).err;
    assert!(error.contains("zzz") && !error.contains("did you mean"), "{error}");
}

#[test]
fn unknown_endings_are_refused() {
    let folder = Folder::new("endings");
    for name in ["g.gif", "g.jpeg", "g.sgf"] {
        let file = folder.text(name);
        run(&["show", "--size", "3", "-o", &file]).fails(2, name);
        assert!(!folder.path(name).exists());
    }
    run(&["swapmap", "--size", "3", "--output", &folder.text("map.gif")]).fails(2, "map.gif");
    run(&["openings", "--game", "hex", "--size", "3", "--output", &folder.text("map.txt")])
        .fails(2, "map.txt");
    run(&["show", "--size", "3", "-o", &folder.text("board")]).succeeds();
    run(&["show", "--size", "3", "-o", &folder.text("odd.pic"), "--format", "svg"]).succeeds();
}

#[test]
fn every_command_has_examples_in_its_help_and_on_its_page() {
    let help = run(&["--help"]);
    let commands: Vec<&str> = help
        .succeeds()
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() >= 25, "{commands:?}");
    let folder = Folder::new("pages");
    run(&["man", &folder.text("man")]).succeeds();
    for name in commands {
        let text = run(&[name, "--help"]);
        assert!(text.succeeds().contains(&format!("  robusto {name}")), "{name}: {}", text.out);
        let page = std::fs::read_to_string(folder.path(&format!("man/robusto-{name}.1"))).expect(name);
        assert!(page.contains("Examples"), "{name}");
    }
}

#[test]
fn games_are_counted() {
    let folder = Folder::new("totals");
    folder.write("a.sgf", GAME);
    folder.write("b.sgf", GAME);
    folder.write("c.sgf", "(;FF[4]GM[Havannah]SZ[4];W[a1])");
    folder.write("d.sgf", "");
    let run = run(&["games", &folder.text("")]);
    assert_eq!(run.code, 1);
    for line in [
        "files    4 (1 with errors)",
        "plies    15 (5.0 a game)",
        "winner   none 1, white 2",
        "end      unfinished 1, win 2",
        "by       bridge 2",
    ] {
        assert!(run.out.lines().any(|told| told == line), "{line}: {}", run.out);
    }
}

#[test]
fn books_learn_from_folders() {
    let folder = Folder::new("book");
    folder.write("games/a.sgf", GAME);
    folder.write("games/deeper/b.sgf", GAME.replace("B[e5]", "B[e6]"));
    folder.write("games/other.sgf", "(;FF[4]GM[Havannah]SZ[3];W[a1];B[c3];W[a2];B[c4];W[a3])");
    folder.write("games/open.sgf", "(;FF[4]GM[Havannah]SZ[4];W[a1])");
    let (book, games) = (folder.text("opening.book"), folder.text("games"));
    let learned = run(&["book", "import", &book, &games]);
    assert_eq!(learned.code, 0, "{}", learned.err);
    assert!(learned.err.contains("2 games") && learned.err.contains("1 on other boards"), "{}", learned.err);
    assert!(learned.err.contains("1 with a swap, set up or not over"), "{}", learned.err);
    assert!(run(&["book", "show", &book]).succeeds().contains("havannah size 4"));
    let small = folder.text("small.book");
    let learned = run(&["book", "import", &small, &games, "--size", "3"]);
    assert!(learned.err.contains("1 games") && learned.err.contains("3 on other boards"), "{}", learned.err);
    let none = run(&["book", "import", &folder.text("none.book"), &games, "--size", "7"]);
    assert_eq!(none.code, 1);
    assert!(!folder.path("none.book").exists());
}

#[test]
fn engines_are_checked() {
    let engine = env!("CARGO_BIN_EXE_robusto");
    let words = [engine, "gtp", "--size", "4", "--visits", "20", "--threads", "1", "--memory", "16M"];
    let good = run(&[&["gtp-check", "--size", "4", "--plies", "4"], &words[..]].concat());
    assert_eq!((good.code, good.err.as_str()), (0, ""), "{}", good.out);
    assert!(good.out.contains("17 passed, 0 failed, 0 skipped"), "{}", good.out);
    let bad = run(&["gtp-check", "--json", "--patience", "1", "false"]);
    assert_eq!(bad.code, 1);
    assert!(bad.json().iter().any(|test| test["verdict"] == "fail"));
}

#[test]
fn the_machine_is_looked_at() {
    let rows = run(&["doctor", "--json"]);
    assert_eq!(rows.code, 0, "{}", rows.out);
    let found: Vec<String> = rows.json().iter().map(|row| row["what"].as_str().unwrap().into()).collect();
    for what in ["processor", "registers", "memory", "pages", "settings", "folder", "temporary"] {
        assert!(found.iter().any(|known| known == what), "{what}");
    }
    let bad = run(&["doctor", "--database", "no/such/file.sqlite"]);
    assert_eq!(bad.code, 1);
    assert!(bad.out.contains("bad   database"), "{}", bad.out);
}

#[test]
fn the_example_of_the_settings_file_is_taken() {
    let page = std::fs::read_to_string(repository().join("docs/config.md")).expect("docs/config.md");
    let example =
        page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let folder = Folder::new("config-page");
    let file = folder.write("config.toml", example);
    // Size 10 at the top of the file, 271 cells.
    let perft = run(&["--config", &file, "perft", "--depth", "1", "--json"]);
    perft.succeeds();
    assert_eq!(perft.json()[0]["leaves"], 271);
    let help = run(&["--config", &file, "play", "--help"]);
    assert!(help.succeeds().contains("[default: last-game.sgf]"), "{}", help.out);
}

/// The commands of a text: in backticks, or on lines of their own in blocks of shell.
fn commands(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for part in text.split('`').skip(1).step_by(2) {
        if part == "robusto" || part.starts_with("robusto ") {
            found.push(part.into());
        }
    }
    for block in text.split("```sh\n").skip(1) {
        let lines = block.split("```").next().unwrap_or_default().lines();
        found.extend(
            lines
                .filter(|line| line.starts_with("robusto "))
                .map(|line| line.split(" #").next().unwrap_or(line).trim().into()),
        );
    }
    found
}

#[test]
fn commands_are_found_in_texts() {
    let text = "a `robusto x --y` b `robusto` c `other`\n```sh\nrobusto z   # why\nother\n```\n";
    assert_eq!(commands(text), ["robusto x --y", "robusto", "robusto z"]);
}

/// How long a command may run before it counts as one that works.
const ENOUGH: Duration = Duration::from_millis(1500);

#[test]
fn the_commands_of_the_front_page_run_as_they_are_written() {
    let page = std::fs::read_to_string(repository().join("README.md")).expect("README.md");
    let commands = commands(&page);
    assert!(commands.len() >= 20, "{commands:?}");
    let folder = Folder::new("readme");
    // What the page talks about.
    folder.write("game.sgf", GAME);
    folder.write("FOLDER/game.sgf", GAME);
    folder.write("suite.tst", "boardsize 4\n10 name\n#? [Robusto]\n");
    let proof = repository().join("proofs/havannah-4-a1.proof");
    std::fs::copy(&proof, folder.path("a1.proof")).expect("a proof that comes with the program");
    std::fs::create_dir_all(folder.path("bin")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_robusto"), folder.path("bin/robusto")).unwrap();
    for command in &commands {
        works(command, &folder);
    }
}

/// The command ends well, or is still at work after a while.
fn works(command: &str, folder: &Folder) {
    let words = gtp::split_command_line(command).expect("words");
    let mut words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    if words.is_empty() {
        // The same as the bare command, on a port of its own.
        words = vec!["web", "--port", "0", "--no-browser"];
    }
    let path = format!("{}:{}", folder.text("bin"), std::env::var("PATH").unwrap_or_default());
    let errors = std::fs::File::create(folder.path("errors.txt")).unwrap();
    let mut child = program(&words)
        .current_dir(folder.path(""))
        .env("PATH", path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(errors)
        .spawn()
        .expect("the program starts");
    let until = Instant::now() + ENOUGH;
    while Instant::now() < until {
        if let Some(status) = child.try_wait().unwrap() {
            let errors = std::fs::read_to_string(folder.path("errors.txt")).unwrap_or_default();
            assert!(status.success(), "{command}: {status}: {errors}");
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
}
