//! The played line of a stream, without holding anything else: a proof tree of any size costs one line of memory.

use std::io::Read;

use super::SgfError;
use super::dialect::{begins, value_of};
use super::reader::{Event, Property, Reader};

/// No played line is longer than this: games have at most a few hundred moves.
const LINE_LIMIT: usize = 1_000_000;
/// Nor does its text take more bytes.
const TEXT_LIMIT: usize = 256 << 20;

/// Which child continues the played line where a file has variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Line {
    /// The last child in files of HavannahGui and Castro (`GM[Havannah]` without `AP[Robusto]`), else the first.
    #[default]
    Auto,
    /// The first child, as the SGF standard says.
    First,
    /// The last child.
    Last,
}

impl Line {
    /// Whether the last child continues the line, given the root's properties.
    pub(super) fn takes_last(self, root: &[Property]) -> bool {
        match self {
            Line::First => false,
            Line::Last => true,
            Line::Auto => {
                begins(value_of(root, "GM"), "havannah") && !begins(value_of(root, "AP"), "robusto")
            }
        }
    }
}

/// The nodes of the played line of the next game. The game is read through to its end, so that a broken file is
/// noticed; on an error the nodes so far come with it.
pub(super) fn read_line<R: Read>(
    reader: &mut Reader<R>,
    line: Line,
) -> (Vec<Vec<Property>>, Option<SgfError>) {
    let mut collected = Collected::new(line);
    loop {
        let more = match reader.next_event() {
            Ok(Some(event)) => collected.take(event),
            Ok(None) => Err(SgfError::NoGame),
            Err(error) => Err(error),
        };
        match more {
            Ok(true) => {}
            Ok(false) => return (collected.nodes, None),
            Err(error) => return (collected.nodes, Some(error)),
        }
    }
}

struct Collected {
    line: Line,
    /// Whether the last child counts, once the root is known.
    last: Option<bool>,
    /// The line so far.
    nodes: Vec<Vec<Property>>,
    /// How many nodes lead to the one that the next node follows.
    at: u32,
    /// The same for each open tree.
    branches: Vec<u32>,
    /// Whether the line has ended and the rest is only read through.
    is_done: bool,
    text: usize,
}

impl Collected {
    fn new(line: Line) -> Collected {
        Collected {
            line,
            last: None,
            nodes: Vec::new(),
            at: 0,
            branches: Vec::new(),
            is_done: false,
            text: 0,
        }
    }

    /// Whether the game goes on after the event.
    fn take(&mut self, event: Event) -> Result<bool, SgfError> {
        if !matches!(event, Event::Property(_)) && self.last.is_none() {
            self.last = self.nodes.first().map(|root| self.line.takes_last(root));
        }
        match event {
            Event::Open => self.branches.push(self.at),
            Event::Close => {
                self.is_done |= self.last != Some(true);
                self.at = self.branches.pop().unwrap_or(0);
                return Ok(!self.branches.is_empty());
            }
            Event::Node if !self.is_done => self.add_node()?,
            Event::Property(property) if !self.is_done => self.add_property(property)?,
            Event::Node | Event::Property(_) => {}
        }
        Ok(true)
    }

    /// A node takes the place of what was collected from an earlier sibling.
    fn add_node(&mut self) -> Result<(), SgfError> {
        for node in self.nodes.drain(self.at as usize..) {
            self.text -= node.iter().map(text_of).sum::<usize>();
        }
        if self.nodes.len() == LINE_LIMIT {
            return Err(SgfError::TooLarge("the played line has over a million nodes"));
        }
        self.nodes.push(Vec::new());
        self.at += 1;
        Ok(())
    }

    fn add_property(&mut self, property: Property) -> Result<(), SgfError> {
        self.text += text_of(&property);
        if self.text > TEXT_LIMIT {
            return Err(SgfError::TooLarge("the played line has over 256 MB of text"));
        }
        if let Some(node) = self.nodes.last_mut() {
            node.push(property);
        }
        Ok(())
    }
}

fn text_of(property: &Property) -> usize {
    64 + property.values.iter().map(|value| value.len() + 32).sum::<usize>()
}
