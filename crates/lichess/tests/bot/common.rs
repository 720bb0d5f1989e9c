//! A bot at play against a stand-in for Lichess.

use std::path::Path;
use std::time::Duration;

use chess::{UciStyle, pgn};
use engine::eval::Evaluator;
use gamekit::Tally;
use lichess::{Bot, BotError, Config, News, Setup, Token, Waits};
use lichess_fake::{Fake, TOKEN};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Who waits this long waits in vain.
const PATIENCE: Duration = Duration::from_mins(1);

/// A bot in a task of its own, which ends when this is dropped.
pub struct Running {
    ending: watch::Sender<bool>,
    news: mpsc::UnboundedReceiver<News>,
    task: JoinHandle<Result<Tally, BotError>>,
}

/// What a bot of a test is set up with.
pub fn setup(fake: &Fake, folder: &Path) -> Setup {
    let mut config = Config::default();
    config.engine.hash = 1.try_into().unwrap();
    config.engine.elo = Some(2100);
    config.challenges.at_once = 4.try_into().unwrap();
    Setup {
        url: fake.url(),
        token: Token::new(TOKEN).unwrap(),
        config,
        evaluator: Evaluator::Classical,
        folder: folder.to_owned(),
        waits: Waits {
            first_retry: Duration::from_millis(2),
            longest_retry: Duration::from_millis(50),
            rate_limit: Duration::from_millis(20),
            first_move: Duration::from_hours(1),
            ..Waits::default()
        },
        upgrade: false,
    }
}

impl Running {
    pub fn start(setup: Setup) -> Self {
        let (ending, asked) = watch::channel(false);
        let (sender, news) = mpsc::unbounded_channel();
        let bot = Bot::new(setup, sender).unwrap();
        Self { ending, news, task: tokio::spawn(bot.run(asked)) }
    }

    /// Waits for news of some kind.
    pub async fn hear(&mut self, is_it: impl Fn(&News) -> bool) -> News {
        let mut heard = Vec::new();
        loop {
            let news = timeout(PATIENCE, self.news.recv()).await;
            let news = news.unwrap_or_else(|_| panic!("waited in vain, heard {heard:?}"));
            let news = news.expect("a bot that runs");
            if is_it(&news) {
                return news;
            }
            heard.push(news);
        }
    }

    pub async fn hear_trouble(&mut self, part: &str) {
        self.hear(|news| matches!(news, News::Trouble(text) if text.contains(part))).await;
    }

    /// The first Ctrl-C.
    pub fn ask_to_end(&self) {
        self.ending.send_replace(true);
    }

    pub fn is_finished(&self) -> bool {
        self.task.is_finished()
    }

    /// Waits until the bot has ended by itself.
    pub async fn ended(mut self) -> Result<Tally, BotError> {
        (&mut self.task).await.expect("no panic")
    }

    /// Ends the bot in the middle of whatever it does.
    pub async fn kill(mut self) {
        self.task.abort();
        assert!((&mut self.task).await.is_err());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Checks that the games that ended are kept move by move, and no others.
pub fn assert_all_kept(fake: &Fake, folder: &Path) {
    let finished = fake.finished();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), finished.len());
    for game in finished {
        let text = std::fs::read_to_string(folder.join(format!("{}.pgn", game.id))).unwrap();
        let kept = pgn::Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let moves: Vec<String> = kept.moves().map(|mv| mv.to_uci(UciStyle::Chess960).to_string()).collect();
        assert_eq!((moves, kept.result), (game.moves, game.result), "{text}");
    }
}
