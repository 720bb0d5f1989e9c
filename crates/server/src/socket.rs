//! The connection of a page: its messages and channels.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::analyse::{Analysis, Pace};
use crate::app::App;
use crate::lab::growth::Growth;
use crate::notation::read_game;
use crate::outbox::Outbox;
use crate::protocol::analyse::AnalyseRequest;
use crate::protocol::lab::LabRequest;
use crate::protocol::neighbours::NeighboursRequest;
use crate::protocol::study::StudyRequest;
use crate::protocol::watch::WatchRequest;
use crate::protocol::{ClientMessage, Request, ServerMessage};
use crate::refused::Refused;
use crate::review;
use crate::room::{
    self, Asked, BoardRequest, ChessGame, ChessRequest, NeighboursGame, Reply, Room, RoomGame, View,
};
use crate::study;
use crate::watch::{self, Watched};

/// Messages that wait for a page that reads slowly.
const MOST_UNREAD: usize = 64;

/// Pings in the time after which a silent page is gone.
const PINGS: u32 = 3;
/// Time for the last messages to a page.
const FAREWELL: Duration = Duration::from_secs(5);

/// Serves a page until its connection ends. `player` is the key by which its seats are known;
/// `is_local` says whether it is on this machine.
pub(crate) async fn talk(app: Arc<App>, socket: WebSocket, player: Arc<str>, is_local: bool) {
    let (sink, stream) = socket.split();
    let (messages, receiver) = mpsc::channel(MOST_UNREAD);
    let mut writer = tokio::spawn(write(sink, receiver, app.config.limits.silence / PINGS));
    let allowance = Allowance::new(app.config.limits.messages_per_second);
    let pace = Arc::default();
    let reader = Page { app, player, is_local, messages, channels: HashMap::new(), pace, allowance };
    reader.read(stream).await;
    // The page has taken its channels with it; the writer ends with their last message, unless the
    // page reads nothing.
    if timeout(FAREWELL, &mut writer).await.is_err() {
        writer.abort();
    }
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut messages: mpsc::Receiver<ServerMessage>,
    between_pings: Duration,
) {
    loop {
        let message = match timeout(between_pings, messages.recv()).await {
            Ok(Some(message)) => match serde_json::to_string(&message) {
                Ok(text) => Message::text(text),
                Err(_) => continue,
            },
            Ok(None) => break,
            Err(_) => Message::Ping(Bytes::new()),
        };
        if sink.send(message).await.is_err() {
            return;
        }
    }
    // The page may be gone.
    let _ = sink.close().await;
}

/// An open page.
struct Page {
    app: Arc<App>,
    player: Arc<str>,
    is_local: bool,
    messages: mpsc::Sender<ServerMessage>,
    channels: HashMap<u32, Channel>,
    pace: Arc<Pace>,
    allowance: Allowance,
}

/// What runs on a channel, and the task that sends its events, which ends with the channel.
struct Channel {
    topic: Topic,
    _task: JoinSet<()>,
}

enum Topic {
    Chess(Arc<Room<ChessRequest>>),
    Neighbours(Arc<Room<BoardRequest>>),
    Analysis,
    Watch(Watched),
    Growth,
}

