//! Proofs to walk through on the board: certificates that the solver wrote or that somebody opened.
//!
//! A [`Book`] is a certificate unfolded into a tree of moves. It answers for a game whether its moment stands
//! in the proof, and which moves go on from there: the move that keeps the result, or the replies and what
//! answers each. Positions that a certificate writes only once are found again by the symmetry that carries
//! one onto the other. A proof of Hex by virtual connections is walked by its patterns: the cells that hold the win,
//! and what answers a stone among them.

use std::time::Duration;

use game::{Bits, Cell, Colour, Coords, Move, Outcome, Record, Shape};
use search::player::{Moment, Verdict};
use solve::proof::{End, Links, Pattern, Proof};

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
    strategy: Strategy,
    /// Our cells by the numbers of the certificate.
    cells: Vec<Cell>,
}

/// What a certificate tells the winner to do.
#[derive(Debug)]
enum Strategy {
    Tree(Tree),
    Links(Links),
}

/// A strategy as a tree of moves.
#[derive(Debug)]
struct Tree {
    proof: Proof,
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
        let claim = &report.claim;
        let strategy = if claim.connections {
            Links::read(bytes, report).map(Strategy::Links)
        } else {
            Proof::read(bytes, report).map(|proof| Strategy::Tree(Tree::of(proof)))
        }
        .map_err(|error| error.to_string())?;
        let claimed = Claimed::of(claim)?;
        let named = |place| cell_named(claimed.start.shape(), &claim.shape.name(place));
        let cells = claim.shape.cells().map(named).collect::<Result<Vec<_>, _>>()?;
        Ok(Book { claimed, strategy, cells })
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
        let kept = if verdict == Verdict::Win { self.strategy.first() } else { None };
        if let Some(cell) = kept {
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
        let moves = self.rest(record)?;
        let empty = record.position().empty_cells().len();
        match &self.strategy {
            Strategy::Tree(tree) => self.look_in_tree(tree, &moves, empty),
            Strategy::Links(links) => self.look_at_links(links, &moves, empty),
        }
    }

    /// Who wins, as the certificate says.
    fn winner(&self) -> Winner {
        self.claimed.winner.map_or(Winner::Draw, |colour| Outcome::Win(colour).into())
    }

    fn look_in_tree(&self, tree: &Tree, moves: &Moves, empty: usize) -> Option<WalkPlace> {
        let proof = &tree.proof;
        let followed: Vec<Followed> =
            proof.roots.iter().map(|&root| tree.follow(root, &moves.rest, &moves.carried)).collect();
        let places: Vec<&Place> = followed.iter().filter_map(Followed::place).collect();
        // Of the two halves of a draw, the one that says what to do.
        let spelt = places.iter().find(|place| !proof.vertices[place.vertex].children.is_empty());
        let place = spelt.or(places.first()).copied();
        let is_proved = followed.iter().all(Followed::is_proved);
        if place.is_none() && !is_proved {
            return None;
        }
        let mut found = WalkPlace {
            winner: is_proved.then_some(self.winner()),
            checked: true,
            positions: proof.roots.iter().map(|&root| proof.vertices[root].below).sum(),
            beyond: place.is_none(),
            replies: false,
            end: ProofEnd::Open,
            rows: Vec::new(),
            others: 0,
            carrier: None,
        };
        if let Some(place) = place {
            let vertex = &proof.vertices[place.vertex];
            found.replies = vertex.by_prover;
            found.end = tree.end(place.vertex);
            found.rows = self.rows(tree, place);
            if vertex.by_prover {
                found.others = empty - vertex.children.len();
            }
        }
        Some(found)
    }

    /// The same in a proof by connections. A game in which the winner has left the proof is not in it.
    fn look_at_links(&self, links: &Links, moves: &Moves, empty: usize) -> Option<WalkPlace> {
        let standing = Standing::after(links, moves)?;
        // Our cell for each of the certificate's.
        let ours = |theirs: usize| {
            let number = moves.carried.iter().position(|&carried| carried == theirs)?;
            Some(self.cells[number].index())
        };
        let all = |cells: Vec<usize>| cells.into_iter().filter_map(ours).collect::<Vec<usize>>();
        let row = |cell: usize, answer: Option<usize>, after: Option<Pattern>| {
            Some(WalkRow {
                cell: ours(cell)?,
                answer: answer.and_then(ours),
                positions: 0,
                end: ProofEnd::Open,
                carrier: after.map(|pattern| all(links.carrier(&pattern))),
            })
        };
        let Standing { pattern, turn } = &standing;
        let carrier = links.carrier(pattern);
        let rows: Vec<WalkRow> = match *turn {
            Turn::First(first) => row(first, None, Some(pattern.clone())).into_iter().collect(),
            Turn::Loser => carrier
                .iter()
                .filter_map(|&cell| {
                    let answer = links.answers(pattern, cell).first().copied()?;
                    row(cell, Some(answer), links.after(pattern, cell, answer))
                })
                .collect(),
            Turn::Winner(intrusion) => links
                .answers(pattern, intrusion)
                .into_iter()
                .filter_map(|cell| row(cell, None, links.after(pattern, intrusion, cell)))
                .collect(),
        };
        let is_loser = matches!(turn, Turn::Loser);
        let stands = matches!(*turn, Turn::Winner(intrusion) if links.withstands(pattern, intrusion));
        Some(WalkPlace {
            winner: Some(self.winner()),
            checked: true,
            positions: links.len() as u64,
            beyond: false,
            replies: is_loser,
            end: if stands { ProofEnd::Stands } else { ProofEnd::Open },
            rows,
            others: if is_loser { empty - carrier.len() } else { 0 },
            carrier: Some(all(carrier)),
        })
    }

