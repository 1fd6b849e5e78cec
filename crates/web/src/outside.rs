//! Engines of other people as players. They are named in the owner's file of engines ([`gtp::Engines`]); a
//! wish of a client can choose among those names and start nothing else.
//!
//! An engine is told the stones on the board before every move, so that it follows whatever was looked at,
//! taken back or set up. It says a move and no more: it has no share and no line to show.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::{Cell, Colour, Move};
use gtp::{ClientError, Engines, Launch, Opponent};
use search::player::{Candidate, Limits, Moment, Player, Thought, Verdict};

/// What stands before the name of an engine among the presets.
const MARK: &str = "gtp:";
/// Time for a move when nobody says another.
const MOVE_TIME: Duration = Duration::from_secs(5);
/// What an engine may take beyond its time before it counts as lost.
const GRACE: Duration = Duration::from_secs(5);

/// The player of a preset that names an engine of the file; `None` for every other preset.
pub fn player(engines: &Engines, preset: Option<&str>) -> Option<Box<dyn Player>> {
    let launch = engines.find(preset?.strip_prefix(MARK)?)?;
    Some(Box::new(Outside { launch: launch.clone(), running: None }))
}

/// The presets of all engines of the file.
pub fn presets(engines: &Engines) -> Vec<String> {
    engines.names().map(|name| format!("{MARK}{name}")).collect()
}

/// An engine of somebody else.
struct Outside {
    launch: Launch,
    running: Option<Opponent>,
}

impl Outside {
    /// Asks for a move; the engine is started when it does not run.
    fn ask(&mut self, position: &Moment, time: Duration) -> Result<Option<Cell>, ClientError> {
        let shape = position.shape();
        let mut opponent = match self.running.take() {
            Some(running) => running,
            None => Opponent::start(&self.launch, shape)?,
        };
        opponent.new_game(shape)?;
        for (colour, cell) in stones(position) {
            opponent.play(colour, Move::Cell(cell))?;
        }
        opponent.set_time(engine::TimeControl::Canadian { main: Duration::ZERO, period: time, stones: 1 })?;
        let choice = opponent.genmove(position.turn(), time + GRACE)?;
        self.running = Some(opponent);
        Ok(match choice {
            engine::Choice::Play(mv) => mv.cell(),
            engine::Choice::Resign => None,
        })
    }
}

/// The stones of a position by turns, as far as they go: engines that mind the order are content.
fn stones(position: &Moment) -> Vec<(Colour, Cell)> {
    let of = |colour| position.shape().cells().filter(move |&cell| position.stone(cell) == Some(colour));
    let first = position.shape().first_colour();
    let (mut own, mut others) = (of(first), of(first.other()));
    let mut found = Vec::new();
    loop {
        let pair = (own.next(), others.next());
        found.extend(pair.0.map(|cell| (first, cell)));
        found.extend(pair.1.map(|cell| (first.other(), cell)));
        if pair == (None, None) {
            return found;
        }
    }
}

impl Player for Outside {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        _stop: &AtomicBool,
        _watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let start = Instant::now();
        let answer = self.ask(position, limits.time.unwrap_or(MOVE_TIME));
        let empty = position.empty_cells();
        let cell = match answer {
            Ok(cell) => cell.filter(|&cell| empty.has(cell)),
            Err(error) => {
                tracing::warn!("the engine {:?}: {error}", self.launch.command);
                None
            }
        };
        let candidates = cell.map(|cell| Candidate {
            cell,
            visits: 1,
            win_rate: 0.5,
            rave: 0.5,
            prior: 0.0,
            verdict: Verdict::Unknown,
            line: vec![cell],
        });
        Thought {
            candidates: candidates.into_iter().collect(),
            visits: 1,
            new_visits: 1,
            elapsed: start.elapsed(),
            win_rate: 0.5,
            ..Thought::default()
        }
    }

    fn forget(&mut self) {
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Record, Shape, Size};

    /// An engine that counts the stones that it is told of and answers with the cell of that number in row b.
    const SCRIPT: &str = r#"n=0; while read -r word rest; do case $word in clear_board) n=0;; play) n=$((n+1));; esac; case $word in genmove) echo "= b$n";; *) echo "=";; esac; echo; done"#;

    fn engines() -> Engines {
        let script = std::env::temp_dir().join(format!("robusto-engine-{}.sh", crate::secret::token()));
        std::fs::write(&script, SCRIPT).unwrap();
        let text = format!("[[engine]]\nname = \"counter\"\ncommand = \"sh {}\"\n", script.display());
        Engines::parse(&text).unwrap()
    }

    #[test]
    fn an_engine_of_the_file_is_told_the_stones_and_makes_a_move() {
        let engines = engines();
        assert_eq!(presets(&engines), ["gtp:counter"]);
        let mut player = player(&engines, Some("gtp:counter")).unwrap();
        let shape = Shape::of(Size::havannah(4).unwrap());
        for (moves, answer) in [("d4", "b1"), ("d4 e5 c3", "b3")] {
            let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
            let limits = Limits::time(Duration::from_secs(1));
            let thought = player.think(record.position(), &limits, &AtomicBool::new(false), &mut |_| {});
            let name = thought.best().map(|cell| game::cell_name(shape, cell, Coords::Gui));
            assert_eq!(name.as_deref(), Some(answer));
        }
    }

    #[test]
    fn nothing_is_started_that_the_file_does_not_name() {
        let engines = engines();
        for preset in
            [None, Some("counter"), Some("gtp:sh"), Some("gtp:"), Some("gtp:sh -c ls"), Some("queenbee")]
        {
            assert!(player(&engines, preset).is_none(), "{preset:?}");
        }
    }
}
