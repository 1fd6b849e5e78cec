//! Reading diagrams: find the rows, see which board has rows of these lengths, take the stones.

use super::Diagram;
use crate::{Cell, Colour, Game, Shape, Size, SizeError};

/// Why a text is not a diagram.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiagramError {
    /// No line looks like a row of cells.
    #[error("there is no board in the text")]
    NoBoard,
    /// The rows do not make a board.
    #[error("rows of {0} cells make no board")]
    Form(String),
    /// The rows make a board that we do not play on.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Two boards have rows of these lengths, and the indentation that tells them apart is lost.
    #[error("the board may be {0} or {1}: keep the indentation of its rows")]
    Ambiguous(Size, Size),
    /// Two stones are marked as the last one.
    #[error("two stones are marked as the last one")]
    TwoLast,
}

/// No board has more rows, nor longer ones.
const LONGEST: usize = 40;

impl Diagram {
    /// Finds and reads the board in a text: our own output, other programs' pictures, quotations of them.
    ///
    /// White is `O W ○`, Black `@ B X # ●`, empty `. - _ + ·`, in either case; a stone in brackets was the last. The side
    /// to move is said in words (`White to move`, `Black wins`) or else follows from the number of stones.
    pub fn parse(text: &str) -> Result<Diagram, DiagramError> {
        let lines: Vec<Line> = text.lines().map(Line::new).collect();
        let rows = labelled_rows(&lines).or_else(|| plain_rows(&lines)).ok_or(DiagramError::NoBoard)?;
        let shape = Shape::of(find_size(&rows)?);
        let signs = rows.iter().flat_map(|row| &row.signs);
        let mut stones = Vec::new();
        let mut last = None;
        for (i, sign) in signs.enumerate() {
            stones.extend(sign.stone.map(|colour| (Cell::new(i), colour)));
            if sign.is_last && sign.stone.is_some() && last.replace(Cell::new(i)).is_some() {
                return Err(DiagramError::TwoLast);
            }
        }
        let turn = said_turn(text).unwrap_or_else(|| counted_turn(shape, &stones));
        Ok(Diagram { shape, stones, turn, last })
    }
}

#[derive(Clone, Copy)]
struct Sign {
    stone: Option<Colour>,
    is_last: bool,
}

/// A row of cells, and where on paper the first one stands.
struct Row {
    signs: Vec<Sign>,
    indent: usize,
}

/// A line of the text, with quotation marks at its start blanked out.
struct Line {
    chars: Vec<char>,
}

impl Line {
    fn new(line: &str) -> Line {
        // Longer lines are no rows; their start is enough to see that.
        let mut chars: Vec<char> = line.chars().take(400).collect();
        let quotes = chars.iter_mut().take_while(|c| c.is_whitespace() || matches!(c, '>' | '|'));
        quotes.for_each(|c| *c = ' ');
        Line { chars }
    }

    fn is_blank(&self) -> bool {
        self.chars.iter().all(|c| c.is_whitespace())
    }

    /// Where the first word stands.
    fn first_word(&self) -> (usize, usize) {
        let start = self.chars.iter().position(|c| !c.is_whitespace()).unwrap_or(self.chars.len());
        let end = self.chars[start..].iter().position(|c| !c.is_ascii_alphanumeric());
        (start, end.map_or(self.chars.len(), |length| start + length))
    }

    /// The line as a row with this label.
    fn labelled(&self, label: &str) -> Option<Row> {
        let (start, end) = self.first_word();
        let word: String = self.chars[start..end].iter().collect();
        word.eq_ignore_ascii_case(label).then(|| self.row(end)).flatten()
    }

    /// The signs from `start` on, if there is nothing else but a number at the end.
    fn row(&self, start: usize) -> Option<Row> {
        let is_number = |c: &char| c.is_ascii_digit() || c.is_whitespace() || *c == '|';
        let end = self.chars.iter().rposition(|c| !is_number(c))? + 1;
        let mut row = Row { signs: Vec::new(), indent: 0 };
        let mut is_last = false;
        for (i, &c) in self.chars.iter().enumerate().take(end).skip(start) {
            if matches!(c, '(' | '[' | '<') {
                is_last = true;
            } else if let Some(stone) = stone_of(c) {
                if row.signs.is_empty() {
                    row.indent = i;
                }
                row.signs.push(Sign { stone, is_last });
                is_last = false;
            } else if !c.is_whitespace() && !matches!(c, ')' | ']' | '>') {
                return None;
            }
        }
        (1..=LONGEST).contains(&row.signs.len()).then_some(row)
    }
}

