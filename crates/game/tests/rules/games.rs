//! Random games on many boards, compared move by move. Players have tastes, so that every way to end a game occurs.

use std::collections::BTreeMap;

use robusto_game::{Bits, Cell, Kind, Position, Shape, Win, wins};

use crate::twin::{Twin, is_filled, shape};
use crate::with_words;

/// Random numbers (SplitMix64) that are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    pub fn one_of<const W: usize>(&mut self, cells: Bits<W>) -> Cell {
        cells.iter().nth(self.below(cells.len())).expect("there are cells to choose from")
    }
}

/// How both players of a game choose their moves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Taste {
    /// Any empty cell.
    Uniform,
    /// Only a win of this kind is welcome; others are avoided while there is another cell.
    Only(Kind),
    /// The same for a ring around own stones.
    FilledRing,
    /// The same for several kinds at once.
    Several,
    /// No win at all: the board fills up.
    Peaceful,
}

const HAVANNAH_TASTES: [Taste; 7] = [
    Taste::Uniform,
    Taste::Only(Kind::Ring),
    Taste::Only(Kind::Bridge),
    Taste::Only(Kind::Fork),
    Taste::FilledRing,
    Taste::Several,
    Taste::Peaceful,
];
const HEX_TASTES: [Taste; 2] = [Taste::Uniform, Taste::Peaceful];

impl Taste {
    fn welcomes<const W: usize>(self, wins: &[Win], position: &Position<W>) -> bool {
        match self {
            Taste::Uniform => true,
            Taste::Only(kind) => wins.iter().all(|win| win.kind == kind),
            Taste::FilledRing => wins.iter().any(|win| is_filled(win, position)),
            Taste::Several => wins.len() > 1,
            Taste::Peaceful => false,
        }
    }

    fn choose<const W: usize>(self, position: &Position<W>, random: &mut Random) -> Cell {
        let empty = position.empty_cells();
        if self == Taste::Uniform {
            return random.one_of(empty);
        }
        let winning = position.winning_cells(position.turn());
        let welcome = winning.iter().find(|&cell| {
            let mut next = *position;
            next.play(cell);
            self.welcomes(&wins(next.board(), cell), &next)
        });
        if let Some(cell) = welcome {
            return cell;
        }
        let quiet = if (empty - winning).is_empty() { empty } else { empty - winning };
        let threats = quiet & position.winning_cells(position.turn().other());
        if !threats.is_empty() && random.below(8) > 0 {
            return random.one_of(threats);
        }
        match self {
            Taste::Peaceful => random.one_of(quiet),
            _ => crowded(position, quiet, random),
        }
    }
}

/// The cell with the most own neighbours among a few random ones: stones that crowd make rings.
fn crowded<const W: usize>(position: &Position<W>, cells: Bits<W>, random: &mut Random) -> Cell {
    let own = |cell: &Cell| position.board().pattern(*cell, position.turn()).count_ones();
    (0..4).map(|_| random.one_of(cells)).max_by_key(own).expect("four cells")
}

/// How games ended: the kinds of their wins (`fork+ring`), `draw`; besides, `filled ring` and `full board`.
type Tally = BTreeMap<String, usize>;

fn play_game<const W: usize>(shape: &'static Shape, taste: Taste, random: &mut Random, tally: &mut Tally) {
    let mut twin = Twin::<W>::start(shape);
    let pause = (shape.len() / 16).max(1);
    let mut last_wins = Vec::new();
    while twin.fast.outcome().is_none() {
        last_wins = twin.play(taste.choose(&twin.fast, random));
        let near_the_end = twin.fast.outcome().is_some() || twin.fast.board().empty_count() <= 3;
        if near_the_end || random.below(pause) == 0 {
            twin.compare_in_depth();
        }
    }
    let kinds: Vec<&str> = last_wins.iter().map(|win| win.kind.word()).collect();
    let mut count = |what: String| *tally.entry(what).or_default() += 1;
    count(if kinds.is_empty() { "draw".into() } else { kinds.join("+") });
    if last_wins.iter().any(|win| is_filled(win, &twin.fast)) {
        count("filled ring".into());
    }
    if twin.fast.board().empty_count() == 0 {
        count("full board".into());
    }
}

