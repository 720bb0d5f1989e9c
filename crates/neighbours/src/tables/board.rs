//! A position as the tables see it: which side is White does not matter.

use arrayvec::ArrayVec;
use gamekit::{Bitboard, ByColor, Color, Square};

use crate::Position;
use crate::reach::{NeighbourCounts, Reach};

/// The pieces of the side to move and of the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    pub mine: Bitboard,
    pub theirs: Bitboard,
}

/// The positions after each legal move.
pub(super) type Successors = ArrayVec<Board, 64>;

/// The squares beside each square.
const BESIDE: [Bitboard; 64] = {
    let mut beside = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            if Square::wrap(square).distance(Square::wrap(other)) == 1 {
                beside[square as usize].insert(Square::wrap(other));
            }
            other += 1;
        }
        square += 1;
    }
    beside
};

const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The squares along each direction from each square, nearest first, and how many they are.
const LINES: [[([Square; 7], u8); 8]; 64] = {
    let mut lines = [[([Square::A1; 7], 0); 8]; 64];
    let mut start = 0;
    while start < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = DIRECTIONS[direction];
            let (squares, length) = &mut lines[start][direction];
            let mut square = Square::wrap(start as u8);
            while let Some(next) = square.offset(files, ranks) {
                squares[*length as usize] = next;
                *length += 1;
                square = next;
            }
            direction += 1;
        }
        start += 1;
    }
    lines
};

impl Board {
    pub fn of(position: &Position) -> Self {
        let turn = position.turn();
        Self { mine: position.pieces(turn), theirs: position.pieces(!turn) }
    }

    /// The position, White to move.
    pub fn position(self) -> Position {
        Position::new(ByColor::new(self.mine, self.theirs), Color::White, 0, 1)
    }

    fn occupied(self) -> Bitboard {
        self.mine | self.theirs
    }

    /// The positions after each legal move, for the side that is then to move.
    pub fn successors(self) -> Successors {
        let mut successors = Successors::new();
        let occupied = self.occupied();
        Reach::new(self.mine, occupied, NeighbourCounts::of(occupied)).for_each(|step, targets| {
            for to in targets {
                let from = Bitboard::of(step.into(to).from());
                let to = Bitboard::of(to);
                successors.push(Self { mine: self.theirs - to, theirs: (self.mine - from) | to });
            }
        });
        successors
    }

    /// Visits the positions from which a move that captured nothing leads here. The way back must be
    /// clear, and the piece must have had as many neighbours where it came from as it moved squares.
    pub fn for_each_predecessor(self, mut visit: impl FnMut(Self)) {
        let occupied = self.occupied();
        for to in self.theirs {
            let without = occupied - Bitboard::of(to);
            for (squares, length) in &LINES[to] {
                for (distance, &from) in (1..).zip(&squares[..*length as usize]) {
                    if occupied.contains(from) {
                        break;
                    }
                    if (BESIDE[from] & without).len() == distance {
                        let mine = (self.theirs - Bitboard::of(to)) | Bitboard::of(from);
                        visit(Self { mine, theirs: self.mine });
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;

    fn predecessors(board: Board) -> Vec<Board> {
        let mut found = Vec::new();
        board.for_each_predecessor(|before| found.push(before));
        found
    }

    fn random_board(rng: &mut SplitMix64) -> Board {
        let mut squares = Square::ALL.to_vec();
        let mut take = |count: usize| -> Bitboard {
            (0..count).map(|_| squares.swap_remove(rng.below(squares.len()))).collect()
        };
        Board { mine: take(3), theirs: take(4) }
    }

    /// Steps back are exactly the quiet moves, seen from their ends.
    #[test]
    fn every_quiet_move_can_be_taken_back_and_nothing_else() {
        let mut rng = SplitMix64::new(11);
        for _ in 0..2000 {
            let board = random_board(&mut rng);
            for next in board.successors() {
                let quiet = next.mine.len() == board.theirs.len();
                assert_eq!(predecessors(next).contains(&board), quiet, "{board:?} to {next:?}");
            }
            for before in predecessors(board) {
                assert!(before.successors().contains(&board), "{before:?} to {board:?}");
            }
        }
    }
}
