//! What the networks share: weights as bytes, and chances from what moves weigh.

use game::Cell;

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

/// Makes chances, together 1, of what the moves weigh.
#[inline(always)]
pub fn make_chances(moves: &mut [(Cell, f32)]) {
    let most = moves.iter().fold(f32::MIN, |most, &(_, weight)| most.max(weight));
    let mut sum = 0.0;
    for (_, chance) in moves.iter_mut() {
        *chance = (*chance - most).exp();
        sum += *chance;
    }
    moves.iter_mut().for_each(|(_, chance)| *chance /= sum);
}
