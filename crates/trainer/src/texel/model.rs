//! The classical evaluation with trainable weights.

use std::thread;

use engine::eval::{Group, Pair, WEIGHTS};

use super::Samples;
use super::samples::Row;

/// Weights, and the steepness of the sigmoid that turns centipawns into expected results.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    weights: Vec<[f64; 2]>,
    steepness: f64,
    lesson: Lesson,
}

/// The target of a position: a mixture of the result of its game and the score of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Lesson {
    /// The weight of the score, 0 to 1.
    share: f64,
    /// The steepness for scores: that of the weights that the search used.
    steepness: f64,
}

impl Lesson {
    fn of(&self, row: &Row) -> f64 {
        row.points + self.share * (points(row.score, self.steepness) - row.points)
    }
}

/// The expected result of an advantage.
fn points(centipawns: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + (-steepness * centipawns).exp())
}

/// The error and its gradient.
pub(super) struct Step {
    /// The mean square error.
    pub error: f64,
    /// Its partial derivatives.
    pub slopes: Vec<[f64; 2]>,
}

/// Parts of a batch, for any number of threads: the order of additions changes the last digits of a
/// sum.
const PARTS: usize = 8;

impl Model {
    /// The engine's weights.
    pub fn of_engine() -> Self {
        let halves = |pair: &Pair| [f64::from(pair.middlegame()), f64::from(pair.endgame())];
        Self {
            weights: WEIGHTS.iter().map(halves).collect(),
            steepness: 1.0 / 250.0,
            lesson: Lesson { share: 0.0, steepness: 1.0 / 250.0 },
        }
    }

    /// The weights, for middlegame and endgame.
    pub fn weights(&self) -> &[[f64; 2]] {
        &self.weights
    }

    pub(super) fn weights_mut(&mut self) -> &mut [[f64; 2]] {
        &mut self.weights
    }

    /// The steepness: the expected result is `1 / (1 + exp(-steepness * centipawns))`.
    pub fn steepness(&self) -> f64 {
        self.steepness
    }

    /// Finds the steepness that fits the weights best, by golden section.
    pub fn fit_steepness(&mut self, samples: &Samples, threads: usize) {
        const GOLDEN: f64 = 0.618_033_988_749_895;
        let error = |steepness| Self { steepness, ..self.clone() }.error(samples, threads);
        let (mut low, mut high) = (1e-4, 2e-2);
        let (mut a, mut b) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
        let (mut error_a, mut error_b) = (error(a), error(b));
        while high - low > 1e-6 {
            if error_a < error_b {
                (high, b, error_b) = (b, a, error_a);
                a = high - GOLDEN * (high - low);
                error_a = error(a);
            } else {
                (low, a, error_a) = (a, b, error_b);
                b = low + GOLDEN * (high - low);
                error_b = error(b);
            }
        }
        self.steepness = f64::midpoint(low, high);
    }

    /// From now on, gives the scores of searches this weight in the target. The searches are
    /// assumed to have used the current weights.
    pub fn listen_to_scores(&mut self, share: f64) {
        self.lesson = Lesson { share, steepness: self.steepness };
    }

    /// Multiplies all weights so that a pawn is worth 100 in the endgame; predictions stay the
    /// same.
    pub fn normalize(&mut self) {
        let pawn = self.weights[Group::Material.offset()][1];
        if pawn > 0.0 {
            let factor = 100.0 / pawn;
            self.weights.iter_mut().flatten().for_each(|weight| *weight *= factor);
            self.steepness /= factor;
        }
    }

    /// The evaluation for White in centipawns, and the endgame scaling that it contains.
    fn evaluate(&self, row: &Row) -> (f64, f64) {
        let mut sum = [0.0; 2];
        for (&weight, &count) in row.weights.iter().zip(row.counts) {
            let [middlegame, endgame] = self.weights[weight as usize];
            sum[0] += middlegame * f64::from(count);
            sum[1] += endgame * f64::from(count);
        }
        let lead = sum[0] * row.middlegame + sum[1] * (1.0 - row.middlegame);
        let scale = if lead >= 0.0 { row.scale[0] } else { row.scale[1] };
        (lead * scale, scale)
    }

    /// The mean square error of the predictions.
    pub fn error(&self, samples: &Samples, threads: usize) -> f64 {
        let positions: Vec<u32> = (0..samples.len() as u32).collect();
        let errors = in_parts(&positions, threads, |part| {
            let square =
                |row: Row| (points(self.evaluate(&row).0, self.steepness) - self.lesson.of(&row)).powi(2);
            part.iter().map(|&position| square(samples.row(position as usize))).sum::<f64>()
        });
        errors.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// The error over some positions, and its gradient.
    pub(super) fn gradient(&self, samples: &Samples, positions: &[u32], threads: usize) -> Step {
        let steps = in_parts(positions, threads, |part| self.gradient_of_part(samples, part));
        let mut sum = Step { error: 0.0, slopes: vec![[0.0; 2]; Group::WEIGHTS] };
        for step in steps {
            sum.error += step.error;
            for (total, slope) in sum.slopes.iter_mut().flatten().zip(step.slopes.iter().flatten()) {
                *total += slope;
            }
        }
        let count = positions.len().max(1) as f64;
        sum.error /= count;
        sum.slopes.iter_mut().flatten().for_each(|slope| *slope /= count);
        sum
    }

    fn gradient_of_part(&self, samples: &Samples, part: &[u32]) -> Step {
        let mut step = Step { error: 0.0, slopes: vec![[0.0; 2]; Group::WEIGHTS] };
        for &position in part {
            let row = samples.row(position as usize);
            let (centipawns, scale) = self.evaluate(&row);
            let prediction = points(centipawns, self.steepness);
            let miss = prediction - self.lesson.of(&row);
            step.error += miss * miss;
            let slope = 2.0 * miss * prediction * (1.0 - prediction) * self.steepness * scale;
            let (middlegame, endgame) = (slope * row.middlegame, slope * (1.0 - row.middlegame));
            for (&weight, &count) in row.weights.iter().zip(row.counts) {
                let total = &mut step.slopes[weight as usize];
                total[0] += middlegame * f64::from(count);
                total[1] += endgame * f64::from(count);
            }
        }
        step
    }

    /// Adds the regularisation towards the starting weights. `strength` is in positions per
    /// position; the second derivative of a typical position's error is about `0.06 * steepness^2`.
    pub(super) fn add_pull(&self, start: &Self, strength: f64, step: &mut Step) {
        let pull = 0.06 * self.steepness * self.steepness * strength;
        let weights = self.weights.iter().flatten().zip(start.weights.iter().flatten());
        for (slope, (now, then)) in step.slopes.iter_mut().flatten().zip(weights) {
            *slope += pull * (now - then);
        }
    }
}

/// Maps the parts of some positions in several threads; returns the results in order.
fn in_parts<R: Send>(positions: &[u32], threads: usize, run: impl Fn(&[u32]) -> R + Sync) -> Vec<R> {
    let parts: Vec<&[u32]> = positions.chunks(positions.len().div_ceil(PARTS).max(1)).collect();
    let share = parts.len().div_ceil(threads.max(1)).max(1);
    let run = &run;
    thread::scope(|scope| {
        let workers: Vec<_> = parts
            .chunks(share)
            .map(|parts| scope.spawn(move || parts.iter().map(|part| run(part)).collect::<Vec<R>>()))
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("the arithmetic of a part does not panic"))
            .collect()
    })
}
