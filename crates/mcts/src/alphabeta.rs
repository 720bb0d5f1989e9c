//! Shallow minimax with alpha-beta pruning, the ingredient of the hybrids.
//!
//! Monte Carlo trees are narrow and see a trap only after they have stepped into it; a minimax
//! search of two or three plies looks at every reply and does not overlook one. The hybrids of
//! Baier and Winands ("MCTS-minimax hybrids", 2015) put such a search where a tree search decides
//! carelessly: in rollouts (IR, see `rollout`), where a rollout is cut (IC) and where priors are
//! made (IP, see `priors`). Alpha-beta skips the moves that cannot change the result: once a reply
//! is found that makes a move worse than one already known, the other replies do not matter.

use crate::Game;

/// A minimax search and its memory.
#[derive(Clone, Debug)]
pub struct AlphaBeta<M> {
    /// The moves of all positions on the path, one position after the other.
    moves: Vec<M>,
}

impl<M: Copy> AlphaBeta<M> {
    pub const fn new() -> Self {
        Self { moves: Vec::new() }
    }

    /// The expectation of the side to move after `depth` plies of best play, from -1 to 1.
    pub fn value<G: Game<Move = M>>(&mut self, game: &mut G, depth: u32) -> f32 {
        self.search(game, depth, -1.0, 1.0)
    }

    /// The best move and its expectation, if there is a move.
    pub fn best<G: Game<Move = M>>(&mut self, game: &mut G, depth: u32) -> Option<(M, f32)> {
        let start = self.moves.len();
        game.moves(&mut self.moves);
        let mut best = None;
        let mut alpha = f32::NEG_INFINITY;
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            let value = self.after(game, mv, depth.saturating_sub(1), alpha.max(-1.0), 1.0);
            if value > alpha {
                alpha = value;
                best = Some((mv, value));
            }
        }
        self.moves.truncate(start);
        best
    }

    fn after<G: Game<Move = M>>(&mut self, game: &mut G, mv: M, depth: u32, alpha: f32, beta: f32) -> f32 {
        game.play(mv);
        let value = -self.search(game, depth, -beta, -alpha);
        game.undo();
        value
    }

    fn search<G: Game<Move = M>>(&mut self, game: &mut G, depth: u32, mut alpha: f32, beta: f32) -> f32 {
        if let Some(ending) = game.ending() {
            return ending.value().expectation();
        }
        if depth == 0 {
            return game.evaluate().expectation();
        }
        let start = self.moves.len();
        game.moves(&mut self.moves);
        let mut best = f32::NEG_INFINITY;
        for index in start..self.moves.len() {
            best = best.max(self.after(game, self.moves[index], depth - 1, alpha, beta));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        best
    }
}
