//! Electrical resistance as an evaluation (Hexy's way; Queenbee 8.2): a current runs from one side to the other, over empty cells and
//! chains; opponent's stones insulate. What is virtually connected is joined by a wire, too.
//!
//! An empty cell resists with one unit, half on the way in and half on the way out; chains and sides resist nearly nothing.

use crate::board::Board;
use crate::cells::Cells;
use crate::find::{Connections, Node};

/// The resistance of a wire between two chains.
const CONTACT: f64 = 0.01;
/// The resistance of a connection grows by this with each cell that it needs: the more it needs, the weaker it is.
const CARRIED: f64 = 0.25;

/// The current between the sides at one unit of tension, and through each empty cell.
pub struct Flow {
    /// The conductance between the sides: the larger the nearer.
    pub total: f64,
    /// The current through each empty cell, by the cell's number.
    pub through: Vec<f64>,
}

impl Flow {
    /// The current over the connections of one colour.
    pub fn of<S: Cells>(connections: &Connections<S>, board: &Board<S>) -> Flow {
        let circuit = Circuit::new(connections, board);
        let tension = circuit.tension();
        let mut through = vec![0.0; board.cells()];
        let mut total = 0.0;
        for &Wire { ends: [a, b], strength } in &circuit.wires {
            let current = strength * (tension[a] - tension[b]).abs();
            if a == circuit.sides() || b == circuit.sides() {
                total += current;
            }
            for end in [a, b] {
                if let Some(&cell) = circuit.cells.get(end) {
                    through[cell] += current / 2.0;
                }
            }
        }
        Flow { total, through }
    }
}

/// A wire between two nodes and how well it conducts.
struct Wire {
    ends: [usize; 2],
    strength: f64,
}

/// The nodes in the order of elimination: empty cells row by row, so that what is joined is mostly near, chains, and the two sides.
struct Circuit {
    cells: Vec<usize>,
    /// Nodes whose tension is sought: all but the sides.
    inner: usize,
    wires: Vec<Wire>,
}

impl Circuit {
    fn new<S: Cells>(connections: &Connections<S>, board: &Board<S>) -> Circuit {
        let empty = connections.empty();
        let cells: Vec<usize> = empty.each().collect();
        let mut place = vec![0; board.cells()];
        cells.iter().enumerate().for_each(|(i, &cell)| place[cell] = i);
        let mut sources: Vec<Node> = connections.chains().collect();
        sources.extend([connections.side(0), connections.side(1)]);
        let inner = cells.len() + sources.len() - 2;
        let mut wires = Vec::with_capacity(8 * inner);
        let mut join = |ends: [usize; 2], resistance: f64, needs: u32| {
            let strength = 1.0 / (resistance + CONTACT + CARRIED * f64::from(needs));
            wires.push(Wire { ends, strength });
        };
        for (i, &cell) in cells.iter().enumerate() {
            for near in (board.near[cell] & empty).each().filter(|&near| near < cell) {
                join([i, place[near]], 1.0, 0);
            }
            for bridge in board.bridges[cell].iter().filter(|bridge| bridge.to < cell) {
                if (bridge.between | S::one(bridge.to)).is_within(empty) {
                    join([i, place[bridge.to]], 1.0, 2);
                }
            }
        }
        for (i, &source) in sources.iter().enumerate() {
            for cell in connections.partner_cells(source).each() {
                if let Some(needs) = least(connections, source, cell as Node) {
                    join([cells.len() + i, place[cell]], 0.5, needs);
                }
            }
            for (j, &other) in sources[..i].iter().enumerate() {
                if let Some(needs) = least(connections, source, other) {
                    join([cells.len() + i, cells.len() + j], 0.0, needs);
                }
            }
        }
        Circuit { cells, inner, wires }
    }

    /// The place of the first side; the second follows.
    fn sides(&self) -> usize {
        self.inner
    }

