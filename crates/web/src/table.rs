//! One table: the tree, who sits where, the clocks and what the players want engines to do. No engine, no
//! connection.
//!
//! [`Table::apply`] takes a wish and changes the table or says in a sentence why not; [`Table::wanted`] says
//! what an engine should think about now. Engines never act by themselves: they are due only after a person's
//! move, a new game or an explicit "think", so that looking around in a game never makes a stone appear.

use std::collections::VecDeque;
use std::time::{Duration, SystemTime};

use engine::swap::{self, Stage};
use engine::{RunningClock, Sides};
use game::{Colour, Coords, End, Game, Move, Record, Shape, Size};

use crate::batch::Batch;
use crate::chart::Chart;
use crate::clock;
use crate::explorer::Library;
use crate::files;
use crate::identity;
use crate::limits;
use crate::message::{Command, NewGame, Seat, Step, Wish};
use crate::secret::token;
use crate::tree::{NodeId, ROOT, Tree, TreeError};

/// What a connection may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Everything.
    Owner,
    /// Play from the guest's seat.
    Guest,
}

/// What an answer is about.
#[derive(Clone, Debug)]
pub struct About {
    /// The identity of the position.
    pub key: String,
    /// Its node.
    pub node: NodeId,
    /// The side to move.
    pub turn: Colour,
    /// Whether the swap is still to come.
    pub stage: Stage,
}

/// A move that was suggested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Suggestion {
    /// A stone.
    Cell(usize),
    /// The swap.
    Swap,
}

/// What an engine is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Choose a move for the seat to move.
    Move,
    /// Find a move to suggest.
    Hint,
    /// Evaluate a moment of the game.
    Review,
    /// Evaluate a moment of a game of the pile; the node is the number of the step.
    Batch,
    /// Evaluate an opening of the swap map; the node is its cell, the epoch the map's number.
    Opening,
    /// Think on until told otherwise.
    Analysis,
    /// Think while the opponent does.
    Ponder,
}

/// A task at a node of a game; equal while it is still wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// What to do.
    pub task: Task,
    /// Where.
    pub node: NodeId,
    /// Which game of the table.
    pub epoch: u64,
}

/// One table. See the module's head.
#[derive(Debug)]
pub struct Table {
    /// Names the game wherever it is kept.
    pub id: String,
    /// When it was begun, in seconds since 1970.
    pub begun: u64,
    /// Names the game as long as it is on the table.
    pub token: String,
    /// The game with its variations.
    pub tree: Tree,
    /// White's and Black's seats at the start of the game: an exchange of sides in Hex moves people.
    seats: Sides<Seat>,
    /// Whether the second player may swap.
    pub swap_rule: bool,
    /// Clocks, if the game has them.
    pub clock: Option<RunningClock>,
    /// The node at which the game itself stands, whatever is looked at.
    pub live: NodeId,
    /// Whether an engine whose turn it is should move.
    pub engine_due: bool,
    /// Where the game stood before each deletion that can be undone.
    lives: Vec<NodeId>,
    /// Whether somebody asked who wins in this game.
    pub has_asked: bool,
    /// Whether moves were taken back, so that the next one replaces the line.
    pub taken_back: bool,
    /// Whether analysis runs.
    pub analysing: bool,
    /// The preset of another engine that analyses; Robusto itself if there is none.
    pub analyst: Option<String>,
    /// The node that analysis has nothing more to say about.
    pub settled: Option<NodeId>,
    /// The node at which a hint was asked for.
    pub hint_at: Option<NodeId>,
    /// The hint that was given.
    pub hint: Option<(NodeId, Suggestion)>,
    /// Nodes that are still to be reviewed.
    pub review: VecDeque<NodeId>,
    /// How many there were.
    pub review_total: usize,
    /// Counts the games of the table.
    pub epoch: u64,
    /// The guest's secret.
    pub invitation: Option<String>,
    /// Games to compare with.
    pub library: Library,
    /// Games to review.
    pub batch: Batch,
    /// A swap map in the making.
    pub chart: Option<Chart>,
    /// Whether engines think during a person's turn.
    pub ponder: bool,
    /// Whether the engine waits after each move of a person until it is judged.
    pub teach: bool,
    /// The node that was pondered to the end.
    pub pondered: Option<NodeId>,
}

