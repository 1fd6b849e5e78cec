//! The Hex solver against exhaustive search, and its certificates against the checker.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use solve::dice::Dice;
use solve::hex::board::{Board, Position};
use solve::hex::certificate;
use solve::hex::length::{bridged, length};
use solve::hex::search::{Search, Settings};
use solve::shape::bits;

/// Who wins, by plain search over all moves with a memory of positions.
#[derive(Default)]
struct Brute(HashMap<([u64; 2], usize), usize>);

impl Brute {
    fn winner(&mut self, board: &Board, position: &Position) -> usize {
        if let Some(colour) = (0..2).find(|&colour| board.joins(position.stones[colour], colour)) {
            return colour;
        }
        let key = (position.stones, position.turn);
        if let Some(&winner) = self.0.get(&key) {
            return winner;
        }
        let wins = |cell| self.winner(board, &position.play(cell)) == position.turn;
        let winner = if bits(position.empty(board)).any(wins) { position.turn } else { 1 - position.turn };
        self.0.insert(key, winner);
        winner
    }
}

fn solver(board: &Board, memory: usize) -> Search {
    Search::new(board.clone(), memory, Settings::default())
}

fn winner(search: &mut Search, position: &Position) -> usize {
    let entry = search.solve(position, u64::MAX, &AtomicBool::new(false));
    assert!(entry.solved());
    if entry.wins() { position.turn } else { 1 - position.turn }
}

/// Every position of some stones in which nobody has won, with either side to move.
fn all_positions(board: &Board) -> Vec<Position> {
    let codes = 3usize.pow(board.cells() as u32);
    let stones = |mut code: usize| {
        let mut stones = [0u64; 2];
        for cell in 0..board.cells() {
            if !code.is_multiple_of(3) {
                stones[code % 3 - 1] |= 1 << cell;
            }
            code /= 3;
        }
        stones
    };
    (0..codes)
        .map(stones)
        .filter(|stones| (0..2).all(|colour| !board.joins(stones[colour], colour)))
        .flat_map(|stones| [0, 1].map(|turn| Position { stones, turn }))
        .collect()
}

#[test]
fn all_positions_of_small_boards() {
    for (columns, rows) in [(1, 1), (2, 2), (3, 2), (2, 4), (3, 3)] {
        let board = Board::new(columns, rows).unwrap();
        let (mut brute, mut search) = (Brute::default(), solver(&board, 1 << 20));
        for position in all_positions(&board) {
            let expected = brute.winner(&board, &position);
            assert_eq!(winner(&mut search, &position), expected, "{columns}x{rows} {position:?}");
        }
    }
}

/// Random positions, both sides having about as many stones.
fn random(board: &Board, stones: usize, dice: &mut Dice) -> Option<Vec<usize>> {
    let mut cells: Vec<usize> = (0..board.cells()).collect();
    let moves: Vec<usize> = (0..stones).map(|_| cells.swap_remove(dice.below(cells.len()))).collect();
    Position::after(board, &moves).map(|_| moves)
}

#[test]
fn openings_and_random_positions_against_plain_search() {
    let mut dice = Dice::new(4);
    for (columns, rows, least) in [(4, 4, 2), (5, 3, 1), (3, 6, 5), (5, 5, 12), (6, 5, 17), (6, 6, 23)] {
        let board = Board::new(columns, rows).unwrap();
        let (mut brute, mut search) = (Brute::default(), solver(&board, 1 << 20));
        for round in 0..40 {
            let Some(moves) = random(&board, least + round % 5, &mut dice) else { continue };
            let position = Position::after(&board, &moves).unwrap();
            let expected = brute.winner(&board, &position);
            assert_eq!(winner(&mut search, &position), expected, "{columns}x{rows} {moves:?}");
            if brute.0.len() > 400_000 {
                brute = Brute::default();
            }
        }
    }
}

