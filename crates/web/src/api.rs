//! Plain requests: facts about the server, shapes of boards, judgements of positions, and game files to save.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::sgf::Style;
use game::{Cell, Coords, Diagram, Game, Move, Shape, Size, cell_name};
use search::connection_view::ConnectionView;
use search::levels::Level as Graded;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::options::{CLASSIC, Level};
use crate::server::Shared;
use crate::table::colour_named;
use crate::tree::Tree;
use crate::walk::Book;
use crate::wire::{self, ClassicInfo, LevelInfo, StoredMap};
use crate::{chart, files, outside, swapmaps, view};

/// A refusal: a status and a sentence.
pub type Refusal = (StatusCode, String);

fn bad(error: impl ToString) -> Refusal {
    (StatusCode::BAD_REQUEST, error.to_string())
}

/// What the page needs to know about the server.
pub async fn info(State(shared): State<Shared>) -> Json<wire::Info> {
    let options = &shared.options;
    let level = |level: &Level| {
        let graded = Graded::numbered(level.number.map_or(10, u32::from));
        let elo = |game: Game| Some((game.word(), graded?.elo(game)?));
        LevelInfo {
            level: level.number,
            name: level.name.clone(),
            elo: Game::ALL.into_iter().filter_map(elo).collect(),
            visits: level.limits.visits,
            guided: graded.filter(|graded| graded.guided > 0).map(|graded| graded.guided.into()),
            seconds: level.limits.time.map(|time: Duration| time.as_secs_f32()),
        }
    };
    Json(wire::Info {
        name: "Robusto",
        version: env!("CARGO_PKG_VERSION"),
        levels: options.levels.iter().map(level).collect(),
        classic: CLASSIC.iter().map(|&(preset, game)| ClassicInfo { preset, game }).collect(),
        engines: outside::presets(&options.engines),
        solver: options.solve.is_some(),
        lab: options.lab.is_some(),
        learning: options.learning.is_some(),
        threads: options.threads,
        connections: shared.connections.load(Ordering::Relaxed),
        open_to_others: !options.listen.is_loopback(),
        addresses: shared.addresses.clone(),
        puzzles: crate::assets::has("puzzles.json"),
    })
}

fn shape_of(game: &str, size: &str) -> Result<&'static Shape, Refusal> {
    let game = Game::named(game).ok_or_else(|| bad(format!("the game is {}", Game::choices())))?;
    Ok(Shape::of(Size::parse(game, size).map_err(bad)?))
}

/// The tables of a board.
pub async fn shape(Path((game, size)): Path<(String, String)>) -> Result<Json<wire::Shape>, Refusal> {
    Ok(Json(view::shape(shape_of(&game, &size)?)))
}

/// The swap map of a board, if it was made beforehand; what is proved since is put in.
pub async fn swap_map(
    State(shared): State<Shared>,
    Path((game, size)): Path<(String, String)>,
) -> Json<StoredMap> {
    let openings = swapmaps::find(&game, &size);
    let proved = &shared.sessions.proved;
    let openings =
        openings.map(|found| found.into_iter().map(|it| it.settled(&game, &size, proved)).collect());
    Json(StoredMap { key: chart::key(&game, &size), openings })
}

/// A position to judge: stones, then moves.
#[derive(Debug, Deserialize)]
pub struct Question {
    game: String,
    size: String,
    #[serde(default)]
    stones: String,
    #[serde(default)]
    turn: Option<String>,
    #[serde(default)]
    moves: String,
}

/// Judges a position that belongs to no session: stones, threats, who has won and how.
pub async fn judge(Json(question): Json<Question>) -> Result<Json<wire::Moment>, Refusal> {
    Ok(Json(view::moment(read(&question)?.record())))
}