/// Plays games of every taste on every board and asserts that each of these endings was seen.
fn play_games(boards: &[&str], games: usize, endings: &[&str]) {
    let mut tally = Tally::new();
    for name in boards {
        let shape = shape(name);
        let tastes: &[Taste] = if shape.has_rings() { &HAVANNAH_TASTES } else { &HEX_TASTES };
        for (i, &taste) in tastes.iter().enumerate() {
            for game in 0..games {
                let mut random = Random((shape.len() * 1000 + game * 10 + i) as u64);
                with_words!(shape, play_game(shape, taste, &mut random, &mut tally));
            }
        }
    }
    println!("{boards:?}: {tally:?}");
    for ending in endings {
        assert!(tally.contains_key(*ending), "no {ending} in {tally:?}");
    }
}

const KINDS: [&str; 4] = ["ring", "bridge", "fork", "filled ring"];

#[test]
fn havannah_2() {
    play_games(&["havannah 2"], 20, &["bridge"]);
}

#[test]
fn havannah_3() {
    play_games(
        &["havannah 3"],
        60,
        &["ring", "bridge", "fork", "draw", "full board", "bridge+fork", "filled ring"],
    );
}

#[test]
fn havannah_4_and_5() {
    let several = ["bridge+fork", "ring+bridge", "ring+fork", "ring+bridge+fork"];
    play_games(&["havannah 4", "havannah 5"], 15, &[&KINDS[..], &several, &["draw", "full board"]].concat());
}

#[test]
fn havannah_6_and_7() {
    play_games(&["havannah 6", "havannah 7"], 4, &KINDS);
}

#[test]
fn havannah_8_and_9() {
    play_games(&["havannah 8", "havannah 9"], 2, &KINDS);
}

#[test]
fn havannah_10() {
    play_games(&["havannah 10"], 2, &KINDS);
}

#[test]
fn havannah_11() {
    play_games(&["havannah 11"], 1, &["ring", "fork"]);
}

#[test]
fn havannah_12() {
    play_games(&["havannah 12"], 1, &["ring", "fork"]);
}

#[test]
fn havannah_on_uneven_boards() {
    let small = ["2x3x3", "3x2x3", "3x3x2", "2x2x3", "2x2x5", "5x2x2", "2x5x2", "2x3x4", "4x2x3", "3x3x4"];
    let small = small.map(|size| format!("havannah {size}"));
    play_games(&small.each_ref().map(String::as_str), 10, &["ring", "bridge", "fork", "draw", "full board"]);
    let large = ["3x4x5", "4x4x5", "4x5x4", "5x4x4", "5x4x3", "4x5x5", "2x9x3", "6x7x8"];
    let large = large.map(|size| format!("havannah {size}"));
    play_games(&large.each_ref().map(String::as_str), 4, &KINDS);
}

#[test]
fn hex_on_small_boards() {
    play_games(&["hex 1", "hex 2", "hex 3", "hex 5x3", "hex 3x5", "hex 6"], 30, &["chain", "full board"]);
    play_games(&["hex 1x4", "hex 4x1", "hex 2x7"], 10, &["chain"]);
}

#[test]
fn hex_on_large_boards() {
    play_games(&["hex 11", "hex 13x9", "hex 19"], 2, &["chain"]);
}

#[test]
fn y_on_small_boards() {
    play_games(&["y 1", "y 2", "y 3", "y 4", "y 5"], 40, &["chain"]);
}

#[test]
fn y_on_larger_boards() {
    play_games(&["y 6", "y 7", "y 8", "y 9", "y 10", "y 11"], 8, &["chain"]);
    play_games(&["y 13", "y 21", "y 30"], 1, &["chain"]);
}
