//! Games of Neighbours as they are kept: a save file, and who plays.

use gamekit::{ByColor, Color};
use neighbours::{End, Game, Record};
use serde::{Deserialize, Serialize};

use crate::entry::Entry;
use crate::protocol::neighbours::Seat;
use crate::refused::Refused;

/// What it takes to continue a game.
#[derive(Serialize, Deserialize)]
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

/// A kept game, and who plays it.
pub(super) fn restore(text: &str) -> Result<(Game, ByColor<Seat>), Refused> {
    let damaged = |error| Refused::Internal(format!("a damaged game: {error}"));
    let saved: Saved = serde_json::from_str(text).map_err(damaged)?;
    Ok((read(&saved.text)?, ByColor::new(saved.white, saved.black)))
}

pub(super) fn entry(id: &str, game: &Game, seats: &ByColor<Seat>) -> Entry {
    let mut entry = Entry::of_neighbours(id.to_owned(), &record(game, seats));
    if game.end().is_none() {
        let (white, black) = (seats[Color::White].clone(), seats[Color::Black].clone());
        entry.resume = serde_json::to_string(&Saved { text: entry.text.clone(), white, black }).ok();
    }
    entry
}

/// The game as a save file has it.
pub(super) fn record(game: &Game, seats: &ByColor<Seat>) -> Record {
    let tags = Color::ALL.map(|color| (color.to_string(), name(&seats[color])));
    Record { tags: tags.into(), game: game.clone(), result: game.end().map(End::result) }
}

fn name(seat: &Seat) -> String {
    match seat {
        Seat::Person => "a person".to_owned(),
        Seat::Agent { level } => format!("level {level}"),
        Seat::Network { address } => address.clone(),
    }
}
