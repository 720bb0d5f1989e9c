//! What a text in algebraic notation says about a move.

use gamekit::{File, Rank, Square};

use crate::castling::Wing;
use crate::{Move, Position, Role};

/// The moves that a text may mean, in whatever position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Castling to a wing.
    Castle(Wing),
    /// A piece goes to a square. What the text leaves open is `None`.
    Step { role: Role, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Role> },
}

impl Pattern {
    /// Reads a move without regard to any position.
    pub fn parse(text: &str) -> Option<Self> {
        let text = strip_marks(text);
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Self::Castle(Wing::King)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Self::Castle(Wing::Queen)),
            _ => {}
        }
        let (role, rest) = split_role(text);
        let (rest, promotion) = split_promotion(rest);
        let (rest, to) = split_target(rest)?;
        let (file, rank) = parse_origin(rest.strip_suffix(['x', ':', '-']).unwrap_or(rest))?;
        if promotion.is_some() && role != Role::Pawn {
            return None;
        }
        Some(Self::Step { role, file, rank, to, promotion })
    }

    /// Whether a legal move of the position is meant. A promotion that does not name its piece means
    /// all four, so that it is ambiguous and not illegal.
    pub fn matches(self, position: &Position, mv: Move) -> bool {
        match self {
            Self::Castle(wing) => mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing,
            Self::Step { role, file, rank, to, promotion } => {
                !mv.is_castle()
                    && mv.to() == to
                    && position.board().role_at(mv.from()) == Some(role)
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
                    && (promotion.is_none() || mv.promotion() == promotion)
            }
        }
    }
}

/// Takes off the marks of check, mate and en passant, and what the author thought of the move.
fn strip_marks(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?', ' ']);
        let shorter = shorter.strip_suffix("e.p.").unwrap_or(shorter);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// The letter of the piece, which stands for a pawn where it is missing. A small `b` is a file.
fn split_role(text: &str) -> (Role, &str) {
    let mut letters = text.chars();
    match letters.next().filter(char::is_ascii_uppercase).and_then(Role::from_char) {
        Some(role) => (role, letters.as_str()),
        None => (Role::Pawn, text),
    }
}

/// `=Q`, `Q` or `(Q)` at the end.
fn split_promotion(text: &str) -> (&str, Option<Role>) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = bare.chars().next_back() else { return (text, None) };
    match Role::from_char(letter) {
        Some(role) if Role::PROMOTIONS.contains(&role) => {
            let rest = &bare[..bare.len() - 1];
            (rest.strip_suffix(['=', '(']).unwrap_or(rest), Some(role))
        }
        _ => (text, None),
    }
}

/// The square at the end.
fn split_target(text: &str) -> Option<(&str, Square)> {
    let start = text.len().checked_sub(2)?;
    let (rest, target) = text.split_at_checked(start)?;
    Some((rest, target.parse().ok()?))
}

/// A file, a rank, both or nothing.
fn parse_origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let mut letters = text.chars().peekable();
    let file = letters.next_if(|&letter| File::from_char(letter).is_some()).and_then(File::from_char);
    let rank = letters.next_if(|&letter| Rank::from_char(letter).is_some()).and_then(Rank::from_char);
    letters.next().is_none().then_some((file, rank))
}
