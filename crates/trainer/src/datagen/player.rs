//! An engine that plays both sides.

use chess::Game;
use engine::{Engine, Limits, Settings, Stop};
use gamekit::SplitMix64;
use gamekit::table::TableError;

use super::Recipe;
use super::referee::Referee;
use crate::data::{RecordedGame, ScoredMove};

/// An opening that is decided already teaches nothing.
const BALANCED: i32 = 300;
/// A table for searches of a few thousand nodes.
const HASH_MEGABYTES: usize = 2;

/// Plays games, one after the other.
pub struct Player {
    engine: Engine,
    recipe: Recipe,
    limits: Limits,
}

impl Player {
    /// A player with an engine of its own.
    pub fn new(recipe: &Recipe) -> Result<Self, TableError> {
        let mut engine = Engine::new(HASH_MEGABYTES)?;
        engine.set_settings(Settings { evaluator: recipe.evaluator.clone(), ..Settings::default() });
        let limits = Limits {
            soft_nodes: Some(recipe.nodes),
            nodes: Some(recipe.nodes.saturating_mul(Recipe::HARD_FACTOR)),
            whole_pv: true,
            ..Limits::default()
        };
        Ok(Self { engine, recipe: recipe.clone(), limits })
    }

    /// Plays the game with this number in the recipe's shard: the same one every time.
    pub fn play(&mut self, number: u64) -> RecordedGame {
        let number = self.recipe.number_of(number);
        // Seeds that differ by little would give overlapping sequences; mixed ones are far apart.
        let base = SplitMix64::new(self.recipe.seed).next_u64();
        let mut rng = SplitMix64::new(SplitMix64::new(base ^ number).next_u64());
        loop {
            let plies = self.recipe.random_plies + number as usize % 2;
            self.engine.new_game();
            if let Some(opening) = Game::random_opening(plies, &mut rng)
                && let Some(game) = self.play_from(opening)
            {
                return game;
            }
        }
    }

    /// Plays on from an opening, unless that decides the game.
    fn play_from(&mut self, mut game: Game) -> Option<RecordedGame> {
        let (start, opening) = (game.start().clone(), game.moves().collect());
        let mut moves = Vec::new();
        let mut referee = Referee::default();
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner().into();
            }
            let report = self.engine.search(&game, &self.limits, &Stop::default(), |_| ());
            let (best, score) = (report.best?, report.info.score);
            if moves.is_empty() && score.raw().abs() > BALANCED {
                return None;
            }
            let turn = game.position().turn();
            if let Some(result) = referee.decide(turn, score) {
                break result;
            }
            moves.push(ScoredMove { mv: best, score: turn.for_white(score) });
            game.play(best).ok()?;
        };
        Some(RecordedGame { start, opening, moves, result })
    }
}
