//! A position with the visits that its moves had: what the policy learns from.
//!
//! In a file one follows another, all numbers little-endian:
//!
//! ```text
//! u8 size   u8 turn (0 white, 1 black)   u8 winner (0 white, 1 black, 2 draw)   u16 x 2 last moves, the last second (65535 none)
//! u16 white stones, u16 each   u16 black stones, u16 each   u16 moves, then u16 cell and u32 visits each
//! ```

use std::fs::File;
use std::io::{self, BufReader, Read, Write};

use game::{Cell, Colour, Shape, Size};

use crate::player::{Moment, Thought};

const NONE: u16 = u16::MAX;

/// A position of Havannah and where its visits went.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The side of the board.
    pub size: u8,
    /// The colour to move.
    pub turn: Colour,
    /// Who won in the end; `None` is a draw.
    pub winner: Option<Colour>,
    /// The last two moves, the last one second.
    pub last: [Option<Cell>; 2],
    /// The stones of both colours.
    pub stones: [Vec<Cell>; 2],
    /// The moves that were looked at, and how often.
    pub visits: Vec<(Cell, u32)>,
}

impl Sample {
    /// The sample of a thought about a position on an even board of Havannah.
    pub fn of(position: &Moment, thought: &Thought) -> Sample {
        let Size::Hexagon(side, ..) = position.shape().size() else { panic!("a sample is of Havannah") };
        Sample {
            size: side,
            turn: position.turn(),
            winner: None,
            last: position.last_moves(),
            stones: Colour::BOTH.map(|colour| position.board().stones(colour).iter().collect()),
            visits: thought.candidates.iter().map(|c| (c.cell, c.visits as u32)).collect(),
        }
    }

    /// Notes how the game ended.
    pub fn set_winner(&mut self, winner: Option<Colour>) {
        self.winner = winner;
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
        Shape::of(Size::havannah(self.size.into()).expect("checked when it was read"))
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

    /// Writes it.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let number = |cell: Option<Cell>| cell.map_or(NONE, |cell| cell.index() as u16);
        let winner = self.winner.map_or(2, |colour| colour.index() as u8);
        out.write_all(&[self.size, self.turn.index() as u8, winner])?;
        let mut put = |number: u16| out.write_all(&number.to_le_bytes());
        for last in self.last {
            put(number(last))?;
        }
        for stones in &self.stones {
            put(stones.len() as u16)?;
            stones.iter().try_for_each(|&cell| put(cell.index() as u16))?;
        }
        put(self.visits.len() as u16)?;
        for &(cell, visits) in &self.visits {
            out.write_all(&(cell.index() as u16).to_le_bytes())?;
            out.write_all(&visits.to_le_bytes())?;
        }
        Ok(())
    }

    /// Reads the next one; `None` at the end of the file.
    pub fn read(input: &mut impl Read) -> io::Result<Option<Sample>> {
        let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, format!("a sample with {what}"));
        let mut head = [0u8; 3];
        if let Err(error) = input.read_exact(&mut head) {
            return if error.kind() == io::ErrorKind::UnexpectedEof { Ok(None) } else { Err(error) };
        }
        let [size, turn, winner] = head;
        let shape = Shape::of(Size::havannah(size.into()).map_err(|_| wrong("a bad size"))?);
        let colour = |number: u8| Colour::BOTH.get(usize::from(number)).copied();
        let mut number = || -> io::Result<u16> {
            let mut bytes = [0; 2];
            input.read_exact(&mut bytes)?;
            Ok(u16::from_le_bytes(bytes))
        };
        let cell = |number: u16| match usize::from(number) {
            index if index < shape.len() => Ok(Cell::new(index)),
            _ => Err(wrong("a bad cell")),
        };
        let mut last = [None; 2];
        for last in &mut last {
            let number = number()?;
            *last = if number == NONE { None } else { Some(cell(number)?) };
        }
        let mut stones = [Vec::new(), Vec::new()];
        for stones in &mut stones {
            for _ in 0..number()? {
                stones.push(cell(number()?)?);
            }
        }
        let mut visits = Vec::new();
        for _ in 0..number()? {
            let place = cell(number()?)?;
            let (low, high) = (number()?, number()?);
            visits.push((place, u32::from(low) | u32::from(high) << 16));
        }
        let turn = colour(turn).ok_or_else(|| wrong("a bad colour"))?;
        Ok(Some(Sample { size, turn, winner: colour(winner), last, stones, visits }))
    }
}

/// All samples of some files, one after the other. A game that was stopped may have left a part of a sample at the end of a file, which is
/// left out.
pub fn read_files(paths: impl IntoIterator<Item = String>) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in paths {
        let mut input = BufReader::new(File::open(path)?);
        loop {
            match Sample::read(&mut input) {
                Ok(Some(sample)) => samples.push(sample),
                Ok(None) => break,
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(error),
            }
        }
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_reads_what_it_writes() {
        let cell = Cell::new;
        let sample = Sample {
            size: 4,
            turn: Colour::Black,
            winner: None,
            last: [None, Some(cell(3))],
            stones: [vec![cell(1), cell(3)], vec![cell(7)]],
            visits: vec![(cell(0), 70_000), (cell(36), 0)],
        };
        let mut bytes = Vec::new();
        sample.write(&mut bytes).unwrap();
        assert_eq!(Sample::read(&mut bytes.as_slice()).unwrap(), Some(sample));
        assert_eq!(Sample::read(&mut [].as_slice()).unwrap(), None);
        bytes[3] = 200;
        assert!(Sample::read(&mut bytes.as_slice()).is_err());
    }
}
