//! The game Neighbours between people, the agent and network agents.

mod agents;
mod holders;
mod record;

use std::sync::Arc;
use std::time::Duration;

use gamekit::{ByColor, Color};
use neighbours::Game;
use parking_lot::Mutex;
use tokio::time::{Instant, sleep_until};

use super::{Answer, Asked, Change, Reply, RoomGame, Rooms};
use crate::app::App;
use crate::chance;
use crate::entry::Entry;
use crate::protocol::neighbours::{Holder, NeighboursEvent, NeighboursRequest, NeighboursState, Seat};
use crate::protocol::{Event, Status};
use crate::refused::Refused;
pub use agents::Visitor;
use agents::{Chosen, Kept, Thinking};
pub use holders::Holders;

/// Shortest time per move between two agents, so that a person can follow.
const AGENT_MOVE_TIME: Duration = Duration::from_millis(400);

/// A request during a game.
pub enum BoardRequest {
    /// A seat, if one is free.
    Arrive,
    /// A seat for an agent that has connected.
    Join(Box<Visitor>),
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
    holders: Holders,
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

    fn read(message: NeighboursRequest, player: &str) -> Result<Asked<Self>, Refused> {
        Ok(match message {
            NeighboursRequest::New { white, black, start } => {
                let game = match start.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
                    Some(text) => Game::new(text.parse().map_err(Refused::bad)?),
                    None => Game::default(),
                };
                Asked::New(Box::new(Self::begin(game, ByColor::new(white, black), player)?))
            }
            NeighboursRequest::Load { text, white, black } => {
                let game = record::read(&text)?;
                Asked::New(Box::new(Self::begin(game, ByColor::new(white, black), player)?))
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
        let (game, seats, holders) = record::restore(saved)?;
        Self::new(id.to_owned(), game, seats, holders)
    }

    fn arrival() -> Option<BoardRequest> {
        Some(BoardRequest::Arrive)
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

    fn seen_by(player: &str, state: Event) -> Event {
        match state {
            Event::Neighbours(NeighboursEvent::State(mut state)) => {
                seen_by(player, &mut state);
                Event::Neighbours(NeighboursEvent::State(state))
            }
            other => other,
        }
    }

    fn entry(&self) -> Entry {
        record::entry(&self.id, &self.game, &self.seats, &self.holders)
    }

    fn go_on(&mut self, app: &App, watched: bool) {
        if let Some(end) = self.game.end() {
            self.thinking = None;
            for color in Color::ALL {
                agents::tell(self.kept[color].take(), &self.game, end);
            }
        } else if self.paused || !(watched || self.has_visitor()) {
            self.thinking = None;
        } else if self.thinking.is_none() {
            let turn = self.game.position().turn();
            let begun = match &self.seats[turn] {
                Seat::Invited if self.holders.is_agent(turn) => {
                    agents::ask_visitor(&self.game, self.kept[turn].as_ref())
                }
                Seat::Person | Seat::Invited => return,
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

    fn obey(&mut self, app: &App, player: &str, request: BoardRequest) -> Answer {
        match request {
            BoardRequest::Arrive => {
                let has_seat = self.holders.arrive(&self.seats, player);
                return Ok(if has_seat { Reply::Changed } else { Reply::Nothing });
            }
            BoardRequest::Join(visitor) => self.join(*visitor)?,
            BoardRequest::Move(mv) => {
                let turn = self.game.position().turn();
                if !self.is_persons(turn) {
                    return Err(Refused::Bad(format!("{mv}: {turn} is played by an agent")));
                }
                self.holders.check_seat(turn, player)?;
                let parsed = mv.parse().map_err(Refused::bad)?;
                self.game.play(parsed).map_err(Refused::bad)?;
            }
            BoardRequest::Takeback => self.take_back(player)?,
            BoardRequest::Sit(color, seat) => {
                agents::check(&seat)?;
                let had_agent = self.holders.is_agent(color);
                self.holders.sit(color, &seat, player)?;
                if self.seats[color] != seat || had_agent {
                    self.kept[color] = None;
                    self.seats[color] = seat;
                    self.thinking = None;
                }
                self.trouble = None;
                self.paused = false;
            }
            BoardRequest::Pause(paused) => {
                self.holders.check_player(player)?;
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
    /// A game that a player begins.
    fn begin(game: Game, seats: ByColor<Seat>, player: &str) -> Result<Self, Refused> {
        let holders = Holders::of_new(&seats, player);
        Self::new(chance::id()?, game, seats, holders)
    }

    fn new(id: String, game: Game, seats: ByColor<Seat>, holders: Holders) -> Result<Self, Refused> {
        seats.iter().try_for_each(agents::check)?;
        Ok(Self {
            id,
            game,
            seats,
            holders,
            kept: ByColor::default(),
            thinking: None,
            not_before: Instant::now(),
            paused: false,
            trouble: None,
            unkept: None,
        })
    }

    /// Whether a person plays this side, or may come to play it.
    fn is_persons(&self, color: Color) -> bool {
        match self.seats[color] {
            Seat::Person => true,
            Seat::Invited => !self.holders.is_agent(color),
            Seat::Agent { .. } | Seat::Network { .. } => false,
        }
    }

    fn has_person(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.is_persons(color))
    }

    fn is_persons_turn(&self) -> bool {
        self.is_persons(self.game.position().turn())
    }

    /// Whether an agent that has connected waits for its next move.
    fn has_visitor(&self) -> bool {
        Color::ALL.into_iter().any(|color| self.holders.is_agent(color))
    }

    /// Seats an agent that has connected, or tells it why not.
    fn join(&mut self, mut visitor: Visitor) -> Result<(), Refused> {
        let is_open = self.game.end().is_none();
        let seat = is_open.then(|| self.holders.join(&self.seats, &visitor.name())).flatten();
        let Some(color) = seat else {
            let why = "no seat in this game is free";
            visitor.refuse(why);
            return Err(Refused::bad(why));
        };
        visitor.seat(color);
        self.kept[color] = Some(Kept::Visitor(Arc::new(Mutex::new(visitor))));
        self.paused = false;
        self.trouble = None;
        Ok(())
    }

    /// Pauses the game because an agent failed. One that had connected loses its seat.
    fn fail(&mut self, refused: &Refused) {
        let turn = self.game.position().turn();
        if self.holders.is_agent(turn) {
            self.holders.leave(turn);
            self.kept[turn] = None;
        }
        self.paused = true;
        self.trouble = Some(refused.to_string());
    }

    /// Takes back moves until a person is to move; between agents, takes back one and pauses.
    fn take_back(&mut self, player: &str) -> Result<(), Refused> {
        self.holders.check_player(player)?;
        if self.holders.are_two_people() {
            return Err(Refused::bad("between two people, moves stay played"));
        }
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
            white_holder: Holder::Nobody,
            black_holder: Holder::Nobody,
            watching: false,
            status: end.map_or(Status::Ongoing, |end| Status::over(end.result(), &end)),
            thinking: self.thinking.is_some(),
            paused: self.paused,
            trouble: self.trouble.clone().or_else(|| self.unkept.clone()),
            can_take_back: self.game.plies() > 0,
            saved: record::record(&self.game, &self.seats, &self.holders).to_string(),
            holders: self.holders.clone(),
        }
    }
}

/// What a player gets to see: moves only for who is to move.
fn seen_by(player: &str, state: &mut NeighboursState) {
    let holders = std::mem::take(&mut state.holders);
    state.white_holder = holders.seen_by(Color::White, player);
    state.black_holder = holders.seen_by(Color::Black, player);
    state.watching = !holders.may_change(player);
    state.can_take_back &= !state.watching && !holders.are_two_people();
    if !holders.is_held_by(state.turn, player) {
        state.legal.clear();
    }
}
