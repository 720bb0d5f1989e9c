//! A learning run: its settings, its generations and its folder.
//!
//! | file | content |
//! | --- | --- |
//! | `run.json` | settings, history and results so far; written last, so that all files fit together |
//! | `learner-N` | the network that learns, with its optimiser, after generation N |
//! | `player-N.policy` | the network that plays: the same one, unless a gate holds it back |
//! | `games-N.txt` | the positions of a generation's games, as long as they are learned from |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gamekit::{SplitMix64, write_whole};
use policy::{FileError, Loss, Net, Trainer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::ladder::{Contender, OPPONENTS, Pairing, Rating, contest, ratings};
use super::replay::{self, Replay, Sample};
use super::{Interrupted, parallel, selfplay};

/// The settings of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Config {
    /// How many generations it goes on.
    pub generations: u32,
    /// Games of a generation.
    pub games: u64,
    /// Simulations of each move.
    pub simulations: u64,
    /// Hidden units of the network.
    pub hidden: usize,
    /// Generations whose games are learned from.
    pub window: usize,
    /// How often each position is learned from, on average.
    pub epochs: f64,
    /// Positions of a step.
    pub batch: usize,
    /// Learning rate at the start and at the end, along half a cosine.
    pub rate: [f32; 2],
    /// The share of points that a new network must make against the one that plays, to replace it;
    /// none lets every network play.
    pub gate: Option<f64>,
    /// Half-moves at the start of a game that are drawn in proportion to the visits.
    pub exploring_plies: usize,
    /// The parameter of the noise at the root.
    pub noise_alpha: f32,
    /// The share of the noise.
    pub noise_share: f32,
    /// Generations between two visits to the ladder.
    pub ladder_period: u32,
    /// Games against each opponent there.
    pub ladder_games: u64,
    /// Nodes a move of both sides there.
    pub ladder_nodes: u64,
    /// The random seed.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            generations: 200,
            games: 500,
            simulations: 96,
            hidden: 128,
            window: 20,
            epochs: 4.0,
            batch: 1024,
            rate: [2e-3, 1e-4],
            gate: None,
            exploring_plies: 16,
            noise_alpha: 0.4,
            noise_share: 0.25,
            ladder_period: 10,
            ladder_games: 60,
            ladder_nodes: 400,
            seed: 1,
        }
    }
}

/// What a generation brought.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Its number, from one.
    pub generation: u32,
    /// Time since the start of the run, without interruptions.
    pub seconds: f64,
    /// Positions of its games.
    pub positions: u64,
    /// The mean loss of its steps: of the moves and of the value.
    pub loss: [f64; 2],
    /// The new network's score at the gate.
    pub gate: Option<f64>,
    /// The number of the network on the ladder, if it went there.
    pub contender: Option<usize>,
}

/// What is kept in `run.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Record {
    config: Config,
    seconds: f64,
    history: Vec<Row>,
    pairings: Vec<Pairing>,
}

/// A run cannot be saved or gone on with.
#[derive(Debug, Error)]
pub enum RunError {
    /// A file cannot be read or written.
    #[error("{path}: {error}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A file is not what it should be.
    #[error("{} is damaged", .0.display())]
    Damaged(PathBuf),
    /// A network cannot be read or written.
    #[error(transparent)]
    Net(#[from] FileError),
}

/// A learning run.
#[derive(Clone, Debug)]
pub struct Run {
    record: Record,
    trainer: Trainer,
    player: Arc<Net>,
    replay: Replay,
}

impl Run {
    /// A run that begins with a network that knows nothing.
    pub fn new(config: Config) -> Self {
        let net = Net::random(policy::neighbours::shape(config.hidden), config.seed);
        Self {
            record: Record { config, seconds: 0.0, history: Vec::new(), pairings: Vec::new() },
            player: Arc::new(net.clone()),
            trainer: Trainer::new(net),
            replay: Replay::default(),
        }
    }

    /// The settings.
    pub const fn config(&self) -> &Config {
        &self.record.config
    }

    /// The generations so far.
    pub fn history(&self) -> &[Row] {
        &self.record.history
    }

    /// The network that plays.
    pub const fn player(&self) -> &Arc<Net> {
        &self.player
    }

    /// How many generations are done.
    pub fn generation(&self) -> u32 {
        self.record.history.len() as u32
    }

    /// Whether all generations are done.
    pub fn is_finished(&self) -> bool {
        self.generation() >= self.config().generations
    }

    /// Ratings of the ladder's opponents, then of each network that went there.
    pub fn ratings(&self) -> Vec<Rating> {
        let contenders = self.record.history.iter().filter_map(|row| row.contender).max();
        ratings(contenders.map_or(OPPONENTS.len(), |last| last + 1), &self.record.pairings)
    }

