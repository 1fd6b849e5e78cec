//! What the badness of moves is worth: figures 7.1 to 7.4 of Queenbee (nodes of searches that look at moves up to a badness) and figure 7.5
//! with table 7.5 (in which categories the good moves of solved positions are), as text tables.
//!
//! Optimal moves need the lengths of perfect games, which are asked for on boards of up to 25 cells.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use classic::alphabeta::evaluation::Evaluation;
use classic::alphabeta::moves::{Place, Ranked, rank};
use classic::alphabeta::pvs::Search;
use classic::alphabeta::table::Table;
use classic::queenbee::Queenbee;
use classic::settings::Settings;
use game::{Position, Shape, Size};
use search::player::Limits;
use search::random::Random;
use solve::hex::board;
use solve::hex::length::length;
use solve::hex::search as prover;

/// Badness beyond which no move is looked at; the last is full width.
const TOLERANCES: [u32; 6] = [0, 1, 2, 3, 4, 1000];
/// Nodes at which a search is given up.
const MOST: u64 = 3_000_000;

/// Counts nodes over all openings.
#[derive(clap::Args, Debug)]
pub struct NodesArgs {
    /// The board of Hex
    size: usize,
    /// The depth in plies
    plies: u8,
}

/// Solves positions that are drawn by lot.
#[derive(clap::Args, Debug)]
pub struct MovesArgs {
    /// The board of Hex
    size: usize,
    /// How many positions
    positions: usize,
    /// The most stones of a position
    stones: usize,
}

/// `queenbee nodes`.
pub fn run_nodes(args: &NodesArgs) -> Result<()> {
    let shape = Shape::of(Size::hex(args.size)?);
    if shape.len() < 64 {
        nodes::<1>(shape, args.plies.into())
    } else {
        nodes::<3>(shape, args.plies.into())
    }
    Ok(())
}

/// `queenbee moves`.
pub fn run_moves(args: &MovesArgs) -> Result<()> {
    ensure!(args.stones > 0, "positions have at least one stone");
    let shape = Shape::of(Size::hex(args.size)?);
    ensure!(shape.len() < 64, "the solver of Hex takes boards of up to 63 cells");
    moves(shape, args.positions, args.stones);
    Ok(())
}

/// Prints mean node counts by plies and tolerance, and their logarithms relative to those of full width.
fn nodes<const W: usize>(shape: &'static Shape, plies: i32) {
    let openings: Vec<_> = shape.cells().take(shape.len().div_ceil(2)).collect();
    let count = openings.len();
    let mut table: BTreeMap<i32, Vec<f64>> = BTreeMap::new();
    for (column, &tolerance) in TOLERANCES.iter().enumerate() {
        let settings = Settings { tolerance, depth: plies as u32, aspiration: 0, ..Settings::default() };
        for &cell in &openings {
            let mut position = Position::<W>::new(shape);
            position.play(cell);
            let mut evaluation = Queenbee::<W>::new(shape, &settings);
            let mut memory = Table::new(1 << 25);
            let (limits, stop) = (Limits::visits(MOST), AtomicBool::new(false));
            let mut search = Search::new(&mut evaluation, &mut memory, &settings, position, &limits, &stop);
            search.deepen(|search, plies, _| {
                let row = table.entry(plies).or_insert_with(|| vec![0.0; TOLERANCES.len()]);
                row[column] += search.nodes() as f64 / count as f64;
            });
        }
    }
    let head =
        TOLERANCES.map(|tolerance| if tolerance == 1000 { "all".into() } else { tolerance.to_string() });
    println!("Hex {}, nodes up to a depth, mean of {count} openings, by the largest badness", shape.size());
    println!("plies {}", head.map(|word| format!("{word:>9}")).join(" "));
    for (plies, row) in &table {
        println!(
            "{plies:>5} {}",
            row.iter().map(|nodes| format!("{nodes:>9.0}")).collect::<Vec<_>>().join(" ")
        );
    }
    println!("logarithm of the nodes relative to full width");
    for (plies, row) in &table {
        let all = row[TOLERANCES.len() - 1].ln();
        let shares = row.iter().map(|nodes| format!("{:>9.2}", nodes.ln() / all));
        println!("{plies:>5} {}", shares.collect::<Vec<_>>().join(" "));
    }
}

/// Counts by category: moves, good ones, optimal ones; and positions by the lowest category with a good or optimal one.
#[derive(Default)]
struct Counts {
    positions: usize,
    moves: BTreeMap<i32, [usize; 3]>,
    lowest: BTreeMap<i32, [usize; 2]>,
}

