//! Moves, whatever the squares are.
//!
//! Pseudo-legal moves follow the rules of each piece but may leave the king in check;
//! [`Board::play`] finds out. A pinned piece is thus never looked for, and most moves of a search
//! are cut off before anybody asks. Pawns and castling are written once here; the other pieces go
//! where [`Squares::for_each_target`] says.

use chess::castling::{Wing, back_rank};
use chess::{Move, MoveKind, MoveList, Piece, Role, attacks};
use gamekit::{Bitboard, Rank, Square};

use super::{Board, Squares, forward};

impl<S: Squares> Board<S> {
    /// Appends all pseudo-legal moves.
    pub fn generate(&self, moves: &mut MoveList) {
        self.generate_if(true, moves);
        self.generate_castling(moves);
    }

    /// Appends the pseudo-legal captures and promotions.
    pub fn generate_captures(&self, moves: &mut MoveList) {
        self.generate_if(false, moves);
    }

    fn generate_if(&self, quiet_too: bool, moves: &mut MoveList) {
        let us = self.turn;
        self.squares.for_each_piece(us, |role, from| {
            if role == Role::Pawn {
                self.generate_pawn(from, quiet_too, moves);
            } else {
                self.squares.for_each_target(Piece::new(us, role), from, |to, takes| {
                    if takes {
                        moves.push(Move::new(from, to, MoveKind::Capture));
                    } else if quiet_too {
                        moves.push(Move::new(from, to, MoveKind::Quiet));
                    }
                });
            }
        });
    }

    fn generate_pawn(&self, from: Square, quiet_too: bool, moves: &mut MoveList) {
        let (us, up) = (self.turn, forward(self.turn));
        for to in attacks::pawn(us, from) {
            if self.squares.color_at(to) == Some(!us) {
                push_pawn_move(from, to, true, moves);
            } else if self.en_passant == Some(to) {
                moves.push(Move::new(from, to, MoveKind::EnPassant));
            }
        }
        let is_free = |to: &Square| self.squares.color_at(*to).is_none();
        let Some(one) = from.offset(0, up).filter(is_free) else { return };
        if quiet_too || is_last_rank(one) {
            push_pawn_move(from, one, false, moves);
        }
        let starts = if up > 0 { Rank::Second } else { Rank::Seventh };
        if quiet_too
            && from.rank() == starts
            && let Some(two) = one.offset(0, up).filter(is_free)
        {
            moves.push(Move::new(from, two, MoveKind::DoublePush));
        }
    }

    /// The squares that king and rook cross and reach must be empty, and those of the king not
    /// attacked.
    fn generate_castling(&self, moves: &mut MoveList) {
        let us = self.turn;
        let king = self.squares.king(us);
        for rook in self.castling & Bitboard::from(back_rank(us)) {
            let wing = Wing::of(king, rook);
            let way = |from, to| attacks::between(from, to) | Bitboard::of(to);
            let of_king = way(king, wing.king_target(us));
            let both = of_king | way(rook, wing.rook_target(us));
            let must_be_empty = both - Bitboard::of(king) - Bitboard::of(rook);
            let is_free = must_be_empty.into_iter().all(|square| self.squares.color_at(square).is_none());
            let is_safe = |square| !self.squares.is_attacked(square, !us);
            if is_free && (of_king | Bitboard::of(king)).into_iter().all(is_safe) {
                moves.push(Move::new(king, rook, MoveKind::Castle));
            }
        }
    }
}

fn is_last_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// A step or a capture of a pawn; on the last rank there are four of them.
fn push_pawn_move(from: Square, to: Square, takes: bool, moves: &mut MoveList) {
    if is_last_rank(to) {
        for role in Role::PROMOTIONS {
            let kind = MoveKind::promotion(role, takes).expect("pawns become these");
            moves.push(Move::new(from, to, kind));
        }
    } else {
        let kind = if takes { MoveKind::Capture } else { MoveKind::Quiet };
        moves.push(Move::new(from, to, kind));
    }
}
