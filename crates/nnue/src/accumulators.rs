//! Incremental updates of the first layer along the path of a search.
//!
//! A move changes two to four features, so the first layer's sums after a move are those before it
//! plus and minus a few rows of weights. Updates are lazy: [`Accumulators::push`] only records the
//! changes, and an evaluation applies them.
//!
//! When a king moves to a square from which its side sees the board differently, all features of
//! that side change. Then the sums start from the last ones with the same view (`refresh`), which
//! usually differ by a few pieces only.

mod changes;
mod refresh;

pub use changes::Changes;

use std::sync::Arc;

use arrayvec::ArrayVec;
use chess::{Board, Piece, Position, Role};
use gamekit::{ByColor, Color, Square};

use crate::net::with_layer;
use crate::simd::{self, Best};
use crate::{Block, Net};
use refresh::Cache;

pub(crate) use refresh::fresh;

/// A first layer, whose features depend on how a side sees the board.
pub(crate) trait Layer {
    /// How a side sees the board.
    type View: Copy + PartialEq;

    /// Weights and biases.
    fn numbers(&self) -> &FirstLayer;
    /// The number of views of a side.
    fn views(&self) -> usize;
    /// The view of a side whose king is on this square.
    fn view(&self, viewer: Color, king: Square) -> Self::View;
    /// The index of a view, below [`Self::views`].
    fn number(view: Self::View) -> usize;
    /// The feature of a piece on a square, if it has one.
    fn feature(view: Self::View, piece: Piece, square: Square) -> Option<usize>;
    /// The evaluation for the side to move in the net's own unit, from the sums of both sides and
    /// the number of pieces.
    fn output(&self, own: &[Block], other: &[Block], pieces: usize) -> i32;

    /// The weights of a piece on a square, if it has a feature.
    #[inline]
    fn row(&self, view: Self::View, piece: Piece, square: Square) -> Option<Row<'_>> {
        let FirstLayer { weights, biases } = self.numbers();
        Self::feature(view, piece, square).map(|feature| &weights[feature * biases.len()..][..biases.len()])
    }
}

/// The numbers of a first layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FirstLayer {
    /// A row for each feature.
    pub weights: Vec<Block>,
    /// One row.
    pub biases: Vec<Block>,
}

/// The weights of a feature.
type Row<'a> = &'a [Block];

/// Rows to add or subtract; at most one per square.
type Rows<'a> = ArrayVec<Row<'a>, 64>;

/// The sums of a net for every position on a path.
///
/// ```
/// use std::sync::Arc;
/// use chess::Position;
/// use gamekit::SplitMix64;
/// use nnue::{Accumulators, Architecture, Net, Parameters};
///
/// let net = Parameters::random(Architecture::new(64, 1)?, &mut SplitMix64::new(1)).quantise("random");
/// let net = Arc::new(Net::Petteia(net));
/// let mut accumulators = Accumulators::new(Arc::clone(&net));
///
/// let mut position = Position::initial();
/// position.make(position.legal_moves()[0], accumulators.push());
/// assert_eq!(accumulators.evaluate(&position), net.evaluate(position.board(), position.turn()));
/// accumulators.pop();
/// # Ok::<(), nnue::SizeError>(())
/// ```
pub struct Accumulators {
    net: Arc<Net>,
    path: Path,
    cache: Cache,
}

impl Accumulators {
    /// Accumulators for a path without moves.
    pub fn new(net: Arc<Net>) -> Self {
        let (path, cache) =
            with_layer!(&*net, layer => (Path::new(layer.numbers().biases.len()), Cache::new(layer)));
        Self { net, path, cache }
    }

    /// Starts another path, from any position.
    pub fn restart(&mut self) {
        self.path.top = 0;
        self.path.frames[0].known = ByColor::default();
    }

    /// Adds a move to the path; pass the result to the board as its observer.
    #[inline]
    pub fn push(&mut self) -> &mut Changes {
        self.path.push()
    }

    /// Removes the last move.
    #[inline]
    pub fn pop(&mut self) {
        self.path.top -= 1;
    }

    /// [`Self::evaluate`] in centipawns.
    #[inline]
    pub fn centipawns(&mut self, position: &Position) -> i32 {
        let output = self.evaluate(position);
        self.net.centipawns(output)
    }

