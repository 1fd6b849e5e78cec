//! One game under both rules at once: every move is played on both, and all that they say is compared.
//!
//! Both number their cells row by row, so a cell is carried from one to the other by its index.

use std::sync::Arc;

use robusto_game::{Bits, Cell, Colour, Coords, Game, Illegal, Kind, Made, Outcome, Position, Shape, Size};
use robusto_game::{Win, cell_name, wins};

/// The shape with this name, such as `havannah 4x4x5`.
pub fn shape(name: &str) -> &'static Shape {
    let (game, size) = name.split_once(' ').expect("game and size");
    Shape::of(Size::parse(Game::named(game).expect("a game"), size).expect("a size"))
}

/// The slow referee's shape of the same size.
pub fn slow_shape(size: Size) -> referee::Shape {
    let slow = referee::Shape::named(size.game().word(), &size.measures());
    slow.expect("the referee has all our boards")
}

/// Calls a function with the least number of words that hold the board, as searches do.
#[macro_export]
macro_rules! with_words {
    ($shape:expr, $function:ident($($argument:expr),*)) => {
        match $shape.len() / 64 {
            0 => $function::<1>($($argument),*),
            1 => $function::<2>($($argument),*),
            2 => $function::<3>($($argument),*),
            3..=4 => $function::<5>($($argument),*),
            _ => $function::<10>($($argument),*),
        }
    };
}

pub fn slow_colour(colour: Colour) -> referee::Colour {
    match colour {
        Colour::White => referee::Colour::White,
        Colour::Black => referee::Colour::Black,
    }
}

pub fn slow_kind(kind: Kind) -> referee::Kind {
    match kind {
        Kind::Ring => referee::Kind::Ring,
        Kind::Bridge => referee::Kind::Bridge,
        Kind::Fork => referee::Kind::Fork,
        Kind::Chain => referee::Kind::Crossing,
    }
}

pub fn slow_cell(shape: &referee::Shape, cell: Cell) -> referee::Cell {
    shape.cell(cell.index()).expect("both have as many cells")
}

fn slow_cells(shape: &referee::Shape, cells: &[Cell]) -> Vec<referee::Cell> {
    cells.iter().map(|&cell| slow_cell(shape, cell)).collect()
}

/// The stones of a position.
pub fn stones<const W: usize>(position: &Position<W>) -> Vec<(Cell, Colour)> {
    let shape = position.shape();
    shape.cells().filter_map(|cell| position.stone(cell).map(|colour| (cell, colour))).collect()
}

/// One game under both rules.
#[derive(Clone)]
pub struct Twin<const W: usize> {
    pub fast: Position<W>,
    pub slow: referee::Position,
}

impl<const W: usize> Twin<W> {
    /// The empty board, after comparing the shapes.
    pub fn start(shape: &'static Shape) -> Twin<W> {
        let twin =
            Twin { fast: Position::new(shape), slow: referee::Position::start(slow_shape(shape.size())) };
        twin.compare_shapes();
        twin.compare();
        twin.compare_in_depth();
        twin
    }

    /// Plays a legal move and compares everything cheap; the winning shapes, too, when they are there.
    pub fn play(&mut self, cell: Cell) -> Vec<Win> {
        let made = self.fast.board().clone().place(cell, self.fast.turn());
        self.fast.try_play(cell).expect("the move is legal");
        self.slow.play(slow_cell(self.slow.shape(), cell)).expect("the move is legal");
        self.compare();
        let wins = wins(self.fast.board(), cell);
        self.compare_wins(cell, &wins);
        let expected = match wins.as_slice() {
            [] => Made::Nothing,
            [Win { kind: Kind::Ring, .. }] => Made::Ring,
            _ => Made::Connection,
        };
        assert_eq!(made, expected, "\n{}", self.slow.board().picture());
        wins
    }

    fn compare_shapes(&self) {
        let (fast, slow) = (self.fast.shape(), self.slow.shape());
        assert_eq!(fast.len(), slow.cell_count());
        for cell in fast.cells() {
            let same = slow_cell(slow, cell);
            assert_eq!(cell_name(fast, cell, Coords::Gui), slow.name(same));
            assert_eq!(fast.place(cell), slow.xy(same));
            assert_eq!(fast.is_border(cell), slow.is_border(same));
            let mut around: Vec<usize> = fast.neighbours(cell).map(Cell::index).collect();
            around.sort_unstable();
            let mut slow_around: Vec<usize> = slow.neighbours(same).iter().map(|cell| cell.index()).collect();
            slow_around.sort_unstable();
            assert_eq!(around, slow_around);
        }
        let indices = |map: &[Cell]| map.iter().map(|cell| cell.index()).collect::<Vec<_>>();
        let mut symmetries: Vec<_> = fast.symmetries().iter().map(|map| indices(map)).collect();
        symmetries.sort();
        symmetries.dedup();
        let slow_indices = |map: &[referee::Cell]| map.iter().map(|cell| cell.index()).collect::<Vec<_>>();
        let slow_symmetries: Vec<_> =
            slow.symmetries().iter().map(|symmetry| slow_indices(symmetry.images())).collect();
        assert_eq!(symmetries, slow_symmetries);
    }

