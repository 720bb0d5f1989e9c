//! Hostile traffic over the loopback: the server answers or ends the connection, never fails, and
//! goes on serving everybody else.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;
use tungstenite::Message;

use super::dice::{Dice, Rounds};

/// A guard against waiting for ever.
const PATIENCE: Duration = Duration::from_secs(30);
/// Time for an answer to a request that may have none.
const MOMENT: Duration = Duration::from_millis(30);

/// A server, and what it writes to its standard error.
pub struct Served {
    process: Child,
    /// `127.0.0.1:PORT`
    pub host: String,
    errors: Receiver<String>,
}

impl Served {
    /// Serves a folder.
    pub fn start(data: &Path) -> Self {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin!("petteia"))
            .args(["serve", "--port", "0", "--no-open", "--data"])
            .arg(data)
            .current_dir(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (sender, errors) = channel();
        let stderr = process.stderr.take().expect("its errors");
        thread::spawn(move || {
            let lines = BufReader::new(stderr).lines().map_while(Result::ok);
            lines.for_each(|line| sender.send(line).unwrap_or_default());
        });
        let mut line = String::new();
        let output = process.stdout.as_mut().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let host = line
            .trim()
            .strip_prefix("Petteia is at http://")
            .unwrap_or_else(|| panic!("{line:?} instead of an address: {:?}", errors.recv_timeout(PATIENCE)));
        let host = host.trim_end_matches('/').to_owned();
        Self { process, host, errors }
    }

    /// Ends it at once.
    pub fn kill(mut self) {
        self.end();
    }

    fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    fn connect(&self, patience: Duration) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(patience)).expect("a time limit");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time limit");
        stream
    }

    /// The answer to a request.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> io::Result<String> {
        ask(&self.host, method, path, body)
    }

    /// A person is served, and nothing went wrong inside.
    fn assert_well(&self, seed: u64) {
        let answer = self.ask("GET", "/api/about", "").unwrap_or_else(|error| format!("{error}"));
        assert!(answer.starts_with("HTTP/1.1 200"), "seed {seed}: {answer:?}");
        let errors: Vec<String> = self.errors.try_iter().collect();
        assert!(errors.is_empty(), "seed {seed}: {errors:#?}");
    }
}

