//! Random numbers that a seed repeats.

/// A small fast random number generator (xorshift64*).
#[derive(Clone)]
pub struct Dice(u64);

impl Dice {
    /// Seeded; equal seeds give equal rolls.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next 64 bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `sides`.
    #[inline]
    pub fn below(&mut self, sides: usize) -> usize {
        ((u128::from(self.word()) * sides as u128) >> 64) as usize
    }

    /// A number in 0..1.
    pub fn unit(&mut self) -> f32 {
        (self.word() >> 40) as f32 / (1u64 << 24) as f32
    }
}
