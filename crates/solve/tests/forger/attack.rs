//! The ways to make a false claim, each as a name and a maker of certificates.

use std::sync::atomic::AtomicBool;

use solve::dfpn::Settings;
use solve::dice::Dice;
use solve::shape::Shape;

use crate::author::{Author, Device};
use crate::common::certify_with;
use crate::common::ground::{DRAW, Ground, Spot, cells};
use crate::common::paper::{Body, Header, Paper, SWAP, SWAP_SIDES};
use crate::mutate::altered;
use crate::rows::{Flaw, Rows};
use crate::scene::{Origin, Place};

/// A way to forge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Nothing is false: what all checkers should accept.
    Honest,
    /// A strategy in which a device stands for what is missing.
    Strategy(Device, Origin),
    /// The same with zones.
    Zones(Device, Origin),
    /// A strategy with searches that the bound stops.
    Bound,
    /// A draw where somebody wins.
    Draw(Device),
    /// A true proof under another result.
    Result,
    /// A finished game under another result.
    Finished,
    /// Moves of the header on stones or off the board.
    Moves,
    /// A move after the end of the game.
    Beyond,
    /// A swap where none is allowed.
    Swap,
    /// Set-up stones with which both sides have won.
    Both,
    /// Zones or connections for what they are not made for.
    Kind,
    /// Rows that break a rule.
    Rows(Flaw),
    /// Records of a true certificate altered.
    Altered,
    /// The proof of another position.
    Header,
}

/// All ways, with what they are called.
pub fn attacks() -> Vec<(&'static str, Attack)> {
    use Attack::{
        Altered, Beyond, Both, Bound, Draw, Finished, Honest, Kind, Moves, Result, Strategy, Swap, Zones,
    };
    use Device::{
        Deeper, Drop, HangingChain, Known, Mirror, Mixed, Pairs, QuietChain, Search, Taken, TakenChain,
    };
    use Origin::{Drawn, Even, Game, Race, Ring, SetUp};
    vec![
        ("none: true certificates", Honest),
        ("replies dropped", Strategy(Drop, Game)),
        ("chains that hang", Strategy(HangingChain, Game)),
        ("chains of quiet moves", Strategy(QuietChain, Game)),
        ("chains over stones", Strategy(TakenChain, Game)),
        ("endings that are lost", Strategy(Search, Game)),
        ("endings at the bound", Bound),
        ("other positions, wrong symmetries", Strategy(Known, Game)),
        ("mirrors that exchange sides", Strategy(Mirror, Even)),
        ("answers onto stones", Strategy(Taken, Game)),
        ("lost lines to the end", Strategy(Deeper, Game)),
        ("full boards as wins", Strategy(Deeper, Drawn)),
        ("full boards searched", Strategy(Search, Drawn)),
        ("full boards, anything", Strategy(Mixed, Drawn)),
        ("anything", Strategy(Mixed, Game)),
        ("anything after a swap", Strategy(Mixed, Origin::Swap)),
        ("anything after a set-up", Strategy(Mixed, SetUp)),
        ("draws claimed, replies dropped", Draw(Drop)),
        ("draws claimed, anything", Draw(Mixed)),
        ("draws claimed by pairs", Draw(Pairs)),
        ("wins claimed by pairs", Strategy(Pairs, Drawn)),
        ("zones: replies dropped", Zones(Drop, Game)),
        ("zones: replies dropped after a set-up", Zones(Drop, SetUp)),
        ("zones: replies dropped on even boards", Zones(Drop, Even)),
        ("zones: replies dropped around rings", Zones(Drop, Ring)),
        ("zones: replies dropped in races", Zones(Drop, Race)),
        ("zones: full boards", Zones(Drop, Drawn)),
        ("zones: anything, nested", Zones(Mixed, Game)),
        ("results exchanged", Result),
        ("finished games", Finished),
        ("moves on stones and off the board", Moves),
        ("moves beyond the end", Beyond),
        ("swaps that are not allowed", Swap),
        ("set-ups that both have won", Both),
        ("zones in draws", Kind),
        ("rows: a path with a gap", Attack::Rows(Flaw::Gap)),
        ("rows: a series that does not meet", Attack::Rows(Flaw::Apart)),
        ("rows: carriers that overlap", Attack::Rows(Flaw::Overlap)),
        ("rows: different ends", Attack::Rows(Flaw::Ends)),
        ("rows: a cell common to all moves", Attack::Rows(Flaw::Common)),
        ("rows: the last row too short", Attack::Rows(Flaw::Short)),
        ("rows: stones of others", Attack::Rows(Flaw::Stones)),
        ("rows: carriers that are not empty", Attack::Rows(Flaw::Carrier)),
        ("rows: first moves onto stones", Attack::Rows(Flaw::First)),
        ("rows: stones given that are missing", Attack::Rows(Flaw::Given)),
        ("rows: stones called dead", Attack::Rows(Flaw::Dead)),
        ("rows: cells called captured", Attack::Rows(Flaw::Captured)),
        ("records altered", Altered),
        ("proofs of other positions", Attack::Header),
    ]
}

