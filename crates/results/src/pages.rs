//! Pages with marked places that runs fill.
//!
//! ```text
//! <!-- runs size4 | moves=opening, nodes:M, cpu=processor time -->
//! a table of all runs of the topic is put here: a column a figure, `=` gives its heading, `:` its scale
//! <!-- end -->
//!
//! It took <!-- run size4 a1 nodes:M -->2.68 M<!-- end --> nodes.
//! ```
//!
//! A table may be narrowed to runs by words between the topic and the bar: `id*` takes those whose names begin so.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::run::Run;
use crate::topics::Topics;

const OPEN: &str = "<!-- run";
const SHUT: &str = "-->";
const END: &str = "<!-- end -->";

/// Every page of the repository that may show runs.
pub fn all(root: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        pages.push(root.join(name));
    }
    for folder in ["docs", "proofs"] {
        gather(&root.join(folder), &mut pages)?;
    }
    pages.sort();
    Ok(pages)
}

fn gather(folder: &Path, pages: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, pages)?;
        } else if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    Ok(())
}

/// The page with its marked places filled. Marks in code blocks are left alone.
pub fn fill(page: &str, topics: &Topics) -> Result<String> {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some(at) = rest.find(OPEN) {
        let (before, mark) = rest.split_at(at);
        out += before;
        if in_code(&out) {
            out += OPEN;
            rest = &mark[OPEN.len()..];
            continue;
        }
        let shut = mark.find(SHUT).with_context(|| format!("{} is not closed", first_line(mark)))?;
        let (mark, after) = mark.split_at(shut + SHUT.len());
        let end = after.find(END).with_context(|| format!("{mark} has no {END}"))?;
        let words = mark["<!-- ".len()..mark.len() - SHUT.len()].trim();
        let filled = match words.split_once(' ') {
            Some(("runs", words)) => table(words, topics),
            Some(("run", words)) => single(words, topics),
            _ => bail!("{mark} is neither `run` nor `runs`"),
        };
        out += mark;
        out += &filled.with_context(|| mark.to_string())?;
        out += END;
        rest = &after[end + END.len()..];
    }
    Ok(out + rest)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Whether the end of the text is within a fenced block or between backquotes.
fn in_code(text: &str) -> bool {
    let fences = text.lines().filter(|line| line.trim_start().starts_with("```")).count();
    let last = text.rsplit('\n').next().unwrap_or_default();
    fences % 2 == 1 || last.matches('`').count() % 2 == 1
}

fn runs_of<'a>(topic: &str, topics: &'a Topics) -> Result<&'a [Run]> {
    topics.get(topic).map(Vec::as_slice).with_context(|| format!("there is no topic {topic}"))
}

/// A figure's name and its scale, from `nodes:M`.
fn name_and_scale(word: &str) -> (&str, Option<char>) {
    match word.split_once(':') {
        Some((name, scale)) => (name, scale.chars().next()),
        None => (word, None),
    }
}

fn single(words: &str, topics: &Topics) -> Result<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let &[topic, id, figure] = words.as_slice() else { bail!("it is: run TOPIC ID FIGURE") };
    let run = runs_of(topic, topics)?.iter().find(|run| run.id == id);
    let (name, scale) = name_and_scale(figure);
    let word = run.with_context(|| format!("topic {topic} has no run {id}"))?.word(name, scale);
    if word.is_empty() {
        bail!("run {id} has no figure {name}");
    }
    Ok(word)
}

fn table(words: &str, topics: &Topics) -> Result<String> {
    let (which, columns) = words.split_once('|').context("it is: runs TOPIC | COLUMN, COLUMN=HEADING")?;
    let mut which = which.split_whitespace();
    let topic = which.next().context("a topic is missing")?;
    let wanted: Vec<&str> = which.collect();
    let columns: Vec<(&str, Option<char>, &str)> = columns
        .split(',')
        .map(|column| {
            let (column, heading) = column.trim().split_once('=').unwrap_or((column.trim(), ""));
            let (name, scale) = name_and_scale(column);
            (name, scale, if heading.is_empty() { name } else { heading })
        })
        .collect();
    let mut lines = vec![String::new()];
    lines.push(row(columns.iter().map(|&(_, _, heading)| heading.to_string())));
    lines.push(row(columns.iter().map(|_| "---".to_string())));
    let mut used = vec![false; columns.len()];
    for run in runs_of(topic, topics)?.iter().filter(|run| is_wanted(&run.id, &wanted)) {
        let words: Vec<String> = columns.iter().map(|&(name, scale, _)| run.word(name, scale)).collect();
        used.iter_mut().zip(&words).for_each(|(used, word)| *used |= !word.is_empty());
        lines.push(row(words.into_iter()));
    }
    if let Some(at) = used.iter().position(|used| !used) {
        bail!("no run has a figure {}", columns[at].0);
    }
    Ok(lines.join("\n") + "\n")
}

fn is_wanted(id: &str, wanted: &[&str]) -> bool {
    wanted.is_empty()
        || wanted.iter().any(|word| word.strip_suffix('*').map_or(id == *word, |start| id.starts_with(start)))
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |", cells.map(|cell| cell.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Figure;

    fn topics() -> Topics {
        let run = |id: &str, nodes: f64| Run {
            id: id.into(),
            date: "2026-11-17".into(),
            commit: "abc".into(),
            command: "robusto solve".into(),
            machine: "m".into(),
            figures: [("nodes".to_string(), Figure::Number(nodes))].into(),
            note: String::new(),
        };
        [("size4".to_string(), vec![run("a1", 2_680_000.0), run("b3", 9_830_000.0)])].into()
    }

    #[test]
    fn places_are_filled_and_stay_filled() {
        let page = "Nodes: <!-- run size4 a1 nodes:M -->?<!-- end -->.\n<!-- runs size4 b* | id=opening, nodes --><!-- end -->\n";
        let filled = fill(page, &topics()).unwrap();
        assert_eq!(
            filled,
            "Nodes: <!-- run size4 a1 nodes:M -->2.68 M<!-- end -->.\n<!-- runs size4 b* | id=opening, nodes -->\n\
             | opening | nodes |\n| --- | --- |\n| b3 | 9,830,000 |\n<!-- end -->\n"
        );
        assert_eq!(fill(&filled, &topics()).unwrap(), filled);
    }

    #[test]
    fn what_is_not_there_is_an_error_and_not_a_gap() {
        for mark in [
            "run size4 c3 nodes",
            "run size4 a1 time",
            "run size5 a1 nodes",
            "runs size4 | time",
            "runs size4",
        ] {
            assert!(fill(&format!("<!-- {mark} -->x<!-- end -->"), &topics()).is_err(), "{mark}");
        }
        assert!(fill("<!-- run size4 a1 nodes -->", &topics()).is_err());
    }

    #[test]
    fn marks_in_code_are_left_alone() {
        let page = "`<!-- run x -->` and\n```\n<!-- runs y -->\n```\n";
        assert_eq!(fill(page, &topics()).unwrap(), page);
    }
}
