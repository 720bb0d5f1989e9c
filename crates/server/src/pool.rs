//! Engines for everybody: a few threads that search, and a fair queue before them.
//!
//! Moves of games come first, since a player waits for them; analysis takes turns. An analysis that
//! nobody waits behind goes on for as long as it is wanted; where others wait it is put back at the end
//! of the queue after a slice of time, which is the shorter the more wait. Its next slice is twice as long, so
//! that it does not only ever see the same shallow depths.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use chess::{Game, Move};
use engine::eval::Evaluator;
use engine::{Engine, Level, Limits, SearchInfo, Settings, Stop};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use crate::refused::Refused;

/// The first slice of an analysis when few wait.
const SLICE: Duration = Duration::from_millis(500);
/// It is halved when so many wait, cut to a third when twice as many do, and so on,
const CROWD: u32 = 8;
/// but never shorter than this.
const LEAST_SLICE: Duration = Duration::from_millis(50);
/// Errands of players in a row while an analysis waits.
const URGENT_IN_A_ROW: u32 = 4;

/// What to search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The game whose last position is searched.
    pub game: Game,
    /// When to stop; an infinite search may be interrupted and begun again.
    pub limits: Limits,
    /// How many best lines to find.
    pub lines: usize,
    /// The strength to play at; none for full strength.
    pub level: Option<Level>,
    /// Whether a player waits for it.
    pub urgent: bool,
}

/// What is told of a search.
#[derive(Clone, Debug)]
pub enum News {
    /// An engine works on it from now on; again after each interruption.
    Started,
    /// A line.
    Info(SearchInfo),
    /// The end.
    Done {
        /// The best move, if there is one.
        best: Option<Move>,
    },
}

/// A search that was asked for. Dropping it ends the search.
#[derive(Debug)]
pub struct Ticket {
    news: UnboundedReceiver<News>,
    stop: Stop,
    shared: Arc<Shared>,
    /// How many waited before it when it was asked for.
    pub ahead: u32,
}

impl Ticket {
    /// The next news; `None` after the end.
    pub async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.stop();
        self.shared.lock().share_time();
    }
}

/// An answer that is computed by a thread of the pool. Dropping it breaks the work off.
#[derive(Debug)]
pub struct Errand<T> {
    answer: oneshot::Receiver<T>,
    cancelled: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl<T> Errand<T> {
    /// The answer; `None` if the work failed.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Errand<T> {
    fn drop(&mut self) {
        self.cancelled.store(true, Relaxed);
        self.shared.lock().share_time();
    }
}

/// The engines and the queue before them.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    workers: usize,
    most_waiting: usize,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    evaluator: OnceLock<Evaluator>,
}

#[derive(Debug, Default)]
struct Queue {
    urgent: VecDeque<Job>,
    patient: VecDeque<Job>,
    urgent_in_a_row: u32,
    /// The analysis that each thread works on, if it does.
    running: Vec<Option<Turn>>,
    closed: bool,
}

/// An analysis that has an engine.
#[derive(Debug)]
struct Turn {
    number: u32,
    started: Instant,
    stop: Stop,
}

enum Job {
    Search { search: Box<Search>, news: UnboundedSender<News>, stop: Stop, turn: u32 },
    Errand { work: Box<dyn FnOnce(&AtomicBool) + Send>, cancelled: Arc<AtomicBool> },
}

impl Job {
    fn is_cancelled(&self) -> bool {
        match self {
            Self::Search { stop, .. } => stop.is_stopped(),
            Self::Errand { cancelled, .. } => cancelled.load(Relaxed),
        }
    }
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("cancelled", &self.is_cancelled()).finish_non_exhaustive()
    }
}

impl Pool {
    /// So many engines with tables of so many megabytes. They are made when they are first needed.
    pub fn new(workers: usize, hash_megabytes: usize, most_waiting: usize) -> Self {
        let shared = Arc::new(Shared::default());
        shared.lock().running.resize_with(workers, || None);
        for thread in 0..workers {
            let shared = Arc::clone(&shared);
            thread::spawn(move || work(&shared, thread, hash_megabytes));
        }
        Self { shared, workers, most_waiting }
    }

    /// How many search at a time.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// How the engines judge positions.
    pub fn evaluator(&self) -> &Evaluator {
        self.shared.evaluator()
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.shared.lock().waiting()
    }

