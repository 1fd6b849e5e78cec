//! The schedule of a root: its moves as units of work.
//!
//! With the defender to move, every reply must be answered, and what is learned from easy ones (table, zones,
//! policy) helps with hard ones. So each open reply gets a budget of nodes, easiest first, and budgets double
//! from round to round; a reply that refutes the claim ends the question. Threads take different replies as
//! long as there are enough.
//!
//! With the attacker to move, one move is enough. Every move gets a first budget; from then on the move goes on whose numbers speak
//! most for it, and once it has had some work its replies are the units. (The search would go on with the
//! least proof number, whatever speaks against it, so that a root gets lost among moves that are all a little hopeful.)

use std::sync::{Mutex, MutexGuard};

use crate::dfpn::{Numbers, Search};
use crate::key::Word;
use crate::position::Position;
use crate::shape::Cell;
use crate::table::Table;

/// First budgets that nodes are spent on a move of the attacker before its replies are units of work.
const SPLIT: u64 = 16;

/// How much the work that was spent on a move speaks against it: this power of its nodes.
const PATIENCE: f32 = 0.25;

/// What is known of the attacker's claim: the effort to prove it and to refute it.
#[derive(Clone, Copy)]
struct Outlook {
    proof: f32,
    disproof: f32,
}

impl Outlook {
    const EVEN: Outlook = Outlook { proof: 1.0, disproof: 1.0 };

    fn settled(wins: bool) -> Outlook {
        let [proof, disproof] = if wins { [0.0, f32::INFINITY] } else { [f32::INFINITY, 0.0] };
        Outlook { proof, disproof }
    }
}

/// A move and what it was given.
struct Branch<W> {
    cell: Cell,
    position: Position,
    key: W,
    /// Nodes spent on it.
    spent: u64,
    /// Threads that search it now.
    workers: usize,
    /// What it came to, which the table may forget: does the attacker win?
    settled: Option<bool>,
    /// Its replies as units of work.
    below: Option<Moves<W>>,
}

impl<W: Word> Branch<W> {
    /// Nothing for a move that nobody has looked at.
    fn outlook(&self, attacker: usize, table: &Table<W>) -> Option<Outlook> {
        if let Some(wins) = self.settled {
            return Some(Outlook::settled(wins));
        }
        if let Some(below) = &self.below {
            return Some(below.outlook(attacker, table));
        }
        let entry = table.probe(self.key)?;
        Some(if self.position.turn == attacker {
            Outlook { proof: entry.phi, disproof: entry.delta }
        } else {
            Outlook { proof: entry.delta, disproof: entry.phi }
        })
    }
}

/// The moves of a position.
struct Moves<W> {
    root: Position,
    /// Nodes of the first budget.
    first: u64,
    branches: Vec<Branch<W>>,
}

/// The moves of one root, for one question.
pub(crate) struct Schedule<W> {
    attacker: usize,
    moves: Mutex<Moves<W>>,
}

/// Work for a thread.
struct Job {
    /// The places of the branches that lead to it.
    path: Vec<usize>,
    /// Where the last move was made.
    before: Position,
    cell: Cell,
    position: Position,
    nodes: u64,
}

impl<W: Word> Schedule<W> {
    /// The schedule of a root, with so many nodes in a first budget; what the table knows of the moves counts as spent.
    pub fn new(
        search: &mut Search<'_, W>,
        root: &Position,
        attacker: usize,
        first: u64,
        table: &Table<W>,
    ) -> Schedule<W> {
        Schedule { attacker, moves: Mutex::new(Moves::new(search, root, first, table)) }
    }

