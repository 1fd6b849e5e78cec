//! The coordinator of one proof, without clocks and databases: answers in, orders out.
//!
//! All that it knows follows from the jobs and their answers ([`Coordinator::recall`]), so it may be killed at any time and
//! made again from the store. It asks for leaves of the [`Tree`] with growing budgets, splits leaves that are still open
//! after the largest one, and splits leaves that are being worked on when there is nothing else to do.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::{Context, Result};
use game::{Game, Size};
use referee::Colour;
use solve::position::Position;
use solve::prior::rollouts;
use solve::proof::join::Join;
use solve::small;
use verify::{Limits, Value};

use crate::ground::{Ground, Spot};
use crate::job::{Belief, Order, Spec};
use crate::tree::{Branch, NodeId, Numbers, Tree, pays_to_split};

/// One order in so many asks the question that is less likely to be answered with yes.
const OTHER: u64 = 8;

/// Rollouts that tell which one is likely.
const ROLLOUTS: usize = 4_000;

/// A proved position: its value and the hash of a certificate.
#[derive(Clone, PartialEq, Debug)]
pub struct Fact {
    /// The value.
    pub value: Value,
    /// The certificate.
    pub hash: String,
}

/// What is known of a node beside its numbers.
#[derive(Clone, Debug)]
pub struct Place {
    /// The moves from the start of the game by which it was first reached.
    pub moves: Vec<u16>,
    /// Nodes of the next job.
    budget: u64,
    /// Nodes that jobs on this very position took.
    pub work: u64,
    /// Jobs on this very position.
    pub jobs: u64,
}

/// The coordinator of one proof.
pub struct Coordinator {
    ground: Ground,
    spec: Spec,
    run: String,
    tree: Tree,
    places: Vec<Place>,
    /// What numbers workers saw for the replies of positions, by node.
    hints: HashMap<NodeId, Vec<(u16, [Numbers; 2])>>,
    /// Proved positions of this board, by key.
    facts: HashMap<String, Fact>,
    flying: BTreeMap<u64, NodeId>,
    next: u64,
    /// Who is likely to win the root.
    likely: Option<Colour>,
}

