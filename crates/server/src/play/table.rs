//! A game at its table: the player, Petteia, and the clocks.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Game, Outcome};
use engine::{Level, Limits, SearchInfo};
use gamekit::{Color, GameResult};
use tokio::time::{sleep, sleep_until};

use super::Terms;
use super::clockwork::Clockwork;
use super::record;
use crate::app::App;
use crate::notation::{dests, fen, move_text, opening, score};
use crate::pool::{News, Search, Ticket};
use crate::protocol::play::{GameState, PlayEvent, PlayRequest, PlayedMove, Strength};
use crate::protocol::{Event, MoveText, Status};
use crate::refused::Refused;
use crate::room::{Answer, Inside, PATIENCE};

/// How long Petteia thinks at full strength where there is no clock.
const THINKING_TIME: Duration = Duration::from_secs(1);
/// The same when others wait for an engine.
const HURRIED_TIME: Duration = Duration::from_millis(250);
/// Petteia takes a draw when it is no better than this, in centipawns.
const DRAW_MARGIN: i32 = 0;
/// Before this many half-moves there is nothing to agree on.
const LEAST_PLIES: usize = 20;

/// When to ask again for an engine.
const RETRY: Duration = Duration::from_millis(500);

/// What a table waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Happened {
    /// The page has to hear of it.
    Change,
    /// Petteia knows more than before.
    Thought,
    /// Nobody came back.
    Forgotten,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct End {
    winner: Option<Color>,
    /// In words.
    pub reason: String,
}

impl End {
    fn win(winner: Color, how: &str) -> Self {
        Self { winner: Some(winner), reason: format!("{winner} wins {how}") }
    }

    /// The result for both sides.
    pub fn result(&self) -> GameResult {
        self.winner.into()
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        Self { winner: outcome.winner(), reason: outcome.to_string() }
    }
}

/// What is remembered of a move besides the move.
#[derive(Clone, Debug)]
struct Note {
    text: MoveText,
    clock: Option<Duration>,
    thought: Option<(gamekit::Score, u32)>,
}

/// Petteia's search for a move.
#[derive(Debug)]
struct Thinking {
    ticket: Ticket,
    started: bool,
    info: Option<SearchInfo>,
}

/// A game and who plays it.
#[derive(Debug)]
pub(super) struct Table {
    id: String,
    terms: Terms,
    game: Game,
    notes: Vec<Note>,
    clock: Option<Clockwork>,
    end: Option<End>,
    thinking: Option<Thinking>,
    /// Somebody looks: without that, nobody thinks and no clock runs.
    watched: bool,
    /// Why Petteia does not think although it should.
    trouble: Option<Refused>,
}

