//! Rooms: a task that owns a game, and the pages that look at it.
//!
//! Pages come and go; the game stays. Each page that looks holds a [`View`]. When the last one is
//! gone, the task stops its engines, and ends after a while; the game can be opened again from what
//! is kept. One loop, [`play`], plays both games; [`RoomGame`] is what it needs to know of them.

mod chess_game;
mod neighbours_game;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::sleep;

use crate::app::App;
use crate::entry::Entry;
use crate::protocol::Event;
use crate::refused::Refused;

pub use chess_game::{ChessGame, ChessRequest};
pub use neighbours_game::{BoardRequest, Holders, NeighboursGame, Visitor};

/// How long a game that no page looks at stays in memory.
const IDLE_TIME: Duration = Duration::from_mins(10);
/// Requests that wait for a game.
const MOST_REQUESTS: usize = 16;

/// A game that is played in a room.
pub trait RoomGame: Sized + Send + 'static {
    /// The protocol's requests for this kind of game.
    type Message;
    /// The requests to an open game.
    type Request: Send;
    /// What happens without a request: engines answer, flags fall.
    type News: Send;

    /// The messages that open a game, for an error message.
    const OPENED_BY: &str;

    /// Separates messages that open a game from those to an open one. A new game is set up at once.
    /// `player` is the key of the page.
    fn read(message: Self::Message, player: &str) -> Result<Asked<Self>, Refused>;

    /// Sets a game up again from the `resume` of its [`entry`](Self::entry).
    fn restore(id: &str, saved: &str) -> Result<Self, Refused>;

    /// The rooms of this kind of game.
    fn rooms(app: &App) -> &Rooms<Self::Request>;

    /// The id of the game.
    fn id(&self) -> &str;

    /// The whole game for pages.
    fn state(&self) -> Event;

    /// What a page gets to see of a state.
    fn seen_by(_player: &str, state: Event) -> Event {
        state
    }

    /// What a page that opens a kept game or one of others asks for, if anything.
    fn arrival() -> Option<Self::Request> {
        None
    }

    /// The whole game for the store.
    fn entry(&self) -> Entry;

    /// Lets the side to move think, and its clock run, while a page looks; otherwise stops both.
    fn go_on(&mut self, app: &App, watched: bool);

    /// Waits for news. Must be cancel safe.
    fn next(&mut self) -> impl Future<Output = Self::News> + Send;

    /// Handles news.
    fn hear(&mut self, news: Self::News) -> Change;

    /// Takes note that the game could not be kept, or that it could.
    fn note_keeping(&mut self, trouble: Option<String>) -> Change;

    /// Handles a request of a player.
    fn obey(&mut self, app: &App, player: &str, request: Self::Request) -> Answer;
}

/// What a page asks for.
pub enum Asked<G: RoomGame> {
    /// A new game.
    New(Box<G>),
    /// The game with this id, from memory or from the store.
    Resume(String),
    /// A request to the open game.
    Game(G::Request),
}

/// What news changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing that a page shows.
    Nothing,
    /// What pages show, but nothing that is kept.
    View,
    /// The game.
    Game,
}

/// The result of a request.
pub enum Reply {
    /// There is nothing to tell.
    Nothing,
    /// The game changed; every page that looks gets its state.
    Changed,
    /// An event for the page that asked.
    Event(Event),
    /// The same, after a while in which the page may send other requests.
    Later(BoxFuture<'static, Result<Event, Refused>>),
}

pub type Answer = Result<Reply, Refused>;

/// Opens a room for a game and starts its task.
pub fn open<G: RoomGame>(app: &Arc<App>, game: G) -> Result<Arc<Room<G::Request>>, Refused> {
    let (room, requests) = G::rooms(app).open(game.id(), game.state())?;
    if let Some(requests) = requests {
        tokio::spawn(play(game, Arc::clone(app), Arc::clone(&room), requests));
    }
    Ok(room)
}

/// Continues a game from memory or from the store.
pub async fn resume<G: RoomGame>(app: &Arc<App>, id: &str) -> Result<Arc<Room<G::Request>>, Refused> {
    if let Some(room) = G::rooms(app).find(id) {
        return Ok(room);
    }
    let saved = app.store.resume_text(id).await?;
    open(app, G::restore(id, &saved)?)
}

/// Plays until no page has looked for a while.
async fn play<G: RoomGame>(
    mut game: G,
    app: Arc<App>,
    room: Arc<Room<G::Request>>,
    mut requests: mpsc::Receiver<Sent<G::Request>>,
) {
    let (keeping, mut kept) = mpsc::unbounded_channel();
    loop {
        let watched = room.note_watchers();
        game.go_on(&app, watched);
        room.state.send_replace(game.state());
        let change = loop {
            let change = tokio::select! {
                Some(Sent { player, request, answer }) = requests.recv() => {
                    let reply = game.obey(&app, &player, request);
                    let changed = matches!(reply, Ok(Reply::Changed));
                    // The page may be gone.
                    let _ = answer.send(reply);
                    if changed { Change::Game } else { Change::View }
                }
                news = game.next() => game.hear(news),
                Some(trouble) = kept.recv() => game.note_keeping(trouble),
                () = room.state.closed(), if watched => Change::View,
                () = room.arrivals.notified() => Change::View,
                () = sleep(IDLE_TIME), if !watched => return,
                () = room.leave.notified() => return,
            };
            if change != Change::Nothing {
                break change;
            }
        };
        if change == Change::Game {
            let keeping = keeping.clone();
            app.store.keep_soon(game.entry(), move |result| {
                let trouble = result.err().map(|error| format!("the game cannot be kept: {error}"));
                // The room may be gone.
                let _ = keeping.send(trouble);
            });
        }
    }
}

/// A request on its way to a game.
struct Sent<R> {
    player: Arc<str>,
    request: R,
    answer: oneshot::Sender<Answer>,
}

/// The pages' end of a game.
pub struct Room<R> {
    id: String,
    requests: mpsc::Sender<Sent<R>>,
    state: watch::Sender<Event>,
    /// Notified when a page begins to look.
    arrivals: Notify,
    /// Notified when the room is needed for another game.
    leave: Notify,
    unwatched_since: Mutex<Option<Instant>>,
}

/// What a page sees of a game.
pub type View = watch::Receiver<Event>;

impl<R> Room<R> {
    /// Looks at the game from now on.
    pub fn look(&self) -> View {
        let mut view = self.state.subscribe();
        view.mark_changed();
        self.arrivals.notify_one();
        view
    }

