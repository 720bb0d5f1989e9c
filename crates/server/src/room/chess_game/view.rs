//! The state of a game of chess for pages.

use std::collections::BTreeMap;
use std::time::Instant;

use chess::Outcome;

use super::ChessGame;
use crate::notation::{dests, fen, move_text, opening, score};
use crate::protocol::Status;
use crate::protocol::play::{GameState, PlayedMove};

pub(super) fn state(play: &ChessGame) -> GameState {
    let ChessGame { terms, chess960, game, .. } = play;
    let position = game.position();
    let is_over = play.end.is_some();
    let is_players = position.turn() == terms.color && !is_over;
    let thinking = play.thinking.as_ref();
    GameState {
        id: play.id.clone(),
        color: terms.color,
        engine: terms.engine.clone(),
        strength: terms.strength,
        clock: terms.clock,
        chess960: *chess960,
        start_fen: fen(game.start(), *chess960),
        fen: fen(position, *chess960),
        turn: position.turn(),
        check: position.in_check(),
        moves: moves(play),
        dests: if is_players { dests(position) } else { BTreeMap::new() },
        clocks: play.clock.as_ref().map(|clock| clock.view(Instant::now())),
        status: play.end.as_ref().map_or(Status::Ongoing, |end| Status::over(end.result, &end.reason)),
        thinking: thinking.is_some(),
        waiting: thinking
            .filter(|thinking| thinking.started.is_none())
            .map_or(0, |thinking| thinking.ticket.ahead),
        pace: terms.pace,
        draw_offered: play.offers_draw && !is_over,
        claimable: !is_over && game.outcome().is_some_and(Outcome::must_be_claimed),
        can_take_back: play.can_take_back(),
        opening: opening(game),
        trouble: play.trouble.as_ref().map(ToString::to_string).or_else(|| play.unkept.clone()),
    }
}

fn moves(play: &ChessGame) -> Vec<PlayedMove> {
    let moves = play.game.positions().zip(play.game.moves()).zip(&play.notes);
    moves
        .map(|((position, mv), note)| PlayedMove {
            text: move_text(position, mv, play.chess960),
            clock_ms: note.clock.map(|left| left.as_millis() as u32),
            score: note.info.as_ref().map(|info| score(info.score, position.turn())),
            depth: note.info.as_ref().map(|info| info.depth),
        })
        .collect()
}
