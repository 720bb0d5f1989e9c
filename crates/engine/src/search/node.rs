//! A node of the tree.

use arrayvec::ArrayVec;
use chess::{Move, Position};
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::extensions::Extension;
use super::moves::Candidate;
use super::pruning::{self, Skip};
use super::{NodeKind, Window, Worker};
use crate::picker::MovePicker;
use crate::{Depth, techniques, tunables};

/// What the pruning, reduction and extension rules know about a node.
pub(super) struct Node<'a> {
    pub position: &'a Position,
    pub ply: Ply,
    pub depth: Depth,
    pub beta: Score,
    /// The move left out by a singular verification search.
    pub excluded: Option<Move>,
    pub entry: Option<Entry>,
    /// The move of the table entry, if it is legal.
    pub table_move: Option<Move>,
    /// The evaluator's output; none in check, as are the next two.
    pub raw_eval: Option<Score>,
    /// The evaluation corrected by history.
    pub static_eval: Option<Score>,
    /// The static evaluation, or the table's score where it is a better estimate.
    pub eval: Option<Score>,
    /// Whether the static evaluation rose since our last move.
    pub improving: bool,
    /// Whether this is an expected cut node.
    pub expects_cut: bool,
    /// Whether the position is or was on a principal variation.
    pub was_pv: bool,
}

impl Node<'_> {
    /// What futility margins grow by where history says that the evaluation is often wrong.
    #[inline]
    pub fn doubt(&self) -> i32 {
        match self.raw_eval.zip(self.static_eval) {
            Some((raw, corrected)) if techniques::doubtful_margins() => {
                (corrected - raw).raw().abs() * tunables::margin_correction() / 100
            }
            _ => 0,
        }
    }
}

/// The moves searched so far: the best one, and those that did not raise alpha.
pub(super) struct Tried {
    pub best: Score,
    pub best_move: Option<Move>,
    pub bound: Bound,
    pub quiets: ArrayVec<Move, 64>,
    pub captures: ArrayVec<Move, 32>,
}

