//! A played game with what was thought on the way: what a network learns from.
//!
//! A file is a row of games. Each is framed by its length and a checksum, so that a game which was torn off by a
//! crash is seen and left out. All numbers are little-endian:
//!
//! ```text
//! u32 bytes of the body   u64 checksum of the body
//! body: u8 length and the words of the board ("havannah 8")   u8 winner (0 White, 1 Black, 2 nobody)
//!       u16 moves, u16 a cell each, from the empty board on, in turns
//!       u16 thoughts, each: u16 ply   u8 verdict (0 open, 1 win, 2 draw, 3 loss)   u16 value in 65535ths
//!                           u16 moves, then u16 cell and u16 visits each
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use game::{Cell, Colour, Game, Outcome, Shape, Size};
use search::networks::checksum::checksum;
use search::player::{Moment, Verdict};

use crate::files::append;

/// What was thought about one position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Searched {
    /// Moves that were played before.
    pub ply: usize,
    /// What is proved for the side to move.
    pub verdict: Verdict,
    /// The share of wins that was expected for the side to move.
    pub value: f32,
    /// Where the visits went; empty if the position teaches its value only.
    pub visits: Vec<(Cell, u16)>,
}

/// A game with its thoughts.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The board.
    pub size: Size,
    /// Who won; nobody is a draw.
    pub winner: Option<Colour>,
    /// All moves from the empty board on.
    pub moves: Vec<Cell>,
    /// The thoughts in the order of the moves.
    pub searched: Vec<Searched>,
}

/// The longest game that is read, in bytes: files from elsewhere do not take all memory.
const LONGEST: u32 = 4 << 20;

impl Played {
    /// The board as a shape.
    pub fn shape(&self) -> &'static Shape {
        Shape::of(self.size)
    }

    /// The positions of the game from the empty board on; the last one is after the last move.
    pub fn positions(&self) -> Vec<Moment> {
        let mut position = Moment::new(self.shape());
        let mut positions = vec![position];
        for &cell in &self.moves {
            position.play(cell);
            positions.push(position);
        }
        positions
    }

    fn body(&self) -> Vec<u8> {
        let board = format!("{} {}", self.size.game(), self.size);
        let mut out = vec![board.len() as u8];
        out.extend(board.as_bytes());
        out.push(self.winner.map_or(2, |colour| colour.index() as u8));
        let put = |out: &mut Vec<u8>, number: usize| out.extend((number as u16).to_le_bytes());
        put(&mut out, self.moves.len());
        self.moves.iter().for_each(|cell| put(&mut out, cell.index()));
        put(&mut out, self.searched.len());
        for searched in &self.searched {
            put(&mut out, searched.ply);
            out.push(VERDICTS.iter().position(|&verdict| verdict == searched.verdict).unwrap_or(0) as u8);
            put(&mut out, (searched.value.clamp(0.0, 1.0) * 65535.0).round() as usize);
            put(&mut out, searched.visits.len());
            for &(cell, visits) in &searched.visits {
                put(&mut out, cell.index());
                put(&mut out, visits.into());
            }
        }
        out
    }

    /// Writes the game in one piece.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let body = self.body();
        let mut framed = (body.len() as u32).to_le_bytes().to_vec();
        framed.extend(checksum(&body).to_le_bytes());
        framed.extend(body);
        out.write_all(&framed)
    }

    /// Adds the game to the end of a file.
    pub fn append(&self, path: &Path) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.write(&mut bytes)?;
        append(path, &bytes)
    }

    fn from_body(body: &[u8]) -> Option<Played> {
        let mut rest = Rest(body);
        let length = rest.byte()?;
        let (game, size) = std::str::from_utf8(rest.take(length.into())?).ok()?.split_once(' ')?;
        let size = Size::parse(Game::named(game)?, size).ok()?;
        let winner = Colour::BOTH.get(usize::from(rest.byte()?)).copied();
        let cells = Shape::of(size).len();
        let cell = |number: usize| (number < cells).then(|| Cell::new(number));
        let moves = (0..rest.number()?).map(|_| cell(rest.number()?)).collect::<Option<Vec<_>>>()?;
        let mut position = Moment::new(Shape::of(size));
        moves.iter().try_for_each(|&cell| position.try_play(cell).ok())?;
        let mut searched = Vec::new();
        for _ in 0..rest.number()? {
            let ply = rest.number().filter(|&ply| ply <= moves.len())?;
            let verdict = *VERDICTS.get(usize::from(rest.byte()?))?;
            let value = rest.number()? as f32 / 65535.0;
            let visit = |rest: &mut Rest| Some((cell(rest.number()?)?, rest.number()? as u16));
            let visits = (0..rest.number()?).map(|_| visit(&mut rest)).collect::<Option<Vec<_>>>()?;
            searched.push(Searched { ply, verdict, value, visits });
        }
        rest.0.is_empty().then_some(Played { size, winner, moves, searched })
    }

    /// The next game; `None` at the end of the file and where it is torn or damaged.
    pub fn read(input: &mut impl Read) -> Option<Played> {
        let mut head = [0; 12];
        input.read_exact(&mut head).ok()?;
        let (length, sum) = head.split_at(4);
        let length = u32::from_le_bytes(length.try_into().ok()?);
        let mut body = vec![0; length.min(LONGEST) as usize];
        input.read_exact(&mut body).ok()?;
        (checksum(&body).to_le_bytes() == sum).then(|| Played::from_body(&body)).flatten()
    }
}

