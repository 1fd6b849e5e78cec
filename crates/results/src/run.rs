//! One run: a line of JSON, and its figures as words.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

/// A line of a topic.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    pub id: String,
    /// The day, as in 2026-11-17.
    pub date: String,
    pub commit: String,
    pub command: String,
    pub machine: String,
    pub figures: BTreeMap<String, Figure>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A number, a number with its 95 % interval and unit, or words.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    Number(f64),
    Measured {
        value: f64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        interval: Option<[f64; 2]>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        unit: String,
    },
    Text(String),
}

impl Run {
    /// Fails with a sentence where the line does not say enough to be believed.
    pub fn check(&self) -> Result<()> {
        let is_day = self.date.len() == 10
            && self
                .date
                .bytes()
                .enumerate()
                .all(|(i, byte)| if i == 4 || i == 7 { byte == b'-' } else { byte.is_ascii_digit() });
        if !is_day {
            bail!("run {}: {} is not a day as in 2026-11-17", self.id, self.date);
        }
        for (what, word) in [("id", &self.id), ("commit", &self.commit), ("command", &self.command)] {
            if word.trim().is_empty() {
                bail!("run {:?} has no {what}", self.id);
            }
        }
        for (name, figure) in &self.figures {
            if let Figure::Measured { value, interval: Some([low, high]), .. } = figure
                && !(low <= value && value <= high)
            {
                bail!("run {}: {name} is not within its interval", self.id);
            }
        }
        Ok(())
    }

    /// A figure, or what stands beside the figures, as words; empty where the run has none of that name.
    pub fn word(&self, name: &str, scale: Option<char>) -> String {
        match name {
            "id" => self.id.clone(),
            "date" => self.date.clone(),
            "commit" => self.commit.clone(),
            "command" => format!("`{}`", self.command),
            "machine" => self.machine.clone(),
            "note" => self.note.clone(),
            _ => self.figures.get(name).map_or_else(String::new, |figure| figure.word(scale)),
        }
    }
}

impl Figure {
    /// Reads `2680000`, `78.0[68.9,85.0]%`, `42 s` or words.
    pub fn parse(text: &str) -> Figure {
        let number = text.find(|c: char| !"+-.0123456789".contains(c)).unwrap_or(text.len());
        let Ok(value) = text[..number].parse::<f64>() else { return Figure::Text(text.to_string()) };
        let (rest, is_apart) = (text[number..].trim_start(), text[number..].starts_with(' '));
        if rest.is_empty() {
            return Figure::Number(value);
        }
        if !is_apart && !rest.starts_with(['[', '%']) {
            return Figure::Text(text.to_string());
        }
        let Some(rest) = rest.strip_prefix('[') else {
            return Figure::Measured { value, interval: None, unit: rest.to_string() };
        };
        let parts = rest.split_once(']').and_then(|(range, unit)| {
            let (low, high) = range.split_once(',')?;
            Some(([low.trim().parse().ok()?, high.trim().parse().ok()?], unit.trim().to_string()))
        });
        match parts {
            Some((interval, unit)) => Figure::Measured { value, interval: Some(interval), unit },
            None => Figure::Text(text.to_string()),
        }
    }

    fn word(&self, scale: Option<char>) -> String {
        match self {
            Figure::Text(text) => text.clone(),
            Figure::Number(value) => number(*value, scale),
            Figure::Measured { value, interval, unit } => {
                let space = if unit.is_empty() { "" } else { " " };
                let value = format!("{}{space}{unit}", number(*value, scale));
                match interval {
                    Some([low, high]) => {
                        format!("{value} [{}, {}]", number(*low, scale), number(*high, scale))
                    }
                    None => value,
                }
            }
        }
    }
}

/// `k` and `M` are thousands and millions with three digits; a digit says how many decimals.
fn number(value: f64, scale: Option<char>) -> String {
    match scale {
        Some('k') => format!("{} k", three_digits(value / 1e3)),
        Some('M') => format!("{} M", three_digits(value / 1e6)),
        Some(digit) if digit.is_ascii_digit() => {
            let places = digit as usize - '0' as usize;
            with_commas(&format!("{value:.places$}"))
        }
        _ => with_commas(&value.to_string()),
    }
}

fn three_digits(value: f64) -> String {
    let places = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    with_commas(&format!("{value:.places$}"))
}

fn with_commas(text: &str) -> String {
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let (sign, digits) = whole.split_at(usize::from(whole.starts_with('-')));
    let mut out = sign.to_string();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_and_said() {
        for (text, scale, word) in [
            ("2680000", Some('M'), "2.68 M"),
            ("2680000", None, "2,680,000"),
            ("18800000", Some('M'), "18.8 M"),
            ("78.0[68.9,85.0]%", Some('1'), "78.0 % [68.9, 85.0]"),
            ("42 s", None, "42 s"),
            ("-1234.5", None, "-1,234.5"),
            ("White wins", None, "White wins"),
            ("3x4x4", None, "3x4x4"),
        ] {
            assert_eq!(Figure::parse(text).word(scale), word, "{text}");
        }
    }

    #[test]
    fn a_figure_outside_of_its_interval_is_refused() {
        let figures = BTreeMap::from([("score".to_string(), Figure::parse("50[60,70]%"))]);
        let word = |text: &str| text.to_string();
        let run = Run {
            id: word("x"),
            date: word("2026-11-17"),
            commit: word("0"),
            command: word("y"),
            machine: word(""),
            figures,
            note: word(""),
        };
        assert!(run.check().is_err());
    }
}
