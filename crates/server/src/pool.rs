//! Engines for all pages: a few search threads behind a fair queue.
//!
//! Moves in games come first, since a player waits for them; analyses take turns. While no other
//! search waits, an analysis runs for as long as its page wants it. Otherwise it goes back to the
//! end of the queue after a slice of time, which is shorter the more searches wait. Its next slice
//! is twice as long, so that it gets beyond the depths that it has already seen.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use chess::{Game, Move};
use engine::eval::Evaluator;
use engine::{Engine, Level, Limits, SearchInfo, Settings, Stop};
use parking_lot::{Condvar, Mutex};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use crate::refused::Refused;

/// The first slice of an analysis.
const SLICE: Duration = Duration::from_millis(500);
/// The slice is halved when this many searches wait, a third when twice as many do, and so on.
const CROWD: u32 = 8;
const SHORTEST_SLICE: Duration = Duration::from_millis(50);
/// Urgent jobs in a row while an analysis waits.
const URGENT_IN_A_ROW: u32 = 4;

/// What to search.
#[derive(Clone)]
pub struct Search {
    /// The game whose last position is searched.
    pub game: Game,
    /// When to stop; an infinite search may be interrupted and started again.
    pub limits: Limits,
    /// Number of best lines to find.
    pub lines: usize,
    /// Playing strength; `None` for full strength.
    pub level: Option<Level>,
    /// Whether a player waits for it.
    pub urgent: bool,
    /// Whether castling is written as in Chess960, where it is written at all.
    pub chess960: bool,
}

/// What is known of the engine that searches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    pub name: String,
    /// The net it evaluates with, if it says so.
    pub net: Option<String>,
    pub threads: Option<u32>,
    pub hash_megabytes: Option<u32>,
}

/// The course of a search.
#[derive(Clone, Debug)]
pub enum News {
    /// The engine that will search, unless it is one of the pool.
    Engine(Identity),
    /// An engine works on it from now on; again after each interruption.
    Started,
    /// A line.
    Info(SearchInfo),
    /// The end.
    Done {
        /// The best move, if there is one.
        best: Option<Move>,
    },
    /// The engine failed: there will be no other news.
    Failed(Refused),
}

/// A search that was requested. Dropping it ends the search.
pub struct Ticket {
    news: UnboundedReceiver<News>,
    stop: Stop,
    /// The pool that runs it; `None` if it runs in a process of its own.
    shared: Option<Arc<Shared>>,
    /// Number of searches that were ahead of it in the queue at the start.
    pub ahead: u32,
}

impl Ticket {
    /// A search in a process of its own, which ends when `stop` says so.
    pub fn of_process(news: UnboundedReceiver<News>, stop: Stop) -> Self {
        Self { news, stop, shared: None, ahead: 0 }
    }

    /// The next news; `None` after the end.
    pub async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(shared) = &self.shared {
            shared.change(|_| ());
        }
    }
}

/// Other work on a thread of the pool. Dropping it cancels the work.
pub struct Work<T> {
    result: oneshot::Receiver<T>,
    cancelled: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl<T> Work<T> {
    /// Waits for the result; `None` if the work panicked.
    pub async fn result(&mut self) -> Option<T> {
        (&mut self.result).await.ok()
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.cancelled.store(true, Relaxed);
        self.shared.change(|_| ());
    }
}

/// The engines and the queue in front of them.
pub struct Pool {
    shared: Arc<Shared>,
    workers: usize,
    hash_megabytes: usize,
    most_waiting: usize,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    evaluator: OnceLock<Evaluator>,
}

#[derive(Default)]
struct Queue {
    urgent: VecDeque<Job>,
    patient: VecDeque<Job>,
    urgent_in_a_row: u32,
    /// The analysis on each thread.
    running: Vec<Option<Turn>>,
    closed: bool,
}

/// An analysis that has an engine.
struct Turn {
    number: u32,
    started: Instant,
    stop: Stop,
}

enum Job {
    Search(Box<SearchJob>),
    Work { work: Box<dyn FnOnce(&AtomicBool) + Send>, cancelled: Arc<AtomicBool> },
}

struct SearchJob {
    search: Search,
    news: UnboundedSender<News>,
    stop: Stop,
    /// How often it was interrupted.
    turn: u32,
}

impl Job {
    fn is_cancelled(&self) -> bool {
        match self {
            Self::Search(job) => job.stop.is_stopped(),
            Self::Work { cancelled, .. } => cancelled.load(Relaxed),
        }
    }
}

impl Pool {
    /// A pool of this many engines. Each is created when it is first needed.
    pub fn new(workers: usize, hash_megabytes: usize, most_waiting: usize) -> Self {
        let shared = Arc::new(Shared::default());
        shared.queue.lock().running.resize_with(workers, || None);
        for thread in 0..workers {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.work(thread, hash_megabytes));
        }
        Self { shared, workers, hash_megabytes, most_waiting }
    }

