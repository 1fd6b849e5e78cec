//! Games that are written into files: when somebody asks for it, and at the end where a file was named.

use std::path::{Path, PathBuf};

use game::Record;
use game::sgf::{Style, write_record};

use crate::exit::Outcome;
use crate::files;

/// The file of a game for which none was named.
const USUAL_FILE: &str = "robusto-game.sgf";

/// Where games are kept, and what is kept already.
#[derive(Default)]
pub struct Keeping {
    /// The file that was named at the start: games go there without being asked for.
    named: Option<PathBuf>,
    /// The last game that was written, with its file.
    kept: Option<(PathBuf, Vec<u8>)>,
}

impl Keeping {
    /// Games go into this file without being asked for; nothing does without one.
    pub fn into(named: Option<PathBuf>) -> Keeping {
        Keeping { named, kept: None }
    }

    /// Whether the game stands in a file as it is.
    pub fn has(&self, record: &Record) -> bool {
        self.kept.as_ref().is_some_and(|(_, kept)| *kept == bytes(record))
    }

    /// Writes the game because somebody asks for it, and says what became of it.
    pub fn save(&mut self, record: &Record, file: Option<PathBuf>) -> String {
        match self.write(record, file) {
            Ok(file) => format!("Saved as {}.", file.display()),
            Err(failure) => format!("{}.", failure.sentence()),
        }
    }

    /// Writes a game that ends or is left, if a file was named and there is a move in it.
    pub fn at_the_end(&mut self, record: &Record) -> Outcome {
        if self.named.is_some() && !record.is_empty() && !self.has(record) {
            self.write(record, None)?;
        }
        // The next game is another one.
        self.kept = self.kept.take().filter(|_| self.named.is_none());
        Ok(())
    }

    fn write(&mut self, record: &Record, file: Option<PathBuf>) -> Outcome<PathBuf> {
        let before = self.kept.as_ref().map(|(file, _)| file.clone());
        let file = file
            .or(before)
            .unwrap_or_else(|| free_name(self.named.as_deref().unwrap_or(Path::new(USUAL_FILE))));
        let bytes = bytes(record);
        files::write(Some(&file), &bytes)?;
        self.kept = Some((file.clone(), bytes));
        Ok(file)
    }
}

fn bytes(record: &Record) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_record(record, Style::Robusto, &mut bytes).expect("memory takes everything");
    bytes
}

/// The name itself, or with a number if there is such a file: no game is written over.
fn free_name(file: &Path) -> PathBuf {
    if !file.exists() {
        return file.into();
    }
    let (stem, ending) = (file.with_extension(""), file.extension().unwrap_or_default());
    let numbered = |number: u32| {
        let name = format!("{}-{number}", stem.display());
        PathBuf::from(name).with_extension(ending)
    };
    (2..).map(numbered).find(|file| !file.exists()).expect("some number is free")
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Shape, Size};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("robusto-keeping-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn no_game_is_lost_and_none_is_written_over() {
        let folder = folder("games");
        let file = folder.join("game.sgf");
        let shape = Shape::of(Size::havannah(4).unwrap());
        let mut keeping = Keeping::into(Some(file.clone()));
        let first = Record::from_moves(shape, "a1 d4", Coords::Gui).unwrap();
        assert!(!keeping.has(&first));
        assert!(keeping.save(&first, None).contains("game.sgf") && keeping.has(&first));
        let longer = Record::from_moves(shape, "a1 d4 a2", Coords::Gui).unwrap();
        keeping.at_the_end(&longer).unwrap();
        assert_eq!(files::read_game(&file).unwrap().len(), 3);
        keeping.at_the_end(&first).unwrap();
        assert_eq!(files::read_game(&folder.join("game-2.sgf")).unwrap().len(), 2);
        keeping.at_the_end(&Record::new(shape)).unwrap();
        assert!(!folder.join("game-3.sgf").exists());
        assert_eq!(files::read_game(&file).unwrap().len(), 3);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn without_a_file_only_what_is_asked_for_is_written() {
        let folder = folder("asked");
        let shape = Shape::of(Size::havannah(4).unwrap());
        let game = Record::from_moves(shape, "a1", Coords::Gui).unwrap();
        let mut keeping = Keeping::into(None);
        keeping.at_the_end(&game).unwrap();
        assert!(std::fs::read_dir(&folder).unwrap().next().is_none() && !keeping.has(&game));
        let sentence = keeping.save(&game, Some(folder.join("no/such/place.sgf")));
        assert!(sentence.contains("place.sgf") && !keeping.has(&game), "{sentence}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
