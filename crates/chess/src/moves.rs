//! Moves in sixteen bits.

use std::fmt;
use std::num::NonZeroU16;

use gamekit::Square;

use crate::{Role, UciStyle};

/// What a move does beyond moving a piece from one square to another.
///
/// Zero is not used, so the bits of a [`Move`] are never all zero. Bit 2 is set on captures and bit
/// 3 on promotions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing more.
    Quiet = 1,
    /// A pawn goes two squares.
    DoublePush = 2,
    /// King and rook move at once; the target is the rook's square.
    Castle = 3,
    /// An enemy piece on the target square is taken.
    Capture = 4,
    /// The pawn that just passed is taken.
    EnPassant = 5,
    /// A pawn becomes a knight.
    PromoteKnight = 8,
    /// A pawn becomes a bishop.
    PromoteBishop = 9,
    /// A pawn becomes a rook.
    PromoteRook = 10,
    /// A pawn becomes a queen.
    PromoteQueen = 11,
    /// A pawn takes and becomes a knight.
    CapturePromoteKnight = 12,
    /// A pawn takes and becomes a bishop.
    CapturePromoteBishop = 13,
    /// A pawn takes and becomes a rook.
    CapturePromoteRook = 14,
    /// A pawn takes and becomes a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const CAPTURE: u8 = 4;
    const PROMOTION: u8 = 8;

    /// The kind of a promotion to `role`, by a capture or not; `None` for a pawn or a king.
    #[inline]
    pub const fn promotion(role: Role, capture: bool) -> Option<Self> {
        match role {
            Role::Pawn | Role::King => None,
            _ => {
                let quiet = Self::PromoteKnight as u8 + role as u8 - Role::Knight as u8;
                Self::from_number(if capture { quiet | Self::CAPTURE } else { quiet })
            }
        }
    }

    #[inline]
    const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            1 => Self::Quiet,
            2 => Self::DoublePush,
            3 => Self::Castle,
            4 => Self::Capture,
            5 => Self::EnPassant,
            8 => Self::PromoteKnight,
            9 => Self::PromoteBishop,
            10 => Self::PromoteRook,
            11 => Self::PromoteQueen,
            12 => Self::CapturePromoteKnight,
            13 => Self::CapturePromoteBishop,
            14 => Self::CapturePromoteRook,
            15 => Self::CapturePromoteQueen,
            _ => return None,
        })
    }
}

/// A move: six bits for the square it starts from, six for its target, four for its kind.
///
/// A castling move goes from the king's square to the *rook's* square, which is unambiguous in
/// Chess960 too. `Option<Move>` takes two bytes.
///
/// ```
/// use chess::{Move, MoveKind, Role};
/// use gamekit::Square;
///
/// let mv = Move::new(Square::E7, Square::D8, MoveKind::CapturePromoteQueen);
/// assert_eq!((mv.from(), mv.to()), (Square::E7, Square::D8));
/// assert_eq!(mv.promotion(), Some(Role::Queen));
/// assert!(mv.is_capture());
/// assert_eq!(mv.to_string(), "e7d8q");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// A move from square to square.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        Self(NonZeroU16::new(bits).expect("no kind is numbered zero"))
    }

    /// The move with these bits, as [`Move::bits`] gives them.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match (NonZeroU16::new(bits), MoveKind::from_number((bits >> 12) as u8)) {
            (Some(bits), Some(_)) => Some(Self(bits)),
            _ => None,
        }
    }

    /// The move as a number.
    #[inline]
    pub const fn bits(self) -> NonZeroU16 {
        self.0
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrap(self.0.get() as u8 & 63)
    }

    /// Where the piece goes; when castling, where the rook stands.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrap((self.0.get() >> 6) as u8 & 63)
    }

    /// What else the move does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_number(self.kind_number()) {
            Some(kind) => kind,
            None => unreachable!(),
        }
    }

    /// Whether a piece is taken, en passant included.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.kind_number() & MoveKind::CAPTURE != 0
    }

    /// Whether a pawn is promoted.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.kind_number() & MoveKind::PROMOTION != 0
    }

    /// Whether the move neither takes nor promotes: material stays as it is.
    #[inline]
    pub const fn is_quiet(self) -> bool {
        self.kind_number() < MoveKind::CAPTURE
    }

    /// Whether king and rook move at once.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.kind_number() == MoveKind::Castle as u8
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind_number() & !MoveKind::CAPTURE {
            8 => Some(Role::Knight),
            9 => Some(Role::Bishop),
            10 => Some(Role::Rook),
            11 => Some(Role::Queen),
            _ => None,
        }
    }

    #[inline]
    const fn kind_number(self) -> u8 {
        (self.0.get() >> 12) as u8
    }
}

/// The squares and the promotion, castling as king takes rook: UCI's notation for Chess960.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_uci(UciStyle::Chess960).fmt(f)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_kinds() -> impl Iterator<Item = MoveKind> {
        (0..16).filter_map(MoveKind::from_number)
    }

    #[test]
    fn bits_round_trip() {
        assert_eq!(all_kinds().count(), 13);
        for from in Square::ALL {
            for to in Square::ALL {
                for kind in all_kinds() {
                    let mv = Move::new(from, to, kind);
                    assert_eq!((mv.from(), mv.to(), mv.kind()), (from, to, kind));
                    assert_eq!(Move::from_bits(mv.bits().get()), Some(mv));
                }
            }
        }
        assert_eq!(Move::from_bits(0), None);
        assert_eq!(Move::from_bits(6 << 12), None);
    }

    #[test]
    fn kinds_say_what_they_do() {
        for kind in all_kinds() {
            let mv = Move::new(Square::A1, Square::A1, kind);
            let name = format!("{kind:?}");
            assert_eq!(mv.is_capture(), name.contains("Capture") || kind == MoveKind::EnPassant);
            assert_eq!(mv.is_promotion(), name.contains("Promote"));
            assert_eq!(mv.is_quiet(), !mv.is_capture() && !mv.is_promotion());
            let promoted = mv.promotion().and_then(|role| MoveKind::promotion(role, mv.is_capture()));
            assert_eq!(promoted, mv.is_promotion().then_some(kind));
        }
    }
}