/// The answer of a server to a request.
pub fn ask(host: &str, method: &str, path: &str, body: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(host)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

impl Drop for Served {
    fn drop(&mut self) {
        self.end();
    }
}

const METHODS: &[&str] = &["GET", "POST", "DELETE", "HEAD", "PUT", "OPTIONS", "get", "\u{ff}", ""];

const PATHS: &[&str] = &[
    "/",
    "/ws",
    "/api/about",
    "/api/games",
    "/api/games?limit=4294967295&offset=4294967295",
    "/api/games?limit=-1",
    "/api/games?text=%00%ff'%22;--",
    "/api/games.pgn",
    "/api/games.pgn?game=neighbours",
    "/api/games/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/api/games/x",
    "/api/position?fen=8/8/8/8/8/8/8/8%20w",
    "/api/position?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%2099999999%2099999999",
    "/api/chess960?number=65535",
    "/api/engines",
    "/api/matches",
    "/api/matches/0-x.sqlite/games/18446744073709551615",
    "/api/matches/../../x/games/0",
    "/api/learn",
    "/api/learn/table?file=../../../../etc/passwd",
    "/../../../../etc/passwd",
    "//",
    "/assets/../../x",
    "*",
    "http://elsewhere.example/",
];

const HEADERS: &[&str] = &[
    "Connection: close",
    "Connection: keep-alive",
    "Origin: null",
    "Origin: http://elsewhere.example",
    "Sec-Fetch-Site: cross-site",
    "Content-Length: 0",
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 99999999999999999999",
    "Transfer-Encoding: chunked",
    "Expect: 100-continue",
    "Accept-Encoding: gzip, \u{7f}",
    "Cookie: petteia-token=;;;=",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: short",
    "Range: bytes=0-18446744073709551615",
    "X: \u{1f}\u{e9}",
];

const BODIES: &[&str] = &[
    "",
    "hello",
    "1. e4 e5 2. Ke2 *",
    "[White \"a\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*",
    "1. e4 ((((((((((((((((((((",
    "{ {",
    "[Game \"Neighbours\"]\n[Position \"8/8/8/8/8/8/8/8 w 0 1\"]\n\n1. a1a2 *",
    "5\r\nhello\r\n0\r\n\r\n",
    "ffffffffffffffff\r\n",
];

/// A request with something wrong, or with everything wrong.
fn request(dice: &mut Dice, host: &str) -> Vec<u8> {
    let host = dice.pick(&[host, host, host, "elsewhere.example", ""]);
    let mut text = format!("{} {} HTTP/1.1\r\nHost: {host}\r\n", dice.pick(METHODS), dice.pick(PATHS));
    for _ in 0..dice.below(5) {
        text.push_str(dice.pick(HEADERS));
        text.push_str("\r\n");
    }
    text.push_str("\r\n");
    text.push_str(dice.pick(BODIES));
    let mut bytes = text.into_bytes();
    if dice.once_in(3) {
        dice.mutate(&mut bytes);
    }
    if dice.once_in(50) {
        bytes.resize(bytes.len() + dice.below(200_000), b'a');
    }
    bytes
}

/// Sends a request and reads what comes at once.
fn send(served: &Served, dice: &mut Dice) -> Vec<u8> {
    let mut stream = served.connect(MOMENT);
    for _ in 0..=dice.below(3) {
        // The server may have ended the connection.
        let _ = stream.write_all(&request(dice, &served.host));
    }
    let mut answer = Vec::new();
    // Reading ends with the connection, or with the moment.
    let _ = stream.take(1 << 20).read_to_end(&mut answer);
    answer
}

#[test]
fn hostile_requests_are_refused_and_the_server_goes_on() {
    /// Requests between two looks at the server.
    const REQUESTS: usize = 50;
    let data = TempDir::new().expect("a folder");
    let served = Served::start(data.path());
    for mut dice in Rounds::new("hostile requests, 50 connections each", 4) {
        for _ in 0..REQUESTS {
            let answer = send(&served, &mut dice);
            let text = String::from_utf8_lossy(&answer);
            let is_failure = text.split("HTTP/1.1 ").skip(1).any(|answer| answer.starts_with("500"));
            assert!(!is_failure, "seed {}: {text}", dice.seed);
        }
        served.assert_well(dice.seed);
    }
}

const MESSAGES: &[&str] = &[
    r#"{"channel":1,"topic":"play","request":{"type":"new","color":"white","strength":{"kind":"elo","elo":800},"start":{"kind":"initial"},"clock":null}}"#,
    r#"{"channel":1,"topic":"play","request":{"type":"new","color":"black","strength":{"kind":"elo","elo":4294967295},"start":{"kind":"chess960","number":65535},"clock":{"base_ms":4294967295,"increment_ms":4294967295}}}"#,
    r#"{"channel":1,"topic":"play","request":{"type":"new","color":"white","strength":{"kind":"elo","elo":800},"start":{"kind":"position","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","moves":["e1e9"],"chess960":true},"clock":{"base_ms":0,"increment_ms":0}}}"#,
    r#"{"channel":1,"topic":"play","request":{"type":"move","uci":"e2e4"}}"#,
    r#"{"channel":1,"topic":"play","request":{"type":"takeback"}}"#,
    r#"{"channel":1,"topic":"play","request":{"type":"resign"}}"#,
    r#"{"channel":1,"topic":"play","request":{"type":"resume","id":"../x"}}"#,
    r#"{"channel":2,"topic":"neighbours","request":{"type":"new","white":{"kind":"person"},"black":{"kind":"agent","level":1},"start":null}}"#,
    r#"{"channel":2,"topic":"neighbours","request":{"type":"new","white":{"kind":"agent","level":255},"black":{"kind":"network","address":"127.0.0.1:1"},"start":"8/8/8/8/8/8/8/8 w 0 1"}}"#,
    r#"{"channel":2,"topic":"neighbours","request":{"type":"move","mv":"a1a2"}}"#,
    r#"{"channel":2,"topic":"neighbours","request":{"type":"hint"}}"#,
    r#"{"channel":2,"topic":"neighbours","request":{"type":"load","text":"[Game \"Neighbours\"]\n\n1. a1a2 *","white":{"kind":"person"},"black":{"kind":"person"}}}"#,
    r#"{"channel":3,"topic":"analyse","request":{"type":"position","line":{"fen":"","moves":["e2e4"],"chess960":false},"lines":255,"threat":true}}"#,
    r#"{"channel":3,"topic":"analyse","request":{"type":"review","line":{"fen":"","moves":["e2e4","e7e5"],"chess960":false}}}"#,
    r#"{"channel":3,"topic":"analyse","request":{"type":"stop"}}"#,
    r#"{"channel":4,"topic":"watch","request":{"type":"start","players":[{"engine":"petteia"},{"engine":"petteia"}],"games":1000,"boards":1,"time":"307445734561825860:16","chess960":false}}"#,
    r#"{"channel":4,"topic":"watch","request":{"type":"start","players":[{"engine":"petteia"},{"engine":"petteia"}],"games":1,"boards":1,"time":"307445734561825860:0","chess960":true}}"#,
    r#"{"channel":4,"topic":"watch","request":{"type":"start","players":[{"engine":"petteia"},{"engine":"/bin/sh"}],"games":4294967295,"boards":4294967295,"time":"1","chess960":false}}"#,
    r#"{"channel":4,"topic":"watch","request":{"type":"open","id":"0-../x"}}"#,
    r#"{"channel":4,"topic":"watch","request":{"type":"stop"}}"#,
    r#"{"channel":4294967295,"topic":"close"}"#,
    r#"{"channel":-1,"topic":"close"}"#,
    "",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
];

/// A request that is refused on a channel of its own.
const LAST: &str = r#"{"channel":77,"topic":"play","request":{"type":"takeback"}}"#;

#[test]
fn hostile_messages_are_refused_and_the_server_goes_on() {
    /// Messages of a page: more than it may send at once.
    const MESSAGES_OF_A_PAGE: usize = 70;
    let data = TempDir::new().expect("a folder");
    let served = Served::start(data.path());
    for mut dice in Rounds::new("hostile pages, 70 messages each", 12) {
        let stream = served.connect(PATIENCE);
        let (mut socket, _) =
            tungstenite::client(format!("ws://{}/ws", served.host), stream).expect("a page is served");
        for _ in 0..MESSAGES_OF_A_PAGE {
            let mut bytes = dice.pick(MESSAGES).as_bytes().to_vec();
            if dice.once_in(2) {
                dice.mutate(&mut bytes);
            }
            let message = match String::from_utf8(bytes) {
                Ok(text) => Message::text(text),
                Err(bytes) => Message::binary(bytes.into_bytes()),
            };
            // The server may have ended the connection.
            let _ = socket.send(message);
        }
        // Messages are read in order: the last one is answered when all others have been.
        let _ = socket.send(Message::text(LAST));
        while let Ok(message) = socket.read() {
            if message.to_text().is_ok_and(|text| text.contains("\"channel\":77")) {
                break;
            }
        }
        drop(socket);
        served.assert_well(dice.seed);
    }
}
