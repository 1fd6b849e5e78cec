//! Who plays: a preset of Robusto with changed settings, an engine that the machine's file of engines names,
//! or any program that speaks GTP.
//!
//! A player is written as one text: `rave,explore=0.1,name=curious`, `engine:castro`,
//! `engine,name=old:castro`, or `gtp,coords=lg,start=komi 0:/usr/bin/engine --flag`. The words `name`,
//! `visits`, `time`, `threads`, `memory`, `coords` and `start` belong to the lab, all others are settings. A
//! command line never enters a database: see [`crate::roster`].

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use game::Coords;
use serde::{Deserialize, Serialize};

/// A player as text and as data. See the module's head.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerSpec {
    /// What makes the moves.
    pub kind: PlayerKind,
    /// The name in tables, if it is not the text itself.
    pub name: Option<String>,
    /// Simulations a move, instead of the match's pace.
    pub visits: Option<u64>,
    /// Seconds a move, instead of the match's pace.
    pub time: Option<f64>,
    /// Threads that the player thinks with.
    pub threads: usize,
    /// Memory that the player may use, in bytes.
    pub memory: Option<u64>,
}

/// What makes the moves.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerKind {
    /// A preset of Robusto and settings that differ from it.
    Preset {
        /// The preset's name.
        preset: String,
        /// Names and values, in the order they were given.
        settings: Vec<(String, String)>,
    },
    /// An engine by the name that it has in the file of engines of the machine that plays.
    Engine {
        /// The name.
        engine: String,
    },
    /// Another program that speaks GTP, on this machine only.
    Gtp {
        /// The program and its arguments, parted as in a shell.
        command: String,
        /// How it names cells.
        coords: Coords,
        /// Commands sent after each start.
        start: Vec<String>,
        /// Where it runs, if not here; no part of its text.
        directory: Option<PathBuf>,
    },
}

impl PlayerSpec {
    /// A preset without changes.
    pub fn preset(name: &str) -> PlayerSpec {
        PlayerSpec::of(PlayerKind::Preset { preset: name.into(), settings: Vec::new() })
    }

    fn of(kind: PlayerKind) -> PlayerSpec {
        PlayerSpec { kind, name: None, visits: None, time: None, threads: 1, memory: None }
    }

    /// The name in tables and progress lines.
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.to_string())
    }

    /// The same player with one more setting, which replaces an earlier one of that name. Other people's
    /// engines have no settings.
    pub fn with(mut self, name: &str, value: &str) -> PlayerSpec {
        if let PlayerKind::Preset { settings, .. } = &mut self.kind {
            settings.retain(|setting| setting.0 != name);
            settings.push((name.into(), value.into()));
        }
        self
    }

    /// The same player under a name of its own.
    pub fn named(mut self, name: &str) -> PlayerSpec {
        self.name = Some(name.into());
        self
    }

    /// Eight hexadecimal digits that stay the same for the same program version and settings, whatever their order or name.
    pub fn identity(&self) -> String {
        let mut plain = PlayerSpec { name: None, ..self.clone() };
        if let PlayerKind::Preset { settings, .. } = &mut plain.kind {
            settings.sort();
        }
        let text = format!("{} {plain}", env!("CARGO_PKG_VERSION"));
        blake3::hash(text.as_bytes()).to_hex()[..8].to_string()
    }

    /// Takes one `word=value` of the text.
    fn take(&mut self, word: &str, value: &str) -> Result<()> {
        let wrong = || format!("{value:?} is no value of {word}");
        match word {
            "name" => self.name = Some(value.into()),
            "visits" => self.visits = Some(value.parse().ok().filter(|&n| n > 0).with_context(wrong)?),
            "time" => {
                self.time =
                    Some(value.parse().ok().filter(|&s: &f64| s > 0.0 && s < 1e6).with_context(wrong)?)
            }
            "threads" => {
                self.threads = value.parse().ok().filter(|n| (1..=1024).contains(n)).with_context(wrong)?
            }
            "memory" => self.memory = Some(parse_bytes(value).with_context(wrong)?),
            _ => return self.take_own(word, value),
        }
        Ok(())
    }

    /// Takes what only this kind of player knows.
    fn take_own(&mut self, word: &str, value: &str) -> Result<()> {
        match (&mut self.kind, word) {
            (PlayerKind::Gtp { coords, .. }, "coords") => {
                *coords =
                    Coords::named(value).with_context(|| format!("{value:?} is no coordinate system"))?;
            }
            (PlayerKind::Gtp { start, .. }, "start") => start.push(value.into()),
            (PlayerKind::Gtp { .. }, _) => bail!("a GTP player has no option {word:?}"),
            (PlayerKind::Engine { .. }, _) => {
                bail!(
                    "an engine has no option {word:?}; its command and coordinates stand in the engines file"
                )
            }
            (PlayerKind::Preset { settings, .. }, _) => {
                settings.retain(|setting| setting.0 != word);
                settings.push((word.into(), value.into()));
            }
        }
        Ok(())
    }
}

