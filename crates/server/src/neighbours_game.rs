//! The game Neighbours: persons, the agent and network agents at one board.

use std::sync::Arc;
use std::time::Duration;

use gamekit::{ByColor, Color, GameResult};
use neighbours::ngi::{Client, Timeouts};
use neighbours::player::Agent;
use neighbours::search::{Limits, Searcher};
use neighbours::{Game, Level, Move, Player, PlayerError, Record, Weights};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

use crate::app::App;
use crate::chance;
use crate::pool::Errand;
use crate::protocol::library::GameKind;
use crate::protocol::neighbours::{
    NeighboursEvent, NeighboursHint, NeighboursRequest, NeighboursState, Seat,
};
use crate::protocol::{Event, Side, Status};
use crate::refused::Refused;
use crate::room::{Answer, Inside, PATIENCE, Room};
use crate::store::Entry;

/// The agent's table here: a few megabytes, made for each move.
const TABLE_ENTRIES: usize = 200_000;
/// How long the agent thinks about a hint.
const HINT_TIME: Duration = Duration::from_millis(500);
/// How long a network agent may think.
const NETWORK_TIME: Duration = Duration::from_secs(1);
/// Two agents do not move faster than a person can watch.
const WATCHING_TIME: Duration = Duration::from_millis(400);

/// Starts a game.
pub(crate) fn start(
    app: &Arc<App>,
    white: Seat,
    black: Seat,
    start: Option<&str>,
) -> Result<Room<NeighboursRequest>, Refused> {
    let game = match start.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) => Game::new(text.parse().map_err(Refused::bad)?),
        None => Game::default(),
    };
    open(app, Board::new(chance::id()?, game, ByColor::new(white, black))?)
}

/// Goes on with the first game of a save file.
pub(crate) fn load(
    app: &Arc<App>,
    text: &str,
    white: Seat,
    black: Seat,
) -> Result<Room<NeighboursRequest>, Refused> {
    open(app, Board::new(chance::id()?, read(text)?, ByColor::new(white, black))?)
}

/// Goes on with a game that was played here.
pub(crate) async fn resume(app: &Arc<App>, id: &str) -> Result<Room<NeighboursRequest>, Refused> {
    if let Some(room) = app.neighbours.find(id) {
        return Ok(room);
    }
    let saved: Saved = serde_json::from_str(&app.store.resume_text(id).await?)
        .map_err(|error| Refused::Trouble(format!("a damaged game: {error}")))?;
    open(app, Board::new(id.to_owned(), read(&saved.text)?, ByColor::new(saved.white, saved.black))?)
}

fn open(app: &Arc<App>, board: Board) -> Result<Room<NeighboursRequest>, Refused> {
    let (room, inside) = app.neighbours.open(&board.id, board.event())?;
    if let Some(inside) = inside {
        tokio::spawn(board.play(Arc::clone(app), inside));
    }
    Ok(room)
}

fn read(text: &str) -> Result<Game, Refused> {
    let records = Record::parse_all(text).map_err(Refused::bad)?;
    let first = records.into_iter().next().ok_or_else(|| Refused::bad("no game in the file"))?;
    Ok(first.game)
}

/// What the agent would play in the game that a page sees.
pub(crate) async fn hint(app: &App, seen: &Event) -> Result<NeighboursHint, Refused> {
    let Event::Neighbours(NeighboursEvent::State(state)) = seen else {
        return Err(Refused::bad("there is no game to give a hint for"));
    };
    let game = read(&state.saved)?;
    if let Some(end) = game.end() {
        return Err(Refused::Bad(format!("the game is over: {end}")));
    }
    let turn = game.position().turn();
    let mut errand = app.pool.run(move |cancelled| {
        let searcher = Searcher::new(&Weights::default(), TABLE_ENTRIES, 1)?;
        Ok(searcher.search(&game, &Limits::time(HINT_TIME), cancelled, |_| ()))
    })?;
    let report: Result<_, gamekit::table::TableError> =
        errand.answer().await.ok_or_else(|| Refused::trouble("the agent failed"))?;
    let report = report.map_err(Refused::trouble)?;
    let best = report.best().ok_or_else(|| Refused::bad("there is no move"))?;
    let score = report.score().raw();
    let line = report.lines.first().map(|(_, line)| line.iter().map(ToString::to_string).collect());
    Ok(NeighboursHint {
        mv: best.to_string(),
        score: if turn == Color::White { score } else { -score },
        depth: report.depth,
        line: line.unwrap_or_default(),
    })
}

/// What it takes to go on with a game.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    text: String,
    white: Seat,
    black: Seat,
}

/// An agent that is choosing a move.
#[derive(Debug)]
enum Thinking {
    Agent(Errand<Option<Move>>),
    /// The connection comes back with the move, and the permit to have one is given back.
    Network(JoinHandle<(Client, Result<Move, PlayerError>, OwnedSemaphorePermit)>),
}

