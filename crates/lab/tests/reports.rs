//! What is told of a run: the test, the order, who played whom; and runs that grow.

mod room;

use room::{Room, mock};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_report_tells_the_test_and_the_order() {
    let room = Room::new("told");
    let order = "--size 3 --visits 30 --elo1 60 --openings random:1 --seed 77";
    let text = room.say(&format!("lab sprt rave random {order} --run s"));
    for part in ["openings random:1", "seed 77", "LLR", "(-2.94, 2.94)", "accepted", "30 simulations a move"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let page = room.say("lab report s");
    for part in [
        "<th>LLR</th>",
        "(-2.94, 2.94)",
        "<td>accepted</td>",
        "openings random:1, seed 77",
        &format!("robusto-lab lab sprt rave random {order} --run s"),
        "<td>30</td>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let report = json(&room.say("lab report s --form json"));
    let part = &report["parts"][0];
    assert_eq!((&part["verdict"], &part["contest"]["seed"]), (&"accepted".into(), &77.into()));
    assert!(part["llr"].as_f64().unwrap() > 2.9 && part["bounds"][1].as_f64().unwrap() > 2.9);
    assert!(report["notes"]["command"].as_str().unwrap().contains("lab sprt rave random"));
    let table = room.say("lab report s --form csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0].len(), rows[1].len(), "{table}");
    let column = |name: &str| rows[1][rows[0].iter().position(|word| *word == name).unwrap()];
    assert_eq!((column("seed"), column("verdict"), column("faults_second")), ("77", "accepted", "0"));
    let status = room.say("lab status s");
    assert!(status.contains("accepted") && status.contains("made by robusto-lab lab sprt"), "{status}");
    assert!(room.refuse("lab report s --output s.xyz", 2).contains(".xyz"));
    assert!(!room.0.join("s.xyz").exists());
}

#[test]
fn passwords_stay_out_of_reports() {
    let room = Room::new("password");
    // The name of a file may look like an address as well as the real one does.
    let words = [
        "lab",
        "match",
        "random,name=postgres://u:secret@h/d",
        "random",
        "--size",
        "3",
        "--games",
        "2",
        "--run",
        "p",
    ];
    assert!(room.command(&words).output().unwrap().status.success());
    let report = json(&room.say("lab report p --form json"));
    let command = report["notes"]["command"].as_str().unwrap();
    assert!(command.contains("u:***@h") && !command.contains("secret"), "{command}");
}

#[test]
fn names_in_a_page_are_text() {
    let room = Room::new("escape");
    room.say("lab match random,name=<script>alert(1)</script> random --size 3 --games 2 --run <b>");
    let page = room.say("lab report <b>");
    assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
    assert!(page.contains("&lt;script&gt;"));
}

#[test]
fn a_cross_table_names_its_columns() {
    let room = Room::new("cross");
    let text = room.say("lab tournament rave uct random --sizes 3 --games 2 --visits 10 --run t");
    let head = text.lines().nth(1).unwrap();
    assert!(head.trim().starts_with("Elo") && head.trim_end().ends_with("1    2    3"), "{text}");
    let page = room.say("lab report t");
    assert!(page.contains("<th>score</th><th>1</th><th>2</th><th>3</th>"), "{page}");
    assert!(page.contains("<td>-</td>"), "nobody plays against itself");
}

#[test]
fn players_and_paces_are_told_apart() {
    let room = Room::new("apart");
    // Two groups have a case of the same name, and there are two paces: four lists would be mixed in one.
    let plan = "baseline = 'rave'\nsizes = ['3']\npaces = ['10', '20']\ngames = 2\n\
                [[group]]\nname = 'RAVE'\ncase = [{ name = '2', player = 'rave,rave=50' }]\n\
                [[group]]\nname = 'rollouts'\ncase = [{ name = '2', player = 'rave,rollouts=2' }]\n";
    room.write("plan.toml", plan);
    let text = room.say("lab tournament --plan plan.toml --run p");
    assert_eq!(text.matches("pace 10").count(), 1, "{text}");
    assert_eq!(text.matches("pace 20").count(), 1, "{text}");
    assert_eq!(text.matches("2 (rave,rave=50)").count(), 2, "{text}");
    assert_eq!(text.matches("2 (rave,rollouts=2)").count(), 2, "{text}");
    let page = room.say("lab report p");
    assert!(page.contains(">2, 10<") && page.contains(">2, 20<"), "one line a pace: {page}");
    let text = room.say("lab match rave rave --size 3 --visits 5 --games 2 --no-store");
    assert!(text.contains("rave (1) against rave (2)") && text.contains("rave (2): "), "{text}");
}

#[test]
fn a_finished_match_grows() {
    let room = Room::new("grow");
    let line = "lab match random random,name=b --size 3 --visits 1 --run g --games";
    assert!(room.say(&format!("{line} 4")).contains("in 4 games"));
    room.say("lab export g before.jsonl");
    let before = room.read("before.jsonl");
    assert!(room.say(&format!("{line} 8")).contains("in 8 games"), "the same command with more games");
    assert!(room.say("lab extend g --games 12").contains("in 12 games"));
    assert_eq!(room.say("lab extend g --games 14 --queue-only"), "run g: 2 more games ordered\n");
    assert!(room.say("lab status g").contains("12/14"));
    room.say("worker --until-empty --quiet");
    assert!(room.say("lab status g").contains("done"));
    room.say("lab export g after.jsonl");
    let after = room.read("after.jsonl");
    assert_eq!(after.lines().count(), 15);
    for game in before.lines().skip(1) {
        assert!(after.contains(game), "the first games stay as they were");
    }
    assert!(room.refuse(&format!("{line} 6"), 1).contains("only get more"));
    assert!(room.refuse("lab extend nobody --games 6", 1).contains("nobody"));
    assert!(room.refuse("lab extend g", 1).contains("--games"));
}

#[test]
fn a_decided_test_is_not_played_on_and_an_open_one_is() {
    let room = Room::new("open");
    let line = "lab sprt rave random --size 3 --visits 30 --elo1 60";
    room.say(&format!("{line} --run decided"));
    assert!(room.refuse("lab extend decided --games 4000", 1).contains("is decided"));
    let text = room.say(&format!("{line} --run open --games 4"));
    assert!(text.contains("open, not decided"), "{text}");
    assert!(room.say("lab extend open --games 400").contains("accepted"));
}

#[test]
fn a_match_that_faults_ended_can_be_played_on() {
    let room = Room::new("mended");
    room.engines(&[("e", mock("rude"))]);
    let line =
        "lab match random engine:e --size 4 --visits 1 --games 12 --max-faults 2 --run m --concurrency 1";
    assert_eq!(room.run(line).status.code(), Some(1));
    assert!(room.say("lab status m").contains("2/12"));
    room.engines(&[("e", mock("good"))]);
    let text = room.say("lab extend m --max-faults 20 --concurrency 1");
    assert!(text.contains("in 12 games") && text.contains("2 by engine:e"), "{text}");
}

#[test]
fn nothing_won_is_minus_infinity() {
    let room = Room::new("infinite");
    let line = "lab match random strong --size 3 --visits 300 --games 4 --no-store";
    let text = room.say(line);
    assert!(text.contains("4 lost") && text.contains("Elo -inf [-inf, "), "{text}");
    assert!(!text.contains("-1161"));
    let last = json(room.say(&format!("{line} --json")).lines().last().unwrap());
    assert_eq!((&last["elo"]["elo"], &last["score"]), (&Value::Null, &0.0.into()));
    let line = "lab match strong random --size 3 --visits 300 --games 4 --no-store";
    assert!(room.say(line).contains("Elo +inf ["));
}

#[test]
fn games_are_logged_and_drawn_by_the_rule() {
    let room = Room::new("log");
    let line = "lab match random random,name=b --size 5 --visits 1 --games 4 --draw 8 --json --log";
    for more in ["--no-store", "--run logged"] {
        let text = room.say(&format!("{line} {more}"));
        let lines: Vec<Value> = text.lines().map(json).collect();
        let games: Vec<&Value> = lines.iter().filter(|line| line["game"].is_u64()).collect();
        assert_eq!(games.len(), 4, "{more}: {text}");
        for game in games {
            assert_eq!((&game["ending"], &game["winner"]), (&"adjudicated".into(), &"draw".into()));
            let moves = game["moves"].as_str().unwrap().split(' ').count();
            assert_eq!((moves, game["plies"].as_u64()), (6, Some(8)), "two stones were the opening");
        }
        assert_eq!(lines.last().unwrap()["tally"]["games"]["draws"], 4);
    }
    // What was exported is read again: such draws are no contradiction.
    room.say("lab export logged games.jsonl");
    room.say("lab import games.jsonl --database other.sqlite");
}

/// A forgery of an export's lines.
type Change = Box<dyn Fn(&mut Vec<Value>)>;

#[test]
fn an_import_believes_only_what_agrees() {
    let room = Room::new("import");
    room.say("lab match random random,name=b --size 3 --visits 1 --games 4 --run m");
    room.say("lab export m games.jsonl");
    let lines: Vec<Value> = room.read("games.jsonl").lines().map(json).collect();
    let forged = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        lines.iter().map(|line| format!("{line}\n")).collect::<String>()
    };
    let points = lines[1]["result"]["half_points"].as_u64().unwrap();
    let winner = lines[1]["result"]["winner"].as_str().unwrap();
    let other = if winner == "white" { "black" } else { "white" };
    let cases: Vec<(&str, Change)> = vec![
        ("half points", Box::new(move |l| l[1]["result"]["half_points"] = (2 - points).into())),
        ("half points", Box::new(|l| l[1]["result"]["half_points"] = 7.into())),
        ("half points", Box::new(move |l| l[1]["result"]["winner"] = other.into())),
        (
            "did not end",
            Box::new(move |l| {
                l[1]["result"]["winner"] = other.into();
                l[1]["result"]["half_points"] = (2 - points).into();
            }),
        ),
        ("nobody", Box::new(|l| l[1]["result"]["winner"] = "green".into())),
        ("no winner", Box::new(|l| l[1]["result"]["winner"] = "none".into())),
        ("did not end", Box::new(|l| l[1]["result"]["ending"] = "resigned".into())),
        ("moves, not", Box::new(|l| drop(l[1]["result"]["moves"].as_array_mut().unwrap().pop()))),
        ("moves, not", Box::new(|l| l[1]["result"]["plies"] = 3.into())),
        ("calls itself", Box::new(|l| l[1]["result"]["number"] = 9.into())),
        ("comes twice", Box::new(|l| l[2] = l[1].clone())),
        ("other players", Box::new(|l| l[1]["task"]["players"][0] = "rave".into())),
        ("colours", Box::new(|l| l[1]["task"]["exchanged"] = true.into())),
        ("no part", Box::new(|l| l[1]["pairing"] = 5.into())),
    ];
    for (part, change) in &cases {
        room.write("forged.jsonl", &forged(change.as_ref()));
        let text = room.refuse("lab import forged.jsonl --database forged.sqlite", 1);
        assert!(text.contains(part) && text.contains("line "), "{part}: {text}");
    }
    assert!(!room.0.join("forged.sqlite").exists(), "nothing was stored");
    room.write("true.jsonl", &forged(&|_| {}));
    assert!(room.say("lab import true.jsonl --database true.sqlite").contains("4 games are new"));
}

#[test]
fn a_decided_test_stays_decided_when_it_is_imported() {
    let room = Room::new("carry");
    room.say("lab sprt rave random --size 3 --visits 30 --elo1 60 --games 4000 --run s");
    room.say("lab export s games.jsonl");
    room.say("lab import games.jsonl --database other.sqlite");
    let status = room.say("lab status --database other.sqlite");
    assert!(status.contains("done"), "{status}");
}
