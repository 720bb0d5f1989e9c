//! Perft by what the last moves do.

use std::ops::AddAssign;

use super::Position;
use crate::{Move, MoveKind};

/// How many of the last moves of a tree are of each kind.
///
/// ```
/// use chess::Position;
/// use chess::perft::Kinds;
///
/// let kinds = Kinds::count(&Position::initial(), 4);
/// assert_eq!((kinds.nodes, kinds.captures, kinds.checks, kinds.mates), (197_281, 1576, 469, 8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds {
    /// All last moves.
    pub nodes: u64,
    /// Those that take something, en passant included.
    pub captures: u64,
    /// En passant.
    pub en_passant: u64,
    /// Castling.
    pub castles: u64,
    /// Promotions.
    pub promotions: u64,
    /// Those that give check.
    pub checks: u64,
    /// Those that give check by a piece behind the one that moves, and by that alone.
    pub discovered: u64,
    /// Those that give check by two pieces.
    pub double: u64,
    /// Those that mate.
    pub mates: u64,
}

impl Kinds {
    /// What [`Kinds::counts`] counts.
    pub const NAMES: [&str; 9] = [
        "nodes", "captures", "en passant", "castles", "promotions", "checks", "discovered", "double", "mates",
    ];

    /// Counts the moves at the end of all ways to play `depth` half-moves; at depth 0 there are none.
    pub fn count(position: &Position, depth: u32) -> Self {
        let mut kinds = Self::default();
        if depth > 0 {
            for &mv in &position.legal_moves() {
                let next = position.play(mv);
                kinds += if depth == 1 { Self::of(mv, &next) } else { Self::count(&next, depth - 1) };
            }
        }
        kinds
    }

    /// The counts in the order of [`Kinds::NAMES`].
    pub fn counts(&self) -> [u64; 9] {
        [
            self.nodes, self.captures, self.en_passant, self.castles, self.promotions, self.checks,
            self.discovered, self.double, self.mates,
        ]
    }

    /// What one move does that leads to `next`.
    fn of(mv: Move, next: &Position) -> Self {
        let checkers = next.checkers();
        let is_double = checkers.many();
        // A castling king moves together with its rook, so its check is not discovered.
        let is_own = mv.is_castle() || checkers.contains(mv.to());
        Self {
            nodes: 1,
            captures: mv.is_capture().into(),
            en_passant: (mv.kind() == MoveKind::EnPassant).into(),
            castles: mv.is_castle().into(),
            promotions: mv.is_promotion().into(),
            checks: checkers.any().into(),
            discovered: (checkers.any() && !is_double && !is_own).into(),
            double: is_double.into(),
            mates: (checkers.any() && next.count_legal_moves() == 0).into(),
        }
    }
}

impl AddAssign for Kinds {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered += other.discovered;
        self.double += other.double;
        self.mates += other.mates;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts that are published for the usual positions.
    #[test]
    fn published_counts_match() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let rooks = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        for (fen, depth, counts) in [
            (kiwipete, 3, [97_862, 17_102, 45, 3162, 0, 993, 0, 0, 1]),
            (kiwipete, 4, [4_085_603, 757_163, 1929, 128_013, 15_172, 25_523, 42, 6, 43]),
            (rooks, 4, [43_238, 3348, 123, 0, 0, 1680, 106, 0, 17]),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(Kinds::count(&position, depth).counts(), counts, "{fen} at depth {depth}");
        }
        assert_eq!(Kinds::count(&Position::initial(), 0), Kinds::default());
    }
}
