//! The settings of the table by name, as text: one table for GTP, the command line and the app.
//!
//! Rows name the settings of [`Options`]; every other name is the player factory's.

use std::time::Duration;

use crate::{EngineError, Options};

/// One setting of the table.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Whether a change calls for a new player.
    pub reseats: bool,
    read: fn(&Options) -> String,
    write: fn(&mut Options, &str) -> Result<(), String>,
}

/// All settings of the table, in the order in which they are shown.
pub static ROWS: &[Row] = &[
    Row {
        name: "resign",
        takes: "a number from 0 to 1",
        help: "resign when the expected share of wins is below this (0: never)",
        reseats: false,
        read: |options| options.resign.to_string(),
        write: |options, text| set(&mut options.resign, read_share(text)),
    },
    Row {
        name: "swap",
        takes: "0 or 1",
        help: "whether the swap rule is played",
        reseats: false,
        read: |options| u8::from(options.swap).to_string(),
        write: |options, text| set(&mut options.swap, read_switch(text)),
    },
    Row {
        name: "ponder",
        takes: "0 or 1",
        help: "whether to think on the opponent's time",
        reseats: false,
        read: |options| u8::from(options.ponder).to_string(),
        write: |options, text| set(&mut options.ponder, read_switch(text)),
    },
    Row {
        name: "move_time",
        takes: "seconds, or none",
        help: "longest thought for a move, in seconds (none: by the clock)",
        reseats: false,
        read: |options| shown(options.move_time.map(|time| time.as_secs_f64())),
        write: |options, text| set(&mut options.move_time, unless_none(text, read_seconds)),
    },
    Row {
        name: "visits",
        takes: "a positive whole number, or none",
        help: "most simulations for a move (none: by time)",
        reseats: false,
        read: |options| shown(options.visits),
        write: |options, text| set(&mut options.visits, unless_none(text, read_count)),
    },
    Row {
        name: "lag",
        takes: "seconds",
        help: "seconds of each move kept free on the clock",
        reseats: false,
        read: |options| options.lag.as_secs_f64().to_string(),
        write: |options, text| set(&mut options.lag, read_seconds(text)),
    },
    Row {
        name: "stretch",
        takes: "a number from 1 to 8",
        help: "even shares of the rest of the clock that one move may take",
        reseats: false,
        read: |options| options.stretch.to_string(),
        write: |options, text| set(&mut options.stretch, read_stretch(text)),
    },
    Row {
        name: "threads",
        takes: "a whole number from 1 to 1024",
        help: "threads of the player",
        reseats: true,
        read: |options| options.threads.to_string(),
        write: |options, text| set(&mut options.threads, read_threads(text)),
    },
    Row {
        name: "memory",
        takes: "a size such as 64M or 2G, at least 1M",
        help: "memory of the player in bytes, with K, M or G",
        reseats: true,
        read: |options| shown_memory(options.memory),
        write: |options, text| set(&mut options.memory, read_memory(text)),
    },
    Row {
        name: "seed",
        takes: "a whole number, or none",
        help: "seed of the random numbers (none: another one each time)",
        reseats: true,
        read: |options| shown(options.seed),
        write: |options, text| set(&mut options.seed, unless_none(text, read_seed)),
    },
];

impl Row {
    /// The setting of that name, if it is one of the table's.
    pub fn named(name: &str) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.name == name)
    }

    /// The value as text.
    pub fn value(&self, options: &Options) -> String {
        (self.read)(options)
    }

    /// Reads and sets a value.
    pub fn set(&self, options: &mut Options, text: &str) -> Result<(), EngineError> {
        (self.write)(options, text.trim())
            .map_err(|problem| EngineError::bad_setting(self.name, text, problem))
    }
}

fn set<T>(place: &mut T, value: Result<T, String>) -> Result<(), String> {
    value.map(|value| *place = value)
}

fn shown(value: Option<impl ToString>) -> String {
    value.map_or("none".into(), |value| value.to_string())
}