impl Table {
    /// A first game: size 5, the visitor has White against level 3.
    pub fn first() -> Table {
        let shape = Shape::of(Size::havannah(5).expect("5 is a size"));
        Table::of(Tree::new(shape), [Seat::Human, Seat::Engine { level: Some(3), preset: None }])
    }

    /// A table for a tree.
    pub fn of(tree: Tree, seats: [Seat; 2]) -> Table {
        Table {
            id: token(),
            begun: now(),
            token: token(),
            live: tree.current(),
            tree,
            seats: Sides(seats),
            swap_rule: true,
            clock: None,
            engine_due: false,
            lives: Vec::new(),
            has_asked: false,
            taken_back: false,
            analysing: false,
            analyst: None,
            settled: None,
            hint_at: None,
            hint: None,
            review: VecDeque::new(),
            review_total: 0,
            epoch: 0,
            invitation: None,
            library: Library::default(),
            batch: Batch::default(),
            chart: None,
            ponder: false,
            teach: false,
            pondered: None,
        }
    }

    /// White's and Black's seats in a moment of the game.
    pub fn seats_at(&self, record: &Record) -> [&Seat; 2] {
        self.seats.at(record)
    }

    /// White's and Black's seats at the current node.
    pub fn seats(&self) -> [&Seat; 2] {
        self.seats_at(self.tree.record())
    }

    /// The seats as they were taken, before any exchange of sides.
    pub fn first_seats(&self) -> &[Seat; 2] {
        &self.seats.0
    }

    fn set_seats(&mut self, seats: [Seat; 2]) -> Result<(), String> {
        if seats.iter().all(|seat| *seat == Seat::Guest) {
            return Err("only one seat can be a guest's".into());
        }
        self.seats = Sides::from_moment(self.tree.record(), seats);
        Ok(())
    }

    /// The seat whose turn it is at the current node.
    pub fn seat_to_move(&self) -> &Seat {
        self.seats.to_move(self.tree.record())
    }

    /// The guest's colour in a moment of the game.
    pub fn guest_colour(&self, record: &Record) -> Option<Colour> {
        let seats = self.seats_at(record);
        Colour::BOTH.into_iter().find(|colour| *seats[colour.index()] == Seat::Guest)
    }

    /// The node that a connection sees: a guest sees the game itself, whatever its owner looks at.
    pub fn seen_by(&self, role: Role) -> NodeId {
        if role == Role::Owner { self.tree.current() } else { self.live }
    }

    /// Names the moment that a connection sees.
    pub fn at(&self, role: Role) -> String {
        format!("{}.{}", self.token, self.seen_by(role))
    }

    /// Whether a wish is about a game or moment that is not there any more.
    pub fn is_late(&self, role: Role, wish: &Wish) -> bool {
        wish.table.as_ref().is_some_and(|table| *table != self.token)
            || wish.at.as_ref().is_some_and(|at| *at != self.at(role))
    }

    /// What an answer about a node is about.
    pub fn about(&self, node: NodeId) -> About {
        let record = self.tree.game_at(node);
        About {
            key: identity::key(&record, self.swap_rule),
            node,
            turn: record.turn(),
            stage: Stage::of(&record, self.swap_rule),
        }
    }

    /// The swap that is legal now, by the board alone.
    pub fn swap_move(&self) -> Option<Move> {
        swap::legal(self.tree.record())
    }

    /// What an engine should think about now.
    pub fn wanted(&self) -> Option<Work> {
        let node = self.tree.current();
        let is_over = self.tree.record().is_over();
        let is_engine = matches!(self.seat_to_move(), Seat::Engine { .. });
        let (task, node) = if self.engine_due && is_engine && !is_over {
            (Task::Move, node)
        } else if self.hint_at == Some(node) && !is_over {
            (Task::Hint, node)
        } else if let Some(&first) = self.review.front() {
            (Task::Review, first)
        } else if self.analysing && !is_over && self.settled != Some(node) {
            (Task::Analysis, node)
        } else if let Some(work) = self.wanted_opening() {
            return Some(work);
        } else if let Some(step) = self.batch.next() {
            (Task::Batch, step)
        } else if self.may_ponder() {
            (Task::Ponder, node)
        } else {
            return None;
        };
        Some(Work { task, node, epoch: self.epoch })
    }

