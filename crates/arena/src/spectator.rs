//! Following games while they are played.

use std::fmt;

use gamekit::ByColor;

use crate::clock::Clock;
use crate::game::PlayedMove;
use crate::ledger::Ledger;
use crate::outcome::Outcome;
use crate::runner::Finished;
use crate::schedule::Pairing;

/// Follows the games of a match. It is called by the threads that play them, so slow work delays
/// them.
pub trait Spectator: Sync + fmt::Debug {
    /// A game began, or a move was made.
    fn see(&self, _pairing: &Pairing, _scene: &Scene) {}

    /// A game is over; the thread's next one begins after this call.
    fn end(&self, _pairing: &Pairing, _outcome: &Outcome) {}

    /// A game was saved and counted.
    fn count(&self, _ledger: &Ledger, _game: &Finished) {}
}

/// Ignores all games.
impl Spectator for () {}

/// The current state of a game.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The game with all its positions.
    pub game: &'a chess::Game,
    /// Its moves with the players' reports.
    pub moves: &'a [PlayedMove],
    /// Both clocks.
    pub clocks: &'a ByColor<Clock>,
}
