//! The search of one thread.
//!
//! [`Worker::iterate`] deepens from the root, [`node`] searches a node, [`moves`] one of its moves,
//! and [`quiesce`] the captures at the leaves. [`pruning`], [`reductions`], [`extensions`],
//! [`draws`] and [`tablebase`] hold the rules. Workers share the transposition table and the
//! [`Control`]; everything else is their own.

mod draws;
mod extensions;
mod iterate;
mod learning;
mod moves;
mod node;
mod pruning;
mod quiesce;
mod reductions;
mod root;
mod stack;
mod tablebase;
mod window;

pub use root::{RootMove, RootMoves};

use chess::{CheckingSquares, Move, Position};
use gamekit::table::Table;
use gamekit::{Bitboard, Key, Ply, Score};
use syzygy::Tables;

use crate::control::Control;
use crate::cuckoo::ReversibleMoves;
use crate::eval::{Evaluator, Follower};
use crate::history::{CorrectionKeys, Histories, NodeContext};
use crate::time::TimeBudget;
use crate::{Depth, Level, Limits, tunables};
use reductions::Reductions;
use stack::Stack;
use window::Window;

/// What all workers of a search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a Table,
    /// Stop flag, clock and counters.
    pub control: Control<'a>,
    /// For upcoming repetitions.
    pub reversible_moves: &'a ReversibleMoves,
    /// Syzygy tables.
    pub tablebase: &'a Tables,
    /// The limits of the search.
    pub limits: &'a Limits,
    /// The root moves to search; all if there are none.
    pub candidates: Vec<Move>,
    /// Nodes at which to stop: the limit, or the level's if that is smaller.
    pub node_limit: Option<u64>,
    /// The time for the search, if it is limited.
    pub budget: Option<TimeBudget>,
    /// Number of principal variations (`MultiPV`).
    pub lines: usize,
}

impl Shared<'_> {
    /// Whether the search is for a mate: then nothing is pruned, since mating moves often look
    /// worst.
    fn seeks_mate(&self) -> bool {
        self.limits.mate.is_some()
    }
}

/// What a thread keeps between searches: its histories and buffers.
#[repr(align(128))]
pub struct Memory {
    evaluation: Follower,
    level: Option<Level>,
    histories: Histories,
    reductions: Reductions,
    stack: Stack,
    path: Vec<Key>,
}

impl Memory {
    /// An empty memory.
    pub fn new(evaluator: &Evaluator, level: Option<Level>) -> Self {
        Self {
            evaluation: Follower::new(evaluator),
            level,
            histories: Histories::new(),
            reductions: Reductions::new(),
            stack: Stack::new(),
            path: Vec::new(),
        }
    }

    /// Forgets earlier searches.
    pub fn clear(&mut self) {
        self.histories.clear();
        self.stack.clear();
        if tunables::CAN_CHANGE {
            self.reductions = Reductions::new();
        }
    }
}

/// One thread's search. The alignment keeps two workers off the same pair of cache lines, since
/// each is written all the time.
#[repr(align(128))]
pub struct Worker<'a> {
    shared: &'a Shared<'a>,
    /// The thread number; zero checks the clock.
    thread: usize,
    evaluation: &'a mut Follower,
    level: Option<Level>,
    histories: &'a mut Histories,
    reductions: &'a Reductions,
    stack: &'a mut Stack,
    /// The keys of all positions before the current one, beginning with the game.
    path: &'a mut Vec<Key>,
    root: RootMoves,
    nodes: u64,
    selective_depth: usize,
    completed_depth: u32,
    /// No null move below this ply while one is being verified.
    null_move_ply: Ply,
    stopped: bool,
}

impl<'a> Worker<'a> {
    /// A worker for one search. `history` holds the keys of the game's earlier positions.
    pub fn new(
        shared: &'a Shared<'a>,
        thread: usize,
        memory: &'a mut Memory,
        history: &[Key],
        root: RootMoves,
    ) -> Self {
        let Memory { evaluation, level, histories, reductions, stack, path } = memory;
        path.clear();
        path.extend_from_slice(history);
        evaluation.restart();
        stack.frame_mut(Ply::ROOT).since_null = history.len();
        stack.frame_mut(Ply::ROOT).double_extensions = 0;
        Self {
            shared,
            thread,
            evaluation,
            level: *level,
            histories,
            reductions,
            stack,
            path,
            root,
            nodes: 0,
            selective_depth: 0,
            completed_depth: 0,
            null_move_ply: Ply::ROOT,
            stopped: false,
        }
    }

