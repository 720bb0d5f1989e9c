//! The first layer's sums, kept up to date along the path of a search.
//!
//! A move changes two to four features of the hundreds that a net knows, so the sums after a move
//! are those before it plus and minus a few rows of weights. The work is put off until somebody asks for
//! an evaluation: [`Accumulators::push`] only notes what changed.
//!
//! When a king goes where its side sees the board another way, everything changes for that side.
//! Then the sums start from the last ones seen from there (`refresh`), since those differ by a few
//! pieces only.

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

/// A first layer: what it makes of a piece on a square depends on the way a side sees the board.
pub(crate) trait Layer {
    /// The way a side sees the board.
    type View: Copy + PartialEq;

    /// Its weights and biases.
    fn numbers(&self) -> &FirstLayer;
    /// How many views a side has.
    fn views(&self) -> usize;
    /// The view of a side whose king stands there.
    fn view(&self, viewer: Color, king: Square) -> Self::View;
    /// The number of a view, below [`Self::views`].
    fn number(view: Self::View) -> usize;
    /// The feature that a piece on a square is, if it is one.
    fn feature(view: Self::View, piece: Piece, square: Square) -> Option<usize>;
    /// The evaluation for the side to move in the net's own unit, from the sums of both sides and the number of
    /// pieces.
    fn output(&self, own: &[Block], other: &[Block], pieces: usize) -> i32;

    /// The weights of a piece on a square, if it is a feature.
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
    /// The sums of no feature: one row.
    pub biases: Vec<Block>,
}

/// The weights of a feature.
type Row<'a> = &'a [Block];

/// Rows that are added or subtracted; a board has no more pieces than squares.
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
    /// Sums of a net, for a path without moves.
    pub fn new(net: Arc<Net>) -> Self {
        let (path, cache) =
            with_layer!(&*net, layer => (Path::new(layer.numbers().biases.len()), Cache::new(layer)));
        Self { net, path, cache }
    }

    /// Another path begins, at a position that may be any.
    pub fn restart(&mut self) {
        self.path.top = 0;
        self.path.frames[0].known = ByColor::default();
    }

    /// A move is made; the changes hear of it.
    #[inline]
    pub fn push(&mut self) -> &mut Changes {
        self.path.push()
    }

    /// The last move is taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.path.top -= 1;
    }

    /// The same in centipawns, whatever the net's unit.
    #[inline]
    pub fn centipawns(&mut self, position: &Position) -> i32 {
        let output = self.evaluate(position);
        self.net.centipawns(output)
    }

    /// What the net says of the position at the end of the path, as [`Net::evaluate`] would.
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
    /// Whose sums have been computed.
    known: ByColor<bool>,
}

/// The positions of a path, the current one on top.
struct Path {
    frames: Vec<Frame>,
    /// A row for White, then one for Black, per frame.
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

    /// Brings a side's sums up to the top, from the last frame that has them, or from the cache if
    /// the side sees the board another way since then.
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

    /// A frame's sums from those of the frame before it.
    #[inline]
    fn update<L: Layer>(&mut self, layer: &L, frame: usize, viewer: Color, view: L::View) {
        let (source, target) = (self.place(frame - 1, viewer), self.place(frame, viewer));
        let (before, after) = self.sums.split_at_mut(target);
        let (source, target) = (&before[source..][..self.row], &mut after[..self.row]);
        let [added, removed] = self.frames[frame].changes.rows(layer, view);
        // Quiet moves and captures are nearly all there is: their loops are unrolled.
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
