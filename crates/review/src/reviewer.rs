//! The search of every position of a game.

use chess::pgn::Game;
use chess::{Move, Position};
use engine::eval::Evaluator;
use engine::{Engine, Limits, Settings, Stop};
use gamekit::table::TableError;
use gamekit::{Color, Score, ScoreText};

use crate::{Class, Phase, winning_chances};

/// An engine that reviews games, the same way every time.
pub struct Reviewer {
    engine: Engine,
    nodes: u64,
}

/// A reviewed game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The score of each position, from White's view; the first is that of the start.
    pub scores: Vec<Score>,
    /// The moves of the game.
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    /// The score of a position, from White's view, in pawns or in moves to mate. Moves are counted
    /// for the side to move: a mate on the board in one more move is a mate in one for both.
    pub fn score_text(&self, index: usize) -> ScoreText {
        let last = || self.moves.last().map_or(Color::White, |played| !played.color);
        let turn = self.moves.get(index).map_or_else(last, |played| played.color);
        turn.for_white(ScoreText::from(turn.for_white(self.scores[index])))
    }
}

/// A move of a game and what it came to.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedMove {
    /// Who played it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// When it was played.
    pub phase: Phase,
    /// How good it was.
    pub class: Class,
    /// The share of the point that it cost, from 0 to 1.
    pub lost_chances: f64,
    /// The centipawns that it cost; zero where a mate is involved.
    pub lost_centipawns: i32,
    /// What the engine would have played instead.
    pub best: Vec<Move>,
}

/// The score and best line of a position, from the view of its side to move.
struct Look {
    score: Score,
    line: Vec<Move>,
}

impl Reviewer {
    /// Megabytes of the transposition table.
    const HASH: usize = 16;

    /// A reviewer that searches this many nodes for each position.
    pub fn new(nodes: u64) -> Result<Self, TableError> {
        Ok(Self { engine: Engine::new(Self::HASH)?, nodes: nodes.max(1) })
    }

    /// Evaluates positions by this; several reviewers can share a net.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.engine.set_settings(Settings { evaluator, ..self.engine.settings().clone() });
    }

    /// Reviews a game. `on_position` is called after each position with its number and the number
    /// of all; it returns whether to go on. None if it did not.
    pub fn review(
        &mut self,
        game: &Game,
        mut on_position: impl FnMut(usize, usize) -> bool,
    ) -> Option<Review> {
        let mut examination = Examination::new(game);
        while examination.step(self) && on_position(examination.done(), examination.total()) {}
        examination.finish()
    }

    /// Judges a move in the last position of a game as a review would; none if it is not legal.
    pub fn judge(&mut self, game: &chess::Game, mv: Move) -> Option<ReviewedMove> {
        let mut after = game.clone();
        after.play(mv).ok()?;
        self.engine.new_game();
        let before = self.look(game);
        let score = -self.look(&after).score;
        Some(reviewed(game.position(), mv, &before, score))
    }

    /// Searches the last position of a game; a finished game has its result's score.
    fn look(&mut self, game: &chess::Game) -> Look {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let report = self.engine.search(game, &limits, &Stop::default(), |_| ());
        Look { score: report.info.score, line: report.info.moves }
    }
}

/// A review under way, one position at a time: between two of them others may use the processor.
pub struct Examination {
    moves: Vec<Move>,
    played: chess::Game,
    positions: Vec<Position>,
    looks: Vec<Look>,
}

impl Examination {
    /// A review that has not begun.
    pub fn new(game: &Game) -> Self {
        let (moves, played) = (game.moves().collect(), chess::Game::new(game.start.clone()));
        Self { moves, played, positions: Vec::new(), looks: Vec::new() }
    }

    /// Positions of the game.
    pub fn total(&self) -> usize {
        self.moves.len() + 1
    }

    /// Positions that were searched.
    pub fn done(&self) -> usize {
        self.looks.len()
    }

    /// Searches the next position; false if there is none. All steps need the same reviewer, which
    /// does nothing else in between: what it has seen of the game is part of the answer.
    pub fn step(&mut self, reviewer: &mut Reviewer) -> bool {
        match self.done().checked_sub(1).map(|ply| self.moves.get(ply)) {
            None => reviewer.engine.new_game(),
            Some(Some(&mv)) if self.played.play(mv).is_ok() => {}
            Some(_) => return false,
        }
        self.positions.push(self.played.position().clone());
        self.looks.push(reviewer.look(&self.played));
        true
    }

    /// The review; none if positions are left.
    pub fn finish(self) -> Option<Review> {
        let Self { moves, positions, looks, .. } = self;
        if looks.len() != moves.len() + 1 {
            return None;
        }
        let reviewed = moves.iter().enumerate().map(|(ply, &mv)| {
            let [before, after] = [&looks[ply], &looks[ply + 1]];
            reviewed(&positions[ply], mv, before, -after.score)
        });
        Some(Review {
            moves: reviewed.collect(),
            scores: positions.iter().zip(&looks).map(|(at, look)| at.turn().for_white(look.score)).collect(),
        })
    }
}

fn reviewed(position: &Position, mv: Move, before: &Look, after: Score) -> ReviewedMove {
    // The search after the engine's own move may find less than the one before it: that is no loss.
    let is_best = before.line.first() == Some(&mv);
    let after = if is_best { before.score } else { after };
    let is_forced = before.score.is_decisive() || after.is_decisive();
    ReviewedMove {
        color: position.turn(),
        mv,
        phase: Phase::of(position),
        class: if is_best { Class::Best } else { Class::of(before.score, after) },
        lost_chances: (winning_chances(before.score) - winning_chances(after)).max(0.0),
        lost_centipawns: if is_forced { 0 } else { (before.score - after).raw().max(0) },
        best: before.line.clone(),
    }
}
