//! Regression files (`.tst`): GTP with numbered commands, each followed by what its answer should be.
//!
//! ```text
//! boardsize 4
//! playgame b1 d2 a2 e4
//! 10 reg_genmove w
//! #? [c3|d3]        the answer matches the expression, as a whole
//! 20 reg_genmove w
//! #? [!a1]          ... does not match it
//! 30 reg_genmove w
//! #? [d4]*          ... is known to fail (also written #? ![d4])
//! ```

use regex_lite::Regex;

use crate::line::Line;
use crate::{Desk, answer};

/// How a test went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// As it should.
    Pass,
    /// Not as it should.
    Fail,
    /// Not as it should, as is known.
    KnownFail,
    /// As it should, although it is said to fail.
    NewPass,
}

impl Verdict {
    /// The word for it, in capitals when somebody should look.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Fail => "FAIL",
            Verdict::KnownFail => "known fail",
            Verdict::NewPass => "NEW PASS",
        }
    }
}

/// One test and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tested {
    /// The line of the file, counted from one, of what is expected.
    pub line: usize,
    /// The number of the command.
    pub id: String,
    /// The command.
    pub command: String,
    /// What is expected, as the file has it.
    pub expected: String,
    /// The answer; with a `?` in front when the command failed.
    pub answer: String,
    /// How it went.
    pub verdict: Verdict,
}

/// What a file gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The tests in order.
    pub tests: Vec<Tested>,
    /// Commands without a number that failed, and lines that make no sense, each with its place.
    pub problems: Vec<String>,
}

impl Report {
    /// Whether no test failed that should not, and nothing else went wrong.
    pub fn is_good(&self) -> bool {
        self.problems.is_empty() && self.tests.iter().all(|test| test.verdict != Verdict::Fail)
    }

    /// How many tests went so.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.tests.iter().filter(|test| test.verdict == verdict).count()
    }
}

/// What a test expects.
struct Expected {
    text: String,
    pattern: Regex,
    matches: bool,
    is_known_to_fail: bool,
}

/// Runs the text of a file against whoever answers commands: `Ok` for `=`, `Err` for `?`.
pub fn run(text: &str, respond: &mut dyn FnMut(&str) -> Result<String, String>) -> Report {
    let mut report = Report::default();
    let mut last: Option<(String, String, String)> = None;
    for (i, line) in text.lines().enumerate() {
        if let Some(comment) = line.trim_start().strip_prefix("#?") {
            match (read_expected(comment), &last) {
                (Err(why), _) => report.problems.push(format!("line {}: {why}", i + 1)),
                (_, None) => {
                    report.problems.push(format!("line {}: no numbered command stands before", i + 1))
                }
                (Ok(expected), Some(command)) => report.tests.push(judge(i + 1, command, &expected)),
            }
        } else if let Some(line) = Line::read(line.as_bytes()).filter(|line| !line.name.is_empty()) {
            let command = format!("{} {}", line.name, line.rest).trim_end().to_string();
            let result = respond(&command);
            match (line.id, result) {
                (Some(id), Ok(text)) => last = Some((id, command, text)),
                (Some(id), Err(text)) => last = Some((id, command, format!("? {text}"))),
                (None, Err(text)) => report.problems.push(format!("line {}: {command}: {text}", i + 1)),
                (None, Ok(_)) => {}
            }
        }
    }
    report
}

/// Asks a desk of our own, as [`run`] wants it.
pub fn ask(desk: &mut Desk, command: &str) -> Result<String, String> {
    let (text, _) = answer(desk, command.as_bytes());
    let text = text.trim_end();
    match text.strip_prefix('?') {
        Some(why) => Err(why.trim_start().into()),
        None => Ok(text.trim_start_matches('=').trim_start().into()),
    }
}

/// Reads ` [pattern]`, ` [!pattern]`, either with a `*` behind or a `!` in front.
fn read_expected(comment: &str) -> Result<Expected, String> {
    let text = comment.trim();
    let (text, is_denied) = text.strip_prefix('!').map_or((text, false), |rest| (rest.trim_start(), true));
    let (open, close) = (text.starts_with('['), text.rfind(']'));
    let (true, Some(close)) = (open, close) else {
        return Err(format!("{text:?} is not a pattern in brackets"));
    };
    let inside = &text[1..close];
    let (pattern, matches) = inside.strip_prefix('!').map_or((inside, true), |rest| (rest, false));
    let regex = Regex::new(&format!("^(?:{pattern})$"))
        .map_err(|_| format!("{pattern:?} is not a regular expression"))?;
    let is_known_to_fail = is_denied || text[close + 1..].trim_start().starts_with('*');
    Ok(Expected { text: inside.into(), pattern: regex, matches, is_known_to_fail })
}

fn judge(line: usize, (id, command, answer): &(String, String, String), expected: &Expected) -> Tested {
    let succeeds = expected.pattern.is_match(answer.trim()) == expected.matches;
    let verdict = match (succeeds, expected.is_known_to_fail) {
        (true, false) => Verdict::Pass,
        (false, false) => Verdict::Fail,
        (false, true) => Verdict::KnownFail,
        (true, true) => Verdict::NewPass,
    };
    Tested {
        line,
        id: id.clone(),
        command: command.clone(),
        expected: expected.text.clone(),
        answer: answer.clone(),
        verdict,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_test() {
        let text = "\
            # a file\nboardsize 4\n10 echo d4\n#? [c3|d4]\n20 echo d44\n#? [d4]\n30 echo a1\n#? [!a1]*\n\
            40 echo b1\n#? ![b1]\n50 fail\n#? [\\? no]\n60 echo x\n#? [!a1]\n";
        let report = run(text, &mut |command| match command.split_once(' ') {
            Some(("echo", rest)) => Ok(rest.into()),
            Some(_) => Ok(String::new()),
            None => Err("no".into()),
        });
        let words: Vec<_> = report.tests.iter().map(|test| test.verdict.word()).collect();
        assert_eq!(words, ["pass", "FAIL", "known fail", "NEW PASS", "pass", "pass"]);
        assert_eq!((report.tests[1].line, report.tests[1].id.as_str()), (6, "20"));
        assert!(!report.is_good() && report.problems.is_empty());
        assert_eq!(report.count(Verdict::Pass), 3);
    }

    #[test]
    fn what_makes_no_sense_is_told_with_its_line() {
        let report = run("#? [a]\nbad\n10 x\n#? a\n#? [(]\n", &mut |command| match command {
            "bad" => Err("no such thing".into()),
            _ => Ok("a".into()),
        });
        assert_eq!(report.problems.len(), 4);
        assert_eq!(report.problems[1], "line 2: bad: no such thing");
    }
}
