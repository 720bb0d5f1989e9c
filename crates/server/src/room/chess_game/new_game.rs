//! New games of chess.

use chess::{Game, Position};
use gamekit::{Color, File};

use super::clockwork::Clockwork;
use super::{ChessGame, Terms};
use crate::chance;
use crate::chess960;
use crate::notation::read_game;
use crate::protocol::analyse::Line;
use crate::protocol::play::{NewGame, Start, Strength};
use crate::refused::Refused;

/// The longest time for a side that can be asked for: a day.
const LONGEST: u32 = 24 * 60 * 60 * 1000;

/// Sets up what is asked for.
pub(super) fn set_up(new: &NewGame) -> Result<ChessGame, Refused> {
    let (game, chess960) = match &new.start {
        Start::Initial => (Game::default(), false),
        Start::Position { fen, moves, chess960 } => {
            let line = Line { fen: fen.clone(), moves: moves.clone(), chess960: *chess960 };
            let game = read_game(&line)?;
            let chess960 = *chess960 || needs_chess960(game.start());
            (game, chess960)
        }
        Start::Chess960 { number } => {
            let number = match number {
                Some(number) => *number,
                None => chance::below(chess960::POSITIONS.into())? as u16,
            };
            (Game::new(chess960::position(number)?), true)
        }
    };
    check(new)?;
    let color = match new.color {
        Some(side) => side.into(),
        None if chance::below(2)? == 0 => Color::White,
        None => Color::Black,
    };
    let terms = Terms { color, strength: new.strength, clock: new.clock, chess960 };
    let clock = terms.clock.map(Clockwork::new);
    Ok(ChessGame::new(chance::id()?, terms, game, clock))
}

fn check(new: &NewGame) -> Result<(), Refused> {
    if let Strength::Elo { elo } = new.strength
        && !(engine::LEAST_ELO..=engine::MOST_ELO).contains(&elo)
    {
        let (least, most) = (engine::LEAST_ELO, engine::MOST_ELO);
        return Err(Refused::Bad(format!("rating {elo}; expected {least} to {most}")));
    }
    if let Some(clock) = new.clock {
        if clock.base_ms > LONGEST || clock.increment_ms > LONGEST {
            return Err(Refused::Bad("more than a day on the clock".to_owned()));
        }
        if clock.base_ms == 0 {
            return Err(Refused::Bad("no time on the clock".to_owned()));
        }
    }
    Ok(())
}

/// Whether castling from here can only be written as king takes rook.
fn needs_chess960(start: &Position) -> bool {
    let rooks = start.castling().rooks();
    let stands_as_in_chess = |color: Color| {
        let ours = start.castling().rooks_of(color);
        let corners = ours.into_iter().all(|rook| matches!(rook.file(), File::A | File::H));
        ours.is_empty() || (corners && start.king(color).file() == File::E)
    };
    rooks.any() && !Color::ALL.into_iter().all(stands_as_in_chess)
}
