//! Games of matches and servers: PGN with evaluations in comments.
//!
//! `[%eval 0.31]` after a move means one of two things, and nothing in the comment says which:
//!
//! ```text
//!            position 0   1. e4 {[%eval 0.31]}   position 1   1... e5 {[%eval 0.28]}   position 2
//! match      ^ 0.31                              ^ 0.28                                            the search that chose the move
//! Lichess                                        ^ 0.31                                ^ 0.28      an analysis of what it led to
//! ```
//!
//! Read the wrong way, every label is one ply off. [`Evaluated::of`] knows the two by their tags.

use chess::pgn::{AnnotatedMove, Game};
use gamekit::{Ply, Score, ScoreText};

use super::{RecordedGame, ScoredMove};

/// Which position the evaluation in a comment is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluated {
    /// The one before the move: the search that chose it.
    Before,
    /// The one after the move.
    After,
}

impl Evaluated {
    /// What a game's tags say: matches of Petteia evaluate before the move, Lichess after it.
    pub fn of(game: &Game) -> Option<Self> {
        let tag = |name| game.tags.get(name).unwrap_or("");
        if tag("Event") == "petteia match" {
            Some(Self::Before)
        } else if tag("Site").contains("lichess.org") {
            Some(Self::After)
        } else {
            None
        }
    }
}

/// Whether a game has a result and evaluations, so that there is something to learn from it.
pub fn has_labels(game: &Game) -> bool {
    game.result.is_some() && game.line.moves.iter().any(|played| played.evaluation().is_some())
}

/// Converts a finished game. The moves of positions before the first that is evaluated are its
/// opening; all later positions must be evaluated.
pub fn recorded(game: &Game, evaluated: Evaluated) -> Option<RecordedGame> {
    let result = game.result?;
    let all = &game.line.moves;
    let own = all.iter().map(score);
    // The score of the position before each move.
    let scores: Vec<Option<Score>> = match evaluated {
        Evaluated::Before => own.collect(),
        Evaluated::After => [None].into_iter().chain(own).take(all.len()).collect(),
    };
    let first = scores.iter().position(Option::is_some)?;
    let opening = all[..first].iter().map(|played| played.mv).collect();
    let pairs = all[first..].iter().zip(&scores[first..]);
    let moves = pairs.map(|(played, score)| Some(ScoredMove::new(played.mv, (*score)?)));
    Some(RecordedGame { start: game.start.clone(), opening, moves: moves.collect::<Option<_>>()?, result })
}

/// The evaluation in a move's comment, for White.
fn score(played: &AnnotatedMove) -> Option<Score> {
    Some(match played.evaluation()?.score {
        ScoreText::Cp(score) => Score::cp(score).clamp_to_estimate(),
        ScoreText::Mate(moves) => {
            let plies = (2 * moves.unsigned_abs() as usize).min(Ply::MAX.index());
            if moves > 0 { Score::mate_in(Ply::new(plies)) } else { Score::mated_in(Ply::new(plies)) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::pgn::Reader;
    use gamekit::{Color, GameResult};

    fn game(text: &str) -> Game {
        Reader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn read(text: &str, evaluated: Evaluated) -> Option<RecordedGame> {
        recorded(&game(text), evaluated)
    }

    /// The mover's search is that of the position before its move.
    #[test]
    fn a_match_evaluates_before_the_move() {
        let text = "1. f3 e5 {[%eval -0.81,12] 0.1 s} 2. g4 {[%eval #-1]} Qh4# {[%eval #-1]} 0-1";
        let game = read(text, Evaluated::Before).unwrap();
        assert_eq!((game.opening.len(), game.moves.len()), (1, 3));
        assert_eq!(game.moves[0].score, Score::cp(-81));
        assert!(game.moves[1].score.is_loss(), "for White");
        assert_eq!(game.result, GameResult::Win(Color::Black));
        assert!(game.last_position().in_check());
    }

    /// The mating move has no evaluation, and needs none.
    #[test]
    fn lichess_evaluates_after_the_move() {
        let text = "1. f3 {[%eval -0.62]} e5 {[%eval -0.55]} 2. g4 {[%eval #-1]} Qh4# 0-1";
        let game = read(text, Evaluated::After).unwrap();
        assert_eq!((game.opening.len(), game.moves.len()), (1, 3));
        let scores: Vec<Score> = game.moves.iter().map(|scored| scored.score).collect();
        assert_eq!(scores[..2], [Score::cp(-62), Score::cp(-55)]);
        let mated = game.moments().last().unwrap();
        assert!(mated.score.is_loss() && mated.mv.to_string() == "d8h4", "Black to move mates");
    }

    #[test]
    fn the_tags_say_which() {
        let tagged = |tag: &str| Evaluated::of(&game(&format!("[{tag}]\n\n1. e4 *")));
        assert_eq!(tagged("Event \"petteia match\""), Some(Evaluated::Before));
        assert_eq!(tagged("Site \"https://lichess.org/abcdefgh\""), Some(Evaluated::After));
        assert_eq!(tagged("Event \"club evening\""), None);
    }

    #[test]
    fn games_without_result_or_with_gaps_are_not_kept() {
        for evaluated in [Evaluated::Before, Evaluated::After] {
            assert_eq!(read("1. e4 {[%eval 0.3]} *", evaluated), None);
            assert_eq!(read("1. e4 e5 1-0", evaluated), None);
            assert_eq!(read("1. e4 {[%eval 0.3]} e5 2. Nf3 {[%eval 0.3]} Nc6 1-0", evaluated), None);
        }
        assert!(!has_labels(&game("1. e4 {[%eval 0.3]} *")) && !has_labels(&game("1. e4 1-0")));
        assert!(has_labels(&game("1. e4 {[%eval 0.3]} 1-0")));
    }
}
