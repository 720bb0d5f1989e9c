//! Static null move pruning, also called reverse futility: so good that nothing can happen.
//!
//! If the evaluation is above `beta` by a margin that the opponent cannot make up in the few plies
//! left, the node is taken to be above `beta` and not searched. The margin grows with the depth: 120
//! centipawns a ply. It is the null move without playing it, hence the name, and it is wrong where a
//! deep combination waits; the next iterations, with more depth, find that out.

use gamekit::Score;

use super::node::Outlook;
use super::worker::Worker;
use crate::board::Squares;

/// What the opponent may win back, for each ply of depth.
const MARGIN: i32 = 120;

impl<S: Squares> Worker<'_, S> {
    /// The value of a node that is good enough as it stands.
    pub(super) fn static_null(&self, beta: Score, outlook: Outlook) -> Option<Score> {
        let bound = outlook.eval? - Score::cp(MARGIN * outlook.depth);
        (self.profile().pruning.static_null && bound >= beta && !beta.is_decisive()).then_some(bound)
    }
}