    /// Number of engines.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// The evaluator of all engines.
    pub fn evaluator(&self) -> &Evaluator {
        self.shared.evaluator()
    }

    /// What all engines of the pool are.
    pub fn identity(&self) -> Identity {
        let net = match self.evaluator() {
            // What follows the name says how the net was made.
            Evaluator::Nnue(net) => net.description().split(':').next().map(str::to_owned),
            _ => None,
        };
        Identity {
            name: format!("Petteia {}", env!("CARGO_PKG_VERSION")),
            net,
            threads: Some(1),
            hash_megabytes: Some(self.hash_megabytes as u32),
        }
    }

    /// Number of jobs in the queue.
    pub fn waiting(&self) -> usize {
        self.shared.queue.lock().waiting()
    }

    /// Requests a search.
    pub fn search(&self, search: Search) -> Result<Ticket, Refused> {
        let (sender, news) = unbounded_channel();
        let (stop, urgent) = (Stop::default(), search.urgent);
        let job = SearchJob { search, news: sender, stop: stop.clone(), turn: 0 };
        let ahead = self.submit(Job::Search(Box::new(job)), urgent)?;
        Ok(Ticket { news, stop, shared: Some(Arc::clone(&self.shared)), ahead })
    }

    /// Requests other work that keeps a processor busy and for which a player waits. It must end
    /// soon after its flag is set.
    pub fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<Work<T>, Refused> {
        self.submit_work(work, true)
    }

    /// Requests other work, which waits in line with the analyses. It must be short: it is not
    /// interrupted for others.
    pub fn run_patiently<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<Work<T>, Refused> {
        self.submit_work(work, false)
    }

    fn submit_work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
        urgent: bool,
    ) -> Result<Work<T>, Refused> {
        let (sender, result) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        // The receiver may be gone.
        let work = Box::new(|cancelled: &AtomicBool| drop(sender.send(work(cancelled))));
        self.submit(Job::Work { work, cancelled: Arc::clone(&cancelled) }, urgent)?;
        Ok(Work { result, cancelled, shared: Arc::clone(&self.shared) })
    }

    /// Adds a job to the queue; returns the number of jobs ahead of it.
    fn submit(&self, job: Job, urgent: bool) -> Result<u32, Refused> {
        self.shared.change(|queue| {
            let waiting = queue.waiting();
            if waiting >= self.most_waiting {
                return Err(Refused::Busy(format!("{waiting} searches wait for an engine already")));
            }
            let ahead = if urgent { queue.urgent.len() } else { waiting };
            let jobs = if urgent { &mut queue.urgent } else { &mut queue.patient };
            jobs.push_back(job);
            Ok(ahead as u32)
        })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.change(|queue| queue.closed = true);
    }
}

impl Shared {
    /// The evaluator of all engines; its net is unpacked on first use.
    fn evaluator(&self) -> &Evaluator {
        self.evaluator.get_or_init(Evaluator::default)
    }

    /// Changes the queue, then divides the time among its jobs again.
    fn change<T>(&self, change: impl FnOnce(&mut Queue) -> T) -> T {
        let mut queue = self.queue.lock();
        let result = change(&mut queue);
        queue.share_time();
        self.changed.notify_all();
        result
    }

    /// Waits for the next job; `None` when the pool is closed.
    fn take(&self) -> Option<Job> {
        let mut queue = self.queue.lock();
        while !queue.closed {
            if let Some(job) = queue.pop() {
                queue.share_time();
                return Some(job);
            }
            self.changed.wait(&mut queue);
        }
        None
    }

    /// Runs jobs on a thread of the pool.
    fn work(&self, thread: usize, hash_megabytes: usize) {
        let mut engine = None;
        while let Some(job) = self.take() {
            match job {
                Job::Work { work, cancelled } => work(&cancelled),
                Job::Search(job) => {
                    if engine.is_none() {
                        engine = Engine::new(hash_megabytes).ok();
                    }
                    match &mut engine {
                        Some(engine) => self.search(thread, engine, job),
                        // There is no memory for a table: the search ends without a move.
                        None => drop(job.news.send(News::Done { best: None })),
                    }
                }
            }
        }
    }

