//! Priors: a first opinion on each move of a new node.
//!
//! PUCT spends its visits where the priors point, so they matter as much as values do. A prior
//! source gives each move a number, and the softmax of these numbers is the prior: `exp(v / T)`,
//! divided by their sum, where the temperature `T` says how far the source is trusted. The sources
//! here look at the position after each move: at once (one ply), or by a shallow alpha-beta search
//! (MCTS-IP); or a policy network says it of all moves at once. On the way they meet the moves that end the game, which the solver takes as proved. A
//! move that forces the reply, such as a check, gets no less than an equal share: sacrifices look
//! bad at first.

use crate::alphabeta::AlphaBeta;
use crate::settings::{Priors, Settings};
use crate::{Ending, Game};

/// A move of a new node.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<M> {
    pub mv: M,
    /// The expectation that the source gives the move; after [`candidates`] its probability.
    pub prior: f32,
    /// The result for the player who makes the move, if it ends the game.
    pub ending: Option<Ending>,
    is_forcing: bool,
}

/// The legal moves with their priors, the likeliest first.
pub fn candidates<G: Game>(
    game: &mut G,
    settings: &Settings,
    moves: &mut Vec<G::Move>,
    alpha_beta: &mut AlphaBeta<G::Move>,
    out: &mut Vec<Candidate<G::Move>>,
) {
    moves.clear();
    game.moves(moves);
    out.clear();
    let mut logits = Vec::new();
    if settings.priors == Priors::Policy {
        game.policy(moves, &mut logits);
    }
    for (index, &mv) in moves.iter().enumerate() {
        game.play(mv);
        let ending = game.ending().map(Ending::reversed);
        let prior = match (ending, settings.priors) {
            (_, Priors::Uniform) => 0.0,
            (_, Priors::Policy) if !logits.is_empty() => logits[index],
            (Some(ending), _) => ending.value().expectation(),
            (None, Priors::OnePly | Priors::Policy) => -game.glance().expectation(),
            (None, Priors::AlphaBeta { depth }) => -alpha_beta.value(game, depth),
        };
        let is_forcing = game.is_forced();
        game.undo();
        out.push(Candidate { mv, prior, ending, is_forcing });
    }
    softmax(out, if logits.is_empty() { settings.prior_temperature } else { 1.0 });
    raise_forcing(out);
    // Stable, so that equal moves keep the game's order.
    out.sort_by(|a, b| b.prior.total_cmp(&a.prior));
}

/// Turns expectations into probabilities.
fn softmax<M>(candidates: &mut [Candidate<M>], temperature: f32) {
    let most = candidates.iter().map(|candidate| candidate.prior).fold(f32::NEG_INFINITY, f32::max);
    for candidate in &mut *candidates {
        candidate.prior = ((candidate.prior - most) / temperature).exp();
    }
    normalise(candidates);
}

/// Gives forcing moves an equal share at least.
fn raise_forcing<M>(candidates: &mut [Candidate<M>]) {
    let share = 1.0 / candidates.len().max(1) as f32;
    for candidate in candidates.iter_mut().filter(|candidate| candidate.is_forcing) {
        candidate.prior = candidate.prior.max(share);
    }
    normalise(candidates);
}

fn normalise<M>(candidates: &mut [Candidate<M>]) {
    let sum: f32 = candidates.iter().map(|candidate| candidate.prior).sum();
    for candidate in candidates {
        candidate.prior /= sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(prior: f32) -> Candidate<()> {
        Candidate { mv: (), prior, ending: None, is_forcing: false }
    }

    #[test]
    fn forcing_moves_get_an_equal_share() {
        let mut moves = [candidate(0.9), candidate(0.1), Candidate { is_forcing: true, ..candidate(0.0) }];
        raise_forcing(&mut moves);
        assert!((moves.iter().map(|mv| mv.prior).sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(moves[2].prior > moves[1].prior && moves[2].prior > 0.2);
    }

    #[test]
    fn a_low_temperature_trusts_the_best_move() {
        let of = |temperature| {
            let mut moves = [0.0, 0.2, -0.1].map(candidate);
            softmax(&mut moves, temperature);
            moves.map(|candidate| candidate.prior)
        };
        for temperature in [0.05, 0.5, 5.0] {
            assert!((of(temperature).iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
        assert!(of(0.05)[1] > 0.95 && of(5.0)[1] < 0.4);
    }
}
