//! A stand-in for Lichess on this machine: the part of its API that bots use, with opponents who
//! challenge, clocks that run, and faults on demand.
//!
//! The messages are those of the [public documentation](https://lichess.org/api#tag/Bot). Tests ask a
//! [`Fake`] for games and look at what a bot does; the examples `serve` and `soak` let any bot play
//! against it.

mod game;
mod house;
mod opponent;
mod routes;
mod streams;
mod terms;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use gamekit::Color;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

pub use game::Status;
pub use house::{Kept, Settings};
pub use terms::{Opponent, Terms};

use house::House;

/// The token that is let in.
pub const TOKEN: &str = "lip_fake";

/// The account of that token.
pub const NAME: &str = "PetteiaBot";

/// A test that waits this long for something waits in vain.
const PATIENCE: Duration = Duration::from_mins(1);

/// Who is declined does not challenge again at once.
const BREATH: Duration = Duration::from_millis(500);

/// A server that is up until this is dropped.
pub struct Fake {
    house: Arc<House>,
    address: SocketAddr,
    server: JoinHandle<()>,
}

impl Fake {
    /// A server at any free port of this machine.
    pub async fn start() -> Self {
        Self::with(Settings::default(), 0).await.expect("a free port")
    }

    /// A server at this port.
    pub async fn with(settings: Settings, port: u16) -> std::io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let address = listener.local_addr()?;
        let house = Arc::new(House::new(settings));
        let router = routes::router(Arc::clone(&house));
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("a server that runs");
        });
        Ok(Self { house, address, server })
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sends a challenge; its game will have the id that is returned.
    pub fn challenge(&self, terms: Terms) -> String {
        self.house.challenge(terms)
    }

    /// Begins a game without a challenge.
    pub fn begin(&self, terms: Terms) -> String {
        let id = self.house.new_id();
        self.house.begin(&id, terms);
        id
    }

    /// Makes the account one of a person, which plays only after an upgrade.
    pub fn downgrade(&self) {
        self.house.downgrade();
    }

    /// Answers the next `times` requests whose path contains `part` with this status.
    pub fn fail(&self, part: &str, status: u16, times: usize) {
        self.house.fail(part, status, times);
    }

    /// Ends all streams whose path contains `part`, after writing `last_words` to them.
    pub fn cut(&self, part: &str, last_words: &str) {
        self.house.cut(part, last_words);
    }

    /// Writes to all streams whose path contains `part`.
    pub fn write(&self, part: &str, text: &str) {
        self.house.write(part, text);
    }

    /// The open streams whose path contains `part`, those included that nobody reads any more.
    pub fn streams(&self, part: &str) -> usize {
        self.house.streams(part)
    }

    /// Makes a move of the opponent.
    pub fn play(&self, id: &str, mv: &str) {
        self.house.play_opponent(id, mv).expect("a legal move");
    }

    /// Lets the opponent offer a draw.
    pub fn offer_draw(&self, id: &str) {
        self.house.offer_draw(id);
    }

    /// Ends a game, as in `end("game0001", "resign", Some(Color::White))`.
    pub fn end(&self, id: &str, status: &'static str, winner: Option<Color>) {
        self.house.end(id, status, winner);
    }

    /// Lets the opponent go away: the bot may claim the win after this many seconds.
    pub fn go_away(&self, id: &str, seconds: u64) {
        self.house.go_away(id, seconds);
    }

    /// How a game stands.
    pub fn status(&self, id: &str) -> Status {
        self.house.status(id)
    }

    /// The requests so far, as in `POST /api/bot/game/game1/move/e2e4`, with their forms.
    pub fn calls(&self) -> Vec<String> {
        self.house.calls()
    }

    /// The requests so far that contain a text.
    pub fn count(&self, part: &str) -> usize {
        self.calls().iter().filter(|call| call.contains(part)).count()
    }

    /// Waits until something is so.
    ///
    /// # Panics
    /// If it is not so after a minute.
    pub async fn until(&self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let mut changes = self.house.changes();
        let wait = async {
            while !is_so(self) {
                changes.changed().await.expect("a house that stands");
            }
        };
        let waited = timeout(PATIENCE, wait).await;
        assert!(waited.is_ok(), "{what}: not after a minute; requests: {:#?}", self.calls());
    }

    /// Waits until a game is over.
    pub async fn until_over(&self, id: &str) -> Status {
        self.until(&format!("the end of {id}"), |fake| fake.status(id).is_over()).await;
        self.status(id)
    }

    /// Keeps this many games going, each by the terms of its number, until the time is over; then
    /// waits for the last ones.
    pub async fn host(&self, games: usize, time: Duration, terms: impl Fn(usize) -> Terms) {
        let mut number = 0;
        let host = async {
            let mut changes = self.house.changes();
            loop {
                while self.house.open() < games {
                    self.challenge(terms(number));
                    number += 1;
                }
                changes.changed().await.expect("a house that stands");
                sleep(BREATH).await;
            }
        };
        let _ = timeout(time, host).await;
        self.house.withdraw();
        let mut changes = self.house.changes();
        while self.house.open() > 0 {
            changes.changed().await.expect("a house that stands");
        }
    }

    /// The finished games and their moves, to compare with what a bot kept.
    pub fn finished(&self) -> Vec<Kept> {
        self.house.finished()
    }

    /// The number of games that are being played.
    pub fn running(&self) -> usize {
        self.house.running()
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.server.abort();
    }
}
