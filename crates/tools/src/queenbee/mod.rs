//! Experiments of the Queenbee thesis (van Rijswijck).

mod badness;
mod weights;

/// Which experiment.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Nodes of searches that look at moves up to a badness (figures 7.1 to 7.4)
    Nodes(badness::NodesArgs),
    /// In which categories the good moves of solved positions are (figure 7.5, table 7.5)
    Moves(badness::MovesArgs),
    /// Learn what moves of each category should cost (section 8.3)
    Weights(weights::Args),
}

/// `queenbee`.
pub fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Nodes(args) => badness::run_nodes(args),
        Command::Moves(args) => badness::run_moves(args),
        Command::Weights(args) => weights::run(args),
    }
}
