//! Reports as plain text.

use std::collections::BTreeMap;
use std::fmt::Write;

use game::Shape;

use crate::contest::{Contest, Outcome};
use crate::stats::{Verdict, wilson};
use crate::tally::{Effort, Tally};
use crate::task::{Ending, GameResult, Task};

/// What a match came to, in a few lines.
pub fn match_text(contest: &Contest, outcome: &Outcome) -> String {
    let [first, second] = names(contest);
    let mut text = String::new();
    let _ = writeln!(text, "{first} against {second}, {}, {} a move", contest.board, pace_words(contest));
    let _ = writeln!(text, "{}", order_words(contest));
    text += &score_text(&outcome.tally);
    text += &faults_text(contest, outcome);
    if let Some(words) = test_words(contest, outcome) {
        let _ = writeln!(text, "SPRT {words}");
    }
    for (name, effort) in [(first, &outcome.tally.efforts[0]), (second, &outcome.tally.efforts[1])] {
        text += &effort_text(&name, effort);
    }
    text
}

/// The names of the two players, told apart where they are the same.
pub fn names(contest: &Contest) -> [String; 2] {
    let [first, second] = [0, 1].map(|i| contest.players[i].label());
    match first == second {
        true => [format!("{first} (1)"), format!("{second} (2)")],
        false => [first, second],
    }
}

/// What else was ordered: openings, seed, games and when they may end early.
pub fn order_words(contest: &Contest) -> String {
    let mut words =
        format!("openings {}, seed {}, {} games at most", contest.openings, contest.seed, 2 * contest.pairs);
    let early = contest.adjudication;
    if let Some(share) = early.resign {
        let _ = write!(words, ", resigned below {share}");
    }
    if early.proved {
        words += ", proved results end games";
    }
    if let Some(rule) = early.draw {
        let _ = write!(words, ", drawn after {rule}");
    }
    words
}

/// The test in words: hypotheses, log-likelihood ratio, bounds, verdict.
pub fn test_words(contest: &Contest, outcome: &Outcome) -> Option<String> {
    let (sprt, llr, verdict) = (contest.sprt?, outcome.llr?, outcome.verdict?);
    let (low, high) = sprt.bounds();
    let (elo0, elo1, model) = (sprt.elo0, sprt.elo1, sprt.model);
    let word = match verdict {
        Verdict::Faults => "ended by faults, neither accepted nor rejected",
        Verdict::Open => "open, not decided",
        verdict => verdict.word(),
    };
    Some(format!("[{elo0}, {elo1}] {model:?}: LLR {llr:.2} ({low:.2}, {high:.2}), {word}"))
}

/// Games that ended by faults, apart from those that were played out.
fn faults_text(contest: &Contest, outcome: &Outcome) -> String {
    let tally = &outcome.tally;
    let ([first, second], names) = (tally.faults(), names(contest));
    if first + second == 0 {
        return String::new();
    }
    let share = wilson(tally.played_out.points(), tally.played_out.games() as f64);
    let ended = if outcome.is_faulty() { "; they ended the match" } else { "" };
    format!(
        "faults: {first} by {}, {second} by {}{ended}; without those games {:.1} % [{:.1}, {:.1}] in {} games\n",
        names[0],
        names[1],
        100.0 * tally.played_out.score(),
        100.0 * share.low,
        100.0 * share.high,
        tally.played_out.games(),
    )
}

/// A game in one line.
pub fn game_line(task: &Task, result: &GameResult) -> String {
    let colours = task.colours(Shape::of(task.board.0).first_colour());
    let [first, second] = [0, 1].map(|i| format!("{} ({})", task.players[i].label(), colours[i]));
    let what = match result.half_points {
        2 => format!("{first} beats {second}"),
        0 => format!("{first} loses to {second}"),
        _ => format!("{first} draws with {second}"),
    };
    let (word, plies, seconds) = (result.ending.word(), result.plies, result.seconds);
    let mut line = format!("game {}: {what}, {word}, {plies} moves, {seconds:.1} s", task.number);
    if let Ending::Fault(fault) = &result.ending {
        let _ = write!(line, ": {}", fault.text);
    }
    line
}

