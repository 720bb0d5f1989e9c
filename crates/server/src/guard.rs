//! Access control: only pages of this server may send requests.
//!
//! A page of any other site can make the browser send requests here; its `Origin` reveals it. A
//! foreign name that points here (DNS rebinding) is revealed by the `Host`. A request without an
//! `Origin`, such as that of an image, is revealed by `Sec-Fetch-Site`. Requests from other machines
//! also need the token, which the address printed at the start sets as a cookie.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parking_lot::Mutex;
use subtle::ConstantTimeEq;

use crate::refused::Refused;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Checks requests.
pub(crate) struct Guard {
    port: u16,
    /// Required of all requests when the server listens to other machines.
    token: Option<String>,
    /// Shown instead of the token, once: the browser's arguments can be seen by other programs.
    ticket: Mutex<Option<String>>,
}

impl Guard {
    pub fn new(port: u16, token: Option<String>, ticket: Option<String>) -> Self {
        Self { port, token, ticket: Mutex::new(ticket) }
    }

    /// Whether a request comes from one of our pages. Anybody may link to a page, but not to data.
    fn check(&self, path: &str, headers: &HeaderMap) -> Result<(), Refused> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or("");
        if !self.is_our_host(host) {
            return Err(Refused::Forbidden(format!("the host {host:?} is not this server")));
        }
        match text(header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => {
                return Err(Refused::Forbidden(format!(
                    "the origin {origin:?} is not a page of this server"
                )));
            }
            _ => {}
        }
        let is_data = path == "/ws" || path == "/api" || path.starts_with("/api/");
        match text(SEC_FETCH_SITE) {
            Some(site) if is_data && !["same-origin", "none"].contains(&site) => {
                Err(Refused::Forbidden(format!("a {site} request; expected one of a page of this server")))
            }
            _ => Ok(()),
        }
    }

    /// The name of the cookie: servers on other ports have cookies of their own.
    fn cookie(&self) -> String {
        format!("petteia-token-{}", self.port)
    }

    /// Whether this is the token, or the ticket, which is good for one time.
    fn admits(&self, shown: &str, token: &str) -> bool {
        is_same(shown, token) || self.ticket.lock().take_if(|ticket| is_same(shown, ticket)).is_some()
    }

    /// Accepts addresses and `localhost` only: any other name can be made to point here.
    fn is_our_host(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let address: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
        let is_here = match address {
            Some(address) => self.token.is_some() || address.is_loopback(),
            None => name.eq_ignore_ascii_case("localhost"),
        };
        is_here && port == Some(self.port)
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let name = self.cookie();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(&name)?.strip_prefix('='))
            .any(|shown| is_same(shown, token))
    }
}

/// A request from the machine itself: the only ones that may name programs to start.
///
/// Both the sender and the `Host` must be local, so that a proxy on this machine does not make
/// everybody local.
pub(crate) struct Local;

impl<S: Send + Sync> FromRequestParts<S> for Local {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refused> {
        let sender = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let is_here = sender.is_some_and(|ConnectInfo(sender)| sender.ip().to_canonical().is_loopback());
        let host = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
        if is_here && is_loopback_host(host) {
            Ok(Self)
        } else {
            Err(Refused::Forbidden("only a page on the machine itself may add and remove engines".to_owned()))
        }
    }
}

/// Whether a `Host` is a name of the machine for itself.
fn is_loopback_host(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => name,
        _ => host,
    };
    let address: Option<IpAddr> = name.trim_matches(['[', ']']).parse().ok();
    address.map_or_else(|| name.eq_ignore_ascii_case("localhost"), |address| address.is_loopback())
}

/// Compares in constant time, so that the time does not reveal where the first difference is.
fn is_same(shown: &str, token: &str) -> bool {
    shown.as_bytes().ct_eq(token.as_bytes()).into()
}

/// Passes good requests on, and sets the security headers of all answers.
pub(crate) async fn pass(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match answer(&guard, request, next).await {
        Ok(response) => response,
        Err(refused) => refused.into_response(),
    };
    for (name, value) in [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
             connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn answer(guard: &Guard, request: Request, next: Next) -> Result<Response, Refused> {
    guard.check(request.uri().path(), request.headers())?;
    if let (Some(token), Some(shown)) = (&guard.token, token_of(request.uri().query())) {
        if !guard.admits(shown, token) {
            return Err(Refused::Forbidden("a wrong token".to_owned()));
        }
        let cookie = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", guard.cookie());
        let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())];
        return Ok((StatusCode::SEE_OTHER, headers).into_response());
    }
    if !guard.has_token(request.headers()) {
        let how = "open the address with the token that the server printed at its start";
        return Err(Refused::Forbidden(how.to_owned()));
    }
    Ok(next.run(request).await)
}

