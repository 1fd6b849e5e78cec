//! The same player through every door: one position, seed and number of simulations give one move, whether GTP, the terminal,
//! the lab or the app is asked.
//!
//! The positions have too few stones for solver queries, which go by time and would make the answers differ from run to run.

mod common;

use std::sync::{Arc, mpsc};
use std::time::Duration;

use common::{Folder, run_with};
use futures_util::{SinkExt, StreamExt};
use game::{Coords, Game, Move, Record, Shape, Size};
use lab::pace::{Clock, Pace};
use lab::seat::{Answer, Place, take_seat};
use lab::task::Board;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// What is asked: a position in which Black, the second player in Havannah, is to move.
struct Question {
    size: &'static str,
    moves: &'static str,
    preset: &'static str,
    seed: u64,
}

const VISITS: u64 = 400;

const QUESTIONS: [Question; 4] = [
    Question { size: "4", moves: "d4 c3 b4", preset: "strong", seed: 1 },
    Question { size: "5", moves: "e5 d4 c6", preset: "strong", seed: 2 },
    Question { size: "7", moves: "d4 e5 f6 g7 c5", preset: "strong", seed: 3 },
    Question { size: "5", moves: "e5", preset: "level-5", seed: 4 },
];

impl Question {
    fn record(&self) -> Record {
        let shape = Shape::of(Size::parse(Game::Havannah, self.size).unwrap());
        Record::from_moves(shape, self.moves, Coords::Gui).unwrap()
    }

    fn name(&self, mv: Move) -> String {
        mv.name(self.record().shape(), Coords::Gui)
    }

    fn over_gtp(&self) -> String {
        let (visits, seed) = (VISITS.to_string(), self.seed.to_string());
        let mut input = String::new();
        for (i, cell) in self.moves.split_whitespace().enumerate() {
            input += &format!("play {} {cell}\n", ["w", "b"][i % 2]);
        }
        input += "genmove b\nquit\n";
        let args =
            ["gtp", "--size", self.size, "--preset", self.preset, "--visits", &visits, "--seed", &seed];
        let said = run_with(&[&args[..], &["--threads", "1", "--coords", "gui"]].concat(), input.as_bytes());
        let answers: Vec<&str> = said.succeeds().split("\n\n").collect();
        answers[answers.len() - 3].trim_start_matches("= ").to_lowercase()
    }

    fn in_the_terminal(&self) -> String {
        let folder = Folder::new(&format!("doors-{}", self.seed));
        let file = folder.path("game.sgf");
        let (visits, seed) = (VISITS.to_string(), self.seed.to_string());
        let position = ["play", "--plain", "--size", self.size, "--moves", self.moves, "--colour", "white"];
        let player = ["--preset", self.preset, "--visits", &visits, "--seed", &seed, "--threads", "1"];
        let save = ["--save", file.to_str().unwrap()];
        run_with(&[&position[..], &player, &save].concat(), b"quit\n").succeeds();
        let text = std::fs::read_to_string(file).unwrap();
        let record = game::sgf::read_record(text.as_bytes()).unwrap();
        self.name(record.moves()[self.record().len()])
    }

    fn in_the_lab(&self) -> String {
        let record = self.record();
        let spec = lab::PlayerSpec::preset(self.preset);
        let mut seat = take_seat(&spec, &lab::players::make).unwrap();
        let place = Place { board: Board(record.shape().size()), seed: self.seed };
        seat.begin(&record, &place).unwrap();
        let answer = seat.choose(&record, &Clock::new(Pace::Visits(VISITS), 0.0), false).unwrap();
        let Answer::Move(mv, _) = answer else { panic!("it resigns") };
        self.name(mv)
    }

    /// Begins a game over the socket, in which the engine is to move, and waits for its stone.
    fn in_the_app(&self) -> String {
        let (tell, hear) = mpsc::channel();
        let level =
            web::Level { number: None, name: "the one".into(), limits: engine::Limits::visits(VISITS) };
        let number = self.preset.strip_prefix("level-").map(|number| number.parse::<u8>().unwrap());
        let options = web::Options {
            port: 0,
            no_browser: true,
            threads: 1,
            data: None,
            seed: Some(self.seed),
            levels: vec![level.clone(), web::Level { number, ..level }],
            on_ready: Some(Arc::new(move |port| tell.send(port).unwrap())),
            ..web::Options::default()
        };
        std::thread::spawn(move || web::serve(options));
        let port = hear.recv_timeout(Duration::from_secs(10)).unwrap();
        let wish = json!({
            "do": "new", "game": "havannah", "size": self.size, "moves": self.moves, "swap": false,
            "white": { "kind": "human" }, "black": { "kind": "engine", "level": number },
        });
        let plies = self.record().len() + 1;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let played = async {
            let (mut socket, _) =
                tokio_tungstenite::connect_async(format!("ws://127.0.0.1:{port}/ws")).await.unwrap();
            socket.send(Message::text("{}")).await.unwrap();
            socket.send(Message::text(wish.to_string())).await.unwrap();
            while let Some(Ok(message)) = socket.next().await {
                let Message::Text(text) = message else { continue };
                let said: Value = serde_json::from_str(&text).unwrap();
                if said["type"] == "state" && said["ply"] == plies {
                    return said["last"].as_u64();
                }
            }
            None
        };
        let cell = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(60), played).await });
        let cell = cell.expect("it moves within a minute");
        self.name(Move::Cell(game::Cell::new(cell.expect("a stone") as usize)))
    }
}

#[test]
fn one_question_has_one_answer_through_every_door() {
    for question in &QUESTIONS {
        let answers =
            [question.over_gtp(), question.in_the_terminal(), question.in_the_lab(), question.in_the_app()];
        let Question { size, moves, preset, .. } = question;
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{size} {moves} {preset}: {answers:?}");
    }
}
