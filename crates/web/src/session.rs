//! A session: one table with the connections that look at it and the engines that think for it.
//!
//! Every wish goes through [`Session::handle`]: the table changes, everybody sees it, and whatever an engine
//! is doing is stopped if it is no longer wanted. Engines come and go in [`crate::jobs`]; the lock is held
//! only for as long as a table changes.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use game::End;

use crate::chart::Chart;
use crate::clock;
use crate::engines::Engines;
use crate::message::{Command, Seat, Wish};
use crate::options::Proof;
use crate::outbox::{self, Outbox, Slot};
use crate::proved::Proved;
use crate::store::{self, Store};
use crate::swap;
use crate::table::{About, Role, Suggestion, Table, Work, capitalised, shape_named};
use crate::view;
use crate::wire::{self, Both, Message, RoleWord, WalkPlace};

/// One connection to a session.
struct Connection {
    number: u64,
    role: Role,
    outbox: Arc<Outbox>,
}

/// A game as text, before it may be replaced.
struct Kept {
    id: String,
    epoch: u64,
    text: String,
}

/// What a session's lock protects.
pub struct Inner {
    /// The table.
    pub table: Table,
    /// Its engines.
    pub engines: Engines,
    /// What is proved, and the proofs to walk through.
    proved: Arc<Proved>,
    /// Where games are kept.
    pub store: Store,
    connections: Vec<Connection>,
    sent_tree: Option<(u64, u64)>,
    /// The moment of which all that is known was sent.
    shown: Option<String>,
    /// The newest analysis and the identity of its position, for those who come later.
    last_analysis: Option<(String, String)>,
    /// Whether the table has changed since it was saved.
    pub is_dirty: bool,
    /// Why it could not be saved when that was tried last.
    unsaved: Option<String>,
    /// Games that were replaced and are not on the disk yet.
    unkept: Vec<Kept>,
    last_used: Instant,
    next_number: u64,
}

/// A session.
pub struct Session {
    /// Its name, which is its owner's secret.
    pub id: String,
    /// Whether it waits for an engine thread.
    pub is_queued: AtomicBool,
    inner: Mutex<Inner>,
}

impl Session {
    /// A session for a table.
    pub fn new(id: String, table: Table, proved: Arc<Proved>, store: Store) -> Session {
        let inner = Inner {
            table,
            engines: Engines::default(),
            proved,
            store,
            connections: Vec::new(),
            sent_tree: None,
            shown: None,
            last_analysis: None,
            is_dirty: false,
            unsaved: None,
            unkept: Vec::new(),
            last_used: Instant::now(),
            next_number: 0,
        };
        Session { id, is_queued: AtomicBool::new(false), inner: Mutex::new(inner) }
    }

    /// The session's state. A panic elsewhere does not take the session with it.
    pub fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Adds a connection; everything there is to see is put into its box.
    pub fn join(&self, role: Role, outbox: Arc<Outbox>) -> Option<u64> {
        let mut inner = self.lock();
        if inner.connections.len() >= crate::limits::CONNECTIONS {
            return None;
        }
        inner.next_number += 1;
        let number = inner.next_number;
        let session = (role == Role::Owner).then(|| self.id.clone());
        outbox.put(Slot::Welcome, &Message::Welcome(wire::Welcome { session, role: role_word(role) }));
        outbox.put(Slot::Tree, &view::tree(&inner.table.tree, &inner.table.token));
        outbox.put(Slot::State, &inner.state(role));
        let seen = inner.table.about(inner.table.seen_by(role));
        if let Some((_, text)) = inner.last_analysis.as_ref().filter(|last| last.0 == seen.key) {
            outbox.put_text(Slot::Analysis, text.clone());
        }
        let is_owner = role == Role::Owner;
        if is_owner {
            outbox.put(Slot::Walk, &inner.walk());
        }
        if let Some(proof) = inner.known(inner.table.seen_by(role)) {
            outbox.put(Slot::Proof, &proof);
        }
        if is_owner && !inner.table.library.is_empty() {
            outbox.put(Slot::Explorer, &inner.explored());
        }
        if let Some(chart) = inner.table.chart.as_ref().filter(|_| is_owner) {
            outbox.put(Slot::SwapMap, &Message::SwapMap(chart.view()));
        }
        if is_owner && !inner.table.batch.is_empty() {
            outbox.put(Slot::Batch, &Message::Batch(inner.table.batch.view()));
        }
        inner.connections.push(Connection { number, role, outbox });
        inner.last_used = Instant::now();
        inner.show();
        Some(number)
    }

