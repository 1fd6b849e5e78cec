//! A position with the visits that its moves had: what the policy and the patterns learn from.

use game::{Cell, Colour, Shape, Size};
use learn::played::Played;
use search::player::Moment;

/// A position of Havannah and where its visits went.
#[derive(Clone)]
pub struct Sample {
    shape: &'static Shape,
    /// The colour to move.
    pub turn: Colour,
    /// The last two moves, the last one second.
    pub last: [Option<Cell>; 2],
    stones: [Vec<Cell>; 2],
    /// The moves that were looked at, and how often.
    pub visits: Vec<(Cell, u32)>,
}

impl Sample {
    /// The samples of a game; none on boards that are not even ones of Havannah.
    pub fn of(game: &Played) -> Vec<Sample> {
        let is_even = matches!(game.size, Size::Hexagon(p, q, r) if p == q && q == r);
        if !is_even {
            return Vec::new();
        }
        let positions = game.positions();
        let sample = |position: &Moment, visits: &[(Cell, u16)]| Sample {
            shape: game.shape(),
            turn: position.turn(),
            last: position.last_moves(),
            stones: Colour::BOTH.map(|colour| position.board().stones(colour).iter().collect()),
            visits: visits.iter().map(|&(cell, visits)| (cell, visits.into())).collect(),
        };
        let taught = game.searched.iter().filter(|searched| searched.visits.len() > 1);
        taught.map(|searched| sample(&positions[searched.ply], &searched.visits)).collect()
    }

    /// The position under a symmetry of its board.
    pub fn turned(&self, map: &[Cell]) -> Sample {
        let image = |cell: Cell| map[cell.index()];
        Sample {
            last: self.last.map(|last| last.map(image)),
            stones: std::array::from_fn(|i| self.stones[i].iter().map(|&cell| image(cell)).collect()),
            visits: self.visits.iter().map(|&(cell, visits)| (image(cell), visits)).collect(),
            ..*self
        }
    }

    /// The board that it is on.
    pub fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// The position.
    pub fn position(&self) -> Moment {
        let stones = Colour::BOTH
            .into_iter()
            .flat_map(|colour| self.stones[colour.index()].iter().map(move |&cell| (cell, colour)));
        Moment::set_up(self.shape(), stones, self.turn).expect("the stones are on the board")
    }

    /// The share of each move's visits, each to a power: above 1 makes it sharper.
    pub fn shares(&self, power: f32) -> Vec<f32> {
        let weights: Vec<f32> = self.visits.iter().map(|&(_, visits)| (visits as f32).powf(power)).collect();
        let sum = weights.iter().sum::<f32>().max(1.0);
        weights.into_iter().map(|weight| weight / sum).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use learn::played::Searched;
    use search::player::Verdict;

    #[test]
    fn a_game_gives_a_sample_for_each_choice() {
        let cell = Cell::new;
        let searched = |ply, visits| Searched { ply, verdict: Verdict::Unknown, value: 0.5, visits };
        let game = Played {
            size: Size::havannah(4).unwrap(),
            winner: Some(Colour::White),
            moves: [3, 17, 36].map(cell).to_vec(),
            searched: vec![
                searched(1, vec![(cell(5), 70), (cell(17), 30)]),
                searched(2, vec![(cell(36), 9)]),
            ],
        };
        let samples = Sample::of(&game);
        assert_eq!(samples.len(), 1);
        assert_eq!((samples[0].turn, samples[0].last), (Colour::Black, [None, Some(cell(3))]));
        assert_eq!(samples[0].shares(1.0), [0.7, 0.3]);
        assert_eq!(samples[0].position().board().stone_count(), 1);
        let map = &samples[0].shape().symmetries()[1];
        assert_eq!(samples[0].turned(map).visits[0].0, map[5]);
        assert!(
            Sample::of(&Played { size: Size::hex(4).unwrap(), moves: vec![], searched: vec![], ..game })
                .is_empty()
        );
    }
}
