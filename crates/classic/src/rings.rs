//! The ring distance in Havannah: how many own stones would complete a ring somewhere if the opponent did not answer.
//!
//! A ring runs around some inner cell. Draw a ray from that cell to the border: a closed path that does not pass the cell goes around it exactly when it
//! crosses the ray an odd number of times. So a ring is a shortest path, in own stones to be placed, from a cell of the ray back to
//! itself on the other of two sheets; crossing the ray changes the sheet.

use std::collections::VecDeque;

use game::{Board, Cell, Colour};

/// The least number of stones of `colour` that would complete a ring, if it is not above `limit`. 0 is a ring that stands.
pub fn ring_distance<const W: usize>(board: &Board<W>, colour: Colour, limit: u32) -> Option<u32> {
    let shape = board.shape();
    if !shape.has_rings() {
        return None;
    }
    let mut best = None;
    for inner in shape.cells().filter(|&cell| !shape.is_border(cell)) {
        let most = match best {
            Some(0) => return best,
            Some(found) => found - 1,
            None => limit,
        };
        best = around(board, colour, inner, most).or(best);
    }
    best
}

/// The least number of stones of a ring around `inner`, if it is not above `limit`.
fn around<const W: usize>(board: &Board<W>, colour: Colour, inner: Cell, limit: u32) -> Option<u32> {
    let shape = board.shape();
    let (x, y) = shape.place(inner);
    let mut best = None;
    let ray = (x + 1..).map_while(|column| shape.cell_at(column, y));
    for start in ray {
        let most = match best {
            Some(0) => return best,
            Some(found) => found - 1,
            None => limit,
        };
        best = back_to(board, colour, inner, start, most).or(best);
    }
    best
}

/// The cheapest way from `start` on the ray back to itself on the other sheet.
fn back_to<const W: usize>(
    board: &Board<W>,
    colour: Colour,
    inner: Cell,
    start: Cell,
    limit: u32,
) -> Option<u32> {
    let shape = board.shape();
    let (inner_x, inner_y) = shape.place(inner);
    let cost = |cell: Cell| match board.stone(cell) {
        None => Some(1),
        Some(stone) if stone == colour => Some(0),
        Some(_) => None,
    };
    // The ray lies in the row of the inner cell, to its right; it is crossed between that row and the one above.
    let on_ray = |(x, y): (i32, i32)| y == inner_y && x > inner_x;
    let crosses = |a: (i32, i32), b: (i32, i32)| (on_ray(a) && b.1 < a.1) || (on_ray(b) && a.1 < b.1);
    cost(start)?;
    let mut least = vec![u32::MAX; 2 * shape.len()];
    let mut queue = VecDeque::from([(start, 0, 0)]);
    least[start.index() * 2] = 0;
    while let Some((cell, sheet, so_far)) = queue.pop_front() {
        if so_far > least[cell.index() * 2 + sheet] {
            continue;
        }
        if cell == start && sheet == 1 {
            return Some(so_far);
        }
        for next in shape.neighbours(cell).filter(|&next| next != inner) {
            let Some(step) = cost(next) else { continue };
            let there = sheet ^ usize::from(crosses(shape.place(cell), shape.place(next)));
            let known = &mut least[next.index() * 2 + there];
            if so_far + step < *known && so_far + step <= limit {
                *known = so_far + step;
                if step == 0 {
                    queue.push_front((next, there, so_far));
                } else {
                    queue.push_back((next, there, so_far + step));
                }
            }
        }
    }
    None
}
