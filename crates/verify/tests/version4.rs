//! Version 4: set-up stones, swaps, and a checksum that tells a damaged file from a wrong one.

mod common;

use std::sync::Arc;

use common::{check, file, havannah, hex, old_file, place, refused, sealed, wins};
use referee::{Colour, Shape};
use robusto_verify::{Claim, Failure, SWAP, SWAP_SIDES, Value};

/// Black has b1 of Hex 2x2 and White moves: either cell below joins it to the bottom.
fn rows() -> Vec<u8> {
    vec![0, 4, 4, 1, 2, 5, 0, 4, 4, 1, 3, 5, 2, 2, 2, 2, 3, 1, 3]
}

fn connections(claim: Claim) -> Claim {
    Claim { connections: true, ..claim }
}

#[test]
fn what_is_written_is_read_again() {
    let shape = havannah(3);
    let stones = vec![(2, Colour::Black), (5, Colour::White), (7, Colour::Black)];
    let set_up = Claim {
        set_up: stones,
        first: Colour::Black,
        bound: 9,
        ..Claim::after(Arc::clone(&shape), vec![0, 1, 3], Value::Draw)
    };
    let swapped = Claim::after(shape, vec![4, SWAP, 1], Value::Wins(Colour::White));
    let pieces = Claim::after(hex(5), vec![4, SWAP, 1], Value::Wins(Colour::White));
    let sides = Claim::after(hex(5), vec![4, SWAP_SIDES, 1], Value::Wins(Colour::Black));
    for claim in [set_up, swapped, connections(pieces), connections(sides)] {
        let mut header = Vec::new();
        claim.write(&mut header).unwrap();
        let read = Claim::read(&header[..], &robusto_verify::Limits::default()).unwrap();
        assert_eq!(read, claim);
        assert_eq!(read.turn(), read.position().unwrap().turn(), "{read}");
    }
}

#[test]
fn claims_are_named_in_full() {
    let claim = |shape, moves| Claim::after(shape, moves, Value::Draw).to_string();
    assert_eq!(claim(havannah(3), vec![0, SWAP, 1]), "havannah size 3 after \"a1 swap a2\": draw");
    assert_eq!(claim(hex(3), vec![0, SWAP, 1]), "hex size 3 after \"a1 swap-pieces b1\": draw");
    assert_eq!(claim(hex(3), vec![0, SWAP_SIDES]), "hex size 3 after \"a1 swap-sides\": draw");
    let set_up = vec![(0, Colour::White), (1, Colour::Black)];
    let claim = Claim { set_up, ..Claim::after(hex(3), vec![2], Value::Wins(Colour::White)) };
    let told = "hex size 3 with white \"a1\", black \"b1\" and black to begin after \"c1\": white";
    assert_eq!(claim.to_string(), told);
}

/// A swap in Havannah turns the stone, one in Hex mirrors it, and swapping sides leaves it alone.
#[test]
fn swaps_move_the_first_stone() {
    let stones = |claim: &Claim| {
        let position = claim.position().unwrap();
        let names = |colour| position.board().cells_of(colour).into_iter().map(|cell| claim.shape.name(cell));
        let [white, black] = [Colour::White, Colour::Black].map(|colour| names(colour).collect::<String>());
        (white, black, position.turn())
    };
    let after = |shape: Arc<Shape>, moves| Claim::after(shape, moves, Value::Draw);
    let shape = havannah(3);
    let first = place(&shape, "b1");
    assert_eq!(stones(&after(shape, vec![first, SWAP])), (String::new(), "b1".into(), Colour::White));
    let shape = hex(3);
    let first = place(&shape, "b1");
    let pieces = after(Arc::clone(&shape), vec![first, SWAP]);
    assert_eq!(stones(&pieces), ("a2".into(), String::new(), Colour::Black));
    let sides = after(shape, vec![first, SWAP_SIDES]);
    assert_eq!(stones(&sides), (String::new(), "b1".into(), Colour::White));
}

#[test]
fn swaps_out_of_place_are_refused() {
    let after = |shape: Arc<Shape>, moves| Claim::after(shape, moves, Value::Draw);
    let uneven = Arc::new(Shape::hex(3, 4).unwrap());
    for claim in [
        after(havannah(3), vec![SWAP]),
        after(havannah(3), vec![0, 1, SWAP]),
        after(havannah(3), vec![0, SWAP, SWAP]),
        after(havannah(3), vec![0, SWAP_SIDES]),
        after(Arc::clone(&uneven), vec![0, SWAP]),
        after(hex(1), vec![0, SWAP]),
        after(hex(1), vec![0, SWAP_SIDES]),
        Claim { set_up: vec![(3, Colour::White)], ..after(havannah(3), vec![0, SWAP]) },
        Claim { first: Colour::Black, ..after(havannah(3), vec![0]) },
    ] {
        assert!(refused(&file(&claim, &[])).contains("the header is wrong"), "{claim}");
    }
    assert!(after(uneven, vec![0, SWAP_SIDES]).position().is_ok());
}

