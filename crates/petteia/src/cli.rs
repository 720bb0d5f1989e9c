//! What all commands share: Ctrl-C, the data folder, progress bars, the choice of an evaluator, and
//! usage errors.

pub mod evaluator;
pub mod interrupt;
pub mod paths;
pub mod progress;
pub mod usage;
