//! Proofs to walk through on the board: certificates that the solver wrote or that somebody opened.
//!
//! A [`Book`] is a certificate unfolded into a tree of moves. It answers for a game whether its moment stands in the proof, and which
//! moves go on from there: the move that keeps the result, or the replies and what answers each. Positions that a certificate writes
//! only once are found again by the symmetry that carries one onto the other.

use std::time::Duration;

use game::{Cell, Colour, Coords, Move, Record, Shape};
use serde_json::{Value, json};
use solve::proof::{End, Proof};

/// How long a certificate that was opened may be checked.
const CHECK_TIME: Duration = Duration::from_secs(20);
/// Bytes of a certificate after it was unpacked.
const BODY: u64 = 48 << 20;

/// A certificate to walk through.
#[derive(Debug)]
pub struct Book {
    shape: &'static Shape,
    /// The game up to the claimed position.
    start: Record,
    proof: Proof,
    /// Our cells by the numbers of the certificate.
    cells: Vec<Cell>,
    /// The images of the certificate's cells under each symmetry.
    symmetries: Vec<Vec<usize>>,
}

impl Book {
    /// Checks a certificate, which must be accepted in the time that there is, and reads it.
    pub fn open(bytes: &[u8]) -> Result<Book, String> {
        let report = verify::check(bytes, &limits(), &mut |_| true).map_err(|error| error.to_string())?;
        let proof = Proof::read(bytes, &report).map_err(|error| {
            format!("the proof is right, but its kind cannot be walked through ({error})")
        })?;
        let start = solve::proof::record(&proof.claim)?;
        let shape = start.shape();
        let cell = |name: String| match Move::parse(shape, &name, Coords::Gui) {
            Ok(Move::Cell(cell)) => Ok(cell),
            _ => Err(format!("the certificate names a cell {name:?} that is not on the board")),
        };
        let theirs = &proof.claim.shape;
        let cells = theirs.cells().map(|place| cell(theirs.name(place))).collect::<Result<Vec<_>, _>>()?;
        let images = theirs.symmetries();
        let symmetries = images
            .iter()
            .map(|symmetry| symmetry.images().iter().map(|image| image.index()).collect())
            .collect();
        Ok(Book { shape, start, proof, cells, symmetries })
    }

    /// The game up to the claimed position.
    pub fn start(&self) -> &Record {
        &self.start
    }

    /// `white`, `black` or `draw`.
    fn winner(&self) -> &'static str {
        match self.proof.claim.value {
            verify::Value::Wins(colour) if colour == self.proof.claim.shape.first_turn() => {
                self.shape.first_colour().word()
            }
            verify::Value::Wins(_) => self.shape.first_colour().other().word(),
            verify::Value::Draw => "draw",
        }
    }

    /// What goes on from the moment of a game; `None` when the game is not in the proof.
    pub fn look(&self, record: &Record) -> Option<Value> {
        let rest = self.rest(record)?;
        let places: Vec<Place> =
            self.proof.roots.iter().filter_map(|&root| self.follow(root, &rest)).collect();
        // Of the two halves of a draw, the one that says what to do.
        let spelt = places.iter().find(|place| !self.proof.vertices[place.vertex].children.is_empty());
        let place = spelt.or(places.first());
        let mut value = json!({
            "winner": self.winner(),
            "checked": true,
            "positions": self.proof.roots.iter().map(|&root| self.proof.vertices[root].below).sum::<u64>(),
            "beyond": place.is_none(),
        });
        if let Some(place) = place {
            let vertex = &self.proof.vertices[place.vertex];
            value["replies"] = json!(vertex.by_prover);
            value["end"] = json!(self.end(place.vertex));
            value["rows"] = json!(self.rows(place));
            if vertex.by_prover {
                value["others"] = json!(record.position().empty_cells().len() - vertex.children.len());
            }
        }
        Some(value)
    }

    /// The moves of a game after the claimed position.
    fn rest(&self, record: &Record) -> Option<Vec<usize>> {
        let is_ours = record.shape().size() == self.shape.size()
            && record.first_turn() == self.start.first_turn()
            && sorted(record.set_up_stones()) == sorted(self.start.set_up_stones());
        let rest =
            record.moves().strip_prefix(self.start.moves()).filter(|_| is_ours && !record.is_over())?;
        rest.iter().map(|mv| self.cells.iter().position(|&own| mv.cell() == Some(own))).collect()
    }

    /// Where moves lead in one half of the proof; `None` where it does not spell them out.
    fn follow(&self, root: usize, moves: &[usize]) -> Option<Place> {
        let mut place = Place { vertex: root, carried: (0..self.cells.len()).collect() };
        for &cell in moves {
            let wanted = place.carried[cell];
            let children = &self.proof.vertices[place.vertex].children;
            place.vertex =
                children.iter().copied().find(|&child| self.proof.vertices[child].cell == Some(wanted))?;
            if let End::Shared { vertex, symmetry } = self.proof.vertices[place.vertex].end {
                let images = self.symmetries.get(symmetry)?;
                place.vertex = vertex;
                place.carried.iter_mut().for_each(|cell| *cell = images[*cell]);
            }
        }
        Some(place)
    }

    fn rows(&self, place: &Place) -> Vec<Value> {
        let vertices = &self.proof.vertices;
        let row = |child: usize| {
            let known = &vertices[child];
            let answer = known.children.first().copied().filter(|_| !known.by_prover);
            json!({
                "cell": self.cell_of(place, child),
                "answer": answer.and_then(|answer| self.cell_of(place, answer)),
                "positions": known.below,
                "end": self.end(answer.unwrap_or(child)),
            })
        };
        self.proof.large_children(place.vertex, 0).into_iter().map(row).collect()
    }

    /// The cell of a vertex on our board.
    fn cell_of(&self, place: &Place, vertex: usize) -> Option<usize> {
        let theirs = self.proof.vertices[vertex].cell?;
        let number = place.carried.iter().position(|&carried| carried == theirs)?;
        Some(self.cells[number].index())
    }

    /// How a branch goes on, in a word.
    fn end(&self, vertex: usize) -> &'static str {
        let known = &self.proof.vertices[vertex];
        match known.end {
            End::Wins => "wins",
            End::Searched => "searched",
            End::Shared { .. } => "open",
            End::Open if known.children.is_empty() && known.chains == 0 => "helpless",
            End::Open if known.children.is_empty() => "threats",
            End::Open => "open",
        }
    }
}

