//! The loop of the protocol: a line comes in, a command is carried out, an answer goes out.

use std::io::{self, Read, Write};
use std::time::Instant;

use engine::Thought;
use game::Colour;

use crate::desk::{Desk, Reply, Stream, StreamKind};
use crate::inbox::{Inbox, Item};
use crate::info::info_line;
use crate::line::{Line, answer_text};
use crate::{LINE_LIMIT, Refusal};

/// Serves a desk until `quit` or the end of the input. A closed output ends it quietly, too.
pub fn serve(desk: &mut Desk, input: impl Read + Send + 'static, output: &mut dyn Write) {
    let mut inbox = Inbox::open(input, desk.stop.clone());
    let mut exchange = Exchange { desk, inbox: &mut inbox, output };
    while let Ok(true) = exchange.next() {}
    desk.session.stop_analysis();
    desk.session.stop_solving();
}

/// The answer to one line, and whether the session goes on; analysis is broken off after its first line.
pub fn answer(desk: &mut Desk, line: &[u8]) -> (String, bool) {
    let mut output = Vec::new();
    let mut exchange = Exchange { desk, inbox: &mut Inbox::closed(), output: &mut output };
    let goes_on = exchange.answer_line(line).unwrap_or(false);
    (String::from_utf8_lossy(&output).into_owned(), goes_on)
}

struct Exchange<'a> {
    desk: &'a mut Desk,
    inbox: &'a mut Inbox,
    output: &'a mut dyn Write,
}

impl Exchange<'_> {
    /// Answers the next line; false when there is no more.
    fn next(&mut self) -> io::Result<bool> {
        match self.inbox.next() {
            Item::Line(line) => self.answer_line(&line),
            Item::TooLong(start) => {
                let id = Line::read(&start).and_then(|line| line.id);
                let refusal = Refusal::Syntax(format!("the line is longer than {LINE_LIMIT} bytes"));
                self.write_answer(id.as_deref(), Err(refusal))?;
                Ok(true)
            }
            Item::End => Ok(false),
        }
    }

    fn answer_line(&mut self, line: &[u8]) -> io::Result<bool> {
        let Some(line) = Line::read(line) else { return Ok(true) };
        let id = line.id.as_deref();
        match self.desk.execute(&line) {
            Ok(Reply::Text(text)) => self.write_answer(id, Ok(text))?,
            Err(refusal) => self.write_answer(id, Err(refusal))?,
            Ok(Reply::Stream(stream)) => {
                self.desk.session.choose_among(stream.among);
                match stream.kind {
                    StreamKind::Analysis(colour) => self.analyse(id, &stream, colour)?,
                    StreamKind::Move(colour) => self.show_move(id, &stream, colour)?,
                }
                self.desk.session.choose_among(None);
            }
            Ok(Reply::Quit) => {
                self.write_answer(id, Ok(String::new()))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn write_answer(&mut self, id: Option<&str>, result: Result<String, Refusal>) -> io::Result<()> {
        self.write(&answer_text(id, &result))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    fn line_about(&self, thought: &Thought, stream: &Stream) -> String {
        info_line(thought, stream.style, stream.most, self.desk.shape(), self.desk.points) + "\n"
    }

    /// Shows analysis until anything new comes in; one line at least.
    fn analyse(&mut self, id: Option<&str>, stream: &Stream, colour: Option<Colour>) -> io::Result<()> {
        if let Err(error) = self.desk.session.start_analysis(colour) {
            return self.write_answer(id, Err(error.into()));
        }
        let written = self.show_analysis(id, stream);
        self.desk.session.stop_analysis();
        written
    }

    fn show_analysis(&mut self, id: Option<&str>, stream: &Stream) -> io::Result<()> {
        self.write(&format!("={}\n", id.unwrap_or_default()))?;
        let mut shown = String::new();
        while !self.inbox.wait(stream.interval) {
            let line = self.desk.session.analysis().map(|thought| self.line_about(&thought, stream));
            if let Some(line) = line.filter(|line| *line != shown) {
                self.write(&line)?;
                shown = line;
            }
        }
        let last = self.desk.session.stop_analysis().filter(|_| shown.is_empty());
        let last = last.map(|thought| self.line_about(&thought, stream)).unwrap_or_default();
        self.write(&(last + "\n"))
    }

    /// Finds a move and shows the thought meanwhile.
    fn show_move(&mut self, id: Option<&str>, stream: &Stream, colour: Colour) -> io::Result<()> {
        let (shape, points) = (self.desk.shape(), self.desk.points);
        let output = &mut *self.output;
        let mut shown = Instant::now();
        let mut head = Some(format!("={}\n", id.unwrap_or_default()));
        let mut written = Ok(());
        let answer = self.desk.genmove(colour, &mut |thought| {
            if shown.elapsed() >= stream.interval && written.is_ok() {
                shown = Instant::now();
                let line = info_line(thought, stream.style, stream.most, shape, points);
                let text = format!("{}{line}\n", head.take().unwrap_or_default());
                written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
            }
        });
        written?;
        match (answer, head) {
            (Ok(answer), head) => {
                let line = self.line_about(&answer.thought, stream);
                let choice = self.desk.choice_name(answer.choice);
                self.write(&format!("{}{line}play {choice}\n\n", head.unwrap_or_default()))
            }
            (Err(refusal), Some(_)) => self.write_answer(id, Err(refusal)),
            // The head is out already: nothing is left but to end the answer.
            (Err(_), None) => self.write("\n"),
        }
    }
}
