//! Times df-pn on the four middle-game positions of size 4.
use solve::{dfpn::*, key::*, net::Net, position::Position, shape::Shape, table::Table, zones::Zones};
use std::sync::atomic::{AtomicBool, AtomicU64};

fn main() {
    let shape = Shape::regular(4).unwrap();
    let places = Places::<u64>::new(&shape);
    let mut net = Net::blank(&shape);
    let mut settings = Settings::default();
    for arg in std::env::args().skip(1) {
        let (k, v) = arg.split_once('=').unwrap();
        if k == "net" {
            let bytes = std::fs::read(v).unwrap();
            let w: Vec<f32> = bytes.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
            net = Net::from_weights(&shape, &w).unwrap();
            continue;
        }
        let v: f32 = v.parse().unwrap();
        match k {
            "eps" => settings.epsilon = v,
            "others" => settings.others = v,
            "chain" => settings.chain_budget = v as u32,
            "chains" => settings.chains = v as u32,
            "trust" => settings.trust = v,
            "race" => settings.race = v as u32,
            "growth" => settings.growth = v,
            "mob" => settings.mobility = v,
            _ => panic!(),
        }
    }
    let mut tests = vec![
        "a4 g4 a1 b3 g7 d1 d7 f3 e2 d2",
        "g4 a4 g7 f5 a1 d2 c3 d7 b5 c4 b4 b3",
        "g5 d1 g4 g7 e3 c2 a1 a4 f5 f3 d7 d6 c3",
        "b1 d2 a2 e4",
    ];
    if std::env::var("LONG").is_ok() {
        tests.push("a1 e6");
    }
    for moves in tests {
        let cells: Vec<usize> = moves.split(' ').map(|m| shape.parse(m).unwrap()).collect();
        let position = Position::after(&shape, &cells).unwrap();
        let start = std::time::Instant::now();
        let table = Table::<u64>::new(1 << 28);
        let zones = Zones::<u64>::new(1 << 26);
        zones.make_room(1 << 40);
        let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared {
            shape: &shape,
            places: &places,
            table: &table,
            zones: &zones,
            net: &net,
            stop: &stop,
            nodes: &nodes,
            node_limit: 1 << 40,
            busy: &[],
            settings,
        };
        let alloc = start.elapsed().as_secs_f64();
        for attacker in 0..2 {
            let start = std::time::Instant::now();
            let mut search = Search::new(&shared, attacker);
            let n = search.run(&position);
            let t = start.elapsed().as_secs_f64();
            let won = (n.phi == 0.0) == (position.turn == attacker);
            println!(
                "{moves}: attacker {attacker} wins {won} {} nodes {:.3} s {:.0} k/s (table {alloc:.2} s)",
                search.nodes,
                t,
                search.nodes as f64 / t / 1e3
            );
            if won {
                break;
            }
        }
    }
}
