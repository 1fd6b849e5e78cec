//! Connections as they come in: so many at once and no more, and none that stays silent for long.
//!
//! A page keeps one connection open, on which there is a ping at least every half minute; a client that opens connections and says
//! nothing loses them.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// Silence that ends a connection: longer than two pings.
const SILENCE: Duration = Duration::from_secs(60);

/// A listener that hands out so many connections at once; those beyond are closed.
pub struct Limited {
    inner: TcpListener,
    places: Arc<Semaphore>,
}

impl Limited {
    /// At most `count` connections from a listener.
    pub fn new(inner: TcpListener, count: usize) -> Limited {
        Limited { inner, places: Arc::new(Semaphore::new(count)) }
    }
}

impl Listener for Limited {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let (stream, peer) = Listener::accept(&mut self.inner).await;
            if let Ok(place) = self.places.clone().try_acquire_owned() {
                return (Connection { stream, deadline: Box::pin(sleep(SILENCE)), _place: place }, peer);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.inner.local_addr()
    }
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, Limited>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Limited>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// A connection with its place among all.
pub struct Connection {
    stream: TcpStream,
    deadline: Pin<Box<Sleep>>,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            self.deadline.as_mut().reset(Instant::now() + SILENCE);
            return read;
        }
        match self.deadline.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn connections_beyond_the_limit_are_closed_and_places_come_back() {
        let inner = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = inner.local_addr().unwrap();
        let mut listener = Limited::new(inner, 1);
        let _first = TcpStream::connect(address).await.unwrap();
        let (held, _) = listener.accept().await;
        let mut second = TcpStream::connect(address).await.unwrap();
        let accepting = tokio::spawn(async move {
            let (_connection, peer) = listener.accept().await;
            peer
        });
        // The second is closed without an answer.
        assert_eq!(second.read(&mut [0; 8]).await.unwrap_or(0), 0);
        drop(held);
        let third = TcpStream::connect(address).await.unwrap();
        assert_eq!(accepting.await.unwrap(), third.local_addr().unwrap());
    }
}
