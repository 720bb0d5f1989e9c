//! Work that blocks its thread.

use tokio::task::spawn_blocking;

use crate::refused::Refused;

/// Runs work that reads files or computes for long, without holding up other requests.
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refused> {
    spawn_blocking(work).await.map_err(Refused::internal)
}
