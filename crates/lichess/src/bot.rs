//! The bot: signs in, answers challenges, and plays its games side by side.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use engine::eval::Evaluator;
use gamekit::Tally;
use thiserror::Error;
use tokio::sync::{mpsc, watch};
use tokio::task::{self, JoinError, JoinSet};
use tokio::time::{Instant, sleep};

use crate::client::{Client, ClientError, Failure, Refusal, Request};
use crate::config::Config;
use crate::game::{self, Hall, until};
use crate::messages::{Account, Challenge, Event, GameStart};
use crate::mind::{EngineError, Workshop};
use crate::news::{Ended, News, Reporter};
use crate::rules::Reason;
use crate::token::Token;
use crate::waits::{Backoff, Waits};

/// Where Lichess is.
pub const LICHESS: &str = "https://lichess.org";

/// Events that wait to be looked at; the stream itself holds the others back.
const EVENTS: usize = 64;

/// All that it takes to play.
pub struct Setup {
    /// Where Lichess is: [`LICHESS`], or a stand-in for tests.
    pub url: String,
    /// Lets us act for the account.
    pub token: Token,
    /// The settings.
    pub config: Config,
    /// The engine's evaluation.
    pub evaluator: Evaluator,
    /// Where games are kept; it exists.
    pub folder: PathBuf,
    /// How long to wait for what.
    pub waits: Waits,
    /// Whether to turn an account of a person into one of a bot, for good.
    pub upgrade: bool,
}

/// Why the bot cannot play.
#[derive(Debug, Error)]
pub enum BotError {
    /// No requests can be sent.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The engine cannot play.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The token is wrong, or the account closed.
    #[error("Lichess does not let us in: {0}; expected a token with the scope bot:play")]
    NotLetIn(Refusal),
    /// The account belongs to a person.
    #[error("{0} is not a bot account; --upgrade makes it one, for good")]
    NotABot(String),
    /// The account cannot become a bot's.
    #[error("{name} cannot become a bot account: {refusal}")]
    NotUpgraded {
        /// The account.
        name: String,
        /// Why.
        refusal: Refusal,
    },
}

/// A bot on Lichess.
pub struct Bot {
    hall: Hall,
    upgrade: bool,
}

impl Bot {
    /// A bot that is not online yet; it will tell what happens to `news`.
    pub fn new(setup: Setup, news: mpsc::UnboundedSender<News>) -> Result<Self, BotError> {
        let news = Reporter(news);
        let client = Client::new(&setup.url, &setup.token, setup.waits, news.clone())?;
        let workshop = Arc::new(Workshop::new(setup.config.engine.clone(), setup.evaluator)?);
        let Setup { config, folder, upgrade, .. } = setup;
        let (me, games) = (String::new(), 0.into());
        Ok(Self { hall: Hall { client, config, workshop, me, folder, news, games }, upgrade })
    }

    /// Plays until `ending` becomes true; then takes no new games, and returns our results when those
    /// at hand are over.
    pub async fn run(mut self, mut ending: watch::Receiver<bool>) -> Result<Tally, BotError> {
        let account = tokio::select! {
            account = self.sign_in() => account?,
            () = asked(&mut ending) => return Ok(Tally::default()),
        };
        let url = self.hall.client.base().to_owned();
        self.hall.news.tell(News::Online { name: account.username, url });
        self.hall.me = account.id;
        Lobby::new(Arc::new(self.hall)).stay(ending).await
    }

    /// Finds out who we are, and makes sure that we are a bot.
    async fn sign_in(&self) -> Result<Account, BotError> {
        let client = &self.hall.client;
        let account: Account = client.object("/api/account").await.map_err(BotError::NotLetIn)?;
        if account.is_bot() {
            return Ok(account);
        }
        let name = account.username.clone();
        if !self.upgrade {
            return Err(BotError::NotABot(name));
        }
        let upgrade = client.persist(&Request::post("/api/bot/account/upgrade")).await;
        upgrade.map_err(|refusal| BotError::NotUpgraded { name, refusal })?;
        Ok(account)
    }
}

