//! Staged move ordering: moves are generated and scored only when they are reached.

mod candidates;

use arrayvec::ArrayVec;
use chess::{Move, MoveList, Position};

use crate::history::{Histories, NodeContext};
use crate::{exchange, tunables};
use candidates::Candidates;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
}

/// Yields the moves of a node: the table's move, captures that lose next to nothing, quiet moves by
/// their histories, and captures that lose material.
pub struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    captures: Candidates,
    bad_captures: ArrayVec<Move, 256>,
    quiets: Candidates,
    /// What a capture must gain by SEE to come before the quiet moves.
    threshold: i32,
    good_captures_only: bool,
    skip_quiets: bool,
}

impl MovePicker {
    /// All moves, best first.
    pub fn new(table_move: Option<Move>) -> Self {
        Self {
            stage: if table_move.is_some() { Stage::Table } else { Stage::GenerateCaptures },
            table_move,
            captures: Candidates::new(),
            bad_captures: ArrayVec::new(),
            quiets: Candidates::new(),
            threshold: -tunables::good_capture_slack(),
            good_captures_only: false,
            skip_quiets: false,
        }
    }

    /// Leaves only captures and promotions that win at least `threshold`, the table's move among
    /// them. A picker is several kilobytes, so it is changed in place rather than returned.
    pub fn keep_captures(&mut self, position: &Position, threshold: i32) {
        let wins = |mv: &Move| !mv.is_quiet() && exchange::wins_at_least(position, *mv, threshold);
        if !self.table_move.as_ref().is_some_and(wins) {
            self.table_move = None;
            self.stage = Stage::GenerateCaptures;
        }
        self.threshold = threshold;
        self.good_captures_only = true;
    }

    /// Skips all further quiet moves.
    #[inline]
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Whether the stage of losing captures is reached.
    #[inline]
    pub fn at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// The next move, or none at the end.
    pub fn next(
        &mut self,
        position: &Position,
        histories: &Histories,
        context: &NodeContext,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateCaptures;
                    return self.table_move;
                }
                Stage::GenerateCaptures => {
                    self.score_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.captures.take_best() {
                    Some(mv) if exchange::wins_at_least(position, mv, self.threshold) => {
                        return Some(mv);
                    }
                    Some(mv) => self.bad_captures.push(mv),
                    None if self.good_captures_only => return None,
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    if !self.skip_quiets {
                        self.score_quiets(position, histories, context);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if !self.skip_quiets
                        && let Some(mv) = self.quiets.take_best()
                    {
                        return Some(mv);
                    }
                    self.stage = Stage::BadCaptures;
                    self.bad_captures.reverse();
                }
                Stage::BadCaptures => return self.bad_captures.pop(),
            }
        }
    }

    fn score_captures(&mut self, position: &Position, histories: &Histories) {
        let mut moves = MoveList::new();
        position.generate_captures(&mut moves);
        for &mv in &moves {
            if Some(mv) != self.table_move {
                let score = 16 * exchange::gain(position, mv) + histories.capture(position, mv);
                self.captures.push(score, mv);
            }
        }
    }

    fn score_quiets(&mut self, position: &Position, histories: &Histories, context: &NodeContext) {
        let mut moves = MoveList::new();
        position.generate_quiets(&mut moves);
        let history = histories.of_node(context);
        for &mv in &moves {
            if Some(mv) != self.table_move
                && let Some(piece) = position.piece_at(mv.from())
            {
                let check = if context.checks.contains(piece, mv) { tunables::check_bonus() } else { 0 };
                self.quiets.push(history.get(piece, mv) + check, mv);
            }
        }
    }
}
