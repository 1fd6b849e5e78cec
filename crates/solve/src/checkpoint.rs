//! Long runs: the state of a search in a folder, written whole or not at all.
//!
//! A state is written under another name, forced to the disk and then renamed, so that a process killed at any moment leaves
//! the last whole state behind. The file is a line of text that names the position and the solver, how far the work had come, and
//! a compressed body with a checksum that the solver reads and writes itself.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use game::Colour;

use crate::answer::Moment;

const MAGIC: &[u8; 8] = b"RBSTATE2";
const END: u64 = 0x5374_6174_6545_6e64;
/// Compression that costs less time than the disk.
const LEVEL: i32 = 1;

/// Where the state of a search is kept, and how often it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The folder; made if it is missing.
    pub folder: PathBuf,
    /// Time between two states.
    pub every: Duration,
    /// Go on from the state that is there.
    pub resume: bool,
}

/// How far the work had come when a state was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Nodes expanded.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// The state of one search in its folder.
pub struct Keeper {
    keep: Keep,
    identity: String,
    last: Instant,
}

impl Keeper {
    /// The keeper for one solver's work on one position.
    pub fn new(keep: &Keep, position: &Moment, solver: &str) -> Keeper {
        Keeper { keep: keep.clone(), identity: identity(position, solver), last: Instant::now() }
    }

    /// A file beside the state.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.keep.folder.join(name)
    }

    fn file(&self) -> PathBuf {
        self.keep.folder.join("state")
    }

    /// Is it time to write the state?
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.keep.every
    }

    /// Writes the state; `body` writes the solver's part.
    pub fn save(
        &mut self,
        spent: Spent,
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), String> {
        self.last = Instant::now();
        let part = self.keep.folder.join("state.part");
        self.write(&part, spent, body)
            .and_then(|()| fs::rename(&part, self.file()))
            .and_then(|()| File::open(&self.keep.folder)?.sync_all())
            .map_err(|error| format!("cannot write {}: {error}", self.file().display()))
    }

    fn write(
        &self,
        part: &PathBuf,
        spent: Spent,
        body: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.keep.folder)?;
        let mut out = zstd::Encoder::new(BufWriter::new(File::create(part)?), LEVEL)?;
        out.include_checksum(true)?;
        out.write_all(MAGIC)?;
        out.write_all(&(self.identity.len() as u64).to_le_bytes())?;
        out.write_all(self.identity.as_bytes())?;
        out.write_all(&spent.nodes.to_le_bytes())?;
        out.write_all(&(spent.time.as_millis() as u64).to_le_bytes())?;
        body(&mut out)?;
        out.write_all(&END.to_le_bytes())?;
        let file = out.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()
    }

    /// Reads the state if it is to be resumed and there is one; `body` reads the solver's part. A state that is broken or
    /// belongs to other work is an error.
    pub fn load(&self, body: impl FnOnce(&mut dyn Read) -> io::Result<()>) -> Result<Option<Spent>, String> {
        if !self.keep.resume {
            return match self.file().exists() {
                true => Err(format!("{} exists: resume it, or choose another folder", self.file().display())),
                false => Ok(None),
            };
        }
        let file = match File::open(self.file()) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("cannot read {}: {error}", self.file().display())),
        };
        let broken = |error: io::Error| format!("{} is not a whole state: {error}", self.file().display());
        self.read(file, body).map_err(broken)?.map(Some)
    }

    fn read(
        &self,
        file: File,
        body: impl FnOnce(&mut dyn Read) -> io::Result<()>,
    ) -> io::Result<Result<Spent, String>> {
        let mut source = BufReader::new(zstd::Decoder::new(BufReader::new(file))?);
        let mut magic = [0; 8];
        source.read_exact(&mut magic)?;
        if magic != *MAGIC {
            return Err(io::Error::other("it begins otherwise"));
        }
        let length = number(&mut source)?;
        let mut identity = Vec::new();
        source.by_ref().take(length.min(4096)).read_to_end(&mut identity)?;
        if identity != self.identity.as_bytes() {
            let other = String::from_utf8_lossy(&identity).into_owned();
            return Ok(Err(format!("{} belongs to other work: {other}", self.file().display())));
        }
        let nodes = number(&mut source)?;
        let time = Duration::from_millis(number(&mut source)?);
        body(&mut source)?;
        if number(&mut source)? != END || source.read(&mut [0])? != 0 {
            return Err(io::Error::other("it does not end where it should"));
        }
        Ok(Ok(Spent { nodes, time }))
    }
}

/// Reads a number of eight bytes.
pub fn number(source: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    source.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// The solver, the board, the stones and the side to move in one line.
fn identity(position: &Moment, solver: &str) -> String {
    let shape = position.shape();
    let stones: String = shape
        .cells()
        .map(|cell| match position.stone(cell) {
            None => '.',
            Some(Colour::White) => 'w',
            Some(Colour::Black) => 'b',
        })
        .collect();
    let turn = position.turn().word();
    format!("{solver} on {:?} {} {stones} {turn} to move", shape.game(), shape.size())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Game, Shape, Size};

    fn keeper(folder: &std::path::Path, solver: &str, resume: bool) -> Keeper {
        let shape = Shape::of(Size::parse(Game::Havannah, "3").unwrap());
        let keep = Keep { folder: folder.into(), every: Duration::ZERO, resume };
        Keeper::new(&keep, &Moment::new(shape), solver)
    }

    #[test]
    fn states_are_whole_or_refused() {
        let folder = std::env::temp_dir().join(format!("robusto-state-{}", std::process::id()));
        let mut first = keeper(&folder, "dfpn", false);
        assert_eq!(first.load(|_| Ok(())), Ok(None));
        let spent = Spent { nodes: 7, time: Duration::from_millis(1500) };
        first.save(spent, |out| out.write_all(&[42; 1000])).unwrap();
        let read = |keeper: &Keeper| {
            let mut bytes = [0; 1000];
            keeper.load(|source| source.read_exact(&mut bytes)).map(|spent| (spent, bytes[999]))
        };
        let resumed = keeper(&folder, "dfpn", true);
        assert_eq!(read(&resumed), Ok((Some(spent), 42)));
        assert!(read(&keeper(&folder, "pns", true)).unwrap_err().contains("other work"));
        assert!(read(&keeper(&folder, "dfpn", false)).unwrap_err().contains("exists"));
        let whole = fs::read(resumed.file()).unwrap();
        for cut in 0..whole.len() {
            fs::write(resumed.file(), &whole[..cut]).unwrap();
            assert!(read(&resumed).is_err(), "{cut}");
        }
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 0x10;
            fs::write(resumed.file(), broken).unwrap();
            // A bit that changes nothing in what is read does no harm.
            assert!(matches!(read(&resumed), Err(_) | Ok((Some(_), 42))), "{at}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
