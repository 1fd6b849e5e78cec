//! The zones of proved positions, kept for a while: fixed memory, shared by all threads without locks.
//!
//! One place for each key by its hash; the newest zone takes it. What is forgotten only means that a proof dismisses
//! nothing. As in [`crate::table`] the key is mixed with the data, so that a torn write is seen as a foreign key.
//!
//! ```text
//! | key, one or two words | cells | forced | unforced 8, first 8, 1 |
//! ```

use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::key::Word;
use crate::shape::SmallCell;
use crate::table::{mix, zeroed};
use crate::zone::Zone;

/// Places of a memory that has not grown yet.
const FIRST: usize = 1 << 15;

/// The memory of zones.
pub struct Zones<W> {
    first: Box<[AtomicU64]>,
    /// All of the memory, once it is needed.
    whole: OnceLock<Box<[AtomicU64]>>,
    places: usize,
    marker: PhantomData<W>,
}

impl<W: Word> Zones<W> {
    const PLACE: usize = W::WORDS + 3;

    /// A memory of at most `bytes`; with none it forgets everything.
    pub fn new(bytes: usize) -> Zones<W> {
        let places = bytes / (8 * Self::PLACE);
        let first = zeroed(places.min(FIRST) * Self::PLACE);
        Zones { first, whole: OnceLock::new(), places, marker: PhantomData }
    }

    /// Takes all of its memory if so many positions could crowd it. What is stored meanwhile may be lost.
    pub fn make_room(&self, positions: u64) {
        if self.places >= 2 * FIRST && positions > FIRST as u64 / 2 {
            self.whole.get_or_init(|| zeroed((self.places - FIRST) * Self::PLACE));
        }
    }

    fn words(&self) -> &[AtomicU64] {
        self.whole.get().unwrap_or(&self.first)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        8 * self.words().len()
    }

    #[inline]
    fn place(&self, key: W) -> Option<&[AtomicU64]> {
        let words = self.words();
        let places = words.len() / Self::PLACE;
        let (low, high) = key.halves();
        let mixed = mix(low ^ high.wrapping_mul(0xd6e8_feb8_6659_fd93));
        let at = ((u128::from(mixed) * places as u128) >> 64) as usize * Self::PLACE;
        words.get(at..at + Self::PLACE)
    }

    /// The zone of a position, in canonical orientation.
    pub fn probe(&self, key: W) -> Option<Zone> {
        let place = self.place(key)?;
        let [cells, forced, rest] = [0, 1, 2].map(|i| place[W::WORDS + i].load(Relaxed));
        let seal = seal(cells, forced, rest);
        let (low, high) = key.halves();
        let same = place[0].load(Relaxed) ^ seal == low
            && (W::WORDS == 1 || place[1].load(Relaxed) ^ seal.rotate_left(1) == high);
        let zone =
            || Zone { cells, forced, unforced: (rest >> 16) as u8, first: SmallCell::unpack(rest >> 8) };
        (rest != 0 && same).then(zone)
    }

    /// Remembers a zone.
    pub fn store(&self, key: W, zone: Zone) {
        let Some(place) = self.place(key) else { return };
        let rest = u64::from(zone.unforced) << 16 | SmallCell::pack(zone.first) << 8 | 1;
        let seal = seal(zone.cells, zone.forced, rest);
        let (low, high) = key.halves();
        place[0].store(low ^ seal, Relaxed);
        if W::WORDS == 2 {
            place[1].store(high ^ seal.rotate_left(1), Relaxed);
        }
        for (i, word) in [zone.cells, zone.forced, rest].into_iter().enumerate() {
            place[W::WORDS + i].store(word, Relaxed);
        }
    }
}

/// The data in one word, each part of it turned differently.
fn seal(cells: u64, forced: u64, rest: u64) -> u64 {
    mix(cells ^ forced.rotate_left(23) ^ rest.rotate_left(47))
}
