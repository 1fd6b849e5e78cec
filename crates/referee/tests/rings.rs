//! The ring test of the crate against two dumber ones: walking from every cell, and listing every
//! simple loop of cells with a cell strictly inside its polygon.

mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::{Chance, havannah, hexagon};
use robusto_referee::{Cell, Colour, Kind, Shape, forms};

/// A set of cells, one bit for each index.
type Mask = u64;

fn contains(mask: Mask, cell: Cell) -> bool {
    mask >> cell.index() & 1 == 1
}

fn ring(shape: &Arc<Shape>, mask: Mask) -> bool {
    forms(shape, shape.cells().filter(|&cell| contains(mask, cell)), Colour::White, Kind::Ring)
}

/// Every simple loop within `allowed`, as the list of its cells in order.
fn loops(shape: &Shape, allowed: Mask, visit: &mut impl FnMut(&[Cell])) {
    for start in shape.cells().filter(|&cell| contains(allowed, cell)) {
        extend(shape, allowed, &mut vec![start], visit);
    }
}

/// Continues a path; its first cell is its least, and its second less than its last when closed, so
/// that every loop is visited once.
fn extend(shape: &Shape, allowed: Mask, path: &mut Vec<Cell>, visit: &mut impl FnMut(&[Cell])) {
    let (start, last) = (path[0], path[path.len() - 1]);
    if path.len() >= 3 && path[1] < last && shape.neighbours(last).contains(&start) {
        visit(path);
    }
    for &next in shape.neighbours(last) {
        if contains(allowed, next) && next > start && !path.contains(&next) {
            path.push(next);
            extend(shape, allowed, path, visit);
            path.pop();
        }
    }
}

/// Is some cell that is not on the loop inside its polygon?
fn encloses(shape: &Shape, path: &[Cell]) -> bool {
    shape.cells().any(|cell| !path.contains(&cell) && is_inside(shape, path, cell))
}

/// A ray to the right, a hair below the cell's centre, crosses the polygon an odd number of times.
/// It meets just the sides that lead from the cell's row to the next, close to their upper ends.
fn is_inside(shape: &Shape, path: &[Cell], cell: Cell) -> bool {
    let (x, y) = shape.xy(cell);
    let crossings = (0..path.len()).filter(|&place| {
        let (from, to) = (shape.xy(path[place]), shape.xy(path[(place + 1) % path.len()]));
        let (upper, lower) = if from.1 < to.1 { (from, to) } else { (to, from) };
        upper.1 == y && lower.1 == y + 1 && upper.0 > x
    });
    crossings.count() % 2 == 1
}

fn mask_of(cells: &[Cell]) -> Mask {
    cells.iter().fold(0, |mask, cell| mask | 1 << cell.index())
}

/// The least sets of cells that are loops around something: any ring contains one of them.
fn least_rings(shape: &Shape) -> Vec<Mask> {
    let mut all = BTreeSet::new();
    loops(shape, Mask::MAX, &mut |path| {
        if encloses(shape, path) {
            all.insert(mask_of(path));
        }
    });
    let mut sorted: Vec<Mask> = all.into_iter().collect();
    sorted.sort_by_key(|mask| mask.count_ones());
    let mut least: Vec<Mask> = Vec::new();
    for mask in sorted {
        if least.iter().all(|smaller| smaller & !mask != 0) {
            least.push(mask);
        }
    }
    least
}

/// Compares the ring test with the loops on every set of cells, and counts the sets with a ring.
fn compare_all_sets(shape: &Arc<Shape>) -> usize {
    let least = least_rings(shape);
    let holds = |mask: Mask| least.iter().any(|loop_mask| loop_mask & !mask == 0);
    let sets = 0..1 << shape.cell_count();
    sets.filter(|&mask| {
        let expected = holds(mask);
        assert_eq!(ring(shape, mask), expected, "{shape}, cells {mask:#b}");
        expected
    })
    .count()
}

#[test]
fn all_sets_of_size_2() {
    // Six corners, with the centre or without.
    assert_eq!(compare_all_sets(&havannah(2)), 2);
}

#[test]
fn all_sets_of_small_uneven_boards() {
    for shape in [hexagon(2, 2, 3), hexagon(2, 3, 2), hexagon(3, 3, 2), hexagon(3, 2, 4)] {
        assert!(compare_all_sets(&shape) > 2, "{shape}");
    }
}

#[test]
fn all_sets_of_size_3() {
    // Of 524,288 sets; both methods count the same ones.
    assert_eq!(compare_all_sets(&havannah(3)), 57_186);
}

/// The definition word by word: no walk from x leaves the board without stepping on the set again.
fn surrounds_by_walking(shape: &Shape, mask: Mask, x: Cell) -> bool {
    let mut reached = vec![x];
    let mut done = 0;
    while done < reached.len() {
        let at = reached[done];
        done += 1;
        if shape.is_border(at) {
            return false;
        }
        for &next in shape.neighbours(at) {
            if !contains(mask, next) && !reached.contains(&next) {
                reached.push(next);
            }
        }
    }
    true
}

#[test]
fn random_sets_of_larger_boards_by_walking() {
    let mut chance = Chance(1);
    let mut rings = 0;
    for shape in [havannah(4), hexagon(3, 4, 5), hexagon(5, 3, 4)] {
        let board_mask = (1 << shape.cell_count()) - 1;
        for _ in 0..3000 {
            // Three of four bits are set: rings are common, and not certain.
            let mask = (chance.bits() | chance.bits()) & board_mask;
            let mask = if chance.below(2) == 0 { mask } else { mask & chance.bits() };
            let expected = shape.cells().any(|x| surrounds_by_walking(&shape, mask, x));
            assert_eq!(ring(&shape, mask), expected, "{shape}, cells {mask:#b}");
            rings += usize::from(expected);
        }
    }
    assert!(rings > 1000, "{rings} rings are too few to mean anything");
}

/// A random chain that likes to bend back, so that loops come about.
fn random_chain(shape: &Shape, chance: &mut Chance, stones: usize) -> Mask {
    let mut at = shape.cell(chance.below(shape.cell_count())).expect("an index on the board");
    let mut mask: Mask = mask_of(&[at]);
    while (mask.count_ones() as usize) < stones {
        let around = shape.neighbours(at);
        at = around[chance.below(around.len())];
        mask |= mask_of(&[at]);
    }
    mask
}

#[test]
fn random_chains_of_size_5_by_loops() {
    let shape = havannah(5);
    let mut chance = Chance(2);
    let mut rings = 0;
    for _ in 0..3000 {
        let stones = 6 + chance.below(9);
        let mask = random_chain(&shape, &mut chance, stones);
        let mut expected = false;
        loops(&shape, mask, &mut |path| expected = expected || encloses(&shape, path));
        assert_eq!(ring(&shape, mask), expected, "cells {mask:#b}");
        rings += usize::from(expected);
    }
    assert!(rings > 100, "{rings} rings are too few to mean anything");
}
