//! The network of df-pn: which move is likely to settle a position in favour of the side to move (the policy), and
//! whether its claim is likely to hold (the value).
//!
//! One network for each role, attacker and defender, over the stones of the mover and of the other side: a
//! hidden layer of [`WIDTH`] rectified sums, a logit for every cell, a weight for moves that threaten to win
//! at once, and a weight for each pattern of stones around a cell; the value out of the same layer, with a weight
//! for each pattern around every cell of the board, and what having to block adds. It starts untaught, with all logits and values zero, and is taught by the search's own proofs while it runs (`teacher.rs`, with the gradient in `gradient.rs`).
//! One that the proofs of size 4 have taught is shipped for players, who have no time for lessons. It only
//! orders the search: verdicts never depend on it.

mod gradient;
mod teacher;

use crate::dice::Dice;
use crate::shape::{Cell, Shape, bits};

pub use teacher::Teacher;

/// Width of the hidden layer.
pub const WIDTH: usize = 64;

/// Patterns of stones around a cell: seven bits each for own and other stones.
const PATTERNS: usize = 1 << 14;

type Row = [f32; WIDTH];

/// A choice among the moves of a position, as the network sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Who is to move: 0 attacker, 1 defender.
    pub role: usize,
    /// Stones of the side to move and of the other.
    pub stones: [u64; 2],
    /// The moves to choose from.
    pub moves: u64,
    /// Those of them that threaten to win at once.
    pub threats: u64,
}

/// A choice and the move that settled the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position and its moves.
    pub choice: Choice,
    /// The move that settled it in the mover's favour.
    pub best: u8,
}

/// A settled position, for the value to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Who is to move: 0 attacker, 1 defender.
    pub role: usize,
    /// Stones of the side to move and of the other.
    pub stones: [u64; 2],
    /// The side to move must block.
    pub blocks: bool,
    /// Its claim holds.
    pub holds: bool,
}

/// What values after the moves of a choice have in common.
#[derive(Clone, Copy)]
pub struct Sums {
    /// The hidden layer before it is rectified.
    hidden: Row,
    /// What the patterns add.
    local: f32,
}

/// Logits by cell; those of cells that are no moves mean nothing.
pub type Logits = [f32; 64];

/// The networks of both roles for one board.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    roles: [Weights; 2],
}

/// The weights of one role in one list.
///
/// ```text
/// | own stones, a row a cell | other stones | start row | output, a row a cell | value, a row | bias, one a cell
/// | patterns | value's patterns | threat | value's bias: need not block, must |
/// ```
#[derive(Clone, Debug, PartialEq)]
struct Weights {
    cells: usize,
    list: Vec<f32>,
}

impl Weights {
    fn zero(cells: usize) -> Weights {
        let rows = 3 * cells + 2;
        Weights { cells, list: vec![0.0; rows * WIDTH + cells + 2 * PATTERNS + 3] }
    }

    /// Rows of stones, then the start row, the output rows and that of the value.
    #[inline]
    fn row(&self, row: usize) -> &Row {
        self.list[row * WIDTH..][..WIDTH].try_into().expect("a row is of one width")
    }

    fn start(&self) -> usize {
        2 * self.cells
    }

    #[inline]
    fn output(&self, cell: Cell) -> usize {
        2 * self.cells + 1 + cell
    }

    #[inline]
    fn value(&self) -> usize {
        3 * self.cells + 1
    }

    #[inline]
    fn bias(&self, cell: Cell) -> usize {
        (3 * self.cells + 2) * WIDTH + cell
    }

    #[inline]
    fn pattern(&self, pattern: usize) -> usize {
        self.bias(self.cells) + pattern
    }

    fn threat(&self) -> usize {
        self.list.len() - 3
    }

    #[inline]
    fn value_pattern(&self, pattern: usize) -> usize {
        self.pattern(PATTERNS) + pattern
    }

    /// What the patterns around some cells add to the value.
    #[inline]
    fn local_value(&self, shape: &Shape, stones: [u64; 2], cells: u64) -> f32 {
        bits(cells).map(|cell| self.list[self.value_pattern(pattern(shape, stones, cell))]).sum()
    }

    #[inline]
    fn value_bias(&self, blocks: bool) -> usize {
        self.list.len() - 2 + usize::from(blocks)
    }
}

/// Own and other stones around a cell, as the number of a pattern.
#[inline]
fn pattern(shape: &Shape, stones: [u64; 2], cell: Cell) -> usize {
    let view = shape.views[cell];
    view.pattern(stones[0]) << 7 | view.pattern(stones[1])
}

impl Policy {
    /// A network that knows nothing: all moves are equal. The hidden layer starts with small random weights,
    /// or it could not learn.
    pub fn untaught(shape: &Shape, seed: u64) -> Policy {
        let mut dice = Dice::new(seed);
        let mut role = || {
            let mut weights = Weights::zero(shape.cells());
            let stones = 2 * shape.cells() * WIDTH;
            weights.list[..stones + WIDTH].iter_mut().for_each(|weight| *weight = (dice.unit() - 0.5) * 0.6);
            weights
        };
        Policy { roles: [role(), role()] }
    }