    /// Asks for a search.
    pub fn search(&self, search: Search) -> Result<Ticket, Refused> {
        let (sender, news) = unbounded_channel();
        let stop = Stop::default();
        let urgent = search.urgent;
        let job = Job::Search { search: Box::new(search), news: sender, stop: stop.clone(), turn: 0 };
        let ahead = self.submit(job, urgent)?;
        Ok(Ticket { news, stop, shared: Arc::clone(&self.shared), ahead })
    }

    /// Asks for anything else that takes a processor for a while; `errand` looks whether it is cancelled.
    pub fn run<T: Send + 'static>(
        &self,
        errand: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<Errand<T>, Refused> {
        let (sender, answer) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let work = Box::new(move |cancelled: &AtomicBool| {
            // Whoever asked may be gone.
            let _ = sender.send(errand(cancelled));
        });
        self.submit(Job::Errand { work, cancelled: Arc::clone(&cancelled) }, true)?;
        Ok(Errand { answer, cancelled, shared: Arc::clone(&self.shared) })
    }

    fn submit(&self, job: Job, urgent: bool) -> Result<u32, Refused> {
        let mut queue = self.shared.lock();
        let waiting = queue.waiting();
        if waiting >= self.most_waiting {
            return Err(Refused::Busy(format!("{waiting} searches wait for an engine already")));
        }
        let ahead = if urgent { queue.urgent.len() } else { waiting };
        if urgent {
            queue.urgent.push_back(job);
        } else {
            queue.patient.push_back(job);
        }
        queue.share_time();
        drop(queue);
        self.shared.ready.notify_one();
        Ok(ahead as u32)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.share_time();
        drop(queue);
        self.shared.ready.notify_all();
    }
}

