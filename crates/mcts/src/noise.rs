//! Noise at the root, and moves drawn by lot: how games of self-play come to differ.
//!
//! A search that learns from its own games must try moves that it thinks bad, or it never finds out
//! that it was wrong. So the priors of the root are mixed with probabilities from a Dirichlet
//! distribution, which with a small parameter favours a few moves at random. And the move that is
//! played is drawn in proportion to `visits^(1/T)`: with temperature `T = 1` by the visits
//! themselves, with a low one nearly always the most visited.

use gamekit::SplitMix64;

use crate::arena::Arena;
use crate::settings::Noise;
use crate::tree::{Line, Tree};

/// Mixes noise into the priors of the root's children.
pub fn add(tree: &mut Tree, noise: Noise, rng: &mut SplitMix64) {
    let Some((_, children)) = tree.arena.children(tree.arena.root()) else { return };
    let draws: Vec<f64> = children.iter().map(|_| gamma(f64::from(noise.alpha), rng)).collect();
    let sum: f64 = draws.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    for (child, draw) in children.iter().zip(draws) {
        child.set_prior((1.0 - noise.share) * child.prior() + noise.share * (draw / sum) as f32);
    }
    // Selection wants the children without a visit at the end, the likeliest of them first.
    tree.arena.sort_children(Arena::ROOT, |child| {
        (child.visits() == 0, std::cmp::Reverse((child.prior() * f32::from(u16::MAX)) as u32))
    });
}

/// Draws one of the lines in proportion to `visits^(1/temperature)`; the first at temperature zero.
pub fn draw<'a, M>(lines: &'a [Line<M>], temperature: f64, rng: &mut SplitMix64) -> Option<&'a Line<M>> {
    let most = lines.iter().map(|line| line.visits).max()?;
    if temperature <= 0.0 || most == 0 {
        return lines.first();
    }
    let weight = |line: &Line<M>| (f64::from(line.visits) / f64::from(most)).powf(1.0 / temperature);
    let mut left = rng.next_f64() * lines.iter().map(weight).sum::<f64>();
    lines.iter().find(|line| {
        left -= weight(line);
        left < 0.0
    })
}

/// A gamma variate with this shape and scale one (Marsaglia and Tsang, 2000).
fn gamma(shape: f64, rng: &mut SplitMix64) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, rng) * (1.0 - rng.next_f64()).powf(1.0 / shape);
    }
    let mode = shape - 1.0 / 3.0;
    let spread = 1.0 / (9.0 * mode).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + spread * x).powi(3);
        let limit = 0.5 * x * x + mode - mode * v + mode * v.ln();
        if v > 0.0 && (1.0 - rng.next_f64()).ln() < limit {
            return mode * v;
        }
    }
}

/// A standard normal variate (Box and Muller).
fn normal(rng: &mut SplitMix64) -> f64 {
    let radius = (-2.0 * (1.0 - rng.next_f64()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.next_f64()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    #[test]
    fn gamma_variates_have_the_right_mean_and_variance() {
        for shape in [0.3, 1.0, 4.5] {
            let mut rng = SplitMix64::new(5);
            let draws: Vec<f64> = (0..20_000).map(|_| gamma(shape, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
            assert!((mean - shape).abs() < 0.05 * shape.max(1.0), "{shape}: mean {mean}");
            assert!((variance - shape).abs() < 0.15 * shape.max(1.0), "{shape}: variance {variance}");
        }
    }

    #[test]
    fn temperature_spreads_the_draws() {
        let lines =
            [60, 30, 10].map(|visits| Line { moves: vec![visits], visits, value: Value::DRAW, proof: None });
        let share_of_first = |temperature| {
            let mut rng = SplitMix64::new(7);
            let firsts =
                (0..10_000).filter(|_| draw(&lines, temperature, &mut rng).is_some_and(|l| l.visits == 60));
            firsts.count() as f64 / 10_000.0
        };
        assert!((share_of_first(1.0) - 0.6).abs() < 0.02);
        assert!(share_of_first(0.2) > 0.95);
        assert!(share_of_first(0.0) > 0.999);
    }
}
