//! Settings, of the table and of the player.

use super::{Row, command, done, text};
use crate::Refusal;
use crate::desk::{Desk, Reply};
use crate::line::Args;

pub(super) static ROWS: &[Row] = &[
    command("robusto-param", "[NAME [VALUE]]", "shows all settings or one, or changes one", param),
    command(
        "robusto-preset",
        "[NAME]",
        "shows the preset, or takes the player's settings from another",
        preset,
    ),
    command("robusto-presets", "", "the names of all presets", |desk, _| {
        text(desk.session.presets().0.join("\n"))
    }),
];

fn param(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    match *args.between(0, 2)? {
        [name, value] => {
            desk.session.set(name, value)?;
            done()
        }
        [name] => text(desk.session.setting(name)?),
        _ => {
            let settings = desk.session.settings().into_iter();
            let lines = settings.map(|(name, value, help)| format!("{name} {value}  # {help}"));
            text(format!("\n{}", lines.collect::<Vec<_>>().join("\n")))
        }
    }
}

fn preset(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    match args.between(0, 1)?.first() {
        None => text(desk.session.presets().1),
        Some(name) => {
            desk.session.choose_preset(name)?;
            done()
        }
    }
}
