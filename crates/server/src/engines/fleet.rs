//! Engines that run as processes of their own.
//!
//! A process is kept for a while after its search, since the next position of the same page needs
//! it again and starting an engine takes long.

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::analyst::{Analyst, Introduction};
use arena::engine::EngineSpec;
use arena::player::Failure;
use engine::Stop;
use parking_lot::Mutex;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::convert;
use crate::pool::{Identity, News, Search, Ticket};
use crate::refused::Refused;

/// How long a process without work is kept.
const IDLE_TIME: Duration = Duration::from_mins(1);
/// How long a search waits for another one to end.
const PATIENCE: Duration = Duration::from_secs(4);

pub(super) struct Fleet {
    /// One for each search at a time; moves of games and analyses do not wait for each other.
    urgent: Arc<Semaphore>,
    patient: Arc<Semaphore>,
    most: usize,
    idle: Mutex<Vec<Idle>>,
}

/// A process without work.
struct Idle {
    spec: EngineSpec,
    analyst: Analyst,
    since: Instant,
}

impl Fleet {
    pub fn new(most: usize) -> Self {
        let semaphore = || Arc::new(Semaphore::new(most));
        Self { urgent: semaphore(), patient: semaphore(), most, idle: Mutex::new(Vec::new()) }
    }

    /// A process of the engine: one that waits for work, or a new one.
    fn take(&self, spec: &EngineSpec) -> Result<Analyst, Failure> {
        let mut idle = self.idle.lock();
        if let Some(place) = idle.iter().position(|idle| idle.spec == *spec) {
            return Ok(idle.swap_remove(place).analyst);
        }
        drop(idle);
        Analyst::start(spec)
    }

    /// Keeps a process for the next search; the oldest go if there are too many.
    fn give_back(&self, spec: EngineSpec, analyst: Analyst) {
        let mut idle = self.idle.lock();
        idle.push(Idle { spec, analyst, since: Instant::now() });
        let surplus = idle.len().saturating_sub(self.most);
        let leaving: Vec<Idle> = idle.drain(..surplus).collect();
        drop(idle);
        // Outside of the lock: a process may take its time to end.
        drop(leaving);
    }

    fn end_idle(&self) {
        let leaving: Vec<Idle> =
            self.idle.lock().extract_if(.., |idle| idle.since.elapsed() >= IDLE_TIME).collect();
        drop(leaving);
    }
}

/// Starts a search.
pub(super) fn search(fleet: &Arc<Fleet>, spec: EngineSpec, search: Search) -> Ticket {
    let (news, receiver) = unbounded_channel();
    let stop = Stop::default();
    let ticket = Ticket::of_process(receiver, stop.clone());
    let fleet = Arc::clone(fleet);
    tokio::spawn(async move {
        let places = if search.urgent { &fleet.urgent } else { &fleet.patient };
        let place = tokio::time::timeout(PATIENCE, Arc::clone(places).acquire_owned()).await;
        let Ok(Ok(place)) = place else {
            let why = format!("{} searches of other engines run already", fleet.most);
            let _ = news.send(News::Failed(Refused::Busy(why)));
            return;
        };
        let work = tokio::task::spawn_blocking(move || {
            let name = spec.name.clone();
            if let Err(failure) = run(&fleet, spec, &search, &news, &stop) {
                let _ = news.send(News::Failed(Refused::Bad(format!("{name} {failure}"))));
            }
            drop(place);
            Handle::current().spawn(async move {
                tokio::time::sleep(IDLE_TIME).await;
                // Ending a process blocks.
                tokio::task::spawn_blocking(move || fleet.end_idle());
            });
        });
        // A panic was reported by the thread that panicked.
        let _ = work.await;
    });
    ticket
}

/// Searches on this thread.
fn run(
    fleet: &Fleet,
    spec: EngineSpec,
    search: &Search,
    news: &UnboundedSender<News>,
    stop: &Stop,
) -> Result<(), Failure> {
    if stop.is_stopped() {
        return Ok(());
    }
    let mut analyst = fleet.take(&spec)?;
    // The page may be gone; then the search is stopped, too.
    let tell = |event| drop(news.send(event));
    tell(News::Engine(identity(analyst.introduction(), &spec)));
    analyst.set("UCI_Chess960", &search.chess960.to_string())?;
    analyst.set("MultiPV", &search.lines.to_string())?;
    tell(News::Started);
    let on_info = |info| {
        if let Some(info) = convert::info(&info, &search.game) {
            tell(News::Info(info));
        }
    };
    let position = convert::position(&search.game, search.chess960);
    let best = analyst.search(position, convert::go(&search.limits), on_info, || stop.is_stopped())?;
    let best = best.and_then(|mv| search.game.position().find(mv).ok());
    tell(News::Done { best });
    fleet.give_back(spec, analyst);
    Ok(())
}

/// What the page shows of an engine.
fn identity(said: &Introduction, spec: &EngineSpec) -> Identity {
    let value = |name: &str| {
        let set = spec.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        set.map(|(_, value)| value.clone()).or_else(|| default(said, name))
    };
    let number = |name| value(name).and_then(|text| text.parse().ok());
    let net = value("EvalFile").filter(|net| !net.is_empty());
    Identity {
        name: if said.name.is_empty() { spec.name.clone() } else { said.name.clone() },
        net: net.map(|net| net.rsplit(['/', '\\']).next().unwrap_or(&net).to_owned()),
        threads: number("Threads"),
        hash_megabytes: number("Hash"),
    }
}

fn default(said: &Introduction, name: &str) -> Option<String> {
    use uci::OptionKind::{Button, Check, Combo, Spin, String};
    Some(match &said.option(name)?.kind {
        Check { default } => default.to_string(),
        Spin { default, .. } => default.to_string(),
        Combo { default, .. } | String { default } => default.clone(),
        Button => return None,
    })
}
