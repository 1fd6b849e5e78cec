//! Selection: the formula that says which move of a node to try next, over eight moves at a time.
//!
//! The value of a move with n visits and w wins, r RAVE visits and s RAVE wins, and knowledge p, at a node with N visits:
//!
//! ```text
//!   q = (w + V p) / (n + V)       V initial visits (0 unless knowledge becomes visits)
//!   e = (s + R p + S f) / (r + R + S)       R initial RAVE visits, S more of them with the first-play urgency f as their result
//!   value = (1 - beta) q + beta e + exploration(n, N, q) + knowledge weight * p / fade(n)
//! ```
//!
//! or, where the network says how likely each move is (PUCT), with the node's own value v less a loss l for what was not tried:
//!
//! ```text
//!   value = (n > 0: w / n, else v - l) + c p sqrt(N) / (1 + n)
//! ```
//!
//! and the first-play urgency when neither q nor e exists. Moves whose result is proved are passed over.

use super::tree::{Block, LANES, Rows, Tree};
use crate::random::Random;
use crate::settings::{Beta, Bound, KnowledgeAs, Settings};
use eight::{Eight, Plain};

mod eight;

/// The numbers of the formula, drawn from the settings once.
#[derive(Clone, Debug)]
pub struct Formula {
    kernel: Kernel,
    rave: f32,
    bias: f32,
    explore: f32,
    prior_visits: f32,
    prior_rave: f32,
    prior_add: f32,
    first_play: f32,
    rave_start: f32,
    widen_factor: f32,
    widen_power: f32,
    /// PUCT: the weight of the network's chances, what is lost by an untried move, and how many visits a simulation counts.
    puct: f32,
    puct_loss: f32,
    unit: f32,
}

/// What a loop over chunks needs to know of the node.
#[derive(Clone, Copy)]
struct Node {
    /// The logarithm of its visits.
    log: f32,
    /// PUCT: what a chance counts before any visit, and the value of an untried move.
    chance: f32,
    untried: f32,
}

type Kernel = fn(&Formula, &Tree, Block, Node, usize, usize) -> Option<usize>;

impl Formula {
    /// The formula that `settings` ask for; `has_priors` says whether moves have any.
    pub fn new(settings: &Settings, has_priors: bool) -> Formula {
        let visits =
            |wanted: KnowledgeAs| if settings.knowledge == wanted { settings.knowledge_visits } else { 0.0 };
        let adds = matches!(settings.knowledge, KnowledgeAs::Root | KnowledgeAs::Log | KnowledgeAs::Inverse);
        Formula {
            kernel: kernel(settings, has_priors),
            rave: settings.rave,
            bias: 4.0 * settings.rave_bias * settings.rave_bias,
            explore: settings.explore,
            prior_visits: visits(KnowledgeAs::Visits),
            prior_rave: visits(KnowledgeAs::Rave),
            prior_add: if adds { 1.0 } else { 0.0 },
            first_play: settings.first_play,
            rave_start: settings.rave_start.max(TINY),
            widen_factor: settings.widen_factor,
            widen_power: settings.widen_power,
            puct: settings.puct,
            puct_loss: settings.puct_loss,
            unit: settings.rollouts as f32,
        }
    }

    /// The move with the best value; `None` when all are proved. Ties go to the first after a random place.
    #[inline]
    pub fn choose(&self, tree: &Tree, block: Block, random: &mut Random) -> Option<usize> {
        let visits = tree.node_visits(block);
        let all = tree.len(block).div_ceil(LANES);
        let chunks = if self.widen_factor > 0.0 { self.widened(visits, all) } else { all };
        let log = if self.explore > 0.0 { ((visits + 2) as f32).ln() } else { 0.0 };
        let mut node = Node { log, chance: 0.0, untried: 0.0 };
        if self.puct > 0.0 {
            node.chance = self.puct * self.unit * (1.0 + visits as f32 / self.unit).sqrt();
            node.untried = tree.value_of(block).unwrap_or(0.5) - self.puct_loss;
        }
        let start = if visits < 64 { random.below(chunks) } else { 0 };
        (self.kernel)(self, tree, block, node, chunks, start)
            .or_else(|| (self.kernel)(self, tree, block, node, all, 0).filter(|_| chunks < all))
    }

