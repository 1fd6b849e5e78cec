//! Teaches the network for a board (`crates/solve/data/`) by solving ever earlier positions; writes the weights.
//! The samples are kept beside the weights, for `solver relearn`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};

use anyhow::{Context, Result};
use solve::dfpn::{Sample, Search, Settings, Shared};
use solve::key::ONE_WORD;
use solve::key::{Images, Places, Word};
use solve::net::Net;
use solve::position::Position;
use solve::shape::{Shape, bits};
use solve::table::Table;
use solve::train::Dice;
use solve::zones::Zones;

fn play_out(shape: &Shape, net: &Net, plies: usize, heat: f32, dice: &mut Dice) -> Option<Position> {
    let mut p = Position::empty();
    for _ in 0..plies {
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

/// The position and its replies as samples, by the numbers of an unfinished search.
fn soft<W: Word>(
    shape: &Shape,
    places: &Places<W>,
    table: &Table<W>,
    search: &Search<W>,
    p: &Position,
    attacker: usize,
) -> Vec<Sample> {
    let mut found = vec![];
    let mut look = |p: &Position| {
        let key = search.key(p, &Images::of(places, p.stones));
        let Some(e) = table.probe(key) else { return };
        if e.solved() || e.work < 100 || p.wins[1 - p.turn] != 0 {
            return;
        }
        let own = e.delta / (e.phi + e.delta);
        let attacking = p.turn == attacker;
        found.push(Sample {
            stones: [p.stones[attacker], p.stones[1 - attacker]],
            mover: u8::from(!attacking),
            blocks: false,
            chance: if attacking { own } else { 1.0 - own }.clamp(0.02, 0.98),
            work: e.work as u32,
        });
    };
    look(p);
    for c in bits(p.free(shape) & !p.wins[p.turn]) {
        look(&p.played(shape, c));
    }
    found
}

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The file for the weights
    out: PathBuf,
    /// The board of Havannah
    #[arg(long, default_value_t = 4)]
    size: usize,
    /// Stones of the positions of the first stage; usually six tenths of the cells
    #[arg(long)]
    first: Option<usize>,
    /// Stones of the positions of the last stage
    #[arg(long, default_value_t = 8)]
    last: usize,
    /// Seconds a stage
    #[arg(long, default_value_t = 300.0)]
    seconds: f64,
    /// Nodes a question
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Weights to begin with
    #[arg(long)]
    start: Option<PathBuf>,
}

/// `solver learn`.
pub fn run(args: &Args) -> Result<()> {
    let shape = Shape::regular(args.size).context("the solver does not take this board")?;
    if shape.cells() <= ONE_WORD { teach::<u64>(args, &shape) } else { teach::<u128>(args, &shape) }
}

/// What a stage has found.
#[derive(Default)]
struct Stage {
    positions: usize,
    solved: u32,
    won: u32,
    nodes: u64,
    fresh: Vec<Sample>,
}

fn teach<W: Word>(args: &Args, shape: &Shape) -> Result<()> {
    let mut dice = Dice::new(3);
    let mut net = Net::random(shape, &mut dice);
    if let Some(path) = &args.start {
        net = Net::from_bytes(shape, &std::fs::read(path)?).context("weights of another board")?;
    }
    let mut pool: Vec<Sample> = vec![];
    let start = std::time::Instant::now();
    let solver =
        Solver { shape, places: Places::<W>::new(shape), table: Table::new(1 << 28), zones: Zones::new(0) };
    let first = args.first.unwrap_or(shape.cells() * 6 / 10);
    for plies in (args.last..=first).rev() {
        let stage = solver.stage(args, plies, plies == first, &net, &mut dice);
        let Stage { positions, solved, won, nodes, fresh } = &stage;
        let exam = net.examine(shape, fresh);
        let hard: Vec<Sample> = fresh.iter().copied().filter(|s| s.work >= 50).collect();
        let exam_hard = net.examine(shape, &hard);
        pool.extend(fresh);
        // keep the pool bounded
        while pool.len() > 3_000_000 {
            let i = dice.below(pool.len());
            pool.swap_remove(i);
        }
        let passes = if plies == args.last { 4 } else { 1 };
        let mut lesson = Default::default();
        for i in 0..passes {
            let step = 0.02 / (1.0 + i as f32 * 2.0);
            lesson = net.learn(shape, &pool, step, &mut dice);
        }
        println!(
            "ply {plies}: {positions} {solved} solved ({won} won), {nodes} nodes, fresh {} exam loss {:.3} right {:.3}, hard {} loss {:.3} right {:.3}; lesson loss {:.3} right {:.3}; {:.0} s",
            fresh.len(),
            exam.loss,
            exam.right,
            hard.len(),
            exam_hard.loss,
            exam_hard.right,
            lesson.loss,
            lesson.right,
            start.elapsed().as_secs_f64()
        );
        save(&args.out, &net, fresh)?;
    }
    Ok(())
}

/// What the searches of all stages share.
struct Solver<'a, W> {
    shape: &'a Shape,
    places: Places<W>,
    table: Table<W>,
    zones: Zones<W>,
}