fn read(question: &Question) -> Result<Tree, Refusal> {
    let shape = shape_of(&question.game, &question.size)?;
    let turn = question.turn.as_deref().map(colour_named).transpose().map_err(bad)?;
    let stones = files::read_stones(shape, &question.stones).map_err(bad)?;
    let mut tree = Tree::set_up(shape, stones, turn.unwrap_or(shape.first_colour())).map_err(bad)?;
    for word in question.moves.split_whitespace().take(shape.len() + 1) {
        tree.play(Move::parse(shape, word, Coords::Gui).map_err(bad)?).map_err(bad)?;
    }
    Ok(tree)
}

/// The same position drawn as text.
pub async fn diagram(Json(question): Json<Question>) -> Result<String, Refusal> {
    Ok(Diagram::of_record(read(&question)?.record()).to_string())
}

/// What virtual connections say of the same position, in Hex: who wins and by which cells, the must-play region, dead and captured cells.
pub async fn connections(Json(question): Json<Question>) -> Result<Json<Value>, Refusal> {
    let tree = read(&question)?;
    let position = *tree.record().position();
    let look = move || ConnectionView::of(&position);
    let view = tokio::task::spawn_blocking(look).await.map_err(bad)?;
    let view = view.ok_or_else(|| bad("connections are those of a game of Hex that is not over"))?;
    let shape = tree.record().shape();
    let name = |cell: &Cell| cell_name(shape, *cell, Coords::Gui);
    let names = |cells: &[Cell]| cells.iter().map(name).collect::<Vec<_>>();
    Ok(Json(json!({
        "verdict": view.verdict.word(),
        "move": view.by.as_ref().map(name),
        "carrier": names(&view.carrier),
        "moves": names(&view.moves),
        "must_play": names(&view.must_play),
        "dead": names(&view.dead),
        "captured": { "white": names(&view.captured[0]), "black": names(&view.captured[1]) },
    })))
}

/// Opens a certificate: checks it, puts its position on the session's table and lets its owner walk through
/// it.
pub async fn certificate(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    bytes: Bytes,
) -> Result<(), Refusal> {
    let session = shared.sessions.find(&id).ok_or_else(no_game)?;
    let opened = tokio::task::spawn_blocking(move || {
        let book = Book::open(&bytes)?;
        let start = book.start().clone();
        shared.sessions.proved.keep(Arc::new(book));
        let opened = session.lock().replace(|table| table.open_position(&start));
        opened.map_err(|error| error.to_string())
    });
    opened.await.map_err(bad)?.map_err(bad)
}

fn no_game() -> Refusal {
    (StatusCode::NOT_FOUND, "There is no such game.".into())
}

/// All games that are kept on this machine, for whoever has a session.
pub async fn games(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<Vec<wire::KeptGame>>, Refusal> {
    shared.sessions.find(&id).ok_or_else(no_game)?;
    let games = tokio::task::spawn_blocking(move || shared.sessions.games()).await.map_err(bad)?;
    Ok(Json(games))
}

/// Deletes a kept game, or puts it back.
pub async fn change_game(
    State(shared): State<Shared>,
    Path((id, game, what)): Path<(String, String, String)>,
) -> Result<(), Refusal> {
    shared.sessions.find(&id).ok_or_else(no_game)?;
    let done = match what.as_str() {
        "delete" => shared.sessions.delete_game(&game),
        "restore" => shared.sessions.restore_game(&game),
        _ => false,
    };
    done.then_some(()).ok_or_else(no_game)
}

/// How a file is to be written.
#[derive(Debug, Deserialize)]
pub struct FileStyle {
    #[serde(default)]
    style: String,
}

/// A session's game as a file to save.
pub async fn game_file(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(style): Query<FileStyle>,
) -> Result<Response, Refusal> {
    let session = shared.sessions.find(&id).ok_or_else(no_game)?;
    let style = if style.style == "littlegolem" { Style::LittleGolem } else { Style::Robusto };
    let text = files::save(&session.lock().table.tree, style);
    let headers = [
        (header::CONTENT_TYPE, "application/x-go-sgf; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"game.sgf\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, text).into_response())
}
