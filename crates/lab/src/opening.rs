//! Openings: the stones that stand before the players begin. Every opening is played twice, colours exchanged.
//!
//! As text: `empty`, `singles` (all single stones, shuffled), `random:3` (three random stones), `balanced:3` (random ones that
//! a player finds even, see [`balance`]) or the name of a file with one opening a line.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use game::{Cell, Coords, Move, Record, Shape};
use search::player::{Limits, Moment, Player};
use search::random::Random;
use serde::{Deserialize, Serialize};

/// Where openings come from. See the module's head.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Openings {
    /// The empty board.
    Empty,
    /// Every single stone.
    Singles,
    /// So many random stones.
    Random(usize),
    /// So many random stones, kept when they are even.
    Balanced(usize),
    /// One opening a line.
    File(PathBuf),
}

impl FromStr for Openings {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Openings> {
        let stones = |number: &str| -> Result<usize> {
            let stones = number.parse().ok().filter(|n| (1..=50).contains(n));
            stones.with_context(|| format!("{number:?} is no number of stones for an opening (1 to 50)"))
        };
        Ok(match text.split_once(':') {
            None if text == "empty" => Openings::Empty,
            None if text == "singles" => Openings::Singles,
            Some(("random", number)) => Openings::Random(stones(number)?),
            Some(("balanced", number)) => Openings::Balanced(stones(number)?),
            _ => Openings::File(text.into()),
        })
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Empty => f.write_str("empty"),
            Openings::Singles => f.write_str("singles"),
            Openings::Random(stones) => write!(f, "random:{stones}"),
            Openings::Balanced(stones) => write!(f, "balanced:{stones}"),
            Openings::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl TryFrom<String> for Openings {
    type Error = anyhow::Error;

    fn try_from(text: String) -> Result<Openings> {
        text.parse()
    }
}

impl From<Openings> for String {
    fn from(openings: Openings) -> String {
        openings.to_string()
    }
}

impl Openings {
    /// At most `count` openings as move lists in GUI coordinates, the same for the same seed. When there are fewer different
    /// ones than that, all of them. `judge` is asked only for balanced ones.
    pub fn list(
        &self,
        shape: &'static Shape,
        count: usize,
        seed: u64,
        judge: &mut dyn FnMut(&Moment) -> Result<f32>,
    ) -> Result<Vec<String>> {
        let mut random = Random::new(seed);
        let mut list = match self {
            Openings::Empty => vec![String::new()],
            Openings::Singles => singles(shape, &mut random),
            Openings::Random(stones) => {
                different(count, || Ok(Some(random_stones(shape, *stones, &mut random)?)))?
            }
            Openings::Balanced(stones) => different(count, || {
                let opening = random_stones(shape, *stones, &mut random)?;
                let record = Record::from_moves(shape, &opening, Coords::Gui)?;
                Ok((0.42..=0.58).contains(&judge(record.position())?).then_some(opening))
            })?,
            Openings::File(path) => from_file(shape, path)?,
        };
        list.truncate(count);
        ensure!(!list.is_empty(), "there is no opening in {self}");
        Ok(list)
    }
}

/// What a player thinks of the mover's chances.
pub fn balance(player: &mut dyn Player, position: &Moment, visits: u64) -> f32 {
    player.forget();
    player.think(position, &Limits::visits(visits), &false.into(), &mut |_| {}).win_rate
}

fn singles(shape: &'static Shape, random: &mut Random) -> Vec<String> {
    let mut cells: Vec<Cell> = shape.cells().collect();
    for i in (1..cells.len()).rev() {
        cells.swap(i, random.below(i + 1));
    }
    cells.into_iter().map(|cell| Move::Cell(cell).name(shape, Coords::Gui)).collect()
}

/// Calls `make` until there are `count` different results, or it seems that there are no more.
fn different(count: usize, mut make: impl FnMut() -> Result<Option<String>>) -> Result<Vec<String>> {
    let (mut seen, mut list, mut vain) = (HashSet::new(), Vec::new(), 0);
    while list.len() < count && vain < 1000 {
        match make()? {
            Some(opening) if seen.insert(opening.clone()) => {
                list.push(opening);
                vain = 0;
            }
            _ => vain += 1,
        }
    }
    Ok(list)
}

/// Random stones that end no game.
fn random_stones(shape: &'static Shape, stones: usize, random: &mut Random) -> Result<String> {
    ensure!(stones < shape.len(), "{stones} stones do not fit on a board of {} cells", shape.len());
    for _ in 0..1000 {
        let mut record = Record::new(shape);
        while record.len() < stones && !record.is_over() {
            let cells = record.position().empty_cells();
            let cell = cells.iter().nth(random.below(cells.len())).context("the board is full")?;
            record.play(cell)?;
        }
        if !record.is_over() {
            return Ok(record.moves_text(Coords::Gui));
        }
    }
    anyhow::bail!("{stones} random stones nearly always end the game on this board")
}

fn from_file(shape: &'static Shape, path: &PathBuf) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut list = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let place = || format!("{}, line {}", path.display(), number + 1);
        let record = Record::from_moves(shape, line, Coords::Gui).with_context(place)?;
        ensure!(!record.is_over(), "{}: the game is over after this opening", place());
        list.push(record.moves_text(Coords::Gui));
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use game::Size;

    use super::*;

    fn shape(size: usize) -> &'static Shape {
        Shape::of(Size::havannah(size).unwrap())
    }

    fn list(text: &str, count: usize, seed: u64) -> Vec<String> {
        text.parse::<Openings>().unwrap().list(shape(4), count, seed, &mut |_| Ok(0.5)).unwrap()
    }

    #[test]
    fn every_single_stone_once() {
        let all = list("singles", 1000, 1);
        assert_eq!((all.len(), all.iter().collect::<HashSet<_>>().len()), (37, 37));
        assert_eq!(list("singles", 5, 1), all[..5]);
        assert_ne!(list("singles", 5, 2), all[..5]);
    }

    #[test]
    fn random_openings_differ_and_repeat_with_the_seed() {
        let openings = list("random:3", 50, 9);
        assert_eq!(openings.iter().collect::<HashSet<_>>().len(), 50);
        assert_eq!(openings, list("random:3", 50, 9));
        assert!(openings.iter().all(|opening| opening.split(' ').count() == 3));
        assert_eq!(list("empty", 50, 9), [""]);
    }

    #[test]
    fn balanced_openings_are_those_that_the_judge_likes() {
        let mut asked = 0;
        let openings = Openings::Balanced(2).list(shape(4), 5, 1, &mut |_| {
            asked += 1;
            Ok(if asked % 2 == 0 { 0.5 } else { 0.9 })
        });
        assert_eq!((openings.unwrap().len(), asked), (5, 10));
    }

    #[test]
    fn files_hold_an_opening_a_line() {
        let path = std::env::temp_dir().join(format!("openings-{}.txt", std::process::id()));
        std::fs::write(&path, "# two\na1 b2\n\nd4 # middle\n").unwrap();
        let openings = Openings::File(path.clone());
        assert_eq!(openings.list(shape(4), 9, 1, &mut |_| Ok(0.5)).unwrap(), ["a1 b2", "d4"]);
        std::fs::write(&path, "a1 z9\n").unwrap();
        let error = openings.list(shape(4), 9, 1, &mut |_| Ok(0.5)).unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
        std::fs::remove_file(path).unwrap();
    }
}
