//! Games against Petteia as they are kept: PGN for people, and what it takes to go on.

use std::time::{Duration, Instant};

use chess::pgn;
use gamekit::{ByColor, Color, GameResult};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::clockwork::Clockwork;
use super::end::End;
use super::{ChessGame, Terms};
use crate::notation::{fen, opening, read_game};
use crate::protocol::analyse::Line;
use crate::protocol::library::{GameKind, GameSummary};
use crate::protocol::play::Strength;
use crate::protocol::{ClockSetting, Side};
use crate::refused::Refused;
use crate::store::Entry;

/// What it takes to go on with a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Saved {
    color: Side,
    strength: Strength,
    clock: Option<ClockSetting>,
    line: Line,
    /// Milliseconds left for White and Black.
    left_ms: Option<(u64, u64)>,
}

/// The game that was saved, ready to be played.
pub(super) fn restore(id: &str, text: &str) -> Result<ChessGame, Refused> {
    let damaged = |error| Refused::Trouble(format!("a damaged game: {error}"));
    let saved: Saved = serde_json::from_str(text).map_err(damaged)?;
    let game = read_game(&saved.line)?;
    let clock = saved.clock.map(|setting| match saved.left_ms {
        Some((white, black)) => {
            Clockwork::with(setting, ByColor::new(Duration::from_millis(white), Duration::from_millis(black)))
        }
        None => Clockwork::new(setting),
    });
    let terms = Terms {
        color: saved.color.into(),
        strength: saved.strength,
        clock: saved.clock,
        chess960: saved.line.chess960,
    };
    Ok(ChessGame::new(id.to_owned(), terms, game, clock))
}

/// The entry of a game among those that are kept.
pub(super) fn entry(play: &ChessGame) -> Entry {
    let ChessGame { terms, game, end, .. } = play;
    let end = end.as_ref();
    let names = names(terms);
    let opening = opening(game);
    let mut record = pgn::Game::from(game);
    record.result = end.map(End::result);
    let result = GameResult::record_end(record.result);
    let position_tags = std::mem::take(&mut record.tags);
    let date = Timestamp::now().strftime("%Y.%m.%d").to_string();
    for (name, value) in [
        ("Event", "Game against Petteia"),
        ("Site", "?"),
        ("Date", &date),
        ("Round", "-"),
        ("White", &names[Color::White]),
        ("Black", &names[Color::Black]),
        ("Result", result),
    ] {
        record.tags.set(name, value);
    }
    if let Some(opening) = &opening {
        record.tags.set("ECO", &opening.code);
        record.tags.set("Opening", &opening.name);
    }
    if let Some(ClockSetting { base_ms, increment_ms }) = terms.clock {
        let seconds = |ms| f64::from(ms) / 1000.0;
        record.tags.set("TimeControl", &format!("{}+{}", seconds(base_ms), seconds(increment_ms)));
    }
    if terms.chess960 {
        record.tags.set("Variant", "Chess960");
    }
    for (name, value) in position_tags.iter() {
        record.tags.set(name, value);
    }
    if let Some(end) = end {
        record.line.closing.push(pgn::Comment::parse(&end.reason));
    }
    let summary = GameSummary {
        id: play.id.clone(),
        game: GameKind::Chess,
        white: names[Color::White].clone(),
        black: names[Color::Black].clone(),
        result: result.to_owned(),
        reason: end.map_or_else(String::new, |end| end.reason.clone()),
        opening,
        plies: game.moves().len() as u32,
    };
    Entry { summary, text: record.to_string(), resume: end.is_none().then(|| resume_text(play)) }
}

fn resume_text(play: &ChessGame) -> String {
    let ChessGame { terms, game, .. } = play;
    let now = Instant::now();
    let left = |clock: &Clockwork, color| clock.left(color, now).as_millis() as u64;
    let style = crate::notation::uci_style(terms.chess960);
    let saved = Saved {
        color: terms.color.into(),
        strength: terms.strength,
        clock: terms.clock,
        line: Line {
            fen: fen(game.start(), terms.chess960),
            moves: game.moves().map(|mv| mv.to_uci(style).to_string()).collect(),
            chess960: terms.chess960,
        },
        left_ms: play.clock.as_ref().map(|clock| (left(clock, Color::White), left(clock, Color::Black))),
    };
    // Plain numbers and texts: there is nothing that JSON could not hold.
    serde_json::to_string(&saved).unwrap_or_default()
}

fn names(terms: &Terms) -> ByColor<String> {
    let petteia = match terms.strength {
        Strength::Full => "Petteia".to_owned(),
        Strength::Elo { elo } => format!("Petteia ({elo})"),
    };
    let you = "You".to_owned();
    match terms.color {
        Color::White => ByColor::new(you, petteia),
        Color::Black => ByColor::new(petteia, you),
    }
}
