//! The two clocks of a game.

use std::time::{Duration, Instant};

use gamekit::{ByColor, Color};

use crate::protocol::{ClockSetting, Clocks};

/// Two clocks, of which at most one runs.
pub(super) struct Clockwork {
    left: ByColor<Duration>,
    increment: Duration,
    running: Option<(Color, Instant)>,
}

impl Clockwork {
    pub fn new(setting: ClockSetting) -> Self {
        let base = Duration::from_millis(setting.base_ms.into());
        Self::with(setting, ByColor::new(base, base))
    }

    /// Clocks with this much time left.
    pub fn with(setting: ClockSetting, left: ByColor<Duration>) -> Self {
        Self { left, increment: Duration::from_millis(setting.increment_ms.into()), running: None }
    }

    /// The time that a side has left at `now`.
    pub fn left(&self, color: Color, now: Instant) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == color => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.left[color].saturating_sub(used)
    }

    pub fn increment(&self) -> Duration {
        self.increment
    }

    /// Starts the clock of a side and stops the other.
    pub fn start(&mut self, color: Color, now: Instant) {
        self.stop(now);
        self.running = Some((color, now));
    }

    /// Stops both.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, _)) = self.running {
            self.left[color] = self.left(color, now);
        }
        self.running = None;
    }

    /// Stops both after a move, and adds the increment to the clock of the side that moved.
    pub fn punch(&mut self, color: Color, now: Instant) {
        self.stop(now);
        self.left[color] += self.increment;
    }

    /// When the flag of the side whose clock runs will fall.
    pub fn flag(&self) -> Option<(Color, Instant)> {
        self.running.map(|(color, since)| (color, since + self.left[color]))
    }

    pub fn view(&self, now: Instant) -> Clocks {
        let left = |color| self.left(color, now).as_millis() as u32;
        Clocks {
            white_ms: left(Color::White),
            black_ms: left(Color::Black),
            running: self.running.map(|(color, _)| color),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_running_clock_loses_time() {
        let now = Instant::now();
        let after = |seconds| now + Duration::from_secs(seconds);
        let mut clocks = Clockwork::new(ClockSetting { base_ms: 10_000, increment_ms: 2000 });
        assert_eq!(clocks.flag(), None);
        clocks.start(Color::White, now);
        assert_eq!(clocks.flag(), Some((Color::White, after(10))));
        clocks.punch(Color::White, after(3));
        clocks.start(Color::Black, after(3));
        let view = clocks.view(after(5));
        assert_eq!((view.white_ms, view.black_ms), (9000, 8000));
        clocks.stop(after(20));
        assert_eq!(clocks.left(Color::Black, after(30)), Duration::ZERO);
        assert_eq!(clocks.flag(), None);
    }
}
