//! Softmax: probabilities from the logits of the moves.

use game::Cell;

/// Turns the logits of the moves into probabilities, together 1.
#[inline(always)]
pub fn softmax(moves: &mut [(Cell, f32)]) {
    let most = moves.iter().fold(f32::MIN, |most, &(_, logit)| most.max(logit));
    let mut sum = 0.0;
    for (_, chance) in moves.iter_mut() {
        *chance = (*chance - most).exp();
        sum += *chance;
    }
    moves.iter_mut().for_each(|(_, chance)| *chance /= sum);
}
