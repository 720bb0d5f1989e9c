//! A review written into a game.

use chess::pgn::{AnnotatedMove, Comment, Evaluation, Game, Line, Remark};
use chess::{Position, eco};
use gamekit::{Color, ScoreText};

use crate::{Accuracy, Phase, Review};

/// Moves of a better line that are shown.
const SHOWN_MOVES: usize = 8;

/// Adds a review to a game: `%eval` after every move, signs and better lines at slips, and tags for
/// the opening and the accuracy of both sides. An older review is replaced; all other comments
/// stay.
pub fn annotate(game: &mut Game, review: &Review) {
    for (name, value) in tags(&game.start, review) {
        game.tags.set(&name, &value);
    }
    let mut position = game.start.clone();
    for (ply, (annotated, reviewed)) in game.line.moves.iter_mut().zip(&review.moves).enumerate() {
        set_evaluation(annotated, review.score_text(ply + 1));
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

/// The tags of a review: the opening, the accuracy and the mean centipawn loss of both sides, each
/// also by phase.
pub fn tags(start: &Position, review: &Review) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    if let Some(opening) = eco::of_moves(start, review.moves.iter().map(|played| played.mv)) {
        tags.push(("ECO".to_owned(), opening.code.to_owned()));
        tags.push(("Opening".to_owned(), opening.name.to_owned()));
    }
    for color in Color::ALL {
        let Some(whole) = Accuracy::of(review, color, None) else { continue };
        let accuracy = |part: &Accuracy| format!("{:.1}", part.per_cent);
        let loss = |part: &Accuracy| format!("{:.0}", part.centipawn_loss);
        tags.push((format!("{color}Accuracy"), accuracy(&whole)));
        tags.push((format!("{color}AccuracyByPhase"), by_phase(review, color, accuracy)));
        tags.push((format!("{color}CentipawnLoss"), loss(&whole)));
        tags.push((format!("{color}CentipawnLossByPhase"), by_phase(review, color, loss)));
    }
    tags
}

/// A number of each phase in which a side has moved.
fn by_phase(review: &Review, color: Color, number: impl Fn(&Accuracy) -> String) -> String {
    let part = |phase: Phase| {
        let part = Accuracy::of(review, color, Some(phase))?;
        Some(format!("{} {}", phase.name(), number(&part)))
    };
    Phase::ALL.into_iter().filter_map(part).collect::<Vec<_>>().join(", ")
}

fn set_evaluation(annotated: &mut AnnotatedMove, score: ScoreText) {
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
