//! The games that are kept on this machine, as games to compare with.

use game::Record;

use crate::session::Inner;

impl Inner {
    /// Adds all kept games that have moves to the session's library, and says how it went.
    pub fn add_own_games(&mut self) -> String {
        let kept = self.store.all_kept();
        let records: Vec<(String, Record)> = kept
            .into_iter()
            .filter_map(|(id, _)| {
                let table = self.store.kept(&id)?;
                let end = table.tree.main_line().last().copied()?;
                Some((id, table.tree.record_at(end)))
            })
            .filter(|(_, record)| !record.is_empty())
            .collect();
        self.table.library.add_records(records)
    }
}
