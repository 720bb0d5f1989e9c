//! Move histories and correction histories.
//!
//! Each table scores moves under one condition: their squares, the moves before them, the pawn
//! structure. Updates use gravity: the nearer an entry is to its bound, the smaller the step, so
//! that entries never overflow and old results fade.

mod correction;

pub use correction::{CorrectionHistory, CorrectionKeys};

use chess::{CheckingSquares, Move, Piece, Position, Role};
use gamekit::{Bitboard, Color, Key};

use crate::boxed::boxed;
use crate::{techniques, tunables};

/// The greatest absolute value of an entry.
const LIMIT: i32 = 16_384;

/// One score, updated with gravity.
#[derive(Clone, Copy, Default)]
struct Entry(i16);

impl Entry {
    /// Adds a bonus; the nearer to the bound, the less of it.
    #[inline]
    fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-LIMIT, LIMIT);
        let value = i32::from(self.0);
        self.0 = (value + bonus - value * bonus.abs() / LIMIT) as i16;
    }

    #[inline]
    fn get(self) -> i32 {
        i32::from(self.0)
    }
}

/// A table of entries per piece and target square.
type ByPieceTo = [[Entry; 64]; 12];

const NO_MOVES: ByPieceTo = [[Entry(0); 64]; 12];

/// Used where no move came before.
static EMPTY: ByPieceTo = NO_MOVES;

/// A move by piece and target square, as the continuation history indexes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Continuation {
    piece: Piece,
    to: gamekit::Square,
}

impl Continuation {
    /// Its index among all pairs of piece and square.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.piece.index() * 64 + self.to as usize
    }
}

/// What the tables need to know about a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeContext {
    /// The side to move.
    pub turn: Color,
    /// The squares that the other side attacks.
    pub threats: Bitboard,
    /// The squares from which our pieces give check.
    pub checks: CheckingSquares,
    /// The key of the pawn structure.
    pub pawns: Key,
    /// The moves one, two and four plies before.
    pub before: [Option<Continuation>; 3],
}

impl NodeContext {
    /// Whether a move gives a direct check.
    #[inline]
    pub fn gives_check(&self, position: &Position, mv: Move) -> bool {
        position.piece_at(mv.from()).is_some_and(|piece| self.checks.contains(piece, mv))
    }
}

/// The move histories of one worker.
pub struct Histories {
    /// Quiet moves by from and to, and whether each is attacked.
    quiet: Box<[[[[Entry; 64]; 64]; 4]; 2]>,
    /// Captures by piece, target square and captured role.
    capture: Box<[[[Entry; 6]; 64]; 12]>,
    /// Quiet moves by an earlier move: one, two and four plies before.
    continuation: Box<[[ByPieceTo; 64]; 12]>,
    /// Quiet moves by pawn structure.
    pawn: Box<[ByPieceTo; PAWN_STRUCTURES]>,
    /// Errors of the static evaluation.
    pub correction: CorrectionHistory,
}

const PAWN_STRUCTURES: usize = 512;

/// The rows of the tables for the quiet moves of one node, looked up once.
pub struct QuietHistory<'a> {
    squares: &'a [[[Entry; 64]; 64]; 4],
    /// By earlier moves and by pawn structure.
    others: [&'a ByPieceTo; 4],
    threats: Bitboard,
}

impl QuietHistory<'_> {
    /// The score of a move of this piece.
    #[inline]
    pub fn get(&self, piece: Piece, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let others: i32 = self.others.iter().map(|table| table[piece.index()][to].get()).sum();
        self.squares[threat_index(self.threats, mv)][from][to].get() + others
    }
}

impl Histories {
    /// Empty tables.
    #[expect(clippy::large_stack_arrays, reason = "98 KiB for a moment, when a worker is made")]
    pub fn new() -> Self {
        Self {
            quiet: boxed(&[[[Entry::default(); 64]; 64]; 4]),
            capture: boxed(&[[Entry::default(); 6]; 64]),
            continuation: boxed(&[NO_MOVES; 64]),
            pawn: boxed(&NO_MOVES),
            correction: CorrectionHistory::new(),
        }
    }

    pub fn clear(&mut self) {
        self.quiet.as_flattened_mut().fill([[Entry(0); 64]; 64]);
        self.capture.as_flattened_mut().fill([Entry(0); 6]);
        self.continuation.as_flattened_mut().fill(NO_MOVES);
        self.pawn.fill(NO_MOVES);
        self.correction.clear();
    }

