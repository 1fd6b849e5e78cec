//! Selection: the formula that says which move of a node to try next, over eight moves at a time.
//!
//! The value of a move with n visits and w wins, r RAVE visits and s RAVE wins, and knowledge p, at a node with N visits:
//!
//! ```text
//!   q = (w + V p) / (n + V)       V initial visits (0 unless knowledge becomes visits)
//!   e = (s + R p) / (r + R)       R initial RAVE visits
//!   value = (1 - beta) q + beta e + exploration(n, N, q) + knowledge weight * p / fade(n)
//! ```
//!
//! and the first-play urgency when neither q nor e exists. Moves whose result is proved are passed over.

use super::bounds::Bounds;
use super::tree::{Block, LANES, Tree};
use crate::random::Random;
use crate::settings::{Beta, Bound, KnowledgeAs, Settings};

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
    widen_factor: f32,
    widen_power: f32,
}

/// What a loop over chunks needs to know of the node.
#[derive(Clone, Copy)]
struct Node {
    /// The logarithm of its visits.
    log: f32,
}

type Kernel = fn(&Formula, &Tree, Block, Node, usize, usize) -> Option<usize>;

impl Formula {
    /// The formula that `settings` ask for.
    pub fn new(settings: &Settings) -> Formula {
        let visits =
            |wanted: KnowledgeAs| if settings.knowledge == wanted { settings.knowledge_visits } else { 0.0 };
        let adds = matches!(settings.knowledge, KnowledgeAs::Root | KnowledgeAs::Log | KnowledgeAs::Inverse);
        Formula {
            kernel: kernel(settings),
            rave: settings.rave,
            bias: 4.0 * settings.rave_bias * settings.rave_bias,
            explore: settings.explore,
            prior_visits: visits(KnowledgeAs::Visits),
            prior_rave: visits(KnowledgeAs::Rave),
            prior_add: if adds { 1.0 } else { 0.0 },
            first_play: settings.first_play,
            widen_factor: settings.widen_factor,
            widen_power: settings.widen_power,
        }
    }

