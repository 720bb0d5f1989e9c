//! Games from files.

use std::io::Cursor;

use chess::pgn::{self, Reader};
use gamekit::GameResult;
use neighbours::Record;

use crate::chance;
use crate::notation::opening;
use crate::protocol::library::{GameKind, GameSummary};
use crate::refused::Refused;
use crate::store::Entry;

/// More games than anybody keeps by hand.
const MOST_GAMES: usize = 10_000;

/// Reads a PGN file or a Neighbours save file, all of it or nothing.
pub(crate) fn read(text: &str) -> Result<Vec<Entry>, Refused> {
    let entries = if text.contains("[Game \"Neighbours\"]") {
        Record::parse_all(text).map_err(Refused::bad)?.iter().map(of_record).collect()
    } else {
        let games = Reader::new(Cursor::new(text)).take(MOST_GAMES + 1);
        games.map(|game| of_game(&game.map_err(Refused::bad)?)).collect::<Result<Vec<_>, _>>()
    }?;
    match entries.len() {
        0 => Err(Refused::bad("no game in the text; expected PGN or a Neighbours save file")),
        1..=MOST_GAMES => Ok(entries),
        _ => Err(Refused::Bad(format!("more than {MOST_GAMES} games in one file"))),
    }
}

fn of_game(game: &pgn::Game) -> Result<Entry, Refused> {
    let tag = |name| game.tags.get(name).unwrap_or("?").to_owned();
    let mut played = chess::Game::new(game.start.clone());
    for mv in game.moves() {
        played.play(mv).map_err(Refused::bad)?;
    }
    let summary = GameSummary {
        id: chance::id()?,
        game: GameKind::Chess,
        white: tag("White"),
        black: tag("Black"),
        result: GameResult::record_end(game.result).to_owned(),
        reason: game.tags.get("Termination").unwrap_or_default().to_owned(),
        opening: opening(&played),
        plies: played.moves().len() as u32,
    };
    Ok(Entry { summary, text: game.to_string(), resume: None })
}

fn of_record(record: &Record) -> Result<Entry, Refused> {
    let tag = |name| record.tag(name).unwrap_or("?").to_owned();
    let summary = GameSummary {
        id: chance::id()?,
        game: GameKind::Neighbours,
        white: tag("White"),
        black: tag("Black"),
        result: GameResult::record_end(record.result).to_owned(),
        reason: record.game.end().map_or(String::new(), |end| end.to_string()),
        opening: None,
        plies: record.game.plies() as u32,
    };
    Ok(Entry { summary, text: record.to_string(), resume: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_either_kind_are_read() {
        let pgn = "[White \"Anderssen\"]\n\n1. e4 e5 2. f4 1-0\n\n[White \"Kieseritzky\"]\n\n1. d4 *\n";
        let summaries = |text| read(text).expect("games").into_iter().map(|entry| entry.summary);
        let games: Vec<GameSummary> = summaries(pgn).collect();
        assert_eq!((games.len(), games[0].plies, &*games[0].result), (2, 3, "1-0"));
        assert_eq!(games[1].white, "Kieseritzky");
        let saved = "[Game \"Neighbours\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. a1a2 h8h7 *\n";
        let games: Vec<GameSummary> = summaries(saved).collect();
        assert_eq!((games[0].game, games[0].plies), (GameKind::Neighbours, 2));
    }

    #[test]
    fn damaged_files_are_refused_whole() {
        assert!(read("1. e4 e5 2. Ke3 *").expect_err("an illegal move").to_string().contains("Ke3"));
        assert!(read("").expect_err("nothing").to_string().starts_with("no game"));
    }
}
