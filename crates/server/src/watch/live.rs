//! Matches that are played here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use arena::config::MatchConfig;
use arena::game::PlayedMove;
use arena::ledger::{Ledger, Reading};
use arena::outcome::Outcome;
use arena::player::Thought;
use arena::runner::Finished;
use arena::schedule::Pairing;
use arena::spectator::{Scene, Spectator};
use arena::standings::Standings;
use arena::tournament::{Ending, Tournament, TournamentError};
use chess::{Game, UciStyle};
use gamekit::{ByColor, Color, ScoreText};
use parking_lot::Mutex;
use tokio::sync::watch;

use super::curve::Curve;
use super::file::{self, MOST_FINISHED};
use crate::notation::{self, fen, opening};
use crate::protocol::watch::{EngineView, FinishedGame, LiveBoard, MatchState, WatchEvent};
use crate::protocol::{Clocks, MoveText};
use crate::refused::Refused;

/// A match without watchers ends after this time.
const UNWATCHED_TIME: Duration = Duration::from_mins(1);

/// Moves of a line that watchers get.
const MOST_EXPECTED: usize = 8;

/// Why a match that was stopped is over.
const STOPPED: &str = "stopped";

/// What watchers see. Consecutive snapshots share the parts that did not change.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    state: Arc<MatchState>,
    boards: Vec<Arc<LiveBoard>>,
}

impl Snapshot {
    /// The difference from the snapshot that was shown last, if any.
    pub fn news_since(&self, shown: Option<&Self>) -> Vec<WatchEvent> {
        let Some(shown) = shown.filter(|shown| Arc::ptr_eq(&shown.state, &self.state)) else {
            let boards = self.boards.iter().map(|board| board.as_ref().clone()).collect();
            return vec![WatchEvent::State(Box::new(MatchState { boards, ..self.state.as_ref().clone() }))];
        };
        let is_new = |board: &&Arc<LiveBoard>| !shown.boards.iter().any(|then| Arc::ptr_eq(then, board));
        let boards = self.boards.iter().filter(is_new);
        boards.map(|board| WatchEvent::Board(Box::new(board.as_ref().clone()))).collect()
    }
}

/// A match in play.
#[derive(Debug)]
pub(crate) struct Live {
    id: String,
    names: Vec<String>,
    chess960: bool,
    scene: watch::Sender<Snapshot>,
    curve: Mutex<Curve>,
    stopped: AtomicBool,
    over: AtomicBool,
    unwatched_since: Mutex<Option<Instant>>,
}

impl Live {
    /// A match that begins.
    pub fn new(id: &str, config: &MatchConfig) -> Self {
        let standings = Standings::new(config.engines.len(), &config.schedule());
        Self::from(config, file::state(id, config, &standings), Curve::default())
    }

    /// A match that goes on.
    pub fn resumed(id: &str, reading: &Reading) -> Self {
        Self::from(&reading.config, file::whole_state(id, reading), Curve::of(reading))
    }

    fn from(config: &MatchConfig, state: MatchState, curve: Curve) -> Self {
        let state = MatchState { running: true, ..state };
        Self {
            id: state.id.clone(),
            names: config.engines.iter().map(|engine| engine.name.clone()).collect(),
            chess960: config.chess960,
            scene: watch::Sender::new(Snapshot { state: Arc::new(state), boards: Vec::new() }),
            curve: Mutex::new(curve),
            stopped: AtomicBool::new(false),
            over: AtomicBool::new(false),
            unwatched_since: Mutex::new(None),
        }
    }

    pub fn look(&self) -> watch::Receiver<Snapshot> {
        self.scene.subscribe()
    }

    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    pub fn is_running(&self) -> bool {
        !self.over.load(Relaxed)
    }

    /// Stops the match if there have been no watchers for a while.
    fn check_watchers(&self) {
        let mut since = self.unwatched_since.lock();
        if self.scene.receiver_count() > 0 {
            *since = None;
        } else if since.get_or_insert_with(Instant::now).elapsed() > UNWATCHED_TIME {
            self.stop();
        }
    }

    /// Plays the match. It is over afterwards even if a defect ended it, which the panic tells.
    fn conduct(&self, play: impl FnOnce() -> Result<(), String>) {
        let played = catch_unwind(AssertUnwindSafe(play));
        self.end(played.unwrap_or_else(|_| Err("the match failed".to_owned())).err());
    }

