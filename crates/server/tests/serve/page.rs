//! A page without a browser.

use std::fs;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits, Server};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longer than anything takes on a busy machine: a guard against waiting forever.
const PATIENCE: Duration = Duration::from_mins(2);

/// The headers that ask for a WebSocket.
pub const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// A server with a data folder and threads of its own.
pub struct Running {
    pub address: SocketAddr,
    /// Where agents of Neighbours connect.
    pub agents: SocketAddr,
    pub data: Arc<TempDir>,
    runtime: Option<Runtime>,
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Small engines, and messages as fast as they come.
pub fn limits() -> Limits {
    Limits { engines: 2, hash_megabytes: 1, messages_per_second: 1000, ..Limits::default() }
}

pub fn serve() -> Running {
    serve_with(limits())
}

pub fn serve_with(limits: Limits) -> Running {
    serve_in(Arc::new(tempfile::tempdir().expect("a folder")), limits)
}

fn serve_in(data: Arc<TempDir>, limits: Limits) -> Running {
    let mut config = Config::new(data.path().to_owned(), "petteia".into());
    config.port = 0;
    config.agent_port = Some(0);
    config.limits = limits;
    let runtime = Runtime::new().expect("threads");
    // A server that has just ended may still hold the folder for a moment.
    let mut tries = 0;
    let server = loop {
        match Server::bind(config.clone()) {
            Ok(server) => break server,
            Err(error) => assert!(tries < 500, "{error}"),
        }
        tries += 1;
        std::thread::sleep(Duration::from_millis(10));
    };
    let address = server.address();
    let agents = server.agent_address().expect("a port for agents");
    runtime.spawn(server.serve());
    Running { address, agents, data, runtime: Some(runtime) }
}

impl Running {
    /// Another server with the same games, after this one.
    pub fn restart(self) -> Self {
        let data = Arc::clone(&self.data);
        drop(self);
        serve_in(data, limits())
    }

    /// Opens a page.
    pub async fn page(&self) -> Page {
        self.try_page().await.expect("a connection")
    }

    /// Opens a page of this player.
    pub async fn page_of(&self, player: &str) -> Page {
        self.try_page_at(&format!("/ws?player={player}")).await.expect("a connection")
    }

    pub async fn try_page(&self) -> Option<Page> {
        self.try_page_at("/ws").await
    }

    async fn try_page_at(&self, path: &str) -> Option<Page> {
        let (socket, _) = connect_async(format!("ws://{}{path}", self.address)).await.ok()?;
        Some(Page { socket, unread: Vec::new() })
    }

    /// Waits until a page can be opened: the server has to notice that another one is gone.
    pub async fn wait_for_place(&self) -> Page {
        for _ in 0..500 {
            if let Some(page) = self.try_page().await {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the place stays taken")
    }

    /// A connection over which this has been sent.
    pub async fn connect(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        stream.write_all(text.as_bytes()).await.expect("an open connection");
        stream
    }

    /// Sends a text and reads until the server ends the connection.
    pub async fn say_and_wait(&self, text: &str) -> String {
        let mut stream = self.connect(text).await;
        let mut said = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut said)).await;
        read.expect("an end in time").expect("an answer");
        String::from_utf8_lossy(&said).into_owned()
    }

    /// Sends a request over HTTP, with the right `Host` unless there is one; returns the whole
    /// answer.
    pub async fn raw(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).await.expect("a connection");
        let host =
            if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.address) };
        let close = if headers.contains("Connection:") { "" } else { "Connection: close\r\n" };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}{headers}{close}Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).await.expect("a request");
        let mut answer = Vec::new();
        if close.is_empty() {
            let mut part = [0; 4096];
            let read = stream.read(&mut part).await.expect("an answer");
            answer.extend_from_slice(&part[..read]);
        } else {
            stream.read_to_end(&mut answer).await.expect("an answer");
        }
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// The JSON of an answer over HTTP.
    pub async fn call(&self, method: &str, path: &str, body: &str) -> Value {
        let answer = self.raw(method, path, "", body).await;
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{path}: {error} in {body}"))
    }

    /// A finished game, once it is written.
    pub async fn kept(&self, id: &str) -> Value {
        self.written(id, |result| result != "*").await
    }

    /// A game, once any of it is written.
    pub async fn listed(&self, id: &str) -> Value {
        self.written(id, |_| true).await
    }

    async fn written(&self, id: &str, is_wanted: impl Fn(&str) -> bool) -> Value {
        for _ in 0..500 {
            let game = self.call("GET", &format!("/api/games/{id}"), "").await;
            if game["entry"]["result"].as_str().is_some_and(&is_wanted) {
                return game;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("game {id} was not kept")
    }
}

pub struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    unread: Vec<Value>,
}

impl Page {
    pub async fn send(&mut self, text: &str) {
        // In some tests the server has closed the connection.
        let _ = self.socket.send(Message::text(text)).await;
    }

    pub async fn say(&mut self, message: Value) {
        self.send(&message.to_string()).await;
    }

    pub async fn ask(&mut self, channel: u32, topic: &str, request: Value) {
        self.say(json!({"channel": channel, "topic": topic, "request": request})).await;
    }

    /// The next message of any channel.
    pub async fn receive(&mut self) -> Value {
        loop {
            let received =
                tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            match received.expect("an open connection").expect("a sound connection") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The next event of a channel; those of others are kept for later.
    pub async fn next(&mut self, channel: u32) -> Value {
        let mine = |message: &Value| message["channel"] == channel;
        if let Some(place) = self.unread.iter().position(mine) {
            return self.unread.remove(place)["event"].take();
        }
        loop {
            let mut message = self.receive().await;
            if mine(&message) {
                return message["event"].take();
            }
            self.unread.push(message);
        }
    }

    pub async fn wait_for(&mut self, channel: u32, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = self.next(channel).await;
            if is_wanted(&event) {
                return event;
            }
        }
    }

    /// The reason of the next refusal on a channel.
    pub async fn refused(&mut self, channel: u32) -> String {
        let event =
            self.wait_for(channel, |event| event["reason"].is_string() && event["type"].is_null()).await;
        event["reason"].as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the server asks whether the page is there.
    pub async fn pinged(&mut self) {
        loop {
            let received = tokio::time::timeout(PATIENCE, self.socket.next()).await.expect("a ping in time");
            if let Message::Ping(_) = received.expect("an open connection").expect("a sound connection") {
                return;
            }
        }
    }

    /// Reads until the connection ends.
    pub async fn drain(&mut self) {
        while let Ok(Some(Ok(_))) = tokio::time::timeout(PATIENCE, self.socket.next()).await {}
    }
}

/// Why a message refuses, if it does.
pub fn refusal(message: &Value) -> Option<String> {
    (message["topic"] == "refused")
        .then(|| message["event"]["reason"].as_str().unwrap_or_default().to_owned())
}

/// The memory of this process that is in use.
pub fn resident_megabytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1024)
}