fn gtp_kind(text: &str, command: &str) -> Result<PlayerKind> {
    let words = gtp::split_command_line(command).unwrap_or_default();
    ensure!(!words.is_empty(), "the GTP player {text:?} has no command, or an open quote in it");
    Ok(PlayerKind::Gtp { command: command.into(), coords: Coords::Gui, start: Vec::new(), directory: None })
}

/// A number of bytes such as `512M`.
fn parse_bytes(text: &str) -> Option<u64> {
    let (digits, shift) = match text.as_bytes().last()?.to_ascii_uppercase() {
        b'K' => (&text[..text.len() - 1], 10),
        b'M' => (&text[..text.len() - 1], 20),
        b'G' => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

impl FromStr for PlayerSpec {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<PlayerSpec> {
        let text = text.trim();
        let is_outside = |head: &str| matches!(head.split(',').next(), Some("gtp" | "engine"));
        let (head, rest) = match text.split_once(':') {
            Some((head, rest)) if is_outside(head) => (head, Some(rest.trim())),
            _ => (text, None),
        };
        let mut words = head.split(',').map(str::trim);
        let first = words.next().unwrap_or_default();
        let kind = match (first, rest) {
            ("gtp", Some(command)) => gtp_kind(text, command)?,
            (_, Some(engine)) => {
                ensure!(gtp::is_engine_name(engine), "{engine:?} in {text:?} is no name of an engine");
                PlayerKind::Engine { engine: engine.into() }
            }
            ("gtp" | "engine", None) => bail!("the player {text:?} lacks ':' and what follows it"),
            (preset, None) => PlayerKind::Preset { preset: preset.into(), settings: Vec::new() },
        };
        let mut spec = PlayerSpec::of(kind);
        ensure!(
            !first.is_empty() && !first.contains('='),
            "the player {text:?} does not begin with a preset"
        );
        for word in words {
            let (name, value) =
                word.split_once('=').with_context(|| format!("{word:?} in {text:?} is not key=value"))?;
            spec.take(name.trim(), value.trim())?;
        }
        Ok(spec)
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<PlayerSpec> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PlayerKind::Preset { preset, settings } => {
                write!(f, "{preset}")?;
                settings.iter().try_for_each(|(name, value)| write!(f, ",{name}={value}"))?;
            }
            PlayerKind::Gtp { coords, start, .. } => {
                write!(f, "gtp")?;
                if *coords != Coords::Gui {
                    write!(f, ",coords={}", coords.word())?;
                }
                start.iter().try_for_each(|line| write!(f, ",start={line}"))?;
            }
            PlayerKind::Engine { .. } => write!(f, "engine")?,
        }
        if self.threads != 1 {
            write!(f, ",threads={}", self.threads)?;
        }
        for (word, value) in [("visits", self.visits), ("memory", self.memory)] {
            value.map_or(Ok(()), |value| write!(f, ",{word}={value}"))?;
        }
        self.time.map_or(Ok(()), |time| write!(f, ",time={time}"))?;
        self.name.as_ref().map_or(Ok(()), |name| write!(f, ",name={name}"))?;
        match &self.kind {
            PlayerKind::Gtp { command, .. } => write!(f, ":{command}"),
            PlayerKind::Engine { engine } => write!(f, ":{engine}"),
            PlayerKind::Preset { .. } => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    #[test]
    fn players_read_as_they_are_written() {
        for text in [
            "rave",
            "rave,explore=0.1,rave=200",
            "castro,rollouts=2,threads=4,visits=1000,memory=1048576,time=0.5,name=two",
            "gtp:/usr/bin/engine --size 5",
            "engine:castro",
            "engine,threads=2,time=0.5,name=old:castro-1.0",
            "gtp,coords=lg,start=komi 0,start=time_settings 0 1 1,name=old:castro -x 'a b'",
        ] {
            assert_eq!(spec(text).to_string(), text);
            let json = serde_json::to_string(&spec(text)).unwrap();
            assert_eq!(serde_json::from_str::<PlayerSpec>(&json).unwrap(), spec(text));
        }
        assert_eq!(spec("uct,memory=2M").memory, Some(2 << 20));
        assert_eq!(spec("uct,rave=1,rave=2"), spec("uct").with("rave", "2"));
    }

    #[test]
    fn bad_players_are_refused() {
        for text in [
            "",
            ",a=1",
            "a=1",
            "rave,x",
            "rave,visits=0",
            "rave,threads=x",
            "gtp:",
            "gtp,x=1:prog",
            "gtp:a 'b",
            "gtp",
            "engine",
            "engine:",
            "engine:/bin/sh -c x",
            "engine,start=quit:castro",
            "engine,coords=lg:castro",
        ] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_identity_is_blind_to_order_and_name() {
        assert_eq!(spec("rave,a=1,b=2").identity(), spec("rave,b=2,a=1,name=x").identity());
        assert_ne!(spec("rave,a=1").identity(), spec("rave,a=2").identity());
        assert_eq!(spec("rave").identity().len(), 8);
    }
}
