//! The forger against the checkers: false claims made in every way that the format allows, truth by brute force.
//!
//! `scene.rs` finds positions, `author.rs` and `rows.rs` write proofs with a hole, `mutate.rs` spoils true ones,
//! `attack.rs` lists the ways. Three checkers judge: `verify`, the plain one of these tests, and `proofs/check.py`.
//!
//! `FORGER_TRIES` sets the tries for each way, `FORGER_ONLY` a part of their names, `FORGER_SEED` other dice. The tables of `docs/results/forgery.md` are
//! what the tests print: `cargo test -p robusto-solve --test forger -- --nocapture --test-threads 1`.

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
use common::ground::Ground;
use common::paper::Header;
use python::Python;
use scene::{Place, places};
use solve::dice::Dice;

/// One of so many false claims goes to the Python program as well, and all that another checker accepts.
const SHARE: usize = 6;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usual)
}

/// The ways whose names contain what is asked for; usually all.
fn chosen() -> Vec<(usize, (&'static str, Attack))> {
    let only = std::env::var("FORGER_ONLY").unwrap_or_default();
    attacks().into_iter().enumerate().filter(|(_, (name, _))| name.contains(&only)).collect()
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
            assert!(accepted[0] && accepted[1] && (accepted[2] || !asked), "{accepted:?}: {paper:?}");
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
    let only = std::env::var("FORGER_ONLY").unwrap_or_default();
    for (number, (name, attack)) in
        attacks().into_iter().enumerate().filter(|(_, (name, _))| name.contains(&only))
    {
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
const RULES: [(&str, &[&str]); 46] = [
    ("finished", &["finished"]),
    ("moves", &["moves"]),
    ("over", &["over"]),
    ("swap", &["swap"]),
    ("both", &["both"]),
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
    ("zone-known", &["reply"]),
    ("pairs-draw", &["pairs-draw"]),
    ("pairs-free", &["pairs-free"]),
    ("pairs-apart", &["pairs-apart"]),
    ("pairs-join", &["pairs-join"]),
    ("pairs-ring", &["pairs-ring"]),
    ("path", &["path"]),
    ("meet", &["meet"]),
    ("overlap", &["overlap"]),
    ("ends", &["ends"]),
    ("common", &["common"]),
    ("join", &["join"]),
    ("stand", &["stand"]),
    ("empty", &["empty"]),
    ("first", &["first"]),
    ("dead", &["dead"]),
    ("captured", &["captured"]),
];

/// Forged files that were kept, each named after the rule that keeps it out.
fn kept(rule: &str) -> Option<Vec<u8>> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/certificate");
    std::fs::read(format!("{folder}/forged-{rule}")).ok()
}

/// Is the claim of a kept file false?
fn is_false(bytes: &[u8]) -> bool {
    let (header, _) = Header::read(bytes).expect("a header");
    let ground = Ground::new(header.shape().expect("a board")).expect("a small board");
    header.spot(&ground).is_none_or(|spot| ground.value(spot) != header.result)
}

/// A checker that leaves out a rule is found out: a kept file makes a false claim that it accepts, and no other does.
#[test]
fn kept_forgeries_are_found_out_by_their_rules() {
    let mut python = Python::start();
    let mut missing = Vec::new();
    for (rule, _) in RULES {
        let Some(bytes) = kept(rule) else {
            missing.push(rule);
            continue;
        };
        assert!(is_false(&bytes), "{rule}");
        assert!(verified(&bytes).is_err() && !Slow::accepts(&bytes), "{rule}");
        let Some(python) = &mut python else { continue };
        assert!(!python.accepts(&bytes) && python.rule(&bytes, &[rule]) == "valid", "{rule}");
    }
    assert!(missing.is_empty(), "no file for {missing:?}");
}

/// Which rules the forger finds out by itself, and how soon.
#[test]
fn the_forger_finds_out_broken_checkers() {
    let places = places();
    let Some(mut python) = Python::start() else { return };
    let all = chosen();
    let mut forgers: Vec<Forger> =
        all.iter().map(|(number, _)| Forger { places: &places, dice: dice(number + 500) }).collect();
    let mut found: Vec<Option<(&str, usize)>> = vec![None; RULES.len()];
    let most = setting("FORGER_ROUNDS", 150) as usize;
    for round in 0..most * all.len() {
        let (_, (name, attack)) = all[round % all.len()];
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
                keep(rule.0, &bytes);
            }
        }
    }
    println!("| rule left out | found out by | after tries of all kinds |\n| --- | --- | --- |");
    for ((rule, _), found) in RULES.iter().zip(&found) {
        let told = found.map(|(name, tries)| format!("{name} | {tries}"));
        println!("| {rule} | {} |", told.unwrap_or_else(|| "a kept file | ".to_string()));
    }
    let soon = found.iter().flatten().count();
    assert!(soon > RULES.len() / 2 || std::env::var_os("FORGER_ONLY").is_some(), "{soon} rules");
}

/// Keeps a forged file in the folder that `FORGER_KEEP` names, if it does.
fn keep(rule: &str, bytes: &[u8]) {
    if let Ok(folder) = std::env::var("FORGER_KEEP") {
        std::fs::write(format!("{folder}/forged-{rule}"), bytes).expect("a folder to keep files in");
    }
}