impl Page {
    /// Reads messages until the connection ends or the page is silent for too long.
    async fn read(mut self, mut stream: SplitStream<WebSocket>) {
        let silence = self.app.config.limits.silence;
        while let Ok(Some(received)) = timeout(silence, stream.next()).await {
            match received {
                Ok(Message::Text(text)) => self.take(&text).await,
                Ok(Message::Binary(_)) => {
                    self.refuse(None, &Refused::bad("a binary message; expected JSON as text")).await;
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(Message::Close(_)) => return,
                Err(error) => {
                    // What follows in the stream cannot be read.
                    self.refuse(None, &Refused::Bad(format!("a damaged connection: {error}"))).await;
                    return;
                }
            }
        }
    }

    async fn take(&mut self, text: &str) {
        let is_allowed = self.allowance.spend();
        let most = self.app.config.limits.message_bytes;
        let read = ClientMessage::deserialize(text, most);
        if !is_allowed {
            let most = self.app.config.limits.messages_per_second;
            let refused = Refused::Busy(format!("more than {most} messages in a second"));
            let channel = read.map_or_else(|(channel, _)| channel, |(channel, _)| Some(channel));
            self.refuse(channel, &refused).await;
            // Who floods is read no faster than it may write.
            return sleep(self.allowance.pause()).await;
        }
        let (channel, request) = match read {
            Ok(message) => message,
            Err((channel, refused)) => return self.refuse(channel, &refused).await,
        };
        if let Err(refused) = self.obey(channel, request).await {
            self.refuse(Some(channel), &refused).await;
        }
    }

    async fn obey(&mut self, channel: u32, request: Request) -> Result<(), Refused> {
        let open = self.channels.get(&channel).map(|channel| &channel.topic);
        match request {
            Request::Play(message) => {
                let known = if let Some(Topic::Chess(room)) = open { Some(Arc::clone(room)) } else { None };
                self.game::<ChessGame>(channel, message, known, Topic::Chess).await
            }
            Request::Neighbours(message) => {
                self.check_agents(&message)?;
                let known =
                    if let Some(Topic::Neighbours(room)) = open { Some(Arc::clone(room)) } else { None };
                self.game::<NeighboursGame>(channel, message, known, Topic::Neighbours).await
            }
            Request::Analyse(request) => self.analyse(channel, &request),
            Request::Study(request) => self.study(channel, &request),
            Request::Watch(request) => self.watch(channel, &request),
            Request::Lab(request) => self.grow(channel, &request),
            Request::Close => {
                self.channels.remove(&channel);
                Ok(())
            }
        }
    }

    /// Checks that the network agents of a request may be asked: a page elsewhere does not choose
    /// where this machine connects to.
    fn check_agents(&self, message: &NeighboursRequest) -> Result<(), Refused> {
        let allowed = &self.app.config.agents;
        match message.agent_addresses().find(|address| !self.is_local && !allowed.contains(address)) {
            Some(address) => Err(Refused::Forbidden(format!(
                "the agent {address:?} is not in agents.toml; a page on the machine itself may choose any"
            ))),
            None => Ok(()),
        }
    }

    /// Opens a game on a channel, or passes a request to the open one.
    async fn game<G: RoomGame>(
        &mut self,
        channel: u32,
        message: G::Message,
        known: Option<Arc<Room<G::Request>>>,
        topic: impl FnOnce(Arc<Room<G::Request>>) -> Topic,
    ) -> Result<(), Refused> {
        self.check_room(channel)?;
        let room = match G::read(message, &self.player)? {
            Asked::New(game) => room::open(&self.app, *game)?,
            Asked::Resume(id) => {
                let room = room::resume::<G>(&self.app, &id).await?;
                if let Some(arrival) = G::arrival() {
                    room.ask(Arc::clone(&self.player), arrival).await?;
                }
                room
            }
            Asked::Game(request) => {
                let opened_by = G::OPENED_BY;
                let room = known.ok_or_else(|| {
                    Refused::Bad(format!("no game on this channel; expected {opened_by} first"))
                })?;
                let reply = room.ask(Arc::clone(&self.player), request).await?;
                self.reply(channel, reply).await;
                return Ok(());
            }
        };
        let task = forward::<G>(room.look(), Arc::clone(&self.player), self.outbox(channel));
        self.open(channel, topic(room), task);
        Ok(())
    }

    async fn reply(&self, channel: u32, reply: Reply) {
        let outbox = self.outbox(channel);
        match reply {
            Reply::Nothing | Reply::Changed => {}
            Reply::Event(event) => outbox.send(event).await,
            Reply::Later(event) => drop(tokio::spawn(async move {
                match event.await {
                    Ok(event) => outbox.send(event).await,
                    Err(refused) => outbox.refuse(&refused).await,
                }
            })),
        }
    }

    fn analyse(&mut self, channel: u32, request: &AnalyseRequest) -> Result<(), Refused> {
        self.check_room(channel)?;
        let (app, outbox, pace) = (Arc::clone(&self.app), self.outbox(channel), Arc::clone(&self.pace));
        match request {
            AnalyseRequest::Position(asked) => {
                let analysis = Analysis::new(asked)?;
                self.open(channel, Topic::Analysis, analysis.run(app, outbox, pace));
            }
            AnalyseRequest::Review { line } => {
                let task = review::run(read_game(line)?, line.chess960, app, outbox, pace);
                self.open(channel, Topic::Analysis, task);
            }
            AnalyseRequest::Judge { line, tried } => {
                let game = read_game(line)?;
                let tried = game.position().parse_uci(tried).map_err(Refused::bad)?;
                let task = review::judge(game, tried, line.chess960, app, outbox);
                self.open(channel, Topic::Analysis, task);
            }
            AnalyseRequest::Stop => drop(self.channels.remove(&channel)),
        }
        Ok(())
    }

    fn study(&mut self, channel: u32, request: &StudyRequest) -> Result<(), Refused> {
        self.check_room(channel)?;
        let (app, outbox, pace) = (Arc::clone(&self.app), self.outbox(channel), Arc::clone(&self.pace));
        match request {
            StudyRequest::Position { line, lines } => {
                let (game, lines) = (study::read_game(line)?, study::check_lines(*lines)?);
                self.open(channel, Topic::Analysis, study::look(game, lines, app, outbox, pace));
            }
            StudyRequest::Review { line } => {
                let game = study::read_game(line)?;
                self.open(channel, Topic::Analysis, study::review(game, app, outbox, pace));
            }
        }
        Ok(())
    }

    fn watch(&mut self, channel: u32, request: &WatchRequest) -> Result<(), Refused> {
        self.check_room(channel)?;
        let watched = match request {
            WatchRequest::Start(new) => self.app.matches.start(new)?,
            WatchRequest::Settle(asked) => self.app.matches.settle(asked)?,
            WatchRequest::Open { id } => self.app.matches.open(id)?,
            WatchRequest::Resume { id } => self.app.matches.resume(id)?,
            WatchRequest::Stop => {
                return match self.channels.get(&channel) {
                    Some(Channel { topic: Topic::Watch(watched), .. }) => watched.stop(),
                    _ => Err(Refused::bad("no match on this channel; expected `start` or `open` first")),
                };
            }
        };
        let task = watch::show(watched.clone(), self.outbox(channel));
        self.open(channel, Topic::Watch(watched), task);
        Ok(())
    }

    fn grow(&mut self, channel: u32, request: &LabRequest) -> Result<(), Refused> {
        self.check_room(channel)?;
        match request {
            LabRequest::Grow { fen, simulations } => {
                let growth = Growth::new(fen, *simulations)?;
                let task = growth.run(Arc::clone(&self.app), self.outbox(channel));
                self.open(channel, Topic::Growth, task);
            }
            LabRequest::Stop => drop(self.channels.remove(&channel)),
        }
        Ok(())
    }

    /// Checks that this channel is open already or another one may be opened.
    fn check_room(&self, channel: u32) -> Result<(), Refused> {
        let most = self.app.config.limits.channels;
        if self.channels.contains_key(&channel) || self.channels.len() < most {
            Ok(())
        } else {
            Err(Refused::Bad(format!("more than {most} channels; expected one of them to be closed first")))
        }
    }

    fn open(&mut self, channel: u32, topic: Topic, task: impl Future<Output = ()> + Send + 'static) {
        let task = JoinSet::from_iter([task]);
        self.channels.insert(channel, Channel { topic, _task: task });
    }

    fn outbox(&self, channel: u32) -> Outbox {
        Outbox { channel: Some(channel), messages: self.messages.clone() }
    }

    async fn refuse(&self, channel: Option<u32>, refused: &Refused) {
        Outbox { channel, messages: self.messages.clone() }.refuse(refused).await;
    }
}

/// Sends every change of a game to a page.
async fn forward<G: RoomGame>(mut view: View, player: Arc<str>, outbox: Outbox) {
    while view.changed().await.is_ok() {
        let event = view.borrow_and_update().clone();
        outbox.send(G::seen_by(&player, event)).await;
    }
}

impl ClientMessage {
    /// Reads a message. A bad one is refused on its channel, if that can be read.
    fn deserialize(text: &str, most: usize) -> Result<(u32, Request), (Option<u32>, Refused)> {
        #[derive(Deserialize)]
        struct Address {
            channel: u32,
        }
        if text.len() > most {
            let refused = Refused::Bad(format!("a message of {} bytes; expected {most} at most", text.len()));
            return Err((None, refused));
        }
        match serde_json::from_str::<Self>(text) {
            Ok(message) => Ok((message.channel, message.request)),
            Err(error) => {
                let channel = serde_json::from_str(text).ok().map(|Address { channel }| channel);
                Err((channel, Refused::Bad(format!("a bad message: {error}"))))
            }
        }
    }
}

/// A rate limit by the token bucket rule: `per_second` messages, and bursts of twice that.
struct Allowance {
    per_second: f64,
    left: f64,
    since: Instant,
}

impl Allowance {
    fn new(per_second: u32) -> Self {
        let per_second = f64::from(per_second);
        Self { per_second, left: 2.0 * per_second, since: Instant::now() }
    }

