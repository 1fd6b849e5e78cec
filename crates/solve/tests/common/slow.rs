//! A second checker, as plain as can be: every legal reply is played, no shortcut is taken, chains must hold against
//! every reply, and of zones and endings it asks only that the replies really fail. So it accepts all that `verify`
//! may accept, and nothing that is false.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

use solve::answer::{Limits, Verdict};
use solve::dfpn::Settings;
use solve::prover::Prover;
use solve::shape::Shape;

use super::ground::{Ground, Spot, cells};
use super::paper::{Answer, Body, Node, Paper, Root, Row, Target};

/// Boards with more empty cells are left to df-pn where a zone stands for a reply.
const FEW: u32 = 11;

/// Checks one half of a certificate, or its rows.
pub struct Slow<'a> {
    ground: &'a Ground,
    prover: usize,
    draws: bool,
    zones: bool,
    nodes: Vec<(usize, [u64; 2])>,
}

impl Slow<'_> {
    /// Is the certificate a proof of its claim?
    pub fn accepts(bytes: &[u8]) -> bool {
        Paper::read(bytes).is_some_and(|(paper, ground, spot)| Slow::proves(&paper, &ground, spot))
    }

    /// Does a certificate that reads well prove its claim?
    pub fn proves(paper: &Paper, ground: &Ground, spot: Spot) -> bool {
        let header = &paper.header;
        if let Some(winner) = ground.winner(spot) {
            return usize::from(header.result) == winner;
        }
        if ground.free(spot) == 0 {
            return header.result == 2;
        }
        let halves = match &paper.body {
            Body::Rows(rows, first) => {
                return joins(ground, spot, header.result.into(), rows, *first).is_some();
            }
            Body::Halves(halves) => halves,
        };
        let draws = header.result == 2;
        let provers = if draws { vec![0, 1] } else { vec![usize::from(header.result)] };
        let half = |prover| Slow { ground, prover, draws, zones: header.kind == 2, nodes: Vec::new() };
        provers.len() == halves.len()
            && provers.into_iter().zip(halves).all(|(prover, root)| match root {
                Root::Node(node) => half(prover).node(spot, node),
                Root::Answer(answer) => half(prover).answer(spot, answer),
            })
    }

    fn node(&mut self, spot: Spot, node: &Node) -> bool {
        self.nodes.push((node.id, spot.stones));
        let full = self.ground.free(spot) == 0;
        if full || self.ground.targets(spot, 1 - self.prover) != 0 {
            return full && self.draws;
        }
        let answered =
            node.replies.iter().all(|(cell, answer)| self.answer(spot.play((*cell).into()), answer));
        let listed = node.replies.iter().fold(0u64, |set, (cell, _)| set | 1 << cell);
        let zones = self.zones && listed != 0;
        let fails = |cell: usize| {
            let after = spot.play(cell);
            self.is_safe(after)
                || self.wins_by(after, &[])
                || node.chains.iter().any(|chain| self.wins_by(after, chain))
                || zones && self.wins(after)
        };
        answered && cells(self.ground.free(spot) & !listed).all(fails)
    }

    fn is_safe(&self, spot: Spot) -> bool {
        self.draws && !self.ground.can_still_win(spot, 1 - self.prover)
    }

    /// Does the prover, to move, win by the chain against every reply?
    fn wins_by(&self, spot: Spot, chain: &[u8]) -> bool {
        if self.ground.targets(spot, self.prover) != 0 {
            return true;
        }
        let Some((&first, rest)) = chain.split_first() else { return false };
        if self.ground.free(spot) >> first & 1 == 0 {
            return false;
        }
        let after = spot.play(first.into());
        let replies = self.ground.free(after);
        replies != 0
            && self.ground.targets(after, 1 - self.prover) == 0
            && cells(replies).all(|cell| self.wins_by(after.play(cell), rest))
    }

    fn answer(&mut self, spot: Spot, answer: &Answer) -> bool {
        let (&Answer::Move(cell, _) | &Answer::Known(cell, ..) | &Answer::Pairs(cell, _)) = answer else {
            return self.search(spot);
        };
        if self.ground.free(spot) >> cell & 1 == 0 {
            return false;
        }
        let won = self.ground.targets(spot, self.prover) >> cell & 1 == 1;
        let after = spot.play(cell.into());
        match answer {
            Answer::Move(_, Some(node)) => !won && self.node(after, node),
            Answer::Known(_, symmetry, Target::Id(id)) => {
                let Some(images) = self.ground.symmetries.get(usize::from(*symmetry)) else { return false };
                let carried = self.ground.carried(after.stones, images);
                !won && self.nodes.contains(&(*id, carried))
            }
            Answer::Pairs(_, pairs) => !won && self.draws && self.holds(after, pairs),
            _ => won,
        }
    }

    /// Does the prover not lose, whatever the opponent plays, if it answers by these pairs and has no need to move
    /// otherwise? Where there are many cells, of which no cell may be in two pairs, does it not lose at all?
    fn holds(&self, spot: Spot, pairs: &[[u8; 2]]) -> bool {
        let mut free = self.ground.free(spot);
        for &[a, b] in pairs {
            let both = 1u64 << a | 1 << b;
            if a == b || free & both != both {
                return false;
            }
            free &= !both;
        }
        if self.ground.free(spot).count_ones() > FEW {
            return self.value(spot) != Verdict::Win;
        }
        // The opponent gets every other cell, and of each pair the one or the other.
        (0..1u32 << pairs.len()).all(|choice| {
            let one = |(at, pair): (usize, &[u8; 2])| 1u64 << pair[(choice >> at & 1) as usize];
            let taken = pairs.iter().enumerate().map(one).sum::<u64>();
            !self.ground.has_won(spot.stones[1 - self.prover] | free | taken, 1 - self.prover)
        })
    }

    /// Exhaustive search for the prover, which is to move.
    fn search(&self, spot: Spot) -> bool {
        let (wins, danger) =
            (self.ground.targets(spot, self.prover), self.ground.targets(spot, 1 - self.prover));
        let tries = if danger == 0 { self.ground.free(spot) } else { danger };
        wins != 0
            || danger == 0 && self.is_safe(spot)
            || danger.count_ones() < 2 && cells(tries).any(|cell| self.survives(spot.play(cell)))
    }

    fn survives(&self, spot: Spot) -> bool {
        if self.ground.targets(spot, 1 - self.prover) != 0 {
            return false;
        }
        let threats = self.ground.targets(spot, self.prover);
        let replies = if threats == 0 { self.ground.free(spot) } else { threats };
        let holds = || replies != 0 && cells(replies).all(|cell| self.search(spot.play(cell)));
        threats.count_ones() > 1 || self.is_safe(spot) || holds()
    }

    /// Does the prover, to move, win? By brute force or, on larger boards, by df-pn, which knows no zones.
    fn wins(&self, spot: Spot) -> bool {
        if self.ground.free(spot).count_ones() <= FEW {
            return usize::from(self.ground.value(spot)) == self.prover;
        }
        self.value(spot) == Verdict::Win
    }

    /// The value for the side to move by df-pn, which knows no zones and no pairs; nothing on boards that it does not know.
    fn value(&self, spot: Spot) -> Verdict {
        let referee::Form::Hexagon { p, q, r } = self.ground.shape.form() else { return Verdict::Unknown };
        let shape = Shape::hexagon(p, q, r).expect("a board that fits");
        let mut same = solve::position::Position::empty();
        for (side, stones) in spot.stones.into_iter().enumerate() {
            for cell in cells(stones) {
                same.turn = side;
                same.play(&shape, cell);
            }
        }
        same.turn = spot.turn;
        let settings = Settings { race: 0, ..Settings::default() };
        let prover = Prover::<u128>::new(&shape, 1 << 20, 1, settings);
        prover.solve(&same, Limits::NONE, &AtomicBool::new(false), &mut |_| {}).verdict
    }
}

