//! Our seat at a game: which side, which rules, and the game that its moves make.

use chess::{Game, Position, UciStyle};
use gamekit::Color;
use thiserror::Error;

use crate::messages::{GameFull, STARTPOS};
use crate::rules::Playable;

/// A game that we cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum Unplayable {
    #[error("{0} plays neither side")]
    NotOurs(String),
    #[error("the variant {0} is not played")]
    Variant(String),
    #[error("bad position: {0}")]
    Position(String),
    #[error("bad moves: {0}")]
    Moves(String),
}

/// Our seat at a game.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub color: Color,
    /// How our moves are written.
    pub style: UciStyle,
    pub has_clock: bool,
    start: Position,
}

impl Seat {
    /// The seat of the account `me`.
    pub fn new(full: &GameFull, me: &str) -> Result<Self, Unplayable> {
        let is_me = |color: &Color| full.player(*color).id.as_deref() == Some(me);
        let color = Color::ALL.into_iter().find(is_me);
        let variant = Playable::of(&full.variant.key);
        let variant = variant.ok_or_else(|| Unplayable::Variant(full.variant.key.clone()))?;
        let start = match full.initial_fen.as_str() {
            STARTPOS => Position::initial(),
            fen => fen.parse().map_err(|error| Unplayable::Position(format!("{error}")))?,
        };
        Ok(Self {
            color: color.ok_or_else(|| Unplayable::NotOurs(me.to_owned()))?,
            style: UciStyle::of(variant == Playable::Chess960),
            has_clock: full.clock.is_some(),
            start,
        })
    }

    /// The game after these moves.
    pub fn replay(&self, moves: &str) -> Result<Game, Unplayable> {
        let mut game = Game::new(self.start.clone());
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).map_err(|error| Unplayable::Moves(error.to_string()))?;
            game.play(mv).map_err(|error| Unplayable::Moves(error.to_string()))?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(variant: &str, fen: &str) -> GameFull {
        let text = format!(
            r#"{{"id":"a","rated":false,"variant":{{"key":"{variant}"}},"createdAt":0,"initialFen":"{fen}",
            "white":{{"id":"mary","name":"Mary"}},"black":{{"id":"petteia","name":"Petteia"}},
            "state":{{"moves":"","wtime":1,"btime":1,"winc":0,"binc":0,"status":"started"}}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn we_sit_where_our_name_is() {
        let standard = full("standard", "startpos");
        let seat = Seat::new(&standard, "petteia").unwrap();
        assert_eq!((seat.color, seat.style, seat.has_clock), (Color::Black, UciStyle::Standard, false));
        assert_eq!(Seat::new(&standard, "mary").unwrap().color, Color::White);
        assert_eq!(Seat::new(&standard, "bill").unwrap_err(), Unplayable::NotOurs("bill".to_owned()));
    }

    #[test]
    fn castling_is_understood_in_all_variants() {
        let castled = |variant: &str, fen: &str, moves: &str| {
            let seat = Seat::new(&full(variant, fen), "petteia").unwrap();
            let game = seat.replay(moves).unwrap();
            let last = game.moves().last().unwrap();
            (last.is_castle(), last.to_uci(seat.style).to_string())
        };
        let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(castled("fromPosition", open, "e1g1 e8c8"), (true, "e8c8".to_owned()));
        assert_eq!(castled("fromPosition", open, "e1h1 e8a8"), (true, "e8c8".to_owned()));
        let shuffled = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1";
        assert_eq!(castled("chess960", shuffled, "f1g1 f8b8"), (true, "f8b8".to_owned()));
    }

    #[test]
    fn what_cannot_be_played_is_said() {
        assert!(matches!(Seat::new(&full("atomic", "startpos"), "mary"), Err(Unplayable::Variant(_))));
        assert!(matches!(Seat::new(&full("fromPosition", "8/8 w"), "mary"), Err(Unplayable::Position(_))));
        let seat = Seat::new(&full("standard", "startpos"), "mary").unwrap();
        assert!(matches!(seat.replay("e2e4 e2e4"), Err(Unplayable::Moves(_))));
        assert!(matches!(seat.replay("e2e4 zz"), Err(Unplayable::Moves(_))));
    }
}
