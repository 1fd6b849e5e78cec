//! A proof of Hex by virtual connections, to walk through: what stands, and what answers an intrusion.
//!
//! A [`Pattern`] is the connections that hold the win while the loser is to move: parts that share no empty cell, each of which
//! needs an answer only when it is intruded upon itself. Rows in series are parts side by side, paths of stones need nothing,
//! so that what is left are *either* rows and pairs of captured cells. An answer puts the row that follows it in the place of the part.
//!
//! Cells that are dead or captured count as the winner's in all rows below, whoever stands there: they are *held*.

use verify::{Claim, Failure, Limits, Report, Row, Set, Source};

/// Words of the largest board that the checker knows.
const WORDS: usize = verify::MOST_CELLS / 64;

type Cells = Set<WORDS>;

/// What a row says of the rows before it.
#[derive(Clone, Debug)]
enum Kind {
    /// Stones in a row.
    Path,
    /// Rows one after the other.
    Series(Vec<usize>),
    /// Moves, each with the row that stands after it.
    Either(Vec<(usize, usize)>),
    /// A row with other stones, of which nothing is played.
    Same(usize),
    /// A row and pairs of cells of which the winner gets one.
    Captured(usize, Vec<[usize; 2]>),
}

#[derive(Clone, Debug)]
struct Link {
    kind: Kind,
    /// The stones that it needs.
    stones: Cells,
    /// The empty cells that it needs.
    carrier: Cells,
}

/// A proof by connections in memory.
#[derive(Clone, Debug)]
pub struct Links {
    /// What it claims.
    pub claim: Claim,
    /// The winner's move, if it is to move in the claimed position.
    pub first: Option<usize>,
    links: Vec<Link>,
}

/// What holds the win while the loser is to move: rows and pairs without a cell in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Rows of the kind *either*.
    parts: Vec<usize>,
    /// Pairs of cells of which the winner gets one.
    pairs: Vec<[usize; 2]>,
    /// Cells that are the winner's, or as good as that.
    held: Cells,
}

impl Links {
    /// Reads a certificate that has been checked: the report must be about these very bytes.
    pub fn read(bytes: &[u8], checked: &Report) -> Result<Links, Failure> {
        if !checked.is_about(bytes) {
            return Err(Failure::Unchecked);
        }
        let limits = Limits::default();
        let mut rest = bytes;
        let claim = Claim::read(&mut rest, &limits)?;
        if !claim.connections {
            return Err(Failure::Header("it is no proof by connections".into()));
        }
        let start = claim.position()?;
        let mut source = Source::new(rest, &claim, limits.bytes)?;
        let cells = claim.shape.cell_count();
        let mut proof = Links { claim, first: None, links: Vec::new() };
        let mut parts = Vec::new();
        loop {
            let row = source.row(cells, &mut parts)?;
            let kind = match row {
                Row::Path => Kind::Path,
                Row::Series => Kind::Series(proof.places(&parts, &source)?),
                Row::Either => {
                    let rows: Vec<u64> = parts.chunks_exact(2).map(|pair| pair[1]).collect();
                    let moves = parts.chunks_exact(2).map(|pair| pair[0] as usize);
                    Kind::Either(moves.zip(proof.places(&rows, &source)?).collect())
                }
                Row::Given | Row::Dead => Kind::Same(proof.changed(&parts, &source)?),
                Row::Captured => {
                    let pairs = parts[1..].chunks_exact(2).map(|pair| [pair[0] as usize, pair[1] as usize]);
                    Kind::Captured(proof.changed(&parts, &source)?, pairs.collect())
                }
                Row::End => break,
            };
            let named = |kind: Row, from: usize| if row == kind { &parts[from..] } else { &[] };
            let path = named(Row::Path, 0).iter().copied().filter(|&point| point < cells as u64);
            let own = path.chain(named(Row::Given, 1).iter().copied());
            let link = proof.link(kind, set(own), set(named(Row::Dead, 1).iter().copied()));
            proof.links.push(link);
        }
        if proof.links.is_empty() {
            return Err(source.malformed("there is no row"));
        }
        if proof.claim.value == verify::Value::Wins(start.turn()) {
            proof.first = Some(source.cell(cells)?);
        }
        source.finish()?;
        Ok(proof)
    }

    /// Places of earlier rows that are named by how many rows ago they stood.
    fn places(&self, back: &[u64], source: &Source<&[u8]>) -> Result<Vec<usize>, Failure> {
        let place = |&back: &u64| (self.links.len() as u64).checked_sub(back).filter(|_| back > 0);
        let missing = || source.malformed("it refers to a row that does not exist");
        back.iter().map(|back| place(back).map(|place| place as usize).ok_or_else(missing)).collect()
    }

    /// The place of the row that another one changes.
    fn changed(&self, parts: &[u64], source: &Source<&[u8]>) -> Result<usize, Failure> {
        let row = parts.get(..1).ok_or_else(|| source.malformed("no row is named"))?;
        Ok(self.places(row, source)?[0])
    }

