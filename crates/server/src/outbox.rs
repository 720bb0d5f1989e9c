//! The way from a channel back to its page.

use tokio::sync::mpsc;

use crate::protocol::{Event, Refusal, ServerMessage};
use crate::refused::Refused;

/// Sends events to one channel of a page. A page that reads slowly holds up only its own channels.
#[derive(Clone)]
pub struct Outbox {
    /// `None` for the page as a whole.
    pub channel: Option<u32>,
    pub messages: mpsc::Sender<ServerMessage>,
}

impl Outbox {
    /// Sends an event as soon as the page has room for it. If the page is gone, the event is lost.
    pub async fn send(&self, event: Event) {
        let _ = self.messages.send(ServerMessage { channel: self.channel, event }).await;
    }

    pub async fn refuse(&self, refused: &Refused) {
        self.send(Event::Refused(Refusal::from(refused))).await;
    }
}
