//! Games of Neighbours as they are kept: a save file, and who plays.

use gamekit::{ByColor, Color, GameResult};
use neighbours::{End, Game, Record};
use serde::{Deserialize, Serialize};

use crate::protocol::library::{GameKind, GameSummary};
use crate::protocol::neighbours::Seat;
use crate::refused::Refused;
use crate::store::Entry;

/// What it takes to go on with a game.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    text: String,
    white: Seat,
    black: Seat,
}

/// The first game of a save file.
pub(super) fn read(text: &str) -> Result<Game, Refused> {
    let records = Record::parse_all(text).map_err(Refused::bad)?;
    let first = records.into_iter().next().ok_or_else(|| Refused::bad("no game in the file"))?;
    Ok(first.game)
}

/// A game that was kept, and who plays it.
pub(super) fn restore(text: &str) -> Result<(Game, ByColor<Seat>), Refused> {
    let damaged = |error| Refused::Trouble(format!("a damaged game: {error}"));
    let saved: Saved = serde_json::from_str(text).map_err(damaged)?;
    Ok((read(&saved.text)?, ByColor::new(saved.white, saved.black)))
}

/// The entry of a game among those that are kept.
pub(super) fn entry(id: &str, game: &Game, seats: &ByColor<Seat>) -> Entry {
    let end = game.end();
    let text = record(game, seats).to_string();
    let resume = || {
        let (white, black) = (seats[Color::White].clone(), seats[Color::Black].clone());
        // Plain texts: there is nothing that JSON could not hold.
        serde_json::to_string(&Saved { text: text.clone(), white, black }).unwrap_or_default()
    };
    let summary = GameSummary {
        id: id.to_owned(),
        game: GameKind::Neighbours,
        white: name(&seats[Color::White]),
        black: name(&seats[Color::Black]),
        result: GameResult::record_end(end.map(End::result)).to_owned(),
        reason: end.map_or(String::new(), |end| end.to_string()),
        opening: None,
        plies: game.plies() as u32,
    };
    Entry { summary, resume: end.is_none().then(resume), text }
}

/// The game as a save file has it.
pub(super) fn record(game: &Game, seats: &ByColor<Seat>) -> Record {
    let tags = vec![
        ("White".to_owned(), name(&seats[Color::White])),
        ("Black".to_owned(), name(&seats[Color::Black])),
    ];
    Record { tags, game: game.clone(), result: game.end().map(End::result) }
}

fn name(seat: &Seat) -> String {
    match seat {
        Seat::Person => "a person".to_owned(),
        Seat::Agent { level } => format!("level {level}"),
        Seat::Network { address } => address.clone(),
    }
}
