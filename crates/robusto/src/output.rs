//! Standard output: buffered, one JSON object a line where that is asked for, and quiet when the reader has gone.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::exit::Outcome;

/// Standard output, held for as long as a command prints.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    /// Takes hold of standard output.
    pub fn open() -> Output {
        Output(BufWriter::new(io::stdout().lock()))
    }

    /// Prints one object as a line of JSON, at once.
    pub fn json(&mut self, object: &impl Serialize) -> Outcome {
        let line = serde_json::to_string(object).map_err(io::Error::other)?;
        self.news(&line)
    }

    /// Prints a line.
    pub fn line(&mut self, text: &str) -> Outcome {
        Ok(writeln!(self.0, "{text}")?)
    }

    /// Prints a line at once, for those who wait.
    pub fn news(&mut self, text: &str) -> Outcome {
        self.line(text)?;
        Ok(self.0.flush()?)
    }

    /// Prints text or bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Outcome {
        Ok(self.0.write_all(bytes)?)
    }

    /// Sends what is held back. Forgetting it would lose errors.
    pub fn finish(mut self) -> Outcome {
        Ok(self.0.flush()?)
    }
}
