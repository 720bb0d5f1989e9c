//! Syzygy endgame tables: positions of a few pieces whose result is known.
//!
//! The files are read by shakmaty-syzygy; this crate is the adapter to it for [`chess::Position`]s,
//! and the only one that depends on it. There are four questions:
//!
//! - [`Tables::probe`], at a node of a search: the result just after a capture or pawn move;
//! - [`Tables::root_moves`], at its root: the moves that keep the result and make progress;
//! - [`Tables::judge`], for an arbiter: the result of a game that has reached this position;
//! - [`Tables::verdicts`], for people: the result of every move, and how far it is.
//!
//! ```
//! let tables = syzygy::Tables::empty();
//! let position: chess::Position = "4k3/8/8/8/8/8/8/QK6 w - - 0 1".parse()?;
//! assert_eq!(tables.judge(&position), None);
//! # Ok::<(), chess::ParsePositionError>(())
//! ```
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use std::fmt;
use std::path::{Path, PathBuf};

use chess::{Move, Position};
use gamekit::{Color, Ply, Score, Square};
use shakmaty::{CastlingMode, Chess, FromSetup, Setup};
use shakmaty_syzygy::{Dtz, Tablebase, Wdl};
use thiserror::Error;

/// The tables of some folders, or none.
pub struct Tables {
    tables: Tablebase<Chess>,
    most_pieces: usize,
}

/// Why tables cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// A folder cannot be read.
    #[error("cannot read tablebases from {path}: {error}", path = .path.display())]
    Read {
        /// The folder.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// A folder holds no tables.
    #[error("no tablebases in {path}; expected files such as KQvK.rtbw", path = .0.display())]
    Empty(PathBuf),
}

/// A known result for the side to move, under the fifty-move rule.
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

impl KnownResult {
    /// Who wins if it is this side's turn.
    pub fn winner(self, turn: Color) -> Option<Color> {
        match self {
            Self::Loss => Some(!turn),
            Self::Draw => None,
            Self::Win => Some(turn),
        }
    }

    /// The result for the other side.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// What the tables say of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The move.
    pub mv: Move,
    /// The result for the side that makes it.
    pub result: KnownResult,
    /// After the move, half-moves to the next capture, pawn move or mate, if the game is not drawn
    /// and the tables know; rounding may make it one too large.
    pub distance: Option<u32>,
}

impl From<Wdl> for KnownResult {
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss,
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => Self::Draw,
            Wdl::Win => Self::Win,
        }
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tables({} pieces)", self.most_pieces)
    }
}

impl Tables {
    /// No tables.
    pub fn empty() -> Self {
        Self { tables: Tablebase::new(), most_pieces: 0 }
    }

