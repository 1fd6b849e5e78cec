//! Chains of forcing threats on any board: each move threatens to win at once, so the reply is forced.
//!
//! The same idea as in the 64-bit engine (`crate::threats`). After each forced block the blocker's own new winning
//! cells are looked at, which makes [`find`] and [`replay`] exact when they say "wins".

use game::{Bits, Cell, Position};

/// Longest chain looked for, in moves of the attacker.
const LONGEST: usize = 12;

/// A winning chain for the side to move whose first move is in `first`: the attacker's moves. `tries` is how many of them
/// may still be tried.
///
/// The side to move must have no winning cell and face at most one.
pub fn find<const W: usize>(position: &Position<W>, first: Bits<W>, tries: &mut u32) -> Option<Vec<Cell>> {
    let mut line = Vec::new();
    deepen(position, first, tries, &mut line).then_some(line)
}

fn deepen<const W: usize>(
    position: &Position<W>,
    first: Bits<W>,
    tries: &mut u32,
    line: &mut Vec<Cell>,
) -> bool {
    let side = position.turn();
    let danger = position.winning_cells(side.other());
    let moves = if danger.is_empty() { near(position) } else { danger } & first;
    let mut single = Vec::new();
    for cell in moves {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        let mut after = *position;
        after.play(cell);
        let threats = after.winning_cells(side);
        match threats.len() {
            0 => {}
            1 => single.push((cell, after)),
            _ => {
                line.push(cell);
                return true;
            }
        }
    }
    if line.len() + 1 == LONGEST {
        return false;
    }
    for (cell, mut after) in single {
        let block = after.winning_cells(side).first_cell().expect("one threat");
        after.play(block);
        if after.outcome().is_some() || after.winning_cells(side.other()).len() > 1 {
            continue;
        }
        line.push(cell);
        if deepen(&after, after.empty_cells(), tries, line) {
            return true;
        }
        line.pop();
    }
    false
}

/// Empty cells at most two steps from a stone of the side to move: the others hardly ever threaten.
fn near<const W: usize>(position: &Position<W>) -> Bits<W> {
    let shape = position.shape();
    let mut near = position.board().stones(position.turn());
    for _ in 0..2 {
        for cell in near {
            shape.neighbours(cell).for_each(|next| near.insert(next));
        }
    }
    near & position.empty_cells()
}

/// Does the side to move win by this chain, whatever else has been placed since it was found?
pub fn replay<const W: usize>(start: &Position<W>, chain: &[Cell]) -> bool {
    let mut position = *start;
    let side = position.turn();
    for &cell in chain {
        if position.outcome().is_some() {
            return false;
        }
        if !position.winning_cells(side).is_empty() {
            return true;
        }
        let danger = position.winning_cells(side.other());
        if !position.is_legal(cell) || !danger.is_empty() && danger.only() != Some(cell) {
            return false;
        }
        position.play(cell);
        let threats = position.winning_cells(side);
        if threats.len() > 1 {
            return true;
        }
        let Some(block) = threats.first_cell() else { return false };
        position.play(block);
    }
    false
}

/// The moves of the side to move that lose to a chain found for the other side as if it were its turn.
pub fn refuted<const W: usize>(position: &Position<W>, chain: &[Cell], moves: Bits<W>) -> Bits<W> {
    let risky = risky(position, chain, moves);
    let mut lost = moves - risky;
    for cell in risky {
        let mut after = *position;
        after.play(cell);
        if replay(&after, chain) {
            lost.insert(cell);
        }
    }
    lost
}

/// The moves that may change what happens in the chain: its own cells, and those that give the blocker a threat even
/// with all its blocking stones on the board and none of the attacker's.
fn risky<const W: usize>(position: &Position<W>, chain: &[Cell], moves: Bits<W>) -> Bits<W> {
    let side = position.turn();
    let mut line = *position;
    line.pass();
    let mut blocked = *position;
    let mut touched = Bits::EMPTY;
    for &cell in chain {
        touched.insert(cell);
        line.play(cell);
        let threats = line.winning_cells(side.other());
        touched = touched | threats;
        let Some(block) = threats.only() else { break };
        line.play(block);
        if blocked.winning_cells(side).has(block) || blocked.empty_cells().len() < 3 {
            return moves;
        }
        blocked.play(block);
        blocked.pass();
    }
    if !blocked.winning_cells(side).is_empty() {
        return moves;
    }
    let threatens = |&cell: &Cell| {
        let mut after = blocked;
        after.play(cell);
        !after.winning_cells(side).is_empty()
    };
    (touched & moves) | (moves - touched).iter().filter(threatens).collect()
}
