//! Analysis of positions.

use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chess::{Game, Position};
use engine::{Limits, SearchInfo};
use gamekit::Bound;
use parking_lot::Mutex;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::engines::Engines;
use crate::notation::{counted_chances, fen, line, opening, read_game, score, status};
use crate::outbox::Outbox;
use crate::pool::{Identity, News, Search};
use crate::protocol::analyse::{
    AnalyseEvent, AnalysePosition, AnalysingEngine, AnalysisLine, AnalysisUpdate, EngineUse,
};
use crate::protocol::{Event, Status};
use crate::refused::Refused;

/// Most lines of an analysis.
pub const MOST_LINES: u8 = 5;
/// Longest line that is sent, in half-moves.
const LONGEST_LINE: usize = 30;

/// Limits the updates of a page to ten per second.
#[derive(Default)]
pub struct Pace(Mutex<Option<Instant>>);

impl Pace {
    /// The time between two updates.
    pub const PERIOD: Duration = Duration::from_millis(100);

    /// Whether an update may be sent now; if so, it counts as sent.
    pub fn allows(&self) -> bool {
        let mut last = self.0.lock();
        let now = Instant::now();
        let due = last.is_none_or(|last| now.duration_since(last) >= Self::PERIOD);
        if due {
            *last = Some(now);
        }
        due
    }
}

/// The analysis of a position.
#[derive(Debug)]
pub(crate) struct Analysis {
    game: Game,
    lines: usize,
    chess960: bool,
    first: AnalyseEvent,
    is_over: bool,
    engine: EngineUse,
    depth: Option<u32>,
    time: Option<Duration>,
}

impl Analysis {
    /// Checks a request.
    pub fn new(asked: &AnalysePosition) -> Result<Self, Refused> {
        if !(1..=MOST_LINES).contains(&asked.lines) {
            return Err(Refused::Bad(format!("{} lines; expected 1 to {MOST_LINES}", asked.lines)));
        }
        let chess960 = asked.line.chess960;
        let mut game = read_game(&asked.line)?;
        if asked.threat {
            game = Game::new(pass(game.position())?);
        }
        let state = status(game.position().outcome());
        let first = AnalyseEvent::Position {
            fen: fen(game.position(), chess960),
            opening: opening(&game),
            status: status(game.outcome()),
        };
        Ok(Self {
            game,
            lines: asked.lines.into(),
            chess960,
            first,
            is_over: state != Status::Ongoing,
            engine: asked.engine.clone(),
            depth: asked.depth,
            time: asked.seconds.map(|seconds| Duration::from_secs(seconds.into())),
        })
    }

    /// Searches until a limit is reached or the task is aborted.
    pub async fn run(self, app: Arc<App>, outbox: Outbox, pace: Arc<Pace>) {
        let send = |event| outbox.send(Event::Analyse(event));
        send(self.first.clone()).await;
        if self.is_over {
            send(AnalyseEvent::Finished).await;
            return;
        }
        // Other engines introduce themselves when they have started.
        if Engines::is_pooled(&self.engine) {
            send(AnalyseEvent::Engine(app.pool.identity().into())).await;
        }
        let mut ticket = match app.engines.search(&app.pool, &self.engine, self.search()) {
            Ok(ticket) => ticket,
            Err(refused) => return outbox.refuse(&refused).await,
        };
        if ticket.ahead > 0 {
            send(AnalyseEvent::Waiting { ahead: ticket.ahead }).await;
        }
        let mut found = Found::default();
        let mut changed = false;
        // Without a limit the timer is never asked.
        let timer = tokio::time::sleep(self.time.unwrap_or_default());
        tokio::pin!(timer);
        let mut is_timed = false;
        let mut ticks = interval(Pace::PERIOD / 5);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                news = ticket.next() => match news {
                    Some(News::Engine(engine)) => send(AnalyseEvent::Engine(engine.into())).await,
                    Some(News::Failed(refused)) => return outbox.refuse(&refused).await,
                    Some(News::Started) => if let Some(time) = self.time.filter(|_| !is_timed) {
                        timer.as_mut().reset(tokio::time::Instant::now() + time);
                        is_timed = true;
                    },
                    Some(News::Info(info)) => {
                        changed |= found.take(info);
                        if self.depth.is_some_and(|depth| found.is_at(depth)) {
                            break;
                        }
                    }
                    Some(News::Done { .. }) | None => {
                        send(AnalyseEvent::Finished).await;
                        return;
                    }
                },
                () = &mut timer, if is_timed => break,
                _ = ticks.tick(), if changed => if pace.allows() {
                    changed = false;
                    send(AnalyseEvent::Update(self.update(&found))).await;
                },
            }
        }
        drop(ticket);
        send(AnalyseEvent::Update(self.update(&found))).await;
        send(AnalyseEvent::LimitReached).await;
    }

    fn search(&self) -> Search {
        Search {
            game: self.game.clone(),
            limits: Limits { infinite: true, ..Limits::default() },
            lines: self.lines,
            level: None,
            urgent: false,
            chess960: self.chess960,
        }
    }

    fn update(&self, found: &Found) -> AnalysisUpdate {
        let position = self.game.position();
        let of_line = |info: &SearchInfo| AnalysisLine {
            score: score(info.score, position.turn()),
            chances: counted_chances(info, position),
            depth: info.depth,
            moves: line(position, &info.moves[..info.moves.len().min(LONGEST_LINE)], self.chess960),
        };
        let latest = found.lines.iter().max_by_key(|info| info.nodes);
        let best = found.lines.first();
        let seconds = latest.map_or(0.0, |info| info.time.as_secs_f64()).max(1e-3);
        let nodes = latest.map_or(0, |info| info.nodes);
        AnalysisUpdate {
            depth: best.map_or(0, |info| info.depth),
            selective_depth: found.lines.iter().map(|info| info.selective_depth as u32).max().unwrap_or(0),
            nodes,
            nodes_per_second: (nodes as f64 / seconds) as u64,
            time_ms: latest.map_or(0, |info| info.time.as_millis() as u64),
            turn: position.turn(),
            lines: found.lines.iter().map(of_line).collect(),
        }
    }
}

