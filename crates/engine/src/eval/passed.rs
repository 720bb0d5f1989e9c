//! Passed pawns.

use chess::Role;
use gamekit::{Bitboard, Rank, Square};

use super::Group;
use super::pawns::{Pawns, way_of};
use super::sets::{fill_down, sideways, up};
use super::tally::{Terms, Trace};
use super::view::{Attacks, View};

#[inline]
pub fn count<T: Trace>(
    view: &View,
    pawns: &Pawns,
    own: &Attacks,
    enemy: &Attacks,
    to_move: bool,
    terms: &mut Terms<T>,
) {
    let own_pawns = view.own[Role::Pawn];
    let neighbors = own.by[Role::Pawn] | sideways(own_pawns);
    let enemy_is_bare = view.enemy_pieces().is_empty();

    for pawn in pawns.passed {
        let rank = pawn.rank().index();
        let set = Bitboard::of(pawn);
        let stop = up(set);
        let way = way_of(set);

        terms.add(Group::PassedRank, rank);
        if !stop.intersects(view.occupied) {
            terms.add(Group::PassedFree, rank);
            if !way.intersects(view.theirs | enemy.all) {
                terms.add(Group::PassedSafe, rank);
            }
        }
        if set.intersects(neighbors) {
            terms.add(Group::PassedSupported, rank);
        }
        if rank >= Rank::Fourth.index() {
            let row = (rank - Rank::Fourth.index()) * 8;
            let stop = stop.lowest();
            terms.add(Group::PassedOwnKing, row + view.king.distance(stop) as usize);
            terms.add(Group::PassedEnemyKing, row + view.enemy_king.distance(stop) as usize);
        }
        if enemy_is_bare && !way.intersects(view.occupied) && outruns(pawn, view.enemy_king, to_move) {
            terms.add(Group::PassedUnstoppable, 0);
        }
        let behind = fill_down(set) - set;
        terms.add_times(Group::PassedRook, 0, usize::from(behind.intersects(view.own[Role::Rook])));
        terms.add_times(Group::PassedRook, 1, usize::from(behind.intersects(view.enemy[Role::Rook])));
    }
}

/// The rule of the square: whether the enemy king is too far away to catch the pawn.
#[inline]
fn outruns(pawn: Square, enemy_king: Square, to_move: bool) -> bool {
    let goal = Square::at(pawn.file(), Rank::Eighth);
    // A pawn on its second rank starts with a double step.
    let steps = pawn.distance(goal).min(5);
    enemy_king.distance(goal) > steps + u8::from(!to_move)
}
