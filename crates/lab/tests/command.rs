//! The commands from the outside: a run is ordered, played, shown, reported, exported and imported.

mod room;

use room::Room;

#[test]
fn a_match_from_its_order_to_its_export() {
    let room = Room::new("match");
    room.say("lab match rave random --size 3 --visits 20 --games 6 --run m --queue-only --keep-visits");
    assert!(room.say("lab status").contains("0/6"));
    room.say("worker --until-empty --threads 2 --quiet");
    let text = room.say("lab match rave random --size 3 --visits 20 --games 6 --run m --keep-visits");
    assert!(text.contains("in 6 games") && text.contains("rave against random"), "{text}");
    // The same name with other players is refused.
    assert!(!room.run("lab match uct random --size 3 --visits 20 --games 6 --run m").status.success());
    assert!(room.say("lab status m --json").contains("\"state\":\"done\""));
    room.say("lab export m games.jsonl");
    assert_eq!(room.read("games.jsonl").lines().count(), 7);
    let imported = room.say("lab import games.jsonl --database other.sqlite --run copy");
    assert_eq!(imported, "run copy: 6 games are new, 0 were there\n");
    room.say("lab export m sgf --form sgf");
    assert!(room.read("sgf/000-00003.sgf").contains("GM[Havannah]"));
    room.say("lab export m data.bin --form training");
    let data = std::fs::read(room.0.join("data.bin")).unwrap();
    assert!(data.starts_with(b"RBSTRAIN\x01\x0ahavannah 3") && data.len() > 500);
}

#[test]
fn a_tournament_and_its_reports() {
    let room = Room::new("tournament");
    let text = room.say("lab tournament uct rave random --sizes 3,4 --games 2 --visits 20 --run t");
    assert!(text.contains("havannah 3") && text.contains("havannah 4") && text.contains("random"), "{text}");
    room.say("lab report t --output t.html");
    let page = room.read("t.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && !page.contains("<script"));
    assert_eq!(room.say("lab report t --form csv").lines().count(), 7);
    let json: serde_json::Value = serde_json::from_str(&room.say("lab report t --form json")).unwrap();
    assert_eq!(json["standings"][1]["lines"].as_array().unwrap().len(), 3);
    assert!(room.say("lab report t --form latex").contains("\\begin{axis}"));
}

#[test]
fn a_plan_with_groups_and_cases() {
    let room = Room::new("plan");
    let plan = "baseline = 'rave'\nsizes = ['3']\npaces = ['10', '20']\ngames = 2\n\
                [[group]]\nname = 'RAVE'\ncase = [{ name = 'k50', player = 'rave,rave=50' }]\n\
                [[group]]\nname = 'rollouts'\nweight = 2\ncase = [{ name = 'two', player = 'rave,rollouts=2' }]\n";
    std::fs::write(room.0.join("plan.toml"), plan).unwrap();
    room.say("lab tournament --plan plan.toml --run p");
    let status = room.say("lab status p");
    assert!(status.contains("12/12") && status.contains("rollouts: two"), "{status}");
}

#[test]
fn experiments_are_listed_and_repeated() {
    let room = Room::new("papers");
    assert!(room.say("lab reproduce --list").lines().count() >= 35);
    let text = room.say("lab reproduce 4.3 --case 500 --sizes 4 --games 4 --visits 20 --run r");
    assert!(text.contains("theirs") && text.contains("85.1 %"), "{text}");
    room.say("lab report r --output r.html");
    assert!(room.read("r.html").contains("500, published"));
    assert!(!room.run("lab reproduce nonsense").status.success());
}

#[test]
fn a_test_ends_early_and_tells_so() {
    let room = Room::new("sprt");
    let text = room.say("lab sprt rave random --size 3 --visits 30 --games 2000 --elo1 60 --run s --json");
    let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["verdict"], "accepted");
    assert!(last["score"].as_f64().unwrap() > 0.8);
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(first["progress"], true);
}

#[test]
fn a_tuning_continues_where_it_was_and_another_one_does_not() {
    let room = Room::new("tune");
    let more = "--pairs 1 --visits 10 --size 3 --confirm 0";
    let grid = format!("lab tune rave --grid lookahead=0,2 --steps 4 {more}");
    let first = room.say(&grid);
    assert!(first.starts_with("rave,lookahead="), "{first}");
    assert_eq!(room.say(&grid), first);
    // As in the manual, where the two commands name no file: each gives its own answer.
    let spsa = format!("lab tune rave --param rave=500:0:2000:100 --steps 2 {more}");
    let second = room.say(&spsa);
    assert!(second.starts_with("rave,rave="), "{second}");
    assert_eq!(room.say(&grid), first);
    // A file that was named belongs to one request.
    room.say(&format!("{grid} --state s.json"));
    let before = room.read("s.json");
    for (line, part) in [
        (format!("{spsa} --state s.json"), "grid"),
        (format!("lab tune uct --grid lookahead=0,2 --steps 4 {more} --state s.json"), "player"),
        (format!("{grid} --seed 2 --state s.json"), "seed"),
        (format!("lab tune rave --grid lookahead=0,2 --steps 6 {more} --state s.json"), "steps"),
    ] {
        let text = room.refuse(&line, 2);
        assert!(text.contains(part) && text.contains("--anew"), "{line}: {text}");
    }
    assert_eq!(room.read("s.json"), before);
    assert!(room.say(&format!("{spsa} --state s.json --anew")).starts_with("rave,rave="));
    room.write("old.json", "{\"grid\":{}}");
    assert!(room.refuse(&format!("{grid} --state old.json"), 2).contains("old.json"));
    assert!(room.say(&spsa.replace("--confirm 0", "--confirm 4")).contains("SPRT"));
}

#[test]
fn bad_orders_are_refused() {
    let room = Room::new("bad");
    for line in [
        "lab match rave",
        "lab match rave uct --size 99",
        "lab match rave uct,visits=x",
        "lab match rave uct --openings random:0",
        "lab sprt rave uct --elo0 5 --elo1 1",
        "lab status nobody",
        "lab report nobody",
        "lab tournament rave",
        "worker --heartbeat 0",
    ] {
        let output = room.run(line);
        assert!(!output.status.success(), "{line}");
        assert!(!output.stderr.is_empty(), "{line}");
    }
}
