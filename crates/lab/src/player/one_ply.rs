//! No search: the best of the positions after each move.
//!
//! Every legal move is played, the position after it judged, and the best one taken. This is how the
//! Ukrainian coursework plays with its dense net, and it shows what an evaluation alone is worth: such a
//! program sees no capture coming. It tells the number of moves and the value of each, so that one can
//! watch the net's opinions.

use chess::Position;
use engine::{Report, SearchInfo};
use gamekit::{Ply, Score};

use super::worker::Worker;
use crate::board::Squares;

/// Compares the positions after each move; each is told as a line of its own, the best last.
pub(super) fn search<S: Squares>(
    worker: &mut Worker<'_, S>,
    position: &Position,
    on_info: &mut dyn FnMut(&SearchInfo),
) -> Report {
    let root = crate::board::Board::<S>::of(position);
    let mut values: Vec<(Score, chess::Move)> = worker
        .root_moves
        .clone()
        .into_iter()
        .filter_map(|mv| {
            let next = root.play(mv)?;
            worker.enter(Ply::new(1));
            let is_mate = position.play(mv).legal_moves().is_empty();
            let score = match (is_mate, next.in_check()) {
                (true, true) => Score::mate_in(Ply::new(1)),
                (true, false) => Score::DRAW,
                _ => -worker.evaluate(&next),
            };
            Some((score, mv))
        })
        .collect();
    values.sort_by_key(|&(score, _)| score);
    let mut report =
        worker.report(1, if root.in_check() { Score::mated_in(Ply::ROOT) } else { Score::DRAW }, &[]);
    for &(score, mv) in &values {
        report = worker.report(1, score, &[mv]);
        on_info(&report.info);
    }
    if values.is_empty() {
        on_info(&report.info);
    }
    report
}
