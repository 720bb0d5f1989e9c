//! The solver: results that are proved, not estimated.
//!
//! A simulation that meets the end of the game knows its result for certain. If the player to move
//! has a move that wins, the position is won; if all moves have known results, the best of them is
//! the result of the position. These facts climb the tree as simulations come back, and no
//! simulation is spent below a position whose result is known. Moves that lose are not tried again.
//! So a tree that otherwise only averages finds forced wins, and never trusts an average against a
//! proof. (Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008; draws added.)

use crate::Ending;
use crate::node::Node;

/// A result under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The result.
    pub ending: Ending,
    /// The moves of both sides until then, along the shortest win or the longest loss that was
    /// seen.
    pub plies: u16,
}

impl Proof {
    const MOST_PLIES: u16 = (1 << 14) - 1;

    /// The game is over.
    pub const fn at_end(ending: Ending) -> Self {
        Self { ending, plies: 0 }
    }

    /// The same from the view of the other side.
    #[inline]
    pub const fn reversed(self) -> Self {
        Self { ending: self.ending.reversed(), plies: self.plies }
    }

    /// Proofs in the order of preference of a player who has them: quick wins, draws, long losses.
    pub fn preference(self) -> (Ending, i32) {
        let plies = i32::from(self.plies);
        (self.ending, if self.ending == Ending::Win { -plies } else { plies })
    }

    /// Zero is kept for "not proven".
    pub(crate) const fn bits(self) -> u16 {
        (self.ending as u16 + 1) << 14 | self.plies
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Option<Self> {
        let ending = match bits >> 14 {
            0 => return None,
            1 => Ending::Loss,
            2 => Ending::Draw,
            _ => Ending::Win,
        };
        Some(Self { ending, plies: bits & Self::MOST_PLIES })
    }
}

/// What the children prove for the player who chooses among them.
pub fn prove(children: &[Node]) -> Option<Proof> {
    let farther = |proof: Proof| Proof { plies: (proof.plies + 1).min(Proof::MOST_PLIES), ..proof };
    let wins = children.iter().filter_map(Node::proof).filter(|proof| proof.ending == Ending::Win);
    if let Some(quickest) = wins.min_by_key(|proof| proof.plies) {
        return Some(farther(quickest));
    }
    let proofs = || children.iter().map(Node::proof);
    proofs()
        .all(|proof| proof.is_some())
        .then(|| proofs().flatten().max_by_key(|proof| proof.preference()))?
        .map(farther)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn children(proofs: &[Option<Proof>]) -> Vec<Node> {
        let with = |proof: &Option<Proof>| {
            let node = Node::default();
            if let Some(proof) = proof {
                node.set_proof(*proof);
            }
            node
        };
        proofs.iter().map(with).collect()
    }

    #[test]
    fn one_win_is_enough_and_a_loss_takes_all() {
        let proof = |ending, plies| Some(Proof { ending, plies });
        let cases = [
            (vec![None, proof(Ending::Win, 4), proof(Ending::Win, 2)], proof(Ending::Win, 3)),
            (vec![None, proof(Ending::Loss, 1)], None),
            (vec![None, proof(Ending::Draw, 1)], None),
            (vec![proof(Ending::Loss, 1), proof(Ending::Loss, 5)], proof(Ending::Loss, 6)),
            (vec![proof(Ending::Loss, 9), proof(Ending::Draw, 5)], proof(Ending::Draw, 6)),
            (vec![], None),
        ];
        for (proofs, expected) in cases {
            assert_eq!(prove(&children(&proofs)), expected, "{proofs:?}");
        }
    }

    #[test]
    fn bits_round_trip() {
        for ending in [Ending::Loss, Ending::Draw, Ending::Win] {
            let proof = Proof { ending, plies: 321 };
            assert_eq!(Proof::from_bits(proof.bits()), Some(proof));
        }
        assert_eq!(Proof::from_bits(0), None);
    }
}