    /// A row with what it needs, added up as the checker does: stones of its own, without those that are dead.
    fn link(&self, kind: Kind, own: Cells, dead: Cells) -> Link {
        let (mut stones, mut carrier) = (own, Set::EMPTY);
        let mut add = |row: usize, cell: Option<usize>| {
            let played = cell.map_or(Set::EMPTY, Set::one);
            stones = stones.or(self.links[row].stones.minus(played));
            carrier = carrier.or(self.links[row].carrier).or(played);
        };
        match &kind {
            Kind::Path => {}
            Kind::Series(rows) => rows.iter().for_each(|&row| add(row, None)),
            Kind::Either(moves) => moves.iter().for_each(|&(cell, row)| add(row, Some(cell))),
            Kind::Same(row) => add(*row, None),
            Kind::Captured(row, pairs) => {
                add(*row, None);
                let cells: Cells = pairs.iter().flatten().copied().collect();
                (stones, carrier) = (stones.minus(cells), carrier.or(cells));
            }
        }
        stones = stones.minus(dead);
        Link { kind, stones, carrier: carrier.minus(stones) }
    }

    /// The empty cells that a move and the row after it need together.
    fn needs(&self, (cell, row): (usize, usize)) -> Cells {
        self.links[row].carrier.or(Set::one(cell))
    }

    /// How many connections the proof is made of.
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// Whether it is made of none, which no proof is.
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// What stands in the claimed position, after the winner's first move if it is to move.
    pub fn pattern(&self) -> Pattern {
        let mut pattern = Pattern { parts: Vec::new(), pairs: Vec::new(), held: Set::EMPTY };
        self.split(self.links.len() - 1, &mut pattern);
        pattern
    }

    /// Adds the parts of a row.
    fn split(&self, row: usize, into: &mut Pattern) {
        let link = &self.links[row];
        into.held = into.held.or(link.stones);
        match &link.kind {
            Kind::Path => {}
            Kind::Series(rows) => rows.iter().for_each(|&row| self.split(row, into)),
            Kind::Same(row) => self.split(*row, into),
            Kind::Captured(row, pairs) => {
                let is_open = |pair: &&[usize; 2]| !pair.iter().any(|&cell| into.held.contains(cell));
                let open: Vec<_> = pairs.iter().filter(is_open).copied().collect();
                into.pairs.extend(open);
                self.split(*row, into);
            }
            // A move on a cell that is held is made already.
            Kind::Either(moves) => match moves.iter().find(|way| into.held.contains(way.0)) {
                Some(&(_, row)) => self.split(row, into),
                None => into.parts.push(row),
            },
        }
    }

    /// The empty cells that a pattern needs.
    pub fn carrier(&self, pattern: &Pattern) -> Vec<usize> {
        let rows = pattern.parts.iter().fold(Set::EMPTY, |all: Cells, &row| all.or(self.links[row].carrier));
        let pairs: Cells = pattern.pairs.iter().flatten().copied().collect();
        rows.minus(pattern.held).or(pairs).cells().collect()
    }

    /// Whether a stone of the loser leaves a pattern as it is.
    pub fn withstands(&self, pattern: &Pattern, cell: usize) -> bool {
        pattern.pair_with(cell).is_none() && self.part_with(pattern, cell).is_none()
    }

    /// The moves that keep the win after a stone of the loser: those that answer it, or all that a pattern that was not
    /// touched could go on with.
    pub fn answers(&self, pattern: &Pattern, intrusion: usize) -> Vec<usize> {
        if let Some(place) = pattern.pair_with(intrusion) {
            return pattern.pairs[place].iter().copied().filter(|&cell| cell != intrusion).collect();
        }
        let met = self.part_with(pattern, intrusion);
        let parts = met.map_or(&pattern.parts[..], |part| &pattern.parts[part..=part]);
        let moves = parts.iter().flat_map(|&row| self.ways(pattern, row, intrusion)).map(|way| way.0);
        let free = pattern.pairs.iter().flatten().copied().filter(|_| met.is_none());
        let mut found: Vec<usize> = Vec::new();
        for cell in moves.chain(free) {
            if !found.contains(&cell) {
                found.push(cell);
            }
        }
        found
    }

    /// The pattern after a stone of the loser and a move of the winner; `None` when the move does not answer it.
    pub fn after(&self, pattern: &Pattern, intrusion: usize, answer: usize) -> Option<Pattern> {
        let mut parts = pattern.parts.clone();
        let mut pairs = pattern.pairs.clone();
        if let Some(place) = pattern.pair_with(intrusion) {
            pairs.remove(place).contains(&answer).then_some(())?;
        } else {
            let met = self.part_with(pattern, intrusion);
            if let Some(part) = met.or_else(|| self.part_with(pattern, answer)) {
                let ways = self.ways(pattern, parts[part], intrusion).filter(|way| way.0 == answer);
                match ways.min_by_key(|way| self.links[way.1].carrier.count()) {
                    Some((_, row)) => parts[part] = row,
                    // Another stone never hurts where no answer is needed.
                    None => met.is_none().then_some(())?,
                }
            }
            pairs.retain(|pair| !pair.contains(&answer));
        }
        let mut after = Pattern { parts: Vec::new(), pairs, held: pattern.held.or(Set::one(answer)) };
        parts.into_iter().for_each(|row| self.split(row, &mut after));
        Some(after)
    }

