//! What all commands share: how a run is interrupted, where files go, how progress is shown, and
//! how mistakes are told.

pub mod usage;
