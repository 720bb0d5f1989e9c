//! Chess against Petteia: player, engine and clocks.

mod clockwork;
mod end;
mod new_game;
mod opinion;
mod pace;
mod record;
mod view;

use std::time::{Duration, Instant};

use chess::{Game, Move};
use engine::{Level, Limits, SearchInfo};
use gamekit::Color;
use serde::{Deserialize, Serialize};
use tokio::time::{sleep, sleep_until};

use super::{Answer, Asked, Change, Reply, RoomGame, Rooms};
use crate::app::App;
use crate::entry::Entry;
use crate::pool::{self, Search, Ticket};
use crate::protocol::analyse::EngineUse;
use crate::protocol::play::{Pace, PlayEvent, PlayRequest, Strength};
use crate::protocol::{ClockSetting, Event};
use crate::refused::Refused;
use clockwork::Clockwork;
use end::End;
use opinion::Opinion;

/// Petteia's time per move at full strength without a clock.
const THINKING_TIME: Duration = Duration::from_secs(1);
/// The same while other searches wait for an engine.
const HURRIED_TIME: Duration = Duration::from_millis(250);
/// Time before the next request for an engine after a refused one.
const RETRY: Duration = Duration::from_millis(500);

/// A player's request during a game.
pub enum ChessRequest {
    /// The player's move, as UCI writes it.
    Move(String),
    /// Takes back the player's last move and the reply to it.
    Takeback,
    /// Resigns.
    Resign,
    /// Offers a draw, or claims one.
    OfferDraw,
}

/// What happens without a request of the player.
pub enum News {
    /// News of the search; `None` if it failed.
    Search(Option<pool::News>),
    /// Petteia has thought long enough about the move that it found.
    Ready,
    /// A flag fell.
    Flag,
    /// It is time to request an engine again.
    Retry,
}

/// The conditions of a game.
#[derive(Clone, Serialize, Deserialize)]
struct Terms {
    /// The player's side.
    color: Color,
    /// The opponent, if it is not Petteia.
    #[serde(default)]
    engine: Option<String>,
    strength: Strength,
    #[serde(default)]
    pace: Pace,
    clock: Option<ClockSetting>,
}

/// What is known of a move beside the move itself.
#[derive(Clone, Default)]
struct Note {
    clock: Option<Duration>,
    /// The last line of Petteia's search for it.
    info: Option<SearchInfo>,
}

/// Petteia's search for a move.
struct Thinking {
    ticket: Ticket,
    /// When an engine began.
    started: Option<Instant>,
    info: Option<SearchInfo>,
    /// The move that was found, and when it is to be played.
    found: Option<(Move, Instant)>,
}

/// A game against Petteia.
pub struct ChessGame {
    id: String,
    terms: Terms,
    chess960: bool,
    game: Game,
    notes: Vec<Note>,
    clock: Option<Clockwork>,
    end: Option<End>,
    thinking: Option<Thinking>,
    opinion: Opinion,
    /// Whether Petteia offered a draw with its last move.
    offers_draw: bool,
    /// Why Petteia does not think although it is to move.
    trouble: Option<Refused>,
    /// Why the game is not kept, if it is not.
    unkept: Option<String>,
}

impl RoomGame for ChessGame {
    type Message = PlayRequest;
    type Request = ChessRequest;
    type News = News;

    const OPENED_BY: &str = "`new` or `resume`";

    fn read(message: PlayRequest, _: &str) -> Result<Asked<Self>, Refused> {
        Ok(match message {
            PlayRequest::New(new) => Asked::New(Box::new(new_game::set_up(&new)?)),
            PlayRequest::Resume { id } => Asked::Resume(id),
            PlayRequest::Move { uci } => Asked::Game(ChessRequest::Move(uci)),
            PlayRequest::Takeback => Asked::Game(ChessRequest::Takeback),
            PlayRequest::Resign => Asked::Game(ChessRequest::Resign),
            PlayRequest::OfferDraw => Asked::Game(ChessRequest::OfferDraw),
        })
    }

    fn restore(id: &str, saved: &str) -> Result<Self, Refused> {
        record::restore(id, saved)
    }