impl From<Identity> for AnalysingEngine {
    fn from(Identity { name, net, threads, hash_megabytes }: Identity) -> Self {
        Self { name, net, threads, hash_megabytes }
    }
}

/// The best lines so far. After an interruption a search starts again at depth 1; its lines replace
/// the old ones only once they are as deep.
#[derive(Default)]
struct Found {
    lines: Vec<SearchInfo>,
}

impl Found {
    /// Whether all lines are known to this depth.
    fn is_at(&self, depth: u32) -> bool {
        let is_deep = |info: &SearchInfo| info.depth >= depth && info.bound == Bound::Exact;
        !self.lines.is_empty() && self.lines.iter().all(is_deep)
    }

    /// Takes a line; returns whether anything changed.
    fn take(&mut self, info: SearchInfo) -> bool {
        let place = info.line.saturating_sub(1);
        let count = self.lines.len();
        match self.lines.get_mut(place) {
            // A bound of the same depth says less than an exact score.
            Some(known) if info.depth < known.depth => false,
            Some(known) if info.depth == known.depth && info.bound != Bound::Exact => false,
            Some(known) => {
                // A bound comes with its first move only: the known line is its continuation.
                let is_same_line = info.bound != Bound::Exact && info.moves.first() == known.moves.first();
                let moves = if is_same_line { mem::take(&mut known.moves) } else { info.moves };
                *known = SearchInfo { moves, ..info };
                true
            }
            None if place == count => {
                self.lines.push(info);
                true
            }
            None => false,
        }
    }
}

/// The same position with the other side to move.
fn pass(position: &Position) -> Result<Position, Refused> {
    if position.in_check() {
        return Err(Refused::Bad("no threats while the side to move is in check".to_owned()));
    }
    let mut setup = position.setup();
    setup.turn = !setup.turn;
    setup.en_passant = None;
    Position::new(setup).map_err(Refused::bad)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::analyse::Line;

    fn asked(fen: &str, lines: u8, threat: bool) -> AnalysePosition {
        let line = Line { fen: fen.to_owned(), ..Line::default() };
        AnalysePosition { line, lines, threat, engine: EngineUse::default(), depth: None, seconds: None }
    }

    #[test]
    fn a_threat_is_a_move_of_the_other_side() {
        let analysis = Analysis::new(&asked("", 1, true)).expect("a quiet position");
        assert_eq!(analysis.game.position().turn(), gamekit::Color::Black);
        let check = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1";
        let refused = Analysis::new(&asked(check, 1, true)).expect_err("Black is in check");
        assert!(refused.to_string().contains("in check"));
    }

    #[test]
    fn the_number_of_lines_is_bounded() {
        assert!(Analysis::new(&asked("", 5, false)).is_ok());
        for lines in [0, 6] {
            let refused = Analysis::new(&asked("", lines, false)).expect_err("too few or many");
            assert_eq!(refused.to_string(), format!("{lines} lines; expected 1 to 5"));
        }
    }

    #[test]
    fn a_bound_does_not_shorten_the_line() {
        let initial = Position::initial();
        let moves = |list: &[&str]| list.iter().map(|mv| initial.parse_uci(mv).unwrap()).collect();
        let info = |depth, bound, list: &[&str]| SearchInfo {
            depth,
            selective_depth: 1,
            line: 1,
            score: gamekit::Score::cp(depth as i32),
            bound,
            chances: None,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            moves: moves(list),
        };
        let mut found = Found::default();
        assert!(found.take(info(8, Bound::Exact, &["e2e4", "d2d4"])));
        assert!(!found.take(info(8, Bound::Lower, &["e2e4"])));
        assert!(found.take(info(9, Bound::Lower, &["e2e4"])));
        assert_eq!(found.lines[0].moves, moves(&["e2e4", "d2d4"]) as Vec<_>);
        assert_eq!(found.lines[0].depth, 9);
        assert!(found.take(info(10, Bound::Lower, &["c2c4"])));
        assert_eq!(found.lines[0].moves, moves(&["c2c4"]) as Vec<_>);
    }

    #[test]
    fn updates_are_a_tenth_of_a_second_apart() {
        let pace = Pace::default();
        assert!(pace.allows());
        assert!(!pace.allows());
    }
}
