//! Stress: long random use of parts of the program.

mod player;
mod protocol;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// What is used
    #[arg(value_enum)]
    what: What,
    /// For how long
    #[arg(long, value_name = "S", default_value_t = 120.0)]
    seconds: f64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum What {
    /// The player alone: little memory, little time, sudden ends
    Player,
    /// A table over the protocol, by random commands
    Protocol,
}

/// `stress`.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match args.what {
        What::Player => player::run(args.seconds),
        What::Protocol => Ok(protocol::run(args.seconds)?),
    }
}
