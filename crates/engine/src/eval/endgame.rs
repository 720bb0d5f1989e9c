//! Endings that a sum of terms gets wrong: drawish ones in which a lead counts less, and won ones
//! in which the evaluation must guide the mate.

use chess::{Board, Position, Role, attacks};
use gamekit::{Bitboard, ByColor, Color, File, Rank, Score, Square};

use super::Blend;

/// Rough values to compare material.
const VALUES: [i32; 5] = [1, 3, 3, 5, 9];
/// A lead of this much wins without pawns.
const ROOK: i32 = VALUES[Role::Rook.index()];
const MINOR: i32 = VALUES[Role::Bishop.index()];

/// The value of one side's pieces, without pawns.
#[inline]
fn pieces_value(board: &Board, color: Color) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .iter()
        .map(|&role| VALUES[role.index()] * board.pieces(color, role).len() as i32)
        .sum()
}

/// The evaluation of a bare king against mating material, for the side to move.
///
/// It rewards driving the king to the edge (with bishop and knight to a corner of the bishop's
/// color), bringing the other king near and taking escape squares. The score is larger than the sum
/// of terms, so that a search heads for such an ending.
///
/// Steps are large, because scores fade as the fifty-move limit comes near and progress must stay
/// visible through that: bishop and knight won 16 of 16 random positions with 10,000 nodes a move,
/// but only 8 with steps of a fifth.
#[inline]
pub fn known_win(position: &Position) -> Option<Score> {
    let board = position.board();
    let bare = |color: Color| board.color(color).single().is_some();
    let loser = match (bare(Color::White), bare(Color::Black)) {
        (true, false) => Color::White,
        (false, true) => Color::Black,
        _ => return None,
    };
    let winner = !loser;
    if !can_mate(board, winner) {
        return None;
    }
    let (king, hunter) = (position.king(loser), position.king(winner));
    let worth = pieces_value(board, winner) + board.pieces(winner, Role::Pawn).len() as i32;
    let without_king = board.occupied() ^ Bitboard::of(king);
    let escapes = attacks::king(king) - board.attacked_by(winner, without_king);
    let knights_away =
        board.pieces(winner, Role::Knight).into_iter().map(|knight| i32::from(knight.distance(king)));
    let score = 3000 + 100 * worth + 50 * cornered(board, winner, king)
        - 100 * i32::from(king.distance(hunter))
        - 40 * escapes.len() as i32
        - 40 * knights_away.sum::<i32>();
    let score = Score::cp(if winner == position.turn() { score } else { -score });
    Some(score.clamp_to_estimate())
}

/// Whether a side's pieces can force mate against a bare king.
#[inline]
fn can_mate(board: &Board, color: Color) -> bool {
    let of = |role| board.pieces(color, role);
    let bishops = of(Role::Bishop);
    (of(Role::Queen) | of(Role::Rook)).any()
        || (bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK))
        || (bishops.any() && of(Role::Knight).any())
        || of(Role::Knight).len() > 2
}

/// How near a king is to where it can be mated: 0 in the centre.
#[inline]
fn cornered(board: &Board, winner: Color, king: Square) -> i32 {
    let of = |role| board.pieces(winner, role);
    let bishops = of(Role::Bishop);
    let one_color = bishops.is_subset_of(Bitboard::LIGHT) || bishops.is_subset_of(Bitboard::DARK);
    let (file, rank) = (king.file().index() as i32, king.rank().index() as i32);
    let [off_file, off_rank] = [file, rank].map(|line| (3 - line).max(line - 4));
    if (of(Role::Queen) | of(Role::Rook)).is_empty() && bishops.any() && one_color {
        // Bishop and knight mate in a corner of the bishop's color only. First to any edge, then
        // along it: the walking distance to the nearer of the two corners must count along the
        // whole edge.
        let to_dark = (file + rank).min(14 - file - rank);
        let to_light = (7 - file + rank).min(7 + file - rank);
        let corner = if bishops.intersects(Bitboard::DARK) { to_dark } else { to_light };
        5 * off_file.max(off_rank) + 6 * (7 - corner)
    } else {
        2 * (off_file + off_rank)
    }
}

/// The scale of the score for either leader.
#[inline]
pub fn scales(board: &Board) -> ByColor<i32> {
    let values = Color::ALL.map(|color| pieces_value(board, color));
    ByColor::new(
        scale(board, Color::White, values[0], values[1]),
        scale(board, Color::Black, values[1], values[0]),
    )
}

#[inline]
fn scale(board: &Board, strong: Color, own: i32, enemy: i32) -> i32 {
    let pawns = board.pieces(strong, Role::Pawn);
    if pawns.is_empty() {
        return scale_without_pawns(board, strong, own, enemy);
    }
    if own <= MINOR && is_wrong_corner(board, strong, pawns) {
        return 0;
    }
    // The fewer pawns, the more easily the defender gives a piece for the last one.
    let by_pawns = Blend::FULL.min(80 + 12 * pawns.len() as i32);
    match opposite_bishops(board) {
        OppositeBishops::Alone => by_pawns.min(40 + 8 * pawns.len() as i32),
        OppositeBishops::WithOthers => by_pawns.min(108),
        OppositeBishops::No => by_pawns,
    }
}

/// Without pawns a lead of less than a rook seldom wins, and a minor piece or two knights never.
#[inline]
fn scale_without_pawns(board: &Board, strong: Color, own: i32, enemy: i32) -> i32 {
    let only_knights = own == MINOR * board.pieces(strong, Role::Knight).len() as i32;
    if own <= MINOR || (only_knights && own <= 2 * MINOR) {
        0
    } else if own - enemy <= MINOR {
        if enemy <= MINOR { 8 } else { 24 }
    } else if own - enemy < ROOK {
        64
    } else {
        Blend::FULL
    }
}

enum OppositeBishops {
    No,
    Alone,
    WithOthers,
}

/// One bishop a side, on squares of different colors.
#[inline]
fn opposite_bishops(board: &Board) -> OppositeBishops {
    let bishops = board.role(Role::Bishop);
    let one_each = Color::ALL.into_iter().all(|color| board.pieces(color, Role::Bishop).single().is_some());
    if !one_each || (bishops & Bitboard::LIGHT).len() != 1 {
        OppositeBishops::No
    } else if board.occupied() == bishops | board.role(Role::Pawn) | board.role(Role::King) {
        OppositeBishops::Alone
    } else {
        OppositeBishops::WithOthers
    }
}

/// Rook pawns, alone or with a bishop that does not control the promotion square, while the enemy
/// king holds the corner.
#[inline]
fn is_wrong_corner(board: &Board, strong: Color, pawns: Bitboard) -> bool {
    let file = if pawns.is_subset_of(File::A.into()) {
        File::A
    } else if pawns.is_subset_of(File::H.into()) {
        File::H
    } else {
        return false;
    };
    let last = match strong {
        Color::White => Rank::Eighth,
        Color::Black => Rank::First,
    };
    let corner = Square::at(file, last);
    let corner_color = if Bitboard::LIGHT.contains(corner) { Bitboard::LIGHT } else { Bitboard::DARK };
    let bishops = board.pieces(strong, Role::Bishop);
    let king = board.pieces(strong, Role::King);
    let no_other_help = board.color(strong) == pawns | bishops | king;
    no_other_help
        && !bishops.intersects(corner_color)
        && board.pieces(!strong, Role::King).lowest().distance(corner) <= 1
}
