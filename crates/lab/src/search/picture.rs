//! A part of a search of chess that is small enough to be drawn.
//!
//! A search of depth 3 looks at ten thousand nodes and more. A [`Picture`] begins at any of them, opens
//! the best line first and then node after node in breadth, until there is no room for all children of
//! another one; the rest stays closed.

use std::collections::{HashSet, VecDeque};

use chess::{Move, Position, perft};
use gamekit::{Bound, Score};

use super::{Trace, Window};

/// No search to be drawn is deeper.
pub const MOST_DEPTH: u32 = 4;
/// No search to be drawn may look at more nodes than this, by minimax.
pub const MOST_NODES: u64 = 250_000;

/// A node of a search and those below it that are drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The move that led here; none at the root of the search.
    pub mv: Option<Move>,
    /// The window, for the side to move here.
    pub window: Window,
    /// What the node is worth to the side to move here, and in which sense; none if it was cut off.
    pub value: Option<(Score, Bound)>,
    /// Nodes looked at from here on, this one included.
    pub nodes: u64,
    /// It is searched once more, with a wider window.
    pub is_again: bool,
    /// It gives the node above its value.
    pub is_best: bool,
    /// How many children there are, drawn or not, those cut off included.
    pub children: usize,
    /// The children; none if they are not drawn.
    pub drawn: Vec<Self>,
}

/// Nodes that minimax looks at, if they are few enough to be drawn: an upper limit of what better
/// searches look at, but for what they search twice.
pub fn nodes_of_minimax(position: &Position, depth: u32) -> Option<u64> {
    let mut nodes = 0;
    for depth in 0..=depth {
        nodes += perft(position, depth);
        if nodes > MOST_NODES {
            return None;
        }
    }
    Some(nodes)
}

impl Picture {
    /// What a search of a position did below the node at the end of `path`, which says at each node
    /// which child to go to; and the moves on the way. None if there is no such node. `most` nodes are
    /// drawn, or all children of that node.
    pub fn of(position: &Position, trace: &Trace, path: &[usize], most: usize) -> Option<(Vec<Move>, Self)> {
        let (mut position, mut place) = (position.clone(), Trace::ROOT);
        let (mut moves, mut is_again, mut is_best) = (Vec::new(), false, false);
        for &step in path {
            let child = trace.children(place).nth(step)?;
            let before = step.checked_sub(1).and_then(|before| trace.children(place).nth(before));
            is_again = trace.is_again(child, before);
            is_best = trace.best_child(place) == Some(child);
            let mv = move_to(&position, trace, child)?;
            position = position.play(mv);
            moves.push(mv);
            place = child;
        }
        let below = Self::below(&position, trace, place, &opened(trace, place, most));
        Some((moves.clone(), Self { mv: moves.pop(), is_again, is_best, ..below }))
    }

    fn below(position: &Position, trace: &Trace, place: usize, open: &HashSet<usize>) -> Self {
        let visit = trace.visit(place);
        let best = trace.best_child(place);
        let mut before = None;
        let mut drawn = Vec::new();
        for child in trace.children(place).filter(|_| open.contains(&place)) {
            if let Some(mv) = move_to(position, trace, child) {
                let is_again = trace.is_again(child, before.replace(child));
                let below = Self::below(&position.play(mv), trace, child, open);
                drawn.push(Self { mv: Some(mv), is_again, is_best: best == Some(child), ..below });
            }
        }
        Self {
            mv: None,
            window: visit.window,
            value: visit.score.zip(visit.bound()),
            nodes: visit.nodes,
            is_again: false,
            is_best: false,
            children: trace.children(place).count(),
            drawn,
        }
    }
}

/// The legal move to a visited position.
fn move_to(position: &Position, trace: &Trace, child: usize) -> Option<Move> {
    let wanted = trace.visit(child).key;
    position.legal_moves().iter().copied().find(|&mv| position.play(mv).key() == wanted)
}

/// The nodes whose children are drawn: the best line first, then the others in breadth.
fn opened(trace: &Trace, top: usize, most: usize) -> HashSet<usize> {
    let (mut open, mut room) = (HashSet::new(), most);
    let mut waiting = VecDeque::from([top]);
    while let Some(place) = waiting.pop_front() {
        let count = trace.children(place).count();
        if place != top && count > room {
            continue;
        }
        room = room.saturating_sub(count);
        open.insert(place);
        let best = trace.best_child(place);
        waiting.extend(trace.children(place).filter(|&child| Some(child) != best));
        if let Some(best) = best {
            waiting.push_front(best);
        }
    }
    open
}
