//! Minimax: the definition of a good move (Shannon 1950, after von Neumann 1928).
//!
//! ```text
//!            max 3                 I choose the move whose worst reply is best for me.
//!          /   |   \
//!      min 3  min 2  min 2         My opponent chooses the reply that is worst for me.
//!      / | \  / | \  / | \
//!     3 12 8  2 4 6 14 5 2         Leaves are judged by their looks.
//! ```
//!
//! Every position to the given depth is looked at: with b moves in each, b^d leaves. In chess that
//! is about 35^d, so that one more ply takes 35 times as long, and depth 5 a minute. It finds what
//! there is to find; all other searches are measured by it.

use gamekit::{Ply, Score};

use super::{EVERYTHING, Found, Observer, Tree};

/// Searches a tree to a depth.
pub fn search<T: Tree>(root: &T, depth: u32) -> Found {
    let mut nodes = 0;
    let score = observed(root, depth, &mut nodes);
    Found { score, nodes }
}

/// Searches a tree to a depth while somebody looks on.
pub fn observed<T: Tree>(root: &T, depth: u32, observer: &mut impl Observer<T>) -> Score {
    value(root, depth, Ply::ROOT, observer)
}

fn value<T: Tree>(node: &T, depth: u32, ply: Ply, observer: &mut impl Observer<T>) -> Score {
    observer.enter(node, EVERYTHING);
    let children = if depth == 0 { Vec::new() } else { node.children() };
    let values = children.iter().map(|child| -value(child, depth - 1, ply.next(), observer));
    let best = values.max().unwrap_or_else(|| node.value(ply));
    observer.leave(best);
    best
}
