//! The table with the player that thinks: whatever happens, moves are legal and in time.

use std::time::{Duration, Instant};

use engine::{Choice, Options, SearchFactory, Session, Stop, TimeControl};
use game::{Game, Shape, Size};

fn session(game: Game, size: &str, options: Options) -> Session {
    let shape = Shape::of(Size::parse(game, size).unwrap());
    Session::new(
        shape,
        Box::new(SearchFactory::default()),
        Options { memory: 16 << 20, threads: 2, ..options },
    )
}

fn genmove(session: &mut Session) -> Choice {
    let turn = session.record().turn();
    session.genmove(turn, &Stop::default(), &mut |_| {}).unwrap().choice
}

#[test]
fn games_at_a_millisecond_a_move() {
    for (game, size) in
        [(Game::Havannah, "2"), (Game::Havannah, "5"), (Game::Havannah, "15"), (Game::Hex, "4x6")]
    {
        for swap in [false, true] {
            let options = Options {
                swap,
                move_time: Some(Duration::from_millis(1)),
                ponder: true,
                ..Options::default()
            };
            let mut session = session(game, size, options);
            for _ in 0..12 {
                if session.record().is_over() {
                    break;
                }
                genmove(&mut session);
            }
        }
    }
}

#[test]
fn an_absolute_clock_is_kept() {
    let mut session = session(Game::Havannah, "4", Options::default());
    session.set_time(TimeControl::Game { main: Duration::from_secs(1), increment: Duration::ZERO });
    let mut spent = [Duration::ZERO; 2];
    while !session.record().is_over() {
        let (turn, start) = (session.record().turn(), Instant::now());
        genmove(&mut session);
        spent[turn.index()] += start.elapsed();
    }
    assert!(spent.iter().all(|&time| time < Duration::from_secs(1)), "{spent:?}");
}

#[test]
fn pondering_and_analysis_change_places_with_moves() {
    let options = Options { ponder: true, visits: Some(50), ..Options::default() };
    let mut session = session(Game::Havannah, "4", options);
    for round in 0..60 {
        genmove(&mut session);
        std::thread::sleep(Duration::from_micros(round * 100));
        match round % 4 {
            0 => session.undo().unwrap(),
            1 => session.start_analysis(None).unwrap_or_default(),
            2 => drop(session.stop_analysis()),
            _ => {
                let reply = session.record().position().empty_cells().iter().next();
                session.play(session.record().turn(), reply.unwrap().into()).unwrap_or_default();
            }
        }
        if session.record().is_over() {
            session.clear();
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = || {
        let options = Options { visits: Some(200), seed: Some(5), ..Options::default() };
        let mut session = session(Game::Havannah, "4", options);
        session.set("threads", "1").unwrap();
        (0..6).map(|_| genmove(&mut session)).collect::<Vec<_>>()
    };
    assert_eq!(game(), game());
}

#[test]
fn swaps_and_openings_follow_the_thought() {
    let options = Options { swap: true, visits: Some(3000), seed: Some(1), ..Options::default() };
    let mut session = session(Game::Havannah, "4", options);
    let answer = |session: &mut Session| {
        let turn = session.record().turn();
        session.genmove(turn, &Stop::default(), &mut |_| {}).unwrap()
    };
    let opening = answer(&mut session);
    assert!((opening.thought.win_rate - 0.5).abs() < 0.2, "{:?}", opening.thought.win_rate);
    let reply = answer(&mut session);
    assert_eq!(reply.choice == Choice::Play(game::Move::Swap), reply.thought.win_rate < 0.5);
}
