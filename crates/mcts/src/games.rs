//! The games: how each is walked and evaluated, and a facade shaped like that of its alpha-beta
//! search.

mod chess;
mod chess_player;
mod chess_searcher;
mod neighbours;
mod neighbours_searcher;
mod quiesce;

use gamekit::{Ply, Score};

pub use self::chess::ChessGame;
pub use self::neighbours::{Judge, NeighboursGame};
pub use chess_player::{ChessPlayer, MemoryError, Method, UnknownMethod};
pub use chess_searcher::ChessSearcher;
pub use neighbours_searcher::NeighboursSearcher;

use crate::{Ending, Line};

/// The score of a line whose result is proved.
fn proved_score<M>(line: &Line<M>) -> Option<Score> {
    let proof = line.proof?;
    // The proof counts from the position after the move.
    let plies = Ply::new(usize::from(proof.plies) + 1);
    Some(match proof.ending {
        Ending::Win => Score::mate_in(plies),
        Ending::Draw => Score::DRAW,
        Ending::Loss => Score::mated_in(plies),
    })
}
