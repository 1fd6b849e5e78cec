//! One WebSocket connection: hello, then wishes in and views out.
//!
//! Reading and writing are independent: what waits to be sent stands in an [`Outbox`], so a client that does not read costs nothing
//! but its place, and is cut off when it accepts nothing for a while.

#![warn(clippy::indexing_slicing)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::limits;
use crate::listener::Peer;
use crate::message::{Command, Hello, Wish};
use crate::outbox::{Outbox, Slot};
use crate::server::Shared;
use crate::session::Session;
use crate::table::Role;
use crate::{outbox, solver, view};

/// A client must say hello within this time.
const HELLO_TIME: Duration = Duration::from_secs(10);
/// And take a message within this.
const SEND_TIME: Duration = Duration::from_secs(15);
/// A ping goes out this often; its answer keeps a quiet connection open.
const PING_TIME: Duration = Duration::from_secs(25);

/// Opens a connection.
pub async fn upgrade(
    State(shared): State<Shared>,
    ConnectInfo(Peer(peer)): ConnectInfo<Peer>,
    socket: WebSocketUpgrade,
) -> Response {
    let count = shared.connections.clone();
    if count.fetch_add(1, Ordering::Relaxed) >= limits::ALL_CONNECTIONS {
        count.fetch_sub(1, Ordering::Relaxed);
        return (StatusCode::SERVICE_UNAVAILABLE, "Too many connections.").into_response();
    }
    let place = Place(count);
    let socket = socket.max_message_size(limits::MESSAGE).max_frame_size(limits::MESSAGE);
    socket.on_upgrade(move |socket| async move {
        let _place = place;
        talk(shared, peer, socket).await;
    })
}

/// A place among the connections, given back when dropped.
struct Place(Arc<std::sync::atomic::AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn talk(shared: Shared, peer: SocketAddr, mut socket: WebSocket) {
    let hello = match tokio::time::timeout(HELLO_TIME, socket.recv()).await {
        Ok(Some(Ok(Message::Text(text)))) => serde_json::from_str::<Hello>(&text).unwrap_or_default(),
        _ => return,
    };
    let entered = {
        let shared = shared.clone();
        let is_local = peer.ip().to_canonical().is_loopback();
        tokio::task::spawn_blocking(move || shared.sessions.enter(&hello, is_local)).await
    };
    let refusal = match entered {
        Ok(Ok((session, role))) => {
            let outbox = Arc::new(Outbox::default());
            match session.join(role, outbox.clone()) {
                Some(number) => {
                    shared.pool.queue(&session);
                    converse(&shared, &session, role, &outbox, socket).await;
                    return session.leave(number);
                }
                None => "Too many people look at this game.".to_string(),
            }
        }
        Ok(Err(refusal)) => refusal,
        Err(_) => return,
    };
    let message = outbox::text(&view::notice("refused", &refusal));
    let _ = tokio::time::timeout(SEND_TIME, socket.send(Message::Text(message.into()))).await;
}

async fn converse(
    shared: &Shared,
    session: &Arc<Session>,
    role: Role,
    outbox: &Arc<Outbox>,
    mut socket: WebSocket,
) {
    let mut budget = Budget::new();
    let mut ping = tokio::time::interval(PING_TIME);
    loop {
        tokio::select! {
            text = outbox.next() => {
                let sent = tokio::time::timeout(SEND_TIME, socket.send(Message::Text(text.into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
            received = socket.recv() => match received {
                Some(Ok(Message::Text(text))) => {
                    budget.spend().await;
                    obey(shared, session, role, outbox, text.as_str()).await;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => budget.spend().await,
            },
            _ = ping.tick() => {
                let sent = tokio::time::timeout(SEND_TIME, socket.send(Message::Ping(Vec::new().into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    return;
                }
            }
        }
    }
}

async fn obey(shared: &Shared, session: &Arc<Session>, role: Role, outbox: &Arc<Outbox>, text: &str) {
    let wish = match serde_json::from_str::<Wish>(text) {
        Ok(wish) => wish,
        Err(error) => {
            let text = format!("The server does not understand this message: {error}.");
            return outbox.put(Slot::Notice, &view::notice("error", &text));
        }
    };
    let (shared, session, outbox) = (shared.clone(), session.clone(), outbox.clone());
    // Opening a large file takes a while: off the threads that serve everybody.
    let _ = tokio::task::spawn_blocking(move || {
        if let (&Command::Solve { on }, Role::Owner) = (&wish.command, role) {
            if !session.turns_away(role, &outbox, &wish) {
                solver::ask(&session, &shared, on);
            }
            return;
        }
        if let (Command::Reopen { kept }, Role::Owner) = (&wish.command, role) {
            if let Err(error) = shared.sessions.reopen(&session, kept) {
                outbox.put(Slot::Notice, &view::notice("error", &error));
            }
            return shared.pool.queue(&session);
        }
        if session.handle(role, &outbox, wish) {
            shared.pool.queue(&session);
        }
    })
    .await;
}

/// Slows down clients that send without pause.
struct Budget {
    left: u32,
    since: Instant,
}

impl Budget {
    fn new() -> Budget {
        Budget { left: limits::MESSAGES_PER_SECOND, since: Instant::now() }
    }

    async fn spend(&mut self) {
        let second = Duration::from_secs(1);
        if self.since.elapsed() >= second {
            *self = Budget::new();
        }
        if self.left == 0 {
            tokio::time::sleep(second.saturating_sub(self.since.elapsed())).await;
            *self = Budget::new();
        }
        self.left -= 1;
    }
}
