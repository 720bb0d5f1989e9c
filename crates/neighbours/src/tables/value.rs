//! The values of positions in a table, one byte each: the plies to the end under best play, an odd
//! number for a win of the side to move and an even one for a loss, or one of the marks below.
//!
//! The winner shortens the way and the loser lengthens it.

/// Neither side can force the other: the position occurs for the third time.
pub(super) const DRAW: u8 = 255;
/// While a table is made: perhaps lost.
pub(super) const CANDIDATE: u8 = 254;
/// No position has this number.
pub(super) const UNUSED: u8 = 253;
/// The greatest distance that fits.
pub(super) const LONGEST: u8 = 252;
/// The value of a side to move that has no move.
pub(super) const WORST: u8 = 0;

#[inline]
pub(super) const fn is_win(value: u8) -> bool {
    value <= LONGEST && value % 2 == 1
}

#[inline]
pub(super) const fn is_loss(value: u8) -> bool {
    value <= LONGEST && value.is_multiple_of(2)
}

/// The value of a position whose best move leads to one of this value.
#[inline]
pub(super) const fn before(next: u8) -> u8 {
    if next < LONGEST { next + 1 } else { next }
}

/// The better of two values for the side to move.
#[inline]
pub(super) const fn better(one: u8, other: u8) -> u8 {
    let greater = if one > other { one } else { other };
    let less = if one > other { other } else { one };
    match (is_win(one), is_win(other)) {
        (true, true) => less,
        (true, false) => one,
        (false, true) => other,
        // A draw is above every loss, and a long loss above a short one.
        (false, false) => greater,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_wins_are_best_and_quick_losses_worst() {
        let ascending = [WORST, 2, 40, LONGEST, DRAW, 251, 9, 3, 1];
        for pair in ascending.windows(2) {
            assert_eq!(better(pair[0], pair[1]), pair[1]);
            assert_eq!(better(pair[1], pair[0]), pair[1]);
        }
        assert_eq!([before(0), before(7), before(DRAW)], [1, 8, DRAW]);
    }
}
