//! Reviews of games by the crate `review`, on the engines of the pool.

use std::sync::Arc;

use chess::{Game, Move, Position, pgn};
use gamekit::Color;
use review::{Accuracy, Class, Examination, Phase, Review, Reviewer};

use crate::analyse::Pace;
use crate::app::App;
use crate::notation::{chances, line, score};
use crate::outbox::Outbox;
use crate::protocol::Event;
use crate::protocol::analyse::AnalyseEvent;
use crate::protocol::review::{
    GameReview, MoveClass, ReviewedMove, ReviewedPosition, SideAccuracy, SideReview,
};
use crate::refused::Refused;

/// Nodes for each position: what `petteia annotate` takes unless told.
const NODES: u64 = 100_000;
/// Moves of a better line that are sent.
const SHOWN_MOVES: usize = 8;

/// Reviews a game and tells how far it is, until the task is aborted.
pub(crate) async fn run(game: Game, chess960: bool, app: Arc<App>, outbox: Outbox, pace: Arc<Pace>) {
    match examine(&game, &app, &outbox, &pace).await {
        Ok(review) => {
            let event = AnalyseEvent::Reviewed(Box::new(view(game.start(), &review, chess960)));
            outbox.send(Event::Analyse(event)).await;
        }
        Err(refused) => outbox.refuse(&refused).await,
    }
}

/// Judges a move that was tried in the last position of a game.
pub(crate) async fn judge(game: Game, tried: Move, chess960: bool, app: Arc<App>, outbox: Outbox) {
    match judged(game.clone(), tried, &app).await {
        Ok(tried) => {
            let tried = move_view(game.position(), &tried, chess960);
            outbox.send(Event::Analyse(AnalyseEvent::Judged(tried))).await;
        }
        Err(refused) => outbox.refuse(&refused).await,
    }
}

async fn judged(game: Game, tried: Move, app: &App) -> Result<review::ReviewedMove, Refused> {
    let _place = app.reviews.acquire().await;
    let mut reviewer = reviewer(app)?;
    let mut work = app.pool.run_patiently(move |_| reviewer.judge(&game, tried))?;
    work.result().await.flatten().ok_or_else(|| Refused::internal("the move could not be judged"))
}

/// Searches one position after the other; each waits its turn in the pool.
async fn examine(game: &Game, app: &App, outbox: &Outbox, pace: &Pace) -> Result<Review, Refused> {
    let mut examination = Examination::new(&pgn::Game::from(game));
    let total = examination.total() as u32;
    outbox.send(Event::Analyse(AnalyseEvent::Reviewing { done: 0, total })).await;
    let failed = || Refused::internal("the review failed");
    // Each review has an engine of its own.
    let _place = app.reviews.acquire().await;
    let mut reviewer = reviewer(app)?;
    while examination.done() < examination.total() {
        let mut work = app.pool.run_patiently(move |_| {
            let has_stepped = examination.step(&mut reviewer);
            (reviewer, examination, has_stepped)
        })?;
        let has_stepped;
        (reviewer, examination, has_stepped) = work.result().await.ok_or_else(failed)?;
        if !has_stepped {
            return Err(failed());
        }
        if pace.allows() {
            let done = examination.done() as u32;
            outbox.send(Event::Analyse(AnalyseEvent::Reviewing { done, total })).await;
        }
    }
    examination.finish().ok_or_else(failed)
}

fn reviewer(app: &App) -> Result<Reviewer, Refused> {
    let mut reviewer = Reviewer::new(NODES).map_err(Refused::internal)?;
    reviewer.set_evaluator(app.pool.evaluator().clone());
    Ok(reviewer)
}

/// A review in the terms of the protocol.
fn view(start: &Position, review: &Review, chess960: bool) -> GameReview {
    let mut position = start.clone();
    let mut positions = Vec::with_capacity(review.scores.len());
    let mut moves = Vec::with_capacity(review.moves.len());
    for (ply, &for_white) in review.scores.iter().enumerate() {
        let value = position.turn().for_white(for_white);
        positions.push(ReviewedPosition {
            score: score(value, position.turn()),
            chances: chances(value, &position),
        });
        if let Some(played) = review.moves.get(ply) {
            moves.push(move_view(&position, played, chess960));
            position.make(played.mv, &mut ());
        }
    }
    GameReview {
        nodes: NODES,
        positions,
        moves,
        white: side(review, Color::White),
        black: side(review, Color::Black),
        tags: review::tags(start, review),
    }
}

fn move_view(position: &Position, played: &review::ReviewedMove, chess960: bool) -> ReviewedMove {
    let shown = if played.class.is_slip() { SHOWN_MOVES } else { 1 };
    ReviewedMove {
        class: played.class.into(),
        lost_chances: played.lost_chances,
        lost_centipawns: played.lost_centipawns,
        best: line(position, &played.best[..played.best.len().min(shown)], chess960),
    }
}

fn side(review: &Review, color: Color) -> SideReview {
    let part = |phase| Accuracy::of(review, color, phase).map(SideAccuracy::from);
    SideReview {
        whole: part(None),
        opening: part(Some(Phase::Opening)),
        middlegame: part(Some(Phase::Middlegame)),
        endgame: part(Some(Phase::Endgame)),
    }
}

impl From<Accuracy> for SideAccuracy {
    fn from(accuracy: Accuracy) -> Self {
        Self {
            moves: accuracy.moves as u32,
            per_cent: accuracy.per_cent,
            centipawn_loss: accuracy.centipawn_loss,
            slips: accuracy.slips.map(|count| count as u32),
        }
    }
}

impl From<Class> for MoveClass {
    fn from(class: Class) -> Self {
        match class {
            Class::Best => Self::Best,
            Class::Good => Self::Good,
            Class::Inaccuracy => Self::Inaccuracy,
            Class::Mistake => Self::Mistake,
            Class::Blunder => Self::Blunder,
        }
    }
}
