//! Syzygy tables: endings that are known.

use std::path::{Path, PathBuf};

use chess::{Move, Position, Role};
use gamekit::{Color, Ply, Score, Square};
use shakmaty::{CastlingMode, Chess, FromSetup, Setup};
use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};
use thiserror::Error;

/// The tables of some folders, or none.
pub struct Tablebase {
    tables: shakmaty_syzygy::Tablebase<Chess>,
    most_pieces: usize,
}

/// A folder of tables that cannot be used.
#[derive(Debug, Error)]
#[error("no Syzygy tables at {}: {source}", path.display())]
pub struct TablebaseError {
    path: PathBuf,
    source: std::io::Error,
}

/// A known result, for the side to move, with the fifty-move rule in mind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum KnownResult {
    /// Lost against best play.
    Loss,
    /// Drawn, perhaps only by the fifty-move rule.
    Draw,
    /// Won with best play.
    Win,
}

impl KnownResult {
    /// The score of the result at a node.
    pub fn score(self, ply: Ply) -> Score {
        match self {
            Self::Loss => -Score::tablebase_win_in(ply),
            Self::Draw => Score::DRAW,
            Self::Win => Score::tablebase_win_in(ply),
        }
    }
}

impl Tablebase {
    /// No tables.
    pub fn empty() -> Self {
        Self { tables: shakmaty_syzygy::Tablebase::new(), most_pieces: 0 }
    }

    /// The tables of these folders.
    pub fn open<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Result<Self, TablebaseError> {
        let mut tables = shakmaty_syzygy::Tablebase::new();
        for folder in folders {
            let path = folder.as_ref();
            tables.add_directory(path).map_err(|source| TablebaseError { path: path.to_owned(), source })?;
        }
        let most_pieces = tables.max_pieces();
        Ok(Self { tables, most_pieces })
    }

    /// The most pieces, kings included, of any table.
    pub fn most_pieces(&self) -> usize {
        self.most_pieces
    }

    /// Whether a position may be in the tables.
    #[inline]
    pub fn covers(&self, position: &Position) -> bool {
        self.most_pieces > 0
            && position.board().occupied().len() <= self.most_pieces
            && position.castling().rooks().is_empty()
    }

    /// The result of a position whose fifty-move count has just begun anew.
    pub fn probe(&self, position: &Position) -> Option<KnownResult> {
        if !self.covers(position) || position.halfmove_clock() > 0 {
            return None;
        }
        let wdl = self.tables.probe_wdl_after_zeroing(&convert(position)?).ok()?;
        Some(match wdl {
            Wdl::Loss => KnownResult::Loss,
            Wdl::Win => KnownResult::Win,
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => KnownResult::Draw,
        })
    }

    /// The root moves that keep the best result, and of the winning ones those that come nearest
    /// to the next capture, pawn move or mate; with the result. None if the tables do not know.
    pub fn best_moves(&self, position: &Position) -> Option<(KnownResult, Vec<Move>)> {
        if !self.covers(position) {
            return None;
        }
        let ranked: Vec<(i32, Move)> = position
            .legal_moves()
            .into_iter()
            .map(|mv| self.rank(position, mv).map(|rank| (rank, mv)))
            .collect::<Option<_>>()?;
        let best = ranked.iter().map(|&(rank, _)| rank).max()?;
        let result = match best {
            ..=-1 => KnownResult::Loss,
            0 => KnownResult::Draw,
            1.. => KnownResult::Win,
        };
        Some((result, ranked.into_iter().filter(|&(rank, _)| rank == best).map(|(_, mv)| mv).collect()))
    }

    /// How good a move is: positive if it wins, the more so the sooner.
    fn rank(&self, position: &Position, mv: Move) -> Option<i32> {
        const WIN: i32 = 1000;
        let next = position.play(mv);
        if next.in_check() && next.count_legal_moves() == 0 {
            return Some(WIN);
        }
        let distance = if next.halfmove_clock() == 0 {
            // After a capture or pawn move only the result counts.
            match self.probe(&next)? {
                KnownResult::Loss => return Some(WIN - 1),
                KnownResult::Draw => 0,
                KnownResult::Win => 1,
            }
        } else {
            match self.tables.probe_dtz(&convert(&next)?).ok()? {
                MaybeRounded::Rounded(Dtz(dtz)) | MaybeRounded::Precise(Dtz(dtz)) => dtz,
            }
        };
        let too_late = distance.abs() + i32::from(next.halfmove_clock()) > 100;
        Some(match distance {
            0 => 0,
            _ if too_late => 0,
            ..=-1 => WIN + distance - 1,
            1.. => -WIN + distance,
        })
    }
}

fn convert(position: &Position) -> Option<Chess> {
    let mut setup = Setup::empty();
    for square in position.board().occupied() {
        let piece = position.piece_at(square)?;
        let color = shakmaty::Color::from_white(piece.color() == Color::White);
        let role = match piece.role() {
            Role::Pawn => shakmaty::Role::Pawn,
            Role::Knight => shakmaty::Role::Knight,
            Role::Bishop => shakmaty::Role::Bishop,
            Role::Rook => shakmaty::Role::Rook,
            Role::Queen => shakmaty::Role::Queen,
            Role::King => shakmaty::Role::King,
        };
        setup.board.set_piece_at(convert_square(square), shakmaty::Piece { color, role });
    }
    setup.turn = shakmaty::Color::from_white(position.turn() == Color::White);
    setup.ep_square = position.en_passant().map(convert_square);
    setup.halfmoves = position.halfmove_clock().into();
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn convert_square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square as u32)
}
