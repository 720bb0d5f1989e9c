//! How long to wait for what. Tests wait less.

use std::time::Duration;

/// How long to wait for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Waits {
    /// Before the first new attempt after a failure; each further one waits twice as long.
    pub first_retry: Duration,
    /// The longest pause between two attempts.
    pub longest_retry: Duration,
    /// After "too many requests" (429), before any other request.
    pub rate_limit: Duration,
    /// Without any news, after which a connection counts as lost. Lichess sends an empty line every
    /// six or seven seconds.
    pub silence: Duration,
    /// For the opponent's first move, after which a game is aborted.
    pub first_move: Duration,
    /// Between accepting a challenge and the start of its game.
    pub game_start: Duration,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            first_retry: Duration::from_millis(500),
            longest_retry: Duration::from_secs(30),
            rate_limit: Duration::from_mins(1),
            silence: Duration::from_secs(25),
            first_move: Duration::from_secs(45),
            game_start: Duration::from_secs(30),
        }
    }
}

/// Pauses that grow from attempt to attempt.
#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    waits: Waits,
    next: Duration,
}

impl Backoff {
    pub fn new(waits: Waits) -> Self {
        Self { waits, next: waits.first_retry }
    }

    /// The pause before the next attempt.
    pub fn next(&mut self) -> Duration {
        let pause = self.next;
        self.next = (2 * pause).min(self.waits.longest_retry);
        pause
    }

    /// The last attempt succeeded.
    pub fn reset(&mut self) {
        self.next = self.waits.first_retry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let mut backoff = Backoff::new(Waits::default());
        let pauses: Vec<u128> = (0..8).map(|_| backoff.next().as_millis()).collect();
        assert_eq!(pauses, [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
        backoff.reset();
        assert_eq!(backoff.next(), Waits::default().first_retry);
    }
}