/// A game as a JSON line of a live log.
pub fn game_json(pairing: u64, task: &Task, result: &GameResult) -> serde_json::Value {
    let moves = result.moves.iter().map(|note| note.name.as_str()).collect::<Vec<_>>().join(" ");
    let fault = match &result.ending {
        Ending::Fault(fault) => Some(&fault.text),
        _ => None,
    };
    serde_json::json!({
        "game": task.number, "pairing": pairing, "players": [task.players[0].label(), task.players[1].label()],
        "winner": result.winner, "half_points": result.half_points, "ending": result.ending.word(),
        "fault": fault, "plies": result.plies, "seconds": result.seconds, "opening": task.opening, "moves": moves,
    })
}

fn pace_words(contest: &Contest) -> String {
    match contest.pace {
        crate::pace::Pace::Visits(visits) => format!("{visits} simulations"),
        crate::pace::Pace::Move(seconds) => format!("{seconds} s"),
        crate::pace::Pace::Cpu(seconds) => format!("{seconds} s of processor time"),
        crate::pace::Pace::Game(main, more) => format!("{main} s for the game and {more} s"),
    }
}

fn score_text(tally: &Tally) -> String {
    let (games, interval, elo) = (tally.games, tally.interval(), tally.elo());
    let mut text = format!(
        "score {:.1} % [{:.1}, {:.1}] in {} games: {} won, {} drawn, {} lost; moving first {:.1} %\n",
        100.0 * tally.score(),
        100.0 * interval.low,
        100.0 * interval.high,
        games.games(),
        games.wins,
        games.draws,
        games.losses,
        100.0 * tally.moving_first.score(),
    );
    let _ = writeln!(
        text,
        "Elo {:+.1} [{:+.1}, {:+.1}], normalised {:+.1} ± {:.1}, superior with {:.1} %; pairs {:?}",
        elo.elo,
        elo.interval.low,
        elo.interval.high,
        elo.normalised,
        elo.normalised_error,
        100.0 * elo.superiority,
        tally.pairs.0,
    );
    let _ = writeln!(text, "mean length {:.1} moves, {:.1} s of play", tally.mean_length(), tally.seconds);
    text
}

fn effort_text(name: &str, effort: &Effort) -> String {
    let mut text = format!(
        "{name}: {:.3} s and {:.0} simulations a move, longest {:.2} s; won by {}",
        effort.seconds_per_move(),
        effort.work_per_move(),
        effort.longest,
        counts_text(&effort.wins_by),
    );
    if !effort.faults.is_empty() {
        let _ = write!(text, "; faults: {}", counts_text(&effort.faults));
    }
    text.push('\n');
    for fault in &effort.fault_texts {
        let _ = writeln!(text, "  {fault}");
    }
    text
}

/// `fork 12, ring 3`, or `nothing`.
pub fn counts_text(counts: &BTreeMap<String, u64>) -> String {
    if counts.is_empty() {
        return "nothing".into();
    }
    counts.iter().map(|(word, count)| format!("{word} {count}")).collect::<Vec<_>>().join(", ")
}

/// One part of a run in one line, with its test and its faults.
pub fn part_line(part: &crate::store::Pairing, tally: &Tally) -> String {
    let interval = tally.interval();
    let outcome = Outcome::of(&part.contest, tally.clone());
    let test = test_words(&part.contest, &outcome).map(|words| format!("; SPRT {words}")).unwrap_or_default();
    let faults = match tally.faults() {
        [0, 0] => String::new(),
        [first, second] => format!("; faults {first}:{second}"),
    };
    format!(
        "{:40} {:14} {:>8}  {:5.1} % [{:.1}, {:.1}] in {} games{faults}{test}",
        part.label,
        part.contest.board.to_string(),
        part.contest.pace.to_string(),
        100.0 * tally.score(),
        100.0 * interval.low,
        100.0 * interval.high,
        tally.games.games(),
    )
}
