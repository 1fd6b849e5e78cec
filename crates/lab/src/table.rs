//! The table: one game between two seats, refereed by the record. Whatever a player does, the game ends with a result.

use std::time::Instant;

use anyhow::{Context, Result};
use engine::Sides;
use game::{Colour, Coords, Move, Outcome, Record, Shape};

use crate::pace::{Clock, Pace};
use crate::seat::{Answer, Place, Seat};
use crate::spec::PlayerSpec;
use crate::task::{Ending, Fault, FaultKind, GameResult, MoveNote, Task};

/// Moves in a row that a player must find hopeless before it resigns, or even before it agrees to a draw.
const HOPELESS: u32 = 3;

/// Plays a game. Fails only when the task itself is wrong, such as an opening that is not legal.
pub fn play(task: &Task, seats: &mut [Box<dyn Seat + '_>; 2]) -> Result<GameResult> {
    let shape = Shape::of(task.board.0);
    let record = Record::from_moves(shape, &task.opening, Coords::Gui)
        .with_context(|| format!("the opening of game {}", task.number))?;
    let start = Instant::now();
    let mut table = Table {
        task,
        players: task.sides(shape.first_colour()),
        clocks: [0, 1].map(|i| Clock::new(pace_of(&task.players[i], task.pace), task.margin)),
        hopeless: [0; 2],
        even: [0; 2],
        notes: Vec::new(),
        record,
    };
    let (winner, ending) = table.run(seats);
    let half_points = match winner.winner() {
        None => 1,
        Some(colour) => 2 * u8::from(*table.players.of(&table.record, colour) == 0),
    };
    Ok(GameResult {
        number: task.number,
        half_points,
        winner: winner.word().into(),
        ending,
        plies: table.record.len(),
        moves: table.notes,
        seconds: start.elapsed().as_secs_f64(),
    })
}

/// A player's own pace, else the match's.
fn pace_of(player: &PlayerSpec, pace: Pace) -> Pace {
    match (player.visits, player.time) {
        (Some(visits), _) => Pace::Visits(visits),
        (None, Some(seconds)) => Pace::Move(seconds),
        (None, None) => pace,
    }
}

struct Table<'a> {
    task: &'a Task,
    record: Record,
    /// Who has which colour.
    players: Sides<usize>,
    clocks: [Clock; 2],
    /// How many moves in a row each player found hopeless.
    hopeless: [u32; 2],
    /// How many moves in a row each player found even.
    even: [u32; 2],
    notes: Vec<MoveNote>,
}

