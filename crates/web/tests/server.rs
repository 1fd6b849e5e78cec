//! The server as others meet it: foreign hosts and origins, rubbish, floods, and fifty tabs at once.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, OnceLock, mpsc};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream as AsyncStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<AsyncStream>>;

/// One server for all tests, without a data directory.
fn port() -> u16 {
    static PORT: OnceLock<u16> = OnceLock::new();
    *PORT.get_or_init(|| {
        let (tell, hear) = mpsc::channel();
        let options = web::Options {
            port: 0,
            no_browser: true,
            threads: 6,
            memory: 64 << 20,
            data: None,
            on_ready: Some(Arc::new(move |port| tell.send(port).unwrap())),
            ..web::Options::default()
        };
        std::thread::spawn(move || web::serve(options));
        hear.recv_timeout(Duration::from_secs(10)).unwrap()
    })
}

/// Sends bytes, returns the answer as text.
fn raw(request: &str) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port())).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(path: &str, host: &str, more: &str) -> String {
    raw(&format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n"))
}

fn post(path: &str, body: &str) -> String {
    let length = body.len();
    raw(&format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    ))
}

async fn connect() -> Socket {
    let (socket, _) = connect_async(format!("ws://127.0.0.1:{}/ws", port())).await.unwrap();
    socket
}

async fn enter() -> Socket {
    let mut socket = connect().await;
    say(&mut socket, json!({})).await;
    wait(&mut socket, |message| message["type"] == "state").await;
    socket
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

/// Waits for a message that fits.
async fn wait(socket: &mut Socket, fits: impl Fn(&Value) -> bool) -> Value {
    let search = async {
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Text(text) = message {
                let value: Value = serde_json::from_str(&text).unwrap();
                if fits(&value) {
                    return value;
                }
            }
        }
        panic!("the connection closed");
    };
    tokio::time::timeout(Duration::from_secs(60), search).await.expect("an answer within a minute")
}

#[test]
fn only_our_own_host_and_origin_are_answered() {
    assert!(get("/", "127.0.0.1", "").starts_with("HTTP/1.1 200"));
    assert!(get("/api/info", "localhost:7373", "").contains("Robusto"));
    assert!(get("/", "evil.example", "").starts_with("HTTP/1.1 403"));
    assert!(get("/api/info", "127.0.0.1", "Origin: http://evil.example\r\n").starts_with("HTTP/1.1 403"));
    let page = get("/", "127.0.0.1", "");
    assert!(page.contains("content-security-policy: default-src 'none'"));
    assert!(!page.contains("unsafe-inline"));
}

#[tokio::test]
async fn a_page_of_another_site_cannot_open_a_socket() {
    for origin in ["http://evil.example", "null", "https://127.0.0.1"] {
        let mut request = format!("ws://127.0.0.1:{}/ws", port()).into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        assert!(connect_async(request).await.is_err(), "{origin}");
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/built/../../Cargo.toml",
        "//etc/passwd",
        "/api/session/..%2f..%2fx/game.sgf",
        "/%00",
        "/api/shape/havannah/..",
        "/api/session/00000000000000000000000000000000/game.sgf",
    ] {
        let answer = get(path, "127.0.0.1", "");
        assert!(answer.starts_with("HTTP/1.1 4"), "{path}: {answer}");
    }
}

