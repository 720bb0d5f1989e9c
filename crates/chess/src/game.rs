//! A game: the moves and positions that led to the current one.

use thiserror::Error;

use crate::{Move, Outcome, Position, UciMove, UciStyle};

/// A move that is not legal in a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("illegal move \"{mv}\" in {fen}")]
pub struct IllegalMove {
    /// The move.
    pub mv: UciMove,
    /// The position.
    pub fen: String,
}

impl IllegalMove {
    pub(crate) fn new(mv: UciMove, position: &Position) -> Self {
        Self { mv, fen: position.to_string() }
    }
}

/// A sequence of moves from some position, which detects repetitions.
///
/// ```
/// use chess::{Game, Outcome};
///
/// let mut game = Game::default();
/// for text in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split(' ') {
///     let mv = game.position().parse_uci(text)?;
///     game.play(mv)?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::ThreefoldRepetition));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    /// Each move with the position after it.
    played: Vec<(Move, Position)>,
}

impl Game {
    /// A game that begins here.
    pub fn new(start: Position) -> Self {
        Self { start, played: Vec::new() }
    }

    /// Where the game began.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.played.last().map_or(&self.start, |(_, position)| position)
    }

    /// The moves played so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + Clone {
        self.played.iter().map(|&(mv, _)| mv)
    }

    /// Every position from the start to the current one.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> + Clone {
        std::iter::once(&self.start).chain(self.played.iter().map(|(_, position)| position))
    }

    /// Plays a move, if it is legal.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.position().is_legal(mv) {
            return Err(IllegalMove::new(mv.to_uci(UciStyle::Chess960), self.position()));
        }
        self.played.push((mv, self.position().play(mv)));
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        self.played.pop().map(|(mv, _)| mv)
    }

    /// How often the current position has occurred, this time included.
    pub fn repetitions(&self) -> usize {
        let current = self.position();
        // A capture or pawn move cannot be taken back: nothing before it can recur.
        let reversible = current.halfmove_clock() as usize + 1;
        let recent = self.positions().rev().take(reversible);
        recent.filter(|position| position.key() == current.key() && *position == current).count()
    }

    /// Whether and why the game is over. Includes draws that a player may claim: see
    /// [`Outcome::must_be_claimed`].
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let repetitions = self.repetitions();
        position.outcome().or({
            if repetitions >= 5 {
                Some(Outcome::FivefoldRepetition)
            } else if position.halfmove_clock() >= 150 {
                Some(Outcome::SeventyFiveMoves)
            } else if repetitions >= 3 {
                Some(Outcome::ThreefoldRepetition)
            } else if position.halfmove_clock() >= 100 {
                Some(Outcome::FiftyMoves)
            } else {
                None
            }
        })
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new(Position::initial())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(game: &mut Game, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv).unwrap();
        }
    }

    #[test]
    fn repetitions_are_claimed_at_three_and_end_the_game_at_five() {
        let mut game = Game::default();
        for (round, expected) in [
            (2, None),
            (3, Some(Outcome::ThreefoldRepetition)),
            (4, Some(Outcome::ThreefoldRepetition)),
            (5, Some(Outcome::FivefoldRepetition)),
        ] {
            play(&mut game, "b1c3 b8c6 c3b1 c6b8");
            assert_eq!((game.repetitions(), game.outcome()), (round, expected));
        }
        assert!(game.outcome().is_some_and(|outcome| !outcome.must_be_claimed()));
        game.undo();
        assert_eq!(game.repetitions(), 4);
    }

    #[test]
    fn lost_castling_rights_make_another_position() {
        let mut game = Game::new("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap());
        play(&mut game, "a1b1 a8b8 b1a1 b8a8");
        assert_eq!(game.repetitions(), 1);
        play(&mut game, "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8");
        assert_eq!(game.repetitions(), 2);
    }

    #[test]
    fn an_en_passant_capture_makes_another_position() {
        let mut game = Game::new("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1".parse().unwrap());
        play(&mut game, "e2e4 e8d8 e1d1 d8e8 d1e1");
        assert_eq!(game.repetitions(), 1, "the pawn can no longer be taken en passant");
    }

    #[test]
    fn quiet_moves_are_counted() {
        let mut game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 99 80".parse().unwrap());
        assert_eq!(game.outcome(), None);
        play(&mut game, "a1a2");
        assert_eq!(game.outcome(), Some(Outcome::FiftyMoves));
        let game = Game::new("4k3/8/8/8/8/8/8/R3K3 w - - 150 120".parse().unwrap());
        assert_eq!(game.outcome(), Some(Outcome::SeventyFiveMoves));
        let mated = Game::new("R3k3/8/4K3/8/8/8/8/8 b - - 150 120".parse().unwrap());
        assert!(matches!(mated.outcome(), Some(Outcome::Checkmate { .. })), "mate comes first");
    }

    #[test]
    fn illegal_moves_change_nothing() {
        let mut game = Game::default();
        play(&mut game, "e2e4");
        let again = game.moves().next().unwrap();
        let error = game.play(again).unwrap_err().to_string();
        assert!(error.starts_with("illegal move \"e2e4\" in rnbqkbnr/"), "{error}");
        assert_eq!(game.moves().len(), 1);
    }
}
