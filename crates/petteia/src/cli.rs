//! What all commands share: Ctrl-C, the data folder, progress bars, the choice of an evaluator,
//! files of games, and usage errors.

pub mod evaluator;
pub mod games;
pub mod interrupt;
pub mod paths;
pub mod progress;
pub mod usage;
