//! Who may talk to the server: checks of `Host` and `Origin` against DNS rebinding and cross-site requests, and the headers
//! that keep the page to itself.

#![warn(clippy::indexing_slicing)]

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::server::Shared;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// Refuses foreign requests and adds headers to the answers.
pub async fn guard(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let refusal = if !is_own_host(headers, &shared.options.host_names) {
        Some("This server answers only to its own address.")
    } else if !is_own_origin(headers, request.method()) {
        Some("Requests from other sites are refused.")
    } else {
        None
    };
    let mut response = match refusal {
        Some(text) => (StatusCode::FORBIDDEN, text).into_response(),
        None => next.run(request).await,
    };
    let set = |headers: &mut HeaderMap, name: &'static str, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    let headers = response.headers_mut();
    set(headers, "content-security-policy", POLICY);
    set(headers, "x-content-type-options", "nosniff");
    set(headers, "referrer-policy", "no-referrer");
    set(headers, "cross-origin-opener-policy", "same-origin");
    set(headers, "cross-origin-resource-policy", "same-origin");
    set(headers, "permissions-policy", "camera=(), microphone=(), geolocation=()");
    response
}

/// A name that an attacker could point at us is refused; numbers and our own names cannot be rebound.
fn is_own_host(headers: &HeaderMap, names: &[String]) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    let Ok(host) = host.to_str() else { return false };
    let name = without_port(host);
    let is_number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    is_number
        || name.eq_ignore_ascii_case("localhost")
        || names.iter().any(|own| name.eq_ignore_ascii_case(own))
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port))
            if !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit()) && !name.is_empty() =>
        {
            name
        }
        _ => host,
    }
}

/// A browser names the page that asks: it must be ours. Other programs send no origin; they cannot be tricked by a page.
fn is_own_origin(headers: &HeaderMap, method: &Method) -> bool {
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    let is_read = method == Method::GET && !headers.contains_key(header::UPGRADE);
    if !is_read && matches!(site, Some("cross-site" | "same-site")) {
        return false;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let (Ok(origin), Some(Ok(host))) = (origin.to_str(), headers.get(header::HOST).map(|host| host.to_str()))
    else {
        return false;
    };
    origin.strip_prefix("http://").is_some_and(|from| from.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn names_that_could_be_rebound_are_refused() {
        for host in ["127.0.0.1:7373", "localhost:7373", "[::1]:7373", "192.168.0.7:80", "LOCALHOST", "den:1"]
        {
            assert!(is_own_host(&headers(&[("host", host)]), &["den".into()]), "{host}");
        }
        for host in ["evil.example:7373", "127.0.0.1.evil.example", "localhost.evil.example:1", "", ":7373"] {
            assert!(!is_own_host(&headers(&[("host", host)]), &[]), "{host}");
        }
        assert!(!is_own_host(&headers(&[]), &[]));
        assert!(!is_own_host(&headers(&[("host", "localhost"), ("host", "evil.example")]), &[]));
    }

    #[test]
    fn pages_of_other_sites_are_refused() {
        let own = ("host", "localhost:7373");
        assert!(is_own_origin(&headers(&[own]), &Method::POST));
        assert!(is_own_origin(&headers(&[own, ("origin", "http://localhost:7373")]), &Method::POST));
        for origin in ["http://evil.example", "https://localhost:7373", "http://localhost:1", "null"] {
            assert!(!is_own_origin(&headers(&[own, ("origin", origin)]), &Method::GET), "{origin}");
        }
        assert!(!is_own_origin(&headers(&[own, ("sec-fetch-site", "cross-site")]), &Method::POST));
    }
}