    /// The part of a pattern that needs a cell to be empty.
    fn part_with(&self, pattern: &Pattern, cell: usize) -> Option<usize> {
        let needs = |&row: &usize| self.links[row].carrier.minus(pattern.held).contains(cell);
        pattern.parts.iter().position(needs)
    }

    /// The moves of a part, with what follows each, that a stone of the loser leaves whole; the cheapest first.
    fn ways(&self, pattern: &Pattern, row: usize, intrusion: usize) -> impl Iterator<Item = (usize, usize)> {
        let moves: &[(usize, usize)] =
            if let Kind::Either(moves) = &self.links[row].kind { moves } else { &[] };
        let needs = |way| self.needs(way).minus(pattern.held);
        let mut whole: Vec<(usize, usize)> =
            moves.iter().copied().filter(|&way| !needs(way).contains(intrusion)).collect();
        whole.sort_by_key(|&way| needs(way).count());
        whole.into_iter()
    }
}

impl Pattern {
    fn pair_with(&self, cell: usize) -> Option<usize> {
        self.pairs.iter().position(|pair| pair.contains(&cell))
    }
}

/// Cells of a row as a set.
fn set(cells: impl Iterator<Item = u64>) -> Cells {
    cells.map(|cell| cell as usize).collect()
}

#[cfg(test)]
mod tests {
    use game::{Cell, Colour, Outcome, Record};
    use search::random::Random;

    use super::*;

    /// Whatever the loser plays, the answers of the proof join the winner's sides.
    #[test]
    fn the_answers_of_a_proof_win_against_any_play() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/");
        let mut random = Random::new(7);
        let mut answered = 0;
        for name in ["hex-3-a2", "hex-4-a1", "hex-4-b2", "hex-5-a3", "hex-6-a3", "hex-7-g2", "hex-8-d5"] {
            let bytes = std::fs::read(format!("{folder}{name}.proof")).unwrap();
            let report = verify::check(&bytes[..], &Limits::default(), &mut |_| true).unwrap();
            let links = Links::read(&bytes, &report).unwrap();
            let start = crate::proof::record(&links.claim).unwrap();
            let ours = cells(&links, &start);
            for _ in 0..60 {
                answered += play(&links, start.clone(), &ours, &mut random);
            }
        }
        assert!(answered > 500, "{answered}");
    }

    /// Our cells by the numbers of the certificate.
    fn cells(links: &Links, record: &Record) -> Vec<Cell> {
        let theirs = &links.claim.shape;
        let named = |place| game::Move::parse(record.shape(), &theirs.name(place), game::Coords::Gui);
        theirs.cells().map(|place| named(place).unwrap().cell().unwrap()).collect()
    }

    /// Plays a game in which the loser moves at random; how many moves were answered.
    fn play(links: &Links, mut game: Record, ours: &[Cell], random: &mut Random) -> usize {
        let winner = match links.claim.value {
            verify::Value::Wins(referee::Colour::White) => Colour::White,
            _ => Colour::Black,
        };
        let mut pattern = links.pattern();
        if let Some(first) = links.first {
            assert_eq!(game.turn(), winner);
            game.play(ours[first]).unwrap();
        }
        let mut count = 0;
        while !game.is_over() {
            assert!(links.carrier(&pattern).iter().all(|&cell| game.position().stone(ours[cell]).is_none()));
            let empty: Vec<usize> =
                (0..ours.len()).filter(|&cell| game.position().stone(ours[cell]).is_none()).collect();
            let carrier = links.carrier(&pattern);
            // Most of the time where it hurts.
            let among =
                if !random.bits().is_multiple_of(4) && !carrier.is_empty() { &carrier } else { &empty };
            let reply = among[(random.bits() % among.len() as u64) as usize];
            game.play(ours[reply]).unwrap();
            assert!(!game.is_over(), "the loser does not win");
            let answers = links.answers(&pattern, reply);
            let answer = answers[(random.bits() % answers.len() as u64) as usize];
            pattern = links.after(&pattern, reply, answer).unwrap();
            game.play(ours[answer]).unwrap();
            count += 1;
        }
        assert_eq!(game.result(), Some(Outcome::Win(winner)));
        count
    }

    #[test]
    fn a_tree_of_moves_is_no_proof_by_connections() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/havannah-2x2x3-a1.proof");
        let bytes = std::fs::read(file).unwrap();
        let report = verify::check(&bytes[..], &Limits::default(), &mut |_| true).unwrap();
        assert!(Links::read(&bytes, &report).is_err());
    }
}
