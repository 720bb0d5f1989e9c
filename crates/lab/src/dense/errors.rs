//! How far evaluations are from those of a database, in pawns.
//!
//! The mean of the absolute error, once with both clamped to 15 pawns, as the net is trained, and once as
//! they are: a mate that is missed by material counts 15 pawns and more there, so the two are not comparable,
//! and the coursework's figure for material is of the second kind.

use super::MOST_PAWNS;

/// A mean absolute error.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Errors {
    clamped: f64,
    plain: f64,
    positions: u64,
}

impl Errors {
    /// Counts a position by what it was said to be worth and what it is.
    pub fn add(&mut self, said: f32, is: f32) {
        let clamp = |pawns: f32| pawns.clamp(-MOST_PAWNS, MOST_PAWNS);
        self.clamped += f64::from((clamp(said) - clamp(is)).abs());
        self.plain += f64::from((said - is).abs());
        self.positions += 1;
    }

    /// The mean with both clamped.
    pub fn clamped(&self) -> f64 {
        self.clamped / self.positions.max(1) as f64
    }

    /// The mean as they are.
    pub fn plain(&self) -> f64 {
        self.plain / self.positions.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_means_are_counted() {
        let mut errors = Errors::default();
        errors.add(0.0, 1.0);
        errors.add(0.0, -25.0);
        assert!((errors.clamped() - 8.0).abs() < 1e-9 && (errors.plain() - 13.0).abs() < 1e-9);
        assert!(Errors::default().clamped().abs() < 1e-9);
    }
}