impl Table<'_> {
    fn run(&mut self, seats: &mut [Box<dyn Seat + '_>; 2]) -> (Outcome, Ending) {
        for (i, seat) in seats.iter_mut().enumerate() {
            // Two players of one kind must not draw the same random numbers.
            let seed = self.task.seed.wrapping_mul(2).wrapping_add(i as u64);
            if let Err(fault) = seat.begin(&self.record, &Place { board: self.task.board, seed }) {
                return self.lost_by(i, Ending::Fault(fault));
            }
        }
        loop {
            if let Some(end) = self.decided() {
                return end;
            }
            let mover = *self.players.to_move(&self.record);
            if let Err(ending) = self.one_move(mover, &mut *seats[mover]) {
                return self.lost_by(mover, ending);
            }
            if let Some(end) = self.proved(mover).or_else(|| self.drawn(mover)) {
                return end;
            }
        }
    }

    /// The end that the board shows, if it does.
    fn decided(&self) -> Option<(Outcome, Ending)> {
        let outcome = self.record.outcome()?;
        let ending = match outcome {
            Outcome::Win(_) => {
                Ending::Board(self.record.wins().iter().map(|win| win.kind.word().into()).collect())
            }
            Outcome::Draw => Ending::Draw,
        };
        Some((outcome, ending))
    }

    fn colour_of(&self, player: usize) -> Colour {
        let is_white = *self.players.of(&self.record, Colour::White) == player;
        if is_white { Colour::White } else { Colour::Black }
    }

    fn lost_by(&self, player: usize, ending: Ending) -> (Outcome, Ending) {
        (Outcome::Win(self.colour_of(player).other()), ending)
    }

    /// Asks for a move and plays it; otherwise says why the mover has lost.
    fn one_move(&mut self, mover: usize, seat: &mut dyn Seat) -> Result<(), Ending> {
        let start = Instant::now();
        let answer = seat.choose(&self.record, &self.clocks[mover], self.task.keep_visits);
        let seconds = start.elapsed().as_secs_f64();
        let (mv, note) = match answer.map_err(Ending::Fault)? {
            Answer::Move(mv, note) => (mv, note),
            Answer::Resign => return Err(Ending::Resigned),
        };
        let deadline = self.clocks[mover].deadline();
        if !self.clocks[mover].spend(seconds) {
            let text = format!("{} took {seconds:.2} s, {:.2} s allowed", note.name, deadline.unwrap_or(0.0));
            return Err(Ending::Fault(Fault { kind: FaultKind::Late, text }));
        }
        self.play(mv, MoveNote { seconds, ..note })?;
        if self.is_hopeless(mover) { Err(Ending::Resigned) } else { Ok(()) }
    }

    fn play(&mut self, mv: Move, note: MoveNote) -> Result<(), Ending> {
        if let Err(error) = self.record.play(mv) {
            let text = format!("move {} ({}): {error}", self.record.len() + 1, note.name);
            return Err(Ending::Fault(Fault { kind: FaultKind::Illegal, text }));
        }
        self.notes.push(note);
        Ok(())
    }

    /// Whether the mover resigns after its last move, by the task's rule.
    fn is_hopeless(&mut self, mover: usize) -> bool {
        let Some(threshold) = self.task.adjudication.resign else { return false };
        let value = self.notes.last().and_then(|note| note.value).unwrap_or(1.0);
        self.hopeless[mover] = if value < threshold { self.hopeless[mover] + 1 } else { 0 };
        self.hopeless[mover] >= HOPELESS && self.record.outcome().is_none()
    }

    /// A draw by the task's rule, if it has one.
    fn drawn(&mut self, mover: usize) -> Option<(Outcome, Ending)> {
        let rule = self.task.adjudication.draw?;
        let is_even = match (rule.band, self.notes.last().and_then(|note| note.value)) {
            (None, _) => true,
            (Some(band), Some(value)) => (value - 0.5).abs() <= band,
            // Who tells nothing agrees to nothing.
            (Some(_), None) => false,
        };
        self.even[mover] = if is_even { self.even[mover] + 1 } else { 0 };
        let is_agreed = rule.band.is_none() || self.even.iter().all(|&moves| moves >= HOPELESS);
        let is_drawn = is_agreed && self.record.len() >= rule.plies && self.record.outcome().is_none();
        is_drawn.then_some((Outcome::Draw, Ending::Adjudicated))
    }

    /// The result that the mover has proved, if the task lets proofs decide.
    fn proved(&self, mover: usize) -> Option<(Outcome, Ending)> {
        let verdict = self.notes.last()?.verdict.as_deref().filter(|_| self.task.adjudication.proved)?;
        let outcome = match verdict {
            "win" => Outcome::Win(self.colour_of(mover)),
            "loss" => Outcome::Win(self.colour_of(mover).other()),
            "draw" => Outcome::Draw,
            _ => return None,
        };
        self.record.outcome().is_none().then_some((outcome, Ending::Proved))
    }
}

#[cfg(test)]
mod tests {
    use game::Size;
    use search::player::RandomPlayer;

    use super::*;
    use crate::seat::Factory;
    use crate::seat::take_seat;
    use crate::task::{Adjudication, Board};

    fn task(opening: &str, pace: &str) -> Task {
        Task {
            number: 4,
            board: Board(Size::havannah(4).unwrap()),
            players: [PlayerSpec::preset("random"), PlayerSpec::preset("random")],
            exchanged: false,
            opening: opening.into(),
            pace: pace.parse().unwrap(),
            margin: 1.0,
            seed: 3,
            adjudication: Adjudication::default(),
            keep_visits: true,
        }
    }

    fn random(_: &PlayerSpec, place: &Place) -> Result<Box<dyn search::player::Player>> {
        Ok(Box::new(RandomPlayer::new(place.seed)))
    }

    fn play_with(task: &Task, factory: &Factory) -> Result<GameResult> {
        let mut seats =
            [take_seat(&task.players[0], factory).unwrap(), take_seat(&task.players[1], factory).unwrap()];
        play(task, &mut seats)
    }

    /// Answers with a fixed list of moves.
    struct Script(std::vec::IntoIter<&'static str>);

    impl Seat for Script {
        fn begin(&mut self, _: &Record, _: &Place) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, record: &Record, _: &Clock, _: bool) -> Result<Answer, Fault> {
            let word = self.0.next().unwrap_or("resign");
            if word == "resign" {
                return Ok(Answer::Resign);
            }
            let mv = Move::parse(record.shape(), word, Coords::Gui).unwrap();
            let value = Some(0.01);
            Ok(Answer::Move(mv, MoveNote { name: word.into(), value, ..MoveNote::default() }))
        }
    }

    fn script(task: &Task, first: Vec<&'static str>, second: Vec<&'static str>) -> GameResult {
        let seats: [Box<dyn Seat>; 2] =
            [Box::new(Script(first.into_iter())), Box::new(Script(second.into_iter()))];
        play(task, &mut { seats }).unwrap()
    }

