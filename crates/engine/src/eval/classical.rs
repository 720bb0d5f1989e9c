//! The classical evaluation: all terms of both sides.

use chess::Position;
use gamekit::{Color, Score};

use super::king::Pressure;
use super::pawns::Pawns;
use super::tally::{Tally, Terms, Trace};
use super::view::{Attacks, View};
use super::{Blend, Group, Pair, endgame, king, passed, pawns, pieces, threats};

pub fn evaluate(position: &Position) -> Score {
    match endgame::known_win(position) {
        Some(score) => score,
        None => finish(position, count(position, &mut ()), &blend(position)),
    }
}

/// The score of a sum of terms, for the side to move.
#[inline]
pub fn finish(position: &Position, sum: Pair, blend: &Blend) -> Score {
    let white = blend.apply(sum);
    Score::cp(position.turn().for_white(white)).clamp_to_estimate()
}

#[inline]
pub fn blend(position: &Position) -> Blend {
    let board = position.board();
    Blend { phase: Blend::phase_of(board), scale: endgame::scales(board) }
}

/// The sum of all terms, White's minus Black's.
#[inline]
pub fn count<T: Trace>(position: &Position, trace: &mut T) -> Pair {
    let board = position.board();
    let mut tally = Tally::new(trace);
    let [white, black] = Color::ALL.map(|color| {
        let view = View::new(board, color);
        tally.count_for(color, |terms| Side::count_own(view, terms))
    });
    let (white_reach, black_reach) = (white.reach.turned(), black.reach.turned());
    for (color, side, enemy) in [(Color::White, &white, &black_reach), (Color::Black, &black, &white_reach)] {
        let to_move = position.turn() == color;
        tally.count_for(color, |terms| side.count_against(enemy, to_move, terms));
    }
    tally.sum()
}

/// One side's terms and attacks, before those that depend on the other side's attacks.
struct Side {
    view: View,
    reach: Attacks,
    pawns: Pawns,
    pressure: Pressure,
}

impl Side {
    /// Counts the terms that do not depend on the enemy's attacks.
    #[inline]
    fn count_own<T: Trace>(view: View, terms: &mut Terms<T>) -> Self {
        let mut reach = Attacks::of_pawns_and_king(&view);
        let pawns = pawns::count(&view, terms);
        let pressure = pieces::count(&view, &pawns, &mut reach, terms);
        king::count_shelter(&view, terms);
        Self { view, reach, pawns, pressure }
    }

    /// Counts the terms that depend on the enemy's attacks.
    #[inline]
    fn count_against<T: Trace>(&self, enemy: &Attacks, to_move: bool, terms: &mut Terms<T>) {
        self.pressure.count(&self.view, &self.reach, enemy, terms);
        threats::count(&self.view, &self.reach, enemy, terms);
        passed::count(&self.view, &self.pawns, &self.reach, enemy, to_move, terms);
        pawns::count_space(&self.view, enemy.all, terms);
        if to_move {
            terms.add(Group::Tempo, 0);
        }
    }
}