/// A carrier says that nothing else is needed: the winner wins although the loser owns all other empty cells.
#[test]
fn carriers_are_enough() {
    let mut dice = Dice::new(12);
    let mut smaller = 0;
    for (columns, rows, least) in [(4, 4, 1), (5, 4, 4), (5, 5, 9), (6, 6, 20)] {
        let board = Board::new(columns, rows).unwrap();
        let (mut brute, mut search) = (Brute::default(), solver(&board, 1 << 20));
        for round in 0..40 {
            let Some(moves) = random(&board, least + round % 6, &mut dice) else { continue };
            let position = Position::after(&board, &moves).unwrap();
            let entry = search.solve(&position, u64::MAX, &AtomicBool::new(false));
            let winner = if entry.wins() { position.turn } else { 1 - position.turn };
            let mut poor = position;
            poor.stones[1 - winner] |= position.empty(&board) & !entry.carrier;
            smaller += usize::from(poor != position);
            assert_eq!(brute.winner(&board, &poor), winner, "{columns}x{rows} {moves:?}");
            if brute.0.len() > 400_000 {
                brute = Brute::default();
            }
        }
    }
    assert!(smaller > 50, "{smaller} carriers leave something out");
}

/// The certificate of the position after these moves.
fn certify(search: &mut Search, moves: &[usize]) -> (usize, Vec<u8>) {
    let mut bytes = Vec::new();
    let (winner, _) = certificate::write(search, moves, &mut bytes, &AtomicBool::new(false)).unwrap();
    (winner, bytes)
}

fn accepted(bytes: &[u8]) -> Result<verify::Report, verify::Failure> {
    verify::check(bytes, &verify::Limits::default(), &mut |_| true)
}

#[test]
fn certificates_of_openings_are_accepted() {
    for (columns, rows) in [(1, 1), (1, 3), (2, 2), (3, 3), (4, 3), (4, 4), (5, 5), (4, 7)] {
        let board = Board::new(columns, rows).unwrap();
        let mut search = solver(&board, 1 << 22);
        let openings = (0..board.cells()).filter(|&cell| Position::after(&board, &[cell]).is_some());
        for moves in openings.map(|cell| vec![cell]).chain([vec![]]) {
            let (winner, bytes) = certify(&mut search, &moves);
            let report = accepted(&bytes).unwrap_or_else(|why| panic!("{columns}x{rows} {moves:?}: {why}"));
            let colour = [referee::Colour::White, referee::Colour::Black][winner];
            assert_eq!(report.claim.value, verify::Value::Wins(colour));
            assert_eq!((report.claim.game(), report.claim.moves.len()), ("hex", moves.len()));
        }
    }
}

#[test]
fn certificates_of_random_positions_are_accepted() {
    let mut dice = Dice::new(9);
    for (columns, rows, least) in [(5, 5, 2), (6, 6, 6), (7, 7, 20), (9, 7, 32)] {
        let board = Board::new(columns, rows).unwrap();
        // A table that forgets most of what it knew.
        let mut search = solver(&board, 1 << 17);
        for round in 0..15 {
            let Some(moves) = random(&board, least + round % 7, &mut dice) else { continue };
            let (_, bytes) = certify(&mut search, &moves);
            accepted(&bytes).unwrap_or_else(|why| panic!("{columns}x{rows} {moves:?}: {why}"));
        }
    }
}

/// The header and the decompressed body.
fn take_apart(bytes: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let mut rest = bytes;
    verify::Claim::read(&mut rest, &verify::Limits::default()).expect("a header");
    (
        bytes[..bytes.len() - rest.len()].to_vec(),
        zstd::decode_all(&rest[..rest.len() - 32]).expect("a compressed body"),
    )
}

