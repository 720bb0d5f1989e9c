//! Ctrl-C: the first one lets a command finish what it is at, the second ends it.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result};

/// What the shell is told of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C sets. To be called once, before the work begins.
pub fn watch() -> Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&interrupted);
    ctrlc::set_handler(move || {
        if raise.swap(true, Relaxed) {
            exit(INTERRUPTED);
        }
        eprintln!("\nfinishing what has begun; Ctrl-C again ends at once");
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(interrupted)
}