    /// The rows for the quiet moves of a node.
    #[inline]
    pub fn of_node(&self, context: &NodeContext) -> QuietHistory<'_> {
        let answers = |before: Option<Continuation>| match before {
            Some(before) if techniques::continuation_history() => {
                &self.continuation[before.piece.index()][before.to]
            }
            _ => &EMPTY,
        };
        let structure = if techniques::pawn_history() { &self.pawn[pawn_index(context)] } else { &EMPTY };
        let [first, second, third] = context.before.map(answers);
        QuietHistory {
            squares: &self.quiet[context.turn as usize],
            others: [first, second, third, structure],
            threats: context.threats,
        }
    }

    /// The score of a quiet move.
    #[inline]
    pub fn quiet(&self, context: &NodeContext, position: &Position, mv: Move) -> i32 {
        position.piece_at(mv.from()).map_or(0, |piece| self.of_node(context).get(piece, mv))
    }

    /// The score of a capture or promotion.
    #[inline]
    pub fn capture(&self, position: &Position, mv: Move) -> i32 {
        if !techniques::capture_history() {
            return 0;
        }
        let Some(piece) = position.piece_at(mv.from()) else { return 0 };
        self.capture[piece.index()][mv.to()][captured(position, mv).index()].get()
    }

    /// Rewards the best quiet move and penalises those tried before it, the first ones most.
    pub fn learn_quiets(
        &mut self,
        context: &NodeContext,
        position: &Position,
        best: Move,
        tried: &[Move],
        depth: i32,
    ) {
        self.update_quiet(context, position, best, bonus(depth));
        let malus = malus(depth);
        for (index, &mv) in tried.iter().enumerate() {
            self.update_quiet(context, position, mv, -faded(malus, index));
        }
    }

    /// Rewards the best capture, if any, and penalises those tried before it.
    pub fn learn_captures(&mut self, position: &Position, best: Option<Move>, tried: &[Move], depth: i32) {
        if let Some(best) = best {
            self.update_capture(position, best, bonus(depth));
        }
        for &mv in tried {
            self.update_capture(position, mv, -malus(depth));
        }
    }

    /// Updates the score of a quiet move after earlier moves.
    pub fn update_continuation(
        &mut self,
        before: [Option<Continuation>; 3],
        played: Continuation,
        bonus: i32,
    ) {
        for before in before.into_iter().flatten() {
            self.continuation[before.piece.index()][before.to][played.piece.index()][played.to].update(bonus);
        }
    }

    /// Updates the score of a quiet move by its squares alone.
    pub fn update_squares(&mut self, turn: Color, threats: Bitboard, mv: Move, bonus: i32) {
        self.quiet[turn as usize][threat_index(threats, mv)][mv.from()][mv.to()].update(bonus);
    }

    fn update_quiet(&mut self, context: &NodeContext, position: &Position, mv: Move, bonus: i32) {
        let Some(piece) = position.piece_at(mv.from()) else { return };
        self.update_squares(context.turn, context.threats, mv, bonus);
        self.pawn[pawn_index(context)][piece.index()][mv.to()].update(bonus);
        self.update_continuation(context.before, Continuation { piece, to: mv.to() }, bonus);
    }

    fn update_capture(&mut self, position: &Position, mv: Move, bonus: i32) {
        let Some(piece) = position.piece_at(mv.from()) else { return };
        self.capture[piece.index()][mv.to()][captured(position, mv).index()].update(bonus);
    }
}

/// A move as the continuation history indexes it.
pub fn continuation(position: &Position, mv: Move) -> Option<Continuation> {
    position.piece_at(mv.from()).map(|piece| Continuation { piece, to: mv.to() })
}

/// The bonus of a move that cut at this depth.
pub fn bonus(depth: i32) -> i32 {
    (tunables::history_bonus() * depth).min(tunables::history_bonus_max())
}

/// The malus of a move that did not raise alpha at this depth.
pub fn malus(depth: i32) -> i32 {
    (tunables::history_malus() * depth).min(tunables::history_malus_max())
}

/// The malus of the move at this place among those tried: a quarter of it at least.
fn faded(malus: i32, index: usize) -> i32 {
    let fade = if techniques::fading_malus() { tunables::history_malus_fade() } else { 0 };
    (malus - malus * fade * index as i32 / 100).max(malus / 4)
}

/// Whether a move leaves an attacked square and whether it enters one.
#[inline]
fn threat_index(threats: Bitboard, mv: Move) -> usize {
    usize::from(threats.contains(mv.from())) * 2 + usize::from(threats.contains(mv.to()))
}

#[inline]
fn pawn_index(context: &NodeContext) -> usize {
    context.pawns.bits() as usize % PAWN_STRUCTURES
}

/// The captured role; a pawn for en passant and for promotions without capture.
#[inline]
fn captured(position: &Position, mv: Move) -> Role {
    position.board().role_at(mv.to()).unwrap_or(Role::Pawn)
}
