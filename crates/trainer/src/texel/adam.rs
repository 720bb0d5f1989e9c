//! The Adam optimiser.

use engine::eval::Group;

/// Adam, by Kingma and Ba.
pub struct Adam {
    means: Vec<[f64; 2]>,
    squares: Vec<[f64; 2]>,
    steps: i32,
}

impl Adam {
    const MEAN_DECAY: f64 = 0.9;
    const SQUARE_DECAY: f64 = 0.999;
    /// Far below typical gradients of 1e-6.
    const EPSILON: f64 = 1e-12;

    pub fn new() -> Self {
        Self { means: vec![[0.0; 2]; Group::WEIGHTS], squares: vec![[0.0; 2]; Group::WEIGHTS], steps: 0 }
    }

    pub fn step(&mut self, weights: &mut [[f64; 2]], slopes: &[[f64; 2]], rate: f64) {
        self.steps += 1;
        let mean_bias = 1.0 - Self::MEAN_DECAY.powi(self.steps);
        let square_bias = 1.0 - Self::SQUARE_DECAY.powi(self.steps);
        let state = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(slopes).zip(state) {
            for phase in 0..2 {
                let g = slope[phase];
                mean[phase] += (1.0 - Self::MEAN_DECAY) * (g - mean[phase]);
                square[phase] += (1.0 - Self::SQUARE_DECAY) * (g * g - square[phase]);
                let spread = (square[phase] / square_bias).sqrt() + Self::EPSILON;
                weight[phase] -= rate * mean[phase] / mean_bias / spread;
            }
        }
    }
}
