//! Recipes of networks: TOML files.

mod stage;

pub use stage::Stage;

use std::path::PathBuf;

use nnue::{Architecture, SizeError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Loss;
use crate::data::Filter;

/// The settings of a training. The same recipe and data give the same network, bit by bit.
///
/// ```
/// use trainer::training::Recipe;
///
/// let recipe = Recipe::from_toml(
///     r#"
///     name = "first"
///     data = ["data/games/first.games"]
///     hidden = 64
///     epochs = 15
///     wdl = 0.5
///     "#,
/// )?;
/// assert_eq!(recipe.batch, 16_384);
/// # Ok::<(), trainer::training::RecipeError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// Name of the network.
    pub name: String,
    /// Files of games.
    #[serde(default)]
    pub data: Vec<PathBuf>,
    /// Hidden units for each side.
    pub hidden: usize,
    /// Output buckets, chosen by the number of pieces.
    #[serde(default = "one")]
    pub buckets: usize,
    /// King buckets: sets of weights in the first layer, chosen by the square of the own king.
    #[serde(default = "one")]
    pub king_buckets: usize,
    /// Whether there are two more layers between the hidden units and the output.
    #[serde(default, skip_serializing_if = "is_default")]
    pub deep: bool,
    /// The `.floats` or the `.nnue` of a net to start from, instead of random weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<PathBuf>,
    /// Sigmoid scale in centipawns, of the targets and of the net: `sigmoid(score / scale)` should
    /// be the mean result of games with that score.
    #[serde(default = "default_scale")]
    pub scale: usize,
    /// Passes over the data; either this or `samples`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epochs: Option<usize>,
    /// Total number of positions seen; the last epoch may be cut short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// Weight of the game result against the search score, from 0 to 1.
    pub wdl: Ramp,
    /// Weight of the game result against what searches expect in endings of six pieces and fewer,
    /// from 0 to 1; it falls to nothing at 20 pieces.
    #[serde(default, skip_serializing_if = "is_default")]
    pub ending_wdl: f64,
    /// Weight of the next move's search against this one's, from 0 to 1.
    #[serde(default)]
    pub lookahead: f64,
    /// What is minimised.
    #[serde(default, skip_serializing_if = "is_default")]
    pub loss: Loss,
    /// Batch size.
    #[serde(default = "default_batch")]
    pub batch: usize,
    /// First and last learning rate, along half a cosine.
    #[serde(default = "default_rate")]
    pub rate: [f64; 2],
    /// Weight decay: a step subtracts the share `decay * rate` from each weight.
    #[serde(default = "default_decay")]
    pub decay: f64,
    /// Share of validation games.
    #[serde(default = "default_validation")]
    pub validation: f64,
    /// Stop after this many epochs without a better validation error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<usize>,
    /// Random seed.
    #[serde(default = "one_seed")]
    pub seed: u64,
    /// The net that made the games, for the filter's `largest_deviation`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<PathBuf>,
    /// Selection of positions.
    #[serde(default)]
    pub filter: Filter,
    /// Parts of the training, one after the other, each with settings that replace those above. A
    /// recipe without stages has one part.
    #[serde(default, rename = "stage", skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<Stage>,
}

fn is_default<T: Default + PartialEq>(setting: &T) -> bool {
    *setting == T::default()
}

const fn one() -> usize {
    1
}

const fn one_seed() -> u64 {
    1
}

const fn default_scale() -> usize {
    nnue::DEFAULT_SCALE as usize
}

const fn default_batch() -> usize {
    16_384
}

const fn default_rate() -> [f64; 2] {
    [1e-3, 1e-5]
}

const fn default_decay() -> f64 {
    0.01
}

const fn default_validation() -> f64 {
    0.02
}

/// A constant, or a linear change over the training.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or two, as 0.5 or [0.2, 0.4]")]
pub enum Ramp {
    /// The same value all the time.
    Constant(f64),
    /// First and last.
    Linear([f64; 2]),
}

impl Ramp {
    /// The value when this share of the training, 0 to 1, is done.
    pub fn at(self, done: f64) -> f64 {
        match self {
            Self::Constant(value) => value,
            Self::Linear([first, last]) => first + (last - first) * done,
        }
    }

    fn ends(self) -> [f64; 2] {
        [self.at(0.0), self.at(1.0)]
    }
}

/// Why a recipe is not valid.
#[derive(Debug, Error)]
pub enum RecipeError {
    /// The text is not a recipe.
    #[error("line {line}: {message}")]
    Toml {
        /// The number of the line.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// A stage has an unknown setting in its filter.
    #[error("filter: {0}")]
    Filter(String),
    /// A stage is not valid.
    #[error("stage {number}: {message}")]
    Stage {
        /// The number of the stage, from one.
        number: usize,
        /// What is wrong with it.
        message: String,
    },
    /// The sizes of the network are not allowed.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A setting is out of range.
    #[error("{key} = {found}: expected {expected}")]
    Setting {
        /// The setting.
        key: &'static str,
        /// Its value.
        found: String,
        /// The allowed values.
        expected: &'static str,
    },
}

fn one_line(error: &toml::de::Error) -> String {
    error.message().trim_end().replace('\n', "; ")
}

impl Recipe {
    /// Reads and checks a recipe.
    pub fn from_toml(text: &str) -> Result<Self, RecipeError> {
        let recipe: Self = toml::from_str(text).map_err(|error| RecipeError::Toml {
            line: 1 + error.span().map_or(0, |span| text[..span.start].matches('\n').count()),
            message: one_line(&error),
        })?;
        recipe.arch()?;
        for number in 0..recipe.stage_count() {
            let checked = recipe.resolve(number).and_then(|stage| stage.check());
            checked.map_err(|error| match recipe.stages.len() {
                0 => error,
                _ => RecipeError::Stage { number: number + 1, message: error.to_string() },
            })?;
        }
        Ok(recipe)
    }