/// What a sign stands for; `None` if it is no sign of a cell.
fn stone_of(sign: char) -> Option<Option<Colour>> {
    match sign {
        'O' | 'o' | 'W' | 'w' | '○' => Some(Some(Colour::White)),
        '@' | 'B' | 'b' | 'X' | 'x' | '#' | '●' => Some(Some(Colour::Black)),
        '.' | '-' | '_' | '+' | '·' => Some(None),
        _ => None,
    }
}

/// Rows that begin with a, b, c or 1, 2, 3: as many as possible, because names of columns may look like a row, too.
fn labelled_rows(lines: &[Line]) -> Option<Vec<Row>> {
    let letter = |i: usize| {
        let letter = char::from(b'a' + (i % 26) as u8);
        if i < 26 { letter.to_string() } else { format!("a{letter}") }
    };
    let number = |i: usize| (i + 1).to_string();
    let starts = (0..lines.len()).filter(|&start| !lines[start].is_blank());
    let candidates = starts.filter_map(|start| {
        let lines = &lines[start..];
        let lettered = rows_with(lines, |i, line| line.labelled(&letter(i)));
        lettered.or_else(|| rows_with(lines, |i, line| line.labelled(&number(i))))
    });
    candidates.max_by_key(Vec::len)
}

/// The most rows in succession that have no labels.
fn plain_rows(lines: &[Line]) -> Option<Vec<Row>> {
    let mut best: Option<Vec<Row>> = None;
    let mut start = 0;
    while start < lines.len() {
        let rows = rows_with(&lines[start..], |_, line| line.row(0));
        start += rows.as_ref().map_or(1, Vec::len);
        if let Some(rows) = rows
            && best.as_ref().is_none_or(|best| rows.len() > best.len())
        {
            best = Some(rows);
        }
    }
    best
}

/// The rows from the first line on, blank lines left out.
fn rows_with(lines: &[Line], read: impl Fn(usize, &Line) -> Option<Row>) -> Option<Vec<Row>> {
    let mut rows = Vec::new();
    for line in lines.iter().filter(|line| !line.is_blank()).take(LONGEST) {
        match read(rows.len(), line) {
            Some(row) => rows.push(row),
            None => break,
        }
    }
    (!rows.is_empty()).then_some(rows)
}

/// The board whose rows have these lengths. Boards p x q x r and p x r x q differ only in the way their middle rows lean.
fn find_size(rows: &[Row]) -> Result<Size, DiagramError> {
    let lengths: Vec<usize> = rows.iter().map(|row| row.signs.len()).collect();
    if lengths.len() > 1 && lengths.iter().copied().eq(1..=lengths.len()) {
        return Ok(Size::of(Game::Y, &[lengths.len()])?);
    }
    if lengths.iter().all(|&length| length == lengths[0]) {
        return Ok(Size::of(Game::Hex, &[lengths[0], rows.len()])?);
    }
    let fits = |q: usize| {
        let r = rows.len() + 1 - q;
        (0..rows.len()).all(|y| {
            let (first, last) = ((y + 1).saturating_sub(r), (lengths[0] + q - 2).min(y + lengths[0] - 1));
            (last + 1).checked_sub(first) == Some(lengths[y])
        })
    };
    let candidates: Vec<usize> = (2..rows.len()).filter(|&q| fits(q)).collect();
    let size = |q: usize| Size::of(Game::Havannah, &[lengths[0], q, rows.len() + 1 - q]);
    match candidates[..] {
        [] => {
            let lengths: Vec<_> = lengths.iter().map(usize::to_string).collect();
            Err(DiagramError::Form(lengths.join(", ")))
        }
        [q] => Ok(size(q)?),
        [.., _] => {
            let leaning = rows.windows(2).filter(|pair| pair[1].indent < pair[0].indent).count();
            let told = candidates.iter().find(|&&q| rows.len() - q == leaning);
            match told {
                Some(&q) => Ok(size(q)?),
                None => Err(DiagramError::Ambiguous(size(candidates[0])?, size(candidates[1])?)),
            }
        }
    }
}

/// The side to move, as the text says it.
fn said_turn(text: &str) -> Option<Colour> {
    text.lines().filter(|line| line.len() < 400).find_map(|line| {
        let line = line.to_ascii_lowercase();
        let says = |colour: Colour, what: &str| line.contains(&format!("{colour} {what}"));
        Colour::BOTH.into_iter().find(|&colour| {
            says(colour, "to move") || says(colour, "to play") || says(colour.other(), "wins")
        })
    })
}

/// The first colour has the move when it has no more stones than the other.
fn counted_turn(shape: &Shape, stones: &[(Cell, Colour)]) -> Colour {
    let first = shape.first_colour();
    let lead = stones.iter().filter(|stone| stone.1 == first).count();
    if 2 * lead <= stones.len() { first } else { first.other() }
}
