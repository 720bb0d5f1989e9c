//! Endgame tablebases as an arbiter.

use std::path::{Path, PathBuf};

use chess::Position;
use gamekit::Color;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use shakmaty_syzygy::{AmbiguousWdl, Tablebase};
use thiserror::Error;

use crate::outcome::{Outcome, Reason};

/// Why there are no tablebases.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// The folder cannot be read.
    #[error("cannot read tablebases from {path}: {error}", path = .path.display())]
    Read {
        /// The folder.
        path: PathBuf,
        /// The trouble.
        error: std::io::Error,
    },
    /// The folder holds no tables.
    #[error("no tablebases in {path}; expected files such as KQvK.rtbw", path = .0.display())]
    Empty(PathBuf),
}

/// Syzygy tables.
pub struct Tablebases {
    tables: Tablebase<Chess>,
}

impl std::fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Tablebases({} pieces)", self.tables.max_pieces())
    }
}

impl Tablebases {
    /// Finds all tables in a folder.
    pub fn open(path: &Path) -> Result<Self, TablebaseError> {
        let mut tables = Tablebase::new();
        let found = tables
            .add_directory(path)
            .map_err(|error| TablebaseError::Read { path: path.to_owned(), error })?;
        if found == 0 { Err(TablebaseError::Empty(path.to_owned())) } else { Ok(Self { tables }) }
    }

    /// How the game must end, if the tables know and the fifty-move rule leaves no doubt.
    pub fn judge(&self, position: &Position) -> Option<Outcome> {
        let is_known = position.board().occupied().len() <= self.tables.max_pieces();
        if !is_known || position.castling().rooks().any() {
            return None;
        }
        let fen: Fen = position.to_string().parse().ok()?;
        let chess: Chess = fen.into_position(CastlingMode::Chess960).ok()?;
        let win = |winner: Color| Some(Outcome::win(winner, Reason::Tablebase));
        match self.tables.probe_wdl(&chess).ok()? {
            AmbiguousWdl::Win => win(position.turn()),
            AmbiguousWdl::Loss => win(!position.turn()),
            AmbiguousWdl::Draw | AmbiguousWdl::CursedWin | AmbiguousWdl::BlessedLoss => {
                Some(Outcome::draw(Reason::Tablebase))
            }
            AmbiguousWdl::MaybeWin | AmbiguousWdl::MaybeLoss => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::env;

    use super::*;

    /// The folder of files that all clones of the project share.
    fn shared(name: &str) -> Option<PathBuf> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
        let path = env::var_os("PETTEIA_SHARED").map_or(root, PathBuf::from).join(name);
        if path.exists() {
            Some(path)
        } else {
            println!("skipped: no ../shared/{name}");
            None
        }
    }

    #[test]
    fn endings_are_judged() {
        let Some(path) = shared("syzygy") else { return };
        let tables = Tablebases::open(&path).unwrap();
        let judge = |fen: &str| tables.judge(&fen.parse().unwrap()).map(|outcome| outcome.to_string());
        let told = |text: &str| Some(text.to_owned());
        assert_eq!(judge("4k3/8/8/8/8/8/8/QK6 w - - 0 1"), told("White wins by tablebase"));
        assert_eq!(judge("4k3/8/8/8/8/8/8/QK6 b - - 0 1"), told("White wins by tablebase"));
        assert_eq!(judge("4k3/8/8/8/8/8/8/BK6 b - - 0 1"), told("draw by tablebase"));
        // Too late for the fifty-move rule, or too close to call.
        assert_ne!(judge("4k3/8/8/8/8/8/8/QK6 w - - 98 90"), told("White wins by tablebase"));
        assert_eq!(judge(chess::fen::INITIAL), None);
    }

    #[test]
    fn folders_without_tables_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = Tablebases::open(folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("no tablebases in "), "{error}");
        let error = Tablebases::open(Path::new("no/such/folder")).unwrap_err().to_string();
        assert!(error.starts_with("cannot read tablebases from no/such/folder: "), "{error}");
    }
}
