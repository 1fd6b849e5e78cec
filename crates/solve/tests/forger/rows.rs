//! Forges proofs by connections: rows that would join the two sides if one rule of rows were forgotten.

use solve::dice::Dice;

use crate::common::ground::{Ground, Spot, cells};
use crate::common::paper::{Body, Row};

/// The rule that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A path jumps.
    Gap,
    /// Rows of a series do not meet.
    Apart,
    /// Rows of a series share a carrier.
    Overlap,
    /// Moves of an either join different ends.
    Ends,
    /// One cell meets all moves of an either.
    Common,
    /// The last row does not join the sides.
    Short,
    /// The path runs over cells that are not the winner's.
    Stones,
    /// The carrier is not empty.
    Carrier,
    /// The first move is on a stone.
    First,
    /// Stones that are missing are called given.
    Given,
    /// They are called dead.
    Dead,
    /// They are called captured.
    Captured,
}

/// A row with what it needs.
#[derive(Clone, Copy)]
struct Link {
    number: usize,
    stones: u64,
    carrier: u64,
}

/// Builds rows for a side.
pub struct Rows<'a> {
    pub ground: &'a Ground,
    pub side: usize,
    rows: Vec<Row>,
    /// The cells beside each cell and each side.
    beside: Vec<u64>,
}

