//! Requests to Lichess: what is tried again, and when.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use reqwest::{Method, RequestBuilder, Response, StatusCode, Url};
use serde::de::DeserializeOwned;
use thiserror::Error;
use tokio::time::{Instant, sleep, sleep_until};

use crate::lines::Lines;
use crate::messages::ErrorMessage;
use crate::news::Reporter;
use crate::token::Token;
use crate::waits::{Backoff, Waits};

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);

/// Lichess understood a request and says no.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message} ({status})")]
pub struct Refusal {
    /// The status of the answer, from 400 to 499.
    pub status: u16,
    /// What it says.
    pub message: String,
}

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The next attempt may succeed.
    #[error("{0}")]
    Passing(String),
}

/// Why there is no client.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The address is not one.
    #[error("bad address {0:?}; expected one as in https://lichess.org")]
    Address(String),
    /// Encrypted connections are impossible.
    #[error("cannot connect securely: {0}")]
    Security(String),
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    method: Method,
    path: String,
    form: Vec<(&'static str, String)>,
}

impl Request {
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: Method::GET, path: path.into(), form: Vec::new() }
    }

    pub fn post(path: impl Into<String>) -> Self {
        Self { method: Method::POST, ..Self::get(path) }
    }

    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.form.push((name, value.into()));
        self
    }
}

/// Sends requests. All clones wait together when Lichess asks for a pause.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    http: reqwest::Client,
    /// Without a slash at its end.
    base: String,
    pub waits: Waits,
    /// No request before this time.
    free_at: Arc<Mutex<Instant>>,
    news: Reporter,
}

impl Client {
    pub fn new(url: &str, token: &Token, waits: Waits, news: Reporter) -> Result<Self, ClientError> {
        let no_address = || ClientError::Address(url.to_owned());
        let parsed: Url = url.parse().map_err(|_| no_address())?;
        let host = parsed.host_str().filter(|_| matches!(parsed.scheme(), "http" | "https"));
        let host = host.ok_or_else(no_address)?;
        let mut builder = reqwest::Client::builder()
            .user_agent(concat!("petteia/", env!("CARGO_PKG_VERSION")))
            .default_headers(token.headers())
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT)
            .read_timeout(waits.silence)
            .tcp_nodelay(true);
        if matches!(host, "localhost" | "127.0.0.1" | "[::1]") {
            builder = builder.no_proxy();
        }
        // Another call may have been first, which does no harm.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = builder.build().map_err(|error| ClientError::Security(in_short(&error)))?;
        let base = url.trim_end_matches('/').to_owned();
        Ok(Self { http, base, waits, free_at: Arc::new(Mutex::new(Instant::now())), news })
    }

    /// Where Lichess is.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Opens a stream of messages.
    pub async fn stream<T: DeserializeOwned>(&self, path: &str) -> Result<Lines<T>, Failure> {
        self.once(&Request::get(path)).await.map(Lines::new)
    }

    /// An object, asked for until there is an answer.
    pub async fn object<T: DeserializeOwned>(&self, path: &str) -> Result<T, Refusal> {
        let mut backoff = Backoff::new(self.waits);
        loop {
            let response = self.persist(&Request::get(path)).await?;
            let read = response.bytes().await.map_err(|error| in_short(&error));
            match read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(|error| error.to_string())) {
                Ok(object) => return Ok(object),
                Err(error) => self.news.trouble(path, error),
            }
            sleep(backoff.next()).await;
        }
    }

    /// Sends a request until there is an answer.
    pub async fn persist(&self, request: &Request) -> Result<Response, Refusal> {
        let mut backoff = Backoff::new(self.waits);
        loop {
            match self.once(request).await {
                Ok(response) => return Ok(response),
                Err(Failure::Refused(refusal)) => return Err(refusal),
                Err(Failure::Passing(why)) => self.news.trouble(&request.path, why),
            }
            sleep(backoff.next()).await;
        }
    }

    /// Sends a request once, after the pause that Lichess may have asked for.
    pub async fn once(&self, request: &Request) -> Result<Response, Failure> {
        self.wait_until_free().await;
        let response =
            self.builder(request).send().await.map_err(|error| Failure::Passing(in_short(&error)))?;
        match response.status() {
            status if status.is_success() => Ok(response),
            StatusCode::TOO_MANY_REQUESTS => {
                let pause = self.waits.rate_limit;
                *self.free_at.lock() = Instant::now() + pause;
                Err(Failure::Passing(format!("too many requests; waiting for {} s", pause.as_secs())))
            }
            status if status.is_client_error() => {
                let message = message(response).await;
                Err(Refusal { status: status.as_u16(), message }.into())
            }
            status => Err(Failure::Passing(format!("status {}", status.as_u16()))),
        }
    }

    fn builder(&self, request: &Request) -> RequestBuilder {
        let builder = self.http.request(request.method.clone(), format!("{}{}", self.base, request.path));
        if request.method == Method::POST { builder.form(&request.form) } else { builder }
    }

    async fn wait_until_free(&self) {
        loop {
            let free_at = *self.free_at.lock();
            if free_at <= Instant::now() {
                return;
            }
            sleep_until(free_at).await;
        }
    }
}

/// What an answer says about its status.
async fn message(response: Response) -> String {
    let text = response.text().await.unwrap_or_default();
    match serde_json::from_str::<ErrorMessage>(&text) {
        Ok(message) => message.error,
        Err(_) => text.lines().next().unwrap_or_default().chars().take(80).collect(),
    }
}

/// The cause of an error. The client's own text names the address, which is known, and not the
/// cause.
pub(crate) fn in_short(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "no answer in time".to_owned();
    }
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
