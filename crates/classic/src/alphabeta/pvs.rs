//! The search: iterative deepening, principal variation search with minimal windows, a transposition table (Queenbee, chapters 2 and 6).
//!
//! Lines are as long as their budget lasts (SEX search, 6.2): with plain weights every move costs one ply and the budget is the depth.
//! All lines end with the same side to move, because the evaluation favours whoever moved last (7.3): at that side's turn only
//! moves within the budget are looked at, at the other's turn all.
//!
//! Values beyond [`PROVED`] are true whatever the selectivity: where moves were left out, a loss is not believed.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use game::{Bits, Cell, Colour, Outcome, Position};
use search::player::Limits;
use search::stopwatch::Stopwatch;

use super::evaluation::Evaluation;
use super::moves::{Place, Ranked, rank};
use super::table::{Bound, Table};
use super::weights::{Costs, PLY};
use crate::settings::{Category, Leaves, Settings, Taper, Weights};

/// A won game, before the moves to it are taken off.
pub const WIN: i32 = 1_000_000;
/// Values of at least this size are proved.
pub const PROVED: i32 = WIN - 10_000;
/// Larger than any value.
const INFINITY: i32 = WIN + 1;
/// How many nodes pass between two looks at the clock.
const PATIENCE: u64 = 64;

/// One position of the line that is being searched.
struct Frame<S, const W: usize> {
    position: Position<W>,
    state: S,
    judged: bool,
    /// The move that led here; none at the root and after a pass.
    by: Option<Cell>,
    moves: Vec<Ranked>,
}

/// What was found about a move of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove {
    /// The move.
    pub cell: Cell,
    /// Its value for the side to move; an upper bound unless it was the best when it was searched.
    pub value: i32,
    /// Nodes below it, all iterations together.
    pub nodes: u64,
}

/// A search of one position.
pub struct Search<'a, E: Evaluation<W>, const W: usize> {
    evaluation: &'a mut E,
    table: &'a mut Table,
    settings: &'a Settings,
    costs: Costs,
    line: Vec<Frame<E::State, W>>,
    leaf_turn: Colour,
    /// Plies of the iteration's horizon.
    horizon: i32,
    nodes: u64,
    limits: &'a Limits,
    start: Stopwatch,
    stop: &'a AtomicBool,
    stopped: bool,
    /// The moves of the root, the best first.
    pub roots: Vec<RootMove>,
}

/// What a node is allowed to do.
#[derive(Clone, Copy)]
struct Allowance {
    /// What is left of the budgets: of the line, or of the searching side and its opponent.
    budget: [i32; 2],
    /// What is left of the badness in dynamic tapering.
    spread: i32,
}

impl Allowance {
    /// What a move leaves that costs so much of one of the budgets.
    fn less(mut self, purse: usize, cost: i32, badness: i32) -> Allowance {
        self.budget[purse] -= cost;
        self.spread -= badness.min(self.spread);
        self
    }
}

/// The values between which an exact one is wanted.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const WHOLE: Window = Window { alpha: -INFINITY, beta: INFINITY };

    /// The same for the other side.
    fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The smallest one, which asks whether there is a better value than `alpha`.
    fn minimal(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    fn has(self, value: i32) -> bool {
        self.alpha < value && value < self.beta
    }
}

/// A node to search: where it is on the line, what it may spend, what is asked of it.
#[derive(Clone, Copy)]
struct Node {
    ply: usize,
    allowance: Allowance,
    window: Window,
    /// Whether the last move was a pass.
    passed: bool,
}

/// What a move costs.
#[derive(Clone, Copy)]
struct Price {
    cost: i32,
    /// The cost if the move becomes the principal variation, which is not to hide behind its price.
    guarded: i32,
}

/// What the moves of a node have come to.
struct Found {
    best: Option<(i32, Cell)>,
    /// Whether every move was looked at.
    complete: bool,
}

