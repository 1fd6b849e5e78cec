//! The solver's side of solver queries, what a player asks while it thinks: short turns of df-pn (Havannah) or threat patterns (Hex) on one table,
//! on the player's own thread.

use std::sync::atomic::AtomicBool;

use search::mcts::{Mcts, Resources};
use search::player::Moment;
use search::prover::{self, Reply};
use search::settings::Settings;

use crate::answer::Budget;
use crate::hex::search::Search;
use crate::hex::solver::{board_of, position_of};
use crate::method::Method;
use crate::proving::Proving;
use crate::small;

/// Nodes of a turn: some thousandths of a second.
const TURN: u64 = 128;
/// The same in Hex, where a node takes longer.
const HEX_TURN: u64 = 16;
/// The largest table in Hex, where all of it is written when it is made: short turns do not fill more.
const HEX_TABLE: usize = 64 << 20;

/// A prover for boards of this shape, with a table of so much memory; nothing for boards that are too large.
pub fn on(shape: &game::Shape, memory: usize) -> Option<Box<dyn prover::Prover>> {
    if let Some(board) = board_of(shape.size()) {
        let search = Search::new(board, memory.min(HEX_TABLE), Default::default());
        return Some(Box::new(HexQueries { search }));
    }
    small::board_of(shape.size())?;
    // Zones and a policy do not pay in turns as short as these.
    let proving = Proving::new(Method::Dfpn, Budget { memory, ..Budget::default() });
    Some(Box::new(DfpnQueries { proving }))
}

/// Whether there is a solver for boards of this shape.
pub fn fits(shape: &game::Shape) -> bool {
    board_of(shape.size()).is_some() || small::board_of(shape.size()).is_some()
}

/// The Monte-Carlo player, with a solver to ask if its settings give it time and the board is small enough. A quarter of the memory is
/// the solver's.
pub fn player(settings: Settings, shape: &game::Shape, resources: Resources) -> Mcts {
    let table = resources.memory / 4;
    let Some(prover) = (settings.solver_share > 0.0).then(|| on(shape, table)).flatten() else {
        return Mcts::new(settings, resources);
    };
    Mcts::new(settings, Resources { memory: resources.memory - table, ..resources }).with_solver(prover)
}

struct DfpnQueries {
    proving: Proving,
}

impl prover::Prover for DfpnQueries {
    fn ask(&mut self, moment: &Moment) -> Reply {
        self.proving.turn(moment, TURN)
    }

    fn forget(&mut self) {
        self.proving.forget();
    }
}

struct HexQueries {
    search: Search,
}

impl prover::Prover for HexQueries {
    fn ask(&mut self, moment: &Moment) -> Reply {
        let position = position_of(moment);
        let (stop, most) = (AtomicBool::new(false), self.search.nodes + HEX_TURN);
        let entry = self.search.solve(&position, most, &stop);
        match (entry.solved(), entry.wins()) {
            (false, _) => Reply::Open,
            (true, false) => Reply::No,
            (true, true) => {
                let best = usize::from(entry.best);
                Reply::Yes(moment.empty_cells().iter().find(|cell| cell.index() == best))
            }
        }
    }

    fn forget(&mut self) {
        self.search.table.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Moment, Reply, on};
    use game::{Coords, Game, Record, Shape, Size};

    fn position(size: &str, moves: &str) -> Moment {
        let shape = Shape::of(Size::parse(Game::Havannah, size).unwrap());
        *Record::from_moves(shape, moves, Coords::Gui).unwrap().position()
    }

    fn reply(position: &Moment) -> Reply {
        let mut prover = on(position.shape(), 1 << 24).unwrap();
        let mut turns = (0..1000).map(|_| prover.ask(position));
        turns.find(|&reply| reply != Reply::Open).unwrap_or(Reply::Open)
    }

    #[test]
    fn turns_add_up_to_an_answer() {
        let black_wins = position("5", "d8 a1 e9 a5 f9 b4 b3 c4 g8");
        assert!(matches!(reply(&black_wins), Reply::Yes(Some(_))));
        let start = position("3", "");
        let Reply::Yes(Some(cell)) = reply(&start) else { panic!("White wins size 3") };
        let mut after = start;
        after.play(cell);
        assert_eq!(reply(&after), Reply::No);
    }

    #[test]
    fn large_boards_have_none() {
        assert!(on(Shape::of(Size::havannah(6).unwrap()), 1 << 24).is_none());
        assert!(on(Shape::of(Size::hex(9).unwrap()), 1 << 24).is_none());
    }

    #[test]
    fn hex_is_asked_about_as_well() {
        let start = Moment::new(Shape::of(Size::hex(4).unwrap()));
        let Reply::Yes(Some(cell)) = reply(&start) else { panic!("the first player wins Hex") };
        let mut after = start;
        after.play(cell);
        assert_eq!(reply(&after), Reply::No);
    }
}
