//! A recorded game.

use chess::{Move, Position};
use gamekit::{Color, GameResult, Score};

/// A played move and the score of the search before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score for White.
    pub score: Score,
    /// Another move that was searched as well.
    pub sibling: Option<Sibling>,
}

impl ScoredMove {
    /// A move without a sibling.
    pub const fn new(mv: Move, score: Score) -> Self {
        Self { mv, score, sibling: None }
    }
}

/// A random move that was not played and the score of the position after it. Searches meet such
/// positions more often than those of good games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sibling {
    /// The move.
    pub mv: Move,
    /// The best reply.
    pub reply: Move,
    /// The score after the move, for White.
    pub score: Score,
}

/// A whole game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedGame {
    /// The start position.
    pub start: Position,
    /// The first moves, which were not searched.
    pub opening: Vec<Move>,
    /// The moves after the opening.
    pub moves: Vec<ScoredMove>,
    /// The result.
    pub result: GameResult,
}

/// A searched position of a game.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The position.
    pub position: Position,
    /// Half-moves since the beginning of the game.
    pub ply: usize,
    /// The move that was played, or the best one if none was.
    pub mv: Move,
    /// The score for White.
    pub score: Score,
}

impl Moment {
    /// The score for the side to move.
    pub fn score_to_move(&self) -> Score {
        match self.position.turn() {
            Color::White => self.score,
            Color::Black => -self.score,
        }
    }
}

impl RecordedGame {
    /// The number of half-moves.
    pub fn plies(&self) -> usize {
        self.opening.len() + self.moves.len()
    }

    /// The position after the opening.
    pub fn opening_position(&self) -> Position {
        self.opening.iter().fold(self.start.clone(), |position, &mv| position.play(mv))
    }

    /// The positions of all moves after the opening.
    pub fn moments(&self) -> impl Iterator<Item = Moment> {
        let mut next = self.opening_position();
        self.moves.iter().enumerate().map(move |(index, &ScoredMove { mv, score, .. })| {
            let after = next.play(mv);
            let position = std::mem::replace(&mut next, after);
            Moment { position, ply: self.opening.len() + index, mv, score }
        })
    }

    /// The positions after the siblings of moves.
    pub fn siblings(&self) -> impl Iterator<Item = Moment> {
        self.moments().zip(&self.moves).filter_map(|(moment, played)| {
            let Sibling { mv, reply, score } = played.sibling?;
            Some(Moment { position: moment.position.play(mv), ply: moment.ply + 1, mv: reply, score })
        })
    }

    /// The position at the end.
    pub fn last_position(&self) -> Position {
        self.moves.iter().fold(self.opening_position(), |position, scored| position.play(scored.mv))
    }
}
