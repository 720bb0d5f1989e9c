//! Futility pruning: a quiet move cannot make up for a queen.
//!
//! Near the end of the search a quiet move changes the evaluation by a little. If the evaluation and
//! a generous margin together are still not above `alpha`, the move is left out. The margins grow with
//! the depth that is left. Captures, promotions, checks and answers to checks are always searched, and so is
//! the first move, since a node has to have a value.

use gamekit::Score;

use super::node::Outlook;
use super::worker::Worker;
use crate::board::Squares;

/// What a quiet move and all after it may win, by the depth that is left.
const MARGINS: [i32; 9] = [0, 100, 160, 220, 280, 340, 400, 460, 520];

impl<S: Squares> Worker<'_, S> {
    /// Whether quiet moves are hopeless here.
    pub(super) fn is_futile(&self, outlook: Outlook, alpha: Score) -> bool {
        let margin = usize::try_from(outlook.depth).ok().and_then(|depth| MARGINS.get(depth));
        let best = outlook.eval.zip(margin).map(|(eval, &margin)| eval + Score::cp(margin));
        self.profile().pruning.futility && best.is_some_and(|best| best <= alpha) && !alpha.is_decisive()
    }
}
