//! Games that are known already, and where a game leaves them.

use std::collections::HashSet;

use chess::Position;
use chess::pgn::{Game, Nag};
use gamekit::Key;

/// Half-moves of each game that are remembered, and among which a new move is looked for.
const DEPTH: usize = 60;

/// The glyph for a new move.
const NOVELTY: Nag = Nag(146);

/// The positions of known games. A position counts, not the moves before it: a game that gets there
/// in another order is still known.
#[derive(Clone, Debug, Default)]
pub struct KnownGames {
    positions: HashSet<Key>,
}

impl KnownGames {
    /// Remembers a game.
    pub fn add(&mut self, game: &Game) {
        self.positions.extend(positions(game).map(|position| position.key()));
    }

    /// The number, from zero, of the first move that leads to a position of no known game. None if
    /// the game is known for thirty moves or to its end.
    pub fn novelty(&self, game: &Game) -> Option<usize> {
        positions(game).skip(1).position(|position| !self.positions.contains(&position.key()))
    }

    /// Marks the first new move: the tag `Novelty` names it, and it gets the glyph `$146`.
    pub fn mark_novelty(&self, game: &mut Game) {
        let Some(ply) = self.novelty(game) else { return };
        let before = positions(game).nth(ply);
        let played = &mut game.line.moves[ply];
        if !played.nags.contains(&NOVELTY) {
            played.nags.push(NOVELTY);
        }
        if let Some(before) = before {
            let dots = if before.turn() == gamekit::Color::White { "." } else { "..." };
            let name = format!("{}{dots} {}", before.fullmove_number(), before.to_san(played.mv));
            game.tags.set("Novelty", &name);
        }
    }
}

/// The positions of a game, the first one included.
fn positions(game: &Game) -> impl Iterator<Item = Position> {
    let mut position = game.start.clone();
    let later = game.moves().map(move |mv| {
        position = position.play(mv);
        position.clone()
    });
    std::iter::once(game.start.clone()).chain(later).take(DEPTH + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::pgn::Reader;

    fn game(text: &str) -> Game {
        Reader::new(text.as_bytes()).next().expect("a game").expect("a good one")
    }

    #[test]
    fn the_first_new_move_is_found_and_marked_once() {
        let mut known = KnownGames::default();
        known.add(&game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 *"));
        assert_eq!(known.novelty(&game("1. Nf3 Nc6 2. e4 e5 3. Bb5 *")), Some(0), "1. Nf3 is new");
        assert_eq!(known.novelty(&game("1. e4 e5 2. Nf3 *")), None, "known to its end");
        let mut new = game("1. e4 e5 2. Nf3 d6 3. Bc4 *");
        known.mark_novelty(&mut new);
        assert_eq!(new.tags.get("Novelty"), Some("2... d6"));
        assert_eq!(new.line.moves[3].nags, [NOVELTY]);
        let once = new.clone();
        known.mark_novelty(&mut new);
        assert_eq!(new, once);
    }

    #[test]
    fn another_order_of_moves_is_no_novelty() {
        let mut known = KnownGames::default();
        known.add(&game("1. d4 d5 2. c4 e6 3. Nc3 *"));
        known.add(&game("1. c4 e6 *"));
        assert_eq!(known.novelty(&game("1. c4 e6 2. d4 d5 3. Nc3 *")), Some(2), "2. d4 of this order");
        known.add(&game("1. c4 e6 2. d4 *"));
        assert_eq!(known.novelty(&game("1. c4 e6 2. d4 d5 3. Nc3 *")), None);
    }
}
