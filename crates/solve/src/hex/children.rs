//! What a position learns from its children in depth-first proof-number search over must-play regions.

use super::board::{Board, Cells, Position};
use super::table::{Busy, Entry, INFINITE, NONE, Table};

/// How much more the work below a child counts for each thread that is there.
const SHUN: f32 = 1.0;

/// The children of a position in a table.
pub(super) struct Children<'a> {
    pub table: &'a Table,
    pub board: &'a Board,
    pub position: &'a Position,
    /// Children looked at from the start, and the share of the other moves.
    pub wide: (usize, f32),
    /// What the children's searches returned, by cell: the table may have dropped it since.
    pub seen: &'a Seen,
    /// Where other threads are at work, if there are any.
    pub busy: Option<&'a Busy>,
}

/// Both numbers of each child.
pub(super) type Seen = [(f32, f32); 64];
/// Nothing was returned yet.
pub(super) const UNSEEN: Seen = [(1.0, 1.0); 64];

/// The child to search next.
pub(super) struct Choice {
    pub cell: usize,
    /// Its own work left.
    pub phi: f32,
    /// The second best child's work left to prove that it loses.
    pub second: f32,
}

/// Takes what is known of one child into the entry of an unsolved position.
pub(super) fn take(cell: usize, child: &Entry, extra: Cells, entry: &mut Entry) {
    if child.loses() {
        let carrier = child.carrier | extra | 1 << cell;
        *entry = Entry { work: entry.work, ..Entry::proved(true, carrier, cell as u8) };
    } else if child.wins() {
        entry.moves &= child.carrier;
        entry.carrier |= child.carrier;
        if entry.moves == 0 {
            *entry = Entry { work: entry.work, ..Entry::proved(false, entry.carrier, NONE) };
        }
    }
}

/// How many of these moves are looked at.
pub(super) fn window(wide: (usize, f32), moves: Cells) -> usize {
    let count = moves.count_ones() as usize;
    count.min(wide.0 + (wide.1 * count as f32) as usize)
}

impl Children<'_> {
    /// The work left below a child counts for more where other threads do it, so that threads part.
    fn shunned(&self, cell: usize, delta: f32) -> f32 {
        let Some(busy) = self.busy else { return delta };
        let others = busy.count(self.board, &self.position.play(cell)) as f32;
        delta + others * (delta * SHUN + 1.0)
    }

    /// Takes what the children know by now into the entry, and picks one to search. `extra` joins the carrier of a won position.
    pub fn look(
        &self,
        order: impl Iterator<Item = usize>,
        extra: Cells,
        entry: &mut Entry,
    ) -> Option<Choice> {
        if entry.solved() {
            return None;
        }
        let mut children = [(0usize, 0f32, 0f32); 64];
        let mut count = 0;
        for cell in order {
            if entry.moves >> cell & 1 == 0 {
                continue;
            }
            let child = self.table.find(self.board, &self.position.play(cell));
            let (phi, delta) = child.map_or(self.seen[cell], |child| (child.phi, child.delta));
            if let Some(child) = child.filter(Entry::solved) {
                take(cell, &child, extra, entry);
                if entry.solved() {
                    return None;
                }
                continue;
            }
            children[count] = (cell, phi, self.shunned(cell, delta));
            count += 1;
        }
        let moves = entry.moves;
        let live = children[..count].iter().filter(|child| moves >> child.0 & 1 == 1);
        let (mut phi, mut second, mut delta) = (INFINITE, INFINITE, 0.0);
        let mut choice = None;
        for &(cell, child_phi, child_delta) in live.take(window(self.wide, moves)) {
            delta += child_phi;
            if child_delta < phi {
                (second, phi) = (phi, child_delta);
                choice = Some((cell, child_phi));
            } else {
                second = second.min(child_delta);
            }
        }
        (entry.phi, entry.delta) = (phi, delta);
        choice.map(|(cell, phi)| {
            entry.best = cell as u8;
            Choice { cell, phi, second }
        })
    }
}