    /// Works on moves until the question is answered or the search is stopped; the numbers of the root.
    pub fn work(&self, search: &mut Search<'_, W>, table: &Table<W>) -> Numbers {
        while let Some(job) = self.next(search, table) {
            let before = search.nodes;
            search.limit(job.nodes);
            let numbers = search.run(&job.position);
            self.done(&job, search.nodes - before, numbers);
            if numbers.phi == 0.0 && job.position.turn == self.attacker {
                search.spread(&job.before, job.cell);
            }
            if search.is_over() {
                break;
            }
        }
        // A node each brings those up to date whose moves were worked on apart.
        let mut split = Vec::new();
        let root = self.lock().note_split(&mut split);
        split.iter().for_each(|position| {
            search.limit(1);
            search.run(position);
        });
        // When the moves are settled this takes one node, too.
        search.limit(u64::MAX);
        search.run(&root)
    }

    fn lock(&self) -> MutexGuard<'_, Moves<W>> {
        self.moves.lock().expect("nothing panics while it is held")
    }

    /// The next move to work on. Nothing if the question is answered.
    fn next(&self, search: &mut Search<'_, W>, table: &Table<W>) -> Option<Job> {
        let mut moves = self.lock();
        let mut path = Vec::new();
        moves.next(self.attacker, search, table, &mut path)
    }

    fn done(&self, job: &Job, nodes: u64, numbers: Numbers) {
        let mut moves = self.lock();
        let mut moves = &mut *moves;
        for (depth, &index) in job.path.iter().enumerate() {
            let branch = &mut moves.branches[index];
            branch.spent += nodes;
            branch.workers -= 1;
            if depth + 1 == job.path.len() {
                if numbers.solved() {
                    branch.settled = Some((numbers.phi == 0.0) == (job.position.turn == self.attacker));
                }
                return;
            }
            moves = branch.below.as_mut().expect("the path goes on");
        }
    }
}

impl<W: Word> Moves<W> {
    fn new(search: &mut Search<'_, W>, root: &Position, first: u64, table: &Table<W>) -> Moves<W> {
        let branch = |(cell, position, key)| {
            let spent = table.probe(key).map_or(0, |entry| entry.work);
            Branch { cell, position, key, spent, workers: 0, settled: None, below: None }
        };
        Moves { root: *root, first, branches: search.replies(root).into_iter().map(branch).collect() }
    }

    /// Notes the positions below whose moves are units of work, the deepest first; this one itself.
    fn note_split(&self, positions: &mut Vec<Position>) -> Position {
        for below in self.branches.iter().filter_map(|branch| branch.below.as_ref()) {
            let position = below.note_split(positions);
            positions.push(position);
        }
        self.root
    }

    /// What is known of the root by its moves: the least of one number, the sum of the other. Moves that nobody has looked at keep
    /// it open and speak neither for nor against it.
    fn outlook(&self, attacker: usize, table: &Table<W>) -> Outlook {
        let attacks = self.root.turn == attacker;
        let (mut least, mut sum, mut unseen) = (f32::INFINITY, 0.0, false);
        for branch in &self.branches {
            let Some(Outlook { proof, disproof }) = branch.outlook(attacker, table) else {
                (unseen, sum) = (true, sum + 1.0);
                continue;
            };
            let (one, all) = if attacks { (proof, disproof) } else { (disproof, proof) };
            (least, sum) = (least.min(one), sum + all);
        }
        if unseen && least.is_infinite() {
            least = 1.0;
        }
        let (proof, disproof) = if attacks { (least, sum) } else { (sum, least) };
        Outlook { proof, disproof }
    }

    fn next(
        &mut self,
        attacker: usize,
        search: &mut Search<'_, W>,
        table: &Table<W>,
        path: &mut Vec<usize>,
    ) -> Option<Job> {
        let attacks = self.root.turn == attacker;
        let mut open = 0;
        let mut best: Option<(Rank, usize)> = None;
        for (index, branch) in self.branches.iter().enumerate() {
            let outlook = branch.outlook(attacker, table).unwrap_or(Outlook::EVEN);
            if outlook.proof == 0.0 || outlook.disproof == 0.0 {
                if (outlook.proof == 0.0) == attacks {
                    return None;
                }
                continue;
            }
            open += 1;
            let rank = Rank::of(branch, outlook, attacks, self.first);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, index));
            }
        }
        let (_, index) = best?;
        let branch = &mut self.branches[index];
        path.push(index);
        let first = self.first;
        if branch.below.is_none() && (attacks || open == 1) && branch.spent >= SPLIT * first {
            let below = Moves::new(search, &branch.position, first, table);
            branch.spent = branch.spent.max(below.branches.iter().map(|reply| reply.spent).sum());
            branch.below = Some(below).filter(|below| !below.branches.is_empty());
        }
        let job = branch.below.as_mut().and_then(|below| below.next(attacker, search, table, path));
        branch.workers += 1;
        // Where all below is answered this is one node.
        Some(job.unwrap_or_else(|| Job {
            path: path.clone(),
            before: self.root,
            cell: branch.cell,
            position: branch.position,
            nodes: branch.spent.max(first),
        }))
    }
}

