//! Games between two players.

use gamekit::{ByColor, Color, GameResult, SplitMix64};

use crate::{End, Game, Player, Record};

/// The start of the pair of games with this number: a few random moves, so that players that always
/// answer alike do not repeat one game. Both players get the same start, one as White, one as Black.
pub fn opening(seed: u64, pair: u64, random_plies: usize) -> Game {
    let mut rng = SplitMix64::new(SplitMix64::new(seed).next_u64() ^ pair);
    loop {
        let mut game = Game::default();
        while game.plies() < random_plies && game.end().is_none() {
            let moves = game.position().legal_moves();
            game.play(moves[rng.below(moves.len())]).expect("a legal move");
        }
        if game.end().is_none() {
            return game;
        }
    }
}

/// Plays a game to its end. Who fails to make a legal move has lost.
pub fn play(start: Game, mut players: ByColor<&mut dyn Player>) -> Record {
    let mut record = Record { game: start, ..Record::default() };
    for color in Color::ALL {
        record.set_tag(&color.to_string(), players[color].name());
    }
    let forfeit = |record: &mut Record, color: Color, why: String| {
        record.set_tag("Termination", format!("{color} forfeits: {why}"));
        record.result = Some(GameResult::Win(!color));
    };
    for color in Color::ALL {
        if let Err(error) = players[color].new_game() {
            forfeit(&mut record, color, error.to_string());
            return record;
        }
    }
    while record.game.end().is_none() {
        let color = record.game.position().turn();
        let played = match players[color].choose(&record.game) {
            Ok(mv) => record.game.play(mv).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(why) = played {
            forfeit(&mut record, color, why);
            return record;
        }
    }
    record.result = record.game.end().map(End::result);
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Agent, PlayerError, RandomMover};
    use crate::search::{Limits, Searcher};
    use crate::{Move, Weights};

    fn agent(depth: u8) -> Agent {
        let searcher = Searcher::new(&Weights::default(), 3000, 1).expect("a small table");
        Agent::new("agent", searcher, Limits::depth(depth))
    }

    #[test]
    fn openings_are_reproducible_and_not_over() {
        for pair in 0..50 {
            let game = opening(3, pair, 10);
            assert_eq!(game, opening(3, pair, 10));
            assert_ne!(game, opening(4, pair, 10));
            assert!(game.end().is_none() && game.plies() == 10);
        }
    }

    #[test]
    fn the_agent_beats_chance() {
        let mut tally = gamekit::Tally::default();
        for number in 0..20 {
            let (mut agent, mut random) = (agent(3), RandomMover::new(number));
            let color = Color::ALL[number as usize % 2];
            let players: ByColor<&mut dyn Player> = match color {
                Color::White => ByColor::new(&mut agent, &mut random),
                Color::Black => ByColor::new(&mut random, &mut agent),
            };
            let record = play(opening(1, number / 2, 4), players);
            tally.count(record.result.expect("the game is over").half_points(color));
        }
        assert_eq!(tally.wins, 20, "{tally}");
    }

    /// Plays what it was told to, legal or not.
    struct Stubborn(Option<Move>);

    impl Player for Stubborn {
        fn name(&self) -> String {
            "stubborn".to_owned()
        }

        fn new_game(&mut self) -> Result<(), PlayerError> {
            Ok(())
        }

        fn choose(&mut self, _: &Game) -> Result<Move, PlayerError> {
            self.0.ok_or(PlayerError::Over)
        }
    }

    #[test]
    fn who_makes_no_legal_move_forfeits() {
        for mv in [None, "e4e5".parse().ok()] {
            let record = play(Game::default(), ByColor::new(&mut agent(1), &mut Stubborn(mv)));
            assert_eq!(record.result, Some(GameResult::Win(Color::White)));
            assert!(record.tag("Termination").is_some_and(|tag| tag.starts_with("Black forfeits")));
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
}
