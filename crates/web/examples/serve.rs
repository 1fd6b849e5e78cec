//! Serves the app alone: `cargo run -p robusto-web --example serve -- --port 7373 --data DIR`.

use std::net::IpAddr;

fn main() {
    let mut options = web::Options { no_browser: true, ..web::Options::default() };
    let mut words = std::env::args().skip(1);
    while let (Some(name), Some(value)) = (words.next(), words.next()) {
        match name.as_str() {
            "--port" => options.port = value.parse().expect("a port"),
            "--threads" => options.threads = value.parse().expect("a number of threads"),
            "--listen" => options.listen = value.parse::<IpAddr>().expect("an address"),
            "--engines" => {
                let engines = gtp::Engines::open(Some(value.as_ref())).expect("a file of engines");
                options.engines = std::sync::Arc::new(engines);
            }
            "--data" => options.data = Some(value.into()),
            other => panic!("unknown option {other}"),
        }
    }
    if let Err(error) = web::serve(options) {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