    /// The root moves, best first.
    pub fn root_moves(&self) -> &RootMoves {
        &self.root
    }

    /// The thread number.
    pub fn thread(&self) -> usize {
        self.thread
    }

    /// The depth of the last finished iteration.
    pub fn completed_depth(&self) -> u32 {
        self.completed_depth
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        self.shared.control.report_nodes(self.thread, self.nodes);
    }

    /// Whether the search is over. The first worker checks the clock every few nodes, and the node
    /// limit at every node, so that a search with one thread is reproducible.
    fn is_over(&mut self) -> bool {
        let shared = self.shared;
        if self.stopped {
            return true;
        }
        if self.thread == 0 && self.completed_depth > 0 {
            let nodes_used_up = shared.node_limit.is_some_and(|limit| {
                if shared.control.threads() == 1 {
                    self.nodes >= limit
                } else {
                    shared.control.nodes() >= limit
                }
            });
            let time_used_up = self.nodes.is_multiple_of(CLOCK_INTERVAL)
                && shared.control.is_late(shared.budget.map(|budget| budget.hard));
            if nodes_used_up || time_used_up {
                shared.control.halt();
            }
        }
        self.stopped = shared.control.is_stopped() && self.completed_depth > 0;
        self.stopped
    }

    /// The evaluator's output, with the error of a limited level.
    fn raw_eval(&mut self, position: &Position) -> Score {
        let score = self.evaluation.evaluate(position);
        self.level.map_or(score, |level| (score + level.error(position)).clamp_to_estimate())
    }

    /// An evaluation with its correction from history, scaled down as the fifty-move limit comes
    /// near.
    fn correct(&self, position: &Position, ply: Ply, raw: Score) -> Score {
        let fade = tunables::fifty_move_fade();
        let faded = raw.raw() * (fade - i32::from(position.halfmove_clock()).min(fade / 2)) / fade;
        let keys = CorrectionKeys::of(position, self.stack.last_two(ply));
        let correction = self.histories.correction.correction(&keys);
        (Score::cp(faded) + correction).clamp_to_estimate()
    }

    /// What the histories need to know about a node.
    fn context(&self, position: &Position, ply: Ply) -> NodeContext {
        let board = position.board();
        let threats = board.attacked_by(!position.turn(), board.occupied());
        let checks = position.checking_squares();
        NodeContext { threats, checks, ..self.context_of_captures(position, ply) }
    }

    /// The same where only captures are searched: threats and checks matter to quiet moves only.
    fn context_of_captures(&self, position: &Position, ply: Ply) -> NodeContext {
        NodeContext {
            turn: position.turn(),
            threats: Bitboard::EMPTY,
            checks: CheckingSquares::default(),
            pawns: position.keys().pawns,
            before: self.stack.continuations(ply),
        }
    }

    /// Makes a move on a copy of the position and pushes it on the path.
    #[inline]
    fn descend(&mut self, position: &Position, mv: Move, ply: Ply) -> Position {
        // As early as possible, so that the memory arrives while the move is made.
        self.shared.table.prefetch(position.likely_key_after(mv));
        let mut next = position.clone();
        self.evaluation.make(&mut next, mv);
        self.path.push(position.key());
        self.stack.enter(ply, position, mv);
        let keys = CorrectionKeys::of(&next, self.stack.last_two(ply.next()));
        self.histories.correction.prefetch(&keys);
        next
    }

    /// Takes the last move off the path.
    #[inline]
    fn ascend(&mut self) {
        self.evaluation.back();
        self.path.pop();
    }

    /// Makes a null move on a copy. No piece moves, so the accumulators stay.
    fn descend_null(&mut self, position: &Position, ply: Ply) -> Position {
        let mut next = position.clone();
        next.make_null();
        self.shared.table.prefetch(next.key());
        self.path.push(position.key());
        self.stack.enter_null(ply);
        next
    }

    /// Takes a null move off the path.
    fn ascend_null(&mut self) {
        self.path.pop();
    }
}

/// Nodes between two checks of the clock: well under a millisecond.
const CLOCK_INTERVAL: u64 = 512;

/// Whether a node is the root, on the principal variation, or neither.
trait NodeKind {
    const PV: bool;
    const ROOT: bool;
}

struct Root;
struct Pv;
struct NonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// The last iteration.
fn depth_limit(limits: &Limits) -> u32 {
    let most = Depth::MAX.plies() as u32;
    limits.depth.map_or(most, |depth| depth.clamp(1, most))
}
