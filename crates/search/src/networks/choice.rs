//! Which network a player has: its name as a setting, and the network itself on boards of one shape.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use game::{Board, Cell, Shape};

use super::tower::file::Network;
use super::tower::fixed::{self, Tower};
use super::value_net::{self, ValueNet};
use crate::player::Moment;
use crate::table::Value;

/// The name of a network: `learned`, `2026-11`, or the path of a file that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NetworkName(&'static str);

/// The files that were read, by their path.
fn files() -> &'static Mutex<HashMap<&'static str, Arc<Network>>> {
    static FILES: OnceLock<Mutex<HashMap<&'static str, Arc<Network>>>> = OnceLock::new();
    FILES.get_or_init(Default::default)
}

impl NetworkName {
    /// The network that comes with the program for the game.
    pub const LEARNED: NetworkName = NetworkName("learned");
    /// The network of November 2026, for Havannah.
    pub const FIRST: NetworkName = NetworkName("2026-11");

    /// The name of a network that is not in a file of its own.
    pub fn of(network: Arc<Network>) -> NetworkName {
        let name = format!("network {:016x}", network.checksum());
        let mut files = files().lock().expect("nobody panics here");
        if let Some((&known, _)) = files.get_key_value(name.as_str()) {
            return NetworkName(known);
        }
        let name: &'static str = name.leak();
        files.insert(name, network);
        NetworkName(name)
    }

    /// The network on boards of `shape`, if there is one for them.
    pub fn on(self, shape: &'static Shape) -> Option<Evaluator> {
        if self == NetworkName::FIRST {
            return super::know(shape).then(|| ValueNet::new(shape)).flatten().map(Evaluator::First);
        }
        let network = if self == NetworkName::LEARNED {
            Network::embedded(shape.game().word())?
        } else {
            files().lock().expect("nobody panics here").get(self.0)?.clone()
        };
        Tower::new(shape, &network).ok().flatten().map(|tower| Evaluator::Tower(Box::new(tower)))
    }
}

impl fmt::Display for NetworkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Value for NetworkName {
    /// A file is read at once, so that a damaged one is refused here.
    fn read(text: &str) -> Option<NetworkName> {
        if let Some(name) = [NetworkName::LEARNED, NetworkName::FIRST].into_iter().find(|name| name.0 == text)
        {
            return Some(name);
        }
        let mut files = files().lock().expect("nobody panics here");
        if let Some((&path, _)) = files.get_key_value(text) {
            return Some(NetworkName(path));
        }
        let network = Network::load(text).ok()?;
        let path: &'static str = text.to_owned().leak();
        files.insert(path, network);
        Some(NetworkName(path))
    }

    fn fits(self, _: f32, _: f32) -> bool {
        true
    }

    fn wanted(_: f32, _: f32) -> String {
        "learned, 2026-11, or the path of a whole file that robusto learn has written".into()
    }
}

/// A network on boards of one shape.
#[derive(Clone)]
pub enum Evaluator {
    /// That of November 2026.
    First(ValueNet),
    /// One that the loop has learned.
    Tower(Box<Tower>),
}

/// Memory of the network, kept from one position to the next.
#[derive(Clone, Default)]
pub struct Scratch {
    first: value_net::Scratch,
    tower: fixed::Scratch,
}

impl Evaluator {
    /// Writes the probability that each move is the best into `moves`, together 1, and returns the probability that
    /// the side to move wins.
    pub fn evaluate<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut [(Cell, f32)],
        scratch: &mut Scratch,
    ) -> f32 {
        match self {
            Evaluator::First(net) => net.evaluate(board, before, moves, &mut scratch.first),
            Evaluator::Tower(tower) => tower.evaluate(board, before, moves, &mut scratch.tower),
        }
    }

    /// What it says of a position at a glance: all moves with their probabilities, and that of a win for the side to move.
    pub fn glance(&self, moment: &Moment, scratch: &mut Scratch) -> (Vec<(Cell, f32)>, f32) {
        let mut moves: Vec<(Cell, f32)> = moment.empty_cells().iter().map(|cell| (cell, 0.0)).collect();
        let win = self.evaluate(moment.board(), moment.last_moves(), &mut moves, scratch);
        (moves, win)
    }
}
