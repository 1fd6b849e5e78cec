//! The client against an engine that behaves, and against several that do not.

use std::time::{Duration, Instant};

use engine::{Choice, TimeControl};
use game::{Coords, Game, Record, Shape, Size};
use gtp::{Client, ClientError, Launch, Opponent};

fn launch(manner: &str) -> Launch {
    let patience = Duration::from_secs(20);
    Launch { patience, ..Launch::new(format!("'{}' {manner}", env!("CARGO_BIN_EXE_gtp-mock"))) }
}

fn impatient(manner: &str) -> Launch {
    Launch { patience: Duration::from_millis(300), ..launch(manner) }
}

#[test]
fn a_whole_game_against_ourselves() {
    for (game, size) in [(Game::Havannah, "4"), (Game::Hex, "3x4"), (Game::Havannah, "3x4x4")] {
        let shape = Shape::of(Size::parse(game, size).unwrap());
        let start_up = vec![format!("robusto-game {game}"), "gridcoords".into()];
        let launch = Launch { start_up, coords: Coords::Lg, ..launch("") };
        let mut first = Opponent::start(&launch, shape).unwrap();
        let mut second = Opponent::start(&launch, shape).unwrap();
        let increments =
            TimeControl::Game { main: Duration::from_secs(9), increment: Duration::from_secs(1) };
        first.set_time(increments).unwrap();
        first.set_time_left(shape.first_colour(), Duration::from_secs(8), 0).unwrap();
        let mut record = Record::new(shape);
        while !record.is_over() {
            let turn = record.turn();
            let (player, other) = if record.len().is_multiple_of(2) {
                (&mut first, &mut second)
            } else {
                (&mut second, &mut first)
            };
            let choice = player.genmove(turn, Duration::from_secs(20)).unwrap();
            let Choice::Play(mv) = choice else { panic!("it resigned") };
            record.play(mv).unwrap();
            other.play(turn, mv).unwrap();
        }
        let winner = record.result().map(|result| result.word().to_string());
        assert!(first.winner().unwrap().is_none_or(|word| Some(word) == winner));
        assert!(matches!(
            first.genmove(record.turn(), Duration::from_secs(20)),
            Err(ClientError::Refused { .. })
        ));
        first.undo().unwrap();
        first.quit();
    }
}

#[test]
fn garbage_and_chatter_do_no_harm() {
    for manner in ["garbage", "chatty"] {
        let mut client = Client::start(&launch(manner)).unwrap();
        assert_eq!(client.send("name").unwrap(), "Robusto");
        assert!(client.knows("genmove").unwrap() && !client.knows("fly").unwrap());
        assert!(client.send("list_commands").unwrap().lines().count() > 30);
        assert!(client.last_words().len() <= 4096);
        let error = client.send("fly").unwrap_err().to_string();
        assert_eq!(error, "the engine refuses \"fly\": unknown command");
        assert_eq!(client.send("protocol_version").unwrap(), "2");
    }
}

#[test]
fn silence_is_not_waited_for() {
    let start = Instant::now();
    let mut client = Client::start(&impatient("silent")).unwrap();
    assert!(matches!(client.send("name"), Err(ClientError::TimedOut(..))));
    // It is not asked again.
    assert!(client.send("name").is_err());
    drop(client);
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_flood_has_an_end() {
    let mut client = Client::start(&launch("flood")).unwrap();
    assert!(matches!(client.send("name"), Err(ClientError::TooLong(_))));
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    let mut client = Client::start(&launch("crash")).unwrap();
    let Err(ClientError::Gone { last_words, .. }) = client.send("name") else { panic!("it lives") };
    assert_eq!(last_words, "out of cheese");
}

#[test]
fn what_cannot_be_started_or_sent_is_refused() {
    assert!(matches!(Client::start(&Launch::new("no-such-engine-here")), Err(ClientError::Start(..))));
    assert!(matches!(Client::start(&Launch::new("'open")), Err(ClientError::CommandLine(_))));
    assert!(matches!(Client::start(&Launch::new("")), Err(ClientError::CommandLine(_))));
    let mut client = Client::start(&launch("")).unwrap();
    for command in ["", "a\nb", "x # y", &"x".repeat(100_000)] {
        assert!(matches!(client.send(command), Err(ClientError::BadCommand(_))));
    }
    let start_up = vec!["fly".into()];
    assert!(matches!(Client::start(&Launch { start_up, ..launch("") }), Err(ClientError::Refused { .. })));
}
