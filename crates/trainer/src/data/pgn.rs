//! Games of matches: PGN with evaluations in comments.

use chess::pgn::{AnnotatedMove, Game};
use gamekit::{Ply, Score, ScoreText};

use super::{RecordedGame, ScoredMove};

/// Converts a finished game. The moves before the first evaluation are its opening; all later moves
/// must have evaluations.
pub fn recorded(game: &Game) -> Option<RecordedGame> {
    let result = game.result?;
    let all = &game.line.moves;
    let thought = all.iter().position(|played| played.evaluation().is_some())?;
    let opening = all[..thought].iter().map(|played| played.mv).collect();
    let moves: Option<Vec<ScoredMove>> = all[thought..].iter().map(scored).collect();
    Some(RecordedGame { start: game.start.clone(), opening, moves: moves?, result })
}

fn scored(played: &AnnotatedMove) -> Option<ScoredMove> {
    let score = match played.evaluation()?.score {
        ScoreText::Cp(score) => Score::cp(score).clamp_to_estimate(),
        ScoreText::Mate(moves) => {
            let plies = (2 * moves.unsigned_abs() as usize).min(Ply::MAX.index());
            if moves > 0 { Score::mate_in(Ply::new(plies)) } else { Score::mated_in(Ply::new(plies)) }
        }
    };
    Some(ScoredMove::new(played.mv, score))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::pgn::Reader;
    use gamekit::{Color, GameResult};

    fn read(text: &str) -> Option<RecordedGame> {
        recorded(&Reader::new(text.as_bytes()).next().unwrap().unwrap())
    }

    #[test]
    fn a_game_with_evaluations_is_kept() {
        let game =
            read("1. f3 e5 {[%eval -0.81,12] 0.1 s} 2. g4 {[%eval #-1]} Qh4# {[%eval #-1]} 0-1").unwrap();
        assert_eq!((game.opening.len(), game.moves.len()), (1, 3));
        assert_eq!(game.moves[0].score, Score::cp(-81));
        assert!(game.moves[1].score.is_loss(), "for White");
        assert_eq!(game.result, GameResult::Win(Color::Black));
        assert!(game.last_position().in_check());
    }

    #[test]
    fn games_without_result_or_with_gaps_are_not() {
        assert_eq!(read("1. e4 {[%eval 0.3]} *"), None);
        assert_eq!(read("1. e4 e5 1-0"), None);
        assert_eq!(read("1. e4 {[%eval 0.3]} e5 2. Nf3 {[%eval 0.3]} 1-0"), None);
    }
}
