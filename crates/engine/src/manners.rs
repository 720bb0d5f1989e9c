//! When a draw is offered or accepted, and when a game is given up.

use gamekit::Score;
use serde::Deserialize;

/// When draws are offered and accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Draws {
    /// Whether draws are offered.
    pub offer: bool,
    /// A draw is offered when the score stayed within this many centipawns of 0...
    pub offer_within: i32,
    /// ...in this many searches one after another, and again after as many...
    pub offer_after: usize,
    /// ...from this move of the game on.
    pub offer_from_move: u16,
    /// Whether draws are accepted, and claimed at the third repetition.
    pub accept: bool,
    /// A draw is accepted when the last score was not above this, in centipawns.
    pub accept_below: i32,
}

impl Default for Draws {
    fn default() -> Self {
        Self {
            offer: true,
            offer_within: 10,
            offer_after: 10,
            offer_from_move: 40,
            accept: true,
            accept_below: 0,
        }
    }
}

/// When a game is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Resignation {
    /// Whether games are given up at all.
    pub enabled: bool,
    /// A game is given up when the score was this many centipawns below 0 or worse...
    pub below: i32,
    /// ...in this many searches one after another.
    pub after: usize,
}

impl Default for Resignation {
    fn default() -> Self {
        Self { enabled: true, below: 1000, after: 5 }
    }
}

/// The scores of a game so far, from our view.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    scores: Vec<Score>,
    /// Searches since our last offer.
    since_offer: Option<usize>,
}

impl Manners {
    /// Whether no search has ended yet.
    pub fn is_new(&self) -> bool {
        self.scores.is_empty()
    }

    /// A search ended with this score.
    pub fn note(&mut self, score: Score) {
        self.scores.push(score);
        self.since_offer = self.since_offer.map(|searches| searches + 1);
    }

    /// Whether to give up.
    pub fn resigns(&self, rules: &Resignation) -> bool {
        rules.enabled && self.were_last(rules.after, |score| score.raw() <= -rules.below)
    }

    /// Whether to offer a draw with the next move; if so, the offer counts as made.
    pub fn offers_draw(&mut self, rules: &Draws, move_number: u16) -> bool {
        let is_time = self.since_offer.is_none_or(|searches| searches >= rules.offer_after);
        let offers = rules.offer
            && is_time
            && move_number >= rules.offer_from_move
            && self.were_last(rules.offer_after, |score| score.raw().abs() <= rules.offer_within);
        if offers {
            self.since_offer = Some(0);
        }
        offers
    }

    /// Whether to accept a draw.
    pub fn accepts_draw(&self, rules: &Draws) -> bool {
        rules.accept && self.scores.last().is_some_and(|score| score.raw() <= rules.accept_below)
    }

    fn were_last(&self, searches: usize, are_such: impl Fn(&Score) -> bool) -> bool {
        let searches = searches.max(1);
        self.scores.len() >= searches && self.scores.iter().rev().take(searches).all(are_such)
    }
}

#[cfg(test)]
mod tests {
    use gamekit::Ply;

    use super::*;

    fn after(scores: &[i32]) -> Manners {
        let mut manners = Manners::default();
        for &score in scores {
            manners.note(Score::cp(score));
        }
        manners
    }

    #[test]
    fn a_game_is_given_up_after_some_bad_scores() {
        let rules = Resignation { after: 3, ..Resignation::default() };
        assert!(after(&[-1000, -1200, -1500]).resigns(&rules));
        assert!(!after(&[-1200, -1500]).resigns(&rules));
        assert!(!after(&[-1200, -999, -1500]).resigns(&rules));
        assert!(!after(&[-1200; 9]).resigns(&Resignation { enabled: false, ..rules }));
        let mut mated = after(&[-1200, -1300]);
        mated.note(Score::mated_in(Ply::new(4)));
        assert!(mated.resigns(&rules));
    }

    #[test]
    fn a_draw_is_offered_late_in_a_level_game_and_not_with_each_move() {
        let rules = Draws { offer_after: 3, ..Draws::default() };
        let mut level = after(&[200, 5, -10, 10]);
        assert!(!level.offers_draw(&rules, 39));
        assert!(!level.clone().offers_draw(&Draws { offer: false, ..rules }, 40));
        assert!(level.offers_draw(&rules, 40));
        level.note(Score::DRAW);
        assert!(!level.offers_draw(&rules, 41));
        level.note(Score::DRAW);
        level.note(Score::DRAW);
        assert!(level.offers_draw(&rules, 43));
        assert!(!after(&[0, 11, 0]).offers_draw(&rules, 60));
    }

    #[test]
    fn a_draw_is_accepted_when_nothing_better_is_in_sight() {
        let rules = Draws::default();
        assert!(after(&[50, 0]).accepts_draw(&rules) && after(&[-300]).accepts_draw(&rules));
        assert!(!after(&[0, 1]).accepts_draw(&rules) && !after(&[]).accepts_draw(&rules));
        assert!(!after(&[0]).accepts_draw(&Draws { accept: false, ..rules }));
    }
}
