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
        w(85, 100), w(330, 320), w(345, 335), w(470, 570), w(1000, 1050),
        // PawnSquares: Pawns by square: ranks from the first up, files from the edge to the middle, as in all six.
        w(0, 0), w(0, 0), w(0, 0), w(0, 0),
        w(0, 0), w(0, 0), w(0, 0), w(-6, 0),
        w(-6, 0), w(-5, 0), w(-4, 0), w(-2, 0),
        w(-6, 3), w(-3, 3), w(0, 3), w(4, 3),
        w(-6, 8), w(-2, 8), w(3, 8), w(8, 8),
        w(-6, 18), w(0, 18), w(7, 18), w(14, 18),
        w(-6, 40), w(7, 40), w(20, 40), w(34, 40),
        w(0, 0), w(0, 0), w(0, 0), w(0, 0),
        // KnightSquares: Knights by square.
        w(-44, -30), w(-35, -23), w(-26, -16), w(-17, -9),
        w(-27, -23), w(-18, -16), w(-9, -9), w(0, -2),
        w(-16, -16), w(-7, -9), w(2, -2), w(11, 5),
        w(-5, -9), w(4, -2), w(13, 5), w(22, 12),
        w(-1, -9), w(8, -2), w(17, 5), w(26, 12),
        w(-10, -16), w(-1, -9), w(8, -2), w(17, 5),
        w(-27, -23), w(-18, -16), w(-9, -9), w(0, -2),
        w(-46, -30), w(-37, -23), w(-28, -16), w(-19, -9),
        // BishopSquares: Bishops by square.
        w(-20, -12), w(-16, -9), w(-12, -6), w(-8, -3),
        w(-10, -9), w(2, -6), w(-2, -3), w(2, 0),
        w(-6, -6), w(-2, -3), w(2, 0), w(6, 3),
        w(-2, -3), w(2, 0), w(6, 3), w(10, 6),
        w(-2, -3), w(2, 0), w(6, 3), w(10, 6),
        w(-6, -6), w(-2, -3), w(2, 0), w(6, 3),
        w(-10, -9), w(-6, -6), w(-2, -3), w(2, 0),
        w(-14, -12), w(-10, -9), w(-6, -6), w(-2, -3),
        // RookSquares: Rooks by square.
        w(-4, 0), w(-2, 0), w(0, 0), w(2, 0),
        w(-8, 0), w(-6, 0), w(-4, 0), w(-2, 0),
        w(-8, 0), w(-6, 0), w(-4, 0), w(-2, 0),
        w(-6, 2), w(-4, 2), w(-2, 2), w(0, 2),
        w(-2, 4), w(0, 4), w(2, 4), w(4, 4),
        w(4, 4), w(6, 4), w(8, 4), w(10, 4),
        w(8, 6), w(10, 6), w(12, 6), w(14, 6),
        w(6, 6), w(8, 6), w(10, 6), w(12, 6),
        // QueenSquares: Queens by square.
        w(-2, -20), w(-1, -14), w(0, -8), w(1, -2),
        w(1, -14), w(2, -8), w(3, -2), w(4, 4),
        w(2, -8), w(3, -2), w(4, 4), w(5, 10),
        w(1, -2), w(2, 4), w(3, 10), w(4, 16),
        w(-1, -2), w(0, 4), w(1, 10), w(2, 16),
        w(-2, -8), w(-1, -2), w(0, 4), w(1, 10),
        w(-5, -14), w(-4, -8), w(-3, -2), w(-2, 4),
        w(-6, -20), w(-5, -14), w(-4, -8), w(-3, -2),
        // KingSquares: The king by square.
        w(30, -41), w(40, -30), w(20, -19), w(5, -8),
        w(10, -30), w(20, -19), w(0, -8), w(-15, 3),
        w(-25, -19), w(-25, -8), w(-25, 3), w(-25, 14),
        w(-45, -8), w(-45, 3), w(-45, 14), w(-45, 25),
        w(-60, -8), w(-60, 3), w(-60, 14), w(-60, 25),
        w(-60, -19), w(-60, -8), w(-60, 3), w(-60, 14),
        w(-60, -30), w(-60, -19), w(-60, -8), w(-60, 3),
        w(-60, -41), w(-60, -30), w(-60, -19), w(-60, -8),
        // Tempo: Having the move.
        w(20, 15),
        // BishopPair: Two bishops.
        w(25, 50),
        // PawnIsolated: A pawn without neighbors on the next files: with an enemy pawn ahead, without one.
        w(-8, -8), w(-16, -14),
        // PawnBackward: A pawn that no other can ever protect on its next square, where enemy pawns wait: with an enemy pawn ahead, without one.
        w(-6, -6), w(-14, -10),
        // PawnDoubled: A pawn behind another of its own file.
        w(-6, -14),
        // PawnPhalanx: A pawn beside another, by rank.
        w(0, 0), w(4, 2), w(8, 4), w(12, 8), w(22, 19), w(40, 40), w(60, 70), w(0, 0),
        // PawnSupported: A pawn protected by another, by rank.
        w(0, 0), w(0, 0), w(12, 6), w(10, 7), w(16, 14), w(30, 31), w(60, 60), w(0, 0),
        // PassedRank: A pawn that no enemy pawn can stop, by rank.
        w(0, 0), w(0, 5), w(0, 8), w(2, 18), w(18, 36), w(45, 65), w(80, 105), w(0, 0),
        // PassedFree: A passed pawn whose next square is empty, by rank.
        w(0, 0), w(0, 0), w(0, 2), w(0, 6), w(4, 14), w(8, 28), w(15, 45), w(0, 0),
        // PassedSafe: A passed pawn whose way to promotion is neither occupied nor attacked, by rank.
        w(0, 0), w(0, 2), w(0, 4), w(0, 8), w(4, 16), w(12, 32), w(25, 55), w(0, 0),
        // PassedSupported: A passed pawn beside or protected by another pawn, by rank.
        w(0, 0), w(2, 2), w(4, 4), w(6, 8), w(10, 14), w(18, 22), w(25, 30), w(0, 0),
        // PassedOwnKing: The own king's distance to the next square of a passed pawn, on ranks 4 to 7.
        w(0, 4), w(0, 2), w(0, 0), w(0, -2), w(0, -4), w(0, -6), w(0, -6), w(0, -6),
        w(0, 8), w(0, 4), w(0, 0), w(0, -4), w(0, -8), w(0, -12), w(0, -12), w(0, -12),
        w(0, 14), w(0, 7), w(0, 0), w(0, -7), w(0, -14), w(0, -21), w(0, -21), w(0, -21),
        w(0, 16), w(0, 8), w(0, 0), w(0, -8), w(0, -16), w(0, -24), w(0, -24), w(0, -24),
        // PassedEnemyKing: The enemy king's distance to the next square of a passed pawn, on ranks 4 to 7.
        w(0, -6), w(0, -3), w(0, 0), w(0, 3), w(0, 6), w(0, 9), w(0, 9), w(0, 9),
        w(0, -12), w(0, -6), w(0, 0), w(0, 6), w(0, 12), w(0, 18), w(0, 18), w(0, 18),
        w(0, -20), w(0, -10), w(0, 0), w(0, 10), w(0, 20), w(0, 30), w(0, 30), w(0, 30),
        w(0, -24), w(0, -12), w(0, 0), w(0, 12), w(0, 24), w(0, 36), w(0, 36), w(0, 36),
        // PassedUnstoppable: A passed pawn that the enemy king, alone, cannot catch.
        w(0, 350),
        // PassedRook: A rook behind a passed pawn on an open file: the own one, the enemy's.
        w(4, 12), w(-4, -12),
        // KnightMobility: Squares open to a knight.
        w(-50, -50), w(-25, -25), w(-14, -14), w(-6, -6), w(1, 1), w(7, 7), w(12, 12), w(17, 17), w(22, 22),
        // BishopMobility: Squares open to a bishop.
        w(-45, -50), w(-23, -25), w(-14, -15), w(-7, -7), w(-1, 0), w(5, 6), w(9, 11),
        w(14, 16), w(18, 21), w(22, 25), w(25, 29), w(29, 33), w(32, 36), w(35, 40),
        // RookMobility: Squares open to a rook.
        w(-35, -55), w(-19, -26), w(-12, -13), w(-7, -4), w(-3, 4),
        w(1, 11), w(4, 17), w(7, 23), w(10, 28), w(13, 33),
        w(16, 38), w(18, 43), w(21, 47), w(23, 51), w(25, 55),
        // QueenMobility: Squares open to a queen.
        w(-30, -60), w(-19, -37), w(-15, -27), w(-12, -20), w(-9, -14), w(-6, -8), w(-4, -3),
        w(-2, 1), w(0, 5), w(2, 9), w(3, 13), w(5, 17), w(7, 20), w(8, 23),
        w(10, 26), w(11, 29), w(12, 32), w(14, 35), w(15, 38), w(16, 41), w(17, 43),
        w(19, 46), w(20, 48), w(21, 51), w(22, 53), w(23, 55), w(24, 58), w(25, 60),
        // KnightOutpost: A knight where no enemy pawn can drive it off: alone, protected by a pawn.
        w(8, 5), w(26, 18),
        // BishopOutpost: A bishop where no enemy pawn can drive it off: alone, protected by a pawn.
        w(5, 2), w(20, 8),
        // MinorBehindPawn: A knight or bishop right behind a pawn.
        w(8, 4),
        // BishopPawns: Own pawns on the squares of a bishop's color, for each.
        w(-2, -5),
        // BishopLongDiagonal: A bishop that looks through the middle on a long diagonal.
        w(14, 0),
        // RookOpenFile: A rook on a file without own pawns: with enemy pawns, without.
        w(12, 6), w(28, 10),
        // RookSeventh: A rook on the seventh rank with the enemy king or pawns to bother.
        w(6, 20),
        // KingShelter: The nearest own pawn on a file at the king, by file from the edge and rank; 1 for none.
        w(-18, 0), w(16, 0), w(14, 0), w(4, 0), w(0, 0), w(-4, 0), w(-6, 0), w(0, 0),
        w(-32, 0), w(22, 0), w(10, 0), w(-2, 0), w(-4, 0), w(-4, 0), w(-6, 0), w(0, 0),
        w(-20, 0), w(16, 0), w(4, 0), w(-6, 0), w(-6, 0), w(-8, 0), w(-8, 0), w(0, 0),
        w(-14, 0), w(10, 0), w(4, 0), w(-2, 0), w(-4, 0), w(-6, 0), w(-6, 0), w(0, 0),
        // KingStorm: The nearest enemy pawn on a file at the king, by file from the edge and rank; 1 for none.
        w(-4, 0), w(0, 0), w(-44, 0), w(-32, 0), w(-18, 0), w(-6, 0), w(-2, 0), w(0, 0),
        w(-4, 0), w(0, 0), w(-44, 0), w(-32, 0), w(-18, 0), w(-6, 0), w(-2, 0), w(0, 0),
        w(-4, 0), w(0, 0), w(-40, 0), w(-28, 0), w(-14, 0), w(-6, 0), w(-2, 0), w(0, 0),
        w(-4, 0), w(0, 0), w(-40, 0), w(-28, 0), w(-14, 0), w(-6, 0), w(-2, 0), w(0, 0),
        // KingStormBlocked: The same where an own pawn blocks it.
        w(0, 0), w(0, 0), w(-12, -8), w(-6, -6), w(-4, -4), w(-2, -2), w(0, 0), w(0, 0),
        // KingAttackQueen: Pressure on the enemy king with a queen, by units of attack.
        w(0, 0), w(1, 2), w(2, 4), w(6, 6), w(10, 8), w(16, 10), w(22, 12), w(30, 14),
        w(40, 16), w(50, 18), w(62, 20), w(75, 22), w(89, 24), w(105, 26), w(122, 28), w(140, 30),
        w(159, 32), w(179, 34), w(201, 36), w(224, 38), w(248, 40), w(273, 42), w(300, 44), w(328, 46),
        w(357, 48), w(388, 50), w(419, 50), w(420, 50), w(420, 50), w(420, 50), w(420, 50), w(420, 50),
        // KingAttack: Pressure on the enemy king without a queen, by units of attack.
        w(0, 0), w(0, 1), w(1, 2), w(3, 3), w(5, 4), w(8, 5), w(11, 6), w(15, 7),
        w(19, 8), w(24, 9), w(30, 10), w(36, 11), w(43, 12), w(51, 13), w(59, 14), w(68, 15),
        // SafeCheck: A check that costs nothing: by knight, bishop, rook, queen.
        w(25, 5), w(12, 5), w(30, 5), w(20, 10),
        // ThreatByPawn: A pawn attacks a piece, from pawn to queen.
        w(0, 0), w(58, 40), w(58, 50), w(75, 40), w(70, 40),
        // ThreatByMinor: A knight or bishop attacks something worth taking, from pawn to queen.
        w(4, 14), w(22, 24), w(26, 28), w(50, 30), w(45, 40),
        // ThreatByRook: A rook attacks something worth taking, from pawn to queen.
        w(0, 18), w(22, 24), w(22, 26), w(0, 16), w(40, 30),
        // ThreatByKing: The king attacks something weak.
        w(12, 36),
        // ThreatByPush: A pawn can safely step up to attack a piece.
        w(16, 14),
        // Hanging: An attacked enemy piece that nothing protects.
        w(26, 14),
        // Restriction: A square that both sides attack and the enemy does not hold firmly.
        w(3, 3),
        // Space: A safe square behind or between the own pawns in the middle.
        w(3, 0),
    ]
};
