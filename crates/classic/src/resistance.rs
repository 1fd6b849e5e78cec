//! Electrical resistance as an evaluation (Hexy's way; Queenbee 8.2): a current runs from one side to the other, over empty cells and
//! chains; opponent's stones insulate. What is virtually connected is joined by a wire, too.
//!
//! An empty cell resists with one unit, half on the way in and half on the way out; chains and sides resist nearly nothing.

use connections::find::Node;
use connections::{Board, Cells, Connections};

/// The resistance of a wire between two chains.
const CONTACT: f64 = 0.01;
/// The place of the first side among the nodes.
const FIRST_SIDE: usize = 0;
/// The place of the second.
const SECOND_SIDE: usize = 1;

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
        let mut nodes: Vec<Node> = vec![connections.side(0), connections.side(1)];
        nodes.extend(connections.chains());
        nodes.extend(connections.empty().each().map(|cell| cell as Node));
        let count = nodes.len();
        let resistance = |node: usize| if connections.is_cell(nodes[node]) { 0.5 } else { 0.0 };
        let mut wires = vec![0.0; count * count];
        for a in 0..count {
            for b in 0..a {
                let Some(needs) = needs(connections, board, nodes[a], nodes[b]) else { continue };
                // The more a connection needs, the weaker it is.
                let wire = 1.0 / (resistance(a) + resistance(b) + CONTACT + 0.25 * f64::from(needs));
                wires[a * count + b] = wire;
                wires[b * count + a] = wire;
            }
        }
        let tension = solve(&wires, count);
        let current = |a: usize, b: usize| (wires[a * count + b] * (tension[a] - tension[b])).abs();
        let total = (0..count).filter(|&b| b != FIRST_SIDE).map(|b| current(FIRST_SIDE, b)).sum();
        let mut through = vec![0.0; board.cells()];
        for node in (0..count).filter(|&node| connections.is_cell(nodes[node])) {
            let all: f64 = (0..count).filter(|&b| b != node).map(|b| current(node, b)).sum();
            through[usize::from(nodes[node])] = all / 2.0;
        }
        Flow { total, through }
    }
}

/// How many cells the smallest full connection of two nodes needs, if there is one.
fn needs<S: Cells>(connections: &Connections<S>, board: &Board<S>, a: Node, b: Node) -> Option<u32> {
    if connections.is_cell(a) && connections.is_cell(b) {
        let (a, b) = (usize::from(a), usize::from(b));
        let is_bridge = |bridge: &&connections::Bridge<S>| {
            bridge.to == b && bridge.between.is_within(connections.empty())
        };
        let is_bridged = || board.bridges[a].iter().find(is_bridge).is_some();
        return if board.near[a].holds(b) { Some(0) } else { is_bridged().then_some(2) };
    }
    connections.full(a, b).map(|(carrier, _)| carrier.size()).min()
}

/// The tension of every node when the first side is at 1 and the second at 0: Kirchhoff's equations by elimination.
fn solve(wires: &[f64], count: usize) -> Vec<f64> {
    let inner: Vec<usize> = (0..count).filter(|&node| node != FIRST_SIDE && node != SECOND_SIDE).collect();
    let size = inner.len();
    let width = size + 1;
    let mut rows = vec![0.0; size * width];
    for (i, &node) in inner.iter().enumerate() {
        // A little leak to the ground keeps islands solvable.
        let sum: f64 = (0..count).map(|other| wires[node * count + other]).sum::<f64>() + 1e-9;
        for (j, &other) in inner.iter().enumerate() {
            rows[i * width + j] = -wires[node * count + other];
        }
        rows[i * width + i] = sum;
        rows[i * width + size] = wires[node * count + FIRST_SIDE];
    }
    // The matrix is symmetric and diagonally dominant: no pivoting is needed.
    for i in 0..size {
        for k in i + 1..size {
            let factor = rows[k * width + i] / rows[i * width + i];
            if factor != 0.0 {
                for j in i..width {
                    rows[k * width + j] -= factor * rows[i * width + j];
                }
            }
        }
    }
    let mut tension = vec![0.0; count];
    tension[FIRST_SIDE] = 1.0;
    for i in (0..size).rev() {
        let known: f64 = (i + 1..size).map(|j| rows[i * width + j] * tension[inner[j]]).sum();
        tension[inner[i]] = (rows[i * width + size] - known) / rows[i * width + i];
    }
    tension
}
