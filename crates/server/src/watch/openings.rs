//! Openings for matches: deterministic engines would otherwise repeat the same game.

use std::ops::RangeInclusive;
use std::path::Path;

use arena::openings::{OpeningSource, Order};
use chess::{CastlingStyle, Position, chess960, eco, pgn};
use engine::eval::Evaluator;
use gamekit::write_whole;

use crate::chance;
use crate::refused::Refused;

/// Half-moves of an opening: enough to tell games apart, few enough to leave the game to the players.
const PLIES: RangeInclusive<usize> = 4..=12;
/// Largest advantage of either side, in centipawns.
const BALANCE: i32 = 60;

/// The openings of a match, in random order. Their file is written on first use, and again if it is
/// damaged.
pub(super) fn source(folder: &Path, chess960: bool) -> Result<OpeningSource, Refused> {
    let (name, text) =
        if chess960 { ("chess960.epd", all_of_chess960()) } else { ("openings.pgn", all_with_names()) };
    let file = folder.join(name);
    if !std::fs::read(&file).is_ok_and(|found| found == text.as_bytes()) {
        write_whole(&file, text).map_err(Refused::internal)?;
    }
    Ok(OpeningSource { file, order: Order::Random, seed: chance::below(1 << 32)?, plies: None })
}

fn all_of_chess960() -> String {
    let positions = (0..chess960::POSITIONS).filter_map(|number| chess960::position(number).ok());
    positions.map(|position| position.setup().to_fen(CastlingStyle::Files) + "\n").collect()
}

/// The balanced openings among those that have a name.
fn all_with_names() -> String {
    let games = eco::lines().filter(|(_, moves)| PLIES.contains(&moves.len())).map(|(_, moves)| {
        let mut game = pgn::Game::new(Position::initial());
        game.line.moves = moves.into_iter().map(pgn::AnnotatedMove::new).collect();
        game
    });
    let texts = games.filter(|game| is_balanced(&end(game))).map(|game| format!("{game}\n"));
    texts.collect()
}

fn end(game: &pgn::Game) -> Position {
    game.moves().fold(game.start.clone(), |position, mv| position.play(mv))
}

fn is_balanced(position: &Position) -> bool {
    !position.in_check() && Evaluator::Classical.evaluate(position).raw().abs() <= BALANCE
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// As a full disk leaves it.
    #[test]
    fn a_damaged_file_is_made_anew() {
        let folder = tempfile::tempdir().expect("a folder");
        for chess960 in [false, true] {
            let file = source(folder.path(), chess960).expect("openings").file;
            let whole = std::fs::read_to_string(&file).expect("a text");
            for damaged in ["", "rnbqkbnr/pppppp", "\u{0}\u{0}"] {
                std::fs::write(&file, damaged).expect("a file");
                source(folder.path(), chess960).expect("openings");
                assert_eq!(std::fs::read_to_string(&file).expect("a text"), whole);
            }
        }
    }

    #[test]
    fn openings_differ_are_balanced_and_have_names() {
        let text = all_with_names();
        let games: Vec<pgn::Game> =
            pgn::Reader::new(text.as_bytes()).map(|game| game.expect("good")).collect();
        let ends: HashSet<String> = games.iter().map(|game| end(game).to_string()).collect();
        assert_eq!(ends.len(), games.len());
        assert!(games.len() > 400, "{}", games.len());
        assert!(games.iter().all(|game| eco::of_moves(&game.start, game.moves()).is_some()));
    }
}
