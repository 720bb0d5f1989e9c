//! Those who watch games while they are played.

use std::fmt;

use gamekit::ByColor;

use crate::clock::Clock;
use crate::game::PlayedMove;
use crate::ledger::Ledger;
use crate::outcome::Outcome;
use crate::runner::Finished;
use crate::schedule::Pairing;

/// Sees the games of a match, from the threads that play them: what it does delays them.
pub trait Spectator: Sync + fmt::Debug {
    /// A game begins, or a move was made in it.
    fn see(&self, _pairing: &Pairing, _scene: &Scene) {}

    /// A game is over; the next one begins after this.
    fn end(&self, _pairing: &Pairing, _outcome: &Outcome) {}

    /// A game is written down and counted.
    fn count(&self, _ledger: &Ledger, _game: &Finished) {}
}

/// Nobody watches.
impl Spectator for () {}

/// A game as it stands.
#[derive(Debug)]
pub struct Scene<'a> {
    /// The game with all its positions.
    pub game: &'a chess::Game,
    /// Its moves with what the players said.
    pub moves: &'a [PlayedMove],
    /// Both clocks.
    pub clocks: &'a ByColor<Clock>,
}
