//! The way from a channel back to its page.

use tokio::sync::mpsc;

use crate::protocol::{Event, Refusal, ServerMessage};
use crate::refused::Refused;

/// Sends events to one channel of one page. A page that reads slowly slows its own channels down and nothing else.
#[derive(Clone, Debug)]
pub struct Outbox {
    channel: Option<u32>,
    messages: mpsc::Sender<ServerMessage>,
}

impl Outbox {
    /// The way to a channel; `None` is the page as a whole.
    pub fn new(channel: Option<u32>, messages: mpsc::Sender<ServerMessage>) -> Self {
        Self { channel, messages }
    }

    /// Sends an event, once there is room for it.
    pub async fn send(&self, event: Event) {
        // A page that is gone needs no answer.
        let _ = self.messages.send(ServerMessage { channel: self.channel, event }).await;
    }

    /// Tells why a request is not obeyed.
    pub async fn refuse(&self, refused: &Refused) {
        self.send(Event::Refused(Refusal::from(refused))).await;
    }
}