/// A row that has been checked: its ends, the stones and the empty cells that it needs.
struct Link {
    ends: BTreeSet<u64>,
    stones: BTreeSet<u64>,
    carrier: BTreeSet<u64>,
}

/// Do these rows prove that a side wins?
fn joins(ground: &Ground, spot: Spot, side: usize, rows: &[Row], first: Option<u8>) -> Option<()> {
    let mut links: Vec<Link> = Vec::new();
    for row in rows {
        let back = |back: &u64| links.get(links.len().checked_sub(usize::try_from(*back).ok()?)?);
        let link = match row.kind {
            0 => path(ground, side, &row.parts)?,
            1 => series(ground, &row.parts.iter().map(back).collect::<Option<Vec<_>>>()?)?,
            2 => {
                let pairs = row.parts.chunks_exact(2).map(|pair| Some((pair[0], back(&pair[1])?)));
                either(ground, &pairs.collect::<Option<Vec<_>>>()?)?
            }
            kind => changed(ground, side, kind, back(row.parts.first()?)?, &row.parts[1..])?,
        };
        links.push(link);
    }
    let mut after = spot;
    if let Some(cell) = first {
        (ground.free(spot) >> cell & 1 == 1).then_some(())?;
        after = spot.play(cell.into());
    }
    let last = links.last()?;
    let count = u64::from(ground.all.count_ones());
    let stand = last.stones.iter().all(|cell| after.stones[side] >> cell & 1 == 1);
    let empty = last.carrier.iter().all(|cell| after.stones[1 - side] >> cell & 1 == 0);
    (last.ends == BTreeSet::from([count, count + 1]) && stand && empty).then_some(())
}

