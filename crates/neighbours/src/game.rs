//! A game: the moves so far, and whether it is over.

use std::fmt;

use gamekit::{Color, GameResult, Key};
use thiserror::Error;

use crate::{Move, Position};

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// This side is to move and has no legal move, so it loses.
    NoMoves(Color),
    /// The same pieces and side to move for the third time.
    Repetition,
    /// A hundred plies without a capture.
    QuietLimit,
}

impl End {
    /// The result of a game that ends like this.
    pub fn result(self) -> GameResult {
        match self {
            Self::NoMoves(color) => GameResult::Win(!color),
            Self::Repetition | Self::QuietLimit => GameResult::Draw,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMoves(color) => write!(f, "{} wins: {color} has no move", !*color),
            Self::Repetition => f.write_str("draw: the same position for the third time"),
            Self::QuietLimit => f.write_str("draw: a hundred plies without a capture"),
        }
    }
}

/// A move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// It is against the rules.
    #[error("{0} is not a legal move in {1}")]
    Illegal(Move, Box<Position>),
    /// The game has ended.
    #[error("{0} comes after the end of the game ({1})")]
    Over(Move, End),
}

/// A game from its start to the current position.
///
/// ```
/// use neighbours::{Game, Position};
///
/// // White takes Black's last piece.
/// let start: Position = "8/8/8/8/8/8/1b6/w7 w 0 1".parse()?;
/// let mut game = Game::new(start);
/// game.play("a1b2".parse()?)?;
/// assert_eq!(game.end().map(|end| end.to_string()), Some("White wins: Black has no move".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    start: Position,
    /// Each move with the position it led to.
    played: Vec<(Move, Position)>,
}

impl Game {
    /// A game that starts from this position.
    pub const fn new(start: Position) -> Self {
        Self { start, played: Vec::new() }
    }

    /// Where the game started.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.played.last().map_or(&self.start, |(_, position)| position)
    }

    /// The moves played so far.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> {
        self.played.iter().map(|(mv, _)| *mv)
    }

    /// The number of plies played so far.
    pub fn plies(&self) -> usize {
        self.played.len()
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if let Some(end) = self.end() {
            return Err(PlayError::Over(mv, end));
        }
        let mut position = self.position().clone();
        if !position.is_legal(mv) {
            return Err(PlayError::Illegal(mv, Box::new(position)));
        }
        position.make(mv);
        self.played.push((mv, position));
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        self.played.pop().map(|(mv, _)| mv)
    }

    /// Whether the game is over, and why. A side that cannot move has lost, even if the game would
    /// be drawn otherwise.
    pub fn end(&self) -> Option<End> {
        let position = self.position();
        if position.count_moves() == 0 {
            Some(End::NoMoves(position.turn()))
        } else if position.quiet_plies() >= Position::QUIET_LIMIT {
            Some(End::QuietLimit)
        } else if self.since_capture().filter(|earlier| earlier.is_same_board(position)).count() >= 3 {
            Some(End::Repetition)
        } else {
            None
        }
    }

    /// The keys of the positions that can still be repeated, the current one first.
    pub fn repeatable_keys(&self) -> impl Iterator<Item = Key> {
        self.since_capture().map(Position::key)
    }

    /// The positions since the last capture, the current one first.
    fn since_capture(&self) -> impl Iterator<Item = &Position> {
        let quiet = self.position().quiet_plies() as usize;
        let all = self.played.iter().rev().map(|(_, position)| position).chain([&self.start]);
        all.take(quiet + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(position: &str, moves: &str) -> Game {
        let mut game = Game::new(position.parse().expect("a position"));
        for mv in moves.split_whitespace() {
            game.play(mv.parse().expect("a move")).expect("a legal move");
        }
        game
    }

    #[test]
    fn a_side_that_cannot_move_loses() {
        assert_eq!(game("8/8/8/8/8/8/8/w6b w 0 1", "").end(), Some(End::NoMoves(Color::White)));
        assert_eq!(game("8/8/8/8/8/8/8/w7 b 0 1", "").end(), Some(End::NoMoves(Color::Black)));
        assert_eq!(End::NoMoves(Color::White).result(), GameResult::Win(Color::Black));
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let there_and_back = "a1a2 a8a7 a2a1 a7a8 ";
        assert_eq!(game("bb6/8/8/8/8/8/8/ww6 w 0 1", there_and_back).end(), None);
        let game = game("bb6/8/8/8/8/8/8/ww6 w 0 1", &there_and_back.repeat(2));
        assert_eq!(game.end(), Some(End::Repetition));
        assert_eq!(game.repeatable_keys().count(), 9);
    }

    #[test]
    fn a_hundred_quiet_plies_are_a_draw_unless_the_last_one_wins() {
        assert_eq!(game("bb6/8/8/8/8/8/8/ww6 w 99 60", "").end(), None);
        assert_eq!(game("bb6/8/8/8/8/8/8/ww6 w 99 60", "a1a2").end(), Some(End::QuietLimit));
        // Black's piece is left alone by the move that makes it a hundred.
        let won = game("b7/w7/8/8/8/8/8/8 w 99 60", "a7b6");
        assert_eq!(won.end(), Some(End::NoMoves(Color::Black)));
    }

    #[test]
    fn moves_against_the_rules_and_after_the_end_are_refused() {
        let mut game = Game::default();
        let illegal = game.play("a1a3".parse().expect("a move")).expect_err("two squares with one neighbour");
        assert!(illegal.to_string().starts_with("a1a3 is not a legal move in bbbbbbbb/8"));
        let mut over = self::game("8/8/8/8/8/8/1b6/w7 w 0 1", "a1b2");
        let late = over.play("b2b3".parse().expect("a move")).expect_err("after the end");
        assert!(late.to_string().contains("after the end"), "{late}");
    }

    #[test]
    fn moves_can_be_taken_back() {
        let mut game = game("bb6/8/8/8/8/8/8/ww6 w 0 1", "a1a2 a8a7");
        assert_eq!(game.undo().map(|mv| mv.to_string()), Some("a8a7".to_owned()));
        assert_eq!((game.plies(), game.position().turn()), (1, Color::Black));
        game.undo();
        assert_eq!(game.undo(), None);
        assert_eq!(game.position(), game.start());
    }
}
