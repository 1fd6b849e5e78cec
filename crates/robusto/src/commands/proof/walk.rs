//! A walk through a proof in the terminal: the board, the moves that go on, and keys.
//!
//! The board stands beside the moves or above them; where there is room for neither, Tab changes between the
//! two.

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use game::{Coords, Game, Record, Shape, Size};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use ratatui::{DefaultTerminal, Frame};
use solve::proof::Proof;

use super::show::{path, rows};
use crate::commands::show;
use crate::exit::Outcome;

/// The fewest columns for a list of moves.
const LIST: usize = 24;
/// The fewest rows for one.
const FEW: usize = 3;

/// Walks from a vertex until the user leaves. The head stands above everything.
pub fn run(proof: &Proof, at: usize, head: &str) -> Outcome {
    let mut terminal = ratatui::try_init()?;
    let result = Walk::new(proof, at, head).run(&mut terminal);
    ratatui::restore();
    result
}

struct Walk<'a> {
    proof: &'a Proof,
    head: &'a str,
    at: usize,
    /// The move that a key would follow.
    chosen: usize,
    /// Whether the board is to be seen where there is no room for both.
    shows_board: bool,
}

impl<'a> Walk<'a> {
    fn new(proof: &'a Proof, at: usize, head: &'a str) -> Walk<'a> {
        Walk { proof, head, at, chosen: 0, shows_board: false }
    }

    fn run(&mut self, terminal: &mut DefaultTerminal) -> Outcome {
        loop {
            terminal.draw(|frame| self.draw(frame))?;
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
                && self.is_leaving(key)
            {
                return Ok(());
            }
        }
    }

    /// Acts on a key; true when the user leaves.
    fn is_leaving(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let last = self.moves().len().saturating_sub(1);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return true,
            KeyCode::Char('q') | KeyCode::Esc => return true,
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(10),
            KeyCode::PageDown => self.chosen = (self.chosen + 10).min(last),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = last,
            KeyCode::Enter | KeyCode::Right | KeyCode::Char(' ' | 'l') => self.follow(),
            KeyCode::Left | KeyCode::Backspace | KeyCode::Char('h' | 'b') => self.go_back(),
            KeyCode::Char('t') => {
                self.at = self.proof.roots.first().copied().unwrap_or(self.at);
                self.chosen = 0;
            }
            KeyCode::Tab => self.shows_board = !self.shows_board,
            _ => {}
        }
        false
    }

    fn moves(&self) -> Vec<usize> {
        self.proof.large_children(self.at, 0)
    }

    fn follow(&mut self) {
        if let Some(&next) = self.moves().get(self.chosen) {
            (self.at, self.chosen) = (next, 0);
        }
    }

    /// Goes back to the move before, with the one that was left chosen.
    fn go_back(&mut self) {
        let Some(parent) = self.proof.vertices[self.at].parent else { return };
        let left = std::mem::replace(&mut self.at, parent);
        self.chosen = self.moves().iter().position(|&vertex| vertex == left).unwrap_or(0);
    }

    fn draw(&self, frame: &mut Frame) {
        let lengths = [Constraint::Length(2), Constraint::Min(1), Constraint::Length(1)];
        let [head, main, keys] = Layout::vertical(lengths).areas(frame.area());
        let known = &self.proof.vertices[self.at];
        let place = format!("{} ({} positions below)", path(self.proof, self.at), known.below);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let lines = vec![Line::from(self.head).style(bold), Line::from(tail(&place, head.width))];
        frame.render_widget(Paragraph::new(lines), head);
        let board = board(self.proof, self.at).unwrap_or_default();
        let (board_room, list_room) = self.rooms(main, &board);
        frame.render_widget(Paragraph::new(board), board_room);
        self.draw_list(frame, list_room);
        let dim = Style::new().add_modifier(Modifier::DIM);
        let text = if keys.width < 60 { "↑↓ ⏎ ← t Tab q" } else { KEYS };
        frame.render_widget(Line::from(text).style(dim), keys);
    }

    /// Where the board and the list stand; one of them nowhere, if there is no room for both.
    fn rooms(&self, main: Rect, board: &str) -> (Rect, Rect) {
        let wide = board.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0);
        let high = board.lines().count();
        let (columns, rows) = (usize::from(main.width), usize::from(main.height));
        let parts = |layout: Layout| -> (Rect, Rect) {
            let [board, list] = layout.areas(main);
            (board, list)
        };
        if wide + 2 + LIST <= columns && high <= rows {
            let board = Constraint::Length(wide as u16 + 2);
            parts(Layout::horizontal([board, Constraint::Min(1)]))
        } else if wide <= columns && high + FEW <= rows {
            parts(Layout::vertical([Constraint::Length(high as u16), Constraint::Min(1)]))
        } else if self.shows_board {
            (main, Rect::default())
        } else {
            (Rect::default(), main)
        }
    }

    fn draw_list(&self, frame: &mut Frame, room: Rect) {
        let height = usize::from(room.height);
        if height == 0 {
            return;
        }
        let rows = rows(self.proof, self.at);
        let first = self.chosen.saturating_sub(height / 2).min(rows.len().saturating_sub(height));
        let lines = rows.iter().enumerate().skip(first).take(height).map(|(i, row)| {
            let style = Style::new();
            let style = if i == self.chosen { style.add_modifier(Modifier::REVERSED) } else { style };
            Line::from(row.clone()).style(style)
        });
        let lines: Vec<Line> = lines.collect();
        let lines = if lines.is_empty() { vec![Line::from("the proof goes no further here")] } else { lines };
        frame.render_widget(Paragraph::new(lines), room);
    }
}

