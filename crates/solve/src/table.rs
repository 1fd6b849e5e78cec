//! The transposition table: fixed memory, shared by all threads without locks.
//!
//! It begins small, so that short questions touch little memory, and takes all of its memory when a search turns out to be long.
//!
//! An entry is a few words: the exact key, mixed with the data so that a torn write is seen as
//! a foreign key, and the data. Four entries make a bucket; a new entry takes the place of the
//! one that cost least work.
//!
//! ```text
//! data: | phi 22 | delta 22 | work 6 (log2, halves) | best 6 | age 8 |
//! ```
//!
//! phi and delta are the upper bits of a positive f32, rounded up, so that a stored number is
//! never below the one computed: a child that reached its threshold still does.

use std::io::{self, Read, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::checkpoint::number;
use crate::key::Word;
use crate::shape::SmallCell;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Effort to prove the claim of the side to move; 0 if proved, infinite if refuted.
    pub phi: f32,
    /// Effort to refute it.
    pub delta: f32,
    /// The move that proved it or looked best, in canonical orientation.
    pub best: Option<SmallCell>,
    /// Nodes spent below, rounded.
    pub work: u64,
}

impl Entry {
    /// Is the claim proved or refuted?
    #[inline]
    pub fn solved(&self) -> bool {
        self.phi == 0.0 || self.delta == 0.0
    }
}

const WAYS: usize = 4;

/// Bytes of a table that has not grown yet.
const FIRST: usize = 16 << 20;

/// The table.
pub struct Table<W> {
    first: Level<W>,
    /// All of the memory, once it is needed.
    whole: OnceLock<Level<W>>,
    bytes: usize,
}

impl<W: Word> Table<W> {
    /// A table of at most `bytes` (at least one bucket).
    pub fn new(bytes: usize) -> Table<W> {
        Table { first: Level::new(bytes.min(FIRST)), whole: OnceLock::new(), bytes }
    }

    /// Takes all of its memory if so many entries could crowd it. What is stored meanwhile may be lost.
    pub fn make_room(&self, entries: u64) {
        if self.bytes >= 2 * FIRST && entries > self.first.len() / 4 {
            self.whole.get_or_init(|| {
                let whole = Level::new(self.bytes - FIRST);
                self.first.each(|key, entry| whole.store(key, entry));
                whole
            });
        }
    }

    #[inline]
    fn level(&self) -> &Level<W> {
        self.whole.get().unwrap_or(&self.first)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.level().words.len() * 8
    }

    /// Share of entries in use, from a sample.
    pub fn fill(&self) -> f64 {
        self.level().fill()
    }

    /// What is known about a key.
    #[inline]
    pub fn probe(&self, key: W) -> Option<Entry> {
        self.level().probe(key)
    }

    /// Remembers an entry, in the place of the least expensive of its bucket. What is solved stays
    /// solved.
    pub fn store(&self, key: W, entry: Entry) {
        self.level().store(key, entry);
    }

    /// Writes all entries; nobody may store any meanwhile.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.level().save(out)
    }

    /// Takes in the entries of a table that was saved, whatever its size.
    pub fn load(&self, source: &mut dyn Read) -> io::Result<()> {
        let count = number(source)?;
        self.make_room(count);
        for _ in 0..count {
            let low = number(source)?;
            let high = if W::WORDS == 2 { number(source)? } else { 0 };
            self.store(W::from_halves(low, high), unpack(number(source)?));
        }
        Ok(())
    }
}

/// Entries in one piece of memory.
struct Level<W> {
    words: Box<[AtomicU64]>,
    buckets: u64,
    marker: std::marker::PhantomData<W>,
}

impl<W: Word> Level<W> {
    const ENTRY: usize = W::WORDS + 1;

    fn new(bytes: usize) -> Level<W> {
        let buckets = (bytes / (8 * Self::ENTRY * WAYS)).max(1);
        let words = zeroed(buckets * Self::ENTRY * WAYS);
        Level { words, buckets: buckets as u64, marker: std::marker::PhantomData }
    }

    /// Entries that there is room for.
    fn len(&self) -> u64 {
        self.buckets * WAYS as u64
    }