/// Which move comes next: the least.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Rank {
    workers: usize,
    round: u32,
    effort: f32,
}

impl Rank {
    fn of<W>(branch: &Branch<W>, outlook: Outlook, attacks: bool, first: u64) -> Rank {
        let &Branch { spent, workers, ref below, .. } = branch;
        if !attacks {
            // Of replies the one with the fewest threads, then the smallest budget, then the easiest.
            return Rank { workers, round: (spent / first + 1).ilog2(), effort: outlook.proof };
        }
        let workers = if below.is_some() { 0 } else { workers };
        if spent < first {
            return Rank { workers, round: 0, effort: outlook.proof };
        }
        // Of the attacker's own moves those that had no budget yet, then the one whose numbers speak most for it.
        let doubt = outlook.proof / outlook.disproof * (spent as f32).powf(PATIENCE);
        Rank { workers: 0, round: 1, effort: doubt * (1 + workers) as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::table::Entry;

    /// Branches with these keys after the first moves of an empty board of size 3, White to move.
    fn moves(keys: &[u64]) -> Moves<u64> {
        let shape = Shape::regular(3).expect("a small board");
        let root = Position::empty();
        let branch = |(cell, &key)| Branch {
            cell,
            position: root.played(&shape, cell),
            key,
            spent: 0,
            workers: 0,
            settled: None,
            below: None,
        };
        Moves { root, first: 1000, branches: keys.iter().enumerate().map(branch).collect() }
    }

    /// Whether it is White or Black who attacks, a root is settled by what is known of all its moves, or of one that settles it.
    #[test]
    fn moves_that_nobody_has_looked_at_keep_a_root_open() {
        let table = Table::<u64>::new(1 << 16);
        let numbers = |phi, delta| Entry { phi, delta, best: None, work: 1 };
        table.store(1, numbers(f32::INFINITY, 0.0)); // White wins after this move,
        table.store(2, numbers(0.0, f32::INFINITY)); // does not after this one,
        table.store(3, numbers(6.0, 2.0)); // and nobody knows here.
        let outlook = |attacker, keys: &[u64]| {
            let Outlook { proof, disproof } = moves(keys).outlook(attacker, &table);
            (proof, disproof)
        };
        let (white, black) = (|keys: &[u64]| outlook(0, keys), |keys: &[u64]| outlook(1, keys));
        let yes = (0.0, f32::INFINITY);
        let no = (f32::INFINITY, 0.0);
        assert_eq!(
            [white(&[2, 1, 9]), white(&[2, 2]), white(&[2, 3]), white(&[3])],
            [yes, no, (2.0, 6.0), (2.0, 6.0)]
        );
        assert_eq!([white(&[2, 9]), white(&[9]), white(&[3, 9])], [(1.0, 1.0), (1.0, 1.0), (2.0, 7.0)]);
        // A key stands for one question: for Black's the claim of the side to move after White's move is "I win".
        assert_eq!([black(&[1, 2]), black(&[2, 2]), black(&[2, 3])], [no, yes, (6.0, 2.0)]);
        assert_eq!([black(&[2, 9]), black(&[9]), black(&[3, 9])], [(1.0, 1.0), (1.0, 1.0), (7.0, 2.0)]);
    }
}
