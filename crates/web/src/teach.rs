//! Teaching: after a move of a person the engine waits until the move is judged, so that a blunder can be
//! shown and taken back before it is punished. The page judges by what the tree says of the moments before
//! and after the move.

use crate::message::{Command, Seat};
use crate::session::Inner;
use crate::table::Role;

impl Inner {
    /// Whether a command is a person's stone in a game that is taught.
    pub fn is_taught(&self, role: Role, command: &Command) -> bool {
        let has_engine = self.table.seats().iter().any(|seat| matches!(seat, Seat::Engine { .. }));
        self.table.teach && role == Role::Owner && has_engine && matches!(command, Command::Play { .. })
    }

    /// Lets the engine wait and has the move that was just made judged.
    pub fn judge_last_move(&mut self) {
        let node = self.table.tree.current();
        let parent = self.table.tree.node(node).and_then(|node| node.parent);
        let (Some(parent), false) = (parent, self.table.tree.record().is_over()) else { return };
        self.table.engine_due = false;
        self.table.review = [parent, node].into();
        self.table.review_total = 2;
    }
}
