//! How games begin: openings that differ, so that a network sees more than its own favourite games.
//!
//! Most games begin with random stones. Of some it is the most balanced opening of several, as the network sees it,
//! for games that were decided before they began teach little. Others go on from a position of the games before in
//! which the search was mistaken: it held a game for won that was lost.

use std::collections::BTreeMap;

use game::{Cell, Shape, Size};
use search::networks::choice::Scratch;
use search::player::{Moment, Verdict};
use search::random::Random;
use search::settings::Settings;
use serde::{Deserialize, Serialize};

use crate::played::Played;

/// Random openings that the most balanced one is taken of.
const TRIES: usize = 8;
/// So far the share of wins that was expected must have been from the result, to be a mistake.
const MISTAKEN: f32 = 0.6;

/// Where a game goes on: a board and the cells of its stones, in the order in which they were put there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    size: String,
    cells: Vec<u16>,
}

impl Opening {
    /// The board and the stones, if there is such a position in which the game goes on.
    pub(crate) fn on(&self, sizes: &[Size]) -> Option<(Size, Vec<Cell>)> {
        let size = *sizes.iter().find(|size| size.to_string() == self.size)?;
        let shape = Shape::of(size);
        let mut position = Moment::new(shape);
        let mut cells = Vec::new();
        for &cell in &self.cells {
            let cell = (usize::from(cell) < shape.len()).then(|| Cell::new(cell.into()))?;
            position.try_play(cell).ok()?;
            cells.push(cell);
        }
        position.outcome().is_none().then_some((size, cells))
    }
}

/// Positions of games in which the search was mistaken about who wins. Where something is proved there is nothing to
/// be found out any more.
pub(crate) fn mistakes(games: &[Played]) -> Vec<Opening> {
    let mut found = Vec::new();
    for game in games {
        for searched in game.searched.iter().filter(|searched| searched.verdict == Verdict::Unknown) {
            let turn = game::Colour::BOTH[searched.ply % 2];
            let result = game.winner.map_or(0.5, |winner| f32::from(u8::from(winner == turn)));
            if (searched.value - result).abs() >= MISTAKEN {
                let cells = game.moves[..searched.ply].iter().map(|cell| cell.index() as u16).collect();
                found.push(Opening { size: game.size.to_string(), cells });
            }
        }
    }
    found
}

/// Where some of `count` games begin, by their numbers: one in so many takes up a mistake, while there are such.
pub(crate) fn taken_up(
    mistakes: &[Opening],
    count: usize,
    one_in: usize,
    random: &mut Random,
) -> BTreeMap<usize, Opening> {
    if mistakes.is_empty() || one_in == 0 {
        return BTreeMap::new();
    }
    let mut openings = BTreeMap::new();
    for number in 0..count {
        if random.below(one_in) == 0 {
            openings.insert(number, mistakes[random.below(mistakes.len())].clone());
        }
    }
    openings
}

/// So many stones at random, one after the other.
pub(crate) fn random_stones(shape: &'static Shape, count: usize, random: &mut Random) -> (Moment, Vec<Cell>) {
    let mut position = Moment::new(shape);
    let mut cells = Vec::new();
    for _ in 0..count {
        let free: Vec<Cell> = position.empty_cells().iter().collect();
        let cell = free[random.below(free.len())];
        position.play(cell);
        cells.push(cell);
    }
    (position, cells)
}

/// Random stones, so many at the most; balanced ones are the most even of several such openings, as the network of
/// these settings sees it. Without a network the first will do.
pub(crate) fn stones(
    shape: &'static Shape,
    settings: &Settings,
    most: usize,
    is_balanced: bool,
    random: &mut Random,
) -> Vec<Cell> {
    let network = if is_balanced && settings.puct > 0.0 { settings.network.on(shape) } else { None };
    let tries = if network.is_some() { TRIES } else { 1 };
    let mut scratch = Scratch::default();
    let mut best: Option<(f32, Vec<Cell>)> = None;
    for _ in 0..tries {
        let count = random.below(most + 1);
        let (position, cells) = random_stones(shape, count, random);
        let value = network.as_ref().map_or(0.5, |network| network.glance(&position, &mut scratch).1);
        let distance = (value - 0.5).abs();
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, cells));
        }
    }
    best.map_or(Vec::new(), |(_, cells)| cells)
}

