//! Ratings of more than two engines.

use gamekit::Tally;

use crate::standings::Standings;
use crate::stats::{Estimate, Z95, score_of_elo};

/// The ratings that explain the results of a match best, on a scale whose average is zero.
pub fn ratings(standings: &Standings, engines: usize) -> Vec<Estimate> {
    let mut pool = Pool::new(engines);
    for &(first, second) in standings.encounters() {
        pool.add(first, second, standings.encounter(first, second).tally);
    }
    pool.ratings()
}

/// Players, some of whose ratings may be known, and the games between them.
#[derive(Clone, Debug)]
pub struct Pool {
    /// The known ratings.
    known: Vec<Option<f64>>,
    /// Of each player, the results against others.
    results: Vec<Vec<(usize, Tally)>>,
}

impl Pool {
    /// A pool of players without games.
    pub fn new(players: usize) -> Self {
        Self { known: vec![None; players], results: vec![Vec::new(); players] }
    }

    /// Fixes a known rating; the other players are rated on its scale.
    pub fn fix(&mut self, player: usize, elo: f64) {
        self.known[player] = Some(elo);
    }

    /// Adds games between two players, from the view of the first.
    pub fn add(&mut self, first: usize, second: usize, tally: Tally) {
        self.results[first].push((second, tally));
        self.results[second].push((first, tally.reversed()));
    }

    /// The games of a player.
    pub fn tally(&self, player: usize) -> Tally {
        self.results[player].iter().fold(Tally::default(), |sum, &(_, tally)| sum + tally)
    }

    /// The maximum-likelihood ratings. Their average is zero if none is known.
    ///
    /// Every player gets one extra draw against an average player, so that a perfect score does not
    /// give an infinite rating.
    pub fn ratings(&self) -> Vec<Estimate> {
        let players = self.known.len();
        let known = self.known.iter().flatten();
        let average = known.clone().sum::<f64>() / known.count().max(1) as f64;
        let mut elo: Vec<f64> = self.known.iter().map(|known| known.unwrap_or(average)).collect();
        for _ in 0..10_000 {
            let mut change = 0.0_f64;
            for player in (0..players).filter(|&player| self.known[player].is_none()) {
                let step = self.surplus(&elo, player, average) / self.slope(&elo, player, average);
                let step = step.clamp(-100.0, 100.0);
                elo[player] += step;
                change = change.max(step.abs());
            }
            if self.known.iter().all(Option::is_none) {
                let average = elo.iter().sum::<f64>() / players as f64;
                for elo in &mut elo {
                    *elo -= average;
                }
            }
            if change < 1e-6 {
                break;
            }
        }
        let draws = self.draw_ratio();
        let error = |player| {
            let slope = self.slope(&elo, player, average);
            // The slope is the sum of s (1 - s) over the games, in other units; draws reduce the
            // variance of a game's points below that of a coin toss.
            let variance = slope * UNIT * (1.0 - draws);
            Z95 * variance.sqrt() / slope
        };
        (0..players)
            .map(|player| Estimate {
                value: elo[player],
                error: if self.known[player].is_some() { 0.0 } else { error(player) },
            })
            .collect()
    }

    /// The share of drawn games.
    fn draw_ratio(&self) -> f64 {
        let all = self.results.iter().flatten().fold(Tally::default(), |sum, &(_, tally)| sum + tally);
        all.draws as f64 / all.games().max(1) as f64
    }

    /// Points scored beyond those that the ratings expect.
    fn surplus(&self, elo: &[f64], player: usize, average: f64) -> f64 {
        let against = |&(other, tally): &(usize, Tally)| {
            tally.points() - tally.games() as f64 * score_of_elo(elo[player] - elo[other])
        };
        self.results[player].iter().map(against).sum::<f64>() + 0.5 - score_of_elo(elo[player] - average)
    }

    /// Points expected per point of rating.
    fn slope(&self, elo: &[f64], player: usize, average: f64) -> f64 {
        let steepness = |difference: f64| {
            let score = score_of_elo(difference);
            score * (1.0 - score) / UNIT
        };
        let against =
            |&(other, tally): &(usize, Tally)| tally.games() as f64 * steepness(elo[player] - elo[other]);
        self.results[player].iter().map(against).sum::<f64>() + steepness(elo[player] - average)
    }
}

/// Rating points per unit of the logistic curve.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use gamekit::ByColor;

    use super::*;
    use crate::outcome::Termination;
    use crate::schedule::{Format, Schedule};
    use crate::standings::GameSummary;

    /// Standings in which `result(white, black)` is the result of every game.
    fn standings(
        engines: usize,
        games: usize,
        result: impl Fn(usize, usize, usize) -> &'static str,
    ) -> Standings {
        let schedule = Schedule::new(Format::RoundRobin, engines, games);
        let mut standings = Standings::new(engines, &schedule);
        for number in 0..schedule.games() {
            let pairing = schedule.pairing(number);
            let [white, black] = gamekit::Color::ALL.map(|color| pairing.engines[color]);
            standings.add(
                &pairing,
                &GameSummary {
                    result: result(white, black, pairing.pair).parse().unwrap(),
                    termination: Termination::Normal,
                    reason: String::new(),
                    plies: 0,
                    thinking: ByColor::default(),
                    overhead: Duration::ZERO,
                },
            );
        }
        standings
    }

    #[test]
    fn equals_are_rated_equal() {
        let table = ratings(&standings(3, 4, |_, _, _| "1/2-1/2"), 3);
        assert!(table.iter().all(|rating| rating.value.abs() < 1e-6), "{table:?}");
    }

    /// Two engines, three of four games won: 400 log10(3) = 190.85 Elo, nearly, for the prior
    /// draws.
    #[test]
    fn two_engines_get_the_difference_of_their_score() {
        let table = ratings(
            &standings(2, 4000, |white, _, pair| match (pair % 4, white) {
                (0, 0) | (1..=3, 1) => "0-1",
                _ => "1-0",
            }),
            2,
        );
        let difference = table[0].value - table[1].value;
        assert!((189.0..191.0).contains(&difference), "{difference}");
        // By hand: Z95 / sqrt(4000 * 3/16) standard deviations, 400 / ln 10 points each: 12.43.
        assert!((table[0].error - 12.43).abs() < 0.02, "{table:?}");
    }

    #[test]
    fn a_perfect_score_is_finite_and_the_order_is_kept() {
        let table =
            ratings(&standings(3, 10, |white, black, _| if white < black { "1-0" } else { "0-1" }), 3);
        assert!(table.iter().all(|rating| rating.value.is_finite() && rating.error.is_finite()));
        assert!(table[0].value > table[1].value && table[1].value > table[2].value, "{table:?}");
    }

    /// Two players of known strength, and one between them: 75 % against the weaker is 190.85 more.
    #[test]
    fn known_ratings_set_the_scale() {
        let mut pool = Pool::new(3);
        pool.fix(0, 1500.0);
        pool.fix(2, 1881.70);
        pool.add(1, 0, Tally::new(3000, 0, 1000));
        pool.add(2, 1, Tally::new(3000, 0, 1000));
        let table = pool.ratings();
        assert!((table[1].value - 1690.85).abs() < 0.5, "{table:?}");
        assert_eq!((table[0].value, table[0].error), (1500.0, 0.0));
        assert_eq!(pool.tally(1), Tally::new(4000, 0, 4000));
    }
}
