//! Estimates of strength.
//!
//! Games are played in pairs, the same opening with both colors, and the unit of statistics is the
//! pair: its games depend on each other through the opening, so a pair's score varies less than
//! that of two independent games. Single games are counted only until the first pair is complete.

use std::fmt;

use gamekit::Tally;

/// Counts of one side's pairs of games by their points: 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The number of pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair, by its points in halves: 0 to 4.
    pub fn count(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The counts of the other side.
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }
}

/// `[3, 20, 51, 22, 4]`, worst pairs first.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// A number and half the width of its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// A match in which one side scores no point gives infinities, which are written as such.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Zero has no sign.
        write!(f, "{:+.2} +/- ", self.value + 0.0)?;
        if self.error.is_nan() { f.write_str("inf") } else { write!(f, "{:.2}", self.error) }
    }
}

/// The two-sided 95 % quantile of the normal distribution.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Normalised Elo per standard deviation of a game's score, chosen so that it equals Elo in a match
/// without draws between equals.
pub const NORMALIZED_ELO: f64 = 800.0 / std::f64::consts::LN_10;

/// Mean and variance of the scores of a match, per item: a pair or a game, worth from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Pairs or games.
    pub items: f64,
    /// Games in an item.
    pub games_per_item: f64,
    /// The mean score of an item.
    pub mean: f64,
    /// The variance of an item's score.
    pub variance: f64,
}

impl Sample {
    /// The sample of items counted by their score, from 0 to 1 in equal steps.
    pub(crate) fn of_counts(counts: &[f64], games_per_item: f64) -> Self {
        let items: f64 = counts.iter().sum();
        let top = (counts.len() - 1) as f64;
        let scores = || counts.iter().enumerate().map(|(i, count)| (i as f64 / top, count / items));
        let mean = scores().map(|(score, share)| score * share).sum::<f64>();
        let variance = scores().map(|(score, share)| share * (score - mean).powi(2)).sum();
        Self { items, games_per_item, mean, variance }
    }

    /// The difference in Elo that explains the mean score.
    pub fn elo(&self) -> Estimate {
        let margin = Z95 * self.standard_error();
        let error = (elo_of_score(self.mean + margin) - elo_of_score(self.mean - margin)) / 2.0;
        Estimate { value: elo_of_score(self.mean), error }
    }

    /// The difference in normalised Elo: the mean advantage in standard deviations of a game, which
    /// determines how many games are needed to detect it.
    pub fn normalized_elo(&self) -> Estimate {
        let value = NORMALIZED_ELO * self.advantage_per_deviation();
        Estimate { value, error: NORMALIZED_ELO * Z95 / (self.games_per_item * self.items).sqrt() }
    }

    /// The likelihood of superiority: the probability that the side is the stronger one.
    pub fn superiority(&self) -> f64 {
        let deviations = (self.mean - 0.5) / self.standard_error();
        if deviations.is_nan() { 0.5 } else { libm::erfc(-deviations / std::f64::consts::SQRT_2) / 2.0 }
    }

    /// The mean advantage over an even score, in standard deviations of a *game*: a pair's score is
    /// a mean of two games, so its variance counts twice.
    pub(crate) fn advantage_per_deviation(&self) -> f64 {
        let advantage = self.mean - 0.5;
        // Without this an even score with variance zero would be NaN.
        if advantage == 0.0 { 0.0 } else { advantage / (self.games_per_item * self.variance).sqrt() }
    }

    fn standard_error(&self) -> f64 {
        (self.variance / self.items).sqrt()
    }
}

impl From<Pentanomial> for Sample {
    fn from(pairs: Pentanomial) -> Self {
        Self::of_counts(&pairs.0.map(|count| count as f64), 2.0)
    }
}

impl From<Tally> for Sample {
    fn from(tally: Tally) -> Self {
        Self::of_counts(&[tally.losses as f64, tally.draws as f64, tally.wins as f64], 1.0)
    }
}

/// The difference in Elo at which a player expects this score.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a player expects with this difference in Elo.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 5e-4, "{value} is not {expected}");
    }

    /// By hand: mean (60 + 20/2)/100 = 0.7; variance 0.6 * 0.3² + 0.2 * 0.2² + 0.2 * 0.7² = 0.16;
    /// standard error 0.04; Elo 400 log10(7/3) = 147.1907; bounds at 0.7 ± 0.0783986.
    #[test]
    fn single_games_give_the_figures_computed_by_hand() {
        let sample = Sample::from(Tally::new(60, 20, 20));
        assert_close(sample.mean, 0.7);
        assert_close(sample.variance, 0.16);
        assert_close(sample.elo().value, 147.1907);
        // 400 log10(0.7783986/0.2216014) = 218.2518; 400 log10(0.6216014/0.3783986) = 86.2250.
        assert_close(sample.elo().error, (218.2518 - 86.2250) / 2.0);
        // 0.2 / 0.4 = 0.5 deviations; 347.4356 * 1.959964 / 10.
        assert_close(sample.normalized_elo().value, 173.7178);
        assert_close(sample.normalized_elo().error, 68.0961);
        // Five standard errors above even.
        assert_close(sample.superiority(), 0.999_999_7);
    }

    /// By hand: scores 0, ¼, ½, ¾, 1 with shares 0.1, 0.2, 0.3, 0.2, 0.2: mean 0.55, variance
    /// 0.1*0.3025 + 0.2*0.09 + 0.3*0.0025 + 0.2*0.04 + 0.2*0.2025 = 0.0975.
    #[test]
    fn pairs_give_the_figures_computed_by_hand() {
        let sample = Sample::from(Pentanomial([10, 20, 30, 20, 20]));
        assert_close(sample.mean, 0.55);
        assert_close(sample.variance, 0.0975);
        assert_close(sample.elo().value, 34.8601);
        // Standard error 0.0312250; bounds 0.55 ± 0.0611999, which are 78.5827 and -7.7838.
        assert_close(sample.elo().error, 86.3665 / 2.0);
        // 0.05 / sqrt(0.195) = 0.1132277 deviations of a game; 200 games.
        assert_close(sample.normalized_elo().value, 39.3393);
        assert_close(sample.normalized_elo().error, 48.1512);
        // The normal distribution up to 0.05 / 0.0312250 = 1.60128.
        assert_close(sample.superiority(), 0.945_34);
    }

    #[test]
    fn the_other_side_gets_the_opposite() {
        let pairs = Pentanomial([3, 20, 51, 22, 9]);
        let (ours, theirs) = (Sample::from(pairs), Sample::from(pairs.reversed()));
        assert_close(ours.elo().value, -theirs.elo().value);
        assert_close(ours.elo().error, theirs.elo().error);
        assert_close(ours.superiority(), 1.0 - theirs.superiority());
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -5.0, 0.0, 3.5, 400.0] {
            assert_close(elo_of_score(score_of_elo(elo)), elo);
        }
        assert_close(score_of_elo(400.0), 10.0 / 11.0);
    }

    #[test]
    fn one_sided_matches_are_infinitely_apart() {
        let sample = Sample::from(Tally::new(5, 0, 0));
        assert_eq!(sample.elo().to_string(), "+inf +/- inf");
        assert_close(sample.superiority(), 1.0);
        let drawn = Sample::from(Tally::new(0, 5, 0));
        assert_close(drawn.superiority(), 0.5);
        assert_eq!(drawn.elo().to_string(), "+0.00 +/- 0.00");
        assert_close(drawn.normalized_elo().value, 0.0);
    }

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pentanomial::default();
        pairs.count(4);
        pairs.count(1);
        assert_eq!(pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(pairs.pairs(), 2);
    }
}
