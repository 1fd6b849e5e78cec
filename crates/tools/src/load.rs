//! Many tabs of the app at once.
//!
//! Every tab has its own game on a board of size 8 and analyses without pause. Then people in all tabs play, one after the other: how
//! long until the server has shown the move? And against a level that thinks for a known time: how long until the reply beyond that
//! time? Prints what it measured, with the memory of the process (server and clients together) before, during and after.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use search::player::Limits;
use search::stopwatch::process_time;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use web::{Level, Options};

/// What the replying engine is allowed to think.
const THINKING: Duration = Duration::from_millis(300);

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[arg(long, default_value_t = 50)]
    tabs: usize,
    /// Moves in each tab
    #[arg(long, default_value_t = 4)]
    rounds: usize,
    /// Memory for all engines
    #[arg(long, default_value_t = 512)]
    memory_mb: usize,
    /// Threads for all engines
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// `load`.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let &Args { tabs, rounds, memory_mb: memory, threads } = args;
    let port = Arc::new(Mutex::new(None));
    let heard = port.clone();
    let level = Level { number: None, name: "timed".into(), limits: Limits::time(THINKING) };
    let options = Options {
        listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
        port: 0,
        no_browser: true,
        threads,
        memory: (memory as u64) << 20,
        data: None,
        levels: vec![level],
        on_ready: Some(Arc::new(move |port| *heard.lock().unwrap() = Some(port))),
        ..Options::default()
    };
    std::thread::spawn(move || web::serve(options).expect("the server serves"));
    let port = loop {
        if let Some(port) = *port.lock().unwrap() {
            break port;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    println!("{tabs} tabs, {rounds} rounds, {threads} engine threads, {memory} MB for engines");
    println!("memory at the start: {} MB", resident());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(load(port, tabs, rounds));
    Ok(())
}

async fn load(port: u16, tabs: usize, rounds: usize) {
    let mut open = Vec::new();
    for _ in 0..tabs {
        open.push(Tab::open(port).await);
    }
    for tab in &mut open {
        tab.new_game("human").await;
    }
    report_work(&mut open, rounds).await;
    for tab in &mut open {
        tab.new_game("human").await;
        tab.say(json!({ "do": "analyse", "on": true })).await;
    }
    listen_to_all(&mut open, Duration::from_secs(20)).await;
    println!("memory after 20 s of analysis in all tabs: {} MB", resident());
    let updates: usize = open.iter().map(|tab| tab.analyses).sum();
    println!(
        "updates of an analysis: {updates} in all, {} tabs had one",
        open.iter().filter(|tab| tab.analyses > 0).count()
    );

    let mut times = Vec::new();
    for round in 0..rounds {
        for at in 0..open.len() {
            times.push(open[at].play(round).await);
            listen_to_all(&mut open, Duration::from_millis(5)).await;
        }
    }
    report("a move is shown after", &mut times);

    let mut times = Vec::new();
    for at in 0..open.len() {
        open[at].new_game("engine").await;
        let start = Instant::now();
        open[at].play(0).await;
        open[at].reply().await;
        times.push(start.elapsed().saturating_sub(THINKING));
        listen_to_all(&mut open, Duration::from_millis(5)).await;
    }
    report(&format!("a reply comes, beyond the {} ms of thinking, after", THINKING.as_millis()), &mut times);
    println!("memory at the end of the games: {} MB", resident());
    drop(open);
    tokio::time::sleep(Duration::from_secs(25)).await;
    println!("memory 25 s after all tabs were closed: {} MB", resident());
}

/// What a move costs by itself, while no engine thinks: the processor's time tells that on a busy machine, too.
async fn report_work(tabs: &mut [Tab], rounds: usize) {
    let before = process_time().unwrap_or_default();
    for round in 0..rounds {
        for tab in tabs.iter_mut() {
            tab.play(round).await;
        }
    }
    let work = process_time().unwrap_or_default().saturating_sub(before).as_secs_f64() * 1000.0;
    let moves = rounds * tabs.len();
    println!(
        "a move takes {:.2} ms of the processor, server and client ({moves} moves)",
        work / moves as f64
    );
}

/// Reads what all tabs are told, as browsers do.
async fn listen_to_all(tabs: &mut [Tab], time: Duration) {
    let until = Instant::now() + time;
    while Instant::now() < until {
        for tab in tabs.iter_mut() {
            while let Ok(Some(_)) = tokio::time::timeout(Duration::from_micros(200), tab.next()).await {}
        }
    }
}

struct Tab {
    socket: Socket,
    ply: u64,
    analyses: usize,
}

impl Tab {
    async fn open(port: u16) -> Tab {
        let address = format!("ws://127.0.0.1:{port}/ws");
        let (socket, _) = tokio_tungstenite::connect_async(address).await.expect("a connection");
        let mut tab = Tab { socket, ply: 0, analyses: 0 };
        tab.say(json!({})).await;
        tab
    }

    async fn say(&mut self, message: Value) {
        self.socket.send(Message::Text(message.to_string().into())).await.expect("the server listens");
    }

    async fn next(&mut self) -> Option<Value> {
        loop {
            let Message::Text(text) = self.socket.next().await?.ok()? else { continue };
            let message: Value = serde_json::from_str(&text).ok()?;
            match message["type"].as_str() {
                Some("state") => self.ply = message["ply"].as_u64().unwrap_or(0),
                Some("analysis") => self.analyses += 1,
                _ => {}
            }
            return Some(message);
        }
    }

    async fn new_game(&mut self, opponent: &str) {
        let black = if opponent == "engine" {
            json!({ "kind": "engine", "level": null })
        } else {
            json!({ "kind": "human" })
        };
        let white = json!({ "kind": "human" });
        self.say(json!({ "do": "new", "game": "havannah", "size": "8", "swap": false, "white": white, "black": black })).await;
        self.until(|tab| tab.ply == 0).await;
    }

    /// Plays the next move and waits until it is shown.
    async fn play(&mut self, round: usize) -> Duration {
        let start = Instant::now();
        let before = self.ply;
        self.say(json!({ "do": "play", "move": format!("h{}", 3 + round) })).await;
        self.until(|tab| tab.ply > before).await;
        start.elapsed()
    }

    /// Waits for the engine's reply.
    async fn reply(&mut self) {
        if self.ply < 2 {
            self.until(|tab| tab.ply >= 2).await;
        }
    }

    async fn until(&mut self, is_so: impl Fn(&Tab) -> bool) {
        loop {
            let message = self.next().await.expect("the server goes on");
            if message["type"] == "state" && is_so(self) {
                return;
            }
        }
    }
}

fn report(what: &str, times: &mut [Duration]) {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!(
        "{what}: median {:.1} ms, 95 % {:.1} ms, most {:.1} ms ({} times)",
        at(0.5),
        at(0.95),
        at(1.0),
        times.len()
    );
}

/// Megabytes of this process in memory; 0 where the system does not say.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0) / 1024
}
