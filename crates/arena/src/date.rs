//! The time of day, in UTC, without a calendar library.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment, to the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
    second_of_day: u64,
}

impl Date {
    /// Now, if the clock of the machine is set to anything after 1970.
    pub fn now() -> Self {
        Self::of_seconds(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()))
    }

    /// So many seconds after the beginning of 1970.
    fn of_seconds(seconds: u64) -> Self {
        // Years begin in March, so that the day added by a leap year is the last: then the months'
        // lengths repeat as 153 days in five months (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
        let days = seconds / 86_400 + 719_468;
        let (era, day_of_era) = (days / 146_097, days % 146_097);
        let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        Self { year, month, day, second_of_day: seconds % 86_400 }
    }

    /// `2026.11.15`, as PGN writes it.
    pub fn pgn_date(self) -> String {
        format!("{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }

    /// `21:05:59`, as PGN writes it.
    pub fn pgn_time(self) -> String {
        let second = self.second_of_day;
        format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
    }

    /// `20261115-210559`, for names of files.
    pub fn file_stamp(self) -> String {
        format!("{}-{}", self.pgn_date().replace('.', ""), self.pgn_time().replace(':', ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_dates() {
        for (seconds, stamp) in [
            (0, "19700101-000000"),
            (951_782_399, "20000228-235959"),
            (951_782_400, "20000229-000000"),
            (1_000_000_000, "20010909-014640"),
            (4_107_542_400, "21000301-000000"),
        ] {
            assert_eq!(Date::of_seconds(seconds).file_stamp(), stamp);
        }
    }
}
