//! The other end of the protocol: an engine of somebody else as a child process.
//!
//! Nothing that the child does holds us up: every answer has a time limit, garbage between answers is skipped, its messages
//! are read away and only the last are kept, and it is killed when the client is dropped. [`Opponent`] speaks of moves
//! instead of text.

mod command_line;
mod drain;
mod engines;
mod opponent;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use engine::Stop;
use game::Coords;

use crate::inbox::{Inbox, Item};
use drain::Drain;

pub use command_line::split_command_line;
pub use engines::{Engines, EnginesError, is_engine_name};
pub use opponent::Opponent;

/// How to start an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The command line; quotes and backslashes part words as in a shell, but no shell is asked.
    pub command: String,
    /// Where the engine is to run.
    pub directory: Option<PathBuf>,
    /// Commands to send first; each must succeed.
    pub start_up: Vec<String>,
    /// How the engine names cells.
    pub coords: Coords,
    /// The time for any answer but a move.
    pub patience: Duration,
}

impl Launch {
    /// An engine with the usual coordinates, ten seconds for an answer and no commands to begin with.
    pub fn new(command: impl Into<String>) -> Launch {
        Launch {
            command: command.into(),
            directory: None,
            start_up: Vec::new(),
            coords: Coords::Gui,
            patience: Duration::from_secs(10),
        }
    }
}

/// What can go wrong with another engine.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The command line has no program or an open quote.
    #[error("the command line {0:?} cannot be understood")]
    CommandLine(String),
    /// The program cannot be started.
    #[error("the engine {0:?} cannot be started: {1}")]
    Start(String, std::io::Error),
    /// The command does not fit a line.
    #[error("the command {0:?} is not one line of reasonable length")]
    BadCommand(String),
    /// The engine says no.
    #[error("the engine refuses {command:?}: {why}")]
    Refused {
        /// What it was asked.
        command: String,
        /// What it says.
        why: String,
    },
    /// No answer in time; the engine is not asked any more.
    #[error("the engine has not answered {0:?} within {1:?}")]
    TimedOut(String, Duration),
    /// The engine is gone.
    #[error("the engine ended before it answered {command:?}; its last words: {last_words:?}")]
    Gone {
        /// What it was asked.
        command: String,
        /// The end of what it wrote to its error output.
        last_words: String,
    },
    /// The answer has no end.
    #[error("the engine's answer to {0:?} is too long")]
    TooLong(String),
    /// An answer that is not a move of the game.
    #[error("the engine answers {0:?}, which is not a move: {1}")]
    NotAMove(String, String),
}

/// The longest command, so that even an engine that does not read takes it into its pipe.
const COMMAND_LIMIT: usize = 32_000;
/// The longest answer, in bytes.
const ANSWER_LIMIT: usize = 4 << 20;

/// How often a stream looks whether it is to end.
const STREAM_PAUSE: Duration = Duration::from_millis(50);

/// An engine that runs.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: Inbox,
    messages: Drain,
    patience: Duration,
    is_lost: bool,
}