impl Worker<'_> {
    /// Searches a position. The score is exact inside the window and a bound outside of it.
    pub(super) fn search<N: NodeKind>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: Depth,
        ply: Ply,
        cut_node: bool,
    ) -> Score {
        if depth <= Depth::ZERO {
            return self.quiesce::<N>(position, window, ply);
        }
        if let Some(score) = self.enter::<N>(position, ply) {
            return score;
        }
        if !N::ROOT {
            window = window.within_mates(ply);
            if !window.is_empty() && window.alpha < Score::DRAW && self.can_repeat(position, ply) {
                window.alpha = self.draw_score();
            }
            if window.is_empty() {
                return window.alpha;
            }
        }

        let excluded = self.stack.frame(ply).excluded;
        let entry = self.shared.table.probe(position.key(), ply).filter(|_| excluded.is_none());
        if !N::PV
            && let Some(score) = table_cutoff(entry, position, window, depth, cut_node)
        {
            if score >= window.beta && techniques::table_lessons() {
                self.learn_from_table(position, ply, entry, depth);
            }
            return score;
        }
        if !N::ROOT
            && excluded.is_none()
            && let Some(score) = self.probe_tablebase(position, window, depth, ply)
        {
            return score;
        }

        let mut node = self.judge::<N>(position, window.beta, depth, ply, entry);
        node.expects_cut = cut_node;
        if !N::ROOT && excluded.is_none() && techniques::evaluation_history() {
            self.learn_from_evaluation(&node);
        }
        if !N::PV
            && excluded.is_none()
            && !position.in_check()
            && !self.shared.seeks_mate()
            && let Some(score) = self.prune_node(&node, window)
        {
            return score;
        }
        node.depth -= internal_iterative_reduction::<N>(&node);
        self.search_moves::<N>(&node, window)
    }

    /// Counts the node, and returns its score if no move need be searched: a draw, the end of the
    /// search, or the maximal ply.
    #[inline]
    pub(super) fn enter<N: NodeKind>(&mut self, position: &Position, ply: Ply) -> Option<Score> {
        self.count_node();
        if N::PV {
            self.stack.clear_line(ply);
            self.selective_depth = self.selective_depth.max(ply.index());
        }
        if self.is_over() {
            return Some(Score::DRAW);
        }
        if N::ROOT {
            return None;
        }
        if self.is_draw(position, ply) {
            return Some(self.draw_score());
        }
        (ply >= Ply::MAX).then(|| {
            let raw = self.raw_eval(position);
            self.correct(position, ply, raw)
        })
    }

    /// Collects what is known about a node before any move is searched.
    fn judge<'n, N: NodeKind>(
        &mut self,
        position: &'n Position,
        beta: Score,
        depth: Depth,
        ply: Ply,
        entry: Option<Entry>,
    ) -> Node<'n> {
        let table_move = self.table_move::<N>(position, entry);
        let raw_eval = self.remembered_eval(position, entry);
        let static_eval = raw_eval.map(|raw| self.correct(position, ply, raw));
        self.stack.frame_mut(ply).static_eval = static_eval;
        self.stack.frame_mut(ply.next()).cutoffs = 0;
        let eval = static_eval.map(|estimate| entry.map_or(estimate, |entry| entry.refine(estimate)));
        let earlier = [2, 4].into_iter().find_map(|plies| self.stack.before(ply, plies)?.static_eval);
        let improving = static_eval.zip(earlier).is_some_and(|(now, earlier)| now > earlier);
        Node {
            position,
            ply,
            depth,
            beta,
            excluded: self.stack.frame(ply).excluded,
            entry,
            table_move,
            raw_eval,
            static_eval,
            eval,
            improving,
            expects_cut: false,
            was_pv: N::PV || entry.is_some_and(|entry| entry.was_pv),
        }
    }

    /// Tries the rules that cut a node without a full search.
    fn prune_node(&mut self, node: &Node, window: Window) -> Option<Score> {
        pruning::reverse_futility(node)
            .or_else(|| self.razor(node, window))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node))
    }

    fn search_moves<N: NodeKind>(&mut self, node: &Node, mut window: Window) -> Score {
        let &Node { position, ply, .. } = node;
        let context = self.context(position, ply);
        self.stack.frame_mut(ply).threats = context.threats;
        let mut picker = MovePicker::new(node.table_move);
        let mut tried = Tried::default();
        let mut number = 0;
        while let Some(mv) = picker.next(position, self.histories, &context) {
            if Some(mv) == node.excluded || !self.considers::<N>(position, mv) {
                continue;
            }
            number += 1;
            let mut candidate = Candidate {
                mv,
                number,
                history: self.history_of(&context, position, mv),
                reduction: self.reductions.base(node.depth.plies(), number),
                extension: 0,
            };
            if !N::ROOT && !self.shared.seeks_mate() && !tried.best.is_loss() {
                match self.skip(node, &context, &picker, &candidate, window.alpha) {
                    Some(Skip::This) => continue,
                    Some(Skip::AllQuiets) => {
                        picker.skip_quiets();
                        continue;
                    }
                    None => {}
                }
            }
            match self.extend::<N>(node, mv) {
                Extension::Plies(plies) => candidate.extension = plies,
                Extension::Cut(score) => return score,
            }
            let nodes_before = self.nodes;
            let score = self.search_move::<N>(node, &candidate, window, tried.best);
            if self.stopped {
                return Score::DRAW;
            }
            if N::ROOT {
                self.record_root_move(&candidate, score, window, self.nodes - nodes_before);
            }
            if score > window.alpha && N::PV {
                self.stack.set_line(ply, mv);
            }
            tried.add(mv, score, &mut window);
            if tried.bound == Bound::Lower {
                self.stack.frame_mut(ply).cutoffs += 1;
                break;
            }
        }
        if number == 0 {
            return no_move(node, window.alpha);
        }
        if tried.bound == Bound::Lower {
            tried.best = blended_with_beta(tried.best, window.beta, node.depth);
        }
        self.conclude::<N>(node, &context, &tried);
        tried.best
    }

    /// Whether a move is searched at all: at the root those left for the current line, elsewhere
    /// all except those that a limited level overlooks.
    fn considers<N: NodeKind>(&self, position: &Position, mv: Move) -> bool {
        if N::ROOT {
            self.root.contains(mv)
        } else {
            !self.level.is_some_and(|level| level.overlooks(position, mv))
        }
    }

    /// The table's move, if it is legal; at the root the best move so far.
    pub(super) fn table_move<N: NodeKind>(&self, position: &Position, entry: Option<Entry>) -> Option<Move> {
        if N::ROOT {
            return self.root.current().map(super::RootMove::mv);
        }
        entry
            .and_then(|entry| entry.mv)
            .and_then(|bits| Move::from_bits(bits.get()))
            .filter(|&mv| position.is_legal(mv))
    }

    /// The evaluator's output, taken from the table entry if that has it; none in check.
    pub(super) fn remembered_eval(&mut self, position: &Position, entry: Option<Entry>) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        Some(entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.raw_eval(position)))
    }

    /// Records the result of a root move.
    fn record_root_move(&mut self, candidate: &Candidate, score: Score, window: Window, nodes: u64) {
        let line = self.stack.line(Ply::ROOT.next());
        let selective_depth = self.selective_depth;
        let Some(root) = self.root.get_mut(candidate.mv) else { return };
        root.nodes += nodes;
        if candidate.number == 1 || score > window.alpha {
            root.score = score;
            root.bound = Bound::of(score, (window.alpha, window.beta));
            root.selective_depth = selective_depth;
            root.line.truncate(1);
            root.line.extend(line);
        } else {
            root.score = -Score::INFINITE;
            root.bound = Bound::Exact;
        }
    }
}

