//! Winning chances between people.

use gamekit::Score;

/// The expected share of the point, from 0 to 1, of the side that has this score.
///
/// It is the logistic curve by which Lichess turns centipawns into chances, fitted to games of
/// people. The engine's own model ([`engine::wdl`]) describes games of engines, who win with much
/// less.
pub fn winning_chances(score: Score) -> f64 {
    if score.is_decisive() {
        return if score.is_win() { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-0.003_682_08 * f64::from(score.raw())).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_fair_and_grow_with_the_score() {
        let chances: Vec<f64> = (-3000..=3000).map(|cp| winning_chances(Score::cp(cp))).collect();
        assert!(chances.is_sorted());
        assert!((winning_chances(Score::DRAW) - 0.5).abs() < 1e-12);
        for cp in 0..1000 {
            let sum = winning_chances(Score::cp(cp)) + winning_chances(Score::cp(-cp));
            assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}