impl Table {
    pub fn new(id: String, terms: Terms, game: Game, clock: Option<Clockwork>) -> Self {
        let mut replay = Game::new(game.start().clone());
        let mut notes = Vec::new();
        for mv in game.moves() {
            let text = move_text(replay.position(), mv, terms.chess960);
            notes.push(Note { text, clock: None, thought: None });
            // It was played before.
            let _ = replay.play(mv);
        }
        let end = ended_by_rule(&game);
        Self { id, terms, game, notes, clock, end, thinking: None, watched: false, trouble: None }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn clock(&self) -> Option<&Clockwork> {
        self.clock.as_ref()
    }

    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// What a page sees.
    pub fn event(&self) -> Event {
        Event::Play(PlayEvent::State(Box::new(self.state())))
    }

    /// Plays until the game is forgotten.
    pub async fn play(mut self, app: Arc<App>, mut inside: Inside<PlayRequest>) {
        loop {
            self.watched = inside.is_watched();
            self.go_on(&app);
            inside.state.send_replace(self.event());
            // What Petteia thinks meanwhile changes nothing on the board.
            let happened = loop {
                let happened = self.wait(&app, &mut inside).await;
                if happened != Happened::Thought {
                    break happened;
                }
            };
            if happened == Happened::Forgotten {
                return;
            }
        }
    }

    /// Waits for something to happen.
    async fn wait(&mut self, app: &Arc<App>, inside: &mut Inside<PlayRequest>) -> Happened {
        let flag = self.clock.as_ref().and_then(Clockwork::flag);
        let flag_time = flag.map_or_else(Instant::now, |(_, time)| time);
        let retries = self.watched && self.trouble.is_some();
        tokio::select! {
            asked = inside.requests.recv() => {
                let Some((request, answer)) = asked else { return Happened::Forgotten };
                let _ = answer.send(self.obey(app, &request));
            }
            news = hear(&mut self.thinking) => return self.hear(app, news),
            () = sleep_until(flag_time.into()), if flag.is_some() => self.fall(app),
            () = sleep(RETRY), if retries => {}
            () = inside.state.closed(), if self.watched => {}
            () = inside.arrivals.notified() => {}
            () = sleep(PATIENCE), if !self.watched => return Happened::Forgotten,
        }
        Happened::Change
    }

    /// Lets the one who is to move think, and the clock run, as long as somebody looks.
    fn go_on(&mut self, app: &Arc<App>) {
        let turn = self.game.position().turn();
        let now = Instant::now();
        if !self.watched || self.end.is_some() {
            self.thinking = None;
            if let Some(clock) = &mut self.clock {
                clock.stop(now);
            }
        } else if turn == self.terms.color {
            // The first move takes its time.
            let begun = self.game.moves().len() > 0;
            if let Some(clock) = self.clock.as_mut().filter(|clock| begun && clock.flag().is_none()) {
                clock.start(turn, now);
            }
        } else if self.thinking.is_none() {
            match app.pool.search(self.search(app)) {
                Ok(ticket) => {
                    self.trouble = None;
                    self.thinking = Some(Thinking { ticket, started: false, info: None });
                }
                Err(refused) => self.trouble = Some(refused),
            }
        }
    }

    fn search(&self, app: &App) -> Search {
        let turn = self.game.position().turn();
        let level = match self.terms.strength {
            Strength::Full => None,
            Strength::Elo { elo } => Some(Level::of_elo(elo)),
        };
        let mut limits = Limits::default();
        match &self.clock {
            Some(clock) => {
                limits.clock = Some(engine::Clock {
                    remaining: clock.left(turn, Instant::now()).as_millis() as i64,
                    increment: clock.increment().as_millis() as i64,
                    moves_to_go: None,
                });
            }
            None if app.pool.waiting() > app.pool.workers() => limits.movetime = Some(HURRIED_TIME),
            None => limits.movetime = Some(THINKING_TIME),
        }
        Search { game: self.game.clone(), limits, lines: 1, level, urgent: true }
    }

    fn hear(&mut self, app: &Arc<App>, news: Option<News>) -> Happened {
        let Some(thinking) = &mut self.thinking else { return Happened::Thought };
        match news {
            Some(News::Started) => {
                thinking.started = true;
                // The time in the queue is nobody's.
                if let Some(clock) = &mut self.clock {
                    clock.start(self.game.position().turn(), Instant::now());
                }
            }
            Some(News::Info(info)) => {
                thinking.info = Some(info);
                return Happened::Thought;
            }
            Some(News::Done { best: Some(mv) }) => {
                let thought = thinking.info.take().map(|info| (info.score, info.depth.max(0) as u32));
                self.thinking = None;
                self.make(app, mv, thought);
            }
            Some(News::Done { best: None }) | None => {
                self.thinking = None;
                self.trouble = Some(Refused::Trouble("Petteia found no move".to_owned()));
            }
        }
        Happened::Change
    }

    fn obey(&mut self, app: &Arc<App>, request: &PlayRequest) -> Answer {
        if let (Some(end), false) = (&self.end, matches!(request, PlayRequest::Resume { .. })) {
            return Err(Refused::Bad(format!("the game is over: {}", end.reason)));
        }
        let us = self.terms.color;
        match request {
            PlayRequest::Move { uci } => {
                let position = self.game.position();
                if position.turn() != us {
                    return Err(Refused::Bad(format!("{uci}: it is Petteia's turn")));
                }
                let mv = position.parse_uci(uci).map_err(Refused::bad)?;
                self.make(app, mv, None);
            }
            PlayRequest::Takeback => self.take_back(app)?,
            PlayRequest::Resign => self.finish(app, End::win(!us, "by resignation")),
            PlayRequest::OfferDraw => return Ok(self.consider_draw(app)),
            PlayRequest::New(_) | PlayRequest::Resume { .. } => {}
        }
        Ok(None)
    }

    fn take_back(&mut self, app: &Arc<App>) -> Result<(), Refused> {
        if !self.can_take_back() {
            return Err(Refused::Bad("there is no move to take back".to_owned()));
        }
        self.thinking = None;
        let now = Instant::now();
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
        loop {
            self.game.undo();
            self.notes.pop();
            if self.game.position().turn() == self.terms.color {
                break;
            }
        }
        self.keep(app);
        Ok(())
    }

    fn can_take_back(&self) -> bool {
        let needed = if self.game.position().turn() == self.terms.color { 2 } else { 1 };
        self.end.is_none() && self.game.moves().len() >= needed
    }

    /// A draw that may be claimed is one; else Petteia looks at what it thought last.
    fn consider_draw(&mut self, app: &Arc<App>) -> Option<Event> {
        let claim = self.game.outcome().filter(|outcome| outcome.must_be_claimed());
        let last = self.notes.iter().rev().find_map(|note| note.thought);
        let content = self.game.moves().len() >= LEAST_PLIES
            && last.is_some_and(|(score, _)| score.raw() <= DRAW_MARGIN);
        if let Some(outcome) = claim {
            self.finish(app, outcome.into());
        } else if content {
            self.finish(app, End { winner: None, reason: "draw by agreement".to_owned() });
        } else {
            return Some(Event::Play(PlayEvent::DrawDeclined));
        }
        None
    }

    /// A move of either side.
    fn make(&mut self, app: &Arc<App>, mv: chess::Move, thought: Option<(gamekit::Score, u32)>) {
        let now = Instant::now();
        let side = self.game.position().turn();
        if let Some(clock) = &mut self.clock {
            if clock.left(side, now).is_zero() {
                self.fall(app);
                return;
            }
            clock.punch(side, now);
        }
        let text = move_text(self.game.position(), mv, self.terms.chess960);
        if self.game.play(mv).is_ok() {
            let clock = self.clock.as_ref().map(|clock| clock.left(side, now));
            self.notes.push(Note { text, clock, thought });
            self.end = ended_by_rule(&self.game);
            self.keep(app);
        }
    }

    /// A flag fell. Who has nothing but a king left cannot win by it.
    fn fall(&mut self, app: &Arc<App>) {
        let Some((loser, _)) = self.clock.as_ref().and_then(Clockwork::flag) else { return };
        let bare = self.game.position().board().color(!loser).len() == 1;
        let end = if bare {
            End { winner: None, reason: format!("draw: {loser} ran out of time, {} cannot mate", !loser) }
        } else {
            End::win(!loser, "on time")
        };
        self.finish(app, end);
    }

    fn finish(&mut self, app: &Arc<App>, end: End) {
        self.end = Some(end);
        self.thinking = None;
        if let Some(clock) = &mut self.clock {
            clock.stop(Instant::now());
        }
        self.keep(app);
    }

    /// Writes the game down as it stands.
    fn keep(&self, app: &Arc<App>) {
        app.store.keep_soon(record::entry(self));
    }

    fn state(&self) -> GameState {
        let position = self.game.position();
        let turn = position.turn();
        let is_players = turn == self.terms.color && self.end.is_none();
        let claimable = self.game.outcome().is_some_and(Outcome::must_be_claimed);
        let mut side = self.game.start().turn();
        let mut moves = Vec::with_capacity(self.notes.len());
        for note in &self.notes {
            moves.push(PlayedMove {
                text: note.text.clone(),
                clock_ms: note.clock.map(|left| left.as_millis() as u32),
                score: note.thought.map(|(value, _)| score(value, side)),
                depth: note.thought.map(|(_, depth)| depth),
            });
            side = !side;
        }
        GameState {
            id: self.id.clone(),
            color: self.terms.color.into(),
            strength: self.terms.strength,
            clock: self.terms.clock,
            chess960: self.terms.chess960,
            start_fen: fen(self.game.start(), self.terms.chess960),
            fen: fen(position, self.terms.chess960),
            turn: turn.into(),
            check: position.in_check(),
            moves,
            dests: if is_players { dests(position) } else { BTreeMap::new() },
            clocks: self.clock.as_ref().map(|clock| clock.view(Instant::now())),
            status: self.status(),
            thinking: self.thinking.is_some(),
            waiting: self
                .thinking
                .as_ref()
                .map_or(0, |thinking| if thinking.started { 0 } else { thinking.ticket.ahead }),
            claimable: claimable && self.end.is_none(),
            can_take_back: self.can_take_back(),
            opening: opening(&self.game),
            trouble: self.trouble.as_ref().map(ToString::to_string),
        }
    }

    fn status(&self) -> Status {
        self.end.as_ref().map_or(Status::Ongoing, |end| Status::Over {
            result: end.result().to_string(),
            winner: end.winner.map(Into::into),
            reason: end.reason.clone(),
        })
    }
}

/// The end by the rules, draws that must be claimed aside.
fn ended_by_rule(game: &Game) -> Option<End> {
    game.outcome().filter(|outcome| !outcome.must_be_claimed()).map(End::from)
}

/// The next news of a search, if there is one.
async fn hear(thinking: &mut Option<Thinking>) -> Option<News> {
    match thinking {
        Some(thinking) => thinking.ticket.next().await,
        None => std::future::pending().await,
    }
}
