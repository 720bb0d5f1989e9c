//! Learning the weights by self-play, with a reward only at the end.
//!
//! The learner plays a frozen copy of itself, with alternating colors. Every [`TEST_PERIOD`] games
//! they play two games without random moves; if the learner wins both, the opponent takes over its
//! weights. So that the games differ, the opponent moves at random with a probability that falls to
//! zero over the run.
//!
//! - `config` says how a run is set up, [`Run`] is its state from the first game to the last;
//! - `selfplay` plays a game and turns it into [`Transition`]s;
//! - `td` and `lstd` turn transitions into weights;
//! - [`Pupil`] learns from games against others.
//!
//! The result depends on the configuration alone, not on the number of threads or on interruptions.

mod config;
mod lstd;
mod pupil;
mod selfplay;
mod td;

use std::thread;

use gamekit::Tally;
use serde::{Deserialize, Serialize};

pub use config::{Config, ConfigError, Method, Opponent, Target};
pub use pupil::{Pupil, PupilSettings};
pub use selfplay::Transition;

use crate::Weights;
use lstd::LeastSquares;
use selfplay::{PlayedGame, reward};

/// Games between two tests of the learner against its opponent.
pub const TEST_PERIOD: u32 = 50;

/// Moves between two rows of [`Run::history`], and between two solutions of LSTD.
pub const MOVE_PERIOD: u64 = 1000;

/// A learning run, with everything needed to resume it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Run {
    config: Config,
    games: u32,
    moves: u64,
    learner: Vec<f64>,
    opponent: Vec<f64>,
    least_squares: Option<LeastSquares>,
    tests: Tests,
    score: Tally,
    history: Vec<Row>,
}

/// The tests against the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tests {
    /// Tests played.
    pub played: u32,
    /// Tests the learner won, so that its opponent took over its weights.
    pub won: u32,
}

/// The learner after another [`MOVE_PERIOD`] moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Moves so far.
    pub moves: u64,
    /// Games so far.
    pub games: u32,
    /// The sum of the absolute changes of the weights since the row before.
    pub change: f64,
    /// The weights.
    pub weights: Vec<f64>,
}

impl Run {
    /// A run that has not begun: all weights are zero.
    pub fn new(config: Config) -> Result<Self, ConfigError> {
        config.check()?;
        let size = config.set.size();
        Ok(Self {
            games: 0,
            moves: 0,
            learner: vec![0.0; size],
            opponent: vec![0.0; size],
            least_squares: (config.method == Method::Lstd).then(|| LeastSquares::new(size)),
            tests: Tests::default(),
            score: Tally::default(),
            history: Vec::new(),
            config,
        })
    }

    /// How the run is set up.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Games played so far.
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Moves learned from so far.
    pub const fn moves(&self) -> u64 {
        self.moves
    }

    /// Whether all games are played.
    pub const fn is_finished(&self) -> bool {
        self.games >= self.config.games
    }

    /// The weights so far.
    pub fn weights(&self) -> Weights {
        Weights::new(self.config.set, self.learner.clone())
    }

    /// The tests against the opponent.
    pub const fn tests(&self) -> Tests {
        self.tests
    }

    /// The learner's score against its opponent.
    pub const fn score(&self) -> Tally {
        self.score
    }

    /// The weights over the course of the run.
    pub fn history(&self) -> &[Row] {
        &self.history
    }

    /// Plays the next games and learns from them: a batch in parallel, or a game alone if the learner
    /// learns while it plays. The number of threads does not affect the result.
    pub fn step(&mut self, threads: usize) {
        if self.is_finished() {
            return;
        }
        if self.config.online {
            self.play_and_learn();
        } else {
            self.play_batch(threads);
        }
        if self.games.is_multiple_of(TEST_PERIOD) {
            self.test();
        }
    }

    /// Plays a game in which the weights change move by move.
    fn play_and_learn(&mut self) {
        let (config, learner, opponent) = (self.config.clone(), self.weights(), self.opponent());
        let game = selfplay::play(&config, self.games, &learner, &opponent, |transition| {
            self.learn(transition).then(|| self.weights())
        });
        self.count(&game);
    }

