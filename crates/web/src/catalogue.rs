//! What the games are that are kept on this machine: a line for each, remembered as long as its file does not
//! change.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::SystemTime;

use crate::store::Store;
use crate::table::Table;
use crate::view;
use crate::wire::{Both, KeptGame};

/// The lines that are known.
#[derive(Default)]
pub struct Catalogue {
    lines: Mutex<HashMap<String, (SystemTime, KeptGame)>>,
}

impl Catalogue {
    /// All games of a store, the newest first; those named in `open` are on a table.
    pub fn list(&self, store: &Store, open: &[String]) -> Vec<KeptGame> {
        let mut lines = self.lines.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut kept = store.all_kept();
        kept.sort_by_key(|(_, changed)| std::cmp::Reverse(*changed));
        lines.retain(|id, _| kept.iter().any(|(known, _)| known == id));
        let mut found = Vec::new();
        for (id, changed) in kept {
            let known = lines.get(&id).filter(|line| line.0 == changed).map(|line| line.1.clone());
            let Some(mut line) = known.or_else(|| store.kept(&id).map(|table| line(&table, changed))) else {
                continue;
            };
            lines.insert(id.clone(), (changed, line.clone()));
            line.open = open.contains(&id);
            found.push(line);
        }
        found
    }
}

/// One game in a line: the end of its main line, its players and result.
fn line(table: &Table, changed: SystemTime) -> KeptGame {
    let end = table.tree.main_line().last().copied().unwrap_or_default();
    let record = table.tree.record_at(end);
    let changed = changed.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let [white, black] = table.seats_at(&record);
    KeptGame {
        id: table.id.clone(),
        game: record.shape().game().word(),
        size: record.shape().size().to_string(),
        stones: view::stones(&record),
        last: record.last_cell().map(|cell| cell.index()),
        plies: record.len(),
        names: table.tree.start().names.clone(),
        seats: Both { white: white.clone(), black: black.clone() },
        winner: record.result().or(table.tree.start().listed).map(Into::into),
        begun: table.begun,
        changed,
        open: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Command;
    use crate::store;
    use crate::table::Role;

    #[test]
    fn a_game_that_goes_on_is_listed_anew() {
        let directory = std::env::temp_dir().join(format!("robusto-catalogue-{}", crate::secret::token()));
        let store = Store::new(Some(directory.clone()));
        let catalogue = Catalogue::default();
        assert!(catalogue.list(&store, &[]).is_empty());
        let mut table = Table::first();
        for (mv, plies) in [("a1", 1), ("b2", 2)] {
            let people = r#"{"white":{"kind":"human"},"black":{"kind":"human"},"do":"seats"}"#;
            table.apply(Role::Owner, serde_json::from_str(people).unwrap()).unwrap();
            table.apply(Role::Owner, Command::Play { mv: mv.into() }).unwrap();
            store.keep(&table.id, &store::write(&table)).unwrap();
            let listed = catalogue.list(&store, &[table.id.clone()]);
            assert_eq!((listed.len(), listed[0].plies), (1, plies));
            assert_eq!((listed[0].open, listed[0].size.as_str()), (true, "5"));
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        std::fs::remove_dir_all(directory).unwrap();
    }
}
