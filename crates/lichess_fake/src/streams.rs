//! Open streams, each a request that is still being answered.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// The streams that are open.
#[derive(Default)]
pub struct Streams(Vec<(String, mpsc::UnboundedSender<String>)>);

impl Streams {
    /// Opens a stream that begins with these lines, and has an empty line whenever nothing happens.
    pub fn open(&mut self, path: &str, lines: &[String], keep_alive: Duration) -> Response {
        let (sender, receiver) = mpsc::unbounded_channel();
        for line in lines {
            let _ = sender.send(format!("{line}\n"));
        }
        self.0.push((path.to_owned(), sender));
        let texts = stream::unfold(receiver, move |mut receiver| async move {
            let text = match timeout(keep_alive, receiver.recv()).await {
                Ok(text) => text?,
                Err(_) => "\n".to_owned(),
            };
            Some((Ok::<_, Infallible>(text), receiver))
        });
        ([("content-type", "application/x-ndjson")], Body::from_stream(texts)).into_response()
    }

    /// Writes to all streams whose path contains `part`; forgets those that nobody reads.
    pub fn write(&mut self, part: &str, text: &str) {
        self.0.retain(|(path, sender)| !path.contains(part) || sender.send(text.to_owned()).is_ok());
    }

    /// The streams whose path contains `part`.
    pub fn count(&self, part: &str) -> usize {
        self.0.iter().filter(|(path, _)| path.contains(part)).count()
    }

    /// Ends all streams whose path contains `part`.
    pub fn cut(&mut self, part: &str) {
        self.0.retain(|(path, _)| !path.contains(part));
    }
}
