//! Relaxed loads of neighbouring atomic words, several at a time.
//!
//! The compiler never joins atomic loads, yet selection reads hundreds of them in a row. On x86-64 one instruction
//! loads sixteen aligned bytes; each aligned word of eight bytes in it is read whole, as a relaxed load would read it, and the words may be
//! of different age, as two relaxed loads may be. The instruction is written out so that no plain read races with
//! the other threads' atomic writes. Elsewhere two relaxed loads do the same. (Selection is twice as fast with it: `robusto bench search`.)

use std::sync::atomic::AtomicU64;

/// The word and the one after it. The first must lie on a multiple of sixteen bytes within the arena.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn two(first: &AtomicU64) -> [u64; 2] {
    let at = std::ptr::from_ref(first);
    debug_assert!(at.cast::<u8>().addr().is_multiple_of(16));
    let both: std::arch::x86_64::__m128i;
    // SAFETY: callers pass the first of two words of one chunk, aligned to sixteen bytes; the instruction only reads.
    unsafe {
        std::arch::asm!(
            "movdqa {both}, xmmword ptr [{at}]",
            both = out(xmm_reg) both,
            at = in(reg) at,
            options(nostack, preserves_flags, readonly)
        );
        std::mem::transmute(both)
    }
}

/// The word and the one after it.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn two(first: &AtomicU64) -> [u64; 2] {
    use std::sync::atomic::Ordering::Relaxed;
    // SAFETY: callers pass the first of two words of one chunk.
    let second = unsafe { &*std::ptr::from_ref(first).add(1) };
    [first.load(Relaxed), second.load(Relaxed)]
}
