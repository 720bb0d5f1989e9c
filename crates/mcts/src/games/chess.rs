//! Chess in a tree search.
//!
//! Values are the winning chances that the engine's model gives a score. At a leaf the score is
//! that of a quiescence search, since an evaluation in the middle of an exchange says little. The
//! net follows the moves of the path, so that a leaf costs a few updates of its sums.

use std::sync::Arc;

use chess::{Game as Record, Move, MoveList, Position};
use engine::eval::{Evaluator, Follower};
use engine::wdl::{Model, material};
use gamekit::{Key, Score};
use syzygy::{KnownResult, Tables};

use super::quiesce::Quiescence;
use crate::{Ending, Game, Value};

/// A game of chess from the root of a search.
pub struct ChessGame {
    start: Key,
    played: Vec<Move>,
    /// The root, and the position after each move of the path.
    positions: Vec<Position>,
    /// The keys of the positions before the current one, back to before the root.
    keys: Vec<Key>,
    evaluator: Evaluator,
    follower: Follower,
    tablebase: Arc<Tables>,
}

impl ChessGame {
    /// The game as it stands, with this evaluation.
    pub fn new(game: &Record, evaluator: Evaluator) -> Self {
        let reversible = usize::from(game.position().halfmove_clock());
        let mut keys: Vec<Key> = game.positions().rev().skip(1).take(reversible).map(Position::key).collect();
        keys.reverse();
        Self {
            start: game.start().key(),
            played: game.moves().collect(),
            positions: vec![game.position().clone()],
            keys,
            follower: Follower::new(&evaluator),
            evaluator,
            tablebase: Arc::new(Tables::empty()),
        }
    }

    /// Takes the values of positions that these tables know from them.
    pub fn with_tablebase(self, tablebase: Arc<Tables>) -> Self {
        Self { tablebase, ..self }
    }

    /// The position at the end of the path.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("the root is always there")
    }

    /// Whether the position repeats an earlier one. Inside the search one repetition counts, since
    /// it can be forced again; two are needed among the positions before the root.
    fn is_repetition(&self) -> bool {
        let position = self.position();
        let farthest = usize::from(position.halfmove_clock()).min(self.keys.len());
        let since_root = self.positions.len() - 1;
        let mut occurrences = 0;
        (4..=farthest).step_by(2).any(|plies| {
            let is_same = self.keys[self.keys.len() - plies] == position.key();
            occurrences += usize::from(is_same);
            is_same && (plies < since_root || occurrences == 2)
        })
    }

    fn value_of(&self, score: Score) -> Value {
        value(score, material(self.position()))
    }
}

/// The chances that a score promises with this material on the board.
pub(super) fn value(score: Score, material: i32) -> Value {
    if score.is_decisive() {
        return if score.is_win() { Ending::Win.value() } else { Ending::Loss.value() };
    }
    let chance = |cp: i32| Model::FITTED.chance(f64::from(cp), material) as f32;
    let (win, loss) = (chance(score.raw()), chance(-score.raw()));
    Value { win, draw: (1.0 - win - loss).max(0.0) }
}

/// What the tables know.
const fn ending(known: KnownResult) -> Ending {
    match known {
        KnownResult::Loss => Ending::Loss,
        KnownResult::Draw => Ending::Draw,
        KnownResult::Win => Ending::Win,
    }
}