    fn spend(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.since).as_secs_f64() * self.per_second;
        self.left = (self.left + earned).min(2.0 * self.per_second);
        self.since = now;
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }

    /// Time in which one message is earned.
    fn pause(&self) -> Duration {
        Duration::from_secs_f64(1.0 / self.per_second.max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_messages_are_refused_on_their_channel() {
        for (text, channel, named) in [
            ("", None, "EOF"),
            ("[1, 2]", None, "bad message"),
            ("{\"channel\":7}", Some(7), "topic"),
            ("{\"channel\":7,\"topic\":\"cook\"}", Some(7), "cook"),
            ("{\"channel\":7,\"topic\":\"play\",\"request\":{\"type\":\"move\"}}", Some(7), "uci"),
            ("{\"channel\":-1,\"topic\":\"close\"}", None, "-1"),
        ] {
            let (found, refused) = ClientMessage::deserialize(text, 1000).expect_err(text);
            assert_eq!(found, channel, "{text}");
            assert!(refused.to_string().contains(named), "{text}: {refused}");
        }
        let long = " ".repeat(2000);
        let (_, refused) = ClientMessage::deserialize(&long, 1000).expect_err("too long");
        assert!(refused.to_string().contains("2000 bytes"));
        assert!(ClientMessage::deserialize("{\"channel\":1,\"topic\":\"close\"}", 1000).is_ok());
    }

    #[test]
    fn a_flood_of_messages_is_stopped() {
        let mut allowance = Allowance::new(10);
        let allowed = (0..1000).filter(|_| allowance.spend()).count();
        assert!((20..100).contains(&allowed), "{allowed}");
    }
}
