//! The commands that every engine has.

use game::diagram::Diagram;
use game::{Colour, End, Outcome, Shape, Size};

use super::{Row, command, done, rows, text};
use crate::Refusal;
use crate::desk::{Desk, Reply, read_colour};
use crate::line::Args;

pub(super) static ROWS: &[Row] = &[
    command("protocol_version", "", "the version of the protocol", |_, _| text("2")),
    command("name", "", "the name of the program", |_, _| text("Robusto")),
    command("version", "", "the version of the program", |_, _| text(env!("CARGO_PKG_VERSION"))),
    command("known_command", "NAME", "whether there is such a command", known_command),
    command("list_commands", "", "the names of all commands", |_, _| {
        text(rows().map(|row| row.name).collect::<Vec<_>>().join("\n"))
    }),
    command("help", "[NAME]", "what the commands do", help),
    command("quit", "", "ends the session", |_, _| Ok(Reply::Quit)),
    command("boardsize", "SIZE", "a new game: 8 or 4x4x5 in Havannah, 11 or 11 9 in Hex", board_size),
    command("clear_board", "", "a new game on the same board", |desk, _| {
        desk.session.clear();
        done()
    }),
    command("komi", "NUMBER", "taken and ignored: these games have none", komi),
    command("play", "COLOUR MOVE", "makes a move: a cell, swap or resign", play),
    command("genmove", "[COLOUR]", "finds a move and makes it", genmove),
    command("reg_genmove", "[COLOUR]", "finds a move without making it", reg_genmove),
    command("undo", "", "takes back the last move", |desk, args| {
        args.between(0, 0)?;
        desk.session.undo()?;
        done()
    }),
    command("gg-undo", "[COUNT]", "takes back so many moves, or none", undo_many),
    command("showboard", "", "a picture of the board", |desk, _| {
        text(format!("\n{}", Diagram::of_record(desk.session.record())))
    }),
    command("final_score", "", "the result: W+, B+, 0 for a draw", final_score),
];

fn known_command(_: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let name = args.one()?;
    text(if super::row(name).is_some() { "true" } else { "false" })
}

fn help(_: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let words = args.between(0, 1)?;
    let lines: Vec<String> = rows()
        .filter(|row| words.first().is_none_or(|name| row.name == *name))
        .map(|row| format!("{} {}: {}", row.name, row.usage, row.help).replace(" :", ":"))
        .collect();
    if lines.is_empty() { Err(Refusal::UnknownCommand) } else { text(lines.join("\n")) }
}

fn board_size(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let words = args.between(1, 3)?;
    let size = Size::parse(desk.game(), &words.join("x")).map_err(|error| {
        // A number is a size, if not one of ours; other words are not.
        let is_number = words.iter().all(|word| word.parse::<f64>().is_ok());
        if is_number { Refusal::Size(error.to_string()) } else { error.into() }
    })?;
    desk.session.new_game(Shape::of(size));
    done()
}

fn komi(_: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let number: Option<f64> = args.one()?.parse().ok();
    if number.is_some() { done() } else { Err(Refusal::syntax("komi is a number")) }
}

fn play(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let words = args.between(2, 2)?;
    let colour = read_colour(words[0])?;
    if words[1].eq_ignore_ascii_case("resign") {
        desk.session.resign(colour)?;
        return done();
    }
    let mv = desk.points.read_move(desk.shape(), words[1])?;
    desk.session.play(colour, mv)?;
    done()
}

/// The colour that is named, or else the one to move.
fn colour_or_turn(desk: &Desk, args: &Args) -> Result<Colour, Refusal> {
    args.between(0, 1)?.first().map_or(Ok(desk.turn()), |word| read_colour(word))
}

fn genmove(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let colour = colour_or_turn(desk, args)?;
    let answer = desk.genmove(colour, &mut |_| {})?;
    text(desk.choice_name(answer.choice))
}

fn reg_genmove(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let colour = colour_or_turn(desk, args)?;
    let stop = desk.fresh_stop();
    let answer = desk.session.suggest(colour, &stop, &mut |_| {})?;
    text(desk.choice_name(answer.choice))
}

fn undo_many(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let count = args.between(0, 1)?.first().map_or(Ok(1), |word| word.parse::<usize>());
    let count = count.map_err(|_| Refusal::syntax("the number of moves is a whole number"))?;
    let there = desk.session.record().len() + usize::from(desk.session.record().end().is_some());
    if count > there {
        return Err(Refusal::CannotUndo);
    }
    (0..count).try_for_each(|_| desk.session.undo())?;
    done()
}

/// `W+`, `B+R`, `0`: who won, and how if not on the board.
pub(super) fn score(desk: &Desk) -> Option<String> {
    let record = desk.session.record();
    let how = match record.end() {
        Some(End::Resigned(_)) => "R",
        Some(End::TimedOut(_)) => "T",
        None => "",
    };
    record.result().map(|result| match result {
        Outcome::Draw => "0".into(),
        Outcome::Win(Colour::White) => format!("W+{how}"),
        Outcome::Win(Colour::Black) => format!("B+{how}"),
    })
}

fn final_score(desk: &mut Desk, _: &Args) -> Result<Reply, Refusal> {
    score(desk).map_or(Err(Refusal::CannotScore), text)
}