#[test]
fn older_versions_know_no_swap() {
    for version in 1..=3 {
        let claim = Claim::after(havannah(3), vec![0, SWAP], Value::Wins(Colour::White));
        assert!(refused(&old_file(version, &claim, &[])).contains("the header is wrong"));
    }
}

#[test]
fn wrong_set_ups_are_refused() {
    let shape = hex(2);
    let all = |colours: [Colour; 4]| (0..).zip(colours).collect::<Vec<(u16, Colour)>>();
    let (white, black) = (Colour::White, Colour::Black);
    let with = |set_up| Claim { set_up, ..Claim::after(Arc::clone(&shape), vec![], Value::Wins(white)) };
    for stones in [vec![(1, white), (0, black)], vec![(1, white), (1, white)], vec![(4, white)]] {
        let complaint = refused(&file(&with(stones), &[]));
        assert!(complaint.contains("set-up stones are out of order"), "{complaint}");
    }
    // Two rows of Havannah's smallest board: both colours own a bridge.
    let shape = havannah(2);
    let stones = [(0, white), (1, white), (5, black), (6, black)].to_vec();
    let both = Claim { set_up: stones, ..Claim::after(shape, vec![], Value::Wins(white)) };
    assert!(refused(&file(&both, &[])).contains("both colours have won"));
    let full = with(all([white, white, black, black]));
    check(&file(&full, &[])).expect("white has joined its sides");
}

/// A claim about a finished game is right or wrong by itself, and its body is empty.
#[test]
fn finished_games_have_one_result_and_no_body() {
    let shape = havannah(2);
    let results = [Value::Wins(Colour::White), Value::Wins(Colour::Black), Value::Draw];
    let black = [0, 1].map(|cell| (cell, Colour::Black)).to_vec();
    let won = Claim { set_up: black, ..Claim::after(Arc::clone(&shape), vec![], Value::Draw) };
    for value in results {
        let told = check(&file(&Claim { value, ..won.clone() }, &[]));
        assert_eq!(told.is_ok(), value == Value::Wins(Colour::Black), "{value}");
    }
    let right = Claim { value: Value::Wins(Colour::Black), ..won };
    for body in [&[0xE5, 0][..], &[0], &[0, 0, 0xE5, 1]] {
        assert!(matches!(check(&file(&right, body)), Err(Failure::Trailing)));
    }
    // A full board without a shape: white and black in turn around the middle.
    let stones = [0, 1, 2, 3, 4, 5, 6].into_iter().zip("wbbwwwb".chars());
    let set_up =
        stones.map(|(cell, colour)| (cell, if colour == 'w' { Colour::White } else { Colour::Black }));
    let full = Claim { set_up: set_up.collect(), ..Claim::after(shape, vec![], Value::Draw) };
    let outcome = full.position().unwrap().outcome();
    for value in results {
        let told = check(&file(&Claim { value, ..full.clone() }, &[]));
        let right = match value {
            Value::Draw => outcome == referee::Outcome::Drawn,
            Value::Wins(colour) => outcome.winner() == Some(colour),
        };
        assert_eq!(told.is_ok(), right, "{value} {outcome}");
    }
}

#[test]
fn a_proof_holds_in_every_version() {
    let claim = connections(wins(&hex(2), "b1", Colour::Black));
    let new = file(&claim, &rows());
    assert_eq!(check(&new).unwrap().claim, claim);
    let old = check(&old_file(2, &claim, &rows())).unwrap().claim;
    assert_eq!(old, Claim { sealed: false, ..claim });
}

/// Every byte that is changed, every byte that is lost or added, and whatever else is wrong: the file is
/// damaged.
#[test]
fn damaged_files_are_called_damaged() {
    let claim = connections(wins(&hex(2), "b1", Colour::Black));
    let sound = file(&claim, &rows());
    assert!(check(&sound).is_ok());
    for at in 8..sound.len() {
        for bit in 0..8 {
            let mut damaged = sound.clone();
            damaged[at] ^= 1 << bit;
            let told = check(&damaged);
            assert!(matches!(told, Err(Failure::Damaged)), "byte {at}, bit {bit}: {told:?}");
        }
    }
    for length in 8..sound.len() {
        assert!(matches!(check(&sound[..length]), Err(Failure::Damaged)), "{length} bytes");
    }
    let longer = [&sound[..], &[0]].concat();
    assert!(matches!(check(&longer), Err(Failure::Damaged)));
}

/// A checksum that fits makes nothing true, and says what is wrong instead.
#[test]
fn sealed_files_may_be_wrong() {
    let claim = connections(wins(&hex(2), "b1", Colour::White));
    assert!(refused(&file(&claim, &rows())).contains("row 1"));
    let claim = connections(wins(&hex(2), "b1", Colour::Black));
    let mut bytes = Vec::new();
    claim.write(&mut bytes).unwrap();
    bytes.extend(zstd::encode_all(&rows()[..], 1).unwrap());
    let spare = sealed([&bytes[..], &[0]].concat());
    assert!(matches!(check(&spare), Err(Failure::Trailing)));
    assert!(check(&sealed(bytes[..bytes.len() - 3].to_vec())).is_err());
}
