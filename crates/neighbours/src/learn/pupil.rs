//! An agent that learns from the games that it plays, wherever it plays them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gamekit::table::TableError;
use gamekit::{Color, GameResult};

use super::{Transition, reward, td};
use crate::features::{Features, Observation};
use crate::search::{Info, Limits, Report, Search, Searcher};
use crate::tables::Tables;
use crate::{Game, Weights};

/// Searches, and after each game moves its weights by temporal differences: every position in which
/// it was to move learns from the next one, and the last from the result.
pub struct Pupil {
    weights: Weights,
    searcher: Searcher,
    settings: PupilSettings,
    /// The side and the positions in which it was to move, in the current game.
    seen: Vec<Features>,
    side: Option<Color>,
    on_learned: Box<dyn FnMut(&Weights) + Send>,
}

/// How a pupil searches and learns.
#[derive(Clone, Debug)]
pub struct PupilSettings {
    /// How far the weights move.
    pub alpha: f64,
    /// What a reward is worth a move later.
    pub gamma: f64,
    /// The entries of its hash table.
    pub entries: usize,
    /// The threads of its search.
    pub threads: usize,
    /// The endgame tables that its search looks up.
    pub tables: Arc<Tables>,
}

impl Pupil {
    /// A pupil with these weights, which tells of new ones after each game.
    pub fn new(
        weights: Weights,
        settings: PupilSettings,
        on_learned: impl FnMut(&Weights) + Send + 'static,
    ) -> Result<Self, TableError> {
        let searcher = searcher(&weights, &settings)?;
        let on_learned = Box::new(on_learned);
        Ok(Self { weights, searcher, settings, seen: Vec::new(), side: None, on_learned })
    }

    fn observe(&self, game: &Game) -> Features {
        self.weights.set().values(&Observation::of(game.position()))
    }

    fn learn(&mut self, reward: f64) {
        let mut values = self.weights.values().to_vec();
        let seen = std::mem::take(&mut self.seen);
        for (index, &features) in seen.iter().enumerate() {
            let next = seen.get(index + 1).copied();
            let reward = if next.is_none() { reward } else { 0.0 };
            let transition = Transition { features, next, reward };
            td::update(&mut values, &transition, self.settings.gamma, self.settings.alpha);
        }
        self.weights = Weights::new(self.weights.set(), values);
        // Without memory for another table it plays on with the weights that it has.
        if let Ok(searcher) = searcher(&self.weights, &self.settings) {
            self.searcher = searcher;
        }
        (self.on_learned)(&self.weights);
    }
}

fn searcher(weights: &Weights, settings: &PupilSettings) -> Result<Searcher, TableError> {
    let searcher = Searcher::new(weights, settings.entries, settings.threads)?;
    Ok(searcher.with_tables(Arc::clone(&settings.tables)))
}

impl Search for Pupil {
    fn clear(&mut self) {
        self.searcher.clear();
        self.seen.clear();
        self.side = None;
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> Report {
        self.seen.push(self.observe(game));
        self.side = Some(game.position().turn());
        self.searcher.search(game, limits, stop, on_info)
    }

    fn game_over(&mut self, _: &Game, result: GameResult) {
        if let Some(side) = self.side.take() {
            self.learn(reward(result, side));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::features::FeatureSet;

    #[test]
    fn a_won_game_makes_its_positions_better_and_a_lost_one_worse() {
        let start = Game::new("8/8/8/8/8/8/1b6/w7 w 0 1".parse().expect("a position"));
        for (winner, sign) in [(Color::White, 1.0), (Color::Black, -1.0)] {
            let (sender, learned) = mpsc::channel();
            let settings = PupilSettings {
                alpha: 0.1,
                gamma: 0.98,
                entries: 1000,
                threads: 1,
                tables: Tables::embedded(),
            };
            let zero = Weights::zero(FeatureSet::Basic);
            let tell = move |weights: &Weights| sender.send(weights.clone()).expect("the test listens");
            let mut pupil = Pupil::new(zero, settings, tell).expect("memory");
            pupil.clear();
            pupil.game_over(&start, GameResult::Win(winner));
            assert!(learned.try_recv().is_err(), "there was no move to learn from");
            pupil.search(&start, &Limits::depth(1), &AtomicBool::new(false), &mut |_| ());
            pupil.game_over(&start, GameResult::Win(winner));
            let weights = learned.try_recv().expect("new weights");
            let features = weights.set().values(&Observation::of(start.position()));
            let value: f64 = weights.values().iter().zip(features).map(|(w, f)| w * f64::from(f)).sum();
            assert!(value * sign > 0.0, "{winner}: {value}");
        }
    }
}