    /// Plays, learns from and judges one more generation. Returns false, with nothing changed, if
    /// interrupted.
    pub fn step(&mut self, threads: usize, interrupted: &AtomicBool) -> bool {
        let mut next = self.clone();
        let done = next.advance(threads, interrupted).is_ok();
        if done {
            *self = next;
        }
        done
    }

    fn advance(&mut self, threads: usize, interrupted: &AtomicBool) -> Result<(), Interrupted> {
        let started = Instant::now();
        let generation = self.generation();
        if generation == 0 {
            self.rate_opponents(threads, interrupted)?;
        }
        let config = self.config().clone();
        let first = u64::from(generation) * config.games;
        let play = |number| selfplay::play(&self.player, &config, first + number);
        let games = parallel(threads, config.games, interrupted, play)?;
        let samples: Vec<Sample> = games.into_iter().flatten().collect();
        let positions = samples.len();
        self.replay.add(samples, config.window);
        let loss = self.learn(generation, positions, threads);
        let gate = self.pass_gate(threads, interrupted)?;
        let contender = self.climb(generation + 1, threads, interrupted)?;
        self.record.seconds += started.elapsed().as_secs_f64();
        self.record.history.push(Row {
            generation: generation + 1,
            seconds: self.record.seconds,
            positions: positions as u64,
            loss: [loss.policy, loss.value],
            gate,
            contender,
        });
        Ok(())
    }

    fn learn(&mut self, generation: u32, positions: usize, threads: usize) -> Loss {
        let config = &self.record.config;
        let progress = f64::from(generation) / f64::from(config.generations.max(1));
        let [first, last] = config.rate.map(f64::from);
        let rate = last + (first - last) * (1.0 + (std::f64::consts::PI * progress).cos()) / 2.0;
        let steps = (positions as f64 * config.epochs / config.batch.max(1) as f64).ceil() as usize;
        let mut rng =
            SplitMix64::new(SplitMix64::new(config.seed ^ 1 << 63).next_u64() ^ u64::from(generation));
        let mut sum = Loss::default();
        for _ in 0..steps {
            let loss = self.trainer.step(&self.replay.draw(config.batch, &mut rng), rate as f32, threads);
            sum = Loss { policy: sum.policy + loss.policy, value: sum.value + loss.value };
        }
        let steps = steps.max(1) as f64;
        Loss { policy: sum.policy / steps, value: sum.value / steps }
    }

    /// Lets the network that has learned play from now on, if it is good enough.
    fn pass_gate(&mut self, threads: usize, interrupted: &AtomicBool) -> Result<Option<f64>, Interrupted> {
        const GAMES: u64 = 100;
        let learned = Arc::new(self.trainer.net().clone());
        let score = if self.config().gate.is_none() {
            None
        } else {
            let players = [&learned, &self.player].map(|net| Contender::Net(Arc::clone(net)));
            let nodes = self.config().simulations;
            let tally = contest([&players[0], &players[1]], GAMES, nodes, threads, interrupted)?;
            Some(tally.score())
        };
        if score.is_none_or(|score| self.config().gate.is_none_or(|gate| score >= gate)) {
            self.player = learned;
        }
        Ok(score)
    }

    /// Plays the ladder's opponents against each other, neighbours on it only.
    fn rate_opponents(&mut self, threads: usize, interrupted: &AtomicBool) -> Result<(), Interrupted> {
        for stronger in 1..OPPONENTS.len() {
            self.pair([stronger, stronger - 1], None, threads, interrupted)?;
        }
        Ok(())
    }

    /// Sends the network to the ladder, if it is time. Returns its number there.
    fn climb(
        &mut self,
        generation: u32,
        threads: usize,
        interrupted: &AtomicBool,
    ) -> Result<Option<usize>, Interrupted> {
        let config = self.config();
        let is_due = generation == 1 || generation.is_multiple_of(config.ladder_period.max(1));
        if !is_due && generation < config.generations {
            return Ok(None);
        }
        let earlier = self.record.history.iter().filter(|row| row.contender.is_some()).count();
        let number = OPPONENTS.len() + earlier;
        for opponent in 0..OPPONENTS.len() {
            let net = Some(Contender::Net(Arc::clone(&self.player)));
            self.pair([number, opponent], net, threads, interrupted)?;
        }
        Ok(Some(number))
    }

    fn pair(
        &mut self,
        players: [usize; 2],
        net: Option<Contender>,
        threads: usize,
        interrupted: &AtomicBool,
    ) -> Result<(), Interrupted> {
        let Config { ladder_games, ladder_nodes, .. } = *self.config();
        let first = net.unwrap_or(Contender::Opponent(players[0]));
        let second = Contender::Opponent(players[1]);
        let tally = contest([&first, &second], ladder_games, ladder_nodes, threads, interrupted)?;
        self.record.pairings.push(Pairing::new(players, tally));
        Ok(())
    }

