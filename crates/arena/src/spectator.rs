//! Those who watch games while they are played.

use std::fmt;

use gamekit::ByColor;

use crate::clock::Clock;
use crate::game::PlayedMove;
use crate::outcome::Outcome;
use crate::schedule::Pairing;

/// Sees the games of a match from their workers' threads: what it does delays them.
pub trait Spectator: Sync + fmt::Debug {
    /// A game begins, or a move was made in it.
    fn see(&self, pairing: &Pairing, scene: &Scene);

    /// A game is over; the next one begins after this.
    fn end(&self, pairing: &Pairing, outcome: &Outcome);
}

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