    /// The moves of a game after the claimed position, by the certificate's numbers of our cells, and the
    /// certificate's cell for each of them: the game may have come there in another order, and on a turned or
    /// mirrored board.
    fn rest(&self, record: &Record) -> Option<Moves> {
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
        Some(Moves { rest, carried })
    }

    fn rows(&self, tree: &Tree, place: &Place) -> Vec<WalkRow> {
        let vertices = &tree.proof.vertices;
        let row = |child: usize| {
            let known = &vertices[child];
            let answer = known.children.first().copied().filter(|_| !known.by_prover);
            Some(WalkRow {
                cell: self.cell_of(tree, place, child)?,
                answer: answer.and_then(|answer| self.cell_of(tree, place, answer)),
                positions: known.below,
                end: tree.end(answer.unwrap_or(child)),
                carrier: None,
            })
        };
        tree.proof.large_children(place.vertex, 0).into_iter().filter_map(row).collect()
    }

    /// The cell of a vertex on our board.
    fn cell_of(&self, tree: &Tree, place: &Place, vertex: usize) -> Option<usize> {
        let theirs = tree.proof.vertices[vertex].cell?;
        let number = place.carried.iter().position(|&carried| carried == theirs)?;
        Some(self.cells[number].index())
    }
}

/// The moves of a game after the claimed position.
struct Moves {
    /// By the certificate's numbers of our cells.
    rest: Vec<usize>,
    /// The certificate's cell for each of ours, by those numbers.
    carried: Vec<usize>,
}

impl Strategy {
    /// The winner's first move, when it is to move in the claimed position.
    fn first(&self) -> Option<usize> {
        match self {
            Strategy::Links(links) => links.first,
            Strategy::Tree(Tree { proof, .. }) => {
                let &[root] = proof.roots.as_slice() else { return None };
                let root = proof.vertices.get(root).filter(|root| !root.by_prover)?;
                let &[only] = root.children.as_slice() else { return None };
                proof.vertices[only].cell
            }
        }
    }
}

/// Where a game stands in a proof by connections.
struct Standing {
    /// What holds the win; before an answer, what held it before the stone that is to be answered.
    pattern: Pattern,
    turn: Turn,
}

enum Turn {
    /// The winner's, at the claimed position, with its move.
    First(usize),
    /// The loser's.
    Loser,
    /// The winner's, after this stone of the loser.
    Winner(usize),
}

impl Standing {
    /// After the moves of a game; `None` when the winner has left the proof.
    fn after(links: &Links, moves: &Moves) -> Option<Standing> {
        let turn = links.first.map_or(Turn::Loser, Turn::First);
        let mut standing = Standing { pattern: links.pattern(), turn };
        for cell in moves.rest.iter().map(|&cell| moves.carried[cell]) {
            standing.turn = match standing.turn {
                Turn::First(first) if first == cell => Turn::Loser,
                Turn::First(_) => return None,
                Turn::Loser => Turn::Winner(cell),
                Turn::Winner(intrusion) => {
                    standing.pattern = links.after(&standing.pattern, intrusion, cell)?;
                    Turn::Loser
                }
            };
        }
        Some(standing)
    }
}

impl Tree {
    fn of(proof: Proof) -> Tree {
        let images = proof.claim.shape.symmetries();
        let symmetries = images
            .iter()
            .map(|symmetry| symmetry.images().iter().map(|image| image.index()).collect())
            .collect();
        Tree { proof, symmetries }
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

    /// How a branch goes on, in a word.
    fn end(&self, vertex: usize) -> ProofEnd {
        let known = &self.proof.vertices[vertex];
        match known.end {
            End::Wins => ProofEnd::Wins,
            End::Searched => ProofEnd::Searched,
            End::Held => ProofEnd::Helpless,
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

    /// Every reply of the loser is answered, and a move of the winner that is no answer leaves the proof.
    #[test]
    fn a_proof_by_connections_is_walked() {
        let book = Book::open(include_bytes!("../../../proofs/hex-5-a3.proof")).unwrap();
        let start = book.start().clone();
        let place = book.look(&start).unwrap();
        let carrier = place.carrier.clone().unwrap();
        let winner = place.winner.unwrap();
        let mut game = start.clone();
        if !place.replies {
            game.play(Cell::new(place.rows[0].cell)).unwrap();
        }
        let replies = book.look(&game).unwrap();
        assert!(
            replies.replies && replies.rows.len() + replies.others == game.position().empty_cells().len()
        );
        for row in &replies.rows {
            let mut next = game.clone();
            next.play(Cell::new(row.cell)).unwrap();
            let answers = book.look(&next).unwrap();
            assert_eq!((answers.winner, answers.replies), (Some(winner), false));
            assert_eq!(Some(answers.rows[0].cell), row.answer);
            let right: Vec<usize> = answers.rows.iter().map(|row| row.cell).collect();
            for cell in next.position().empty_cells().iter() {
                let mut after = next.clone();
                after.play(cell).unwrap();
                let is_kept = book.look(&after).is_some() || after.is_over();
                assert_eq!(is_kept, right.contains(&cell.index()), "{cell:?} after {}", row.cell);
            }
        }
        // A stone elsewhere touches nothing: whatever comes next, the connection stands.
        let outside = game.position().empty_cells().iter().find(|cell| !carrier.contains(&cell.index()));
        if let Some(cell) = outside {
            game.play(cell).unwrap();
            let stands = book.look(&game).unwrap();
            assert_eq!((stands.end, stands.winner), (ProofEnd::Stands, Some(winner)));
        }
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