#[cfg(test)]
mod tests {
    use game::Colour;
    use search::presets;

    use super::*;
    use crate::played::Searched;

    fn searched(ply: usize, value: f32, verdict: Verdict) -> Searched {
        Searched { ply, verdict, value, visits: Vec::new() }
    }

    #[test]
    fn a_mistake_is_a_position_that_was_held_for_won_and_lost() {
        let size = Size::havannah(4).unwrap();
        let moves: Vec<Cell> = [0, 1, 2, 3, 4].map(Cell::new).to_vec();
        let thoughts = vec![
            searched(0, 0.9, Verdict::Unknown),
            searched(1, 0.9, Verdict::Unknown),
            searched(2, 0.3, Verdict::Unknown),
            searched(3, 0.9, Verdict::Loss),
            searched(4, 0.5, Verdict::Unknown),
        ];
        let mut game = Played { size, winner: Some(Colour::White), moves, searched: thoughts };
        let plies = |game: &Played| {
            mistakes(std::slice::from_ref(game)).iter().map(|found| found.cells.len()).collect::<Vec<_>>()
        };
        assert_eq!(plies(&game), [1, 2]);
        game.winner = Some(Colour::Black);
        assert_eq!(plies(&game), [0]);
        game.winner = None;
        assert!(plies(&game).is_empty() && mistakes(&[]).is_empty());
    }

    #[test]
    fn mistakes_are_taken_up_now_and_then_and_only_where_they_can_be() {
        let size = Size::havannah(4).unwrap();
        let one = Opening { size: "4".into(), cells: vec![3, 7] };
        let openings = taken_up(std::slice::from_ref(&one), 400, 4, &mut Random::new(1));
        assert!((60..140).contains(&openings.len()) && openings.keys().all(|&number| number < 400));
        assert!(taken_up(&[], 400, 4, &mut Random::new(1)).is_empty());
        assert!(taken_up(std::slice::from_ref(&one), 400, 0, &mut Random::new(1)).is_empty());
        assert_eq!(one.on(&[size]), Some((size, vec![Cell::new(3), Cell::new(7)])));
        assert_eq!(one.on(&[Size::havannah(5).unwrap()]), None);
        for cells in [vec![3, 3], vec![3, 99]] {
            assert_eq!(Opening { cells, ..one.clone() }.on(&[size]), None);
        }
    }

    /// Of many openings those that are chosen lie nearer to the middle than those that are not.
    #[test]
    fn balanced_openings_are_more_even() {
        let size = Size::havannah(5).unwrap();
        let (shape, settings) = (Shape::of(size), presets::preset("puct", size).unwrap());
        let network = settings.network.on(shape).unwrap();
        let distance = |is_balanced: bool| {
            let mut random = Random::new(7);
            let mut sum = 0.0;
            for _ in 0..20 {
                let cells = stones(shape, &settings, 5, is_balanced, &mut random);
                assert!(cells.len() <= 5);
                let mut position = Moment::new(shape);
                cells.iter().for_each(|&cell| position.play(cell));
                sum += (network.glance(&position, &mut Scratch::default()).1 - 0.5).abs();
            }
            sum
        };
        let (balanced, random) = (distance(true), distance(false));
        assert!(balanced < 0.5 * random, "{balanced} {random}");
        // Who has no network takes what comes.
        let rave = presets::preset("rave", size).unwrap();
        let [with, without] =
            [true, false].map(|is_balanced| stones(shape, &rave, 5, is_balanced, &mut Random::new(3)));
        assert_eq!(with, without);
    }
}
