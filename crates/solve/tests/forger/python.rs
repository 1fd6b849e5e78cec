//! The third checker, `proofs/check.py`, as a process that answers line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running checker.
pub struct Python {
    child: Child,
    asked: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Python {
    /// Starts it; nothing if there is no Python on this machine.
    pub fn start() -> Option<Python> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/check.py");
        let mut command = Command::new("python3");
        command.args(["-B", script, "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.spawn().inspect_err(|error| println!("left out: no python3 ({error})")).ok()?;
        let asked = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Some(Python { child, asked, answers })
    }

    /// The rule that a certificate breaks, `valid` if none; some rules may be left out.
    pub fn rule(&mut self, bytes: &[u8], without: &[&str]) -> String {
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let rules: String = without.iter().map(|rule| format!("-{rule} ")).collect();
        let mut line = String::new();
        let asked = self.asked.as_mut().expect("it runs");
        writeln!(asked, "{rules}{digits}").expect("it listens");
        self.answers.read_line(&mut line).expect("it answers");
        let (rule, _) = line.split_once(':').unwrap_or_else(|| panic!("no verdict on {digits}"));
        rule.to_string()
    }

    /// Does it accept the certificate?
    pub fn accepts(&mut self, bytes: &[u8]) -> bool {
        self.rule(bytes, &[]) == "valid"
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.asked.take());
        let _ = self.child.wait();
    }
}