    fn rooms(app: &App) -> &Rooms<ChessRequest> {
        &app.chess_games
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn state(&self) -> Event {
        Event::Play(PlayEvent::State(Box::new(view::state(self))))
    }

    fn entry(&self) -> Entry {
        record::entry(self)
    }

    fn go_on(&mut self, app: &App, watched: bool) {
        let turn = self.game.position().turn();
        if !watched || self.end.is_some() {
            self.interrupt();
        } else if turn == self.terms.color {
            // The clock does not run before the first move.
            let begun = self.game.moves().len() > 0;
            if let Some(clock) = self.clock.as_mut().filter(|clock| begun && clock.flag().is_none()) {
                clock.start(turn, Instant::now());
            }
        } else if self.thinking.is_none() && self.trouble.is_none() {
            let engine =
                EngineUse { id: self.terms.engine.clone().unwrap_or_default(), ..EngineUse::default() };
            match app.engines.search(&app.pool, &engine, self.search(app)) {
                Ok(ticket) => {
                    self.thinking = Some(Thinking { ticket, started: None, info: None, found: None });
                }
                Err(refused) => self.trouble = Some(refused),
            }
        }
    }

    async fn next(&mut self) -> News {
        let flag = self.clock.as_ref().and_then(Clockwork::flag);
        let flag_time = flag.map_or_else(Instant::now, |(_, time)| time);
        tokio::select! {
            news = thinking_news(&mut self.thinking) => news,
            () = sleep_until(flag_time.into()), if flag.is_some() => News::Flag,
            () = sleep(RETRY), if self.trouble.is_some() => News::Retry,
        }
    }

    fn hear(&mut self, news: News) -> Change {
        match news {
            News::Search(news) => self.follow_search(news),
            News::Ready => {
                self.answer();
                Change::Game
            }
            News::Flag => {
                self.fall();
                Change::Game
            }
            News::Retry => {
                self.trouble = None;
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

    fn obey(&mut self, _: &App, _: &str, request: ChessRequest) -> Answer {
        if let Some(end) = &self.end {
            return Err(Refused::Bad(format!("the game is over: {}", end.reason)));
        }
        let us = self.terms.color;
        match request {
            ChessRequest::Move(uci) => {
                let position = self.game.position();
                if position.turn() != us {
                    return Err(Refused::Bad(format!("{uci}: it is Petteia's turn")));
                }
                let mv = position.parse_uci(&uci).map_err(Refused::bad)?;
                self.offers_draw = false;
                self.make(mv, None);
            }
            ChessRequest::Takeback => self.take_back()?,
            ChessRequest::Resign => self.finish(End::win(!us, "by resignation")),
            ChessRequest::OfferDraw => return Ok(self.consider_draw()),
        }
        Ok(Reply::Changed)
    }
}

impl ChessGame {
    fn new(id: String, terms: Terms, chess960: bool, game: Game, clock: Option<Clockwork>) -> Self {
        let notes = vec![Note::default(); game.moves().len()];
        let end = End::by_rule(&game);
        let opinion = Opinion::of(terms.strength);
        Self {
            id,
            terms,
            chess960,
            game,
            notes,
            clock,
            end,
            thinking: None,
            opinion,
            offers_draw: false,
            trouble: None,
            unkept: None,
        }
    }

    /// Petteia's level, if it does not play as well as it can.
    fn level(&self) -> Option<Level> {
        match self.terms.strength {
            _ if self.terms.engine.is_some() => None,
            Strength::Full => None,
            Strength::Elo { elo } => {
                // One seed for the whole game, so that its opponent stays the same person.
                let mix = |seed: u64, byte: u8| seed.wrapping_mul(31).wrapping_add(byte.into());
                let seed = self.id.bytes().fold(0, mix);
                Some(Level::of_elo(elo).with_seed(seed))
            }
        }
    }

    /// The clock of the side to move, if there is one.
    fn own_clock(&self, now: Instant) -> Option<engine::Clock> {
        let turn = self.game.position().turn();
        self.clock.as_ref().map(|clock| engine::Clock {
            remaining: clock.left(turn, now),
            increment: clock.increment(),
            moves_to_go: None,
        })
    }

    fn search(&self, app: &App) -> Search {
        let level = self.level();
        let mut limits = Limits::default();
        match self.own_clock(Instant::now()) {
            Some(clock) => limits.clock = Some(clock),
            None if app.pool.waiting() > app.pool.workers() => limits.movetime = Some(HURRIED_TIME),
            None => limits.movetime = Some(THINKING_TIME),
        }
        Search { game: self.game.clone(), limits, lines: 1, level, urgent: true, chess960: self.chess960 }
    }

    fn follow_search(&mut self, news: Option<pool::News>) -> Change {
        match (news, &mut self.thinking) {
            (Some(pool::News::Engine(_)), Some(_)) => Change::Nothing,
            (Some(pool::News::Failed(refused)), _) => {
                self.thinking = None;
                self.trouble = Some(refused);
                Change::View
            }
            (Some(pool::News::Info(info)), Some(thinking)) => {
                thinking.info = Some(info);
                Change::Nothing
            }
            (Some(pool::News::Started), Some(thinking)) => {
                let now = Instant::now();
                thinking.started = Some(now);
                // The clock does not run in the queue.
                if let Some(clock) = &mut self.clock {
                    clock.start(self.game.position().turn(), now);
                }
                Change::View
            }
            (Some(pool::News::Done { best: Some(mv) }), Some(thinking)) => {
                let now = Instant::now();
                let started = thinking.started.unwrap_or(now);
                let due = started + self.thinking_time(mv, started);
                if let Some(thinking) = self.thinking.as_mut() {
                    thinking.found = Some((mv, due));
                }
                if due > now {
                    return Change::Nothing;
                }
                self.answer();
                Change::Game
            }
            _ => {
                self.thinking = None;
                self.trouble = Some(Refused::internal("Petteia found no move"));
                Change::View
            }
        }
    }

    /// How long Petteia takes over a move that it began to look for at `started`.
    fn thinking_time(&self, mv: Move, started: Instant) -> Duration {
        match self.level() {
            Some(level) if self.terms.pace == Pace::Human => {
                pace::thinking_time(&level, &self.game, mv, self.own_clock(started))
            }
            _ => Duration::ZERO,
        }
    }

    /// Plays the move that Petteia found, or gives up.
    fn answer(&mut self) {
        let Some(Thinking { found: Some((mv, _)), info, .. }) = self.thinking.take() else { return };
        if let Some(info) = &info
            && self.terms.engine.is_none()
        {
            let position = self.game.position();
            self.opinion.note(position, info.score);
            if self.opinion.resigns() {
                return self.finish(End::win(self.terms.color, "by resignation"));
            }
            self.offers_draw = self.opinion.offers_draw(position);
        }
        self.make(mv, info);
    }

    /// Stops the search and the clocks.
    fn interrupt(&mut self) {
        self.thinking = None;
        self.trouble = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(Instant::now());
        }
    }

    fn take_back(&mut self) -> Result<(), Refused> {
        if !self.can_take_back() {
            return Err(Refused::bad("there is no move to take back"));
        }
        self.interrupt();
        self.offers_draw = false;
        // What Petteia thought of the moves taken back no longer counts.
        self.opinion = Opinion::of(self.terms.strength);
        loop {
            self.game.undo();
            self.notes.pop();
            if self.game.position().turn() == self.terms.color {
                return Ok(());
            }
        }
    }

    fn can_take_back(&self) -> bool {
        let needed = if self.game.position().turn() == self.terms.color { 2 } else { 1 };
        self.end.is_none() && self.game.moves().len() >= needed
    }

    /// Grants a draw that can be claimed or that Petteia offered; otherwise Petteia decides. Other
    /// engines do not negotiate.
    fn consider_draw(&mut self) -> Reply {
        let claim = self.game.outcome().filter(|outcome| outcome.must_be_claimed());
        let is_agreed = self.offers_draw
            || self.terms.engine.is_none() && self.opinion.accepts_draw(&self.game, !self.terms.color);
        if let Some(outcome) = claim {
            self.finish(outcome.into());
        } else if is_agreed {
            self.finish(End::draw("draw by agreement"));
        } else {
            return Reply::Event(Event::Play(PlayEvent::DrawDeclined));
        }
        Reply::Changed
    }

    /// Plays a move of either side.
    fn make(&mut self, mv: Move, info: Option<SearchInfo>) {
        let now = Instant::now();
        let side = self.game.position().turn();
        if let Some(clock) = &mut self.clock {
            if clock.left(side, now).is_zero() {
                self.fall();
                return;
            }
            clock.punch(side, now);
        }
        if self.game.play(mv).is_ok() {
            let clock = self.clock.as_ref().map(|clock| clock.left(side, now));
            self.notes.push(Note { clock, info });
            self.end = End::by_rule(&self.game);
        }
    }

    /// Ends the game on time.
    fn fall(&mut self) {
        if let Some((late, _)) = self.clock.as_ref().and_then(Clockwork::flag) {
            self.finish(End::on_time(self.game.position(), late));
        }
    }

    fn finish(&mut self, end: End) {
        self.end = Some(end);
        self.interrupt();
    }
}

/// Waits for the next news of the search, or until its move is to be played; forever if there is
/// none.
async fn thinking_news(thinking: &mut Option<Thinking>) -> News {
    match thinking {
        Some(Thinking { found: Some((_, due)), .. }) => {
            sleep_until((*due).into()).await;
            News::Ready
        }
        Some(thinking) => News::Search(thinking.ticket.next().await),
        None => std::future::pending().await,
    }
}
