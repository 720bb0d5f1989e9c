//! Where a game is played: a task that owns it, and the pages that look at it.
//!
//! Pages come and go; the game stays. Whoever looks holds a [`View`]; the task that plays notices when the last
//! one is gone, stops its engines, and ends after a while. It can be opened again from what is kept. Both games
//! are played by the same loop, [`play`], which knows of them what [`RoomGame`] says.

mod chess_game;
mod neighbours_game;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::sleep;

use crate::app::App;
use crate::protocol::Event;
use crate::refused::Refused;
use crate::store::Entry;

pub use chess_game::{ChessGame, ChessRequest};
pub use neighbours_game::{BoardRequest, NeighboursGame};

/// How long a game that nobody looks at stays in memory.
const PATIENCE: Duration = Duration::from_mins(10);
/// Requests that wait for a game.
const MOST_REQUESTS: usize = 16;

/// A game that is played in a room.
pub trait RoomGame: Sized + Send + 'static {
    /// What pages say about such games.
    type Message;
    /// What can be asked of a game that is open.
    type Request: Send;
    /// What happens without being asked for: engines answer, flags fall.
    type News: Send;

    /// The messages that open a game, for people.
    const OPENED_BY: &str;

    /// Tells messages that open a game from those to an open one. A new game is set up at once.
    fn read(message: Self::Message) -> Result<Asked<Self>, Refused>;

    /// Sets a game up again from the `resume` of its [`entry`](Self::entry).
    fn restore(id: &str, saved: &str) -> Result<Self, Refused>;

    /// The rooms of such games.
    fn rooms(app: &App) -> &Rooms<Self::Request>;

    /// By which the game is resumed.
    fn id(&self) -> &str;

    /// The whole game for pages.
    fn state(&self) -> Event;

    /// The whole game for the store.
    fn entry(&self) -> Entry;

    /// Lets the one who is to move think, and the clock run, as long as somebody looks.
    fn go_on(&mut self, app: &App, watched: bool);

    /// Waits for news. Nothing is lost when the future is dropped before it is ready.
    fn next(&mut self) -> impl Future<Output = Self::News> + Send;

    /// Takes news in.
    fn hear(&mut self, news: Self::News) -> Change;

    /// Does what is asked for.
    fn obey(&mut self, app: &App, request: Self::Request) -> Answer;
}

/// What a page asks for.
pub enum Asked<G: RoomGame> {
    /// A new game.
    New(Box<G>),
    /// A game in memory, or one that was kept.
    Resume {
        /// The game's id.
        id: String,
    },
    /// Something of the game that is open.
    Game(G::Request),
}

/// What news changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing that a page shows.
    Nothing,
    /// What pages show, but nothing that is kept.
    View,
    /// The game.
    Game,
}

