//! Lines of analysis, as Leela Zero and KataGo write them.
//!
//! `info move d4 visits 120 winrate 5234 prior 321 order 0 pv d4 e5 info move ...`: shares are whole numbers of 10,000 in
//! Leela's form and fractions in KataGo's, always for the side to move. `proof win|loss|draw` is ours; readers skip what
//! they do not know.

use engine::{Candidate, Thought, Verdict};
use game::Shape;

use crate::Points;

/// Whose form a line has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// `lz-analyze`.
    Leela,
    /// `kata-analyze`.
    Kata,
}

impl Style {
    /// The command that asks for such lines.
    pub fn command(self) -> &'static str {
        match self {
            Style::Leela => "lz-analyze",
            Style::Kata => "kata-analyze",
        }
    }

    fn read_share(self, word: &str) -> Option<f32> {
        let share: f32 = word.parse().ok()?;
        let share = if self == Style::Leela { share / 10_000.0 } else { share };
        share.is_finite().then_some(share.clamp(0.0, 1.0))
    }

    fn share(self, share: f32) -> String {
        match self {
            Style::Leela => format!("{}", (share.clamp(0.0, 1.0) * 10_000.0).round() as u32),
            Style::Kata => format!("{:.6}", share.clamp(0.0, 1.0)),
        }
    }
}

/// The line about a thought, with at most so many moves; empty when there is no move.
pub fn info_line(thought: &Thought, style: Style, most: usize, shape: &Shape, points: Points) -> String {
    let candidates = thought.candidates.iter().take(most).enumerate();
    let infos = candidates.map(|(order, candidate)| info(candidate, order, style, shape, points));
    infos.collect::<Vec<_>>().join(" ")
}

fn info(candidate: &Candidate, order: usize, style: Style, shape: &Shape, points: Points) -> String {
    let proof = match candidate.verdict {
        Verdict::Unknown => String::new(),
        known => format!(" proof {}", known.word()),
    };
    let share = |value| style.share(value);
    format!(
        "info move {} visits {} winrate {} prior {} lcb {} rave {}{proof} order {order} pv {}",
        points.cell_name(shape, candidate.cell),
        candidate.visits,
        share(candidate.win_rate),
        share(candidate.prior),
        share(lower_bound(candidate)),
        share(candidate.rave),
        points.cell_names(shape, line(candidate)),
    )
}

/// The moves of a line that another engine wrote, the best first; what cannot be understood is skipped. What the engine
/// calls proved is not taken over: nobody here has checked it.
pub fn read_info(line: &str, style: Style, shape: &Shape, points: Points) -> Vec<Candidate> {
    let read_cell = |word: &str| points.read_move(shape, word).ok().and_then(|mv| mv.cell());
    let mut found: Vec<(usize, Candidate)> = Vec::new();
    for part in line.split("info move ").skip(1) {
        let (facts, pv) = part.split_once(" pv ").unwrap_or((part, ""));
        let mut words = facts.split_whitespace();
        let Some(cell) = words.next().and_then(read_cell) else { continue };
        let mut candidate = Candidate { cell, ..Candidate::default() };
        let mut order = found.len();
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            match name {
                "visits" => candidate.visits = value.parse().unwrap_or_default(),
                "winrate" => candidate.win_rate = style.read_share(value).unwrap_or(0.5),
                "prior" => candidate.prior = style.read_share(value).unwrap_or_default(),
                "order" => order = value.parse().unwrap_or(order),
                _ => {}
            }
        }
        candidate.line = pv.split_whitespace().map_while(read_cell).collect();
        found.push((order, candidate));
    }
    found.sort_by_key(|entry| entry.0);
    found.into_iter().map(|entry| entry.1).collect()
}

/// The expected line, which holds the move itself at least.
fn line(candidate: &Candidate) -> Vec<game::Cell> {
    if candidate.line.is_empty() { vec![candidate.cell] } else { candidate.line.clone() }
}

/// The lower end of the 95 % interval of the share of wins (Wilson).
fn lower_bound(candidate: &Candidate) -> f32 {
    if candidate.verdict != Verdict::Unknown || candidate.visits == 0 {
        return candidate.win_rate;
    }
    let (n, p, z) = (candidate.visits as f32, candidate.win_rate, 1.96_f32);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).max(0.0).sqrt();
    (p + z * z / (2.0 * n) - spread) / (1.0 + z * z / n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Cell, Size};

    #[test]
    fn both_forms() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let candidate = |index, verdict| Candidate {
            cell: Cell::new(index),
            visits: 100,
            win_rate: 0.5,
            prior: 0.25,
            verdict,
            ..Candidate::default()
        };
        let candidates =
            vec![candidate(0, Verdict::Unknown), candidate(1, Verdict::Win), candidate(2, Verdict::Loss)];
        let thought = Thought { candidates, ..Thought::default() };
        assert_eq!(
            info_line(&thought, Style::Leela, 2, shape, Points::default()),
            "info move a1 visits 100 winrate 5000 prior 2500 lcb 4038 rave 0 order 0 pv a1 \
             info move a2 visits 100 winrate 5000 prior 2500 lcb 5000 rave 0 proof win order 1 pv a2"
        );
        let line = info_line(&thought, Style::Leela, 9, shape, Points::default());
        let read = read_info(&line, Style::Leela, shape, Points::default());
        assert_eq!(read.iter().map(|found| found.cell.index()).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(read.iter().all(|found| found.visits == 100 && found.win_rate == 0.5 && found.prior == 0.25));
        assert!(read.iter().all(|found| found.verdict == Verdict::Unknown && found.line == [found.cell]));
        let kata = info_line(&thought, Style::Kata, 1, shape, Points::default());
        assert!(
            kata.starts_with("info move a1 visits 100 winrate 0.500000 prior 0.250000 lcb 0.40"),
            "{kata}"
        );
        assert_eq!(read_info(&kata, Style::Kata, shape, Points::default())[0].win_rate, 0.5);
    }

    #[test]
    fn lines_of_others_are_read_as_far_as_they_can_be() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let line = "info move pass visits 3 order 0 info move d4 winrate nonsense visits 7 order 2 pv d4 e5 zz a1 \
                    info move a1 visits 9 winrate 6000 scoreMean 1.5 order 1 info move";
        let read = read_info(line, Style::Leela, shape, Points::default());
        assert_eq!(read.len(), 2);
        assert_eq!((read[0].visits, read[0].win_rate, read[0].line.len()), (9, 0.6, 0));
        assert_eq!((read[1].visits, read[1].win_rate, read[1].line.len()), (7, 0.5, 2));
    }
}
