//! The search of every position of a game.

use chess::pgn::Game;
use chess::{Move, Position};
use engine::{Engine, Limits, Stop};
use gamekit::table::TableError;
use gamekit::{Color, Score};

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

    /// Reviews a game. `on_position` is called after each position with its number and the number
    /// of all; it returns whether to go on. None if it did not.
    pub fn review(
        &mut self,
        game: &Game,
        mut on_position: impl FnMut(usize, usize) -> bool,
    ) -> Option<Review> {
        self.engine.new_game();
        let moves: Vec<Move> = game.moves().collect();
        let mut played = chess::Game::new(game.start.clone());
        let mut positions = vec![game.start.clone()];
        let mut looks = vec![self.look(&played)];
        for &mv in &moves {
            if !on_position(looks.len(), moves.len() + 1) {
                return None;
            }
            played.play(mv).ok()?;
            positions.push(played.position().clone());
            looks.push(self.look(&played));
        }
        on_position(looks.len(), looks.len());
        let reviewed = moves.iter().enumerate().map(|(ply, &mv)| {
            let [before, after] = [&looks[ply], &looks[ply + 1]];
            reviewed(&positions[ply], mv, before, -after.score)
        });
        Some(Review {
            moves: reviewed.collect(),
            scores: positions.iter().zip(&looks).map(|(at, look)| at.turn().for_white(look.score)).collect(),
        })
    }

    /// Searches the last position of a game; a finished game has its result's score.
    fn look(&mut self, game: &chess::Game) -> Look {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let report = self.engine.search(game, &limits, &Stop::default(), |_| ());
        Look { score: report.info.score, line: report.info.moves }
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
