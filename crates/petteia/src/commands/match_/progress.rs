//! The pace of a match.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Lines of text with a bar below them where stderr is a terminal.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
    games_before: usize,
}

impl Progress {
    /// A match of which some games may have been played before.
    pub fn new(games_before: usize, games: usize) -> Self {
        let bar = ProgressBar::new(games as u64).with_position(games_before as u64);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_secs(1));
        Self { bar, start: Instant::now(), games_before }
    }

    /// A game ended.
    pub fn game(&self, line: &str, games_done: usize) {
        self.print(line);
        self.bar.set_position(games_done as u64);
        self.bar.set_message(self.pace());
    }

    /// Prints above the bar.
    pub fn print(&self, text: &str) {
        self.bar.suspend(|| println!("{text}"));
    }

    /// Games per minute and the time for those left.
    pub fn pace(&self) -> String {
        let played = self.bar.position().saturating_sub(self.games_before as u64) as f64;
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
