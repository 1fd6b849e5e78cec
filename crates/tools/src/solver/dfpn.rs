//! Df-pn with other settings than those that ship: solves a position and reports the numbers of the root and its replies now and then.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use solve::answer::{Limits, Progress};
use solve::dfpn::Settings;
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::Shape;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The moves, as one word
    #[arg(default_value = "")]
    moves: String,
    /// The settings from which to begin
    #[arg(long, value_enum)]
    preset: Option<Preset>,
    /// A setting: epsilon, others, chain_budget, chains, imitate, attacker, defender, lesson_work, value, value_work, race, long_turn, width or widen
    #[arg(long = "set", value_name = "NAME=NUMBER")]
    settings: Vec<String>,
    /// The board: 4 or 4x4x5
    #[arg(long, default_value = "4")]
    board: String,
    /// The table
    #[arg(long, default_value_t = 4.0)]
    gigabytes: f64,
    /// Seconds between reports
    #[arg(long, default_value_t = 15.0)]
    every: f64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Nodes at which it is given up
    #[arg(long)]
    nodes: Option<u64>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Preset {
    Policy,
    Zones,
}

/// Settings with some of them changed, each by a word NAME=NUMBER.
pub fn changed(mut settings: Settings, words: &[String]) -> Result<Settings> {
    for word in words {
        let (name, value) = word.split_once('=').context("a setting is NAME=NUMBER")?;
        let number: f64 = value.parse().with_context(|| word.clone())?;
        match name {
            "epsilon" => settings.epsilon = number as f32,
            "others" => settings.others = number as f32,
            "chain_budget" => settings.chain_budget = number as u32,
            "chains" => settings.chains = number as u32,
            "imitate" => settings.imitate = number as u32,
            "attacker" => settings.powers[0] = number as f32,
            "defender" => settings.powers[1] = number as f32,
            "lesson_work" => settings.lesson_work = number as u64,
            "value" => settings.value = number as f32,
            "value_work" => settings.value_work = number as u64,
            "race" => settings.race = number as u32,
            "long_turn" => settings.long_turn = number as u64,
            "width" => settings.width = number as usize,
            "widen" => settings.widen = number as f32,
            _ => bail!("there is no setting {name}"),
        }
    }
    Ok(settings)
}

/// `solver dfpn`.
pub fn run(args: &Args) -> Result<()> {
    let &Args { ref moves, ref board, threads, nodes, every, .. } = args;
    let preset = match args.preset {
        None => Settings::default(),
        Some(Preset::Policy) => Settings::POLICY,
        Some(Preset::Zones) => Settings::ZONES,
    };
    let settings = changed(preset, &args.settings)?;
    let sides: Vec<usize> =
        board.split('x').map(str::parse).collect::<Result<_, _>>().context("sides are numbers")?;
    let shape = match sides[..] {
        [n] => Shape::regular(n),
        [p, q, r] => Shape::hexagon(p, q, r),
        _ => bail!("{board}: a board is 4 or 4x4x5"),
    }
    .context("the solver does not take this board")?;
    let cells: Vec<usize> = moves
        .split_whitespace()
        .map(|name| shape.parse(name).with_context(|| format!("{name} is no cell")))
        .collect::<Result<_>>()?;
    let position = Position::after(&shape, &cells).context("the game is over, or a move is illegal")?;
    let memory = (args.gigabytes * (1u64 << 30) as f64) as usize;
    let mut last = 0.0;
    let mut watch = |progress: &Progress| {
        let now = progress.elapsed.as_secs_f64();
        if now - last >= every {
            last = now;
            show(&shape, progress);
        }
    };
    let limits = Limits { time: None, nodes };
    let stop = AtomicBool::new(false);
    let answer = if shape.cells() <= 39 {
        let prover = Prover::<u64>::new(&shape, memory, threads, settings);
        let answer = prover.solve(&position, limits, &stop, &mut watch);
        if let Some(teacher) = prover.teacher().as_ref() {
            println!(
                "{} lessons, {:?} samples, {:?} {:?}",
                teacher.lessons,
                teacher.samples(),
                teacher.last,
                teacher.last_value
            );
        }
        println!("proof positions in the table: {:?}", [0, 1].map(|a| prover.proof_size(&position, a)));
        answer
    } else {
        Prover::<u128>::new(&shape, memory, threads, settings).solve(&position, limits, &stop, &mut watch)
    };
    let line: Vec<String> = answer.line.iter().map(|cell| shape.name(cell.index())).collect();
    println!(
        "{moves}: {:?} for the side to move, {} nodes, {:.2} s, line {}",
        answer.verdict,
        answer.nodes,
        answer.elapsed.as_secs_f64(),
        line.join(" ")
    );
    Ok(())
}

fn show(shape: &Shape, progress: &Progress) {
    let mut replies = progress.replies.clone();
    replies.sort_by_key(|reply| std::cmp::Reverse(reply.work));
    let solved = replies.iter().filter(|reply| reply.is_solved()).count();
    let shown: Vec<String> = replies
        .iter()
        .take(12)
        .map(|reply| {
            let (name, work) = (shape.name(reply.cell.index()), reply.work / 1000);
            match (reply.proof, reply.disproof) {
                (0.0, _) => format!("{name}+({work}k)"),
                (_, 0.0) => format!("{name}-({work}k)"),
                (proof, disproof) => format!("{name} {proof:.0}/{disproof:.0}({work}k)"),
            }
        })
        .collect();
    let seconds = progress.elapsed.as_secs_f64();
    println!(
        "{seconds:.0} s: does {} win? {:.0}/{:.0}, {:.2} M nodes, {:.0} k/s, fill {:.3}, {solved} replies solved: {}",
        progress.attacker,
        progress.proof,
        progress.disproof,
        progress.nodes as f64 / 1e6,
        progress.nodes as f64 / seconds / 1e3,
        progress.fill,
        shown.join(" ")
    );
}
