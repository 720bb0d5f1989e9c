//! The numbers of positions in a table.
//!
//! The smaller of the two sets of pieces leads: it is brought to a standard image by one of the
//! eight symmetries, and the other set follows it. The number of a position is the number of the
//! leader's image, and within it the number of the followers among the squares that are left. A
//! leader with a symmetry of its own leaves the choice of several images of the followers; the one
//! with the lowest number counts, and the other numbers stay unused.

use std::fmt;

use gamekit::{Bitboard, Square};

use super::board::Board;
use super::symmetry::Symmetry;

/// How many pieces the side to move and the other have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    /// The pieces of the side to move.
    pub mine: u8,
    /// The pieces of the other.
    pub theirs: u8,
}

impl Material {
    /// The material after a move that captured nothing.
    pub const fn reversed(self) -> Self {
        Self { mine: self.theirs, theirs: self.mine }
    }

    /// The pieces of both sides.
    pub const fn pieces(self) -> usize {
        self.mine as usize + self.theirs as usize
    }

    /// The materials with up to so many pieces, the fewest first, the side to move with no fewer
    /// than the other.
    pub(super) fn up_to(pieces: usize) -> impl Iterator<Item = Self> {
        let with = |pieces: usize| {
            let material = move |theirs: usize| Self { mine: (pieces - theirs) as u8, theirs: theirs as u8 };
            (1..=pieces / 2).map(material)
        };
        (2..=pieces).flat_map(with)
    }

    pub(super) const fn of(board: Board) -> Self {
        Self { mine: board.mine.len() as u8, theirs: board.theirs.len() as u8 }
    }
}

/// `3v1`, the side to move first.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.mine, self.theirs)
    }
}

/// `CHOOSE[k][n]`: the number of sets of `k` among `n` squares.
const CHOOSE: [[u32; 65]; 7] = {
    let mut choose = [[0; 65]; 7];
    choose[0] = [1; 65];
    let mut n = 1;
    while n <= 64 {
        let mut k = 1;
        while k < 7 {
            choose[k][n] = choose[k][n - 1] + choose[k - 1][n - 1];
            k += 1;
        }
        n += 1;
    }
    choose
};

/// The number of a set among all sets of its size, on the squares that are not in `without`.
#[inline]
fn rank(set: Bitboard, without: Bitboard) -> u32 {
    let mut sum = 0;
    for (choose, square) in CHOOSE[1..].iter().zip(set) {
        let below = Bitboard::new((1 << square as u8) - 1);
        sum += choose[square as usize - (without & below).len()];
    }
    sum
}

/// The set of this size and number; the way back from [`rank`].
fn unrank(mut number: u32, size: usize, without: Bitboard) -> Bitboard {
    let mut set = Bitboard::EMPTY;
    for choose in CHOOSE[1..=size].iter().rev() {
        let mut square = choose.partition_point(|&sets| sets <= number) - 1;
        number -= choose[square];
        for skipped in without {
            square += usize::from(square >= skipped as usize);
        }
        set.insert(Square::wrap(square as u8));
    }
    set
}

/// The leaders of a size: sets of squares up to symmetry.
#[derive(Debug)]
struct Leaders {
    /// For every set: three bits for the symmetry that leads to its image, and the image's number.
    images: Vec<u32>,
    /// For every image: the set, and a bit for each symmetry that does not change it.
    sets: Vec<(Bitboard, u8)>,
}

impl Leaders {
    fn new(size: usize) -> Self {
        const UNSEEN: u32 = u32::MAX;
        let mut images = vec![UNSEEN; CHOOSE[size][64] as usize];
        let mut sets = Vec::new();
        for number in 0..images.len() {
            if images[number] != UNSEEN {
                continue;
            }
            let set = unrank(number as u32, size, Bitboard::EMPTY);
            let mut kept = 0;
            for symmetry in Symmetry::all() {
                // The set that this symmetry brings to the image.
                let brought = Symmetry::all().map(|back| back.apply(set));
                let brought = brought.into_iter().find(|&from| symmetry.apply(from) == set);
                let number = rank(brought.expect("symmetries can be undone"), Bitboard::EMPTY) as usize;
                if symmetry.apply(set) == set {
                    kept |= 1 << symmetry.number();
                }
                if images[number] == UNSEEN {
                    images[number] = (sets.len() as u32) << 3 | u32::from(symmetry.number());
                }
            }
            sets.push((set, kept));
        }
        Self { images, sets }
    }
}

