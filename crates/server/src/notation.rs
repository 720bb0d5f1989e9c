//! Chess in the terms of the protocol: scores from White's point of view, moves in both notations.

use std::collections::BTreeMap;

use chess::{CastlingStyle, Game, Move, Outcome, Position, UciStyle, eco};
use engine::{SearchInfo, wdl};
use gamekit::{Chances, Color, Score, ScoreText};

use crate::protocol::analyse::Line;
use crate::protocol::{MoveText, OpeningName, Status};
use crate::refused::Refused;

/// Longest game that is read, in half-moves.
const MOST_MOVES: usize = 2000;

/// A score of the side to move, from White's point of view.
pub fn score(score: Score, turn: Color) -> ScoreText {
    turn.for_white(score.into())
}

/// The chances that a score of the side to move gives White.
pub fn chances(score: Score, position: &Position) -> Chances {
    let chances = wdl::chances(score, wdl::material(position));
    if position.turn() == Color::White { chances } else { chances.reversed() }
}

/// White's chances by a search: those that it counted, else those that its score gives.
pub fn counted_chances(info: &SearchInfo, position: &Position) -> Chances {
    match info.chances {
        Some(counted) if position.turn() == Color::White => counted,
        Some(counted) => counted.reversed(),
        None => chances(info.score, position),
    }
}

pub fn fen(position: &Position, chess960: bool) -> String {
    let style = if chess960 { CastlingStyle::Files } else { CastlingStyle::Outermost };
    position.setup().to_fen(style)
}

/// A legal move in both notations.
pub fn move_text(position: &Position, mv: Move, chess960: bool) -> MoveText {
    MoveText { uci: mv.to_uci(UciStyle::of(chess960)).to_string(), san: position.to_san(mv) }
}

/// Moves one after the other, up to the first that is not legal.
pub fn line(position: &Position, moves: &[Move], chess960: bool) -> Vec<MoveText> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !position.is_legal(mv) {
            break;
        }
        texts.push(move_text(&position, mv, chess960));
        position.make(mv, &mut ());
    }
    texts
}

/// Legal moves for a board: from a square to squares. Castling goes to the king's target and to the
/// rook's square, so that both ways to enter it work.
pub fn dests(position: &Position) -> BTreeMap<String, Vec<String>> {
    let mut dests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mv in position.legal_moves() {
        let targets = dests.entry(mv.from().to_string()).or_default();
        for style in [UciStyle::Standard, UciStyle::Chess960] {
            let target = mv.to_uci(style).to.to_string();
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
    }
    dests
}

/// Reads a game: a position and the moves from there.
pub fn read_game(line: &Line) -> Result<Game, Refused> {
    if line.moves.len() > MOST_MOVES {
        return Err(Refused::Bad(format!("{} moves; expected {MOST_MOVES} at most", line.moves.len())));
    }
    let start = match line.fen.trim() {
        "" => Position::initial(),
        fen => fen.parse().map_err(Refused::bad)?,
    };
    let mut game = Game::new(start);
    for text in &line.moves {
        let mv = game.position().parse_uci(text).map_err(Refused::bad)?;
        game.play(mv).map_err(Refused::bad)?;
    }
    Ok(game)
}

/// An outcome by the rules.
pub fn status(outcome: Option<Outcome>) -> Status {
    outcome.map_or(Status::Ongoing, |outcome| Status::over(outcome.result(), &outcome))
}

/// The name of a game's opening: that of its last position which has a name.
pub fn opening(game: &Game) -> Option<OpeningName> {
    let opening = game.positions().rev().find_map(eco::name)?;
    Some(OpeningName { code: opening.code.to_owned(), name: opening.name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: &str) -> Game {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        read_game(&Line { moves, ..Line::default() }).expect("a legal game")
    }

    #[test]
    fn scores_are_from_whites_point_of_view() {
        assert_eq!(score(Score::cp(30), Color::Black), ScoreText::Cp(-30));
        assert_eq!(score(Score::mate_in(gamekit::Ply::new(3)), Color::Black), ScoreText::Mate(-2));
        let black = game("e2e4");
        let chances = chances(Score::cp(200), black.position());
        assert!(chances.loss > chances.win, "Black to move is ahead");
    }

    #[test]
    fn both_ways_to_castle_are_offered() {
        let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().expect("a position");
        let mut king = dests(&position)["e1"].clone();
        king.sort();
        assert_eq!(king, ["a1", "c1", "d1", "d2", "e2", "f1", "f2", "g1", "h1"]);
    }

    #[test]
    fn an_opening_keeps_its_name_when_the_game_leaves_it() {
        let italian = opening(&game("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 a2a4")).expect("a name");
        assert_eq!((&*italian.code, italian.name.contains("Italian")), ("C50", true), "{italian:?}");
        assert_eq!(opening(&Game::default()), None);
    }

    #[test]
    fn promotions_are_one_target() {
        let position: Position = "8/P6k/8/8/8/8/8/K7 w - - 0 1".parse().expect("a position");
        assert_eq!(dests(&position)["a7"], ["a8"]);
    }

    #[test]
    fn bad_games_are_refused_by_name() {
        let refused = |fen: &str, moves: &[&str]| {
            let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
            read_game(&Line { fen: fen.to_owned(), moves, chess960: false }).expect_err("bad").to_string()
        };
        assert!(refused("8/8/8", &[]).contains("8/8/8"));
        assert!(refused("", &["e2e4", "e2e4"]).contains("\"e2e4\""));
        assert!(refused("", &vec!["e2e4"; 2001]).contains("2001 moves"));
    }

    #[test]
    fn lines_stop_at_what_is_not_legal() {
        let start = Position::initial();
        let mv = start.parse_uci("g1f3").expect("a move");
        assert_eq!(
            line(&start, &[mv, mv], false),
            [MoveText { uci: "g1f3".to_owned(), san: "Nf3".to_owned() }]
        );
    }
}
