//! A game from its start, or from wherever it is, to its end.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use chess::{Game, Move};
use tokio::time::{Instant, sleep, sleep_until};

use crate::client::{Client, Failure, Refusal, Request};
use crate::config::Config;
use crate::messages::{GameFull, GameLine, GameState};
use crate::mind::{Mind, Thought, Workshop};
use crate::news::{Ended, News, Reporter};
use crate::record::Record;
use crate::seat::{Seat, Unplayable};
use crate::time::limits;
use crate::waits::Backoff;
use engine::manners::Manners;

/// What all games share.
pub(crate) struct Hall {
    pub client: Client,
    pub config: Config,
    pub workshop: Arc<Workshop>,
    /// The account's name in small letters.
    pub me: String,
    /// Where games are kept.
    pub folder: PathBuf,
    pub news: Reporter,
    /// Games that are being played.
    pub games: AtomicUsize,
}

impl Hall {
    /// Whether thinking on the opponents' time takes no processor from a game that is on move.
    fn has_free_processors(&self) -> bool {
        let processors = std::thread::available_parallelism().map_or(1, Into::into);
        self.games.load(Relaxed) * self.config.engine.threads.get() <= processors
    }
}

/// Counts a game as long as it is played.
struct Counted(Arc<Hall>);

impl Counted {
    fn new(hall: Arc<Hall>) -> Self {
        hall.games.fetch_add(1, Relaxed);
        Self(hall)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.games.fetch_sub(1, Relaxed);
    }
}

/// Why a game's stream is left before the game is over.
enum Interruption {
    /// It is opened again, which tells us where the game stands.
    Broken(String),
    /// Lichess does not let us follow it.
    Refused(Refusal),
    /// We cannot play it.
    Unplayable(Unplayable),
}

impl From<Unplayable> for Interruption {
    fn from(why: Unplayable) -> Self {
        Self::Unplayable(why)
    }
}

impl From<Failure> for Interruption {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Refused(refusal) => Self::Refused(refusal),
            Failure::Passing(why) => Self::Broken(why),
        }
    }
}

/// Plays a game to its end; none if it cannot be played. A lost connection is made again and again.
pub(crate) async fn play(hall: Arc<Hall>, id: String) -> Option<Ended> {
    let _counted = Counted::new(Arc::clone(&hall));
    let mut backoff = Backoff::new(hall.client.waits);
    let mut player = Player::new(hall, id);
    loop {
        let plies = player.plies();
        match player.follow().await {
            Ok(ended) => return Some(ended),
            Err(Interruption::Refused(refusal)) => {
                player.trouble(refusal);
                return None;
            }
            Err(Interruption::Unplayable(why)) => {
                player.trouble(why);
                player.leave().await;
                return None;
            }
            Err(Interruption::Broken(why)) => player.trouble(why),
        }
        if player.plies() > plies {
            backoff.reset();
        }
        sleep(backoff.next()).await;
    }
}

/// Our side of a game.
struct Player {
    hall: Arc<Hall>,
    id: String,
    mind: Mind,
    manners: Manners,
    /// What is known since the first line of the stream.
    table: Option<Table>,
    /// The reply that we expect to our last move.
    expected: Option<Move>,
    /// The number of half-moves to which we have sent our answer.
    answered: Option<usize>,
    /// When to abort, if the opponent does not make a first move.
    abort_at: Option<Instant>,
    /// When to claim the win, if the opponent stays away.
    claim_at: Option<Instant>,
}

/// A game as it stands.
struct Table {
    seat: Seat,
    record: Record,
    game: Game,
    is_draw_offered: bool,
}

impl Player {
    fn new(hall: Arc<Hall>, id: String) -> Self {
        let mind = Mind::new(Arc::clone(&hall.workshop));
        Self {
            hall,
            id,
            mind,
            manners: Manners::default(),
            table: None,
            expected: None,
            answered: None,
            abort_at: None,
            claim_at: None,
        }
    }