impl<'a> Rows<'a> {
    pub fn new(ground: &'a Ground, side: usize) -> Rows<'a> {
        let count = ground.all.count_ones() as usize;
        let colour = [referee::Colour::White, referee::Colour::Black][side];
        let shape = &ground.shape;
        let near = |point: usize, cell: referee::Cell| match shape.cell(point) {
            Some(own) => shape.neighbours(own).contains(&cell),
            None => shape.sides(cell, colour)[point - count],
        };
        let set = |point| {
            shape.cells().filter(|&cell| near(point, cell)).fold(0, |set, cell| set | 1 << cell.index())
        };
        Rows { ground, side, rows: Vec::new(), beside: (0..count + 2).map(set).collect() }
    }

    fn count(&self) -> usize {
        self.ground.all.count_ones() as usize
    }

    fn add(&mut self, kind: u8, parts: Vec<u64>, stones: u64, carrier: u64) -> Link {
        self.rows.push(Row { kind, parts });
        Link { number: self.rows.len() - 1, stones, carrier }
    }

    fn back(&self, link: Link) -> u64 {
        (self.rows.len() - link.number) as u64
    }

    /// A path of stones from one point to another.
    fn path(&mut self, from: usize, to: usize, stones: u64) -> Option<Link> {
        let mut ways = vec![vec![from]];
        let mut met = 0u64;
        let goal = self.beside[to];
        while let Some(way) = (!ways.is_empty()).then(|| ways.remove(0)) {
            let last = *way.last()?;
            if last < self.count() && goal >> last & 1 == 1 {
                let points: Vec<u64> = way.iter().chain([&to]).map(|&point| point as u64).collect();
                let inner = points.iter().filter(|&&point| point < self.count() as u64);
                let used = inner.fold(0, |set, point| set | 1 << point);
                return Some(self.add(0, points, used, 0));
            }
            for next in cells(self.beside[last] & stones & !met) {
                met |= 1 << next;
                ways.push([&way[..], &[next]].concat());
            }
        }
        None
    }

    /// A row that joins two points although the opponent moves first. With `sloppy` one reply may meet all moves.
    fn link(&mut self, from: usize, to: usize, stones: u64, free: u64, sloppy: bool) -> Option<Link> {
        self.link_within(3, from, to, [stones, free], sloppy)
    }

    /// The same by so many moves at most.
    fn link_within(
        &mut self,
        moves_left: usize,
        from: usize,
        to: usize,
        [stones, free]: [u64; 2],
        sloppy: bool,
    ) -> Option<Link> {
        if let Some(link) = self.path(from, to, stones) {
            return Some(link);
        }
        let less = moves_left.checked_sub(1)?;
        let mut moves = Vec::new();
        let mut common = self.ground.all;
        for cell in cells(free) {
            let after = [stones | 1 << cell, free & !(1 << cell)];
            let link = self.link_within(less, from, to, after, false);
            if let Some(link) = link.filter(|link| common & !(link.carrier | 1 << cell) != 0) {
                common &= link.carrier | 1 << cell;
                moves.push((cell, link));
            }
        }
        (!moves.is_empty() && (common == 0 || sloppy)).then(|| self.either(&moves))
    }

    fn either(&mut self, moves: &[(usize, Link)]) -> Link {
        let parts = moves.iter().flat_map(|&(cell, link)| [cell as u64, self.back(link)]).collect();
        let stones = moves.iter().fold(0, |all, (cell, link)| all | link.stones & !(1 << cell));
        let carrier = moves.iter().fold(0, |all, (cell, link)| all | link.carrier | 1 << cell);
        self.add(2, parts, stones, carrier)
    }

    /// A body for a position; nothing if there is no way to break this rule here.
    pub fn forge(mut self, spot: Spot, flaw: Flaw, dice: &mut Dice) -> Option<Body> {
        let mut now = spot;
        let mut first = None;
        if spot.turn == self.side {
            let from = if flaw == Flaw::First { spot.stones[1 - self.side] } else { self.ground.free(spot) };
            let nth = dice.below(from.count_ones().max(1) as usize);
            let cell = cells(from).nth(nth)?;
            now.stones[self.side] |= 1 << cell;
            first = Some(cell as u8);
        }
        let (own, free) = (now.stones[self.side], self.ground.free(now));
        let (top, bottom) = (self.count(), self.count() + 1);
        let some = |set: u64, dice: &mut Dice| cells(set).nth(dice.below(set.count_ones().max(1) as usize));
        match flaw {
            Flaw::Gap => self.gap(own, dice),
            Flaw::Common => self.link(top, bottom, own, free, true)?,
            Flaw::First => self.link(top, bottom, own, free, false)?,
            Flaw::Stones => self.path(top, bottom, self.ground.all & (own | dice.word() | dice.word()))?,
            Flaw::Carrier => {
                let more = now.stones[1 - self.side] & dice.word();
                self.link(top, bottom, own, free | more, false)?
            }
            Flaw::Short => self.link(top, some(own, dice)?, own, free, false)?,
            Flaw::Apart => self.series([some(own, dice)?, some(own, dice)?], own, free)?,
            Flaw::Overlap => self.overlap(own, free)?,
            Flaw::Ends => self.ends(own, free)?,
            Flaw::Given => {
                let link = self.link(top, bottom, own, free, true)?;
                self.named(4, link, link.carrier)
            }
            Flaw::Dead | Flaw::Captured => self.missing(flaw, own, free, dice)?,
        };
        Some(Body::Rows(self.rows, first))
    }

    /// A row that stands with a few stones that are missing, which are then called dead, or captured with some other cell.
    fn missing(&mut self, flaw: Flaw, own: u64, free: u64, dice: &mut Dice) -> Option<Link> {
        let more = (0..1 + dice.below(3)).fold(0, |set, _| {
            set | cells(free).nth(dice.below(free.count_ones().max(1) as usize)).map_or(0, |cell| 1 << cell)
        });
        let (top, bottom) = (self.count(), self.count() + 1);
        let link = self.link(top, bottom, own | more, free & !more, false)?;
        let used = link.stones & more;
        if flaw == Flaw::Dead {
            return Some(self.named(5, link, used));
        }
        let mut pairs = vec![self.back(link)];
        for cell in cells(used) {
            let beside = free & !link.carrier & !(1 << cell);
            let other = cells(beside).nth(dice.below(beside.count_ones().max(1) as usize))?;
            pairs.extend([cell as u64, other as u64]);
        }
        Some(self.add(6, pairs, link.stones, link.carrier))
    }

    /// A row made of another by naming cells.
    fn named(&mut self, kind: u8, link: Link, named: u64) -> Link {
        let parts = [self.back(link)].into_iter().chain(cells(named).map(|cell| cell as u64)).collect();
        self.add(kind, parts, link.stones, link.carrier)
    }

    /// A path over some stones, whether they touch or not.
    fn gap(&mut self, own: u64, dice: &mut Dice) -> Link {
        let (top, bottom) = (self.count() as u64, self.count() as u64 + 1);
        let inner = cells(own & dice.word()).map(|cell| cell as u64);
        let points = [top].into_iter().chain(inner).chain([bottom]).collect();
        self.add(0, points, 0, 0)
    }

    /// From one side to a stone, and from that or another stone to the other side.
    fn series(&mut self, [a, b]: [usize; 2], own: u64, free: u64) -> Option<Link> {
        let one = self.link(self.count(), a, own, free, false)?;
        let other = self.link(b, self.count() + 1, own, free, false)?;
        let parts = vec![self.back(one), self.back(other)];
        Some(self.add(1, parts, one.stones | other.stones, one.carrier | other.carrier))
    }

    /// From one side to a stone, from there to another if need be, and to the other side; all hold, but not together.
    fn overlap(&mut self, own: u64, free: u64) -> Option<Link> {
        for a in cells(own) {
            let Some(one) = self.link(self.count(), a, own, free, false) else { continue };
            for b in cells(own) {
                let Some(other) = self.link(b, self.count() + 1, own, free, false) else { continue };
                let mut links = vec![one, other];
                if a != b {
                    let Some(middle) = self.link(a, b, own, free, false) else { continue };
                    links.insert(1, middle);
                }
                let together = links.iter().fold(0, |set, link| set | link.carrier).count_ones();
                if together < links.iter().map(|link| link.carrier.count_ones()).sum() {
                    let parts = links.iter().map(|&link| self.back(link)).collect();
                    return Some(self.add(1, parts, 0, 0));
                }
            }
        }
        None
    }

    /// A move that joins the sides, and before it one elsewhere that joins something else.
    fn ends(&mut self, own: u64, free: u64) -> Option<Link> {
        let (top, bottom) = (self.count(), self.count() + 1);
        for cell in cells(free) {
            let Some(good) = self.link(top, bottom, own | 1 << cell, free & !(1 << cell), false) else {
                continue;
            };
            let rest = free & !good.carrier & !(1 << cell);
            for other in cells(rest) {
                let stones = own | 1 << other;
                let near = cells(stones & self.beside[top]).find(|&end| end != other);
                let Some(link) = near.and_then(|end| self.path(top, end, stones)) else { continue };
                return Some(self.either(&[(other, link), (cell, good)]));
            }
        }
        None
    }
}
