//! Agents over the network: the server and the client against each other and against peers that do
//! not keep to the protocol.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use gamekit::{ByColor, Color, GameResult, SplitMix64};
use neighbours::matches::{opening, play};
use neighbours::ngi::{self, Client, Server, Settings, Timeouts};
use neighbours::player::RandomMover;
use neighbours::search::{Limits, Search, Searcher};
use neighbours::{Game, Player, PlayerError, Weights};

/// Runs a test against a server, then stops the server.
fn with_server(settings: Settings, test: impl FnOnce(&str)) {
    let server = Server::bind("127.0.0.1:0", settings, agent).expect("a free port");
    let address = server.address().expect("an address").to_string();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| server.run(&stop));
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test(&address)));
        stop.store(true, Relaxed);
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
    });
}

fn agent() -> io::Result<Box<dyn Search>> {
    let searcher = Searcher::new(&Weights::default(), 3000, 1);
    Ok(Box::new(searcher.map_err(io::Error::other)?))
}

/// A guest that writes whatever it likes.
struct Guest(BufReader<TcpStream>);

impl Guest {
    fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
        Self(BufReader::new(stream))
    }

    /// A guest that the server has a place for, as soon as it has one.
    fn welcome(address: &str) -> Self {
        loop {
            let mut guest = Self::new(address);
            // A full server may close the connection before it reads.
            let _ = guest.0.get_mut().write_all(b"isready\n");
            let mut line = String::new();
            if guest.0.read_line(&mut line).is_ok() && line == "readyok\n" {
                return guest;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn say(&mut self, text: &[u8]) {
        self.0.get_mut().write_all(text).expect("the server reads");
    }

    fn read_line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).expect("the server answers");
        line.trim_end().to_owned()
    }

    fn hear_until(&mut self, start: &str) -> String {
        loop {
            let line = self.read_line();
            assert!(!line.is_empty(), "the server left");
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

#[test]
fn a_guest_is_greeted_and_gets_moves() {
    with_server(Settings::default(), |address| {
        let mut guest = Guest::new(address);
        guest.say(b"ngi 1\n");
        assert!(guest.read_line().starts_with("id name Petteia"));
        guest.hear_until("ngiok");
        guest.say(b"position start moves a1a2\ngo depth 3\n");
        let info = guest.hear_until("info");
        assert!(info.contains("depth 1") && info.contains(" pv "), "{info}");
        assert_eq!(guest.hear_until("bestmove").len(), "bestmove a1a2".len());
        guest.say(b"position 8/8/8/8/8/8/8/w7 b 0 1\ngo\n");
        assert_eq!(guest.read_line(), "bestmove none");
        guest.say(b"position start\ngo infinite\nisready\n");
        guest.hear_until("readyok");
        guest.say(b"newgame\n");
        assert!(guest.hear_until("error").contains("during a search"));
        guest.say(b"stop\n");
        guest.hear_until("bestmove");
    });
}

#[test]
fn malformed_lines_get_an_error_and_change_nothing() {
    with_server(Settings::default(), |address| {
        let mut guest = Guest::new(address);
        guest.say(b"position 8/8/8/8/8/8/1b6/w7 w 0 1\n");
        for line in ["hello", "position", "position start moves a1a3", "go depth x", "ngi 2", "go sideways"] {
            guest.say(format!("{line}\n").as_bytes());
            assert!(guest.read_line().starts_with("error expected") || line.contains("a1a3"), "{line}");
        }
        guest.say(b"\xff\xfe\x00\n");
        assert!(guest.read_line().starts_with("error"));
        guest.say(&vec![b'x'; 200_000]);
        guest.say(b"\n");
        assert_eq!(guest.read_line(), "error expected a shorter line");
        guest.say(b"go depth 2\n");
        assert_eq!(guest.hear_until("bestmove"), "bestmove a1b2");
    });
}

#[test]
fn noise_does_not_end_the_server() {
    with_server(Settings::default(), |address| {
        let mut rng = SplitMix64::new(99);
        for _ in 0..20 {
            let noise: Vec<u8> = (0..rng.below(3000)).map(|_| rng.next_u64() as u8).collect();
            // The server may have turned away already; that is its right.
            let _ = Guest::new(address).0.get_mut().write_all(&noise);
        }
        Guest::welcome(address);
    });
}

#[test]
fn silent_and_surplus_guests_are_sent_away() {
    let short = Settings { idle: Duration::from_secs(1), connections: 1, ..Settings::default() };
    with_server(short, |address| {
        let mut silent = Guest::welcome(address);
        assert_eq!(Guest::new(address).read_line(), "error too many connections");
        assert_eq!(silent.read_line(), "error silent for too long, goodbye");
        let mut rest = String::new();
        silent.0.read_to_string(&mut rest).expect("the connection is closed");
        Guest::welcome(address);
    });
}

#[test]
fn a_match_over_the_network_is_played_to_its_end() {
    with_server(Settings::default(), |address| {
        let mut client = Client::new(address, Limits::depth(3), Timeouts::default());
        for number in 0..4 {
            let mut random = RandomMover::new(number);
            let record = play(opening(5, number, 4), ByColor::new(&mut client, &mut random));
            assert_eq!(record.result, Some(GameResult::Win(Color::White)), "{record}");
            assert_eq!(record.tag("Termination"), None);
        }
        assert!(client.name().starts_with("Petteia"));
    });
}

/// Plays the only winning move, and returns what it was asked.
fn winning_peer(listener: &TcpListener) -> Vec<String> {
    let (stream, _) = listener.accept().expect("a connection");
    let mut heard = Vec::new();
    for line in BufReader::new(&stream).lines() {
        let line = line.expect("the client writes");
        let answer = match line.split(' ').next() {
            Some("ngi") => "ngiok\n",
            Some("isready") => "readyok\n",
            Some("go") => "bestmove a1b2\n",
            _ => "",
        };
        (&stream).write_all(answer.as_bytes()).expect("the client reads");
        heard.push(line);
    }
    heard
}

#[test]
fn agents_are_told_the_result() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let heard = thread::scope(|scope| {
        let peer = scope.spawn(|| winning_peer(&listener));
        let mut client = Client::new(address, Limits::depth(1), Timeouts::default());
        let start = Game::new("8/8/8/8/8/8/1b6/w7 w 0 1".parse().expect("a position"));
        play(start, ByColor::new(&mut client, &mut RandomMover::new(1)));
        drop(client);
        peer.join().expect("the peer plays along")
    });
    assert_eq!(heard.last().map(String::as_str), Some("result 1-0"), "{heard:?}");
}

#[test]
fn an_agent_that_connects_joins_a_game() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    let outcome = thread::scope(|scope| {
        let guest = scope.spawn(move || {
            let (settings, never) = (Settings::default(), AtomicBool::new(false));
            ngi::join(address, "5f0c", &settings, agent().expect("memory"), &never)
        });
        let (stream, _) = listener.accept().expect("a connection");
        let (mut client, game) =
            Client::welcome(stream, Limits::depth(1), Timeouts::default()).expect("a greeting");
        assert_eq!(game, "5f0c");
        client.seat(Color::White).expect("it listens");
        let start = Game::new("8/8/8/8/8/8/1b6/w7 w 0 1".parse().expect("a position"));
        let record = play(start, ByColor::new(&mut client, &mut RandomMover::new(1)));
        assert_eq!(record.result, Some(GameResult::Win(Color::White)), "{record}");
        drop(client);
        guest.join().expect("no panic").expect("a sound connection")
    });
    assert_eq!((outcome.seat, outcome.result), (Some(Color::White), Some(GameResult::Win(Color::White))));
}

#[test]
fn who_connects_without_a_game_is_not_let_in() {
    let timeouts = Timeouts { answer: Duration::from_millis(200), mv: Duration::from_millis(200) };
    for (said, why) in
        [("", "did not answer"), ("ngiok\n", "expected join and a game"), ("GET / HTTP/1.1\n", "a reply")]
    {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let mut guest = TcpStream::connect(listener.local_addr().expect("an address")).expect("it listens");
        guest.write_all(said.as_bytes()).expect("an open connection");
        let (stream, _) = listener.accept().expect("a connection");
        let error = Client::welcome(stream, Limits::depth(1), timeouts).expect_err(said).to_string();
        assert!(error.contains(why), "{said:?}: {error}");
    }
}

/// A peer that answers each connection with a fixed text, whatever it is asked.
fn with_peer(answer: &'static str, test: impl FnOnce(&str)) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    thread::scope(|scope| {
        scope.spawn(move || {
            let (mut stream, _) = listener.accept().expect("a connection");
            stream.write_all(answer.as_bytes()).expect("the client reads");
            // Until the client leaves.
            let _ = io::copy(&mut stream, &mut io::sink());
        });
        test(&address);
    });
}