impl<'a, E: Evaluation<W>, const W: usize> Search<'a, E, W> {
    /// A search from a position that is not over.
    pub fn new(
        evaluation: &'a mut E,
        table: &'a mut Table,
        settings: &'a Settings,
        position: Position<W>,
        limits: &'a Limits,
        stop: &'a AtomicBool,
    ) -> Self {
        let mut state = evaluation.room();
        evaluation.begin(&position, &mut state);
        let turn = position.turn();
        let leaf_turn = match settings.leaves {
            Leaves::Aggressive => turn.other(),
            Leaves::Defensive => turn,
        };
        let root = Frame { position, state, judged: true, by: None, moves: Vec::new() };
        let mut search = Search {
            costs: Costs::of(settings),
            evaluation,
            table,
            settings,
            line: vec![root],
            leaf_turn,
            horizon: 0,
            nodes: 0,
            limits,
            start: Stopwatch::start(limits.cpu),
            stop,
            stopped: false,
            roots: Vec::new(),
        };
        search.rank_roots();
        search
    }

    /// The moves of the root as they look before any search, forced ones first.
    fn rank_roots(&mut self) {
        let frame = &self.line[0];
        let (position, turn) = (&frame.position, frame.position.turn());
        let cost = &self.evaluation.judgement(&frame.state).cost;
        let (wins, threats) = (position.winning_cells(turn), position.winning_cells(turn.other()));
        let mut cells: Vec<Cell> = position.empty_cells().iter().collect();
        cells.sort_by_key(|&cell| (!wins.has(cell), !threats.has(cell), cost[cell.index()]));
        self.roots = cells.into_iter().map(|cell| RootMove { cell, value: 0, nodes: 0 }).collect();
    }

    /// Uses these costs instead of those that the settings name.
    pub fn set_costs(&mut self, costs: Costs) {
        self.costs = costs;
    }

    /// Who wins, where the evaluation is certain of it before any move is searched.
    pub fn winner(&self) -> Option<Colour> {
        self.evaluation.winner(&self.line[0].state)
    }

