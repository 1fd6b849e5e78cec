//! A run as CSV, JSON and LaTeX.

use std::fmt::Write;

use serde::Serialize;

use super::figures::figures;
use crate::command::notes::Notes;
use crate::contest::Outcome;
use crate::papers::compare;
use crate::report::ratings::standings;
use crate::stats::Verdict;
use crate::store::{Pairing, RunRow};
use crate::tally::Tally;

/// One row a part, with a head.
pub fn csv(parts: &[(Pairing, Tally)]) -> String {
    let mut text = String::from(
        "label,board,pace,first,second,games,wins,draws,losses,score,low,high,elo,elo_low,elo_high,superiority,mean_length,published,\
         seed,openings,faults_first,faults_second,llr,llr_low,llr_high,verdict\n",
    );
    let published = compare(parts);
    for (part, tally) in parts {
        let (interval, elo, games) = (tally.interval(), tally.elo(), tally.games);
        let theirs = published.iter().find(|comparison| {
            part.label == format!("{}: {}", comparison.experiment, comparison.case)
                && part.contest.board.to_string() == format!("havannah {}", comparison.size)
        });
        let theirs = theirs.and_then(|comparison| comparison.theirs).map(|share| share.to_string());
        let words = [
            quoted(&part.label),
            part.contest.board.to_string(),
            part.contest.pace.to_string(),
            quoted(&part.contest.players[0].to_string()),
            quoted(&part.contest.players[1].to_string()),
        ];
        let _ = writeln!(
            text,
            "{},{},{},{},{},{:.5},{:.5},{:.5},{:.2},{:.2},{:.2},{:.5},{:.2},{},{}",
            words.join(","),
            games.games(),
            games.wins,
            games.draws,
            games.losses,
            tally.score(),
            interval.low,
            interval.high,
            elo.elo,
            elo.interval.low,
            elo.interval.high,
            elo.superiority,
            tally.mean_length(),
            theirs.unwrap_or_default(),
            order_columns(part, tally),
        );
    }
    text
}

/// Seed, openings, faults and the test of a part.
fn order_columns(part: &Pairing, tally: &Tally) -> String {
    let (contest, [first, second]) = (&part.contest, tally.faults());
    let outcome = Outcome::of(contest, tally.clone());
    let number = |value: Option<f64>| value.map(|value| format!("{value:.3}")).unwrap_or_default();
    let bounds = contest.sprt.map(|sprt| sprt.bounds());
    [
        contest.seed.to_string(),
        quoted(&contest.openings.to_string()),
        first.to_string(),
        second.to_string(),
        number(outcome.llr),
        number(bounds.map(|bounds| bounds.0)),
        number(bounds.map(|bounds| bounds.1)),
        outcome.verdict.map_or("", Verdict::word).into(),
    ]
    .join(",")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

#[derive(Serialize)]
struct Part<'a> {
    #[serde(flatten)]
    part: &'a Pairing,
    identities: [String; 2],
    score: f64,
    interval: crate::stats::Interval,
    elo: crate::stats::Elo,
    faults: [u64; 2],
    llr: Option<f64>,
    bounds: Option<(f64, f64)>,
    verdict: Option<Verdict>,
    tally: &'a Tally,
}

/// Everything in one object.
pub fn json(run: &RunRow, parts: &[(Pairing, Tally)]) -> serde_json::Result<String> {
    let list: Vec<Part> = parts.iter().map(|(part, tally)| part_of(part, tally)).collect();
    serde_json::to_string_pretty(&serde_json::json!({
        "run": run,
        "notes": Notes::of(run),
        "parts": list,
        "standings": standings(parts),
        "published": compare(parts),
    }))
}

fn part_of<'a>(part: &'a Pairing, tally: &'a Tally) -> Part<'a> {
    let outcome = Outcome::of(&part.contest, tally.clone());
    Part {
        part,
        identities: [0, 1].map(|i| part.contest.players[i].identity()),
        score: tally.score(),
        interval: tally.interval(),
        elo: tally.elo(),
        faults: tally.faults(),
        llr: outcome.llr,
        bounds: part.contest.sprt.map(|sprt| sprt.bounds()),
        verdict: outcome.verdict,
        tally,
    }
}

/// The charts for pgfplots; `\usepackage{pgfplots}` is all that the document needs.
pub fn latex(parts: &[(Pairing, Tally)]) -> String {
    let mut text = String::from("% needs \\usepackage{pgfplots}\n");
    for figure in figures(parts) {
        let places = figure.places.iter().map(|place| tex(place)).collect::<Vec<_>>().join(",");
        let _ = writeln!(
            text,
            "\\begin{{tikzpicture}}\n\\begin{{axis}}[title={{{}}},ymin=0,ymax=100,ylabel={{\\% won}},symbolic x coords={{{places}}},\
             xtick=data,legend pos=outer north east]",
            tex(&figure.title)
        );
        for series in &figure.series {
            let dashed = if series.dashed { "dashed,mark=o" } else { "mark=*" };
            let _ =
                writeln!(text, "\\addplot+[{dashed},error bars/.cd,y dir=both,y explicit] coordinates {{");
            for point in &series.points {
                let _ = writeln!(
                    text,
                    "  ({},{:.2}) +- (0,{:.2})",
                    tex(&figure.places[point.place]),
                    point.value,
                    (point.high - point.low) / 2.0
                );
            }
            let _ = writeln!(text, "}};\n\\addlegendentry{{{}}}", tex(&series.name));
        }
        text += "\\end{axis}\n\\end{tikzpicture}\n\n";
    }
    text
}

fn tex(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '%' | '&' | '#' | '_' | '$' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out += "\\textbackslash{}",
            '^' | '~' => out.extend(['\\', c, '{', '}']),
            ',' => out += "{,}",
            c => out.push(c),
        }
        out
    })
}
