//! Positions as text: FEN, X-FEN and Shredder-FEN.
//!
//! The three differ in how they write castling rights. FEN knows `KQkq`; X-FEN reads these letters
//! as
//! *the outermost rook on that wing* and adds file letters for the others; Shredder-FEN always
//! writes the rook's file. All are read, with any of the last fields missing.

use std::fmt;
use std::str::FromStr;

use gamekit::{Bitboard, Color, File, Square, read_placement, write_placement};
use thiserror::Error;

use crate::castling::{Wing, back_rank};
use crate::{Board, CastlingRights, IllegalSetup, Piece, Position, Role, Setup};

/// The initial position of standard chess.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq` for outermost rooks, file letters for others (X-FEN; plain FEN in standard chess).
    #[default]
    Outermost,
    /// The rook's file, always (Shredder-FEN).
    Files,
}

/// Why a text is not a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseFenError {
    /// The text has no field or too many.
    #[error("{0} fields in FEN; expected 1 to 6")]
    Fields(usize),
    /// The pieces are not described by eight ranks of eight squares.
    #[error("bad piece placement {0:?} in FEN; expected 8 ranks of 8 squares separated by '/'")]
    Placement(String),
    /// The side to move is not given by its letter.
    #[error("bad side to move {0:?} in FEN; expected 'w' or 'b'")]
    Turn(String),
    /// The castling rights are neither a dash nor letters of rooks.
    #[error("bad castling rights {0:?} in FEN; expected '-' or letters of KQkq or of the rooks' files")]
    Castling(String),
    /// The en passant square is neither a dash nor a square.
    #[error("bad en passant square {0:?} in FEN; expected '-' or a square")]
    EnPassant(String),
    /// A counter is not a number.
    #[error("bad move counter {0:?} in FEN; expected a number from 0 to 65535")]
    Counter(String),
}

/// Why a text is not a legal position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParsePositionError {
    /// The text is not a FEN.
    #[error(transparent)]
    Fen(#[from] ParseFenError),
    /// The FEN describes something that cannot occur.
    #[error("illegal position: {0}")]
    Illegal(IllegalSetup),
}

impl FromStr for Setup {
    type Err = ParseFenError;

    fn from_str(text: &str) -> Result<Self, ParseFenError> {
        let mut fields = text.split_ascii_whitespace();
        let count = fields.clone().count();
        if !(1..=6).contains(&count) {
            return Err(ParseFenError::Fields(count));
        }
        let mut field = |default| fields.next().unwrap_or(default);
        let board = parse_board(field(""))?;
        let turn = parse_turn(field("w"))?;
        let castling = parse_castling(field("-"), &board)?;
        let en_passant = parse_en_passant(field("-"))?;
        let halfmove_clock = parse_counter(field("0"))?;
        let fullmove_number = parse_counter(field("1"))?.max(1);
        Ok(Self { board, turn, castling, en_passant, halfmove_clock, fullmove_number })
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        Self::new(text.parse()?).map_err(ParsePositionError::Illegal)
    }
}

fn parse_board(text: &str) -> Result<Board, ParseFenError> {
    let mut board = Board::EMPTY;
    let put = |letter, square| Piece::from_char(letter).map(|piece| board.put(piece, square));
    match read_placement(text, put) {
        Ok(()) => Ok(board),
        Err(_) => Err(ParseFenError::Placement(text.to_owned())),
    }
}

fn parse_turn(text: &str) -> Result<Color, ParseFenError> {
    let mut letters = text.chars();
    match (letters.next().and_then(Color::from_char), letters.next()) {
        (Some(color), None) => Ok(color),
        _ => Err(ParseFenError::Turn(text.to_owned())),
    }
}

fn parse_castling(text: &str, board: &Board) -> Result<CastlingRights, ParseFenError> {
    if text == "-" {
        return Ok(CastlingRights::NONE);
    }
    let error = || ParseFenError::Castling(text.to_owned());
    let mut rights = Bitboard::EMPTY;
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = back_rank(color);
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost_rook(board, color, Wing::King),
            'q' => outermost_rook(board, color, Wing::Queen),
            file => File::from_char(file).map(|file| Square::at(file, rank)),
        };
        rights.insert(rook.ok_or_else(error)?);
    }
    if rights.is_empty() { Err(error()) } else { Ok(CastlingRights::of_rooks(rights)) }
}

/// The rook farthest from the king on one wing of its back rank.
fn outermost_rook(board: &Board, color: Color, wing: Wing) -> Option<Square> {
    let rank = Bitboard::from(back_rank(color));
    let king = (board.pieces(color, Role::King) & rank).first()?;
    let rooks = board.pieces(color, Role::Rook) & rank;
    let rook = match wing {
        Wing::King => rooks.last()?,
        Wing::Queen => rooks.first()?,
    };
    (Wing::of(king, rook) == wing).then_some(rook)
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, ParseFenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| ParseFenError::EnPassant(text.to_owned()))
}

fn parse_counter(text: &str) -> Result<u16, ParseFenError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain).ok_or_else(|| ParseFenError::Counter(text.to_owned()))
}

impl Setup {
    /// The text of all six fields.
    pub fn to_fen(&self, style: CastlingStyle) -> String {
        format!("{} {} {}", self.to_epd_fields(style), self.halfmove_clock, self.fullmove_number)
    }

    /// The text of the first four fields: the position without its counters.
    pub fn to_epd_fields(&self, style: CastlingStyle) -> String {
        let mut text = String::with_capacity(80);
        write_placement(&mut text, |square| self.board.piece_at(square).map(Piece::to_char))
            .expect("a String takes all text");
        text.push(' ');
        text.push(self.turn.to_char());
        text.push(' ');
        write_castling(self, style, &mut text);
        text.push(' ');
        match self.en_passant {
            Some(square) => text.push_str(&square.to_string()),
            None => text.push('-'),
        }
        text
    }
}

fn write_castling(setup: &Setup, style: CastlingStyle, text: &mut String) {
    if setup.castling == CastlingRights::NONE {
        text.push('-');
    }
    for color in Color::ALL {
        // From the h-file down, as in `KQ`.
        let mut rooks: Vec<Square> = setup.castling.rooks_of(color).into_iter().collect();
        rooks.reverse();
        for rook in rooks {
            let wing_of_outermost =
                Wing::ALL.into_iter().find(|&wing| outermost_rook(&setup.board, color, wing) == Some(rook));
            let letter = match (style, wing_of_outermost) {
                (CastlingStyle::Outermost, Some(Wing::King)) => 'k',
                (CastlingStyle::Outermost, Some(Wing::Queen)) => 'q',
                _ => rook.file().to_char(),
            };
            text.push(match color {
                Color::White => letter.to_ascii_uppercase(),
                Color::Black => letter,
            });
        }
    }
}

/// X-FEN, which is plain FEN in standard chess.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen(CastlingStyle::Outermost))
    }
}

/// X-FEN, which is plain FEN in standard chess.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.setup(), f)
    }
}

#[cfg(test)]
mod tests;
