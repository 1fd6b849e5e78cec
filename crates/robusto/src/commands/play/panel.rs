//! The column beside the board: who plays, whose turn it is, the moves, and what was said.

use game::{Colour, Coords};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::table::Table;
use super::tints::{self, Depth};

/// The help line at the bottom: the longest that fits.
pub fn keys(width: u16) -> &'static str {
    const LINES: [&str; 4] = [
        " arrows, Enter or click: play · type a move · Tab hint · ^Z undo · ^Y redo · ^W swap · ^N new · ^S save · F1 words · ^Q quit",
        " type a move or arrows, Enter · Tab hint · ^Z undo · ^W swap · ^S save · ^Q quit",
        " Tab hint · ^S save · F1 help · ^Q quit",
        " F1 help · ^Q quit",
    ];
    let fits = |line: &&&str| line.chars().count() <= usize::from(width);
    LINES.iter().find(fits).unwrap_or(&LINES[3])
}

/// What stands above the board where there is no room beside it, on lines of so many characters.
pub fn short(table: &Table, cursor: &str, width: usize) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let status = wrapped(&format!("{} · cell {cursor}", table.status()), width);
    let message = wrapped(&table.message, width);
    let status = status.into_iter().map(|line| Line::from(line).style(bold));
    status.chain(message.into_iter().map(Line::from)).collect()
}

/// A text on lines of so many characters, parted between words.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// The lines of the panel, for so much room.
pub fn lines(table: &Table, cursor: &str, depth: Depth, height: usize) -> Vec<Line<'static>> {
    let shape = table.record().shape();
    let accent = Style::new().fg(depth.colour(tints::LIT));
    let mut lines = vec![
        Line::from(format!("{} {}", title(shape.game().word()), shape.size()))
            .style(Style::new().add_modifier(Modifier::BOLD)),
        Line::default(),
    ];
    let order = [shape.first_colour(), shape.first_colour().other()];
    lines.extend(order.map(|colour| player(table, colour, depth)));
    lines.push(Line::default());
    lines.push(Line::from(table.status()).style(accent.add_modifier(Modifier::BOLD)));
    lines.push(Line::from(table.message.clone()).style(accent));
    lines.push(Line::from(format!("cell {cursor}")).style(Style::new().add_modifier(Modifier::DIM)));
    lines.push(Line::default());
    let room = height.saturating_sub(lines.len() + 2);
    lines.extend(moves(table, room));
    lines
}

fn title(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

fn player(table: &Table, colour: Colour, depth: Depth) -> Line<'static> {
    let turn = !table.record().is_over() && table.record().turn() == colour;
    let sign = match (depth, colour) {
        (Depth::None, Colour::White) => Span::raw(" O "),
        (Depth::None, Colour::Black) => Span::raw(" @ "),
        (_, colour) => {
            let stone = if colour == Colour::White { tints::WHITE } else { tints::BLACK };
            Span::styled(" ● ", Style::new().fg(depth.colour(stone)).bg(depth.colour(tints::TINTS[1])))
        }
    };
    let marker = if turn { " ◂" } else { "" };
    Line::from(vec![sign, Span::raw(format!(" {}{marker}", table.name(colour)))])
}

/// The last moves, two a line.
fn moves(table: &Table, room: usize) -> Vec<Line<'static>> {
    let record = table.record();
    let names: Vec<String> = record.moves().iter().map(|mv| mv.name(record.shape(), Coords::Gui)).collect();
    let rows: Vec<Line> = names
        .chunks(2)
        .enumerate()
        .map(|(i, pair)| {
            let second = pair.get(1).map_or("", String::as_str);
            Line::from(format!("{:>3}  {:<6} {second}", i * 2 + 1, pair[0]))
        })
        .collect();
    let skipped = rows.len().saturating_sub(room);
    rows.into_iter().skip(skipped).collect()
}
