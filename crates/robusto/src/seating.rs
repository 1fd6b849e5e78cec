//! How the player is set up from options: the same for every subcommand that thinks.

use std::io::Write;
use std::time::Duration;

use engine::params::{read_memory, read_seconds};
use engine::{AllPlayers, Limits, Player, PlayerFactory, Purpose, Seating};
use game::Shape;
use search::recipe::Inert;

use crate::exit::{Failure, Outcome};

/// Which player, and what it may use.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct PlayerArgs {
    /// The way in which the player thinks (strong, rave, castro, level-5 ...)
    #[arg(long, value_name = "P")]
    pub preset: Option<String>,

    /// Change a setting of the player, after the preset; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = read_setting)]
    set: Vec<(String, String)>,

    /// Play by this opening book (see robusto book)
    #[arg(long, value_name = "FILE")]
    book: Option<String>,

    #[command(flatten)]
    machine: MachineArgs,

    /// Repeat the random choices of a run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// What may be used of the machine: all that a solver, which has no preset, settings, book or seed, is asked for.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct MachineArgs {
    /// Threads; all cores without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory, such as 512M or 2G
    #[arg(long, value_name = "SIZE", value_parser = read_memory)]
    memory: Option<u64>,
}

impl MachineArgs {
    /// How many threads may be used.
    fn thread_count(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    /// What may be used on a board, with the usual seed.
    pub fn seating(&self, shape: &'static Shape) -> Seating {
        Seating {
            shape,
            threads: self.thread_count(),
            memory: self.memory.unwrap_or(1 << 30),
            seed: 1,
            purpose: Purpose::Analyse,
        }
    }
}

/// Reads `key=value`.
pub fn read_setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("it is written key=value")?;
    Ok((key.trim().into(), value.trim().into()))
}

impl PlayerArgs {
    /// Its options.
    pub const OPTIONS: [&str; 6] = ["preset", "set", "book", "seed", "threads", "memory"];

    /// The factory with preset and settings chosen.
    pub fn factory(&self) -> Outcome<Box<dyn PlayerFactory>> {
        let mut factory: Box<dyn PlayerFactory> = Box::new(AllPlayers::new());
        if let Some(preset) = &self.preset {
            factory.choose_preset(preset).map_err(|error| Failure::usage(format!("--preset: {error}")))?;
        }
        for (key, value) in &self.set {
            factory.set(key, value).map_err(|error| Failure::usage(format!("--set: {error}")))?;
        }
        if let Some(book) = &self.book {
            factory.set("book", book).map_err(|error| Failure::usage(format!("--book: {error}")))?;
        }
        Ok(factory)
    }

    /// How many threads it may use.
    pub fn thread_count(&self) -> usize {
        self.machine.thread_count()
    }

    /// What the player may use, and what it is for.
    pub fn seating(&self, shape: &'static Shape, purpose: Purpose) -> Seating {
        Seating { seed: self.seed, purpose, ..self.machine.seating(shape) }
    }

    /// A player for the board.
    pub fn player(&self, shape: &'static Shape, purpose: Purpose) -> Outcome<Box<dyn Player>> {
        let factory = self.factory()?;
        tell_inert(factory.inert(shape));
        Ok(factory.make(&self.seating(shape, purpose)))
    }
}

/// Says on standard error which settings do nothing here.
pub fn tell_inert(inert: Vec<Inert>) {
    for inert in inert {
        let _ = writeln!(std::io::stderr(), "note: --set: {inert}");
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How long to think.
#[derive(clap::Args, Debug, Clone, Default)]
pub struct LimitArgs {
    /// Seconds to think
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    time: Option<Duration>,

    /// Simulations to think
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    visits: Option<u64>,
}

impl LimitArgs {
    /// Its options.
    pub const OPTIONS: [&str; 2] = ["time", "visits"];

    /// The limits; `usual` seconds when none is given.
    pub fn limits(&self, usual: u64) -> Limits {
        let time = self.time.or(self.visits.is_none().then(|| Duration::from_secs(usual)));
        Limits { time, visits: self.visits, ..Limits::default() }
    }
}
