//! Settings, of the table and of the player, by our own names for the commands and by those that KataGo and
//! GNU Go use.

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
    command("kata-list-params", "", "the names of all settings", |desk, args| {
        args.between(0, 0)?;
        text(desk.session.settings().into_iter().map(|setting| setting.0).collect::<Vec<_>>().join(" "))
    }),
    command("kata-get-param", "NAME", "the value of a setting", |desk, args| {
        text(desk.session.setting(args.one()?)?)
    }),
    command("kata-set-param", "NAME VALUE", "changes a setting", |desk, args| {
        let words = args.between(2, 2)?;
        desk.session.set(words[0], words[1])?;
        done()
    }),
    command("set_random_seed", "NUMBER", "repeats the player's random choices from now on", |desk, args| {
        desk.session.set("seed", args.one()?)?;
        done()
    }),
    command(
        "get_random_seed",
        "",
        "the seed of the player's random choices; one is drawn if none was set",
        seed,
    ),
];

/// The seed. One that was never set is drawn now and stays, so that what follows can be repeated.
fn seed(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    args.between(0, 0)?;
    if desk.session.options().seed.is_none() {
        let drawn = desk.session.options().seed().to_string();
        desk.session.set("seed", &drawn)?;
    }
    text(desk.session.setting("seed")?)
}

fn param(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    match *args.between(0, 2)? {
        [name, value] => {
            desk.session.set(name, value)?;
            // It is done all the same: the settings that it waits for may come next.
            match desk.session.inert().into_iter().find(|inert| inert.name == name) {
                Some(inert) => text(format!("note: {inert}")),
                None => done(),
            }
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