    /// Widening counts moves in order of their prior, in whole chunks.
    fn widened(&self, visits: u32, all: usize) -> usize {
        let moves = self.widen_factor * (visits as f32 + 1.0).powf(self.widen_power);
        ((moves as usize).div_ceil(LANES)).clamp(1, all)
    }
}

/// A visit that counts for nothing beside a real one.
const TINY: f32 = 1e-6;
/// What a proved move loses.
const PASSED_OVER: f32 = 1e30;

const LINEAR: u8 = 0;
const ROOT: u8 = 1;
const SILVER: u8 = 2;
const NO_RAVE: u8 = 3;
const PUCT: u8 = 4;

const NO_EXPLORATION: u8 = 0;
const HOEFFDING: u8 = 1;
const BERNSTEIN: u8 = 2;

const NO_KNOWLEDGE: u8 = 0;
const FADE_ROOT: u8 = 1;
const FADE_LOG: u8 = 2;
const FADE_INVERSE: u8 = 3;
const AS_COUNTS: u8 = 4;
const AS_CHANCES: u8 = 5;

fn kernel(settings: &Settings, has_priors: bool) -> Kernel {
    if settings.puct > 0.0 {
        return pick::<PUCT, NO_EXPLORATION, AS_CHANCES>();
    }
    let explores = settings.explore > 0.0;
    match (settings.rave > 0.0, settings.rave_beta) {
        (false, _) => with_beta::<NO_RAVE>(settings, has_priors, explores),
        (true, Beta::Linear) => with_beta::<LINEAR>(settings, has_priors, explores),
        (true, Beta::Root) => with_beta::<ROOT>(settings, has_priors, explores),
        (true, Beta::Silver) => with_beta::<SILVER>(settings, has_priors, explores),
    }
}

fn with_beta<const BETA: u8>(settings: &Settings, has_priors: bool, explores: bool) -> Kernel {
    match (explores, settings.bound) {
        (false, _) => with_exploration::<BETA, NO_EXPLORATION>(settings, has_priors),
        (true, Bound::Hoeffding) => with_exploration::<BETA, HOEFFDING>(settings, has_priors),
        (true, Bound::Bernstein) => with_exploration::<BETA, BERNSTEIN>(settings, has_priors),
    }
}

fn with_exploration<const BETA: u8, const EXPLORE: u8>(settings: &Settings, has_priors: bool) -> Kernel {
    if !has_priors {
        return pick::<BETA, EXPLORE, NO_KNOWLEDGE>();
    }
    match settings.knowledge {
        KnowledgeAs::Root => pick::<BETA, EXPLORE, FADE_ROOT>(),
        KnowledgeAs::Log => pick::<BETA, EXPLORE, FADE_LOG>(),
        KnowledgeAs::Inverse => pick::<BETA, EXPLORE, FADE_INVERSE>(),
        KnowledgeAs::Visits | KnowledgeAs::Rave => pick::<BETA, EXPLORE, AS_COUNTS>(),
    }
}

/// The kernel for this machine: the same loop, over wide registers where there are any.
fn pick<const BETA: u8, const EXPLORE: u8, const KNOW: u8>() -> Kernel {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function was compiled for.
        return |f, t, b, n, c, s| unsafe { best_wide::<BETA, EXPLORE, KNOW>(f, t, b, n, c, s) };
    }
    best::<Plain, BETA, EXPLORE, KNOW>
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn best_wide<const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    formula: &Formula,
    tree: &Tree,
    block: Block,
    node: Node,
    chunks: usize,
    start: usize,
) -> Option<usize> {
    best::<eight::Wide, BETA, EXPLORE, KNOW>(formula, tree, block, node, chunks, start)
}

