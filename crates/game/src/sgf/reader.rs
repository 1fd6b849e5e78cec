//! SGF as a stream: bytes in, events out.
//!
//! The reader holds one buffer and one property, never a tree, and counts nesting instead of recursing, so the size and
//! depth of a file do not matter. Values that are not UTF-8 are taken as ISO-8859-1. Text outside game trees is
//! skipped, as the standard says.

#![warn(clippy::indexing_slicing)]

use std::io::Read;

use super::SgfError;

/// No single value may be longer than this, in bytes.
pub const VALUE_LIMIT: usize = 64 << 20;
/// No property may have more values than this.
const VALUES_LIMIT: usize = 1 << 20;
/// No identifier may be longer than this.
const IDENT_LIMIT: usize = 64;
/// No file may nest deeper than this.
const DEPTH_LIMIT: u64 = 10_000_000;

/// An identifier with its values, escapes decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Capital letters, such as `SZ`.
    pub ident: String,
    /// At least one value.
    pub values: Vec<String>,
}

/// One step through a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// `(`: a game, or a variation inside one.
    Open,
    /// `)`.
    Close,
    /// `;`: a node begins; its properties follow.
    Node,
    /// A property of the node that began last.
    Property(Property),
}

/// Reads events from bytes. Begin here: [`Reader::new`], then [`Reader::next_event`] until it gives `None`.
pub struct Reader<R> {
    source: R,
    buffer: Box<[u8]>,
    at: usize,
    filled: usize,
    line: u64,
    byte: u64,
    depth: u64,
    in_node: bool,
    seen_game: bool,
}

impl<R: Read> Reader<R> {
    /// A reader at the start of `source`, which needs no buffer of its own.
    pub fn new(source: R) -> Reader<R> {
        Reader {
            source,
            buffer: vec![0; 1 << 16].into_boxed_slice(),
            at: 0,
            filled: 0,
            line: 1,
            byte: 0,
            depth: 0,
            in_node: false,
            seen_game: false,
        }
    }

    /// How many trees are open.
    pub fn depth(&self) -> u64 {
        self.depth
    }

    /// The next event, or `None` at the end of a well-formed file with at least one game.
    pub fn next_event(&mut self) -> Result<Option<Event>, SgfError> {
        if self.depth == 0 {
            return self.find_game();
        }
        self.skip_blanks()?;
        match self.peek()? {
            Some(b'(') => {
                self.advance();
                self.open().map(Some)
            }
            Some(b')') => {
                self.advance();
                self.depth -= 1;
                self.in_node = false;
                Ok(Some(Event::Close))
            }
            Some(b';') => {
                self.advance();
                self.in_node = true;
                Ok(Some(Event::Node))
            }
            Some(byte) if byte.is_ascii_alphabetic() && self.in_node => self.property().map(Some),
            Some(byte) => Err(self.unexpected(byte)),
            None => Err(self.problem(format!("the file ends inside a game ({} left open)", self.depth))),
        }
    }

    fn open(&mut self) -> Result<Event, SgfError> {
        if self.depth == DEPTH_LIMIT {
            return Err(self.problem(format!("variations are nested more than {DEPTH_LIMIT} deep")));
        }
        self.depth += 1;
        self.in_node = false;
        Ok(Event::Open)
    }

    /// Skips to the next `(` that a `;` follows.
    fn find_game(&mut self) -> Result<Option<Event>, SgfError> {
        while let Some(byte) = self.take()? {
            if byte == b'(' {
                self.skip_blanks()?;
                if self.peek()? == Some(b';') {
                    self.seen_game = true;
                    return self.open().map(Some);
                }
            }
        }
        if self.seen_game { Ok(None) } else { Err(SgfError::NoGame) }
    }

