//! Flipped and mirrored positions.

use gamekit::{Bitboard, Color, Square};

use crate::{Board, CastlingRights, Piece, Position, Setup};

impl Position {
    /// The position from the other side: colors swapped and ranks reversed.
    pub fn flipped(&self) -> Self {
        self.transformed(Square::flip_ranks, Bitboard::flip_ranks, |color| !color)
    }

    /// The position with its files reversed. The queen's wing is then on the right, as in some
    /// initial positions of Chess960.
    pub fn mirrored(&self) -> Self {
        self.transformed(Square::flip_files, Bitboard::flip_files, |color| color)
    }

    fn transformed(
        &self,
        square: fn(Square) -> Square,
        squares: fn(Bitboard) -> Bitboard,
        color: fn(Color) -> Color,
    ) -> Self {
        let setup = self.setup();
        let mut board = Board::EMPTY;
        for from in setup.board.occupied() {
            if let Some(piece) = setup.board.piece_at(from) {
                board.put(Piece::new(color(piece.color()), piece.role()), square(from));
            }
        }
        let transformed = Setup {
            board,
            turn: color(setup.turn),
            castling: CastlingRights::of_rooks(squares(setup.castling.rooks())),
            en_passant: setup.en_passant.map(square),
            ..setup
        };
        Self::new(transformed).expect("a legal position is legal from the other side")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_have_as_many_moves_and_twins_of_their_own() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(position.flipped().flipped(), position);
            assert_eq!(position.mirrored().mirrored(), position);
            let moves = position.count_legal_moves();
            assert_eq!(position.flipped().count_legal_moves(), moves);
            let without = Setup { castling: CastlingRights::NONE, ..position.setup() };
            let without = Position::new(without).unwrap();
            assert_eq!(without.mirrored().count_legal_moves(), without.count_legal_moves());
        }
    }
}
