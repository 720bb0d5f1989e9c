//! Root moves.

use chess::Move;
use gamekit::{Bound, Ply, Score};
use syzygy::KnownResult;

/// A root move and its results.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The principal variation, beginning with the move.
    pub line: Vec<Move>,
    /// The score of the current iteration; `-INFINITE` if the move failed low.
    pub score: Score,
    /// What the shown score is.
    pub bound: Bound,
    /// The score of the last finished iteration.
    pub previous_score: Score,
    /// Nodes spent on the move.
    pub nodes: u64,
    /// The greatest ply reached below it.
    pub selective_depth: usize,
}

impl RootMove {
    fn new(mv: Move) -> Self {
        Self {
            line: vec![mv],
            score: -Score::INFINITE,
            bound: Bound::Exact,
            previous_score: -Score::INFINITE,
            nodes: 0,
            selective_depth: 0,
        }
    }

    /// The move itself.
    pub fn mv(&self) -> Move {
        self.line[0]
    }

    /// The score of this iteration, or of the last one if this one has none yet.
    pub fn shown_score(&self) -> Score {
        if self.score > -Score::INFINITE { self.score } else { self.previous_score }
    }
}

/// All root moves, best first, and the number of the line (`MultiPV`) being searched.
#[derive(Clone, Debug, Default)]
pub struct RootMoves {
    moves: Vec<RootMove>,
    /// Lines before this one are finished in this iteration.
    pub current_line: usize,
    /// The tablebase result of the position.
    known: Option<KnownResult>,
}

impl RootMoves {
    /// These moves, in this order.
    pub fn new(moves: impl IntoIterator<Item = Move>) -> Self {
        Self { moves: moves.into_iter().map(RootMove::new).collect(), current_line: 0, known: None }
    }

    /// Adds the tablebase result that these moves keep.
    pub fn with_known_result(self, known: KnownResult) -> Self {
        Self { known: Some(known), ..self }
    }

    /// The score to show for a move: the tablebase result, unless the search found the mate itself.
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

    /// The first move of the current line.
    pub fn current(&self) -> Option<&RootMove> {
        self.moves.get(self.current_line)
    }

    /// Whether a move is left for the current line.
    pub fn contains(&self, mv: Move) -> bool {
        self.moves[self.current_line..].iter().any(|root| root.mv() == mv)
    }

    pub fn get_mut(&mut self, mv: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root| root.mv() == mv)
    }

    /// Begins a new iteration.
    pub fn begin_iteration(&mut self) {
        for root in &mut self.moves {
            root.previous_score = root.score;
        }
    }

    /// Sorts the moves from the current line on by score; a stable sort.
    pub fn sort_from_current(&mut self) {
        self.moves[self.current_line..]
            .sort_by_key(|root| std::cmp::Reverse((root.score, root.previous_score)));
    }

    /// Sorts the finished lines.
    pub fn sort_settled(&mut self) {
        let settled = (self.current_line + 1).min(self.moves.len());
        self.moves[..settled].sort_by_key(|root| std::cmp::Reverse((root.score, root.previous_score)));
    }
}
