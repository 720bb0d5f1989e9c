//! A node of the tree.

use arrayvec::ArrayVec;
use chess::{Move, Position};
use gamekit::table::Entry;
use gamekit::{Bound, Ply, Score};

use super::pruning::{Extension, reverse_futility};
use super::{NodeKind, NonPv, Pv, Shared, Worker};
use crate::history::NodeContext;
use crate::picker::MovePicker;
use crate::{Depth, techniques, tunables};

/// What the rules of a node look at.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(super) struct Node<'a> {
    pub position: &'a Position,
    pub ply: Ply,
    pub beta: Score,
    /// The table's entry for the position, if it has one.
    pub entry: Option<Entry>,
    /// The table's move, if it is legal.
    pub table_move: Option<Move>,
    /// The best estimate before searching; none in check.
    pub eval: Option<Score>,
    /// The corrected static evaluation; none in check.
    pub static_eval: Option<Score>,
    /// Whether the evaluation rose since our last move.
    pub improving: bool,
    /// Whether a cut-off is expected here.
    pub expects_cut: bool,
    /// Whether the position was on a principal variation, now or earlier.
    pub was_pv: bool,
    /// Whether no move is left out for being late ([`crate::Limits::whole_pv`]).
    pub is_whole: bool,
}

impl Worker {
    /// The score of a position, exact if it is between `alpha` and `beta`, otherwise a bound.
    #[expect(clippy::too_many_arguments, reason = "the arguments of every alpha-beta search")]
    #[expect(clippy::too_many_lines, reason = "a table of contents; each rule is a function of its own")]
    pub(super) fn search<N: NodeKind>(
        &mut self,
        shared: &Shared,
        position: &Position,
        mut alpha: Score,
        mut beta: Score,
        mut depth: Depth,
        ply: Ply,
        cut_node: bool,
    ) -> Score {
        if depth <= Depth::ZERO {
            return self.quiesce::<N>(shared, position, alpha, beta, ply);
        }
        self.count_node(shared);
        if N::PV {
            self.stack.clear_line(ply);
            self.selective_depth = self.selective_depth.max(ply.index());
        }
        if self.is_over(shared) {
            return Score::DRAW;
        }
        if !N::ROOT {
            if self.is_draw(position, ply) {
                return self.draw_score();
            }
            if ply >= Ply::MAX {
                let raw = self.raw_eval(position);
                return self.correct(position, ply, raw);
            }
            // Mate distance pruning: no line can be better than mate on the next move, or worse
            // than mate now.
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply.next()));
            if alpha >= beta {
                return alpha;
            }
            if alpha < Score::DRAW && self.can_repeat(shared, position, ply) {
                alpha = self.draw_score();
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        let excluded = self.stack.frame(ply).excluded;
        let entry = shared.table.probe(position.key(), ply).filter(|_| excluded.is_none());
        if !N::PV
            && let Some(score) = table_cutoff(entry, position, alpha, beta, depth)
        {
            if score >= beta && techniques::table_lessons() {
                self.learn_from_table(position, ply, entry, depth);
            }
            return score;
        }
        if !N::ROOT && excluded.is_none() {
            let known = Self::probe_tablebase(shared, position, depth, ply, alpha, beta);
            if let Some(score) = known {
                return score;
            }
        }

        let table_move = self.table_move::<N>(position, entry);
        let raw_eval = self.remembered_eval(position, entry);
        let mut node = self.judge(position, ply, beta, entry, table_move, raw_eval, cut_node, N::PV);
        node.is_whole = shared.limits.whole_pv && node.was_pv;
        self.stack.frame_mut(ply.next()).cutoffs = 0;

        if !N::PV && excluded.is_none() && !position.in_check() && !shared.seeks_mate() {
            if let Some(score) = reverse_futility(&node, depth) {
                return score;
            }
            if let Some(score) = self.razor(shared, &node, alpha, depth) {
                return score;
            }
            if let Some(score) = self.null_move(shared, &node, depth) {
                return score;
            }
            if let Some(score) = self.probcut(shared, &node, depth) {
                return score;
            }
            if let Some(score) = Self::small_probcut(&node, depth) {
                return score;
            }
        }
        depth -= internal_iterative_reduction::<N>(&node, depth);

        let context = self.context(position, ply);
        let mut picker = MovePicker::new(node.table_move);
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut quiets = ArrayVec::<Move, 64>::new();
        let mut captures = ArrayVec::<Move, 32>::new();

        while let Some(mv) = picker.next(position, &self.histories, &context) {
            if Some(mv) == excluded || !self.considers::<N>(position, mv) {
                continue;
            }
            number += 1;
            let history = self.history_of(&context, position, mv);
            let reduction = self.reductions.base(depth.plies(), number);
            if !N::ROOT
                && !shared.seeks_mate()
                && !best.is_loss()
                && Self::is_futile(&node, &context, &mut picker, mv, alpha, depth, number, history, reduction)
            {
                continue;
            }
            let extension = match self.extend::<N>(shared, &node, mv, depth) {
                Extension::Plies(plies) => plies,
                Extension::Cut(score) => return score,
            };

            let nodes_before = self.nodes;
            let next = self.descend(shared, position, mv, ply);
            let new_depth = depth - 1 + extension;
            let mut score = -Score::INFINITE;
            let full_width =
                if depth >= Depth::new(2) && number > 1 + usize::from(N::ROOT) && !shared.seeks_mate() {
                    let reduction = self.adjust_reduction::<N>(&node, &next, mv, history, reduction);
                    let reduced = (new_depth - reduction).max(Depth::new(1)).min(new_depth + 1);
                    score = -self.search::<NonPv>(
                        shared,
                        &next,
                        -(alpha + Score::cp(1)),
                        -alpha,
                        reduced,
                        ply.next(),
                        true,
                    );
                    if score > alpha && reduced < new_depth {
                        // The reduced search hopes; how far beyond tells how deep to look again.
                        let deeper = new_depth
                            + i32::from(score > best + Score::cp(tunables::deeper_margin()))
                            - i32::from(score < best + Score::cp(tunables::shallower_margin()));
                        if deeper > reduced {
                            score = -self.search::<NonPv>(
                                shared,
                                &next,
                                -(alpha + Score::cp(1)),
                                -alpha,
                                deeper,
                                ply.next(),
                                !cut_node,
                            );
                        }
                        self.learn_from_reduction(&context, position, mv, score, alpha, beta, depth);
                    }
                    false
                } else {
                    !N::PV || number > 1
                };
            if full_width {
                score = -self.search::<NonPv>(
                    shared,
                    &next,
                    -(alpha + Score::cp(1)),
                    -alpha,
                    new_depth,
                    ply.next(),
                    !cut_node,
                );
            }
            if N::PV && (number == 1 || score > alpha) {
                score = -self.search::<Pv>(shared, &next, -beta, -alpha, new_depth, ply.next(), false);
            }
            self.ascend();
            if self.stopped {
                return Score::DRAW;
            }
            if N::ROOT {
                self.record_root_move(mv, score, alpha, number, self.nodes - nodes_before);
            }

            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.stack.set_line(ply, mv);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.stack.frame_mut(ply).cutoffs += 1;
                        break;
                    }
                    bound = Bound::Exact;
                    alpha = score;
                }
            }
            if Some(mv) != best_move {
                if mv.is_quiet() {
                    quiets.try_push(mv).ok()
                } else {
                    captures.try_push(mv).ok()
                };
            }
        }

        if number == 0 {
            return if excluded.is_some() || position.count_legal_moves() > 0 {
                alpha
            } else if position.in_check() {
                Score::mated_in(ply)
            } else {
                Score::DRAW
            };
        }
        if bound == Bound::Lower {
            best = believable(best, beta, depth);
        }
        if let Some(mv) = best_move {
            self.learn(&context, position, mv, &quiets, &captures, depth);
        } else if excluded.is_none() && techniques::credit_for_refuting() {
            self.credit_previous(ply, depth);
        }
        if excluded.is_none() {
            self.learn_correction(&node, best, best_move, bound, depth);
            // The root's table entry belongs to the best line only.
            if !N::ROOT || self.root.current_line == 0 {
                let entry = Entry {
                    mv: best_move.map(Move::bits),
                    score: best,
                    eval: raw_eval,
                    depth: depth.to_table(),
                    bound,
                    was_pv: node.was_pv,
                };
                shared.table.store(position.key(), ply, entry);
            }
        }
        best
    }

    /// Whether a move is searched at all: at the root those of the current line, elsewhere all
    /// but those that a weaker player overlooks.
    fn considers<N: NodeKind>(&self, position: &Position, mv: Move) -> bool {
        if N::ROOT {
            self.root.contains(mv)
        } else {
            !self.level.is_some_and(|level| level.overlooks(position, mv))
        }
    }

    /// The table's move, if it can be played; at the root the best move so far.
    pub(super) fn table_move<N: NodeKind>(&self, position: &Position, entry: Option<Entry>) -> Option<Move> {
        if N::ROOT {
            return self.root.current().map(super::RootMove::mv);
        }
        entry
            .and_then(|entry| entry.mv)
            .and_then(|bits| Move::from_bits(bits.get()))
            .filter(|&mv| position.is_legal(mv))
    }

    /// The evaluator's word, from the table if it has been asked before; none in check.
    fn remembered_eval(&mut self, position: &Position, entry: Option<Entry>) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        Some(entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.raw_eval(position)))
    }

    /// Gathers what is known of a node before any move is searched.
    #[expect(clippy::too_many_arguments, reason = "what is known comes from many places")]
    fn judge<'a>(
        &mut self,
        position: &'a Position,
        ply: Ply,
        beta: Score,
        entry: Option<Entry>,
        table_move: Option<Move>,
        raw_eval: Option<Score>,
        cut_node: bool,
        pv: bool,
    ) -> Node<'a> {
        let static_eval = raw_eval.map(|raw| self.correct(position, ply, raw));
        self.stack.frame_mut(ply).static_eval = static_eval;
        let eval = static_eval.map(|estimate| entry.map_or(estimate, |entry| entry.refine(estimate)));
        let earlier = [2, 4].into_iter().find_map(|plies| self.stack.before(ply, plies)?.static_eval);
        let improving = static_eval.zip(earlier).is_some_and(|(now, earlier)| now > earlier);
        let was_pv = pv || entry.is_some_and(|entry| entry.was_pv);
        Node {
            position,
            ply,
            beta,
            entry,
            table_move,
            eval,
            static_eval,
            improving,
            expects_cut: cut_node,
            was_pv,
            is_whole: false,
        }
    }

    fn history_of(&self, context: &NodeContext, position: &Position, mv: Move) -> i32 {
        if mv.is_quiet() {
            self.histories.quiet(context, position, mv)
        } else {
            self.histories.capture(position, mv)
        }
    }

    /// Notes what a root move gave.
    fn record_root_move(&mut self, mv: Move, score: Score, alpha: Score, number: usize, nodes: u64) {
        let line = self.stack.line(Ply::ROOT.next()).clone();
        let selective_depth = self.selective_depth;
        let Some(root) = self.root.get_mut(mv) else { return };
        root.nodes += nodes;
        if number == 1 || score > alpha {
            root.score = score;
            root.selective_depth = selective_depth;
            root.line.truncate(1);
            root.line.extend(line);
        } else {
            root.score = -Score::INFINITE;
        }
    }
}

