//! Games of Neighbours as they are kept: a save file, and who plays.

use gamekit::{ByColor, Color};
use neighbours::{End, Game, Record};
use serde::{Deserialize, Serialize};

use super::holders::{Holders, SavedHolders};
use crate::entry::Entry;
use crate::protocol::neighbours::Seat;
use crate::refused::Refused;

/// What it takes to continue a game.
#[derive(Serialize, Deserialize)]
struct Saved {
    text: String,
    white: Seat,
    black: Seat,
    #[serde(default)]
    holders: SavedHolders,
}

/// The first game of a save file.
pub(super) fn read(text: &str) -> Result<Game, Refused> {
    let records = Record::parse_all(text).map_err(Refused::bad)?;
    let first = records.into_iter().next().ok_or_else(|| Refused::bad("no game in the file"))?;
    Ok(first.game)
}

/// A kept game, who plays it, and whose the seats are.
pub(super) fn restore(text: &str) -> Result<(Game, ByColor<Seat>, Holders), Refused> {
    let damaged = |error| Refused::Internal(format!("a damaged game: {error}"));
    let saved: Saved = serde_json::from_str(text).map_err(damaged)?;
    let seats = ByColor::new(saved.white, saved.black);
    Ok((read(&saved.text)?, seats, Holders::restore(saved.holders)))
}

pub(super) fn entry(id: &str, game: &Game, seats: &ByColor<Seat>, holders: &Holders) -> Entry {
    let mut entry = Entry::of_neighbours(id.to_owned(), &record(game, seats, holders));
    if game.end().is_none() {
        let (white, black) = (seats[Color::White].clone(), seats[Color::Black].clone());
        let saved = Saved { text: entry.text.clone(), white, black, holders: holders.saved() };
        entry.resume = serde_json::to_string(&saved).ok();
    }
    entry
}

/// The game as a save file has it.
pub(super) fn record(game: &Game, seats: &ByColor<Seat>, holders: &Holders) -> Record {
    let name = |color| holders.agent_name(color).map_or_else(|| name(&seats[color]), str::to_owned);
    let tags = Color::ALL.map(|color| (color.to_string(), name(color)));
    Record { tags: tags.into(), game: game.clone(), result: game.end().map(End::result) }
}

fn name(seat: &Seat) -> String {
    match seat {
        Seat::Person | Seat::Invited => "a person".to_owned(),
        Seat::Agent { level } => format!("level {level}"),
        Seat::Network { address } => address.clone(),
    }
}
