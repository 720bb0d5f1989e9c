//! Neighbours in a tree search.
//!
//! The linear evaluation was fitted to the results of games, from -1 for a loss to 1 for a win, so
//! it is an expectation as it is. A policy network has a value of the same kind. Draws are rare and
//! not told apart.

use std::sync::Arc;

use gamekit::Key;
use neighbours::features::Observation;
use neighbours::{Evaluator, Game as Record, Move, Position, Undo};
use policy::Net;
use policy::neighbours::{Symmetry, inputs, output};

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
    judge: Judge,
    inputs: Vec<u16>,
    hidden: Vec<f32>,
}

/// What positions are judged by.
#[derive(Clone, Debug)]
pub enum Judge {
    /// The linear evaluation; it says nothing of moves.
    Linear(Evaluator),
    /// A network for moves and positions.
    Net(Arc<Net>),
}

impl NeighboursGame {
    /// The game as it stands, with this judge of positions.
    pub fn new(game: &Record, judge: Judge) -> Self {
        let mut keys: Vec<Key> = game.repeatable_keys().skip(1).collect();
        keys.reverse();
        Self {
            start: game.start().key(),
            played: game.moves().collect(),
            position: game.position().clone(),
            path: Vec::new(),
            keys,
            judge,
            inputs: Vec::new(),
            hidden: Vec::new(),
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
        Value::of_expectation(match &self.judge {
            Judge::Linear(evaluator) => {
                let score = evaluator.score(&Observation::of(&self.position));
                score.raw() as f32 / Evaluator::WIN as f32
            }
            Judge::Net(net) => {
                inputs(&self.position, Symmetry::NONE, &mut self.inputs);
                net.fill_hidden(&self.inputs, &mut self.hidden);
                net.value(&self.hidden)
            }
        })
    }

    fn policy(&mut self, moves: &[Move], logits: &mut Vec<f32>) {
        if let Judge::Net(net) = &self.judge {
            inputs(&self.position, Symmetry::NONE, &mut self.inputs);
            net.fill_hidden(&self.inputs, &mut self.hidden);
            logits.extend(moves.iter().map(|&mv| net.logit(&self.hidden, output(mv, Symmetry::NONE))));
        }
    }
}
