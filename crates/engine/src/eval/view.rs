//! The board from one side's view.

use chess::{Board, ByRole, Role, attacks};
use gamekit::{Bitboard, Color, Square};

use super::sets::{down, fill_up, sideways, up};

/// The board flipped so that the side plays upwards. Every term is written once, and cannot treat
/// the colors differently by mistake.
pub struct View {
    pub own: ByRole<Bitboard>,
    pub enemy: ByRole<Bitboard>,
    pub ours: Bitboard,
    pub theirs: Bitboard,
    pub occupied: Bitboard,
    pub king: Square,
    pub enemy_king: Square,
}

impl View {
    #[inline]
    pub fn new(board: &Board, color: Color) -> Self {
        let turned = |set: Bitboard| match color {
            Color::White => set,
            Color::Black => set.flip_ranks(),
        };
        let ours = turned(board.color(color));
        let theirs = turned(board.color(!color));
        let roles = ByRole::new(Role::ALL.map(|role| turned(board.role(role))));
        let of = |side: Bitboard| ByRole::new(Role::ALL.map(|role| roles[role] & side));
        let (own, enemy) = (of(ours), of(theirs));
        Self {
            king: own[Role::King].lowest(),
            enemy_king: enemy[Role::King].lowest(),
            own,
            enemy,
            ours,
            theirs,
            occupied: ours | theirs,
        }
    }

    /// Knights, bishops, rooks and queens of the other side.
    #[inline]
    pub fn enemy_pieces(&self) -> Bitboard {
        self.theirs - self.enemy[Role::Pawn] - self.enemy[Role::King]
    }

    /// The squares that the other side's pawns attack.
    #[inline]
    pub fn enemy_pawn_attacks(&self) -> Bitboard {
        let pawns = self.enemy[Role::Pawn];
        pawns.shift(-1, -1) | pawns.shift(1, -1)
    }
}

/// The squares that a side attacks, in its own view.
pub struct Attacks {
    pub by: ByRole<Bitboard>,
    pub all: Bitboard,
    pub twice: Bitboard,
}

impl Attacks {
    /// The attacks of pawns and king; those of other pieces are added as they are counted.
    #[inline]
    pub fn of_pawns_and_king(view: &View) -> Self {
        let pawns = view.own[Role::Pawn];
        let (left, right) = (pawns.shift(-1, 1), pawns.shift(1, 1));
        let king = attacks::king(view.king);
        let by_pawns = left | right;
        let mut by = ByRole::default();
        by[Role::Pawn] = by_pawns;
        by[Role::King] = king;
        Self { by, all: by_pawns | king, twice: (left & right) | (by_pawns & king) }
    }

    #[inline]
    pub fn add(&mut self, role: Role, attacked: Bitboard) {
        self.by[role] |= attacked;
        self.twice |= self.all & attacked;
        self.all |= attacked;
    }

    /// The same attacks from the other side's view.
    #[inline]
    pub fn turned(&self) -> Self {
        Self {
            by: ByRole::new(Role::ALL.map(|role| self.by[role].flip_ranks())),
            all: self.all.flip_ranks(),
            twice: self.twice.flip_ranks(),
        }
    }
}

/// The zone in which attackers count: the king, the squares around it and one rank in front.
#[inline]
pub fn enemy_king_zone(view: &View) -> Bitboard {
    let king = Bitboard::of(view.enemy_king);
    let ring = attacks::king(view.enemy_king) | king;
    // The enemy plays downwards.
    ring | down(ring)
}

/// The squares that pawns attack now or after advancing.
#[inline]
pub fn pawn_attack_span(pawns: Bitboard) -> Bitboard {
    up(sideways(fill_up(pawns)))
}