impl Counts {
    fn print(&self, title: &str, kinds: &[(usize, &str)]) {
        println!("{title}: {} positions", self.positions);
        let head: Vec<String> = self.moves.keys().map(|category| format!("{category:>5}")).collect();
        println!("{:<26} {}   all", "category", head.join(" "));
        let all = self.moves.values().map(|row| row[0]).sum::<usize>();
        let cells: Vec<String> = self.moves.values().map(|row| format!("{:>5}", row[0])).collect();
        println!("{:<26} {} {all:>5}", "moves", cells.join(" "));
        for &(kind, name) in kinds {
            let share = |hits: usize, of: usize| format!("{:>5.1}", 100.0 * hits as f64 / of as f64);
            let cells: Vec<String> = self.moves.values().map(|row| share(row[kind], row[0])).collect();
            let hits = self.moves.values().map(|row| row[kind]).sum();
            println!("{:<26} {} {}", format!("{name}, %"), cells.join(" "), share(hits, all));
            let lowest = |category: &i32| self.lowest.get(category).map_or(0, |row| row[kind - 1]);
            let cells: Vec<String> =
                self.moves.keys().map(|category| format!("{:>5}", lowest(category))).collect();
            println!("{:<26} {}", format!("positions whose first {name}"), cells.join(" "));
        }
    }
}

fn moves(shape: &'static Shape, positions: usize, most_stones: usize) {
    let (columns, rows) = match shape.size() {
        Size::Rhombus(columns, rows) => (usize::from(columns), usize::from(rows)),
        _ => unreachable!("a board of Hex"),
    };
    let board = board::Board::new(columns, rows).expect("a board of up to 63 cells");
    let mut prover = prover::Search::new(board.clone(), 1 << 26, prover::Settings::default());
    let with_lengths = shape.len() <= 25;
    let settings = Settings::default();
    let mut evaluation = Queenbee::<1>::new(shape, &settings);
    let mut random = Random::new(5);
    let mut counts = [Counts::default(), Counts::default()];
    let mut taken = 0;
    while taken < positions {
        let mut cells: Vec<game::Cell> = shape.cells().collect();
        let stones = 1 + taken % most_stones;
        let drawn: Vec<_> = (0..stones).map(|_| cells.swap_remove(random.below(cells.len()))).collect();
        let numbers: Vec<usize> = drawn.iter().map(|cell| cell.index()).collect();
        let Some(start) = board::Position::after(&board, &numbers) else { continue };
        taken += 1;
        let mut position = Position::<1>::new(shape);
        drawn.into_iter().for_each(|cell| position.play(cell));
        let ranked = ranked(&mut evaluation, &settings, &position);
        let wins = prover.solve(&start, u64::MAX, &AtomicBool::new(false)).wins();
        let mut judged: Vec<(i32, bool, usize)> = Vec::new();
        for Ranked { cell, category, .. } in ranked {
            let after = start.play(cell.index());
            let good = prover.solve(&after, u64::MAX, &AtomicBool::new(false)).wins() != wins || !wins;
            let plies = if with_lengths && good { length(&mut prover, &after).0 } else { 0 };
            judged.push((category, good && wins, plies));
        }
        let lengths = judged.iter().filter(|row| row.1 || !wins).map(|row| row.2);
        let best = if wins { lengths.min() } else { lengths.max() };
        let counts = &mut counts[usize::from(!wins)];
        counts.positions += 1;
        let mut lowest = [None, None];
        for (category, good, plies) in judged {
            let optimal = with_lengths && (good || !wins) && Some(plies) == best;
            let row = counts.moves.entry(category.clamp(-5, 9)).or_default();
            row[0] += 1;
            for (kind, is) in [good, optimal].into_iter().enumerate() {
                row[kind + 1] += usize::from(is);
                if is {
                    lowest[kind] = Some(lowest[kind].map_or(category, |known: i32| known.min(category)));
                }
            }
        }
        for (kind, category) in lowest.into_iter().enumerate() {
            if let Some(category) = category {
                counts.lowest.entry(category.clamp(-5, 9)).or_default()[kind] += 1;
            }
        }
    }
    println!(
        "Hex {}, positions of 1 to {most_stones} stones; categories beyond -5 and 9 count as these",
        shape.size()
    );
    let optimal: &[(usize, &str)] = if with_lengths { &[(2, "optimal move")] } else { &[] };
    counts[0].print("won", &[&[(1, "good move")], optimal].concat());
    if with_lengths {
        counts[1].print("lost", optimal);
    }
}

/// All moves with their categories.
fn ranked(evaluation: &mut Queenbee<1>, settings: &Settings, position: &Position<1>) -> Vec<Ranked> {
    let mut state = Evaluation::<1>::room(evaluation);
    evaluation.begin(position, &mut state);
    let mut ranked = Vec::new();
    let place = Place { ply: 0, height: 1, spread: 0 };
    let cost = &Evaluation::<1>::judgement(evaluation, &state).cost;
    rank(settings, position.empty_cells(), cost, None, place, &mut ranked);
    ranked
}