/// The score that promises this expectation with this material: the inverse of [`value`].
pub(super) fn score(expectation: f32, material: i32) -> Score {
    const MOST: i32 = 4000;
    let (mut low, mut high) = (-MOST, MOST);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if value(Score::cp(middle), material).expectation() < expectation {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Score::cp(low)
}

/// The clone's path begins where it is made.
impl Clone for ChessGame {
    fn clone(&self) -> Self {
        Self {
            start: self.start,
            played: self.played.clone(),
            positions: vec![self.position().clone()],
            keys: self.keys.clone(),
            evaluator: self.evaluator.clone(),
            follower: Follower::new(&self.evaluator),
            tablebase: Arc::clone(&self.tablebase),
        }
    }
}

impl Game for ChessGame {
    type Move = Move;

    #[inline]
    fn pack(mv: Move) -> u16 {
        mv.bits().get()
    }

    #[inline]
    fn unpack(bits: u16) -> Move {
        Move::from_bits(bits).expect("nodes keep the bits of moves")
    }

    fn record(&self) -> (Key, Vec<Move>) {
        (self.start, self.played.clone())
    }

    fn moves(&self, moves: &mut Vec<Move>) {
        let mut list = MoveList::new();
        self.position().generate_captures(&mut list);
        self.position().generate_quiets(&mut list);
        moves.extend_from_slice(&list);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let mut next = self.position().clone();
        self.keys.push(next.key());
        self.follower.make(&mut next, mv);
        self.positions.push(next);
    }

    #[inline]
    fn undo(&mut self) {
        self.positions.pop();
        self.keys.pop();
        self.follower.back();
    }

    fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if position.count_legal_moves() == 0 {
            return Some(if position.in_check() { Ending::Loss } else { Ending::Draw });
        }
        let is_draw =
            position.halfmove_clock() >= 100 || position.is_insufficient_material() || self.is_repetition();
        is_draw.then_some(Ending::Draw)
    }

    fn evaluate(&mut self) -> Value {
        let root = self.positions.last().expect("the root is always there");
        if let Some(known) = self.tablebase.probe(root) {
            return ending(known).value();
        }
        let score = Quiescence::new(&mut self.follower).search(root);
        self.value_of(score)
    }

    fn is_forced(&self) -> bool {
        self.position().in_check()
    }

    fn glance(&mut self) -> Value {
        let position = self.positions.last().expect("the root is always there");
        let score = self.follower.evaluate(position);
        self.value_of(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(fen: &str) -> ChessGame {
        ChessGame::new(&Record::new(fen.parse().expect(fen)), Evaluator::Classical)
    }

    fn play(game: &mut ChessGame, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = game.position().parse_uci(text).expect(text);
            game.play(mv);
        }
    }

    #[test]
    fn endings_are_those_of_the_rules() {
        assert_eq!(game("R3k3/8/4K3/8/8/8/8/8 b - - 0 1").ending(), Some(Ending::Loss));
        assert_eq!(game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").ending(), Some(Ending::Draw));
        assert_eq!(game("8/8/8/8/8/8/8/K1k4N w - - 0 1").ending(), Some(Ending::Draw));
        assert_eq!(game("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").ending(), Some(Ending::Draw));
        assert_eq!(game("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").ending(), None);
    }

    #[test]
    fn one_repetition_counts_inside_the_search() {
        let mut game = game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        play(&mut game, "a1a2 e8e7 a2a1");
        assert_eq!(game.ending(), None);
        // Back at the root: that is not inside the search.
        play(&mut game, "e7e8");
        assert_eq!(game.ending(), None);
        play(&mut game, "a1a2");
        assert_eq!(game.ending(), Some(Ending::Draw));
        (0..5).for_each(|_| game.undo());
        assert_eq!(game.position().to_string(), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    }

    #[test]
    fn scores_and_values_are_inverse() {
        for material in [0, 30, 78] {
            for cp in [-900, -120, 0, 35, 400] {
                let expectation = value(Score::cp(cp), material).expectation();
                let found = score(expectation, material);
                assert!((found.raw() - cp).abs() <= 2, "{cp} became {found}");
            }
        }
    }

    #[test]
    fn a_hanging_queen_is_seen() {
        // White is a queen up, but it is attacked by a pawn and Black is to move.
        let mut game = game("4k3/8/3p4/4Q3/8/8/8/4K3 b - - 0 1");
        assert!(game.glance().expectation() < -0.5);
        assert!(game.evaluate().expectation() > 0.0);
    }
}
