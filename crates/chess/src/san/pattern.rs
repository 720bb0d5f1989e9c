//! The moves that a text in algebraic notation may mean.

use gamekit::{Bitboard, File, Rank, Square};

use crate::castling::{Wing, back_rank};
use crate::{Move, MoveKind, Position, Role, attacks};

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
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = strip_marks(text);
        match text {
            b"O-O" | b"0-0" | b"o-o" => return Some(Self::Castle(Wing::King)),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => return Some(Self::Castle(Wing::Queen)),
            _ => {}
        }
        let (role, rest) = split_role(text);
        let (rest, promotion) = split_promotion(rest);
        let (rest, to) = split_target(rest)?;
        let (file, rank) = parse_origin(without_last(rest, b"x:-"))?;
        if promotion.is_some() && role != Role::Pawn {
            return None;
        }
        Some(Self::Step { role, file, rank, to, promotion })
    }

    /// Visits the legal moves that are meant, found from the target square backwards.
    pub fn for_each_legal_move(self, position: &Position, mut visit: impl FnMut(Move)) {
        let mut try_move = |from, to, kind| {
            let mv = Move::new(from, to, kind);
            if position.is_legal(mv) {
                visit(mv);
            }
        };
        match self {
            Self::Castle(wing) => {
                let king = position.king(position.turn());
                if let Some(rook) = position.castling().rook(king, wing) {
                    try_move(king, rook, MoveKind::Castle);
                }
            }
            Self::Step { role, file, rank, to, promotion } => {
                let file = file.map_or(Bitboard::ALL, Bitboard::from);
                let rank = rank.map_or(Bitboard::ALL, Bitboard::from);
                let promotes = role == Role::Pawn && to.rank() == back_rank(!position.turn());
                for from in origins(position, role, to) & file & rank {
                    if promotes {
                        promotion_kinds(position, to, promotion).for_each(|kind| try_move(from, to, kind));
                    } else if promotion.is_none() {
                        try_move(from, to, kind(position, role, from, to));
                    }
                }
            }
        }
    }
}

/// What kind of move leads from one square to another, unless it promotes.
fn kind(position: &Position, role: Role, from: Square, to: Square) -> MoveKind {
    match role {
        _ if position.piece_at(to).is_some() => MoveKind::Capture,
        Role::Pawn if from.file() != to.file() => MoveKind::EnPassant,
        Role::Pawn if from.distance(to) == 2 => MoveKind::DoublePush,
        _ => MoveKind::Quiet,
    }
}

/// Promotion to the named piece. Without a name all four are meant, so that the text is ambiguous
/// and not illegal.
fn promotion_kinds(position: &Position, to: Square, named: Option<Role>) -> impl Iterator<Item = MoveKind> {
    let is_capture = position.piece_at(to).is_some();
    Role::PROMOTIONS
        .into_iter()
        .filter(move |&role| named.is_none_or(|named| named == role))
        .filter_map(move |role| MoveKind::promotion(role, is_capture))
}

/// The pieces that may go to a square by their way of moving.
fn origins(position: &Position, role: Role, to: Square) -> Bitboard {
    let us = position.turn();
    let reaching = match role {
        Role::Pawn => attacks::pawn(!us, to) | Bitboard::from(to.file()),
        _ => attacks::piece(role, to, position.board().occupied()),
    };
    position.board().pieces(us, role) & reaching
}

/// Strips the marks of check, mate and en passant, and annotation symbols.
fn strip_marks(text: &[u8]) -> &[u8] {
    let mut text = text.trim_ascii();
    while let Some((last, rest)) = text.split_last() {
        text = match last {
            b'+' | b'#' | b'!' | b'?' | b' ' => rest,
            b'.' => match text.strip_suffix(b"e.p.") {
                Some(rest) => rest,
                None => break,
            },
            _ => break,
        };
    }
    text
}

/// The letter of the piece, which stands for a pawn where it is missing. A small `b` is a file.
fn split_role(text: &[u8]) -> (Role, &[u8]) {
    match text.split_first() {
        Some((letter @ b'A'..=b'Z', rest)) => {
            Role::from_char(*letter as char).map_or((Role::Pawn, text), |role| (role, rest))
        }
        _ => (Role::Pawn, text),
    }
}

/// `=Q`, `Q` or `(Q)` at the end.
fn split_promotion(text: &[u8]) -> (&[u8], Option<Role>) {
    let bare = text.strip_suffix(b")").unwrap_or(text);
    let Some((&letter, rest)) = bare.split_last() else { return (text, None) };
    match Role::from_char(letter as char) {
        Some(role) if Role::PROMOTIONS.contains(&role) => (without_last(rest, b"=("), Some(role)),
        _ => (text, None),
    }
}

/// The square at the end.
fn split_target(text: &[u8]) -> Option<(&[u8], Square)> {
    let (rest, &[file, rank]) = text.split_last_chunk()?;
    Some((rest, Square::at(File::from_char(file as char)?, Rank::from_char(rank as char)?)))
}

/// A file, a rank, both or nothing.
fn parse_origin(text: &[u8]) -> Option<(Option<File>, Option<Rank>)> {
    let file = |letter: u8| File::from_char(letter as char);
    let rank = |digit: u8| Rank::from_char(digit as char);
    match *text {
        [] => Some((None, None)),
        [letter] => file(letter).map(|file| (Some(file), None)).or_else(|| Some((None, Some(rank(letter)?)))),
        [letter, digit] => Some((Some(file(letter)?), Some(rank(digit)?))),
        _ => None,
    }
}

/// The text without its last letter if that is one of these.
fn without_last<'a>(text: &'a [u8], letters: &[u8]) -> &'a [u8] {
    match text.split_last() {
        Some((last, rest)) if letters.contains(last) => rest,
        _ => text,
    }
}
