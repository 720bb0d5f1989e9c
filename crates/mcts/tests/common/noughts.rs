//! Noughts and crosses: small enough to be solved, so that a search can be held to the truth.

use gamekit::{Key, SplitMix64};
use mcts::{Ending, Game, Value};

/// A game of noughts and crosses. Squares are 0 to 8; a set of squares is nine bits.
#[derive(Clone, Debug, Default)]
pub struct NoughtsAndCrosses {
    /// The squares of the side to move and of the other side.
    own: u16,
    other: u16,
    played: Vec<u8>,
    root_plies: usize,
    /// What an evaluation says of every position, if it is not a guess by the squares.
    pub constant: Option<f32>,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl NoughtsAndCrosses {
    /// The game after these moves.
    pub fn after(moves: &[u8]) -> Self {
        let mut game = Self::default();
        for &mv in moves {
            game.play(mv);
        }
        game.root_plies = moves.len();
        game
    }

    /// The result under best play, by looking at everything.
    pub fn truth(&mut self) -> Ending {
        if let Some(ending) = self.ending() {
            return ending;
        }
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let after = |mv| {
            self.play(mv);
            let truth = self.truth().reversed();
            self.undo();
            truth
        };
        moves.into_iter().map(after).max().expect("the game goes on")
    }

    /// All positions in which the game goes on, by the moves that lead there.
    pub fn all() -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut stack = vec![Vec::new()];
        while let Some(moves) = stack.pop() {
            let game = Self::after(&moves);
            if game.ending().is_some() || !seen.insert((game.own, game.other)) {
                continue;
            }
            let mut next = Vec::new();
            game.moves(&mut next);
            stack.extend(next.into_iter().map(|mv| [&moves[..], &[mv]].concat()));
            found.push(moves);
        }
        found
    }

    /// A random position in which the game goes on.
    pub fn random(seed: u64) -> Self {
        let all = Self::all();
        Self::after(&all[SplitMix64::new(seed).below(all.len())])
    }
}

impl Game for NoughtsAndCrosses {
    type Move = u8;

    fn pack(mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn unpack(bits: u16) -> u8 {
        (bits - 1) as u8
    }

    fn record(&self) -> (Key, Vec<u8>) {
        (Key::ZERO, self.played[..self.root_plies].to_vec())
    }

    fn moves(&self, moves: &mut Vec<u8>) {
        moves.extend((0..9).filter(|square| (self.own | self.other) >> square & 1 == 0));
    }

    fn play(&mut self, mv: u8) {
        (self.own, self.other) = (self.other, self.own | 1 << mv);
        self.played.push(mv);
    }

    fn undo(&mut self) {
        let mv = self.played.pop().expect("a move was played");
        (self.own, self.other) = (self.other & !(1 << mv), self.own);
    }

    fn ending(&self) -> Option<Ending> {
        if LINES.iter().any(|&line| (line & !self.other) == 0) {
            Some(Ending::Loss)
        } else if (self.own | self.other) == 0o777 {
            Some(Ending::Draw)
        } else {
            None
        }
    }

    fn evaluate(&mut self) -> Value {
        let open =
            |own: u16, other: u16| LINES.iter().filter(|&line| own & line != 0 && other & line == 0).count();
        let guess = (open(self.own, self.other) as f32 - open(self.other, self.own) as f32) / 8.0;
        let turn = if self.played.len().is_multiple_of(2) { 1.0 } else { -1.0 };
        Value::of_expectation(self.constant.map_or(guess, |constant| constant * turn))
    }
}
