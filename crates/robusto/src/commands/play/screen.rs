//! The game on the whole screen: keys, mouse and the frame.

use std::time::Duration;

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEvent, MouseEventKind,
};
use game::{Cell, Coords, Move, cell_name};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use ratatui::{DefaultTerminal, Frame};

use super::board::BoardView;
use super::panel;
use super::raster::Raster;
use super::table::Table;
use super::tints::Depth;
use super::words::{self, Wish};
use crate::exit::Outcome;

/// How often we look for the computer's answer.
const TICK: Duration = Duration::from_millis(60);
/// How wide the panel is.
const PANEL: u16 = 32;
/// The most lines above the board where there is no room for the panel.
const MOST_LINES: usize = 4;
/// The longest line that can be typed.
const LONGEST: usize = 60;

/// Plays until the player leaves.
pub fn run(mut table: Table) -> Outcome {
    table.begin_turn();
    let mut terminal = ratatui::try_init()?;
    // Without a mouse everything works by keys.
    let _ = crossterm::execute!(std::io::stdout(), EnableMouseCapture);
    let cursor = middle(&table);
    let mut screen = Screen {
        table,
        cursor,
        typed: String::new(),
        depth: Depth::of_terminal(),
        board: Rect::default(),
        hidden: (0, 0),
        raster: None,
    };
    let result = screen.run(&mut terminal);
    let _ = crossterm::execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    screen.table.leave()?;
    if let Some(words) = screen.table.how_to_go_on() {
        println!("{words}");
    }
    result
}

/// How much of a line of `whole` places is left out before the `room` that shows the place `at`.
fn hidden_part(whole: u16, room: u16, at: u16) -> u16 {
    at.saturating_sub(room / 2).min(whole.saturating_sub(room))
}

fn middle(table: &Table) -> Cell {
    Cell::new(table.record().shape().len() / 2)
}

struct Screen {
    table: Table,
    cursor: Cell,
    typed: String,
    depth: Depth,
    /// Where the board was drawn last, for the mouse.
    board: Rect,
    /// How many columns and rows of it did not fit, at the left and above.
    hidden: (u16, u16),
    raster: Option<Raster>,
}

impl Screen {
    fn run(&mut self, terminal: &mut DefaultTerminal) -> Outcome {
        loop {
            terminal.draw(|frame| self.draw(frame))?;
            if event::poll(TICK)? && self.is_leaving(event::read()?) {
                return Ok(());
            }
            self.table.look_for_answer();
        }
    }

