//! The shipped edge templates, proved once more by brute force.

use super::{Joined, Slow};
use crate::templates::{Prover, Template, places, shipped};
use crate::{Board, Cells};

/// Whether a stone is joined to the last row by these cells, the opponent moving first: by brute force on a strip of its own.
fn is_joined(template: &Template) -> bool {
    let left = template.cells.iter().map(|cell| -cell.0).max().unwrap_or(0).max(0) as usize;
    let right = template.cells.iter().map(|cell| cell.0).max().unwrap_or(0).max(0) as usize;
    let slow = Slow::new(left + right + 1, template.row);
    let number = |&(x, y): &(i32, i32)| y as usize * slow.columns + (left as i32 + x) as usize;
    let free = u64::of(template.cells.iter().map(number));
    let ends = [vec![left], slow.side(1, 1)];
    slow.joins(1 << left, free, false, &ends, &mut Joined::new())
}

#[test]
fn every_shipped_template_holds_and_none_with_a_cell_less() {
    let all = shipped();
    assert!(all.len() >= 5, "{}", all.len());
    for template in &all {
        let mut prover = Prover::new(template.row).unwrap();
        // Those of the fourth row are too many cells for brute force without memory of what is enough.
        let is_small = template.row < 4;
        assert!(prover.holds(template), "{}", template.line());
        assert!(!is_small || is_joined(template), "{}", template.line());
        for gone in 0..template.cells.len() {
            let mut bent = template.clone();
            bent.cells.remove(gone);
            assert!(!prover.holds(&bent), "{} without {gone}", template.line());
            assert!(!is_small || !is_joined(&bent), "{} without {gone}", template.line());
        }
    }
}

/// A cell that is moved elsewhere, a stone in another row: all that the prover accepts, brute force accepts.
#[test]
fn the_prover_says_what_brute_force_says() {
    let mut seed = 3u64;
    let mut below = |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    let mut held = 0;
    for _ in 0..100 {
        let row = 2 + below(2) as usize;
        let mut cells: Vec<(i32, i32)> = (0..row as i32)
            .flat_map(|y| (-2 - y..=2).map(move |x| (x, y)))
            .filter(|&cell| cell != (0, 0))
            .collect();
        cells.retain(|_| below(4) > 0);
        let template = Template { row, cells };
        let holds = Prover::new(row).unwrap().holds(&template);
        assert_eq!(holds, is_joined(&template), "{}", template.line());
        held += u32::from(holds);
    }
    assert!((10..90).contains(&held), "{held}");
}

#[test]
fn lines_are_read_as_they_were_written() {
    for template in shipped() {
        assert_eq!(Template::parse(&template.line()), Some(template.clone()));
        assert_eq!(template.reflected().reflected(), template);
    }
    assert_eq!(Template::parse("3 1;2"), None);
    assert_eq!(Template::parse(""), None);
}

/// Each place is at its own side: the template's stone and cells as far from it as they should be, and joined on the board by brute force.
#[test]
fn places_are_right_on_every_side() {
    let (columns, rows) = (6, 5);
    let (board, slow) = (Board::<u64>::new(columns, rows).unwrap(), Slow::new(columns, rows));
    let templates: Vec<Template> = shipped().into_iter().filter(|template| template.row < 4).collect();
    for colour in 0..2 {
        for side in 0..2 {
            let places = places::<u64>(&templates, (columns, rows), colour, side);
            assert!(places.len() > 8);
            for place in places {
                assert!(place.carrier & !board.all == 0 && !place.carrier.holds(place.stone));
                let ends = [vec![place.stone], slow.side(colour, side)];
                let own = 1 << place.stone;
                assert!(
                    slow.joins(own, place.carrier, false, &ends, &mut Joined::new()),
                    "{colour} {side} {place:?}"
                );
            }
        }
    }
}

/// The rules of connections find these templates when nothing else is there to be found.
#[test]
fn the_rules_find_them_too() {
    for template in shipped() {
        let mut prover = Prover::new(template.row).unwrap();
        assert!(prover.is_found(&template), "{}", template.line());
        let mut bent = template.clone();
        bent.cells.pop();
        assert!(!prover.is_found(&bent), "{}", bent.line());
    }
}
