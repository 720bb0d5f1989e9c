//! The rules of chess and only the rules.

pub mod attacks;
mod board;
pub mod castling;
pub mod fen;
mod movegen;
mod moves;
mod observer;
mod perft;
mod piece;
mod position;
mod setup;
mod uci_move;
mod zobrist;

pub use board::Board;
pub use castling::CastlingRights;
pub use fen::{CastlingStyle, ParseFenError, ParsePositionError};
pub use movegen::MoveList;
pub use moves::{Move, MoveKind};
pub use observer::Observer;
pub use perft::{perft, perft_by_lists};
pub use piece::{ByRole, Piece, Role};
pub use position::{Keys, Position};
pub use setup::{IllegalSetup, Setup};
pub use uci_move::{UciMoveError, UciStyle};
