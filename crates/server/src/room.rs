//! Where a game is played: a task that owns it, and the pages that look at it.
//!
//! Pages come and go; the game stays. Whoever looks holds a [`View`]; the task that plays notices when the last
//! one is gone, stops its engines, and ends after a while. It can be opened again from what is kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot, watch};

use crate::protocol::Event;
use crate::refused::Refused;

/// How long a game that nobody looks at stays in memory.
pub const PATIENCE: Duration = Duration::from_mins(10);
/// Requests that wait for a game.
const MOST_REQUESTS: usize = 16;

/// What comes of a request besides the new state.
pub type Answer = Result<Option<Event>, Refused>;

/// A request on its way to a game.
pub type Asked<R> = (R, oneshot::Sender<Answer>);

/// The way to a game.
#[derive(Debug)]
pub struct Room<R> {
    id: String,
    requests: mpsc::Sender<Asked<R>>,
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
pub struct Inside<R> {
    /// What is asked for.
    pub requests: mpsc::Receiver<Asked<R>>,
    /// Who looks, and what they see.
    pub state: Arc<watch::Sender<Event>>,
    /// Tells of those who begin to look.
    pub arrivals: Arc<Notify>,
}

impl<R> Inside<R> {
    /// Whether anybody looks.
    pub fn is_watched(&self) -> bool {
        self.state.receiver_count() > 0
    }
}

/// What a page sees of a game.
pub type View = watch::Receiver<Event>;

impl<R> Room<R> {
    /// A room with a game of this id in it.
    pub fn new(id: &str, state: Event) -> (Self, Inside<R>) {
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

    /// The room of a game that is in memory.
    pub fn find(&self, id: &str) -> Option<Room<R>> {
        self.lock().get(id).filter(|room| room.is_open()).cloned()
    }

    /// Opens a room, unless there are too many. A game that was opened meanwhile stays as it is.
    pub fn open(&self, id: &str, state: Event) -> Result<(Room<R>, Option<Inside<R>>), Refused> {
        let mut open = self.lock();
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

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Room<R>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
