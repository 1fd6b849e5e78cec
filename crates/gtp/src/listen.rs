//! GTP over TCP: one session for each connection.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::{Desk, serve};

/// The most connections at a time.
pub const MOST_CONNECTIONS: usize = 8;

/// How long a peer may leave an answer unread.
const PATIENCE: Duration = Duration::from_secs(60);

/// A port that is open.
pub struct Listening {
    listener: TcpListener,
}

/// Opens a port: `7374` or `:7374` on this machine alone, `HOST:PORT` where it says.
pub fn listen(address: &str) -> io::Result<Listening> {
    let address = match address.strip_prefix(':').unwrap_or(address).parse::<u16>() {
        Ok(port) => SocketAddr::from(([127, 0, 0, 1], port)),
        Err(_) => address.to_socket_addrs()?.next().ok_or(io::ErrorKind::AddrNotAvailable)?,
    };
    Ok(Listening { listener: TcpListener::bind(address)? })
}

impl Listening {
    /// The address that peers connect to.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves connections for good, each with a desk of its own that may not use files. One too many is told so.
    pub fn run(self, new_desk: impl Fn() -> Desk + Send + Sync + 'static) {
        let new_desk = Arc::new(new_desk);
        let count = Arc::new(AtomicUsize::new(0));
        for stream in self.listener.incoming() {
            // A connection that breaks before it begins is no matter.
            let Ok(mut stream) = stream else { continue };
            if count.load(Ordering::SeqCst) >= MOST_CONNECTIONS {
                let _ = stream.write_all(b"? there are too many connections\n\n");
                continue;
            }
            let place = Place::take(&count);
            let new_desk = Arc::clone(&new_desk);
            let run = move || {
                let _place = place;
                converse(stream, new_desk());
            };
            // Without a thread the connection is closed.
            let _ = std::thread::Builder::new().name("gtp connection".into()).spawn(run);
        }
    }
}

/// One of the places for connections, given back when dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(count: &Arc<AtomicUsize>) -> Place {
        count.fetch_add(1, Ordering::SeqCst);
        Place(Arc::clone(count))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn converse(mut stream: TcpStream, mut desk: Desk) {
    desk.may_use_files = false;
    let _ = stream.set_nodelay(true);
    let _ = stream.set_write_timeout(Some(PATIENCE));
    if let Ok(input) = stream.try_clone() {
        serve(&mut desk, input, &mut stream);
    }
    let _ = stream.shutdown(std::net::Shutdown::Both);
}