fn token_of(query: Option<&str>) -> Option<&str> {
    query?.split('&').find_map(|part| part.strip_prefix("token="))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.clone(), HeaderValue::from_str(value).expect("a value")))
            .collect()
    }

    #[test]
    fn only_addresses_and_localhost_are_hosts() {
        let local = Guard::new(8080, None, None);
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"] {
            assert!(local.is_our_host(host), "{host}");
        }
        for host in
            ["", "127.0.0.1", "127.0.0.1:8081", "evil.example:8080", "192.168.1.7:8080", "localhost:x"]
        {
            assert!(!local.is_our_host(host), "{host}");
        }
        let open = Guard::new(8080, Some("t".to_owned()), None);
        assert!(open.is_our_host("192.168.1.7:8080"));
        assert!(!open.is_our_host("evil.example:8080"));
    }

    #[test]
    fn other_origins_are_refused_by_name() {
        let guard = Guard::new(8080, None, None);
        let host = (header::HOST, "127.0.0.1:8080");
        assert!(
            guard.check("/ws", &headers(std::slice::from_ref(&host))).is_ok(),
            "not a browser, or the same page"
        );
        let same = (header::ORIGIN, "http://127.0.0.1:8080");
        assert!(guard.check("/ws", &headers(&[host.clone(), same])).is_ok());
        for origin in ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8080"] {
            let refused = guard.check("/", &headers(&[host.clone(), (header::ORIGIN, origin)]));
            assert!(refused.expect_err(origin).to_string().contains(origin));
        }
    }

    #[test]
    fn other_sites_may_link_to_pages_but_not_to_data() {
        let guard = Guard::new(8080, None, None);
        let check = |path, site| {
            let host = (header::HOST, "127.0.0.1:8080");
            guard.check(path, &headers(&[host, (SEC_FETCH_SITE, site)]))
        };
        for path in ["/api/games.pgn", "/api", "/ws"] {
            for site in ["cross-site", "same-site", "?"] {
                let refused = check(path, site).expect_err(path).to_string();
                assert!(refused.contains(site), "{refused}");
            }
            assert!(check(path, "same-origin").is_ok() && check(path, "none").is_ok(), "{path}");
        }
        assert!(check("/", "cross-site").is_ok());
    }

    #[tokio::test]
    async fn only_the_machine_itself_is_local() {
        for (sender, host, expected) in [
            ("127.0.0.1:5000", "127.0.0.1:8080", true),
            ("127.0.0.1:5000", "localhost:8080", true),
            ("[::1]:5000", "[::1]:8080", true),
            ("[::ffff:127.0.0.1]:5000", "localhost", true),
            ("192.168.1.7:5000", "192.168.1.2:8080", false),
            ("192.168.1.7:5000", "localhost:8080", false),
            ("127.0.0.1:5000", "192.168.1.2:8080", false),
            ("127.0.0.1:5000", "", false),
        ] {
            let sender: SocketAddr = sender.parse().expect("an address");
            let (mut parts, ()) = Request::builder()
                .header(header::HOST, host)
                .extension(ConnectInfo(sender))
                .body(())
                .expect("a request")
                .into_parts();
            let local = Local::from_request_parts(&mut parts, &()).await;
            assert_eq!(local.is_ok(), expected, "{sender} {host}");
        }
    }

    #[test]
    fn other_machines_need_the_token() {
        let guard = Guard::new(8080, Some("secret".to_owned()), Some("ticket".to_owned()));
        assert!(!guard.has_token(&headers(&[])));
        assert!(!guard.has_token(&headers(&[(header::COOKIE, "petteia-token-8080=secreT")])));
        assert!(!guard.has_token(&headers(&[(header::COOKIE, "petteia-token-8081=secret")])));
        assert!(guard.has_token(&headers(&[(header::COOKIE, "a=b; petteia-token-8080=secret")])));
        assert!(!guard.admits("", "secret") && !guard.admits("tick", "secret"));
        assert!(guard.admits("ticket", "secret") && !guard.admits("ticket", "secret"), "once");
        assert!(guard.admits("secret", "secret") && guard.admits("secret", "secret"), "at any time");
        assert_eq!(token_of(Some("a=1&token=x")), Some("x"));
    }
}
