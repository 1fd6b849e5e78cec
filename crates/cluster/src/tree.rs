//! The top of a proof: job-level proof-number search (Wu and others, 2010) over positions known by keys.
//!
//! A node has numbers for two questions, "does White win?" and "does Black win?"; a leaf is a position that jobs work on.
//! Nodes that are reached in several ways are one node with several parents. A leaf on which a job works counts as dearer
//! (virtual loss), so that the next job goes elsewhere if something else is nearly as good. Replies all have to be answered, so
//! jobs spread over them freely; of the attacker's own moves only the best gets jobs. Replies to the root take turns: those on which fewest
//! jobs were spent first, of these the easiest, since what is learned from easy ones helps with hard ones. The tree knows no
//! rules: branches and values come from outside.

use std::collections::{HashMap, HashSet};

use referee::Colour;
use verify::Value;

/// The place of a node in the tree.
pub type NodeId = usize;

/// How much dearer a leaf looks while a job works on it.
const VIRTUAL_LOSS: f64 = 2.0;

/// Whether to split a position at work for `idle` workers while others are `running`. Its moves are begun from nothing, while a
/// job on it may be near its end: this pays for the root, for a position whose job is the largest one, and when most are idle.
pub fn pays_to_split(id: NodeId, is_largest: bool, idle: u64, running: u64) -> bool {
    idle > 0 && (id == 0 || idle > running || is_largest)
}

/// Effort still seen to answer a question with yes (proof) and with no (disproof).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Zero when the answer is yes.
    pub proof: f64,
    /// Zero when the answer is no.
    pub disproof: f64,
}

impl Numbers {
    /// Nothing is known.
    pub const ONE: Numbers = Numbers { proof: 1.0, disproof: 1.0 };
    /// The answer is yes.
    pub const YES: Numbers = Numbers { proof: 0.0, disproof: f64::INFINITY };
    /// The answer is no.
    pub const NO: Numbers = Numbers { proof: f64::INFINITY, disproof: 0.0 };

    /// Is the question answered?
    pub fn is_closed(self) -> bool {
        self.proof == 0.0 || self.disproof == 0.0
    }

    /// Numbers of an open question, whatever a worker said: no zeros, nothing that is no number.
    pub fn open(proof: f64, disproof: f64) -> Numbers {
        let sane = |x: f64| if x.is_finite() { x.clamp(1e-6, 1e30) } else { 1.0 };
        Numbers { proof: sane(proof), disproof: sane(disproof) }
    }

    fn times(self, factor: f64) -> Numbers {
        Numbers { proof: self.proof * factor, disproof: self.disproof * factor }
    }
}

/// The place of a colour's question in pairs.
pub fn question(colour: Colour) -> usize {
    match colour {
        Colour::White => 0,
        Colour::Black => 1,
    }
}

/// Both questions' numbers of a position with a known value.
pub fn numbers_of(value: Value) -> [Numbers; 2] {
    [Colour::White, Colour::Black]
        .map(|colour| if value == Value::Wins(colour) { Numbers::YES } else { Numbers::NO })
}

/// A move from a node, as the rules describe it.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The cell.
    pub cell: u16,
    /// The position after it.
    pub key: String,
    /// Its value, if it is known.
    pub value: Option<Value>,
    /// Its numbers, if somebody has looked at it.
    pub numbers: [Numbers; 2],
}

/// A position of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// Who moves.
    pub turn: Colour,
    /// Numbers of both questions, virtual loss included.
    pub numbers: [Numbers; 2],
    /// Moves and where they lead; none at a leaf.
    pub children: Vec<(u16, NodeId)>,
    /// From where it is reached.
    pub parents: Vec<NodeId>,
    /// The value, if a job or a look at the board told it.
    pub told: Option<Value>,
    /// Does a job work on it?
    pub is_busy: bool,
    /// Jobs that have left it open.
    rounds: u32,
    /// Own numbers while it is a leaf.
    guess: [Numbers; 2],
    /// For each question: is there a leaf below that waits for a job and is worth it?
    is_free: [bool; 2],
}

impl Node {
    /// Is it a leaf?
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }

    /// Its value, as far as both questions tell it.
    pub fn value(&self) -> Option<Value> {
        match self.numbers {
            [white, _] if white.proof == 0.0 => Some(Value::Wins(Colour::White)),
            [_, black] if black.proof == 0.0 => Some(Value::Wins(Colour::Black)),
            [white, black] if white.disproof == 0.0 && black.disproof == 0.0 => Some(Value::Draw),
            _ => None,
        }
    }

    /// Does this colour win, or at least not lose if `draws` are enough?
    pub fn reaches(&self, colour: Colour, draws: bool) -> bool {
        match draws {
            false => self.numbers[question(colour)].proof == 0.0,
            true => self.numbers[question(colour.other())].disproof == 0.0,
        }
    }
}

