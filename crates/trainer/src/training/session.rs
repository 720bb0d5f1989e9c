//! The training loop.

use std::time::{Duration, Instant};

use gamekit::SplitMix64;
use nnue::{Architecture, Parameters};
use serde::{Deserialize, Serialize};

use super::{AdamW, Aim, Layout, Model, Recipe, Split, Workers};

/// A stage of a training. The result depends on the recipe and the data only: a session that is
/// [saved](Self::save) at any step and resumed ends with the same bits.
pub struct Session<'a> {
    /// The recipe with all stages.
    pub(super) plan: &'a Recipe,
    /// The recipe of this stage.
    recipe: Recipe,
    data: &'a Split,
    workers: Workers,
    /// The order of the positions in this epoch.
    order: Vec<u32>,
    pub(super) state: State,
}

/// The state of a session.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct State {
    pub stage: usize,
    pub model: Model,
    pub optimiser: AdamW,
    pub progress: Progress,
    /// Those of earlier stages as well.
    pub epochs: Vec<Epoch>,
    /// The model after the best epoch of this stage.
    pub best: Option<Model>,
}

/// What a stage starts with.
///
/// The optimiser is reset for each stage: its moments belong to other data and smaller steps, and
/// are forgotten after a few hundred steps anyway. So stages are the same as separate trainings,
/// each with the result of the one before as its `start`.
pub struct Origin {
    stage: usize,
    parameters: Parameters,
    epochs: Vec<Epoch>,
}

impl Origin {
    /// A network with random weights.
    pub fn random(arch: Architecture, seed: u64) -> Self {
        Self::from(Parameters::untrained(arch, &mut SplitMix64::new(seed)))
    }

    /// The stage, counted from zero.
    pub const fn stage(&self) -> usize {
        self.stage
    }
}

/// A trained network.
impl From<Parameters> for Origin {
    fn from(parameters: Parameters) -> Self {
        Self { stage: 0, parameters, epochs: Vec::new() }
    }
}

/// The progress of a session.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// Whole epochs of the stage.
    pub epoch: usize,
    /// Batches of the current epoch.
    pub batch: usize,
    /// The sum of the square errors over these batches.
    pub error: f64,
    /// Time spent on them.
    pub time: Duration,
}

/// The results of an epoch.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Epoch {
    /// The stage that it belongs to, counted from zero.
    pub stage: usize,
    /// The mean square error on training positions, each before its step.
    pub training: f64,
    /// The mean square error on validation positions, with the last value of `wdl`.
    pub validation: f64,
    /// The last learning rate.
    pub rate: f64,
    /// The last weight of the result.
    pub wdl: f64,
    /// Positions seen: all, except in a last epoch that is cut short.
    pub positions: usize,
    /// Time spent on training.
    pub time: Duration,
}

impl Epoch {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

impl<'a> Session<'a> {
    /// Starts a stage with its data.
    pub fn new(origin: Origin, recipe: &'a Recipe, data: &'a Split, threads: usize) -> Self {
        let Origin { stage, parameters, epochs } = origin;
        let state = State {
            stage,
            model: Model::from(&parameters),
            optimiser: AdamW::new(Layout::new(parameters.arch()), recipe.decay as f32),
            progress: Progress::default(),
            epochs,
            best: None,
        };
        Self::with_state(recipe, data, threads, state)
    }

    pub(super) fn with_state(plan: &'a Recipe, data: &'a Split, threads: usize, state: State) -> Self {
        let workers = Workers::new(state.model.layout(), threads);
        let recipe = plan.stage(state.stage);
        let mut session = Self { plan, recipe, data, workers, order: Vec::new(), state };
        session.shuffle();
        session
    }

    /// What the next stage starts with, if there is one: the best network.
    pub fn next_stage(&self) -> Option<Origin> {
        let stage = self.state.stage + 1;
        (stage < self.plan.stage_count()).then(|| Origin {
            stage,
            parameters: self.best().parameters(),
            epochs: self.state.epochs.clone(),
        })
    }

    /// The stage, counted from zero.
    pub const fn stage(&self) -> usize {
        self.state.stage
    }

    /// The progress in this stage.
    pub const fn progress(&self) -> Progress {
        self.state.progress
    }

    /// The epochs so far, those of earlier stages as well.
    pub fn epochs(&self) -> &[Epoch] {
        &self.state.epochs
    }

