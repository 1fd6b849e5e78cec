//! Reports as plain text.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::contest::{Contest, Outcome};
use crate::tally::{Effort, Tally};

/// What a match came to, in a few lines.
pub fn match_text(contest: &Contest, outcome: &Outcome) -> String {
    let [first, second] = [0, 1].map(|i| contest.players[i].label());
    let mut text = String::new();
    let _ = writeln!(text, "{first} against {second}, {}, {} a move", contest.board, pace_words(contest));
    text += &score_text(&outcome.tally);
    if let (Some(sprt), Some(llr), Some(verdict)) = (contest.sprt, outcome.llr, outcome.verdict) {
        let (low, high) = sprt.bounds();
        let word = format!("{verdict:?}").to_lowercase();
        let _ = writeln!(
            text,
            "SPRT [{}, {}] {:?}: LLR {llr:.2} ({low:.2}, {high:.2}), {word}",
            sprt.elo0, sprt.elo1, sprt.model
        );
    }
    for (name, effort) in [(first, &outcome.tally.efforts[0]), (second, &outcome.tally.efforts[1])] {
        text += &effort_text(&name, effort);
    }
    text
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

/// One part of a run in one line.
pub fn part_line(part: &crate::store::Pairing, tally: &Tally) -> String {
    let interval = tally.interval();
    format!(
        "{:40} {:14} {:>8}  {:5.1} % [{:.1}, {:.1}] in {} games",
        part.label,
        part.contest.board.to_string(),
        part.contest.pace.to_string(),
        100.0 * tally.score(),
        100.0 * interval.low,
        100.0 * interval.high,
        tally.games.games(),
    )
}
