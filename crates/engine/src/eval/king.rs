//! King safety: pawn shelter, pawn storm and attacks.

use chess::{Role, attacks};
use gamekit::{Bitboard, File};

use super::Group;
use super::sets::{edge_distance, ranks_from};
use super::tally::{Terms, Trace};
use super::view::{Attacks, View, enemy_king_zone};

/// Counts shelter and storm: the nearest pawns on the three files around the king, from its rank
/// up.
#[inline]
pub fn count_shelter<T: Trace>(view: &View, terms: &mut Terms<T>) {
    let ahead = ranks_from(view.king.rank());
    let (own, enemy) = (view.own[Role::Pawn] & ahead, view.enemy[Role::Pawn] & ahead);
    // A king at the edge uses the same three files as one beside it.
    let middle = view.king.file().index().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let file = File::wrap(file as u8);
        let row = edge_distance(file) * 8;
        // No pawn stands on the first rank, so its entry is free to mean none.
        let nearest =
            |pawns: Bitboard| (pawns & Bitboard::from(file)).first().map_or(0, |pawn| pawn.rank().index());
        let (shelter, storm) = (nearest(own), nearest(enemy));
        terms.add(Group::KingShelter, row + shelter);
        if shelter != 0 && storm == shelter + 1 {
            terms.add(Group::KingStormBlocked, storm);
        } else {
            terms.add(Group::KingStorm, row + storm);
        }
    }
}

/// The attack of one side's pieces on the enemy king, in units that index a table of tuned weights,
/// since danger grows faster than the number of attackers.
pub struct Pressure {
    zone: Bitboard,
    ring: Bitboard,
    units: usize,
}

impl Pressure {
    #[inline]
    pub fn new(view: &View) -> Self {
        Self { zone: enemy_king_zone(view), ring: attacks::king(view.enemy_king), units: 0 }
    }

    /// Adds the attacks of a piece.
    #[inline]
    pub fn add(&mut self, role: Role, attacked: Bitboard) {
        /// Units per attacker by role; none for pawns and kings.
        const UNITS: [usize; 6] = [0, 2, 2, 3, 4, 0];
        if attacked.intersects(self.zone) {
            self.units += UNITS[role.index()] + (attacked & self.ring).len();
        }
    }

    /// Counts the whole attack: attackers, weak squares around the king, and safe checks.
    #[inline]
    pub fn count<T: Trace>(&self, view: &View, own: &Attacks, enemy: &Attacks, terms: &mut Terms<T>) {
        let defended =
            enemy.by[Role::Pawn] | enemy.by[Role::Knight] | enemy.by[Role::Bishop] | enemy.by[Role::Rook];
        let weak = own.all - enemy.twice - defended;
        let mut units = self.units + 2 * (self.ring & weak).len();

        // A check is safe where nothing takes the piece, or only a king or queen that would be
        // retaken.
        let safe = (!enemy.all | (weak & own.twice)) - view.ours;
        let diagonal = attacks::bishop(view.enemy_king, view.occupied) & safe;
        let orthogonal = attacks::rook(view.enemy_king, view.occupied) & safe;
        let checks = [
            attacks::knight(view.enemy_king) & safe & own.by[Role::Knight],
            diagonal & own.by[Role::Bishop],
            orthogonal & own.by[Role::Rook],
            (diagonal | orthogonal) & own.by[Role::Queen],
        ];
        for ((number, check), bonus) in checks.into_iter().enumerate().zip([3, 2, 4, 3]) {
            if check.any() {
                units += bonus;
                terms.add(Group::SafeCheck, number);
            }
        }
        let group = if view.own[Role::Queen].any() { Group::KingAttackQueen } else { Group::KingAttack };
        terms.add(group, units.min(group.range().len() - 1));
    }
}
