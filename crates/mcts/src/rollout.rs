//! The third step of a simulation: a game played on from the leaf.
//!
//! Where nothing can evaluate a position, playing it out shows who tends to win: a random game is a
//! bad one, but the mean of many tells good positions from bad ones. A rollout that is cut after a
//! few moves and evaluated there costs less and varies less. Moves can be chosen by a shallow
//! alpha-beta search instead of by chance, which takes longer and plays better (MCTS-IR), and the
//! position at the cut can be valued by one (MCTS-IC). Random moves in between keep rollouts from
//! being all the same.

use gamekit::SplitMix64;

use crate::alphabeta::AlphaBeta;
use crate::settings::Rollout;
use crate::{Game, Value};

/// A game that is not over by then is taken for a draw.
const LONGEST: u32 = 1000;

impl Rollout {
    /// Plays on from the current position, and takes everything back. The value is that of the side
    /// to move. Once `is_over`, the game is cut at the next move.
    pub(crate) fn play<G: Game>(
        &self,
        game: &mut G,
        moves: &mut Vec<G::Move>,
        alpha_beta: &mut AlphaBeta<G::Move>,
        rng: &mut SplitMix64,
        is_over: impl Fn() -> bool,
    ) -> Value {
        let mut played = 0;
        let value = loop {
            if let Some(ending) = game.ending() {
                break ending.value();
            }
            if self.cut.is_some_and(|cut| played >= cut) || is_over() {
                break self.value_at_cut(game, alpha_beta);
            }
            if played == LONGEST {
                break Value::DRAW;
            }
            let is_random = self.depth == 0 || rng.next_f64() < f64::from(self.random);
            let informed = if is_random { None } else { alpha_beta.best(game, self.depth) };
            let mv = informed.map_or_else(|| random_move(game, moves, rng), |(mv, _)| mv);
            game.play(mv);
            played += 1;
        };
        for _ in 0..played {
            game.undo();
        }
        if played % 2 == 0 { value } else { value.reversed() }
    }

    fn value_at_cut<G: Game>(&self, game: &mut G, alpha_beta: &mut AlphaBeta<G::Move>) -> Value {
        match self.cut_depth {
            0 => game.evaluate(),
            depth => Value::of_expectation(alpha_beta.value(game, depth)),
        }
    }
}

fn random_move<G: Game>(game: &G, moves: &mut Vec<G::Move>, rng: &mut SplitMix64) -> G::Move {
    moves.clear();
    game.moves(moves);
    moves[rng.below(moves.len())]
}