fn path(ground: &Ground, side: usize, points: &[u64]) -> Option<Link> {
    let count = u64::from(ground.all.count_ones());
    let place = |point: u64| ground.shape.cell(usize::try_from(point).ok()?);
    let colour = [referee::Colour::White, referee::Colour::Black][side];
    let touch = |pair: &[u64]| match (place(pair[0]), place(pair[1])) {
        (Some(a), Some(b)) => ground.shape.neighbours(a).contains(&b),
        (Some(cell), None) | (None, Some(cell)) => {
            let which = (pair[0].max(pair[1]) - count) as usize;
            which < 2 && ground.shape.sides(cell, colour)[which]
        }
        (None, None) => false,
    };
    let (&[first, ref inner @ .., last], true) = (points, points.windows(2).all(touch)) else { return None };
    let stones = points.iter().copied().filter(|&point| point < count).collect();
    let link = Link { ends: BTreeSet::from([first, last]), stones, carrier: BTreeSet::new() };
    (first != last && inner.iter().all(|&point| point < count)).then_some(link)
}

/// What is needed as a stone is not needed as an empty cell.
fn settled(mut link: Link) -> Link {
    link.carrier = &link.carrier - &link.stones;
    link
}

fn series(ground: &Ground, parts: &[&Link]) -> Option<Link> {
    let count = u64::from(ground.all.count_ones());
    let (first, rest) = parts.split_first()?;
    let stones: BTreeSet<u64> = parts.iter().flat_map(|part| &part.stones).copied().collect();
    let mut all = Link { ends: first.ends.clone(), carrier: &first.carrier - &stones, stones };
    for part in rest {
        let carrier = &part.carrier - &all.stones;
        let meets = all.ends.intersection(&part.ends).any(|&end| end < count) && all.ends != part.ends;
        (meets && all.carrier.is_disjoint(&carrier)).then_some(())?;
        all.ends = &all.ends ^ &part.ends;
        all.carrier.extend(carrier);
    }
    Some(all)
}

fn either(ground: &Ground, pairs: &[(u64, &Link)]) -> Option<Link> {
    let mut common: BTreeSet<u64> = (0..u64::from(ground.all.count_ones())).collect();
    let mut all =
        Link { ends: pairs.first()?.1.ends.clone(), stones: BTreeSet::new(), carrier: BTreeSet::new() };
    for (cell, link) in pairs {
        let apart = ground.all >> (*cell).min(63) & 1 == 1 && *cell < 64;
        let sound = apart && !link.ends.contains(cell) && !link.carrier.contains(cell);
        (sound && link.ends == all.ends).then_some(())?;
        let region: BTreeSet<u64> = link.carrier.iter().chain([cell]).copied().collect();
        common = &common & &region;
        all.stones.extend(link.stones.iter().filter(|stone| *stone != cell));
        all.carrier.extend(region);
    }
    common.is_subset(&all.stones).then(|| settled(all))
}

/// A row that is made of one other by naming cells.
fn changed(ground: &Ground, side: usize, kind: u8, row: &Link, named: &[u64]) -> Option<Link> {
    let count = u64::from(ground.all.count_ones());
    named.iter().all(|&cell| cell < count).then_some(())?;
    let mut link = Link { ends: row.ends.clone(), stones: row.stones.clone(), carrier: row.carrier.clone() };
    if kind == 4 {
        link.stones.extend(named);
        return Some(settled(link));
    }
    (link.ends == BTreeSet::from([count, count + 1])).then_some(())?;
    if kind == 5 {
        for cell in named {
            (link.stones.remove(cell) && changes_nothing(ground, side, *cell, &link)).then_some(())?;
        }
        return Some(link);
    }
    named.len().is_multiple_of(2).then_some(())?;
    for pair in named.chunks_exact(2) {
        let apart = pair[0] != pair[1] && pair.iter().all(|cell| !link.carrier.contains(cell));
        apart.then_some(())?;
        let needed = [0, 1].map(|place: usize| link.stones.remove(&pair[place]));
        for place in (0..2).filter(|&place| needed[place]) {
            link.stones.insert(pair[1 - place]);
            changes_nothing(ground, side, pair[place], &link).then_some(())?;
            link.stones.remove(&pair[1 - place]);
        }
        link.carrier.extend(pair);
    }
    Some(link)
}

/// Carriers with more cells are filled at random, not in every way.
const FILLED: usize = 13;

/// Whoever gets the carrier, the opponent owning the rest: does it never matter who stands on this cell?
fn changes_nothing(ground: &Ground, side: usize, cell: u64, link: &Link) -> bool {
    let set = |cells: &BTreeSet<u64>| cells.iter().fold(0u64, |set, cell| set | 1 << cell);
    let (own, carrier) = (set(&link.stones), set(&link.carrier));
    let same = |part: u64| ground.has_won(own | part, side) == ground.has_won(own | part | 1 << cell, side);
    if link.carrier.len() > FILLED {
        let mut dice = solve::dice::Dice::new(cell + 1);
        return (0..2000).all(|_| same(carrier & dice.word()));
    }
    let mut part = carrier;
    loop {
        if !same(part) {
            return false;
        }
        if part == 0 {
            return true;
        }
        part = (part - 1) & carrier;
    }
}
