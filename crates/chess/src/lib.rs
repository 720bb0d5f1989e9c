//! The rules of chess and only the rules.
//!
//! Text becomes a position in three steps, each a type: FEN text is parsed into a [`Setup`], which
//! may be any arrangement of pieces, and that becomes a [`Position`], which is legal. From there:
//!
//! - [`Position::legal_moves`] and its relatives generate legal moves, some of them or their number;
//! - [`Position::make`] makes one in place and reports every change of the board to an
//!   [`Observer`];
//! - a [`Game`] keeps the moves and positions so far, and detects repetitions;
//! - [`Outcome`] says how a game ended and why;
//! - [`mod@perft`] counts the tree of moves.
//!
//! Positions are read and written as [FEN](mod@fen) and [`Epd`], moves as [`UciMove`] and in
//! algebraic notation ([`Position::parse_san`]), annotated games as [`pgn`]; whatever parses prints
//! back to the same value. [`polyglot`] reads opening books, and [`eco`] names openings.
//!
//! Chess960 is the general case throughout: castling rights are the rooks that may castle, and a
//! castling move goes from the king to its rook. [`chess960`] numbers its initial positions.
//!
//! ```
//! use chess::{Color, Game, Outcome};
//!
//! let mut game = Game::default();
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     let mv = game.position().parse_uci(text)?;
//!     game.play(mv)?;
//! }
//! assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
//! assert_eq!(game.position().to_string(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attacks;
mod board;
pub mod castling;
pub mod chess960;
pub mod eco;
mod epd;
pub mod fen;
mod game;
mod movegen;
mod moves;
mod observer;
mod outcome;
pub mod perft;
pub mod pgn;
mod piece;
pub mod polyglot;
mod position;
mod random;
mod san;
mod setup;
mod uci_move;
pub mod zobrist;

pub use board::Board;
pub use castling::CastlingRights;
pub use epd::{Epd, EpdError, Operand, Operation};
pub use fen::{CastlingStyle, ParseFenError, ParsePositionError};
pub use game::{Game, IllegalMove};
/// The vocabulary of the rules.
pub use gamekit::{Bitboard, ByColor, Color, File, GameResult, Key, Rank, SplitMix64, Square};
pub use movegen::MoveList;
pub use moves::{Move, MoveKind};
pub use observer::Observer;
pub use outcome::Outcome;
pub use perft::perft;
pub use piece::{ByRole, Piece, Role};
pub use position::{CheckingSquares, Keys, Position};
pub use san::SanError;
pub use setup::{IllegalSetup, Setup};
pub use uci_move::{ParseUciMoveError, UciMove, UciMoveError, UciStyle};