    fn fill(&self) -> f64 {
        let entries = self.words.len() / Self::ENTRY;
        let step = (entries / 4096) | 1; // odd, or it would meet the first way of buckets only
        let sample: Vec<bool> = (0..entries)
            .step_by(step)
            .map(|i| self.words[i * Self::ENTRY + Self::ENTRY - 1].load(Relaxed) != 0)
            .collect();
        sample.iter().filter(|&&used| used).count() as f64 / sample.len() as f64
    }

    #[inline]
    fn bucket(&self, key: W) -> usize {
        let (low, high) = key.halves();
        let mixed = mix(low ^ high.wrapping_mul(0xd6e8_feb8_6659_fd93));
        ((u128::from(mixed) * u128::from(self.buckets)) >> 64) as usize * Self::ENTRY * WAYS
    }

    #[inline]
    fn probe(&self, key: W) -> Option<Entry> {
        let start = self.bucket(key);
        (0..WAYS).map(|way| start + way * Self::ENTRY).find_map(|at| self.read(at, key)).map(unpack)
    }

    #[inline]
    fn read(&self, at: usize, key: W) -> Option<u64> {
        let data = self.words[at + W::WORDS].load(Relaxed);
        let (low, high) = key.halves();
        let same = self.words[at].load(Relaxed) ^ data == low
            && (W::WORDS == 1 || self.words[at + 1].load(Relaxed) ^ data == high);
        (data != 0 && same).then_some(data)
    }

    fn used(&self) -> impl Iterator<Item = &[AtomicU64]> {
        self.words.chunks_exact(Self::ENTRY).filter(|entry| entry[W::WORDS].load(Relaxed) != 0)
    }

    fn each(&self, mut take: impl FnMut(W, Entry)) {
        for entry in self.used() {
            let data = entry[W::WORDS].load(Relaxed);
            let high = if W::WORDS == 2 { entry[1].load(Relaxed) ^ data } else { 0 };
            take(W::from_halves(entry[0].load(Relaxed) ^ data, high), unpack(data));
        }
    }

    fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&(self.used().count() as u64).to_le_bytes())?;
        for entry in self.used() {
            let data = entry[W::WORDS].load(Relaxed);
            for word in &entry[..W::WORDS] {
                out.write_all(&(word.load(Relaxed) ^ data).to_le_bytes())?;
            }
            out.write_all(&data.to_le_bytes())?;
        }
        Ok(())
    }

    fn store(&self, key: W, entry: Entry) {
        let start = self.bucket(key);
        let mut target = start;
        let mut least = u64::MAX;
        for way in 0..WAYS {
            let at = start + way * Self::ENTRY;
            let data = self.words[at + W::WORDS].load(Relaxed);
            if data == 0 {
                target = at;
                break;
            }
            if let Some(known) = self.read(at, key) {
                if unpack(known).solved() && !entry.solved() {
                    return;
                }
                target = at;
                break;
            }
            let cost = work_code(data);
            if cost < least {
                least = cost;
                target = at;
            }
        }
        let data = pack(entry);
        let (low, high) = key.halves();
        self.words[target].store(low ^ data, Relaxed);
        if W::WORDS == 2 {
            self.words[target + 1].store(high ^ data, Relaxed);
        }
        self.words[target + W::WORDS].store(data, Relaxed);
    }
}

/// Zeroed words that the system hands out page by page when they are first touched: filling
/// sixteen gigabytes by hand takes ten seconds, and most questions need a few megabytes.
pub(crate) fn zeroed(count: usize) -> Box<[AtomicU64]> {
    let words = Box::into_raw(vec![0u64; count].into_boxed_slice());
    ask_for_large_pages(words.cast(), 8 * count);
    // SAFETY: AtomicU64 has the same size, alignment and bit validity as u64, and the box is
    // owned by nobody else.
    unsafe { Box::from_raw(words as *mut [AtomicU64]) }
}

