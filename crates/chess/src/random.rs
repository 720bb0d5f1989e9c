//! Random moves.

use std::iter;

use gamekit::SplitMix64;

use crate::{Game, Move, Position};

impl Position {
    /// Random legal moves from here, each with the position after it, until there is none.
    pub fn random_walk(&self, rng: &mut SplitMix64) -> impl Iterator<Item = (Move, Self)> {
        let mut position = self.clone();
        iter::from_fn(move || {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            let mv = moves[rng.below(moves.len())];
            position = position.play(mv);
            Some((mv, position.clone()))
        })
    }
}

impl Game {
    /// A game of `plies` random moves, or `None` if it ends before. Self-play files and `genfens`
    /// depend on it: the same numbers give the same game.
    ///
    /// ```
    /// use chess::{Game, SplitMix64};
    ///
    /// let game = Game::random_opening(8, &mut SplitMix64::new(1)).expect("no game ends so soon");
    /// assert_eq!(game.moves().len(), 8);
    /// ```
    pub fn random_opening(plies: usize, rng: &mut SplitMix64) -> Option<Self> {
        let mut game = Self::default();
        for (mv, _) in Position::initial().random_walk(rng).take(plies) {
            game.play(mv).expect("a legal move");
        }
        let is_whole = game.moves().len() == plies && game.position().outcome().is_none();
        is_whole.then_some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_stay_what_they_were() {
        let mut rng = SplitMix64::new(5);
        let fens = [8, 9].map(|plies| Game::random_opening(plies, &mut rng).unwrap().position().to_string());
        assert_eq!(
            fens,
            [
                "rnbqkbnr/2ppp1p1/1p6/p4p1p/8/4PP1P/PPPP2PR/RNBQKBN1 w Qkq - 0 5",
                "rnbqkbn1/pp1p1pp1/2p4r/4p2p/P1P5/1Q6/1P1PPPPP/RNB1KBNR b KQq - 3 5",
            ]
        );
    }

    #[test]
    fn a_walk_ends_where_the_game_does() {
        let mated: Position = "R3k3/8/4K3/8/8/8/8/8 b - - 0 1".parse().unwrap();
        assert_eq!(mated.random_walk(&mut SplitMix64::new(1)).count(), 0);
    }
}
