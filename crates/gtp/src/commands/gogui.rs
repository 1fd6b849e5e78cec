//! What GoGui asks: the board and the rules of a game that it does not know, and commands for its menus.
//!
//! GoGui names cells by its own grid; `robusto-coords gogui`, as a command at start-up, makes us speak so.

use game::{Cell, Colour, Move, win_sentence};

use super::havannah::legal_moves;
use super::{Row, command, done, text};
use crate::Refusal;
use crate::desk::{Desk, Reply, read_colour};
use crate::line::Args;
use crate::points::grid_size;

pub(super) static ROWS: &[Row] = &[
    command("gogui-analyze_commands", "", "commands for GoGui's menu", |_, _| text(MENU)),
    command("gogui-interrupt", "", "a line # interrupt ends the thought for a move", |_, _| done()),
    command("gogui-rules_game_id", "", "the name of the game", |desk, _| text(desk.game().title())),
    command("gogui-rules_board_size", "", "the side of the square that holds the board", |desk, _| {
        text(grid_size(desk.shape()).to_string())
    }),
    command("gogui-rules_board", "", "the cells row by row: X, O, . and ? for none", |desk, _| {
        text(format!("\n{}", grid(desk)))
    }),
    command("gogui-rules_legal_moves", "", "all moves that are legal now", |desk, _| {
        text(legal_moves(desk).join(" "))
    }),
    command("gogui-rules_side_to_move", "", "the colour to move", |desk, _| text(desk.turn().word())),
    command(
        "gogui-rules_final_result",
        "",
        "the result in words, empty while the game goes on",
        final_result,
    ),
    command("gogui-play_sequence", "COLOUR MOVE ...", "makes several moves", play_sequence),
    command("gogui-setup", "COLOUR CELL ...", "adds stones to an empty or set-up board", set_up),
    command("gogui-setup_player", "COLOUR", "the colour to move on a set-up board", set_up_player),
    command("robusto-labels", "", "win rates of the last thought as labels on the board", labels),
];

/// Type, title and command, one a line.
pub(super) const MENU: &str = "string/Winner/havannah_winner
string/Principal Variation/pv
hstring/Move Statistics/move_stats
gfx/Win Rates/robusto-labels
hstring/Settings/robusto-param
string/Solve for 10 Seconds/robusto-solve 10
string/Solve Status/robusto-solve status
hstring/Help/help";

fn grid(desk: &Desk) -> String {
    let (shape, position) = (desk.shape(), desk.session.record().position());
    let sign = |x, y| match shape.cell_at(x, y).map(|cell| position.stone(cell)) {
        None => "?",
        Some(None) => ".",
        Some(Some(Colour::Black)) => "X",
        Some(Some(Colour::White)) => "O",
    };
    let size = grid_size(shape);
    let row = |y| (0..size).map(|x| sign(x, y)).collect::<Vec<_>>().join(" ");
    (0..size).map(row).collect::<Vec<_>>().join("\n")
}

fn final_result(desk: &mut Desk, _: &Args) -> Result<Reply, Refusal> {
    let record = desk.session.record();
    match (record.end(), record.outcome()) {
        (Some(end), _) => text(end.to_string()),
        (None, Some(game::Outcome::Draw)) => text("draw"),
        (None, Some(outcome)) => {
            let sentence = win_sentence(&record.wins());
            text(if sentence.is_empty() { format!("{} wins", outcome.word()) } else { sentence })
        }
        (None, None) => done(),
    }
}

fn play_sequence(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let mut turn = desk.turn();
    let mut moves = Vec::new();
    for (colour, mv) in pairs(desk, args)? {
        if colour != turn {
            return Err(Refusal::IllegalMove(format!("it is {turn}'s turn")));
        }
        turn = if mv == Move::SwapSides { turn } else { turn.other() };
        moves.push(mv);
    }
    let refused = |(place, error)| Refusal::IllegalMove(format!("move {}: {error}", place + 1));
    desk.session.play_all(&moves).map_err(refused)?;
    done()
}

fn pairs(desk: &Desk, args: &Args) -> Result<Vec<(Colour, Move)>, Refusal> {
    let (pairs, rest) = args.words.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(Refusal::syntax("the arguments are pairs of a colour and a cell"));
    }
    let read =
        |&[colour, word]: &[&str; 2]| Ok((read_colour(colour)?, desk.points.read_move(desk.shape(), word)?));
    pairs.iter().map(read).collect()
}

/// The stones of a board on which no move has been made.
fn stones_so_far(desk: &Desk) -> Result<Vec<(Cell, Colour)>, Refusal> {
    let record = desk.session.record();
    if record.is_empty() {
        return Ok(record.set_up_stones().to_vec());
    }
    Err(Refusal::Other("stones are set up before the first move".into()))
}

fn set_up(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let mut stones = stones_so_far(desk)?;
    for (colour, mv) in pairs(desk, args)? {
        let cell = mv.cell().ok_or(Refusal::syntax("a swap cannot be set up"))?;
        stones.push((cell, colour));
    }
    let turn = desk.session.record().first_turn();
    desk.session.set_up(stones, turn)?;
    done()
}

fn set_up_player(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let turn = read_colour(args.one()?)?;
    let stones = stones_so_far(desk)?;
    desk.session.set_up(stones, turn)?;
    done()
}

fn labels(desk: &mut Desk, _: &Args) -> Result<Reply, Refusal> {
    let Some(thought) = desk.session.thought() else { return done() };
    let label = |candidate: &engine::Candidate| {
        let share = (candidate.win_rate * 100.0).round();
        format!("{} {share}", desk.points.cell_name(desk.shape(), candidate.cell))
    };
    let labels: Vec<String> = thought.candidates.iter().map(label).collect();
    text(format!("LABEL {}", labels.join(" ")))
}
