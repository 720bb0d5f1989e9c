//! The engine of a game: searches on a thread of their own, on our time and on the opponent's.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chess::polyglot::{Book, BookError, BookMove};
use chess::{Game, Move, Position};
use engine::eval::Evaluator;
use engine::{Engine, Level, Limits, Settings, Stop};
use gamekit::table::TableError;
use gamekit::{Score, SplitMix64};
use parking_lot::Mutex;
use syzygy::Tables;
use thiserror::Error;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::config::EngineConfig;

/// Why the engine of the settings cannot play.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The hash table is too big.
    #[error(transparent)]
    Memory(#[from] TableError),
    /// There is no such book.
    #[error("book {path}", path = .path.display())]
    Book {
        /// The file.
        path: PathBuf,
        /// Why.
        source: BookError,
    },
    /// The tables cannot be used.
    #[error(transparent)]
    Tables(#[from] syzygy::OpenError),
}

/// Makes the engines of all games, and holds what they share.
pub(crate) struct Workshop {
    config: EngineConfig,
    evaluator: Evaluator,
    tables: Arc<Tables>,
    book: Option<Mutex<Book<File>>>,
    chance: Mutex<SplitMix64>,
}

impl Workshop {
    /// Opens books and tables, and makes one engine to see that there is memory for it.
    pub fn new(config: EngineConfig, evaluator: Evaluator) -> Result<Self, EngineError> {
        let open = |path: &PathBuf| {
            let opened = Book::open(path).map_err(|source| EngineError::Book { path: path.clone(), source });
            opened.map(Mutex::new)
        };
        let book = config.book.as_ref().map(open).transpose()?;
        let tables = if config.syzygy.is_empty() { Tables::empty() } else { Tables::open(&config.syzygy)? };
        let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let chance = Mutex::new(SplitMix64::new(time.as_nanos() as u64));
        let workshop = Self { config, evaluator, tables: Arc::new(tables), book, chance };
        workshop.engine()?;
        Ok(workshop)
    }

    /// A new engine. One of limited strength plays each game as another person.
    fn engine(&self) -> Result<Engine, TableError> {
        let mut engine = Engine::new(self.config.hash.get())?;
        let seed = self.chance.lock().next_u64();
        engine.set_settings(Settings {
            threads: self.config.threads.get(),
            move_overhead: Duration::from_millis(self.config.move_overhead),
            evaluator: self.evaluator.clone(),
            level: self.config.elo.map(|elo| Level::of_elo(elo).with_seed(seed)),
            ..Settings::default()
        });
        engine.set_tablebase(Arc::clone(&self.tables));
        Ok(engine)
    }

    fn book_move(&self, position: &Position) -> Option<Move> {
        let moves = self.book.as_ref()?.lock().moves(position).ok()?;
        BookMove::draw(&moves, &mut self.chance.lock())
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    /// The move; none if the game is over.
    pub best: Option<Move>,
    /// The reply that we expect.
    pub expected: Option<Move>,
    /// The score from our view; none for a move of the book.
    pub score: Option<Score>,
    pub depth: u32,
}

impl Thought {
    fn of_book(mv: Move) -> Self {
        Self { best: Some(mv), expected: None, score: None, depth: 0 }
    }
}

/// Something on the search's thread failed; the next search gets a new engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the search failed: {0}")]
pub(crate) struct SearchFailed(String);

/// The engine of a game.
pub(crate) struct Mind {
    workshop: Arc<Workshop>,
    /// Between searches; none before the first one.
    engine: Option<Engine>,
    search: Option<Search>,
}

struct Search {
    /// The game whose last position is searched.
    plies: usize,
    position: Position,
    is_pondering: bool,
    stop: Stop,
    thread: JoinHandle<Result<(Engine, Thought), TableError>>,
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Mind {
    pub fn new(workshop: Arc<Workshop>) -> Self {
        Self { workshop, engine: None, search: None }
    }

    /// Whether this position is being searched, be it on the opponent's time.
    pub fn is_about(&self, game: &Game) -> bool {
        self.search
            .as_ref()
            .is_some_and(|search| search.plies == game.moves().len() && search.position == *game.position())
    }

    /// The opponent has made the move that we expected; the rest of the search is on our time.
    pub fn use_pondering(&mut self) {
        if let Some(search) = self.search.as_mut().filter(|search| search.is_pondering) {
            search.is_pondering = false;
            search.stop.ponder_hit();
        }
    }

    /// Searches a game's last position, instead of whatever was searched before.
    pub async fn think(&mut self, game: &Game, limits: Limits) {
        self.halt().await;
        let workshop = Arc::clone(&self.workshop);
        let (engine, stop) = (self.engine.take(), Stop::default());
        let (plies, position, is_pondering) = (game.moves().len(), game.position().clone(), limits.ponder);
        let (game, stop_of_search) = (game.clone(), stop.clone());
        let thread = spawn_blocking(move || {
            let mut engine = engine.map_or_else(|| workshop.engine(), Ok)?;
            let book_move = workshop.book_move(game.position()).filter(|_| !limits.ponder);
            let thought = book_move
                .map_or_else(|| search(&mut engine, &game, &limits, &stop_of_search), Thought::of_book);
            Ok((engine, thought))
        });
        self.search = Some(Search { plies, position, is_pondering, stop, thread });
    }

    /// What the search on our time finds. If there is none, this waits for ever. Nothing is lost if
    /// this is not awaited to its end.
    pub async fn thought(&mut self) -> Result<Thought, SearchFailed> {
        let Some(search) = self.search.as_mut().filter(|search| !search.is_pondering) else {
            return std::future::pending().await;
        };
        let result = (&mut search.thread).await;
        self.search = None;
        let failed = |why: String| SearchFailed(why);
        let (engine, thought) =
            result.map_err(|error| failed(error.to_string()))?.map_err(|error| failed(error.to_string()))?;
        self.engine = Some(engine);
        Ok(thought)
    }

    /// Ends a search, and forgets what it found.
    pub async fn halt(&mut self) {
        if let Some(mut search) = self.search.take() {
            search.stop.stop();
            // A thread that failed took its engine along.
            self.engine = (&mut search.thread).await.ok().and_then(Result::ok).map(|(engine, _)| engine);
        }
    }
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits, stop: &Stop) -> Thought {
    let report = engine.search(game, limits, stop, |_| ());
    Thought {
        best: report.best,
        expected: report.ponder,
        score: Some(report.info.score),
        depth: report.info.depth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mind() -> Mind {
        let config = EngineConfig { hash: 1.try_into().unwrap(), ..EngineConfig::default() };
        Mind::new(Arc::new(Workshop::new(config, Evaluator::Classical).unwrap()))
    }

    fn depth(depth: u32, ponder: bool) -> Limits {
        Limits { depth: Some(depth), ponder, ..Limits::default() }
    }

    #[tokio::test]
    async fn a_search_on_our_time_finds_a_move() {
        let (mut mind, game) = (mind(), Game::default());
        mind.think(&game, depth(4, false)).await;
        assert!(mind.is_about(&game));
        let thought = mind.thought().await.unwrap();
        assert!(thought.best.is_some_and(|mv| game.position().is_legal(mv)) && thought.score.is_some());
        assert!(!mind.is_about(&game) && mind.engine.is_some());
    }

    #[tokio::test]
    async fn a_search_on_the_opponents_time_is_used_or_forgotten() {
        let (mut mind, mut game) = (mind(), Game::default());
        game.play(game.position().parse_uci("e2e4").unwrap()).unwrap();
        mind.think(&game, depth(3, true)).await;
        assert!(mind.is_about(&game) && !mind.is_about(&Game::default()));
        mind.use_pondering();
        let thought = mind.thought().await.unwrap();
        assert!(thought.best.is_some_and(|mv| game.position().is_legal(mv)));

        mind.think(&game, Limits { ponder: true, ..Limits::default() }).await;
        mind.halt().await;
        assert!(!mind.is_about(&game) && mind.engine.is_some(), "the engine is kept for the next search");
    }

    #[test]
    fn a_missing_book_is_named() {
        let config = EngineConfig { book: Some("no/such.bin".into()), ..EngineConfig::default() };
        let error = Workshop::new(config, Evaluator::Classical).err().unwrap();
        assert_eq!(error.to_string(), "book no/such.bin");
    }
}