    /// Checks the settings of a recipe without stages.
    fn check(&self) -> Result<(), RecipeError> {
        let within = |key, values: &[f64], range: std::ops::RangeInclusive<f64>, expected| {
            let found = || format!("{values:?}");
            let ok = values.iter().all(|value| range.contains(value));
            if ok { Ok(()) } else { Err(RecipeError::Setting { key, found: found(), expected }) }
        };
        let positive = |key, value: usize| within(key, &[value as f64], 1.0..=1e9, "at least 1");
        positive("data, the number of files", self.data.len())?;
        let [epochs, samples] = [self.epochs.is_some(), self.samples.is_some()];
        within(
            "epochs or samples, how many of them",
            &[f64::from(u8::from(epochs) + u8::from(samples))],
            1.0..=1.0,
            "one",
        )?;
        positive("epochs", self.epochs.unwrap_or(1))?;
        within("samples", &[self.samples.unwrap_or(1) as f64], 1.0..=1e15, "at least 1")?;
        positive("batch", self.batch)?;
        positive("patience", self.patience.unwrap_or(1))?;
        within("lookahead", &[self.lookahead], 0.0..=1.0, "a number from 0 to 1")?;
        within("ending_wdl", &[self.ending_wdl], 0.0..=1.0, "a number from 0 to 1")?;
        within("wdl", &self.wdl.ends(), 0.0..=1.0, "numbers from 0 to 1")?;
        within("rate", &self.rate, 1e-9..=1.0, "positive numbers up to 1")?;
        within("decay", &[self.decay], 0.0..=100.0, "a number from 0 to 100")?;
        within("validation", &[self.validation], 1e-6..=0.5, "a number above 0, up to 0.5")
    }

    /// The recipe as a file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a recipe is made of numbers, texts and a table")
    }

    /// The sizes of the network, and what its output means.
    pub fn arch(&self) -> Result<Architecture, SizeError> {
        let arch = Architecture::new(self.hidden, self.buckets)?
            .with_scale(self.scale)?
            .with_king_buckets(self.king_buckets)?;
        if self.deep { arch.deep() } else { Ok(arch) }
    }

    /// Steps in the whole training, given the steps of an epoch and the batch size.
    pub fn steps(&self, batches: usize, batch_size: usize) -> usize {
        match self.samples {
            Some(samples) => samples.div_ceil(batch_size as u64) as usize,
            None => self.epochs.unwrap_or(1) * batches,
        }
    }

    /// The learning rate when this share of the training, 0 to 1, is done.
    pub fn rate_at(&self, done: f64) -> f64 {
        let [first, last] = self.rate;
        last + (first - last) * 0.5 * (1.0 + (std::f64::consts::PI * done).cos())
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub const TEXT: &str = "name = 'a'\ndata = ['b']\nhidden = 64\nepochs = 3\nwdl = [0.2, 0.4]\n";

    #[test]
    fn recipes_round_trip() {
        let text =
            format!("{TEXT}buckets = 8\nloss = 'cross-entropy'\npatience = 4\n[filter]\nfirst_ply = 12\n");
        let recipe = Recipe::from_toml(&text).unwrap();
        assert_eq!((recipe.wdl.at(0.5), recipe.filter.first_ply, recipe.seed), (0.30000000000000004, 12, 1));
        assert_eq!(Recipe::from_toml(&recipe.to_toml()).unwrap(), recipe);
    }

    #[test]
    fn the_rate_falls_along_a_cosine() {
        let recipe = Recipe::from_toml(TEXT).unwrap();
        let rates = [0.0, 0.5, 1.0].map(|done| recipe.rate_at(done));
        let expected = [1e-3, 0.5 * (1e-3 + 1e-5), 1e-5];
        assert!(
            rates.iter().zip(expected).all(|(rate, expected)| (rate - expected).abs() < 1e-12),
            "{rates:?}"
        );
    }

    #[test]
    fn a_bad_setting_is_named() {
        for (change, expected) in [
            ("hidden = 63", "hidden size 63; expected a multiple of 32"),
            ("buckets = 3", "3 output buckets; expected 1 or 8"),
            ("king_buckets = 3", "3 king buckets; expected 1, 4 or 5"),
            ("deep = true", "hidden size 64 of a deep net; expected a multiple of 128"),
            ("loss = 'none'", "unknown variant `none`, expected `squared` or `cross-entropy`"),
            ("scale = 0", "scale 0; expected 1 to 2000"),
            ("epochs = 0", "epochs = [0.0]: expected at least 1"),
            ("epochs = 'x'", "invalid type: string \"x\""),
            ("wdl = 2", "wdl = [2.0, 2.0]: expected numbers from 0 to 1"),
            ("wdl = 'all'", "expected a number or two"),
            ("rate = [0, 0]", "expected positive numbers"),
            ("validation = 0.9", "validation = [0.9]: expected a number above 0, up to 0.5"),
            ("samples = 7", "epochs or samples, how many of them = [2.0]: expected one"),
            ("data = []", "the number of files"),
            ("layers = 7", "line 6: unknown field `layers`"),
            ("filter = { in_check = true }", "unknown field `in_check`"),
        ] {
            let key = change.split(' ').next().unwrap();
            let others = TEXT.lines().filter(|line| !line.starts_with(key));
            let text: String = others.chain([change]).flat_map(|line| [line, "\n"]).collect();
            let error = Recipe::from_toml(&text).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{change}: {error}");
        }
        let error = Recipe::from_toml("name = 'a'").unwrap_err().to_string();
        assert!(error.contains("missing field"), "{error}");
    }
}