impl Default for Tried {
    fn default() -> Self {
        Self {
            best: -Score::INFINITE,
            best_move: None,
            bound: Bound::Upper,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
        }
    }
}

impl Tried {
    /// Adds a searched move, and raises alpha if it is the best so far.
    #[inline]
    fn add(&mut self, mv: Move, score: Score, window: &mut Window) {
        self.best = self.best.max(score);
        if score > window.alpha {
            self.best_move = Some(mv);
            self.bound = if score >= window.beta { Bound::Lower } else { Bound::Exact };
            window.alpha = score;
        } else if mv.is_quiet() {
            self.quiets.try_push(mv).unwrap_or_default();
        } else {
            self.captures.try_push(mv).unwrap_or_default();
        }
    }
}

/// The score of a node without searched moves: mate, stalemate, or all moves were left out.
fn no_move(node: &Node, alpha: Score) -> Score {
    if node.excluded.is_some() || node.position.count_legal_moves() > 0 {
        alpha
    } else if node.position.in_check() {
        Score::mated_in(node.ply)
    } else {
        Score::DRAW
    }
}

/// Transposition cut-off: the table's entry is deep enough and its bound settles the window. Not
/// near the fifty-move limit, since the table ignores the half-move clock; and at low depth not
/// against the expectation, where a search costs little. Without it: -78 +/- 45 Elo.
fn table_cutoff(
    entry: Option<Entry>,
    position: &Position,
    window: Window,
    depth: Depth,
    expects_cut: bool,
) -> Option<Score> {
    let entry = entry?;
    let as_expected = !techniques::cutoffs_by_kind()
        || depth > Depth::new(tunables::table_kind_depth())
        || expects_cut == (entry.score >= window.beta);
    let deep_enough = Depth::from_table(entry.depth) >= depth;
    let settles = entry.bound.settles(entry.score, window.alpha, window.beta);
    (techniques::transposition_cutoffs()
        && deep_enough
        && settles
        && as_expected
        && i32::from(position.halfmove_clock()) < tunables::table_halfmove_limit())
    .then_some(entry.score)
}

/// Pulls a fail-high score towards beta, the more so the shallower the search: far above beta, the
/// opponent most likely had something better earlier.
fn blended_with_beta(score: Score, beta: Score, depth: Depth) -> Score {
    if !techniques::blended_cutoffs() || score.is_decisive() || beta.is_decisive() {
        return score;
    }
    let plies = depth.plies();
    Score::cp((score.raw() * plies + beta.raw()) / (plies + 1))
}

/// Internal iterative reduction: a node without a table move is searched one ply less deeply.
/// Either it is unimportant, or the next iteration finds a table move there.
fn internal_iterative_reduction<N: NodeKind>(node: &Node) -> i32 {
    let worth_it = techniques::internal_iterative_reductions()
        && (N::PV || node.expects_cut)
        && node.depth >= Depth::new(tunables::iir_depth())
        && node.table_move.is_none();
    i32::from(worth_it)
}
