//! A review written into a game.

use chess::pgn::{AnnotatedMove, Comment, Evaluation, Game, Line, Remark};
use chess::{Position, eco};
use gamekit::{Color, Score, ScoreText};

use crate::{Accuracy, Review};

/// Moves of a better line that are shown.
const SHOWN_MOVES: usize = 8;

/// Adds a review to a game: `%eval` after every move, signs and better lines at slips, and tags for
/// the opening and the accuracy of both sides. An older review is replaced; all other comments
/// stay.
pub fn annotate(game: &mut Game, review: &Review) {
    let opening = eco::of_moves(&game.start, game.moves());
    if let Some(opening) = opening {
        game.tags.set("ECO", opening.code);
        game.tags.set("Opening", opening.name);
    }
    for color in Color::ALL {
        if let Some(accuracy) = Accuracy::of(review, color, None) {
            game.tags.set(&format!("{color}Accuracy"), &format!("{:.1}", accuracy.per_cent));
            game.tags.set(&format!("{color}CentipawnLoss"), &format!("{:.0}", accuracy.centipawn_loss));
        }
    }
    let mut position = game.start.clone();
    for ((annotated, reviewed), &score) in
        game.line.moves.iter_mut().zip(&review.moves).zip(&review.scores[1..])
    {
        set_evaluation(annotated, score);
        if let Some(nag) = reviewed.class.nag() {
            annotated.nags.retain(|nag| nag.0 > 6);
            annotated.nags.insert(0, nag);
            let better = better_line(&position, &reviewed.best);
            if !annotated.variations.contains(&better) {
                annotated.variations.push(better);
            }
        }
        position = position.play(annotated.mv);
    }
}

fn set_evaluation(annotated: &mut AnnotatedMove, score: Score) {
    let score = ScoreText::from(score);
    // After a mating move there is nothing left to evaluate.
    if score == ScoreText::Mate(0) {
        return;
    }
    let remark = Remark::Evaluation(Evaluation { score, depth: None });
    let others = annotated.after.iter().flat_map(Comment::remarks);
    let others = others.filter(|remark| !matches!(remark, Remark::Evaluation(_))).cloned();
    annotated.after = vec![std::iter::once(remark).chain(others).collect()];
}

/// The first moves of a line, as a variation.
fn better_line(position: &Position, line: &[chess::Move]) -> Line {
    let mut at = position.clone();
    let moves = line.iter().take(SHOWN_MOVES).map_while(|&mv| {
        at.is_legal(mv).then(|| {
            at = at.play(mv);
            AnnotatedMove::new(mv)
        })
    });
    Line { moves: moves.collect(), ..Line::default() }
}
