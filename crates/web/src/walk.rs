//! Proofs to walk through on the board: certificates that the solver wrote or that somebody opened.
//!
//! A [`Book`] is a certificate unfolded into a tree of moves. It answers for a game whether its moment stands
//! in the proof, and which moves go on from there: the move that keeps the result, or the replies and what
//! answers each. Positions that a certificate writes only once are found again by the symmetry that carries
//! one onto the other.

use std::time::Duration;

use game::{Bits, Cell, Colour, Coords, Move, Outcome, Record, Shape};
use search::player::{Moment, Verdict};
use solve::proof::{End, Proof};

use crate::wire::{ProofEnd, WalkPlace, WalkRow, Winner};

/// How long a certificate that was opened may be checked.
const CHECK_TIME: Duration = Duration::from_secs(20);
/// Bytes of a certificate after it was unpacked.
const BODY: u64 = 48 << 20;

/// What a certificate claims, on our board.
#[derive(Debug)]
pub struct Claimed {
    /// The game up to the claimed position.
    pub start: Record,
    /// Who wins; none for a draw.
    winner: Option<Colour>,
}

impl Claimed {
    /// The claim, carried onto our board.
    pub fn of(claim: &verify::Claim) -> Result<Claimed, String> {
        let winner = match claim.value {
            verify::Value::Wins(verify::Colour::White) => Some(Colour::White),
            verify::Value::Wins(verify::Colour::Black) => Some(Colour::Black),
            verify::Value::Draw => None,
        };
        Ok(Claimed { start: solve::proof::record(claim)?, winner })
    }

    /// The claimed position.
    pub fn position(&self) -> &Moment {
        self.start.position()
    }

    /// What is claimed, for a colour.
    pub fn verdict(&self, colour: Colour) -> Verdict {
        match self.winner {
            None => Verdict::Draw,
            Some(winner) if winner == colour => Verdict::Win,
            Some(_) => Verdict::Loss,
        }
    }
}

fn cell_named(shape: &'static Shape, name: &str) -> Result<Cell, String> {
    match Move::parse(shape, name, Coords::Gui) {
        Ok(Move::Cell(cell)) => Ok(cell),
        _ => Err(format!("the certificate names a cell {name:?} that is not on the board")),
    }
}