/// The transposition table's word is enough: it looked as deep, and its bound settles the window.
/// Near the fifty-move rule it is not trusted, since the table does not know the count. Without such
/// cut-offs: -78 +/- 45 Elo.
fn table_cutoff(
    entry: Option<Entry>,
    position: &Position,
    alpha: Score,
    beta: Score,
    depth: Depth,
) -> Option<Score> {
    let entry = entry?;
    let deep_enough = Depth::from_table(entry.depth) >= depth;
    let settles = entry.bound.settles(entry.score, alpha, beta);
    (techniques::transposition_cutoffs() && deep_enough && settles && position.halfmove_clock() < 90)
        .then_some(entry.score)
}

/// How far above beta a cut-off is believed to be: the shallower the search, the less of it, since the
/// opponent will mostly have had something better than what leads here.
fn believable(score: Score, beta: Score, depth: Depth) -> Score {
    if !techniques::blended_cutoffs() || score.is_decisive() || beta.is_decisive() {
        return score;
    }
    let plies = depth.plies();
    Score::cp((score.raw() * plies + beta.raw()) / (plies + 1))
}

/// Internal iterative reduction: without a move from the table the node is either unimportant or
/// better searched again when the table has one. Without it: -10 +/- 38 Elo.
fn internal_iterative_reduction<N: NodeKind>(node: &Node, depth: Depth) -> i32 {
    let worth_it = techniques::internal_iterative_reductions()
        && (N::PV || node.expects_cut)
        && depth >= Depth::new(4)
        && node.table_move.is_none();
    i32::from(worth_it)
}
