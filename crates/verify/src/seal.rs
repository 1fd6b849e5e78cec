//! The checksum at the end of a certificate: SHA-256 of every byte before it. It tells a damaged file from a
//! wrong one and takes no part in the proof.

use std::io::{self, BufRead, BufReader, Read, Write};

use sha2::{Digest, Sha256};

use crate::header::{MAGIC, VERSION};

/// Bytes of the checksum.
pub(crate) const SEAL: usize = 32;

/// The checksum of a certificate's other bytes.
pub fn checksum(bytes: &[u8]) -> [u8; SEAL] {
    Sha256::digest(bytes).into()
}

/// Bytes that come out of a file: counted, and summed up but for the last [`SEAL`] ones.
pub(crate) struct Tape<R> {
    inner: BufReader<R>,
    sum: Sha256,
    head: Vec<u8>,
    last: Vec<u8>,
    count: u64,
}

impl<R: Read> Tape<R> {
    pub fn new(reader: R) -> Tape<R> {
        let inner = BufReader::with_capacity(1 << 16, reader);
        Tape { inner, sum: Sha256::new(), head: Vec::new(), last: Vec::new(), count: 0 }
    }

    /// Bytes read so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The checksum of all that was read.
    pub fn identity(&self) -> [u8; SEAL] {
        self.sum.clone().chain_update(&self.last).finalize().into()
    }

    /// Reads on to the end, through at most `limit` bytes: is the file of a version with a checksum, and
    /// another one? Files that cannot be read to the end are left to other complaints.
    pub fn is_damaged(&mut self, limit: u64) -> bool {
        let older = self.head.len() < 8 || &self.head[..7] != MAGIC || self.head[7] != VERSION;
        while !older && self.count <= limit {
            match self.fill_buf().map(<[u8]>::len) {
                Ok(0) => return self.sum.clone().finalize().as_slice() != self.last,
                Ok(more) => self.consume(more),
                Err(_) => return false,
            }
        }
        false
    }

    fn note(&mut self, amount: usize) {
        let new = &self.inner.buffer()[..amount];
        self.count += new.len() as u64;
        self.head.extend(new.iter().take(8 - self.head.len()));
        self.last.extend_from_slice(new);
        let settled = self.last.len().saturating_sub(SEAL);
        self.sum.update(&self.last[..settled]);
        self.last.drain(..settled);
    }
}

impl<R: Read> Read for Tape<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut available = self.fill_buf()?;
        let amount = available.read(into)?;
        self.consume(amount);
        Ok(amount)
    }
}

impl<R: Read> BufRead for Tape<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.note(amount);
        self.inner.consume(amount);
    }
}

/// Bytes that go into a file, and their sum.
pub(crate) struct Sealing<W> {
    inner: W,
    sum: Sha256,
}

impl<W: Write> Sealing<W> {
    pub fn new(inner: W) -> Sealing<W> {
        Sealing { inner, sum: Sha256::new() }
    }

    /// Writes the checksum.
    pub fn seal(mut self) -> io::Result<W> {
        self.inner.write_all(&self.sum.finalize())?;
        self.inner.flush()?;
        Ok(self.inner)
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
