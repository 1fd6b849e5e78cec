//! A row: one field of eight lanes, read and written at once where the machine can.
//!
//! The compiler never joins atomic loads, yet selection reads hundreds of them in a row. With AVX one instruction
//! loads or stores thirty-two aligned bytes; each aligned word in them is read or written whole, as a relaxed step would do it, and the words may
//! be of different age, as those of eight relaxed loads may be. The instructions are written out so that no plain access races with
//! the other threads' atomic ones. Elsewhere eight relaxed steps do the same.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::LANES;

/// Eight words of the arena.
#[derive(Clone, Copy)]
pub struct Row<'a>(&'a [AtomicU32; LANES]);

impl<'a> Row<'a> {
    #[inline(always)]
    pub(super) fn new(words: &'a [AtomicU32; LANES]) -> Row<'a> {
        Row(words)
    }

    /// The eight words.
    #[inline(always)]
    pub fn load(self) -> [u32; LANES] {
        std::array::from_fn(|i| self.0[i].load(Relaxed))
    }

    /// Writes the eight words.
    #[inline(always)]
    pub fn store(self, row: [u32; LANES]) {
        self.0.iter().zip(row).for_each(|(word, new)| word.store(new, Relaxed));
    }

    /// Adds to one of the words; nothing gets lost.
    #[inline(always)]
    pub fn add(self, index: usize, by: u32) {
        self.0[index].fetch_add(by, Relaxed);
    }

    /// The eight words by one instruction.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn load_wide(self) -> std::arch::x86_64::__m256i {
        let row;
        // SAFETY: rows lie on multiples of thirty-two bytes; the instruction only reads the eight words.
        unsafe {
            std::arch::asm!(
                "vmovdqa {row}, ymmword ptr [{at}]",
                row = out(ymm_reg) row,
                at = in(reg) self.0,
                options(nostack, preserves_flags, readonly)
            );
        }
        row
    }

    /// Writes the eight words by one instruction.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn store_wide(self, row: std::arch::x86_64::__m256i) {
        // SAFETY: as above; the words are atomics, which may be written through shared references.
        unsafe {
            std::arch::asm!(
                "vmovdqa ymmword ptr [{at}], {row}",
                row = in(ymm_reg) row,
                at = in(reg) self.0,
                options(nostack, preserves_flags)
            );
        }
    }
}
