//! The game on the whole screen: keys, mouse and the frame.

use std::time::Duration;

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEvent, MouseEventKind,
};
use game::{Cell, Coords, Move, cell_name};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};
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
/// The longest line that can be typed.
const LONGEST: usize = 24;

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
        raster: None,
    };
    let result = screen.run(&mut terminal);
    let _ = crossterm::execute!(std::io::stdout(), DisableMouseCapture);
    ratatui::restore();
    result
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
        self.table.fulfil(wish);
        if self.cursor.index() >= self.table.record().shape().len() || matches!(wish, Wish::New(_)) {
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
        let column = f32::from(column);
        let half = f32::from(row) * 2.0 + if raster.is_smallest() { 0.0 } else { 0.5 };
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
        let room = main.width.saturating_sub(PANEL + 2);
        let shape = self.table.record().shape();
        let raster = if self.depth == Depth::None {
            Raster::smallest(shape)
        } else {
            Raster::fitting(shape, room, main.height)
        };
        let (wide, high) = raster.extent();
        let left = (i32::from(room) - wide).max(0) as u16 / 2;
        let above = (i32::from(main.height) - high).max(0) as u16 / 2;
        self.board = Rect {
            x: main.x + left,
            y: main.y + above,
            width: (wide as u16).min(main.width - left),
            height: (high as u16).min(main.height - above),
        };
        self.raster = Some(raster);
        frame.render_widget(self.view(raster), self.board);
        self.draw_panel(frame, Rect { x: main.x + room.min(main.width), width: main.width - room, ..main });
        self.draw_input(frame, input);
        let dim = Style::new().add_modifier(Modifier::DIM);
        frame.render_widget(Line::from(panel::keys(help.width)).style(dim), help);
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
        let cursor = cell_name(self.table.record().shape(), self.cursor, Coords::Gui);
        let lines = panel::lines(&self.table, &cursor, self.depth, usize::from(area.height));
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
