//! A position as 808 bits.
//!
//! | bytes | content |
//! | --- | --- |
//! | 96 | twelve boards of eight bytes, in the order K Q R B N P of White, then of Black; within a board the squares a8, b8, ... h1, the first of each byte in its highest bit |
//! | 1 | the half-move clock |
//! | 2 | the number of the move, the high byte first |
//! | 1 | the square behind a pawn that just moved two, numbered from a8 = 0 |
//! | 1 | from the highest bit: castling K, Q, k, q; Black to move; the square before means something |
//!
//! Each bit is an input of the net, 0 or 1, the bits of the counters too. The order of the last five
//! bytes is this program's; the document does not give it.

use chess::castling::Wing;
use chess::{Piece, Role, Setup};
use gamekit::{Color, Square};

/// Bytes of a position.
pub const BYTES: usize = 101;
/// Inputs of the net.
pub const INPUTS: usize = 8 * BYTES;

/// The order of the boards.
const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// A position as bytes.
pub type Packed = [u8; BYTES];

/// Writes a position down.
pub fn pack(setup: &Setup) -> Packed {
    let mut bytes = [0; BYTES];
    for square in Square::ALL {
        if let Some(piece) = setup.board.piece_at(square) {
            let bit = 64 * board_of(piece) + from_the_top(square);
            bytes[bit / 8] |= 0x80 >> (bit % 8);
        }
    }
    bytes[96] = setup.halfmove_clock.min(255) as u8;
    bytes[97..99].copy_from_slice(&setup.fullmove_number.to_be_bytes());
    bytes[99] = setup.en_passant.map_or(0, |square| from_the_top(square) as u8);
    bytes[100] = flags(setup);
    bytes
}

fn board_of(piece: Piece) -> usize {
    let role = ROLES.iter().position(|&role| role == piece.role()).expect("every role has a board");
    role + 6 * usize::from(piece.color() == Color::Black)
}

/// The number of a square counted from a8 along the ranks.
fn from_the_top(square: Square) -> usize {
    square.flip_ranks().index()
}

fn flags(setup: &Setup) -> u8 {
    let may = |color, wing| {
        let king = setup.board.pieces(color, Role::King).first();
        king.is_some_and(|king| setup.castling.rook(king, wing).is_some())
    };
    let flags = [
        may(Color::White, Wing::King),
        may(Color::White, Wing::Queen),
        may(Color::Black, Wing::King),
        may(Color::Black, Wing::Queen),
        setup.turn == Color::Black,
        setup.en_passant.is_some(),
    ];
    flags.iter().enumerate().map(|(index, &is_set)| u8::from(is_set) << (7 - index)).sum()
}

/// The numbers of the inputs that are one.
pub fn ones(packed: &[u8]) -> impl Iterator<Item = usize> {
    packed.iter().enumerate().flat_map(|(index, &byte)| {
        (0..8).filter(move |bit| byte & (0x80 >> bit) != 0).map(move |bit| 8 * index + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_position_is_as_documented() {
        let bytes = pack(&chess::fen::INITIAL.parse().unwrap());
        // White's king on e1 is square 60: the fifth bit of the board's last byte.
        assert_eq!(bytes[..8], [0, 0, 0, 0, 0, 0, 0, 0b0000_1000]);
        assert_eq!(bytes[88..96], [0, 0xff, 0, 0, 0, 0, 0, 0], "Black's pawns");
        assert_eq!(bytes[96..], [0, 0, 1, 0, 0b1111_0000]);
        assert_eq!(ones(&bytes).count(), 32 + 1 + 4);
        assert_eq!(ones(&bytes).next(), Some(60));
    }

    #[test]
    fn counters_and_flags_are_there() {
        let fen = "4k3/8/8/8/4P3/8/8/R3K3 b Q e3 7 300";
        let bytes = pack(&fen.parse().unwrap());
        assert_eq!(bytes[96..], [7, 1, 44, 44, 0b0100_1100]);
    }
}
