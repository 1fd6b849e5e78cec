//! The search as a textbook writes it: RAVE with k = 500, nodes in boxes, no tricks. It is slow and kept to judge the fast one:
//! at equal visits the preset `rave` must score one half against it (`robusto lab match rave textbook`).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use game::{Cell, Colour, Outcome};

use crate::player::{Candidate, Limits, Moment, Player, Thought, Verdict};
use crate::random::Random;
use crate::stopwatch::Stopwatch;

const K: f32 = 500.0;

/// The textbook player.
pub struct Textbook {
    random: Random,
}

impl Textbook {
    /// A textbook player that plays the same moves for the same seed and visits.
    pub fn new(seed: u64) -> Textbook {
        Textbook { random: Random::new(seed) }
    }
}

/// A move and what came of it, for the side that makes it.
struct Node {
    cell: Cell,
    visits: f32,
    wins: f32,
    rave_visits: f32,
    rave_wins: f32,
    verdict: Verdict,
    children: Option<Vec<Node>>,
}

impl Node {
    fn new(cell: Cell) -> Node {
        Node {
            cell,
            visits: 0.0,
            wins: 0.0,
            rave_visits: 0.0,
            rave_wins: 0.0,
            verdict: Verdict::Unknown,
            children: None,
        }
    }

    fn value(&self) -> f32 {
        let rave = if self.rave_visits > 0.0 { self.rave_wins / self.rave_visits } else { 1.0 };
        let own = if self.visits > 0.0 { self.wins / self.visits } else { 0.0 };
        let beta = K / (K + self.visits);
        (1.0 - beta) * own + beta * rave
    }
}

/// The moves of a position by a look two plies ahead, or its verdict for the side to move.
fn expand(position: &Moment) -> Result<Vec<Node>, Verdict> {
    let turn = position.turn();
    if !position.winning_cells(turn).is_empty() {
        return Err(Verdict::Win);
    }
    let threats = position.winning_cells(turn.other());
    match threats.len() {
        0 if position.is_dead_draw() => Err(Verdict::Draw),
        0 => Ok(position.empty_cells().iter().map(Node::new).collect()),
        1 => Ok(threats.iter().map(Node::new).collect()),
        _ => Err(Verdict::Loss),
    }
}

/// The verdict of a node by its moves.
fn settle(moves: &[Node]) -> Verdict {
    let any = |verdict: Verdict| moves.iter().any(|node| node.verdict == verdict);
    if any(Verdict::Win) {
        Verdict::Win
    } else if any(Verdict::Unknown) {
        Verdict::Unknown
    } else if any(Verdict::Draw) {
        Verdict::Draw
    } else {
        Verdict::Loss
    }
}

fn points(outcome: Outcome, colour: Colour) -> f32 {
    match outcome.winner() {
        Some(winner) => f32::from(u8::from(winner == colour)),
        None => 0.5,
    }
}

/// How a simulation ended, and the last position if it was rolled out.
type Ending = (Outcome, Option<Moment>);

impl Textbook {
    fn roll_out(&mut self, mut position: Moment) -> Ending {
        while position.outcome().is_none() {
            let empty = position.empty_cells();
            position.play(empty.iter().nth(self.random.below(empty.len())).expect("the game goes on"));
        }
        (position.outcome().expect("the game is over"), Some(position))
    }

    /// One simulation below a node with these moves.
    fn simulate(&mut self, moves: &mut [Node], position: &Moment) -> Ending {
        let colour = position.turn();
        let start = self.random.below(moves.len());
        let open = (0..moves.len()).map(|i| (i + start) % moves.len());
        let best = open
            .filter(|&i| moves[i].verdict == Verdict::Unknown)
            .max_by(|&a, &b| moves[a].value().total_cmp(&moves[b].value()));
        let Some(best) = best else {
            return (outcome_of(settle(moves), colour), None);
        };
        let mut next = *position;
        next.play(moves[best].cell);
        let ending = self.visit(&mut moves[best], &next);
        moves[best].visits += 1.0;
        moves[best].wins += points(ending.0, colour);
        if let (outcome, Some(last)) = &ending {
            let stones = last.board().stones(colour);
            for node in moves.iter_mut().filter(|node| stones.has(node.cell)) {
                node.rave_visits += 1.0;
                node.rave_wins += points(*outcome, colour);
            }
        }
        ending
    }

