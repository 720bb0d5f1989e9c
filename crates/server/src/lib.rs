//! Petteia in the browser.

pub mod protocol;
