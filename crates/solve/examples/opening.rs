//! Solves a position of size 4 and reports the numbers of the root and its replies now and then.
//!
//! opening MOVES net=FILE gigabytes=4 every=15 threads=1 attacker=0 ...
use solve::{dfpn::*, key::*, net::Net, position::Position, shape::*, table::Table};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

fn main() {
    let shape = Shape::regular(4).unwrap();
    let places = Places::<u64>::new(&shape);
    let mut net = Net::blank(&shape);
    let mut settings = Settings::default();
    let (mut gigabytes, mut every, mut threads, mut attacker) = (4.0, 15.0, 1usize, 0usize);
    let mut args = std::env::args().skip(1);
    let moves = args.next().unwrap();
    for arg in args {
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
            "mob" => settings.mobility = v,
            "gigabytes" => gigabytes = f64::from(v),
            "every" => every = f64::from(v),
            "threads" => threads = v as usize,
            "attacker" => attacker = v as usize,
            _ => panic!("{k}"),
        }
    }
    let cells: Vec<usize> = moves.split_whitespace().map(|m| shape.parse(m).unwrap()).collect();
    let position = Position::after(&shape, &cells).unwrap();
    let table = Table::<u64>::new((gigabytes * (1u64 << 30) as f64) as usize);
    let busy: Vec<AtomicU8> = (0..if threads > 1 { 1 << 14 } else { 0 }).map(|_| AtomicU8::new(0)).collect();
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let shared = Shared {
        shape: &shape,
        places: &places,
        table: &table,
        net: &net,
        stop: &stop,
        nodes: &nodes,
        node_limit: u64::MAX,
        busy: &busy,
        settings,
    };
    let begin = std::time::Instant::now();
    let left = AtomicU64::new(threads as u64);
    let probe = Search::new(&shared, attacker);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut search = Search::new(&shared, attacker);
                let r = search.run(&position);
                stop.store(true, Relaxed);
                println!(
                    "{moves}: phi {} delta {} attacker wins {} nodes {} in {:.1} s",
                    r.phi,
                    r.delta,
                    (r.phi == 0.0) == (position.turn == attacker),
                    nodes.load(Relaxed),
                    begin.elapsed().as_secs_f64()
                );
                left.fetch_sub(1, Relaxed);
            });
        }
        let mut last = 0.0;
        while left.load(Relaxed) > 0 {
            std::thread::sleep(std::time::Duration::from_millis(50));
            let now = begin.elapsed().as_secs_f64();
            if now - last < every {
                continue;
            }
            last = now;
            let mut rows: Vec<(f32, String)> = vec![];
            let mut solved = 0;
            let images = Images::of(&places, position.stones);
            let mut seen = vec![];
            for cell in bits(position.free(&shape)) {
                let after = position.played(&shape, cell);
                let mut image = images;
                image.add(&places, position.turn, cell);
                let key = probe.key(&after, &image);
                if seen.contains(&key) {
                    continue;
                }
                seen.push(key);
                if let Some(e) = table.probe(key) {
                    if e.phi == 0.0 || e.delta == 0.0 {
                        solved += 1;
                    }
                    let mark = if e.phi == 0.0 {
                        "+".into()
                    } else if e.delta == 0.0 {
                        "-".into()
                    } else {
                        format!(" {:.0}/{:.0}", e.phi, e.delta)
                    };
                    let best = (0..shape.turns.len())
                        .find(|&s| {
                            let mut st = after.stones;
                            st[0] = shape.turn_set(st[0], s);
                            st[1] = shape.turn_set(st[1], s);
                            let im = Images::of(&places, st);
                            im.least(&places).0 == im.least_with_none()
                        })
                        .map(|s| (0..shape.cells()).find(|&c| shape.turns[s][c] == e.best))
                        .flatten()
                        .map_or("?".into(), |c| shape.name(c));
                    rows.push((
                        -(e.work as f32),
                        format!("{}{mark}({best} {:.0}k)", shape.name(cell), e.work as f64 / 1e3),
                    ));
                }
            }
            rows.sort_by(|a, b| a.0.total_cmp(&b.0));
            let n = nodes.load(Relaxed);
            println!(
                "{now:.0} s {:.1}M nodes {:.0} k/s fill {:.3} solved {solved}/{}: {}",
                n as f64 / 1e6,
                n as f64 / now / 1e3,
                table.fill(),
                seen.len(),
                rows.iter().take(12).map(|r| r.1.as_str()).collect::<Vec<_>>().join(" ")
            );
        }
    });
}