    /// Runs a search; an analysis whose slice is over goes back to the queue.
    fn search(&self, thread: usize, engine: &mut Engine, mut job: Box<SearchJob>) {
        let SearchJob { search, news, stop, turn } = &*job;
        let is_analysis = search.limits.infinite;
        if is_analysis {
            let turn = Turn { number: *turn, started: Instant::now(), stop: stop.clone() };
            self.change(|queue| queue.running[thread] = Some(turn));
        }
        engine.set_settings(Settings {
            lines: search.lines,
            level: search.level,
            evaluator: self.evaluator().clone(),
            ..engine.settings().clone()
        });
        // If the page is gone, the ticket has stopped the search.
        let _ = news.send(News::Started);
        let send = |info: &SearchInfo| drop(news.send(News::Info(info.clone())));
        let best = engine.search(&search.game, &search.limits, stop, send).best;
        let is_interrupted = is_analysis && !stop.is_stopped();
        if !is_interrupted {
            let _ = news.send(News::Done { best });
        }
        self.change(|queue| {
            queue.running[thread] = None;
            if is_interrupted {
                job.turn += 1;
                queue.patient.push_back(Job::Search(job));
            }
        });
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

    /// Removes cancelled jobs, and sets the deadlines of the running analyses by the length of the
    /// queue.
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

/// The length of an analysis's nth turn while this many searches wait.
fn slice(turn: u32, waiting: u32) -> Duration {
    let fair = SLICE * 2_u32.pow(turn.min(6)) / (1 + waiting / CROWD);
    fair.max(SHORTEST_SLICE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(limits: Limits, urgent: bool) -> Search {
        Search { game: Game::default(), limits, lines: 1, level: None, urgent, chess960: false }
    }

    fn infinite() -> Search {
        search(Limits { infinite: true, ..Limits::default() }, false)
    }

    #[tokio::test]
    async fn a_search_reports_from_start_to_end() {
        let pool = Pool::new(1, 1, 10);
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let mut ticket = pool.search(search(limits, true)).expect("there is room");
        assert!(matches!(ticket.next().await, Some(News::Started)));
        let mut lines = 0;
        let best = loop {
            match ticket.next().await.expect("news") {
                News::Info(_) => lines += 1,
                News::Done { best } => break best,
                News::Started | News::Engine(_) | News::Failed(_) => panic!("nothing interrupts it"),
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
                News::Done { .. } | News::Engine(_) | News::Failed(_) => {
                    panic!("an infinite search does not end by itself")
                }
            }
        }
    }

    #[test]
    fn slices_grow_with_patience_and_shrink_in_a_crowd() {
        assert_eq!(slice(0, 1), SLICE);
        assert_eq!(slice(1, 1), 2 * SLICE);
        assert!(slice(0, 100) < SLICE / 10 + SHORTEST_SLICE);
        assert_eq!(slice(0, 10_000), SHORTEST_SLICE);
        assert!(slice(100, 1) < Duration::from_mins(1));
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_cancelled_searches_make_room() {
        let pool = Pool::new(1, 1, 2);
        let mut running = pool.search(infinite()).expect("there is room");
        assert!(matches!(running.next().await, Some(News::Started)));
        let waiting = [(); 2].map(|()| pool.search(infinite()).expect("there is room"));
        let refused = pool.search(infinite()).err().expect("the queue is full");
        assert_eq!(refused.to_string(), "2 searches wait for an engine already; try again later");
        drop(waiting);
        assert!(pool.search(infinite()).is_ok());
    }

    #[tokio::test]
    async fn work_is_cancelled_by_dropping_it() {
        let pool = Pool::new(1, 1, 2);
        let (sender, receiver) = oneshot::channel();
        let work = pool.run(move |cancelled| {
            while !cancelled.load(Relaxed) {
                thread::yield_now();
            }
            sender.send("ended")
        });
        drop(work);
        // Dropped before it started, or ended by its flag.
        assert!(matches!(receiver.await, Ok("ended") | Err(_)));
        assert_eq!(pool.run(|_| 7).expect("there is room").result().await, Some(7));
    }
}