    /// The move with the best value; `None` when all are proved. Ties go to the first after a random place.
    #[inline]
    pub fn choose(&self, tree: &Tree, block: Block, random: &mut Random) -> Option<usize> {
        let visits = tree.node_visits(block);
        let all = tree.len(block).div_ceil(LANES);
        let chunks = if self.widen_factor > 0.0 { self.widened(visits, all) } else { all };
        let node = Node { log: if self.explore > 0.0 { ((visits + 2) as f32).ln() } else { 0.0 } };
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

const NO_EXPLORATION: u8 = 0;
const HOEFFDING: u8 = 1;
const BERNSTEIN: u8 = 2;

const NO_KNOWLEDGE: u8 = 0;
const FADE_ROOT: u8 = 1;
const FADE_LOG: u8 = 2;
const FADE_INVERSE: u8 = 3;
const AS_COUNTS: u8 = 4;

fn kernel(settings: &Settings) -> Kernel {
    let explores = settings.explore > 0.0;
    match (settings.rave > 0.0, settings.rave_beta) {
        (false, _) => with_beta::<NO_RAVE>(settings, explores),
        (true, Beta::Linear) => with_beta::<LINEAR>(settings, explores),
        (true, Beta::Root) => with_beta::<ROOT>(settings, explores),
        (true, Beta::Silver) => with_beta::<SILVER>(settings, explores),
    }
}

fn with_beta<const BETA: u8>(settings: &Settings, explores: bool) -> Kernel {
    match (explores, settings.bound) {
        (false, _) => with_exploration::<BETA, NO_EXPLORATION>(settings),
        (true, Bound::Hoeffding) => with_exploration::<BETA, HOEFFDING>(settings),
        (true, Bound::Bernstein) => with_exploration::<BETA, BERNSTEIN>(settings),
    }
}

fn with_exploration<const BETA: u8, const EXPLORE: u8>(settings: &Settings) -> Kernel {
    if !settings.has_knowledge() {
        return pick::<BETA, EXPLORE, NO_KNOWLEDGE>();
    }
    match settings.knowledge {
        KnowledgeAs::Root => pick::<BETA, EXPLORE, FADE_ROOT>(),
        KnowledgeAs::Log => pick::<BETA, EXPLORE, FADE_LOG>(),
        KnowledgeAs::Inverse => pick::<BETA, EXPLORE, FADE_INVERSE>(),
        KnowledgeAs::Visits | KnowledgeAs::Rave => pick::<BETA, EXPLORE, AS_COUNTS>(),
    }
}

/// The kernel for this machine: the same loop, compiled for wider words where there are any.
fn pick<const BETA: u8, const EXPLORE: u8, const KNOW: u8>() -> Kernel {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what the function was compiled for.
        return |f, t, b, n, c, s| unsafe { best_avx2::<BETA, EXPLORE, KNOW>(f, t, b, n, c, s) };
    }
    best::<BETA, EXPLORE, KNOW>
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn best_avx2<const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    formula: &Formula,
    tree: &Tree,
    block: Block,
    node: Node,
    chunks: usize,
    start: usize,
) -> Option<usize> {
    best::<BETA, EXPLORE, KNOW>(formula, tree, block, node, chunks, start)
}

/// The best lane of the first `chunks` chunks, beginning with chunk `start`.
#[inline(always)]
fn best<const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    formula: &Formula,
    tree: &Tree,
    block: Block,
    node: Node,
    chunks: usize,
    start: usize,
) -> Option<usize> {
    let mut best_values = [-PASSED_OVER; LANES];
    let mut best_chunks = [0u32; LANES];
    for chunk in (start..chunks).chain(0..start) {
        let values = chunk_values::<BETA, EXPLORE, KNOW>(formula, tree, block, node, chunk);
        for i in 0..LANES {
            let better = values[i] > best_values[i];
            best_values[i] = if better { values[i] } else { best_values[i] };
            best_chunks[i] = if better { chunk as u32 } else { best_chunks[i] };
        }
    }
    let mut lane = 0;
    for i in 1..LANES {
        if best_values[i] > best_values[lane] {
            lane = i;
        }
    }
    (best_values[lane] > -PASSED_OVER / 2.0).then(|| best_chunks[lane] as usize * LANES + lane)
}

#[inline(always)]
fn chunk_values<const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    formula: &Formula,
    tree: &Tree,
    block: Block,
    node: Node,
    chunk: usize,
) -> [f32; LANES] {
    let words = tree.chunk_words(block, chunk);
    let counts = words.counts();
    let links = words.links();
    let raves = if BETA == NO_RAVE { [0; LANES] } else { words.raves() };
    let moves = if KNOW == NO_KNOWLEDGE { [0; LANES] } else { words.moves() };
    let mut values = [0.0; LANES];
    for i in 0..LANES {
        let n = counts[i] as u32 as i32 as f32;
        let w = (counts[i] >> 32) as u32 as i32 as f32 * 0.5;
        let r = raves[i] as u32 as i32 as f32;
        let s = (raves[i] >> 32) as u32 as i32 as f32 * 0.5;
        let p = f32::from_bits(moves[i] & 0xFFFF_0000);
        let value = lane_value::<BETA, EXPLORE, KNOW>(formula, node, n, w, r, s, p);
        // Written without branches, so that the eight lanes are worked out together.
        let proved = (links[i] >= Bounds::FIRST_EXACT << 29) as u32 as i32 as f32;
        values[i] = value - proved * PASSED_OVER;
    }
    values
}

