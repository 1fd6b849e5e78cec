//! No file costs more than its size warrants or its limits allow, whatever it asks for.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{file, hex, place, wins};
use referee::{Colour, Shape};
use robusto_verify::{Claim, Failure, Limits, Value};

fn check(bytes: &[u8], limits: Limits) -> Failure {
    robusto_verify::check(bytes, &limits, &mut |_| true).expect_err("a hostile file")
}

/// A ladder along the second row of Hex 19x19 that is never won: Black has the first column but for its last
/// cell, which is White's, and White moves. 350 copies of the ladder stand as chains at the only node.
fn ladders() -> Vec<u8> {
    let shape = hex(19);
    let at = |x: i32, y: i32| shape.at(x, y).unwrap().index() as u16;
    let mut set_up: Vec<(u16, Colour)> = (0..18).map(|row| (at(0, row), Colour::Black)).collect();
    set_up.push((at(0, 18), Colour::White));
    let claim = Claim { set_up, first: Colour::White, ..wins(&shape, "", Colour::Black) };
    let mut chain = vec![18];
    (1..19).for_each(|column| chain.extend(at(column, 17).to_le_bytes()));
    // 350 chains, no replies, the end after one node.
    let body = [&[0xDE, 0x02][..], &chain.repeat(350), &[0, 0xE5, 1]].concat();
    file(&claim, &body)
}

#[test]
fn chains_of_threats_are_in_the_budget() {
    let bytes = ladders();
    assert!(bytes.len() < 331, "{}", bytes.len());
    let told = check(&bytes, Limits::default());
    assert!(matches!(told, Failure::Excess("work")), "{told}");
    assert!(!told.is_limit());
}

#[test]
fn endings_are_in_the_budget() {
    let shape = Arc::new(Shape::havannah(10).unwrap());
    let claim = Claim { bound: 100_000, ..wins(&shape, "", Colour::White) };
    let told = check(&file(&claim, &[0, 0xE5, 0]), Limits::default());
    assert!(matches!(told, Failure::Excess("work")), "{told}");
}

/// Rows that cost a few bits in the file and a hundred bytes in memory.
#[test]
fn memory_follows_the_size_of_the_file() {
    let claim = Claim { connections: true, ..wins(&hex(19), "", Colour::Black) };
    let body = [0, 2, 0, 1].repeat(1 << 18);
    let bytes = file(&claim, &body);
    assert!(bytes.len() < 1000, "{}", bytes.len());
    let told = check(&bytes, Limits::default());
    assert!(matches!(told, Failure::Excess("memory")), "{told}");
}

/// Chains that wait for the replies below them are kept, and counted.
#[test]
fn chains_that_wait_are_in_the_memory() {
    let shape = hex(19);
    let claim = wins(&shape, "j10", Colour::Black);
    let first = place(&shape, "j10");
    let others: Vec<u16> = (0..361).filter(|&cell| cell != first).collect();
    let chain = [&[0x80, 0x01][..], &[0; 256]].concat();
    let mut body = Vec::new();
    for pair in others.chunks_exact(2).take(170) {
        body.extend([0xE8, 0x02]);
        body.extend(chain.repeat(360));
        // One reply, answered by a move.
        body.push(1);
        body.extend(pair[0].to_le_bytes());
        body.push(1);
        body.extend(pair[1].to_le_bytes());
    }
    let bytes = file(&claim, &body);
    assert!(bytes.len() < 21_000, "{}", bytes.len());
    let told = check(&bytes, Limits::default());
    assert!(matches!(told, Failure::Excess(_)), "{told}");
}

/// A window of 128 MB is not to be had.
#[test]
fn windows_of_the_decompressor_are_small() {
    let claim = wins(&hex(3), "", Colour::Black);
    let mut bytes = Vec::new();
    claim.write(&mut bytes).unwrap();
    // A frame that asks for a window of 128 MB, and nothing in it.
    bytes.extend([0x28, 0xB5, 0x2F, 0xFD, 0x00, 17 << 3, 0x01, 0x00, 0x00]);
    let told = check(&common::sealed(bytes), Limits::default());
    assert!(matches!(told, Failure::Io(_)), "{told}");
}

#[test]
fn the_callers_limits_end_every_kind_of_work() {
    let ladders = ladders();
    let none = Limits::default();
    let late = check(&ladders, Limits { time: Some(Duration::ZERO), ..none });
    assert!(matches!(late, Failure::Late(_)) && late.is_limit(), "{late}");
    let mut looks = 0;
    let stopped = robusto_verify::check(&ladders[..], &none, &mut |progress| {
        looks += 1;
        assert!(progress.work > 0);
        looks < 3
    });
    assert!(matches!(stopped, Err(Failure::Stopped)) && looks == 3, "{looks}");
    let shape = Arc::new(Shape::havannah(10).unwrap());
    let ending = Claim { bound: 100_000, ..wins(&shape, "", Colour::White) };
    let ending = file(&ending, &[0, 0xE5, 0]);
    let late = check(&ending, Limits { time: Some(Duration::ZERO), ..none });
    assert!(matches!(late, Failure::Late(_)), "{late}");
    let few = check(&ladders, Limits { nodes: 0, ..none });
    assert!(matches!(few, Failure::Limit { what: "nodes", .. }) && few.is_limit(), "{few}");
    let little = check(&ladders, Limits { memory: 10, ..none });
    assert!(matches!(little, Failure::Limit { what: "bytes of memory", .. }), "{little}");
}

/// Ten times as much work as the densest proof of the repository is still allowed.
#[test]
fn proofs_stay_far_below_the_budget() {
    let bytes = include_bytes!("../../../proofs/havannah-4-a1.proof");
    let report = robusto_verify::check(&bytes[..], &Limits::default(), &mut |_| true).unwrap();
    assert_eq!(report.claim.value, Value::Wins(Colour::White));
    assert!(report.checked.work * 10 < 500 * 37 * bytes.len() as u64, "{:?}", report.checked);
}
