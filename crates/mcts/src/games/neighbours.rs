//! Neighbours in a tree search.
//!
//! The linear evaluation was fitted to the results of games, from -1 for a loss to 1 for a win, so
//! it is an expectation as it is. Draws are rare and not told apart.

use gamekit::Key;
use neighbours::features::Observation;
use neighbours::{Evaluator, Game as Record, Move, Position, Undo};

use crate::{Ending, Game, Value};

/// A game of Neighbours from the root of a search.
#[derive(Clone, Debug)]
pub struct NeighboursGame {
    start: Key,
    played: Vec<Move>,
    position: Position,
    /// What it takes to go back to the root.
    path: Vec<(Move, Undo)>,
    /// The keys of the positions before the current one, back to the last capture before the root.
    keys: Vec<Key>,
    evaluator: Evaluator,
}

impl NeighboursGame {
    /// The game as it stands, with this evaluation.
    pub fn new(game: &Record, evaluator: Evaluator) -> Self {
        let mut keys: Vec<Key> = game.repeatable_keys().skip(1).collect();
        keys.reverse();
        Self {
            start: game.start().key(),
            played: game.moves().collect(),
            position: game.position().clone(),
            path: Vec::new(),
            keys,
            evaluator,
        }
    }

    /// Whether the position came before: once is enough, for what led back to it can do so again.
    fn is_repetition(&self) -> bool {
        // Each side needs two moves to undo what it did.
        let quiet = usize::from(self.position.quiet_plies());
        self.keys.iter().rev().take(quiet).skip(3).step_by(2).any(|&key| key == self.position.key())
    }
}

impl Game for NeighboursGame {
    type Move = Move;

    #[inline]
    fn pack(mv: Move) -> u16 {
        mv.bits().get()
    }

    #[inline]
    fn unpack(bits: u16) -> Move {
        Move::from_bits(bits.try_into().expect("nodes keep the bits of moves"))
    }

    fn record(&self) -> (Key, Vec<Move>) {
        (self.start, self.played.clone())
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.position.legal_moves());
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.keys.push(self.position.key());
        let undo = self.position.make(mv);
        self.path.push((mv, undo));
    }

    #[inline]
    fn undo(&mut self) {
        if let Some((mv, undo)) = self.path.pop() {
            self.position.unmake(mv, undo);
            self.keys.pop();
        }
    }

    fn ending(&self) -> Option<Ending> {
        if self.position.count_moves() == 0 {
            return Some(Ending::Loss);
        }
        let is_draw = self.position.quiet_plies() >= Position::QUIET_LIMIT || self.is_repetition();
        is_draw.then_some(Ending::Draw)
    }

    fn evaluate(&mut self) -> Value {
        let score = self.evaluator.score(&Observation::of(&self.position));
        Value::of_expectation(score.raw() as f32 / Evaluator::WIN as f32)
    }
}
