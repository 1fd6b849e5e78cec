//! The checker's sets of winning cells against the referee, position by position.

use std::sync::Arc;

use referee::{Colour, Shape};
use robusto_verify::{Board, Position, pressing, refuted, replay};

/// A simple source of chance.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn board<const N: usize>(shape: Shape) -> Board<N> {
    Board::new(Arc::new(shape)).expect("a board that fits")
}

/// A random open position; stones of both colours, none of them on a winning cell.
fn random<const N: usize>(board: &Board<N>, stones: usize, dice: &mut Dice) -> Position<N> {
    let mut position = Position::empty(board);
    let mut turn = Colour::White;
    for _ in 0..stones {
        let open = position.free(board).minus(position.wins(turn));
        if open.is_empty() {
            break;
        }
        let cell = open.cells().nth(dice.below(open.count() as usize)).expect("within the count");
        position.put(board, cell, turn);
        turn = turn.other();
    }
    position
}

/// Every set of stones of size 2 that can be built without winning on the way.
#[test]
fn all_positions_of_size_2() {
    let board = board::<1>(Shape::havannah(2).unwrap());
    let mut count = 0;
    visit(&board, &Position::empty(&board), 0, &mut count);
    assert!(count > 100, "{count}");
}

fn visit(board: &Board<1>, position: &Position<1>, cell: usize, count: &mut u32) {
    *count += 1;
    assert!(position.agrees(board), "{position:?}");
    for next in cell..board.all().count() as usize {
        for colour in Colour::BOTH {
            if !position.wins(colour).contains(next) {
                visit(board, &position.with(board, next, colour), next + 1, count);
            }
        }
    }
}

#[test]
fn random_games_on_many_boards() {
    let mut dice = Dice(1);
    for shape in [Shape::havannah(3), Shape::havannah(4), Shape::hexagon(2, 3, 4), Shape::havannah(5)] {
        follow::<1>(shape.unwrap(), 60, &mut dice);
    }
    for shape in [Shape::hex(1, 1), Shape::hex(4, 1), Shape::hex(1, 3), Shape::hex(5, 6), Shape::hex(8, 8)] {
        follow::<1>(shape.unwrap(), 30, &mut dice);
    }
    follow::<6>(Shape::havannah(4).unwrap(), 20, &mut dice);
    follow::<6>(Shape::havannah(6).unwrap(), 8, &mut dice);
    follow::<6>(Shape::hex(11, 9).unwrap(), 4, &mut dice);
}

/// Games in which winning moves are left aside, so that boards fill up and large chains appear.
fn follow<const N: usize>(shape: Shape, games: usize, dice: &mut Dice) {
    let board = board::<N>(shape);
    for _ in 0..games {
        let mut position = Position::empty(&board);
        let mut turn = Colour::White;
        loop {
            assert!(position.agrees(&board), "{} {position:?}", board.shape());
            check_hope(&board, &position);
            let open = position.free(&board).minus(position.wins(turn));
            if open.is_empty() {
                break;
            }
            let cell = open.cells().nth(dice.below(open.count() as usize)).expect("within the count");
            position.put(&board, cell, turn);
            turn = if dice.below(8) == 0 { turn } else { turn.other() };
        }
    }
}

fn check_hope<const N: usize>(board: &Board<N>, position: &Position<N>) {
    let mut judged = referee::Board::empty(board.shape().clone());
    for colour in Colour::BOTH {
        for cell in position.stones(colour).cells() {
            judged.place(board.shape().cell(cell).unwrap(), colour);
        }
    }
    for colour in Colour::BOTH {
        assert_eq!(position.can_still_win(board, colour), judged.can_still_win(colour));
    }
}

/// The shortcut says what replaying says, for chains found at random.
#[test]
fn the_shortcut_agrees_with_replaying() {
    let mut dice = Dice(5);
    let (mut found, mut kept) = ([0u32; 2], [0u32; 2]);
    for shape in [Shape::havannah(3), Shape::havannah(4), Shape::hexagon(3, 3, 4)] {
        let board = board::<1>(shape.unwrap());
        let cells = board.all().count() as usize;
        for _ in 0..4000 {
            let stones = 4 + dice.below(cells - 6);
            let position = random(&board, stones, &mut dice);
            let winner = Colour::BOTH[dice.below(2)];
            if !position.wins(winner.other()).is_empty() || position.wins(winner).count() > 1 {
                continue;
            }
            let forced = position.wins(winner).first();
            let start = forced.map_or(position, |block| position.with(&board, block, winner.other()));
            let Some(mut chain) = grow(&board, &start, winner, &mut dice) else { continue };
            if dice.below(4) == 0 {
                chain.remove(0);
            }
            let replies = pressing(&board, &position, winner, false);
            let (quick, _) = refuted(&board, &position, winner, &chain, replies);
            for cell in replies.cells() {
                let after = position.with(&board, cell, winner.other());
                let slow = replay(&board, &after, winner, &chain);
                assert_eq!(quick.contains(cell), slow, "{position:?} {chain:?} {cell}");
                found[usize::from(slow)] += 1;
                forced.is_some().then(|| kept[usize::from(slow)] += 1);
            }
        }
    }
    assert!(found.iter().all(|&count| count > 1000), "{found:?}");
    assert!(kept.iter().all(|&count| count > 10), "{kept:?}");
}

/// A chain of random threats, if it happens to win when the opponent passes first.
fn grow(board: &Board<1>, start: &Position<1>, winner: Colour, dice: &mut Dice) -> Option<Vec<u16>> {
    let mut position = *start;
    let mut chain = Vec::new();
    while chain.len() < 5 {
        let free: Vec<usize> = position.free(board).cells().collect();
        let danger = position.wins(winner.other());
        let threatening = |&cell: &usize| {
            danger.cells().all(|at| at == cell) && !position.with(board, cell, winner).wins(winner).is_empty()
        };
        let tries: Vec<usize> = free.into_iter().filter(threatening).collect();
        let double = |&&cell: &&usize| position.with(board, cell, winner).wins(winner).count() > 1;
        let cell = tries
            .iter()
            .find(double)
            .copied()
            .or_else(|| (!tries.is_empty()).then(|| tries[dice.below(tries.len())]))?;
        chain.push(cell as u16);
        position.put(board, cell, winner);
        if position.wins(winner).count() > 1 {
            return Some(chain);
        }
        position.put(board, position.wins(winner).first()?, winner.other());
    }
    None
}
