//! The forger against the checkers: false claims made in every way that the format allows, truth by brute force.
//!
//! `scene.rs` finds positions, `author.rs` and `rows.rs` write proofs with a hole, `mutate.rs` spoils true ones,
//! `attack.rs` lists the ways. Three checkers judge: `verify`, the plain one of these tests, and `proofs/check.py`.
//!
//! `FORGER_TRIES` sets the tries for each way, `FORGER_SEED` other dice. The tables of `docs/results/forgery.md` are
//! what the tests print: `cargo test -p solve --test forger -- --nocapture --test-threads 1`.

mod attack;
mod author;
#[path = "../common/mod.rs"]
mod common;
mod mutate;
mod python;
mod rows;
mod scene;

use attack::{Attack, Forger, attacks};
use common::Slow;
use python::Python;
use scene::{Place, places};
use solve::train::Dice;

/// One of so many false claims goes to the Python program as well, and all that another checker accepts.
const SHARE: usize = 6;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

fn dice(attack: usize) -> Dice {
    Dice::new(setting("FORGER_SEED", 1).wrapping_mul(1000) + attack as u64)
}

/// What became of the tries of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    tries: usize,
    asked: usize,
    /// By `verify`, the plain checker and the Python program.
    accepted: [usize; 3],
}

/// Is what the certificate claims true? A header that makes no sense claims nothing that is.
fn is_true(file: &common::paper::Paper, place: &Place) -> bool {
    let header = &file.header;
    let same = header.game == place.game && header.sides == place.sides;
    let spot = header.spot(&place.ground).filter(|_| same);
    spot.is_some_and(|spot| place.ground.value(spot) == header.result)
}

fn verified(bytes: &[u8]) -> Result<verify::Report, verify::Failure> {
    verify::check(bytes, &verify::Limits::default(), &mut |_| true)
}

/// Judges a certificate by all checkers; which of them accept it, and whether the third was asked.
fn judged(bytes: &[u8], python: &mut Option<Python>, always: bool) -> ([bool; 3], bool) {
    let (first, second) = (verified(bytes).is_ok(), Slow::accepts(bytes));
    let asked = python.as_mut().filter(|_| always || first || second);
    let third = asked.map(|python| python.accepts(bytes));
    ([first, second, third.unwrap_or(false)], third.is_some())
}

/// Tries one way so often; false claims and true ones.
fn attacked(number: usize, attack: Attack, places: &[Place], python: &mut Option<Python>) -> [Tally; 2] {
    let mut forger = Forger { places, dice: dice(number) };
    let mut tallies = [Tally::default(); 2];
    let tries = setting("FORGER_TRIES", 600) as usize;
    for round in 0..20 * tries {
        let Some((paper, place)) = forger.forge(attack) else { continue };
        let truth = is_true(&paper, &places[place]);
        let bytes = paper.write();
        let (accepted, asked) = judged(&bytes, python, round % SHARE == 0);
        let tally = &mut tallies[usize::from(truth)];
        tally.tries += 1;
        tally.asked += usize::from(asked);
        tally.accepted.iter_mut().zip(accepted).for_each(|(sum, yes)| *sum += usize::from(yes));
        assert!(truth || accepted == [false; 3], "{attack:?}: {accepted:?} accept {bytes:?}\n{paper:?}");
        let agree = !accepted[0] || accepted[1] && (accepted[2] || !asked);
        assert!(agree, "{attack:?}: {accepted:?} of the checkers accept {bytes:?}\n{paper:?}");
        if attack == Attack::Honest {
            assert!(accepted[1] && (accepted[2] || !asked), "{accepted:?}: {paper:?}");
        }
        if tallies.iter().map(|tally| tally.tries).sum::<usize>() == tries {
            break;
        }
    }
    tallies
}

