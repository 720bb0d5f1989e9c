//! The game Neighbours between people, the agent and network agents.

mod agents;
mod record;

use std::time::Duration;

use gamekit::{ByColor, Color};
use neighbours::Game;
use tokio::time::{Instant, sleep_until};

use super::{Answer, Asked, Change, Reply, RoomGame, Rooms};
use crate::app::App;
use crate::chance;
use crate::entry::Entry;
use crate::protocol::neighbours::{NeighboursEvent, NeighboursRequest, NeighboursState, Seat};
use crate::protocol::{Event, Status};
use crate::refused::Refused;
use agents::{Chosen, Kept, Thinking};

/// Shortest time per move between two agents, so that a person can follow.
const AGENT_MOVE_TIME: Duration = Duration::from_millis(400);

/// A request during a game.
pub enum BoardRequest {
    /// The move of the person to move.
    Move(String),
    /// Takes back moves until a person is to move again.
    Takeback,
    /// Changes who plays a side.
    Sit(Color, Seat),
    /// Pauses the agents, or lets them continue.
    Pause(bool),
    /// Asks the agent for a move.
    Hint,
}

/// A game and who plays it.
pub struct NeighboursGame {
    id: String,
    game: Game,
    seats: ByColor<Seat>,
    /// What the agents keep from move to move.
    kept: ByColor<Option<Kept>>,
    thinking: Option<Thinking>,
    /// The agent's next move is not made before this time.
    not_before: Instant,
    paused: bool,
    trouble: Option<String>,
    /// Why the game is not kept, if it is not.
    unkept: Option<String>,
}

impl RoomGame for NeighboursGame {
    type Message = NeighboursRequest;
    type Request = BoardRequest;
    type News = Chosen;

    const OPENED_BY: &str = "`new`, `load` or `resume`";

    fn read(message: NeighboursRequest) -> Result<Asked<Self>, Refused> {
        Ok(match message {
            NeighboursRequest::New { white, black, start } => {
                let game = match start.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
                    Some(text) => Game::new(text.parse().map_err(Refused::bad)?),
                    None => Game::default(),
                };
                Asked::New(Box::new(Self::new(chance::id()?, game, ByColor::new(white, black))?))
            }
            NeighboursRequest::Load { text, white, black } => {
                let game = record::read(&text)?;
                Asked::New(Box::new(Self::new(chance::id()?, game, ByColor::new(white, black))?))
            }
            NeighboursRequest::Resume { id } => Asked::Resume(id),
            NeighboursRequest::Move { mv } => Asked::Game(BoardRequest::Move(mv)),
            NeighboursRequest::Takeback => Asked::Game(BoardRequest::Takeback),
            NeighboursRequest::Sit { side, seat } => Asked::Game(BoardRequest::Sit(side, seat)),
            NeighboursRequest::Pause { paused } => Asked::Game(BoardRequest::Pause(paused)),
            NeighboursRequest::Hint => Asked::Game(BoardRequest::Hint),
        })
    }

    fn restore(id: &str, saved: &str) -> Result<Self, Refused> {
        let (game, seats) = record::restore(saved)?;
        Self::new(id.to_owned(), game, seats)
    }

    fn rooms(app: &App) -> &Rooms<BoardRequest> {
        &app.neighbours_games
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn state(&self) -> Event {
        Event::Neighbours(NeighboursEvent::State(Box::new(self.view())))
    }

    fn entry(&self) -> Entry {
        record::entry(&self.id, &self.game, &self.seats)
    }

    fn go_on(&mut self, app: &App, watched: bool) {
        if !watched || self.paused || self.game.end().is_some() {
            self.thinking = None;
        } else if self.thinking.is_none() {
            let turn = self.game.position().turn();
            let begun = match &self.seats[turn] {
                Seat::Person => return,
                Seat::Agent { level } => agents::ask_agent(app, &self.game, *level, self.kept[turn].take()),
                Seat::Network { address } => {
                    agents::ask_network(app, &self.game, address, self.kept[turn].take())
                }
            };
            match begun {
                Ok(thinking) => self.thinking = Some(thinking),
                Err(refused) => self.fail(&refused),
            }
            let pause = if self.has_person() { Duration::ZERO } else { AGENT_MOVE_TIME };
            self.not_before = Instant::now() + pause;
        }
    }

    async fn next(&mut self) -> Chosen {
        match &mut self.thinking {
            Some(thinking) => {
                sleep_until(self.not_before).await;
                thinking.await
            }
            None => std::future::pending().await,
        }
    }

    fn hear(&mut self, chosen: Chosen) -> Change {
        self.thinking = None;
        let turn = self.game.position().turn();
        match chosen.mv.and_then(|mv| self.game.play(mv).map_err(Refused::bad)) {
            Ok(()) => {
                self.kept[turn] = chosen.kept;
                Change::Game
            }
            Err(refused) => {
                self.fail(&refused);
                Change::View
            }
        }
    }

    fn note_keeping(&mut self, trouble: Option<String>) -> Change {
        if self.unkept == trouble {
            return Change::Nothing;
        }
        self.unkept = trouble;
        Change::View
    }

    fn obey(&mut self, app: &App, request: BoardRequest) -> Answer {
        match request {
            BoardRequest::Move(mv) => {
                let turn = self.game.position().turn();
                if self.seats[turn] != Seat::Person {
                    return Err(Refused::Bad(format!("{mv}: {turn} is played by an agent")));
                }
                let parsed = mv.parse().map_err(Refused::bad)?;
                self.game.play(parsed).map_err(Refused::bad)?;
            }
            BoardRequest::Takeback => self.take_back()?,
            BoardRequest::Sit(color, seat) => {
                agents::check(&seat)?;
                if self.seats[color] != seat {
                    self.kept[color] = None;
                    self.seats[color] = seat;
                    self.thinking = None;
                }
                self.trouble = None;
                self.paused = false;
            }
            BoardRequest::Pause(paused) => {
                self.paused = paused;
                self.trouble = None;
            }
            BoardRequest::Hint => {
                let hint = agents::hint(app, &self.game)?;
                return Ok(Reply::Later(Box::pin(async {
                    Ok(Event::Neighbours(NeighboursEvent::Hint(hint.await?)))
                })));
            }
        }
        Ok(Reply::Changed)
    }
}