impl Client {
    /// Starts an engine and sends it the commands to begin with.
    pub fn start(launch: &Launch) -> Result<Client, ClientError> {
        let words = split_command_line(&launch.command);
        let words = words.filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| ClientError::CommandLine(shortened(&launch.command)))?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &launch.directory {
            command.current_dir(directory);
        }
        let child = command.spawn().map_err(|error| ClientError::Start(shortened(&launch.command), error))?;
        let mut client = Client::of(child, launch.patience);
        for line in &launch.start_up {
            client.send(line)?;
        }
        Ok(client)
    }

    fn of(mut child: Child, patience: Duration) -> Client {
        let output = child.stdout.take().map_or_else(Inbox::closed, |out| Inbox::open(out, Stop::default()));
        let messages = child.stderr.take().map(Drain::open).unwrap_or_default();
        let input = child.stdin.take();
        Client { child, input, output, messages, patience, is_lost: false }
    }

    /// Sends a command and gives back the answer without its sign, within the usual time.
    pub fn send(&mut self, command: &str) -> Result<String, ClientError> {
        self.send_within(command, self.patience)
    }

    /// The same within another time. After an answer that did not come nothing more is sent.
    pub fn send_within(&mut self, command: &str, time: Duration) -> Result<String, ClientError> {
        if command.len() > COMMAND_LIMIT || command.trim().is_empty() || command.contains(['\n', '\r', '#']) {
            return Err(ClientError::BadCommand(shortened(command)));
        }
        let written = match &mut self.input {
            Some(input) if !self.is_lost => input.write_all(format!("{command}\n").as_bytes()),
            _ => Err(std::io::ErrorKind::BrokenPipe.into()),
        };
        // An engine that quits may close its input before it has been read; its answer still counts.
        let answer = if written.is_ok() || !self.is_lost {
            self.answer(command, time)
        } else {
            Err(self.gone(command))
        };
        self.is_lost |= matches!(&answer, Err(error) if !matches!(error, ClientError::Refused { .. }));
        answer
    }

    /// Whether the engine knows a command.
    pub fn knows(&mut self, command: &str) -> Result<bool, ClientError> {
        Ok(self.send(&format!("known_command {command}"))?.trim() == "true")
    }

    /// The last of what the engine wrote to its error output.
    pub fn last_words(&self) -> String {
        self.messages.tail()
    }

    /// Asks the engine to quit and waits for a moment; then it is killed.
    pub fn quit(mut self) {
        let _ = self.send_within("quit", Duration::from_secs(1).min(self.patience));
        self.input = None;
        let until = Instant::now() + Duration::from_secs(1);
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Sends a line as it is and gives back the next answer as it comes: its lines, whatever stands before
    /// the sign among them.
    pub fn exchange(&mut self, line: &str, time: Duration) -> Result<Vec<String>, ClientError> {
        let written = self.input.as_mut().is_some_and(|input| input.write_all(line.as_bytes()).is_ok());
        if !written {
            return Err(self.gone(line));
        }
        self.lines(line, time)
    }

    /// Sends a command that answers line by line until it is interrupted, and hands each line on, an empty one while nothing
    /// comes. It ends when `is_over` says so, or with the engine's own answer.
    pub fn stream(
        &mut self,
        command: &str,
        is_over: &dyn Fn() -> bool,
        hear: &mut dyn FnMut(&str),
    ) -> Result<(), ClientError> {
        let result = self.hear_stream(command, is_over, hear);
        self.is_lost |= matches!(&result, Err(error) if !matches!(error, ClientError::Refused { .. }));
        result
    }

    fn hear_stream(
        &mut self,
        command: &str,
        is_over: &dyn Fn() -> bool,
        hear: &mut dyn FnMut(&str),
    ) -> Result<(), ClientError> {
        self.put(command, &format!("{command}\n"))?;
        let (mut has_begun, mut until) = (false, None);
        loop {
            if until.is_none() && is_over() {
                // Any line ends an analysis.
                self.put(command, "\n")?;
                until = Some(Instant::now() + self.patience);
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                return Err(ClientError::TimedOut(shortened(command), self.patience));
            }
            if !self.output.wait(STREAM_PAUSE) {
                hear("");
                continue;
            }
            let line = self.line(command, Instant::now() + self.patience, self.patience)?;
            match line.as_str() {
                "" if has_begun => return Ok(()),
                line if line.starts_with('?') => {
                    let why = shortened(&read_head(line).1);
                    return Err(ClientError::Refused { command: shortened(command), why });
                }
                line => {
                    has_begun |= is_head(line);
                    hear(line);
                }
            }
        }
    }

    fn put(&mut self, command: &str, text: &str) -> Result<(), ClientError> {
        let is_written = !self.is_lost
            && self.input.as_mut().is_some_and(|input| input.write_all(text.as_bytes()).is_ok());
        if is_written { Ok(()) } else { Err(self.gone(command)) }
    }

    /// Closes the engine's input and waits for its end; false when it goes on for longer than this.
    pub fn ends_within(&mut self, time: Duration) -> bool {
        self.input = None;
        let until = Instant::now() + time;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        false
    }

    /// The text of the next answer. Lines before its sign are skipped.
    fn answer(&mut self, command: &str, time: Duration) -> Result<String, ClientError> {
        let lines = self.lines(command, time)?;
        let head = lines.iter().position(|line| is_head(line)).unwrap_or(0);
        let (succeeds, first) = read_head(&lines[head]);
        let text = [&[first][..], &lines[head + 1..]].concat().join("\n").trim_end().to_string();
        let refused = || ClientError::Refused { command: shortened(command), why: shortened(&text) };
        if succeeds { Ok(text) } else { Err(refused()) }
    }

    /// The lines up to the end of the next answer, which is an empty line.
    fn lines(&mut self, command: &str, time: Duration) -> Result<Vec<String>, ClientError> {
        let until = Instant::now() + time;
        let (mut lines, mut has_begun, mut bytes) = (Vec::new(), false, 0);
        loop {
            let line = self.line(command, until, time)?;
            if line.is_empty() && has_begun {
                return Ok(lines);
            }
            has_begun |= is_head(&line);
            bytes += line.len() + 1;
            if bytes > ANSWER_LIMIT {
                return Err(ClientError::TooLong(shortened(command)));
            }
            lines.push(line);
        }
    }

    fn line(&mut self, command: &str, until: Instant, time: Duration) -> Result<String, ClientError> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || !self.output.wait(left) {
            return Err(ClientError::TimedOut(shortened(command), time));
        }
        match self.output.next() {
            Item::Line(line) => {
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches('\r');
                Ok(if text.trim().is_empty() { String::new() } else { text.into() })
            }
            Item::TooLong(_) => Err(ClientError::TooLong(shortened(command))),
            Item::End => Err(self.gone(command)),
        }
    }

    fn gone(&self, command: &str) -> ClientError {
        // What it said last may still be on its way.
        std::thread::sleep(Duration::from_millis(20));
        ClientError::Gone { command: shortened(command), last_words: self.last_words() }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.input = None;
        if let Ok(None) = self.child.try_wait() {
            // It may have ended by itself in between.
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

/// Whether an answer begins with this line.
fn is_head(line: &str) -> bool {
    line.starts_with(['=', '?'])
}

/// `=12 text` or `? text`: whether it succeeds, and the text.
fn read_head(line: &str) -> (bool, String) {
    let rest = line.trim_start_matches(['=', '?']);
    (line.starts_with('='), rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().into())
}

fn shortened(text: &str) -> String {
    text.chars().take(200).collect()
}