    fn wanted_opening(&self) -> Option<Work> {
        let chart = self.chart.as_ref()?;
        Some(Work { task: Task::Opening, node: chart.next()?.index(), epoch: chart.number })
    }

    /// Whether an engine waits for a person whose turn it is, and may think meanwhile.
    fn may_ponder(&self) -> bool {
        let node = self.tree.current();
        let record = self.tree.record();
        let waits = matches!(self.seats()[record.turn().other().index()], Seat::Engine { .. });
        let is_person = !matches!(self.seat_to_move(), Seat::Engine { .. });
        let is_live = node == self.live && !record.is_over() && self.pondered != Some(node);
        self.ponder && waits && is_person && is_live
    }

    /// Does what a connection asks for, or says why not. Returns a word to the user, if there is one.
    pub fn apply(&mut self, role: Role, command: Command) -> Result<Option<String>, String> {
        match role {
            Role::Owner => self.check_owner(&command)?,
            Role::Guest => self.check_guest(&command)?,
        }
        let looked = self.tree.current();
        if role == Role::Guest {
            self.tree.go(self.live).map_err(|error| error.to_string())?;
        }
        let done = self.act(role, command);
        if role == Role::Guest && done.is_err() {
            // What a guest may not do does not move what the owner looks at.
            self.tree.go(looked).map_err(|error| error.to_string())?;
        }
        done.map_err(|error| capitalised(&error))
    }

    /// The owner plays from seats of people at this screen. Elsewhere than where the game stands, stones are
    /// tried out for both sides.
    fn check_owner(&self, command: &Command) -> Result<(), String> {
        if self.tree.current() != self.live {
            return Ok(());
        }
        match (command, self.seat_to_move()) {
            (Command::Play { .. }, Seat::Guest) => Err("It is your guest's turn.".into()),
            (Command::Play { .. }, Seat::Engine { .. }) => Err("It is the engine's turn.".into()),
            _ => Ok(()),
        }
    }

    /// A guest plays the game itself, from the guest's seat.
    fn check_guest(&self, command: &Command) -> Result<(), String> {
        let live = self.tree.game_at(self.live);
        let colour = self.guest_colour(&live).ok_or("You have no seat at this table now.")?;
        match command {
            Command::Play { .. } if live.turn() != colour => Err("It is not your turn.".into()),
            Command::Play { .. } | Command::Resign { .. } => Ok(()),
            _ => Err("Only the owner of this table can do that.".into()),
        }
    }

    fn act(&mut self, role: Role, command: Command) -> Result<Option<String>, String> {
        let text = |error: TreeError| error.to_string();
        match command {
            Command::New(new) => self.begin(&new)?,
            Command::Play { mv } => self.play_text(&mv)?,
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Go { node } => self.look(|tree| tree.go(node)).map_err(text)?,
            Command::Step { to } => self.step(to),
            Command::Resign { colour } => self.resign(role, colour.as_deref())?,
            Command::Hint => self.hint_at = Some(self.tree.current()),
            Command::Analyse { on, by } => {
                self.analysing = on;
                self.analyst = by;
                self.settled = None;
            }
            Command::Review { on } => self.start_review(on),
            Command::Openings { .. } | Command::Solve { .. } | Command::Reopen { .. } => {}
            Command::Think { on } => self.engine_due = on,
            Command::Line { moves, go } => self.add_line(&moves, go)?,
            Command::Promote { node } => self.tree.promote(node).map_err(text)?,
            Command::Delete { node } => self.delete(node).map_err(text)?,
            Command::Restore => self.restore(),
            Command::Comment { node, text: said } => self.tree.comment(node, &said).map_err(text)?,
            Command::Seats { white, black } => self.set_seats([white, black])?,
            Command::Names { white, black } => {
                self.tree.set_names([white, black].map(|name| limits::shortened(&name, limits::NAME)));
            }
            Command::Open { text, name } => return self.open(&text, &name),
            Command::Invite { colour } => self.invite(&colour)?,
            Command::Batch { files, seconds } => {
                let seconds = if seconds.is_finite() { seconds.clamp(0.05, 60.0) } else { 1.0 };
                self.batch.time = Duration::from_secs_f32(seconds);
                return Ok(Some(self.batch.add(&files)));
            }
            Command::BatchRun { on } => self.batch.is_on = on,
            Command::BatchOpen { game, ply } => self.open_reviewed(game, ply)?,
            Command::ForgetBatch => self.batch = Batch::default(),
            Command::Ponder { on } => self.ponder = on,
            Command::Teach { on } => self.teach = on,
            Command::Judge { node } => self.judge(node),
            Command::LibraryOwn => {}
            Command::LibraryOpen { game } => self.open_listed(game)?,
            Command::Library { files } => return Ok(Some(self.library.add(&files))),
            Command::ForgetLibrary => self.library = Library::default(),
        }
        Ok(None)
    }

