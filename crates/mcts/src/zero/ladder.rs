//! Strength on one scale: opponents that never change, and a fit of all results.
//!
//! A network plays against three opponents: random moves, the agent that counts pieces, and the
//! agent with the weights that LSTD learned. The ratings that explain all results best (Bradley and
//! Terry, 1952) put networks of different times on one scale, on which the LSTD agent has zero.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gamekit::{ByColor, Color, GameResult, Tally};
use neighbours::matches::{opening, play};
use neighbours::player::{Agent, RandomMover};
use neighbours::search::{Limits, Searcher};
use neighbours::{Player, Weights};
use policy::Net;
use serde::{Deserialize, Serialize};

use super::{Interrupted, parallel};
use crate::{NeighboursSearcher, Settings};

/// The opponents, from the weakest to the strongest.
pub const OPPONENTS: [&str; 3] = ["random moves", "pieces only", "LSTD agent"];
/// The number of the one that has zero.
pub const REFERENCE: usize = 2;
const ENTRIES: usize = 100_000;
const MEGABYTES: usize = 2;
/// Half-moves drawn at random at the start of a pair of games.
const RANDOM_PLIES: usize = 4;

/// Who plays a game of the ladder.
#[derive(Clone, Debug)]
pub enum Contender {
    /// One of [`OPPONENTS`].
    Opponent(usize),
    /// A network.
    Net(Arc<Net>),
}

impl Contender {
    fn player(&self, nodes: u64, seed: u64) -> Box<dyn Player> {
        let agent = |weights: &Weights| {
            let searcher = Searcher::new(weights, ENTRIES, 1).expect("there are a few megabytes");
            Box::new(Agent::new("agent", searcher, Limits::nodes(nodes)))
        };
        match self {
            Self::Opponent(0) => Box::new(RandomMover::new(seed)),
            Self::Opponent(1) => agent(&Weights::material()),
            Self::Opponent(_) => agent(&Weights::default()),
            Self::Net(net) => {
                let settings = Settings { seed, ..Settings::puct() };
                let searcher = NeighboursSearcher::with_net(Arc::clone(net), MEGABYTES, settings);
                let searcher = searcher.expect("there are a few megabytes");
                Box::new(Agent::new("net", searcher, Limits::nodes(nodes)))
            }
        }
    }
}

/// Games in pairs from the same random opening, with the same nodes for both.
pub fn contest(
    contenders: [&Contender; 2],
    games: u64,
    nodes: u64,
    threads: usize,
    interrupted: &AtomicBool,
) -> Result<Tally, Interrupted> {
    let results = parallel(threads, games, interrupted, |number| {
        let mut players = [0, 1].map(|index| contenders[index].player(nodes, number * 2 + index as u64));
        let [first, second] = players.each_mut().map(|player| &mut **player as &mut dyn Player);
        let (color, sides) = if number % 2 == 0 {
            (Color::White, ByColor::new(first, second))
        } else {
            (Color::Black, ByColor::new(second, first))
        };
        let record = play(opening(1, number / 2, RANDOM_PLIES), sides);
        (color, record.result.unwrap_or(GameResult::Draw))
    })?;
    let mut tally = Tally::default();
    for (color, result) in results {
        tally.count(result.half_points(color));
    }
    Ok(tally)
}

/// The results of a player against another: two numbers of players, and the first one's tally.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// The players.
    pub players: [usize; 2],
    /// Wins, draws and losses of the first.
    pub results: [u64; 3],
}

impl Pairing {
    /// A pairing with this tally.
    pub const fn new(players: [usize; 2], tally: Tally) -> Self {
        Self { players, results: [tally.wins, tally.draws, tally.losses] }
    }

    const fn games(&self) -> f64 {
        (self.results[0] + self.results[1] + self.results[2]) as f64
    }

    const fn points(&self) -> f64 {
        self.results[0] as f64 + self.results[1] as f64 / 2.0
    }
}

/// A rating in Elo, and half the width of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Its error.
    pub error: f64,
}

/// The ratings of this many players that explain the results best; [`REFERENCE`] has zero. A drawn
/// game is added to each pairing, so that a player who won or lost all games has a rating as well.
pub fn ratings(players: usize, pairings: &[Pairing]) -> Vec<Rating> {
    const ROUNDS: usize = 2000;
    // Elo is 400 / ln 10 times the natural logarithm of the odds.
    let scale = 400.0 / std::f64::consts::LN_10;
    let mut strengths = vec![0.0_f64; players];
    let expected = |strengths: &[f64], [a, b]: [usize; 2]| 1.0 / (1.0 + (strengths[b] - strengths[a]).exp());
    let slopes = |strengths: &[f64]| {
        let mut slopes = vec![(0.0, 1e-9); players];
        for pairing in pairings {
            let chance = expected(strengths, pairing.players);
            let (games, points) = (pairing.games() + 1.0, pairing.points() + 0.5);
            for (player, sign) in pairing.players.into_iter().zip([1.0, -1.0]) {
                slopes[player].0 += sign * (points - games * chance);
                slopes[player].1 += games * chance * (1.0 - chance);
            }
        }
        slopes
    };
    for _ in 0..ROUNDS {
        // Half a step of Newton's method for each player by itself: slow, but it converges.
        let slopes = slopes(&strengths);
        for (strength, (slope, curvature)) in strengths.iter_mut().zip(slopes) {
            *strength += 0.5 * (slope / curvature).clamp(-1.0, 1.0);
        }
    }
    let information = slopes(&strengths);
    let zero = strengths.get(REFERENCE).copied().unwrap_or(0.0);
    let rating = |(strength, (_, curvature)): (&f64, (f64, f64))| Rating {
        elo: (strength - zero) * scale,
        error: 1.96 * scale / curvature.sqrt(),
    };
    strengths.iter().zip(information).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_explain_the_results() {
        let pairing = |players, results| Pairing { players, results };
        // 3:1 is 191 Elo, which the drawn game that is added makes a little less.
        let found = ratings(3, &[pairing([0, 1], [100, 0, 300]), pairing([1, 2], [100, 0, 300])]);
        for (rating, elo) in found.iter().zip([-381.0, -190.5, 0.0]) {
            assert!((rating.elo - elo).abs() < 2.0, "{found:?}");
            assert!(rating.error > 10.0 && rating.error < 60.0, "{found:?}");
        }
    }

    #[test]
    fn the_agents_beat_random_moves() {
        let [random, agent] = [Contender::Opponent(0), Contender::Opponent(REFERENCE)];
        let tally = contest([&agent, &random], 4, 200, 2, &AtomicBool::new(false)).expect("no interruption");
        assert_eq!((tally.wins, tally.games()), (4, 4));
        assert_eq!(contest([&agent, &random], 4, 200, 2, &AtomicBool::new(true)), Err(Interrupted));
    }
}
