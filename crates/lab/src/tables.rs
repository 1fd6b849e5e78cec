//! Tables 4.1 to 4.6 of the thesis, which come from measurements instead of matches: where the time of a simulation goes, and
//! how random games end, by themselves and inside a search with ring rules.

use std::time::Duration;

use anyhow::{Result, bail};
use game::{Kind, Position, Shape, Size, wins};
use search::mcts::{Mcts, Resources};
use search::player::{Limits, Player};
use search::presets;
use search::random::Random;
use search::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::stats::{Interval, wilson};

/// Seconds of thought in tables 4.1 to 4.3.
const THOUGHT: f64 = 10.0;

#[derive(Deserialize)]
struct Tables {
    rollouts: Vec<KindTable>,
    lengths: Vec<KindTable>,
    phases: Vec<PhaseTable>,
}

/// Numbers by size and winning shape.
#[derive(Deserialize)]
struct KindTable {
    id: String,
    #[serde(default)]
    permanent: u32,
    sizes: Vec<usize>,
    fork: Vec<f64>,
    bridge: Vec<f64>,
    ring: Vec<f64>,
}

#[derive(Deserialize)]
struct PhaseTable {
    id: String,
    rollouts: u32,
    rows: Vec<PhaseRow>,
}

#[derive(Deserialize)]
struct PhaseRow {
    player: String,
    size: usize,
    iterations: f64,
    shares: [f64; 4],
}

/// One number of a table, ours beside theirs.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct Number {
    /// The table.
    pub table: String,
    /// Its row.
    pub row: String,
    /// Its column.
    pub column: String,
    /// What we measured.
    pub ours: f64,
    /// The 95 % interval, where it is a share.
    pub interval: Option<Interval>,
    /// What was published.
    pub theirs: f64,
}

impl Number {
    /// One line for people.
    pub fn line(&self) -> String {
        let interval = self.interval.map_or(String::new(), |i| format!(" [{:.1}, {:.1}]", i.low, i.high));
        let text = format!("{:.1}{interval}", self.ours);
        format!(
            "{:10} {:14} {:12} ours {text:28} theirs {:.1}",
            self.table, self.row, self.column, self.theirs
        )
    }
}

/// Whether the word names a table, and which.
pub fn table_id(word: &str) -> Option<&str> {
    word.strip_prefix("table-")
}

/// Measures a table: about `games` random games a size (4.4 to 4.6), or thoughts of 10 s times `scale` (4.1 to 4.3).
pub fn measure(id: &str, sizes: &[usize], games: u64, scale: f64) -> Result<Vec<Number>> {
    let tables: Tables = toml::from_str(include_str!("../data/tables.toml"))?;
    let takes = |size: usize| sizes.is_empty() || sizes.contains(&size);
    if let Some(table) = tables.phases.iter().find(|table| table.id == id) {
        let rows = table.rows.iter().filter(|row| takes(row.size));
        return Ok(rows.map(|row| phases(table, row, scale)).collect::<Result<Vec<_>>>()?.concat());
    }
    let kinds = tables.rollouts.iter().chain(&tables.lengths).find(|table| table.id == id);
    match kinds {
        Some(table) => {
            let places = (0..table.sizes.len()).filter(|&place| takes(table.sizes[place]));
            let numbers = places.map(|place| endings(table, place, games, id == "4.5"));
            Ok(numbers.collect::<Result<Vec<_>>>()?.concat())
        }
        None => bail!("there is no table {id} (table-4.1 to table-4.6)"),
    }
}

fn phases(table: &PhaseTable, row: &PhaseRow, scale: f64) -> Result<Vec<Number>> {
    let board = Size::havannah(row.size)?;
    let Some(preset) = presets::preset(&row.player, board) else {
        bail!("there is no preset {:?}", row.player)
    };
    let settings = Settings { rollouts: table.rollouts, early_stop: false, ..preset };
    let position = Position::new(Shape::of(board));
    let time = Limits::time(Duration::from_secs_f64(THOUGHT * scale));
    let think = |profile: bool| {
        let mut player = Mcts::new(settings.clone(), Resources { profile, ..Resources::default() });
        let thought = player.think(&position, &time, &false.into(), &mut |_| {});
        (thought.new_visits, player.profile())
    };
    let number = |column: &str, ours: f64, theirs: f64| Number {
        table: format!("table-{}", table.id),
        row: format!("{} size {}", row.player, row.size),
        column: column.into(),
        ours,
        interval: None,
        theirs,
    };
    let mut numbers = vec![number("iterations", think(false).0 as f64 / scale, row.iterations)];
    if let Some(profile) = think(true).1 {
        for (i, column) in ["descent %", "expansion %", "rollout %", "backup %"].into_iter().enumerate() {
            numbers.push(number(column, 100.0 * profile.shares[i], row.shares[i]));
        }
    }
    Ok(numbers)
}

