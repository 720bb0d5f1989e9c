//! Least-squares temporal differences: the weights for which the temporal differences of all moves
//! cancel out, found by solving `A w = b` with `A = sum of phi(s) (phi(s) - gamma phi(s'))^T` and
//! `b = sum of phi(s) r`.

use nalgebra::{DMatrix, DVector};
use serde::{Deserialize, Serialize};

use super::Transition;

/// The equations for the weights.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct LeastSquares {
    /// Row by row.
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl LeastSquares {
    pub fn new(size: usize) -> Self {
        Self { matrix: vec![0.0; size * size], right: vec![0.0; size] }
    }

    pub fn add(&mut self, transition: &Transition, gamma: f64) {
        let size = self.right.len();
        let now = transition.features.map(f64::from);
        let next = transition.next.map_or([0.0; _], |features| features.map(f64::from));
        for (row, &feature) in now[..size].iter().enumerate() {
            if feature == 0.0 {
                continue;
            }
            for column in 0..size {
                self.matrix[row * size + column] += feature * (now[column] - gamma * next[column]);
            }
            self.right[row] += feature * transition.reward;
        }
    }

    /// Exponential windowing: games of weaker policies count less and less.
    pub fn fade(&mut self, mu: f64) {
        self.matrix.iter_mut().chain(&mut self.right).for_each(|entry| *entry *= mu);
    }

    /// The weights, unless the equations have no single solution.
    ///
    /// Transitions that follow one another make a positive definite matrix. Those to replies that
    /// were not played need not: when the predicted replies raise a feature again and again, and the
    /// games never do, its equation has the wrong sign, and so has its weight. Such a matrix gets as
    /// much more of the ridge as makes it positive definite.
    pub fn solve(&self, ridge: f64) -> Option<Vec<f64>> {
        let size = self.right.len();
        let matrix = DMatrix::from_row_slice(size, size, &self.matrix);
        let ridge = DMatrix::identity(size, size) * self.sound_ridge(&matrix, ridge)?;
        let solution = (matrix + ridge).full_piv_lu().solve(&DVector::from_column_slice(&self.right))?;
        solution.iter().all(|weight| weight.is_finite()).then(|| solution.as_slice().to_vec())
    }

    /// The ridge, doubled until the matrix with it is positive definite; nothing if it never is.
    fn sound_ridge(&self, matrix: &DMatrix<f64>, ridge: f64) -> Option<f64> {
        const DOUBLINGS: i32 = 60;
        let size = self.right.len();
        let symmetric = (matrix + matrix.transpose()) * 0.5;
        let is_sound =
            |ridge: &f64| (&symmetric + DMatrix::identity(size, size) * *ridge).cholesky().is_some();
        (0..DOUBLINGS).map(|doublings| ridge * 2.0_f64.powi(doublings)).find(is_sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Features;

    /// A chain of two states, then a win: with gamma 0.5 they are worth 0.5 and 1.
    #[test]
    fn a_chain_is_solved_exactly() {
        let state = |index: usize| {
            let mut features = Features::default();
            features[index] = 1.0;
            features
        };
        let mut system = LeastSquares::new(2);
        for _ in 0..3 {
            system.add(&Transition { features: state(0), next: Some(state(1)), reward: 0.0 }, 0.5);
            system.add(&Transition { features: state(1), next: None, reward: 1.0 }, 0.5);
        }
        let weights = system.solve(1e-9).expect("a single solution");
        assert!((weights[0] - 0.5).abs() < 1e-6 && (weights[1] - 1.0).abs() < 1e-6, "{weights:?}");

        // Once the old games have faded, new ones decide.
        system.fade(0.01);
        for _ in 0..3 {
            system.add(&Transition { features: state(1), next: None, reward: -1.0 }, 0.5);
        }
        let weights = system.solve(1e-9).expect("a single solution");
        assert!((weights[1] + 0.98).abs() < 0.01, "{weights:?}");
    }

    /// A reply that is predicted and never played raises the feature each time. Solved as they stand,
    /// the equations would make a feature of won games a bad one.
    #[test]
    fn predictions_that_never_come_true_do_not_turn_the_sign() {
        let with = |value: f32| {
            let mut features = Features::default();
            features[0] = value;
            features
        };
        let mut system = LeastSquares::new(1);
        for _ in 0..100 {
            system.add(&Transition { features: with(0.5), next: Some(with(0.6)), reward: 0.0 }, 0.98);
        }
        system.add(&Transition { features: with(0.5), next: None, reward: 1.0 }, 0.98);
        assert!(system.matrix[0] < 0.0);
        let weights = system.solve(1e-3).expect("a single solution");
        assert!(weights[0] > 0.0, "{weights:?}");
    }

    #[test]
    fn a_feature_that_never_occurs_stays_at_zero() {
        let mut system = LeastSquares::new(2);
        let mut features = Features::default();
        features[0] = 1.0;
        system.add(&Transition { features, next: None, reward: 1.0 }, 0.9);
        let weights = system.solve(1e-3).expect("a single solution");
        assert!(weights[1].abs() < 1e-12);
        assert!((weights[0] - 1.0).abs() < 0.01);
    }
}
