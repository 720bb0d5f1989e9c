//! How the difference of two players went, game by game.

use arena::config::MatchConfig;
use arena::ledger::Reading;
use arena::standings::Standings;

use crate::protocol::watch::CurvePoint;

/// Points that a page gets: as many as it can draw.
const MOST_SHOWN: usize = 200;

/// The points of a match between two players; none of any other.
#[derive(Clone, Debug, Default)]
pub(super) struct Curve(Vec<CurvePoint>);

impl Curve {
    /// The curve of the games of a file.
    pub fn of(reading: &Reading) -> Self {
        let Reading { config, games, .. } = reading;
        let schedule = config.schedule();
        let mut standings = Standings::new(config.engines.len(), &schedule);
        let mut curve = Self::default();
        for game in games {
            standings.add(&schedule.pairing(game.number), &game.summary);
            curve.add(config, &standings);
        }
        curve
    }

    /// Adds what is known after a game.
    pub fn add(&mut self, config: &MatchConfig, standings: &Standings) {
        if config.engines.len() != 2 {
            return;
        }
        let encounter = standings.encounter(0, 1);
        let elo = encounter.sample().elo();
        let known = |number: f64| Some(number).filter(|number| number.is_finite());
        self.0.push(CurvePoint {
            games: standings.games() as u32,
            elo: known(elo.value),
            error: known(elo.error),
            llr: config.sprt.map(|sprt| sprt.llr(encounter.pairs)),
        });
    }

    /// The curve, thinned out evenly; its last point is always there.
    pub fn shown(&self) -> Vec<CurvePoint> {
        let step = self.0.len().div_ceil(MOST_SHOWN).max(1);
        let mut shown: Vec<CurvePoint> = self.0.iter().rev().step_by(step).copied().collect();
        shown.reverse();
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_is_thinned_out_and_keeps_its_end() {
        let point = |games| CurvePoint { games, elo: None, error: None, llr: None };
        for length in [0, 1, 199, 200, 201, 5_000] {
            let shown = Curve((1..=length).map(point).collect()).shown();
            assert!(shown.len() <= MOST_SHOWN && shown.len() >= (length as usize).min(MOST_SHOWN / 2));
            assert_eq!(shown.last().map_or(0, |last| last.games), length);
            assert!(shown.is_sorted_by_key(|point| point.games));
        }
    }
}
