//! The game tree of one table: moves with variations, comments and what engines thought of them.
//!
//! Pure data: nothing here knows seats, clocks or engines. Nothing is ever lost by moving about; a node goes
//! only when it is deleted by name, and comes back when that is undone. A [`Record`] is made for any node by
//! replaying the path to it.

use game::{Cell, Colour, End, IllegalMove, Move, Record, Shape};
use search::player::Verdict;

use crate::limits;

/// A node of a tree, by its number.
pub type NodeId = usize;

/// The root of every tree.
pub const ROOT: NodeId = 0;

/// What an engine thought of the moment after a node, from White's side.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// White's expected share of wins.
    pub white: f32,
    /// Simulations behind it.
    pub visits: u64,
    /// What is proved, for White.
    pub verdict: Verdict,
    /// The best move and what is expected after it; empty when it is not known.
    pub line: Vec<Cell>,
}

/// One moment of the game.
#[derive(Clone, Debug)]
pub struct Node {
    /// The node before; none for the root and for deleted nodes.
    pub parent: Option<NodeId>,
    /// The nodes after, the main line first.
    pub children: Vec<NodeId>,
    /// The move that led here; none at the root.
    pub mv: Option<Move>,
    /// Who made it.
    pub mover: Colour,
    /// What is said about the moment.
    pub comment: String,
    /// How the game ended here beyond the board.
    pub end: Option<End>,
    /// What an engine thought.
    pub evaluation: Option<Evaluation>,
    /// The child that was visited last, for "redo".
    visited: Option<NodeId>,
    is_gone: bool,
}

/// Why the tree refuses a change.
#[derive(Debug, thiserror::Error)]
pub enum TreeError {
    /// The rules forbid the move.
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
    /// There is no such node.
    #[error("there is no move number {0} in the tree")]
    NoNode(NodeId),
    /// The tree is as large as it may be.
    #[error("the tree is full ({} moves)", limits::NODES)]
    Full,
    /// The start of the game cannot be deleted or promoted.
    #[error("that is the start of the game")]
    Root,
}

/// A game with variations and the moment that is looked at.
#[derive(Clone, Debug)]
pub struct Tree {
    start: Record,
    nodes: Vec<Node>,
    current: NodeId,
    /// The game at `current`.
    record: Record,
    /// Grows with every change of the tree (not of the current node).
    version: u64,
    /// What was deleted: the node, its place among its parent's children, and where one looked then. The
    /// newest last.
    deleted: Vec<(NodeId, usize, NodeId)>,
}

impl Tree {
    /// A game that has not begun.
    pub fn new(shape: &'static Shape) -> Tree {
        Tree::from_start(Record::new(shape))
    }

    /// A game that begins from stones set up.
    pub fn set_up(
        shape: &'static Shape,
        stones: Vec<(Cell, Colour)>,
        turn: Colour,
    ) -> Result<Tree, TreeError> {
        if stones.is_empty() && turn == shape.first_colour() {
            return Ok(Tree::new(shape));
        }
        Ok(Tree::from_start(Record::set_up(shape, stones, turn)?))
    }

    /// A tree from a record, its moves as the main line.
    pub fn from_record(record: &Record) -> Result<Tree, TreeError> {
        let mut start = record.clone();
        start.truncate(0);
        if record.is_empty() && record.end().is_some() {
            start.undo();
        }
        start.set_comment(0, "");
        let mut tree = Tree::from_start(start);
        tree.merge(record)?;
        Ok(tree)
    }

    fn from_start(start: Record) -> Tree {
        let root = Node {
            parent: None,
            children: Vec::new(),
            mv: None,
            mover: start.first_turn(),
            comment: String::new(),
            end: None,
            evaluation: None,
            visited: None,
            is_gone: false,
        };
        Tree {
            record: start.clone(),
            start,
            nodes: vec![root],
            current: ROOT,
            version: 0,
            deleted: Vec::new(),
        }
    }

