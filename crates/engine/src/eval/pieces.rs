//! Knights, bishops, rooks and queens: squares, mobility, attacks on the king.

use chess::{Role, attacks};
use gamekit::{Bitboard, Rank, Square};

use super::Group;
use super::king::Pressure;
use super::pawns::Pawns;
use super::sets::{down, files, half_index};
use super::tally::{Terms, Trace};
use super::view::{Attacks, View};

/// Counts one side's pieces and adds their attacks to those of its pawns and king.
#[inline]
pub fn count<T: Trace>(view: &View, pawns: &Pawns, reach: &mut Attacks, terms: &mut Terms<T>) -> Pressure {
    let mut sight = Sight { open: mobility_area(view), reach, pressure: Pressure::new(view) };
    knights(view, pawns, &mut sight, terms);
    bishops(view, pawns, &mut sight, terms);
    rooks(view, &mut sight, terms);
    for square in view.own[Role::Queen] {
        sight.add(Role::Queen, square, attacks::queen(square, view.occupied), terms);
    }
    terms.add(Group::KingSquares, half_index(view.king));
    sight.pressure
}

/// Attacks of one side's pieces, collected while they are counted.
struct Sight<'a> {
    /// Squares that count for mobility.
    open: Bitboard,
    reach: &'a mut Attacks,
    pressure: Pressure,
}

impl Sight<'_> {
    /// Counts the material, square and mobility of a piece.
    #[inline]
    fn add<T: Trace>(&mut self, role: Role, square: Square, attacked: Bitboard, terms: &mut Terms<T>) {
        let (squares, mobility) = match role {
            Role::Knight => (Group::KnightSquares, Group::KnightMobility),
            Role::Bishop => (Group::BishopSquares, Group::BishopMobility),
            Role::Rook => (Group::RookSquares, Group::RookMobility),
            _ => (Group::QueenSquares, Group::QueenMobility),
        };
        terms.add(Group::Material, role.index());
        terms.add(squares, half_index(square));
        self.reach.add(role, attacked);
        self.pressure.add(role, attacked);
        terms.add(mobility, (attacked & self.open).len());
    }
}

/// Squares that count for mobility: not attacked by enemy pawns, not occupied by the own king or by
/// blocked and unmoved pawns.
#[inline]
fn mobility_area(view: &View) -> Bitboard {
    const LOW: Bitboard = Bitboard::new(0x00ff_ff00);
    let pawns = view.own[Role::Pawn];
    let stuck = pawns & (LOW | down(view.occupied));
    !(view.enemy_pawn_attacks() | stuck | view.own[Role::King])
}

#[inline]
fn knights<T: Trace>(view: &View, pawns: &Pawns, sight: &mut Sight, terms: &mut Terms<T>) {
    let knights = view.own[Role::Knight];
    for square in knights {
        sight.add(Role::Knight, square, attacks::knight(square), terms);
    }
    outposts(Group::KnightOutpost, knights, pawns, sight.reach, terms);
    terms.add_times(Group::MinorBehindPawn, 0, (knights & down(view.own[Role::Pawn])).len());
}

#[inline]
fn bishops<T: Trace>(view: &View, pawns: &Pawns, sight: &mut Sight, terms: &mut Terms<T>) {
    const CENTER: Bitboard = Bitboard::new(0x0000_0018_1800_0000);
    let bishops = view.own[Role::Bishop];
    // Bishops see through own queens: they support each other on a diagonal.
    let see_through = view.occupied - view.own[Role::Queen];
    for square in bishops {
        sight.add(Role::Bishop, square, attacks::bishop(square, see_through), terms);
        if (attacks::bishop(square, view.own[Role::Pawn] | view.enemy[Role::Pawn]) & CENTER).many() {
            terms.add(Group::BishopLongDiagonal, 0);
        }
    }
    outposts(Group::BishopOutpost, bishops, pawns, sight.reach, terms);
    terms.add_times(Group::MinorBehindPawn, 0, (bishops & down(view.own[Role::Pawn])).len());
    for color in [Bitboard::LIGHT, Bitboard::DARK] {
        let hindering = (view.own[Role::Pawn] & color).len();
        terms.add_times(Group::BishopPawns, 0, (bishops & color).len() * hindering);
    }
    if bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK) {
        terms.add(Group::BishopPair, 0);
    }
}

#[inline]
fn rooks<T: Trace>(view: &View, sight: &mut Sight, terms: &mut Terms<T>) {
    let (own_files, enemy_files) = (files(view.own[Role::Pawn]), files(view.enemy[Role::Pawn]));
    let see_through = view.occupied - view.own[Role::Queen] - view.own[Role::Rook];
    let rooks = view.own[Role::Rook];
    for square in rooks {
        sight.add(Role::Rook, square, attacks::rook(square, see_through), terms);
    }
    let free = rooks - own_files;
    terms.add_times(Group::RookOpenFile, 0, (free & enemy_files).len());
    terms.add_times(Group::RookOpenFile, 1, (free - enemy_files).len());

    let seventh = Bitboard::from(Rank::Seventh);
    let on_seventh = rooks & seventh;
    if on_seventh.any() {
        let targets = (view.enemy[Role::Pawn] & seventh).any() || view.enemy_king.rank() == Rank::Eighth;
        terms.add_times(Group::RookSeventh, 0, if targets { on_seventh.len() } else { 0 });
    }
}

/// Pieces on the fourth to sixth rank that no enemy pawn can drive off.
#[inline]
fn outposts<T: Trace>(group: Group, minors: Bitboard, pawns: &Pawns, reach: &Attacks, terms: &mut Terms<T>) {
    const RANKS: Bitboard = Bitboard::new(0x0000_ffff_ff00_0000);
    let safe = (minors & RANKS) - pawns.enemy_attack_span;
    let supported = safe & reach.by[Role::Pawn];
    terms.add_times(group, 0, (safe - supported).len());
    terms.add_times(group, 1, supported.len());
}
