//! Temporal differences: after each move, `w += alpha * phi(s) * (r + gamma * V(s') - V(s))`.

use super::Transition;
use crate::features::Features;

/// Moves the weights so that a position's value agrees better with that of the next one.
pub(super) fn update(weights: &mut [f64], transition: &Transition, gamma: f64, alpha: f64) {
    let value = |features: &Features| -> f64 {
        weights.iter().zip(features).map(|(weight, &feature)| weight * f64::from(feature)).sum()
    };
    let next = transition.next.as_ref().map_or(0.0, value);
    let error = transition.reward + gamma * next - value(&transition.features);
    for (weight, &feature) in weights.iter_mut().zip(&transition.features) {
        *weight += alpha * error * f64::from(feature);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(values: &[f32]) -> Features {
        let mut features = Features::default();
        features[..values.len()].copy_from_slice(values);
        features
    }

    #[test]
    fn one_step_is_that_of_the_formula() {
        let mut weights = [0.5, -1.0];
        let transition =
            Transition { features: features(&[1.0, 0.5]), next: Some(features(&[0.0, 1.0])), reward: 0.25 };
        // V(s) = 0, V(s') = -1: the error is 0.25 - 0.9.
        update(&mut weights, &transition, 0.9, 0.1);
        assert!((weights[0] - (0.5 - 0.065)).abs() < 1e-12, "{weights:?}");
        assert!((weights[1] - (-1.0 - 0.0325)).abs() < 1e-12, "{weights:?}");
    }

    #[test]
    fn the_end_of_the_game_is_worth_its_reward() {
        let mut weights = [0.0];
        let transition = Transition { features: features(&[1.0]), next: None, reward: -1.0 };
        for _ in 0..2000 {
            update(&mut weights, &transition, 0.9, 0.01);
        }
        assert!((weights[0] + 1.0).abs() < 1e-3, "{weights:?}");
    }
}
