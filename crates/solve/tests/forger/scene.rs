//! Positions to make claims about: random games, games that fill the board, swaps and set-up stones.

use referee::Shape;
use solve::dice::Dice;

use crate::common::ground::{Ground, Spot, cells};
use crate::common::paper::{Header, SWAP, SWAP_SIDES};

/// A board, with all that is known about it.
pub struct Place {
    pub game: u8,
    pub sides: Vec<u8>,
    pub ground: Ground,
}

/// How a position comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A random game.
    Game,
    /// The last moves of a game that fills the board (Havannah).
    Drawn,
    /// A game with a swap.
    Swap,
    /// Stones set up.
    SetUp,
    /// One of [`RACES`], turned or mirrored (Havannah).
    Race,
    /// Stones set up, among them most of a ring (Havannah).
    Ring,
    /// Stones set up, and the board looks the same after a turn or in a mirror; in Hex in one that exchanges sides.
    Even,
}

/// Positions in which the opponent, to move, has one or two replies that save it and are far from the proofs of the
/// others: sides, the stones of White and of Black, who is to move. Found by search among random games.
const RACES: [(&[u8], [u64; 2], u8); 6] = [
    (&[4, 4, 4], [15_088_484_667, 104_893_719_556], 1),
    (&[4, 4, 4], [82_095_243_609, 55_308_813_952], 1),
    (&[3, 4, 4], [146_883_980, 806_125_683], 0),
    (&[3, 4, 4], [137_889_740, 62_967_827], 1),
    (&[3, 4, 4], [354_649_097, 705_962_630], 0),
    (&[3, 4, 4], [111_179_794, 270_172_997], 0),
];

/// The boards of both games.
pub fn places() -> Vec<Place> {
    let havannah = [[2, 2, 2], [2, 3, 3], [3, 3, 3], [3, 3, 4]].map(|sides| (0, sides.to_vec()));
    let hex = [[2, 2], [3, 3], [3, 4], [4, 4]].map(|sides| (1, sides.to_vec()));
    let place = |(game, sides): (u8, Vec<u8>)| {
        let side = |i: usize| usize::from(sides[i]);
        let shape =
            if game == 0 { Shape::hexagon(side(0), side(1), side(2)) } else { Shape::hex(side(0), side(1)) };
        let ground = Ground::new(shape.expect("a board")).expect("a small board");
        Place { game, sides, ground }
    };
    havannah.into_iter().chain(hex).chain([(0, vec![4, 4, 4]), (0, vec![3, 4, 4])]).map(place).collect()
}

impl Place {
    /// A header without a claim, and its position with so many empty cells; nothing if the game ends before.
    pub fn scene(&self, origin: Origin, empty: usize, dice: &mut Dice) -> Option<(Header, Spot)> {
        let mut header = Header {
            version: if matches!(
                origin,
                Origin::Swap | Origin::SetUp | Origin::Race | Origin::Ring | Origin::Even
            ) {
                4
            } else {
                1
            },
            kind: 0,
            game: self.game,
            sides: self.sides.clone(),
            result: 0,
            bound: 1000,
            set_up: Vec::new(),
            turn: self.game,
            moves: Vec::new(),
        };
        let count = self.ground.all.count_ones() as usize;
        let stones = count.checked_sub(empty)?;
        match origin {
            Origin::Drawn => header.moves = self.filling(dice)?[..stones].to_vec(),
            Origin::SetUp => self.set_up(&mut header, stones, dice),
            Origin::Race => self.race(&mut header, dice)?,
            Origin::Ring => {
                self.set_up(&mut header, stones, dice);
                self.ring(&mut header, dice)?;
            }
            Origin::Even => self.even(&mut header, stones, dice),
            Origin::Swap if stones < 2 => return None,
            _ => self.moves(&mut header, stones, origin, dice)?,
        }
        let spot = header.spot(&self.ground)?;
        let open = self.ground.winner(spot).is_none() && self.ground.free(spot) != 0;
        open.then_some((header, spot))
    }