/// A certificate to walk through.
#[derive(Debug)]
pub struct Book {
    claimed: Claimed,
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
        Book::of(bytes, &report)
            .map_err(|error| format!("the proof is right, but its kind cannot be walked through ({error})"))
    }

    /// The certificate that a report is about.
    pub fn of(bytes: &[u8], report: &verify::Report) -> Result<Book, String> {
        let proof = Proof::read(bytes, report).map_err(|error| error.to_string())?;
        let claimed = Claimed::of(&proof.claim)?;
        let theirs = &proof.claim.shape;
        let named = |place| cell_named(claimed.start.shape(), &theirs.name(place));
        let cells = theirs.cells().map(named).collect::<Result<Vec<_>, _>>()?;
        let images = theirs.symmetries();
        let symmetries = images
            .iter()
            .map(|symmetry| symmetry.images().iter().map(|image| image.index()).collect())
            .collect();
        Ok(Book { claimed, proof, cells, symmetries })
    }

    /// The game up to the claimed position.
    pub fn start(&self) -> &Record {
        &self.claimed.start
    }

    /// Positions that it proves, with what they are worth to the side to move: the claim, and the one after
    /// the move that keeps a win.
    pub fn facts(&self) -> Vec<(Moment, Verdict)> {
        let position = *self.claimed.position();
        let verdict = self.claimed.verdict(position.turn());
        let mut facts = vec![(position, verdict)];
        let kept = match (self.proof.roots.as_slice(), verdict) {
            (&[root], Verdict::Win) if !self.proof.vertices[root].by_prover => {
                self.proof.vertices[root].children.as_slice()
            }
            _ => &[],
        };
        if let &[only] = kept
            && let Some(cell) = self.proof.vertices[only].cell
        {
            let mut next = position;
            if next.try_play(self.cells[cell]).is_ok() && next.outcome().is_none() {
                facts.push((next, Verdict::Loss));
            }
        }
        facts
    }

    /// What goes on from the moment of a game; `None` when the game is not in the proof. Who wins is said
    /// only as far as it is proved there: nobody knows what a move is worth that the winner's strategy does
    /// not make.
    pub fn look(&self, record: &Record) -> Option<WalkPlace> {
        let (rest, carried) = self.rest(record)?;
        let followed: Vec<Followed> =
            self.proof.roots.iter().map(|&root| self.follow(root, &rest, &carried)).collect();
        let places: Vec<&Place> = followed.iter().filter_map(Followed::place).collect();
        // Of the two halves of a draw, the one that says what to do.
        let spelt = places.iter().find(|place| !self.proof.vertices[place.vertex].children.is_empty());
        let place = spelt.or(places.first()).copied();
        let is_proved = followed.iter().all(Followed::is_proved);
        if place.is_none() && !is_proved {
            return None;
        }
        let winner = self.claimed.winner.map_or(Winner::Draw, |colour| Outcome::Win(colour).into());
        let mut found = WalkPlace {
            winner: is_proved.then_some(winner),
            checked: true,
            positions: self.proof.roots.iter().map(|&root| self.proof.vertices[root].below).sum(),
            beyond: place.is_none(),
            replies: false,
            end: ProofEnd::Open,
            rows: Vec::new(),
            others: 0,
        };
        if let Some(place) = place {
            let vertex = &self.proof.vertices[place.vertex];
            found.replies = vertex.by_prover;
            found.end = self.end(place.vertex);
            found.rows = self.rows(place);
            if vertex.by_prover {
                found.others = record.position().empty_cells().len() - vertex.children.len();
            }
        }
        Some(found)
    }

    /// The moves of a game after the claimed position, by the certificate's numbers of our cells, and the
    /// certificate's cell for each of them: the game may have come there in another order, and on a turned or
    /// mirrored board.
    fn rest(&self, record: &Record) -> Option<(Vec<usize>, Vec<usize>)> {
        let start = self.claimed.position();
        if record.shape().size() != start.shape().size() || record.is_over() {
            return None;
        }
        let added = start.board().stone_count().checked_sub(record.set_up_stones().len())?;
        // A swap is a move that adds no stone.
        let onto = |count| Some((count, symmetry_onto(&record.position_at(count), start)?));
        let (count, map) =
            [added + 1, added].into_iter().filter(|&count| count <= record.len()).find_map(onto)?;
        let number = |cell: Cell| self.cells.iter().position(|&own| own == cell);
        let rest = record.moves()[count..].iter().map(|mv| number(mv.cell()?)).collect::<Option<_>>()?;
        let carried = self.cells.iter().map(|cell| number(map[cell.index()])).collect::<Option<_>>()?;
        Some((rest, carried))
    }

    /// Where moves lead in one half of the proof.
    fn follow(&self, root: usize, moves: &[usize], carried: &[usize]) -> Followed {
        let mut place = Place { vertex: root, carried: carried.to_vec() };
        for (i, &cell) in moves.iter().enumerate() {
            let wanted = place.carried[cell];
            let vertex = &self.proof.vertices[place.vertex];
            let is_wanted = |child: &usize| self.proof.vertices[*child].cell == Some(wanted);
            let Some(child) = vertex.children.iter().copied().find(is_wanted) else {
                // A reply that is not spelt out loses like the others; what comes after it is not proved.
                let is_reply = vertex.by_prover && i + 1 == moves.len();
                return if is_reply { Followed::Dismissed } else { Followed::Left };
            };
            place.vertex = child;
            if let End::Shared { vertex, symmetry } = self.proof.vertices[place.vertex].end {
                let Some(images) = self.symmetries.get(symmetry) else { return Followed::Left };
                place.vertex = vertex;
                place.carried.iter_mut().for_each(|cell| *cell = images[*cell]);
            }
        }
        Followed::To(place)
    }

    fn rows(&self, place: &Place) -> Vec<WalkRow> {
        let vertices = &self.proof.vertices;
        let row = |child: usize| {
            let known = &vertices[child];
            let answer = known.children.first().copied().filter(|_| !known.by_prover);
            Some(WalkRow {
                cell: self.cell_of(place, child)?,
                answer: answer.and_then(|answer| self.cell_of(place, answer)),
                positions: known.below,
                end: self.end(answer.unwrap_or(child)),
            })
        };
        self.proof.large_children(place.vertex, 0).into_iter().filter_map(row).collect()
    }

    /// The cell of a vertex on our board.
    fn cell_of(&self, place: &Place, vertex: usize) -> Option<usize> {
        let theirs = self.proof.vertices[vertex].cell?;
        let number = place.carried.iter().position(|&carried| carried == theirs)?;
        Some(self.cells[number].index())
    }

    /// How a branch goes on, in a word.
    fn end(&self, vertex: usize) -> ProofEnd {
        let known = &self.proof.vertices[vertex];
        match known.end {
            End::Wins => ProofEnd::Wins,
            End::Searched => ProofEnd::Searched,
            End::Shared { .. } => ProofEnd::Open,
            End::Open if known.children.is_empty() && known.chains == 0 => ProofEnd::Helpless,
            End::Open if known.children.is_empty() => ProofEnd::Threats,
            End::Open => ProofEnd::Open,
        }
    }
}

