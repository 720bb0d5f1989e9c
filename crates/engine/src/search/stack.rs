//! The search stack: what is known about the nodes on the path.

use arrayvec::ArrayVec;
use chess::{Move, Position};
use gamekit::{Bitboard, Ply, Score};

use crate::history::{Continuation, continuation};

const LEN: usize = Ply::MAX.index() + 1;

/// A principal variation.
pub type Line = ArrayVec<Move, LEN>;

/// One node on the path.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The corrected evaluation; none in check.
    pub static_eval: Option<Score>,
    /// The move being searched here; none for a null move.
    pub played: Option<Continuation>,
    /// The same move, if it is quiet.
    pub quiet: Option<Move>,
    /// The squares that the other side attacks.
    pub threats: Bitboard,
    /// The move left out by a singular verification search.
    pub excluded: Option<Move>,
    /// Half-moves since the last null move on the path.
    pub since_null: usize,
    /// Double extensions on the path so far.
    pub double_extensions: u32,
    /// Beta cut-offs among the children.
    pub cutoffs: u32,
}

/// The frames of the path and the principal variation below each of them.
pub struct Stack {
    frames: Vec<Frame>,
    lines: Vec<Line>,
}

impl Stack {
    pub fn new() -> Self {
        Self { frames: vec![Frame::default(); LEN + 2], lines: vec![Line::new(); LEN + 1] }
    }

    pub fn clear(&mut self) {
        self.frames.fill(Frame::default());
        self.lines.iter_mut().for_each(Line::clear);
    }

    #[inline]
    pub fn frame(&self, ply: Ply) -> &Frame {
        &self.frames[ply.index()]
    }

    #[inline]
    pub fn frame_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.frames[ply.index()]
    }

    /// The frame `plies` before, if it is below the root.
    #[inline]
    pub fn before(&self, ply: Ply, plies: usize) -> Option<&Frame> {
        ply.index().checked_sub(plies).map(|index| &self.frames[index])
    }

    /// Enters a move at this ply.
    #[inline]
    pub fn enter(&mut self, ply: Ply, position: &Position, mv: Move) {
        let since_null = self.frame(ply).since_null + 1;
        let extensions = self.frame(ply).double_extensions;
        let frame = self.frame_mut(ply);
        frame.played = continuation(position, mv);
        frame.quiet = mv.is_quiet().then_some(mv);
        let next = &mut self.frames[ply.index() + 1];
        next.since_null = since_null;
        next.double_extensions = extensions;
    }

    /// Enters a null move at this ply.
    #[inline]
    pub fn enter_null(&mut self, ply: Ply) {
        let extensions = self.frame(ply).double_extensions;
        let frame = self.frame_mut(ply);
        frame.played = None;
        frame.quiet = None;
        let next = &mut self.frames[ply.index() + 1];
        next.since_null = 0;
        next.double_extensions = extensions;
    }

    /// The moves one, two and four plies before a node.
    #[inline]
    pub fn continuations(&self, ply: Ply) -> [Option<Continuation>; 3] {
        [1, 2, 4].map(|plies| self.before(ply, plies).and_then(|frame| frame.played))
    }

    /// The last two moves before a node, if neither was a null move.
    #[inline]
    pub fn last_two(&self, ply: Ply) -> Option<[Continuation; 2]> {
        Some([self.before(ply, 1)?.played?, self.before(ply, 2)?.played?])
    }

    /// The principal variation from this ply.
    #[inline]
    pub fn line(&self, ply: Ply) -> &Line {
        &self.lines[ply.index()]
    }

    /// Empties the principal variation from this ply.
    #[inline]
    pub fn clear_line(&mut self, ply: Ply) {
        self.lines[ply.index()].clear();
    }

    /// Sets the principal variation to this move and the variation after it.
    #[inline]
    pub fn set_line(&mut self, ply: Ply, mv: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply.index() + 1);
        let line = &mut upper[ply.index()];
        line.clear();
        line.push(mv);
        if let Some(rest) = lower.first() {
            line.extend(rest.iter().copied().take(LEN - 1));
        }
    }
}