    /// The tension of every node when the first side is at 1 and the second at 0: Kirchhoff's equations by Cholesky's
    /// elimination. Each row is kept from its first entry on, which is where all that elimination fills in stays.
    fn tension(&self) -> Vec<f64> {
        let size = self.inner;
        let mut first: Vec<usize> = (0..size).collect();
        for &Wire { ends: [a, b], .. } in &self.wires {
            let (low, high) = (a.min(b), a.max(b));
            if high < size {
                first[high] = first[high].min(low);
            }
        }
        let mut start = Vec::with_capacity(size);
        let mut length = 0;
        for (i, first) in first.iter().enumerate() {
            start.push(length);
            length += i - first + 1;
        }
        let mut rows = vec![0.0; length];
        // A little leak to the ground keeps islands solvable.
        (0..size).for_each(|i| rows[start[i] + i - first[i]] = 1e-9);
        let mut tension = vec![0.0; size + 2];
        for &Wire { ends: [a, b], strength } in &self.wires {
            let (low, high) = (a.min(b), a.max(b));
            for end in [low, high].into_iter().filter(|&end| end < size) {
                rows[start[end] + end - first[end]] += strength;
            }
            if high < size {
                rows[start[high] + low - first[high]] -= strength;
            } else if high == size && low < size {
                tension[low] += strength;
            }
        }
        for i in 0..size {
            let (above, row) = rows.split_at_mut(start[i]);
            for j in first[i]..i {
                let from = first[i].max(first[j]);
                let other = &above[start[j] + from - first[j]..start[j] + j - first[j] + 1];
                let (diagonal, other) = other.split_last().expect("a row has its diagonal");
                let sum = dot(&row[from - first[i]..j - first[i]], other);
                row[j - first[i]] = (row[j - first[i]] - sum) / diagonal;
            }
            let left = &row[..i - first[i]];
            let square = row[i - first[i]] - dot(left, left);
            row[i - first[i]] = square.max(1e-12).sqrt();
            let known = dot(&row[..i - first[i]], &tension[first[i]..i]);
            tension[i] = (tension[i] - known) / row[i - first[i]];
        }
        for i in (0..size).rev() {
            let row = &rows[start[i]..start[i] + i - first[i] + 1];
            let value = tension[i] / row[i - first[i]];
            tension[i] = value;
            for (entry, above) in row[..i - first[i]].iter().zip(&mut tension[first[i]..i]) {
                *above -= entry * value;
            }
        }
        tension[size] = 1.0;
        tension
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (left, right) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = left.remainder().iter().zip(right.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in left.zip(right) {
        (0..4).for_each(|i| sums[i] += a[i] * b[i]);
    }
    rest + sums.iter().sum::<f64>()
}

/// How many cells the smallest full connection of two nodes needs, if there is one.
fn least<S: Cells>(connections: &Connections<S>, a: Node, b: Node) -> Option<u32> {
    connections.full(a, b).map(|(carrier, _)| carrier.size()).min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Effort;

    #[test]
    fn what_flows_into_a_node_flows_out_of_it() {
        let board = Board::<u64>::new(6, 6).unwrap();
        let set = |names: &str| u64::of(names.split(' ').map(|name| board.parse(name).unwrap()));
        let (own, other) = (set("c3 d3 b5"), set("c4 e4 f1"));
        for colour in 0..2 {
            let mut found = Connections::new(Effort::SMALL);
            let stones = if colour == 0 { [own, other] } else { [other, own] };
            found.run(&board, stones[0], stones[1], colour);
            let circuit = Circuit::new(&found, &board);
            let tension = circuit.tension();
            let mut sums = vec![0.0; circuit.inner + 2];
            for wire in &circuit.wires {
                let [a, b] = wire.ends;
                let current = wire.strength * (tension[a] - tension[b]);
                sums[a] -= current;
                sums[b] += current;
            }
            assert!(sums[..circuit.inner].iter().all(|sum| sum.abs() < 1e-7));
            let total = Flow::of(&found, &board).total;
            let ends = &sums[circuit.inner..];
            assert!(total > 0.1 && (ends[0] + total).abs() < 1e-6 && (ends[1] - total).abs() < 1e-6);
        }
    }
}
