//! The newcomer's player of `examples/my_player.rs`, asked through its input and output as any controller would.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use robusto_game::{Colour, Coords, Record, Shape, Size, parse_cell};

/// The example, which cargo builds beside the tests.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("this test has a path");
    let profile = test.ancestors().nth(2).expect("tests are in a folder of the profile");
    profile.join("examples").join(format!("my_player{}", std::env::consts::EXE_SUFFIX))
}

struct Player {
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Player {
    fn start() -> Player {
        let mut command = Command::new(program());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the example is built");
        let answers = BufReader::new(child.stdout.take().expect("piped"));
        Player { child, answers }
    }

    /// Sends a line and returns the answer without its empty line.
    fn ask(&mut self, line: &str) -> String {
        let input = self.child.stdin.as_mut().expect("piped");
        writeln!(input, "{line}").expect("the player listens");
        input.flush().expect("the player listens");
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).expect("the player answers in UTF-8");
            if read == 0 || line.trim_end().is_empty() {
                return answer.trim_end().to_string();
            }
            answer += &line;
        }
    }
}

/// Plays a whole game in which our colour takes the first legal cell; every move of the player must be legal.
fn play_game(player: &mut Player, size: &str, ours: Colour) -> Record {
    assert_eq!(player.ask(&format!("boardsize {size}")), "=");
    assert_eq!(player.ask("clear_board"), "=");
    let shape = Shape::of(Size::parse(robusto_game::Game::Havannah, size).expect("a size"));
    let mut record = Record::new(shape);
    while !record.is_over() {
        let turn = record.turn();
        if turn == ours {
            let cell = record.position().empty_cells().first_cell().expect("an open game");
            record.play(cell).expect("an empty cell");
            let name = robusto_game::cell_name(shape, cell, Coords::Gui);
            assert_eq!(player.ask(&format!("play {turn} {name}")), "=");
        } else {
            let answer = player.ask(&format!("genmove {turn}"));
            let name = answer.strip_prefix("= ").unwrap_or_else(|| panic!("{answer}"));
            record.play(parse_cell(shape, name, Coords::Gui).expect("a cell")).expect("a legal move");
        }
    }
    record
}

#[test]
fn whole_games_are_legal() {
    let mut player = Player::start();
    for (size, ours) in
        [("4", Colour::White), ("4", Colour::Black), ("3x4x5", Colour::White), ("8", Colour::Black)]
    {
        let record = play_game(&mut player, size, ours);
        assert!(record.outcome().is_some());
        assert_eq!(player.ask(&format!("genmove {}", record.turn())), "? the game is over");
    }
    assert_eq!(player.ask("quit"), "=");
    assert!(player.child.wait().expect("it ends").success());
}

#[test]
fn bad_lines_are_answered_and_the_game_lives_on() {
    let mut player = Player::start();
    assert!(player.ask("list_commands").contains("genmove"));
    assert_eq!(player.ask("name"), "= My Player");
    assert_eq!(player.ask("fly"), "? unknown command");
    assert_eq!(player.ask("boardsize 100"), "? havannah size 100 is out of range (sides 2 to 15)");
    assert_eq!(player.ask("play white d4"), "=");
    assert_eq!(player.ask("play black d4"), "? illegal move: the cell d4 is occupied");
    assert_eq!(player.ask("play white a1"), "? illegal move: it is black's turn");
    assert!(player.ask("play black z9").starts_with("? "));
    assert!(player.ask("showboard").contains("(O)"));
    drop(player.child.stdin.take());
    assert!(player.child.wait().expect("it ends with its input").success());
}

#[test]
fn it_fits_a_page() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples/my_player.rs");
    assert!(std::fs::read_to_string(file).expect("the example").lines().count() < 60);
}
