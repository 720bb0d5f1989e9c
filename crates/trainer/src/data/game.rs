//! A game as it is kept.

use chess::{Move, Position};
use gamekit::{Color, GameResult, Score};

/// A move, and what the search said before it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score for White.
    pub score: Score,
    /// Another move that was tried in its place.
    pub sibling: Option<Sibling>,
}

impl ScoredMove {
    /// A move without a sibling.
    pub const fn new(mv: Move, score: Score) -> Self {
        Self { mv, score, sibling: None }
    }
}

/// A random move that was not played, and what the search said of the position after it: searches see
/// such positions more often than those of good games.
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
    /// Where the game began.
    pub start: Position,
    /// The first moves, which nobody thought about.
    pub opening: Vec<Move>,
    /// The moves after them.
    pub moves: Vec<ScoredMove>,
    /// How it ended.
    pub result: GameResult,
}

/// A position of a game, with what is known about it.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The position.
    pub position: Position,
    /// Half-moves since the beginning of the game.
    pub ply: usize,
    /// The move that was played, or the best one if none was.
    pub mv: Move,
    /// What the search said, for White.
    pub score: Score,
}

impl Moment {
    /// What the search said, for the side to move.
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

    /// Where the opening leads.
    pub fn opening_position(&self) -> Position {
        self.opening.iter().fold(self.start.clone(), |position, &mv| position.play(mv))
    }

    /// The positions in which somebody thought.
    pub fn moments(&self) -> impl Iterator<Item = Moment> {
        let mut next = self.opening_position();
        self.moves.iter().enumerate().map(move |(index, &ScoredMove { mv, score, .. })| {
            let after = next.play(mv);
            let position = std::mem::replace(&mut next, after);
            Moment { position, ply: self.opening.len() + index, mv, score }
        })
    }

    /// The positions after the moves that were tried in place of those that were played.
    pub fn siblings(&self) -> impl Iterator<Item = Moment> {
        self.moments().zip(&self.moves).filter_map(|(moment, played)| {
            let Sibling { mv, reply, score } = played.sibling?;
            Some(Moment { position: moment.position.play(mv), ply: moment.ply + 1, mv: reply, score })
        })
    }

    /// Where the game ended.
    pub fn last_position(&self) -> Position {
        self.moves.iter().fold(self.opening_position(), |position, scored| position.play(scored.mv))
    }
}