    /// Takes a connection away.
    pub fn leave(&self, number: u64) {
        let mut inner = self.lock();
        inner.connections.retain(|connection| connection.number != number);
        inner.last_used = Instant::now();
        inner.show();
    }

    /// Answers a wish that came too late, or is about another game, with the state; whether it was one.
    pub fn turns_away(&self, role: Role, outbox: &Outbox, wish: &Wish) -> bool {
        let inner = self.lock();
        let is_late = inner.table.is_late(role, wish);
        if is_late {
            outbox.put(Slot::State, &inner.state(role));
        }
        is_late
    }

    /// Does what a connection asks for, unless that is about a moment that has passed. Returns whether an
    /// engine is wanted.
    pub fn handle(&self, role: Role, outbox: &Outbox, wish: Wish) -> bool {
        let mut inner = self.lock();
        inner.last_used = Instant::now();
        if inner.table.is_late(role, &wish) {
            outbox.put(Slot::State, &inner.state(role));
            return inner.wanted().is_some();
        }
        let said = match (wish.command, role) {
            (Command::Openings { game, size, on }, Role::Owner) => inner.make_chart(&game, &size, on),
            (Command::LibraryOwn, Role::Owner) => {
                let said = inner.add_own_games();
                inner.show_library();
                Ok(Some(said))
            }
            (command, role) => inner.obey(role, command),
        };
        match said {
            Ok(None) => {}
            Ok(Some(said)) => outbox.put(Slot::Notice, &view::notice("info", &said)),
            Err(error) => outbox.put(Slot::Notice, &view::notice("error", &error)),
        }
        inner.changed()
    }

    /// Looks at the clocks; ends a game whose time is up.
    pub fn tick(&self) {
        let mut inner = self.lock();
        let fallen = inner.table.clock.as_ref().and_then(|clock| clock.fallen());
        if let Some(colour) = fallen {
            if inner.table.end(End::TimedOut(colour)).is_err()
                && let Some(clock) = &mut inner.table.clock
            {
                clock.stop();
            }
            inner.is_dirty = true;
            inner.changed();
        }
    }

    /// Somebody is about to enter.
    pub fn touch(&self) {
        self.lock().last_used = Instant::now();
    }

    /// Whether nobody has looked at it for so long.
    pub fn is_idle_for(&self, time: Duration) -> bool {
        let inner = self.lock();
        inner.connections.is_empty() && inner.last_used.elapsed() >= time
    }

    /// Whether somebody looks at it.
    pub fn is_open(&self) -> bool {
        !self.lock().connections.is_empty()
    }

    /// Whether its owner looks at it.
    pub fn has_owner(&self) -> bool {
        self.lock().connections.iter().any(|connection| connection.role == Role::Owner)
    }

    /// The secret of its invitation.
    pub fn invitation(&self) -> Option<String> {
        self.lock().table.invitation.clone()
    }
}

fn role_word(role: Role) -> RoleWord {
    match role {
        Role::Owner => RoleWord::Owner,
        Role::Guest => RoleWord::Guest,
    }
}

impl Inner {
    /// What an engine should do now: nothing when nobody looks.
    pub fn wanted(&self) -> Option<Work> {
        if self.connections.is_empty() { None } else { self.table.wanted() }
    }