    /// Stones, turn, outcome, legal moves and hope.
    fn compare(&self) {
        let (fast, slow) = (&self.fast, &self.slow);
        let picture = || slow.board().picture();
        for cell in fast.shape().cells() {
            let stone = slow.board().stone(slow_cell(slow.shape(), cell));
            assert_eq!(fast.stone(cell).map(slow_colour), stone);
        }
        assert_eq!(slow_colour(fast.turn()), slow.turn());
        let expected = match slow.outcome() {
            referee::Outcome::Open => None,
            referee::Outcome::Drawn => Some(Outcome::Draw),
            referee::Outcome::Won { colour: referee::Colour::White, .. } => Some(Outcome::Win(Colour::White)),
            referee::Outcome::Won { colour: referee::Colour::Black, .. } => Some(Outcome::Win(Colour::Black)),
        };
        assert_eq!(fast.outcome(), expected, "\n{}", picture());
        let legal = slow.legal_moves();
        assert_eq!(fast.shape().cells().filter(|&cell| fast.is_legal(cell)).count(), legal.len());
        if !slow.is_over() {
            assert_eq!(
                indices(fast.empty_cells()),
                legal.iter().map(|cell| cell.index()).collect::<Vec<_>>()
            );
        }
        for colour in Colour::BOTH {
            let hope = slow.board().can_still_win(slow_colour(colour));
            assert_eq!(fast.can_win(colour), hope, "can {colour} win?\n{}", picture());
        }
    }

    /// The winning shapes that the stone on `last` completed.
    fn compare_wins(&self, last: Cell, wins: &[Win]) {
        let shape = self.slow.shape();
        let kinds: referee::Kinds = wins.iter().map(|win| slow_kind(win.kind)).collect();
        let picture = || self.slow.board().picture();
        match self.slow.outcome() {
            referee::Outcome::Won { kinds: expected, .. } => assert_eq!(kinds, expected, "\n{}", picture()),
            _ => assert!(wins.is_empty(), "{wins:?}\n{}", picture()),
        }
        assert_eq!(kinds.iter().count(), wins.len(), "each kind is named once");
        for win in wins {
            assert_eq!(Some(win.colour), self.fast.stone(last));
            assert!(win.cells.contains(&last), "{win:?}\n{}", picture());
            assert!(win.cells.iter().all(|&cell| self.fast.stone(cell) == Some(win.colour)));
            let forms = |cells: &[Cell]| {
                referee::forms(shape, slow_cells(shape, cells), slow_colour(win.colour), slow_kind(win.kind))
            };
            assert!(forms(&win.cells), "{win:?}\n{}", picture());
            for dropped in 0..win.cells.len() {
                let mut fewer = win.cells.clone();
                fewer.remove(dropped);
                assert!(!forms(&fewer), "{:?} is not needed: {win:?}\n{}", win.cells[dropped], picture());
            }
            self.compare_marks(win);
        }
    }

    /// What a winning shape says that it joins or surrounds.
    fn compare_marks(&self, win: &Win) {
        let shape = self.fast.shape();
        let touched = win.cells.iter().fold(0, |marks, &cell| marks | shape.marks(cell, win.colour));
        assert_eq!(win.marks & !touched, 0, "{win:?}");
        let chain = if shape.size().game() == Game::Y { 3 } else { 2 };
        let joins = [(Kind::Ring, 0), (Kind::Bridge, 2), (Kind::Fork, 3), (Kind::Chain, chain)];
        assert!(joins.contains(&(win.kind, win.marks.count_ones())), "{win:?}");
        assert_eq!(win.mark_names().len(), win.marks.count_ones() as usize);
        if win.kind != Kind::Ring {
            assert!(win.enclosed.is_empty());
            return;
        }
        for (i, &cell) in win.cells.iter().enumerate() {
            let next = win.cells[(i + 1) % win.cells.len()];
            assert!(shape.neighbours(cell).any(|beside| beside == next), "not in order: {win:?}");
        }
        assert_eq!(win.enclosed, inside(shape, &win.cells));
        assert!(!win.enclosed.is_empty());
    }

