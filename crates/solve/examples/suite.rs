//! Nodes and time of df-pn on positions reached by play after a1 and b3 on size 4.
use solve::{
    dfpn::*, key::*, net::Net, position::Position, shape::*, table::Table, train::Dice, zones::Zones,
};
use std::sync::atomic::{AtomicBool, AtomicU64};

fn play_out(
    shape: &Shape,
    net: &Net,
    start: &[usize],
    plies: usize,
    heat: f32,
    dice: &mut Dice,
) -> Option<Position> {
    let mut p = Position::after(shape, start).unwrap();
    for _ in start.len()..plies {
        let mover = p.turn;
        if p.wins[mover] != 0 {
            return None;
        }
        let danger = p.wins[1 - mover];
        let moves = if danger != 0 { danger } else { p.free(shape) };
        if moves == 0 {
            return None;
        }
        let sums = net.sums(p.stones[mover], p.stones[1 - mover]);
        let mut cells = vec![];
        let mut weights = vec![];
        for c in bits(moves) {
            let after = p.played(shape, c);
            if after.wins[after.turn] != 0 {
                continue;
            }
            // the mover is the attacker; the defender is to move then
            let g = net.guess(&sums, net.stone(0, c), 1, after.wins[mover] != 0);
            cells.push(c);
            weights.push((g.clamp(-8.0, 8.0) / heat).exp());
        }
        if cells.is_empty() {
            return None;
        }
        let total: f32 = weights.iter().sum();
        let mut roll = dice.unit() * total;
        let mut pick = cells.len() - 1;
        for (i, w) in weights.iter().enumerate() {
            roll -= w;
            if roll <= 0.0 {
                pick = i;
                break;
            }
        }
        p.play(shape, cells[pick]);
    }
    Some(p)
}

fn main() {
    let shape = Shape::regular(4).unwrap();
    let places = Places::<u64>::new(&shape);
    let mut net = Net::blank(&shape);
    let mut settings = Settings::default();
    let (mut plies, mut count, mut cap, mut seed) = (6, 24, 300_000u64, 1u64);
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
            "plies" => plies = v as usize,
            "count" => count = v as usize,
            "cap" => cap = v as u64,
            "seed" => seed = v as u64,
            "imitate" => settings.imitate = v as u32,
            "race" => settings.race = v as u32,
            "growth" => settings.growth = v,
            "mob" => settings.mobility = v,
            _ => panic!(),
        }
    }
    let player = Net::for_board(&shape);
    let mut dice = Dice::new(seed);
    let (mut log_sum, mut time_sum, mut capped, mut n, mut node_sum) = (0.0, 0.0, 0, 0, 0);
    let mut line = String::new();
    let (mut saved, mut zoned) = (0, [0; 5]);
    while n < count {
        let start = [shape.parse(["a1", "b3"][n % 2]).unwrap()];
        let Some(position) = play_out(&shape, &player, &start, plies, 0.7, &mut dice) else { continue };
        n += 1;
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
            node_limit: cap,
            busy: &[],
            settings,
        };
        let begin = std::time::Instant::now();
        let mut search = Search::new(&shared, 0);
        let r = search.run(&position);
        time_sum += begin.elapsed().as_secs_f64();
        let mark = if r.phi == 0.0 || r.delta == 0.0 {
            if (r.phi == 0.0) == (position.turn == 0) { "+" } else { "-" }
        } else {
            capped += 1;
            "?"
        };
        saved += search.saved_looks;
        let more =
            [search.dismissed, search.proofs[0], search.proofs[1], search.imitated[0], search.imitated[1]];
        zoned.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        log_sum += (search.nodes as f64).ln();
        node_sum += search.nodes;
        line += &format!(" {}{mark}", search.nodes);
    }
    println!(
        "geomean {:.0} total {node_sum} nodes {:.1} s {:.0} k/s, {capped} capped, {saved} looks saved, zones (dismissed, known, lost, imitated, tried) {zoned:?}:{line}",
        (log_sum / count as f64).exp(),
        time_sum,
        node_sum as f64 / time_sum / 1e3
    );
}
