//! Static exchange evaluation (SEE): the gain of a move if both sides go on capturing on its target
//! square with their least valuable piece.

use chess::{Board, Move, MoveKind, Position, Role, attacks};
use gamekit::{Bitboard, Square};

use crate::tunables;

/// The value of a piece in an exchange. The king has none: it is never taken.
#[inline]
pub fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => tunables::exchange_pawn(),
        Role::Knight => tunables::exchange_knight(),
        Role::Bishop => tunables::exchange_bishop(),
        Role::Rook => tunables::exchange_rook(),
        Role::Queen => tunables::exchange_queen(),
        Role::King => 0,
    }
}

/// What a move gains at once: the captured piece and the promotion.
#[inline]
pub fn gain(position: &Position, mv: Move) -> i32 {
    let captured = match mv.kind() {
        MoveKind::EnPassant => value(Role::Pawn),
        _ if mv.is_capture() => position.board().role_at(mv.to()).map_or(0, value),
        _ => 0,
    };
    captured + mv.promotion().map_or(0, |role| value(role) - value(Role::Pawn))
}

/// Whether the exchange that a move begins gains at least `threshold`.
pub fn wins_at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    if mv.is_castle() {
        return threshold <= 0;
    }
    let board = position.board();
    let (from, to) = (mv.from(), mv.to());

    // If nothing takes back.
    let mut balance = gain(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    // If the moved piece is lost for nothing more.
    let moved = mv.promotion().or(board.role_at(from));
    balance -= moved.map_or(0, value);
    if balance >= 0 {
        return true;
    }

    let mut occupied = (board.occupied() ^ Bitboard::of(from)) | Bitboard::of(to);
    if mv.kind() == MoveKind::EnPassant {
        occupied.remove(Square::at(to.file(), from.rank()));
    }
    let mut attackers = board.attackers(to, occupied) & occupied;
    let mut side = !position.turn();

    // `balance` is what the side that moved last has beyond the threshold if the exchange stops
    // after its piece is taken; the sides take turns, so its sign tells who profits.
    loop {
        let own = attackers & board.color(side);
        let Some((role, square)) = least_valuable(board, own) else { break };
        if role == Role::King && (attackers & board.color(!side)).any() {
            break;
        }
        occupied.remove(square);
        attackers |= uncovered(board, to, role, occupied);
        attackers &= occupied;
        balance = -balance - 1 - value(role);
        side = !side;
        if balance >= 0 {
            break;
        }
    }
    side != position.turn()
}

#[inline]
fn least_valuable(board: &Board, pieces: Bitboard) -> Option<(Role, Square)> {
    Role::ALL.into_iter().find_map(|role| (pieces & board.role(role)).first().map(|square| (role, square)))
}

/// Sliders behind a piece that has captured.
#[inline]
fn uncovered(board: &Board, to: Square, role: Role, occupied: Bitboard) -> Bitboard {
    let mut sliders = Bitboard::EMPTY;
    if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
        sliders |= attacks::bishop(to, occupied) & board.diagonal_sliders();
    }
    if matches!(role, Role::Rook | Role::Queen) {
        sliders |= attacks::rook(to, occupied) & board.orthogonal_sliders();
    }
    sliders
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact value of an exchange, found by trying thresholds.
    fn exchange(fen: &str, mv: &str) -> i32 {
        let position: Position = fen.parse().unwrap();
        let mv = position.parse_uci(mv).unwrap();
        let value = (-1500..=1500).rev().find(|&threshold| wins_at_least(&position, mv, threshold)).unwrap();
        assert!((-1500..=value).all(|threshold| wins_at_least(&position, mv, threshold)));
        value
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        let [pawn, knight, bishop, rook, queen] =
            [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen].map(value);
        for (fen, mv, expected) in [
            // An undefended pawn.
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
            // A defended one, with batteries behind it.
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
            // Equal rooks.
            ("3r2k1/3r4/8/8/8/8/3R4/3R2K1 w - - 0 1", "d2d7", rook),
            // The king takes what nothing defends, and does not take what is defended.
            ("8/8/8/3k4/4p3/8/8/4R1K1 w - - 0 1", "e1e4", pawn - rook),
            ("8/8/8/3k4/4p3/8/4R3/4R1K1 w - - 0 1", "e2e4", pawn),
            // En passant opens the file behind the captured pawn: the rook there takes back.
            ("3r2k1/8/8/3pP3/8/8/8/3R2K1 w - d6 0 1", "e5d6", pawn),
            ("3r2k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6", 0),
            // Promotions win a queen for a pawn, which may be taken.
            ("5rk1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7e8q", -pawn),
            ("5rk1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7f8q", rook + queen - pawn - queen),
            // A quiet move into a pawn's attack.
            ("6k1/8/3p4/8/8/5N2/8/6K1 w - - 0 1", "f3e5", -knight),
            ("6k1/8/3p4/8/8/2B5/8/6K1 w - - 0 1", "c3e5", -bishop),
        ] {
            assert_eq!(exchange(fen, mv), expected, "{mv} in {fen}");
        }
    }
}
