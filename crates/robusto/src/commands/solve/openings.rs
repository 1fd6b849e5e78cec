//! `robusto solve --openings` without a database: every position some plies from another, one table and one
//! policy for all.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use game::{Cell, Record};
use serde_json::{Value, json};
use solve::answer::{Budget, Progress, Task, Verdict};
use solve::method::Method;
use solve::openings::{News, Opening, Scope, solve_all};

use super::{name, progress, sentence};
use crate::exit::{Failure, Outcome};
use crate::files;
use crate::interrupt;
use crate::output::Output;
use crate::solving;

/// What is to be solved, and how it is told.
pub struct Wish<'w> {
    /// The game so far.
    pub record: &'w Record,
    /// The position, with the place of its state.
    pub task: Task,
    /// Which openings.
    pub scope: Scope,
    /// Which solver.
    pub solver: Method,
    /// What it may use.
    pub budget: Budget,
    /// Where certificates go.
    pub directory: Option<&'w Path>,
    /// JSON instead of sentences.
    pub json: bool,
}

/// Solves the openings.
pub fn run(wish: &Wish<'_>) -> Outcome {
    let settings =
        wish.solver.settings(&wish.task).map_err(|unfit| Failure::usage(format!("--openings: {unfit}")))?;
    if let Some(directory) = wish.directory {
        std::fs::create_dir_all(directory).map_err(|error| files::in_file(directory, error))?;
    }
    let mut output = Output::open();
    let mut told = Ok(());
    let mut hear = |news: News<'_>| {
        told = wish.tell(news, &mut output);
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let openings =
        solve_all(&wish.task, wish.scope, settings, &wish.budget, &interrupt::stop_flag(), &mut hear);
    told?;
    let openings = openings.map_err(Failure::failed)?;
    wish.sum_up(&openings, &mut output)?;
    output.finish()?;
    let open = openings.iter().any(|opening| opening.verdict == Verdict::Unknown);
    if open { Err(Failure::RanOut) } else { Ok(()) }
}

impl Wish<'_> {
    fn tell(&self, news: News<'_>, output: &mut Output) -> Outcome {
        match news {
            News::Checking(file) => {
                show(&format!("checking {file}"));
                Ok(())
            }
            News::Progress(moves, state) => self.tell_progress(moves, state, output),
            News::Solved(opening) => {
                let file = self.keep(opening)?;
                if self.json {
                    return output.json(&self.object(opening, file.as_deref()));
                }
                clear();
                output.news(&self.sentence(opening))
            }
        }
    }

    fn tell_progress(&self, moves: &[usize], state: &Progress, output: &mut Output) -> Outcome {
        let opening = self.names(moves).join("-");
        if self.json {
            let mut object = progress(self.record, state);
            object["opening"] = opening.into();
            return output.json(&object);
        }
        show(&format!("{opening}: {}", sentence(state)));
        Ok(())
    }

    /// Writes the certificate of an opening; its file.
    fn keep(&self, opening: &Opening) -> Outcome<Option<PathBuf>> {
        let Some(directory) = self.directory else { return Ok(None) };
        let shape = self.record.position().shape();
        let before =
            self.record.moves().iter().filter_map(|mv| mv.cell()).map(|cell| name(self.record, cell));
        let moves: Vec<String> = before.chain(self.names(&opening.moves)).collect();
        let file =
            directory.join(format!("{}-{}-{}.proof", shape.game().word(), shape.size(), moves.join("-")));
        super::save_bytes(opening.certificate.as_deref(), &file)?;
        Ok(Some(file))
    }

    fn names(&self, moves: &[usize]) -> Vec<String> {
        moves.iter().map(|&cell| name(self.record, Cell::new(cell))).collect()
    }

    fn title(&self, opening: &Opening) -> String {
        self.names(&opening.moves).join("-")
    }

    fn result(&self, opening: &Opening) -> String {
        // The opening's verdict is for the side to move after it.
        let first = self.record.turn();
        let mover = if opening.moves.len().is_multiple_of(2) { first } else { first.other() };
        match opening.verdict {
            Verdict::Win => mover.word().into(),
            Verdict::Loss => mover.other().word().into(),
            Verdict::Draw => "draw".into(),
            Verdict::Unknown => "unknown".into(),
        }
    }

    fn object(&self, opening: &Opening, file: Option<&Path>) -> Value {
        json!({
            "opening": self.title(opening),
            "result": self.result(opening),
            "pv": opening.line.iter().map(|&cell| name(self.record, cell)).collect::<Vec<_>>(),
            "nodes": opening.spent.nodes,
            "seconds": opening.spent.time.as_secs_f64(),
            "certificate": file,
            "certificate_bytes": opening.certificate.as_ref().map(Vec::len),
            "source": opening.source,
        })
    }

    fn sentence(&self, opening: &Opening) -> String {
        let result = match opening.verdict {
            Verdict::Win | Verdict::Loss => format!("{} wins", self.result(opening)),
            Verdict::Draw | Verdict::Unknown => self.result(opening),
        };
        let work = match opening.source {
            Some(file) => format!("{file}, checked; --fresh searches anew"),
            None => format!("{} nodes, {}", opening.spent.nodes, solving::clock(opening.spent.time)),
        };
        format!("{:<4} {result} ({work})", self.title(opening))
    }

    /// The last line: all openings together.
    fn sum_up(&self, openings: &[Opening], output: &mut Output) -> Outcome {
        let nodes: u64 = openings.iter().map(|opening| opening.spent.nodes).sum();
        let time = openings.iter().map(|opening| opening.spent.time).sum();
        let solved = openings.iter().filter(|opening| opening.verdict != Verdict::Unknown).count();
        if self.json {
            let results: Vec<Value> =
                openings.iter().map(|opening| json!([self.title(opening), self.result(opening)])).collect();
            let seconds = std::time::Duration::as_secs_f64(&time);
            return output.json(&json!({
                "openings": results, "solved": solved, "nodes": nodes, "seconds": seconds,
            }));
        }
        clear();
        output.line(&format!(
            "{solved} of {} openings: {nodes} nodes, {}",
            openings.len(),
            solving::clock(time)
        ))
    }
}

/// Takes the line of progress away.
fn clear() {
    show("");
}

/// Tells how the work stands, on a terminal, in the place of what was told before.
fn show(words: &str) {
    if std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "\r\x1b[J{words}");
    }
}
