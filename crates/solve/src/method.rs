//! Which solver a position gets, by name, and [`prove`]: the way in for a single question.
//!
//! [`Method::Auto`] takes df-pn with zones and a policy on the 64-bit boards of Havannah and Y (up to 63 cells),
//! threat patterns on those of Hex, and proof-number search on an explicit tree, with initial numbers by
//! two-distance, elsewhere.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::answer::{Answer, Budget, Progress, Solver, Task, Verdict};
use crate::dfpn::Settings;
use crate::hex::solver::{ThreatPatterns, board_of};
use crate::mcts::TreeSearch;
use crate::prover::Dfpn;
use crate::proving::Proving;
use crate::small;
use crate::wide::alphabeta::AlphaBeta;
use crate::wide::pns::Pns;

/// The solvers by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// What was measured to be best for the board.
    #[default]
    Auto,
    /// Depth-first proof-number search on a shared table; boards of up to 63 cells, but not Hex.
    Dfpn,
    /// The same, with replies dismissed by race-safe zones, in the search and in certificates, and proofs
    /// imitated.
    Zones,
    /// The same, led by a policy network that the search's own proofs teach while it runs.
    Policy,
    /// Proof-number search on an explicit tree.
    Pns,
    /// The same with initial numbers by two-distance.
    PnsPotential,
    /// Monte-Carlo tree search with exact results.
    Mcts,
    /// Alpha-beta by iterative deepening.
    AlphaBeta,
    /// Alpha-beta that counts every ply: the depth of its answer is that of the shortest proof.
    Shortest,
    /// Threat patterns over virtual connections; Hex boards of up to 64 cells.
    Patterns,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 10] = [
        Method::Auto,
        Method::Dfpn,
        Method::Zones,
        Method::Policy,
        Method::Pns,
        Method::PnsPotential,
        Method::Mcts,
        Method::AlphaBeta,
        Method::Shortest,
        Method::Patterns,
    ];

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Dfpn => "dfpn",
            Method::Zones => "zones",
            Method::Policy => "policy",
            Method::Pns => "pns",
            Method::PnsPotential => "pns-potential",
            Method::Mcts => "mcts",
            Method::AlphaBeta => "alphabeta",
            Method::Shortest => "shortest",
            Method::Patterns => "patterns",
        }
    }

    /// How df-pn is steered, for those that are df-pn.
    pub fn settings(self, task: &Task) -> Result<Settings, Unfit> {
        let fits = small::shape_of(task.position.shape().size()).is_some();
        match self {
            Method::Auto | Method::Policy if fits => Ok(Settings::POLICY),
            Method::Zones if fits => Ok(Settings::ZONES),
            Method::Dfpn if fits => Ok(Settings::DEFAULT),
            _ => Err(Unfit::Board),
        }
    }

    /// The solver for a position.
    pub fn solver(self, task: &Task, budget: &Budget) -> Result<Box<dyn Solver>, Unfit> {
        let fits = small::shape_of(task.position.shape().size()).is_some();
        let hex = board_of(task.position.shape().size()).is_some();
        if budget.certify && task.origin.is_none() {
            return Err(Unfit::Moves);
        }
        let keeps = match self {
            Method::Auto => !hex,
            Method::Dfpn | Method::Zones | Method::Policy | Method::Pns | Method::PnsPotential => true,
            _ => false,
        };
        if task.keep.is_some() && !keeps {
            return Err(Unfit::Keep);
        }
        if task.likely.is_some() && self.settings(task).is_err() {
            return Err(Unfit::Likely);
        }
        match self {
            Method::Auto if fits => Ok(Box::new(Dfpn { settings: Settings::POLICY })),
            Method::Dfpn | Method::Zones | Method::Policy => {
                Ok(Box::new(Dfpn { settings: self.settings(task)? }))
            }
            Method::Auto | Method::Patterns if hex => Ok(Box::new(ThreatPatterns::default())),
            Method::Patterns => Err(Unfit::Hex),
            _ if budget.certify => Err(Unfit::Certificate),
            Method::Pns => Ok(Box::new(Pns::default())),
            Method::Auto | Method::PnsPotential => Ok(Box::new(Pns { potentials: true })),
            Method::Mcts => Ok(Box::new(TreeSearch)),
            Method::AlphaBeta => Ok(Box::new(AlphaBeta::default())),
            Method::Shortest => Ok(Box::new(AlphaBeta { shortest: true })),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(word: &str) -> Result<Method, String> {
        let names = || Method::ALL.map(Method::word).join(", ");
        Method::ALL
            .into_iter()
            .find(|method| method.word() == word)
            .ok_or_else(|| format!("it is one of {}", names()))
    }
}

/// Why a solver cannot take a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unfit {
    /// The board is too large, or not Havannah.
    #[error("dfpn, zones and policy take boards of up to 63 cells, but not of Hex")]
    Board,
    /// The board is too large, or not Hex.
    #[error("patterns takes Hex boards of up to 64 cells only")]
    Hex,
    /// Certificates name a position by the way in which it came about.
    #[error("a certificate needs a position that came about by moves of a game or after a set-up of stones")]
    Moves,
    /// The solver writes none.
    #[error("this solver writes no certificates for this board")]
    Certificate,
    /// The solver keeps no state.
    #[error("only dfpn, zones, policy and pns keep their state on the way")]
    Keep,
    /// The solver does not ask who wins.
    #[error("only dfpn, zones and policy can be told who is likely to win")]
    Likely,
    /// Nothing is left to solve.
    #[error("the game is over")]
    Over,
}

/// Finds out who wins a position.
///
/// The stable way in for whoever has one position to solve: the terminal, GTP, the app. Whoever has many, or
/// comes back to one, keeps a [`Proving`]. The answer is `Unknown` when the budget ran out or `stop` was raised; its certificate can be checked with
/// [`verify::check`].
pub fn prove(
    task: &Task,
    method: Method,
    budget: &Budget,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(&Progress),
) -> Result<Answer, Unfit> {
    let mut proving = Proving::new(method, *budget);
    proving.ask(task.clone())?;
    let win = task.position.winning_cells(task.position.turn()).first_cell();
    if let (Some(cell), false) = (win, budget.certify) {
        return Ok(Answer {
            verdict: Verdict::Win,
            best: Some(cell),
            line: vec![cell],
            nodes: 1,
            depth: matches!(method, Method::AlphaBeta | Method::Shortest).then_some(1),
            ..Answer::default()
        });
    }
    let answer = proving.go_on(budget.limits, stop, watch);
    Ok(Answer { certificate: budget.certify.then(|| proving.certify(stop)).flatten(), ..answer })
}
