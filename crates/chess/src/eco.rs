//! Openings by name: the codes of the Encyclopaedia of Chess Openings (ECO), A00 to E99.
//!
//! A name belongs to a position, whatever moves led to it. The table is `eco/openings.tsv`, one
//! position per line: its code, its name and the moves that usually lead to it, separated by tabs.

use std::collections::HashMap;
use std::sync::LazyLock;

use gamekit::Key;

use crate::{Move, Position, SanError};

const TABLE: &str = include_str!("eco/openings.tsv");

/// The code and name of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Opening {
    /// Its place in the encyclopaedia, such as `B90`.
    pub code: &'static str,
    /// Its name, from the general to the particular, such as `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

/// The opening of exactly this position.
///
/// ```
/// use chess::{Position, eco};
///
/// let start = Position::initial();
/// let after = start.play(start.parse_san("f4")?);
/// assert_eq!(eco::name(&after).map(|opening| opening.name), Some("Bird Opening"));
/// assert_eq!(eco::name(&start), None);
/// # Ok::<(), chess::SanError>(())
/// ```
pub fn name(position: &Position) -> Option<Opening> {
    static BY_KEY: LazyLock<HashMap<Key, Opening>> = LazyLock::new(|| {
        let named = entries().map(|entry| entry.position().map(|position| (position.key(), entry.opening)));
        named.collect::<Result<_, _>>().expect("a test replays every line of the table")
    });
    BY_KEY.get(&position.key()).copied()
}

/// The opening of a game: the name of the last position that has one.
///
/// ```
/// use chess::{Game, eco};
///
/// let mut game = Game::default();
/// for san in "Nf3 Nc6 e4 e5 Bb5 a6 Ke2".split(' ') {
///     game.play(game.position().parse_san(san)?)?;
/// }
/// let opening = eco::of_moves(game.start(), game.moves()).expect("a Spanish until the king went for a walk");
/// assert_eq!((opening.code, opening.name), ("C68", "Ruy Lopez: Morphy Defense"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// May panic if a move is not legal where it is made.
pub fn of_moves(start: &Position, moves: impl IntoIterator<Item = Move>) -> Option<Opening> {
    let mut position = start.clone();
    moves.into_iter().fold(name(start), |last, mv| {
        position.make(mv, &mut ());
        name(&position).or(last)
    })
}

/// All openings with the moves that usually lead to them.
///
/// ```
/// use chess::eco;
///
/// let bird = eco::lines().find(|(opening, _)| opening.name == "Bird Opening").expect("an opening");
/// assert_eq!(bird.1.len(), 1);
/// ```
///
/// # Panics
/// Never: a test replays every line of the table.
pub fn lines() -> impl Iterator<Item = (Opening, Vec<Move>)> {
    entries().map(|entry| (entry.opening, entry.line().expect("a test replays every line of the table")))
}

/// A line of the table.
struct Entry {
    opening: Opening,
    moves: &'static str,
}

impl Entry {
    fn line(&self) -> Result<Vec<Move>, SanError> {
        let mut position = Position::initial();
        let play = |san| {
            let mv = position.parse_san(san)?;
            position.make(mv, &mut ());
            Ok(mv)
        };
        self.moves.split(' ').map(play).collect()
    }

    /// Where the moves lead.
    fn position(&self) -> Result<Position, SanError> {
        Ok(self.line()?.into_iter().fold(Position::initial(), |position, mv| position.play(mv)))
    }
}

fn entries() -> impl Iterator<Item = Entry> {
    TABLE.lines().map(|line| {
        let (code, rest) = line.split_once('\t').unwrap_or((line, ""));
        let (name, moves) = rest.split_once('\t').unwrap_or((rest, ""));
        Entry { opening: Opening { code, name }, moves }
    })
}

#[cfg(test)]
mod tests;
