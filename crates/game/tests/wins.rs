//! Winning shapes: named games, and laws that hold in random ones.

use std::collections::HashSet;

use robusto_game::{
    Cell, Colour, Coords, Game, Kind, Outcome, Record, Shape, Size, Win, cell_name, win_sentence,
};

fn won(game: Game, size: &str, moves: &str) -> (Record, Vec<Win>) {
    let shape = Shape::of(Size::parse(game, size).unwrap());
    let record = Record::from_moves(shape, moves, Coords::Gui).unwrap();
    let wins = record.wins();
    (record, wins)
}

fn names(record: &Record, cells: &[Cell]) -> String {
    let mut names: Vec<_> = cells.iter().map(|&c| cell_name(record.shape(), c, Coords::Gui)).collect();
    names.sort();
    names.join(" ")
}

#[test]
fn a_bridge_is_a_shortest_path_between_corners() {
    let (record, wins) = won(Game::Havannah, "3", "a1 c3 a3 d2 b2 e4 a2");
    assert_eq!(win_sentence(&wins), "White wins: bridge (upper left, upper right)");
    assert_eq!(names(&record, &wins[0].cells), "a1 a2 a3");
}

#[test]
fn a_fork_names_its_edges() {
    let (record, wins) = won(Game::Havannah, "4", "a2 g4 b2 g5 b1 f3 c3 f7 d4 f6 d5 g7 d6 c5 e7");
    assert_eq!(win_sentence(&wins), "White wins: fork (top, lower right, upper left)");
    assert!(names(&record, &wins[0].cells).contains("e7"));
}

#[test]
fn a_ring_may_hold_nothing_enemies_or_its_own() {
    let around = "c3 a1 c4 a2 d3 a4 d5 b1 e4 g7 e5";
    let (record, wins) = won(Game::Havannah, "4", around);
    assert_eq!(win_sentence(&wins), "White wins: ring");
    assert_eq!((names(&record, &wins[0].cells), wins[0].cells.len()), ("c3 c4 d3 d5 e4 e5".into(), 6));
    assert_eq!(names(&record, &wins[0].enclosed), "d4");
    let (record, wins) = won(Game::Havannah, "4", "c3 d4 c4 a2 d3 a4 d5 b1 e4 g7 e5");
    assert_eq!(names(&record, &wins[0].enclosed), "d4");
    let (record, wins) = won(Game::Havannah, "4", "d4 a1 c3 f3 c4 a2 d3 a4 d5 b1 e4 g7 e5");
    assert_eq!((wins.len(), wins[0].kind, wins[0].cells.len()), (1, Kind::Ring, 6));
    assert_eq!(names(&record, &wins[0].enclosed), "d4");
}

#[test]
fn several_kinds_come_together() {
    let (_, wins) = won(Game::Havannah, "3", "a1 c3 b1 c4 a3 d3 b4 d4 a2");
    let kinds: Vec<_> = wins.iter().map(|win| win.kind.word()).collect();
    assert_eq!(kinds, ["bridge", "fork"]);
}

#[test]
fn hex_chains_join_own_sides() {
    let (record, wins) = won(Game::Hex, "3", "b1 a1 b2 a2 b3");
    assert_eq!(win_sentence(&wins), "Black wins: chain (top, bottom)");
    assert_eq!(names(&record, &wins[0].cells), "b1 b2 b3");
    let (_, wins) = won(Game::Hex, "1", "a1");
    assert_eq!(wins.len(), 1);
}

/// A small generator, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn is_connected(shape: &Shape, cells: &HashSet<Cell>) -> bool {
    let Some(&start) = cells.iter().next() else { return true };
    let mut seen = HashSet::from([start]);
    let mut left = vec![start];
    while let Some(cell) = left.pop() {
        left.extend(shape.neighbours(cell).filter(|next| cells.contains(next) && seen.insert(*next)));
    }
    seen.len() == cells.len()
}

fn touched(shape: &Shape, cells: &HashSet<Cell>, colour: Colour) -> u16 {
    cells.iter().fold(0, |marks, &cell| marks | shape.marks(cell, colour))
}

fn check(record: &Record, win: &Win) {
    let (shape, last) = (record.shape(), record.last_cell().unwrap());
    let cells: HashSet<Cell> = win.cells.iter().copied().collect();
    assert_eq!(cells.len(), win.cells.len());
    assert!(cells.contains(&last));
    assert!(cells.iter().all(|&cell| record.position().stone(cell) == Some(win.colour)));
    if win.kind == Kind::Ring {
        let next = |i: usize| win.cells[(i + 1) % win.cells.len()];
        assert!((0..win.cells.len()).all(|i| shape.distance(win.cells[i], next(i)) == 1));
        assert!(!win.enclosed.is_empty());
        assert!(win.enclosed.iter().all(|cell| !shape.is_border(*cell) && !cells.contains(cell)));
        return;
    }
    assert!(is_connected(shape, &cells));
    assert_eq!(win.marks & !touched(shape, &cells, win.colour), 0);
    assert_eq!(win.marks.count_ones() as usize, win.mark_names().len());
    for cell in &win.cells {
        let mut fewer = cells.clone();
        fewer.remove(cell);
        let enough = is_connected(shape, &fewer) && win.marks & !touched(shape, &fewer, win.colour) == 0;
        assert!(!enough || *cell == last, "a stone too many");
        assert!(!enough, "the last stone is needed");
    }
}

#[test]
fn shapes_are_whole_and_minimal_in_random_games() {
    let mut dice = Dice(1);
    for (game, size) in [
        (Game::Havannah, "2"),
        (Game::Havannah, "3"),
        (Game::Havannah, "4"),
        (Game::Havannah, "4x4x5"),
        (Game::Havannah, "6"),
        (Game::Havannah, "8"),
        (Game::Hex, "4"),
        (Game::Hex, "5x7"),
    ] {
        let shape = Shape::of(Size::parse(game, size).unwrap());
        for _ in 0..200 {
            let mut record = Record::new(shape);
            while !record.is_over() {
                let empty: Vec<_> = record.position().empty_cells().iter().collect();
                record.play(empty[dice.below(empty.len())]).unwrap();
            }
            let wins = record.wins();
            assert_eq!(!wins.is_empty(), matches!(record.outcome(), Some(Outcome::Win(_))));
            wins.iter().for_each(|win| check(&record, win));
            let marks = record.position().board().chain_marks(record.last_cell().unwrap());
            let has = |kind| wins.iter().any(|win| win.kind == kind);
            if game == Game::Havannah && !wins.is_empty() {
                assert_eq!(has(Kind::Bridge), (marks & robusto_game::CORNERS).count_ones() >= 2);
                assert_eq!(has(Kind::Fork), (marks & robusto_game::EDGES).count_ones() >= 3);
            }
        }
    }
}
