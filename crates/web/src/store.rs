//! Sessions on disk, so that nothing is lost on a reload or when the server restarts. One JSON file a
//! session; finished games are written as game files, too.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use game::{Coords, Move, Shape, Size};
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::files;
use crate::limits;
use crate::message::Seat;
use crate::secret::{is_token, token};
use crate::table::{Table, colour_named};
use crate::tree::{Evaluation, Tree};
use search::player::Verdict;

/// A session as it is kept.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(default)]
    id: String,
    #[serde(default)]
    begun: u64,
    game: String,
    size: String,
    stones: String,
    turn: String,
    names: [String; 2],
    nodes: Vec<SavedNode>,
    current: usize,
    live: usize,
    seats: [Seat; 2],
    swap_rule: bool,
    clock: Option<clock::Kept>,
    analysing: bool,
    engine_due: bool,
    #[serde(default)]
    ponder: bool,
    #[serde(default)]
    invitation: Option<String>,
    /// The preset of another engine that analyses.
    #[serde(default)]
    analyst: Option<String>,
    #[serde(default)]
    teach: bool,
    #[serde(default)]
    has_asked: bool,
    #[serde(default)]
    taken_back: bool,
    /// Nodes that are still to be reviewed, and how many there were.
    #[serde(default)]
    review: (Vec<usize>, usize),
}

#[derive(Serialize, Deserialize)]
struct SavedNode {
    parent: usize,
    #[serde(rename = "move")]
    mv: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<(String, String)>,
    /// White's share, visits, verdict for White.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    known: Option<(f32, u64, String)>,
    /// The line that was expected after the moment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    line: String,
}

/// The directory of saved sessions.
#[derive(Clone, Debug)]
pub struct Store {
    directory: Option<PathBuf>,
}

impl Store {
    /// A store in a directory, or one that keeps nothing.
    pub fn new(directory: Option<PathBuf>) -> Store {
        let usable = directory.filter(|directory| {
            let made = ["sessions", "games", "kept", "kept/deleted", "invited"]
                .map(|name| directory.join(name))
                .iter()
                .all(|d| fs::create_dir_all(d).is_ok());
            if !made {
                tracing::warn!("games cannot be kept in {}", directory.display());
            }
            made
        });
        Store { directory: usable }
    }

