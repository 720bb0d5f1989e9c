//! The groups of weights, declared once.

/// Declares the groups: a doc comment, a name, and the shape in which a person reads the weights.
macro_rules! groups {
    ($($(#[doc = $doc:literal])+ $name:ident = $rows:literal x $columns:literal;)+) => {
        /// A family of weights that belong to one idea.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Group {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Group {
            /// Every group, in the order of their weights.
            pub const ALL: &[Self] = &[$(Self::$name,)+];

            const SHAPES: &[(usize, usize)] = &[$(($rows, $columns),)+];
            const NAMES: &[&str] = &[$(stringify!($name),)+];
            const DOCS: &[&str] = &[$(concat!($($doc),+),)+];
        }
    };
}

groups! {
    /// What each role is worth, from the pawn to the queen.
    Material = 1 x 5;
    /// Pawns by square: ranks from the first up, files from the edge to the middle, as in all six.
    PawnSquares = 8 x 4;
    /// Knights by square.
    KnightSquares = 8 x 4;
    /// Bishops by square.
    BishopSquares = 8 x 4;
    /// Rooks by square.
    RookSquares = 8 x 4;
    /// Queens by square.
    QueenSquares = 8 x 4;
    /// The king by square.
    KingSquares = 8 x 4;
    /// Having the move.
    Tempo = 1 x 1;
    /// Two bishops.
    BishopPair = 1 x 1;
    /// A pawn without neighbors on the next files: with an enemy pawn ahead, without one.
    PawnIsolated = 1 x 2;
    /// A pawn that no other can ever protect on its next square, where enemy pawns wait: with an
    /// enemy pawn ahead, without one.
    PawnBackward = 1 x 2;
    /// A pawn behind another of its own file.
    PawnDoubled = 1 x 1;
    /// A pawn beside another, by rank.
    PawnPhalanx = 1 x 8;
    /// A pawn protected by another, by rank.
    PawnSupported = 1 x 8;
    /// A pawn that no enemy pawn can stop, by rank.
    PassedRank = 1 x 8;
    /// A passed pawn whose next square is empty, by rank.
    PassedFree = 1 x 8;
    /// A passed pawn whose way to promotion is neither occupied nor attacked, by rank.
    PassedSafe = 1 x 8;
    /// A passed pawn beside or protected by another pawn, by rank.
    PassedSupported = 1 x 8;
    /// The own king's distance to the next square of a passed pawn, on ranks 4 to 7.
    PassedOwnKing = 4 x 8;
    /// The enemy king's distance to the next square of a passed pawn, on ranks 4 to 7.
    PassedEnemyKing = 4 x 8;
    /// A passed pawn that the enemy king, alone, cannot catch.
    PassedUnstoppable = 1 x 1;
    /// A rook behind a passed pawn on an open file: the own one, the enemy's.
    PassedRook = 1 x 2;
    /// Squares open to a knight.
    KnightMobility = 1 x 9;
    /// Squares open to a bishop.
    BishopMobility = 2 x 7;
    /// Squares open to a rook.
    RookMobility = 3 x 5;
    /// Squares open to a queen.
    QueenMobility = 4 x 7;
    /// A knight where no enemy pawn can drive it off: alone, protected by a pawn.
    KnightOutpost = 1 x 2;
    /// A bishop where no enemy pawn can drive it off: alone, protected by a pawn.
    BishopOutpost = 1 x 2;
    /// A knight or bishop right behind a pawn.
    MinorBehindPawn = 1 x 1;
    /// Own pawns on the squares of a bishop's color, for each.
    BishopPawns = 1 x 1;
    /// A bishop that looks through the middle on a long diagonal.
    BishopLongDiagonal = 1 x 1;
    /// A rook on a file without own pawns: with enemy pawns, without.
    RookOpenFile = 1 x 2;
    /// A rook on the seventh rank with the enemy king or pawns to bother.
    RookSeventh = 1 x 1;
    /// The nearest own pawn on a file at the king, by file from the edge and rank; 1 for none.
    KingShelter = 4 x 8;
    /// The nearest enemy pawn on a file at the king, by file from the edge and rank; 1 for none.
    KingStorm = 4 x 8;
    /// The same where an own pawn blocks it.
    KingStormBlocked = 1 x 8;
    /// Pressure on the enemy king with a queen, by units of attack.
    KingAttackQueen = 4 x 8;
    /// Pressure on the enemy king without a queen, by units of attack.
    KingAttack = 2 x 8;
    /// A check that costs nothing: by knight, bishop, rook, queen.
    SafeCheck = 1 x 4;
    /// A pawn attacks a piece, from pawn to queen.
    ThreatByPawn = 1 x 5;
    /// A knight or bishop attacks something worth taking, from pawn to queen.
    ThreatByMinor = 1 x 5;
    /// A rook attacks something worth taking, from pawn to queen.
    ThreatByRook = 1 x 5;
    /// The king attacks something weak.
    ThreatByKing = 1 x 1;
    /// A pawn can safely step up to attack a piece.
    ThreatByPush = 1 x 1;
    /// An attacked enemy piece that nothing protects.
    Hanging = 1 x 1;
    /// A square that both sides attack and the enemy does not hold firmly.
    Restriction = 1 x 1;
    /// A safe square behind or between the own pawns in the middle.
    Space = 1 x 1;
}

/// The place of each group's first weight, and the number of all weights at the end.
const OFFSETS: [usize; Group::ALL.len() + 1] = {
    let mut offsets = [0; Group::ALL.len() + 1];
    let mut group = 0;
    while group < Group::ALL.len() {
        let (rows, columns) = Group::SHAPES[group];
        offsets[group + 1] = offsets[group] + rows * columns;
        group += 1;
    }
    offsets
};

impl Group {
    /// The number of weights in all groups.
    pub const WEIGHTS: usize = OFFSETS[Group::ALL.len()];

    /// The place of the group's first weight among all weights.
    #[inline]
    pub const fn offset(self) -> usize {
        OFFSETS[self as usize]
    }

    /// The places of the group's weights among all weights.
    pub const fn range(self) -> std::ops::Range<usize> {
        OFFSETS[self as usize]..OFFSETS[self as usize + 1]
    }

    /// How many weights a person likes to read on a line.
    pub const fn columns(self) -> usize {
        Self::SHAPES[self as usize].1
    }

    /// The group's name as the code spells it.
    pub const fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// What the group's weights stand for.
    pub const fn doc(self) -> &'static str {
        Self::DOCS[self as usize].trim_ascii()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_one_another_without_gaps() {
        let mut next = 0;
        for group in Group::ALL {
            assert_eq!(group.range().start, next, "{}", group.name());
            assert_eq!(group.range().len() % group.columns(), 0);
            assert!(group.doc().ends_with('.'), "{}", group.doc());
            next = group.range().end;
        }
        assert_eq!(next, Group::WEIGHTS);
    }
}