/// Waits until it is asked to end. If nobody can ask any more, this waits for ever.
async fn asked(ending: &mut watch::Receiver<bool>) {
    if ending.wait_for(|is_ending| *is_ending).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Follows the stream of events for ever, unless Lichess refuses it.
async fn listen(client: Client, events: mpsc::Sender<Result<Event, Refusal>>, news: Reporter) {
    let mut backoff = Backoff::new(client.waits);
    loop {
        let opened = Instant::now();
        let why = match client.stream::<Event>("/api/stream/event").await {
            Err(Failure::Refused(refusal)) => {
                let _ = events.send(Err(refusal)).await;
                return;
            }
            Err(Failure::Passing(why)) => why,
            Ok(mut lines) => loop {
                match lines.next().await {
                    Ok(event) => {
                        if events.send(Ok(event)).await.is_err() {
                            // Nobody listens any more: the bot has ended.
                            return;
                        }
                    }
                    Err(why) => break why,
                }
            },
        };
        if opened.elapsed() >= client.waits.longest_retry {
            backoff.reset();
        }
        news.trouble("events", why);
        sleep(backoff.next()).await;
    }
}

/// Where challenges are answered and games begin.
struct Lobby {
    hall: Arc<Hall>,
    games: JoinSet<Option<Ended>>,
    /// The games that are being played, by their tasks.
    ids: HashMap<task::Id, String>,
    /// Challenges that we accepted, until their games begin or are overdue.
    accepted: HashMap<String, Instant>,
    is_ending: bool,
    tally: Tally,
}

impl Lobby {
    fn new(hall: Arc<Hall>) -> Self {
        Self {
            hall,
            games: JoinSet::new(),
            ids: HashMap::new(),
            accepted: HashMap::new(),
            is_ending: false,
            tally: Tally::default(),
        }
    }

    async fn stay(mut self, mut ending: watch::Receiver<bool>) -> Result<Tally, BotError> {
        let (sender, mut events) = mpsc::channel(EVENTS);
        // Ends with this function.
        let mut listener = JoinSet::new();
        listener.spawn(listen(self.hall.client.clone(), sender, self.hall.news.clone()));
        while !self.is_ending || self.waiting() > 0 {
            let overdue = self.accepted.values().min().copied();
            tokio::select! {
                Some(event) = events.recv() => self.hear(event.map_err(BotError::NotLetIn)?).await,
                Some(game) = self.games.join_next_with_id() => self.leave_table(game),
                () = asked(&mut ending), if !self.is_ending => {
                    self.is_ending = true;
                    self.hall.news.tell(News::Ending { games: self.waiting() });
                }
                () = until(overdue) => self.accepted.retain(|_, overdue| *overdue > Instant::now()),
            }
        }
        Ok(self.tally)
    }

    /// Games that are played or about to begin.
    fn waiting(&self) -> usize {
        self.ids.len() + self.accepted.len()
    }

    async fn hear(&mut self, event: Event) {
        match event {
            Event::GameStart { game } => self.sit_down(game),
            Event::Challenge { challenge } => self.respond(&challenge).await,
            Event::ChallengeCanceled { challenge } => {
                self.accepted.remove(&challenge.id);
            }
            Event::Other => {}
        }
    }

    /// Plays a game, unless that is being done: after an interruption Lichess names all games again.
    fn sit_down(&mut self, game: GameStart) {
        self.accepted.remove(&game.id);
        let is_id = !game.id.is_empty() && game.id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !is_id || !game.compat.bot {
            return self.hall.news.trouble(&game.id, "a game that bots cannot play");
        }
        if !self.ids.values().any(|id| *id == game.id) {
            let task = self.games.spawn(game::play(Arc::clone(&self.hall), game.id.clone()));
            self.ids.insert(task.id(), game.id);
        }
    }

    fn leave_table(&mut self, game: Result<(task::Id, Option<Ended>), JoinError>) {
        let task = game.as_ref().map_or_else(JoinError::id, |(task, _)| *task);
        let id = self.ids.remove(&task).unwrap_or_default();
        match game {
            Ok((_, Some(ended))) => {
                if let Some(result) = ended.result {
                    self.tally.count(result.half_points(ended.color));
                }
            }
            Ok((_, None)) => {}
            Err(error) => self.hall.news.trouble(&id, error),
        }
    }

    /// Accepts a challenge or declines it. Our own and those that we accepted already are left
    /// alone.
    async fn respond(&mut self, challenge: &Challenge) {
        let id = &challenge.id;
        let challenger = challenge.challenger.clone().unwrap_or_default();
        let is_own = challenge.direction.as_deref() == Some("out") || challenger.id == self.hall.me;
        if is_own || self.accepted.contains_key(id) {
            return;
        }
        let objection = self.hall.config.challenges.objection(challenge, self.waiting());
        let objection = objection.or_else(|| self.is_ending.then_some(Reason::Later));
        let path = |what: &str| format!("/api/challenge/{id}/{what}");
        let request = objection.map_or_else(
            || Request::post(path("accept")),
            |reason| Request::post(path("decline")).with("reason", reason.key()),
        );
        if let Err(failure) = self.hall.client.once(&request).await {
            return self.hall.news.trouble(id, format_args!("the challenge is left open: {failure}"));
        }
        let (id, challenger) = (id.clone(), challenger.name);
        let news = if let Some(reason) = objection {
            News::Declined { id, challenger, reason }
        } else {
            self.accepted.insert(id.clone(), Instant::now() + self.hall.client.waits.game_start);
            News::Accepted { id, challenger }
        };
        self.hall.news.tell(news);
    }
}
