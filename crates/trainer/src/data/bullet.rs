//! Positions in bulletformat, for training with bullet: 32 bytes each.

use std::io::{self, Write};

use bulletformat::{BulletFormat, ChessBoard};
use chess::Role;
use gamekit::{Color, GameResult};

use super::{Filter, Moment, RecordedGame};

/// Writes the positions of a game that a filter keeps; returns their number.
pub fn write(game: &RecordedGame, filter: &Filter, output: &mut impl Write) -> io::Result<u64> {
    let kept = game.moments().filter(|moment| filter.keeps(moment));
    let boards: Vec<ChessBoard> = kept.map(|moment| pack(&moment, game.result)).collect();
    output.write_all(ChessBoard::as_bytes_slice(&boards))?;
    Ok(boards.len() as u64)
}

fn pack(moment: &Moment, result: GameResult) -> ChessBoard {
    let board = moment.position.board();
    let colors = Color::ALL.map(|color| board.color(color));
    let roles = Role::ALL.map(|role| board.role(role));
    let mut sets = [0; 8];
    for (set, bitboard) in sets.iter_mut().zip(colors.into_iter().chain(roles)) {
        *set = bitboard.bits();
    }
    let turn = moment.position.turn() as usize;
    ChessBoard::from_raw(sets, turn, moment.score.raw() as i16, result.points(Color::White) as f32)
        .expect("every occupied square has a piece")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::encoding::tests::random_game;

    #[test]
    fn positions_are_what_the_crate_makes_of_their_text() {
        let mut checked = 0;
        for game in (0..20).map(random_game) {
            for moment in game.moments().filter(|moment| Filter::default().keeps(moment)) {
                let (score, points) = (moment.score.raw(), game.result.points(Color::White));
                let text = format!("{} | {score} | {points:.1}", moment.position);
                assert_eq!(Ok(pack(&moment, game.result)), text.parse(), "{text}");
                checked += 1;
            }
        }
        assert!(checked > 100);
    }

    #[test]
    fn kept_positions_take_32_bytes() {
        let game = random_game(1);
        let mut bytes = Vec::new();
        let count = write(&game, &Filter::default(), &mut bytes).unwrap();
        assert_eq!(count, game.moments().filter(|moment| Filter::default().keeps(moment)).count() as u64);
        assert_eq!(bytes.len() as u64, 32 * count);
    }
}