    /// Plays games with the same weights, and learns from them in their order.
    fn play_batch(&mut self, threads: usize) {
        let next = |period: u32| (self.games / period + 1) * period;
        let end = next(self.config.batch).min(next(TEST_PERIOD)).min(self.config.games);
        let numbers: Vec<u32> = (self.games..end).collect();
        let (config, learner, opponent) = (&self.config, self.weights(), self.opponent());
        let play = |&number: &u32| {
            let mut transitions = Vec::new();
            let game = selfplay::play(config, number, &learner, &opponent, |transition| {
                transitions.push(transition.clone());
                None
            });
            (game, transitions)
        };
        let share = numbers.len().div_ceil(threads.max(1));
        let games = thread::scope(|scope| {
            let play = &play;
            let begin = |numbers: &'_ [u32]| {
                let numbers = numbers.to_vec();
                scope.spawn(move || numbers.iter().map(play).collect::<Vec<_>>())
            };
            let handles: Vec<_> = numbers.chunks(share).map(begin).collect();
            let join = |handle: thread::ScopedJoinHandle<'_, _>| handle.join().expect("no game panics");
            handles.into_iter().flat_map(join).collect::<Vec<_>>()
        });
        for (game, transitions) in games {
            self.count(&game);
            for transition in &transitions {
                self.learn(transition);
            }
        }
    }

    fn count(&mut self, game: &PlayedGame) {
        self.games += 1;
        self.score.count(game.result.half_points(game.learner));
    }

    /// Whom the learner plays.
    fn opponent(&self) -> Weights {
        match self.config.opponent {
            Opponent::Copy => Weights::new(self.config.set, self.opponent.clone()),
            Opponent::Weak => Weights::material(),
            Opponent::Strong => Weights::default(),
        }
    }

    /// Learns from a transition. Returns whether the weights have changed.
    fn learn(&mut self, transition: &Transition) -> bool {
        let gamma = self.config.gamma;
        match &mut self.least_squares {
            Some(system) => system.add(transition, gamma),
            None => td::update(&mut self.learner, transition, gamma, self.config.alpha),
        }
        self.moves += 1;
        let ends_period = self.moves.is_multiple_of(MOVE_PERIOD);
        if ends_period {
            self.end_period();
        }
        ends_period || self.least_squares.is_none()
    }

    /// Solves for new weights, discounts the old games, and adds a row to the history.
    fn end_period(&mut self) {
        if let Some(system) = &mut self.least_squares {
            if let Some(solution) = system.solve(self.config.ridge) {
                self.learner = solution;
            }
            system.fade(self.config.mu);
        }
        let zero = vec![0.0; self.learner.len()];
        let before = self.history.last().map_or(&zero, |row| &row.weights);
        let change = self.learner.iter().zip(before).map(|(new, old)| (new - old).abs()).sum();
        self.history.push(Row {
            moves: self.moves,
            games: self.games,
            change,
            weights: self.learner.clone(),
        });
    }

    /// Plays two games without random moves. If the learner wins both, its copy takes over its
    /// weights.
    fn test(&mut self) {
        let (learner, opponent) = (self.weights(), self.opponent());
        self.tests.played += 1;
        if selfplay::wins_both(&self.config, &learner, &opponent) {
            self.tests.won += 1;
            self.opponent.clone_from(&self.learner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::FeatureSet;

    fn config(method: Method) -> Config {
        Config { method, games: 120, batch: 8, depth: 1, seed: 7, ..Config::default() }
    }

    fn run(config: Config, threads: usize) -> Run {
        let mut run = Run::new(config).expect("a sound configuration");
        while !run.is_finished() {
            run.step(threads);
        }
        run
    }

    #[test]
    fn threads_and_interruptions_change_nothing() {
        for method in [Method::Td, Method::Lstd] {
            let whole = run(config(method), 1);
            assert_eq!(whole, run(config(method), 3));

            let mut stopped = Run::new(config(method)).expect("a sound configuration");
            while stopped.games() < 60 {
                stopped.step(2);
            }
            let saved = serde_json::to_string(&stopped).expect("a run can be saved");
            let mut resumed: Run = serde_json::from_str(&saved).expect("a run can be loaded");
            assert_eq!(resumed, stopped);
            while !resumed.is_finished() {
                resumed.step(1);
            }
            assert_eq!(whole, resumed);
        }
    }

    #[test]
    fn weights_may_change_in_the_middle_of_a_game() {
        for method in [Method::Td, Method::Lstd] {
            let online = Config { online: true, ..config(method) };
            let one = run(online.clone(), 1);
            assert_eq!(one, run(online, 2));
            assert_ne!(one.weights(), run(config(method), 1).weights());
        }
    }

    #[test]
    fn a_fixed_opponent_stays_as_it_is() {
        for opponent in [Opponent::Weak, Opponent::Strong] {
            let run = run(Config { opponent, ..config(Method::Lstd) }, 2);
            let fixed = if opponent == Opponent::Weak { Weights::material() } else { Weights::default() };
            assert_eq!(run.opponent(), fixed);
        }
    }

    #[test]
    fn another_seed_is_another_run() {
        let one = run(config(Method::Lstd), 2);
        let other = run(Config { seed: 8, ..config(Method::Lstd) }, 2);
        assert_ne!(one.weights(), other.weights());
    }

    /// The first thing to learn is that pieces are good to have, and the enemy's are not.
    #[test]
    fn a_few_games_teach_the_worth_of_pieces() {
        for method in [Method::Td, Method::Lstd] {
            let run = run(Config { games: 300, ..config(method) }, 2);
            let weights = run.weights();
            assert!(weights.values()[0] > weights.values()[1], "{method:?}: {weights}");
            assert_eq!(run.history().len() as u64, run.moves() / MOVE_PERIOD);
            assert_eq!(run.tests().played, 6);
            let score = run.score();
            assert_eq!(score.games(), 300);
        }
    }

    #[test]
    fn every_set_and_either_target_can_be_learned() {
        for set in FeatureSet::ALL {
            for target in [Target::BestReply, Target::ActualReply] {
                let run = run(Config { set, target, games: 50, ..config(Method::Lstd) }, 2);
                assert_eq!(run.weights().values().len(), set.size());
                assert!(run.weights().values().iter().all(|weight| weight.is_finite()));
            }
        }
    }
}