/// A game and who plays it.
#[derive(Debug)]
struct Board {
    id: String,
    game: Game,
    seats: ByColor<Seat>,
    clients: ByColor<Option<Client>>,
    thinking: Option<Thinking>,
    paused: bool,
    watched: bool,
    trouble: Option<String>,
}

impl Board {
    fn new(id: String, game: Game, seats: ByColor<Seat>) -> Result<Self, Refused> {
        seats.iter().try_for_each(check)?;
        Ok(Self {
            id,
            game,
            seats,
            clients: ByColor::default(),
            thinking: None,
            paused: false,
            watched: false,
            trouble: None,
        })
    }

    fn event(&self) -> Event {
        Event::Neighbours(NeighboursEvent::State(Box::new(self.state())))
    }

    /// Plays until the game is forgotten.
    async fn play(mut self, app: Arc<App>, mut inside: Inside<NeighboursRequest>) {
        loop {
            self.watched = inside.is_watched();
            self.go_on(&app);
            inside.state.send_replace(self.event());
            tokio::select! {
                asked = inside.requests.recv() => {
                    let Some((request, answer)) = asked else { return };
                    let _ = answer.send(self.obey(&app, request));
                }
                chosen = choose(&mut self.thinking) => {
                    if self.seats.iter().all(|seat| *seat != Seat::Person) {
                        sleep(WATCHING_TIME).await;
                    }
                    self.hear(&app, chosen);
                }
                () = inside.state.closed(), if self.watched => {}
                () = inside.arrivals.notified() => {}
                () = sleep(PATIENCE), if !self.watched => return,
            }
        }
    }

    /// Lets the one who is to move think, as long as somebody looks.
    fn go_on(&mut self, app: &App) {
        if !self.watched || self.paused || self.game.end().is_some() {
            self.thinking = None;
            return;
        }
        if self.thinking.is_none() {
            let turn = self.game.position().turn();
            let begun = match self.seats[turn].clone() {
                Seat::Person => return,
                Seat::Agent { level } => self.ask_agent(app, level),
                Seat::Network { address } => self.ask_network(app, turn, &address),
            };
            match begun {
                Ok(thinking) => self.thinking = Some(thinking),
                Err(refused) => self.fail(&refused),
            }
        }
    }

    fn ask_agent(&self, app: &App, level: u8) -> Result<Thinking, Refused> {
        let level = Level::new(level).ok_or_else(|| bad_level(level))?;
        let game = self.game.clone();
        let seed = chance::below(u64::MAX)?;
        let errand = app.pool.run(move |cancelled| {
            let searcher = Searcher::new(&Weights::default(), TABLE_ENTRIES, 1).ok()?;
            Agent::at_level(level, searcher, seed).think(&game, cancelled, |_| ())
        })?;
        Ok(Thinking::Agent(errand))
    }

    fn ask_network(&mut self, app: &App, turn: Color, address: &str) -> Result<Thinking, Refused> {
        let busy = |_| Refused::Busy("too many network agents are thinking".to_owned());
        let permit = Arc::clone(&app.network_agents).try_acquire_owned().map_err(busy)?;
        let game = self.game.clone();
        let known = self.clients[turn].take();
        let new = || Client::new(address, Limits::time(NETWORK_TIME), Timeouts::default());
        let is_new = known.is_none();
        let mut client = known.unwrap_or_else(new);
        Ok(Thinking::Network(spawn_blocking(move || {
            let ready = if is_new { client.new_game() } else { Ok(()) };
            let chosen = ready.and_then(|()| client.choose(&game));
            (client, chosen, permit)
        })))
    }

    fn hear(&mut self, app: &App, chosen: Chosen) {
        self.thinking = None;
        let turn = self.game.position().turn();
        let mv = match chosen {
            Chosen::Agent(mv) => mv.ok_or_else(|| Refused::trouble("the agent found no move")),
            Chosen::Network(client, Ok(mv)) => {
                self.clients[turn] = client;
                Ok(mv)
            }
            Chosen::Network(_, Err(error)) => Err(Refused::trouble(error)),
        };
        match mv.and_then(|mv| self.game.play(mv).map_err(Refused::bad)) {
            Ok(()) => self.keep(app),
            Err(refused) => self.fail(&refused),
        }
    }

    /// An agent cannot play: somebody else must, or it is tried again.
    fn fail(&mut self, refused: &Refused) {
        self.paused = true;
        self.trouble = Some(refused.to_string());
    }

