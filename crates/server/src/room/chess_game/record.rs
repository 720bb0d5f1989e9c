//! Games against Petteia as they are kept: PGN, and what it takes to continue one.

use std::time::{Duration, Instant};

use chess::{UciStyle, pgn};
use gamekit::{ByColor, Color, GameResult};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::clockwork::Clockwork;
use super::{ChessGame, Terms};
use crate::entry::Entry;
use crate::notation::{fen, opening, read_game};
use crate::protocol::ClockSetting;
use crate::protocol::analyse::Line;
use crate::protocol::play::Strength;
use crate::refused::Refused;

/// What it takes to continue a game.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    terms: Terms,
    line: Line,
    /// Milliseconds left for White and Black.
    left_ms: Option<(u64, u64)>,
}

pub(super) fn restore(id: &str, text: &str) -> Result<ChessGame, Refused> {
    let damaged = |error| Refused::Internal(format!("a damaged game: {error}"));
    let saved: Saved = serde_json::from_str(text).map_err(damaged)?;
    let game = read_game(&saved.line)?;
    let clock = saved.terms.clock.map(|setting| match saved.left_ms {
        Some((white, black)) => {
            Clockwork::with(setting, ByColor::new(Duration::from_millis(white), Duration::from_millis(black)))
        }
        None => Clockwork::new(setting),
    });
    Ok(ChessGame::new(id.to_owned(), saved.terms, saved.line.chess960, game, clock))
}

pub(super) fn entry(play: &ChessGame) -> Entry {
    let ChessGame { game, end, .. } = play;
    let mut record = pgn::Game::from(game);
    record.result = end.as_ref().map(|end| end.result);
    set_tags(&mut record, play);
    let reason = end.as_ref().map_or(String::new(), |end| end.reason.clone());
    if end.is_some() {
        record.line.closing.push(pgn::Comment::parse(&reason));
    }
    let resume = end.is_none().then(|| resume_text(play));
    Entry { resume, ..Entry::of_chess(play.id.clone(), game, &record, reason) }
}

/// Sets the tags in the order of PGN; those of the start position come last.
fn set_tags(record: &mut pgn::Game, play: &ChessGame) {
    let position_tags = std::mem::take(&mut record.tags);
    let date = Timestamp::now().strftime("%Y.%m.%d").to_string();
    let names = names(&play.terms);
    let result = GameResult::record_end(record.result);
    let mut set = |name: &str, value: &str| record.tags.set(name, value);
    set("Event", "Game against Petteia");
    set("Site", "?");
    set("Date", &date);
    set("Round", "-");
    set("White", &names[Color::White]);
    set("Black", &names[Color::Black]);
    set("Result", result);
    if let Some(opening) = opening(&play.game) {
        set("ECO", &opening.code);
        set("Opening", &opening.name);
    }
    if let Some(ClockSetting { base_ms, increment_ms }) = play.terms.clock {
        let seconds = |ms| f64::from(ms) / 1000.0;
        set("TimeControl", &format!("{}+{}", seconds(base_ms), seconds(increment_ms)));
    }
    if play.chess960 {
        set("Variant", "Chess960");
    }
    for (name, value) in position_tags.iter() {
        set(name, value);
    }
}

fn resume_text(play: &ChessGame) -> String {
    let ChessGame { terms, chess960, game, .. } = play;
    let now = Instant::now();
    let left = |clock: &Clockwork, color| clock.left(color, now).as_millis() as u64;
    let style = UciStyle::of(*chess960);
    let saved = Saved {
        terms: terms.clone(),
        line: Line {
            fen: fen(game.start(), *chess960),
            moves: game.moves().map(|mv| mv.to_uci(style).to_string()).collect(),
            chess960: *chess960,
        },
        left_ms: play.clock.as_ref().map(|clock| (left(clock, Color::White), left(clock, Color::Black))),
    };
    serde_json::to_string(&saved).unwrap_or_default()
}

fn names(terms: &Terms) -> ByColor<String> {
    let petteia = match (&terms.engine, terms.strength) {
        (Some(engine), _) => engine.clone(),
        (None, Strength::Full) => "Petteia".to_owned(),
        (None, Strength::Elo { elo }) => format!("Petteia ({elo})"),
    };
    let you = "You".to_owned();
    match terms.color {
        Color::White => ByColor::new(you, petteia),
        Color::Black => ByColor::new(petteia, you),
    }
}
