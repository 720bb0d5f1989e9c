//! How long to think.

use std::time::Duration;

use engine::{Clock, Limits};
use gamekit::Color;

use crate::messages::GameState;

/// The time for a move of a game without clocks.
const WITHOUT_CLOCK: Duration = Duration::from_secs(10);

/// The most for our first move. Clocks stand still until both sides have moved, and nobody likes to
/// wait for a game to begin.
const FIRST_MOVE: Duration = Duration::from_secs(5);

/// The limits of a search for our next move: its clock is that of `state`, which arrived `ago`.
/// `moves` is the number of moves that we have made.
pub(crate) fn limits(
    state: &GameState,
    has_clock: bool,
    color: Color,
    moves: usize,
    ago: Duration,
) -> Limits {
    if !has_clock {
        return Limits { movetime: Some(WITHOUT_CLOCK), ..Limits::default() };
    }
    let clock = Clock {
        remaining: Duration::from_millis(state.left(color)).saturating_sub(ago),
        increment: Duration::from_millis(state.increment(color)),
        moves_to_go: None,
    };
    Limits { clock: Some(clock), movetime: (moves == 0).then(|| first_move(state)), ..Limits::default() }
}

/// The time for a first move: a third of what is left until Lichess aborts the game.
fn first_move(state: &GameState) -> Duration {
    let left = state.expiration.map(|expiration| {
        Duration::from_millis(expiration.millis_to_move.saturating_sub(expiration.idle_millis))
    });
    left.map_or(FIRST_MOVE, |left| FIRST_MOVE.min(left / 3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(more: &str) -> GameState {
        let text = format!(
            r#"{{"moves":"","wtime":60000,"btime":50000,"winc":2000,"binc":1000,"status":"started"{more}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn the_clock_is_ours() {
        let clock = |color| limits(&state(""), true, color, 5, Duration::from_secs(1)).clock.unwrap();
        let seconds = |clock: Clock| (clock.remaining.as_secs(), clock.increment.as_secs());
        assert_eq!(seconds(clock(Color::White)), (59, 2));
        assert_eq!(seconds(clock(Color::Black)), (49, 1));
        let late = limits(&state(""), true, Color::White, 5, Duration::from_secs(90));
        assert_eq!(late.clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(late.movetime, None);
    }

    #[test]
    fn the_first_move_does_not_wait_for_the_game_to_be_aborted() {
        let time = |more| limits(&state(more), true, Color::White, 0, Duration::ZERO).movetime.unwrap();
        assert_eq!(time(""), FIRST_MOVE);
        assert_eq!(time(r#","expiration":{"idleMillis":9000,"millisToMove":15000}"#), Duration::from_secs(2));
        assert_eq!(time(r#","expiration":{"idleMillis":9000,"millisToMove":60000}"#), FIRST_MOVE);
    }

    #[test]
    fn without_clocks_moves_have_a_time() {
        let limits = limits(&state(""), false, Color::White, 0, Duration::ZERO);
        assert_eq!((limits.clock, limits.movetime), (None, Some(WITHOUT_CLOCK)));
    }
}
