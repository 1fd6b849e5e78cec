//! Whether an engine keeps to the protocol: a list of small tests, each with its verdict.
//!
//! The engine is asked what every controller asks, and what a careless one might; its moves are judged by our
//! rules. Nothing that it does holds the check up: every answer has a time limit.

use std::time::{Duration, Instant};

use game::{Colour, Coords, Record, Shape};

use crate::{Client, ClientError, Launch, Points};

/// What is checked, and how.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// The engine.
    pub launch: Launch,
    /// The board for the game.
    pub shape: &'static Shape,
    /// Moves of the game that is played.
    pub plies: usize,
    /// The time for a move.
    pub move_time: Duration,
}

/// How a test went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As it should.
    Pass,
    /// Not as it should.
    Fail,
    /// The engine does not claim to do it.
    Skip,
}

impl Verdict {
    /// The word for it, in capitals when somebody should look.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "FAIL",
            Verdict::Skip => "skip",
        }
    }
}

/// One test and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What was tested, in a few words.
    pub name: &'static str,
    /// How it went.
    pub verdict: Verdict,
    /// What was wrong, or why it was skipped; else empty.
    pub why: String,
}

/// The commands that the protocol asks of every engine.
const REQUIRED: [&str; 10] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "play",
    "genmove",
];

/// A command that no engine has.
const NONSENSE: &str = "no_such_command_here";
/// How long an engine may take to end.
const END: Duration = Duration::from_secs(5);

/// Why a test did not pass.
enum Trouble {
    Failed(String),
    Skipped(String),
}

type Tested = Result<(), Trouble>;

impl From<ClientError> for Trouble {
    fn from(error: ClientError) -> Trouble {
        Trouble::Failed(error.to_string())
    }
}

fn fail(why: impl Into<String>) -> Tested {
    Err(Trouble::Failed(why.into()))
}

/// Runs all tests. An engine that cannot be started, or ends too early, fails the first of them and those
/// after it.
pub fn check(options: &CheckOptions) -> Vec<Checked> {
    let mut report = Vec::new();
    let mut engine = match Client::start(&options.launch) {
        Ok(client) => Engine {
            client,
            options: options.clone(),
            commands: Vec::new(),
            record: Record::new(options.shape),
        },
        Err(error) => {
            report.push(Checked { name: "starts", verdict: Verdict::Fail, why: error.to_string() });
            return report;
        }
    };
    for (name, test) in TESTS {
        report.push(checked(name, test(&mut engine)));
    }
    report.push(checked("quit is answered, and ends the engine", engine.quit()));
    report.push(checked("the end of the input ends the engine", ends_with_its_input(options)));
    report
}

fn checked(name: &'static str, tested: Tested) -> Checked {
    let (verdict, why) = match tested {
        Ok(()) => (Verdict::Pass, String::new()),
        Err(Trouble::Failed(why)) => (Verdict::Fail, why),
        Err(Trouble::Skipped(why)) => (Verdict::Skip, why),
    };
    Checked { name, verdict, why }
}

/// A test of an engine that runs.
type Test = fn(&mut Engine) -> Tested;

const TESTS: [(&str, Test); 15] = [
    ("protocol_version is 2", Engine::version_of_protocol),
    ("name and version are told", Engine::names),
    ("list_commands has all that is required", Engine::lists),
    ("known_command knows what is listed, and nothing else", Engine::knows),
    ("answers carry the number of their command", Engine::numbers),
    ("an unknown command is refused as such", Engine::unknown),
    ("comments, blank lines, tabs and returns are skipped", Engine::blanks),
    ("a board of the size is set up", Engine::sets_up),
    ("an absurd size is refused", Engine::refuses_size),
    ("arguments that make no sense are refused", Engine::refuses_words),
    ("moves are made, and illegal ones refused", Engine::plays),
    ("undo takes a move back", Engine::undoes),
    ("clear_board begins anew", Engine::clears),
    ("a game has legal moves only", Engine::plays_game),
    ("a clock is kept", Engine::keeps_time),
];

struct Engine {
    client: Client,
    options: CheckOptions,
    commands: Vec<String>,
    record: Record,
}

/// An answer in its parts.
struct Answer {
    succeeds: bool,
    id: String,
    text: String,
}

