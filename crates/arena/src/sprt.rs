//! The sequential probability ratio test (SPRT): it stops as soon as the games played decide.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::stats::{NORMALIZED_ELO, Pentanomial, Sample, score_of_elo};

/// The scale of a test's bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Normalised Elo: tests with the same bounds take about as many games at any time control.
    #[default]
    #[serde(alias = "normalised")]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normalized => "normalised Elo",
            Self::Logistic => "logistic Elo",
        })
    }
}

/// A test of H1 (the difference is `elo1`) against H0 (it is `elo0`).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1.
    pub elo1: f64,
    /// The probability of accepting H1 though H0 is true.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// The probability of accepting H0 though H1 is true.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// The scale of the differences.
    #[serde(default)]
    pub model: Model,
}

const fn five_percent() -> f64 {
    0.05
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// More games are needed.
    Continue,
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Continue => "undecided",
            Self::AcceptH0 => "H0 accepted",
            Self::AcceptH1 => "H1 accepted",
        })
    }
}

impl Sprt {
    /// A test with error chances of 5 % in normalised Elo.
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: five_percent(), beta: five_percent(), model: Model::Normalized }
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the pairs.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 { 0.0 } else { self.llr_of(&pairs.0.map(regularized), 2.0) }
    }

    fn llr_of(&self, counts: &[f64], games_per_item: f64) -> f64 {
        match self.model {
            Model::Normalized => self.normalized_llr(counts, games_per_item),
            Model::Logistic => likelihood_ratio(counts, score_of_elo(self.elo0), score_of_elo(self.elo1)),
        }
    }

    /// The generalised likelihood ratio in closed form, as M. Van den Bergh derives it for
    /// normalised Elo: `n/2 ln((1 + (t - t0)²) / (1 + (t - t1)²))` for `n` games with an advantage
    /// of `t` standard deviations.
    fn normalized_llr(&self, counts: &[f64], games_per_item: f64) -> f64 {
        let sample = Sample::of_counts(counts, games_per_item);
        let games = games_per_item * sample.items;
        let advantage = sample.advantage_per_deviation();
        let misfit = |elo: f64| 1.0 + (advantage - elo / NORMALIZED_ELO).powi(2);
        games / 2.0 * (misfit(self.elo0) / misfit(self.elo1)).ln()
    }

    /// The verdict at a log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Verdict::AcceptH1
        } else if llr <= lower {
            Verdict::AcceptH0
        } else {
            Verdict::Continue
        }
    }

    /// The pairs still to play if the ratio keeps changing at its average rate.
    pub fn pairs_left(&self, pairs: Pentanomial) -> Option<u64> {
        let llr = self.llr(pairs);
        let (lower, upper) = self.bounds();
        let bound = if llr > 0.0 { upper } else { lower };
        let all = pairs.pairs() as f64 * bound / llr;
        (all.is_finite() && self.verdict(llr) == Verdict::Continue)
            .then(|| (all.ceil() as u64).saturating_sub(pairs.pairs()))
    }
}

/// `normalised Elo [0, 2]`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}, {}]", self.model, self.elo0, self.elo1)
    }
}

/// A count of zero would make the outcome impossible.
fn regularized(count: u64) -> f64 {
    if count == 0 { 1e-3 } else { count as f64 }
}

/// The log-likelihood ratio of two mean scores, each with the distribution of that mean that
/// explains the counts best.
fn likelihood_ratio(counts: &[f64], mean0: f64, mean1: f64) -> f64 {
    let tilt = |mean| Tilt::new(counts, mean);
    let (tilt0, tilt1) = (tilt(mean0), tilt(mean1));
    let top = (counts.len() - 1) as f64;
    let ratio = |(i, count): (usize, &f64)| {
        let score = i as f64 / top;
        count * (tilt0.factor(score) / tilt1.factor(score)).ln()
    };
    counts.iter().enumerate().map(ratio).sum()
}

/// The likeliest distribution of a given mean divides each observed share by `1 + x (score - mean)`
/// (Lagrange multipliers); `x` is what makes the mean come out right.
struct Tilt {
    mean: f64,
    x: f64,
}

