//! The server itself: addresses, routes, the ticker, and an orderly end.

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::console::Consoles;
use crate::listener::{Limited, Peer};
use crate::options::Options;
use crate::pool::Pool;
use crate::sessions::Sessions;
use crate::solver::Desk;
use crate::store::Store;
use crate::{api, assets, console, guard, lab, learning, limits, socket};

/// What all handlers share.
pub struct Server {
    /// What the owner decided.
    pub options: Options,
    /// The tables.
    pub sessions: Sessions,
    /// Engines of other people that answer to consoles.
    pub consoles: Consoles,
    /// The engine threads.
    pub pool: Arc<Pool>,
    /// Whose question the solver works on: there is one for all tables.
    pub desk: Desk,
    /// How many WebSockets are open.
    pub connections: Arc<AtomicUsize>,
    /// Where others can reach us, if they can.
    pub addresses: Vec<String>,
}

/// A handle on it.
pub type Shared = Arc<Server>;

/// Why the server cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be used.
    #[error("cannot listen on {address}: {error} (is another Robusto running? try --port)")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// Something else failed.
    #[error("the server failed: {0}")]
    Io(#[from] std::io::Error),
}

/// Serves the app until it is interrupted.
pub fn serve(options: Options) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(run(options));
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

async fn run(options: Options) -> Result<(), ServeError> {
    let address = SocketAddr::new(options.listen, options.port);
    let listener = TcpListener::bind(address).await.map_err(|error| ServeError::Listen { address, error })?;
    let port = listener.local_addr()?.port();
    let shared = Arc::new(Server {
        sessions: Sessions::new(Store::new(options.data.clone())),
        consoles: Consoles::default(),
        pool: Pool::start(&options),
        desk: Desk::default(),
        connections: Arc::default(),
        addresses: reachable(options.listen, port),
        options,
    });
    announce(&shared.options, port);
    tokio::spawn(tick(shared.clone()));
    let service = router(shared.clone()).into_make_service_with_connect_info::<Peer>();
    let listener = Limited::new(listener, limits::ALL_CONNECTIONS);
    tokio::select! {
        served = async { axum::serve(listener, service).await } => served?,
        _ = interrupted() => {}
    }
    shared.pool.close();
    shared.sessions.all().iter().for_each(|session| shared.sessions.save(session));
    Ok(())
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/ws", get(socket::upgrade))
        .route("/api/info", get(api::info))
        .route("/api/shape/{game}/{size}", get(api::shape))
        .route("/api/session/{id}/gtp", post(console::ask))
        .route("/api/session/{id}/lab", get(lab::runs))
        .route("/api/session/{id}/lab/{run}", get(lab::report))
        .route("/api/session/{id}/learning", get(learning::loops))
        .route("/api/swapmap/{game}/{size}", get(api::swap_map))
        .route("/api/judge", post(api::judge))
        .route("/api/diagram", post(api::diagram))
        .route("/api/connections", post(api::connections))
        .route("/api/session/{id}/game.sgf", get(api::game_file))
        .route("/api/session/{id}/games", get(api::games))
        .route("/api/session/{id}/games/{game}/{what}", post(api::change_game))
        .route(
            "/api/session/{id}/certificate",
            post(api::certificate).layer(DefaultBodyLimit::max(limits::CERTIFICATE)),
        )
        .fallback(get(assets::serve))
        .layer(DefaultBodyLimit::max(limits::MESSAGE))
        .layer(from_fn_with_state(shared.clone(), guard::guard))
        .with_state(shared)
}

/// Every fifth of a second clocks are looked at and games saved that have changed; every second it is tidied.
async fn tick(shared: Shared) {
    let mut interval = tokio::time::interval(Duration::from_millis(200));
    for count in 0u64.. {
        interval.tick().await;
        let shared = shared.clone();
        let _ = tokio::task::spawn_blocking(move || {
            for session in shared.sessions.all() {
                session.tick();
                shared.sessions.save(&session);
            }
            if count.is_multiple_of(5) {
                shared.sessions.tidy(shared.pool.ledger.share());
            }
        })
        .await;
    }
}

async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

#[expect(clippy::print_stderr, reason = "where the app is must be seen before there is a page")]
fn announce(options: &Options, port: u16) {
    let host = if options.listen.is_unspecified() || options.listen.is_loopback() {
        "127.0.0.1".to_string()
    } else {
        options.listen.to_string()
    };
    let address = format!("http://{}/", SocketAddr::new(host.parse().unwrap_or(options.listen), port));
    eprintln!("Robusto is at {address} (Ctrl-C ends it)");
    if !options.listen.is_loopback() {
        eprintln!(
            "Others on your network can reach this server; they can join a game only by a link that you make."
        );
    }
    if let Some(on_ready) = &options.on_ready {
        on_ready(port);
    }
    if !options.no_browser {
        open_browser(&address);
    }
}

/// The addresses at which others reach us.
fn reachable(listen: IpAddr, port: u16) -> Vec<String> {
    let own = if !listen.is_unspecified() { Some(listen) } else { outward_address() };
    own.filter(|own| !own.is_loopback())
        .map(|own| SocketAddr::new(own, port).to_string())
        .into_iter()
        .collect()
}

/// The address of this machine on its network: no packet is sent to find out.
fn outward_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// Opens the page if there is a browser; quietly does nothing otherwise.
fn open_browser(address: &str) {
    use std::process::{Command, Stdio};
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let _ = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
