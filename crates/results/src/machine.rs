//! What a run notes by itself: the day, the commit, the machine.

use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};

/// The day in UTC, as in 2026-11-17.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    day(seconds / 86_400)
}

/// The date of a day counted from the first of January 1970.
fn day(mut days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

/// The short name of the commit that is checked out.
pub fn commit(root: &Path) -> Result<String> {
    let output = Command::new("git")
        .args(["rev-parse", "--short", "HEAD"])
        .current_dir(root)
        .output()
        .context("asking git for the commit; --commit names it")?;
    if !output.status.success() {
        bail!("git does not know the commit; --commit names it");
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Processor, cores and memory, as far as the system tells.
pub fn name() -> String {
    let read = |file: &str| std::fs::read_to_string(file).unwrap_or_default();
    let value = |text: &str, key: &str| {
        let line = text.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_string())
    };
    let model = value(&read("/proc/cpuinfo"), "model name").unwrap_or_else(|| std::env::consts::ARCH.into());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let kilobytes = value(&read("/proc/meminfo"), "MemTotal")
        .and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
    match kilobytes {
        Some(memory) => format!("{model}, {cores} cores, {} GB", memory.div_ceil(1 << 20)),
        None => format!("{model}, {cores} cores"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_dates() {
        for (days, date) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_774, "2026-11-17")]
        {
            assert_eq!(day(days), date);
        }
    }
}