    fn path(&self, id: &str) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        is_token(id).then(|| directory.join("sessions").join(format!("{id}.json")))
    }

    /// Keeps a session.
    pub fn save(&self, id: &str, text: &str) -> io::Result<()> {
        self.path(id).map_or(Ok(()), |path| write_whole(&path, text))
    }

    /// A session that was kept. A game that was gone on with elsewhere meanwhile becomes a game of its own.
    pub fn load(&self, id: &str) -> Option<Table> {
        let text = read_text(&self.path(id)?)?;
        let mut table = read(&text)?;
        if self.kept_path(&table.id).and_then(|path| read_text(&path)).is_some_and(|kept| kept != text) {
            table.id = token();
        }
        Some(table)
    }

    fn invited_path(&self, secret: &str) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        is_token(secret).then(|| directory.join("invited").join(secret))
    }

    /// Remembers which session an invitation is to.
    pub fn invite(&self, secret: &str, session: &str) {
        let Some(path) = self.invited_path(secret).filter(|path| !path.exists()) else { return };
        if let Err(error) = write_whole(&path, session) {
            tracing::warn!("the invitation cannot be kept: {error}");
        }
    }

    /// The session that an invitation was to. Whether it still holds is for the session to say.
    pub fn invited(&self, secret: &str) -> Option<String> {
        read_text(&self.invited_path(secret)?)
    }

    fn kept_path(&self, id: &str) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        is_token(id).then(|| directory.join("kept").join(format!("{id}.json")))
    }

    fn deleted_path(&self, id: &str) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        is_token(id).then(|| directory.join("kept/deleted").join(format!("{id}.json")))
    }

    /// Keeps a game.
    pub fn keep(&self, id: &str, text: &str) -> io::Result<()> {
        self.kept_path(id).map_or(Ok(()), |path| write_whole(&path, text))
    }

    /// A game that was kept.
    pub fn kept(&self, id: &str) -> Option<Table> {
        read(&read_text(&self.kept_path(id)?)?)
    }

    /// The names of all games that were kept, with when each changed last.
    pub fn all_kept(&self) -> Vec<(String, SystemTime)> {
        let Some(directory) = &self.directory else { return Vec::new() };
        let entries = fs::read_dir(directory.join("kept")).into_iter().flatten().flatten();
        entries
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let id = name.strip_suffix(".json").filter(|id| is_token(id))?;
                Some((id.to_string(), entry.metadata().ok()?.modified().ok()?))
            })
            .collect()
    }

    /// Takes a game out of those that are kept; it can be put back.
    pub fn delete(&self, id: &str) -> bool {
        let paths = self.kept_path(id).zip(self.deleted_path(id));
        paths.is_some_and(|(kept, deleted)| fs::rename(kept, deleted).is_ok())
    }

    /// Puts a game back that was deleted.
    pub fn restore(&self, id: &str) -> bool {
        let paths = self.kept_path(id).zip(self.deleted_path(id));
        paths.is_some_and(|(kept, deleted)| !kept.exists() && fs::rename(deleted, kept).is_ok())
    }

    /// Keeps a finished game as a file of its own.
    pub fn log(&self, table: &Table) {
        let Some(directory) = self.directory.as_ref().filter(|_| is_token(&table.id)) else { return };
        let path = directory.join("games").join(format!("{}-{}.sgf", table.begun / 86_400, &table.id[..8]));
        let text = files::save(&table.tree, game::sgf::Style::Robusto);
        if let Err(error) = write_whole(&path, &text) {
            tracing::warn!("the game cannot be logged: {error}");
        }
    }

    /// Removes the oldest sessions, deleted games and invitations beyond the limit. Games that are kept stay.
    pub fn prune(&self) {
        for folder in ["sessions", "kept/deleted", "invited"] {
            self.prune_folder(folder);
        }
    }

    fn prune_folder(&self, folder: &str) {
        let Some(directory) = &self.directory else { return };
        let Ok(entries) = fs::read_dir(directory.join(folder)) else { return };
        let mut found: Vec<(SystemTime, PathBuf)> = entries
            .flatten()
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        found.sort();
        let surplus = found.len().saturating_sub(limits::SAVED);
        for (_, path) in found.into_iter().take(surplus) {
            let _ = fs::remove_file(path);
        }
    }
}

fn read_text(path: &Path) -> Option<String> {
    let size = fs::metadata(path).ok()?.len();
    (size < 16 << 20).then(|| fs::read_to_string(path).ok()).flatten()
}

/// Writes a file so that it is there whole or not at all.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let partial = path.with_extension("part");
    fs::write(&partial, text)?;
    fs::rename(&partial, path)
}

