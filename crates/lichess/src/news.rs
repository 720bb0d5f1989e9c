//! What a bot tells whoever runs it.

use std::fmt;
use std::path::PathBuf;

use gamekit::{Color, GameResult};
use tokio::sync::mpsc;

use crate::rules::Reason;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// The bot is on Lichess.
    Online {
        /// The account.
        name: String,
        /// Where Lichess is.
        url: String,
    },
    /// A challenge was accepted.
    Accepted {
        /// The challenge.
        id: String,
        /// Who asks.
        challenger: String,
    },
    /// A challenge was declined.
    Declined {
        /// The challenge.
        id: String,
        /// Who asks.
        challenger: String,
        /// Why.
        reason: Reason,
    },
    /// A game began, or goes on after a new start of the program.
    Playing {
        /// The game.
        id: String,
        /// Who plays against us.
        opponent: String,
        /// Our side.
        color: Color,
        /// Half-moves played already.
        plies: usize,
    },
    /// A game is over.
    Over(Ended),
    /// No new games are taken; these are still played.
    Ending {
        /// How many.
        games: usize,
    },
    /// Something went wrong, and is tried again or does without.
    Trouble(String),
}

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The game.
    pub id: String,
    /// Our side.
    pub color: Color,
    /// The result; none if the game was aborted.
    pub result: Option<GameResult>,
    /// How it ended, in Lichess's word: `mate`, `resign`, `outoftime` and so on.
    pub status: String,
    /// Where it is kept; none if that failed.
    pub kept: Option<PathBuf>,
}

impl Ended {
    fn verdict(&self) -> &'static str {
        match self.result {
            None => "no result",
            Some(GameResult::Draw) => "drawn",
            Some(GameResult::Win(winner)) if winner == self.color => "won",
            Some(GameResult::Win(_)) => "lost",
        }
    }
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Online { name, url } => write!(f, "{name} is online at {url}"),
            Self::Accepted { id, challenger } => write!(f, "{id}: challenge of {challenger} accepted"),
            Self::Declined { id, challenger, reason } => {
                write!(f, "{id}: challenge of {challenger} declined ({})", reason.key())
            }
            Self::Playing { id, opponent, color, plies: 0 } => {
                write!(f, "{id}: playing {color} against {opponent}")
            }
            Self::Playing { id, opponent, color, plies } => {
                write!(f, "{id}: playing on as {color} against {opponent}, {plies} half-moves so far")
            }
            Self::Over(ended) => write!(f, "{}: {} ({})", ended.id, ended.verdict(), ended.status),
            Self::Ending { games: 0 } => f.write_str("no game is being played"),
            Self::Ending { games } => write!(f, "games to finish: {games}"),
            Self::Trouble(what) => f.write_str(what),
        }
    }
}

/// Where news goes to.
#[derive(Clone, Debug)]
pub(crate) struct Reporter(pub mpsc::UnboundedSender<News>);

impl Reporter {
    /// Tells it to whoever listens; if nobody does, the bot goes on all the same.
    pub fn tell(&self, news: News) {
        let _ = self.0.send(news);
    }

    pub fn trouble(&self, where_: &str, what: impl fmt::Display) {
        self.tell(News::Trouble(format!("{where_}: {what}")));
    }
}