impl Tilt {
    fn new(counts: &[f64], mean: f64) -> Self {
        let top = (counts.len() - 1) as f64;
        // All factors stay positive between these; the excess falls from +inf to -inf.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            let tilt = Self { mean, x: middle };
            let excess: f64 = counts
                .iter()
                .enumerate()
                .map(|(i, count)| {
                    let score = i as f64 / top;
                    count * (score - mean) / tilt.factor(score)
                })
                .sum();
            if excess > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self { mean, x: f64::midpoint(low, high) }
    }

    fn factor(&self, score: f64) -> f64 {
        1.0 + self.x * (score - self.mean)
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Tally;

    use super::*;

    const TEST: Sprt = Sprt::new(0.0, 2.0);

    /// The log-likelihood ratio of single games.
    fn trinomial(sprt: &Sprt, tally: Tally) -> f64 {
        sprt.llr_of(&[tally.losses, tally.draws, tally.wins].map(regularized), 1.0)
    }

    /// Published results of large matches.
    #[test]
    fn pairs_give_the_golden_values() {
        let llr = |counts| TEST.llr(Pentanomial(counts));
        assert_eq!(format!("{:.2}", llr([365, 16618, 36229, 16974, 390])), "2.25");
        assert_eq!(format!("{:.3}", llr([379, 10170, 21828, 10640, 343])), "2.946");
    }

    /// The same match by single games, if half of the even pairs were two draws: less certain,
    /// since it takes the games of a pair for independent.
    #[test]
    fn single_games_know_less() {
        let pairs: [u64; 5] = [365, 16618, 36229, 16974, 390];
        let decided = pairs[2] / 2;
        let tally = Tally::new(
            2 * pairs[4] + pairs[3] + decided,
            pairs[1] + pairs[3] + 2 * (pairs[2] - decided),
            2 * pairs[0] + pairs[1] + decided,
        );
        let llr = trinomial(&TEST, tally);
        assert!((0.9..1.0).contains(&llr), "{llr}");
    }

    /// Without draws a game is a toss of a coin: 60 ln(s1/s0) + 40 ln((1-s1)/(1-s0)) with s0 = 1/2
    /// and s1 = 1/(1 + 10^(-1/20)) is 0.98570.
    #[test]
    fn logistic_bounds_agree_with_a_coin() {
        let sprt = Sprt { elo1: 20.0, model: Model::Logistic, ..TEST };
        let llr = trinomial(&sprt, Tally::new(60, 0, 40));
        assert!((llr - 0.98570).abs() < 1e-4, "{llr}");
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_asked_for() {
        let counts = [10.0, 20.0, 30.0, 20.0, 20.0];
        for mean in [0.3, 0.5, 0.55, 0.9] {
            let tilt = Tilt::new(&counts, mean);
            let shares: Vec<f64> = (0..5).map(|i| counts[i] / 100.0 / tilt.factor(i as f64 / 4.0)).collect();
            let found: f64 = shares.iter().enumerate().map(|(i, share)| share * i as f64 / 4.0).sum();
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!((found - mean).abs() < 1e-9, "{found} is not {mean}");
        }
    }

    #[test]
    fn the_bounds_follow_from_the_chances_of_error() {
        let (lower, upper) = TEST.bounds();
        assert!((upper - 19_f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        assert_eq!(TEST.verdict(2.9), Verdict::Continue);
        assert_eq!(TEST.verdict(2.95), Verdict::AcceptH1);
        assert_eq!(TEST.verdict(-2.95), Verdict::AcceptH0);
    }

    #[test]
    fn few_and_one_sided_results_decide_nothing_strange() {
        for model in [Model::Normalized, Model::Logistic] {
            let sprt = Sprt { model, ..TEST };
            assert!(sprt.llr(Pentanomial::default()).abs() < 1e-12);
            for counts in [[0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0]] {
                let llr = sprt.llr(Pentanomial(counts));
                assert!(llr.is_finite() && sprt.verdict(llr) == Verdict::Continue, "{counts:?} {llr}");
            }
        }
    }

    #[test]
    fn the_games_left_are_extrapolated() {
        let left = TEST.pairs_left(Pentanomial([365, 16618, 36229, 16974, 390])).unwrap();
        assert!((21_000..23_000).contains(&left), "{left}");
        assert_eq!(TEST.pairs_left(Pentanomial::default()), None);
    }
}