impl Engine {
    fn has(&self, command: &str) -> Result<(), Trouble> {
        match self.commands.iter().any(|known| known == command) {
            true => Ok(()),
            false => Err(Trouble::Skipped(format!("{command} is not listed"))),
        }
    }

    /// The answer to a line; one with anything beside it is a fault.
    fn ask_within(&mut self, line: &str, time: Duration) -> Result<Answer, Trouble> {
        let lines = self.client.exchange(&format!("{line}\n"), time)?;
        let head = &lines[0];
        let shown: String = lines.join(" / ").chars().take(80).collect();
        let Some(rest) = head.strip_prefix(['=', '?']) else {
            return Err(Trouble::Failed(format!("{line:?}: the answer begins with {shown:?}")));
        };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (id, first) = rest.split_at(digits);
        if !first.is_empty() && !first.starts_with([' ', '\t']) {
            return Err(Trouble::Failed(format!("{line:?}: no blank after the sign in {shown:?}")));
        }
        let text = [&[first.trim().to_string()][..], &lines[1..]].concat().join("\n");
        Ok(Answer { succeeds: head.starts_with('='), id: id.into(), text: text.trim().into() })
    }

    fn ask(&mut self, line: &str) -> Result<Answer, Trouble> {
        self.ask_within(line, self.options.launch.patience)
    }

    fn obeys(&mut self, line: &str) -> Result<String, Trouble> {
        let answer = self.ask(line)?;
        match answer.succeeds {
            true => Ok(answer.text),
            false => Err(Trouble::Failed(format!("{line:?} is refused: {}", answer.text))),
        }
    }

    /// The line is refused with a text that begins so.
    fn refuses(&mut self, line: &str, beginning: &str) -> Tested {
        let answer = self.ask(line)?;
        if answer.succeeds {
            return fail(format!("{line:?} is not refused"));
        }
        if !answer.text.starts_with(beginning) {
            return fail(format!("{line:?}: {:?} does not begin with {beginning:?}", answer.text));
        }
        Ok(())
    }

    fn version_of_protocol(&mut self) -> Tested {
        let version = self.obeys("protocol_version")?;
        if version == "2" { Ok(()) } else { fail(format!("it is {version:?}")) }
    }

    fn names(&mut self) -> Tested {
        let name = self.obeys("name")?;
        self.obeys("version")?;
        if name.is_empty() { fail("the name is empty") } else { Ok(()) }
    }

    fn lists(&mut self) -> Tested {
        let text = self.obeys("list_commands")?;
        self.commands = text.lines().map(|line| line.trim().to_string()).collect();
        let missing: Vec<&str> = REQUIRED.into_iter().filter(|name| self.has(name).is_err()).collect();
        if missing.is_empty() { Ok(()) } else { fail(format!("missing: {}", missing.join(", "))) }
    }

    fn knows(&mut self) -> Tested {
        for name in self.commands.clone() {
            if self.obeys(&format!("known_command {name}"))? != "true" {
                return fail(format!("{name} is listed and not known"));
            }
        }
        match self.obeys(&format!("known_command {NONSENSE}"))?.as_str() {
            "false" => Ok(()),
            other => fail(format!("a command that does not exist is {other:?}")),
        }
    }

    fn numbers(&mut self) -> Tested {
        for id in ["0", "42", "2147483647"] {
            for command in ["name", NONSENSE] {
                let answer = self.ask(&format!("{id} {command}"))?;
                if answer.id != id {
                    return fail(format!("\"{id} {command}\" is answered with the number {:?}", answer.id));
                }
            }
        }
        let answer = self.ask("name")?;
        if answer.id.is_empty() { Ok(()) } else { fail("a command without a number is answered with one") }
    }

    fn unknown(&mut self) -> Tested {
        self.refuses(NONSENSE, "unknown command")
    }

    fn blanks(&mut self) -> Tested {
        let line = "# a comment\n\n   \n\t7\tname\t# why\r";
        let answer = self.ask(line)?;
        if answer.id == "7" && answer.succeeds { Ok(()) } else { fail(format!("{:?}", answer.text)) }
    }

    fn sets_up(&mut self) -> Tested {
        let size = self.options.shape.size().to_string();
        self.obeys(&format!("boardsize {}", size.replace('x', " ")))
            .or_else(|_| self.obeys(&format!("boardsize {size}")))?;
        self.obeys("clear_board")?;
        self.record = Record::new(self.options.shape);
        Ok(())
    }

