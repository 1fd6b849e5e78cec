//! What Hex programs say to each other beside the standard (HTP, as HexGui and benzene speak it).

use game::{Game, Shape};

use super::havannah::legal_moves;
use super::{Row, command, done, text};
use crate::Refusal;
use crate::desk::{Desk, Reply};
use crate::line::Args;

pub(super) static ROWS: &[Row] = &[
    command("all_legal_moves", "", "all moves that are legal now", |desk, _| {
        text(legal_moves(desk).join(" "))
    }),
    command("hexgui-analyze_commands", "", "commands for HexGui's menu", |_, _| text(super::gogui::MENU)),
    command("param_game", "[allow_swap 0 | 1]", "settings of the game, as benzene names them", param_game),
    command(
        "robusto-game",
        "[havannah | hex]",
        "the game; a change begins a new one on its usual board",
        choose_game,
    ),
];

fn param_game(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    match *args.between(0, 2)? {
        [] => text(format!("\n[bool] allow_swap {}", desk.session.setting("swap")?)),
        ["allow_swap"] => text(desk.session.setting("swap")?),
        ["allow_swap", value] => {
            desk.session.set("swap", value).map_err(|error| Refusal::Syntax(error.to_string()))?;
            done()
        }
        _ => Err(Refusal::syntax("the setting of the game is allow_swap")),
    }
}

fn choose_game(desk: &mut Desk, args: &Args) -> Result<Reply, Refusal> {
    let Some(word) = args.between(0, 1)?.first() else { return text(desk.game().word()) };
    let game =
        Game::named(word).ok_or_else(|| Refusal::syntax(format!("the game is {}", Game::choices())))?;
    if game != desk.game() {
        desk.session.new_game(Shape::of(game.usual_size()));
    }
    done()
}
