//! New games of chess.

use chess::{Game, chess960};
use gamekit::Color;

use super::clockwork::Clockwork;
use super::{ChessGame, Terms};
use crate::chance;
use crate::notation::read_game;
use crate::protocol::play::{NewGame, Start, Strength};
use crate::refused::Refused;

/// Longest time on the clock: a day.
const LONGEST: u32 = 24 * 60 * 60 * 1000;

pub(super) fn set_up(new: &NewGame) -> Result<ChessGame, Refused> {
    let (game, chess960) = match &new.start {
        Start::Initial => (Game::default(), false),
        Start::Position(line) => {
            let game = read_game(line)?;
            let chess960 = line.chess960 || game.start().needs_chess960();
            (game, chess960)
        }
        Start::Chess960 { number } => {
            let number = match number {
                Some(number) => *number,
                None => chance::below(chess960::POSITIONS.into())? as u16,
            };
            (Game::new(chess960::position(number).map_err(Refused::bad)?), true)
        }
    };
    check(new)?;
    let color = match new.color {
        Some(color) => color,
        None if chance::below(2)? == 0 => Color::White,
        None => Color::Black,
    };
    let NewGame { strength, pace, clock, .. } = *new;
    let terms = Terms { color, engine: new.engine.clone(), strength, pace, clock };
    let clock = terms.clock.map(Clockwork::new);
    Ok(ChessGame::new(chance::id()?, terms, chess960, game, clock))
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