/// No checker accepts a false claim, and what `verify` accepts the others accept.
#[test]
fn no_false_claim_is_accepted() {
    let places = places();
    let mut python = Python::start();
    let mut sums = [Tally::default(); 2];
    println!(
        "| attack | false claims | accepted by `verify` | by the plain checker | by `check.py`, of those asked |"
    );
    println!("| --- | --- | --- | --- | --- |");
    for (number, (name, attack)) in attacks().into_iter().enumerate() {
        let tallies = attacked(number, attack, &places, &mut python);
        let Tally { tries, asked, accepted } = tallies[0];
        println!("| {name} | {tries} | {} | {} | {} of {asked} |", accepted[0], accepted[1], accepted[2]);
        assert!(attack == Attack::Honest || tries > 40, "{name}: {tallies:?}");
        for (sum, tally) in sums.iter_mut().zip(tallies) {
            sum.tries += tally.tries;
            sum.asked += tally.asked;
            (0..3).for_each(|i| sum.accepted[i] += tally.accepted[i]);
        }
    }
    println!("\nfalse claims: {:?}\ntrue claims: {:?}", sums[0], sums[1]);
}

/// The rules of `check.py` that keep false claims out, with what it says when one of them has done so.
const RULES: [(&str, &[&str]); 40] = [
    ("finished", &["finished"]),
    ("moves", &["moves"]),
    ("over", &["over"]),
    ("swap", &["swap"]),
    ("both", &["both"]),
    ("kind", &["kind"]),
    ("danger", &["danger"]),
    ("full", &["full"]),
    ("reply", &["reply"]),
    ("block", &["reply"]),
    ("safe", &["reply", "ending"]),
    ("halves", &["reply", "ending", "danger", "like"]),
    ("answer", &["answer"]),
    ("like", &["like"]),
    ("sides", &["form", "like"]),
    ("ending", &["ending"]),
    ("bound", &["ending"]),
    ("ending-danger", &["ending"]),
    ("ending-full", &["ending"]),
    ("chain-end", &["reply"]),
    ("chain-danger", &["reply"]),
    ("chain-cell", &["reply"]),
    ("chain-threat", &["reply"]),
    ("zone-cells", &["reply"]),
    ("zone-bridge", &["reply"]),
    ("zone-fork", &["reply"]),
    ("zone-ring", &["reply"]),
    ("zone-stones", &["reply"]),
    ("zone-unforced", &["reply"]),
    ("zone-forced", &["reply"]),
    ("zone-carried", &["reply"]),
    ("path", &["path"]),
    ("meet", &["meet"]),
    ("overlap", &["overlap"]),
    ("ends", &["ends"]),
    ("common", &["common"]),
    ("join", &["join"]),
    ("stand", &["stand"]),
    ("empty", &["empty"]),
    ("first", &["first"]),
];

/// A checker that leaves out a rule is found out: the forger makes a false claim that it accepts.
#[test]
fn each_rule_left_out_is_found_out() {
    let places = places();
    let Some(mut python) = Python::start() else { return };
    let all = attacks();
    let mut forgers: Vec<Forger> =
        (0..all.len()).map(|number| Forger { places: &places, dice: dice(number + 500) }).collect();
    let mut found: Vec<Option<(&str, usize)>> = vec![None; RULES.len()];
    let most = setting("FORGER_ROUNDS", 400) as usize;
    for round in 0..most * all.len() {
        let (name, attack) = all[round % all.len()];
        let Some((paper, place)) = forgers[round % all.len()].forge(attack) else { continue };
        if is_true(&paper, &places[place]) {
            continue;
        }
        let bytes = paper.write();
        let verdict = python.rule(&bytes, &[]);
        for (rule, found) in RULES.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let concerned =
                rule.1.contains(&&verdict[..]) && (paper.header.kind == 2 || !rule.0.starts_with("zone"));
            if concerned && python.rule(&bytes, &[rule.0]) == "valid" {
                *found = Some((name, round + 1));
            }
        }
        if found.iter().all(Option::is_some) {
            break;
        }
    }
    println!("| rule left out | found out by | after tries |\n| --- | --- | --- |");
    for ((rule, _), found) in RULES.iter().zip(&found) {
        let (name, tries) = found.unwrap_or(("nothing", most * all.len()));
        println!("| {rule} | {name} | {tries} |");
    }
    assert!(found.iter().all(Option::is_some), "a checker without one of these rules is as good");
}
