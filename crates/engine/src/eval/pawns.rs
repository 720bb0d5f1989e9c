//! Pawn structure.

use chess::Role;
use gamekit::Bitboard;

use super::Group;
use super::sets::{down, files, fill_down, fill_up, half_index, sideways, up};
use super::tally::{Terms, Trace};
use super::view::{View, pawn_attack_span};

/// Pawn facts that other terms need, from the view of their side.
pub struct Pawns {
    /// Pawns without enemy pawns ahead on their own and the adjacent files, and without own pawns
    /// ahead.
    pub passed: Bitboard,
    /// The squares that enemy pawns attack now or after stepping forward.
    pub enemy_attack_span: Bitboard,
}

#[inline]
pub fn count<T: Trace>(view: &View, terms: &mut Terms<T>) -> Pawns {
    let (own, enemy) = (view.own[Role::Pawn], view.enemy[Role::Pawn]);
    let attacks = own.shift(-1, 1) | own.shift(1, 1);
    let enemy_attacks = view.enemy_pawn_attacks();
    let enemy_front = fill_down(down(enemy));
    let enemy_attack_span = sideways(enemy_front);

    let blocked_ahead = own & enemy_front;
    let isolated = own - sideways(files(own));
    let backward = (own & down(enemy_attacks - pawn_attack_span(own))) - isolated;
    let doubled = own & fill_down(down(own));
    let phalanx = own & sideways(own);

    terms.add_times(Group::Material, Role::Pawn.index(), own.len());
    terms.add_times(Group::PawnIsolated, 0, (isolated & blocked_ahead).len());
    terms.add_times(Group::PawnIsolated, 1, (isolated - blocked_ahead).len());
    terms.add_times(Group::PawnBackward, 0, (backward & blocked_ahead).len());
    terms.add_times(Group::PawnBackward, 1, (backward - blocked_ahead).len());
    terms.add_times(Group::PawnDoubled, 0, doubled.len());
    for pawn in own {
        terms.add(Group::PawnSquares, half_index(pawn));
    }
    for pawn in phalanx {
        terms.add(Group::PawnPhalanx, pawn.rank().index());
    }
    for pawn in own & attacks {
        terms.add(Group::PawnSupported, pawn.rank().index());
    }
    Pawns { passed: own - enemy_front - enemy_attack_span - doubled, enemy_attack_span }
}

/// Safe squares in the middle, on the second to fourth rank, that own pawns do not fill.
#[inline]
pub fn count_space<T: Trace>(view: &View, enemy_attacks: Bitboard, terms: &mut Terms<T>) {
    const MIDDLE: Bitboard = Bitboard::new(0x3c3c_3c00);
    let own = view.own[Role::Pawn];
    let room = MIDDLE - own - view.enemy_pawn_attacks();
    // Squares up to two behind a pawn count twice, unless the enemy attacks them.
    let behind = (down(own) | down(down(own))) & room & !enemy_attacks;
    terms.add_times(Group::Space, 0, room.len() + behind.len());
}

/// The squares in front of a pawn.
#[inline]
pub fn way_of(pawn: Bitboard) -> Bitboard {
    fill_up(up(pawn))
}