#[inline(always)]
fn lane_value<const BETA: u8, const EXPLORE: u8, const KNOW: u8>(
    f: &Formula,
    node: Node,
    n: f32,
    w: f32,
    r: f32,
    s: f32,
    p: f32,
) -> f32 {
    let (n, w) = if KNOW == AS_COUNTS { (n + f.prior_visits, w + f.prior_visits * p) } else { (n, w) };
    let (r, s) = if KNOW == AS_COUNTS { (r + f.prior_rave, s + f.prior_rave * p) } else { (r, s) };
    // A tiny visit with the first-play urgency as its result stands in where there are none, and keeps 0 / 0 away.
    let q = (w + TINY * f.first_play) / (n + TINY);
    let e = (s + TINY * f.first_play) / (r + TINY);
    let mut value = match BETA {
        NO_RAVE => q,
        // (1 - k/(k+n)) w/n + k/(k+n) e = (w + k e) / (n + k)
        LINEAR => (w + f.rave * e) / (n + f.rave),
        ROOT => {
            let beta = (f.rave / (f.rave + 3.0 * n)).sqrt();
            (1.0 - beta) * q + beta * e
        }
        _ => {
            let beta = r / (n + r + n * r * f.bias + TINY);
            (1.0 - beta) * q + beta * e
        }
    };
    value += match EXPLORE {
        HOEFFDING => f.explore * (node.log / (n + 1.0)).sqrt(),
        BERNSTEIN => {
            let share = f.explore * node.log / (n + 1.0);
            (4.0 * share * (q * (1.0 - q)).max(0.0)).sqrt() + 3.0 * std::f32::consts::SQRT_2 * share
        }
        _ => 0.0,
    };
    value += match KNOW {
        FADE_ROOT => f.prior_add * p / (n + 1.0).sqrt(),
        FADE_LOG => f.prior_add * p / (n + std::f32::consts::E).ln(),
        FADE_INVERSE => f.prior_add * p / (n + 1.0),
        _ => 0.0,
    };
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{Count, Lane};
    use game::Cell;

    fn tree_with(counts: &[(u32, u32, u32, u32)]) -> (Tree, Block) {
        let tree = Tree::new(1 << 20);
        let moves: Vec<(Cell, f32)> = (0..counts.len()).map(|i| (Cell::new(i), 0.0)).collect();
        let block = tree.add(&moves).unwrap();
        for (index, &(visits, points, rave_visits, rave_points)) in counts.iter().enumerate() {
            let lane = Lane { block, index };
            tree.add_count(lane, Count { visits, points });
            let rave = Count { visits: rave_visits, points: rave_points };
            tree.rave_pair(lane).store(rave.pack(), std::sync::atomic::Ordering::Relaxed);
            tree.visit_node(block, visits);
        }
        (tree, block)
    }

    /// The formula in plain words, as the thesis writes it.
    fn thesis_rave(k: f32, (n, w, r, s): (u32, u32, u32, u32)) -> f32 {
        let beta = k / (k + n as f32);
        let own = if n > 0 { w as f32 / 2.0 / n as f32 } else { 0.0 };
        (1.0 - beta) * own + beta * (s as f32 / 2.0 / r as f32)
    }

    #[test]
    fn rave_chooses_as_the_thesis_formula_does() {
        let mut random = Random::new(1);
        for _ in 0..200 {
            let counts: Vec<_> = (0..19)
                .map(|_| {
                    let n = random.below(200) as u32;
                    let r = 1 + random.below(900) as u32;
                    (n, random.below(2 * n as usize + 1) as u32, r, random.below(2 * r as usize + 1) as u32)
                })
                .collect();
            let (tree, block) = tree_with(&counts);
            let settings = Settings { rave: 500.0, explore: 0.0, ..Settings::default() };
            let chosen = Formula::new(&settings).choose(&tree, block, &mut random).unwrap();
            let value = |i: usize| thesis_rave(500.0, counts[i]);
            let best = (0..19).map(value).fold(f32::MIN, f32::max);
            assert!((value(chosen) - best).abs() < 1e-4);
        }
    }

    #[test]
    fn proved_moves_are_passed_over() {
        let (tree, block) = tree_with(&[(10, 20, 0, 0), (10, 10, 0, 0), (10, 0, 0, 0)]);
        let settings = Settings { rave: 0.0, explore: 0.0, ..Settings::default() };
        let formula = Formula::new(&settings);
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
        let chosen = Formula::new(&settings).choose(&tree, block, &mut Random::new(3));
        assert_eq!(chosen, Some(1));
    }
}
