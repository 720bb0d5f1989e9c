//! An engine that plays both sides.

use chess::{Game, Move};
use engine::{Engine, Limits, Settings, Stop, exchange};
use gamekit::table::TableError;
use gamekit::{Score, SplitMix64};

use super::Recipe;
use super::referee::Referee;
use crate::data::{RecordedGame, ScoredMove, Sibling};

/// Openings with larger scores are discarded.
const BALANCED: i32 = 300;
/// Enough for searches of a few thousand nodes.
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

    /// Plays the game with this number in the recipe's shard. It is the same game every time.
    pub fn play(&mut self, number: u64) -> RecordedGame {
        let number = self.recipe.number_of(number);
        // Similar seeds would give overlapping sequences, so they are mixed.
        let base = SplitMix64::new(self.recipe.seed).next_u64();
        let mut rng = SplitMix64::new(SplitMix64::new(base ^ number).next_u64());
        loop {
            let plies = self.recipe.random_plies + number as usize % 2;
            self.engine.new_game();
            if let Some(opening) = Game::random_opening(plies, &mut rng)
                && let Some(game) = self.play_from(opening, &mut rng)
            {
                return game;
            }
        }
    }

    /// Plays on from an opening, unless it is unbalanced.
    fn play_from(&mut self, mut game: Game, rng: &mut SplitMix64) -> Option<RecordedGame> {
        let (start, opening) = (game.start().clone(), game.moves().collect());
        let mut moves = Vec::new();
        let mut referee = Referee::default();
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner().into();
            }
            if let Some(known) = self.recipe.tables.judge(game.position()) {
                break known.winner(game.position().turn()).into();
            }
            let (best, score) = self.search(&game)?;
            if moves.is_empty() && score.raw().abs() > BALANCED {
                return None;
            }
            let turn = game.position().turn();
            if let Some(result) = referee.decide(turn, score) {
                break result;
            }
            let tries = self.recipe.siblings && moves.len() % 2 == 0;
            let sibling = if tries { self.sibling(&mut game, best, rng) } else { None };
            moves.push(ScoredMove { mv: best, score: turn.for_white(score), sibling });
            game.play(best).ok()?;
        };
        Some(RecordedGame { start, opening, moves, result })
    }

    /// The best move, and the score for the side to move.
    fn search(&mut self, game: &Game) -> Option<(Move, Score)> {
        let report = self.engine.search(game, &self.limits, &Stop::default(), |_| ());
        Some((report.best?, report.info.score))
    }

    /// Searches the position after a random move other than the best one that loses no material at
    /// once: the reply to one that does would take, and such positions teach nothing. None where
    /// that move gives check or ends the game.
    fn sibling(&mut self, game: &mut Game, best: Move, rng: &mut SplitMix64) -> Option<Sibling> {
        let position = game.position();
        let is_sound = |&mv: &Move| mv != best && exchange::wins_at_least(position, mv, 0);
        let others: Vec<Move> = position.legal_moves().iter().copied().filter(is_sound).collect();
        let mv = *others.get(rng.below(others.len().max(1)))?;
        game.play(mv).ok()?;
        let is_quiet = game.outcome().is_none() && !game.position().in_check();
        let found = if is_quiet { self.search(game) } else { None };
        let turn = game.position().turn();
        game.undo();
        found.map(|(reply, score)| Sibling { mv, reply, score: turn.for_white(score) })
    }
}
