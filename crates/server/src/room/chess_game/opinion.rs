//! What Petteia thinks of its game: when it gives up, offers a draw or takes one.

use chess::{Game, Position};
use engine::eval::Evaluator;
use engine::manners::{Draws, Manners, Resignation};
use gamekit::{Color, Score};

use crate::protocol::play::Strength;

/// Petteia agrees to no draw before this many half-moves...
const LEAST_PLIES: usize = 20;
/// ...unless the game began with so few pieces that it is an endgame.
const ENDGAME: usize = 12;
/// Beginners play to the end; from this rating on Petteia gives up lost games.
const RESIGNS_FROM: u32 = 1000;

/// The opinion of a player.
pub(super) struct Opinion {
    is_level: bool,
    draws: Draws,
    resignation: Resignation,
    manners: Manners,
}

impl Opinion {
    /// The opinion of a player of this strength.
    pub fn of(strength: Strength) -> Self {
        let (is_level, resigns) = match strength {
            Strength::Full => (false, true),
            Strength::Elo { elo } => (true, elo >= RESIGNS_FROM),
        };
        let tolerance = if is_level { 30 } else { 10 };
        Self {
            is_level,
            draws: Draws {
                offer_within: tolerance,
                offer_after: 8,
                offer_from_move: 35,
                accept_below: tolerance / 2,
                ..Draws::default()
            },
            resignation: Resignation { enabled: resigns, ..Resignation::default() },
            manners: Manners::default(),
        }
    }

    /// Takes note of what a search for a move found.
    pub fn note(&mut self, position: &Position, found: Score) {
        // A level's own scores have errors that would end games in won positions.
        let score = if self.is_level { Evaluator::Classical.evaluate(position) } else { found };
        self.manners.note(score);
    }

    /// Whether Petteia gives up.
    pub fn resigns(&self) -> bool {
        self.manners.resigns(&self.resignation)
    }

    /// Whether Petteia offers a draw with its move in this position.
    pub fn offers_draw(&mut self, position: &Position) -> bool {
        let number = if is_endgame(position) { u16::MAX } else { position.fullmove_number() };
        self.manners.offers_draw(&self.draws, number)
    }

    /// Whether Petteia, which plays this side, takes a draw.
    pub fn accepts_draw(&self, game: &Game, petteia: Color) -> bool {
        let position = game.position();
        if game.moves().len() < LEAST_PLIES && !is_endgame(position) {
            return false;
        }
        if self.manners.is_new() {
            let score = Evaluator::Classical.evaluate(position);
            let own = if position.turn() == petteia { score } else { -score };
            return own.raw() <= self.draws.accept_below;
        }
        self.manners.accepts_draw(&self.draws)
    }
}

fn is_endgame(position: &Position) -> bool {
    position.board().occupied().len() <= ENDGAME
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepts(fen: &str, petteia: Color) -> bool {
        let opinion = Opinion::of(Strength::Elo { elo: 1500 });
        opinion.accepts_draw(&Game::new(fen.parse().unwrap()), petteia)
    }

    #[test]
    fn a_lost_or_level_endgame_is_drawn_at_once_and_a_won_one_is_not() {
        let queens = "4k3/8/8/8/8/8/8/2QQK3 w - - 0 1";
        assert!(accepts(queens, Color::Black) && !accepts(queens, Color::White));
        assert!(accepts("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", Color::Black));
        assert!(!accepts(chess::fen::INITIAL, Color::Black));
    }

    #[test]
    fn lost_games_are_given_up_but_not_by_beginners() {
        let lost: Position = "4k3/8/8/8/8/8/8/2QQK3 b - - 0 1".parse().unwrap();
        let gives_up = |strength: Strength| {
            let mut opinion = Opinion::of(strength);
            for _ in 0..10 {
                opinion.note(&lost, Score::cp(-1500));
            }
            opinion.resigns()
        };
        assert!(gives_up(Strength::Full) && gives_up(Strength::Elo { elo: 1000 }));
        assert!(!gives_up(Strength::Elo { elo: 950 }));
    }

    #[test]
    fn a_level_offers_a_draw_by_what_is_on_the_board() {
        let rooks: Position = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let mut opinion = Opinion::of(Strength::Elo { elo: 1500 });
        for _ in 0..7 {
            opinion.note(&rooks, Score::cp(250));
            assert!(!opinion.offers_draw(&rooks));
        }
        opinion.note(&rooks, Score::cp(-250));
        assert!(opinion.offers_draw(&rooks));
        assert!(!opinion.offers_draw(&rooks), "not with every move");
    }
}
