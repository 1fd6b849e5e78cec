//! A run as one HTML file that needs nothing else.

use std::fmt::Write;

use super::chart::{chart, escape};
use super::figures::figures;
use super::ratings::{Standings, standings};
use super::text::{counts_text, order_words};
use crate::command::notes::Notes;
use crate::contest::Outcome;
use crate::papers::compare;
use crate::store::{Pairing, RunRow};
use crate::tally::Tally;

const STYLE: &str = "body{font:15px/1.45 system-ui,sans-serif;max-width:72em;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .6em;border-bottom:1px solid #ddd;text-align:right}\
td:first-child,th:first-child{text-align:left}svg{max-width:46em;display:block;margin:1.5em 0}\
.title{font-weight:600;font-size:14px}.tick{font-size:12px;fill:#444}.grid{stroke:#e4e4e4}.even{stroke:#999}\
.fault{color:#a00}";

/// The report of a run.
pub fn html(run: &RunRow, parts: &[(Pairing, Tally)]) -> String {
    let name = escape(&run.id);
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{name}</title><style>{STYLE}</style>\n\
         <h1>{name}</h1><p>A {} of {} games, {} played.</p>\n{}",
        escape(&run.kind),
        run.planned,
        run.played,
        made_by(run),
    );
    page += &tests_table(parts);
    if run.kind == "tournament" {
        standings(parts).iter().for_each(|standings| page += &standings_table(standings));
    }
    for figure in figures(parts) {
        page += &chart(&figure.title, &figure.places, &figure.series);
    }
    page += &comparison_table(parts);
    page += &parts_table(parts);
    page += &orders_table(parts);
    page += &endings_table(parts);
    page += &faults(parts);
    page += "</html>\n";
    page
}

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let cells = |cells: Vec<String>, tag: &str| -> String {
        cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect()
    };
    let head = cells(head.iter().map(|word| word.to_string()).collect(), "th");
    let rows: String = rows.map(|row| format!("<tr>{}</tr>\n", cells(row, "td"))).collect();
    format!("<table><tr>{head}</tr>\n{rows}</table>\n")
}

/// The command that made the run, if the run remembers it.
fn made_by(run: &RunRow) -> String {
    let notes = Notes::of(run);
    match notes.command.is_empty() {
        true => String::new(),
        false => format!(
            "<p>Made by <code>{}</code> (version {}).</p>\n",
            escape(&notes.command),
            escape(&notes.version)
        ),
    }
}