    fn property(&mut self) -> Result<Event, SgfError> {
        let mut ident = Vec::new();
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_alphanumeric) {
            if ident.len() == IDENT_LIMIT {
                return Err(self.problem(format!("a property name is longer than {IDENT_LIMIT} letters")));
            }
            ident.push(byte);
            self.advance();
        }
        let ident = plain_ident(&ident);
        let mut values = Vec::with_capacity(1);
        loop {
            self.skip_blanks()?;
            if self.peek()? != Some(b'[') {
                break;
            }
            self.advance();
            if values.len() == VALUES_LIMIT {
                return Err(self.problem(format!("{ident} has more than {VALUES_LIMIT} values")));
            }
            values.push(self.value(&ident)?);
        }
        if values.is_empty() {
            return Err(self.problem(format!("{ident} has no value")));
        }
        Ok(Event::Property(Property { ident, values }))
    }

    /// The text up to the closing bracket, which is consumed.
    fn value(&mut self, ident: &str) -> Result<String, SgfError> {
        let mut bytes = Vec::new();
        loop {
            self.take_plain(&mut bytes);
            if bytes.len() > VALUE_LIMIT {
                let limit = VALUE_LIMIT >> 20;
                return Err(self.problem(format!("a value of {ident} is longer than {limit} MB")));
            }
            let byte = match self.take()? {
                Some(b']') => return Ok(decode(bytes)),
                Some(b'\\') => match self.take()? {
                    // An escaped line break is no text at all.
                    Some(first @ (b'\n' | b'\r')) => {
                        self.skip_second_break(first)?;
                        continue;
                    }
                    other => other,
                },
                Some(first @ (b'\n' | b'\r')) => {
                    self.skip_second_break(first)?;
                    Some(b'\n')
                }
                other => other,
            };
            let Some(byte) = byte else {
                return Err(self.problem(format!("the file ends inside a value of {ident}")));
            };
            bytes.push(byte);
        }
    }

    /// Takes what is in the buffer up to a byte that means something.
    fn take_plain(&mut self, bytes: &mut Vec<u8>) {
        let buffered = self.buffer.get(self.at..self.filled).unwrap_or_default();
        let special = |byte: &u8| matches!(byte, b']' | b'\\' | b'\n' | b'\r');
        let plain = buffered.split(special).next().unwrap_or_default();
        bytes.extend_from_slice(plain);
        self.byte += plain.len() as u64;
        self.at += plain.len();
    }

    /// `\r\n` and `\n\r` are one line break.
    fn skip_second_break(&mut self, first: u8) -> Result<(), SgfError> {
        if self.peek()?.is_some_and(|next| next != first && matches!(next, b'\n' | b'\r')) {
            self.advance();
        }
        Ok(())
    }

    fn skip_blanks(&mut self) -> Result<(), SgfError> {
        while self.peek()?.is_some_and(|byte| byte.is_ascii_whitespace() || byte == 0x0B) {
            self.advance();
        }
        Ok(())
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, SgfError> {
        if self.at == self.filled {
            self.at = 0;
            self.filled = self.refill()?;
        }
        Ok((self.at < self.filled).then(|| self.buffer.get(self.at).copied()).flatten())
    }

    fn refill(&mut self) -> Result<usize, SgfError> {
        loop {
            match self.source.read(&mut self.buffer) {
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(SgfError::Io(error.to_string())),
            }
        }
    }

    #[inline]
    fn advance(&mut self) {
        self.line += u64::from(self.buffer.get(self.at) == Some(&b'\n'));
        self.byte += 1;
        self.at += 1;
    }

    #[inline]
    fn take(&mut self) -> Result<Option<u8>, SgfError> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.advance();
        }
        Ok(byte)
    }

    fn problem(&self, problem: String) -> SgfError {
        SgfError::Syntax { line: self.line, byte: self.byte + 1, problem }
    }

    fn unexpected(&self, byte: u8) -> SgfError {
        let name = if byte.is_ascii_graphic() {
            format!("{:?}", char::from(byte))
        } else {
            format!("byte 0x{byte:02x}")
        };
        self.problem(format!("{name} is out of place"))
    }
}

/// Old files spell identifiers with small letters in between (`SiZe`), which do not count.
fn plain_ident(ident: &[u8]) -> String {
    let is_mixed = ident.first().is_some_and(u8::is_ascii_uppercase);
    let counts = |byte: &&u8| !is_mixed || !byte.is_ascii_lowercase();
    ident.iter().filter(counts).map(|byte| char::from(byte.to_ascii_uppercase())).collect()
}

fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
