//! Saving and resuming a session.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `PTTRAIN` and the version of the format, 2 |
//! | 4 | the length of the head |
//! | n | the head in JSON: recipe, stage, data, progress and the epochs so far |
//! | n | weights; running means of the gradients and of their squares; the same two of the weights that king buckets share, if there are several; weights of the best epoch if there is one: 32-bit numbers in the order of [`Layout`] |
//! | 4 | the CRC-32 of everything before |
//!
//! Numbers are little-endian.

use std::fs;
use std::io;
use std::path::Path;

use gamekit::write_whole;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::session::{Epoch, Progress, State};
use super::{AdamW, Block, Layout, Model, Recipe, Session, Split};

const MAGIC: &[u8; 8] = b"PTTRAIN\x02";

/// Why a session cannot be resumed.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a checkpoint, or broken.
    #[error("not a checkpoint of a training, or broken: expected PTTRAIN, a session and its checksum")]
    Broken,
    /// The session was started with another recipe.
    #[error("started with another recipe: expected {key} to be {found}")]
    Recipe {
        /// The setting that differs.
        key: String,
        /// Its value in the session.
        found: String,
    },
    /// The session was started with other data.
    #[error(
        "started with {found:?} positions for training and validation: expected {expected:?}, as in the data"
    )]
    Data {
        /// Positions in the session.
        found: [usize; 2],
        /// Positions of the data.
        expected: [usize; 2],
    },
}

/// Everything except the weights.
#[derive(Serialize, Deserialize)]
struct Head {
    recipe: Recipe,
    stage: usize,
    positions: [usize; 2],
    progress: Progress,
    steps: u64,
    epochs: Vec<Epoch>,
    has_best: bool,
}

impl<'a> Session<'a> {
    /// Writes the session to a file, atomically.
    pub fn save(&self, path: &Path) -> Result<(), CheckpointError> {
        let State { stage, model, optimiser, progress, epochs, best } = &self.state;
        let head = Head {
            recipe: self.plan.clone(),
            stage: *stage,
            positions: positions(self.data()),
            progress: *progress,
            steps: optimiser.steps(),
            epochs: epochs.clone(),
            has_best: best.is_some(),
        };
        let head = serde_json::to_vec(&head).expect("a head is made of numbers, texts and lists");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for model in [model].into_iter().chain(optimiser.moments()).chain(best) {
            bytes.extend(model.blocks().iter().flat_map(Block::values).flat_map(|value| value.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(write_whole(path, bytes)?)
    }

    /// The stage in which a session was saved, whose data [`Self::resume`] needs.
    pub fn saved_stage(path: &Path, recipe: &Recipe) -> Result<usize, CheckpointError> {
        let bytes = fs::read(path)?;
        let (head, _) = parse(&bytes).ok_or(CheckpointError::Broken)?;
        match difference(&head.recipe, recipe) {
            Some((key, found)) => Err(CheckpointError::Recipe { key, found }),
            None => Ok(head.stage),
        }
    }

    /// Resumes a saved session.
    pub fn resume(
        path: &Path,
        recipe: &'a Recipe,
        data: &'a Split,
        threads: usize,
    ) -> Result<Self, CheckpointError> {
        let bytes = fs::read(path)?;
        let (head, numbers) = parse(&bytes).ok_or(CheckpointError::Broken)?;
        if let Some((key, found)) = difference(&head.recipe, recipe) {
            return Err(CheckpointError::Recipe { key, found });
        }
        let (found, expected) = (head.positions, positions(data));
        if found != expected {
            return Err(CheckpointError::Data { found, expected });
        }
        let arch = recipe.arch().map_err(|_| CheckpointError::Broken)?;
        let state = restore(head, numbers, Layout::new(arch)).ok_or(CheckpointError::Broken)?;
        Ok(Self::with_state(recipe, data, threads, state))
    }
}

fn positions(data: &Split) -> [usize; 2] {
    [data.training.len(), data.validation.len()]
}

/// The head, and the bytes of the weights.
fn parse(bytes: &[u8]) -> Option<(Head, &[u8])> {
    let (content, checksum) = bytes.split_last_chunk()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (length, rest) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (head, numbers) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((serde_json::from_slice(head).ok()?, numbers))
}

fn restore(head: Head, numbers: &[u8], layout: Layout) -> Option<State> {
    let mut numbers =
        numbers.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let mut model = |layout| {
        let mut model = Model::zeros(layout);
        for value in model.blocks_mut().iter_mut().flat_map(Block::values_mut) {
            *value = numbers.next()?;
        }
        Some(model)
    };
    let weights = model(layout)?;
    let optimiser = AdamW::restore(layout, head.recipe.decay as f32, head.steps, &mut model)?;
    let best = if head.has_best { Some(model(layout)?) } else { None };
    let Head { stage, progress, epochs, .. } = head;
    Some(State { stage, model: weights, optimiser, progress, epochs, best })
}

/// A setting in which two recipes differ, and its value in the first.
fn difference(one: &Recipe, other: &Recipe) -> Option<(String, String)> {
    let lines = |recipe: &Recipe| -> Vec<String> { recipe.to_toml().lines().map(str::to_owned).collect() };
    let others = lines(other);
    let line = lines(one).into_iter().find(|line| !others.contains(line));
    // All lines of the first are in the second: then the second has one more.
    let (line, found) = match line {
        Some(line) => (line, None),
        None if one == other => return None,
        None => match others.into_iter().find(|line| !lines(one).contains(line)) {
            Some(line) => (line, Some("absent")),
            None => return Some(("stage".to_owned(), "other stages".to_owned())),
        },
    };
    let (key, value) = line.split_once(" = ").unwrap_or((&line, "present"));
    Some((key.to_owned(), found.unwrap_or(value).to_owned()))
}