/// A table as text.
pub fn write(table: &Table) -> String {
    let start = table.tree.start();
    let stones: String = start
        .shape()
        .cells()
        .map(|cell| match start.position().stone(cell) {
            None => '.',
            Some(game::Colour::White) => 'w',
            Some(game::Colour::Black) => 'b',
        })
        .collect();
    // Numbers of deleted nodes are not kept: the rest are numbered anew, parents before children.
    let mut number = vec![0; table.tree.len()];
    let mut nodes = Vec::new();
    let mut left = vec![crate::tree::ROOT];
    while let Some(id) = left.pop() {
        let Some(node) = table.tree.node(id) else { continue };
        number[id] = nodes.len();
        nodes.push(SavedNode {
            parent: node.parent.map_or(0, |parent| number[parent]),
            mv: node.mv.map(|mv| mv.name(start.shape(), Coords::Gui)).unwrap_or_default(),
            comment: node.comment.clone(),
            end: node.end.map(|end| (end_word(end).into(), end.loser().word().into())),
            known: node.evaluation.as_ref().map(|e| (e.white, e.visits, e.verdict.word().into())),
            line: node.evaluation.as_ref().map(|e| cells_text(start.shape(), &e.line)).unwrap_or_default(),
        });
        left.extend(node.children.iter().rev());
    }
    let saved = Saved {
        id: table.id.clone(),
        begun: table.begun,
        game: start.shape().game().word().into(),
        size: start.shape().size().to_string(),
        stones,
        turn: start.first_turn().word().into(),
        names: start.names.clone(),
        nodes,
        current: number[table.tree.current()],
        live: number[table.live],
        seats: table.first_seats().clone(),
        swap_rule: table.swap_rule,
        clock: table.clock.as_ref().map(Into::into),
        analysing: table.analysing,
        engine_due: table.engine_due,
        ponder: table.ponder,
        invitation: table.invitation.clone(),
        analyst: table.analyst.clone(),
        teach: table.teach,
        has_asked: table.has_asked,
        taken_back: table.taken_back,
        review: (table.review.iter().map(|&id| number[id]).collect(), table.review_total),
    };
    serde_json::to_string(&saved).unwrap_or_default()
}

/// A line of cells as text.
fn cells_text(shape: &Shape, line: &[game::Cell]) -> String {
    let names: Vec<String> = line.iter().map(|&cell| game::cell_name(shape, cell, Coords::Gui)).collect();
    names.join(" ")
}

fn end_word(end: game::End) -> &'static str {
    match end {
        game::End::Resigned(_) => "resigned",
        game::End::TimedOut(_) => "timeout",
    }
}

/// A table from text; `None` when it makes no sense.
pub fn read(text: &str) -> Option<Table> {
    let saved: Saved = serde_json::from_str(text).ok()?;
    let game = game::Game::named(&saved.game)?;
    let shape = Shape::of(Size::parse(game, &saved.size).ok()?);
    let stones = files::read_stones(shape, &saved.stones).ok()?;
    let mut tree = Tree::set_up(shape, stones, colour_named(&saved.turn).ok()?).ok()?;
    tree.set_names(saved.names);
    let mut ids = Vec::new();
    for (i, node) in saved.nodes.iter().enumerate() {
        let id = match i {
            0 => crate::tree::ROOT,
            _ => {
                let parent = *ids.get(node.parent)?;
                tree.go(parent).ok()?;
                tree.play(Move::parse(shape, &node.mv, Coords::Gui).ok()?).ok()?
            }
        };
        ids.push(id);
        read_facts(&mut tree, id, node)?;
    }
    // Ends come last: moves may follow where somebody has resigned, if they were there before.
    for (&id, node) in ids.iter().zip(&saved.nodes) {
        if let Some((how, loser)) = &node.end {
            let loser = colour_named(loser).ok()?;
            let end = if how == "timeout" { game::End::TimedOut(loser) } else { game::End::Resigned(loser) };
            tree.go(id).ok()?;
            tree.finish(end).ok()?;
        }
    }
    tree.go(*ids.get(saved.current)?).ok()?;
    let mut table = Table::of(tree, saved.seats);
    if is_token(&saved.id) {
        (table.id, table.begun) = (saved.id, saved.begun);
    }
    table.live = *ids.get(saved.live)?;
    table.swap_rule = saved.swap_rule;
    table.clock = saved.clock.map(Into::into);
    table.analysing = saved.analysing;
    table.engine_due = saved.engine_due;
    table.ponder = saved.ponder;
    table.invitation = saved.invitation.filter(|secret| is_token(secret));
    table.analyst = saved.analyst;
    table.teach = saved.teach;
    table.has_asked = saved.has_asked;
    table.taken_back = saved.taken_back;
    table.review = saved.review.0.iter().map(|&number| ids.get(number).copied()).collect::<Option<_>>()?;
    table.review_total = saved.review.1.max(table.review.len());
    Some(table)
}

