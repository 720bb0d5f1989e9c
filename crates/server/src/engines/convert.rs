//! Between the UCI of other engines and our own types.

use std::time::Duration;

use chess::{CastlingStyle, Game, Move, UciStyle};
use engine::{Limits, SearchInfo};
use gamekit::{Ply, Score};
use uci::{Go, Info, ScoreText, Start};

/// A game as UCI sets it up.
pub(super) fn position(game: &Game, chess960: bool) -> uci::Position {
    let castling = if chess960 { CastlingStyle::Files } else { CastlingStyle::Outermost };
    uci::Position {
        start: Start::Fen(game.start().setup().to_fen(castling)),
        moves: game.moves().map(|mv| Some(mv.to_uci(UciStyle::of(chess960)))).collect(),
    }
}

/// Limits as UCI writes them. Both clocks show the time of the side to move: that of the other side
/// is not known here, and engines do without it.
pub(super) fn go(limits: &Limits) -> Go {
    let millis = |time: Duration| time.as_millis() as i64;
    let time = limits.clock.map(|clock| millis(clock.remaining));
    let increment = limits.clock.map(|clock| millis(clock.increment));
    Go {
        depth: limits.depth,
        nodes: limits.nodes,
        movetime: limits.movetime.map(|time| time.as_millis() as u64),
        infinite: limits.infinite,
        wtime: time,
        btime: time,
        winc: increment,
        binc: increment,
        movestogo: limits.clock.and_then(|clock| clock.moves_to_go),
        ..Go::default()
    }
}

/// A line of another engine; `None` without a score or without legal moves.
pub(super) fn info(info: &Info, game: &Game) -> Option<SearchInfo> {
    let score = info.score?;
    let mut position = game.position().clone();
    let mut moves: Vec<Move> = Vec::with_capacity(info.pv.len());
    for &mv in &info.pv {
        let Ok(mv) = position.find(mv) else { break };
        position.make(mv, &mut ());
        moves.push(mv);
    }
    let depth = info.depth.unwrap_or(1);
    (!moves.is_empty()).then(|| SearchInfo {
        depth,
        selective_depth: info.seldepth.unwrap_or(depth) as usize,
        line: info.multipv.unwrap_or(1) as usize,
        score: value(score.value),
        chances: info.wdl,
        bound: score.bound,
        nodes: info.nodes.unwrap_or(0),
        time: Duration::from_millis(info.time.unwrap_or(0)),
        hashfull: info.hashfull.unwrap_or(0) as usize,
        tablebase_hits: info.tbhits.unwrap_or(0),
        moves,
    })
}

fn value(text: ScoreText) -> Score {
    let ply = |moves: i32| Ply::new(2 * moves.unsigned_abs() as usize);
    match text {
        ScoreText::Cp(centipawns) => Score::cp(centipawns).clamp_to_estimate(),
        ScoreText::Mate(moves) if moves > 0 => Score::mate_in(Ply::new(ply(moves).index() - 1)),
        ScoreText::Mate(moves) => Score::mated_in(ply(moves)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_meaning() {
        for text in [ScoreText::Cp(-35), ScoreText::Mate(3), ScoreText::Mate(-2), ScoreText::Mate(0)] {
            assert_eq!(ScoreText::from(value(text)), text);
        }
        assert!(!value(ScoreText::Cp(99_999)).is_win());
    }

    #[test]
    fn lines_end_before_what_is_not_legal() {
        let game = Game::default();
        let read = |text: &str| match text.parse() {
            Ok(uci::Message::Info(found)) => info(&found, &game),
            other => panic!("{other:?}"),
        };
        let line = read("info depth 5 score cp 20 nodes 9 pv e2e4 e2e4").expect("a line");
        assert_eq!((line.moves.len(), line.depth, line.line), (1, 5, 1));
        assert_eq!(read("info depth 5 score cp 20 pv e2e5"), None);
        assert_eq!(read("info depth 5 pv e2e4"), None);
    }
}