impl<W: Word> Solver<'_, W> {
    /// Asks about random positions with so many stones for the seconds of a stage.
    fn stage(&self, args: &Args, plies: usize, is_first: bool, net: &Net, dice: &mut Dice) -> Stage {
        let mut stage = Stage::default();
        let start = std::time::Instant::now();
        while start.elapsed().as_secs_f64() < args.seconds {
            stage.positions += 1;
            let heat = if is_first && plies > 12 { 1e9 } else { [0.5, 1.0, 2.0][stage.positions % 3] };
            let Some(position) = play_out(self.shape, net, plies, heat, dice) else { continue };
            for attacker in 0..2 {
                self.ask(&position, attacker, args.nodes, net, dice, &mut stage);
            }
        }
        stage
    }

    /// Asks whether the attacker wins a position and keeps what there is to learn from it.
    fn ask(&self, p: &Position, attacker: usize, limit: u64, net: &Net, dice: &mut Dice, stage: &mut Stage) {
        let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let shared = Shared {
            shape: self.shape,
            places: &self.places,
            table: &self.table,
            zones: &self.zones,
            net,
            stop: &stop,
            nodes: &nodes,
            node_limit: limit,
            busy: &[],
            settings: Settings { sample_work: 1, ..Settings::default() },
        };
        let mut search = Search::new(&shared, attacker);
        let found = search.run(p);
        stage.nodes += search.nodes;
        if found.phi == 0.0 || found.delta == 0.0 {
            stage.solved += 1;
            stage.won += u32::from((found.phi == 0.0) == (p.turn == attacker));
        }
        let taken = std::mem::take(&mut search.samples);
        stage.fresh.extend(soft(self.shape, &self.places, &self.table, &search, p, attacker));
        for sample in taken {
            if dice.unit() < (sample.work as f32).sqrt() / 8.0 {
                stage.fresh.push(sample);
            }
        }
    }
}

/// Writes the weights, and the new samples beside them.
fn save(out: &Path, net: &Net, fresh: &[Sample]) -> Result<()> {
    let bytes: Vec<u8> = net.weights().iter().flat_map(|w| w.to_le_bytes()).collect();
    std::fs::write(out, bytes)?;
    let rows: Vec<u8> = fresh
        .iter()
        .flat_map(|s| {
            let mut row = s.stones[0].to_le_bytes().to_vec();
            row.extend(s.stones[1].to_le_bytes());
            row.extend(s.work.to_le_bytes());
            row.extend([s.mover, u8::from(s.blocks), (s.chance * 255.0) as u8, 0]);
            row
        })
        .collect();
    let beside = out.with_added_extension("samples");
    std::fs::OpenOptions::new().create(true).append(true).open(beside)?.write_all(&rows)?;
    Ok(())
}