    /// The recipe of the stage.
    pub const fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The data.
    pub const fn data(&self) -> &'a Split {
        self.data
    }

    /// The number of the stage's epoch with the smallest validation error, from zero over all
    /// stages.
    pub fn best_epoch(&self) -> Option<usize> {
        let epochs =
            self.state.epochs.iter().enumerate().filter(|(_, epoch)| epoch.stage == self.state.stage);
        epochs.min_by(|(_, a), (_, b)| a.validation.total_cmp(&b.validation)).map(|(number, _)| number)
    }

    /// The network after the best epoch, or the current one in the first epoch.
    pub fn best(&self) -> &Model {
        self.state.best.as_ref().unwrap_or(&self.state.model)
    }

    /// Whether all steps are done or `patience` has run out.
    pub fn is_finished(&self) -> bool {
        let since_best = self.best_epoch().map_or(0, |best| self.state.epochs.len() - 1 - best);
        self.steps_done() >= self.steps()
            || self.recipe.patience.is_some_and(|patience| since_best >= patience)
    }

    /// Steps in the stage.
    pub fn steps(&self) -> usize {
        self.recipe.steps(self.batches(), self.batch_size())
    }

    /// Steps so far.
    pub fn steps_done(&self) -> usize {
        self.state.progress.epoch * self.batches() + self.state.progress.batch
    }

    /// Epochs in the stage, the last of which may be cut short.
    pub fn epochs_planned(&self) -> usize {
        self.steps().div_ceil(self.batches().max(1))
    }

    /// The batch size of the recipe, or a little less, so that all batches of an epoch have the
    /// same size.
    fn batch_size(&self) -> usize {
        let positions = self.data.training.len();
        positions.div_ceil(positions.div_ceil(self.recipe.batch).max(1)).max(1)
    }

    /// Steps in an epoch.
    pub fn batches(&self) -> usize {
        self.data.training.len().div_ceil(self.batch_size())
    }

    /// Positions seen in this epoch.
    pub fn learned(&self) -> usize {
        (self.state.progress.batch * self.batch_size()).min(self.data.training.len())
    }

    /// Trains on one batch; returns the epoch if this was its last one.
    pub fn step(&mut self) -> Option<Epoch> {
        let start = Instant::now();
        let (batch, steps_done, steps) = (self.state.progress.batch, self.steps_done(), self.steps());
        let done = steps_done as f64 / steps as f64;
        let (rate, wdl) = (self.recipe.rate_at(done), self.recipe.wdl.at(done));
        let size = self.batch_size();
        let positions = &self.order[batch * size..self.order.len().min((batch + 1) * size)];

        let State { model, optimiser, progress, .. } = &mut self.state;
        let aim = Aim { wdl: wdl as f32, loss: self.recipe.loss };
        progress.error += self.workers.add_gradients(model, &self.data.training, positions, aim);
        let threads = self.workers.threads();
        optimiser.step(model, self.workers.gradients_mut(), positions.len(), rate as f32, threads);
        progress.batch += 1;
        progress.time += start.elapsed();
        (batch + 1 == self.batches() || steps_done + 1 == steps).then(|| self.end_epoch(rate, wdl))
    }

    fn end_epoch(&mut self, rate: f64, wdl: f64) -> Epoch {
        let last_wdl = self.recipe.wdl.at(1.0) as f32;
        let validation = self.workers.error(&self.state.model, &self.data.validation, last_wdl);
        let Progress { epoch, error, time, .. } = self.state.progress;
        let positions = self.learned();
        let (stage, training) = (self.state.stage, error / positions as f64);
        let report = Epoch { stage, training, validation, rate, wdl, positions, time };
        self.state.epochs.push(report);
        if self.best_epoch() == Some(self.state.epochs.len() - 1) {
            self.state.best = Some(self.state.model.clone());
        }
        self.state.progress = Progress { epoch: epoch + 1, ..Progress::default() };
        self.shuffle();
        report
    }

    /// Fisher-Yates shuffle by the recipe's seed and the epoch.
    fn shuffle(&mut self) {
        let mut seeds = SplitMix64::new(self.recipe.seed);
        let mut rng = SplitMix64::new(seeds.next_u64() ^ self.state.progress.epoch as u64);
        self.order.clear();
        self.order.extend(0..self.data.training.len() as u32);
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, rng.below(last + 1));
        }
    }
}
