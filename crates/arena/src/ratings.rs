//! Ratings of more than two engines.

use crate::standings::{Encounter, Standings};
use crate::stats::{Estimate, Tally, Z95, score_of_elo};

/// The ratings that explain the results best, on a scale whose average is zero.
///
/// Everybody is given one more draw against an average player, so that a perfect score does not
/// mean an infinite rating.
pub fn ratings(standings: &Standings, engines: usize) -> Vec<Estimate> {
    let opponents: Vec<Vec<(usize, Encounter)>> = (0..engines)
        .map(|engine| {
            standings.encounters().iter().filter_map(|&pair| seen_by(engine, pair, standings)).collect()
        })
        .collect();
    let mut elo = vec![0.0; engines];
    for _ in 0..1000 {
        let mut change = 0.0_f64;
        for engine in 0..engines {
            let step = surplus(&elo, engine, &opponents[engine]) / slope(&elo, engine, &opponents[engine]);
            let step = step.clamp(-100.0, 100.0);
            elo[engine] += step;
            change = change.max(step.abs());
        }
        let average = elo.iter().sum::<f64>() / engines as f64;
        for elo in &mut elo {
            *elo -= average;
        }
        if change < 1e-6 {
            break;
        }
    }
    let draws = draw_ratio(standings);
    (0..engines)
        .map(|engine| {
            let slope = slope(&elo, engine, &opponents[engine]);
            // The slope is the sum of s (1 - s) over the games, in other units; draws make a game's
            // points less spread than those of a tossed coin.
            let variance = slope * UNIT * (1.0 - draws);
            Estimate { value: elo[engine], error: Z95 * variance.sqrt() / slope }
        })
        .collect()
}

/// Rating points per unit of the logistic curve.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of drawn games.
fn draw_ratio(standings: &Standings) -> f64 {
    let all = standings.encounters().iter().map(|&(first, second)| standings.encounter(first, second).tally);
    let sum = all.fold(Tally::default(), |sum, tally| sum + tally);
    sum.draws as f64 / sum.games().max(1) as f64
}

/// The other engine of an encounter and its results from the view of `engine`.
fn seen_by(
    engine: usize,
    (first, second): (usize, usize),
    standings: &Standings,
) -> Option<(usize, Encounter)> {
    let encounter = standings.encounter(first, second);
    if engine == first {
        Some((second, encounter))
    } else if engine == second {
        let reversed = Encounter { tally: encounter.tally.reversed(), pairs: encounter.pairs.reversed() };
        Some((first, reversed))
    } else {
        None
    }
}

/// Points made beyond those that the ratings expect.
fn surplus(elo: &[f64], engine: usize, opponents: &[(usize, Encounter)]) -> f64 {
    let against = |&(other, ref results): &(usize, Encounter)| {
        results.tally.points() - results.tally.games() as f64 * score_of_elo(elo[engine] - elo[other])
    };
    opponents.iter().map(against).sum::<f64>() + 0.5 - score_of_elo(elo[engine])
}

/// Points expected per point of rating.
fn slope(elo: &[f64], engine: usize, opponents: &[(usize, Encounter)]) -> f64 {
    let steepness = |difference: f64| {
        let score = score_of_elo(difference);
        score * (1.0 - score) / UNIT
    };
    let against = |&(other, ref results): &(usize, Encounter)| {
        results.tally.games() as f64 * steepness(elo[engine] - elo[other])
    };
    opponents.iter().map(against).sum::<f64>() + steepness(elo[engine])
}

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

    /// Two engines, three of four games won: 400 log10(3) = 190.85 Elo, nearly, for the prior draws.
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
}
