//! Who looks on while a tree is searched.

use gamekit::Score;

use super::Window;

/// Is told what a search does, node by node.
pub trait Observer<T> {
    /// A node is looked at with this window.
    fn enter(&mut self, node: &T, window: Window);

    /// These children of the node that was entered last, and not left yet, are never looked at.
    fn cut(&mut self, children: &[T]);

    /// The node that was entered last, and not left yet, is worth this.
    fn leave(&mut self, score: Score);
}

/// The simplest observer counts nodes.
impl<T> Observer<T> for u64 {
    fn enter(&mut self, _: &T, _: Window) {
        *self += 1;
    }

    fn cut(&mut self, _: &[T]) {}

    fn leave(&mut self, _: Score) {}
}
