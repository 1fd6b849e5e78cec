//! A thought as a table, in the end and live in the terminal.

use std::io::{IsTerminal, Write};

use engine::{Candidate, Moment, Thought, Verdict};
use game::{Cell, Coords, cell_name};

use crate::screen::Room;

/// The most moves of a line that are shown.
const LONGEST_LINE: usize = 10;

/// The thought as lines: a head, then a row a move.
pub fn lines(position: &Moment, thought: &Thought, top: usize, room: Room) -> Vec<String> {
    let mut lines = room.join(&head(position, thought));
    lines.push("move      value     visits  line".into());
    lines.extend(thought.candidates.iter().take(top).map(|candidate| row(position, candidate, room)));
    lines
}

fn head(position: &Moment, thought: &Thought) -> Vec<String> {
    let seconds = thought.elapsed.as_secs_f64();
    let speed = thought.new_visits as f64 / seconds.max(1e-3);
    vec![
        format!("{} to move: {}", position.turn(), value(thought.win_rate, thought.verdict)),
        format!("{} visits", thought.visits),
        format!("{seconds:.1} s"),
        format!("{speed:.0} simulations/s"),
        format!("{:.0} MB", thought.memory as f64 / 1e6),
    ]
}

/// A move with as much of its line as fits.
fn row(position: &Moment, candidate: &Candidate, room: Room) -> String {
    let name = |cell: Cell| cell_name(position.shape(), cell, Coords::Gui);
    let value = value(candidate.win_rate, candidate.verdict);
    let mut row = format!("{:<6} {value:>8} {:>10} ", name(candidate.cell), candidate.visits);
    for &cell in candidate.line.iter().take(LONGEST_LINE) {
        let name = name(cell);
        if row.chars().count() + 1 + name.chars().count() > room.columns {
            break;
        }
        row.push(' ');
        row.push_str(&name);
    }
    row
}

fn value(win_rate: f32, verdict: Verdict) -> String {
    match verdict {
        Verdict::Unknown => format!("{:.1} %", win_rate * 100.0),
        Verdict::Win => "wins".into(),
        Verdict::Loss => "loses".into(),
        Verdict::Draw => "draws".into(),
    }
}

/// The table in the terminal, drawn over itself while the player thinks; nothing where there is no terminal.
pub struct Live {
    is_on: bool,
    top: usize,
    drawn: usize,
}

impl Live {
    /// A table of at most so many moves, if standard error is a terminal.
    pub fn new(top: usize) -> Live {
        Live { is_on: std::io::stderr().is_terminal(), top, drawn: 0 }
    }

    /// Draws the thought over the one before.
    pub fn show(&mut self, position: &Moment, thought: &Thought) {
        if !self.is_on {
            return;
        }
        self.clear();
        let room = Room::of(&std::io::stderr());
        let mut lines = lines(position, thought, self.top, room);
        // What has left the screen at the top cannot be drawn over.
        lines.truncate(room.rows - 1);
        let mut terminal = std::io::stderr();
        for line in &lines {
            let _ = writeln!(terminal, "{line}");
        }
        self.drawn = lines.len();
    }

    /// Takes the table away.
    pub fn clear(&mut self) {
        if self.drawn > 0 {
            // Up to the beginning of the table's first line (a Ctrl-C may have been echoed), and everything
            // below it away.
            let _ = write!(std::io::stderr(), "\r\x1b[{}A\x1b[J", self.drawn);
            self.drawn = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Shape, Size};

    #[test]
    fn every_line_fits_a_narrow_terminal() {
        let position = Moment::new(Shape::of(Size::havannah(8).unwrap()));
        let line: Vec<Cell> = position.shape().cells().take(12).collect();
        let candidate = Candidate { visits: 1_234_567_890, line, ..Candidate::default() };
        let thought = Thought { candidates: vec![candidate; 3], visits: 9_999_999, ..Thought::default() };
        for columns in [40, 60, 100] {
            let shown = lines(&position, &thought, 10, Room { columns, rows: 15 });
            assert!(shown.len() >= 5);
            assert!(shown.iter().all(|line| line.chars().count() <= columns), "{shown:?}");
        }
        assert_eq!(lines(&position, &thought, 10, Room::ENDLESS).len(), 5);
    }
}