    /// Writes the run into its folder.
    pub fn save(&self, folder: &Path) -> Result<(), RunError> {
        let generation = self.generation();
        let files = Files { folder };
        self.trainer.save(&files.learner(generation))?;
        self.player.save(&files.player(generation))?;
        for (number, samples) in (1..=generation).rev().zip(self.replay.newest()) {
            let path = files.games(number);
            if number == generation || !path.exists() {
                Files::write(&path, &replay::to_text(samples))?;
            }
        }
        let record = serde_json::to_string_pretty(&self.record).expect("the record is plain data");
        Files::write(&files.record(), &record)?;
        // What the record no longer needs.
        let oldest = generation.saturating_sub(self.config().window as u32);
        for path in [
            generation.checked_sub(1).map(|last| files.learner(last)),
            generation.checked_sub(1).map(|last| files.player(last)),
            (oldest > 0).then(|| files.games(oldest)),
        ] {
            path.map(fs::remove_file).transpose().unwrap_or_default();
        }
        Ok(())
    }

    /// Whether a folder holds a run.
    pub fn record_file(folder: &Path) -> PathBuf {
        Files { folder }.record()
    }

    /// Reads a run from its folder, to go on with it.
    pub fn open(folder: &Path) -> Result<Self, RunError> {
        let files = Files { folder };
        let damaged = |path: PathBuf| RunError::Damaged(path);
        let text = Files::read(&files.record())?;
        let record: Record = serde_json::from_str(&text).map_err(|_| damaged(files.record()))?;
        let generation = record.history.len() as u32;
        let mut replay = Replay::default();
        let first = generation.saturating_sub(record.config.window as u32) + 1;
        for number in first..=generation {
            let path = files.games(number);
            let samples = replay::from_text(&Files::read(&path)?).ok_or_else(|| damaged(path))?;
            replay.add(samples, record.config.window);
        }
        let player = Arc::new(Net::open(&files.player(generation))?);
        Ok(Self { trainer: Trainer::open(&files.learner(generation))?, player, replay, record })
    }
}

/// The files of a run.
struct Files<'a> {
    folder: &'a Path,
}

impl Files<'_> {
    fn record(&self) -> PathBuf {
        self.folder.join("run.json")
    }

    fn learner(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("learner-{generation}"))
    }

    fn player(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("player-{generation}.policy"))
    }

    fn games(&self, generation: u32) -> PathBuf {
        self.folder.join(format!("games-{generation}.txt"))
    }

    fn read(path: &Path) -> Result<String, RunError> {
        fs::read_to_string(path).map_err(|error| RunError::File { path: path.to_owned(), error })
    }

    fn write(path: &Path, text: &str) -> Result<(), RunError> {
        write_whole(path, text).map_err(|error| RunError::File { path: path.to_owned(), error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> Config {
        Config {
            generations: 4,
            games: 6,
            simulations: 12,
            hidden: 16,
            window: 2,
            batch: 64,
            gate: Some(0.5),
            ladder_period: 2,
            ladder_games: 2,
            ladder_nodes: 20,
            ..Config::default()
        }
    }

    fn go_on(run: &mut Run, generations: u32, threads: usize) {
        while run.generation() < generations {
            assert!(run.step(threads, &AtomicBool::new(false)));
        }
    }

    /// What must be the same, which the time is not.
    fn outcome(run: &Run) -> (Net, Vec<Row>, Vec<Pairing>) {
        let timeless = |row: &Row| Row { seconds: 0.0, ..row.clone() };
        let history = run.history().iter().map(timeless).collect();
        ((**run.player()).clone(), history, run.record.pairings.clone())
    }

    #[test]
    fn neither_threads_nor_an_interruption_change_a_run() {
        let mut whole = Run::new(config());
        go_on(&mut whole, 4, 1);
        let folder = tempfile::tempdir().expect("a folder");
        let mut first = Run::new(config());
        go_on(&mut first, 3, 2);
        first.save(folder.path()).expect("it can be written");
        let mut resumed = Run::open(folder.path()).expect("it can be read");
        assert!(!resumed.step(1, &AtomicBool::new(true)), "interrupted");
        go_on(&mut resumed, 4, 2);
        assert_eq!(outcome(&whole), outcome(&resumed));
        assert!(resumed.is_finished());
        // The opponents, and the networks of generations 1, 2 and 4.
        assert_eq!(resumed.ratings().len(), OPPONENTS.len() + 3);
    }

    #[test]
    fn a_damaged_folder_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(matches!(Run::open(folder.path()), Err(RunError::File { .. })));
        let mut run = Run::new(config());
        go_on(&mut run, 1, 2);
        run.save(folder.path()).expect("it can be written");
        fs::write(folder.path().join("games-1.txt"), "nonsense").expect("it can be written");
        assert!(matches!(Run::open(folder.path()), Err(RunError::Damaged(_))));
    }
}
