//! Endgame tables: positions with few pieces, solved.
//!
//! Positions are the same if a symmetry of the board leads from one to the other, or if only the
//! names of the colors differ: the rules know neither. A table has a byte for every position of a
//! [`Material`]: won, drawn or lost for the side to move, and the plies to the end under best play.
//! The plies since the last capture are not part of a position; [`Tables::verdict`] considers them.
//!
//! - [`Tables::embedded`]: up to four pieces, part of the program;
//! - [`Tables::open`]: what a folder holds, [`build()`] makes it, [`Tables::check`] derives it again;
//! - [`Summary`]: what there is to know about a material.
//!
//! ```
//! use neighbours::tables::{Tables, Verdict};
//!
//! let position = "8/8/8/8/8/8/w7/wb6 w 0 1".parse()?;
//! assert_eq!(Tables::embedded().verdict(&position), Some(Verdict::Win(3)));
//! # Ok::<(), neighbours::ParsePositionError>(())
//! ```

mod board;
mod build;
mod check;
mod chunks;
mod file;
mod index;
mod packed;
mod solver;
mod summary;
mod symmetry;
mod value;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use gamekit::{Color, GameResult, Ply, Score};
use thiserror::Error;

pub use build::{Progress, build};
pub use check::CheckError;
pub use index::Material;
pub use summary::{Longest, Summary};

use crate::{Move, Position};
use board::Board;
use index::Indexer;

/// Why tables cannot be read or made.
#[derive(Debug, Error)]
pub enum TablesError {
    /// The file cannot be read.
    #[error("cannot read {path}: {1}", path = .0.display())]
    Read(PathBuf, io::Error),
    /// The file cannot be written.
    #[error("cannot write {path}: {1}", path = .0.display())]
    Write(PathBuf, io::Error),
    /// The file is something else, or its checksum is wrong.
    #[error("{path} is damaged: {1}", path = .0.display())]
    Damaged(PathBuf, &'static str),
    /// A distance does not fit into a byte.
    #[error("{0} has wins of more than 250 plies, which its table cannot hold")]
    TooLong(Material),
}

/// What best play leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The side to move wins, in so many plies.
    Win(u8),
    /// Neither side wins.
    Draw,
    /// The side to move loses, in so many plies.
    Loss(u8),
}

impl Verdict {
    fn of(value: u8) -> Self {
        match value {
            win if value::is_win(win) => Self::Win(win),
            loss if value::is_loss(loss) => Self::Loss(loss),
            _ => Self::Draw,
        }
    }

    /// The result of the game, when this side is to move.
    pub fn result(self, turn: Color) -> GameResult {
        match self {
            Self::Win(_) => GameResult::Win(turn),
            Self::Draw => GameResult::Draw,
            Self::Loss(_) => GameResult::Win(!turn),
        }
    }

    /// The score for the side to move of a node at `ply`.
    #[inline]
    pub fn score(self, ply: Ply) -> Score {
        match self {
            Self::Win(plies) => Score::mate_in(Ply::new(ply.index() + plies as usize)),
            Self::Draw => Score::DRAW,
            Self::Loss(plies) => Score::mated_in(Ply::new(ply.index() + plies as usize)),
        }
    }
}

/// For the side to move: `wins in 3 plies`, `draws`, `loses in 4 plies`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |plies: u8| if plies == 1 { "ply" } else { "plies" };
        match *self {
            Self::Win(length) => write!(f, "wins in {length} {}", plies(length)),
            Self::Draw => f.write_str("draws"),
            Self::Loss(0) => f.write_str("has lost"),
            Self::Loss(length) => write!(f, "loses in {length} {}", plies(length)),
        }
    }
}

/// The values of one material.
#[derive(Debug)]
struct Table {
    indexer: Indexer,
    values: Vec<u8>,
}

impl Table {
    const fn new(indexer: Indexer, values: Vec<u8>) -> Self {
        Self { indexer, values }
    }

    const fn material(&self) -> Material {
        self.indexer.material()
    }

    #[inline]
    fn value(&self, board: Board) -> u8 {
        self.values[self.indexer.index(board)]
    }
}