/// The best lane of the first `chunks` chunks, beginning with chunk `start`.
#[inline(always)]
fn best<V: Eight, const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    formula: &Formula,
    tree: &Tree,
    block: Block,
    node: Node,
    chunks: usize,
    start: usize,
) -> Option<usize> {
    let mut best_values = V::all(-PASSED_OVER);
    let mut best_chunks = V::all(0.0);
    let mut chunk = start;
    for _ in 0..chunks {
        let values = chunk_values::<V, BETA, EXPLORE, KNOW>(formula, node, tree.rows(block, chunk));
        let better = values.is_above(best_values);
        best_values = V::choose(better, values, best_values);
        best_chunks = V::choose(better, V::all(chunk as f32), best_chunks);
        chunk = if chunk + 1 == chunks { 0 } else { chunk + 1 };
    }
    let (lane, value) = best_values.greatest();
    (value > -PASSED_OVER / 2.0).then(|| best_chunks.lane(lane) as usize * LANES + lane)
}

#[inline(always)]
fn chunk_values<V: Eight, const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    formula: &Formula,
    node: Node,
    rows: Rows,
) -> V {
    let half = V::all(0.5);
    let zero = V::all(0.0);
    let n = V::counts(rows.visits());
    let w = V::counts(rows.points()).times(half);
    let (r, s) = match BETA {
        NO_RAVE | PUCT => (zero, zero),
        _ => (V::counts(rows.rave_visits()), V::counts(rows.rave_points()).times(half)),
    };
    let p = if KNOW == NO_KNOWLEDGE { zero } else { V::priors(rows.moves()) };
    let value = lane_values::<V, BETA, EXPLORE, KNOW>(formula, node, Lanes { n, w, r, s, p });
    value.unless_proved(rows.links(), V::all(-PASSED_OVER))
}

/// The numbers of eight moves, as the head of this module names them.
struct Lanes<V> {
    n: V,
    w: V,
    r: V,
    s: V,
    p: V,
}

