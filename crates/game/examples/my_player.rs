//! A player of your own in under 60 lines: it speaks enough GTP to play whole games of Havannah.
//!
//! It wins at once if it can, else stops the opponent from doing so, else plays anywhere; the place for ideas is `choose`.
//! Try `cargo run -p robusto-game --example my_player` and type `boardsize 4`, `genmove white`, `showboard`.

use robusto_game::{Cell, Colour, Coords, Game, Move, Record, Shape, Size, diagram::Diagram};

const COMMANDS: &str =
    "boardsize clear_board genmove list_commands name play protocol_version quit showboard";

/// The move to play in an open position.
fn choose(record: &Record, random: &mut u32) -> Cell {
    let position = record.position();
    let own = position.winning_cells(position.turn());
    let others = position.winning_cells(position.turn().other());
    let cells = [own, others, position.empty_cells()].into_iter().find(|cells| !cells.is_empty());
    let cells: Vec<Cell> = cells.expect("an open position has empty cells").iter().collect();
    *random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    cells[(*random >> 8) as usize % cells.len()]
}

/// The answer to one command: a text, or an error's text.
fn answer(record: &mut Record, random: &mut u32, words: &[&str]) -> Result<String, String> {
    let colour = |word: &str| if word.starts_with(['b', 'B']) { Colour::Black } else { Colour::White };
    match *words {
        ["name"] => return Ok("My Player".into()),
        ["protocol_version"] => return Ok("2".into()),
        ["list_commands"] => return Ok(COMMANDS.replace(' ', "\n")),
        ["showboard"] => return Ok(Diagram::of_record(record).to_string()),
        ["clear_board"] => *record = Record::new(record.shape()),
        ["boardsize", size] => {
            let size = Size::parse(Game::Havannah, size).map_err(|e| e.to_string())?;
            *record = Record::new(Shape::of(size));
        }
        ["play", who, text] => {
            let mv = Move::parse(record.shape(), text, Coords::Gui).map_err(|e| e.to_string())?;
            record.play_as(colour(who), mv).map_err(|e| format!("illegal move: {e}"))?;
        }
        ["genmove", _] if record.is_over() => return Err("the game is over".into()),
        ["genmove", who] => {
            let mv = Move::Cell(choose(record, random));
            record.play_as(colour(who), mv).map_err(|e| e.to_string())?;
            return Ok(mv.name(record.shape(), Coords::Gui));
        }
        _ => return Err("unknown command".into()),
    }
    Ok(String::new())
}

fn main() {
    let (mut record, mut random) = (Record::new(Shape::of(Size::havannah(4).expect("a size"))), 1);
    for line in std::io::stdin().lines().map_while(Result::ok).take_while(|line| line.trim() != "quit") {
        let words: Vec<&str> = line.split_whitespace().collect();
        let text =
            answer(&mut record, &mut random, &words).map_or_else(|e| format!("? {e}"), |a| format!("= {a}"));
        println!("{}\n", text.trim_end());
    }
    println!("=\n");
}