    /// What waits for an engine: nothing while one is at work for this session, since it comes back to the
    /// queue by itself.
    pub fn waiting(&self) -> Option<Work> {
        if self.engines.is_running() { None } else { self.wanted() }
    }

    /// The table has changed: shows it, stops what is no longer wanted, and says whether an engine is wanted.
    pub fn changed(&mut self) -> bool {
        let wanted = self.wanted();
        self.engines.stop_unless(wanted.map(|work| (work, self.thinker(work.task))));
        self.show();
        wanted.is_some()
    }

    /// Sends everybody the current moment, the tree if it has changed, and what is known of a moment that is new.
    pub fn show(&mut self) {
        let tree_version = (self.table.epoch, self.table.tree.version());
        if self.sent_tree != Some(tree_version) {
            self.sent_tree = Some(tree_version);
            self.send(Slot::Tree, &view::tree(&self.table.tree, &self.table.token));
        }
        for connection in &self.connections {
            connection.outbox.put(Slot::State, &self.state(connection.role));
        }
        let moment = Some(self.table.at(Role::Owner));
        if self.shown != moment {
            self.shown = moment;
            self.show_proved();
            self.show_library();
        }
    }

    /// Sends everybody a message.
    pub fn send(&self, slot: Slot, message: &Message) {
        let text = outbox::text(message);
        for connection in &self.connections {
            connection.outbox.put_text(slot, text.clone());
        }
    }

    /// Sends a message to the owner's connections: what a guest has no business with.
    fn send_owner(&self, slot: Slot, message: &Message) {
        let text = outbox::text(message);
        for connection in self.connections.iter().filter(|connection| connection.role == Role::Owner) {
            connection.outbox.put_text(slot, text.clone());
        }
    }

    /// Shows what the review of the pile has found.
    pub fn show_batch(&self) {
        self.send_owner(Slot::Batch, &Message::Batch(self.table.batch.view()));
    }

    /// Does what the table is asked for; what is lost by it can be brought back.
    fn obey(&mut self, role: Role, command: Command) -> Result<Option<String>, String> {
        let shows_library = matches!(command, Command::Library { .. } | Command::ForgetLibrary);
        let shows_batch = matches!(command, Command::Batch { .. } | Command::ForgetBatch);
        let nodes = matches!(command, Command::Delete { .. }).then(|| self.table.tree.nodes().count());
        let epoch = self.table.epoch;
        let kept = self.before_change(&command);
        let is_taught = self.is_taught(role, &command);
        let said = self.table.apply(role, command);
        self.is_dirty |= said.is_ok();
        if is_taught && said.is_ok() {
            self.judge_last_move();
        }
        self.keep(kept);
        self.tell_deleted(nodes);
        if epoch != self.table.epoch {
            self.engines.stop_solving();
        }
        if shows_batch {
            self.show_batch();
        }
        if shows_library {
            self.show_library();
        }
        said
    }

    /// Offers to bring back what was deleted, when there were so many nodes before.
    fn tell_deleted(&self, before: Option<usize>) {
        let Some(count) = before.map(|before| before - self.table.tree.nodes().count()) else { return };
        if count > 0 {
            let message = wire::Deleted { moves: count, table: self.table.token.clone() };
            self.send_owner(Slot::Deleted, &Message::Deleted(message));
        }
    }

    /// The game on the table as text, when a command may replace it and it is worth keeping.
    fn before_change(&self, command: &Command) -> Option<Kept> {
        (command.may_replace() && self.table.is_begun()).then(|| self.kept())
    }

    fn kept(&self) -> Kept {
        Kept { id: self.table.id.clone(), epoch: self.table.epoch, text: store::write(&self.table) }
    }

