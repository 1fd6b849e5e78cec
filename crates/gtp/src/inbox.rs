//! Lines from the other side, read on a thread of their own, so that a new line can break thinking off.

#![warn(clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Read};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use engine::Stop;

/// The longest line that is read; what is longer is answered by an error.
pub const LINE_LIMIT: usize = 1 << 20;

/// Lines that wait; then the other side has to.
const WAITING_LINES: usize = 16;

/// What came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A line without its end.
    Line(Vec<u8>),
    /// A line beyond the limit, of which this is the beginning.
    TooLong(Vec<u8>),
    /// The end: nothing more will come.
    End,
}

/// Lines in the order in which they came.
pub struct Inbox {
    items: Receiver<Item>,
    next: Option<Item>,
}

impl Inbox {
    /// Reads lines on a new thread until the end. GoGui's `# interrupt` raises the flag at once.
    pub fn open(source: impl Read + Send + 'static, stop: Stop) -> Inbox {
        let (sender, items) = sync_channel(WAITING_LINES);
        // Without a thread the sender is dropped and the inbox is at its end.
        let _ = std::thread::Builder::new()
            .name("gtp input".into())
            .spawn(move || read_all(source, &sender, &stop));
        Inbox { items, next: None }
    }

    /// An inbox into which nothing comes.
    pub fn closed() -> Inbox {
        Inbox { items: sync_channel(0).1, next: None }
    }

    /// The next line, however long it takes.
    pub fn next(&mut self) -> Item {
        self.next.take().unwrap_or_else(|| self.items.recv().unwrap_or(Item::End))
    }

    /// Waits for so long; true when something has come in, which [`Inbox::next`] will give.
    pub fn wait(&mut self, time: Duration) -> bool {
        if self.next.is_none() {
            self.next = match self.items.recv_timeout(time) {
                Ok(item) => Some(item),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(Item::End),
            };
        }
        self.next.is_some()
    }
}

fn read_all(source: impl Read, sender: &SyncSender<Item>, stop: &Stop) {
    let mut source = BufReader::new(source);
    loop {
        let item = read_item(&mut source);
        if matches!(&item, Item::Line(line) if is_interrupt(line)) {
            stop.store(true, Ordering::Relaxed);
        }
        let at_end = item == Item::End;
        if sender.send(item).is_err() || at_end {
            return;
        }
    }
}

fn is_interrupt(line: &[u8]) -> bool {
    line.trim_ascii().strip_prefix(b"#").is_some_and(|rest| rest.trim_ascii() == b"interrupt")
}

/// The next line, in bounded memory. A source that fails has come to its end.
pub fn read_item(source: &mut impl BufRead) -> Item {
    let mut line = Vec::new();
    let taken = source.by_ref().take(LINE_LIMIT as u64 + 1).read_until(b'\n', &mut line);
    match taken {
        Err(_) | Ok(0) => Item::End,
        Ok(_) if line.last() == Some(&b'\n') => {
            line.pop();
            Item::Line(line)
        }
        Ok(count) if count <= LINE_LIMIT => Item::Line(line),
        Ok(_) => {
            line.truncate(64);
            line.shrink_to_fit();
            if skip_line(source) { Item::TooLong(line) } else { Item::End }
        }
    }
}

/// Skips the rest of a line; false when the source fails.
fn skip_line(source: &mut impl BufRead) -> bool {
    loop {
        let Ok(buffer) = source.fill_buf() else { return false };
        let (used, done) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(place) => (place + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        source.consume(used);
        if done {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_any_length_are_read_in_bounded_memory() {
        let mut text = b"name\n".to_vec();
        text.extend(vec![b'x'; 3 * LINE_LIMIT]);
        text.extend(b"\n\xff\xfe\nlast");
        let mut source = BufReader::new(text.as_slice());
        assert_eq!(read_item(&mut source), Item::Line(b"name".to_vec()));
        assert_eq!(read_item(&mut source), Item::TooLong(vec![b'x'; 64]));
        assert_eq!(read_item(&mut source), Item::Line(b"\xff\xfe".to_vec()));
        assert_eq!(read_item(&mut source), Item::Line(b"last".to_vec()));
        assert_eq!(read_item(&mut source), Item::End);
    }

    #[test]
    fn an_interrupt_is_seen_before_its_turn() {
        let stop = Stop::default();
        let mut inbox = Inbox::open(b"genmove w\n# interrupt\n".as_slice(), stop.clone());
        while !inbox.wait(Duration::from_secs(60)) {}
        assert_eq!(inbox.next(), Item::Line(b"genmove w".to_vec()));
        assert_eq!(inbox.next(), Item::Line(b"# interrupt".to_vec()));
        assert!(stop.load(Ordering::Relaxed));
        assert_eq!((inbox.next(), inbox.next()), (Item::End, Item::End));
    }
}