/// Whatever the checker accepts is true: altered certificates are refused, or state what exhaustive search finds.
#[test]
fn altered_certificates_are_refused_or_true() {
    let mut dice = Dice::new(31);
    let (mut kept, mut refused) = (0, 0);
    for (columns, rows, stones) in [(3, 3, 1), (3, 4, 2), (4, 4, 4), (5, 5, 13)] {
        let board = Board::new(columns, rows).unwrap();
        let (mut brute, mut search) = (Brute::default(), solver(&board, 1 << 20));
        for _ in 0..5 {
            let Some(moves) = random(&board, stones, &mut dice) else { continue };
            let (winner, bytes) = certify(&mut search, &moves);
            assert_eq!(brute.winner(&board, &Position::after(&board, &moves).unwrap()), winner);
            let (header, body) = take_apart(&bytes);
            let mut loser = header.clone();
            loser[12] = 1 - loser[12];
            for _ in 0..150 {
                let mut altered = body.clone();
                let at = dice.below(altered.len());
                match dice.below(4) {
                    0 => altered[at] ^= 1 << dice.below(7),
                    1 => altered[at] = dice.below(30) as u8,
                    2 => drop(altered.remove(at)),
                    _ => altered.insert(at, dice.below(30) as u8),
                }
                // Neither the same proof nor any other can show that the loser wins.
                for header in [&header, &loser] {
                    let mut file = header.clone();
                    file.extend(zstd::encode_all(&altered[..], 1).unwrap());
                    file.extend(verify::checksum(&file));
                    match accepted(&file) {
                        Err(_) => refused += 1,
                        Ok(report) => {
                            let colour = [referee::Colour::White, referee::Colour::Black][winner];
                            assert_eq!(
                                report.claim.value,
                                verify::Value::Wins(colour),
                                "{moves:?} {altered:?}"
                            );
                            kept += usize::from(altered != body);
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 1000 && kept > 0, "{refused} refused, {kept} still proofs");
}

/// Each way in which a row can be wrong has a sentence of its own.
#[test]
fn wrong_rows_are_named() {
    let claim = |moves: Vec<u16>| {
        let shape = std::sync::Arc::new(referee::Shape::hex(2, 2).unwrap());
        let value = verify::Value::Wins(referee::Colour::Black);
        verify::Claim { connections: true, ..verify::Claim::after(shape, moves, value) }
    };
    // Black has b1 and White is to move: either cell below joins it to the bottom. Sides are 4 (top) and 5 (bottom).
    let told = |rows: &dyn Fn(&mut verify::Writer<&mut Vec<u8>>)| {
        let mut bytes = Vec::new();
        let mut writer = verify::Writer::new(&mut bytes, &claim(vec![1])).unwrap();
        rows(&mut writer);
        writer.close(None).unwrap();
        writer.finish().unwrap();
        accepted(&bytes).map(|_| "accepted".to_string()).unwrap_or_else(|why| why.to_string())
    };
    assert_eq!(
        told(&|writer| {
            writer.path(&[4, 1, 2, 5]).unwrap();
            writer.path(&[4, 1, 3, 5]).unwrap();
            writer.either(&[(2, 0), (3, 1)]).unwrap();
        }),
        "accepted"
    );
    assert!(told(&|writer| writer.path(&[4, 0, 3, 5]).unwrap()).contains("a gap"));
    assert!(told(&|writer| writer.path(&[4, 1, 3]).unwrap()).contains("does not join the two sides"));
    assert!(told(&|writer| writer.path(&[4, 1, 3, 5]).unwrap()).contains("needs other stones"));
    assert!(
        told(&|writer| {
            writer.path(&[4, 1, 2, 5]).unwrap();
            writer.either(&[(2, 0)]).unwrap();
        })
        .contains("all moves fail to a2")
    );
    assert!(
        told(&|writer| {
            writer.path(&[4, 1]).unwrap();
            writer.path(&[2, 5]).unwrap();
            writer.series(&[0, 1]).unwrap();
        })
        .contains("do not meet")
    );
    assert!(told(&|_| {}).contains("there is no row"));
}

/// Perfect games on small boards, as pictures of who wins (+ Black, - White) and in how many plies.
#[test]
fn lengths_of_perfect_games() {
    let lengths = |size: usize| {
        let board = Board::new(size, size).unwrap();
        let mut search = solver(&board, 1 << 20);
        let lengths = (0..board.cells()).map(|cell| {
            let (plies, winner, _) = length(&mut search, &Position::start().play(cell));
            format!("{}{plies}", ["-", "+"][winner])
        });
        lengths.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(lengths(2), "-1 +0 +0 -1");
    assert_eq!(lengths(3), "-1 -1 +4 +6 +0 +6 +4 -1 -1");
    assert_eq!(lengths(4), "-5 -5 -5 +8 -5 -5 +4 -7 -7 +4 -5 -5 +8 -5 -5 -5");
}

/// Plies to a connection by two-bridges, by plain search: the winner hurries, the loser delays.
fn plain_length(
    board: &Board,
    position: &Position,
    winner: usize,
    known: &mut HashMap<Position, Option<usize>>,
) -> Option<usize> {
    let (own, other) = (position.stones[winner], position.stones[1 - winner]);
    if bridged(board, own, other, winner).is_some() {
        return Some(0);
    }
    if let Some(&plies) = known.get(position) {
        return plies;
    }
    let after =
        bits(position.empty(board)).map(|cell| plain_length(board, &position.play(cell), winner, known));
    let after: Vec<Option<usize>> = after.collect();
    let plies = if position.turn == winner {
        after.into_iter().flatten().min()
    } else {
        after.into_iter().collect::<Option<Vec<usize>>>().and_then(|all| all.into_iter().max())
    };
    let plies = plies.map(|plies| plies + 1);
    known.insert(*position, plies);
    plies
}

#[test]
fn lengths_agree_with_plain_search() {
    for (columns, rows) in [(3, 3), (3, 4), (4, 3)] {
        let board = Board::new(columns, rows).unwrap();
        let mut search = solver(&board, 1 << 20);
        for cell in 0..board.cells() {
            let position = Position::start().play(cell);
            let (plies, winner, _) = length(&mut search, &position);
            let plain = plain_length(&board, &position, winner, &mut HashMap::new());
            assert_eq!(plain, Some(plies), "{columns}x{rows} {}", board.name(cell));
        }
    }
    let mut dice = Dice::new(3);
    for (columns, rows, least) in [(4, 4, 5), (5, 4, 9), (5, 5, 13)] {
        let board = Board::new(columns, rows).unwrap();
        let mut search = solver(&board, 1 << 20);
        for round in 0..12 {
            let Some(moves) = random(&board, least + round % 3, &mut dice) else { continue };
            let position = Position::after(&board, &moves).unwrap();
            let (plies, winner, _) = length(&mut search, &position);
            let plain = plain_length(&board, &position, winner, &mut HashMap::new());
            assert_eq!(plain, Some(plies), "{columns}x{rows} {moves:?}");
        }
    }
}

/// Two threads have the same verdicts as one, and what they leave in the table makes certificates that are accepted.
#[test]
fn two_threads_say_what_one_says() {
    let board = Board::new(5, 5).unwrap();
    let stop = AtomicBool::new(false);
    for cell in 0..board.cells() {
        let (mut one, mut two) = (solver(&board, 1 << 20), solver(&board, 1 << 20));
        let position = Position::after(&board, &[cell]).unwrap();
        let entry = two.solve_together(&position, u64::MAX, 2, &stop);
        assert!(entry.solved() && two.nodes > 0);
        let expected = winner(&mut one, &position);
        assert_eq!(if entry.wins() { position.turn } else { 1 - position.turn }, expected, "{cell}");
        let (winner, bytes) = certify(&mut two, &[cell]);
        assert_eq!(winner, expected);
        accepted(&bytes).unwrap_or_else(|why| panic!("{cell}: {why}"));
    }
}

/// Threads that are stopped, by the limit or from outside, come back, and go on later.
#[test]
fn two_threads_stop_and_go_on() {
    let board = Board::new(6, 6).unwrap();
    let position = Position::after(&board, &[1]).unwrap();
    let mut search = solver(&board, 1 << 22);
    assert!(!search.solve_together(&position, 100, 2, &AtomicBool::new(false)).solved());
    assert!(search.nodes <= 102, "{}", search.nodes);
    assert!(!search.solve_together(&position, u64::MAX, 2, &AtomicBool::new(true)).solved());
    let entry = search.solve_together(&position, u64::MAX, 2, &AtomicBool::new(false));
    assert!(entry.solved());
}