    fn moves(&self, header: &mut Header, stones: usize, origin: Origin, dice: &mut Dice) -> Option<()> {
        for number in 0..stones {
            if origin == Origin::Swap && number == 1 {
                header.moves.push(if self.game == 1 && dice.below(2) == 0 { SWAP_SIDES } else { SWAP });
            }
            let spot = header.spot(&self.ground)?;
            let quiet = self.ground.free(spot) & !self.ground.targets(spot, spot.turn);
            let nth = dice.below(quiet.count_ones().max(1) as usize);
            header.moves.push(cells(quiet).nth(nth)? as u16);
        }
        Some(())
    }

    fn set_up(&self, header: &mut Header, stones: usize, dice: &mut Dice) {
        let count = self.ground.all.count_ones() as usize;
        let mut left: Vec<u16> = (0..count as u16).collect();
        let mut chosen: Vec<u16> = (0..stones).map(|_| left.swap_remove(dice.below(left.len()))).collect();
        chosen.sort_unstable();
        header.set_up = chosen.into_iter().map(|cell| (cell, dice.below(2) as u8)).collect();
        header.turn = if stones == 0 { self.game } else { dice.below(2) as u8 };
    }

    fn race(&self, header: &mut Header, dice: &mut Dice) -> Option<()> {
        let here: Vec<_> = RACES.iter().filter(|race| race.0 == self.sides).collect();
        let (_, stones, turn) = here.get(dice.below(here.len()))?;
        let map = &self.ground.symmetries[dice.below(self.ground.symmetries.len())];
        let [white, black] = self.ground.carried(*stones, map);
        let stone = |cell: usize| (cell as u16, (black >> cell & 1) as u8);
        header.set_up = cells(white | black).map(stone).collect();
        header.turn = *turn;
        Some(())
    }

    /// Colours stones that make most of a ring, and those around it with the other colour.
    fn ring(&self, header: &mut Header, dice: &mut Dice) -> Option<()> {
        let shape = &self.ground.shape;
        let inner: Vec<_> = shape.cells().filter(|&cell| !shape.is_border(cell)).collect();
        let centre = *inner.get(dice.below(inner.len()))?;
        let (owner, around) = (dice.below(2) as u8, shape.neighbours(centre));
        for (cell, colour) in &mut header.set_up {
            let cell = shape.cell(usize::from(*cell))?;
            let beside = shape.neighbours(cell).iter().any(|near| around.contains(near));
            if around.contains(&cell) {
                *colour = owner;
            } else if beside && dice.below(4) > 0 {
                *colour = 1 - owner;
            }
        }
        header.turn = owner;
        Some(())
    }

    fn even(&self, header: &mut Header, stones: usize, dice: &mut Dice) {
        let mirrors = self.ground.shape.exchanging_symmetries();
        let map: Vec<usize> = match mirrors.get(dice.below(mirrors.len().max(1))) {
            Some(mirror) => mirror.images().iter().map(|cell| cell.index()).collect(),
            None => self.ground.symmetries[dice.below(self.ground.symmetries.len())].clone(),
        };
        let count = self.ground.all.count_ones() as usize;
        let mut set: Vec<Option<u8>> = vec![None; count];
        while set.iter().flatten().count() < stones {
            let (start, colour) = (dice.below(count), dice.below(2) as u8);
            let mut cell = start;
            while set[cell].is_none() {
                set[cell] = Some(colour);
                cell = map[cell];
            }
        }
        let stone = |(cell, colour): (usize, &Option<u8>)| colour.map(|colour| (cell as u16, colour));
        header.set_up = set.iter().enumerate().filter_map(stone).collect();
        header.turn = if header.set_up.is_empty() { self.game } else { dice.below(2) as u8 };
    }

    /// The moves of a game that fills the board and nobody wins.
    fn filling(&self, dice: &mut Dice) -> Option<Vec<u16>> {
        (0..400).find_map(|_| {
            let mut left: Vec<u16> = self.ground.shape.cells().map(|cell| cell.index() as u16).collect();
            let moves: Vec<u16> = (0..left.len()).map(|_| left.swap_remove(dice.below(left.len()))).collect();
            let mut spot = self.ground.start();
            moves.iter().for_each(|&cell| spot = spot.play(cell.into()));
            self.ground.winner(spot).is_none().then_some(moves)
        })
    }
}
