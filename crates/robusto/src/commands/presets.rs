//! `robusto presets`: the ways of thinking that can be chosen, each with one line.

use engine::{AllPlayers, PlayerFactory};
use game::{Shape, Size};
use search::levels::{LEVELS, Level};
use serde::Serialize;

use crate::exit::Outcome;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  robusto presets
  robusto play --preset castro
  robusto settings --preset castro --size 8";

/// List the presets.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Print one JSON object a preset
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: String,
    about: String,
    default: bool,
    /// Settings that the preset has on an ordinary board of Havannah.
    settings: usize,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut output = Output::open();
    for row in rows() {
        if args.json {
            output.json(&row)?;
        } else {
            let mark = if row.default { " (the default)" } else { "" };
            output.line(&format!("{:<17} {}{mark}", row.name, row.about))?;
        }
    }
    output.finish()
}

fn rows() -> Vec<Row> {
    let mut factory = AllPlayers::new();
    let usual = factory.preset();
    let shape = Shape::of(Size::havannah(8).expect("an ordinary board"));
    let names = factory.presets().into_iter();
    names
        .map(|name| {
            let known = factory.choose_preset(&name);
            debug_assert!(known.is_ok(), "a preset that is listed can be chosen");
            let settings = factory.settings(shape).len();
            Row { about: about(&name), default: name == usual, settings, name }
        })
        .collect()
}

/// One line about a preset.
fn about(name: &str) -> String {
    let line = match name {
        "strong" => "the strongest player, with what was measured to be best on each board",
        "strong-2026-11" => "the strongest player of November 2026, to measure others against",
        "uct" => "plain UCT with c = 0.9: the first baseline of Ewalds' thesis",
        "rave" => "RAVE with k = 500 and two plies of look-ahead: the thesis' second baseline",
        "castro" => "all features of Castro (thesis 4.10)",
        "puct" => "the learned network alone, without rollouts",
        "castro-nodist" => "Castro without the distance to a win",
        "teytaud" => "Teytaud and Teytaud, constants for up to a thousand simulations",
        "teytaud-30000" => "the same with constants for 30,000 simulations",
        "maastricht" => "Stankiewicz, Winands and Uiterwijk: LGRF-2 with N-grams",
        "queenbee" => "alpha-beta through two-distance, for Hex, as long as there is time",
        "queenbee-full" => "the same with all moves",
        "queenbee-beam5" => "the same with the five best moves",
        "queenbee-tapered" => "the same with fewer moves the deeper it goes",
        "hexy" => "alpha-beta through virtual connections, for Hex",
        "potential" => "alpha-beta through two-distance, for Havannah, too",
        "rogers-tree" => "Rogers' tree strategy, which does not search",
        "rogers-straight" => "Rogers' straight lines",
        "rogers-defence" => "Rogers' defence",
        "rogers-repaired" => "Rogers' strategies with their gaps repaired",
        "rogers-ring" => "Rogers' rings",
        _ => return level(name).unwrap_or_default(),
    };
    line.into()
}

fn level(name: &str) -> Option<String> {
    let level = Level::numbered(name.strip_prefix("level-")?.parse().ok()?)?;
    let grade = format!("{}, grade {} of {}", level.name, level.number, LEVELS.len());
    let visits = match level.visits {
        0 => "limited by time alone".into(),
        visits if level.guided > 0 => {
            format!("{visits} simulations a move, {} where a network leads", level.guided)
        }
        visits => format!("{visits} simulations a move"),
    };
    let slips = match level.slips {
        slips if slips > 0.0 => format!(", a random move with chance {slips}"),
        _ => String::new(),
    };
    Some(format!("{grade}: {visits}{slips}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_a_line() {
        let rows = rows();
        assert!(rows.len() > 20 && rows.iter().filter(|row| row.default).count() == 1);
        for row in rows {
            assert!(!row.about.is_empty() && !row.about.contains('\n'), "{}", row.name);
        }
    }
}
