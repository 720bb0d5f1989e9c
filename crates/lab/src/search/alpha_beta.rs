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

use super::{Found, Tree};

/// Searches a tree to a depth.
pub fn search<T: Tree>(root: &T, depth: u32) -> Found {
    let mut nodes = 0;
    let window = (-Score::INFINITE, Score::INFINITE);
    let score = value(root, window, depth, Ply::ROOT, &mut nodes);
    Found { score, nodes }
}

/// The value if it lies within the window; otherwise a bound of it that lies outside as well.
pub fn value<T: Tree>(
    node: &T,
    (mut alpha, beta): (Score, Score),
    depth: u32,
    ply: Ply,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let children = if depth == 0 { Vec::new() } else { node.children() };
    if children.is_empty() {
        return node.value(ply);
    }
    let mut best = -Score::INFINITE;
    for child in &children {
        let score = -value(child, (-beta, -alpha), depth - 1, ply.next(), nodes);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}