    /// The game before its first move: shape, set-up, names and facts.
    pub fn start(&self) -> &Record {
        &self.start
    }

    /// Gives the players names, White's first.
    pub fn set_names(&mut self, names: [String; 2]) {
        self.start.names = names.clone();
        self.record.names = names;
        self.version += 1;
    }

    /// The moment that is looked at.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// The game at the current node.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Grows with every change of the tree.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// A node that exists.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id).filter(|node| !node.is_gone)
    }

    /// How many numbers of nodes were given out.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes that exist, parents before children in each line.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().enumerate().filter(|(_, node)| !node.is_gone)
    }

    /// The nodes from the root to `id`, both included.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = std::iter::successors(Some(id), |&id| self.nodes[id].parent).collect();
        path.reverse();
        path
    }

    /// The nodes of the main line, the root first.
    pub fn main_line(&self) -> Vec<NodeId> {
        std::iter::successors(Some(ROOT), |&id| self.nodes[id].children.first().copied()).collect()
    }

    /// The line through the current node: the path to it, then the first children.
    pub fn shown_line(&self) -> Vec<NodeId> {
        let mut line = self.path(self.current);
        line.extend(
            std::iter::successors(Some(self.current), |&id| self.nodes[id].children.first().copied()).skip(1),
        );
        line
    }

    /// The game from the start to `id`.
    pub fn record_at(&self, id: NodeId) -> Record {
        let mut record = self.start.clone();
        for id in self.path(id) {
            let node = &self.nodes[id];
            if let Some(mv) = node.mv {
                record.play(mv).expect("moves of the tree were checked when they came in");
            }
            record.set_comment(record.len(), node.comment.clone());
        }
        if let Some(end) = self.nodes[id].end {
            record.finish(end).expect("an end of the tree was checked when it came in");
        }
        record
    }

    /// The same without regard to comments: quick for the current node.
    pub fn game_at(&self, id: NodeId) -> Record {
        if id == self.current { self.record.clone() } else { self.record_at(id) }
    }

    /// Looks at another moment.
    pub fn go(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.node(id).ok_or(TreeError::NoNode(id))?;
        for pair in self.path(id).windows(2) {
            self.nodes[pair[0]].visited = Some(pair[1]);
        }
        self.current = id;
        self.record = self.record_at(id);
        Ok(())
    }

    /// Goes one move back; false at the start.
    pub fn back(&mut self) -> bool {
        self.nodes[self.current].parent.is_some_and(|parent| self.go(parent).is_ok())
    }

    /// Goes one move on, where the line was visited last, or else along the main line; false at its end.
    pub fn forward(&mut self) -> bool {
        let node = &self.nodes[self.current];
        let visited = node.visited.filter(|child| node.children.contains(child));
        let next = visited.or(node.children.first().copied());
        next.is_some_and(|next| self.go(next).is_ok())
    }

    /// Whether there is a move after the current one.
    pub fn has_next(&self) -> bool {
        !self.nodes[self.current].children.is_empty()
    }

    /// Makes a move at the current node and goes there. A move that is in the tree already is only followed.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, TreeError> {
        let id = self.add(self.current, mv)?;
        self.go(id)?;
        Ok(id)
    }

    /// The child of `parent` by `mv`, added as its last one when it is new.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, TreeError> {
        let node = self.node(parent).ok_or(TreeError::NoNode(parent))?;
        if let Some(&child) = node.children.iter().find(|&&child| self.nodes[child].mv == Some(mv)) {
            return Ok(child);
        }
        if self.nodes.len() >= limits::NODES {
            return Err(TreeError::Full);
        }
        let at_parent = if parent == self.current { self.record.clone() } else { self.record_at(parent) };
        at_parent.check(mv)?;
        Ok(self.add_checked(parent, mv, mover(&at_parent)))
    }

    fn add_checked(&mut self, parent: NodeId, mv: Move, mover: Colour) -> NodeId {
        let id = self.nodes.len();
        self.nodes.push(Node {
            parent: Some(parent),
            children: Vec::new(),
            mv: Some(mv),
            mover,
            comment: String::new(),
            end: None,
            evaluation: None,
            visited: None,
            is_gone: false,
        });
        self.nodes[parent].children.push(id);
        self.version += 1;
        id
    }

    /// Adds a record's moves, comments and end to the tree, which must begin as it does. Returns its last
    /// node.
    pub fn merge(&mut self, record: &Record) -> Result<NodeId, TreeError> {
        let mut at = ROOT;
        self.join_comment(ROOT, record.comment(0));
        for (i, (mover, mv)) in record.coloured_moves().enumerate() {
            let known = self.nodes[at].children.iter().find(|&&child| self.nodes[child].mv == Some(mv));
            at = match known {
                Some(&child) => child,
                None if self.nodes.len() >= limits::NODES => return Err(TreeError::Full),
                None => self.add_checked(at, mv, mover),
            };
            self.join_comment(at, record.comment(i + 1));
        }
        if record.end().is_some() {
            self.nodes[at].end = record.end();
        }
        self.version += 1;
        Ok(at)
    }

    fn join_comment(&mut self, id: NodeId, text: &str) {
        if self.nodes[id].comment.is_empty() && !text.is_empty() {
            self.nodes[id].comment = limits::shortened(text, limits::COMMENT);
        }
    }

    /// Ends the game at the current node.
    pub fn finish(&mut self, end: End) -> Result<(), TreeError> {
        self.record.finish(end)?;
        self.nodes[self.current].end = Some(end);
        self.version += 1;
        Ok(())
    }

    /// Takes back an end beyond the board at the current node; whether there was one.
    pub fn reopen(&mut self) -> bool {
        let was = self.nodes[self.current].end.take().is_some();
        if was {
            self.record = self.record_at(self.current);
            self.version += 1;
        }
        was
    }

    /// Makes the path to a node the main line.
    pub fn promote(&mut self, id: NodeId) -> Result<(), TreeError> {
        self.node(id).ok_or(TreeError::NoNode(id))?;
        for pair in self.path(id).windows(2) {
            let children = &mut self.nodes[pair[0]].children;
            children.retain(|&child| child != pair[1]);
            children.insert(0, pair[1]);
        }
        self.version += 1;
        Ok(())
    }

    /// Deletes a node and all that follows it, and returns how many moves that were; the current node moves
    /// to its parent if it is among them.
    pub fn delete(&mut self, id: NodeId) -> Result<usize, TreeError> {
        let parent = self.node(id).ok_or(TreeError::NoNode(id))?.parent.ok_or(TreeError::Root)?;
        let looked = self.current;
        if self.path(self.current).contains(&id) {
            self.go(parent)?;
        }
        let children = &mut self.nodes[parent].children;
        let place = children.iter().position(|&child| child == id).unwrap_or(0);
        children.retain(|&child| child != id);
        self.deleted.push((id, place, looked));
        self.version += 1;
        Ok(self.mark(id, true))
    }

    /// Brings back what was deleted last, and looks where one looked then; whether there was anything.
    pub fn restore(&mut self) -> bool {
        let Some((id, place, looked)) = self.deleted.pop() else { return false };
        let Some(parent) = self.nodes[id].parent.filter(|&parent| !self.nodes[parent].is_gone) else {
            return false;
        };
        self.mark(id, false);
        let children = &mut self.nodes[parent].children;
        children.insert(place.min(children.len()), id);
        self.version += 1;
        self.go(looked).is_ok()
    }

    /// Marks a node and all that follows it as gone or there, and returns their number.
    fn mark(&mut self, id: NodeId, is_gone: bool) -> usize {
        let mut left = vec![id];
        let mut count = 0;
        while let Some(id) = left.pop() {
            self.nodes[id].is_gone = is_gone;
            left.extend(&self.nodes[id].children);
            count += 1;
        }
        count
    }

    /// Says something about a moment; an empty text takes it away.
    pub fn comment(&mut self, id: NodeId, text: &str) -> Result<(), TreeError> {
        self.node(id).ok_or(TreeError::NoNode(id))?;
        self.nodes[id].comment = limits::shortened(text, limits::COMMENT);
        self.version += 1;
        Ok(())
    }

    /// Keeps what an engine thought of a moment, unless more is known already.
    pub fn evaluate(&mut self, id: NodeId, evaluation: Evaluation) {
        let Some(node) = self.nodes.get_mut(id) else { return };
        let weighs = |e: &Evaluation| (e.verdict != Verdict::Unknown, e.visits);
        if node.evaluation.as_ref().is_none_or(|old| weighs(&evaluation) >= weighs(old)) {
            let known = node.evaluation.take().map(|old| old.line).unwrap_or_default();
            let line = if evaluation.line.is_empty() { known } else { evaluation.line };
            node.evaluation = Some(Evaluation { line, ..evaluation });
            self.version += 1;
        }
    }

    /// Keeps what a reviewer thought of a moment, whatever is known already: the moments of a game can be
    /// compared only if the same player judged them all.
    pub fn compare(&mut self, id: NodeId, evaluation: Evaluation) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.evaluation = Some(evaluation);
            self.version += 1;
        }
    }
}

