//! The game line by line: for pipes, screen readers and terminals that can do no more.

use std::io::{BufRead, Write};

use super::table::Table;
use super::words::{self, HELP, Wish};
use crate::commands::show;
use crate::exit::Outcome;

/// Plays until the input ends or the player leaves.
pub fn run(mut table: Table) -> Outcome {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{HELP}")?;
    table.begin_turn();
    table.take_answer();
    show_board(&mut out, &table)?;
    for line in std::io::stdin().lock().lines() {
        // A line that is not UTF-8 is no move, and the next one may be.
        let Ok(line) = line else {
            writeln!(out, "That line is not text.")?;
            continue;
        };
        if line.trim().is_empty() {
            continue;
        }
        match words::read(&line, table.record()) {
            Ok(Wish::Quit) => break,
            Ok(wish) => {
                let before = table.record().len();
                let shows = matches!(wish, Wish::New(_) | Wish::Resign);
                table.fulfil(wish);
                table.take_answer();
                let shows = shows || before != table.record().len();
                say(&mut out, &table.message)?;
                if shows {
                    show_board(&mut out, &table)?;
                }
            }
            Err(sentence) => say(&mut out, &sentence)?,
        }
        out.flush()?;
    }
    table.leave()
}

fn say(out: &mut impl Write, sentence: &str) -> Outcome {
    if !sentence.is_empty() {
        writeln!(out, "{sentence}")?;
    }
    Ok(())
}

fn show_board(out: &mut impl Write, table: &Table) -> Outcome {
    let text = show::text(table.record());
    let rows = text.trim_end().rsplit_once('\n').map_or("", |(rows, _)| rows);
    writeln!(out, "{rows}\n{}", table.status())?;
    Ok(out.flush()?)
}