impl Coordinator {
    /// A coordinator that has asked nothing yet. `facts` are positions of this board that were proved before.
    pub fn new(run: &str, spec: Spec, facts: HashMap<String, Fact>) -> Result<Coordinator> {
        let ground = Ground::new(&spec.game, &spec.size)?;
        let spot = ground.spot(&spec.moves).context("the position to be solved")?;
        let key = ground.key(&spot.position).0;
        let value = ground.at_sight(&spot).or(facts.get(&key).map(|fact| fact.value));
        let place = Place { moves: spec.moves.clone(), budget: spec.budget, work: 0, jobs: 0 };
        Ok(Coordinator {
            tree: Tree::new(key, spot.turn, value),
            run: run.into(),
            places: vec![place],
            hints: HashMap::new(),
            flying: BTreeMap::new(),
            next: 0,
            likely: likely(&spec),
            ground,
            spec,
            facts,
        })
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The rules.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The proof as it was ordered.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What is known of a node beside its numbers.
    pub fn place(&self, id: NodeId) -> &Place {
        &self.places[id]
    }

    /// The value of the root, when it is known.
    pub fn value(&self) -> Option<Value> {
        self.tree.node(0).value()
    }

    /// Jobs that are ordered and not answered.
    pub fn in_flight(&self) -> usize {
        self.flying.len()
    }

    /// The name of a position in the store of facts.
    pub fn key_of(&self, moves: &[u16]) -> Result<String> {
        Ok(self.ground.key(&self.ground.spot(moves)?.position).0)
    }

    /// Remembers a position that was proved, here or elsewhere.
    pub fn learn(&mut self, key: String, fact: Fact) {
        if let Some(id) = self.tree.find(&key)
            && self.tree.node(id).told.is_none()
        {
            self.tree.tell(id, fact.value);
        }
        self.facts.entry(key).or_insert(fact);
    }

    /// Remembers a job out of the store: one that is in flight, or was before it was answered.
    pub fn recall(&mut self, number: u64, moves: &[u16], in_flight: bool) {
        self.next = self.next.max(number + 1);
        let Some(id) = self.reach(moves) else { return };
        if in_flight && self.tree.node(id).value().is_none() {
            self.flying.insert(number, id);
            self.tree.set_busy(id, true);
        }
    }

    /// Counts the work of a job whose result is among the facts.
    pub fn count(&mut self, moves: &[u16], nodes: u64) {
        if let Some(id) = self.reach(moves) {
            self.places[id].work += nodes;
            self.places[id].jobs += 1;
        }
    }

    /// The node of a position, after splitting all above it; nothing if its result does not matter.
    fn reach(&mut self, moves: &[u16]) -> Option<NodeId> {
        let spot = self.ground.spot(moves).ok()?;
        let key = self.ground.key(&spot.position).0;
        for end in self.spec.moves.len()..moves.len() {
            if self.tree.find(&key).is_some() {
                break;
            }
            let above = self.ground.spot(&moves[..end]).ok()?;
            let id = self.tree.find(&self.ground.key(&above.position).0)?;
            if self.tree.node(id).told.is_some() {
                return None;
            }
            if self.tree.node(id).is_leaf() {
                self.split(id);
            }
        }
        self.tree.find(&key)
    }

    /// Notes what an answer came to. The position it is about must be the one of the order.
    pub fn fold(&mut self, number: u64, moves: &[u16], budget: u64, nodes: u64, belief: &Belief) {
        self.next = self.next.max(number + 1);
        let reached = self.reach(moves);
        let flying = self.flying.remove(&number);
        let Some(id) = flying.or(reached) else { return };
        let is_busy = self.flying.values().any(|&other| other == id);
        self.tree.set_busy(id, is_busy);
        self.places[id].work += nodes;
        self.places[id].jobs += 1;
        match belief {
            Belief::Refused(_) => {}
            Belief::Proved(value, hash) => {
                if let Ok(key) = self.key_of(moves) {
                    self.learn(key, Fact { value: *value, hash: hash.clone() });
                }
            }
            Belief::Open { outlook, replies } => {
                if let Some(numbers) = outlook {
                    self.tree.guess(id, *numbers);
                }
                self.hints.insert(id, replies.clone());
                let place = &mut self.places[id];
                place.budget = place.budget.max(budget.saturating_mul(self.spec.growth));
                if budget >= self.spec.most && self.tree.node(id).is_leaf() {
                    self.split(id);
                }
            }
        }
    }

    fn split(&mut self, id: NodeId) {
        let Ok(spot) = self.ground.spot(&self.places[id].moves) else { return };
        let hints = self.hints.remove(&id).unwrap_or_default();
        let branches = self.branches(&spot, &hints);
        for (cell, child) in self.tree.split(id, branches) {
            let mut moves = self.places[id].moves.clone();
            moves.push(cell);
            debug_assert_eq!(child, self.places.len());
            self.places.push(Place { moves, budget: self.spec.budget, work: 0, jobs: 0 });
        }
    }

    fn branches(&self, spot: &Spot, hints: &[(u16, [Numbers; 2])]) -> Vec<Branch> {
        let branch = |(cell, key, value): (u16, String, Option<Value>)| {
            let hint = hints.iter().find(|hint| hint.0 == cell);
            Branch {
                value: value.or(self.facts.get(&key).map(|fact| fact.value)),
                numbers: hint.map_or([Numbers::ONE; 2], |hint| hint.1),
                cell,
                key,
            }
        };
        self.ground.branches(spot).into_iter().map(branch).collect()
    }

    /// Up to `count` new jobs, the most proving first. When no position waits for one, a position at work may be split for
    /// `idle` workers while others are `running`.
    pub fn order(&mut self, count: usize, idle: u64, running: u64) -> Vec<Order> {
        let mut orders = Vec::new();
        while orders.len() < count && self.value().is_none() {
            let mut questions = self.tree.questions(self.likely);
            if self.next % OTHER == OTHER - 1 {
                questions.reverse();
            } else {
                questions.truncate(1);
            }
            let Some(id) = questions.iter().find_map(|&question| self.tree.select(question)) else {
                let is_largest = |id: NodeId| self.places[id].budget >= self.spec.most;
                let pays = |id: &NodeId| pays_to_split(*id, is_largest(*id), idle, running);
                let busy = questions.first().and_then(|&question| self.tree.select_busy(question));
                match busy.filter(pays) {
                    Some(id) => self.split(id),
                    None => break,
                }
                continue;
            };
            let place = &self.places[id];
            let order = Order {
                run: self.run.clone(),
                number: self.next,
                game: self.spec.game.clone(),
                size: self.spec.size.clone(),
                moves: place.moves.clone(),
                budget: place.budget.min(self.spec.most.max(self.spec.budget)),
                memory: self.spec.memory,
            };
            self.next += 1;
            self.tree.set_busy(id, true);
            self.flying.insert(order.number, id);
            orders.push(order);
        }
        orders
    }

    /// Jobs in flight that a proof has made pointless; they are no longer counted as in flight.
    pub fn cancel(&mut self) -> Vec<u64> {
        let nodes: Vec<NodeId> = self.flying.values().copied().collect();
        let pointless = self.tree.pointless(&nodes);
        let numbers: Vec<u64> =
            self.flying.iter().filter(|(_, id)| pointless.contains(id)).map(|(&number, _)| number).collect();
        for number in &numbers {
            self.flying.remove(number);
        }
        for id in pointless {
            self.tree.set_busy(id, false);
        }
        numbers
    }

    /// The certificates that the proof of the root needs.
    pub fn parts(&self) -> Vec<String> {
        let mut hashes: Vec<String> = Vec::new();
        for (prover, draws) in self.halves() {
            for id in self.tree.ends(prover, draws, &|id| self.fact(id).is_some()) {
                hashes.extend(self.fact(id).map(|fact| fact.hash.clone()));
            }
        }
        hashes.sort();
        hashes.dedup();
        hashes
    }

    fn halves(&self) -> Vec<(Colour, bool)> {
        match self.value() {
            Some(Value::Wins(colour)) => vec![(colour, false)],
            Some(Value::Draw) => vec![(Colour::White, true), (Colour::Black, true)],
            None => Vec::new(),
        }
    }

    fn fact(&self, id: NodeId) -> Option<&Fact> {
        let spot = self.ground.spot(&self.places[id].moves).ok()?;
        self.facts.get(&self.ground.key(&spot.position).0)
    }

    /// Joins the parts, fetched by hash, into the certificate of the root.
    pub fn join(&self, mut fetch: impl FnMut(&str) -> Result<Vec<u8>>) -> Result<Vec<u8>> {
        let value = self.value().context("the proof is not finished")?;
        let mut join = Join::new(Arc::clone(self.ground.shape()), value).context("the board is too large")?;
        for hash in self.parts() {
            join.add(&fetch(&hash)?[..], &Limits::default())?;
        }
        let draws = value == Value::Draw;
        Ok(join.write(&self.spec.moves, Vec::new(), &mut |position, prover| {
            let (key, here) = self.ground.key(position);
            let id = self.tree.find(&key)?;
            let (cell, _) = self.tree.winning_child(id, prover, draws)?;
            let there = self.ground.spot(&self.places[id].moves).ok()?;
            Some(self.ground.carry(cell, self.ground.key(&there.position).1, here))
        })?)
    }
}

/// Who wins most rollouts from the root, on boards that have any.
fn likely(spec: &Spec) -> Option<Colour> {
    let size = Size::parse(Game::named(&spec.game)?, &spec.size).ok()?;
    let shape = small::board_of(size)?;
    let moves: Vec<usize> = spec.moves.iter().map(|&cell| cell.into()).collect();
    let [white, black] = rollouts(shape, &Position::after(shape, &moves)?, ROLLOUTS, 1);
    Some(if white >= black { Colour::White } else { Colour::Black })
}
