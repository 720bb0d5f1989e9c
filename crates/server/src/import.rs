//! Import of games from files.

use std::io::Cursor;

use chess::pgn::{self, Reader};
use neighbours::Record;

use crate::chance;
use crate::entry::Entry;
use crate::refused::Refused;

/// Most games in a file.
const MOST_GAMES: usize = 10_000;

/// Reads all games of a PGN file or a Neighbours save file; an error in one refuses the file.
pub(crate) fn read(text: &str) -> Result<Vec<Entry>, Refused> {
    let entries: Vec<Entry> = if text.contains("[Game \"Neighbours\"]") {
        let records = Record::parse_all(text).map_err(Refused::bad)?;
        let entry = |record| Ok(Entry::of_neighbours(chance::id()?, record));
        records.iter().map(entry).collect::<Result<_, Refused>>()?
    } else {
        let games = Reader::new(Cursor::new(text)).take(MOST_GAMES + 1);
        games.map(|game| of_game(&game.map_err(Refused::bad)?)).collect::<Result<_, _>>()?
    };
    match entries.len() {
        0 => Err(Refused::bad("no game in the text; expected PGN or a Neighbours save file")),
        1..=MOST_GAMES => Ok(entries),
        _ => Err(Refused::Bad(format!("more than {MOST_GAMES} games in one file"))),
    }
}

fn of_game(record: &pgn::Game) -> Result<Entry, Refused> {
    let mut game = chess::Game::new(record.start.clone());
    for mv in record.moves() {
        game.play(mv).map_err(Refused::bad)?;
    }
    let reason = record.tags.get("Termination").unwrap_or_default();
    Ok(Entry::of_chess(chance::id()?, &game, record, reason.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::library::{GameKind, GameSummary};

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