/// The sequential tests of a run, if it has any.
fn tests_table(parts: &[(Pairing, Tally)]) -> String {
    let rows: Vec<Vec<String>> = parts
        .iter()
        .filter_map(|(part, tally)| {
            let sprt = part.contest.sprt?;
            let outcome = Outcome::of(&part.contest, tally.clone());
            let (low, high) = sprt.bounds();
            Some(vec![
                part.label.clone(),
                format!("[{}, {}] {:?}", sprt.elo0, sprt.elo1, sprt.model),
                format!("{:.2}", outcome.llr?),
                format!("({low:.2}, {high:.2})"),
                outcome.verdict?.word().into(),
            ])
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = ["part", "hypotheses in Elo", "LLR", "bounds", "verdict"];
    format!("<h2>Test</h2>{}", table(&head, rows.into_iter()))
}

/// What was ordered: everything that the same games need.
fn orders_table(parts: &[(Pairing, Tally)]) -> String {
    let rows = parts.iter().map(|(part, tally)| {
        let contest = &part.contest;
        let [first, second] = tally.faults();
        vec![
            format!("{}, {}", part.label, contest.board),
            contest.players[0].to_string(),
            contest.players[1].to_string(),
            contest.pace.to_string(),
            order_words(contest),
            format!("{first} : {second}"),
        ]
    });
    let head = ["part", "first player", "second player", "pace", "order", "faults"];
    format!("<h2>Order</h2>{}", table(&head, rows))
}

/// The rating list with the cross table beside it: points of the row's player against the column's, in per
/// cent.
fn standings_table(standings: &Standings) -> String {
    let rows = standings.lines.iter().zip(&standings.cross).enumerate().map(|(place, (line, cross))| {
        let mut row = vec![
            format!("{}. {}", place + 1, line.player),
            format!("{:+.0}", line.elo),
            format!("± {:.0}", line.error),
            line.games.to_string(),
            format!("{:.1} %", 100.0 * line.score),
        ];
        row.extend(
            cross.iter().map(|share| share.map_or("-".into(), |share| format!("{:.0}", 100.0 * share))),
        );
        row
    });
    let places: Vec<String> = (1..=standings.lines.len()).map(|place| place.to_string()).collect();
    let mut head = vec!["player", "Elo", "", "games", "score"];
    head.extend(places.iter().map(String::as_str));
    let title = format!("{}, pace {}", standings.board, standings.pace);
    format!("<h2>{}</h2>{}", escape(&title), table(&head, rows))
}

fn comparison_table(parts: &[(Pairing, Tally)]) -> String {
    let comparisons = compare(parts);
    if comparisons.is_empty() {
        return String::new();
    }
    let rows = comparisons.iter().map(|comparison| {
        vec![
            format!("{}: {}", comparison.experiment, comparison.case),
            comparison.size.to_string(),
            format!("{:.1} %", comparison.ours),
            format!("[{:.1}, {:.1}]", comparison.interval.low, comparison.interval.high),
            comparison.theirs.map_or("-".into(), |theirs| format!("{theirs:.1} %")),
            comparison.agrees().map_or("", |agrees| if agrees { "within" } else { "outside" }).into(),
        ]
    });
    format!("<h2>Published</h2>{}", table(&["experiment", "size", "ours", "95 %", "theirs", ""], rows))
}

fn parts_table(parts: &[(Pairing, Tally)]) -> String {
    let rows = parts.iter().map(|(part, tally)| {
        let (interval, elo, games) = (tally.interval(), tally.elo(), tally.games);
        vec![
            part.label.clone(),
            part.contest.board.to_string(),
            part.contest.pace.to_string(),
            format!("{} / {} / {}", games.wins, games.draws, games.losses),
            format!("{:.1} %", 100.0 * tally.score()),
            format!("[{:.1}, {:.1}]", 100.0 * interval.low, 100.0 * interval.high),
            format!("{:+.0}", elo.elo),
            format!("[{:+.0}, {:+.0}]", elo.interval.low, elo.interval.high),
            format!("{:.1} %", 100.0 * elo.superiority),
        ]
    });
    let head = ["part", "board", "pace", "won / drawn / lost", "score", "95 %", "Elo", "95 %", "superior"];
    format!("<h2>Results</h2>{}", table(&head, rows))
}

fn endings_table(parts: &[(Pairing, Tally)]) -> String {
    let rows = parts.iter().map(|(part, tally)| {
        let [first, second] = &tally.efforts;
        vec![
            format!("{}, {}", part.label, part.contest.board),
            counts_text(&first.wins_by),
            counts_text(&second.wins_by),
            format!("{:.1}", tally.mean_length()),
            format!("{:.3} s : {:.3} s", first.seconds_per_move(), second.seconds_per_move()),
            format!("{:.0} : {:.0}", first.work_per_move(), second.work_per_move()),
        ]
    });
    let head = ["part", "first won by", "second won by", "moves", "time a move", "simulations a move"];
    format!("<h2>Games</h2>{}", table(&head, rows))
}

fn faults(parts: &[(Pairing, Tally)]) -> String {
    let mut text = String::new();
    for (part, tally) in parts {
        for (player, effort) in part.contest.players.iter().zip(&tally.efforts) {
            for fault in &effort.fault_texts {
                let _ = writeln!(text, "<li>{}: {}</li>", escape(&player.label()), escape(fault));
            }
        }
    }
    if text.is_empty() { text } else { format!("<h2>Faults</h2><ul class=\"fault\">{text}</ul>\n") }
}
