//! How long a person would take over a move. A level finds its move in a moment, and waits.

use std::time::Duration;

use chess::{Game, Move};
use engine::{Clock, Level};
use gamekit::SplitMix64;

/// For a usual move in a game without a clock.
const USUAL: f64 = 2.0;
/// For the longest one.
const LONGEST: f64 = 5.0;
/// Moves for which the time on the clock has to last.
const MOVES_TO_GO: f64 = 45.0;
/// The part of the increment that is used.
const INCREMENT_SHARE: f64 = 0.7;
/// The part of the time on the clock that no move takes more of.
const LARGEST_SHARE: f64 = 0.1;
/// The part of the usual time for a move that needs no thought: the only one, a recapture, or one
/// of an opening that is known.
const OBVIOUS: f64 = 0.3;

/// The time that a level takes over `mv` in the last position of a game.
pub(super) fn thinking_time(level: &Level, game: &Game, mv: Move, clock: Option<Clock>) -> Duration {
    let position = game.position();
    let (usual, most) = match clock {
        Some(Clock { remaining, increment, .. }) => {
            let (left, increment) = (remaining.as_secs_f64(), increment.as_secs_f64());
            (left / MOVES_TO_GO + INCREMENT_SHARE * increment, LARGEST_SHARE * left)
        }
        None => (USUAL, LONGEST),
    };
    let recaptures = !mv.is_quiet() && game.moves().last().map(Move::to) == Some(mv.to());
    let is_obvious =
        recaptures || position.legal_moves().len() == 1 || level.opening_move(position) == Some(mv);
    // Most moves take less than the usual time, a few much more.
    let chance = SplitMix64::new(position.key().bits()).next_f64();
    let share = if is_obvious { OBVIOUS } else { 0.4 + 1.8 * chance * chance };
    Duration::from_secs_f64((usual * share).min(most))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(seconds: u64) -> Clock {
        let increment = Duration::from_secs(2);
        Clock { remaining: Duration::from_secs(seconds), increment, moves_to_go: None }
    }

    #[test]
    fn thinking_takes_a_few_seconds_and_less_where_there_is_nothing_to_think_about() {
        let level = Level::of_elo(1200);
        let mut rng = SplitMix64::new(1);
        let mut times = Vec::new();
        for _ in 0..50 {
            let Some(game) = Game::random_opening(30, &mut rng) else { continue };
            let legal = game.position().legal_moves();
            let Some(&quiet) = legal.iter().find(|mv| mv.is_quiet()).filter(|_| legal.len() > 1) else {
                continue;
            };
            times.push(thinking_time(&level, &game, quiet, None));
            assert!(thinking_time(&level, &game, quiet, Some(clock(10))) <= Duration::from_secs(1));
            assert!(thinking_time(&level, &game, quiet, Some(clock(600))) <= Duration::from_secs(40));
        }
        times.sort();
        assert!(times.len() > 20 && times[0] >= Duration::from_millis(600));
        assert!(times[times.len() - 1] <= Duration::from_secs(5) && times[0] < times[times.len() - 1]);
        let mut recapture = Game::new("4k3/8/4p3/3q4/8/2N5/8/4K3 w - - 0 1".parse().unwrap());
        for uci in ["c3d5", "e6d5"] {
            let mv = recapture.position().parse_uci(uci).unwrap();
            if uci == "e6d5" {
                assert_eq!(thinking_time(&level, &recapture, mv, None), Duration::from_millis(600));
            }
            recapture.play(mv).unwrap();
        }
    }
}
