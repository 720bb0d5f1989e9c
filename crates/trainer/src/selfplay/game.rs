//! One game.

use std::sync::mpsc;

use chess::{Game, Move, Position};
use engine::{Engine, Event, Limits, ScoreKind, Settings};
use gamekit::table::TableError;
use gamekit::{Color, Score, SplitMix64};

use crate::{GameRecord, GameResult, Moment};

/// How games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recipe {
    /// Nodes to search for each move.
    pub nodes: u64,
    /// Random half-moves at the start; every second game has one more, so that either side begins.
    pub random_plies: usize,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { nodes: 2000, random_plies: 8, seed: 1 }
    }
}

impl Recipe {
    /// An opening that is decided already teaches nothing.
    const BALANCED: i32 = 250;
    /// A lead that is never lost again...
    const WON: i32 = 1200;
    /// ...when it lasts for this many half-moves.
    const WON_PLIES: usize = 8;
    /// A score that is as good as zero...
    const LEVEL: i32 = 6;
    /// ...for so many half-moves...
    const LEVEL_PLIES: usize = 12;
    /// ...is a draw from here on.
    const LEVEL_FROM: usize = 80;
    /// No game is longer.
    const LONGEST: usize = 400;
    /// Beyond this lead, results say little about weights.
    const CLEAR: i32 = 1500;
}

/// An engine that plays both sides.
pub struct Player {
    engine: Engine,
    recipe: Recipe,
}

/// What a search answers.
struct Answer {
    best: Move,
    score: Score,
}

impl Player {
    /// A player with an engine of its own.
    pub fn new(recipe: &Recipe) -> Result<Self, TableError> {
        let mut engine = Engine::new(8)?;
        engine.set_settings(Settings { threads: 1, ..Settings::default() });
        Ok(Self { engine, recipe: recipe.clone() })
    }

    /// Plays the game with this number: the same one every time.
    pub fn play(&mut self, number: u64) -> GameRecord {
        // Seeds that differ by little would give overlapping sequences; mixed ones are far apart.
        let base = SplitMix64::new(self.recipe.seed).next_u64();
        let mut rng = SplitMix64::new(SplitMix64::new(base ^ number).next_u64());
        loop {
            let plies = self.recipe.random_plies + number as usize % 2;
            self.engine.new_game();
            if let Some(start) = random_opening(&mut rng, plies)
                && let Some(record) = self.play_from(start)
            {
                return record;
            }
        }
    }

    /// Plays a game from here, unless the opening is decided.
    fn play_from(&mut self, start: Position) -> Option<GameRecord> {
        let mut game = Game::new(start);
        let mut moments = Vec::new();
        let mut referee = Referee::default();
        let result = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner().into();
            }
            let answer = self.search(&game)?;
            let position = game.position();
            if referee.plies == 0 && answer.score.raw().abs() > Recipe::BALANCED {
                return None;
            }
            if let Some(result) = referee.decide(position.turn(), answer.score) {
                break result;
            }
            if is_quiet(position, &answer) {
                let score = answer.score.raw();
                let score = Some(if position.turn() == Color::White { score } else { -score });
                moments.push(Moment { position: position.clone(), score });
            }
            game.play(answer.best).ok()?;
        };
        Some(GameRecord { moments, result })
    }

    fn search(&mut self, game: &Game) -> Option<Answer> {
        self.engine.set_game(game.clone());
        let (sender, receiver) = mpsc::channel();
        let limits = Limits { nodes: Some(self.recipe.nodes), ..Limits::default() };
        self.engine.go(limits, move |event| {
            // The receiver waits for the last event, so it is there.
            let _ = sender.send(event);
        });
        let mut score = Score::DRAW;
        for event in receiver {
            match event {
                Event::Info(info) if info.line == 1 && info.kind == ScoreKind::Exact => score = info.score,
                Event::Info(_) => {}
                Event::BestMove { best, .. } => return best.map(|best| Answer { best, score }),
            }
        }
        None
    }
}

/// Where random legal moves lead, unless they end the game.
fn random_opening(rng: &mut SplitMix64, plies: usize) -> Option<Position> {
    let mut position = Position::initial();
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return None;
        }
        position = position.play(moves[rng.below(moves.len())]);
    }
    position.outcome().is_none().then_some(position)
}

/// Whether an evaluation without search can be expected to be right: nothing hangs, nobody is in check
/// and nothing is decided.
fn is_quiet(position: &Position, answer: &Answer) -> bool {
    !position.in_check()
        && !answer.best.is_capture()
        && !answer.best.is_promotion()
        && answer.score.raw().abs() < Recipe::CLEAR
}

/// Ends games whose result is clear.
#[derive(Default)]
struct Referee {
    plies: usize,
    won: usize,
    level: usize,
    leader: Option<Color>,
}

impl Referee {
    fn decide(&mut self, turn: Color, score: Score) -> Option<GameResult> {
        let leader = if score > Score::DRAW { turn } else { !turn };
        let size = score.raw().abs();
        self.plies += 1;
        self.won = match size >= Recipe::WON {
            true if self.leader == Some(leader) => self.won + 1,
            true => 1,
            false => 0,
        };
        self.leader = Some(leader);
        self.level = if size <= Recipe::LEVEL { self.level + 1 } else { 0 };
        if self.won >= Recipe::WON_PLIES {
            Some(Some(leader).into())
        } else if (self.plies >= Recipe::LEVEL_FROM && self.level >= Recipe::LEVEL_PLIES)
            || self.plies >= Recipe::LONGEST
        {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}