const VERDICTS: [Verdict; 4] = [Verdict::Unknown, Verdict::Win, Verdict::Draw, Verdict::Loss];

/// What is left of a body to read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, tail) = self.0.split_at_checked(count)?;
        self.0 = tail;
        Some(head)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    fn number(&mut self) -> Option<usize> {
        Some(u16::from_le_bytes(self.take(2)?.try_into().ok()?).into())
    }
}

/// All whole games of a file; none if there is no file.
pub fn read_file(path: &Path) -> io::Result<Vec<Played>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => file?,
    };
    let mut input = BufReader::new(file);
    Ok(std::iter::from_fn(|| Played::read(&mut input)).collect())
}

/// All whole games of a file that is to be gone on with: what is torn off at its end is cut away.
pub fn recover_file(path: &Path) -> io::Result<Vec<Played>> {
    let games = read_file(path)?;
    let whole: u64 = games.iter().map(|game| 12 + game.body().len() as u64).sum();
    if path.exists() && std::fs::metadata(path)?.len() > whole {
        OpenOptions::new().write(true).open(path)?.set_len(whole)?;
    }
    Ok(games)
}

/// How many games a growing file has, counted by somebody who looks again and again while others write: each look goes
/// on behind the last whole game, and changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games.
    pub games: usize,
    /// Positions that were searched in full.
    pub positions: usize,
    /// Where the last game begins and how, by which a file is known again, and where it ends.
    last: (u64, [u8; 12]),
    end: u64,
}

impl Tally {
    /// Counts what has been added. A file that is gone or another one than before is counted anew.
    pub fn look(&mut self, path: &Path) -> io::Result<()> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                *self = Tally::default();
                return Ok(());
            }
            file => file?,
        };
        let mut input = BufReader::new(file);
        if self.games > 0 && head(&mut input, self.last.0)? != Some(self.last.1) {
            *self = Tally::default();
        }
        loop {
            let Some(head) = head(&mut input, self.end)? else { return Ok(()) };
            input.seek(SeekFrom::Start(self.end))?;
            let Some(game) = Played::read(&mut input) else { return Ok(()) };
            self.games += 1;
            self.positions += game.searched.len();
            self.last = (self.end, head);
            self.end = input.stream_position()?;
        }
    }
}

/// The first bytes of the game that begins at a place, if there are so many.
fn head(input: &mut (impl Read + Seek), at: u64) -> io::Result<Option<[u8; 12]>> {
    let mut head = [0; 12];
    input.seek(SeekFrom::Start(at))?;
    match input.read_exact(&mut head) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        result => result.map(|()| Some(head)),
    }
}

/// Who has won a position that is over.
pub fn winner_of(position: &Moment) -> Option<Colour> {
    position.outcome().and_then(Outcome::winner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> Played {
        Played {
            size: Size::havannah(4).unwrap(),
            winner: Some(Colour::Black),
            moves: [3, 17, 36].map(Cell::new).to_vec(),
            searched: vec![
                Searched { ply: 1, verdict: Verdict::Unknown, value: 0.25, visits: vec![(Cell::new(5), 77)] },
                Searched { ply: 2, verdict: Verdict::Loss, value: 0.0, visits: vec![] },
            ],
        }
    }

    #[test]
    fn a_game_reads_what_it_writes_and_a_torn_one_is_cut_away() {
        let path = std::env::temp_dir().join(format!("robusto-played-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        assert_eq!(read_file(&path).unwrap(), []);
        game().append(&path).unwrap();
        game().append(&path).unwrap();
        let read = read_file(&path).unwrap();
        assert_eq!(read.len(), 2);
        assert!((read[1].searched[0].value - 0.25).abs() < 1e-4);
        assert_eq!(
            (&read[1].moves, &read[1].searched[0].visits),
            (&game().moves, &game().searched[0].visits)
        );
        // A crash in the middle of the third game: two are left, and the next one comes after them.
        let mut bytes = std::fs::read(&path).unwrap();
        let torn = bytes[..bytes.len() / 4].to_vec();
        bytes.extend(torn);
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(recover_file(&path).unwrap().len(), 2);
        game().append(&path).unwrap();
        assert_eq!(read_file(&path).unwrap().len(), 3);
        // A changed byte ends the reading.
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[20] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(read_file(&path).unwrap().len(), 0);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_tally_goes_on_where_it_was_and_knows_another_file() {
        let path = std::env::temp_dir().join(format!("robusto-tally-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut tally = Tally::default();
        let mut look = || {
            tally.look(&path).unwrap();
            (tally.games, tally.positions)
        };
        assert_eq!(look(), (0, 0));
        let mut whole = Vec::new();
        game().write(&mut whole).unwrap();
        // However much of the second game is written, the first one counts.
        for length in [1, 11, 12, 13, whole.len() - 1] {
            std::fs::write(&path, [&whole[..], &whole[..length]].concat()).unwrap();
            assert_eq!(look(), (1, 2), "{length}");
        }
        std::fs::write(&path, whole.repeat(3)).unwrap();
        assert_eq!(look(), (3, 6));
        // The loop was begun anew, with other games.
        let mut other = Vec::new();
        Played { moves: [9, 20].map(Cell::new).to_vec(), searched: Vec::new(), ..game() }
            .write(&mut other)
            .unwrap();
        std::fs::write(&path, other.repeat(9)).unwrap();
        assert_eq!(look(), (9, 0));
        std::fs::remove_file(&path).unwrap();
        assert_eq!(look(), (0, 0));
    }
}
