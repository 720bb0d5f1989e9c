//! The weights of the classical evaluation, in centipawns for middlegame and endgame.
//!
//! `petteia tune` writes this file.

use super::{Group, Pair};

/// Every weight, in the order of [`Group::ALL`].
#[rustfmt::skip]
pub static WEIGHTS: [Pair; Group::WEIGHTS] = {
    const fn w(middlegame: i16, endgame: i16) -> Pair {
        Pair::new(middlegame, endgame)
    }
    [
        // Material: What each role is worth, from the pawn to the queen.
        w(68, 100), w(295, 317), w(317, 332), w(413, 546), w(932, 984),
        // PawnSquares: Pawns by square: ranks from the first up, files from the edge to the middle, as in all six.
        w(0, 0), w(0, 0), w(0, 0), w(0, 0),
        w(-2, 3), w(5, 0), w(-9, 9), w(0, 11),
        w(-5, -5), w(-7, -4), w(-6, 0), w(-4, -3),
        w(0, -1), w(-16, 8), w(-4, 5), w(-1, -3),
        w(-7, 3), w(3, 16), w(2, 3), w(3, 4),
        w(-4, 15), w(8, 20), w(6, 17), w(15, 14),
        w(-7, 36), w(9, 42), w(18, 42), w(31, 34),
        w(0, 0), w(0, 0), w(0, 0), w(0, 0),
        // KnightSquares: Knights by square.
        w(-40, -28), w(-24, -17), w(-21, -13), w(-16, -7),
        w(-22, -19), w(-26, -19), w(-8, -6), w(-3, 2),
        w(-18, -10), w(1, -6), w(-4, 2), w(-4, 5),
        w(-8, -8), w(1, -4), w(19, 6), w(18, 12),
        w(2, -9), w(9, 0), w(17, 6), w(20, 7),
        w(-8, -16), w(4, -6), w(7, -1), w(13, 3),
        w(-22, -21), w(-19, -17), w(-6, -8), w(1, -1),
        w(-47, -32), w(-33, -20), w(-27, -15), w(-18, -9),
        // BishopSquares: Bishops by square.
        w(-19, -10), w(-13, -8), w(-12, -3), w(-4, -10),
        w(-6, -8), w(5, -7), w(0, -3), w(-1, -3),
        w(-2, -3), w(0, 1), w(-2, 4), w(5, 9),
        w(-3, -5), w(-2, 2), w(6, 1), w(10, 8),
        w(-4, 1), w(7, 4), w(13, 7), w(12, 1),
        w(-5, -6), w(-9, -1), w(1, -2), w(6, 5),
        w(-10, -5), w(-12, -7), w(-4, -2), w(2, 4),
        w(-16, -12), w(-11, -9), w(-7, -6), w(-3, -2),
        // RookSquares: Rooks by square.
        w(-11, 0), w(-6, -6), w(0, 1), w(4, -14),
        w(-22, -1), w(2, -8), w(3, -3), w(2, -4),
        w(-17, -1), w(-8, 4), w(-8, 0), w(-4, -2),
        w(-10, 5), w(3, 7), w(-4, 6), w(-7, -1),
        w(-3, 8), w(2, 8), w(0, 5), w(2, 7),
        w(5, 9), w(8, 6), w(10, 7), w(12, 6),
        w(6, 9), w(8, 7), w(14, 8), w(11, 5),
        w(6, 7), w(11, 9), w(12, 11), w(10, 5),
        // QueenSquares: Queens by square.
        w(3, -17), w(-6, -15), w(-6, -7), w(1, -11),
        w(2, -14), w(8, -9), w(5, -7), w(-5, 2),
        w(-1, -8), w(-1, -2), w(-4, 8), w(0, 9),
        w(2, -4), w(6, 7), w(8, 12), w(-1, 16),
        w(0, -2), w(6, 7), w(6, 13), w(5, 17),
        w(1, -7), w(1, 0), w(1, 5), w(4, 11),
        w(-9, -13), w(0, -5), w(-2, 1), w(-2, 5),
        w(-7, -19), w(-3, -12), w(-3, -6), w(-3, -2),
        // KingSquares: The king by square.
        w(22, -45), w(32, -33), w(14, -23), w(6, -18),
        w(6, -36), w(16, -22), w(-4, -6), w(-15, 5),
        w(-22, -16), w(-19, -7), w(-19, 4), w(-18, 16),
        w(-42, -9), w(-42, 0), w(-40, 13), w(-40, 24),
        w(-55, -5), w(-54, 7), w(-55, 16), w(-56, 21),
        w(-56, -17), w(-53, 3), w(-55, 7), w(-55, 16),
        w(-55, -26), w(-55, -15), w(-55, -4), w(-55, 5),
        w(-56, -38), w(-55, -26), w(-55, -17), w(-55, -8),
        // Tempo: Having the move.
        w(23, 13),
        // BishopPair: Two bishops.
        w(23, 55),
        // PawnIsolated: A pawn without neighbors on the next files: with an enemy pawn ahead, without one.
        w(-4, -5), w(-12, -5),
        // PawnBackward: A pawn that no other can ever protect on its next square, where enemy pawns wait: with an enemy pawn ahead, without one.
        w(-8, -4), w(-13, -16),
        // PawnDoubled: A pawn behind another of its own file.
        w(-4, -18),
        // PawnPhalanx: A pawn beside another, by rank.
        w(0, 0), w(4, 2), w(7, 4), w(9, 8), w(11, 20), w(39, 39), w(55, 65), w(0, 0),
        // PawnSupported: A pawn protected by another, by rank.
        w(0, 0), w(0, 0), w(6, 10), w(11, 8), w(7, 12), w(27, 15), w(54, 51), w(0, 0),
        // PassedRank: A pawn that no enemy pawn can stop, by rank.
        w(0, 0), w(3, 4), w(-4, 9), w(-4, 28), w(14, 38), w(40, 70), w(75, 103), w(0, 0),
        // PassedFree: A passed pawn whose next square is empty, by rank.
        w(0, 0), w(3, 1), w(-5, 4), w(-1, 11), w(-4, 23), w(7, 36), w(18, 50), w(0, 0),
        // PassedSafe: A passed pawn whose way to promotion is neither occupied nor attacked, by rank.
        w(0, 0), w(0, 5), w(-1, 7), w(-2, 13), w(3, 27), w(15, 44), w(26, 62), w(0, 0),
        // PassedSupported: A passed pawn beside or protected by another pawn, by rank.
        w(0, 0), w(5, 0), w(1, 2), w(2, 3), w(14, 5), w(19, 13), w(22, 24), w(0, 0),
        // PassedOwnKing: The own king's distance to the next square of a passed pawn, on ranks 4 to 7.
        w(1, 8), w(1, 10), w(1, 4), w(1, -2), w(0, -6), w(-3, -5), w(-4, -8), w(-4, -7),
        w(0, 11), w(2, 14), w(2, 3), w(1, -7), w(1, -11), w(-6, -16), w(-1, -11), w(-1, -12),
        w(1, 16), w(1, 15), w(1, 5), w(2, -7), w(-1, -16), w(0, -22), w(-4, -21), w(-2, -19),
        w(0, 17), w(1, 11), w(2, 8), w(1, -4), w(0, -17), w(0, -25), w(1, -23), w(-4, -28),
        // PassedEnemyKing: The enemy king's distance to the next square of a passed pawn, on ranks 4 to 7.
        w(-1, -5), w(0, -3), w(-3, 1), w(5, 1), w(1, 10), w(-2, 13), w(-7, 9), w(1, 10),
        w(-1, -17), w(0, -13), w(4, 1), w(-2, 7), w(4, 19), w(-3, 20), w(-4, 19), w(-1, 18),
        w(-3, -23), w(-8, -21), w(1, -7), w(4, 14), w(-4, 25), w(6, 39), w(3, 37), w(-1, 29),
        w(0, -25), w(-2, -18), w(-4, -5), w(2, 10), w(2, 31), w(2, 41), w(1, 37), w(0, 34),
        // PassedUnstoppable: A passed pawn that the enemy king, alone, cannot catch.
        w(0, 323),
        // PassedRook: A rook behind a passed pawn on an open file: the own one, the enemy's.
        w(1, 15), w(-7, -21),
        // KnightMobility: Squares open to a knight.
        w(-37, -46), w(-16, -26), w(-12, -11), w(-9, 2), w(0, 4), w(0, 13), w(4, 18), w(8, 19), w(18, 14),
        // BishopMobility: Squares open to a bishop.
        w(-34, -48), w(-21, -26), w(-7, -12), w(-4, -7), w(3, 2), w(5, 15), w(10, 12),
        w(8, 20), w(14, 25), w(12, 26), w(18, 26), w(25, 31), w(29, 33), w(32, 37),
        // RookMobility: Squares open to a rook.
        w(-39, -52), w(-15, -23), w(-6, -13), w(-5, -1), w(-4, 2),
        w(-3, 17), w(1, 18), w(4, 26), w(11, 31), w(12, 33),
        w(14, 38), w(15, 43), w(9, 41), w(19, 41), w(22, 52),
        // QueenMobility: Squares open to a queen.
        w(-28, -56), w(-16, -34), w(-15, -25), w(-13, -19), w(-5, -15), w(-5, -9), w(-3, -3),
        w(-1, 0), w(3, 3), w(6, 8), w(4, 16), w(6, 15), w(7, 22), w(7, 26),
        w(5, 29), w(11, 30), w(10, 31), w(14, 34), w(13, 36), w(14, 38), w(15, 40),
        w(17, 42), w(18, 45), w(19, 47), w(20, 49), w(21, 50), w(22, 54), w(23, 55),
        // KnightOutpost: A knight where no enemy pawn can drive it off: alone, protected by a pawn.
        w(6, 1), w(23, 14),
        // BishopOutpost: A bishop where no enemy pawn can drive it off: alone, protected by a pawn.
        w(4, 6), w(23, 15),
        // MinorBehindPawn: A knight or bishop right behind a pawn.
        w(4, -3),
        // BishopPawns: Own pawns on the squares of a bishop's color, for each.
        w(-2, -6),
        // BishopLongDiagonal: A bishop that looks through the middle on a long diagonal.
        w(4, 4),
        // RookOpenFile: A rook on a file without own pawns: with enemy pawns, without.
        w(15, 9), w(21, 10),
        // RookSeventh: A rook on the seventh rank with the enemy king or pawns to bother.
        w(4, 20),
        // KingShelter: The nearest own pawn on a file at the king, by file from the edge and rank; 1 for none.
        w(-14, 4), w(15, -9), w(13, -4), w(-6, -7), w(1, 5), w(-4, 1), w(-4, 6), w(0, 0),
        w(-29, 4), w(20, -2), w(11, -3), w(-7, -5), w(-9, 2), w(-3, 5), w(-6, 2), w(0, 0),
        w(-13, 0), w(17, -1), w(-6, 2), w(-4, -2), w(-4, -2), w(-11, 0), w(-6, 2), w(0, 0),
        w(-11, 1), w(9, 1), w(3, -2), w(0, 3), w(10, 1), w(-8, 0), w(-7, -2), w(0, 0),
        // KingStorm: The nearest enemy pawn on a file at the king, by file from the edge and rank; 1 for none.
        w(1, -1), w(1, 3), w(-41, 4), w(-32, 2), w(-13, 2), w(-8, -7), w(-11, 1), w(0, 0),
        w(-12, -1), w(1, 2), w(-40, 3), w(-26, 5), w(-10, -6), w(-9, -3), w(-5, -3), w(0, 0),
        w(-3, -3), w(-1, 1), w(-36, 8), w(-23, -3), w(-6, 5), w(-7, -2), w(-11, 1), w(0, 0),
        w(-12, 1), w(1, 3), w(-32, 0), w(-22, 9), w(-11, 0), w(-4, -7), w(-7, -5), w(0, 0),
        // KingStormBlocked: The same where an own pawn blocks it.
        w(0, 0), w(0, 0), w(-10, -6), w(-3, -10), w(1, -6), w(-4, -6), w(-1, 1), w(0, 0),
        // KingAttackQueen: Pressure on the enemy king with a queen, by units of attack.
        w(15, -6), w(1, 2), w(18, 6), w(16, 10), w(19, 6), w(22, 12), w(19, 12), w(29, 17),
        w(35, 16), w(39, 18), w(52, 20), w(64, 22), w(75, 24), w(92, 24), w(111, 26), w(128, 28),
        w(143, 29), w(163, 31), w(185, 34), w(207, 35), w(228, 36), w(253, 39), w(276, 40), w(303, 42),
        w(329, 44), w(359, 46), w(388, 46), w(388, 46), w(388, 46), w(389, 46), w(388, 46), w(389, 46),
        // KingAttack: Pressure on the enemy king without a queen, by units of attack.
        w(9, 12), w(0, 1), w(3, 1), w(3, 4), w(4, 5), w(8, 9), w(12, 2), w(13, 6),
        w(18, 7), w(23, 9), w(26, 7), w(30, 5), w(38, 7), w(45, 4), w(51, 8), w(55, 13),
        // SafeCheck: A check that costs nothing: by knight, bishop, rook, queen.
        w(22, 8), w(5, 17), w(24, 17), w(10, 25),
        // ThreatByPawn: A pawn attacks a piece, from pawn to queen.
        w(0, 0), w(55, 35), w(56, 47), w(69, 36), w(59, 36),
        // ThreatByMinor: A knight or bishop attacks something worth taking, from pawn to queen.
        w(5, 14), w(11, 22), w(21, 25), w(46, 26), w(44, 37),
        // ThreatByRook: A rook attacks something worth taking, from pawn to queen.
        w(0, 18), w(22, 23), w(25, 25), w(-1, 15), w(39, 28),
        // ThreatByKing: The king attacks something weak.
        w(20, 41),
        // ThreatByPush: A pawn can safely step up to attack a piece.
        w(18, 12),
        // Hanging: An attacked enemy piece that nothing protects.
        w(17, 22),
        // Restriction: A square that both sides attack and the enemy does not hold firmly.
        w(4, -3),
        // Space: A safe square behind or between the own pawns in the middle.
        w(0, -1),
    ]
};
