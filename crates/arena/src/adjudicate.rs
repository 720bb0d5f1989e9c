//! Adjudicating games that both engines agree about.

use gamekit::{ByColor, Color};
use serde::{Deserialize, Serialize};
use uci::{Bound, BoundedScore, ScoreText};

use crate::outcome::{Outcome, Reason};

/// Adjudicates a draw if both engines report scores near zero for long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DrawRule {
    /// The first move of the game at which a draw is adjudicated.
    pub movenumber: u32,
    /// Consecutive moves of each side.
    pub movecount: u32,
    /// The largest score, in centipawns.
    pub score: u32,
}

impl Default for DrawRule {
    fn default() -> Self {
        Self { movenumber: 40, movecount: 8, score: 10 }
    }
}

/// Adjudicates a win if both engines agree on it for long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ResignRule {
    /// Consecutive moves of each side.
    pub movecount: u32,
    /// The least score, in centipawns.
    pub score: u32,
}

impl Default for ResignRule {
    fn default() -> Self {
        Self { movecount: 3, score: 500 }
    }
}

/// The rules of adjudication; none by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// Adjudicates draws.
    pub draw: Option<DrawRule>,
    /// Adjudicates wins.
    pub resign: Option<ResignRule>,
    /// Adjudicates a draw after this many moves of each side.
    pub maxmoves: Option<u32>,
}

/// Adjudicates one game by the scores of its moves.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    plies: u32,
    /// Consecutive half-moves with a score near zero.
    dull: u32,
    /// Consecutive moves with a winning score of a side.
    winning: ByColor<u32>,
    /// Consecutive moves with a losing score of a side.
    losing: ByColor<u32>,
}

impl Adjudicator {
    /// An adjudicator at the start of a game.
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, plies: 0, dull: 0, winning: ByColor::default(), losing: ByColor::default() }
    }

    /// Counts the score of a side's move; returns the outcome if the game is adjudicated now. A
    /// move without a score, such as a book move, breaks every row.
    pub fn judge(
        &mut self,
        side: Color,
        score: Option<BoundedScore>,
        fullmove_number: u32,
        resets_clock: bool,
    ) -> Option<Outcome> {
        self.plies += 1;
        let centipawns =
            score.filter(|score| score.bound == Bound::Exact).map(|score| centipawns(score.value));
        self.judge_win(side, centipawns)
            .or_else(|| self.judge_draw(centipawns, fullmove_number, resets_clock))
            .or_else(|| self.judge_length())
    }

    fn judge_win(&mut self, side: Color, centipawns: Option<i32>) -> Option<Outcome> {
        let rule = self.rules.resign?;
        let threshold = rule.score as i32;
        let extend = |row: &mut u32, holds: bool| *row = if holds { *row + 1 } else { 0 };
        extend(&mut self.winning[side], centipawns.is_some_and(|score| score >= threshold));
        extend(&mut self.losing[side], centipawns.is_some_and(|score| score <= -threshold));
        Color::ALL.into_iter().find_map(|winner| {
            let agreed = self.winning[winner].min(self.losing[!winner]);
            (agreed >= rule.movecount).then(|| Outcome::win(winner, Reason::AdjudicatedWin))
        })
    }

    /// A capture or a pawn move breaks the row: something still happens.
    fn judge_draw(
        &mut self,
        centipawns: Option<i32>,
        fullmove_number: u32,
        resets_clock: bool,
    ) -> Option<Outcome> {
        let rule = self.rules.draw?;
        let is_dull = centipawns.is_some_and(|score| score.unsigned_abs() <= rule.score);
        self.dull = if is_dull && !resets_clock { self.dull + 1 } else { 0 };
        (fullmove_number >= rule.movenumber && self.dull >= 2 * rule.movecount)
            .then(|| Outcome::draw(Reason::AdjudicatedDraw))
    }

    fn judge_length(&self) -> Option<Outcome> {
        let too_long = self.rules.maxmoves.is_some_and(|moves| self.plies >= 2 * moves);
        too_long.then(|| Outcome::draw(Reason::MaxLength))
    }
}

/// A mate counts as more than any evaluation; `mate 0` is a loss.
fn centipawns(score: ScoreText) -> i32 {
    match score {
        ScoreText::Cp(centipawns) => centipawns,
        ScoreText::Mate(moves) if moves > 0 => i32::MAX,
        ScoreText::Mate(_) => -i32::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(adjudicator: &mut Adjudicator, ply: u32, score: Option<ScoreText>) -> Option<Outcome> {
        let side = if ply.is_multiple_of(2) { Color::White } else { Color::Black };
        adjudicator.judge(side, score.map(BoundedScore::exact), ply / 2 + 1, false)
    }

    /// The half-move at which the scores end the game.
    fn end(rules: Adjudication, scores: &[ScoreText]) -> Option<(usize, Outcome)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(ply, &score)| {
            judge(&mut adjudicator, ply as u32, Some(score)).map(|outcome| (ply, outcome))
        })
    }

    const RESIGN: Adjudication =
        Adjudication { draw: None, resign: Some(ResignRule { movecount: 2, score: 500 }), maxmoves: None };

    #[test]
    fn a_win_needs_both_sides_to_agree() {
        let agreed = [ScoreText::Cp(600), ScoreText::Cp(-700), ScoreText::Mate(4), ScoreText::Mate(-3)];
        assert_eq!(end(RESIGN, &agreed), Some((3, Outcome::win(Color::White, Reason::AdjudicatedWin))));
        let disputed = [
            ScoreText::Cp(600),
            ScoreText::Cp(-100),
            ScoreText::Cp(900),
            ScoreText::Cp(-100),
            ScoreText::Cp(900),
        ];
        assert_eq!(end(RESIGN, &disputed), None);
        let black = [ScoreText::Cp(-600), ScoreText::Cp(700), ScoreText::Cp(-900), ScoreText::Mate(3)];
        assert_eq!(end(RESIGN, &black), Some((3, Outcome::win(Color::Black, Reason::AdjudicatedWin))));
    }

    #[test]
    fn a_missing_score_breaks_the_row() {
        let mut adjudicator = Adjudicator::new(RESIGN);
        for (ply, score) in
            [Some(600), Some(-600), None, Some(-600), Some(600), Some(-600)].iter().enumerate()
        {
            assert_eq!(judge(&mut adjudicator, ply as u32, score.map(ScoreText::Cp)), None, "{ply}");
        }
        assert!(judge(&mut adjudicator, 6, Some(ScoreText::Cp(600))).is_some());
    }

    #[test]
    fn a_draw_needs_time_and_calm() {
        let rules = Adjudication {
            draw: Some(DrawRule { movenumber: 4, movecount: 2, score: 10 }),
            ..Adjudication::default()
        };
        let dull = [ScoreText::Cp(5); 12];
        // The fourth move of White is half-move 6.
        assert_eq!(end(rules, &dull), Some((6, Outcome::draw(Reason::AdjudicatedDraw))));
        let mut lively = dull;
        lively[5] = ScoreText::Cp(11);
        assert_eq!(end(rules, &lively).map(|(ply, _)| ply), Some(9));
    }

    #[test]
    fn games_end_at_the_longest_length() {
        let rules = Adjudication { maxmoves: Some(3), ..Adjudication::default() };
        assert_eq!(end(rules, &[ScoreText::Cp(0); 9]), Some((5, Outcome::draw(Reason::MaxLength))));
        assert_eq!(end(Adjudication::default(), &[ScoreText::Mate(-1); 9]), None);
    }
}