/// Tables of several materials.
#[derive(Debug, Default)]
pub struct Tables {
    /// By the number of pieces of the side to move and of the other.
    tables: [[Option<Box<Table>>; Self::MOST_PIECES]; Self::MOST_PIECES],
    /// Up to so many pieces there is every table.
    pieces: usize,
}

impl Tables {
    /// Tables of more pieces cannot be made.
    pub const MOST_PIECES: usize = 6;

    /// The tables up to four pieces.
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(packed::embedded()));
        Arc::clone(&EMBEDDED)
    }

    /// Reads the tables of a folder, up to the first number of pieces of which one is missing.
    pub fn open(folder: &Path) -> Result<Self, TablesError> {
        let mut tables = Self::default();
        for material in Material::up_to(Self::MOST_PIECES) {
            let files = solver::materials(material).into_iter().map(|material| file::path(folder, material));
            if !files.clone().all(|file| file.exists()) {
                break;
            }
            for file in files {
                tables.insert(file::read(&file)?);
            }
        }
        Ok(tables)
    }

    /// Makes the tables up to a number of pieces, in memory.
    #[cfg(test)]
    fn generate(pieces: usize, threads: usize) -> Self {
        let never = std::sync::atomic::AtomicBool::new(false);
        let mut tables = Self::default();
        for material in Material::up_to(pieces) {
            let mut solver = solver::Solver::new(material, &tables, threads);
            while solver.step(&never) != solver::Step::Finished {}
            let finished: Vec<Table> = solver.into_tables().collect();
            for table in finished {
                tables.insert(table);
            }
        }
        tables
    }

    fn insert(&mut self, table: Table) {
        let Material { mine, theirs } = table.material();
        self.tables[mine as usize][theirs as usize] = Some(Box::new(table));
        let is_whole = |pieces: usize| (1..pieces).all(|mine| self.tables[mine][pieces - mine].is_some());
        self.pieces = (2..=Self::MOST_PIECES).take_while(|&pieces| is_whole(pieces)).last().unwrap_or(0);
    }

    fn get(&self, material: Material) -> Option<&Table> {
        self.tables[material.mine as usize][material.theirs as usize].as_deref()
    }

    /// Up to so many pieces every position is known.
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    /// The materials that are known, by the number of pieces.
    pub fn materials(&self) -> impl Iterator<Item = Material> {
        Material::up_to(self.pieces).flat_map(solver::materials)
    }

    /// What best play leads to, whatever happened before: without the draw after a hundred plies,
    /// and without positions that occurred already.
    #[inline]
    pub fn probe(&self, position: &Position) -> Option<Verdict> {
        (position.occupied().len() <= self.pieces).then(|| Verdict::of(self.value(Board::of(position))))
    }

    /// What best play leads to for certain. A win or a loss that takes until the hundredth ply
    /// without a capture, or longer, may be drawn.
    #[inline]
    pub fn verdict(&self, position: &Position) -> Option<Verdict> {
        let in_time = |plies: u8| position.quiet_plies() + u16::from(plies) <= Position::QUIET_LIMIT;
        self.probe(position).filter(|verdict| match *verdict {
            Verdict::Draw => true,
            Verdict::Win(plies) | Verdict::Loss(plies) => in_time(plies),
        })
    }

    /// The best move of a position that is won or lost for certain: the shortest way to win, or the
    /// longest to lose.
    pub fn decisive_move(&self, position: &Position) -> Option<Move> {
        self.verdict(position).filter(|verdict| *verdict != Verdict::Draw)?;
        let value = |mv: Move| {
            let mut next = position.clone();
            next.make(mv);
            value::before(self.value(Board::of(&next)))
        };
        let moves = position.legal_moves().into_iter().map(|mv| (mv, value(mv)));
        let best =
            moves.reduce(|best, next| if value::better(best.1, next.1) == best.1 { best } else { next });
        best.map(|(mv, _)| mv)
    }

    /// The value of a position whose table is there.
    #[inline]
    fn value(&self, board: Board) -> u8 {
        if board.mine.is_empty() || board.theirs.is_empty() {
            // Without an enemy, the first move wins.
            return u8::from(!board.successors().is_empty());
        }
        self.get(Material::of(board)).map_or(value::DRAW, |table| table.value(board))
    }
}

#[cfg(test)]
mod tests;
