//! Teaches a network from kept samples: relearn OUT PASSES STEP START_NET|- SAMPLES...
use solve::{dfpn::Sample, net::Net, shape::Shape, train::Dice};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (passes, step): (usize, f32) = (args[2].parse().unwrap(), args[3].parse().unwrap());
    let shape = Shape::regular(4).unwrap();
    let mut dice = Dice::new(9);
    let mut net = Net::random(&shape, &mut dice);
    if args[4] != "-" {
        net = Net::from_bytes(&shape, &std::fs::read(&args[4]).unwrap()).unwrap();
    }
    let (mut pool, mut kept) = (vec![], vec![]);
    for path in &args[5..] {
        for row in std::fs::read(path).unwrap().chunks_exact(24) {
            let word = |i: usize| u64::from_le_bytes(row[i..i + 8].try_into().unwrap());
            let chance = match row[22] {
                1 => 1.0,
                byte => f32::from(byte) / 255.0,
            };
            let sample = Sample {
                stones: [word(0), word(8)],
                mover: row[20],
                blocks: row[21] != 0,
                chance,
                work: u32::from_le_bytes(row[16..20].try_into().unwrap()),
            };
            if dice.below(20) == 0 { kept.push(sample) } else { pool.push(sample) }
        }
    }
    println!("{} samples, {} kept apart", pool.len(), kept.len());
    let hard: Vec<Sample> = kept.iter().copied().filter(|s| s.work >= 50).collect();
    let early: Vec<Sample> =
        kept.iter().copied().filter(|s| (s.stones[0] | s.stones[1]).count_ones() < 13).collect();
    for pass in 0..passes {
        let now = step * (1.0 - 0.95 * pass as f32 / passes as f32);
        let lesson = net.learn(&shape, &pool, now, &mut dice);
        let [a, b, c] = [&kept, &hard, &early].map(|set| net.examine(&shape, set));
        println!(
            "pass {pass}: loss {:.4}; kept {:.4} {:.3}; hard {:.4} {:.3}; early {:.4} {:.3}",
            lesson.loss, a.loss, a.right, b.loss, b.right, c.loss, c.right
        );
        let bytes: Vec<u8> = net.weights().iter().flat_map(|w| w.to_le_bytes()).collect();
        std::fs::write(&args[1], bytes).unwrap();
    }
}