/// What comes of a request that is obeyed.
pub enum Reply {
    /// The game changed, and every page that looks is told.
    Changed,
    /// An event for the page that asked.
    Event(Event),
    /// The same, but it takes a while, during which the page may say other things.
    Later(BoxFuture<'static, Result<Event, Refused>>),
}

/// What comes of a request.
pub type Answer = Result<Reply, Refused>;

/// Opens the room of a game and plays it there.
pub fn open<G: RoomGame>(app: &Arc<App>, game: G) -> Result<Room<G::Request>, Refused> {
    let (room, inside) = G::rooms(app).open(game.id(), game.state())?;
    if let Some(inside) = inside {
        tokio::spawn(play(game, Arc::clone(app), inside));
    }
    Ok(room)
}

/// Goes on with a game: one in memory, or one that was kept.
pub async fn resume<G: RoomGame>(app: &Arc<App>, id: &str) -> Result<Room<G::Request>, Refused> {
    if let Some(room) = G::rooms(app).find(id) {
        return Ok(room);
    }
    let saved = app.store.resume_text(id).await?;
    open(app, G::restore(id, &saved)?)
}

/// Plays until the game is forgotten.
async fn play<G: RoomGame>(mut game: G, app: Arc<App>, mut inside: Inside<G::Request>) {
    loop {
        let watched = inside.state.receiver_count() > 0;
        game.go_on(&app, watched);
        inside.state.send_replace(game.state());
        let change = loop {
            let change = tokio::select! {
                asked = inside.requests.recv() => {
                    let Some((request, answer)) = asked else { return };
                    let reply = game.obey(&app, request);
                    let changed = matches!(reply, Ok(Reply::Changed));
                    // A page that is gone needs no answer.
                    let _ = answer.send(reply);
                    if changed { Change::Game } else { Change::View }
                }
                news = game.next() => game.hear(news),
                () = inside.state.closed(), if watched => Change::View,
                () = inside.arrivals.notified() => Change::View,
                () = sleep(PATIENCE), if !watched => return,
            };
            if change != Change::Nothing {
                break change;
            }
        };
        if change == Change::Game {
            app.store.keep_soon(game.entry());
        }
    }
}

/// A request on its way to a game.
type Sent<R> = (R, oneshot::Sender<Answer>);

/// The way to a game.
#[derive(Debug)]
pub struct Room<R> {
    id: String,
    requests: mpsc::Sender<Sent<R>>,
    state: Arc<watch::Sender<Event>>,
    arrivals: Arc<Notify>,
}

impl<R> Clone for Room<R> {
    fn clone(&self) -> Self {
        Self {
            id: self.id.clone(),
            requests: self.requests.clone(),
            state: Arc::clone(&self.state),
            arrivals: Arc::clone(&self.arrivals),
        }
    }
}

/// The game's end of a room.
#[derive(Debug)]
struct Inside<R> {
    requests: mpsc::Receiver<Sent<R>>,
    state: Arc<watch::Sender<Event>>,
    /// Tells of those who begin to look.
    arrivals: Arc<Notify>,
}

/// What a page sees of a game.
pub type View = watch::Receiver<Event>;

impl<R> Room<R> {
    fn new(id: &str, state: Event) -> (Self, Inside<R>) {
        let (requests, receiver) = mpsc::channel(MOST_REQUESTS);
        let state = Arc::new(watch::Sender::new(state));
        let arrivals = Arc::new(Notify::new());
        let inside =
            Inside { requests: receiver, state: Arc::clone(&state), arrivals: Arc::clone(&arrivals) };
        (Self { id: id.to_owned(), requests, state, arrivals }, inside)
    }

    /// Looks at the game from now on.
    pub fn look(&self) -> View {
        let mut view = self.state.subscribe();
        view.mark_changed();
        self.arrivals.notify_one();
        view
    }

    /// Asks for something.
    pub async fn ask(&self, request: R) -> Answer {
        let (sender, answer) = oneshot::channel();
        let gone = || Refused::Missing(format!("game {} any more", self.id));
        self.requests.send((request, sender)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }

    fn is_open(&self) -> bool {
        !self.requests.is_closed()
    }
}

/// All games of a kind that are in memory.
#[derive(Debug)]
pub struct Rooms<R> {
    open: Mutex<HashMap<String, Room<R>>>,
    most: usize,
}

impl<R> Rooms<R> {
    /// No games yet, and so many at most.
    pub fn new(most: usize) -> Self {
        Self { open: Mutex::new(HashMap::new()), most }
    }

    fn find(&self, id: &str) -> Option<Room<R>> {
        self.open.lock().get(id).filter(|room| room.is_open()).cloned()
    }

    /// Opens a room, unless there are too many. A game that was opened meanwhile stays as it is.
    fn open(&self, id: &str, state: Event) -> Result<(Room<R>, Option<Inside<R>>), Refused> {
        let mut open = self.open.lock();
        open.retain(|_, room| room.is_open());
        if let Some(room) = open.get(id) {
            return Ok((room.clone(), None));
        }
        if open.len() >= self.most {
            return Err(Refused::Busy(format!("{} games are being played already", open.len())));
        }
        let (room, inside) = Room::new(id, state);
        open.insert(id.to_owned(), room.clone());
        Ok((room, Some(inside)))
    }
}