    #[test]
    fn a_game_of_random_players_ends_and_repeats_with_its_seed() {
        let task = task("a1 b2", "100");
        let result = play_with(&task, &random).unwrap();
        assert!(matches!(result.ending, Ending::Board(_) | Ending::Draw), "{result:?}");
        assert_eq!(result.plies, result.moves.len() + 2);
        assert_eq!(result.moves[0].visits.len(), 1);
        let again = play_with(&task, &random).unwrap();
        let names = |result: &GameResult| result.moves.iter().map(|m| m.name.clone()).collect::<Vec<_>>();
        assert_eq!(names(&result), names(&again));
        let json = serde_json::to_string(&result).unwrap();
        assert_eq!(serde_json::from_str::<GameResult>(&json).unwrap(), result);
    }

    #[test]
    fn a_bridge_ends_the_game_for_either_colour() {
        // The top row of size 4 joins two corners: a1 to a4.
        let moves = vec!["a1", "a2", "a3", "a4"];
        let won = script(&task("", "100"), moves.clone(), vec!["d1", "d3", "d5"]);
        assert_eq!((won.half_points, won.winner.as_str(), won.plies), (2, "white", 7));
        assert_eq!(won.ending, Ending::Board(vec!["bridge".into()]));
        let exchanged = Task { exchanged: true, ..task("", "100") };
        let lost = script(&exchanged, vec!["d1", "d3", "d5"], moves);
        assert_eq!((lost.half_points, lost.winner.as_str()), (0, "white"));
    }

    #[test]
    fn players_keep_their_seats_when_sides_are_swapped() {
        let board = Board(Size::parse(game::Game::Hex, "3x2").unwrap());
        let task = Task { board, ..task("", "100") };
        // The first player's stone is the second one's after the swap.
        let result = script(&task, vec!["b1", "resign"], vec!["swap-sides"]);
        assert_eq!((result.half_points, result.plies), (0, 2));
        assert_eq!(result.ending, Ending::Resigned);
        let worker = String::new();
        let stored = crate::store::StoredGame { pairing: 0, task, result, worker, played: 0.0 };
        crate::record::check_game(&stored).unwrap();
    }

    #[test]
    fn faults_lose_and_are_named() {
        let illegal = script(&task("", "100"), vec!["a1"], vec!["a1"]);
        let Ending::Fault(fault) = &illegal.ending else { panic!("{illegal:?}") };
        assert_eq!((illegal.half_points, fault.kind), (2, FaultKind::Illegal));
        assert_eq!(fault.text, "move 2 (a1): the cell a1 is occupied");
        let resigned = script(&task("", "100"), vec![], vec![]);
        assert_eq!((resigned.half_points, resigned.ending), (0, Ending::Resigned));
        let crash = |_: &PlayerSpec, _: &Place| -> Result<Box<dyn search::player::Player>> { panic!("ouch") };
        let crashed = play_with(&task("", "100"), &crash).unwrap();
        let Ending::Fault(fault) = &crashed.ending else { panic!("{crashed:?}") };
        assert_eq!((crashed.half_points, fault.kind), (0, FaultKind::Crash));
        assert!(fault.text.contains("ouch"));
        assert!(play_with(&task("a1 a1", "100"), &random).is_err());
    }

    #[test]
    fn hopeless_players_resign_only_when_asked_to() {
        let moves = || vec!["a1", "a3", "b4", "c5", "d6"];
        let mut task = task("", "100");
        task.adjudication.resign = Some(0.05);
        let result = script(&task, moves(), vec!["d1", "d3", "d5", "e5", "f5"]);
        assert_eq!((result.half_points, result.ending, result.plies), (0, Ending::Resigned, 5));
    }

    #[test]
    fn long_games_are_drawn_only_when_asked_to_and_by_players_that_agree() {
        let moves = || (vec!["a1", "a3", "b4", "c5", "d6"], vec!["d1", "d3", "d5", "e5", "f5"]);
        let with_rule = |rule: &str| {
            let mut task = task("", "100");
            task.adjudication.draw = Some(rule.parse().unwrap());
            script(&task, moves().0, moves().1)
        };
        let drawn = with_rule("7");
        assert_eq!((drawn.half_points, drawn.winner.as_str(), drawn.plies), (1, "draw", 7));
        assert_eq!(drawn.ending, Ending::Adjudicated);
        // The players say 0.01 at every move.
        assert_eq!(with_rule("1:0.49").plies, 6);
        assert_eq!(with_rule("1:0.1").ending, Ending::Resigned);
        assert_eq!(with_rule("50").ending, Ending::Resigned);
        for text in ["0", "x", "10:", "10:0.6", ":0.1", "-1"] {
            assert!(text.parse::<crate::task::DrawRule>().is_err(), "{text}");
        }
    }
}