    /// The tables of these folders, each of which must hold some.
    pub fn open<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Result<Self, OpenError> {
        let mut tables = Tablebase::new();
        for folder in folders {
            let path = folder.as_ref();
            match tables.add_directory(path) {
                Ok(0) => return Err(OpenError::Empty(path.to_owned())),
                Ok(_) => {}
                Err(error) => return Err(OpenError::Read { path: path.to_owned(), error }),
            }
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

    /// The result of a position just after a capture or pawn move.
    pub fn probe(&self, position: &Position) -> Option<KnownResult> {
        if !self.covers(position) || position.halfmove_clock() > 0 {
            return None;
        }
        self.tables.probe_wdl_after_zeroing(&convert(position)?).ok().map(KnownResult::from)
    }

    /// The result of a position at any fifty-move count, if it is certain.
    pub fn judge(&self, position: &Position) -> Option<KnownResult> {
        if !self.covers(position) {
            return None;
        }
        self.tables.probe_wdl(&convert(position)?).ok()?.unambiguous().map(KnownResult::from)
    }

    /// The moves that keep the best result, and of the winning ones those that come nearest to the
    /// next capture, pawn move or mate; with the result. None if the tables do not know.
    pub fn root_moves(&self, position: &Position) -> Option<(KnownResult, Vec<Move>)> {
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

    /// What the tables say of the legal moves; a move whose result they do not know is left out.
    pub fn verdicts(&self, position: &Position) -> Vec<Verdict> {
        position.legal_moves().into_iter().filter_map(|mv| self.verdict(position, mv)).collect()
    }

    fn verdict(&self, position: &Position, mv: Move) -> Option<Verdict> {
        let next = position.play(mv);
        if !self.covers(&next) {
            return None;
        }
        if next.count_legal_moves() == 0 {
            let (result, distance) =
                if next.in_check() { (KnownResult::Win, Some(0)) } else { (KnownResult::Draw, None) };
            return Some(Verdict { mv, result, distance });
        }
        let result = self.judge(&next)?.reversed();
        let distance = || Some(self.tables.probe_dtz(&convert(&next)?).ok()?.ignore_rounding().0);
        let distance = if result == KnownResult::Draw { None } else { distance() };
        Some(Verdict { mv, result, distance: distance.map(i32::unsigned_abs) })
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
            let Dtz(distance) = self.tables.probe_dtz(&convert(&next)?).ok()?.ignore_rounding();
            distance
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
        setup.board.set_piece_at(convert_square(square), shakmaty::Piece::from_char(piece.to_char())?);
    }
    setup.turn = shakmaty::Color::from_white(position.turn() == Color::White);
    setup.ep_square = position.en_passant().map(convert_square);
    setup.halfmoves = position.halfmove_clock().into();
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn convert_square(square: Square) -> shakmaty::Square {
    shakmaty::Square::new(square as u32)
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    /// The tables in the folder of files that all clones of the project share.
    fn shared_tables() -> Tables {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
        Tables::open([env::var_os("PETTEIA_SHARED").map_or(root, PathBuf::from).join("syzygy")]).unwrap()
    }

    /// No package ships tables, so this is what can be tested everywhere of how they are asked.
    #[test]
    fn positions_are_the_same_in_both_libraries() {
        for fen in [
            "4k3/8/8/8/8/8/8/QK6 w - - 0 1",
            "8/8/8/8/k2pP2R/8/8/4K3 b - - 12 40",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "8/1P1k4/8/2nbrqK1/8/8/5p2/8 w - - 99 80",
        ] {
            let expected: shakmaty::fen::Fen = fen.parse().unwrap();
            let expected: Chess = expected.into_position(CastlingMode::Standard).unwrap();
            assert_eq!(convert(&fen.parse().unwrap()), Some(expected), "{fen}");
        }
    }

    #[test]
    #[ignore = "needs ../shared (see make test-shared)"]
    fn shared_tables_judge_endings() {
        let tables = shared_tables();
        let judge = |fen: &str| tables.judge(&fen.parse().unwrap());
        assert_eq!(judge("4k3/8/8/8/8/8/8/QK6 w - - 0 1"), Some(KnownResult::Win));
        assert_eq!(judge("4k3/8/8/8/8/8/8/QK6 b - - 0 1"), Some(KnownResult::Loss));
        assert_eq!(judge("4k3/8/8/8/8/8/8/BK6 b - - 0 1"), Some(KnownResult::Draw));
        // Too late for the fifty-move rule, or too close to call.
        assert_ne!(judge("4k3/8/8/8/8/8/8/QK6 w - - 98 90"), Some(KnownResult::Win));
        assert_eq!(judge(chess::fen::INITIAL), None);
    }

    #[test]
    #[ignore = "needs ../shared (see make test-shared)"]
    fn shared_tables_keep_the_result_at_the_root() {
        let tables = shared_tables();
        let moves = |fen: &str| {
            let (result, moves) = tables.root_moves(&fen.parse().unwrap()).unwrap();
            (result, moves.iter().map(|mv| mv.to_uci(chess::UciStyle::Standard)).collect::<Vec<_>>())
        };
        assert_eq!(moves("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), (KnownResult::Win, vec!["a1a8".parse().unwrap()]));
        assert_eq!(moves("8/8/8/8/2k5/8/2p5/2K5 w - - 0 1").0, KnownResult::Draw);
    }

    #[test]
    #[ignore = "needs ../shared (see make test-shared)"]
    fn shared_tables_have_a_verdict_for_every_move() {
        let tables = shared_tables();
        let verdict = |fen: &str, wanted: &str| {
            let position: Position = fen.parse().unwrap();
            let mv = position.parse_uci(wanted).unwrap();
            let all = tables.verdicts(&position);
            assert_eq!(all.len(), position.count_legal_moves());
            let found = all.into_iter().find(|verdict| verdict.mv == mv).unwrap();
            (found.result, found.distance)
        };
        let rook = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
        assert_eq!(verdict(rook, "a1a8"), (KnownResult::Win, Some(0)));
        assert_eq!(verdict(rook, "g6f7").0, KnownResult::Win);
        assert!(verdict(rook, "g6f5").1 > Some(2));
        assert_eq!(verdict("7k/8/8/8/8/8/6q1/R6K w - - 0 1", "h1g2").0, KnownResult::Win);
        assert_eq!(verdict("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "g1g6").0, KnownResult::Draw, "stalemate");
    }

    #[test]
    fn without_tables_there_are_no_verdicts() {
        let position: Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse().unwrap();
        assert_eq!(Tables::empty().verdicts(&position), []);
        assert_eq!(KnownResult::Win.reversed().reversed(), KnownResult::Win);
    }

    #[test]
    #[ignore = "needs ../shared (see make test-shared)"]
    fn shared_tables_answer_after_captures_and_pawn_moves() {
        let tables = shared_tables();
        let probe = |fen: &str| tables.probe(&fen.parse().unwrap());
        assert_eq!(probe("4k3/8/8/8/8/8/8/QK6 w - - 0 1"), Some(KnownResult::Win));
        assert_eq!(probe("4k3/8/8/8/8/8/8/QK6 w - - 1 1"), None);
        assert_eq!(probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None, "tables know no castling");
    }

    #[test]
    fn folders_without_tables_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Tables::open([folder.path()]).unwrap_err().to_string();
        assert!(error.starts_with("no tablebases in "), "{error}");
        let error = Tables::open(["no/such/folder"]).unwrap_err().to_string();
        assert!(error.starts_with("cannot read tablebases from no/such/folder: "), "{error}");
    }
}