/// The tree; its root has number 0.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    by_key: HashMap<String, NodeId>,
}

impl Tree {
    /// A tree of one leaf.
    pub fn new(key: String, turn: Colour, value: Option<Value>) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), by_key: HashMap::new() };
        tree.add(&key, turn, value, [Numbers::ONE; 2]);
        tree
    }

    fn add(&mut self, key: &str, turn: Colour, told: Option<Value>, guess: [Numbers; 2]) -> NodeId {
        let id = self.nodes.len();
        let numbers = told.map_or(guess, numbers_of);
        let is_free = numbers.map(|numbers| !numbers.is_closed());
        let (children, parents) = (Vec::new(), Vec::new());
        self.nodes.push(Node {
            turn,
            numbers,
            children,
            parents,
            told,
            is_busy: false,
            rounds: 0,
            guess,
            is_free,
        });
        self.by_key.insert(key.into(), id);
        id
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of a position.
    pub fn find(&self, key: &str) -> Option<NodeId> {
        self.by_key.get(key).copied()
    }

    /// Turns a leaf into an inner node; returns its new children.
    pub fn split(&mut self, leaf: NodeId, branches: Vec<Branch>) -> Vec<(u16, NodeId)> {
        debug_assert!(self.nodes[leaf].is_leaf(), "only leaves are split");
        let turn = self.nodes[leaf].turn.other();
        let mut new = Vec::new();
        for branch in branches {
            let child = match self.find(&branch.key) {
                Some(child) => child,
                None => {
                    let child = self.add(&branch.key, turn, branch.value, branch.numbers);
                    new.push((branch.cell, child));
                    child
                }
            };
            self.nodes[leaf].children.push((branch.cell, child));
            if !self.nodes[child].parents.contains(&leaf) {
                self.nodes[child].parents.push(leaf);
            }
        }
        self.update(leaf);
        new
    }

    /// Notes that a job works on a node, or no longer does.
    pub fn set_busy(&mut self, id: NodeId, is_busy: bool) {
        self.nodes[id].is_busy = is_busy;
        self.update(id);
    }

    /// Notes the numbers that a job has seen which left the position open.
    pub fn guess(&mut self, id: NodeId, numbers: [Numbers; 2]) {
        self.nodes[id].rounds += 1;
        self.nodes[id].guess = numbers;
        self.update(id);
    }

    /// Notes a value that is proved.
    pub fn tell(&mut self, id: NodeId, value: Value) {
        self.nodes[id].told = Some(value);
        self.update(id);
    }

    /// Brings a node and all above it up to date.
    fn update(&mut self, id: NodeId) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let (numbers, is_free) = self.judge(id);
            let node = &mut self.nodes[id];
            if node.numbers != numbers || node.is_free != is_free {
                (node.numbers, node.is_free) = (numbers, is_free);
                waiting.extend_from_slice(&node.parents);
            }
        }
    }

    fn judge(&self, id: NodeId) -> ([Numbers; 2], [bool; 2]) {
        let node = &self.nodes[id];
        if let Some(value) = node.told {
            return (numbers_of(value), [false; 2]);
        }
        if node.is_leaf() {
            let factor = if node.is_busy { VIRTUAL_LOSS } else { 1.0 };
            return (node.guess.map(|numbers| numbers.times(factor)), [!node.is_busy; 2]);
        }
        let judged = [Colour::White, Colour::Black].map(|attacker| self.judge_children(node, attacker));
        (judged.map(|pair| pair.0), judged.map(|pair| pair.1))
    }

    fn judge_children(&self, node: &Node, attacker: Colour) -> (Numbers, bool) {
        let at = question(attacker);
        let (mut least, mut sum, mut is_free) = (f64::INFINITY, 0.0, false);
        let yes_wins = node.turn == attacker;
        for &(_, child) in &node.children {
            let child = &self.nodes[child];
            let Numbers { proof, disproof } = child.numbers[at];
            let (own, other) = if yes_wins { (proof, disproof) } else { (disproof, proof) };
            sum += other;
            // Of the attacker's moves only the best is worth a job, of the other side's all are.
            if yes_wins && own < least {
                is_free = child.is_free[at];
            } else if !yes_wins {
                is_free |= child.is_free[at];
            }
            least = least.min(own);
        }
        // A sum of nothing but zeros is the end of the question, and so is a single zero.
        let (own, other) = if least == 0.0 { (0.0, f64::INFINITY) } else { (least, sum) };
        let own = if other == 0.0 { f64::INFINITY } else { own };
        let (proof, disproof) = if yes_wins { (own, other) } else { (other, own) };
        let numbers = Numbers { proof, disproof };
        (numbers, is_free && !numbers.is_closed())
    }

    /// The open questions: the likely one first if somebody knows it, else the one that looks nearer to a yes.
    pub fn questions(&self, likely: Option<Colour>) -> Vec<Colour> {
        let root = &self.nodes[0];
        if root.value().is_some() {
            return Vec::new();
        }
        let open = |colour: &Colour| !root.numbers[question(*colour)].is_closed();
        let doubt = |colour: &Colour| match likely {
            Some(likely) => f64::from(u8::from(likely != *colour)),
            None => root.numbers[question(*colour)].proof,
        };
        let mut open: Vec<Colour> = [Colour::White, Colour::Black].into_iter().filter(open).collect();
        open.sort_by(|a, b| doubt(a).total_cmp(&doubt(b)));
        open
    }

    /// The most proving leaf that waits for a job, for the question whether this colour wins.
    pub fn select(&self, attacker: Colour) -> Option<NodeId> {
        self.descend(attacker, &|node| node.is_free[question(attacker)])
    }

    /// The most proving leaf on which a job works already: to be split when jobs are wanted and no leaf waits.
    pub fn select_busy(&self, attacker: Colour) -> Option<NodeId> {
        self.descend(attacker, &|node| !node.numbers[question(attacker)].is_closed())
    }

    /// Follows the cheapest children that are `eligible` down to a leaf.
    fn descend(&self, attacker: Colour, eligible: &dyn Fn(&Node) -> bool) -> Option<NodeId> {
        let at = question(attacker);
        let mut id = 0;
        if !eligible(&self.nodes[id]) {
            return None;
        }
        while !self.nodes[id].is_leaf() {
            let node = &self.nodes[id];
            let cost = |child: NodeId| {
                let Node { numbers, rounds, .. } = &self.nodes[child];
                match (node.turn == attacker, id == 0) {
                    (true, _) => (0, numbers[at].proof),
                    (false, true) => (*rounds, numbers[at].proof),
                    (false, false) => (0, numbers[at].disproof),
                }
            };
            let children = node.children.iter().map(|child| child.1);
            id = children
                .filter(|&child| node.turn == attacker || eligible(&self.nodes[child]))
                .min_by(|&a, &b| {
                    let (a, b) = (cost(a), cost(b));
                    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
                })
                .filter(|&child| eligible(&self.nodes[child]))?;
        }
        Some(id)
    }

    /// Those of these nodes whose result cannot matter any more: every way to the root passes a question that is answered.
    pub fn pointless(&self, nodes: &[NodeId]) -> Vec<NodeId> {
        let mut wanted: HashMap<NodeId, bool> = HashMap::new();
        nodes.iter().copied().filter(|&id| !self.is_wanted(id, &mut wanted)).collect()
    }

    fn is_wanted(&self, id: NodeId, known: &mut HashMap<NodeId, bool>) -> bool {
        if let Some(&wanted) = known.get(&id) {
            return wanted;
        }
        let root = &self.nodes[0];
        let open = |at: usize| !root.numbers[at].is_closed() && !self.nodes[id].numbers[at].is_closed();
        let is_open = root.value().is_none() && self.nodes[id].value().is_none() && (open(0) || open(1));
        let wanted = is_open
            && (id == 0 || self.nodes[id].parents.iter().any(|&parent| self.is_wanted(parent, known)));
        known.insert(id, wanted);
        wanted
    }

    /// The nodes at which a strategy of this side ends, walking from the root by its moves and all replies: leaves, and
    /// nodes for which `is_end` is true.
    pub fn ends(&self, prover: Colour, draws: bool, is_end: &dyn Fn(NodeId) -> bool) -> Vec<NodeId> {
        let (mut seen, mut ends, mut waiting) = (HashSet::new(), Vec::new(), vec![0]);
        while let Some(id) = waiting.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = &self.nodes[id];
            if node.is_leaf() || is_end(id) {
                ends.push(id);
            } else if node.turn == prover {
                waiting.extend(self.winning_child(id, prover, draws).map(|child| child.1));
            } else {
                waiting.extend(node.children.iter().map(|child| child.1));
            }
        }
        ends
    }

    /// A move by which the side to move reaches its aim.
    pub fn winning_child(&self, id: NodeId, prover: Colour, draws: bool) -> Option<(u16, NodeId)> {
        let children = self.nodes[id].children.iter();
        children.copied().find(|child| self.nodes[child.1].reaches(prover, draws))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(cell: u16, key: &str) -> Branch {
        Branch { cell, key: key.into(), value: None, numbers: [Numbers::ONE; 2] }
    }

    /// White moves to a or b; after a Black moves to c or d.
    fn small() -> Tree {
        let mut tree = Tree::new("root".into(), Colour::White, None);
        tree.split(0, vec![branch(0, "a"), branch(1, "b")]);
        let a = tree.find("a").unwrap();
        tree.split(a, vec![branch(2, "c"), branch(3, "d")]);
        tree
    }

    #[test]
    fn numbers_follow_the_rules_of_proof_number_search() {
        let tree = small();
        assert_eq!(tree.node(0).numbers[0], Numbers { proof: 1.0, disproof: 2.0 });
        let a = tree.find("a").unwrap();
        assert_eq!(tree.node(a).numbers[0], Numbers { proof: 2.0, disproof: 1.0 });
        assert_eq!(tree.questions(None), [Colour::White, Colour::Black]);
        assert_eq!(tree.select(Colour::White), tree.find("b"));
    }

    #[test]
    fn busy_leaves_are_left_alone_and_so_are_worse_moves_of_the_attacker() {
        let mut tree = small();
        let mut seen = Vec::new();
        while let Some(leaf) = tree.select(Colour::White) {
            assert!(!tree.node(leaf).is_busy);
            tree.set_busy(leaf, true);
            seen.push(leaf);
        }
        // After b (one reply less to answer) and c the attacker's best move is at work: d waits.
        seen.sort_unstable();
        assert_eq!(seen, ["b", "c"].map(|key| tree.find(key).unwrap()));
        assert!(tree.select_busy(Colour::White).is_some());
    }

    #[test]
    fn values_rise_and_make_jobs_pointless() {
        let mut tree = small();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|key| tree.find(key).unwrap());
        tree.tell(c, Value::Wins(Colour::Black));
        assert_eq!(tree.node(a).value(), Some(Value::Wins(Colour::Black)));
        assert_eq!(tree.pointless(&[b, c, d]), [c, d]);
        tree.tell(b, Value::Draw);
        assert_eq!(tree.node(0).value(), Some(Value::Draw));
        assert_eq!(tree.questions(None), []);
        assert_eq!(tree.winning_child(0, Colour::White, true), Some((1, b)));
        assert_eq!(tree.ends(Colour::White, true, &|_| false), [b]);
    }

    #[test]
    fn a_node_with_two_parents_counts_for_both() {
        let mut tree = small();
        let b = tree.find("b").unwrap();
        let new = tree.split(b, vec![branch(4, "c"), branch(5, "e")]);
        assert_eq!(new.len(), 1);
        let c = tree.find("c").unwrap();
        tree.tell(c, Value::Wins(Colour::Black));
        assert_eq!(tree.node(0).value(), Some(Value::Wins(Colour::Black)));
    }

    /// Black moves to a, b or c at the root: White's win needs answers to all of them.
    #[test]
    fn replies_to_the_root_take_turns_the_easiest_first() {
        let mut tree = Tree::new("root".into(), Colour::Black, None);
        tree.split(0, vec![branch(0, "a"), branch(1, "b"), branch(2, "c")]);
        let [a, b, c] = ["a", "b", "c"].map(|key| tree.find(key).unwrap());
        let open = |proof: f64| [Numbers { proof, disproof: 1.0 }, Numbers::ONE];
        for (reply, proof) in [(a, 30.0), (b, 10.0), (c, 20.0)] {
            assert_eq!(tree.select(Colour::White), Some(reply));
            tree.guess(reply, open(proof));
        }
        assert_eq!(tree.select(Colour::White), Some(b), "all had one job, b looks easiest");
        tree.guess(b, open(5.0));
        assert_eq!(tree.select(Colour::White), Some(c), "b had two jobs");
        tree.tell(c, Value::Wins(Colour::White));
        assert_eq!(tree.select(Colour::White), Some(a));
        tree.tell(a, Value::Wins(Colour::Black));
        assert_eq!(tree.questions(Some(Colour::White)), [], "one refutation is enough");
    }

    #[test]
    fn the_likely_question_comes_first_while_it_is_open() {
        let mut tree = small();
        assert_eq!(tree.questions(Some(Colour::Black)), [Colour::Black, Colour::White]);
        let [b, c, d] = ["b", "c", "d"].map(|key| tree.find(key).unwrap());
        tree.tell(b, Value::Draw);
        assert_eq!(tree.questions(Some(Colour::Black)), [Colour::White], "Black does not win any more");
        tree.tell(c, Value::Draw);
        tree.tell(d, Value::Draw);
        assert_eq!(tree.questions(Some(Colour::Black)), []);
    }

    #[test]
    fn what_workers_say_about_effort_is_made_sane() {
        let numbers = Numbers::open(f64::NAN, -3.0);
        assert!(!numbers.is_closed() && numbers.proof == 1.0 && numbers.disproof > 0.0);
    }
}
