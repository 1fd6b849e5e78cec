//! Time.

use std::time::Duration;

use engine::params::read_seconds;
use engine::{Left, TimeControl, process_time};

use super::{Row, command, done, text};
use crate::Refusal;
use crate::desk::{Desk, Reply, read_colour};
use crate::line::Args;

pub(super) static ROWS: &[Row] = &[
    command(
        "time_settings",
        "MAIN PERIOD STONES",
        "seconds for the game, then so many stones a period; PERIOD 0 for an absolute limit",
        time_settings,
    ),
    command("time_left", "COLOUR SECONDS STONES", "what a colour has left", time_left),
    command(
        "kgs-time_settings",
        "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        "the same with more kinds of clocks",
        named_settings,
    ),
    command(
        "kata-time_settings",
        "none | absolute MAIN | fischer MAIN INCREMENT | byoyomi ... | canadian ...",
        "the same with increments",
        named_settings,
    ),
    command("cputime", "", "seconds of processor time that the program has used", |_, args| {
        args.between(0, 0)?;
        let time = process_time().ok_or(Refusal::Other("this system does not tell".into()))?;
        text(format!("{:.3}", time.as_secs_f64()))
    }),
];

fn seconds(word: &str) -> Result<Duration, Refusal> {
    read_seconds(word).map_err(|_| bad_number(word, "a number of seconds"))
}

fn count(word: &str) -> Result<u32, Refusal> {
    word.parse().map_err(|_| bad_number(word, "a whole number"))
}

fn bad_number(word: &str, wanted: &str) -> Refusal {
    let word: String = word.chars().take(40).collect();
    Refusal::Syntax(format!("{word:?} is not {wanted}"))
}

fn time_settings(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let words = args.between(3, 3)?;
    let control = TimeControl::gtp(seconds(words[0])?, seconds(words[1])?, count(words[2])?);
    desk.session.set_time(control);
    done()
}

fn time_left(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let words = args.between(3, 3)?;
    // Some controllers count below zero when a player is late.
    let time = if words[1].starts_with('-') { Duration::ZERO } else { seconds(words[1])? };
    desk.session.set_time_left(read_colour(words[0])?, Left { time, stones: count(words[2])? });
    done()
}

fn named_settings(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let none = Duration::ZERO;
    let control = match *args.between(1, 4)? {
        ["none"] => TimeControl::None,
        ["absolute", main] => TimeControl::gtp(seconds(main)?, none, 0),
        ["fischer", main, increment] => {
            TimeControl::Game { main: seconds(main)?, increment: seconds(increment)? }
        }
        ["canadian", main, period, stones] => {
            TimeControl::gtp(seconds(main)?, seconds(period)?, count(stones)?)
        }
        ["byoyomi", main, period, periods] => {
            let (main, period, periods) = (seconds(main)?, seconds(period)?, count(periods)?);
            if periods == 0 || period.is_zero() {
                TimeControl::gtp(main, none, 0)
            } else {
                TimeControl::Japanese { main, period, periods }
            }
        }
        _ => {
            return Err(Refusal::syntax(
                "the clock is none, absolute, fischer, byoyomi or canadian, with its numbers",
            ));
        }
    };
    desk.session.set_time(control);
    done()
}