fn read_facts(tree: &mut Tree, id: usize, node: &SavedNode) -> Option<()> {
    tree.comment(id, &node.comment).ok()?;
    if let Some((white, visits, verdict)) = &node.known {
        let verdict = [Verdict::Win, Verdict::Draw, Verdict::Loss]
            .into_iter()
            .find(|known| known.word() == verdict)
            .unwrap_or(Verdict::Unknown);
        let shape = tree.start().shape();
        let line = node
            .line
            .split_whitespace()
            .filter_map(|word| Move::parse(shape, word, Coords::Gui).ok()?.cell())
            .collect();
        tree.evaluate(id, Evaluation { white: white.clamp(0.0, 1.0), visits: *visits, verdict, line });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Command;
    use crate::table::Role;

    fn folder() -> PathBuf {
        std::env::temp_dir().join(format!("robusto-store-{}", token()))
    }

    #[test]
    fn kept_games_are_deleted_and_put_back() {
        let directory = folder();
        let store = Store::new(Some(directory.clone()));
        let table = Table::first();
        store.keep(&table.id, &write(&table)).unwrap();
        assert_eq!(store.all_kept().len(), 1);
        assert!(store.delete(&table.id) && store.all_kept().is_empty() && store.kept(&table.id).is_none());
        assert!(store.restore(&table.id) && !store.restore(&table.id));
        assert_eq!(store.kept(&table.id).unwrap().id, table.id);
        assert!(!store.delete("../sessions/x") && !store.restore(""));
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_session_whose_game_went_on_elsewhere_gets_a_game_of_its_own() {
        let directory = folder();
        let store = Store::new(Some(directory.clone()));
        let mut table = Table::first();
        let session = token();
        store.save(&session, &write(&table)).unwrap();
        store.keep(&table.id, &write(&table)).unwrap();
        assert_eq!(store.load(&session).unwrap().id, table.id);
        table.apply(Role::Owner, Command::Play { mv: "a1".into() }).unwrap();
        store.keep(&table.id, &write(&table)).unwrap();
        assert_ne!(store.load(&session).unwrap().id, table.id);
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_table_survives_the_disk() {
        let mut table = Table::first();
        let people = Command::Seats { white: Seat::Human, black: Seat::Human };
        table.apply(Role::Owner, people).unwrap();
        for mv in ["a1", "swap", "e5"] {
            table.apply(Role::Owner, Command::Play { mv: mv.into() }).unwrap();
        }
        table.apply(Role::Owner, Command::Comment { node: 2, text: "taken".into() }).unwrap();
        table.apply(Role::Owner, Command::Undo).unwrap();
        table.apply(Role::Owner, Command::Play { mv: "b2".into() }).unwrap();
        table.apply(Role::Owner, Command::Resign { colour: Some("white".into()) }).unwrap();
        table.apply(Role::Owner, Command::Delete { node: 3 }).unwrap();
        table.apply(Role::Owner, Command::Review { on: true }).unwrap();
        table.apply(Role::Owner, Command::Teach { on: true }).unwrap();
        let by = Some("gtp:analyst".to_string());
        table.apply(Role::Owner, Command::Analyse { on: true, by: by.clone() }).unwrap();
        table.has_asked = true;
        let text = write(&table);
        let mut again = read(&text).unwrap();
        assert_eq!(write(&again), text);
        assert_eq!((again.analyst, again.teach, again.has_asked), (by, true, true));
        // The nodes are numbered anew, without the deleted one.
        assert_eq!((again.review.make_contiguous(), again.review_total), (&mut [0, 1, 2, 3][..], 4));
        assert!(again.tree.record().end().is_some());
        assert!(read("{}").is_none() && read("").is_none());
        assert!(read(&text.replace("\"a1\"", "\"z77\"")).is_none());
    }
}
