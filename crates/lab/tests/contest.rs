//! Matches in one process, with players that do not think.

use anyhow::Result;
use lab::contest::{Contest, run_match};
use lab::players::make_random as make;
use lab::seat::Place;
use lab::stats::{Model, Sprt, Verdict};
use lab::task::Board;
use lab::{Factory, PlayerSpec};
use search::player::{Limits, Moment, Player, RandomPlayer, Thought};

fn contest(pairs: u64) -> Contest {
    let board = Board::try_from(String::from("havannah 4")).unwrap();
    let players = [PlayerSpec::preset("random").named("a"), PlayerSpec::preset("random").named("b")];
    Contest::new(board, players, "100".parse().unwrap(), pairs)
}

/// Plays a winning move when there is one, else a random one.
struct Greedy(RandomPlayer);

impl Player for Greedy {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &std::sync::atomic::AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let mut thought = self.0.think(position, limits, stop, watch);
        if let Some(cell) = position.winning_cells(position.turn()).iter().next() {
            thought.candidates[0].cell = cell;
        }
        thought
    }
}

fn greedy_first(spec: &PlayerSpec, place: &Place) -> Result<Box<dyn Player>> {
    match spec.label().as_str() {
        "a" => Ok(Box::new(Greedy(RandomPlayer::new(place.seed)))),
        _ => make(spec, place),
    }
}

#[test]
fn equal_players_share_the_points_and_every_game_counts() {
    let mut seen = Vec::new();
    let outcome = run_match(&contest(100), &make, Some(2), &mut |task, result, _| {
        seen.push((task.number, result.half_points));
    })
    .unwrap();
    seen.sort();
    assert_eq!(seen.iter().map(|game| game.0).collect::<Vec<_>>(), (0..200).collect::<Vec<_>>());
    assert_eq!((outcome.tally.games.games(), outcome.tally.pairs.len()), (200, 100));
    assert!((0.35..0.65).contains(&outcome.tally.score()));
    // The same seed plays the same games, however many run at once.
    let mut again = Vec::new();
    run_match(&contest(100), &make, Some(1), &mut |task, result, _| {
        again.push((task.number, result.half_points));
    })
    .unwrap();
    assert_eq!(seen, again);
}

#[test]
fn a_test_stops_a_match_early_and_sees_who_is_better() {
    let test = Sprt::new(0.0, 50.0, Model::Normalised);
    let contest = Contest { sprt: Some(test), ..contest(5000) };
    let outcome = run_match(&contest, &greedy_first as &Factory, Some(2), &mut |_, _, _| {}).unwrap();
    assert_eq!(outcome.verdict, Some(Verdict::Accepted));
    assert!(outcome.tally.games.games() < 2000);
    assert!(outcome.tally.elo().elo > 0.0);
    let efforts = &outcome.tally.efforts;
    assert_eq!(efforts[0].wins_by.values().sum::<u64>(), outcome.tally.games.wins);
    assert!(efforts.iter().all(|effort| effort.faults.is_empty() && effort.moves > 0));
}

#[test]
fn unknown_players_lose_by_a_crash_that_is_named() {
    let mut contest = contest(1);
    contest.players[1] = "nobody".parse().unwrap();
    let outcome = run_match(&contest, &make, Some(1), &mut |_, _, _| {}).unwrap();
    assert_eq!((outcome.tally.games.wins, outcome.tally.efforts[1].faults["crash"]), (2, 2));
    assert!(outcome.tally.efforts[1].fault_texts[0].contains("nobody"));
}