impl Shared {
    /// How all engines judge positions; unpacked when it is first needed.
    fn evaluator(&self) -> &Evaluator {
        self.evaluator.get_or_init(Evaluator::default)
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; `None` when there will be no more.
    fn take(&self) -> Option<Job> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(job) = queue.pop() {
                queue.share_time();
                return Some(job);
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The analysis of a thread begins or ends. It has a slice of time if others wait.
    fn set_running(&self, thread: usize, turn: Option<Turn>) {
        let mut queue = self.lock();
        queue.running[thread] = turn;
        queue.share_time();
    }

    fn put_back(&self, job: Job) {
        let mut queue = self.lock();
        queue.patient.push_back(job);
        queue.share_time();
        drop(queue);
        self.ready.notify_one();
    }
}

impl Queue {
    fn pop(&mut self) -> Option<Job> {
        let analysis_is_due = self.urgent_in_a_row >= URGENT_IN_A_ROW && !self.patient.is_empty();
        if !analysis_is_due && let Some(job) = self.urgent.pop_front() {
            self.urgent_in_a_row += 1;
            return Some(job);
        }
        self.urgent_in_a_row = 0;
        self.patient.pop_front()
    }

    fn waiting(&self) -> usize {
        self.urgent.len() + self.patient.len()
    }

    /// Forgets what is not wanted any more, and gives the running analyses as long as those who
    /// wait leave them.
    fn share_time(&mut self) {
        for jobs in [&mut self.urgent, &mut self.patient] {
            jobs.retain(|job| !job.is_cancelled());
        }
        let waiting = self.waiting() as u32;
        for Turn { number, started, stop } in self.running.iter().flatten() {
            if self.closed {
                stop.stop();
            }
            stop.set_deadline((waiting > 0).then(|| *started + slice(*number, waiting)));
        }
    }
}

/// A thread of the pool.
fn work(shared: &Shared, thread: usize, hash_megabytes: usize) {
    let mut engine = None;
    while let Some(job) = shared.take() {
        match job {
            job if job.is_cancelled() => {}
            Job::Errand { work, cancelled } => work(&cancelled),
            Job::Search { search, news, stop, turn } => {
                if engine.is_none() {
                    engine = Engine::new(hash_megabytes).ok();
                    if let Some(engine) = &mut engine {
                        let evaluator = shared.evaluator().clone();
                        engine.set_settings(Settings { evaluator, ..engine.settings().clone() });
                    }
                }
                let Some(engine) = &mut engine else {
                    // Not enough memory for a table: the asker hears of an end without a move.
                    let _ = news.send(News::Done { best: None });
                    continue;
                };
                let is_analysis = search.limits.infinite;
                if is_analysis {
                    let started = Instant::now();
                    shared.set_running(thread, Some(Turn { number: turn, started, stop: stop.clone() }));
                }
                let best = run(engine, &search, &news, &stop);
                shared.set_running(thread, None);
                if is_analysis && !stop.is_stopped() {
                    shared.put_back(Job::Search { search, news, stop, turn: turn + 1 });
                } else {
                    let _ = news.send(News::Done { best });
                }
            }
        }
    }
}

/// How long an analysis may take in its nth turn while so many wait.
fn slice(turn: u32, waiting: u32) -> Duration {
    let fair = SLICE * 2_u32.pow(turn.min(6)) / (1 + waiting / CROWD);
    fair.max(LEAST_SLICE)
}

fn run(engine: &mut Engine, search: &Search, news: &UnboundedSender<News>, stop: &Stop) -> Option<Move> {
    // The evaluator stays: a net is large, and one is enough for all.
    let settings = Settings { lines: search.lines, level: search.level, ..engine.settings().clone() };
    engine.set_settings(settings);
    // Nobody listens any more only if nobody cares.
    let _ = news.send(News::Started);
    let tell = |info: &SearchInfo| drop(news.send(News::Info(info.clone())));
    engine.search(&search.game, &search.limits, stop, tell).best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(limits: Limits, urgent: bool) -> Search {
        Search { game: Game::default(), limits, lines: 1, level: None, urgent }
    }

    fn infinite() -> Search {
        search(Limits { infinite: true, ..Limits::default() }, false)
    }

    #[tokio::test]
    async fn a_search_is_told_from_start_to_end() {
        let pool = Pool::new(1, 1, 10);
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let mut ticket = pool.search(search(limits, true)).expect("there is room");
        assert!(matches!(ticket.next().await, Some(News::Started)));
        let mut lines = 0;
        let best = loop {
            match ticket.next().await.expect("news") {
                News::Info(_) => lines += 1,
                News::Done { best } => break best,
                News::Started => panic!("nothing interrupts it"),
            }
        };
        assert!(lines >= 4 && best.is_some());
        assert!(ticket.next().await.is_none());
    }

    #[tokio::test]
    async fn analyses_take_turns_and_players_go_first() {
        let pool = Pool::new(1, 1, 10);
        let mut analyses: Vec<Ticket> =
            (0..3).map(|_| pool.search(infinite()).expect("there is room")).collect();
        assert!(matches!(analyses[0].next().await, Some(News::Started)));
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let mut urgent = pool.search(search(limits, true)).expect("there is room");
        assert_eq!(urgent.ahead, 0, "analyses do not count before a player's move");
        while !matches!(urgent.next().await.expect("news"), News::Done { .. }) {}
        for analysis in &mut analyses[1..] {
            assert!(matches!(analysis.next().await, Some(News::Started)));
        }
        // The first one gets another turn.
        loop {
            match analyses[0].next().await.expect("news") {
                News::Started => break,
                News::Info(_) => {}
                News::Done { .. } => panic!("an infinite search does not end by itself"),
            }
        }
    }

    #[test]
    fn slices_grow_with_patience_and_shrink_in_a_crowd() {
        assert_eq!(slice(0, 1), SLICE);
        assert_eq!(slice(1, 1), 2 * SLICE);
        assert!(slice(0, 100) < SLICE / 10 + LEAST_SLICE);
        assert_eq!(slice(0, 10_000), LEAST_SLICE);
        assert!(slice(100, 1) < Duration::from_mins(1));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_cancelled_searches_make_room() {
        let pool = Pool::new(1, 1, 2);
        let mut running = pool.search(infinite()).expect("there is room");
        assert!(matches!(running.next().await, Some(News::Started)));
        let waiting = [(); 2].map(|()| pool.search(infinite()).expect("there is room"));
        let refused = pool.search(infinite()).expect_err("the queue is full");
        assert_eq!(refused.to_string(), "2 searches wait for an engine already; try again later");
        drop(waiting);
        assert!(pool.search(infinite()).is_ok());
    }

    #[tokio::test]
    async fn an_errand_hears_that_it_is_not_wanted_any_more() {
        let pool = Pool::new(1, 1, 2);
        let (sender, receiver) = oneshot::channel();
        let errand = pool.run(move |cancelled| {
            while !cancelled.load(Relaxed) {
                thread::yield_now();
            }
            sender.send("ended")
        });
        drop(errand);
        // Dropped before it began, or ended by its own look.
        assert!(matches!(receiver.await, Ok("ended") | Err(_)));
        assert_eq!(pool.run(|_| 7).expect("there is room").answer().await, Some(7));
    }
}