    /// Whether anything was done in this game that is worth keeping.
    pub fn is_begun(&self) -> bool {
        let is_set_up = self.is_free() && !self.tree.start().set_up_stones().is_empty();
        self.tree.nodes().nth(1).is_some() || is_set_up
    }

    /// Puts a game on the table that was kept; what belongs to the table and not to a game stays.
    pub fn take_over(&mut self, game: Table) {
        let (library, batch) = (std::mem::take(&mut self.library), std::mem::take(&mut self.batch));
        let (epoch, analysing, chart) = (self.epoch + 1, self.analysing, self.chart.take());
        let analyst = self.analyst.take();
        *self = Table { epoch, analysing, analyst, library, batch, chart, ..game };
    }

    /// Puts a new tree on the table.
    fn replace(&mut self, tree: Tree, seats: [Seat; 2]) {
        let (library, batch) = (std::mem::take(&mut self.library), std::mem::take(&mut self.batch));
        let (chart, analyst) = (self.chart.take(), self.analyst.take());
        let (epoch, analysing, ponder, teach) = (self.epoch + 1, self.analysing, self.ponder, self.teach);
        let invitation = self.invitation.take().filter(|_| seats.contains(&Seat::Guest));
        *self = Table {
            epoch,
            analysing,
            analyst,
            ponder,
            teach,
            library,
            batch,
            chart,
            invitation,
            ..Table::of(tree, seats)
        };
    }

    fn open_reviewed(&mut self, game: usize, ply: usize) -> Result<(), String> {
        let (tree, node) = self.batch.open(game, ply).ok_or("there is no such game to review")?;
        self.replace(tree, [Seat::Human, Seat::Human]);
        self.tree.go(node).map_err(|error| error.to_string())?;
        self.live = node;
        Ok(())
    }

    /// Puts a game of the library on the table.
    fn open_listed(&mut self, number: usize) -> Result<(), String> {
        let record = self.library.record(number).ok_or("there is no such game in the library")?;
        let tree = Tree::from_record(record).map_err(|error| error.to_string())?;
        self.replace(tree, [Seat::Human, Seat::Human]);
        Ok(())
    }

    fn begin(&mut self, new: &NewGame) -> Result<(), String> {
        if [&new.white, &new.black] == [&Seat::Guest; 2] {
            return Err("only one seat can be a guest's".into());
        }
        let shape = shape_named(&new.game, &new.size)?;
        let turn = new.turn.as_deref().map(colour_named).transpose()?.unwrap_or(shape.first_colour());
        let stones = files::read_stones(shape, new.stones.as_deref().unwrap_or(""))?;
        let mut tree = Tree::set_up(shape, stones, turn).map_err(|error| error.to_string())?;
        for word in new.moves.as_deref().unwrap_or("").split_whitespace() {
            let mv = Move::parse(shape, word, Coords::Gui).map_err(|error| error.to_string())?;
            tree.play(mv).map_err(|error| error.to_string())?;
        }
        self.replace(tree, [new.white.clone(), new.black.clone()]);
        self.swap_rule = new.swap;
        self.clock = new.clock.map(clock::agreed);
        self.engine_due = true;
        Ok(())
    }

    /// Puts a position on the table that moves lead to.
    pub fn open_position(&mut self, record: &Record) -> Result<(), TreeError> {
        let mut tree = Tree::set_up(record.shape(), record.set_up_stones().to_vec(), record.first_turn())?;
        for &mv in record.moves() {
            tree.play(mv)?;
        }
        self.replace(tree, [Seat::Human, Seat::Human]);
        // What is proved of a position is proved without a swap.
        self.swap_rule = false;
        Ok(())
    }