/// The colour that makes the next move of a record.
fn mover(record: &Record) -> Colour {
    record.turn()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Size};

    fn tree(moves: &str) -> Tree {
        let shape = Shape::of(Size::havannah(4).unwrap());
        Tree::from_record(&Record::from_moves(shape, moves, Coords::Gui).unwrap()).unwrap()
    }

    fn cell(tree: &Tree, name: &str) -> Move {
        Move::parse(tree.start().shape(), name, Coords::Gui).unwrap()
    }

    #[test]
    fn going_back_loses_nothing_and_redo_follows_the_last_visit() {
        let mut tree = tree("a1 b2 c3");
        tree.go(1).unwrap();
        let variation = tree.play(cell(&tree, "d4")).unwrap();
        assert!(tree.back() && tree.forward());
        assert_eq!(tree.current(), variation);
        assert_eq!(tree.main_line(), [0, 1, 2, 3]);
        tree.promote(variation).unwrap();
        assert_eq!(tree.main_line(), [0, 1, variation]);
    }

    #[test]
    fn deleting_a_line_moves_the_eye_to_its_start() {
        let mut tree = tree("a1 b2 c3");
        tree.go(3).unwrap();
        tree.delete(2).unwrap();
        assert_eq!((tree.current(), tree.nodes().count()), (1, 2));
        assert!(tree.go(3).is_err() && tree.delete(ROOT).is_err() && tree.go(99).is_err());
    }

    #[test]
    fn what_was_deleted_comes_back_in_its_place() {
        let mut tree = tree("a1 b2 c3");
        tree.go(1).unwrap();
        tree.play(cell(&tree, "d4")).unwrap();
        tree.comment(2, "good").unwrap();
        tree.go(3).unwrap();
        let before: Vec<_> = tree.main_line();
        assert_eq!(tree.delete(2).unwrap(), 2);
        assert_eq!(tree.delete(4).unwrap(), 1);
        assert_eq!(tree.play(cell(&tree, "b2")).unwrap(), 5);
        assert!(tree.restore() && tree.restore() && !tree.restore());
        assert_eq!((tree.main_line(), tree.current()), (before, 3));
        assert_eq!(tree.node(2).unwrap().comment, "good");
        assert_eq!(tree.node(1).unwrap().children, [2, 4, 5]);
    }

    #[test]
    fn the_same_move_is_followed_and_an_illegal_one_refused() {
        let mut tree = tree("a1 swap b2");
        assert_eq!(tree.play(cell(&tree, "a1")).unwrap(), 1);
        assert_eq!(tree.play(cell(&tree, "swap")).unwrap(), 2);
        assert!(tree.play(cell(&tree, "a1")).is_err());
        assert_eq!(tree.record_at(3).moves_text(Coords::Gui), "a1 swap b2");
    }
}
