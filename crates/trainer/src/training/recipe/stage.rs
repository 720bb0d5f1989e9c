//! Stages of a training.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{Ramp, Recipe, RecipeError, one_line};

/// A part of a training: settings that replace those of the recipe.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Stage {
    /// [`Recipe::data`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Vec<PathBuf>>,
    /// [`Recipe::epochs`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epochs: Option<usize>,
    /// [`Recipe::samples`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// [`Recipe::wdl`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<Ramp>,
    /// [`Recipe::lookahead`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lookahead: Option<f64>,
    /// [`Recipe::rate`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<[f64; 2]>,
    /// [`Recipe::teacher`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teacher: Option<PathBuf>,
    /// Some settings of [`Recipe::filter`].
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    pub filter: toml::Table,
}

impl Recipe {
    /// The number of stages, at least one.
    pub fn stage_count(&self) -> usize {
        self.stages.len().max(1)
    }

    /// The recipe of a stage, counted from zero, as if it were the only one.
    ///
    /// # Panics
    /// Panics if the stage's filter has an unknown setting, which [`Self::from_toml`] refuses.
    pub fn stage(&self, number: usize) -> Self {
        self.resolve(number).expect("the settings of the stage's filter are known")
    }

    /// The same, or why the stage is not valid.
    pub(super) fn resolve(&self, number: usize) -> Result<Self, RecipeError> {
        let mut recipe = Self { stages: Vec::new(), ..self.clone() };
        let Some(stage) = self.stages.get(number).cloned() else { return Ok(recipe) };
        if stage.epochs.is_some() || stage.samples.is_some() {
            (recipe.epochs, recipe.samples) = (stage.epochs, stage.samples);
        }
        recipe.data = stage.data.unwrap_or(recipe.data);
        recipe.wdl = stage.wdl.unwrap_or(recipe.wdl);
        recipe.lookahead = stage.lookahead.unwrap_or(recipe.lookahead);
        recipe.rate = stage.rate.unwrap_or(recipe.rate);
        recipe.teacher = stage.teacher.or(recipe.teacher);
        let mut filter = toml::Table::try_from(&recipe.filter).expect("a filter is a table");
        filter.extend(stage.filter);
        recipe.filter = filter.try_into().map_err(|error| RecipeError::Filter(one_line(&error)))?;
        Ok(recipe)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Filter;
    use crate::training::recipe::tests::TEXT;

    #[test]
    fn a_stage_has_the_settings_of_the_recipe_where_it_has_none() {
        let text = format!(
            "{TEXT}lookahead = 0.5\n[filter]\nfirst_ply = 12\n\
             [[stage]]\n[[stage]]\ndata = ['c']\nsamples = 9\nwdl = 0\nfilter = {{ fewest_pieces = 5 }}\n"
        );
        let recipe = Recipe::from_toml(&text).unwrap();
        assert_eq!(Recipe::from_toml(&recipe.to_toml()).unwrap(), recipe);
        assert_eq!(recipe.stage_count(), 2);
        let [first, second] = [0, 1].map(|number| recipe.stage(number));
        assert_eq!(first, Recipe { stages: Vec::new(), ..recipe });
        let filter = Filter { fewest_pieces: 5, ..first.filter.clone() };
        let (data, wdl) = (vec![PathBuf::from("c")], Ramp::Constant(0.0));
        assert_eq!(second, Recipe { data, epochs: None, samples: Some(9), wdl, filter, ..first });
    }

    #[test]
    fn a_bad_stage_is_named() {
        for (stage, expected) in [
            ("epochs = 0", "stage 2: epochs = [0.0]: expected at least 1"),
            ("epochs = 1\nsamples = 1", "stage 2: epochs or samples, how many of them = [2.0]: expected one"),
            ("data = []", "stage 2: data, the number of files = [0.0]"),
            ("filter = { x = 1 }", "stage 2: filter: unknown field `x`"),
            ("hidden = 32", "line 9: unknown field `hidden`"),
        ] {
            let text = format!("{TEXT}[[stage]]\nepochs = 2\n[[stage]]\n{stage}\n");
            let error = Recipe::from_toml(&text).unwrap_err().to_string();
            assert!(error.contains(expected), "{stage}: {error}");
        }
    }
}
