//! `robusto gtp`: the Go Text Protocol on standard input and output, or on a port.

use std::time::Duration;

use engine::AllPlayers;
use engine::params::{read_memory, read_seconds};
use game::Game;
use gtp::{GtpOptions, Points};

use crate::exit::{self, Failure, Outcome};
use crate::position::read_game_name;
use crate::seating::{read_setting, tell_inert};

const EXAMPLES: &str = "\
Examples:
  robusto gtp --size 8 --move-time 2
  robusto gtp --game hex --size 11 --preset strong --set explore=0.1
  robusto gtp --listen 7374 --visits 1000";

/// Speak the Go Text Protocol.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// havannah, hex or y
    #[arg(long, value_name = "GAME", value_parser = read_game_name)]
    game: Option<Game>,

    /// Havannah: 8, or uneven sides such as 4x4x5; Hex: 11 or 11x9
    #[arg(long, value_name = "SIZE")]
    size: Option<String>,

    /// The way in which the player thinks
    #[arg(long, value_name = "P")]
    preset: Option<String>,

    /// Change a setting of the player, after the preset; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = read_setting)]
    set: Vec<(String, String)>,

    /// Play by this opening book (see robusto book)
    #[arg(long, value_name = "FILE")]
    book: Option<String>,

    /// Seconds for a move
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    move_time: Option<Duration>,

    /// Simulations for a move
    #[arg(long, value_name = "N")]
    visits: Option<u64>,

    /// Threads of the player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory of the player, such as 512M or 2G
    #[arg(long, value_name = "SIZE", value_parser = read_memory)]
    memory: Option<u64>,

    /// Repeat the player's random choices
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Think on the opponent's time
    #[arg(long)]
    ponder: bool,

    /// How cells are called: gui, lg, web, openspiel
    #[arg(long, value_name = "SYSTEM", value_parser = read_points)]
    coords: Option<Points>,

    /// Serve connections on a port (7374) or address (HOST:PORT) instead of standard input
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
}

fn read_points(word: &str) -> Result<Points, String> {
    Points::named(word).ok_or_else(|| "it is gui, lg, web or openspiel".into())
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let options = GtpOptions {
        game: args.game,
        size: args.size,
        preset: args.preset,
        set: args.set.into_iter().chain(args.book.map(|file| ("book".into(), file))).collect(),
        move_time: args.move_time,
        visits: args.visits,
        threads: args.threads.map(usize::from),
        memory: args.memory,
        seed: args.seed,
        ponder: args.ponder,
        coords: args.coords.unwrap_or_default(),
        listen: args.listen,
    };
    let factory = AllPlayers::new();
    // The options are tried before anybody connects.
    let mut desk = options.desk(&factory).map_err(Failure::usage)?;
    tell_inert(desk.session.inert());
    let Some(address) = options.listen.clone() else {
        gtp::serve(&mut desk, std::io::stdin(), &mut std::io::stdout().lock());
        return Ok(());
    };
    let listening =
        gtp::listen(&address).map_err(|error| Failure::failed(format!("--listen {address}: {error}")))?;
    exit::say(&format!("listening on {}", listening.address()?));
    listening.run(move || options.desk(&factory).expect("the options were tried before"));
    Ok(())
}
