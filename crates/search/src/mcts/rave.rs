//! What a finished rollout says of every move on the way to it: each cell is filled at most once, so the moves of a side are
//! the stones that it has at the end (all moves as first).

use game::{Bits, Colour, Outcome};

use super::tree::{Block, Count, Tree};

/// The end of a rollout.
#[derive(Clone, Copy)]
pub(super) struct Ending<const W: usize> {
    /// The stones of both colours.
    pub stones: [Bits<W>; 2],
    /// The half points of both colours.
    pub points: [u32; 2],
}

impl<const W: usize> Ending<W> {
    pub fn new(stones: [Bits<W>; 2], outcome: Outcome) -> Ending<W> {
        Ending { stones, points: Colour::BOTH.map(|colour| half_points(outcome, colour)) }
    }
}

/// Two for a win of `colour`, one for a draw.
fn half_points(outcome: Outcome, colour: Colour) -> u32 {
    match outcome.winner() {
        Some(winner) => 2 * u32::from(winner == colour),
        None => 1,
    }
}

/// Adds endings to the moves of nodes.
#[derive(Clone, Copy)]
pub(super) struct Adder {
    /// Whether nodes list their moves in order of their cells.
    ordered: bool,
    /// Whether the machine has the instructions for whole rows.
    wide: bool,
}

impl Adder {
    pub fn new(ordered: bool) -> Adder {
        #[cfg(target_arch = "x86_64")]
        let wide = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Adder { ordered, wide }
    }

    /// Adds an ending to each move of `colour` at a node where `empty` cells are left.
    #[inline]
    pub fn add<const W: usize>(
        self,
        tree: &Tree,
        block: Block,
        empty: &Bits<W>,
        ending: &Ending<W>,
        colour: Colour,
    ) {
        let stones = &ending.stones[colour.index()];
        let points = ending.points[colour.index()];
        #[cfg(target_arch = "x86_64")]
        // A node that has as many moves as there are empty cells has all of them.
        if self.wide && self.ordered && tree.len(block) == empty.len() {
            // SAFETY: the machine has what the function was compiled for.
            return unsafe { add_wide(tree, block, empty, stones, points) };
        }
        add_plain(tree, block, stones, points);
    }
}

fn add_plain<const W: usize>(tree: &Tree, block: Block, stones: &Bits<W>, points: u32) {
    for lane in tree.lanes(block) {
        if stones.has(tree.cell(lane)) {
            tree.add_rave(lane, Count { visits: 1, points });
        }
    }
}

/// The same by whole rows: the stones are pressed together over the empty cells, which gives one bit a lane.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi2,popcnt")]
fn add_wide<const W: usize>(tree: &Tree, block: Block, empty: &Bits<W>, stones: &Bits<W>, points: u32) {
    use std::arch::x86_64::*;
    let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    let points = _mm256_set1_epi32(points as i32);
    let add = |chunk: usize, byte: u8| {
        let rows = tree.rows(block, chunk);
        let picked = _mm256_and_si256(_mm256_set1_epi32(i32::from(byte)), bits);
        // All ones, which is minus one, where the bit is set.
        let mask = _mm256_cmpeq_epi32(picked, bits);
        rows.rave_visits().store_wide(_mm256_sub_epi32(rows.rave_visits().load_wide(), mask));
        let gained = _mm256_and_si256(mask, points);
        rows.rave_points().store_wide(_mm256_add_epi32(rows.rave_points().load_wide(), gained));
    };
    let mut pressed = 0u128;
    let mut held = 0;
    let mut chunk = 0;
    for (&empty, &stones) in empty.0.iter().zip(&stones.0) {
        pressed |= u128::from(_pext_u64(stones, empty)) << held;
        held += empty.count_ones();
        while held >= 8 {
            add(chunk, pressed as u8);
            pressed >>= 8;
            held -= 8;
            chunk += 1;
        }
    }
    if held > 0 {
        add(chunk, pressed as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::tree::{Bump, Lane};
    use crate::random::Random;
    use game::Cell;

    fn random_bits<const W: usize>(random: &mut Random, of: usize) -> Bits<W> {
        (0..of).filter(|_| random.below(2) == 0).map(Cell::new).collect()
    }

    fn check<const W: usize>(random: &mut Random, cells: usize) {
        let empty: Bits<W> = random_bits(random, cells);
        let moves: Vec<(Cell, f32)> = empty.iter().map(|cell| (cell, 0.0)).collect();
        let tree = Tree::new(1 << 20);
        let [wide, plain] = [true, false].map(|wide| {
            let block = tree.add(&moves, &mut Bump::alone()).unwrap();
            let adder = Adder { wide: wide && Adder::new(true).wide, ordered: true };
            let mut random = random.clone();
            for points in 0..3 {
                let ending =
                    Ending { stones: [random_bits(&mut random, cells), Bits::EMPTY], points: [points, 0] };
                adder.add(&tree, block, &empty, &ending, Colour::BOTH[0]);
            }
            block
        });
        for index in 0..moves.len() {
            let of = |block| tree.rave(Lane { block, index });
            assert_eq!(of(wide), of(plain), "{cells} cells, lane {index}");
        }
    }

    #[test]
    fn whole_rows_count_what_single_lanes_count() {
        let mut random = Random::new(3);
        for _ in 0..20 {
            check::<1>(&mut random, 37);
            check::<1>(&mut random, 61);
            check::<3>(&mut random, 169);
            check::<5>(&mut random, 271);
            check::<10>(&mut random, 631);
            random.bits();
        }
    }
}
