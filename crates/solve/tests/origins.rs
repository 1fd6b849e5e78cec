//! Certificates of positions that came about by a swap or a set-up: written, checked, and read again.

use std::sync::atomic::AtomicBool;

use game::{Coords, Game, Outcome, Record, Shape, Size};
use solve::answer::{Budget, Task};
use solve::method::{Method, prove};
use solve::proof;
use verify::{Claim, Limits, Value};

fn played(game: Game, size: &str, moves: &str) -> Record {
    let shape = Shape::of(Size::parse(game, size).unwrap());
    Record::from_moves(shape, moves, Coords::Gui).unwrap()
}

/// Solves the game's position, and checks and returns the certificate.
fn certified(record: &Record) -> (Claim, Vec<u8>) {
    let task = Task::of(record);
    let budget = Budget { certify: true, memory: 1 << 22, ..Budget::default() };
    let answer = prove(&task, Method::Auto, &budget, &AtomicBool::new(false), &mut |_| {}).unwrap();
    let bytes = answer.certificate.expect("a certificate");
    let limits = Limits { audit: 1, ..Limits::default() };
    let report = verify::check(&bytes[..], &limits, &mut |_| true).expect("a proof");
    let turn = record.turn();
    let value = match report.claim.value {
        Value::Draw => Outcome::Draw,
        Value::Wins(referee::Colour::White) => Outcome::Win(game::Colour::White),
        Value::Wins(referee::Colour::Black) => Outcome::Win(game::Colour::Black),
    };
    assert_eq!(Some(value), expected(answer.verdict, turn));
    (report.claim, bytes)
}

fn expected(verdict: solve::answer::Verdict, turn: game::Colour) -> Option<Outcome> {
    use solve::answer::Verdict;
    match verdict {
        Verdict::Win => Some(Outcome::Win(turn)),
        Verdict::Loss => Some(Outcome::Win(turn.other())),
        Verdict::Draw => Some(Outcome::Draw),
        Verdict::Unknown => None,
    }
}

/// The claim leads to the stones of the game, and the game can be had again.
fn holds(record: &Record, claim: &Claim) {
    let stones = claim.position().unwrap();
    for cell in record.shape().cells() {
        let theirs = stones.board().stone(claim.shape.cell(cell.index()).unwrap());
        let ours = record.position().stone(cell).map(game::Colour::word);
        assert_eq!(theirs.map(|colour| colour.to_string()).as_deref(), ours);
    }
    assert_eq!(stones.turn().to_string(), record.turn().word());
    assert_eq!(proof::record(claim).unwrap().position(), record.position());
}

#[test]
fn swaps_are_certified_in_both_games() {
    let games = [
        (Game::Havannah, "3", "b2 swap d4 c3", "havannah size 3 after \"b2 swap d4 c3\""),
        (Game::Havannah, "2", "a1 swap", "havannah size 2 after \"a1 swap\""),
        (Game::Hex, "4", "b1 swap-pieces c3", "hex size 4 after \"b1 swap-pieces c3\""),
        (Game::Hex, "4", "b1 swap-sides", "hex size 4 after \"b1 swap-sides\""),
        (Game::Hex, "3x4", "b2 swap-sides a1", "hex size 3x4 after \"b2 swap-sides a1\""),
    ];
    for (game, size, moves, told) in games {
        let record = played(game, size, moves);
        let (claim, _) = certified(&record);
        assert!(claim.to_string().starts_with(told), "{claim}");
        holds(&record, &claim);
    }
}

/// The same stones by a swap and without it have the same value, and their certificates differ in the claim
/// alone.
#[test]
fn a_swap_of_sides_changes_no_stone() {
    let (swapped, _) = certified(&played(Game::Hex, "4", "b1 swap-sides"));
    let (plain, _) = certified(&played(Game::Hex, "4", "b1"));
    assert_eq!(swapped.value, plain.value);
}

#[test]
fn set_up_positions_of_game_files_are_certified() {
    let files = [
        "(;FF[4]GM[Havannah]SZ[3]AW[a1][c3][d4]AB[b2]PL[B];B[e5])",
        "(;FF[4]GM[Havannah]SZ[3]AW[b2][c4]AB[d3][a3][e4]PL[W])",
        "(;FF[4]GM[11]SZ[4]AW[b2]AB[c3][a4]PL[W];W[d2])",
    ];
    for text in files {
        let record =
            game::sgf::read_record(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(!record.set_up_stones().is_empty(), "{text}");
        let (claim, bytes) = certified(&record);
        holds(&record, &claim);
        assert_eq!(claim.set_up.len(), record.set_up_stones().len());
        assert_eq!(claim.first.to_string(), record.first_turn().word());
        // Another colour to begin makes another claim, which the proof of this one does not show.
        let other = Claim { first: claim.first.other(), ..claim.clone() };
        let mut header = (Vec::new(), Vec::new());
        claim.write(&mut header.0).unwrap();
        other.write(&mut header.1).unwrap();
        let mut forged = [&header.1[..], &bytes[header.0.len()..bytes.len() - 32]].concat();
        forged.extend(verify::checksum(&forged));
        assert!(verify::check(&forged[..], &Limits::default(), &mut |_| true).is_err(), "{text}");
    }
}

/// A game file of the proof leads to the same position.
#[test]
fn game_files_of_proofs_keep_swap_and_set_up() {
    let files =
        ["(;FF[4]GM[Havannah]SZ[3];W[b2];B[swap];W[d4])", "(;FF[4]GM[Havannah]SZ[3]AW[b2]AB[d3]PL[B])"];
    for text in files {
        let record = game::sgf::read_record(text.as_bytes()).unwrap();
        let (_, bytes) = certified(&record);
        let proof = proof::Proof::check(&bytes, &Limits::default(), &mut |_| true).unwrap();
        let root = proof.roots[0];
        let told = proof.to_sgf(root, u64::MAX);
        let again = game::sgf::read_record(told.as_bytes()).unwrap_or_else(|error| panic!("{told}: {error}"));
        assert_eq!(again.position(), record.position(), "{told}");
        let svg = proof.to_svg(root, u64::MAX);
        let fill = if record.turn() == game::Colour::White { "#222" } else { "#fff" };
        assert!(svg.contains(&format!("fill=\"{fill}\"")), "{svg}");
    }
}
