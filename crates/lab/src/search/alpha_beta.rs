//! Alpha-beta: a move is refuted by one good reply (Knuth and Moore 1975).
//!
//! ```text
//!            max 3                 The first move is worth 3. The second allows a reply worth
//!          /   |   \               2: whatever its other replies are, I will not play it.
//!      min 3  <=2   min 2
//!      / | \  / :  : / | \
//!     3 12 8  2 x  x 14 5 2        x: never looked at
//! ```
//!
//! The search carries a window: `alpha` is what I can have already, `beta` what my opponent can hold
//! me to. A value outside of it changes nothing at the root, so a node may stop as soon as a move
//! reaches `beta`. The value at the root is that of minimax. If the best move always comes first,
//! only about the square root of all leaves is looked at, and one searches twice as deep in the same
//! time; if the worst comes first, nothing is saved. That is why programs care so much for the order
//! of moves.

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

/// The value if it lies within the window; otherwise a bound of it that lies outside as well.
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
        let score = -value(child, (-beta, -alpha), depth - 1, ply.next(), observer);
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