/// The symmetry of the board that carries one position onto another.
fn symmetry_onto<'a>(from: &Moment, onto: &'a Moment) -> Option<&'a [Cell]> {
    let carries = |map: &&[Cell]| {
        Colour::BOTH.iter().all(|&colour| {
            let images: Bits<10> = from.board().stones(colour).iter().map(|cell| map[cell.index()]).collect();
            images == onto.board().stones(colour)
        })
    };
    let mut maps = onto.shape().symmetries().iter().map(|map| &map[..]);
    maps.find(carries).filter(|_| from.turn() == onto.turn())
}

/// Where moves have led in a proof.
enum Followed {
    /// To a moment of it.
    To(Place),
    /// To a reply that the proof dismisses without a word.
    Dismissed,
    /// Out of it.
    Left,
}

impl Followed {
    fn place(&self) -> Option<&Place> {
        match self {
            Followed::To(place) => Some(place),
            Followed::Dismissed | Followed::Left => None,
        }
    }

    fn is_proved(&self) -> bool {
        !matches!(self, Followed::Left)
    }
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
            assert_eq!(seen.winner, Some(Winner::White));
            let is_replying = game.turn() == game::Colour::Black;
            let Some(row) = seen.rows.first() else { break };
            assert_eq!(seen.replies, is_replying);
            let cell = Cell::new(row.cell);
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
    fn a_move_that_leaves_the_strategy_is_not_called_won() {
        let book = book();
        let reply = book.look(&record("a1 d4")).unwrap();
        assert_eq!((reply.winner, reply.replies), (Some(Winner::White), false));
        let best = reply.rows[0].cell;
        let game = record("a1 d4");
        for cell in game.position().empty_cells().iter().filter(|cell| cell.index() != best) {
            let mut other = game.clone();
            other.play(cell).unwrap();
            assert!(book.look(&other).is_none(), "{cell:?}");
        }
    }

    #[test]
    fn a_proof_is_walked_on_a_turned_board_and_in_another_order() {
        let book = book();
        let (here, there) = (book.look(&record("a1")).unwrap(), book.look(&record("g7")).unwrap());
        assert_eq!(here.rows.len(), there.rows.len());
        let shape = book.start().shape();
        for row in there.rows.iter().take(5) {
            let mut game = record("g7");
            game.play(Cell::new(row.cell)).unwrap();
            let next = book.look(&game).unwrap();
            assert_eq!(Some(next.rows[0].cell), row.answer, "{}", shape.len());
        }
    }

    #[test]
    fn every_branch_of_a_proof_has_legal_moves_on_our_board() {
        let book = book();
        let mut left = vec![record("a1")];
        let mut seen = 0;
        while let Some(game) = left.pop() {
            let Some(found) = book.look(&game) else { continue };
            for row in found.rows.iter().take(3) {
                let mut next = game.clone();
                next.play(Cell::new(row.cell)).expect("legal");
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
