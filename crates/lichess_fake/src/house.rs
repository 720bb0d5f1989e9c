//! All that the server knows: challenges, games, open streams, and what was asked of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use axum::response::Response;
use chess::{Game, UciStyle};
use gamekit::{Color, GameResult};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::game::{FakeGame, Status, challenge};
use crate::streams::Streams;
use crate::terms::{Opponent, Terms};
use crate::{NAME, opponent};

/// The path of the stream of events.
const EVENTS: &str = "/api/stream/event";

/// How the server behaves.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// An empty line is written to each stream when nothing happened for this long.
    pub keep_alive: Duration,
    /// How long a move takes to arrive.
    pub latency: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { keep_alive: Duration::from_secs(6), latency: Duration::ZERO }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The game.
    pub id: String,
    /// Its moves, castling written as the king's way to its rook.
    pub moves: Vec<String>,
    /// Its result; none if it was aborted.
    pub result: Option<GameResult>,
    /// How it ended.
    pub status: Status,
    /// The bot's side.
    pub bot: Color,
}

struct Fault {
    part: String,
    status: u16,
    times: usize,
}

#[derive(Default)]
struct State {
    is_person: bool,
    challenges: BTreeMap<String, Terms>,
    games: BTreeMap<String, FakeGame>,
    streams: Streams,
    calls: Vec<String>,
    faults: Vec<Fault>,
}

/// The server's state.
pub struct House {
    pub settings: Settings,
    state: Mutex<State>,
    changes: watch::Sender<()>,
    next_id: AtomicUsize,
}

impl House {
    pub fn new(settings: Settings) -> Self {
        let (state, changes) = (Mutex::default(), watch::Sender::new(()));
        Self { settings, state, changes, next_id: AtomicUsize::new(1) }
    }

    pub fn new_id(&self) -> String {
        format!("game{:04}", self.next_id.fetch_add(1, Relaxed))
    }

    pub fn changes(&self) -> watch::Receiver<()> {
        self.changes.subscribe()
    }

