//! Books as text: a line that names the board, then a line a position, in order of their keys.
//!
//! ```text
//! robusto book 1 havannah 5
//! 00c3f1e2d4a59687 0.4375 - 12 30
//! ```
//!
//! Key, local value, result (`-` where there is none), then the book moves by number.

use std::fmt::Write;

use game::{Cell, Game, Shape, Size};

use super::{Book, Node};

/// The largest file that is read, in bytes.
const LIMIT: usize = 256 << 20;

impl Book {
    /// The book as text.
    pub fn write(&self) -> String {
        let mut text = format!("robusto book 1 {} {}\n", self.shape.game().word(), self.shape.size());
        let mut keys: Vec<_> = self.nodes.keys().collect();
        keys.sort();
        let number = |value: Option<f32>| value.map_or("-".into(), |value| format!("{value:.4}"));
        for key in keys {
            let node = &self.nodes[key];
            let _ = write!(text, "{key:016x} {} {}", number(node.local), number(node.result));
            node.moves.iter().for_each(|cell| _ = write!(text, " {}", cell.index()));
            text.push('\n');
        }
        text
    }

    /// Reads a book; the error names the line.
    pub fn read(text: &str) -> Result<Book, String> {
        if text.len() > LIMIT {
            return Err("it is too large for a book".into());
        }
        let mut lines = text.lines().enumerate();
        let head: Vec<&str> = lines.next().map_or("", |(_, line)| line).split_whitespace().collect();
        let ["robusto", "book", "1", game, size] = head[..] else {
            return Err("line 1: it is not a book of this program".into());
        };
        let game = Game::named(game).ok_or_else(|| format!("line 1: there is no game {game:?}"))?;
        let size = Size::parse(game, size).map_err(|error| format!("line 1: {error}"))?;
        let mut book = Book::new(Shape::of(size));
        for (at, line) in lines {
            let (key, node) = read_node(line, book.shape.len())
                .ok_or_else(|| format!("line {}: it is not a position of a book", at + 1))?;
            book.nodes.insert(key, node);
        }
        Ok(book)
    }
}

fn read_node(line: &str, cells: usize) -> Option<(u64, Node)> {
    let mut words = line.split_whitespace();
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let mut number = || match words.next()? {
        "-" => Some(None),
        word => word.parse().ok().filter(|value| (0.0..=1.0).contains(value)).map(Some),
    };
    let (local, result) = (number()?, number()?);
    let cell = |word: &str| word.parse().ok().filter(|&cell| cell < cells).map(Cell::new);
    let moves = words.map(cell).collect::<Option<Vec<Cell>>>()?;
    Some((key, Node { local, result, moves }))
}
