//! What is agreed on before a game.

use std::time::Duration;

use gamekit::Color;

/// What is agreed on before a game.
#[derive(Clone, Debug)]
pub struct Terms {
    /// `standard`, `chess960`, `fromPosition` or a variant that no bot here plays.
    pub variant: String,
    /// Where the game begins; none for the usual position.
    pub fen: Option<String>,
    /// The bot's side.
    pub bot: Color,
    /// Time at the start.
    pub initial: Duration,
    /// Time that a move adds.
    pub increment: Duration,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// How the opponent plays.
    pub opponent: Opponent,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            variant: "standard".to_owned(),
            fen: None,
            bot: Color::White,
            initial: Duration::from_mins(5),
            increment: Duration::from_secs(3),
            rated: false,
            opponent: Opponent::ByHand,
        }
    }
}

/// How an opponent plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// A test makes the moves.
    ByHand,
    /// Any legal move, at once, by this seed.
    Random(u64),
    /// A search of so many nodes, after a pause of up to so many milliseconds.
    Search {
        /// The size of the search.
        nodes: u64,
        /// The longest pause.
        pause: u64,
    },
}