    /// Changes the state, and wakes who waits for a change.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let result = change(&mut self.state.lock());
        self.changes.send_replace(());
        result
    }

    pub fn challenge(&self, terms: Terms) -> String {
        let id = self.new_id();
        self.change(|state| {
            let line = challenge(&id, &terms, "challenge");
            state.challenges.insert(id.clone(), terms);
            state.streams.write(EVENTS, &format!("{line}\n"));
        });
        id
    }

    /// Takes back all challenges.
    pub fn withdraw(&self) {
        self.change(|state| {
            for (id, terms) in std::mem::take(&mut state.challenges) {
                let line = challenge(&id, &terms, "challengeCanceled");
                state.streams.write(EVENTS, &format!("{line}\n"));
            }
        });
    }

    /// The bot answers a challenge.
    pub fn respond(self: &Arc<Self>, id: &str, accepts: bool) -> Result<(), String> {
        let terms = self.change(|state| state.challenges.remove(id)).ok_or("No such challenge")?;
        if accepts {
            self.begin(id, terms);
        }
        Ok(())
    }

    pub fn begin(self: &Arc<Self>, id: &str, terms: Terms) {
        self.change(|state| {
            let game = FakeGame::new(terms);
            let line = game.event(id, "gameStart");
            state.games.insert(id.to_owned(), game);
            state.streams.write(EVENTS, &format!("{line}\n"));
        });
        opponent::wake(self, id);
    }

    /// Something happens in a game: everyone is told, and the opponent may answer.
    pub fn act<T>(
        self: &Arc<Self>,
        id: &str,
        act: impl FnOnce(&mut FakeGame) -> Result<T, String>,
    ) -> Result<T, String> {
        let acted = self.change(|state| {
            let game = state.games.get_mut(id).ok_or("No such game")?;
            let acted = act(game)?;
            state.streams.write(&game_stream(id), &format!("{}\n", game.state()));
            if game.is_over() {
                state.streams.cut(&game_stream(id));
                state.streams.write(EVENTS, &format!("{}\n", game.event(id, "gameFinish")));
            }
            Ok::<_, String>(acted)
        })?;
        self.watch_clock(id);
        opponent::wake(self, id);
        Ok(acted)
    }

    /// Ends the game when the clock of the side to move runs out.
    fn watch_clock(self: &Arc<Self>, id: &str) {
        let (plies, left) = {
            let state = self.state.lock();
            let Some(game) = state.games.get(id).filter(|game| !game.is_over()) else { return };
            (game.plies(), game.left(game.turn()))
        };
        let (house, id) = (Arc::clone(self), id.to_owned());
        tokio::spawn(async move {
            tokio::time::sleep(left + Duration::from_millis(1)).await;
            let is_same = |game: &FakeGame| game.plies() == plies && plies >= 2 && !game.is_over();
            if house.state.lock().games.get(&id).is_some_and(is_same) {
                let _ = house.act(&id, |game| {
                    let turn = game.turn();
                    if game.left(turn).is_zero() {
                        game.end("outoftime", Some(!turn));
                    }
                    Ok(())
                });
            }
        });
    }

    pub fn play_opponent(self: &Arc<Self>, id: &str, mv: &str) -> Result<(), String> {
        self.act(id, |game| game.play(!game.terms.bot, mv))
    }

    pub fn offer_draw(self: &Arc<Self>, id: &str) {
        let _ = self.act(id, |game| {
            game.draw(!game.terms.bot);
            Ok(())
        });
    }

    pub fn end(self: &Arc<Self>, id: &str, status: &'static str, winner: Option<Color>) {
        let _ = self.act(id, |game| {
            game.end(status, winner);
            Ok(())
        });
    }

    pub fn go_away(&self, id: &str, seconds: u64) {
        self.change(|state| {
            if let Some(game) = state.games.get_mut(id) {
                game.is_deserted = true;
            }
            let line = json!({"type": "opponentGone", "gone": true, "claimWinInSeconds": seconds});
            state.streams.write(&game_stream(id), &format!("{line}\n"));
        });
    }

    /// The game and its opponent, if that is on move.
    pub fn opponent_to_move(&self, id: &str) -> Option<(Game, Opponent)> {
        let state = self.state.lock();
        let game = state.games.get(id)?;
        let is_on_move = !game.is_over() && game.turn() != game.terms.bot;
        is_on_move.then(|| (game.game.clone(), game.terms.opponent))
    }

    pub fn account(&self) -> Value {
        let is_person = self.state.lock().is_person;
        let title = if is_person { Value::Null } else { json!("BOT") };
        json!({"id": NAME.to_lowercase(), "username": NAME, "title": title})
    }

    pub fn downgrade(&self) {
        self.change(|state| state.is_person = true);
    }

    pub fn upgrade(&self) {
        self.change(|state| state.is_person = false);
    }

    pub fn open_events(&self) -> Response {
        self.change(|state| {
            let games = state.games.iter().filter(|(_, game)| !game.is_over());
            let mut lines: Vec<String> =
                games.map(|(id, game)| game.event(id, "gameStart").to_string()).collect();
            let open = state.challenges.iter();
            lines.extend(open.map(|(id, terms)| challenge(id, terms, "challenge").to_string()));
            state.streams.open(EVENTS, &lines, self.settings.keep_alive)
        })
    }

    pub fn open_game(&self, id: &str) -> Option<Response> {
        self.change(|state| {
            let game = state.games.get(id)?;
            let lines = [game.full(id).to_string()];
            let response = state.streams.open(&game_stream(id), &lines, self.settings.keep_alive);
            if game.is_over() {
                state.streams.cut(&game_stream(id));
            }
            Some(response)
        })
    }

    pub fn write(&self, part: &str, text: &str) {
        self.change(|state| state.streams.write(part, text));
    }

    pub fn cut(&self, part: &str, last_words: &str) {
        self.change(|state| {
            state.streams.write(part, last_words);
            state.streams.cut(part);
        });
    }

    pub fn streams(&self, part: &str) -> usize {
        self.state.lock().streams.count(part)
    }

    pub fn fail(&self, part: &str, status: u16, times: usize) {
        self.change(|state| state.faults.push(Fault { part: part.to_owned(), status, times }));
    }

    /// Notes a request; the status with which it fails, if it shall.
    pub fn note(&self, call: &str) -> Option<u16> {
        self.change(|state| {
            state.calls.push(call.to_owned());
            let fault =
                state.faults.iter_mut().find(|fault| fault.times > 0 && call.contains(&fault.part))?;
            fault.times -= 1;
            Some(fault.status)
        })
    }

    pub fn calls(&self) -> Vec<String> {
        self.state.lock().calls.clone()
    }

    pub fn status(&self, id: &str) -> Status {
        let state = self.state.lock();
        state.games.get(id).map_or(Status { plies: 0, name: "started", winner: None }, status)
    }

    /// Challenges and games that are not over.
    pub fn open(&self) -> usize {
        let challenges = self.state.lock().challenges.len();
        challenges + self.running()
    }

    pub fn running(&self) -> usize {
        self.state.lock().games.values().filter(|game| !game.is_over()).count()
    }

    pub fn finished(&self) -> Vec<Kept> {
        let state = self.state.lock();
        let finished = state.games.iter().filter(|(_, game)| game.is_over());
        finished
            .map(|(id, game)| Kept {
                id: id.clone(),
                moves: game.game.moves().map(|mv| mv.to_uci(UciStyle::Chess960).to_string()).collect(),
                result: (game.status != "aborted").then(|| game.winner.into()),
                status: status(game),
                bot: game.terms.bot,
            })
            .collect()
    }
}

fn status(game: &FakeGame) -> Status {
    Status { plies: game.plies(), name: game.status, winner: game.winner }
}

fn game_stream(id: &str) -> String {
    format!("/api/bot/game/stream/{id}")
}
