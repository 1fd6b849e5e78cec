//! Teaches the network of size 4 from samples that `solver learn` has kept.

use std::path::PathBuf;

use anyhow::{Context, Result};
use solve::dfpn::Sample;
use solve::net::Net;
use solve::shape::Shape;
use solve::train::Dice;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file for the weights
    out: PathBuf,
    /// How often all samples are gone through
    passes: usize,
    /// The length of the first steps
    step: f32,
    /// Weights to begin with
    #[arg(long)]
    start: Option<PathBuf>,
    /// Files of samples
    #[arg(required = true)]
    samples: Vec<PathBuf>,
}

/// `solver relearn`.
pub fn run(args: &Args) -> Result<()> {
    let &Args { passes, step, .. } = args;
    let shape = Shape::regular(4).context("a board")?;
    let mut dice = Dice::new(9);
    let mut net = Net::random(&shape, &mut dice);
    if let Some(start) = &args.start {
        net = Net::from_bytes(&shape, &std::fs::read(start)?).context("weights of another board")?;
    }
    let (mut pool, mut kept) = (vec![], vec![]);
    for path in &args.samples {
        for row in std::fs::read(path)?.chunks_exact(24) {
            let word = |i: usize| u64::from_le_bytes(row[i..i + 8].try_into().expect("eight bytes"));
            let chance = match row[22] {
                1 => 1.0,
                byte => f32::from(byte) / 255.0,
            };
            let sample = Sample {
                stones: [word(0), word(8)],
                mover: row[20],
                blocks: row[21] != 0,
                chance,
                work: u32::from_le_bytes(row[16..20].try_into().expect("four bytes")),
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
        std::fs::write(&args.out, bytes)?;
    }
    Ok(())
}
