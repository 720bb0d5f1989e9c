//! Time management.

use std::time::Duration;

use crate::limits::Clock;
use crate::{Limits, tunables};

/// The time for a search: the soft limit is checked between iterations and grows or shrinks with
/// the search's confidence, the hard limit is checked all the time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimeBudget {
    /// The usual time of a move; none if only the hard limit counts.
    pub soft: Option<Duration>,
    /// The most that a move may take.
    pub hard: Duration,
}

impl TimeBudget {
    /// The budget for a search, or none if it has no time limit. `overhead` is lost between the
    /// engine and the clock.
    pub fn new(limits: &Limits, overhead: Duration, move_number: u16) -> Option<Self> {
        let by_clock = limits.clock.map(|clock| Self::for_clock(clock, overhead, move_number));
        let by_movetime = limits.movetime.map(|time| Self { soft: None, hard: time });
        match (by_clock, by_movetime) {
            (Some(clock), Some(fixed)) => Some(Self { hard: clock.hard.min(fixed.hard), ..clock }),
            (clock, fixed) => clock.or(fixed),
        }
    }

    fn for_clock(clock: Clock, overhead: Duration, move_number: u16) -> Self {
        let increment = millis(clock.increment);
        let remaining = (millis(clock.remaining) - millis(overhead)).max(1.0);
        let (soft, hard) = if let Some(moves) = clock.moves_to_go {
            let moves = f64::from(moves.clamp(1, tunables::time_to_go_max() as u32));
            let share = remaining / (moves + hundredths(tunables::time_to_go_reserve()))
                + hundredths(tunables::time_to_go_increment()) * increment;
            let most = hundredths(tunables::time_to_go_hard_share()) * remaining;
            let last = hundredths(tunables::time_last_move()) * remaining;
            let hard = hundredths(tunables::time_to_go_hard()) * share;
            (share, if moves < 2.0 { last } else { hard.min(most) })
        } else {
            let share =
                share_of_clock(move_number) * remaining + hundredths(tunables::time_increment()) * increment;
            let most = hundredths(tunables::time_hard_share()) * remaining;
            (share, (hundredths(tunables::time_hard()) * share).min(most))
        };
        let hard = hard.min(hundredths(tunables::time_safety()) * remaining).max(1.0);
        let duration = |ms: f64| Duration::from_secs_f64(ms.max(0.0) / 1000.0);
        Self { soft: Some(duration(soft.min(hard))), hard: duration(hard) }
    }
}

/// The share of the remaining time for a move of a game without time controls to come. It grows
/// with the move number: openings need less thought, and the fewer moves are left, the more each
/// can have.
fn share_of_clock(move_number: u16) -> f64 {
    let [opening, late] = [tunables::time_share_opening(), tunables::time_share_late()]
        .map(|share| f64::from(share) / 10_000.0);
    let progress = 1.0 - (-f64::from(move_number) / f64::from(tunables::time_share_moves())).exp();
    opening + (late - opening) * progress
}

fn hundredths(tunable: i32) -> f64 {
    f64::from(tunable) / 100.0
}

fn thousandths(tunable: i32) -> f64 {
    f64::from(tunable) / 1000.0
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// How certain the search is of its move, updated after each iteration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Confidence {
    /// Iterations since the best move changed.
    pub stable_iterations: u32,
    /// Share of the nodes spent on the best move, from 0 to 1.
    pub best_move_share: f64,
    /// By how many centipawns the score fell since earlier iterations.
    pub score_drop: i32,
}

impl Confidence {
    /// The factor for the soft limit.
    pub fn time_factor(&self) -> f64 {
        let stable = self.stable_iterations.min(tunables::time_stable_max() as u32);
        let stability = thousandths(tunables::time_unstable())
            - thousandths(tunables::time_stable_iteration()) * f64::from(stable);
        let most_effort = thousandths(tunables::time_effort());
        let effort = (most_effort - thousandths(tunables::time_effort_share()) * self.best_move_share)
            .clamp(thousandths(tunables::time_effort_min()), most_effort);
        let drop = self.score_drop.clamp(-tunables::time_rise_max(), tunables::time_drop_max());
        let worry = 1.0 + f64::from(drop) * thousandths(tunables::time_score_drop());
        stability * effort * worry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let [remaining, increment] = [remaining, increment].map(Duration::from_millis);
        let limits = Limits { clock: Some(Clock { remaining, increment, moves_to_go }), ..Limits::default() };
        TimeBudget::new(&limits, Duration::from_millis(10), 20).unwrap()
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for remaining in [0, 1, 5, 50, 100, 1000, 60_000, 10_000_000] {
            for increment in [0, 1, 80, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(5000)] {
                    let budget = budget(remaining, increment, moves);
                    let left = Duration::from_millis(remaining.max(1));
                    assert!(
                        budget.hard <= left.max(Duration::from_millis(1)),
                        "{remaining} {increment} {moves:?}"
                    );
                    assert!(budget.soft.unwrap() <= budget.hard);
                    assert!(budget.hard > Duration::ZERO);
                }
            }
        }
    }

    #[test]
    fn the_share_of_the_clock_follows_the_move_number() {
        let shares: Vec<f64> = (0..300).map(share_of_clock).collect();
        assert!(shares.is_sorted());
        assert!(shares.iter().all(|share| (0.005..0.1).contains(share)), "{shares:?}");
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let limits = Limits { movetime: Some(Duration::from_millis(100)), ..Limits::default() };
        let budget = TimeBudget::new(&limits, Duration::from_millis(10), 1).unwrap();
        assert_eq!(budget, TimeBudget { soft: None, hard: Duration::from_millis(100) });
        assert_eq!(TimeBudget::new(&Limits::default(), Duration::ZERO, 1), None);
    }

    #[test]
    fn doubt_takes_longer() {
        let sure = Confidence { stable_iterations: 8, best_move_share: 0.95, score_drop: -20 };
        let unsure = Confidence { stable_iterations: 0, best_move_share: 0.3, score_drop: 60 };
        assert!(sure.time_factor() < 0.5 && unsure.time_factor() > 1.5);
    }
}
