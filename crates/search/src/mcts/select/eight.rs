//! Eight numbers that are worked on together, one of each lane of a chunk: in plain arrays, or in registers of 256 bits.
//!
//! Both ways give the same bits, since each step is rounded as IEEE 754 says: a test of `select` compares them.

use crate::mcts::bounds::Bounds;
use crate::mcts::tree::{LANES, Row};

/// Eight numbers.
pub(super) trait Eight: Copy {
    /// Eight times yes or no.
    type Mask: Copy;

    /// The same number eight times.
    fn all(number: f32) -> Self;
    /// Counts of a row.
    fn counts(row: Row) -> Self;
    /// The priors in a row of moves.
    fn priors(row: Row) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    fn root(self) -> Self;
    fn log(self) -> Self;
    /// The greater of both.
    fn or_more(self, other: Self) -> Self;
    /// The other numbers where the links say that the move is proved.
    fn unless_proved(self, links: Row, other: Self) -> Self;
    fn is_above(self, other: Self) -> Self::Mask;
    /// Where the mask says so the first, else the second.
    fn choose(mask: Self::Mask, first: Self, second: Self) -> Self;
    /// The first lane with the greatest number, and that number.
    fn greatest(self) -> (usize, f32);
    /// The number of a lane.
    fn lane(self, lane: usize) -> f32;
}

/// Links from this on are of proved moves.
const PROVED: u32 = Bounds::FIRST_EXACT << 29;

/// Eight numbers in an array.
#[derive(Clone, Copy)]
pub(super) struct Plain([f32; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, f: impl Fn(f32, f32) -> f32) -> Plain {
        Plain(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Eight for Plain {
    type Mask = [bool; LANES];

    #[inline(always)]
    fn all(number: f32) -> Plain {
        Plain([number; LANES])
    }

    #[inline(always)]
    fn counts(row: Row) -> Plain {
        Plain(row.load().map(|word| word as i32 as f32))
    }

    #[inline(always)]
    fn priors(row: Row) -> Plain {
        Plain(row.load().map(|word| f32::from_bits(word & 0xFFFF_0000)))
    }

    #[inline(always)]
    fn plus(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    fn minus(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    fn times(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a * b)
    }

    #[inline(always)]
    fn over(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a / b)
    }

    #[inline(always)]
    fn root(self) -> Plain {
        Plain(self.0.map(f32::sqrt))
    }

    #[inline(always)]
    fn log(self) -> Plain {
        Plain(self.0.map(f32::ln))
    }

    #[inline(always)]
    fn or_more(self, other: Plain) -> Plain {
        self.zip(other, f32::max)
    }

    #[inline(always)]
    fn unless_proved(self, links: Row, other: Plain) -> Plain {
        Self::choose(links.load().map(|link| link >= PROVED), other, self)
    }

    #[inline(always)]
    fn is_above(self, other: Plain) -> [bool; LANES] {
        std::array::from_fn(|i| self.0[i] > other.0[i])
    }

    #[inline(always)]
    fn choose(mask: [bool; LANES], first: Plain, second: Plain) -> Plain {
        Plain(std::array::from_fn(|i| if mask[i] { first.0[i] } else { second.0[i] }))
    }

    #[inline(always)]
    fn greatest(self) -> (usize, f32) {
        let mut best = 0;
        for lane in 1..LANES {
            if self.0[lane] > self.0[best] {
                best = lane;
            }
        }
        (best, self.0[best])
    }

    #[inline(always)]
    fn lane(self, lane: usize) -> f32 {
        self.0[lane]
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use wide::Wide;

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::*;

    use super::{Eight, LANES, PROVED, Plain, Row};

    /// Eight numbers in a register. Only for functions that were compiled for AVX2 and are called where the machine has it
    /// (`best_wide`): that is the argument of every `unsafe` below.
    #[derive(Clone, Copy)]
    pub struct Wide(__m256);

    /// Runs intrinsics of AVX2 under the contract of [`Wide`].
    macro_rules! wide {
        ($code:expr) => {
            // SAFETY: see `Wide`.
            unsafe { $code }
        };
    }

    impl Wide {
        #[inline(always)]
        fn array(self) -> [f32; LANES] {
            // SAFETY: both are thirty-two bytes of plain numbers.
            unsafe { std::mem::transmute(self.0) }
        }
    }

    impl Eight for Wide {
        type Mask = __m256;

        #[inline(always)]
        fn all(number: f32) -> Wide {
            Wide(wide!(_mm256_set1_ps(number)))
        }

        #[inline(always)]
        fn counts(row: Row) -> Wide {
            Wide(wide!(_mm256_cvtepi32_ps(row.load_wide())))
        }

        #[inline(always)]
        fn priors(row: Row) -> Wide {
            Wide(wide!(_mm256_castsi256_ps(_mm256_and_si256(row.load_wide(), _mm256_set1_epi32(-0x1_0000)))))
        }

        #[inline(always)]
        fn plus(self, other: Wide) -> Wide {
            Wide(wide!(_mm256_add_ps(self.0, other.0)))
        }

        #[inline(always)]
        fn minus(self, other: Wide) -> Wide {
            Wide(wide!(_mm256_sub_ps(self.0, other.0)))
        }

        #[inline(always)]
        fn times(self, other: Wide) -> Wide {
            Wide(wide!(_mm256_mul_ps(self.0, other.0)))
        }

        #[inline(always)]
        fn over(self, other: Wide) -> Wide {
            Wide(wide!(_mm256_div_ps(self.0, other.0)))
        }

        #[inline(always)]
        fn root(self) -> Wide {
            Wide(wide!(_mm256_sqrt_ps(self.0)))
        }

        #[inline(always)]
        fn log(self) -> Wide {
            let Plain(logs) = Plain(self.array()).log();
            Wide(wide!(_mm256_loadu_ps(logs.as_ptr())))
        }

        #[inline(always)]
        fn or_more(self, other: Wide) -> Wide {
            Wide(wide!(_mm256_max_ps(self.0, other.0)))
        }

        #[inline(always)]
        fn unless_proved(self, links: Row, other: Wide) -> Wide {
            let mask = wide!({
                let codes = _mm256_srli_epi32::<29>(links.load_wide());
                _mm256_castsi256_ps(_mm256_cmpgt_epi32(codes, _mm256_set1_epi32((PROVED >> 29) as i32 - 1)))
            });
            Self::choose(mask, other, self)
        }

        #[inline(always)]
        fn is_above(self, other: Wide) -> __m256 {
            wide!(_mm256_cmp_ps::<_CMP_GT_OQ>(self.0, other.0))
        }

        #[inline(always)]
        fn choose(mask: __m256, first: Wide, second: Wide) -> Wide {
            Wide(wide!(_mm256_blendv_ps(second.0, first.0, mask)))
        }

        #[inline(always)]
        fn greatest(self) -> (usize, f32) {
            wide!({
                let halves = _mm256_max_ps(self.0, _mm256_permute2f128_ps::<1>(self.0, self.0));
                let pairs = _mm256_max_ps(halves, _mm256_shuffle_ps::<0b01_00_11_10>(halves, halves));
                let greatest = _mm256_max_ps(pairs, _mm256_shuffle_ps::<0b10_11_00_01>(pairs, pairs));
                let lanes = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_EQ_OQ>(self.0, greatest));
                (lanes.trailing_zeros() as usize % LANES, _mm256_cvtss_f32(greatest))
            })
        }

        #[inline(always)]
        fn lane(self, lane: usize) -> f32 {
            self.array()[lane]
        }
    }
}
