//! The moves at the root.

use chess::Move;
use gamekit::{Ply, Score};
use syzygy::KnownResult;

/// A root move with what the search found out about it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line that begins with the move.
    pub line: Vec<Move>,
    /// The score of the current iteration; `-INFINITE` if the move failed low.
    pub score: Score,
    /// The score of the last iteration that was finished.
    pub previous_score: Score,
    /// Nodes spent on the move.
    pub nodes: u64,
    /// The deepest ply of its line.
    pub selective_depth: usize,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self {
            line: vec![mv],
            score: -Score::INFINITE,
            previous_score: -Score::INFINITE,
            nodes: 0,
            selective_depth: 0,
        }
    }

    /// The move itself.
    pub fn mv(&self) -> Move {
        self.line[0]
    }

    /// The score to show: that of this iteration, or of the last one if this one has none yet.
    pub fn shown_score(&self) -> Score {
        if self.score > -Score::INFINITE { self.score } else { self.previous_score }
    }
}

/// All root moves, best first, and which of them the current line is about.
#[derive(Clone, Debug, Default)]
pub struct RootMoves {
    moves: Vec<RootMove>,
    /// The lines before this one are settled in this iteration.
    pub current_line: usize,
    /// What tablebases know of the position.
    known: Option<KnownResult>,
}

impl RootMoves {
    /// These moves, in this order.
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        Self { moves: moves.into_iter().map(RootMove::new).collect(), current_line: 0, known: None }
    }

    /// Moves that tablebases know to keep this result.
    pub fn with_known_result(self, known: KnownResult) -> Self {
        Self { known: Some(known), ..self }
    }

    /// The score to show for a move: what tablebases know, unless the search sees the mate itself.
    pub fn shown_score(&self, root: &RootMove) -> Score {
        let found = root.shown_score();
        self.known.filter(|_| !found.is_mate()).map_or(found, |known| known.score(Ply::ROOT))
    }

    /// The moves, best first.
    pub fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// The best move, if there is any.
    pub fn best(&self) -> Option<&RootMove> {
        self.moves.first()
    }

    /// The move that heads the current line.
    pub fn current(&self) -> Option<&RootMove> {
        self.moves.get(self.current_line)
    }

    /// Whether a move is to be searched for the current line.
    pub fn contains(&self, mv: Move) -> bool {
        self.moves[self.current_line..].iter().any(|root| root.mv() == mv)
    }

    /// The record of a move.
    pub fn get_mut(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv() == mv)
    }

    /// A new iteration: its scores are not known yet.
    pub fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous_score = root.score;
        }
    }

    /// Puts the moves of the current line and after it in the order of their scores; the order
    /// among equals stays.
    pub fn sort_from_current(&mut self) {
        self.moves[self.current_line..]
            .sort_by_key(|root| std::cmp::Reverse((root.score, root.previous_score)));
    }

    /// Puts all settled lines in order.
    pub fn sort_settled(&mut self) {
        let settled = (self.current_line + 1).min(self.moves.len());
        self.moves[..settled].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous_score)));
    }
}
