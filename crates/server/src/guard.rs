//! Access control: only pages of this server may send requests.
//!
//! A page of any other site can make the browser send requests here; its `Origin` reveals it. A
//! foreign name that points here (DNS rebinding) is revealed by the `Host`. Requests from other
//! machines also need the token, which the address printed at the start sets as a cookie.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::refused::Refused;

const COOKIE: &str = "petteia-token";

/// Checks requests.
pub(crate) struct Guard {
    port: u16,
    /// Required of all requests when the server listens to other machines.
    token: Option<String>,
}

impl Guard {
    pub fn new(port: u16, token: Option<String>) -> Self {
        Self { port, token }
    }

    /// Whether a request comes from one of our pages.
    fn check(&self, headers: &HeaderMap) -> Result<(), Refused> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
        let host = text(header::HOST).unwrap_or("");
        if !self.is_our_host(host) {
            return Err(Refused::Forbidden(format!("the host {host:?} is not this server")));
        }
        match text(header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(host) => {
                Err(Refused::Forbidden(format!("the origin {origin:?} is not a page of this server")))
            }
            _ => Ok(()),
        }
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
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        cookies
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
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

/// Passes good requests on, and sets the security headers of the answers.
pub(crate) async fn pass(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    if let Err(refused) = guard.check(request.headers()) {
        return refused.into_response();
    }
    if let (Some(token), Some(shown)) = (&guard.token, token_of(request.uri().query())) {
        return if is_same(shown, token) {
            let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
            (StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, "/".to_owned())])
                .into_response()
        } else {
            Refused::Forbidden("a wrong token".to_owned()).into_response()
        };
    }
    if !guard.has_token(request.headers()) {
        let how = "open the address with the token that the server printed at its start";
        return Refused::Forbidden(how.to_owned()).into_response();
    }
    let mut response = next.run(request).await;
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

fn token_of(query: Option<&str>) -> Option<&str> {
    query?.split('&').find_map(|part| part.strip_prefix("token="))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (name.clone(), HeaderValue::from_str(value).expect("a value")))
            .collect()
    }

    #[test]
    fn only_addresses_and_localhost_are_hosts() {
        let local = Guard::new(8080, None);
        for host in ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"] {
            assert!(local.is_our_host(host), "{host}");
        }
        for host in
            ["", "127.0.0.1", "127.0.0.1:8081", "evil.example:8080", "192.168.1.7:8080", "localhost:x"]
        {
            assert!(!local.is_our_host(host), "{host}");
        }
        let open = Guard::new(8080, Some("t".to_owned()));
        assert!(open.is_our_host("192.168.1.7:8080"));
        assert!(!open.is_our_host("evil.example:8080"));
    }

    #[test]
    fn other_origins_are_refused_by_name() {
        let guard = Guard::new(8080, None);
        let host = (header::HOST, "127.0.0.1:8080");
        assert!(
            guard.check(&headers(std::slice::from_ref(&host))).is_ok(),
            "not a browser, or the same page"
        );
        let same = (header::ORIGIN, "http://127.0.0.1:8080");
        assert!(guard.check(&headers(&[host.clone(), same])).is_ok());
        for origin in ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8080"] {
            let refused = guard.check(&headers(&[host.clone(), (header::ORIGIN, origin)]));
            assert!(refused.expect_err(origin).to_string().contains(origin));
        }
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
        let guard = Guard::new(8080, Some("secret".to_owned()));
        assert!(!guard.has_token(&headers(&[])));
        assert!(!guard.has_token(&headers(&[(header::COOKIE, "petteia-token=secreT")])));
        assert!(guard.has_token(&headers(&[(header::COOKIE, "a=b; petteia-token=secret")])));
        assert_eq!(token_of(Some("a=1&token=x")), Some("x"));
    }
}
