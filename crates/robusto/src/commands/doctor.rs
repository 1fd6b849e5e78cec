//! `robusto doctor`: what this machine has that the program can use, and what stands in its way.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::config;
use crate::exit::{Failure, Outcome};
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  robusto doctor
  robusto doctor --database postgres://lab@host/lab --json";

/// Look at this machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A database of the lab to try: an SQLite file or postgres://user@host/name
    #[arg(long, value_name = "URL", env = "ROBUSTO_LAB", hide_env_values = true)]
    database: Option<String>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// One thing that was looked at.
#[derive(Serialize)]
struct Finding {
    what: &'static str,
    /// `ok`, `note` (it goes, but slower or without something) or `bad`.
    state: &'static str,
    found: String,
}

fn finding(what: &'static str, state: &'static str, found: impl Into<String>) -> Finding {
    Finding { what, state, found: found.into() }
}

/// Runs the command. Anything bad makes it fail.
pub fn run(args: Args) -> Outcome {
    let mut findings = vec![processor(), registers(), memory(), pages(), settings_file()];
    findings.push(folder("folder", Path::new(".")));
    findings.push(folder("temporary", &std::env::temp_dir()));
    findings.extend(database(args.database.as_deref()));
    let mut output = Output::open();
    for finding in &findings {
        if args.json {
            output.json(finding)?;
        } else {
            output.line(&format!("{:<5} {:<10} {}", finding.state, finding.what, finding.found))?;
        }
    }
    output.finish()?;
    match findings.iter().filter(|finding| finding.state == "bad").count() {
        0 => Ok(()),
        bad => Err(Failure::failed(format!("{bad} of {} findings are bad", findings.len()))),
    }
}

fn processor() -> Finding {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (kind, system) = (std::env::consts::ARCH, std::env::consts::OS);
    finding("processor", "ok", format!("{kind} on {system}, {cores} threads at once"))
}

/// The registers and instructions that the program has special code for.
fn registers() -> Finding {
    let known = instructions();
    let has: Vec<&str> = known.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
    let lacks: Vec<&str> = known.iter().filter(|(_, has)| !has).map(|(name, _)| *name).collect();
    let has = if has.is_empty() { "none".into() } else { has.join(" ") };
    let (state, rest) = match lacks.is_empty() {
        true => ("ok", String::new()),
        false => ("note", format!("; without {}", lacks.join(" "))),
    };
    finding("registers", state, format!("{has}{rest}"))
}

#[cfg(target_arch = "x86_64")]
fn instructions() -> Vec<(&'static str, bool)> {
    vec![
        ("avx2", std::arch::is_x86_feature_detected!("avx2")),
        ("fma", std::arch::is_x86_feature_detected!("fma")),
        ("bmi2", std::arch::is_x86_feature_detected!("bmi2")),
        ("popcnt", std::arch::is_x86_feature_detected!("popcnt")),
    ]
}

#[cfg(not(target_arch = "x86_64"))]
fn instructions() -> Vec<(&'static str, bool)> {
    Vec::new()
}

fn memory() -> Finding {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let megabytes = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').split_whitespace().next()?.parse::<u64>().ok().map(|kilo| kilo >> 10)
    };
    match (megabytes("MemAvailable"), megabytes("MemTotal")) {
        (Some(free), Some(all)) => {
            let state = if free < 1024 { "note" } else { "ok" };
            finding("memory", state, format!("{free} of {all} MB are free"))
        }
        _ => finding("memory", "note", "this system does not tell"),
    }
}

/// Large pages make tables of gigabytes faster.
fn pages() -> Finding {
    let text = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let chosen = text.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(word, _)| word);
    match chosen {
        Some("never") => finding("pages", "note", "large pages are off (transparent_hugepage is never)"),
        Some(word) => finding("pages", "ok", format!("large pages: {word}")),
        None => finding("pages", "note", "this system does not tell about large pages"),
    }
}

fn settings_file() -> Finding {
    match config::usual_file() {
        None => finding("settings", "note", "there is no configuration directory"),
        Some(file) if !file.exists() => {
            finding("settings", "ok", format!("none (it would be {})", file.display()))
        }
        // One that cannot be read has ended the program before this.
        Some(file) => finding("settings", "ok", file.display().to_string()),
    }
}

/// Whether files can be written in a folder.
fn folder(what: &'static str, folder: &Path) -> Finding {
    let probe: PathBuf = folder.join(format!(".robusto-doctor-{}", std::process::id()));
    let shown = folder.canonicalize().unwrap_or(folder.into());
    let written = std::fs::write(&probe, b"robusto");
    let _ = std::fs::remove_file(&probe);
    match written {
        Ok(()) => finding(what, "ok", format!("{} can be written to", shown.display())),
        Err(error) => finding(what, "bad", format!("{}: {error}", shown.display())),
    }
}

/// The database that is named; without a name, the lab's usual file if there is one.
fn database(url: Option<&str>) -> Option<Finding> {
    const USUAL: &str = "robusto-lab.sqlite";
    let url = url.or(Path::new(USUAL).exists().then_some(USUAL))?;
    let is_file = !url.starts_with("postgres");
    if is_file && !Path::new(url).exists() {
        return Some(finding("database", "bad", format!("{url}: there is no such file")));
    }
    Some(match lab::store::Store::open(url) {
        Ok(_) => finding("database", "ok", "it opens"),
        Err(error) => finding("database", "bad", format!("{error:#}").replace('\n', " ")),
    })
}
