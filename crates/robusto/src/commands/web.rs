//! `robusto web`: the app, served on this machine.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use engine::params::read_memory;

use super::lab_pages::Pages;
use super::learn_pages::Loops;
use crate::exit::{Failure, Outcome};

const EXAMPLES: &str = "\
Examples:
  robusto web
  robusto web --port 8080 --no-browser
  robusto web --threads 2 --memory 1G
  robusto web --lab postgres://lab@server/lab";

/// Serve the app and open it in the browser.
#[derive(clap::Args, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The port; 0 takes any free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Do not open a browser
    #[arg(long)]
    no_browser: bool,

    /// Threads of all engines together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Memory of all engines together, such as 512M or 2G
    #[arg(long, value_name = "SIZE", value_parser = read_memory)]
    memory: Option<u64>,

    /// Listen on this address, so that other machines can join games; without it on this machine alone
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,

    /// The engines of other people that may play here, instead of the usual file (see docs/config.md)
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,

    /// The lab's database, whose runs the app shows: an SQLite file or postgres://user@host/name
    #[arg(long, value_name = "DATABASE", env = "ROBUSTO_LAB", hide_env_values = true)]
    lab: Option<String>,

    /// The folder whose loops of learning the app shows, or one loop's; without it those in the user's data
    #[arg(long, value_name = "FOLDER")]
    learn: Option<PathBuf>,
}

/// Where the lab keeps its runs when nobody says otherwise.
const USUAL_LAB: &str = "robusto-lab.sqlite";

/// Runs the command: serves until it is stopped.
pub fn run(args: Args) -> Outcome {
    let engines = gtp::Engines::open(args.engines.as_deref()).map_err(Failure::failed)?;
    let mut options =
        web::Options { no_browser: args.no_browser, engines: Arc::new(engines), ..web::Options::default() };
    options.lab = Some(Arc::new(Pages::new(args.lab.as_deref().unwrap_or(USUAL_LAB))));
    let usual = || Some(engine::folders::data()?.join("learn"));
    options.learning = Some(Arc::new(Loops::new(args.learn.or_else(usual))));
    if let Some(port) = args.port {
        options.port = port;
    }
    if let Some(threads) = args.threads {
        options.threads = threads.into();
    }
    if let Some(memory) = args.memory {
        options.memory = memory;
    }
    if let Some(listen) = args.listen {
        options.listen = listen;
    }
    web::serve(options).map_err(Failure::failed)
}