/// Set-up stones in the order of their cells.
fn sorted(stones: &[(Cell, Colour)]) -> Vec<(Cell, Colour)> {
    let mut stones = stones.to_vec();
    stones.sort_by_key(|stone| stone.0.index());
    stones
}

/// A moment of a proof.
struct Place {
    vertex: usize,
    /// The certificate's cell for each cell of the game, by the certificate's numbers.
    carried: Vec<usize>,
}

fn limits() -> verify::Limits {
    let (memory, time) = (512 << 20, Some(CHECK_TIME));
    verify::Limits { bytes: BODY, memory, time, ..verify::Limits::default() }
}

#[cfg(test)]
mod tests {
    use game::Size;

    use super::*;

    fn book() -> Book {
        Book::open(include_bytes!("../../../proofs/havannah-4-a1.proof")).unwrap()
    }

    fn record(moves: &str) -> Record {
        Record::from_moves(Shape::of(Size::havannah(4).unwrap()), moves, Coords::Gui).unwrap()
    }

    #[test]
    fn a_certificate_can_be_walked_to_the_end_of_a_line() {
        let book = book();
        let mut game = record("a1");
        assert!(book.look(&record("b2")).is_none() && book.look(&record("")).is_none());
        let mut plies = 0;
        loop {
            let seen = book.look(&game).unwrap();
            assert_eq!(seen["winner"], "white");
            let is_replying = game.turn() == game::Colour::Black;
            let Some(row) = seen["rows"].as_array().and_then(|rows| rows.first()) else { break };
            assert_eq!(seen["replies"], is_replying);
            let cell = Cell::new(row["cell"].as_u64().unwrap() as usize);
            game.play(cell).expect("a proof names legal moves");
            plies += 1;
            if game.is_over() {
                assert_eq!(game.result(), Some(game::Outcome::Win(game::Colour::White)));
                break;
            }
        }
        assert!(plies > 4, "{}", game.moves_text(Coords::Gui));
    }

    #[test]
    fn every_branch_of_a_proof_has_legal_moves_on_our_board() {
        let book = book();
        let mut left = vec![record("a1")];
        let mut seen = 0;
        while let Some(game) = left.pop() {
            let Some(found) = book.look(&game) else { continue };
            for row in found["rows"].as_array().into_iter().flatten().take(3) {
                let mut next = game.clone();
                next.play(Cell::new(row["cell"].as_u64().unwrap() as usize)).expect("legal");
                seen += 1;
                if seen < 3000 {
                    left.push(next);
                }
            }
        }
        assert!(seen > 500);
    }

    /// Endings of 100,000 positions each: more work than a file of some bytes may ask for.
    #[test]
    fn endless_certificates_are_refused() {
        let shape = std::sync::Arc::new(verify::Shape::havannah(10).unwrap());
        let white = verify::Value::Wins(verify::Colour::White);
        let claim = verify::Claim { bound: 100_000, ..verify::Claim::after(shape, vec![], white) };
        let mut writer = verify::Writer::new(Vec::new(), &claim).unwrap();
        writer.search().unwrap();
        writer.end().unwrap();
        let told = Book::open(&writer.finish().unwrap()).unwrap_err();
        assert!(told.contains("more work than its size warrants"), "{told}");
    }

    #[test]
    fn rubbish_is_refused_with_a_sentence() {
        assert!(Book::open(b"").is_err() && Book::open(b"ROBUSTOX and more").is_err());
        let mut broken = include_bytes!("../../../proofs/havannah-4-a1.proof").to_vec();
        let middle = broken.len() / 2;
        broken[middle] ^= 0x55;
        assert!(Book::open(&broken).is_err());
    }
}