    /// Whether the evaluation sees no way to win for the side to move.
    pub fn is_hopeless(&self) -> bool {
        let root = &self.line[0];
        self.evaluation.is_hopeless(&root.state, root.position.turn())
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Searches deeper and deeper until a limit is reached or the matter is settled. `done` hears of each iteration: its plies and
    /// its value for the side to move. Returns the last value.
    pub fn deepen(&mut self, mut done: impl FnMut(&Self, i32, i32)) -> i32 {
        let empty = self.line[0].position.empty_cells().len() as i32;
        let first = match self.settings.leaves {
            Leaves::Aggressive => 1,
            Leaves::Defensive => 2,
        };
        let plain = self.settings.weights == Weights::Plain;
        let mut value = 0;
        for iteration in 0.. {
            // A plain budget of an odd number of plies ends with the right side to move; others grow in smaller steps.
            let budget = if plain { PLY + 2 * PLY * iteration } else { PLY * (iteration + 1) };
            self.horizon = if plain { first + 2 * iteration } else { iteration + 1 };
            let deepest = self.settings.depth as i32;
            if iteration > 0 && (deepest > 0 && self.horizon > deepest || self.horizon > empty + 1) {
                break;
            }
            let found = self.iterate(budget, value, iteration == 0);
            if self.stopped {
                break;
            }
            value = found;
            done(self, self.horizon, value);
            if value.abs() >= PROVED || self.out_of_time() {
                break;
            }
        }
        value
    }

    /// One iteration, with a window around the last value where that is wanted.
    fn iterate(&mut self, budget: i32, last: i32, first: bool) -> i32 {
        let half = self.settings.aspiration as i32;
        let budget = match self.settings.budgets {
            2 => [(budget + PLY) / 2; 2],
            _ => [budget, 0],
        };
        let allowance = Allowance { budget, spread: self.horizon };
        let root = Node { ply: 0, allowance, window: Window::WHOLE, passed: false };
        if half > 0 && !first {
            let window = Window { alpha: last - half, beta: last + half };
            let value = self.node(Node { window, ..root });
            if self.stopped || window.has(value) {
                return value;
            }
        }
        self.node(root)
    }

    fn out_of_time(&self) -> bool {
        self.limits.time.is_some_and(|time: Duration| self.start.elapsed() >= time)
            || self.stop.load(Relaxed)
            || self.limits.visits.is_some_and(|visits| self.nodes >= visits)
    }

    /// Counts a node; true when the search has to end.
    fn count(&mut self) -> bool {
        self.nodes += 1;
        self.stopped |= self.limits.visits.is_some_and(|visits| self.nodes > visits)
            || (self.nodes.is_multiple_of(PATIENCE) && self.out_of_time());
        self.stopped
    }

    /// The value of a node for its side to move. Outside the window it is a bound: at most `alpha` means at most the
    /// value returned, at least `beta` at least that. Garbage once the search has been stopped.
    fn node(&mut self, node: Node) -> i32 {
        let ply = node.ply;
        if self.count() {
            return 0;
        }
        let position = &self.line[ply].position;
        let threats = match self.settled(position, ply as i32) {
            Ok(threats) => threats,
            Err(value) if ply > 0 => return value,
            // The root wants a move, not only a value.
            Err(value) => {
                self.roots[0].value = value;
                return value;
            }
        };
        let cells = if threats.is_empty() { position.empty_cells() } else { threats };
        let key = self.key(position);
        let known = match self.known(key, node) {
            (Some(value), _) if ply > 0 => return value,
            (_, best) => best,
        };
        self.judge(ply);
        if self.is_spent(node) {
            return self.leaf(ply);
        }
        if let Some(value) = self.cut_early(node) {
            return value;
        }
        let found = self.search_moves(node, cells, known);
        if self.stopped {
            return 0;
        }
        let Some((value, cell)) = found.best else {
            return self.leaf(ply);
        };
        let value = if !found.complete && value <= -PROVED { 1 - PROVED } else { value };
        let bound = match value {
            value if value >= node.window.beta => Bound::Lower,
            value if value > node.window.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let (budget, width) = (node.allowance.budget, self.selectivity(node.allowance));
        self.table.store(key, to_table(value, ply), budget, width, bound, Some(cell));
        value
    }

    /// Searches these moves of a node, the known best first, until one is too good for the window.
    fn search_moves(&mut self, node: Node, cells: Bits<W>, known: Option<Cell>) -> Found {
        let Node { ply, allowance, .. } = node;
        let place = Place { ply: ply as i32, height: self.horizon - ply as i32, spread: allowance.spread };
        let frame = &mut self.line[ply];
        let mut moves = std::mem::take(&mut frame.moves);
        let judgement = self.evaluation.judgement(&frame.state);
        let step = judgement.step;
        let complete = rank(self.settings, cells, &judgement.cost, known, place, &mut moves);
        let mut found = Found { best: None, complete };
        let cheapest = moves.iter().map(|ranked| self.costs.cost(ranked.category)).min().unwrap_or(PLY);
        let mut rest = node;
        for (number, &ranked) in moves.iter().enumerate() {
            self.enter(ply, ranked.cell);
            let cost = self.cost(ply, ranked, step);
            let guarded = if self.settings.guard { cost.min(cheapest) } else { cost };
            let leads = number == 0 && node.window.is_open();
            let price = Price { cost: if leads { guarded } else { cost }, guarded };
            if self.is_at_leaf(ply) && price.cost > allowance.budget[self.purse(ply)] {
                found.complete = false;
                continue;
            }
            let before = self.nodes;
            let value = self.try_move(rest, ranked, price, found.best.is_none());
            if self.stopped {
                break;
            }
            if ply == 0 {
                self.note(ranked.cell, value, value > rest.window.alpha, self.nodes - before);
            }
            if found.best.is_none_or(|(best, _)| value > best) {
                found.best = Some((value, ranked.cell));
            }
            rest.window.alpha = rest.window.alpha.max(value);
            if rest.window.alpha >= rest.window.beta {
                break;
            }
        }
        self.line[ply].moves = moves;
        found
    }

    /// The value of the move that was just entered. The first has the whole window; others are asked whether they are better,
    /// and searched again if so.
    fn try_move(&mut self, node: Node, ranked: Ranked, price: Price, is_first: bool) -> i32 {
        let purse = self.purse(node.ply);
        let after = |cost: i32, window: Window| Node {
            ply: node.ply + 1,
            allowance: node.allowance.less(purse, cost, ranked.badness),
            window: window.turned(),
            passed: false,
        };
        if is_first {
            return -self.node(after(price.cost, node.window));
        }
        let value = -self.node(after(price.cost, node.window.minimal()));
        if self.stopped || !node.window.has(value) {
            return value;
        }
        -self.node(after(price.guarded, node.window))
    }

    /// The value of a position that is over or decided by the next stones, or the threat that has to be answered.
    fn settled(&self, position: &Position<W>, ply: i32) -> Result<Bits<W>, i32> {
        match position.outcome() {
            Some(Outcome::Draw) => return Err(0),
            Some(Outcome::Win(_)) => return Err(ply - WIN),
            None => {}
        }
        let turn = position.turn();
        if !position.winning_cells(turn).is_empty() {
            return Err(WIN - ply - 1);
        }
        let threats = position.winning_cells(turn.other());
        if threats.len() > 1 { Err(ply + 2 - WIN) } else { Ok(threats) }
    }

    /// What the table knows: a value that ends the node, and the move to begin with.
    fn known(&self, key: u64, node: Node) -> (Option<i32>, Option<Cell>) {
        let Node { ply, allowance, window, .. } = node;
        let Some(entry) = self.table.find(key) else { return (None, None) };
        let value = from_table(entry.value, ply);
        let deep = (0..2).all(|side| i32::from(entry.budget[side]) >= allowance.budget[side]);
        let usable = deep && entry.width == self.selectivity(allowance) || value.abs() >= PROVED;
        let ends = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        ((usable && ends).then_some(value), entry.best)
    }

    /// A number that tells searches of different selectivity apart.
    fn selectivity(&self, allowance: Allowance) -> u16 {
        match self.settings.taper {
            Taper::Off => 0,
            Taper::Dynamic => 1 + allowance.spread as u16,
            Taper::Width | Taper::Class => self.horizon as u16,
        }
    }

    /// The key of a position in the table.
    fn key(&self, position: &Position<W>) -> u64 {
        position.key() ^ u64::from(self.leaf_turn == Colour::Black) << 63
    }

    /// Whose budget pays at this turn.
    fn purse(&self, ply: usize) -> usize {
        debug_assert_eq!(
            ply.is_multiple_of(2),
            self.line[ply].position.turn() == self.line[0].position.turn(),
            "a pass counts as a ply"
        );
        if self.settings.budgets == 2 { ply % 2 } else { 0 }
    }

    /// Whether lines may end here: it is the turn of the side that they all end with.
    fn is_at_leaf(&self, ply: usize) -> bool {
        self.line[ply].position.turn() == self.leaf_turn
    }

    /// Whether the line ends here, because nothing is left of a budget.
    fn is_spent(&self, node: Node) -> bool {
        let purse = self.purse(node.ply);
        let budget = node.allowance.budget;
        let is_other_spent = self.settings.budgets == 2 && budget[1 - purse] < 0;
        self.is_at_leaf(node.ply) && (budget[purse] < self.costs.least() || is_other_spent)
    }

    /// Makes the move from `ply` in the next frame.
    fn enter(&mut self, ply: usize, cell: Cell) {
        self.make_frame(ply + 1);
        let position = {
            let mut position = self.line[ply].position;
            position.play(cell);
            position
        };
        let frame = &mut self.line[ply + 1];
        (frame.position, frame.judged, frame.by) = (position, false, Some(cell));
    }

    fn make_frame(&mut self, ply: usize) {
        if self.line.len() <= ply {
            let state = self.evaluation.room();
            let position = self.line[0].position;
            self.line.push(Frame { position, state, judged: false, by: None, moves: Vec::new() });
        }
    }

    /// Makes sure that the position at `ply` has been judged.
    fn judge(&mut self, ply: usize) {
        if self.line[ply].judged {
            return;
        }
        let (before, here) = self.line.split_at_mut(ply);
        let (before, frame) = (&before[ply - 1], &mut here[0]);
        match frame.by {
            Some(cell) => {
                self.evaluation.follow(&before.state, &frame.position, cell, &mut frame.state);
            }
            None => self.evaluation.begin(&frame.position, &mut frame.state),
        }
        frame.judged = true;
    }

    /// The static value of the position at `ply` for its side to move.
    fn value(&self, ply: usize) -> i32 {
        let frame = &self.line[ply];
        signed(self.evaluation.judgement(&frame.state).value, frame.position.turn())
    }

    /// The value at the end of a line.
    fn leaf(&mut self, ply: usize) -> i32 {
        let frame = &self.line[ply];
        let mut value = self.evaluation.leaf(&frame.position, &frame.state);
        if self.settings.balanced && ply > 0 {
            value = (value + self.evaluation.judgement(&self.line[ply - 1].state).value) / 2;
        }
        signed(value, frame.position.turn())
    }

    /// The experiments of section 6.5 that end a node before its moves are looked at.
    fn cut_early(&mut self, node: Node) -> Option<i32> {
        let Node { ply, allowance, window: Window { beta, .. }, passed } = node;
        if ply == 0 {
            return None;
        }
        if self.settings.prune > 0 && self.value(ply) >= self.settings.prune as i32 {
            return Some(self.value(ply));
        }
        let reduced = allowance.budget[0] - 3 * PLY;
        if self.settings.null_move && !passed && reduced >= 0 && self.settings.budgets == 1 {
            self.make_frame(ply + 1);
            let mut position = self.line[ply].position;
            position.pass();
            let frame = &mut self.line[ply + 1];
            (frame.position, frame.judged, frame.by) = (position, false, None);
            let less = Allowance { budget: [reduced, 0], ..allowance };
            let window = Window { alpha: beta - 1, beta }.turned();
            let value = -self.node(Node { ply: ply + 1, allowance: less, window, passed: true });
            if !self.stopped && value >= beta {
                return Some(value.min(PROVED - 1));
            }
        }
        None
    }

    /// What the move that led to the next frame costs.
    fn cost(&mut self, ply: usize, ranked: Ranked, step: i32) -> i32 {
        if self.settings.singular && ranked.category < 0 {
            return 0;
        }
        let category = match self.settings.category {
            Category::Tension if self.settings.weights != Weights::Plain => {
                if self.line[ply + 1].position.outcome().is_some() {
                    return self.costs.least();
                }
                self.judge(ply + 1);
                let after = self.evaluation.judgement(&self.line[ply + 1].state).step;
                (after - step).abs()
            }
            _ => ranked.category,
        };
        self.costs.cost(category)
    }

    /// Notes the value of a root move; the best so far comes first.
    fn note(&mut self, cell: Cell, value: i32, best: bool, nodes: u64) {
        let at = self.roots.iter().position(|root| root.cell == cell).expect("every move is a root move");
        let root = &mut self.roots[at];
        root.value = value;
        root.nodes += nodes;
        if best {
            self.roots[..=at].rotate_right(1);
        }
    }

    /// The line that is expected to follow a root move, as far as the table remembers it.
    pub fn line_after(&self, cell: Cell) -> Vec<Cell> {
        let mut line = vec![cell];
        let mut position = self.line[0].position;
        position.play(cell);
        while position.outcome().is_none() && line.len() < 30 {
            let Some(next) = self.table.find(self.key(&position)).and_then(|entry| entry.best) else { break };
            if !position.is_legal(next) {
                break;
            }
            line.push(next);
            position.play(next);
        }
        line
    }
}

fn signed(value: i32, turn: Colour) -> i32 {
    if turn == Colour::White { value } else { -value }
}

/// Proved values count plies from the root; in the table they count from the position.
fn to_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value >= PROVED => value + ply as i32,
        value if value <= -PROVED => value - ply as i32,
        value => value,
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    match value {
        value if value >= PROVED => value - ply as i32,
        value if value <= -PROVED => value + ply as i32,
        value => value,
    }
}
