//! The files of runs: `docs/results/runs/TOPIC.jsonl`, a line a run, oldest first.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::run::Run;

/// All runs by topic.
pub type Topics = BTreeMap<String, Vec<Run>>;

fn folder(root: &Path) -> PathBuf {
    root.join("docs/results/runs")
}

/// Reads every topic; a line that cannot be believed is an error that names its place.
pub fn read(root: &Path) -> Result<Topics> {
    let mut topics = Topics::new();
    let folder = folder(root);
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let Some(topic) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            let text = fs::read_to_string(&path)?;
            topics.insert(topic.to_string(), runs(&text).with_context(|| path.display().to_string())?);
        }
    }
    Ok(topics)
}

fn runs(text: &str) -> Result<Vec<Run>> {
    let mut ids = HashSet::new();
    let mut runs = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = || format!("line {}", number + 1);
        let run: Run = serde_json::from_str(line).with_context(place)?;
        run.check().with_context(place)?;
        if !ids.insert(run.id.clone()) {
            bail!("{}: there are two runs {}", place(), run.id);
        }
        runs.push(run);
    }
    Ok(runs)
}

/// Adds a line to a topic, which is made if it is new.
pub fn append(root: &Path, topic: &str, run: &Run) -> Result<()> {
    run.check()?;
    if topic.is_empty() || !topic.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        bail!("{topic:?}: a topic is letters, digits and hyphens");
    }
    if read(root)?.get(topic).is_some_and(|runs| runs.iter().any(|known| known.id == run.id)) {
        bail!("topic {topic} has a run {} already", run.id);
    }
    let path = folder(root).join(format!("{topic}.jsonl"));
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    writeln!(file, "{}", serde_json::to_string(run)?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_of_one_name_are_refused() {
        let line =
            r#"{"id":"a","date":"2026-11-17","commit":"c","command":"x","machine":"m","figures":{"n":1}}"#;
        assert!(runs(line).is_ok());
        let error = runs(&format!("{line}\n{line}")).unwrap_err();
        assert_eq!(error.to_string(), "line 2: there are two runs a");
    }
}