    fn open(&mut self, text: &str, name: &str) -> Result<Option<String>, String> {
        let (tree, warning) = files::open(text).map_err(|error| match name {
            "" => error,
            name => format!("{}: {error}", limits::shortened(name, limits::NAME)),
        })?;
        self.replace(tree, [Seat::Human, Seat::Human]);
        Ok(warning)
    }

    fn play_text(&mut self, text: &str) -> Result<(), String> {
        let record = self.tree.record();
        let mv = match Move::parse(record.shape(), text, Coords::Gui).map_err(|error| error.to_string())? {
            Move::Swap if !self.swap_rule => return Err("this game is played without swap".into()),
            Move::Swap => self.swap_move().unwrap_or(Move::Swap),
            mv => mv,
        };
        self.play(mv).map_err(|error| error.to_string())
    }

    /// Makes a move at the current node, whoever asked for it.
    pub fn play(&mut self, mv: Move) -> Result<(), TreeError> {
        let mover = self.tree.record().turn();
        // Without a clock or a guest the game itself goes on wherever one plays.
        let is_bound = self.clock.is_some() || self.seats.0.contains(&Seat::Guest);
        let is_live = !is_bound || self.tree.current() == self.live;
        let node = self.tree.play(mv)?;
        if std::mem::take(&mut self.taken_back) {
            self.tree.promote(node)?;
        }
        if is_live {
            self.live = node;
            self.press_clock(mover);
        }
        self.engine_due = true;
        self.forget_marks();
        Ok(())
    }

    fn press_clock(&mut self, mover: Colour) {
        let is_over = self.tree.record().is_over();
        if let Some(clock) = &mut self.clock {
            if is_over { clock.stop() } else { clock.press(mover) }
        }
    }

    fn forget_marks(&mut self) {
        self.hint_at = None;
        self.hint = None;
        self.settled = None;
        self.pondered = None;
    }

    /// Looks elsewhere: engines wait.
    fn look<T>(&mut self, go: impl FnOnce(&mut Tree) -> T) -> T {
        let before = self.tree.current();
        let result = go(&mut self.tree);
        if self.tree.current() != before {
            self.engine_due = false;
            self.taken_back = false;
            self.forget_marks();
        }
        result
    }

    fn undo(&mut self) {
        self.engine_due = false;
        let was_live = self.tree.current() == self.live;
        let reopened = self.tree.reopen();
        if !reopened && self.tree.back() {
            let has_human = self.seats.0.iter().any(|seat| !matches!(seat, Seat::Engine { .. }));
            while has_human && matches!(self.seat_to_move(), Seat::Engine { .. }) && self.tree.back() {}
        }
        self.taken_back = !self.is_free();
        self.forget_marks();
        if was_live {
            self.return_live();
        }
    }

    fn redo(&mut self) {
        let was_live = self.tree.current() == self.live;
        if self.tree.forward() {
            while matches!(self.seat_to_move(), Seat::Engine { .. }) && self.tree.forward() {}
        }
        self.forget_marks();
        self.taken_back = false;
        if was_live {
            self.return_live();
        }
    }

    /// The game itself stands at the current node again.
    fn return_live(&mut self) {
        self.live = self.tree.current();
        let (turn, is_over) = (self.tree.record().turn(), self.tree.record().is_over());
        let has_begun = !self.tree.record().is_empty();
        if let Some(clock) = &mut self.clock {
            if is_over || !has_begun { clock.stop() } else { clock.run(turn) }
        }
    }

    /// Whether what is proved already is shown unasked: not to somebody who plays a game and wants to find out.
    pub fn shows_proofs(&self) -> bool {
        self.has_asked || self.is_free()
    }

    /// Whether people alone sit at the table: then every line is worth keeping as it is.
    fn is_free(&self) -> bool {
        self.seats.0.iter().all(|seat| *seat == Seat::Human)
    }

    fn step(&mut self, to: Step) {
        self.look(|tree| match to {
            Step::Start => drop(tree.go(ROOT)),
            Step::Back => drop(tree.back()),
            Step::Forward => drop(tree.forward()),
            Step::End => while tree.forward() {},
            Step::Up => sibling(tree, -1),
            Step::Down => sibling(tree, 1),
        });
    }

