//! The first step of a simulation: which child to visit.

mod puct;
mod uct;

pub use puct::Puct;
pub use uct::Uct;

use crate::Ending;
use crate::node::Node;

/// How a child is chosen on the way down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Selection {
    /// By upper confidence bounds.
    Uct(Uct),
    /// By upper confidence bounds that trust a prior.
    Puct(Puct),
}

impl Selection {
    /// The number of the child to visit.
    ///
    /// Children are visited in their order, so those without visits are at the end, and the first
    /// of them stands for all. One that is proven to lose is not chosen unless all are.
    #[inline]
    pub fn choose(&self, children: &[Node]) -> usize {
        match self {
            Self::Uct(uct) => uct.choose(children),
            Self::Puct(puct) => puct.choose(children),
        }
    }

    /// Whether priors are of use.
    pub const fn uses_priors(&self) -> bool {
        matches!(self, Self::Puct(_))
    }
}

/// The children worth a visit, up to the first without one.
#[inline]
fn candidates(children: &[Node]) -> impl Iterator<Item = (usize, &Node, u32)> {
    let mut is_last = false;
    let open = children.iter().enumerate().filter(|(_, child)| !child.is_proven(Ending::Loss));
    open.map(|(index, child)| (index, child, child.visits())).take_while(move |&(_, _, visits)| {
        let is_taken = !is_last;
        is_last = visits == 0;
        is_taken
    })
}

/// The candidate with the greatest urgency; the first of equals.
#[inline]
fn most_urgent(children: &[Node], urgency: impl Fn(&Node, u32) -> f32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, child, visits) in candidates(children) {
        let urgency = urgency(child, visits);
        if urgency > best.1 {
            best = (index, urgency);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::solver::Proof;

    fn children(visits: &[u32]) -> Vec<Node> {
        let with = |&visits: &u32| {
            let node = Node::default();
            node.reset(0, 0.25);
            for _ in 0..visits {
                node.enter(0.0);
                node.record(Value::DRAW, 0.0);
            }
            node
        };
        visits.iter().map(with).collect()
    }

    #[test]
    fn only_the_first_child_without_visits_is_a_candidate() {
        let children = children(&[3, 1, 0, 0]);
        assert_eq!(candidates(&children).map(|(index, ..)| index).collect::<Vec<_>>(), [0, 1, 2]);
        children[2].set_proof(Proof::at_end(Ending::Loss));
        assert_eq!(candidates(&children).map(|(index, ..)| index).collect::<Vec<_>>(), [0, 1, 3]);
    }

    #[test]
    fn among_equals_the_least_visited_is_chosen() {
        let children = children(&[5, 2, 4, 7]);
        for selection in [Selection::Uct(Uct::default()), Selection::Puct(Puct::default())] {
            assert_eq!(selection.choose(&children), 1, "{selection:?}");
        }
    }
}
