//! Teaching: after a move of a person the engine waits until the move is judged, so that a blunder can be
//! shown and taken back before it is punished. The page judges by what the tree says of the moments before
//! and after the move.

use crate::message::{Command, Seat};
use crate::session::Inner;
use crate::table::{Role, Table};
use crate::tree::NodeId;

impl Inner {
    /// Whether a command is a person's stone in a game that is taught.
    pub fn is_taught(&self, role: Role, command: &Command) -> bool {
        let has_engine = self.table.seats().iter().any(|seat| matches!(seat, Seat::Engine { .. }));
        self.table.teach && role == Role::Owner && has_engine && matches!(command, Command::Play { .. })
    }

    /// Lets the engine wait and has the move that was just made judged.
    pub fn judge_last_move(&mut self) {
        if !self.table.tree.record().is_over() {
            self.table.engine_due = false;
            self.table.judge(self.table.tree.current());
        }
    }
}

impl Table {
    /// Has the moments before and after a move evaluated, before anything else that is to be reviewed.
    pub fn judge(&mut self, node: NodeId) {
        let Some(parent) = self.tree.node(node).and_then(|node| node.parent) else { return };
        self.review.retain(|&other| other != node && other != parent);
        self.review.push_front(node);
        self.review.push_front(parent);
        self.review_total = self.review_total.max(self.review.len());
    }
}