/// Makes certificates on these boards.
pub struct Forger<'a> {
    pub places: &'a [Place],
    pub dice: Dice,
}

impl Forger<'_> {
    /// One try, with the board; nothing if the position does not lend itself to it.
    pub fn forge(&mut self, attack: Attack) -> Option<(Paper, usize)> {
        let number = self.place(attack);
        let place = &self.places[number];
        let paper = match attack {
            Attack::Honest => self.honest(place)?,
            Attack::Strategy(device, origin) => self.strategy(place, device, origin, false)?,
            Attack::Zones(device, origin) => self.strategy(place, device, origin, true)?,
            Attack::Bound => self.bound(place)?,
            Attack::Draw(device) => self.draw(place, device)?,
            Attack::Result => self.result(place)?,
            Attack::Finished => self.finished(place)?,
            Attack::Moves => self.moves(place)?,
            Attack::Beyond => self.beyond(place)?,
            Attack::Swap => self.swap(place)?,
            Attack::Both => self.both(place)?,
            Attack::Kind => self.kind(place)?,
            Attack::Rows(flaw) => self.rows(place, flaw)?,
            Attack::Altered => self.altered(place)?,
            Attack::Header => self.header(place)?,
        };
        Some((paper, number))
    }

    fn place(&mut self, attack: Attack) -> usize {
        let places: &[usize] = match attack {
            Attack::Rows(Flaw::Overlap) => &[7],
            Attack::Strategy(Device::Mirror, _) | Attack::Rows(_) => &[4, 5, 6, 7],
            Attack::Zones(_, Origin::Race) => &[8, 9],
            Attack::Zones(..) | Attack::Kind => &[1, 2, 3, 8, 8, 8],
            Attack::Strategy(_, Origin::Drawn) | Attack::Both => &[0, 1, 2, 3],
            _ => &[0, 1, 2, 3, 4, 5, 6, 7],
        };
        places[self.dice.below(places.len())]
    }

    fn scene(&mut self, place: &Place, origin: Origin, most: usize) -> Option<(Header, Spot)> {
        let empty = 1 + self.dice.below(most.min(place.ground.all.count_ones() as usize));
        place.scene(origin, empty, &mut self.dice)
    }

    /// A position with more empty cells, so that there is something far away.
    fn wide_scene(&mut self, place: &Place, origin: Origin) -> Option<(Header, Spot)> {
        place.scene(origin, 5 + self.dice.below(6), &mut self.dice)
    }

    /// The claim, written by an author who knows the truth.
    fn write(&mut self, ground: &Ground, mut header: Header, spot: Spot, device: Device) -> Paper {
        let draws = header.result == DRAW;
        let provers = if draws { vec![0, 1] } else { vec![usize::from(header.result)] };
        if header.version == 1 && header.kind == 2 {
            header.version = 3;
        }
        if header.version < 4 && self.dice.below(4) == 0 {
            header.version = 4;
        }
        let half = |prover| Author::new(ground, prover, draws, device, &mut self.dice).half(spot);
        Paper { header, body: Body::Halves(provers.into_iter().map(half).collect()) }
    }

    fn honest(&mut self, place: &Place) -> Option<Paper> {
        let origin = [Origin::Game, Origin::Drawn, Origin::Swap, Origin::SetUp][self.dice.below(4)];
        if place.game == 1 && self.dice.below(2) == 0 {
            return self.solver_rows(place);
        }
        if place.game == 0 && self.dice.below(4) == 0 {
            return self.solver(place);
        }
        let (mut header, spot) = self.scene(place, origin, 6)?;
        header.result = place.ground.value(spot);
        if place.game == 0 && header.result < 2 && self.dice.below(2) == 0 {
            header.kind = 2;
        }
        Some(self.write(&place.ground, header, spot, Device::Drop))
    }

    /// What the solver writes about a position of a game, with or without zones.
    fn solver(&mut self, place: &Place) -> Option<Paper> {
        let (header, _) = self.scene(place, Origin::Game, 9)?;
        let side = |i: usize| usize::from(place.sides[i]);
        let shape = Shape::hexagon(side(0), side(1), side(2)).ok()?;
        let moves: Vec<usize> = header.moves.iter().map(|&cell| cell.into()).collect();
        let settings = if self.dice.below(2) == 0 { Settings::ZONES } else { Settings::default() };
        Some(Paper::read(&certify_with(&shape, &moves, 1 << 16, settings).0)?.0)
    }

    /// What the solver of Hex writes about a position.
    fn solver_rows(&mut self, place: &Place) -> Option<Paper> {
        use solve::hex::{board::Board, certificate, search};
        let (header, _) = self.scene(place, Origin::Game, 9)?;
        let board = Board::new(place.sides[0].into(), place.sides[1].into())?;
        let mut search = search::Search::new(board, 1 << 16, search::Settings::default());
        let moves: Vec<usize> = header.moves.iter().map(|&cell| cell.into()).collect();
        let mut bytes = Vec::new();
        certificate::write(&mut search, &moves, &mut bytes, &AtomicBool::new(false)).ok()?;
        Some(Paper::read(&bytes)?.0)
    }

    /// A result that is not the true one.
    fn false_result(&mut self, ground: &Ground, spot: Spot, zones: bool) -> Option<u8> {
        let truth = ground.value(spot);
        let wins = (0..2u8).filter(|&result| result != truth).collect::<Vec<_>>();
        let result = wins[self.dice.below(wins.len())];
        Some(if !zones && truth != DRAW && self.dice.below(6) == 0 { DRAW } else { result })
    }

    fn strategy(&mut self, place: &Place, device: Device, origin: Origin, zones: bool) -> Option<Paper> {
        let (mut header, spot) =
            if zones { self.wide_scene(place, origin)? } else { self.scene(place, origin, 7)? };
        header.result = self.false_result(&place.ground, spot, zones)?;
        header.kind = if zones { 2 } else { 0 };
        if origin == Origin::Race {
            header.result = 1 - spot.turn as u8;
        }
        let prover = usize::from(header.result);
        if zones && origin != Origin::Race && spot.turn != prover && refuting(&place.ground, spot, prover) > 2
        {
            return None;
        }
        Some(self.write(&place.ground, header, spot, device))
    }

    fn bound(&mut self, place: &Place) -> Option<Paper> {
        let mut paper = self.strategy(place, Device::Search, Origin::Game, false)?;
        paper.header.bound = self.dice.below(4) as u32;
        Some(paper)
    }

    fn draw(&mut self, place: &Place, device: Device) -> Option<Paper> {
        let rings = usize::from(device == Device::Pairs);
        let origin = [Origin::Drawn, Origin::Game, Origin::Ring][self.dice.below(2 + rings)];
        let (mut header, spot) =
            if rings > 0 { self.wide_scene(place, origin)? } else { self.scene(place, origin, 7)? };
        header.result = DRAW;
        (place.ground.value(spot) != DRAW).then(|| self.write(&place.ground, header, spot, device))
    }

    fn result(&mut self, place: &Place) -> Option<Paper> {
        let mut paper = self.honest(place)?;
        let spot = paper.header.spot(&place.ground)?;
        paper.header.result = self.false_result(&place.ground, spot, false)?;
        Some(paper)
    }

    fn finished(&mut self, place: &Place) -> Option<Paper> {
        let origin = if self.dice.below(2) == 0 { Origin::Drawn } else { Origin::Game };
        let (mut header, spot) = self.scene(place, origin, 6)?;
        let last = match place.ground.targets(spot, spot.turn) {
            0 => place.ground.free(spot),
            wins => wins,
        };
        header.moves.push(cells(last).next()? as u16);
        let after = header.spot(&place.ground)?;
        let over = place.ground.winner(after).is_some() || place.ground.free(after) == 0;
        header.result = self.false_result(&place.ground, after, false)?;
        header.version = if self.dice.below(3) == 0 { 4 } else { 1 };
        over.then_some(Paper { header, body: Body::Halves(Vec::new()) })
    }

    fn moves(&mut self, place: &Place) -> Option<Paper> {
        let mut paper = self.honest(place)?;
        let moves = &mut paper.header.moves;
        let at = self.dice.below(moves.len().max(1));
        let stone =
            if self.dice.below(2) == 0 { moves.first().copied()? } else { 64 + self.dice.below(300) as u16 };
        if self.dice.below(2) == 0 {
            moves.push(stone)
        } else {
            *moves.get_mut(at)? = stone
        }
        paper.header.spot(&place.ground).is_none().then_some(paper)
    }

    /// A game that has been won, and moves after it.
    fn beyond(&mut self, place: &Place) -> Option<Paper> {
        let mut paper = self.finished(place)?;
        let spot = paper.header.spot(&place.ground)?;
        let winner = place.ground.winner(spot)?;
        let free = place.ground.free(spot);
        let more = cells(free).take(1 + self.dice.below(3)).map(|cell| cell as u16);
        paper.header.moves.extend(more);
        paper.header.result = winner as u8;
        (free != 0).then_some(paper)
    }

    fn swap(&mut self, place: &Place) -> Option<Paper> {
        let origin = if self.dice.below(2) == 0 { Origin::Swap } else { Origin::SetUp };
        let (mut header, _) = self.scene(place, origin, 6)?;
        let at = [0, 1, 2, 3][self.dice.below(4)].min(header.moves.len());
        header.moves.insert(at, if self.dice.below(2) == 0 { SWAP } else { SWAP_SIDES });
        header.spot(&place.ground).is_none().then_some(())?;
        // The swap is left out, or not: a proof of what the moves would then lead to.
        let swap = header.moves.remove(at);
        let mut spot = header.spot(&place.ground)?;
        if swap == SWAP && self.dice.below(2) == 0 {
            spot.turn = 1 - spot.turn;
        }
        header.result = place.ground.value(spot);
        let mut paper = self.write(&place.ground, header, spot, Device::Drop);
        paper.header.moves.insert(at, swap);
        Some(paper)
    }

    /// Both sides own a winning shape.
    fn both(&mut self, place: &Place) -> Option<Paper> {
        let cells = place.ground.all.count_ones() as usize;
        let (mut header, _) = place.scene(Origin::Game, cells, &mut self.dice)?;
        place_set_up(place, &mut header, &mut self.dice);
        header.version = 4;
        header.result = self.dice.below(2) as u8;
        header.spot(&place.ground).is_none().then_some(Paper { header, body: Body::Halves(Vec::new()) })
    }

    fn kind(&mut self, place: &Place) -> Option<Paper> {
        let origin = if self.dice.below(2) == 0 { Origin::Drawn } else { Origin::Game };
        let (mut header, spot) = self.wide_scene(place, origin)?;
        let truth = place.ground.value(spot);
        header.kind = 2;
        header.result = DRAW;
        (truth != DRAW).then(|| self.write(&place.ground, header, spot, Device::Drop))
    }

    fn rows(&mut self, place: &Place, flaw: Flaw) -> Option<Paper> {
        let origin = [Origin::Game, Origin::SetUp][self.dice.below(2)];
        let (mut header, mut spot) = self.scene(place, origin, 6)?;
        if flaw == Flaw::Overlap && place.sides == [4, 4] {
            tight(&mut header, &mut self.dice);
            spot = header.spot(&place.ground)?;
        }
        let side = 1 - place.ground.value(spot).min(1);
        (header.version, header.kind) = (if header.version == 4 { 4 } else { 2 }, 1);
        (header.result, header.bound) = (side, 0);
        let body = Rows::new(&place.ground, side.into()).forge(spot, flaw, &mut self.dice)?;
        Some(Paper { header, body })
    }

    fn altered(&mut self, place: &Place) -> Option<Paper> {
        let paper = self.honest(place)?;
        let cells = place.ground.all.count_ones() as usize;
        let mut paper = altered(&paper, cells, &mut self.dice);
        if self.dice.below(2) == 0 {
            let spot = paper.header.spot(&place.ground)?;
            paper.header.result = self.false_result(&place.ground, spot, paper.header.kind > 0)?;
        }
        Some(paper)
    }

    fn header(&mut self, place: &Place) -> Option<Paper> {
        let mut paper = self.honest(place)?;
        let count = place.ground.all.count_ones() as usize;
        let moves = &mut paper.header.moves;
        let at = self.dice.below(moves.len().max(1));
        match self.dice.below(5) {
            0 => drop(moves.pop()),
            1 => moves.push(self.dice.below(count) as u16),
            2 => *moves.get_mut(at)? = self.dice.below(count) as u16,
            3 => moves.reverse(),
            _ => paper.header.bound = self.dice.below(3) as u32,
        }
        Some(paper)
    }
}

/// After how many replies does the prover not win?
fn refuting(ground: &Ground, spot: Spot, prover: usize) -> usize {
    cells(ground.free(spot)).filter(|&cell| usize::from(ground.value(spot.play(cell))) != prover).count()
}

/// Puts up a position in which Black's stone in the third row is joined to either side, but not to both, with a few
/// stones changed.
fn tight(header: &mut Header, dice: &mut Dice) {
    let mut signs = *b"B..BBWWB.B.W.WB.";
    for _ in 0..dice.below(4) {
        signs[dice.below(16)] = b"BW."[dice.below(3)];
    }
    let colour = |sign: u8| (sign != b'.').then_some(u8::from(sign == b'B'));
    let stones = signs.into_iter().enumerate();
    header.set_up = stones.filter_map(|(cell, sign)| Some((cell as u16, colour(sign)?))).collect();
    (header.version, header.turn) = (4, dice.below(2) as u8);
    header.moves.clear();
}

/// Stones on every cell, so that both sides may have won.
fn place_set_up(place: &Place, header: &mut Header, dice: &mut Dice) {
    let count = place.ground.all.count_ones() as u16;
    let black = dice.word();
    header.set_up = (0..count).map(|cell| (cell, (black >> cell & 1) as u8)).collect();
}
