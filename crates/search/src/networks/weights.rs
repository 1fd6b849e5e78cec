//! Weights of the networks as bytes.

/// Reads what [`to_bytes`] wrote.
pub fn from_bytes(bytes: &[u8]) -> Vec<f32> {
    let number = |pair: &[u8]| f32::from_bits(u32::from(u16::from_le_bytes([pair[0], pair[1]])) << 16);
    bytes.chunks_exact(2).map(number).collect()
}

/// Weights as bytes, each number the upper half of an `f32`.
pub fn to_bytes<'a>(numbers: impl IntoIterator<Item = &'a f32>) -> Vec<u8> {
    let rounded = |number: &f32| ((number.to_bits() + 0x8000) >> 16) as u16;
    numbers.into_iter().flat_map(|number| rounded(number).to_le_bytes()).collect()
}
