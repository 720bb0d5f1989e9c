//! Threats: attacks that win material unless they are answered.

use chess::Role;
use gamekit::{Bitboard, Rank};

use super::Group;
use super::sets::up;
use super::tally::{Terms, Trace};
use super::view::{Attacks, View};

#[inline]
pub fn count<T: Trace>(view: &View, own: &Attacks, enemy: &Attacks, terms: &mut Terms<T>) {
    let enemy_pieces = view.enemy_pieces();
    // Firmly defended: by a pawn, or twice while attacked once.
    let held = enemy.by[Role::Pawn] | (enemy.twice - own.twice);
    let weak = (view.theirs & own.all) - held;

    by_minors_and_rooks(view, own, enemy, held, terms);
    by_pawns(view, own, enemy, enemy_pieces, terms);
    terms.add_times(Group::ThreatByKing, 0, usize::from(weak.intersects(own.by[Role::King])));
    let hanging = weak & (!enemy.all | (enemy_pieces & own.twice));
    terms.add_times(Group::Hanging, 0, hanging.len());
    terms.add_times(Group::Restriction, 0, ((own.all & enemy.all) - held).len());
}

/// Minor pieces and rooks attack more valuable pieces, or anything not firmly defended.
#[inline]
fn by_minors_and_rooks<T: Trace>(
    view: &View,
    own: &Attacks,
    enemy: &Attacks,
    held: Bitboard,
    terms: &mut Terms<T>,
) {
    let by_minors = own.by[Role::Knight] | own.by[Role::Bishop];
    let heavy = view.enemy[Role::Rook] | view.enemy[Role::Queen];
    let by_minors = by_minors & view.theirs & (heavy | !held | (view.enemy_pieces() - enemy.by[Role::Pawn]));
    let by_rooks = own.by[Role::Rook] & view.theirs & (view.enemy[Role::Queen] | !held);
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let targets = view.enemy[role];
        terms.add_times(Group::ThreatByMinor, role.index(), (by_minors & targets).len());
        terms.add_times(Group::ThreatByRook, role.index(), (by_rooks & targets).len());
    }
}

/// Pawns attack pieces, now or after a safe push.
#[inline]
fn by_pawns<T: Trace>(
    view: &View,
    own: &Attacks,
    enemy: &Attacks,
    enemy_pieces: Bitboard,
    terms: &mut Terms<T>,
) {
    let safe = !enemy.all | own.all;
    let attacks_of = |pawns: Bitboard| pawns.shift(-1, 1) | pawns.shift(1, 1);

    let pawns = view.own[Role::Pawn];
    let attacked = attacks_of(pawns & safe) & view.theirs;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        terms.add_times(Group::ThreatByPawn, role.index(), (attacked & view.enemy[role]).len());
    }
    let free = !view.occupied;
    let steps = up(pawns) & free;
    let double_steps = up(steps & Bitboard::from(Rank::Third)) & free;
    let steps = ((steps | double_steps) & safe) - enemy.by[Role::Pawn];
    terms.add_times(Group::ThreatByPush, 0, (attacks_of(steps) & enemy_pieces).len());
}