/// How random games on one size end, as counts of 10,000 or as mean lengths.
fn endings(table: &KindTable, place: usize, games: u64, lengths: bool) -> Result<Vec<Number>> {
    let size = table.sizes[place];
    let counted = match table.permanent {
        0 => random_games(size, games)?,
        permanent => searched_games(size, permanent, games)?,
    };
    let games = match table.permanent {
        0 => games,
        _ => counted.iter().map(|kind| kind.0).sum(),
    };
    let columns = [("fork", table.fork[place]), ("bridge", table.bridge[place]), ("ring", table.ring[place])];
    Ok(columns
        .into_iter()
        .zip(counted)
        .map(|((column, theirs), (count, stones))| {
            let interval = wilson(count as f64, games as f64);
            let scaled = Interval { low: 10_000.0 * interval.low, high: 10_000.0 * interval.high };
            Number {
                table: format!("table-{}", table.id),
                row: format!("size {size}"),
                column: column.into(),
                ours: match lengths {
                    true => stones as f64 / count.max(1) as f64,
                    false => 10_000.0 * count as f64 / games.max(1) as f64,
                },
                interval: (!lengths).then_some(scaled),
                theirs,
            }
        })
        .collect())
}

/// Games and stones by fork, bridge and ring; a stone that makes several counts as the first of them.
fn random_games(size: usize, games: u64) -> Result<[(u64, u64); 3]> {
    let shape = Shape::of(Size::havannah(size)?);
    let mut random = Random::new(size as u64);
    let mut counted = [(0, 0); 3];
    for _ in 0..games {
        let mut position = Position::<10>::new(shape);
        let mut stones = 0;
        let mut cells: Vec<_> = shape.cells().collect();
        let mut last = None;
        while position.outcome().is_none() {
            let cell = cells.swap_remove(random.below(cells.len()));
            position.play(cell);
            stones += 1;
            last = Some(cell);
        }
        let shapes = last.map(|cell| wins(position.board(), cell)).unwrap_or_default();
        let kinds = [Kind::Fork, Kind::Bridge, Kind::Ring];
        if let Some(kind) = kinds.iter().position(|kind| shapes.iter().any(|win| win.kind == *kind)) {
            counted[kind].0 += 1;
            counted[kind].1 += stones;
        }
    }
    Ok(counted)
}

/// Simulations of a search whose rollouts are counted.
const SEARCH: u64 = 10_000;

/// Games by fork, bridge and ring in rollouts of `rave` from the empty board, where rings need so many stones of the tree: as many
/// searches as it takes to see `games` of them, since a search tells of every sixteenth.
fn searched_games(size: usize, permanent: u32, games: u64) -> Result<[(u64, u64); 3]> {
    let board = Size::havannah(size)?;
    let position = Position::new(Shape::of(board));
    let Some(rave) = presets::preset("rave", board) else { bail!("there is no preset rave") };
    let settings = Settings { ring_permanent: permanent, early_stop: false, ..rave };
    let mut counted = [(0, 0); 3];
    for seed in 0..(16 * games).div_ceil(SEARCH) {
        let resources = Resources { profile: true, seed, ..Resources::default() };
        let mut player = Mcts::new(settings.clone(), resources);
        player.think(&position, &Limits::visits(SEARCH), &false.into(), &mut |_| {});
        let wins = player.profile().map_or([0; 3], |profile| profile.wins);
        counted.iter_mut().zip(wins).for_each(|(sum, wins)| sum.0 += wins);
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random games are the same everywhere, so our shares must be the thesis' within chance (it counted 10,000).
    #[test]
    fn random_games_end_as_in_the_thesis() {
        for number in measure("4.4", &[4, 5], 4000, 1.0).unwrap() {
            let interval = number.interval.unwrap();
            let reach = 2.0 * (interval.high - interval.low);
            assert!((number.ours - number.theirs).abs() < reach, "{}", number.line());
        }
        // Inside a search rings have become rare, and forks frequent.
        let searched = measure("4.6", &[8], 600, 1.0).unwrap();
        assert!(searched[0].ours > 5000.0 && searched[2].ours < 2000.0, "{searched:?}");
        for number in measure("4.5", &[4], 4000, 1.0).unwrap() {
            assert!((number.ours - number.theirs).abs() < 2.0, "{}", number.line());
        }
    }

    #[test]
    fn phases_are_shares_of_a_whole() {
        let numbers = measure("4.1", &[5], 0, 0.002).unwrap();
        assert_eq!(numbers.len(), 10);
        let sum: f64 = numbers[1..5].iter().map(|number| number.ours).sum();
        assert!((sum - 100.0).abs() < 1.0, "{sum}");
        assert!(measure("9.9", &[], 1, 1.0).is_err());
    }
}