    /// Sends a request of a player and waits for the answer.
    pub async fn ask(&self, player: Arc<str>, request: R) -> Answer {
        let (answer, answered) = oneshot::channel();
        let gone = || Refused::Missing(format!("game {} any more", self.id));
        self.requests.send(Sent { player, request, answer }).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    fn is_open(&self) -> bool {
        !self.requests.is_closed()
    }

    /// Whether a page looks; if not, since when is noted.
    fn note_watchers(&self) -> bool {
        let watched = self.state.receiver_count() > 0;
        let mut since = self.unwatched_since.lock();
        *since = if watched { None } else { Some(since.unwrap_or_else(Instant::now)) };
        watched
    }

    /// Since when no page has looked, if none does.
    fn unwatched_since(&self) -> Option<Instant> {
        self.unwatched_since.lock().filter(|_| self.state.receiver_count() == 0)
    }
}

/// All open games of a kind.
pub struct Rooms<R> {
    open: Mutex<HashMap<String, Arc<Room<R>>>>,
    most: usize,
    most_unwatched: usize,
}

/// An open room, and the requests to it if it is new.
type Opened<R> = (Arc<Room<R>>, Option<mpsc::Receiver<Sent<R>>>);

impl<R> Rooms<R> {
    pub fn new(most: usize, most_unwatched: usize) -> Self {
        Self { open: Mutex::new(HashMap::new()), most, most_unwatched }
    }

    fn find(&self, id: &str) -> Option<Arc<Room<R>>> {
        self.open.lock().get(id).filter(|room| room.is_open()).cloned()
    }

    /// Opens a room if there are not too many. The game that no page has looked at for longest makes
    /// room: it can be opened again from what is kept. A game that another page has just opened
    /// stays as it is.
    fn open(&self, id: &str, state: Event) -> Result<Opened<R>, Refused> {
        let mut open = self.open.lock();
        open.retain(|_, room| room.is_open());
        if let Some(room) = open.get(id) {
            return Ok((Arc::clone(room), None));
        }
        let unwatched = open.values().filter(|room| room.unwatched_since().is_some()).count();
        if unwatched >= self.most_unwatched || open.len() >= self.most {
            show_out_longest_unwatched(&mut open);
        }
        if open.len() >= self.most {
            return Err(Refused::Busy(format!("{} games are being played already", open.len())));
        }
        let (requests, receiver) = mpsc::channel(MOST_REQUESTS);
        let (id, state) = (id.to_owned(), watch::Sender::new(state));
        let room = Arc::new(Room {
            id: id.clone(),
            requests,
            state,
            arrivals: Notify::new(),
            leave: Notify::new(),
            unwatched_since: Mutex::new(None),
        });
        open.insert(id, Arc::clone(&room));
        Ok((room, Some(receiver)))
    }
}

fn show_out_longest_unwatched<R>(open: &mut HashMap<String, Arc<Room<R>>>) {
    let longest = open
        .values()
        .filter_map(|room| Some((room.unwatched_since()?, room)))
        .min_by_key(|(since, _)| *since);
    if let Some(id) = longest.map(|(_, room)| room.id.clone())
        && let Some(room) = open.remove(&id)
    {
        room.leave.notify_one();
    }
}
