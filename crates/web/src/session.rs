//! A session: one table with the connections that look at it and the engines that think for it.
//!
//! Every wish goes through [`Session::handle`]: the table changes, everybody sees it, and whatever an engine is doing is stopped if it is
//! no longer wanted. Engines come and go in [`crate::desk`]; the lock is held only for as long as a table changes.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use game::{Colour, End};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::message::{Command, Seat};
use crate::outbox::{Outbox, Slot};
use crate::table::{Role, Table, Work};
use crate::view;
use crate::walk::Book;

/// One connection to a session.
struct Connection {
    number: u64,
    role: Role,
    outbox: Arc<Outbox>,
}

/// What a session's lock protects.
pub struct Inner {
    /// The table.
    pub table: Table,
    /// Its engines.
    pub desk: Desk,
    /// Proofs to walk through, the newest last.
    books: Vec<Book>,
    connections: Vec<Connection>,
    sent_tree: Option<(u64, u64)>,
    /// The newest analysis, for those who come later.
    last_analysis: Option<(usize, String)>,
    /// Whether the table has changed since it was saved.
    pub is_dirty: bool,
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
    pub fn new(id: String, table: Table) -> Session {
        let inner = Inner {
            table,
            desk: Desk::default(),
            books: Vec::new(),
            connections: Vec::new(),
            sent_tree: None,
            last_analysis: None,
            is_dirty: false,
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
        let (session, colour) = match role {
            Role::Owner => (Some(&self.id), None),
            Role::Guest(colour) => (None, Some(colour.word())),
        };
        outbox.put(
            Slot::Welcome,
            &json!({ "type": "welcome", "session": session, "role": role_word(role), "colour": colour }),
        );
        outbox.put(Slot::Tree, &view::tree(&inner.table.tree));
        outbox.put(Slot::State, &inner.state(role));
        if let Some((_, text)) =
            inner.last_analysis.as_ref().filter(|last| last.0 == inner.table.tree.current())
        {
            outbox.put_text(Slot::Analysis, text.clone());
        }
        let is_owner = role == Role::Owner;
        if is_owner && !inner.books.is_empty() {
            outbox.put(Slot::Walk, &inner.walk());
        }
        if is_owner && !inner.table.library.is_empty() {
            outbox.put(Slot::Explorer, &inner.table.library.look_up(inner.table.tree.record()));
        }
        if is_owner && !inner.table.batch.is_empty() {
            outbox.put(Slot::Batch, &inner.table.batch.view());
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

    /// Does what a connection asks for. Returns whether an engine is wanted.
    pub fn handle(&self, role: Role, outbox: &Outbox, command: Command) -> bool {
        let mut inner = self.lock();
        inner.last_used = Instant::now();
        let shows_library = matches!(command, Command::Library { .. } | Command::ForgetLibrary);
        let shows_batch = matches!(command, Command::Batch { .. } | Command::ForgetBatch);
        let node = (inner.table.epoch, inner.table.tree.current());
        match inner.table.apply(role, command) {
            Ok(said) => {
                inner.is_dirty = true;
                if let Some(said) = said {
                    outbox.put(Slot::Notice, &view::notice("info", &said));
                }
            }
            Err(error) => outbox.put(Slot::Notice, &view::notice("error", &error)),
        }
        if shows_batch {
            inner.show_batch();
        }
        let has_moved = node != (inner.table.epoch, inner.table.tree.current());
        if has_moved {
            inner.show_walk();
        }
        if shows_library || has_moved {
            inner.show_library();
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

    /// Whether nobody has looked at it for so long.
    pub fn is_idle_for(&self, time: Duration) -> bool {
        let inner = self.lock();
        inner.connections.is_empty() && inner.last_used.elapsed() >= time
    }

    /// Whether somebody looks at it.
    pub fn is_open(&self) -> bool {
        !self.lock().connections.is_empty()
    }

    /// The secret and colour of its invitation.
    pub fn invitation(&self) -> Option<(String, Colour)> {
        self.lock().table.invitation.clone()
    }
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Owner => "owner",
        Role::Guest(_) => "guest",
    }
}

impl Inner {
    /// What an engine should do now: nothing when nobody looks.
    pub fn wanted(&self) -> Option<Work> {
        if self.connections.is_empty() { None } else { self.table.wanted() }
    }

    /// What waits for an engine: nothing while one is at work for this session, since it comes back to the queue by itself.
    pub fn waiting(&self) -> Option<Work> {
        if self.desk.is_running() { None } else { self.wanted() }
    }

    /// The table has changed: shows it, stops what is no longer wanted, and says whether an engine is wanted.
    pub fn changed(&mut self) -> bool {
        let wanted = self.wanted();
        self.desk.stop_unless(wanted);
        self.show();
        wanted.is_some()
    }

    /// Sends everybody the current moment, and the tree if it has changed.
    pub fn show(&mut self) {
        let tree_version = (self.table.epoch, self.table.tree.version());
        if self.sent_tree != Some(tree_version) {
            self.sent_tree = Some(tree_version);
            self.send(Slot::Tree, &view::tree(&self.table.tree));
        }
        for connection in &self.connections {
            connection.outbox.put(Slot::State, &self.state(connection.role));
        }
    }

    /// Sends everybody a message.
    pub fn send(&self, slot: Slot, message: &Value) {
        let text = message.to_string();
        for connection in &self.connections {
            connection.outbox.put_text(slot, text.clone());
        }
    }

    /// Sends a message to the owner's connections: what a guest has no business with.
    fn send_owner(&self, slot: Slot, message: &Value) {
        let text = message.to_string();
        for connection in self.connections.iter().filter(|connection| connection.role == Role::Owner) {
            connection.outbox.put_text(slot, text.clone());
        }
    }

    /// Shows what the review of the pile has found.
    pub fn show_batch(&self) {
        self.send_owner(Slot::Batch, &self.table.batch.view());
    }

    /// Takes a proof to walk through.
    pub fn add_book(&mut self, book: Book) {
        if self.books.len() >= crate::limits::BOOKS {
            self.books.remove(0);
        }
        self.books.push(book);
        self.show_walk();
    }

    fn show_walk(&self) {
        if !self.books.is_empty() {
            self.send_owner(Slot::Walk, &self.walk());
        }
    }

    /// Where the moment stands in the newest proof that has it.
    fn walk(&self) -> Value {
        let record = self.table.tree.record();
        let found = || self.books.iter().rev().filter_map(|book| book.look(record));
        let spelt = found().find(|place| place["beyond"] == false);
        let place = spelt.or_else(|| found().next());
        json!({ "type": "walk", "node": self.table.tree.current(), "place": place })
    }

    /// Sends everybody an analysis and keeps it for those who come later.
    pub fn send_analysis(&mut self, node: usize, message: &Value) {
        let text = message.to_string();
        for connection in &self.connections {
            connection.outbox.put_text(Slot::Analysis, text.clone());
        }
        self.last_analysis = Some((node, text));
    }

    fn show_library(&self) {
        if !self.table.library.is_empty() {
            self.send_owner(Slot::Explorer, &self.table.library.look_up(self.table.tree.record()));
        }
    }

    fn state(&self, role: Role) -> Value {
        let table = &self.table;
        let mut state = view::moment(table.tree.record());
        let guests = self.connections.iter().filter(|c| matches!(c.role, Role::Guest(_))).count();
        let invitation = table.invitation.as_ref().filter(|_| role == Role::Owner);
        let more = json!({
            "type": "state",
            "node": table.tree.current(),
            "live": table.live,
            "can_swap": table.can_swap(),
            "swap_rule": table.swap_rule,
            "seats": { "white": table.seats[0], "black": table.seats[1] },
            "thinking": self.is_engine_due(),
            "analysing": table.analysing,
            "hint": table.hint.filter(|hint| hint.0 == table.tree.current()).map(|hint| hint.1),
            "hint_due": table.hint_at == Some(table.tree.current()),
            "review": { "left": table.review.len(), "total": table.review_total },
            "solving": self.desk.solving(),
            "batch": table.batch.progress(),
            "ponder": table.ponder,
            "can_undo": table.tree.current() != 0 || table.tree.record().end().is_some(),
            "can_redo": table.tree.has_next(),
            "clock": table.clock.as_ref().map(|clock| json!({
                "white": clock.left(Colour::White),
                "black": clock.left(Colour::Black),
                "running": clock.running().map(Colour::word),
                "main": clock.control().main,
                "increment": clock.control().increment,
            })),
            "guests": guests,
            "invitation": invitation.map(|(secret, colour)| json!({ "secret": secret, "colour": colour.word() })),
        });
        if let (Value::Object(state), Value::Object(more)) = (&mut state, more) {
            state.extend(more);
        }
        state
    }

    fn is_engine_due(&self) -> bool {
        let table = &self.table;
        table.engine_due
            && matches!(table.seat_to_move(), Seat::Engine { .. })
            && !table.tree.record().is_over()
    }
}

/// Stops a flag's thought.
pub fn stop(flag: &AtomicBool) {
    flag.store(true, Ordering::Relaxed);
}