    /// Keeps the game that has been replaced, if it has, and offers the way back.
    fn keep(&mut self, kept: Option<Kept>) {
        let Some(kept) = kept.filter(|kept| kept.epoch != self.table.epoch) else { return };
        self.send_owner(Slot::Kept, &Message::Kept(wire::Kept { game: kept.id.clone() }));
        self.unkept.push(kept);
        let saved = self.keep_replaced();
        self.note_saved(saved);
    }

    /// Writes the games that were replaced; those that cannot be written wait.
    pub fn keep_replaced(&mut self) -> std::io::Result<()> {
        while let Some(kept) = self.unkept.last() {
            self.store.keep(&kept.id, &kept.text)?;
            self.unkept.pop();
        }
        Ok(())
    }

    /// Says it when games cannot be saved, once until they can be, and has it tried again.
    pub fn note_saved(&mut self, saved: std::io::Result<()>) {
        let error = saved.err().map(|error| format!("Games cannot be saved: {error}."));
        self.is_dirty |= error.is_some();
        if let Some(said) = error.as_ref().filter(|_| self.unsaved.is_none()) {
            self.send_owner(Slot::Notice, &view::notice("error", said));
        }
        self.unsaved = error;
    }

    /// Changes the table in a way that may put another game on it: the one before is kept.
    pub fn replace<T>(&mut self, change: impl FnOnce(&mut Table) -> T) -> T {
        let kept = self.table.is_begun().then(|| self.kept());
        let result = change(&mut self.table);
        self.keep(kept);
        self.engines.stop_solving();
        self.is_dirty = true;
        self.changed();
        result
    }

    /// Begins a swap map, or stops it.
    fn make_chart(&mut self, game: &str, size: &str, on: bool) -> Result<Option<String>, String> {
        if on {
            let shape = shape_named(game, size).map_err(|error| capitalised(&error))?;
            let number = self.table.chart.as_ref().map_or(0, |chart| chart.number + 1);
            self.table.chart = Some(Chart::new(shape, number, &self.proved));
        } else if let Some(chart) = &mut self.table.chart {
            chart.stop();
        }
        self.show_chart();
        Ok(None)
    }

    /// Shows the swap map in the making.
    pub fn show_chart(&self) {
        if let Some(chart) = &self.table.chart {
            self.send_owner(Slot::SwapMap, &Message::SwapMap(chart.view()));
        }
    }

    /// Shows what is proved of the current moment, and where it stands in a proof.
    fn show_proved(&self) {
        self.show_walk();
        let node = self.table.tree.current();
        let about = self.table.about(node);
        if self.engines.solving() == Some(&about.key) {
            return;
        }
        if let Some(message) = self.known(node) {
            self.send(Slot::Proof, &message);
        }
    }

    /// Shows where the current moment stands in a proof.
    pub fn show_walk(&self) {
        self.send_owner(Slot::Walk, &self.walk());
    }

    /// What is proved of a node already.
    fn known(&self, node: usize) -> Option<Message> {
        let (about, record) = (self.table.about(node), self.table.tree.game_at(node));
        if record.is_over() || !self.table.shows_proofs() {
            return None;
        }
        let known = self.proved.look_with_swap(&record, about.stage)?;
        let proof =
            Proof { verdict: known.verdict, line: known.best.into_iter().collect(), ..Proof::default() };
        Some(view::proof(&about, &proof, 0.0, false))
    }

    /// Where the moment stands in the newest proof that has it.
    fn walk(&self) -> Message {
        let record = self.table.tree.record();
        let mut places: Vec<WalkPlace> =
            self.proved.books().iter().filter_map(|book| book.look(record)).collect();
        let is_spelt = |place: &WalkPlace| !place.beyond && place.winner.is_some();
        let spelt = places.iter().position(is_spelt).or(places.iter().position(|place| !place.beyond));
        let about = self.table.about(self.table.tree.current());
        let is_shown = self.table.shows_proofs() && !places.is_empty();
        let place = is_shown.then(|| places.swap_remove(spelt.unwrap_or(0)));
        Message::Walk(wire::Walk { key: about.key, swap: swap::word(about.stage), place })
    }