#[test]
fn positions_are_judged_and_nonsense_is_refused() {
    let won = post("/api/judge", r#"{"game":"havannah","size":"4","moves":"a1 g4 a2 f5 a3 e6 a4"}"#);
    assert!(won.contains("White wins: bridge"), "{won}");
    for body in [
        "",
        "{}",
        "[]",
        r#"{"game":"chess","size":"8"}"#,
        r#"{"game":"havannah","size":"99999999999"}"#,
        r#"{"game":"havannah","size":"4","stones":"www"}"#,
        r#"{"game":"havannah","size":"4","turn":"green"}"#,
        r#"{"game":"hex","size":"3","moves":"a1 a1"}"#,
        r#"{"game":"hex","size":"3x4","moves":"a1 swap swap"}"#,
    ] {
        assert!(post("/api/judge", body).starts_with("HTTP/1.1 4"), "{body}");
    }
    let huge = format!(r#"{{"game":"{}"}}"#, "x".repeat(5 << 20));
    let answer = post("/api/judge", &huge);
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{answer}");
}

/// A small repeatable source of chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % count
    }

    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

fn any_wish(chance: &mut Chance) -> String {
    let node = chance.below(30).to_string();
    let cell = format!("{}{}", chance.one(&["a", "b", "c", "d", "e", "zz", "ä"]), chance.below(12));
    let size = chance.one(&["4", "2", "15", "1", "4x4x5", "x", "16", ""]);
    let game = chance.one(&["havannah", "hex", "go"]);
    let seat = chance.one(&[
        r#"{"kind":"human"}"#,
        r#"{"kind":"engine","level":1}"#,
        r#"{"kind":"engine","level":255}"#,
        r#"{"kind":"guest"}"#,
        r#"{"kind":"dog"}"#,
    ]);
    let on = chance.one(&["true", "false"]);
    match chance.below(26) {
        0 => format!(
            r#"{{"do":"new","game":"{game}","size":"{size}","white":{seat},"black":{{"kind":"human"}}}}"#
        ),
        1..=5 => format!(r#"{{"do":"play","move":"{cell}"}}"#),
        6 => r#"{"do":"play","move":"swap"}"#.into(),
        7 => r#"{"do":"undo"}"#.into(),
        8 => r#"{"do":"redo"}"#.into(),
        9 => format!(r#"{{"do":"go","node":{node}}}"#),
        10 => {
            format!(r#"{{"do":"step","to":"{}"}}"#, chance.one(&["start", "end", "up", "down", "back", "in"]))
        }
        11 => r#"{"do":"resign"}"#.into(),
        12 => format!(r#"{{"do":"analyse","on":{on}}}"#),
        13 => format!(r#"{{"do":"delete","node":{node}}}"#),
        14 => format!(r#"{{"do":"promote","node":{node}}}"#),
        15 => format!(r#"{{"do":"comment","node":{node},"text":"\u0000]\\"}}"#),
        16 => format!(r#"{{"do":"line","moves":["{cell}","b2","swap"],"go":{node}}}"#),
        17 => format!(r#"{{"do":"open","text":"(;SZ[{size}];W[{cell}];B[swap](;W[b2])(;W[c3]))"}}"#),
        18 => format!(r#"{{"do":"seats","white":{seat},"black":{seat}}}"#),
        19 => format!(r#"{{"do":"review","on":{on}}}"#),
        20 => r#"{"do":"library","files":[["a","(;SZ[4];W[a1])"],["b","("]]}"#.into(),
        21 => r#"{"do":"batch","files":[["a","(;SZ[4];W[a1];B[b2])"],["b","("]],"seconds":1e999}"#.into(),
        22 => format!(r#"{{"do":"batch_open","game":{},"ply":{node}}}"#, chance.below(3)),
        23 => format!(r#"{{"do":"batch_run","on":{on}}}"#),
        24 => format!(r#"{{"do":"ponder","on":{on}}}"#),
        _ => chance
            .one(&["", "{", "null", "[]", r#"{"do":"fly"}"#, r#"{"do":"go","node":-1}"#, "\u{0}", "hint"])
            .into(),
    }
}

#[tokio::test]
async fn no_wish_breaks_a_session() {
    let mut socket = enter().await;
    let mut chance = Chance(7);
    for _ in 0..12 {
        for _ in 0..40 {
            socket.send(Message::text(any_wish(&mut chance))).await.unwrap();
        }
        // The session still begins a game and plays.
        let human = json!({ "kind": "human" });
        let new =
            json!({ "do": "new", "game": "hex", "size": "3", "white": human, "black": human, "swap": false });
        say(&mut socket, new).await;
        say(&mut socket, json!({ "do": "play", "move": "b2" })).await;
        let is_there =
            |m: &Value| m["type"] == "state" && m["size"] == "3" && m["game"] == "hex" && m["ply"] == 1;
        wait(&mut socket, is_there).await;
    }
}

#[tokio::test]
async fn of_two_quick_plays_the_second_is_nobodys_stone() {
    let mut socket = enter().await;
    for attempt in 0..6 {
        let (human, engine) = (json!({ "kind": "human" }), json!({ "kind": "engine", "level": 3 }));
        let new = json!({ "do": "new", "game": "havannah", "size": "6", "white": human, "black": engine, "swap": false });
        say(&mut socket, new).await;
        let start = wait(&mut socket, |m| m["type"] == "state" && m["ply"] == 0 && m["size"] == "6").await;
        for (cell, at) in [("f6", &start["at"]), ("k11", &start["at"])] {
            let at = if attempt % 2 == 0 { at.clone() } else { Value::Null };
            say(&mut socket, json!({ "do": "play", "move": cell, "at": at })).await;
        }
        let answered = wait(&mut socket, |m| m["type"] == "state" && m["ply"].as_u64() >= Some(2)).await;
        let stones = answered["stones"].as_str().unwrap();
        assert!(!stones.ends_with('b'), "the engine's stone was placed by a client: {stones}");
    }
}

#[tokio::test]
async fn a_wish_about_another_game_is_answered_with_the_state() {
    let mut socket = enter().await;
    let human = json!({ "kind": "human" });
    let new = json!({ "do": "new", "game": "hex", "size": "5", "white": human, "black": human });
    say(&mut socket, new.clone()).await;
    let old = wait(&mut socket, |m| m["type"] == "state" && m["size"] == "5" && m["game"] == "hex").await;
    say(&mut socket, json!({ "do": "new", "game": "hex", "size": "6", "white": human, "black": human }))
        .await;
    wait(&mut socket, |m| m["type"] == "state" && m["size"] == "6").await;
    for wish in [
        json!({ "do": "play", "move": "a1", "at": old["at"] }),
        json!({ "do": "resign", "table": old["table"] }),
        json!({ "do": "solve", "on": true, "table": old["table"] }),
    ] {
        say(&mut socket, wish).await;
        let state = wait(&mut socket, |m| m["type"] == "state").await;
        assert_eq!(
            (&state["ply"], &state["over"], &state["solving"]),
            (&json!(0), &Value::Null, &Value::Null)
        );
    }
}

#[tokio::test]
async fn certificates_are_opened_by_owners_only_and_rubbish_is_refused() {
    let nobody = "/api/session/0123456789abcdef0123456789abcdef/certificate";
    assert!(post(nobody, "RBPROOF").starts_with("HTTP/1.1 404"));
    let mut socket = connect().await;
    say(&mut socket, json!({})).await;
    let welcome = wait(&mut socket, |m| m["type"] == "welcome").await;
    let path = format!("/api/session/{}/certificate", welcome["session"].as_str().unwrap());
    for body in ["", "RBPROOF", "RBPROOF\u{1}rubbish", "(;SZ[4])"] {
        let refused = tokio::task::spawn_blocking({
            let path = path.clone();
            move || post(&path, body)
        });
        assert!(refused.await.unwrap().starts_with("HTTP/1.1 400"), "{body:?}");
    }
}

#[tokio::test]
async fn strangers_and_bad_links_are_turned_away() {
    let mut socket = connect().await;
    say(&mut socket, json!({ "join": "0123456789abcdef0123456789abcdef" })).await;
    let refusal = wait(&mut socket, |m| m["type"] == "notice").await;
    assert_eq!(refusal["kind"], "refused");
    let mut silent = connect().await;
    silent.send(Message::binary(vec![0; 10])).await.unwrap();
    assert!(silent.next().await.is_none_or(|m| !matches!(m, Ok(Message::Text(_)))));
}

/// Bytes of memory that this process holds, where the system says so.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    println!("{kilobytes} kB held");
    Some(kilobytes << 10)
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_tabs_analysing_leave_a_move_quick() {
    let mut tabs = Vec::new();
    for _ in 0..50 {
        let mut socket = enter().await;
        say(&mut socket, json!({ "do": "analyse", "on": true })).await;
        // Read on in the background as a browser would; some never read at all.
        tabs.push(if tabs.len() % 5 == 0 {
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_secs(60)).await;
                drop(socket);
            })
        } else {
            tokio::spawn(async move { while socket.next().await.is_some() {} })
        });
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mut socket = enter().await;
    let human = json!({ "kind": "human" });
    let engine = json!({ "kind": "engine", "level": 1 });
    let mut slowest = Duration::ZERO;
    for _ in 0..5 {
        let new = json!({ "do": "new", "game": "havannah", "size": "4", "white": human, "black": engine, "swap": false });
        say(&mut socket, new).await;
        wait(&mut socket, |m| m["type"] == "state" && m["ply"] == 0 && m["size"] == "4").await;
        let start = Instant::now();
        say(&mut socket, json!({ "do": "play", "move": "d4" })).await;
        wait(&mut socket, |m| m["type"] == "state" && m["ply"] == 2).await;
        slowest = slowest.max(start.elapsed());
    }
    if let Some(held) = resident() {
        // The limit of 64 MB and 32 more, with room for fifty-one clients in the same process.
        assert!(held < 160 << 20, "{} MB are held", held >> 20);
    }
    // The promise is a tenth of a second beyond the thinking; examples/load.rs measures it.
    println!("the slowest reply took {slowest:?}");
    tabs.iter().for_each(|tab| tab.abort());
}