    /// The evaluation of the position at the end of the path, equal to [`Net::evaluate`].
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let (board, turn) = (position.board(), position.turn());
        with_layer!(&*self.net, layer => {
            let [own, other] = self.path.sums(&mut self.cache, layer, board, turn);
            layer.output(own, other, board.occupied().len())
        })
    }
}

/// A position on the path.
#[derive(Clone, Default)]
struct Frame {
    /// What the move before it changed.
    changes: Changes,
    /// The sides whose sums are computed.
    known: ByColor<bool>,
}

/// The positions of a path, the current one last.
struct Path {
    frames: Vec<Frame>,
    /// Per frame a row for White and one for Black.
    sums: Vec<Block>,
    /// Blocks of a row.
    row: usize,
    top: usize,
}

impl Path {
    fn new(row: usize) -> Self {
        Self { frames: vec![Frame::default()], sums: vec![Block::ZERO; 2 * row], row, top: 0 }
    }

    #[inline]
    fn push(&mut self) -> &mut Changes {
        self.top += 1;
        if self.top == self.frames.len() {
            self.frames.push(Frame::default());
            self.sums.resize(self.sums.len() + 2 * self.row, Block::ZERO);
        }
        let frame = &mut self.frames[self.top];
        frame.known = ByColor::default();
        frame.changes.clear();
        &mut frame.changes
    }

    /// The sums of the top frame, those of the side to move first.
    #[inline]
    fn sums<L: Layer>(&mut self, cache: &mut Cache, layer: &L, board: &Board, turn: Color) -> [&[Block]; 2] {
        for viewer in Color::ALL {
            if !self.frames[self.top].known[viewer] {
                self.compute(cache, layer, board, viewer);
            }
        }
        [turn, !turn].map(|viewer| &self.sums[self.place(self.top, viewer)..][..self.row])
    }

    /// Computes a side's sums of the top frame: from the last frame that has them, or from the
    /// cache if the side's view has changed since then.
    fn compute<L: Layer>(&mut self, cache: &mut Cache, layer: &L, board: &Board, viewer: Color) {
        let view = layer.view(viewer, board.pieces(viewer, Role::King).lowest());
        let mut from = self.top;
        while !self.frames[from].known[viewer] {
            if from == 0 || self.frames[from].changes.turn_view(layer, viewer) {
                let place = self.place(self.top, viewer);
                cache.refresh(&mut self.sums[place..][..self.row], layer, board, viewer, view);
                self.frames[self.top].known[viewer] = true;
                return;
            }
            from -= 1;
        }
        for frame in from + 1..=self.top {
            self.update(layer, frame, viewer, view);
        }
    }

    /// Computes a frame's sums from those of the frame before it.
    #[inline]
    fn update<L: Layer>(&mut self, layer: &L, frame: usize, viewer: Color, view: L::View) {
        let (source, target) = (self.place(frame - 1, viewer), self.place(frame, viewer));
        let (before, after) = self.sums.split_at_mut(target);
        // The length of the rows of weights, so that the compiler can see that all have the same.
        let row = layer.numbers().biases.len();
        let (source, target) = (&before[source..][..row], &mut after[..row]);
        let [added, removed] = self.frames[frame].changes.rows(layer, view);
        // Quiet moves and captures are nearly all moves: their loops are unrolled.
        match (added, removed) {
            ([Some(a), None], [Some(b), None]) => simd::accumulate::<Best>(target, source, &[a], &[b]),
            ([Some(a), None], [Some(b), Some(c)]) => {
                simd::accumulate::<Best>(target, source, &[a], &[b, c]);
            }
            (added, removed) => {
                let [added, removed] =
                    [added, removed].map(|rows| rows.into_iter().flatten().collect::<Rows>());
                simd::accumulate::<Best>(target, source, &added, &removed);
            }
        }
        self.frames[frame].known[viewer] = true;
    }

    #[inline]
    fn place(&self, frame: usize, viewer: Color) -> usize {
        (2 * frame + viewer as usize) * self.row
    }
}

#[cfg(test)]
pub(crate) mod tests;
