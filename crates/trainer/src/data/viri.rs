//! Games in viriformat, the format of Viridithas: a packed position, then four bytes for each move.

use std::io::{self, BufRead, Write};

use chess::{Move, MoveKind, Piece, Position, Role, Setup};
use gamekit::{Bitboard, Color, GameResult, Score, Square};

use super::{RecordedGame, ScoredMove};

/// The role of a rook with castling rights.
const CASTLING_ROOK: u8 = 6;
/// The four bytes after the last move.
const END: [u8; 4] = [0; 4];
/// Stands for "no square".
const NO_SQUARE: u8 = 64;

/// Writes a game without its opening, which has no scores.
pub fn write(game: &RecordedGame, output: &mut impl Write) -> io::Result<()> {
    output.write_all(&pack(&game.opening_position(), game.result))?;
    for &ScoredMove { mv, score, .. } in &game.moves {
        output.write_all(&bits(mv).to_le_bytes())?;
        output.write_all(&(score.raw() as i16).to_le_bytes())?;
    }
    output.write_all(&END)
}

/// Reads a game; `None` at the end of the input. Moves must be legal.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<RecordedGame>> {
    if input.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut packed = [0; 32];
    input.read_exact(&mut packed)?;
    let (start, result) =
        unpack(&packed).ok_or_else(|| invalid(format!("no legal position: {packed:02x?}")))?;
    let mut position = start.clone();
    let mut moves = Vec::new();
    loop {
        let mut bytes = [0; 4];
        input.read_exact(&mut bytes)?;
        if bytes == END {
            return Ok(Some(RecordedGame { start, opening: Vec::new(), moves, result }));
        }
        let wanted = u16::from_le_bytes([bytes[0], bytes[1]]);
        let score = Score::cp(i16::from_le_bytes([bytes[2], bytes[3]]).into());
        let legal = position.legal_moves();
        let mv = legal.iter().copied().find(|&mv| bits(mv) == wanted);
        let mv = mv.ok_or_else(|| invalid(format!("move {wanted:#06x} is not legal in {position}")))?;
        position = position.play(mv);
        moves.push(ScoredMove::new(mv, score));
    }
}

/// From, to, the promoted piece and what is special: 1 en passant, 2 castling, 3 promotion.
fn bits(mv: Move) -> u16 {
    let (promoted, special) = match (mv.promotion(), mv.kind()) {
        (Some(role), _) => (role as u16 - Role::Knight as u16, 3),
        (None, MoveKind::Castle) => (0, 2),
        (None, MoveKind::EnPassant) => (0, 1),
        (None, _) => (0, 0),
    };
    mv.from() as u16 | (mv.to() as u16) << 6 | promoted << 12 | special << 14
}

/// The 32 bytes of marlinformat: occupied squares, half a byte for each piece in their order, side
/// to move and en passant, the counters, a score (not used here), the result and an unused byte.
fn pack(position: &Position, result: GameResult) -> [u8; 32] {
    let mut bytes = [0; 32];
    let board = position.board();
    bytes[..8].copy_from_slice(&board.occupied().bits().to_le_bytes());
    for (index, square) in board.occupied().into_iter().enumerate() {
        let Some(piece) = board.piece_at(square) else { continue };
        let may_castle = position.castling().rooks().contains(square);
        let role = if may_castle { CASTLING_ROOK } else { piece.role() as u8 };
        bytes[8 + index / 2] |= (role | (piece.color() as u8) << 3) << (4 * (index % 2));
    }
    let en_passant = position.en_passant().map_or(NO_SQUARE, |square| square as u8);
    bytes[24] = (position.turn() as u8) << 7 | en_passant;
    bytes[25] = position.halfmove_clock().min(u8::MAX.into()) as u8;
    bytes[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
    bytes[30] = result.half_points(Color::White) as u8;
    bytes
}

fn unpack(bytes: &[u8; 32]) -> Option<(Position, GameResult)> {
    let mut setup = Setup::EMPTY;
    let mut castling = Bitboard::EMPTY;
    let occupied = Bitboard::new(u64::from_le_bytes(bytes[..8].try_into().ok()?));
    if occupied.len() > 32 {
        return None;
    }
    for (index, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = Color::ALL[usize::from(code >> 3)];
        let role = match code & 7 {
            CASTLING_ROOK => {
                castling |= Bitboard::of(square);
                Role::Rook
            }
            number => *Role::ALL.get(usize::from(number))?,
        };
        setup.board.put(Piece::new(color, role), square);
    }
    setup.castling = chess::CastlingRights::of_rooks(castling);
    setup.turn = Color::ALL[usize::from(bytes[24] >> 7)];
    setup.en_passant = Square::ALL.get(usize::from(bytes[24] & 127)).copied();
    setup.halfmove_clock = bytes[25].into();
    setup.fullmove_number = u16::from_le_bytes([bytes[26], bytes[27]]);
    Some((Position::new(setup).ok()?, GameResult::from_half_points(usize::from(bytes[30]))?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::encoding::tests::random_game;

    #[test]
    fn games_round_trip_and_are_legal_for_the_formats_own_crate() {
        for seed in 0..40 {
            let mut game = random_game(seed);
            let mut bytes = Vec::new();
            write(&game, &mut bytes).unwrap();
            game.start = game.opening_position();
            game.opening.clear();
            assert_eq!(read(&mut bytes.as_slice()).unwrap(), Some(game));
            // Built with debug assertions, the format's own crate replays every move.
            viriformat::dataformat::Game::deserialise_from(&mut bytes.as_slice(), Vec::new()).unwrap();
        }
    }

    #[test]
    fn broken_bytes_are_refused() {
        let mut bytes = Vec::new();
        write(&random_game(5), &mut bytes).unwrap();
        for length in 1..bytes.len() {
            assert!(read(&mut &bytes[..length]).is_err(), "{length} bytes");
        }
        bytes[32] ^= 0x15;
        let error = read(&mut bytes.as_slice()).unwrap_err().to_string();
        assert!(error.contains("is not legal in"), "{error}");
        bytes[8] = 7;
        assert!(read(&mut bytes.as_slice()).unwrap_err().to_string().contains("no legal position"));
    }
}
