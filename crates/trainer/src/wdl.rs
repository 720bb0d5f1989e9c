//! Fits the model behind `UCI_ShowWDL` to the results of games.

use engine::wdl::{Model, material};
use gamekit::Color;

use crate::data::RecordedGame;

/// Scores are counted in steps of this many centipawns...
const STEP: i32 = 20;
/// ...up to this one.
const LARGEST: i32 = 2000;
/// The material is counted in steps of this many pawns.
const MATERIAL_STEP: i32 = 6;

const SCORES: usize = (2 * LARGEST / STEP + 1) as usize;
const MATERIALS: usize = (Model::ALL_PIECES / MATERIAL_STEP + 1) as usize;

/// Counts of results by score and material.
#[derive(Clone, Debug)]
pub struct Counts {
    cells: Vec<[u64; 3]>,
}

/// Wins at about the same score: observed and predicted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The score in centipawns.
    pub score: i32,
    /// The share of wins among the games.
    pub seen: f64,
    /// The share that the model predicts.
    pub expected: f64,
}

impl Default for Counts {
    fn default() -> Self {
        Self { cells: vec![[0; 3]; SCORES * MATERIALS] }
    }
}

impl Counts {
    /// Counts the positions of a game by the score and result for White.
    pub fn add(&mut self, game: &RecordedGame) {
        for moment in game.moments() {
            let score = moment.score.raw();
            if score.abs() <= LARGEST {
                let score = ((score + LARGEST + STEP / 2) / STEP) as usize;
                let material = (material(&moment.position).min(Model::ALL_PIECES) / MATERIAL_STEP) as usize;
                self.cells[material * SCORES + score][game.result.half_points(Color::White)] += 1;
            }
        }
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.cells.iter().flatten().sum()
    }

    /// The maximum-likelihood model, found by coordinate descent with shrinking steps.
    pub fn fit(&self) -> Model {
        let mut numbers = [100.0, 100.0, 50.0, 50.0];
        let model = |[a, b, c, d]: [f64; 4]| Model { half: [a, b], spread: [c, d] };
        let mut best = self.surprise(&model(numbers));
        let mut step = 64.0;
        while step > 0.05 {
            let mut improved = false;
            for (number, sign) in (0..4).flat_map(|number| [(number, 1.0), (number, -1.0)]) {
                let mut tried = numbers;
                tried[number] += sign * step;
                if tried[2].min(tried[3]) < 1.0 {
                    continue;
                }
                let surprise = self.surprise(&model(tried));
                if surprise < best {
                    (best, numbers, improved) = (surprise, tried, true);
                }
            }
            if !improved {
                step /= 2.0;
            }
        }
        model(numbers)
    }

    /// Observed and predicted wins by score, over all material.
    pub fn compare(&self, model: &Model) -> Vec<Comparison> {
        let scores = (-400..=400).step_by(100);
        let row = |score: i32| {
            let (mut games, mut won, mut expected) = (0.0, 0.0, 0.0);
            for (cell_score, material, [losses, draws, wins]) in self.cells() {
                if (cell_score - score).abs() <= STEP {
                    let sum = (losses + draws + wins) as f64;
                    games += sum;
                    won += wins as f64;
                    expected += sum * model.chance(cell_score.into(), material);
                }
            }
            (games > 0.0).then(|| Comparison { score, seen: won / games, expected: expected / games })
        };
        scores.filter_map(row).collect()
    }

    /// The negative log-likelihood.
    fn surprise(&self, model: &Model) -> f64 {
        let surprise = |(score, material, [losses, draws, wins]): (i32, i32, [u64; 3])| {
            let win = model.chance(score.into(), material);
            let loss = model.chance((-score).into(), material);
            let bits = |count: u64, chance: f64| -(count as f64) * chance.max(1e-6).ln();
            bits(wins, win) + bits(losses, loss) + bits(draws, 1.0 - win - loss)
        };
        self.cells().map(surprise).sum()
    }

    /// Score, material and results of each cell that is not empty.
    fn cells(&self) -> impl Iterator<Item = (i32, i32, [u64; 3])> {
        self.cells.iter().enumerate().filter(|(_, results)| **results != [0; 3]).map(|(index, &results)| {
            let score = (index % SCORES) as i32 * STEP - LARGEST;
            let material = (index / SCORES) as i32 * MATERIAL_STEP + MATERIAL_STEP / 2;
            (score, material, results)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_that_made_the_results_is_found() {
        let truth = Model { half: [80.0, 180.0], spread: [40.0, 90.0] };
        let mut counts = Counts::default();
        for score in (-LARGEST..=LARGEST).step_by(STEP as usize) {
            for group in 0..MATERIALS {
                let material = group as i32 * MATERIAL_STEP + MATERIAL_STEP / 2;
                let win = truth.chance(score.into(), material);
                let loss = truth.chance((-score).into(), material);
                let games = [loss, 1.0 - win - loss, win].map(|share| (10_000.0 * share).round() as u64);
                counts.cells[group * SCORES + ((score + LARGEST) / STEP) as usize] = games;
            }
        }
        let found = counts.fit();
        let numbers = |model: Model| [model.half[0], model.half[1], model.spread[0], model.spread[1]];
        for (found, expected) in numbers(found).into_iter().zip(numbers(truth)) {
            assert!((found - expected).abs() < 2.0, "{found} for {expected}");
        }
        assert!(counts.compare(&found).iter().all(|row| (row.seen - row.expected).abs() < 0.01));
    }
}
