//! The memory under the tree: words in one piece, zero at first, taken from the system as they are touched.
//!
//! On Unix the piece is mapped, and on Linux large pages are asked for: a simulation touches a few blocks far apart, and with small pages
//! nearly each of them costs a walk through the page tables and each new one a fault.

use std::sync::atomic::AtomicU32;

use super::{LANES, Row};

/// Rows are loaded at once, and lines of the cache are asked for at once.
const ALIGN: usize = 64;

/// The measure of large pages.
const LARGE: usize = 2 << 20;

/// The arena.
pub(super) struct Arena {
    words: *mut AtomicU32,
    len: usize,
    piece: Piece,
}

// SAFETY: the words are atomics, reached by shared references only (or alone, as `wipe` and `slide` say), and the piece is freed once.
unsafe impl Send for Arena {}
// SAFETY: as above.
unsafe impl Sync for Arena {}

impl Arena {
    /// So many words, all zero.
    pub fn new(len: usize) -> Arena {
        let piece = Piece::new(len * 4);
        Arena { words: piece.start().cast(), len, piece }
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn word(&self, at: usize) -> &AtomicU32 {
        debug_assert!(at < self.len);
        // SAFETY: `at` lies within a block that the tree has handed out, hence within the arena.
        unsafe { &*self.words.add(at) }
    }

    /// The eight words from `at` on, which is a multiple of eight.
    #[inline(always)]
    pub fn row(&self, at: usize) -> Row<'_> {
        debug_assert!(at.is_multiple_of(LANES) && at + LANES <= self.len);
        // SAFETY: as for `word`; an atomic word may be seen as part of an array of them.
        Row::new(unsafe { &*self.words.add(at).cast() })
    }

    /// Makes `size` words from `at` on zero. They must belong to a block that nobody else knows of yet.
    #[inline]
    pub fn wipe(&self, at: usize, size: usize) {
        assert!(at + size <= self.len);
        // SAFETY: within the arena, and the caller alone knows of these words.
        unsafe { std::ptr::write_bytes(self.words.add(at), 0, size) }
    }

    /// Moves `size` words from one place to another.
    pub fn slide(&mut self, from: usize, to: usize, size: usize) {
        assert!(from.max(to) + size <= self.len);
        // SAFETY: both ranges lie in the arena, and `&mut self` keeps others out.
        unsafe { std::ptr::copy(self.words.add(from), self.words.add(to), size) }
    }

    /// Takes memory from the system for the large page after next, if `at` to `end` reaches into a new one. Threads that fill the arena together
    /// come to a new page in the same moment, and each would take and clear it.
    pub fn foresee(&self, at: usize, end: usize) {
        const PAGE: usize = LARGE / 4;
        let (before, after) = (at / PAGE, end / PAGE);
        let next = (after + 1) * PAGE;
        if before != after && next < self.len {
            self.piece.populate(next * 4, PAGE.min(self.len - next) * 4);
        }
    }

    /// Asks for `size` words from `at` on to be brought near, without waiting.
    #[inline(always)]
    pub fn expect(&self, at: usize, size: usize) {
        #[cfg(target_arch = "x86_64")]
        for line in (0..size).step_by(ALIGN / 4) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint that is never an error, whatever the address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.words.wrapping_add(at + line).cast()) }
        }
    }
}

#[cfg(unix)]
use mapped::Piece;
#[cfg(not(unix))]
use taken::Piece;

#[cfg(unix)]
mod mapped {
    use std::ffi::c_void;

    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};

    use super::LARGE;

    /// A mapping of the system's memory.
    pub struct Piece {
        map: *mut c_void,
        bytes: usize,
    }

    impl Piece {
        pub fn new(bytes: usize) -> Piece {
            let bytes = bytes + LARGE;
            let (access, kind) =
                (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | MapFlags::NORESERVE);
            // SAFETY: a fresh private mapping that touches nothing else.
            let map = unsafe { mmap_anonymous(std::ptr::null_mut(), bytes, access, kind) };
            let map =
                map.unwrap_or_else(|error| panic!("the system has no {bytes} bytes for the tree: {error}"));
            let piece = Piece { map, bytes };
            #[cfg(target_os = "linux")]
            {
                use rustix::mm::{Advice, madvise};
                // Where large pages are not to be had, small ones do.
                // SAFETY: advice about our own mapping, which does not change what it holds.
                let _ = unsafe { madvise(piece.start().cast(), bytes - LARGE, Advice::LinuxHugepage) };
            }
            piece
        }

        /// Takes these bytes from the system now, where that can be asked for.
        pub fn populate(&self, from: usize, bytes: usize) {
            #[cfg(target_os = "linux")]
            {
                use rustix::mm::{Advice, madvise};
                // SAFETY: advice about our own mapping, which does not change what it holds.
                let _ = unsafe {
                    madvise(self.start().wrapping_add(from).cast(), bytes, Advice::LinuxPopulateWrite)
                };
            }
        }

        /// The first address on a large page.
        pub fn start(&self) -> *mut u8 {
            let start = self.map.cast::<u8>();
            start.wrapping_add(start.align_offset(LARGE))
        }
    }

    impl Drop for Piece {
        fn drop(&mut self) {
            // SAFETY: mapped in `new` with this length, and nobody else unmaps it.
            let _ = unsafe { munmap(self.map, self.bytes) };
        }
    }
}

#[cfg(not(unix))]
mod taken {
    use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};

    /// A piece of the program's heap.
    pub struct Piece {
        start: *mut u8,
        layout: Layout,
    }

    impl Piece {
        pub fn new(bytes: usize) -> Piece {
            let layout = Layout::from_size_align(bytes, super::ALIGN)
                .expect("a size within the limits of the machine");
            // SAFETY: the layout is not empty.
            let start = unsafe { alloc_zeroed(layout) };
            if start.is_null() {
                handle_alloc_error(layout);
            }
            Piece { start, layout }
        }

        pub fn populate(&self, _from: usize, _bytes: usize) {}

        pub fn start(&self) -> *mut u8 {
            self.start
        }
    }

    impl Drop for Piece {
        fn drop(&mut self) {
            // SAFETY: taken in `new` with this layout, and nobody else frees it.
            unsafe { dealloc(self.start, self.layout) }
        }
    }
}