    fn obey(&mut self, app: &App, request: NeighboursRequest) -> Answer {
        match request {
            NeighboursRequest::Move { mv } => {
                let turn = self.game.position().turn();
                if self.seats[turn] != Seat::Person {
                    return Err(Refused::Bad(format!("{mv}: {turn} is played by an agent")));
                }
                let parsed = mv.parse().map_err(Refused::bad)?;
                self.game.play(parsed).map_err(Refused::bad)?;
            }
            NeighboursRequest::Takeback => self.take_back()?,
            NeighboursRequest::Sit { side, seat } => {
                check(&seat)?;
                let color = Color::from(side);
                if self.seats[color] != seat {
                    self.clients[color] = None;
                    self.seats[color] = seat;
                    self.thinking = None;
                }
                self.trouble = None;
                self.paused = false;
            }
            NeighboursRequest::Pause { paused } => {
                self.paused = paused;
                self.trouble = None;
            }
            NeighboursRequest::New { .. }
            | NeighboursRequest::Load { .. }
            | NeighboursRequest::Resume { .. }
            | NeighboursRequest::Hint => {}
        }
        self.keep(app);
        Ok(None)
    }

    /// Back to where a person was to move last; between agents, one move back, and they are held.
    fn take_back(&mut self) -> Result<(), Refused> {
        if self.game.undo().is_none() {
            return Err(Refused::bad("there is no move to take back"));
        }
        self.thinking = None;
        let is_persons = |board: &Self| board.seats[board.game.position().turn()] == Seat::Person;
        if self.seats.iter().any(|seat| *seat == Seat::Person) {
            while !is_persons(self) && self.game.undo().is_some() {}
        } else {
            self.paused = true;
        }
        Ok(())
    }

    fn keep(&self, app: &App) {
        let names = self.names();
        let end = self.game.end();
        let text = self.record().to_string();
        let resume = Saved {
            text: text.clone(),
            white: self.seats[Color::White].clone(),
            black: self.seats[Color::Black].clone(),
        };
        app.store.keep_soon(Entry {
            id: self.id.clone(),
            game: GameKind::Neighbours,
            white: names[Color::White].clone(),
            black: names[Color::Black].clone(),
            result: GameResult::record_end(end.map(neighbours::End::result)).to_owned(),
            reason: end.map_or(String::new(), |end| end.to_string()),
            opening: None,
            plies: self.game.plies() as u32,
            text,
            resume: end.is_none().then(|| serde_json::to_string(&resume).unwrap_or_default()),
        });
    }

    fn names(&self) -> ByColor<String> {
        let name = |color| match &self.seats[color] {
            Seat::Person => "a person".to_owned(),
            Seat::Agent { level } => format!("level {level}"),
            Seat::Network { address } => address.clone(),
        };
        ByColor::new(name(Color::White), name(Color::Black))
    }

    fn record(&self) -> Record {
        let names = self.names();
        let tags = vec![
            ("White".to_owned(), names[Color::White].clone()),
            ("Black".to_owned(), names[Color::Black].clone()),
        ];
        Record { tags, game: self.game.clone(), result: self.game.end().map(neighbours::End::result) }
    }

    fn state(&self) -> NeighboursState {
        let position = self.game.position();
        let end = self.game.end();
        let is_persons = end.is_none() && self.seats[position.turn()] == Seat::Person;
        let legal = position.legal_moves();
        NeighboursState {
            id: self.id.clone(),
            start: self.game.start().to_string(),
            position: position.to_string(),
            turn: position.turn().into(),
            moves: self.game.moves().map(|mv| mv.to_string()).collect(),
            legal: legal.iter().filter(|_| is_persons).map(ToString::to_string).collect(),
            white: self.seats[Color::White].clone(),
            black: self.seats[Color::Black].clone(),
            status: end.map_or(Status::Ongoing, |end| Status::Over {
                result: end.result().to_string(),
                winner: end.result().winner().map(Side::from),
                reason: end.to_string(),
            }),
            thinking: self.thinking.is_some(),
            paused: self.paused,
            trouble: self.trouble.clone(),
            can_take_back: self.game.plies() > 0,
            saved: self.record().to_string(),
        }
    }
}

/// What an agent chose.
enum Chosen {
    Agent(Option<Move>),
    Network(Option<Client>, Result<Move, String>),
}

/// The choice of the agent that thinks, if one does.
async fn choose(thinking: &mut Option<Thinking>) -> Chosen {
    match thinking {
        Some(Thinking::Agent(errand)) => Chosen::Agent(errand.answer().await.flatten()),
        Some(Thinking::Network(handle)) => match handle.await {
            Ok((client, chosen, _permit)) => {
                Chosen::Network(Some(client), chosen.map_err(|error| error.to_string()))
            }
            Err(error) => Chosen::Network(None, Err(error.to_string())),
        },
        None => std::future::pending().await,
    }
}

fn check(seat: &Seat) -> Result<(), Refused> {
    match seat {
        Seat::Person => Ok(()),
        Seat::Agent { level } => Level::new(*level).map(drop).ok_or_else(|| bad_level(*level)),
        Seat::Network { address } => {
            let port = address.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
            let bad =
                || Refused::Bad(format!("address {address:?}; expected host:port, as in localhost:7117"));
            port.map(drop).ok_or_else(bad)
        }
    }
}

fn bad_level(level: u8) -> Refused {
    Refused::Bad(format!("level {level}; expected 1 to {}", Level::FULL))
}
