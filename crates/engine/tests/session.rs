//! The table with a player that does not think.

use std::sync::atomic::Ordering;
use std::time::Duration;

use engine::mock::MockFactory;
use engine::{
    Choice, EngineError, Limits, Options, PlayerFactory, RandomFactory, Session, SolveState, Stop,
    TimeControl,
};
use game::{Colour, Coords, Game, Move, Record, Shape, Size};

fn shape(game: Game, size: &str) -> &'static Shape {
    Shape::of(Size::parse(game, size).unwrap())
}

fn table(mock: &MockFactory, options: Options) -> Session {
    let time = mock.time.source();
    Session::new(shape(Game::Havannah, "4"), mock.duplicate(), options).with_time(time)
}

fn quick() -> Options {
    Options { visits: Some(10), ..Options::default() }
}

fn genmove(session: &mut Session) -> Result<Choice, EngineError> {
    let turn = session.record().turn();
    session.genmove(turn, &Stop::default(), &mut |_| {}).map(|answer| answer.choice)
}

#[test]
fn a_game_is_played_taken_back_and_played_again() {
    let mut session = table(&MockFactory::default(), quick());
    for _ in 0..5 {
        genmove(&mut session).unwrap();
    }
    let before = session.record().moves().to_vec();
    for _ in 0..5 {
        session.undo().unwrap();
    }
    assert_eq!(session.undo(), Err(EngineError::NothingToUndo));
    for _ in 0..5 {
        session.redo().unwrap();
    }
    assert_eq!(session.redo(), Err(EngineError::NothingToRedo));
    assert_eq!(session.record().moves(), before);
    session.undo().unwrap();
    session.resign(Colour::White).unwrap();
    assert_eq!(genmove(&mut session), Err(EngineError::Over));
    session.undo().unwrap();
    genmove(&mut session).unwrap();
}

#[test]
fn random_players_finish_games_on_every_kind_of_board() {
    let sizes = [(Game::Havannah, "2"), (Game::Havannah, "3x4x2"), (Game::Hex, "1"), (Game::Hex, "5x3")];
    for (game, size) in sizes {
        for swap in [false, true] {
            let options = Options { swap, ponder: swap, seed: Some(3), ..quick() };
            let mut session = Session::new(shape(game, size), Box::new(RandomFactory), options);
            while genmove(&mut session).is_ok() {}
            assert!(session.record().is_over());
        }
    }
}

#[test]
fn the_wrong_colour_is_refused() {
    let mut session = table(&MockFactory::default(), quick());
    let refused = session.genmove(Colour::Black, &Stop::default(), &mut |_| {});
    assert_eq!(refused.unwrap_err().to_string(), "it is white's turn");
}

#[test]
fn resigning_must_be_allowed() {
    let mock = MockFactory::believing(|_| 0.01);
    let mut session = table(&mock, quick());
    assert!(matches!(genmove(&mut session), Ok(Choice::Play(_))));
    session.set("resign", "0.02").unwrap();
    assert_eq!(genmove(&mut session), Ok(Choice::Resign));
    assert!(session.record().is_over());
}

#[test]
fn good_openings_are_taken_over_under_the_swap_rule() {
    for (win_rate, swap, swaps) in [(0.4, true, true), (0.6, true, false), (0.4, false, false)] {
        let mock = MockFactory::believing(move |_| win_rate);
        let mut session = table(&mock, Options { swap, ..quick() });
        let centre = Record::from_moves(session.record().shape(), "d4", Coords::Gui).unwrap();
        session.load(centre);
        assert_eq!(genmove(&mut session) == Ok(Choice::Play(Move::Swap)), swaps);
        assert_eq!(session.record().is_swapped(), swaps);
    }
}

#[test]
fn rectangular_hex_swaps_sides() {
    let mock = MockFactory::believing(|_| 0.4);
    let options = Options { swap: true, ..quick() };
    let mut session = Session::new(shape(Game::Hex, "4x3"), mock.duplicate(), options);
    genmove(&mut session).unwrap();
    assert_eq!(genmove(&mut session), Ok(Choice::Play(Move::SwapSides)));
    assert_eq!(session.record().turn(), Colour::White);
}

#[test]
fn the_most_even_opening_is_offered() {
    // The nearer to the middle the first stone is, the worse the reply: three steps away is even.
    let mock = MockFactory::believing(|position| {
        let shape = position.shape();
        let centre = shape.cell_at(3, 3).unwrap();
        let stone = shape.cells().find(|&cell| position.stone(cell).is_some());
        stone.map_or(0.5, |stone| 0.2 + 0.1 * shape.distance(stone, centre) as f32)
    });
    let mut session = table(&mock, Options { swap: true, ..quick() });
    let Ok(Choice::Play(Move::Cell(cell))) = genmove(&mut session) else { panic!("no stone") };
    let shape = session.record().shape();
    assert_eq!(shape.distance(cell, shape.cell_at(3, 3).unwrap()), 3);
    let spent: u64 = mock.thoughts.lock().unwrap().iter().map(|limits| limits.visits.unwrap()).sum();
    assert!(spent <= 12, "{spent}");
}

