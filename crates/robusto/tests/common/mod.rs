//! Runs the built program and looks at what it says.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run gave.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    fn of(output: Output) -> Run {
        Run {
            code: output.status.code().expect("the program was not killed"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// The run failed with this code, said one sentence and nothing else.
    #[track_caller]
    pub fn fails(&self, code: i32, part: &str) {
        assert_eq!(self.code, code, "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        assert!(self.err.starts_with("robusto: ") && self.err.contains(part), "{}", self.err);
        assert_eq!(self.out, "");
    }

    /// The run did what was asked without complaint.
    #[track_caller]
    pub fn succeeds(&self) -> &str {
        assert_eq!((self.code, self.err.as_str()), (0, ""));
        &self.out
    }

    /// The lines of output as JSON.
    #[track_caller]
    pub fn json(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("one object a line")).collect()
    }
}

/// The program, without the user's own settings.
pub fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robusto"));
    let nowhere = std::env::temp_dir().join("robusto-no-such-directory");
    command.args(args).env("XDG_CONFIG_HOME", &nowhere).env("HOME", &nowhere).env("APPDATA", &nowhere);
    command
}

/// Runs the program without input.
pub fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs the program with input.
pub fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut command = program(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // A program that has seen enough may close its input early.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    Run::of(child.wait_with_output().expect("the program ends"))
}

/// A directory of its own for a test, removed when dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("robusto-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory for the test");
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The path of a file in it, as text.
    pub fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a directory for the file");
        std::fs::write(&path, bytes).expect("a file for the test");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind lies among other temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A whole game of our own.
pub const GAME: &str = "(;FF[4]GM[Havannah]SZ[4];W[a1];B[d4];W[a2];B[e4];W[a3];B[e5];W[a4])";