    fn refuses_size(&mut self) -> Tested {
        let refused = self.refuses("boardsize 1000", "unacceptable size");
        // Whatever it made of that, the board is ours again.
        self.sets_up()?;
        refused
    }

    fn refuses_words(&mut self) -> Tested {
        for line in ["play", "play green a1", "play w", "boardsize", "boardsize x", "known_command"] {
            let answer = self.ask(line)?;
            if answer.succeeds && answer.text != "false" {
                return fail(format!("{line:?} is not refused"));
            }
        }
        Ok(())
    }

    fn name_of(&self, index: usize) -> String {
        let points = Points::In(self.options.launch.coords);
        points.cell_name(self.options.shape, game::Cell::new(index))
    }

    fn plays(&mut self) -> Tested {
        let (first, second) = colours(self.options.shape);
        let (cell, other) = (self.name_of(0), self.name_of(1));
        self.obeys(&format!("play {first} {cell}"))?;
        self.refuses(&format!("play {second} {cell}"), "illegal move")?;
        self.refuses(&format!("play {second} zz99"), "")?;
        // A refused move changes nothing: the same colour moves on.
        self.obeys(&format!("play {second} {other}")).map(drop)
    }

    fn undoes(&mut self) -> Tested {
        self.has("undo")?;
        let (_, second) = colours(self.options.shape);
        self.obeys("undo")?;
        let other = self.name_of(1);
        self.obeys(&format!("play {second} {other}")).map(drop)
    }

    fn clears(&mut self) -> Tested {
        self.obeys("clear_board")?;
        let (first, _) = colours(self.options.shape);
        let cell = self.name_of(0);
        self.obeys(&format!("play {first} {cell}"))?;
        self.obeys("clear_board").map(drop)
    }

    fn plays_game(&mut self) -> Tested {
        self.sets_up()?;
        let points = Points::In(self.options.launch.coords);
        for _ in 0..self.options.plies {
            if self.record.is_over() {
                break;
            }
            let colour = letter(self.record.turn());
            let answer = self.ask_within(&format!("genmove {colour}"), self.options.move_time)?;
            if !answer.succeeds {
                return fail(format!("genmove {colour} is refused: {}", answer.text));
            }
            if answer.text.eq_ignore_ascii_case("resign") {
                return Ok(());
            }
            let mv = points.read_move(self.options.shape, &answer.text);
            let played = mv
                .map_err(|error| error.to_string())
                .and_then(|mv| self.record.play(mv).map_err(|error| error.to_string()));
            if let Err(why) = played {
                return fail(format!("after {:?}: {why}", self.record.moves_text(Coords::Gui)));
            }
        }
        Ok(())
    }

    fn keeps_time(&mut self) -> Tested {
        self.has("time_settings")?;
        self.obeys("time_settings 0 1 1")?;
        if self.has("time_left").is_ok() {
            self.obeys("time_left w 1 1")?;
            self.obeys("time_left b 1 1")?;
        }
        self.sets_up()?;
        let (first, _) = colours(self.options.shape);
        let start = Instant::now();
        self.ask_within(&format!("genmove {first}"), self.options.move_time)?;
        let taken = start.elapsed();
        if taken <= Duration::from_millis(1500) {
            Ok(())
        } else {
            fail(format!("a move of one second took {:.1} s", taken.as_secs_f64()))
        }
    }

    fn quit(mut self) -> Tested {
        self.obeys("quit")?;
        if self.client.ends_within(END) { Ok(()) } else { fail(format!("it runs on for {END:?}")) }
    }
}

fn ends_with_its_input(options: &CheckOptions) -> Tested {
    let mut client = Client::start(&options.launch)?;
    client.exchange("name\n", options.launch.patience)?;
    if client.ends_within(END) { Ok(()) } else { fail(format!("it runs on for {END:?}")) }
}

/// The colours in the order in which they move.
fn colours(shape: &Shape) -> (char, char) {
    let first = shape.first_colour();
    (letter(first), letter(first.other()))
}

fn letter(colour: Colour) -> char {
    if colour == Colour::White { 'w' } else { 'b' }
}
