//! `NegaScout`, or principal variation search: is it better at all? (Reinefeld 1983, Marsland 1982)
//!
//! ```text
//!   first move:   how good is it?                       window (alpha, beta)      = 3
//!   second move:  better than 3?    no, at most 3       window (3, 4)             <= 3
//!   third move:   better than 3?    yes, at least 5     window (3, 4)             >= 5
//!                 how good, then?                       window (5, beta)          = 7
//! ```
//!
//! If the moves are well ordered, the first is the best, and of the others one only has to know that
//! they are not better. A window without room, from `alpha` to the next number, asks exactly this,
//! and the narrower a window, the more is cut. A wrong guess costs a second search of that move,
//! which must not happen often. Nearly all strong engines search this way.

use gamekit::{Ply, Score};

use super::{EVERYTHING, Found, Observer, Tree, Window};

/// Searches a tree to a depth.
pub fn search<T: Tree>(root: &T, depth: u32) -> Found {
    let mut nodes = 0;
    let score = observed(root, depth, &mut nodes);
    Found { score, nodes }
}

/// Searches a tree to a depth while somebody looks on.
pub fn observed<T: Tree>(root: &T, depth: u32, observer: &mut impl Observer<T>) -> Score {
    value(root, EVERYTHING, depth, Ply::ROOT, observer)
}

fn value<T: Tree>(
    node: &T,
    (mut alpha, beta): Window,
    depth: u32,
    ply: Ply,
    observer: &mut impl Observer<T>,
) -> Score {
    observer.enter(node, (alpha, beta));
    let children = if depth == 0 { Vec::new() } else { node.children() };
    let mut best = if children.is_empty() { node.value(ply) } else { -Score::INFINITE };
    for (index, child) in children.iter().enumerate() {
        let mut search =
            |low: Score, high: Score| -value(child, (-high, -low), depth - 1, ply.next(), observer);
        let is_better = |score: Score| score > alpha && score < beta;
        let score = if index == 0 {
            search(alpha, beta)
        } else {
            match search(alpha, alpha + Score::cp(1)) {
                scout if is_better(scout) => search(scout, beta).max(scout),
                scout => scout,
            }
        };
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            observer.cut(&children[index + 1..]);
            break;
        }
    }
    observer.leave(best);
    best
}