    fn resign(&mut self, role: Role, colour: Option<&str>) -> Result<(), String> {
        let _ = self.tree.go(self.live);
        let (record, seats) = (self.tree.record(), self.seats());
        let turn = record.turn();
        let is_own = |colour: &Colour| *seats[colour.index()] == Seat::Human;
        let colour = match (role, colour) {
            (Role::Guest, _) => self.guest_colour(record).ok_or("you have no seat at this table now")?,
            (_, Some(word)) => colour_named(word)?,
            (_, None) if is_own(&turn) => turn,
            (_, None) => Colour::BOTH.into_iter().find(is_own).unwrap_or(turn),
        };
        if role == Role::Owner && *seats[colour.index()] == Seat::Guest {
            return Err("your guest can resign, you cannot for them".into());
        }
        self.end(End::Resigned(colour)).map_err(|error| error.to_string())
    }

    /// Ends the game where it stands.
    pub fn end(&mut self, end: End) -> Result<(), TreeError> {
        self.tree.go(self.live)?;
        self.tree.finish(end)?;
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
        self.engine_due = false;
        Ok(())
    }

    fn start_review(&mut self, on: bool) {
        self.review = if on { self.tree.shown_line().into() } else { VecDeque::new() };
        self.review_total = self.review.len();
    }

    fn add_line(&mut self, moves: &[String], go: usize) -> Result<(), String> {
        let shape = self.tree.record().shape();
        let mut at = self.tree.current();
        let mut stop = at;
        for (i, word) in moves.iter().take(shape.len()).enumerate() {
            let mv = Move::parse(shape, word, Coords::Gui).map_err(|error| error.to_string())?;
            at = self.tree.add(at, mv).map_err(|error| error.to_string())?;
            if i < go {
                stop = at;
            }
        }
        self.look(|tree| tree.go(stop)).map_err(|error| error.to_string())
    }

    fn delete(&mut self, node: NodeId) -> Result<(), TreeError> {
        let live = self.live;
        self.look(|tree| tree.delete(node))?;
        self.lives.push(live);
        self.review.retain(|&id| self.tree.node(id).is_some());
        if self.tree.node(self.live).is_none() {
            self.live = self.tree.current();
        }
        Ok(())
    }

    /// Undoes the last deletion: the game stands again where it stood then.
    fn restore(&mut self) {
        let live = self.lives.pop();
        if self.look(Tree::restore)
            && let Some(live) = live.filter(|&live| self.tree.node(live).is_some())
        {
            self.live = live;
        }
    }

    fn invite(&mut self, colour: &str) -> Result<(), String> {
        let colour = colour_named(colour)?;
        let mut seats = self.seats().map(Seat::clone);
        if seats[colour.other().index()] == Seat::Guest {
            seats[colour.other().index()] = Seat::Human;
        }
        seats[colour.index()] = Seat::Guest;
        self.set_seats(seats)?;
        self.invitation = Some(token());
        Ok(())
    }
}