    /// The match is over; `trouble` says why if games are left.
    fn end(&self, trouble: Option<String>) {
        self.over.store(true, Relaxed);
        self.scene.send_modify(|snapshot| {
            let state = snapshot.state.as_ref().clone();
            // Before the first game there may be no file yet.
            let resumable = trouble.is_some() && state.games_done > 0;
            snapshot.state = Arc::new(MatchState { running: false, resumable, trouble, ..state });
        });
    }

    fn board(&self, pairing: &Pairing, scene: &Scene, place: u32) -> LiveBoard {
        let game = scene.game;
        let name = |color: Color| self.names[pairing.engines[color]].clone();
        let turn = game.position().turn();
        let left = |color: Color| scene.clocks[color].left().map(|left| left.as_millis() as u32);
        let mut positions = game.positions();
        let san = game.moves().filter_map(|mv| positions.next().map(|position| position.to_san(mv)));
        let views = self.views(scene);
        LiveBoard {
            number: pairing.number as u32 + 1,
            place,
            white: name(Color::White),
            black: name(Color::Black),
            fen: fen(game.position(), self.chess960),
            turn,
            last_move: game.moves().last().map(|mv| mv.to_uci(UciStyle::of(self.chess960)).to_string()),
            moves: san.collect(),
            opening: opening(game),
            clocks: left(Color::White).zip(left(Color::Black)).map(|(white_ms, black_ms)| Clocks {
                white_ms,
                black_ms,
                running: Some(turn),
            }),
            white_view: views[Color::White].clone(),
            black_view: views[Color::Black].clone(),
            opinions: opinions(game.start().turn(), scene.moves),
            result: None,
        }
    }

    /// The last thought of each side.
    fn views(&self, scene: &Scene) -> ByColor<Option<EngineView>> {
        let mut views = ByColor::default();
        let mut side = !scene.game.position().turn();
        for (since, played) in (1..=2).zip(scene.moves.iter().rev()) {
            let line = |thought| line(scene.game, since, thought, self.chess960);
            views[side] = played.thought.as_ref().map(|thought| view(thought, side, line(thought)));
            side = !side;
        }
        views
    }
}

impl Spectator for Live {
    fn see(&self, pairing: &Pairing, scene: &Scene) {
        self.check_watchers();
        let number = pairing.number as u32 + 1;
        self.scene.send_modify(|snapshot| {
            let boards = &mut snapshot.boards;
            // The place of this game, else that of a finished one, else a new one.
            let place = boards
                .iter()
                .position(|board| board.number == number)
                .or_else(|| boards.iter().position(|board| board.result.is_some()))
                .unwrap_or(boards.len());
            let board = Arc::new(self.board(pairing, scene, place as u32));
            match boards.get_mut(place) {
                Some(old) => *old = board,
                None => boards.push(board),
            }
        });
    }

    fn end(&self, pairing: &Pairing, outcome: &Outcome) {
        let number = pairing.number as u32 + 1;
        let result = Some(format!("{}: {outcome}", outcome.result));
        self.scene.send_modify(|snapshot| {
            for board in snapshot.boards.iter_mut().filter(|board| board.number == number) {
                *board = Arc::new(LiveBoard { result: result.clone(), ..board.as_ref().clone() });
            }
        });
    }

    fn count(&self, ledger: &Ledger, game: &Finished) {
        let name = |color: Color| self.names[game.pairing.engines[color]].clone();
        let outcome = &game.record.outcome;
        let finished = FinishedGame {
            number: game.pairing.number as u32 + 1,
            white: name(Color::White),
            black: name(Color::Black),
            result: outcome.result.to_string(),
            reason: outcome.to_string(),
            plies: game.record.moves.len() as u32,
        };
        self.scene.send_modify(|snapshot| {
            let mut state = file::state(&self.id, ledger.config(), ledger.standings());
            state.running = true;
            let mut curve = self.curve.lock();
            curve.add(ledger.config(), ledger.standings());
            state.curve = curve.shown();
            let before = snapshot.state.finished.iter().cloned();
            state.finished = std::iter::once(finished).chain(before).take(MOST_FINISHED).collect();
            snapshot.state = Arc::new(state);
        });
    }
}

/// What the mover thought at each move, for White.
fn opinions(first: Color, moves: &[PlayedMove]) -> Vec<Option<ScoreText>> {
    let sides = [first, !first].into_iter().cycle();
    let opinion = |(played, side): (&PlayedMove, Color)| {
        let score = played.thought.as_ref()?.score?;
        Some(side.for_white(score.value))
    };
    moves.iter().zip(sides).map(opinion).collect()
}