#[inline(always)]
fn lane_values<V: Eight, const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    f: &Formula,
    node: Node,
    Lanes { n, w, r, s, p }: Lanes<V>,
) -> V {
    let one = V::all(1.0);
    if BETA == PUCT {
        let tiny = V::all(TINY);
        let q = w.plus(V::all(TINY * node.untried)).over(n.plus(tiny));
        return q.plus(p.times(V::all(node.chance)).over(n.plus(V::all(f.unit))));
    }
    let (mut n, mut w, mut r, mut s) = (n, w, r, s);
    if KNOW == AS_COUNTS {
        n = n.plus(V::all(f.prior_visits));
        w = w.plus(p.times(V::all(f.prior_visits)));
        r = r.plus(V::all(f.prior_rave));
        s = s.plus(p.times(V::all(f.prior_rave)));
    }
    // A tiny visit with the first-play urgency as its result stands in where there are none, and keeps 0 / 0 away.
    let (tiny, urgent) = (V::all(TINY), V::all(TINY * f.first_play));
    let (r, s) = (r.plus(V::all(f.rave_start)), s.plus(V::all(f.rave_start * f.first_play)));
    let k = V::all(f.rave);
    let q = w.plus(urgent).over(n.plus(tiny));
    let beta = match BETA {
        ROOT => k.over(k.plus(V::all(3.0).times(n))).root(),
        _ => r.over(n.plus(r).plus(n.times(r).times(V::all(f.bias)))),
    };
    let mut value = match BETA {
        NO_RAVE => q,
        // With e = s/r: (1 - k/(k+n)) w/n + k/(k+n) e = (w + k e) / (n + k) = (w r + k s) / ((n + k) r), one division.
        LINEAR => w.times(r).plus(k.times(s)).over(n.plus(k).times(r)),
        _ => q.plus(beta.times(s.over(r).minus(q))),
    };
    value = match EXPLORE {
        HOEFFDING => value.plus(V::all(f.explore).times(V::all(node.log).over(n.plus(one)).root())),
        BERNSTEIN => {
            let share = V::all(f.explore * node.log).over(n.plus(one));
            let spread = q.times(one.minus(q)).or_more(V::all(0.0));
            let bound = V::all(4.0).times(share).times(spread).root();
            value.plus(bound).plus(V::all(3.0 * std::f32::consts::SQRT_2).times(share))
        }
        _ => value,
    };
    let known = p.times(V::all(f.prior_add));
    match KNOW {
        FADE_ROOT => value.plus(known.over(n.plus(one).root())),
        FADE_LOG => value.plus(known.over(n.plus(V::all(std::f32::consts::E)).log())),
        FADE_INVERSE => value.plus(known.over(n.plus(one))),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::bounds::Bounds;
    use crate::mcts::tree::{Bump, Count, Lane};
    use game::Cell;

    /// Visits, points, RAVE visits and RAVE points of moves, in this order.
    type Counts = (u32, u32, u32, u32);

    fn random_count(random: &mut Random) -> Counts {
        let n = random.below(200) as u32;
        let r = 1 + random.below(900) as u32;
        (n, random.below(2 * n as usize + 1) as u32, r, random.below(2 * r as usize + 1) as u32)
    }

    fn tree_with(counts: &[Counts]) -> (Tree, Block) {
        tree_with_priors(counts, |_| 0.0)
    }

    fn tree_with_priors(counts: &[Counts], prior: impl Fn(usize) -> f32) -> (Tree, Block) {
        let tree = Tree::new(1 << 20);
        let moves: Vec<(Cell, f32)> = (0..counts.len()).map(|i| (Cell::new(i), prior(i))).collect();
        let block = tree.add(&moves, &mut Bump::alone()).unwrap();
        for (index, &(visits, points, rave_visits, rave_points)) in counts.iter().enumerate() {
            let lane = Lane { block, index };
            tree.visit(lane, visits);
            tree.add_points(lane, points);
            tree.add_rave(lane, Count { visits: rave_visits, points: rave_points });
        }
        (tree, block)
    }

    /// The formula in plain words, as the thesis writes it.
    fn thesis_rave(k: f32, (n, w, r, s): Counts) -> f32 {
        let beta = k / (k + n as f32);
        let own = if n > 0 { w as f32 / 2.0 / n as f32 } else { 0.0 };
        (1.0 - beta) * own + beta * (s as f32 / 2.0 / r as f32)
    }

    #[test]
    fn rave_chooses_as_the_thesis_formula_does() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let counts: Vec<_> = (0..19).map(|_| random_count(&mut random)).collect();
            let (tree, block) = tree_with(&counts);
            let settings = Settings { rave: 500.0, explore: 0.0, ..Settings::default() };
            let chosen = Formula::new(&settings, false).choose(&tree, block, &mut random).unwrap();
            let value = |i: usize| thesis_rave(500.0, counts[i]);
            let best = (0..19).map(value).fold(f32::MIN, f32::max);
            assert!((value(chosen) - best).abs() < 1e-4);
        }
    }

    #[test]
    fn puct_chooses_as_its_formula_does() {
        let mut random = Random::new(6);
        for _ in 0..100 {
            let counts: Vec<_> =
                (0..21).map(|i| if i % 3 == 0 { (0, 0, 0, 0) } else { random_count(&mut random) }).collect();
            let prior = |i: usize| (i % 8) as f32 / 64.0;
            let (tree, block) = tree_with_priors(&counts, prior);
            tree.set_value_of(block, 0.6);
            let settings = Settings { puct: 1.5, puct_loss: 0.2, rollouts: 4, ..Settings::default() };
            let chosen = Formula::new(&settings, false).choose(&tree, block, &mut random).unwrap();
            let all: u32 = counts.iter().map(|count| count.0).sum();
            let value = |i: usize| {
                let (n, w) = (counts[i].0 as f32 / 4.0, counts[i].1 as f32 / 8.0);
                let q = if n > 0.0 { w / n } else { 0.4 };
                q + 1.5 * prior(i) * (1.0 + all as f32 / 4.0).sqrt() / (1.0 + n)
            };
            let best = (0..21).map(value).fold(f32::MIN, f32::max);
            assert!((value(chosen) - best).abs() < 1e-4, "{} {best}", value(chosen));
        }
    }

    #[test]
    fn proved_moves_are_passed_over() {
        let (tree, block) = tree_with(&[(10, 20, 0, 0), (10, 10, 0, 0), (10, 0, 0, 0)]);
        let settings = Settings { rave: 0.0, explore: 0.0, ..Settings::default() };
        let formula = Formula::new(&settings, false);
        let mut random = Random::new(1);
        assert_eq!(formula.choose(&tree, block, &mut random), Some(0));
        tree.prove(Lane { block, index: 0 }, Bounds::LOSS);
        assert_eq!(formula.choose(&tree, block, &mut random), Some(1));
        tree.prove(Lane { block, index: 1 }, Bounds::DRAW);
        tree.prove(Lane { block, index: 2 }, Bounds::LOSS);
        assert_eq!(formula.choose(&tree, block, &mut random), None);
    }

    #[test]
    fn uct_tries_every_move_first() {
        let (tree, block) = tree_with(&[(50, 100, 0, 0), (0, 0, 0, 0), (50, 100, 0, 0)]);
        let settings = Settings { rave: 0.0, explore: 0.9, first_play: 1e3, ..Settings::default() };
        let chosen = Formula::new(&settings, false).choose(&tree, block, &mut Random::new(3));
        assert_eq!(chosen, Some(1));
    }

    /// Every kernel chooses the same move over wide registers as over plain numbers.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn wide_registers_choose_what_plain_numbers_choose() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            return;
        }
        fn check<const BETA: u8, const EXPLORE: u8, const KNOW: u8>(random: &mut Random) {
            let settings = Settings { explore: 0.7, rave_bias: 0.1, ..Settings::default() };
            let mut formula = Formula::new(&settings, false);
            formula.prior_visits = 3.0;
            formula.prior_rave = 2.0;
            formula.prior_add = 1.0;
            for lanes in [1, 7, 8, 19, 40] {
                let counts: Vec<_> = (0..lanes).map(|_| random_count(random)).collect();
                let (tree, block) = tree_with_priors(&counts, |i| i as f32 / 64.0);
                tree.prove(Lane { block, index: random.below(lanes) }, Bounds::LOSS);
                let node = Node { log: 3.0, chance: 20.0, untried: 0.4 };
                let chunks = lanes.div_ceil(LANES);
                let start = random.below(chunks);
                let plain = best::<Plain, BETA, EXPLORE, KNOW>(&formula, &tree, block, node, chunks, start);
                // SAFETY: asked for above.
                let wide =
                    unsafe { best_wide::<BETA, EXPLORE, KNOW>(&formula, &tree, block, node, chunks, start) };
                assert_eq!(plain, wide, "{BETA} {EXPLORE} {KNOW}: {counts:?}");
            }
        }
        let mut random = Random::new(5);
        for _ in 0..50 {
            check::<LINEAR, NO_EXPLORATION, NO_KNOWLEDGE>(&mut random);
            check::<LINEAR, HOEFFDING, FADE_ROOT>(&mut random);
            check::<ROOT, BERNSTEIN, FADE_LOG>(&mut random);
            check::<SILVER, HOEFFDING, FADE_INVERSE>(&mut random);
            check::<NO_RAVE, HOEFFDING, AS_COUNTS>(&mut random);
            check::<PUCT, NO_EXPLORATION, AS_CHANCES>(&mut random);
        }
    }
}