/// Numbers the positions of a material.
#[derive(Debug)]
pub(super) struct Indexer {
    material: Material,
    leaders: Leaders,
    /// The sets of followers for each leader.
    followers: u32,
}

impl Indexer {
    pub fn new(material: Material) -> Self {
        let [leaders, followers] = Self::sizes(material);
        let followers = CHOOSE[followers][64 - leaders];
        Self { material, leaders: Leaders::new(leaders), followers }
    }

    const fn sizes(material: Material) -> [usize; 2] {
        let (mine, theirs) = (material.mine as usize, material.theirs as usize);
        if mine <= theirs { [mine, theirs] } else { [theirs, mine] }
    }

    pub const fn material(&self) -> Material {
        self.material
    }

    /// One more than the greatest number.
    pub fn len(&self) -> usize {
        self.leaders.sets.len() * self.followers as usize
    }

    /// The number of a position with this material.
    #[inline]
    pub fn index(&self, board: Board) -> usize {
        debug_assert_eq!(Material::of(board), self.material);
        let mine_leads = self.material.mine <= self.material.theirs;
        let (leader, followers) =
            if mine_leads { (board.mine, board.theirs) } else { (board.theirs, board.mine) };
        let image = self.leaders.images[rank(leader, Bitboard::EMPTY) as usize];
        let (number, symmetry) = ((image >> 3) as usize, Symmetry::new(image as u8));
        let (set, kept) = self.leaders.sets[number];
        let followers = symmetry.apply(followers);
        let mut lowest = rank(followers, set);
        if kept != 1 {
            for symmetry in Symmetry::all().filter(|symmetry| kept >> symmetry.number() & 1 != 0) {
                lowest = lowest.min(rank(symmetry.apply(followers), set));
            }
        }
        number * self.followers as usize + lowest as usize
    }

    /// The position with this number, unless the number is unused.
    pub fn board(&self, index: usize) -> Option<Board> {
        let (set, kept) = self.leaders.sets[index / self.followers as usize];
        let [_, size] = Self::sizes(self.material);
        let followers = unrank((index % self.followers as usize) as u32, size, set);
        let mine_leads = self.material.mine <= self.material.theirs;
        let (mine, theirs) = if mine_leads { (set, followers) } else { (followers, set) };
        let board = Board { mine, theirs };
        (kept == 1 || self.index(board) == index).then_some(board)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn used(mine: u8, theirs: u8) -> usize {
        let indexer = Indexer::new(Material { mine, theirs });
        let boards = (0..indexer.len()).filter_map(|index| {
            let board = indexer.board(index)?;
            for symmetry in Symmetry::all() {
                let image = Board { mine: symmetry.apply(board.mine), theirs: symmetry.apply(board.theirs) };
                assert_eq!(indexer.index(image), index, "{board:?}");
            }
            Some(board)
        });
        let boards: HashSet<Board> = boards.collect();
        boards.len()
    }

    /// The number of positions up to symmetry, by Burnside's lemma.
    #[test]
    fn every_position_has_one_number() {
        assert_eq!([used(1, 1), used(2, 1), used(1, 2)], [518, 15_722, 15_722]);
        assert_eq!(used(2, 2), 477_590);
        assert_eq!(used(3, 1), used(1, 3));
    }

    #[test]
    fn material_reads_from_the_side_to_move() {
        let material = Material { mine: 3, theirs: 1 };
        assert_eq!((material.to_string(), material.reversed().to_string()), ("3v1".into(), "1v3".into()));
    }
}
