//! A GTP engine for tests that plays the first empty cell. Its argument names a way to misbehave from its third move on:
//! `hang`, `garbage`, `illegal`, `exit`, `flood` (standard error) or `rude` (no at every question); `small`
//! knows only size 4, and `mark FILE` makes that file when it starts.

use std::io::{BufRead, Write};
use std::time::Duration;

use game::{Coords, Move, Record, Shape, Size};

fn main() {
    let manner = std::env::args().nth(1).unwrap_or_default();
    let mut record = Record::new(Shape::of(Size::havannah(4).expect("four is a size")));
    let mut asked = 0;
    if let ("mark", Some(file)) = (manner.as_str(), std::env::args().nth(2)) {
        std::fs::write(file, "started").expect("the file can be written");
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words.as_slice() {
            ["boardsize", size] if manner == "small" && *size != "4" => {
                print!("? this board is too large\n\n");
                let _ = std::io::stdout().flush();
                continue;
            }
            ["boardsize", size] => {
                let size = Size::havannah(size.parse().unwrap_or(4)).expect("a size in range");
                record = Record::new(Shape::of(size));
                String::new()
            }
            ["clear_board"] => {
                record = Record::new(record.shape());
                asked = 0;
                String::new()
            }
            ["play", _, cell] => {
                let mv = Move::parse(record.shape(), cell, Coords::Gui).expect("a move");
                record.play(mv).expect("a legal move");
                String::new()
            }
            ["genmove", _] => {
                asked += 1;
                let name = first_cell(&mut record);
                if asked < 3 { name } else { misbehave(&manner, name) }
            }
            ["quit"] => {
                println!("=\n");
                return;
            }
            _ => String::new(),
        };
        print!("= {answer}\n\n");
        let _ = std::io::stdout().flush();
    }
}

fn first_cell(record: &mut Record) -> String {
    let cell = record.position().empty_cells().iter().next();
    let Some(cell) = cell else { return "resign".into() };
    let _ = record.play(cell);
    Move::Cell(cell).name(record.shape(), Coords::Gui)
}

fn misbehave(manner: &str, name: String) -> String {
    match manner {
        "hang" => {
            std::thread::sleep(Duration::from_secs(3600));
            name
        }
        "garbage" => "\u{7}~!? the best move is unclear".into(),
        "illegal" => "a1".into(),
        "exit" => {
            eprintln!("out of memory");
            std::process::exit(3)
        }
        "flood" => {
            (0..20_000).for_each(|i| eprintln!("thinking about thought number {i} of very many"));
            name
        }
        "rude" => {
            print!("? no\n\n");
            String::new()
        }
        _ => name,
    }
}
