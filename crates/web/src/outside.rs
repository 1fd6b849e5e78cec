//! Engines of other people as players. They are named in the owner's file of engines ([`gtp::Engines`]); a
//! wish of a client can choose among those names and start nothing else.
//!
//! An engine is told the stones on the board before every move, so that it follows whatever was looked at,
//! taken back or set up. As an opponent it says a move and no more: it has no share and no line to show. As an analyst it
//! is asked for `lz-analyze` or `kata-analyze`; one that knows neither says which move it would make.

use std::sync::atomic::{AtomicBool, Ordering};
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

/// The name of the engine that a preset stands for, if the file has it.
pub fn name<'a>(engines: &Engines, preset: &'a str) -> Option<&'a str> {
    let name = preset.strip_prefix(MARK)?;
    engines.find(name).map(|_| name)
}

/// What people call the player of a preset.
pub fn plain_name(preset: &str) -> &str {
    preset.strip_prefix(MARK).unwrap_or(preset)
}

/// Whether a thought is no more than a move: nothing was counted that could be shown as a share.
pub fn is_bare(thought: &Thought) -> bool {
    thought.visits == 0 && thought.verdict == Verdict::Unknown
}

/// Whether a thought gives the game up: lost, and no move to make.
pub fn resigns(thought: &Thought) -> bool {
    thought.verdict == Verdict::Loss && thought.candidates.is_empty()
}

/// An engine of somebody else.
struct Outside {
    launch: Launch,
    running: Option<Opponent>,
}

impl Outside {
    /// The engine at this position; it is started when it does not run.
    fn seated(&mut self, position: &Moment) -> Result<Opponent, ClientError> {
        let shape = position.shape();
        let mut opponent = match self.running.take() {
            Some(running) => running,
            None => Opponent::start(&self.launch, shape)?,
        };
        opponent.new_game(shape)?;
        for (colour, cell) in stones(position) {
            opponent.play(colour, Move::Cell(cell))?;
        }
        Ok(opponent)
    }

    /// Asks for a move.
    fn ask(&mut self, position: &Moment, time: Duration) -> Result<Thought, ClientError> {
        let mut opponent = self.seated(position)?;
        opponent.set_time(engine::TimeControl::Canadian { main: Duration::ZERO, period: time, stones: 1 })?;
        let choice = opponent.genmove(position.turn(), time + GRACE)?;
        self.running = Some(opponent);
        let engine::Choice::Play(mv) = choice else {
            return Ok(Thought { verdict: Verdict::Loss, ..Thought::default() });
        };
        let cell = mv.cell().filter(|&cell| position.empty_cells().has(cell));
        let bare = |cell| Candidate { cell, win_rate: 0.5, line: vec![cell], ..Candidate::default() };
        Ok(Thought { candidates: cell.map(bare).into_iter().collect(), win_rate: 0.5, ..Thought::default() })
    }

    /// Lets the engine analyse until it is stopped, or asks for a move if it cannot.
    fn analyse(
        &mut self,
        position: &Moment,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, ClientError> {
        let start = Instant::now();
        let mut opponent = self.seated(position)?;
        let mut last = None;
        let empty = position.empty_cells();
        let can = opponent.analyse(position.turn(), &|| stop.load(Ordering::Relaxed), &mut |mut found| {
            found.retain(|candidate| empty.has(candidate.cell));
            let thought = counted(found, start.elapsed());
            watch(&thought);
            last = Some(thought);
        })?;
        self.running = Some(opponent);
        match last {
            _ if !can => self.ask(position, MOVE_TIME),
            Some(thought) => Ok(thought),
            None => Ok(Thought::default()),
        }
    }
}

/// What an analysis comes to: the best move's share is that of the position.
fn counted(candidates: Vec<Candidate>, elapsed: Duration) -> Thought {
    let visits = candidates.iter().map(|candidate| candidate.visits).sum();
    let win_rate = candidates.first().map_or(0.5, |best| best.win_rate);
    Thought { candidates, visits, new_visits: visits, elapsed, win_rate, ..Thought::default() }
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
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let start = Instant::now();
        let answer = match limits.time {
            Some(time) => self.ask(position, time),
            // Nobody says how long: it is an analysis.
            None => self.analyse(position, stop, watch),
        };
        let thought = answer.unwrap_or_else(|error| {
            tracing::warn!("the engine {:?}: {error}", self.launch.command);
            Thought::default()
        });
        Thought { elapsed: start.elapsed(), ..thought }
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

    fn script(text: &str) -> Engines {
        let script = std::env::temp_dir().join(format!("robusto-engine-{}.sh", crate::secret::token()));
        std::fs::write(&script, text).unwrap();
        Engines::parse(&format!("[[engine]]\nname = \"it\"\ncommand = \"sh {}\"\n", script.display()))
            .unwrap()
    }

    /// Analyses for a moment.
    fn analysed(engines: &Engines) -> (usize, Thought) {
        let mut player = player(engines, Some("gtp:it")).unwrap();
        let record = Record::from_moves(Shape::of(Size::havannah(4).unwrap()), "d4", Coords::Gui).unwrap();
        let (stop, mut heard) = (AtomicBool::new(false), 0);
        let thought = player.think(record.position(), &Limits::default(), &stop, &mut |_| {
            heard += 1;
            stop.store(true, Ordering::Relaxed);
        });
        (heard, thought)
    }

    #[test]
    fn an_engine_that_can_analyse_is_heard_until_it_is_stopped() {
        let engines = script(
            r#"while read -r word rest; do case $word in known_command) echo "= true";; lz-analyze) echo "="; echo "info move d4 visits 9 winrate 9000 order 0 pv d4"; echo "info move e5 visits 30 winrate 6100 order 0 pv e5 c3 info move d4 visits 9 winrate 9000 order 1";; *) echo "=";; esac; case $word in lz-analyze) read -r over; echo;; *) echo;; esac; done"#,
        );
        let (heard, thought) = analysed(&engines);
        // The first line names no free cell: d4 is taken.
        assert!(heard >= 1);
        assert_eq!(thought.candidates.len(), 1);
        assert_eq!((thought.visits, thought.candidates[0].line.len()), (30, 2));
        assert!((thought.win_rate - 0.61).abs() < 1e-6 && !is_bare(&thought));
    }

    #[test]
    fn an_engine_that_cannot_says_its_move_and_no_share() {
        let engines = script(
            r#"while read -r word rest; do case $word in known_command) echo "= false";; genmove) echo "= e5";; *) echo "=";; esac; echo; done"#,
        );
        let (heard, thought) = analysed(&engines);
        assert_eq!((heard, thought.candidates.len()), (0, 1));
        assert!(is_bare(&thought) && !resigns(&thought));
    }

    #[test]
    fn an_engine_that_resigns_is_understood() {
        let engines = script(
            r#"while read -r word rest; do case $word in genmove) echo "= resign";; *) echo "=";; esac; echo; done"#,
        );
        let mut player = player(&engines, Some("gtp:it")).unwrap();
        let moment = Moment::new(Shape::of(Size::havannah(4).unwrap()));
        let limits = Limits::time(Duration::from_secs(1));
        let thought = player.think(&moment, &limits, &AtomicBool::new(false), &mut |_| {});
        assert!(resigns(&thought));
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