    /// Chains: their stones, their label, what they touch and the empty cells beside them.
    fn compare_chains(&self) {
        let (board, slow) = (self.fast.board(), self.slow.board());
        let shape = board.shape();
        for (cell, colour) in stones(&self.fast) {
            let chain: Vec<Cell> = slow
                .chain_at(slow_cell(self.slow.shape(), cell))
                .iter()
                .map(|stone| Cell::new(stone.index()))
                .collect();
            let mut found: Vec<Cell> = board.chain_cells(cell).collect();
            assert_eq!(found[0], cell);
            found.sort_unstable();
            assert_eq!(found, chain, "the chain of {cell:?}\n{}", slow.picture());
            assert!(chain.iter().all(|&stone| board.chain(stone) == board.chain(cell)));
            assert!(chain.contains(&board.chain(cell)));
            let marks = chain.iter().fold(0, |marks, &stone| marks | shape.marks(stone, colour));
            assert_eq!(board.chain_marks(cell), marks);
            let beside: Bits<W> = chain.iter().flat_map(|&stone| shape.neighbours(stone)).collect();
            assert_eq!(board.beside_chain(cell), beside & board.empty_cells());
        }
    }

    /// What takes the slow referee long: chains, winning cells, keys under all symmetries, refusals.
    pub fn compare_in_depth(&self) {
        self.compare_chains();
        self.compare_winning_cells();
        self.compare_keys();
        self.compare_refusals();
    }

    fn compare_winning_cells(&self) {
        for colour in Colour::BOTH {
            let expected: Vec<usize> = match self.slow.is_over() {
                true => Vec::new(),
                false => {
                    let cells = self.slow.board().winning_cells(slow_colour(colour));
                    cells.iter().map(|cell| cell.index()).collect()
                }
            };
            let found = indices(self.fast.winning_cells(colour));
            assert_eq!(found, expected, "{colour} wins at\n{}", self.slow.board().picture());
        }
    }

    fn compare_keys(&self) {
        let (fast, shape) = (&self.fast, self.fast.shape());
        let stones = stones(fast);
        let mut keys = fast.keys().to_vec();
        keys.sort_unstable();
        for (map, &key) in shape.symmetries().iter().zip(fast.keys()) {
            let carried = stones.iter().map(|&(cell, colour)| (map[cell.index()], colour));
            let image = Position::<W>::set_up(shape, carried, fast.turn()).expect("stones on empty cells");
            assert_eq!(image.key(), key);
            assert_eq!(image.canonical_key(), fast.canonical_key());
            let mut image_keys = image.keys().to_vec();
            image_keys.sort_unstable();
            assert_eq!(image_keys, keys);
            assert_eq!(image.outcome(), fast.outcome());
            for colour in Colour::BOTH {
                let carried: Bits<W> =
                    fast.winning_cells(colour).iter().map(|cell| map[cell.index()]).collect();
                assert_eq!(image.winning_cells(colour), carried);
            }
        }
        assert_eq!(fast.keys()[0], fast.key());
    }

    fn compare_refusals(&self) {
        let shape = self.fast.shape();
        let mut copy = self.fast;
        for cell in shape.cells().filter(|&cell| !self.fast.is_legal(cell)) {
            let expected = match self.slow.clone().play(slow_cell(self.slow.shape(), cell)) {
                Err(referee::Refusal::GameOver { .. }) => Illegal::Over,
                Err(referee::Refusal::Occupied { .. }) => Illegal::Occupied,
                other => panic!("{other:?}"),
            };
            assert_eq!(copy.try_play(cell), Err(expected));
        }
        let beyond = if self.slow.is_over() { Illegal::Over } else { Illegal::OffBoard };
        for index in [shape.len(), shape.len() + 1, 1000, usize::from(u16::MAX)] {
            assert_eq!(copy.try_play(Cell::new(index)), Err(beyond));
        }
        assert_eq!((copy, copy.key()), (self.fast, self.fast.key()), "refused moves change nothing");
    }
}

fn indices<const W: usize>(cells: Bits<W>) -> Vec<usize> {
    cells.iter().map(Cell::index).collect()
}

/// The cells from which every walk to the border meets a cell of the ring.
fn inside(shape: &Shape, ring: &[Cell]) -> Vec<Cell> {
    let mut outside = vec![false; shape.len()];
    let mut waiting: Vec<Cell> = shape.cells().filter(|&cell| shape.is_border(cell)).collect();
    while let Some(cell) = waiting.pop() {
        if !ring.contains(&cell) && !std::mem::replace(&mut outside[cell.index()], true) {
            waiting.extend(shape.neighbours(cell));
        }
    }
    shape.cells().filter(|cell| !ring.contains(cell) && !outside[cell.index()]).collect()
}

/// Whether a ring surrounds own stones alone: the filled ring.
pub fn is_filled<const W: usize>(win: &Win, position: &Position<W>) -> bool {
    win.kind == Kind::Ring && win.enclosed.iter().all(|&cell| position.stone(cell) == Some(win.colour))
}

/// A slow board with these stones.
pub fn slow_board(shape: &Arc<referee::Shape>, stones: &[(Cell, Colour)]) -> referee::Board {
    let mut board = referee::Board::empty(Arc::clone(shape));
    for &(cell, colour) in stones {
        board.place(slow_cell(shape, cell), slow_colour(colour));
    }
    board
}
