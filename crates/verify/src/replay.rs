//! Chains of threats: does a side win by these moves, each of which threatens to win at once?
//!
//! [`replay`] is the definition. [`refuted`] asks it for many replies at once and takes a shortcut
//! for most of them; the tests compare the two.

use referee::Colour;

use crate::board::Board;
use crate::position::Position;
use crate::set::Set;
use crate::zone::Zone;

/// The replies of the opponent that do not fail at sight, when it is to move and has no cell to win
/// on: it must block a cell to win on, and has nothing to hope for against two. With `draws` the
/// proving side is content if the opponent can never win.
pub fn pressing<const N: usize>(
    board: &Board<N>,
    position: &Position<N>,
    prover: Colour,
    draws: bool,
) -> Set<N> {
    let threats = position.wins(prover);
    match threats.count() {
        0 if draws && !position.can_still_win(board, prover.other()) => Set::EMPTY,
        0 => position.free(board),
        1 => threats,
        _ => Set::EMPTY,
    }
}

/// Does `winner`, to move, win by this chain of moves?
///
/// Before each move of the chain: a cell to win on ends the matter; if the opponent has cells to
/// win on, there must be one, and the move must take it. After each move: two cells to win on
/// cannot both be blocked; one forces the block; with none the chain is broken. As the opponent has
/// no cell to win on after the move, it has nothing better than to block.
pub fn replay<const N: usize>(board: &Board<N>, start: &Position<N>, winner: Colour, chain: &[u16]) -> bool {
    walk(board, start, winner, chain, &mut |_| {}, &|| true).is_some()
}

/// [`replay`], telling of each block; the zone of the proof, if it is one. It is none if `go_on` says no on
/// the way.
fn walk<const N: usize>(
    board: &Board<N>,
    start: &Position<N>,
    winner: Colour,
    chain: &[u16],
    tell: &mut dyn FnMut(usize),
    go_on: &dyn Fn() -> bool,
) -> Option<Zone<N>> {
    let mut position = *start;
    let mut zone = Zone::EMPTY;
    let first = chain.first().map(|&cell| usize::from(cell));
    let done = |zone: Zone<N>, last: usize| {
        let first = if zone.cells.is_empty() { Some(last) } else { first };
        Some(Zone { first, ..zone.after(last) })
    };
    for &cell in chain {
        let cell = usize::from(cell);
        if let Some(last) = position.wins(winner).first() {
            return done(zone, last);
        }
        let mut danger = position.wins(winner.other());
        danger.remove(cell);
        if !danger.is_empty() || !position.free(board).contains(cell) || !go_on() {
            return None;
        }
        position.put(board, cell, winner);
        let threats = position.wins(winner);
        zone.cells = zone.cells.or(Set::one(cell)).or(threats);
        match (threats.count(), threats.first()) {
            (1, Some(block)) => {
                zone.forced.insert(block);
                tell(block);
                position.put(board, block, winner.other());
            }
            (more, _) => return (more > 1).then_some(Zone { first, ..zone }),
        }
    }
    position.wins(winner).first().and_then(|last| done(zone, last))
}

/// Those of the opponent's `replies` after which [`replay`] of the chain wins. The opponent is to
/// move and has no cell to win on.
///
/// The shortcut: let there be no cell to win on yet, let the chain win as if the opponent passed, and
/// let d be a reply off all the cells that it touches. Add d and all blocks to the opponent's stones. If it has no cell to win on even
/// then (with none of the chain's stones in its way), it never has one after d: what it owns at any
/// moment is part of that. So nothing disturbs the chain, whose moves and threats are as before.
///
/// With them comes the zone of these proofs.
pub fn refuted<const N: usize>(
    board: &Board<N>,
    position: &Position<N>,
    winner: Colour,
    chain: &[u16],
    replies: Set<N>,
) -> (Set<N>, Zone<N>) {
    refuted_while(board, position, winner, chain, replies, &|| true)
}

/// [`refuted`], as long as `go_on` says yes: what was found until then.
pub(crate) fn refuted_while<const N: usize>(
    board: &Board<N>,
    position: &Position<N>,
    winner: Colour,
    chain: &[u16],
    replies: Set<N>,
    go_on: &dyn Fn() -> bool,
) -> (Set<N>, Zone<N>) {
    let opponent = winner.other();
    let mut blocked = *position;
    let mut block = |block| {
        if blocked.wins(opponent).is_empty() {
            blocked.put(board, block, opponent);
        }
    };
    let passed = walk(board, position, winner, chain, &mut block, go_on);
    let quiet = passed.filter(|_| position.wins(winner).is_empty() && blocked.wins(opponent).is_empty());
    let mut gone = Set::EMPTY;
    let mut zone = Zone::EMPTY;
    for cell in replies.cells().take_while(|_| go_on()) {
        board.count(1);
        let undisturbed = quiet.filter(|zone| {
            !zone.cells.contains(cell) && blocked.with(board, cell, opponent).wins(opponent).is_empty()
        });
        let proof = undisturbed.or_else(|| {
            walk(board, &position.with(board, cell, opponent), winner, chain, &mut |_| {}, go_on)
        });
        if let Some(used) = proof {
            gone.insert(cell);
            zone = zone.or(used);
        }
    }
    (gone, zone)
}
