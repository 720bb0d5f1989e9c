//! What all commands share: how a run is interrupted, where files go, how progress is shown, which
//! evaluator plays, and how mistakes are told.

pub mod evaluator;
pub mod interrupt;
pub mod paths;
pub mod progress;
pub mod usage;
