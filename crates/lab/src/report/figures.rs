//! Which charts a run has: parts with labels `group: case` make one chart a group, one line a case (and pace,
//! where there are several), boards along the x axis.

use super::chart::{Point, Series};
use crate::papers::{Comparison, compare};
use crate::store::Pairing;
use crate::tally::Tally;

/// A chart before it is drawn.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// Names along the x axis.
    pub places: Vec<String>,
    /// The lines.
    pub series: Vec<Series>,
}

/// The charts of a run.
pub fn figures(parts: &[(Pairing, Tally)]) -> Vec<Figure> {
    let published = compare(parts);
    let mut groups: Vec<&str> = Vec::new();
    for (part, _) in parts {
        let group = group_of(&part.label);
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups.into_iter().map(|group| figure(group, parts, &published)).collect()
}

fn group_of(label: &str) -> &str {
    label.split_once(": ").map_or("", |(group, _)| group)
}

fn case_of(label: &str) -> &str {
    label.split_once(": ").map_or(label, |(_, case)| case)
}

fn figure(group: &str, parts: &[(Pairing, Tally)], published: &[Comparison]) -> Figure {
    let (mut places, mut cases): (Vec<String>, Vec<String>) = Default::default();
    let mine: Vec<_> = parts.iter().filter(|(part, _)| group_of(&part.label) == group).collect();
    let place_of = |part: &Pairing| part.contest.board.to_string();
    let is_paced = mine.iter().any(|(part, _)| part.contest.pace != mine[0].0.contest.pace);
    let line_of = |part: &Pairing| match is_paced {
        true => format!("{}, {}", case_of(&part.label), part.contest.pace),
        false => case_of(&part.label).into(),
    };
    for (part, _) in &mine {
        for (list, word) in [(&mut places, place_of(part)), (&mut cases, line_of(part))] {
            if !list.contains(&word) {
                list.push(word);
            }
        }
    }
    let mut series = Vec::new();
    for (colour, case) in cases.iter().enumerate() {
        let of_case = || mine.iter().filter(|(part, _)| line_of(part) == *case);
        let points = of_case().map(|(part, tally)| {
            let place = places.iter().position(|place| *place == place_of(part)).unwrap_or(0);
            let interval = tally.interval();
            let (low, high) = (100.0 * interval.low, 100.0 * interval.high);
            Point { place, value: 100.0 * tally.score(), low, high }
        });
        series.push(Series { name: case.clone(), points: points.collect(), colour, dashed: false });
        let theirs: Vec<Point> = published
            .iter()
            .filter(|comparison| comparison.experiment == group && *case == comparison.case)
            .filter_map(|comparison| {
                let value = comparison.theirs?;
                let board = format!("havannah {}", comparison.size);
                let place = places.iter().position(|place| *place == board)?;
                Some(Point { place, value, low: value, high: value })
            })
            .collect();
        if !theirs.is_empty() {
            series.push(Series { name: format!("{case}, published"), points: theirs, colour, dashed: true });
        }
    }
    let title = match crate::papers::experiment(group) {
        Ok(experiment) => format!("{}: {} ({})", experiment.id, experiment.title, experiment.source),
        Err(_) if group.is_empty() => "share of points".into(),
        Err(_) => group.into(),
    };
    Figure { title, places, series }
}
