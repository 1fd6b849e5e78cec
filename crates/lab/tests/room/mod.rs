//! A folder with a database of its own, in which commands run.
#![allow(dead_code)] // Each test uses some of it.

use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

pub struct Room(pub PathBuf);

impl Room {
    /// A name that no other test has.
    pub fn new(name: &str) -> Room {
        let folder = std::env::temp_dir().join(format!("lab-room-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Room(folder)
    }

    /// A command in the room, without the user's own settings.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_robusto-lab"));
        command.args(words).current_dir(&self.0).env_remove("ROBUSTO_LAB");
        command.env("XDG_CONFIG_HOME", self.0.join("config")).env("HOME", &self.0);
        command
    }

    pub fn run(&self, line: &str) -> Output {
        self.command(&line.split_whitespace().collect::<Vec<_>>()).output().unwrap()
    }

    /// Starts a command and leaves it alone.
    pub fn start(&self, line: &str) -> Child {
        let mut command = self.command(&line.split_whitespace().collect::<Vec<_>>());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Standard output of a command that succeeds.
    #[track_caller]
    pub fn say(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The sentence of a command that ends with this code and prints nothing.
    #[track_caller]
    pub fn refuse(&self, line: &str, code: i32) -> String {
        let output = self.run(line);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}: {text}");
        assert!(output.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stdout));
        text
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Names engines in the room's usual file: pairs of name and command.
    pub fn engines(&self, engines: &[(&str, String)]) {
        let entry = |(name, command): &(&str, String)| {
            format!("[[engine]]\nname = \"{name}\"\ncommand = '''{command}'''\n")
        };
        self.write("config/robusto/engines.toml", &engines.iter().map(entry).collect::<String>());
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command of an engine for tests with these manners.
pub fn mock(manner: &str) -> String {
    format!("{} {manner}", env!("CARGO_BIN_EXE_lab-mock"))
}