/// A long search touches all of its memory in no order: large pages save it most faults and walks through the page tables.
fn ask_for_large_pages(start: *mut u8, bytes: usize) {
    #[cfg(target_os = "linux")]
    {
        const LARGE: usize = 2 << 20;
        let skip = start.align_offset(LARGE);
        if bytes > skip + LARGE {
            let whole = (bytes - skip) / LARGE * LARGE;
            // Where large pages are not to be had, small ones do.
            // SAFETY: advice about whole pages of our own memory, which does not change what they hold.
            let _ = unsafe {
                rustix::mm::madvise(start.wrapping_add(skip).cast(), whole, rustix::mm::Advice::LinuxHugepage)
            };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, bytes);
}

/// Scatters the bits of a word.
#[inline]
pub(crate) fn mix(mut x: u64) -> u64 {
    x ^= x >> 31;
    x = x.wrapping_mul(0x7fb5_d329_728e_a185);
    x ^= x >> 27;
    x = x.wrapping_mul(0x81da_def4_bc2d_d44d);
    x ^ x >> 33
}

#[inline]
fn shorten(number: f32) -> u64 {
    u64::from((number.to_bits() + 0x1ff) >> 9)
}

#[inline]
fn lengthen(code: u64) -> f32 {
    f32::from_bits((code as u32) << 9)
}

fn work_code(data: u64) -> u64 {
    data >> 14 & 63
}

/// Twice the logarithm, one bit below the leading one deciding the half.
fn work_log(work: u64) -> u64 {
    let work = work.max(1);
    let log = 63 - u64::from(work.leading_zeros());
    let half = if log == 0 { 0 } else { work >> (log - 1) & 1 };
    (2 * log + half).min(63)
}

fn pack(entry: Entry) -> u64 {
    shorten(entry.phi) << 42
        | shorten(entry.delta) << 20
        | work_log(entry.work) << 14
        | SmallCell::pack(entry.best) << 8
        | 1
}

fn unpack(data: u64) -> Entry {
    let code = work_code(data);
    Entry {
        phi: lengthen(data >> 42),
        delta: lengthen(data >> 20 & 0x3f_ffff),
        best: SmallCell::unpack(data >> 8),
        work: (1 << (code / 2)) + if code % 2 == 1 { (1 << (code / 2)) / 2 } else { 0 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_rounded_up() {
        let table: Table<u64> = Table::new(1 << 16);
        let best = Some(SmallCell::new(36));
        for (i, phi) in [0.0f32, 1.0, 1.37, 12345.6, f32::INFINITY].into_iter().enumerate() {
            let entry = Entry { phi, delta: 3.3, best, work: 77 };
            table.store(i as u64, entry);
            let found = table.probe(i as u64).unwrap();
            assert!(found.phi >= phi && found.phi <= phi * 1.001, "{phi} {found:?}");
            assert!(found.delta >= 3.3 && found.delta < 3.301);
            assert_eq!(found.best, best);
        }
        assert_eq!(table.probe(99), None);
    }

    #[test]
    fn a_saved_table_comes_back_in_another_size() {
        let table: Table<u128> = Table::new(1 << 16);
        let entry = |key: u128| Entry {
            phi: key as f32,
            delta: 2.5,
            best: Some(SmallCell::new(3)),
            work: 1 << (key % 9),
        };
        (1..200u128).for_each(|key| table.store(key << 60, entry(key)));
        let mut bytes = Vec::new();
        table.save(&mut bytes).unwrap();
        let other: Table<u128> = Table::new(1 << 20);
        other.load(&mut &bytes[..]).unwrap();
        assert!((1..200u128).all(|key| other.probe(key << 60) == table.probe(key << 60)));
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_knows() {
        let table: Table<u64> = Table::new(4 * FIRST);
        let entry =
            |key: u64| Entry { phi: 1.0 + key as f32, delta: 2.5, best: Some(SmallCell::new(3)), work: key };
        (1..5000).for_each(|key| table.store(key * 977, entry(key)));
        table.make_room(1000);
        assert_eq!(table.bytes(), FIRST);
        table.make_room(1 << 30);
        assert!(table.bytes() > 2 * FIRST && table.bytes() <= 3 * FIRST);
        let known: Vec<Entry> = (1..5000).map(|key| table.probe(key * 977).unwrap()).collect();
        assert!(
            (1..5000)
                .zip(known)
                .all(|(key, known)| known.phi >= 1.0 + key as f32 && known.best == Some(SmallCell::new(3)))
        );
    }

    #[test]
    fn cheap_entries_give_way() {
        let table: Table<u128> = Table::new(1);
        let entry = |work| Entry { phi: 1.0, delta: 1.0, best: None, work };
        for key in 1..=4u128 {
            table.store(key, entry(1000 * key as u64));
        }
        table.store(9, entry(5));
        assert!(table.probe(1).is_none() && table.probe(9).is_some());
        assert!((2..=4).all(|key| table.probe(key).is_some()));
    }
}
