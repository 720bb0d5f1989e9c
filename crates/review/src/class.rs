//! How good a move was, in words.

use std::fmt;

use chess::pgn::Nag;
use gamekit::Score;

use crate::winning_chances;

/// The class of a move, by what it costs in winning chances.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// What the engine would have played.
    Best,
    /// About as good.
    Good,
    /// It costs a twentieth of the point.
    Inaccuracy,
    /// It costs a tenth of the point.
    Mistake,
    /// It costs a seventh of the point or more.
    Blunder,
}

/// A difference of this many centipawns or less is never called a slip: searches are not as exact.
const TOLERANCE: i32 = 30;

/// With chances this near to none, or to all, a game is decided: no move changes that.
const DECIDED: f64 = 0.1;

impl Class {
    /// The classes that annotators mark.
    pub const SLIPS: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The class of a move that was not the engine's choice, by the scores before and after it,
    /// both from the mover's view.
    pub fn of(before: Score, after: Score) -> Self {
        let [could, can] = [before, after].map(winning_chances);
        let is_close = !before.is_decisive() && !after.is_decisive() && (before - after).raw() <= TOLERANCE;
        let is_decided = could <= DECIDED || can >= 1.0 - DECIDED;
        match could - can {
            _ if is_close || is_decided => Self::Good,
            lost if lost >= 0.15 => Self::Blunder,
            lost if lost >= 0.10 => Self::Mistake,
            lost if lost >= 0.05 => Self::Inaccuracy,
            _ => Self::Good,
        }
    }

    /// Whether annotators mark it.
    pub fn is_slip(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// The glyph that PGN has for it.
    pub fn nag(self) -> Option<Nag> {
        match self {
            Self::Best | Self::Good => None,
            Self::Inaccuracy => Some(Nag::DUBIOUS),
            Self::Mistake => Some(Nag::MISTAKE),
            Self::Blunder => Some(Nag::BLUNDER),
        }
    }

    /// The sign behind a move.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gamekit::Ply;

    #[test]
    fn a_slip_costs_chances_not_centipawns() {
        let class = |before: i32, after: i32| Class::of(Score::cp(before), Score::cp(after));
        assert_eq!(class(0, -300), Class::Blunder);
        assert_eq!(class(0, -120), Class::Mistake);
        assert_eq!(class(0, -70), Class::Inaccuracy);
        assert_eq!(class(0, -30), Class::Good, "within the tolerance");
        assert_eq!(class(1500, 1000), Class::Good, "both win");
        assert_eq!(class(-1000, -1500), Class::Good, "both lose");
        assert_eq!(class(-715, -1239), Class::Good, "lost already");
        assert_eq!(class(40, 60), Class::Good, "the search after the move found more");
        let mate = Score::mate_in(Ply::new(5));
        assert_eq!(Class::of(mate, Score::cp(1500)), Class::Good, "another way to win");
        assert_eq!(Class::of(mate, Score::DRAW), Class::Blunder);
    }

    /// Whatever the scores: nothing within the tolerance, in a game that is won or lost either way,
    /// or that gains, is called a slip; and a move that costs more is never called a smaller slip.
    #[test]
    fn no_score_makes_a_slip_of_a_move_that_costs_nothing() {
        let won = (1..2000).find(|&cp| winning_chances(Score::cp(cp)) >= 1.0 - DECIDED).expect("a score");
        for before in (-2000..=2000).step_by(10) {
            let mut last = Class::Good;
            for after in (-2500..=2500).rev().step_by(10) {
                let class = Class::of(Score::cp(before), Score::cp(after));
                let costs_nothing = before - after <= TOLERANCE || after >= won || before <= -won;
                assert!(!costs_nothing || class == Class::Good, "{before} {after}: {class}");
                assert!(class >= last, "{before} {after}: {class} after {last}");
                last = class;
            }
        }
    }
}
