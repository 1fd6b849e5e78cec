//! What can be said of a move without playing on: the heuristics of the thesis (4.8) and of Stankiewicz (3.3), each with its weight.

use std::any::Any;
use std::sync::Arc;

use game::{Board, CELL_LIMIT, Cell, Colour};

use crate::distance::Distances;
use crate::local::{self, Local};
use crate::neighbours::Neighbours;
use crate::networks;
use crate::networks::policy_net::{PolicyNet, Weights};
use crate::potential::Potentials;
use crate::settings::Settings;

/// Weights are hundredths, as in Castro's program (the thesis leaves the factor out).
const HUNDREDTHS: f32 = 0.01;

/// The prior of a move whose chance to be the best was learned.
pub fn of_chance(settings: &Settings, chance: f32) -> f32 {
    HUNDREDTHS * settings.know_policy * chance.powf(settings.policy_power)
}

/// The heuristics and their weights.
#[derive(Clone, Debug)]
pub struct Knowledge {
    settings: Settings,
    local: &'static Local,
    policy: Option<PolicyNet>,
    /// `Neighbours` on the empty board, in as many words as positions of this shape have: to make them takes longer than all that follows.
    neighbours: Option<Arc<dyn Any + Send + Sync>>,
}

impl Knowledge {
    /// The knowledge that `settings` ask for, on boards of the shape of `board`.
    pub fn new<const W: usize>(settings: &Settings, board: &Board<W>) -> Knowledge {
        let learned = settings.know_policy != 0.0 && networks::know(board.shape());
        let policy = if learned { PolicyNet::new(board.shape(), Weights::embedded()) } else { None };
        let neighbours = (settings.know_potential != 0.0)
            .then(|| Arc::new(Neighbours::<W>::empty(board.shape())) as Arc<dyn Any + Send + Sync>);
        Knowledge { settings: settings.clone(), local: local::of(board.shape()), policy, neighbours }
    }

    /// Writes the prior of every move into `moves`. `before` are the last two stones, the opponent's second.
    pub fn priors<const W: usize>(
        &self,
        board: &Board<W>,
        before: [Option<Cell>; 2],
        moves: &mut [(Cell, f32)],
    ) {
        if !self.settings.has_knowledge() {
            return;
        }
        let s = &self.settings;
        if let Some(policy) = &self.policy {
            policy.evaluate(board, before, moves);
            moves.iter_mut().for_each(|(_, prior)| *prior = of_chance(s, *prior));
            return;
        }
        let [_, last] = before;
        let distances =
            self.settings.has_distance().then(|| Distances::of(board, self.settings.distance_bridges));
        let (near_own, near_any) = self.nearness(board);
        let potential = self.potential(board);
        for (cell, prior) in moves {
            *prior = HUNDREDTHS
                * (potential(*cell)
                    + self.points(
                        board,
                        *cell,
                        last,
                        distances.as_ref(),
                        near_own[cell.index()],
                        near_any[cell.index()],
                    ));
        }
    }

    /// Points for a low total potential: where both colours want to be.
    fn potential<const W: usize>(&self, board: &Board<W>) -> impl Fn(Cell) -> f32 + use<W> {
        let weight = self.settings.know_potential;
        let found = (weight != 0.0).then(|| {
            let kept = self.neighbours.as_ref().and_then(|kept| kept.downcast_ref::<Neighbours<W>>());
            let potentials =
                kept.map_or_else(|| Potentials::of(board), |kept| Potentials::after(kept, board));
            let totals = board.empty_cells().iter().map(|cell| potentials.total(cell.index()));
            (totals.min().unwrap_or(0), potentials)
        });
        move |cell| match &found {
            Some((least, potentials)) => weight * (5 - potentials.total(cell.index()) + least).max(0) as f32,
            None => 0.0,
        }
    }

    fn points<const W: usize>(
        &self,
        board: &Board<W>,
        cell: Cell,
        last: Option<Cell>,
        distances: Option<&Distances>,
        near_own: u8,
        near_any: u8,
    ) -> f32 {
        let s = &self.settings;
        let own = board.turn();
        let mut points =
            s.know_other + s.know_near_own * f32::from(near_own) + s.know_near_any * f32::from(near_any);
        if let Some(last) = last {
            if s.know_bridge != 0.0 && self.local.keeps_bridge(board, cell, last, own) {
                points += s.know_bridge;
            }
            if s.know_reply != 0.0 {
                points += s.know_reply * (4 - board.shape().distance(cell, last)).max(0) as f32;
            }
        }
        if s.know_edges != 0.0 || s.know_size != 0.0 || s.know_links != 0.0 || s.know_touch != 0.0 {
            let around = Around::of(board, cell, own);
            points += s.know_edges * around.marks.min(3) as f32
                + s.know_size * around.stones as f32
                + s.know_links * around.groups as f32
                + s.know_touch * around.marks_with_own as f32;
        }
        if s.know_neighbour != 0.0 && board.pattern(cell, own) != 0 {
            points += s.know_neighbour;
        } else if s.know_joint != 0.0 && self.local.is_joint(board, cell, own) {
            points += s.know_joint;
        }
        if let Some(distances) = distances {
            let goal = 2 * distances.side();
            let bonus = |distance: i32| (goal - distance).max(0) as f32;
            let mine = distances.to_win(cell, own);
            points += s.know_distance * bonus(mine)
                + s.know_distance_both * bonus(mine.min(distances.to_win(cell, own.other())));
        }
        points
    }

    /// Points for nearness (thesis figure 4.8): 3 beside a stone, 2 a bridge away, 1 two steps away; the best of all stones.
    fn nearness<const W: usize>(&self, board: &Board<W>) -> ([u8; CELL_LIMIT], [u8; CELL_LIMIT]) {
        let mut near = [[0u8; CELL_LIMIT]; 2];
        let s = &self.settings;
        if s.know_near_own != 0.0 || s.know_near_any != 0.0 {
            let own = board.turn();
            for colour in Colour::BOTH {
                for stone in board.stones(colour) {
                    for &(cell, points) in self.local.near(stone) {
                        let best = &mut near[usize::from(colour != own)][cell.index()];
                        *best = points.max(*best);
                    }
                }
            }
        }
        let [own, mut any] = near;
        any.iter_mut().zip(&own).for_each(|(any, &own)| *any = own.max(*any));
        (own, any)
    }
}

/// The own chains around an empty cell.
struct Around {
    /// Stones in them, together.
    stones: u32,
    /// Edges and corners that they touch.
    marks: u32,
    /// The same with what the cell itself touches.
    marks_with_own: u32,
    /// Groups of adjoining own neighbours.
    groups: u32,
}

impl Around {
    fn of<const W: usize>(board: &Board<W>, cell: Cell, own: Colour) -> Around {
        let shape = board.shape();
        let mut labels = [Cell::default(); 6];
        let (mut count, mut stones, mut marks, mut groups) = (0, 0, 0, 0);
        let pattern = board.pattern(cell, own);
        for (direction, next) in shape.around(cell).into_iter().enumerate() {
            if pattern >> direction & 1 == 0 {
                continue;
            }
            groups += u32::from(pattern >> ((direction + 5) % 6) & 1 == 0);
            let label = board.chain(next.expect("a stone is on the board"));
            if !labels[..count].contains(&label) {
                labels[count] = label;
                count += 1;
                stones += board.chain_size(label) as u32;
                marks |= board.chain_marks(label);
            }
        }
        let with_own = marks | shape.marks(cell, own);
        Around {
            stones,
            marks: marks.count_ones(),
            marks_with_own: with_own.count_ones(),
            groups: groups.min(3),
        }
    }
}
