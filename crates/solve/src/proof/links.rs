//! A proof of Hex by virtual connections, to walk through: what stands, and what answers an intrusion.
//!
//! A [`Pattern`] is the connections that hold the win while the loser is to move: parts that share no empty cell, each of which
//! needs an answer only when it is intruded upon itself. Rows in series are parts side by side, paths of stones need nothing,
//! so that what is left are *either* rows. An answer puts the row that follows it in the place of the part.

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
}

#[derive(Clone, Debug)]
struct Link {
    kind: Kind,
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

/// What holds the win while the loser is to move: rows without a cell in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(Vec<usize>);

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
            let kind = match source.row(cells, &mut parts)? {
                Row::Path => Kind::Path,
                Row::Series => Kind::Series(proof.places(&parts, &source)?),
                Row::Either => {
                    let rows: Vec<u64> = parts.chunks_exact(2).map(|pair| pair[1]).collect();
                    let moves = parts.chunks_exact(2).map(|pair| pair[0] as usize);
                    Kind::Either(moves.zip(proof.places(&rows, &source)?).collect())
                }
                Row::End => break,
            };
            let carrier = proof.carrier_of(&kind);
            proof.links.push(Link { kind, carrier });
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

    fn carrier_of(&self, kind: &Kind) -> Cells {
        match kind {
            Kind::Path => Set::EMPTY,
            Kind::Series(rows) => rows.iter().fold(Set::EMPTY, |all, &row| all.or(self.links[row].carrier)),
            Kind::Either(moves) => moves.iter().fold(Set::EMPTY, |all, &way| all.or(self.needs(way))),
        }
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
        let mut parts = Vec::new();
        self.split(self.links.len() - 1, &mut parts);
        Pattern(parts)
    }

    /// The parts of a row.
    fn split(&self, row: usize, into: &mut Vec<usize>) {
        match &self.links[row].kind {
            Kind::Path => {}
            Kind::Series(rows) => rows.iter().for_each(|&row| self.split(row, into)),
            Kind::Either(_) => into.push(row),
        }
    }

    /// The empty cells that a pattern needs.
    pub fn carrier(&self, pattern: &Pattern) -> Vec<usize> {
        let all = pattern.0.iter().fold(Set::EMPTY, |all: Cells, &row| all.or(self.links[row].carrier));
        all.cells().collect()
    }

    /// Whether a stone of the loser leaves a pattern as it is.
    pub fn withstands(&self, pattern: &Pattern, cell: usize) -> bool {
        self.part_with(pattern, cell).is_none()
    }

    /// The moves that keep the win after a stone of the loser: those that answer it, or all that a pattern that was not
    /// touched could go on with.
    pub fn answers(&self, pattern: &Pattern, intrusion: usize) -> Vec<usize> {
        let is_met = self.part_with(pattern, intrusion);
        let parts = is_met.map_or(0..pattern.0.len(), |part| part..part + 1);
        let mut found: Vec<usize> = Vec::new();
        for (cell, _) in parts.flat_map(|part| self.ways(pattern.0[part], intrusion)) {
            if !found.contains(&cell) {
                found.push(cell);
            }
        }
        found
    }

    /// The pattern after a stone of the loser and a move of the winner; `None` when the move is not the proof's.
    pub fn after(&self, pattern: &Pattern, intrusion: usize, answer: usize) -> Option<Pattern> {
        let met = self.part_with(pattern, intrusion);
        let Some(part) = met.or_else(|| self.part_with(pattern, answer)) else {
            // Neither stone has to do with the pattern.
            return Some(pattern.clone());
        };
        let ways = self.ways(pattern.0[part], intrusion).filter(|way| way.0 == answer);
        let (_, row) = ways.min_by_key(|way| self.links[way.1].carrier.count())?;
        let mut parts = pattern.0.clone();
        parts.remove(part);
        self.split(row, &mut parts);
        Some(Pattern(parts))
    }

    /// The part of a pattern that needs a cell to be empty.
    fn part_with(&self, pattern: &Pattern, cell: usize) -> Option<usize> {
        pattern.0.iter().position(|&row| self.links[row].carrier.contains(cell))
    }

    /// The moves of a part, with what follows each, that a stone of the loser leaves whole; the cheapest first.
    fn ways(&self, row: usize, intrusion: usize) -> impl Iterator<Item = (usize, usize)> {
        let moves: &[(usize, usize)] =
            if let Kind::Either(moves) = &self.links[row].kind { moves } else { &[] };
        let mut whole: Vec<(usize, usize)> =
            moves.iter().copied().filter(|&way| !self.needs(way).contains(intrusion)).collect();
        whole.sort_by_key(|&way| self.needs(way).count());
        whole.into_iter()
    }
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
        for name in ["hex-3-a2", "hex-4-a1", "hex-4-b2", "hex-5-a3", "hex-5-c3", "hex-6-b2"] {
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
