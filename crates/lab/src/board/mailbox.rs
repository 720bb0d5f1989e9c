//! Mailboxes: arrays with an entry for each square.
//!
//! The oldest way to hold a board is an array, one cell a square, as letters lie in the boxes of a
//! post office. What stands on a square is found at once; where the pieces are is not, so that a
//! side's pieces are found by looking at all squares. A piece moves by adding a step to its index,
//! and the only difficulty is the edge of the board: from h4 one step to the right is a5. The three
//! mailboxes differ in nothing but how they notice it, which is what [`Grid`] describes.
//!
//! An attack on a square is found backwards: a square is attacked by a knight if a knight on it
//! would attack a knight, and so on.

use chess::attacks::rays::Direction;
use chess::{Piece, Role};
use gamekit::{ByColor, Color, Square};

use super::{KNIGHT_STEPS, QUEEN_STEPS, Squares, forward, slides, steps};

/// What a cell holds: one byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A square without a piece.
    Empty,
    /// No square: beyond the edge of the board.
    Border,
    /// A square with a piece.
    Piece(Piece),
}

const _: () = assert!(size_of::<Cell>() == 1);

/// The layout of an array, and how its edge is noticed.
pub trait Grid: Send + Sync + 'static {
    /// What it is called in tables.
    const NAME: &'static str;
    /// The array.
    type Cells: AsRef<[Cell]> + AsMut<[Cell]> + Clone + Send + Sync;

    /// The empty board.
    fn cells() -> Self::Cells;

    /// The cell of a square.
    fn cell(square: Square) -> usize;

    /// The square of a cell.
    fn square(cell: usize) -> Square;

    /// The cell one step further, unless that is off the board.
    fn step(cells: &Self::Cells, from: usize, direction: Direction) -> Option<usize>;
}

/// A board in an array.
pub struct Mailbox<G: Grid> {
    cells: G::Cells,
    kings: ByColor<Square>,
}

/// Not derived: the grid itself need not be cloned.
impl<G: Grid> Clone for Mailbox<G> {
    fn clone(&self) -> Self {
        Self { cells: self.cells.clone(), kings: self.kings }
    }
}

impl<G: Grid> Mailbox<G> {
    /// The first piece in a direction and the number of steps to it.
    fn first_piece(&self, from: usize, direction: Direction) -> Option<(Piece, u32)> {
        let mut at = from;
        for distance in 1.. {
            at = G::step(&self.cells, at, direction)?;
            if let Cell::Piece(piece) = self.cells.as_ref()[at] {
                return Some((piece, distance));
            }
        }
        None
    }

    fn has(&self, cell: Option<usize>, piece: Piece) -> bool {
        cell.is_some_and(|cell| self.cells.as_ref()[cell] == Cell::Piece(piece))
    }
}

impl<G: Grid> Squares for Mailbox<G> {
    const NAME: &'static str = G::NAME;

    fn empty() -> Self {
        Self { cells: G::cells(), kings: ByColor::new(Square::A1, Square::A1) }
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.cells.as_ref()[G::cell(square)] {
            Cell::Piece(piece) => Some(piece),
            Cell::Empty | Cell::Border => None,
        }
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.cells.as_mut()[G::cell(square)] = Cell::Piece(piece);
        if piece.role() == Role::King {
            self.kings[piece.color()] = square;
        }
    }

    fn take(&mut self, _: Piece, square: Square) {
        self.cells.as_mut()[G::cell(square)] = Cell::Empty;
    }

    fn king(&self, color: Color) -> Square {
        self.kings[color]
    }

    fn for_each_piece(&self, color: Color, mut visit: impl FnMut(Role, Square)) {
        for square in Square::ALL {
            if let Some(piece) = self.piece_at(square)
                && piece.color() == color
            {
                visit(piece.role(), square);
            }
        }
    }

    fn for_each_target(&self, piece: Piece, from: Square, mut visit: impl FnMut(Square, bool)) {
        for &direction in steps(piece.role()) {
            let mut at = G::cell(from);
            while let Some(next) = G::step(&self.cells, at, direction) {
                at = next;
                match self.cells.as_ref()[at] {
                    Cell::Piece(other) => {
                        if other.color() != piece.color() {
                            visit(G::square(at), true);
                        }
                        break;
                    }
                    Cell::Empty | Cell::Border => visit(G::square(at), false),
                }
                if !slides(piece.role()) {
                    break;
                }
            }
        }
    }

    fn is_attacked(&self, square: Square, by: Color) -> bool {
        let from = G::cell(square);
        let step = |direction| G::step(&self.cells, from, direction);
        let back = -forward(by);
        let by_pawn = || [-1, 1].iter().any(|&side| self.has(step((side, back)), Piece::new(by, Role::Pawn)));
        let by_knight = || KNIGHT_STEPS.iter().any(|&way| self.has(step(way), Piece::new(by, Role::Knight)));
        let by_line = |(index, &way): (usize, &Direction)| {
            let straight = if index < 4 { Role::Rook } else { Role::Bishop };
            self.first_piece(from, way).is_some_and(|(piece, distance)| {
                let role = piece.role();
                piece.color() == by
                    && (role == straight || role == Role::Queen || role == Role::King && distance == 1)
            })
        };
        by_pawn() || by_knight() || QUEEN_STEPS.iter().enumerate().any(by_line)
    }
}
