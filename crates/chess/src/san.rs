//! Moves in standard algebraic notation (SAN): `Nbxd7+`, `exd8=Q#`, `O-O`.
//!
//! Written strictly: the least disambiguation that is needed, a mark for check and one for mate.
//! Read leniently: any text that leaves no doubt about the move is understood.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod pattern;

use gamekit::Square;
use thiserror::Error;

use crate::castling::Wing;
use crate::{Move, Position, Role, attacks};
use pattern::Pattern;

/// Why a text is not a move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// The text cannot be a move.
    #[error("bad move {0:?}; expected algebraic notation, as in e4, Nbxd7+, exd8=Q or O-O")]
    Syntax(String),
    /// No legal move is written like this.
    #[error("illegal move {0:?} in {1}")]
    Illegal(String, String),
    /// Several legal moves are written like this.
    #[error("ambiguous move {0:?} in {1}; expected one of {2}")]
    Ambiguous(String, String, String),
}

impl Position {
    /// A legal move in standard algebraic notation.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let position: Position = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let written = |uci| position.parse_uci(uci).map(|mv| position.to_san(mv));
    /// assert_eq!(written("a1a8")?, "Ra8#");
    /// assert_eq!(written("e1h1")?, "O-O");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// May panic if the move is not legal here.
    pub fn to_san(&self, mv: Move) -> String {
        let mut text = self.to_san_without_mark(mv);
        let next = self.play(mv);
        if next.in_check() {
            text.push(if next.count_legal_moves() == 0 { '#' } else { '+' });
        }
        text
    }

    /// The notation without the mark for check or mate, which takes most of the time to find.
    fn to_san_without_mark(&self, mv: Move) -> String {
        if mv.is_castle() {
            return match Wing::of(mv.from(), mv.to()) {
                Wing::King => "O-O".to_owned(),
                Wing::Queen => "O-O-O".to_owned(),
            };
        }
        let mut text = String::with_capacity(8);
        match self.board().role_at(mv.from()).unwrap_or(Role::Pawn) {
            Role::Pawn if mv.is_capture() => text.push(mv.from().file().to_char()),
            Role::Pawn => {}
            role => {
                text.push(role.to_char().to_ascii_uppercase());
                self.disambiguate(mv, role, &mut text);
            }
        }
        if mv.is_capture() {
            text.push('x');
        }
        text.push(mv.to().file().to_char());
        text.push(mv.to().rank().to_char());
        if let Some(role) = mv.promotion() {
            text.push('=');
            text.push(role.to_char().to_ascii_uppercase());
        }
        text
    }

    /// Writes the origin as far as other pieces of this role can move to the same square: the file
    /// if that is enough, else the rank, else both.
    fn disambiguate(&self, mv: Move, role: Role, text: &mut String) {
        let (from, to) = (mv.from(), mv.to());
        let reaching = attacks::piece(role, to, self.board().occupied());
        let rivals: Vec<Square> = (reaching & self.board().pieces(self.turn(), role))
            .into_iter()
            .filter(|&rival| rival != from && self.is_legal(Move::new(rival, to, mv.kind())))
            .collect();
        if rivals.is_empty() {
            return;
        }
        let shares_file = rivals.iter().any(|rival| rival.file() == from.file());
        let shares_rank = rivals.iter().any(|rival| rival.rank() == from.rank());
        if !shares_file || shares_rank {
            text.push(from.file().to_char());
        }
        if shares_file {
            text.push(from.rank().to_char());
        }
    }

    /// The legal move that a text in algebraic notation means.
    ///
    /// Also understands castling with zeros or small letters, long notation (`Ng1-f3`), promotions
    /// without `=` and suffixes such as `!?` and `e.p.`. Origins and marks for captures, check and
    /// mate may be missing or superfluous.
    ///
    /// ```
    /// use chess::Position;
    ///
    /// let start = Position::initial();
    /// let mv = start.parse_san("Nf3")?;
    /// assert_eq!(start.parse_san("Ng1-f3!?"), Ok(mv));
    /// assert_eq!(start.to_san(mv), "Nf3");
    /// # Ok::<(), chess::SanError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.read_san(text.as_bytes())
    }

    /// [`Position::parse_san`] of a text in whatever encoding: moves are ASCII.
    pub(crate) fn read_san(&self, text: &[u8]) -> Result<Move, SanError> {
        let Some(pattern) = Pattern::parse(text) else {
            return Err(SanError::Syntax(String::from_utf8_lossy(text).into_owned()));
        };
        let (mut found, mut count) = (None, 0);
        pattern.for_each_legal_move(self, |mv| (found, count) = (Some(mv), count + 1));
        found.filter(|_| count == 1).ok_or_else(|| self.explain(pattern, text))
    }

    /// Why a text does not mean one legal move.
    #[cold]
    fn explain(&self, pattern: Pattern, text: &[u8]) -> SanError {
        let mut candidates = Vec::new();
        pattern.for_each_legal_move(self, |mv| candidates.push(self.to_san(mv)));
        let (text, fen) = (String::from_utf8_lossy(text).into_owned(), self.to_string());
        if candidates.is_empty() {
            SanError::Illegal(text, fen)
        } else {
            SanError::Ambiguous(text, fen, candidates.join(", "))
        }
    }
}

#[cfg(test)]
mod tests;
