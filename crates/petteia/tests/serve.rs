//! `petteia serve` from its start to its end, and a match in which it plays itself.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::Message;

struct Serving {
    process: Child,
    /// `127.0.0.1:PORT`
    host: String,
    _data: TempDir,
}

impl Serving {
    fn start() -> Self {
        Self::by(Command::new(cargo_bin!("petteia")))
    }

    /// Starts a command that runs the program.
    fn by(mut command: Command) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let mut process = command
            .args(["serve", "--port", "0", "--no-open", "--data"])
            .arg(data.path())
            .current_dir(data.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.as_mut().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let host = line.trim().strip_prefix("Petteia is at http://").expect("an address");
        Self { process, host: host.trim_end_matches('/').to_owned(), _data: data }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_page_is_served_at_the_printed_address() {
    let serving = Serving::start();
    let mut stream = TcpStream::connect(&serving.host).expect("a connection");
    let host = &serving.host;
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("<title>Petteia"), "{answer}");
}

#[test]
fn a_match_is_played_before_watchers_and_opens_again() {
    let serving = Serving::start();
    let (mut socket, _) = tungstenite::connect(format!("ws://{}/ws", serving.host)).expect("a connection");
    let mut ask = |request: Value| {
        let message = json!({"channel": 1, "topic": "watch", "request": request}).to_string();
        socket.send(Message::text(message)).expect("an open connection");
        let mut events = Vec::new();
        loop {
            let Message::Text(text) = socket.read().expect("an answer") else { continue };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            let event = message["event"].clone();
            let is_last = event["type"] == "state" && event["games_done"] == 2;
            assert_eq!(message["topic"], "watch", "{message}");
            events.push(event);
            if is_last {
                return events;
            }
        }
    };
    // At full strength the games take long enough to be seen: boards are shown a few times a
    // second.
    let players = json!([{"engine": "petteia"}, {"engine": "petteia"}]);
    let new = json!({"type": "start", "players": players, "games": 2, "boards": 1, "time": "0.5+0.01", "chess960": true});
    let events = ask(new);
    let board = events.iter().find(|event| event["type"] == "board").expect("a board");
    assert_eq!(board["clocks"]["running"], board["turn"], "{board}");
    let end = events.last().expect("an end");
    assert_eq!(end["table"].as_array().map(Vec::len), Some(2), "{end}");
    assert_eq!(end["finished"].as_array().map(Vec::len), Some(2), "{end}");
    let again = ask(json!({"type": "open", "id": end["id"]}));
    assert_eq!(again.last().expect("a state")["finished"], end["finished"]);
}

/// Unfinished requests take all descriptors of the process, and somebody else comes.
#[cfg(unix)]
#[test]
fn unfinished_requests_lock_nobody_out() {
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -n 100; exec \"$0\" \"$@\""]).arg(cargo_bin!("petteia"));
    let serving = Serving::by(limited);
    let host = &serving.host;
    let connect = |text: String| {
        let mut stream = TcpStream::connect(host).expect("a connection");
        stream.write_all(text.as_bytes()).expect("an open connection");
        stream
    };
    let unfinished: Vec<TcpStream> =
        (0..150).map(|_| connect(format!("GET / HTTP/1.1\r\nHost: {host}\r\n"))).collect();
    let mut real = connect(format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
    real.set_read_timeout(Some(Duration::from_secs(30))).expect("a time limit");
    let mut answer = String::new();
    real.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(unfinished);
}