    /// The sums of the hidden layer before they are rectified, with these stones of the side to move and of the other.
    #[inline]
    fn sums(&self, role: usize, stones: [u64; 2]) -> Row {
        let weights = &self.roles[role];
        let mut sums = *weights.row(weights.start());
        for (side, set) in stones.into_iter().enumerate() {
            for cell in bits(set) {
                let row = weights.row(side * weights.cells + cell);
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        sums
    }

    /// The logits of the moves.
    pub fn logits(&self, shape: &Shape, choice: &Choice) -> Logits {
        self.logits_of(shape, choice, &self.sums(choice.role, choice.stones).map(|sum| sum.max(0.0)))
    }

    /// Has the value had a lesson?
    pub fn has_value(&self) -> bool {
        self.roles.iter().any(|weights| weights.row(weights.value()).iter().any(|&weight| weight != 0.0))
    }

    /// What the values after the moves of a choice begin with.
    pub fn sums_after(&self, shape: &Shape, choice: &Choice) -> Sums {
        let ([own, other], role) = (choice.stones, 1 - choice.role);
        let local = self.roles[role].local_value(shape, [other, own], shape.all);
        Sums { hidden: self.sums(role, [other, own]), local }
    }

    /// Log-odds that the claim of the other side, who is to move then, holds after a move of a choice; `blocks` says
    /// whether it must block.
    #[inline]
    pub fn value_after(&self, shape: &Shape, choice: &Choice, sums: &Sums, cell: Cell, blocks: bool) -> f32 {
        let ([own, other], role) = (choice.stones, 1 - choice.role);
        let weights = &self.roles[role];
        let stone = weights.row(weights.cells + cell);
        let mut hidden = sums.hidden;
        hidden.iter_mut().zip(stone).for_each(|(sum, weight)| *sum = (*sum + weight).max(0.0));
        let around = shape.near[cell] | 1 << cell;
        let change = weights.local_value(shape, [other, own | 1 << cell], around)
            - weights.local_value(shape, [other, own], around);
        self.value_of(role, &hidden, blocks) + sums.local + change
    }

    #[inline]
    fn value_of(&self, role: usize, hidden: &Row, blocks: bool) -> f32 {
        let weights = &self.roles[role];
        dot(hidden, weights.row(weights.value())) + weights.list[weights.value_bias(blocks)]
    }

    fn logits_of(&self, shape: &Shape, choice: &Choice, hidden: &Row) -> Logits {
        let weights = &self.roles[choice.role];
        let mut logits = [0.0; 64];
        for cell in bits(choice.moves) {
            let local = weights.list[weights.bias(cell)]
                + weights.list[weights.pattern(pattern(shape, choice.stones, cell))];
            let threat = if choice.threats >> cell & 1 == 1 { weights.list[weights.threat()] } else { 0.0 };
            logits[cell] = dot(hidden, weights.row(weights.output(cell))) + local + threat;
        }
        logits
    }

    /// All weights, for keeping.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.roles.iter().flat_map(|role| role.list.iter().copied())
    }

    /// The network of a list of weights; nothing if the list is of another length.
    pub fn from_weights(shape: &Shape, list: &[f32]) -> Option<Policy> {
        let mut role = Weights::zero(shape.cells());
        let length = role.list.len();
        if list.len() != 2 * length {
            return None;
        }
        let roles = [0, 1].map(|i| {
            role.list.copy_from_slice(&list[i * length..][..length]);
            role.clone()
        });
        Some(Policy { roles })
    }
}

/// The policies of boards, taught by the proofs of their openings (`cargo tools solver policy`).
const SIZE_4: &[u8] = include_bytes!("../../data/size-4.policy");
const SIZE_4X4X5: &[u8] = include_bytes!("../../data/size-4x4x5.policy");
const SIZE_4X5X5: &[u8] = include_bytes!("../../data/size-4x5x5.policy");

impl Policy {
    /// The policy that is shipped for a board, if there is one.
    pub fn shipped(shape: &Shape) -> Option<Policy> {
        let bytes = match shape.size() {
            game::Size::Hexagon(4, 4, 4) => SIZE_4,
            game::Size::Hexagon(4, 4, 5) => SIZE_4X4X5,
            game::Size::Hexagon(4, 5, 5) => SIZE_4X5X5,
            _ => return None,
        };
        Policy::from_bytes(shape, bytes)
    }

    /// The weights for a file: the upper halves of 32-bit floats, rounded, which is enough to tell moves apart.
    pub fn to_bytes(&self) -> Vec<u8> {
        let half = |weight: f32| (weight.to_bits().saturating_add(0x8000) >> 16) as u16;
        self.weights().flat_map(|weight| half(weight).to_le_bytes()).collect()
    }

    /// The policy of a file; nothing if it is of another board.
    pub fn from_bytes(shape: &Shape, bytes: &[u8]) -> Option<Policy> {
        let (halves, rest) = bytes.as_chunks::<2>();
        let weight = |half: &[u8; 2]| f32::from_bits(u32::from(u16::from_le_bytes(*half)) << 16);
        let weights: Vec<f32> = halves.iter().map(weight).collect();
        Policy::from_weights(shape, &weights).filter(|_| rest.is_empty())
    }
}

/// The scalar product, in parts that run side by side.
#[inline]
fn dot(a: &Row, b: &Row) -> f32 {
    let mut parts = [0.0f32; 16];
    for (a, b) in a.chunks_exact(16).zip(b.chunks_exact(16)) {
        parts.iter_mut().zip(a.iter().zip(b)).for_each(|(part, (a, b))| *part += a * b);
    }
    parts.iter().sum()
}