    /// Sends everybody an analysis and keeps it for those who come later.
    pub fn send_analysis(&mut self, about: &About, message: &Message) {
        let text = outbox::text(message);
        for connection in &self.connections {
            connection.outbox.put_text(Slot::Analysis, text.clone());
        }
        self.last_analysis = Some((about.key.clone(), text));
    }

    /// Shows what the library says.
    fn show_library(&self) {
        if !self.table.library.is_empty() {
            self.send_owner(Slot::Explorer, &self.explored());
        }
    }

    /// What the library says about the current moment.
    fn explored(&self) -> Message {
        let key = self.table.about(self.table.tree.current()).key;
        Message::Explorer(self.table.library.look_up(self.table.tree.record(), key))
    }

    /// The move that was suggested, and what for.
    fn hint(&self) -> Option<wire::Hint> {
        let (node, suggestion) = self.table.hint?;
        let (cell, is_swap) = match suggestion {
            Suggestion::Cell(cell) => (Some(cell), false),
            Suggestion::Swap => (None, true),
        };
        Some(wire::Hint { key: self.table.about(node).key, cell, swap: is_swap })
    }

    /// What a role sees of the table.
    pub fn state(&self, role: Role) -> Message {
        let table = &self.table;
        let node = table.seen_by(role);
        let is_owner = role == Role::Owner;
        let record = table.tree.game_at(node);
        let can_swap = table.swap_rule && engine::swap::legal(&record).is_some();
        let guests = self.connections.iter().filter(|c| c.role == Role::Guest).count();
        let guest = table.guest_colour(&record);
        let [white, black] = table.seats_at(&record);
        Message::State(Box::new(wire::State {
            moment: wire::Moment { can_swap, ..view::moment(&record) },
            key: table.about(node).key,
            table: table.token.clone(),
            at: table.at(role),
            node,
            live: table.live,
            swap_rule: table.swap_rule,
            swap_to: swap::target(&record).filter(|_| table.swap_rule),
            seats: Both { white: white.clone(), black: black.clone() },
            thinking: self.is_engine_due(),
            analysing: table.analysing,
            analyst: table.analyst.clone().filter(|_| is_owner),
            hint: self.hint().filter(|_| is_owner),
            hint_due: table.hint_at == Some(node),
            review: wire::ReviewProgress { left: table.review.len(), total: table.review_total },
            solving: self.engines.solving().map(String::from),
            batch: table.batch.progress(),
            ponder: table.ponder,
            teach: table.teach,
            can_undo: node != 0 || record.end().is_some(),
            can_redo: table.tree.has_next(),
            clock: table.clock.as_ref().map(clock::view),
            guests,
            guest: guest.map(Into::into),
            invitation: table.invitation.clone().filter(|_| is_owner),
        }))
    }

    fn is_engine_due(&self) -> bool {
        let table = &self.table;
        table.engine_due
            && matches!(table.seat_to_move(), Seat::Engine { .. })
            && !table.tree.record().is_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::player::Verdict;

    fn proofs(session: &Session) -> usize {
        let outbox = Arc::new(Outbox::default());
        let number = session.join(Role::Owner, outbox.clone()).unwrap();
        session.leave(number);
        let found = outbox.drain();
        found.iter().filter(|message| message["type"] == "proof").count()
    }

    #[test]
    fn a_game_against_an_engine_is_not_spoilt_by_what_is_known() {
        let proved = Arc::new(Proved::default());
        let table = Table::first();
        proved.note(table.tree.record().position(), Verdict::Win);
        let session = Session::new("0".repeat(32), table, proved, Store::new(None));
        session.lock().table.swap_rule = false;
        assert_eq!(proofs(&session), 0);
        session.lock().table.has_asked = true;
        assert_eq!(proofs(&session), 1);
    }
}
