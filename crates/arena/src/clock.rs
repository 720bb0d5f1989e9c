//! Time controls and the clocks of a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Time for a number of moves or the whole game, and the increment per move: `40/60+0.6`, `8+0.08`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The moves after which the base time is added again.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// The increment per move.
    pub increment: Duration,
}

/// The text is not a time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "bad time control {0:?}; expected [MOVES/]SECONDS[+INCREMENT] or [MOVES/]MINUTES:SECONDS[+INCREMENT]"
)]
pub struct ParseTimeControlError(String);

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse_time_control(text).ok_or_else(|| ParseTimeControlError(text.to_owned()))
    }
}

fn parse_time_control(text: &str) -> Option<TimeControl> {
    let (moves, time) = match text.split_once('/') {
        Some((moves, time)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), time),
        None => (None, text),
    };
    let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
    let base = match base.split_once(':') {
        Some((minutes, seconds)) => {
            let minutes = Duration::from_secs(minutes.parse::<u64>().ok()?.checked_mul(60)?);
            minutes.checked_add(parse_seconds(seconds)?).filter(|base| *base < LONGEST)?
        }
        None => parse_seconds(base)?,
    };
    let increment = parse_seconds(increment)?;
    (!(base + increment).is_zero()).then_some(TimeControl { moves, base, increment })
}

/// All times are shorter, so that no sum of a few of them overflows.
pub const LONGEST: Duration = Duration::from_secs(10_000_000);

fn parse_seconds(text: &str) -> Option<Duration> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = text.parse().ok().filter(|_| is_plain)?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time < LONGEST)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeControlError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// The search limits of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// A clock.
    pub control: Option<TimeControl>,
    /// A fixed time.
    pub movetime: Option<Duration>,
    /// A depth.
    pub depth: Option<u32>,
    /// A number of nodes.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether no limit is set.
    pub fn is_unbounded(&self) -> bool {
        *self == Self::default()
    }
}

/// `8+0.08`, `100ms/move`, `depth 8`, `10000 nodes`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.control.map(|control| control.to_string()),
            self.movetime.map(|time| format!("{}ms/move", time.as_millis())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// The clock of one side.
#[derive(Clone, Debug)]
pub struct Clock {
    limits: Limits,
    left: Duration,
    moves_made: u32,
}

/// The flag fell; how long before the answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FlagFell(pub Duration);

impl Clock {
    /// The clock at the start of a game.
    pub fn new(limits: Limits) -> Self {
        Self { limits, left: limits.control.map_or(Duration::ZERO, |control| control.base), moves_made: 0 }
    }

    /// The search limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time left, if there is a time control.
    pub fn left(&self) -> Option<Duration> {
        self.limits.control.map(|_| self.left)
    }

    /// The moves until the base time is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        let moves = self.limits.control?.moves?;
        Some(moves - self.moves_made % moves)
    }

    /// How long the next move may take.
    pub fn allowance(&self) -> Option<Duration> {
        match (self.left(), self.limits.movetime) {
            (Some(left), Some(movetime)) => Some(left.min(movetime)),
            (left, movetime) => left.or(movetime),
        }
    }

    /// How much longer than allowed a move took.
    pub fn lateness(&self, elapsed: Duration) -> Duration {
        self.allowance().map_or(Duration::ZERO, |allowance| elapsed.saturating_sub(allowance))
    }

    /// Subtracts the time of a move and adds the increment. An overrun within the margin is
    /// forgiven.
    pub fn charge(&mut self, elapsed: Duration, margin: Duration) -> Result<(), FlagFell> {
        let late = self.lateness(elapsed);
        if late > margin {
            return Err(FlagFell(late));
        }
        self.moves_made += 1;
        if let Some(control) = self.limits.control {
            self.left = self.left.saturating_sub(elapsed).saturating_add(control.increment);
            if control.moves.is_some_and(|moves| self.moves_made.is_multiple_of(moves)) {
                self.left = self.left.saturating_add(control.base);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_controls_read_and_write() {
        for (text, moves, base, increment, written) in [
            ("8+0.08", None, 8_000, 80, "8+0.08"),
            ("60", None, 60_000, 0, "60+0"),
            ("40/1:30+1", Some(40), 90_000, 1_000, "40/90+1"),
            ("0.5+0.005", None, 500, 5, "0.5+0.005"),
            ("0+1", None, 0, 1_000, "0+1"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control, TimeControl { moves, base: MS(base), increment: MS(increment) });
            assert_eq!(control.to_string(), written);
            assert_eq!(written.parse(), Ok(control));
        }
        for text in ["", "0", "0/60", "x", "8+", "-8", "8+-1", "1:2:3", "1e9", "inf", "NaN", "99999999"] {
            assert_is_refused(text);
        }
    }

    /// From a page or a command line: the sums must not overflow.
    #[test]
    fn absurd_time_controls_are_refused() {
        for text in [
            "307445734561825860:0",
            "307445734561825860:16",
            "166666:60",
            "99999999999999999999:0",
            "0:9999999+9999999999",
            "4294967296/1",
            "40/307445734561825860:59.99+9999999",
        ] {
            assert_is_refused(text);
        }
    }

    #[test]
    fn the_longest_games_do_not_overflow_a_clock() {
        let control: TimeControl = "1/166666:39+9999999".parse().unwrap();
        let limits = Limits { control: Some(control), ..Limits::default() };
        let mut clock = Clock { left: Duration::MAX, ..Clock::new(limits) };
        assert_eq!(clock.charge(MS(1), Duration::ZERO), Ok(()));
        assert_eq!(clock.left(), Some(Duration::MAX));
    }

    fn assert_is_refused(text: &str) {
        let error = text.parse::<TimeControl>().unwrap_err();
        assert!(error.to_string().starts_with(&format!("bad time control {text:?}")), "{error}");
    }

    #[test]
    fn a_move_costs_its_time_and_earns_the_increment() {
        let mut clock = Clock::new(Limits { control: Some("2/1+0.1".parse().unwrap()), ..Limits::default() });
        assert_eq!(clock.moves_to_go(), Some(2));
        assert_eq!(clock.charge(MS(400), MS(0)), Ok(()));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(MS(700)), Some(1)));
        assert_eq!(clock.charge(MS(700), MS(0)), Ok(()));
        assert_eq!((clock.left(), clock.moves_to_go()), (Some(MS(1100)), Some(2)));
    }

    #[test]
    fn the_margin_forgives_a_small_overrun() {
        let limits = Limits { control: Some("1".parse().unwrap()), ..Limits::default() };
        let mut clock = Clock::new(limits);
        assert_eq!(clock.charge(MS(1011), MS(10)), Err(FlagFell(MS(11))));
        assert_eq!(clock.charge(MS(1010), MS(10)), Ok(()));
        assert_eq!(clock.left(), Some(Duration::ZERO));
        let mut per_move = Clock::new(Limits { movetime: Some(MS(100)), ..Limits::default() });
        assert_eq!(per_move.charge(MS(100), MS(0)), Ok(()));
        assert_eq!(per_move.charge(MS(101), MS(0)), Err(FlagFell(MS(1))));
        assert_eq!(per_move.left(), None);
    }

    #[test]
    fn without_time_nobody_is_late() {
        let mut clock = Clock::new(Limits { nodes: Some(1000), ..Limits::default() });
        assert_eq!(clock.allowance(), None);
        assert_eq!(clock.charge(MS(1_000_000), MS(0)), Ok(()));
        assert_eq!(clock.limits().to_string(), "1000 nodes");
    }
}