    fn plies(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.game.moves().len())
    }

    fn trouble(&self, what: impl std::fmt::Display) {
        self.hall.news.trouble(&self.id, what);
    }

    fn path(&self, what: &str) -> String {
        format!("/api/bot/game/{}/{what}", self.id)
    }

    /// Follows the game's stream to the end of the game.
    async fn follow(&mut self) -> Result<Ended, Interruption> {
        let path = format!("/api/bot/game/stream/{}", self.id);
        let mut lines = self.hall.client.stream(&path).await?;
        loop {
            let deadline = [self.abort_at, self.claim_at].into_iter().flatten().min();
            tokio::select! {
                line = lines.next() => {
                    if let Some(ended) = self.hear(line.map_err(Interruption::Broken)?).await? {
                        return Ok(ended);
                    }
                }
                thought = self.mind.thought() => {
                    self.answer(thought.map_err(|error| Interruption::Broken(error.to_string()))?).await?;
                }
                () = until(deadline) => self.lose_patience().await,
            }
        }
    }

    async fn hear(&mut self, line: GameLine) -> Result<Option<Ended>, Interruption> {
        match line {
            GameLine::GameFull(full) => {
                // This is where the game stands, whatever we believe to have sent.
                self.answered = None;
                if self.table.is_none() {
                    self.table = Some(self.sit_down(&full)?);
                }
                self.see(&full.state).await
            }
            GameLine::GameState(state) => self.see(&state).await,
            GameLine::OpponentGone { gone, claim_win_in_seconds } => {
                let seconds = claim_win_in_seconds.filter(|_| gone);
                self.claim_at = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
                Ok(None)
            }
            GameLine::Other => Ok(None),
        }
    }

    /// The first look at a game.
    fn sit_down(&self, full: &GameFull) -> Result<Table, Interruption> {
        let hall = &self.hall;
        let seat = Seat::new(full, &hall.me)?;
        let game = seat.replay(&full.state.moves)?;
        let (plies, opponent) = (game.moves().len(), full.player(!seat.color).shown());
        if plies < 2 && !full.state.is_over() {
            self.greet(&opponent);
        }
        hall.news.tell(News::Playing { id: self.id.clone(), opponent, color: seat.color, plies });
        let record = Record::new(&hall.folder, hall.client.base(), full);
        Ok(Table { seat, record, game, is_draw_offered: false })
    }

    /// Greets without waiting for it: a game does not depend on it.
    fn greet(&self, opponent: &str) {
        let text = self.hall.config.chat.greeting.replace("{opponent}", opponent);
        if text.is_empty() {
            return;
        }
        let request = Request::post(self.path("chat")).with("room", "player").with("text", text);
        let (hall, id) = (Arc::clone(&self.hall), self.id.clone());
        tokio::spawn(async move {
            if let Err(failure) = hall.client.once(&request).await {
                hall.news.trouble(&id, format_args!("no greeting: {failure}"));
            }
        });
    }

    /// Takes in the state of the game, and thinks.
    async fn see(&mut self, state: &GameState) -> Result<Option<Ended>, Interruption> {
        let heard = Instant::now();
        let Some(table) = &mut self.table else {
            return Err(Interruption::Broken("a state before the game itself".to_owned()));
        };
        table.game = table.seat.replay(&state.moves)?;
        table.is_draw_offered = state.offers_draw(!table.seat.color);
        let plies = table.game.moves().len();
        table.record.note_clock(plies, state.left(!table.game.position().turn()));
        if state.is_over() {
            self.mind.halt().await;
            return Ok(self.end(state));
        }
        let is_our_turn = table.game.position().turn() == table.seat.color;
        if is_our_turn {
            self.think(state, heard).await;
        } else {
            self.ponder(state).await;
        }
        let waits_for_first_move = !is_our_turn && plies < 2;
        let abort_at = self.abort_at.unwrap_or_else(|| heard + self.hall.client.waits.first_move);
        self.abort_at = waits_for_first_move.then_some(abort_at);
        self.keep(state);
        Ok(None)
    }

    /// Searches for our move, unless that is under way or done.
    async fn think(&mut self, state: &GameState, heard: Instant) {
        let Some(Table { seat, game, .. }) = &self.table else { return };
        let plies = game.moves().len();
        if self.answered == Some(plies) {
            return;
        }
        if self.mind.is_about(game) {
            self.mind.use_pondering();
        } else {
            let limits = limits(state, seat.has_clock, seat.color, plies / 2, heard.elapsed());
            self.mind.think(game, limits).await;
        }
    }

    /// Searches on the opponent's time for an answer to the move that we expect.
    async fn ponder(&mut self, state: &GameState) {
        let Some(Table { seat, game, .. }) = &self.table else { return };
        let may_ponder = self.hall.config.engine.ponder && seat.has_clock && self.hall.has_free_processors();
        let expected = self.expected.filter(|_| may_ponder).and_then(|expected| {
            let mut next = game.clone();
            next.play(expected).ok()?;
            next.outcome().is_none().then_some(next)
        });
        match expected {
            Some(next) if self.mind.is_about(&next) => {}
            Some(next) => {
                let moves = next.moves().len() / 2;
                let mut limits = limits(state, seat.has_clock, seat.color, moves, Duration::ZERO);
                limits.ponder = true;
                self.mind.think(&next, limits).await;
            }
            None => self.mind.halt().await,
        }
    }

    /// Acts on what we found: gives up, or moves and perhaps offers, accepts or claims a draw.
    async fn answer(&mut self, thought: Thought) -> Result<(), Interruption> {
        let (Some(table), Some(best)) = (&mut self.table, thought.best) else { return Ok(()) };
        let config = &self.hall.config;
        let plies = table.game.moves().len();
        if let Some(score) = thought.score {
            self.manners.note(score);
            table.record.note_score(plies + 1, table.seat.color, score, thought.depth);
        }
        self.answered = Some(plies);
        self.expected = thought.expected;
        let request = if self.manners.resigns(&config.resignation) {
            Request::post(self.path("resign"))
        } else {
            let is_draw_at_hand = table.is_draw_offered || table.game.repetitions() >= 3;
            let move_number = table.game.position().fullmove_number();
            let wants_draw = (is_draw_at_hand && self.manners.accepts_draw(&config.draws))
                || self.manners.offers_draw(&config.draws, move_number);
            let query = if wants_draw { "?offeringDraw=true" } else { "" };
            let what = format!("move/{}{query}", best.to_uci(table.seat.style));
            Request::post(self.path(&what))
        };
        let sent = self.hall.client.persist(&request).await;
        sent.map(drop).map_err(|refusal| Interruption::Broken(format!("our answer is refused: {refusal}")))
    }

    /// The opponent is away: aborts the game, or claims the win.
    async fn lose_patience(&mut self) {
        let is_over = |time: Option<Instant>| time.is_some_and(|time| time <= Instant::now());
        let what = if is_over(self.abort_at) { "abort" } else { "claim-victory" };
        (self.abort_at, self.claim_at) = (None, None);
        if let Err(failure) = self.hall.client.once(&Request::post(self.path(what))).await {
            self.trouble(format_args!("{what}: {failure}"));
        }
    }

    /// Leaves a game that we cannot play, so that the opponent need not wait.
    async fn leave(&self) {
        for what in ["abort", "resign"] {
            if self.hall.client.persist(&Request::post(self.path(what))).await.is_ok() {
                return;
            }
        }
    }

    fn keep(&self, state: &GameState) -> Option<PathBuf> {
        let table = self.table.as_ref()?;
        match table.record.keep(&table.game, state) {
            Ok(file) => Some(file.to_owned()),
            Err(error) => {
                self.trouble(format_args!("the game is not kept: {error}"));
                None
            }
        }
    }

    fn end(&self, state: &GameState) -> Option<Ended> {
        let color = self.table.as_ref()?.seat.color;
        let (id, status) = (self.id.clone(), state.status.clone());
        let ended = Ended { id, color, result: state.result(), status, kept: self.keep(state) };
        self.hall.news.tell(News::Over(ended.clone()));
        Some(ended)
    }
}

/// Waits until a time, or for ever.
pub(crate) async fn until(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}