#[test]
fn peers_that_do_not_play_along_forfeit() {
    let timeouts = Timeouts { answer: Duration::from_millis(200), mv: Duration::from_millis(200) };
    for (text, why) in [
        ("", "did not answer within 200 ms"),
        ("ngiok\n", "did not answer"),
        ("ngiok\nreadyok\n", "did not answer within 200 ms"),
        ("hello\n", "expected a reply, found \"hello\""),
        ("error go away\n", "expected ngiok, found \"error go away\""),
        ("ngiok\nreadyok\nbestmove a1\n", "found \"bestmove a1\""),
        ("ngiok\nreadyok\nbestmove none\n", "expected bestmove"),
        ("ngiok\nreadyok\nbestmove e4e5\n", "e4e5 is not a legal move"),
    ] {
        with_peer(text, |address| {
            let mut client = Client::new(address, Limits::depth(1), timeouts);
            let mut random = RandomMover::new(1);
            let record = play(opening(5, 0, 4), ByColor::new(&mut client, &mut random));
            assert_eq!(record.result, Some(GameResult::Win(Color::Black)));
            let termination = record.tag("Termination").expect("a reason");
            assert!(termination.contains(why), "{text:?}: {termination}");
        });
    }
}

#[test]
fn nobody_there_is_an_error() {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let mut client = Client::new(free.to_string(), Limits::depth(1), Timeouts::default());
    assert!(matches!(client.new_game(), Err(PlayerError::Connection(..))));
}