fn unless_none<T>(text: &str, read: fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text.eq_ignore_ascii_case("none") { Ok(None) } else { read(text).map(Some) }
}

fn read_share(text: &str) -> Result<f32, String> {
    let share: Option<f32> = text.parse().ok();
    share.filter(|share| (0.0..=1.0).contains(share)).ok_or("it is a number from 0 to 1".into())
}

fn read_stretch(text: &str) -> Result<f32, String> {
    let stretch: Option<f32> = text.parse().ok();
    stretch.filter(|stretch| (1.0..=8.0).contains(stretch)).ok_or("it is a number from 1 to 8".into())
}

fn read_switch(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "1" | "true" | "on" | "yes" => Ok(true),
        "0" | "false" | "off" | "no" => Ok(false),
        _ => Err("it is 0 or 1".into()),
    }
}

fn read_count(text: &str) -> Result<u64, String> {
    let count: Option<u64> = text.parse().ok();
    count.filter(|&count| count > 0).ok_or("it is a positive whole number".into())
}

fn read_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "it is a whole number".into())
}

fn read_threads(text: &str) -> Result<usize, String> {
    let threads: Option<usize> = text.parse().ok();
    threads.filter(|threads| (1..=1024).contains(threads)).ok_or("it is a whole number from 1 to 1024".into())
}

/// Reads seconds such as `0.5`, up to a year.
pub fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.trim().parse().ok();
    let seconds = seconds.filter(|seconds| (0.0..=31_536_000.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or("it is a number of seconds".into())
}

/// Reads a size of memory such as `64M`: at least one megabyte.
pub fn read_memory(text: &str) -> Result<u64, String> {
    let text = text.trim().to_ascii_uppercase();
    let text = text.strip_suffix('B').unwrap_or(&text);
    let digits = text.trim_end_matches(['K', 'M', 'G', 'T']);
    let shift = match &text[digits.len()..] {
        "" => Some(0),
        "K" => Some(10),
        "M" => Some(20),
        "G" => Some(30),
        "T" => Some(40),
        _ => None,
    };
    let bytes = shift.zip(digits.trim().parse::<u64>().ok());
    let bytes = bytes.and_then(|(shift, number)| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes >= 1 << 20).ok_or("it is a size such as 64M or 2G, at least 1M".into())
}

fn shown_memory(bytes: u64) -> String {
    [(30, "G"), (20, "M"), (10, "K")]
        .into_iter()
        .find(|(shift, _)| bytes.trailing_zeros() >= *shift && bytes > 0)
        .map_or(bytes.to_string(), |(shift, unit)| format!("{}{unit}", bytes >> shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_reads_back() {
        let mut options = Options { visits: Some(5), seed: Some(7), ..Options::default() };
        options.move_time = Some(Duration::from_millis(250));
        for row in ROWS {
            let (before, value) = (options.clone(), row.value(&options));
            row.set(&mut options, &value).unwrap();
            assert_eq!(options, before, "{}", row.name);
        }
    }

    #[test]
    fn bad_values_are_refused_and_change_nothing() {
        for (name, value) in [
            ("resign", "2"),
            ("resign", "NaN"),
            ("swap", "maybe"),
            ("move_time", "-1"),
            ("move_time", "inf"),
            ("visits", "0"),
            ("visits", "1e3"),
            ("threads", "0"),
            ("memory", "12"),
            ("memory", "99999999999999G"),
            ("memory", "MG"),
            ("seed", ""),
        ] {
            let mut options = Options::default();
            let error = Row::named(name).unwrap().set(&mut options, value).unwrap_err().to_string();
            assert!(error.starts_with(&format!("the setting {name} cannot be")), "{error}");
            assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn memory_has_units() {
        assert_eq!(read_memory("64M"), Ok(64 << 20));
        assert_eq!(read_memory("2gb"), Ok(2 << 30));
        assert_eq!((shown_memory(64 << 20), shown_memory(3)), ("64M".into(), "3".into()));
    }
}
