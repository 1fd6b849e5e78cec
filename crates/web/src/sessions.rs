//! All sessions of the server: found by name or by invitation, made, saved, and let go when nobody needs
//! them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use crate::catalogue::Catalogue;
use crate::limits;
use crate::message::Hello;
use crate::proved::Proved;
use crate::secret::{is_token, token};
use crate::session::Session;
use crate::store::{self, Store};
use crate::table::{Role, Table};
use crate::wire::KeptGame;

/// A session that nobody looks at keeps its engines for so long, in case the page is only reloaded.
const ENGINES_WAIT: Duration = Duration::from_secs(20);
/// Somebody who has just found it has so long to enter it, however many others there are.
const ENTER_WAIT: Duration = Duration::from_secs(5);
/// And it stays in memory for so long.
const SESSION_WAIT: Duration = Duration::from_secs(600);

/// The sessions alive.
pub struct Sessions {
    alive: Mutex<HashMap<String, Arc<Session>>>,
    /// Held while a session is written, so that a list of the games waits for what is on its way to the disk.
    saving: Mutex<()>,
    store: Store,
    /// What the kept games are.
    catalogue: Catalogue,
    /// What is proved, for all of them.
    pub proved: Arc<Proved>,
}

impl Sessions {
    /// No sessions yet.
    pub fn new(store: Store) -> Sessions {
        store.prune();
        Sessions {
            alive: Mutex::default(),
            saving: Mutex::default(),
            store,
            catalogue: Catalogue::default(),
            proved: Arc::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Session>>> {
        self.alive.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The session that a new connection belongs to, and what it may do there.
    pub fn enter(&self, hello: &Hello, is_local: bool) -> Result<(Arc<Session>, Role), String> {
        if let Some(secret) = &hello.join {
            return self.enter_by_invitation(secret);
        }
        if !is_local {
            return Err("Ask the owner of this server for a link to a game.".into());
        }
        let known = hello.session.as_deref().and_then(|id| self.find(id));
        let last =
            || hello.last.as_deref().and_then(|id| self.find(id)).filter(|session| !session.has_owner());
        let session = known.or_else(last).map_or_else(|| self.make(), Ok)?;
        Ok((session, Role::Owner))
    }

    fn enter_by_invitation(&self, secret: &str) -> Result<(Arc<Session>, Role), String> {
        let is_to =
            |session: &Arc<Session>| is_token(secret) && session.invitation().as_deref() == Some(secret);
        let alive = self.all().into_iter().find(is_to).map(|session| session.id.clone());
        // After a restart a guest may be back before the host.
        let id = alive.or_else(|| self.store.invited(secret));
        let found = id.and_then(|id| self.find(&id)).filter(is_to);
        found
            .map(|session| (session, Role::Guest))
            .ok_or_else(|| "This link is not valid any more. Ask for a new one.".into())
    }

    /// A session by name, from memory or from disk.
    pub fn find(&self, id: &str) -> Option<Arc<Session>> {
        if !is_token(id) {
            return None;
        }
        if let Some(session) = self.lock().get(id) {
            session.touch();
            return Some(session.clone());
        }
        let mut table = self.store.load(id)?;
        if self.holder(&table.id).is_some() {
            table.id = token();
        }
        self.insert(Session::new(id.into(), table, self.proved.clone(), self.store.clone())).ok()
    }

    fn make(&self) -> Result<Arc<Session>, String> {
        self.insert(Session::new(token(), Table::first(), self.proved.clone(), self.store.clone()))
    }

    fn insert(&self, session: Session) -> Result<Arc<Session>, String> {
        let mut alive = self.lock();
        if alive.len() >= limits::SESSIONS {
            let idle = alive.values().find(|session| session.is_idle_for(ENTER_WAIT)).cloned();
            let idle = idle.ok_or("Too many games are open. Close a tab and try again.")?;
            self.save(&idle);
            idle.lock().engines.clear();
            alive.remove(&idle.id);
        }
        let session = Arc::new(session);
        Ok(alive.entry(session.id.clone()).or_insert(session).clone())
    }

    /// The session alive that has a game on its table.
    fn holder(&self, game: &str) -> Option<Arc<Session>> {
        self.all().into_iter().find(|session| session.lock().table.id == game)
    }

    /// Puts a game that was kept on a session's table. One that is on another table becomes a copy.
    pub fn reopen(&self, session: &Session, game: &str) -> Result<(), String> {
        let other = self.holder(game);
        if other.as_ref().is_some_and(|other| other.id == session.id) {
            return Ok(());
        }
        let text = other.map(|other| store::write(&other.lock().table));
        let is_copy = text.is_some();
        let read = text.map_or_else(|| self.store.kept(game), |text| store::read(&text));
        let mut table = read.ok_or("This game is not there any more.")?;
        if is_copy {
            table.id = token();
        }
        table.invitation = None;
        session.lock().replace(|own| own.take_over(table));
        Ok(())
    }

    /// All games that are kept, the newest first; those on a table are marked.
    pub fn games(&self) -> Vec<KeptGame> {
        self.all().iter().for_each(|session| self.save(session));
        let open: Vec<String> = self.all().iter().map(|session| session.lock().table.id.clone()).collect();
        self.catalogue.list(&self.store, &open)
    }

    /// Deletes a kept game, unless it is on a table.
    pub fn delete_game(&self, game: &str) -> bool {
        self.holder(game).is_none() && self.store.delete(game)
    }

    /// Puts back a game that was deleted.
    pub fn restore_game(&self, game: &str) -> bool {
        self.store.restore(game)
    }

    /// All sessions alive.
    pub fn all(&self) -> Vec<Arc<Session>> {
        self.lock().values().cloned().collect()
    }

    /// Saves a session if it has changed. Nobody changes the table meanwhile, so that what is older never comes to the disk after
    /// what is newer.
    pub fn save(&self, session: &Session) {
        let _writes = self.saving.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut inner = session.lock();
        if std::mem::take(&mut inner.is_dirty) {
            let text = store::write(&inner.table);
            let saved = inner.keep_replaced().and_then(|()| self.write(session, &inner.table, &text));
            inner.note_saved(saved);
        }
    }

    fn write(&self, session: &Session, table: &Table, text: &str) -> std::io::Result<()> {
        if table.tree.record().is_over() {
            self.store.log(table);
        }
        if let Some(secret) = &table.invitation {
            self.store.invite(secret, &session.id);
        }
        if table.is_begun() {
            self.store.keep(&table.id, text)?;
        }
        self.store.save(&session.id, text)
    }

    /// Frees what nobody uses; what has changed is saved before it goes.
    pub fn tidy(&self, share: u64) {
        for session in self.all() {
            if session.is_idle_for(SESSION_WAIT) {
                self.save(&session);
                let mut alive = self.lock();
                // Somebody may have come back meanwhile.
                if session.is_idle_for(SESSION_WAIT) {
                    alive.remove(&session.id);
                }
            }
            if session.is_idle_for(ENGINES_WAIT) {
                session.lock().engines.clear();
            } else {
                session.lock().engines.trim(share);
            }
        }
    }
}
