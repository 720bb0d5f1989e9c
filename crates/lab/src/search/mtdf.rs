//! MTD(f): the value by questions of yes or no (Plaat 1996).
//!
//! ```text
//!   guess 0:   at least 1?   yes, at least 40           40 .......... infinite
//!   guess 40:  at least 41?  yes, at least 55           55 .......... infinite
//!   guess 55:  at least 56?  no, at most 55             55 = 55: found
//! ```
//!
//! Alpha-beta with a window without room says on which side of a number the value lies, and gives a
//! bound of it. The driver asks again at that bound until the lower and the upper bound meet, which
//! takes few steps if the first guess is good (the value of the search one ply less). Each step
//! visits mostly the same nodes, so their bounds have to be remembered: without a table the method is
//! hopeless. It looks at fewer nodes than `NegaScout` in theory and often in practice, but depends on
//! the table for its life, which is why few engines use it.

use std::collections::HashMap;

use gamekit::{Key, Ply, Score};

use super::{Found, Tree};

/// What is known of each node, by its key and the depth below it.
type Memory = HashMap<(Key, u32), (Score, Score)>;

/// Searches a tree to a depth, from the value of the search one ply less.
pub fn search<T: Tree>(root: &T, depth: u32) -> Found {
    let (mut memory, mut nodes) = (Memory::new(), 0);
    let mut score = Score::DRAW;
    for depth in 0..=depth {
        score = drive(root, score, depth, &mut memory, &mut nodes);
    }
    Found { score, nodes }
}

/// Asks until the bounds meet.
fn drive<T: Tree>(root: &T, guess: Score, depth: u32, memory: &mut Memory, nodes: &mut u64) -> Score {
    let (mut lower, mut upper) = (-Score::INFINITE, Score::INFINITE);
    let mut score = guess;
    while lower < upper {
        let beta = if score == lower { score + Score::cp(1) } else { score };
        score = at_least(root, beta, depth, Ply::ROOT, &mut Notes { memory, nodes });
        if score < beta {
            upper = score;
        } else {
            lower = score;
        }
    }
    score
}

/// What a search writes down.
struct Notes<'a> {
    memory: &'a mut Memory,
    nodes: &'a mut u64,
}

/// A lower bound of the value if it is at least `beta`, otherwise an upper bound.
fn at_least<T: Tree>(node: &T, beta: Score, depth: u32, ply: Ply, notes: &mut Notes) -> Score {
    let key = (node.key(), depth);
    let known = notes.memory.get(&key).copied().unwrap_or((-Score::INFINITE, Score::INFINITE));
    // A node at another distance from the root sees mates at another distance.
    let (lower, upper) = (known.0.from_table(ply), known.1.from_table(ply));
    if lower >= beta {
        return lower;
    }
    if upper < beta {
        return upper;
    }
    *notes.nodes += 1;
    let children = if depth == 0 { Vec::new() } else { node.children() };
    let mut best = if children.is_empty() { node.value(ply) } else { -Score::INFINITE };
    for child in &children {
        // "At least beta for me" is "not at least 1 - beta for my opponent".
        let score = -at_least(child, Score::cp(1) - beta, depth - 1, ply.next(), notes);
        best = best.max(score);
        if best >= beta {
            break;
        }
    }
    let is_leaf = children.is_empty();
    let bounds = (
        if is_leaf || best >= beta { best } else { lower },
        if is_leaf || best < beta { best } else { upper },
    );
    notes.memory.insert(key, (bounds.0.to_table(ply), bounds.1.to_table(ply)));
    best
}
