//! How far a run is, as a line for people and as JSON for programs.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::contest::Score;
use crate::report::text::{game_json, game_line};
use crate::say::{self, note};
use crate::stats::{Interval, Pairs, Sprt, Verdict, Wdl};
use crate::tally::Tally;
use crate::task::{GameResult, Task};

/// The numbers of a run so far: the fields of a JSON line.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Always true: such lines may come before the last one.
    pub progress: bool,
    /// Games done.
    pub games: u64,
    /// Games planned.
    pub planned: u64,
    /// Games a second.
    pub rate: f64,
    /// Seconds to go, if all planned games are played.
    pub eta: f64,
    /// Wins, draws and losses of the first player.
    pub wdl: Wdl,
    /// Pairs by half points.
    pub pairs: Pairs,
    /// Share of points of the first player.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// Elo above the second player; null when infinite.
    pub elo: Option<f64>,
    /// Its 95 % error; null when infinite.
    pub elo_error: Option<f64>,
    /// Normalised Elo; null when infinite.
    pub normalised: Option<f64>,
    /// Chance that the first player is the stronger.
    pub superiority: f64,
    /// Log-likelihood ratio of the test.
    pub llr: Option<f64>,
    /// Where the test ends.
    pub bounds: Option<(f64, f64)>,
    /// What the test says.
    pub verdict: Option<Verdict>,
    /// Games lost by faults of the first and of the second player.
    pub faults: [u64; 2],
}

impl Standing {
    /// The standing after `tally`, of `planned` games, `elapsed` after the start with `before` games done at that time.
    pub fn of(tally: &Tally, planned: u64, sprt: Option<&Sprt>, elapsed: Duration, before: u64) -> Standing {
        let games = tally.games.games();
        let rate = (games - before.min(games)) as f64 / elapsed.as_secs_f64().max(1e-9);
        let elo = tally.elo();
        let score = Score::of(tally);
        let finite = |value: f64| value.is_finite().then_some(value);
        Standing {
            progress: true,
            games,
            planned,
            rate,
            eta: planned.saturating_sub(games) as f64 / rate.max(1e-9),
            wdl: tally.games,
            pairs: tally.pairs,
            score: tally.score(),
            interval: tally.interval(),
            elo: finite(elo.elo).filter(|_| games > 0),
            elo_error: finite(elo.error).filter(|_| games > 0),
            normalised: finite(elo.normalised),
            superiority: elo.superiority,
            llr: sprt.map(|sprt| score.llr(sprt)),
            bounds: sprt.map(Sprt::bounds),
            verdict: sprt.map(|sprt| score.verdict(sprt)),
            faults: tally.faults(),
        }
    }

    /// The standing as one line for people.
    pub fn line(&self) -> String {
        let percent = |x: f64| 100.0 * x;
        let mut line = format!(
            "{}/{} games  {:.2}/s  ETA {}  {:.1} % [{:.1}, {:.1}]",
            self.games,
            self.planned,
            self.rate,
            duration(self.eta),
            percent(self.score),
            percent(self.interval.low),
            percent(self.interval.high),
        );
        match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => line += &format!("  Elo {elo:+.0} ± {error:.0}"),
            (Some(elo), None) => line += &format!("  Elo {elo:+.0}"),
            _ => {}
        }
        if let (Some(llr), Some((low, high))) = (self.llr, self.bounds) {
            line += &format!("  LLR {llr:.2} ({low:.2}, {high:.2})");
        }
        if self.faults != [0, 0] {
            line += &format!("  faults {}:{}", self.faults[0], self.faults[1]);
        }
        line
    }
}

/// A line for programs; the games go on when nobody reads it.
fn tell(line: &str) {
    let _ = say::line(line);
}

/// Seconds as people say them.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if !s.is_finite() || s > 1e8 => "?".into(),
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// Shows standings: a bar on a terminal, a line now and then elsewhere, JSON lines when asked for.
pub struct Display {
    bar: ProgressBar,
    json: bool,
    start: Instant,
    before: u64,
    told: Option<Instant>,
}

impl Display {
    /// A display of a run with `planned` games, `before` of which are done.
    pub fn new(planned: u64, before: u64, json: bool) -> Display {
        let bar = ProgressBar::with_draw_target(Some(planned), ProgressDrawTarget::stderr_with_hz(4));
        bar.set_style(
            ProgressStyle::with_template("{bar:24} {msg}").expect("the template of the bar is correct"),
        );
        Display { bar, json, start: Instant::now(), before, told: None }
    }

    /// Shows how far the run is.
    pub fn show(&mut self, tally: &Tally, planned: u64, sprt: Option<&Sprt>) {
        let standing = Standing::of(tally, planned, sprt, self.start.elapsed(), self.before);
        self.bar.set_position(standing.games);
        self.bar.set_message(standing.line());
        if !self.is_time() {
            return;
        }
        if self.json {
            tell(&serde_json::to_string(&standing).expect("a standing is plain data"));
        } else if !std::io::stderr().is_terminal() {
            note(standing.line());
        }
    }

    /// Shows how far a run of many parts is.
    pub fn show_games(&mut self, games: u64, planned: u64) {
        let rate = games.saturating_sub(self.before) as f64 / self.start.elapsed().as_secs_f64().max(1e-9);
        let eta = planned.saturating_sub(games) as f64 / rate.max(1e-9);
        let line = format!("{games}/{planned} games  {rate:.2}/s  ETA {}", duration(eta));
        self.bar.set_position(games);
        self.bar.set_message(line.clone());
        if !self.is_time() {
            return;
        }
        if self.json {
            let numbers = serde_json::json!({
                "progress": true, "games": games, "planned": planned, "rate": rate, "eta": eta,
            });
            tell(&numbers.to_string());
        } else if !std::io::stderr().is_terminal() {
            note(line);
        }
    }

    /// Tells of a game that has ended.
    pub fn log(&self, pairing: u64, task: &Task, result: &GameResult) {
        if self.json {
            tell(&game_json(pairing, task, result).to_string());
        } else {
            self.bar.suspend(|| note(game_line(task, result)));
        }
    }

    /// Whether it is time for another line where there is no bar.
    fn is_time(&mut self) -> bool {
        let pause = if self.json { Duration::from_secs(1) } else { Duration::from_secs(30) };
        let is_time = self.told.is_none_or(|told| told.elapsed() >= pause);
        if is_time {
            self.told = Some(Instant::now());
        }
        is_time
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