/// What a side expects from the position on the board: what is left of the line that it thought of some
/// half-moves ago, if those were the first of it.
fn line(game: &Game, since: usize, thought: &Thought, chess960: bool) -> Vec<MoveText> {
    let Some(before) = game.positions().nth_back(since) else { return Vec::new() };
    let mut position = before.clone();
    let mut moves = Vec::new();
    for mv in &thought.pv {
        let Ok(mv) = position.parse_uci(&mv.to_string()) else { break };
        position.make(mv, &mut ());
        moves.push(mv);
    }
    let played = game.moves().skip(game.moves().len() - since);
    if !played.eq(moves.iter().take(since).copied()) {
        return Vec::new();
    }
    let expected = moves.get(since..).unwrap_or_default();
    notation::line(game.position(), &expected[..expected.len().min(MOST_EXPECTED)], chess960)
}

fn view(thought: &Thought, side: Color, line: Vec<MoveText>) -> EngineView {
    EngineView {
        score: thought.score.map(|score| side.for_white(score.value)),
        depth: thought.depth,
        nodes: thought.nodes,
        time_ms: thought.elapsed.as_millis() as u32,
        line,
    }
}

/// Plays a match on a thread of its own, after `prepare` has completed its description there.
pub(super) fn run(
    live: &Arc<Live>,
    mut config: MatchConfig,
    path: PathBuf,
    prepare: impl FnOnce(&mut MatchConfig, &AtomicBool) -> Result<(), Refused> + Send + 'static,
) {
    start(live, move |live| {
        prepare(&mut config, &live.stopped).map_err(|refused| refused.to_string())?;
        if live.stopped.load(Relaxed) {
            return Err(STOPPED.to_owned());
        }
        play(live, Tournament::create(config, &path, &live.stopped))
    });
}

/// Goes on with the match of a file on a thread of its own.
pub(super) fn resume(live: &Arc<Live>, path: PathBuf) {
    start(live, move |live| play(live, Tournament::resume(&path, |_| (), &live.stopped)));
}

fn start(live: &Arc<Live>, play: impl FnOnce(&Live) -> Result<(), String> + Send + 'static) {
    let live = Arc::clone(live);
    thread::spawn(move || live.conduct(|| play(&live)));
}

fn play(live: &Live, tournament: Result<Tournament, TournamentError>) -> Result<(), String> {
    let ending = tournament.and_then(|mut tournament| tournament.run(&live.stopped, live));
    match ending.map_err(|error| error.to_string())? {
        Ending::Complete | Ending::Decided => Ok(()),
        Ending::Interrupted => Err(STOPPED.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_on_from_the_position_on_the_board() {
        let mut game = Game::default();
        for san in ["e4", "e5", "Nf3"] {
            game.play(game.position().parse_san(san).expect("a move")).expect("legal");
        }
        let thought = |pv: &str| Thought {
            answer: String::new(),
            elapsed: Duration::ZERO,
            depth: None,
            seldepth: None,
            score: None,
            nodes: None,
            pv: pv.split(' ').map(|mv| mv.parse().expect("a move")).collect(),
        };
        let expected = |since, pv| {
            let moves = line(&game, since, &thought(pv), false);
            moves.into_iter().map(|mv| mv.san).collect::<Vec<_>>()
        };
        assert_eq!(expected(1, "g1f3 b8c6 f1b5"), ["Nc6", "Bb5"], "White has just moved");
        assert_eq!(expected(2, "e7e5 g1f3 g8f6"), ["Nf6"], "as Black expected");
        assert!(expected(2, "e7e5 f1c4 g8f6").is_empty(), "White went another way");
        assert_eq!(expected(1, "g1f3 b8c6 e1e8"), ["Nc6"], "up to the first move that is not legal");
        assert!(expected(1, "g1f3").is_empty());
    }

    #[test]
    fn a_match_is_over_however_it_ends() {
        for (play, trouble) in [
            ((|| Ok(())) as fn() -> Result<(), String>, None),
            (|| Err("no engine".to_owned()), Some("no engine")),
            (|| panic!("a defect"), Some("the match failed")),
        ] {
            let live = Live::new("id", &MatchConfig::default());
            assert!(live.is_running());
            live.conduct(play);
            assert!(!live.is_running());
            let state = Arc::clone(&live.look().borrow().state);
            assert_eq!((state.running, state.trouble.as_deref()), (false, trouble));
        }
    }
}
