//! The solver: its suite and shipped policy, and what its techniques are worth.

mod cases;
mod curve;
mod dfpn;
mod drill;
mod policy;
mod techniques;

/// What is done with the solver.
#[derive(clap::Subcommand, Debug)]
pub enum Command {
    /// Find positions for the suite of `robusto bench solve`
    Cases(cases::Args),
    /// What random positions of a board cost, by their number of stones
    Curve(curve::Args),
    /// Solve a position with other settings and watch the replies
    Dfpn(dfpn::Args),
    /// Teach the policy of size 4 on by random positions, or measure it on them
    Drill(drill::Args),
    /// Take the policy that the openings of a board have taught out of their state
    Policy(policy::Args),
    /// Count nodes by technique on random positions
    Techniques(techniques::Args),
}

/// `solver`.
pub fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Cases(args) => cases::run(args)?,
        Command::Curve(args) => curve::run(args)?,
        Command::Dfpn(args) => dfpn::run(args)?,
        Command::Drill(args) => drill::run(args)?,
        Command::Policy(args) => policy::run(args)?,
        Command::Techniques(args) => techniques::run(args),
    }
    Ok(())
}
