//! Positions: pieces, side to move, plies since the last capture.

mod text;

use gamekit::{Bitboard, ByColor, Color, Key, Rank, SplitMix64};

use crate::Move;
use crate::reach::{NeighbourCounts, Reach};
pub use text::ParsePositionError;

/// The legal moves of a position: eight pieces with eight directions each.
pub type MoveList = arrayvec::ArrayVec<Move, 64>;

/// A position of the game.
///
/// ```
/// use neighbours::{Move, Position};
///
/// let mut position = Position::default();
/// assert_eq!(position.legal_moves().len(), 20);
/// let mv: Move = "a1a2".parse()?;
/// assert!(position.is_legal(mv), "a piece in the corner has one neighbour, so it moves one square");
/// let undo = position.make(mv);
/// assert_eq!(position.to_string(), "bbbbbbbb/8/8/8/8/8/w7/1wwwwwww b 1 1");
/// position.unmake(mv, undo);
/// assert_eq!(position, Position::default());
/// # Ok::<(), neighbours::ParseMoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pieces: ByColor<Bitboard>,
    turn: Color,
    quiet_plies: u16,
    move_number: u16,
    key: Key,
}

/// The part of a position that a move destroys.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: bool,
    quiet_plies: u16,
    key: Key,
}

impl Undo {
    /// Whether the move captured a piece.
    #[inline]
    pub const fn captured(self) -> bool {
        self.captured
    }
}

const PIECES: [[Key; 64]; 2] = [Key::draw(0x4e65_6967_6801), Key::draw(0x4e65_6967_6802)];
const BLACK_TO_MOVE: Key = Key::draw::<1>(0x4e65_6967_6803)[0];
const QUIET: [Key; 29] = Key::draw(0x4e65_6967_6804);

impl Position {
    /// The game is drawn after this many plies without a capture.
    pub const QUIET_LIMIT: u16 = 100;
    /// The pieces a side starts with; it never has more.
    pub const PIECES: usize = 8;

    /// A position from its parts; `pieces` do not overlap and are at most eight a side.
    pub(crate) fn new(pieces: ByColor<Bitboard>, turn: Color, quiet_plies: u16, move_number: u16) -> Self {
        let key = Self::key_of(pieces, turn);
        Self { pieces, turn, quiet_plies, move_number, key }
    }

    /// The pieces of one side.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color]
    }

    /// The pieces of both sides.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.pieces[Color::White] | self.pieces[Color::Black]
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The plies since the last capture, or since the start.
    #[inline]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the move to be made, counting a move of each side as one.
    #[inline]
    pub const fn move_number(&self) -> u16 {
        self.move_number
    }

    /// Whether both positions have the same pieces and side to move: what a repetition repeats.
    #[inline]
    pub fn is_same_board(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.turn == other.turn
    }

    /// The key of the pieces and the side to move: what a repetition repeats.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// The key for the transposition table. The plies since the last capture are part of the
    /// evaluation, in tens, so they are part of this key, in tens as well. From 80 on each ply
    /// counts, since the search may reach the draw.
    #[inline]
    pub fn table_key(&self) -> Key {
        let quiet = match self.quiet_plies {
            plies @ 0..80 => plies / 10,
            plies => 8 + (plies - 80).min(20),
        };
        self.key ^ QUIET[quiet as usize]
    }

    /// The key computed from scratch; [`Position::key`] is updated move by move.
    pub(crate) fn key_of(pieces: ByColor<Bitboard>, turn: Color) -> Key {
        let mut key = if turn == Color::Black { BLACK_TO_MOVE } else { Key::ZERO };
        for color in Color::ALL {
            for square in pieces[color] {
                key ^= PIECES[color as usize][square];
            }
        }
        key
    }

    /// Makes a legal move in place.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let (me, other) = (self.turn, !self.turn);
        let captured = self.pieces[other].contains(mv.to());
        let undo = Undo { captured, quiet_plies: self.quiet_plies, key: self.key };

        self.pieces[me].remove(mv.from());
        self.pieces[me].insert(mv.to());
        self.key ^= PIECES[me as usize][mv.from()] ^ PIECES[me as usize][mv.to()] ^ BLACK_TO_MOVE;
        if captured {
            self.pieces[other].remove(mv.to());
            self.key ^= PIECES[other as usize][mv.to()];
            self.quiet_plies = 0;
        } else {
            self.quiet_plies += 1;
        }
        self.move_number += u16::from(me == Color::Black);
        self.turn = other;
        undo
    }

    /// Undoes the last move.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        let (me, other) = (!self.turn, self.turn);
        self.pieces[me].remove(mv.to());
        self.pieces[me].insert(mv.from());
        if undo.captured {
            self.pieces[other].insert(mv.to());
        }
        self.quiet_plies = undo.quiet_plies;
        self.key = undo.key;
        self.move_number -= u16::from(me == Color::Black);
        self.turn = me;
    }

    /// The moves of the side to move.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.reach(self.turn).for_each(|step, targets| {
            for to in targets {
                moves.push(step.into(to));
            }
        });
        moves
    }

    /// A random legal move, if there is one.
    pub fn random_move(&self, rng: &mut SplitMix64) -> Option<Move> {
        let moves = self.legal_moves();
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }

    /// The number of legal moves, without listing them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        let mut count = 0;
        self.reach(self.turn).for_each(|_, targets| count += targets.len());
        count
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Whether a move takes a piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.pieces[!self.turn].contains(mv.to())
    }

    #[inline]
    fn reach(&self, color: Color) -> Reach {
        Reach::new(self.pieces[color], self.occupied(), NeighbourCounts::of(self.occupied()))
    }
}

/// The start of the game.
impl Default for Position {
    fn default() -> Self {
        let pieces = ByColor::new(Bitboard::from(Rank::First), Bitboard::from(Rank::Eighth));
        Self::new(pieces, Color::White, 0, 1)
    }
}
