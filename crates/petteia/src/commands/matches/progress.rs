//! The progress of a match.

use std::time::{Duration, Instant};

use arena::ledger::Ledger;
use arena::report;
use arena::runner::Finished;
use arena::spectator::Spectator;
use indicatif::{HumanDuration, ProgressBar};

use crate::cli::progress;

/// Prints lines of text, above a progress bar if stderr is a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    games_before: u64,
    report_every: usize,
    to_stderr: bool,
}

impl Progress {
    /// For a match of which some games may have been played before. All results are printed after
    /// every `report_every` games.
    pub fn new(ledger: &Ledger, report_every: usize, to_stderr: bool) -> Self {
        let games_before = ledger.standings().games() as u64;
        let bar = progress::bar(games_before, ledger.games() as u64, "games");
        bar.enable_steady_tick(Duration::from_secs(1));
        let report_every = report_every.max(1);
        Self { bar, start: Instant::now(), games_before, report_every, to_stderr }
    }

    /// Prints above the bar.
    pub fn print(&self, text: &str) {
        self.bar.suspend(|| if self.to_stderr { eprintln!("{text}") } else { println!("{text}") });
    }

    /// Games per minute and the time for those left.
    fn pace(&self) -> String {
        let played = self.bar.position().saturating_sub(self.games_before) as f64;
        let per_second = played / self.start.elapsed().as_secs_f64().max(1e-3);
        let left = self.bar.length().unwrap_or(0).saturating_sub(self.bar.position()) as f64;
        match Duration::try_from_secs_f64(left / per_second) {
            Ok(time) => format!("{:.1} games/min, {} left", 60.0 * per_second, HumanDuration(time)),
            Err(_) => "no game finished yet".to_owned(),
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Spectator for Progress {
    fn count(&self, ledger: &Ledger, game: &Finished) {
        self.print(&report::game_line(ledger, game));
        let done = ledger.standings().games();
        self.bar.set_position(done as u64);
        self.bar.set_message(self.pace());
        if done.is_multiple_of(self.report_every) && done < ledger.games() {
            let summary = report::summary(ledger.config(), ledger.standings());
            self.print(&format!("\n{summary}{}\n", self.pace()));
        }
    }
}
