//! A PostgreSQL of the tests' own on loopback, in a temporary folder.
#![allow(dead_code)] // Each test uses some of it.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use lab::store::Store;

/// A private cluster, stopped and removed with the test.
pub struct Cluster {
    bin: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Cluster {
    /// Starts a cluster, or explains why not.
    pub fn start() -> Option<Cluster> {
        let Some(bin) = find_bin() else {
            assert!(
                std::env::var("ROBUSTO_POSTGRES").as_deref() != Ok("required"),
                "PostgreSQL is not installed"
            );
            eprintln!("PostgreSQL is not installed: nothing is tested");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("lab-postgres-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let cluster = Cluster { bin, folder, port };
        if is_root() {
            run(Command::new("chown").arg("postgres").arg(&cluster.folder));
        }
        let data = cluster.data();
        run(cluster.tool("initdb").args(["-D", &data, "-U", "lab", "--auth=trust", "--no-sync"]));
        cluster.up();
        Some(cluster)
    }

    fn data(&self) -> String {
        self.folder.join("data").display().to_string()
    }

    /// One of PostgreSQL's programs, never as root.
    fn tool(&self, name: &str) -> Command {
        let program = self.bin.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder).stdout(Stdio::null());
        command
    }

    pub fn up(&self) {
        run(&mut self.start_command());
    }

    fn start_command(&self) -> Command {
        let options = format!(
            "-p {} -k {} -c listen_addresses=127.0.0.1 -c fsync=off -c wal_writer_delay=10s",
            self.port,
            self.folder.display()
        );
        let log = self.folder.join("log").display().to_string();
        let mut command = self.tool("pg_ctl");
        command.args(["-D", &self.data(), "-w", "-t", "120", "-l", &log, "-o", &options, "start"]);
        command
    }

    pub fn down(&self) {
        run(self.tool("pg_ctl").args(["-D", &self.data(), "-w", "-m", "fast", "stop"]));
    }

    /// A crash as the database's own tool makes it: commits that did not wait for the disk are lost. There
    /// are many, because the server writes its log late.
    pub fn stop_immediately(&self) {
        run(self.tool("pg_ctl").args(["-D", &self.data(), "-w", "-m", "immediate", "stop"]));
    }

    /// kill -9 of every process of the database.
    pub fn crash(&self) {
        let file = self.folder.join("data/postmaster.pid");
        let text = std::fs::read_to_string(file).unwrap();
        let leader: u32 = text.lines().next().unwrap().trim().parse().unwrap();
        let mut pids = vec![leader];
        pids.extend(children(leader));
        // The leader first, so that it starts nobody anew.
        for pid in &pids {
            let _ = Command::new("kill").args(["-9", &pid.to_string()]).stderr(Stdio::null()).status();
        }
        let is_alive = |pid: &u32| {
            let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !status.is_empty() && !status.contains(") Z ")
        };
        while pids.iter().any(is_alive) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts it after a crash; what the crash left behind may take a moment to go.
    pub fn up_again(&self) {
        let start = std::time::Instant::now();
        while !self.start_command().status().unwrap().success() {
            assert!(start.elapsed() < Duration::from_secs(60), "the database does not start again");
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    pub fn url(&self) -> String {
        format!("postgres://lab@127.0.0.1:{}/postgres", self.port)
    }

    pub fn store(&self) -> Store {
        Store::open(&self.url()).unwrap()
    }

    /// A worker of a program in a process of its own.
    pub fn worker(&self, program: &str, more: &[&str]) -> Child {
        Command::new(program)
            .args(["worker", "--database", &self.url(), "--threads", "1", "--heartbeat", "1"])
            .args(more)
            .spawn()
            .unwrap()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.tool("pg_ctl").args(["-D", &self.data(), "-m", "immediate", "stop"]).status();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The processes that a process started.
fn children(parent: u32) -> Vec<u32> {
    let output = Command::new("pgrep").args(["-P", &parent.to_string()]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter_map(|line| line.trim().parse().ok()).collect()
}

pub fn find_bin() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.retain(|folder| folder.join("pg_ctl").exists());
    folders.sort();
    folders.pop()
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout.starts_with(b"0\n")
}

pub fn run(command: &mut Command) {
    let status = command.status().unwrap();
    assert!(status.success(), "{command:?}: {status}");
}

pub fn signal(child: &Child, name: &str) {
    run(Command::new("kill").args([name, &child.id().to_string()]));
}
