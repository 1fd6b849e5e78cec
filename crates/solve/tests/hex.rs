//! The Hex solver against exhaustive search, and its certificates against the checker.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use solve::hex::board::{Board, Position};
use solve::hex::certificate;
use solve::hex::search::{Search, Settings};
use solve::shape::bits;
use solve::train::Dice;

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