#[test]
fn clocks_are_never_used_up() {
    let second = Duration::from_secs(1);
    for control in [
        TimeControl::Game { main: second * 20, increment: Duration::ZERO },
        TimeControl::Game { main: second, increment: second },
        TimeControl::gtp(second * 5, second * 3, 4),
        TimeControl::Japanese { main: second, period: second, periods: 1 },
    ] {
        let mock = MockFactory::default();
        let mut session = table(&mock, Options::default());
        session.set_time(control);
        while !session.record().is_over() {
            let colour = session.record().turn();
            let before = mock.time.now();
            genmove(&mut session).unwrap();
            let spent = mock.time.now() - before;
            assert!(spent > Duration::from_micros(100), "{control:?}");
            assert!(!session.clock().left(colour).time.is_zero(), "{control:?}");
        }
    }
}

#[test]
fn a_failed_player_is_replaced() {
    let mock = MockFactory::default();
    let mut session = table(&mock, quick());
    mock.fails.store(true, Ordering::SeqCst);
    assert_eq!(genmove(&mut session), Err(EngineError::PlayerFailed(Colour::White)));
    session.start_analysis(None).unwrap();
    session.stop_analysis();
    mock.fails.store(false, Ordering::SeqCst);
    assert!(genmove(&mut session).is_ok());
}

#[test]
fn analysis_follows_the_record() {
    let mut session = table(&MockFactory::default(), quick());
    session.start_analysis(None).unwrap();
    for ply in 0..20 {
        while session
            .thought()
            .is_none_or(|thought| !session.record().position().is_legal(thought.best().unwrap()))
        {
            assert!(session.is_thinking(), "after {ply} moves");
            std::thread::yield_now();
        }
        let best = session.thought().unwrap().best().unwrap();
        session.play(session.record().turn(), best.into()).unwrap();
        if session.record().is_over() {
            break;
        }
    }
    session.undo().unwrap();
    assert!(session.is_thinking());
    let last = session.stop_analysis().unwrap();
    assert!(session.record().position().is_legal(last.best().unwrap()));
    assert!(!session.is_thinking());
}

#[test]
fn pondering_is_broken_off_at_any_moment() {
    let mut session = table(&MockFactory::default(), Options { ponder: true, ..quick() });
    for round in 0..200 {
        genmove(&mut session).unwrap();
        if session.record().is_over() {
            session.clear();
            continue;
        }
        assert!(session.is_pondering() && session.is_thinking());
        if round % 3 == 0 {
            std::thread::sleep(Duration::from_micros(round * 20));
        }
        let reply = session.record().position().empty_cells().iter().last().unwrap();
        let colour = session.record().turn();
        assert!(session.play(colour.other(), reply.into()).is_err());
        assert!(session.is_pondering(), "a refused move changes nothing");
        session.play(colour, reply.into()).unwrap();
        assert!(!session.is_pondering());
    }
    session.clear();
    genmove(&mut session).unwrap();
    session.set("ponder", "0").unwrap();
    assert!(!session.is_thinking());
}

#[test]
fn settings_have_one_table() {
    let mut session = table(&MockFactory::default(), quick());
    assert_eq!(session.setting("visits"), Ok("10".into()));
    session.set("mock_k", "12").unwrap();
    assert_eq!(session.setting("mock_k"), Ok("12".into()));
    session.choose_preset("other").unwrap();
    assert_eq!(session.setting("mock_k"), Ok("7".into()));
    assert_eq!(session.presets(), (vec!["first".into(), "other".into()], "other".into()));
    assert!(session.set("nothing", "1").is_err() && session.choose_preset("none").is_err());
}

#[test]
fn a_proof_goes_on_while_the_table_is_used() {
    let mut session = table(&MockFactory::default(), quick());
    assert!(matches!(session.solving(), SolveState::Idle));
    session.start_solving(Limits::default()).unwrap();
    assert_eq!(session.start_solving(Limits::default()), Err(EngineError::SolverBusy));
    genmove(&mut session).unwrap();
    assert!(matches!(session.solving(), SolveState::Running(_)));
    assert_eq!(session.stop_solving().unwrap().verdict, engine::Verdict::Unknown);
    assert!(matches!(session.solving(), SolveState::Done(_)));
}

#[test]
fn boards_change_in_the_middle_of_everything() {
    let mut session = table(&MockFactory::default(), Options { ponder: true, ..quick() });
    for round in 0..300 {
        let (game, size) = [(Game::Havannah, "15"), (Game::Hex, "3"), (Game::Havannah, "2")][round % 3];
        session.new_game(shape(game, size));
        genmove(&mut session).unwrap();
        session.start_analysis(Some(Colour::White)).unwrap();
    }
    session.set_up([(game::Cell::new(0), Colour::Black)], Colour::Black).unwrap();
    assert_eq!(session.record().turn(), Colour::Black);
}

#[test]
fn an_absolute_clock_is_used() {
    // A player that stops when its move is decided uses less than half of its plans, and makes eleven moves
    // on size 5.
    let used = |stretch: f32| {
        let control = TimeControl::Game { main: Duration::from_secs(4), increment: Duration::ZERO };
        let care = engine::Care { lag: Options::default().lag, stretch };
        let mut left = control.start();
        for number in 0..11 {
            let stage = engine::Stage { cells: 61, empty: 61 - 2 * number };
            let think = engine::plan(&control, left, stage, care).expect("there is a clock");
            left = control.after_move(left, think.mul_f64(0.44)).expect("no flag falls");
        }
        Duration::from_secs(4) - left.time
    };
    assert!(used(1.0) < Duration::from_millis(1600));
    assert!(used(Options::default().stretch) > Duration::from_millis(2300));
}
