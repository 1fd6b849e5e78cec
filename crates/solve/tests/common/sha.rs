//! SHA-256 (FIPS 180-4), written for the tests so that they do not ask the checker for its own checksums.

/// The first 32 bits of the fractional parts of a root of the first primes.
fn fractions(count: usize, root: fn(f64) -> f64) -> Vec<u32> {
    let is_prime = |n: &u32| (2..*n).all(|d| !n.is_multiple_of(d));
    let primes = (2u32..).filter(is_prime).take(count);
    primes.map(|prime| (root(f64::from(prime)).fract() * 4_294_967_296.0) as u32).collect()
}

/// The checksum of these bytes.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    let keys = fractions(64, f64::cbrt);
    let mut state = fractions(8, f64::sqrt);
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    padded.chunks_exact(64).for_each(|block| mix(&mut state, block, &keys));
    let mut sum = [0; 32];
    sum.chunks_exact_mut(4).zip(state).for_each(|(to, word)| to.copy_from_slice(&word.to_be_bytes()));
    sum
}

fn mix(state: &mut [u32], block: &[u8], keys: &[u32]) {
    let mut words: Vec<u32> =
        block.chunks_exact(4).map(|four| u32::from_be_bytes(four.try_into().expect("four bytes"))).collect();
    for i in 16..64 {
        let (a, b) = (words[i - 15], words[i - 2]);
        let small = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let large = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        words.push(words[i - 16].wrapping_add(small).wrapping_add(words[i - 7]).wrapping_add(large));
    }
    let mut now: [u32; 8] = std::array::from_fn(|i| state[i]);
    for (word, key) in words.iter().zip(keys) {
        let [a, b, c, d, e, f, g, h] = now;
        let first = (e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25))
            .wrapping_add(e & f ^ !e & g)
            .wrapping_add(h)
            .wrapping_add(*key)
            .wrapping_add(*word);
        let second =
            (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add(a & b ^ a & c ^ b & c);
        now = [first.wrapping_add(second), a, b, c, d.wrapping_add(first), e, f, g];
    }
    state.iter_mut().zip(now).for_each(|(word, more)| *word = word.wrapping_add(more));
}