    /// Visits the position after a move.
    fn visit(&mut self, node: &mut Node, next: &Moment) -> Ending {
        let mover = next.turn().other();
        if let Some(outcome) = next.outcome() {
            node.verdict = if outcome == Outcome::Draw { Verdict::Draw } else { Verdict::Win };
            return (outcome, None);
        }
        if node.children.is_none() && node.visits >= 1.0 {
            match expand(next) {
                Ok(children) => node.children = Some(children),
                Err(verdict) => {
                    node.verdict = verdict.flipped();
                    return (outcome_of(node.verdict, mover), None);
                }
            }
        }
        let Some(children) = &mut node.children else {
            return self.roll_out(*next);
        };
        let ending = self.simulate(children, next);
        node.verdict = settle(children).flipped();
        ending
    }
}

fn outcome_of(verdict: Verdict, colour: Colour) -> Outcome {
    match verdict {
        Verdict::Win => Outcome::Win(colour),
        Verdict::Loss => Outcome::Win(colour.other()),
        _ => Outcome::Draw,
    }
}

impl Player for Textbook {
    fn think(
        &mut self,
        position: &Moment,
        limits: &Limits,
        stop: &AtomicBool,
        _watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let start = Stopwatch::start(limits.cpu);
        if position.outcome().is_some() {
            return Thought::default();
        }
        let mut moves = expand(position).unwrap_or_else(|verdict| plain_moves(position, verdict));
        let mut visits = 0;
        let time = limits.time.unwrap_or(Duration::MAX);
        while visits < limits.visits.unwrap_or(u64::MAX)
            && settle(&moves) == Verdict::Unknown
            && !(visits > 0 && (stop.load(Relaxed) || start.elapsed() >= time))
        {
            self.simulate(&mut moves, position);
            visits += 1;
        }
        let rank = |node: &Node| match node.verdict {
            Verdict::Win => f32::MAX,
            Verdict::Loss => node.visits - 1e12,
            _ => node.visits,
        };
        moves.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let candidates: Vec<Candidate> = moves.iter().map(candidate).collect();
        Thought {
            win_rate: candidates.first().map_or(0.5, |best| best.win_rate),
            candidates,
            visits,
            new_visits: visits,
            elapsed: start.elapsed(),
            memory: 0,
            verdict: settle(&moves),
        }
    }
}

/// The moves of a position that is decided at first sight: the winning ones, or those that block a threat first.
fn plain_moves(position: &Moment, verdict: Verdict) -> Vec<Node> {
    let turn = position.turn();
    let wins = position.winning_cells(turn);
    let threats = position.winning_cells(turn.other());
    let mut cells: Vec<Cell> = position.empty_cells().iter().collect();
    cells.sort_by_key(|&cell| (!wins.has(cell), !threats.has(cell)));
    let judged =
        |cell: Cell| if verdict == Verdict::Win && !wins.has(cell) { Verdict::Unknown } else { verdict };
    cells.into_iter().map(|cell| Node { verdict: judged(cell), ..Node::new(cell) }).collect()
}

fn candidate(node: &Node) -> Candidate {
    let rate = |wins: f32, visits: f32| if visits > 0.0 { wins / visits } else { 0.5 };
    Candidate {
        cell: node.cell,
        visits: node.visits as u64,
        win_rate: rate(node.wins, node.visits),
        rave: rate(node.rave_wins, node.rave_visits),
        prior: 0.0,
        verdict: node.verdict,
        line: vec![node.cell],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Shape, Size};

    #[test]
    fn it_plays_a_legal_game_and_solves_size_two() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let mut game = Moment::new(shape);
        let mut player = Textbook::new(1);
        let stop = AtomicBool::new(false);
        while game.outcome().is_none() {
            let best = player.think(&game, &Limits::visits(40), &stop, &mut |_| {}).best().unwrap();
            assert!(game.is_legal(best));
            game.play(best);
        }
        let tiny = Moment::new(Shape::of(Size::havannah(2).unwrap()));
        let thought = player.think(&tiny, &Limits::visits(10_000), &stop, &mut |_| {});
        assert_eq!(thought.verdict, Verdict::Win);
    }
}
