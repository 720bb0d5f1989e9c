//! Ctrl-C: the first lets a command finish the work at hand, the second ends it at once. SIGTERM
//! counts as Ctrl-C.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result};

/// The exit code of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C sets. Call this once, before the work begins.
pub fn watch() -> Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let raise = Arc::clone(&interrupted);
    on_first(move || raise.store(true, Relaxed))?;
    Ok(interrupted)
}

/// Does this at the first Ctrl-C. Call it once, before the work begins.
pub fn on_first(act: impl Fn() + Send + 'static) -> Result<()> {
    let is_pressed = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if is_pressed.swap(true, Relaxed) {
            exit(INTERRUPTED);
        }
        act();
        eprintln!("\nfinishing the work at hand; Ctrl-C again ends at once");
    })
    .context("cannot listen for Ctrl-C")
}