const KEYS: &str = "↑ ↓ choose · Enter follow · ← back · t top · Tab board or moves · q quit";

/// The end of a text that is longer than the width.
fn tail(text: &str, width: u16) -> String {
    let (length, width) = (text.chars().count(), usize::from(width));
    if length <= width {
        return text.into();
    }
    std::iter::once('…').chain(text.chars().skip(length + 1 - width)).collect()
}

/// The board at a vertex as text, if the claim is about a position that we can draw.
fn board(proof: &Proof, at: usize) -> Option<String> {
    let game = Game::named(proof.claim.game())?;
    let shape = Shape::of(Size::parse(game, &proof.claim.size()).ok()?);
    let moves = [proof.claim.names(), proof.path(at)].concat().join(" ");
    let record = Record::from_moves(shape, &moves, Coords::Gui).ok()?;
    Some(show::text(&record).trim_end().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    /// A proof that comes with the program: White wins size 4 after a1.
    fn proof() -> Proof {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../proofs/havannah-4-a1.proof");
        let bytes = std::fs::read(file).unwrap();
        Proof::check(&bytes, &verify::Limits::default(), &mut |_| true).unwrap()
    }

    fn drawn(walk: &Walk, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| walk.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    fn press(walk: &mut Walk, code: KeyCode) -> bool {
        walk.is_leaving(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn the_board_and_the_moves_are_seen_at_forty_columns() {
        let proof = proof();
        let mut walk = Walk::new(&proof, proof.roots[0], "havannah size 4: white");
        let text = drawn(&walk, 40, 15);
        assert_eq!(text.matches('.').count(), 36, "{text}");
        assert!(text.contains("havannah size 4") && text.contains("replies"), "{text}");
        press(&mut walk, KeyCode::Enter);
        let text = drawn(&walk, 40, 15);
        assert!(text.contains("after ") && text.matches('.').count() == 35, "{text}");
        let low = drawn(&walk, 40, 10);
        assert!(!low.contains('.') && low.contains("after "), "{low}");
        press(&mut walk, KeyCode::Tab);
        assert!(drawn(&walk, 40, 10).matches('.').count() > 20);
    }

    #[test]
    fn keys_lead_down_and_back() {
        let proof = proof();
        let mut walk = Walk::new(&proof, proof.roots[0], "");
        let count = walk.moves().len();
        assert!(count > 2);
        press(&mut walk, KeyCode::Down);
        press(&mut walk, KeyCode::Right);
        assert_eq!(proof.vertices[walk.at].parent, Some(proof.roots[0]));
        press(&mut walk, KeyCode::Left);
        assert_eq!((walk.at, walk.chosen), (proof.roots[0], 1));
        press(&mut walk, KeyCode::End);
        press(&mut walk, KeyCode::Down);
        assert_eq!(walk.chosen, count - 1);
        for _ in 0..50 {
            press(&mut walk, KeyCode::Enter);
        }
        press(&mut walk, KeyCode::Char('t'));
        assert_eq!(walk.at, proof.roots[0]);
        assert!(!press(&mut walk, KeyCode::Char('x')) && press(&mut walk, KeyCode::Char('q')));
    }
}