impl NeighboursGame {
    fn new(id: String, game: Game, seats: ByColor<Seat>) -> Result<Self, Refused> {
        seats.iter().try_for_each(agents::check)?;
        Ok(Self {
            id,
            game,
            seats,
            kept: ByColor::default(),
            thinking: None,
            not_before: Instant::now(),
            paused: false,
            trouble: None,
            unkept: None,
        })
    }

    fn has_person(&self) -> bool {
        self.seats.iter().any(|seat| *seat == Seat::Person)
    }

    fn is_persons_turn(&self) -> bool {
        self.seats[self.game.position().turn()] == Seat::Person
    }

    /// Pauses the game because an agent failed.
    fn fail(&mut self, refused: &Refused) {
        self.paused = true;
        self.trouble = Some(refused.to_string());
    }

    /// Takes back moves until a person is to move; between agents, takes back one and pauses.
    fn take_back(&mut self) -> Result<(), Refused> {
        if self.game.undo().is_none() {
            return Err(Refused::bad("there is no move to take back"));
        }
        self.thinking = None;
        if self.has_person() {
            while !self.is_persons_turn() && self.game.undo().is_some() {}
        } else {
            self.paused = true;
        }
        Ok(())
    }

    fn view(&self) -> NeighboursState {
        let position = self.game.position();
        let end = self.game.end();
        let offers_moves = end.is_none() && self.is_persons_turn();
        let legal = position.legal_moves();
        NeighboursState {
            id: self.id.clone(),
            start: self.game.start().to_string(),
            position: position.to_string(),
            turn: position.turn(),
            moves: self.game.moves().map(|mv| mv.to_string()).collect(),
            legal: legal.iter().filter(|_| offers_moves).map(ToString::to_string).collect(),
            white: self.seats[Color::White].clone(),
            black: self.seats[Color::Black].clone(),
            status: end.map_or(Status::Ongoing, |end| Status::over(end.result(), &end)),
            thinking: self.thinking.is_some(),
            paused: self.paused,
            trouble: self.trouble.clone().or_else(|| self.unkept.clone()),
            can_take_back: self.game.plies() > 0,
            saved: record::record(&self.game, &self.seats).to_string(),
        }
    }
}