/// Goes to the next variation of the nearest fork on the way back.
fn sibling(tree: &mut Tree, step: isize) {
    let path = tree.path(tree.current());
    for pair in path.windows(2).rev() {
        let siblings = tree.node(pair[0]).map(|node| node.children.clone()).unwrap_or_default();
        if siblings.len() > 1 {
            let at = siblings.iter().position(|&id| id == pair[1]).unwrap_or(0) as isize;
            let next = (at + step).rem_euclid(siblings.len() as isize) as usize;
            let _ = tree.go(siblings[next]);
            return;
        }
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The board of a game and size given as text.
pub fn shape_named(game: &str, size: &str) -> Result<&'static Shape, String> {
    let named = Game::named(game).ok_or_else(|| format!("{:?} is not a game", first_word(game)))?;
    Ok(Shape::of(Size::parse(named, size).map_err(|error| error.to_string())?))
}

/// The colour of that name.
pub fn colour_named(word: &str) -> Result<Colour, String> {
    let found = Colour::BOTH.into_iter().find(|colour| word.eq_ignore_ascii_case(colour.word()));
    found.ok_or_else(|| format!("{:?} is not a colour", first_word(word)))
}

fn first_word(text: &str) -> String {
    limits::shortened(text, 20)
}

/// A text as a sentence.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(table: &mut Table, mv: &str) {
        table.apply(Role::Owner, Command::Play { mv: mv.into() }).unwrap();
    }

    #[test]
    fn undo_takes_back_the_engines_reply() {
        let mut table = Table::first();
        play(&mut table, "a1");
        assert_eq!(table.wanted().unwrap().task, Task::Move);
        table.play(Move::parse(table.tree.record().shape(), "b2", Coords::Gui).unwrap()).unwrap();
        assert_eq!(table.wanted(), None);
        table.apply(Role::Owner, Command::Undo).unwrap();
        assert!(table.tree.record().is_empty() && table.wanted().is_none());
        table.apply(Role::Owner, Command::Redo).unwrap();
        assert_eq!(table.tree.record().len(), 2);
    }

    #[test]
    fn looking_around_never_makes_an_engine_move() {
        let mut table = Table::first();
        play(&mut table, "a1");
        table.apply(Role::Owner, Command::Step { to: Step::Start }).unwrap();
        table.apply(Role::Owner, Command::Step { to: Step::End }).unwrap();
        assert_eq!(table.wanted(), None);
        table.apply(Role::Owner, Command::Think { on: true }).unwrap();
        assert_eq!(table.wanted().unwrap().task, Task::Move);
    }

    #[test]
    fn guests_play_their_colour_and_nothing_else() {
        let mut table = Table::first();
        table.apply(Role::Owner, Command::Invite { colour: "black".into() }).unwrap();
        let guest = Role::Guest;
        assert!(table.apply(guest, Command::Play { mv: "a1".into() }).is_err());
        play(&mut table, "a1");
        assert!(table.apply(Role::Owner, Command::Play { mv: "b2".into() }).is_err());
        assert!(table.apply(guest, Command::Undo).is_err());
        table.apply(Role::Owner, Command::Step { to: Step::Start }).unwrap();
        assert!(table.apply(guest, Command::Play { mv: "a1".into() }).is_err());
        assert_eq!(table.tree.current(), ROOT);
        table.apply(guest, Command::Play { mv: "swap".into() }).unwrap();
        assert_eq!(table.tree.current(), table.live);
    }

    #[test]
    fn a_deletion_is_undone_and_the_game_stands_where_it_stood() {
        let mut table = Table::of(Table::first().tree, [Seat::Human, Seat::Human]);
        for mv in ["a1", "b2", "c3"] {
            play(&mut table, mv);
        }
        table.apply(Role::Owner, Command::Delete { node: 2 }).unwrap();
        assert_eq!((table.live, table.tree.nodes().count()), (1, 2));
        table.apply(Role::Owner, Command::Restore).unwrap();
        assert_eq!((table.live, table.tree.current(), table.tree.nodes().count()), (3, 3, 4));
        table.apply(Role::Owner, Command::Restore).unwrap();
        assert_eq!(table.live, 3);
    }

    #[test]
    fn an_engine_ponders_only_while_it_waits_for_a_person() {
        let mut table = Table::first();
        table.apply(Role::Owner, Command::Ponder { on: true }).unwrap();
        assert_eq!(table.wanted().unwrap().task, Task::Ponder);
        play(&mut table, "a1");
        assert_eq!(table.wanted().unwrap().task, Task::Move);
        table.play(Move::parse(table.tree.record().shape(), "b2", Coords::Gui).unwrap()).unwrap();
        assert_eq!(table.wanted().unwrap().task, Task::Ponder);
        table.apply(Role::Owner, Command::Step { to: Step::Start }).unwrap();
        assert_eq!(table.wanted(), None);
        table.apply(Role::Owner, Command::Step { to: Step::End }).unwrap();
        table.apply(Role::Owner, Command::Ponder { on: false }).unwrap();
        assert_eq!(table.wanted(), None);
    }

    #[test]
    fn refusals_are_sentences() {
        let mut table = Table::first();
        let error = table.apply(Role::Owner, Command::Play { mv: "z99".into() }).unwrap_err();
        assert_eq!(error, "\"z99\" is not on the havannah board of size 5.");
        play(&mut table, "a1");
        let error = table.apply(Role::Owner, Command::Play { mv: "b2".into() }).unwrap_err();
        assert_eq!(error, "It is the engine's turn.");
        table.apply(Role::Owner, Command::Seats { white: Seat::Human, black: Seat::Human }).unwrap();
        let error = table.apply(Role::Owner, Command::Play { mv: "a1".into() }).unwrap_err();
        assert_eq!(error, "The cell a1 is occupied.");
    }
}