    /// Acts on an event; true when the player leaves.
    fn is_leaving(&mut self, event: Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match self.wish_of(key) {
                Some(Wish::Quit) => return true,
                Some(wish) => self.fulfil(wish),
                None => {}
            },
            Event::Mouse(mouse) => self.point(mouse),
            _ => {}
        }
        false
    }

    fn fulfil(&mut self, wish: Wish) {
        let begins = matches!(wish, Wish::New(_));
        self.table.fulfil(wish);
        if self.cursor.index() >= self.table.record().shape().len() || begins {
            self.cursor = middle(&self.table);
        }
    }

    fn wish_of(&mut self, key: KeyEvent) -> Option<Wish> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'q' | 'd') => Some(Wish::Quit),
                KeyCode::Char('z' | 'u') => Some(Wish::Undo),
                KeyCode::Char('y' | 'r') => Some(Wish::Redo),
                KeyCode::Char('n') => Some(Wish::New(None)),
                KeyCode::Char('w') => Some(Wish::Play(Move::Swap)),
                KeyCode::Char('s') => Some(Wish::Save(None)),
                _ => None,
            };
        }
        match key.code {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, -1),
            KeyCode::Down => self.step(0, 1),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Tab => return Some(Wish::Hint),
            KeyCode::F(1) => return Some(Wish::Help),
            KeyCode::Enter => return self.enter(),
            KeyCode::Char(' ') if self.typed.is_empty() => return self.enter(),
            KeyCode::Char(c) if self.typed.len() < LONGEST && (c.is_ascii_graphic() || c == ' ') => {
                self.typed.push(c)
            }
            _ => {}
        }
        None
    }

    /// What was typed, or else a stone where the cursor is.
    fn enter(&mut self) -> Option<Wish> {
        let typed = std::mem::take(&mut self.typed);
        if typed.trim().is_empty() {
            return self.play_at(self.cursor);
        }
        match words::read(&typed, self.table.record()) {
            Ok(wish) => Some(wish),
            Err(sentence) => {
                self.table.message = sentence;
                None
            }
        }
    }

    fn play_at(&mut self, cell: Cell) -> Option<Wish> {
        if self.table.record().is_over() {
            self.table.message = "The game is over: ^N begins a new one.".into();
            return None;
        }
        self.table.awaits_person().then_some(Wish::Play(Move::Cell(cell)))
    }

    /// Moves the cursor along its row, or to the cell above or below that lies nearest.
    fn step(&mut self, dx: i32, dy: i32) {
        let shape = self.table.record().shape();
        let raster = Raster::smallest(shape);
        let (x, y) = shape.place(self.cursor);
        if dy == 0 {
            self.cursor = shape.cell_at(x + dx, y).unwrap_or(self.cursor);
            return;
        }
        let here = raster.middle(self.cursor).0;
        // Between two cells that are equally near, rows take turns, so that up and down run straight.
        let lean = if y % 2 == 0 { 0.1 } else { -0.1 };
        let away = |cell: &Cell| (raster.middle(*cell).0 - here + lean * f32::from(dy as i8)).abs();
        let row = shape.cells().filter(|&cell| shape.place(cell).1 == y + dy);
        self.cursor = row.min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(self.cursor);
    }

    fn point(&mut self, mouse: MouseEvent) {
        let Some(raster) = self.raster else { return };
        let inside = self.board.contains((mouse.column, mouse.row).into());
        let (column, row) =
            (mouse.column.saturating_sub(self.board.x), mouse.row.saturating_sub(self.board.y));
        let column = f32::from(column + self.hidden.0);
        let half = f32::from(row + self.hidden.1) * 2.0 + if raster.is_smallest() { 0.0 } else { 0.5 };
        let Some((cell, _)) = raster.cell_at(column, half).filter(|_| inside) else { return };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.cursor = cell;
                if let Some(wish) = self.play_at(cell) {
                    self.fulfil(wish);
                }
            }
            MouseEventKind::Moved => self.cursor = cell,
            _ => {}
        }
    }

    fn draw(&mut self, frame: &mut Frame) {
        let [main, input, help] =
            Layout::vertical([Constraint::Min(3), Constraint::Length(1), Constraint::Length(1)])
                .areas(frame.area());
        let (least, _) = Raster::smallest(self.table.record().shape()).extent();
        if i32::from(main.width) >= least + i32::from(PANEL) + 2 {
            let [board, panel] =
                Layout::horizontal([Constraint::Min(1), Constraint::Length(PANEL + 2)]).areas(main);
            self.draw_board(frame, board);
            self.draw_panel(frame, panel);
        } else {
            let lines = panel::short(&self.table, &self.cursor_name(), usize::from(main.width));
            let height = lines.len().min(MOST_LINES) as u16;
            let [above, board] =
                Layout::vertical([Constraint::Length(height), Constraint::Min(1)]).areas(main);
            frame.render_widget(Paragraph::new(lines), above);
            self.draw_board(frame, board);
        }
        self.draw_input(frame, input);
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(Line::from(panel::keys(help.width)).style(dim), help);
    }

    /// The board in the middle of its room; of a board that is larger, the part around the cursor.
    fn draw_board(&mut self, frame: &mut Frame, room: Rect) {
        let shape = self.table.record().shape();
        let raster = match self.depth {
            Depth::None => Raster::smallest(shape),
            _ => Raster::fitting(shape, room.width, room.height),
        };
        let (wide, high) = raster.extent();
        let whole = Rect { x: 0, y: 0, width: wide as u16, height: high as u16 };
        let mut drawn = Buffer::empty(whole);
        self.view(raster).render(whole, &mut drawn);
        let (column, half) = raster.middle(self.cursor);
        let hidden = (
            hidden_part(whole.width, room.width, column as u16),
            hidden_part(whole.height, room.height, (half / 2.0) as u16),
        );
        self.board = Rect {
            x: room.x + room.width.saturating_sub(whole.width) / 2,
            y: room.y + room.height.saturating_sub(whole.height) / 2,
            width: whole.width.min(room.width),
            height: whole.height.min(room.height),
        };
        for at in self.board.positions() {
            let from = (at.x - self.board.x + hidden.0, at.y - self.board.y + hidden.1);
            if let (Some(to), Some(from)) = (frame.buffer_mut().cell_mut(at), drawn.cell(from)) {
                *to = from.clone();
            }
        }
        (self.raster, self.hidden) = (Some(raster), hidden);
    }

    fn cursor_name(&self) -> String {
        cell_name(self.table.record().shape(), self.cursor, Coords::Gui)
    }

    fn view(&self, raster: Raster) -> BoardView<'_> {
        let awaits = self.table.awaits_person();
        BoardView {
            record: self.table.record(),
            cursor: awaits.then_some(self.cursor),
            hint: self.table.hint,
            depth: self.depth,
            raster,
        }
    }

    fn draw_panel(&self, frame: &mut Frame, area: Rect) {
        let lines = panel::lines(&self.table, &self.cursor_name(), self.depth, usize::from(area.height));
        let inner = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(1),
            height: area.height.saturating_sub(1),
        };
        frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), inner);
    }

    fn draw_input(&self, frame: &mut Frame, area: Rect) {
        let text = format!(" > {}", self.typed);
        let end = area.x + text.len() as u16;
        frame.render_widget(Line::from(text), area);
        frame.set_cursor_position((end.min(area.right().saturating_sub(1)), area.y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Options, Session};
    use game::{Shape, Size};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn screen(size: usize, depth: Depth) -> Screen {
        let shape = Shape::of(Size::havannah(size).unwrap());
        let session = Session::new(shape, Box::new(engine::AllPlayers::new()), Options::default());
        let table = Table::new(session, engine::Sides([true; 2]), "level-1".into());
        let cursor = middle(&table);
        let (typed, board) = (String::new(), Rect::default());
        Screen { table, cursor, typed, depth, board, hidden: (0, 0), raster: None }
    }

    fn drawn(screen: &mut Screen, columns: u16, rows: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        terminal.draw(|frame| screen.draw(frame)).unwrap();
        terminal.backend().to_string()
    }

    #[test]
    fn a_narrow_screen_shows_the_whole_board_and_whose_turn_it_is() {
        let mut screen = screen(4, Depth::None);
        let text = drawn(&mut screen, 40, 15);
        assert_eq!(text.matches('.').count(), 37, "{text}");
        assert!(text.contains("White to move") && text.contains("cell d4"), "{text}");
        let wide = drawn(&mut screen, 80, 24);
        assert_eq!(wide.matches('.').count(), 37, "{wide}");
        assert!(wide.contains("a person"), "{wide}");
    }

    #[test]
    fn a_board_beyond_the_screen_follows_the_cursor_and_the_mouse() {
        let mut screen = screen(10, Depth::None);
        for corner in [0, screen.table.record().shape().len() - 1] {
            screen.cursor = Cell::new(corner);
            drawn(&mut screen, 40, 15);
            let (column, half) = screen.raster.unwrap().middle(screen.cursor);
            let (x, y) = (column.ceil() as u16 - screen.hidden.0, (half / 2.0) as u16 - screen.hidden.1);
            assert!(x < screen.board.width && y < screen.board.height, "{corner}");
            let (x, y) = (screen.board.x + x, screen.board.y + y);
            let there = screen.cursor;
            screen.cursor = middle(&screen.table);
            let mouse = MouseEventKind::Moved;
            screen.point(MouseEvent { kind: mouse, column: x, row: y, modifiers: KeyModifiers::NONE });
            assert_eq!(screen.cursor, there);
        }
        assert_ne!(screen.hidden, (0, 0));
    }
}
