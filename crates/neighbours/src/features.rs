//! The features of a position: a few counts for each side, scaled to [0, 1].

use std::fmt;
use std::str::FromStr;

use gamekit::{Bitboard, Color};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Position;
use crate::reach::{NeighbourCounts, Reach};

/// The counts of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Side {
    /// Pieces.
    pub pieces: u8,
    /// Legal moves, as if it were its turn.
    pub moves: u8,
    /// Pieces without a neighbour.
    pub alones: u8,
    /// Pairs of pieces whose only neighbour is each other.
    pub pairs: u8,
    /// Pieces with exactly one neighbour that are not part of a pair.
    pub singles: u8,
    /// The sum of the pieces' distances to the four centre squares, in king moves.
    pub distance: u8,
    /// Pieces whose neighbours are all enemies.
    pub only_enemies: u8,
    /// Pieces that the other side can capture.
    pub threatened: u8,
}

/// All counts of a position, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The side to move.
    pub me: Side,
    /// The other side.
    pub other: Side,
    /// Plies since the last capture.
    pub quiet_plies: u16,
}

impl Observation {
    /// Counts the features of a position.
    #[inline]
    pub fn of(position: &Position) -> Self {
        Self::seen_by(position.turn(), position)
    }

    /// Counts the features of a position as one side sees them, whoever is to move.
    #[inline]
    pub(crate) fn seen_by(color: Color, position: &Position) -> Self {
        let (mine, theirs) = (position.pieces(color), position.pieces(!color));
        let occupied = position.occupied();
        let counts = NeighbourCounts::of(occupied);
        let (moves, reached) = moves_and_targets(mine, occupied, counts);
        let (their_moves, their_reached) = moves_and_targets(theirs, occupied, counts);
        let [beside_mine, beside_theirs] = [mine, theirs].map(around);
        let side = |own: Bitboard, beside_own, beside_enemy, moves, attacked: Bitboard| {
            let with_one = own & counts.exactly(1);
            let paired = (with_one & around(with_one)).len() as u8;
            Side {
                pieces: own.len() as u8,
                moves,
                alones: (own & counts.exactly(0)).len() as u8,
                pairs: paired / 2,
                singles: with_one.len() as u8 - paired,
                distance: RINGS.iter().map(|&ring| (own & ring).len() as u8).sum(),
                only_enemies: ((own & beside_enemy) - beside_own).len() as u8,
                threatened: (own & attacked).len() as u8,
            }
        };
        Self {
            me: side(mine, beside_mine, beside_theirs, moves, their_reached),
            other: side(theirs, beside_theirs, beside_mine, their_moves, reached),
            quiet_plies: position.quiet_plies(),
        }
    }
}

/// The squares at least one, two, three king moves from the four in the centre: the sum of the
/// pieces on each ring is the sum of the distances.
const RINGS: [Bitboard; 3] = [
    Bitboard::new(!0x0000_0018_1800_0000),
    Bitboard::new(!0x0000_3c3c_3c3c_0000),
    Bitboard::new(!0x007e_7e7e_7e7e_7e00),
];

#[inline]
fn moves_and_targets(own: Bitboard, occupied: Bitboard, counts: NeighbourCounts) -> (u8, Bitboard) {
    let (mut moves, mut reached) = (0, Bitboard::EMPTY);
    Reach::new(own, occupied, counts).for_each(|_, targets| {
        moves += targets.len() as u8;
        reached |= targets;
    });
    (moves, reached)
}

/// The squares beside at least one square of the set.
#[inline]
fn around(set: Bitboard) -> Bitboard {
    let (left, right) = (set.shift(-1, 0), set.shift(1, 0));
    let row = set | left | right;
    left | right | row.shift(0, 1) | row.shift(0, -1)
}

/// Which features the evaluation uses. All have the basic ones and differ in their cross terms: the
/// product of a feature and the complement of another, `a * (1 - b)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum FeatureSet {
    /// No cross terms.
    Basic,
    /// Threats, by the number of pieces.
    #[default]
    One,
    /// Also pieces that are alone or among enemies.
    Two,
    /// Also pairs and pieces with one neighbour.
    Three,
}

/// Room for the features of any set; a multiple of the eight lanes that are added up together.
const ROOM: usize = 24;

/// The features of a position, as many as the set has, the rest zero.
pub type Features = [f32; ROOM];

const BASIC: [&str; 15] = [
    "piecesForMe",
    "piecesForOther",
    "movesLeftForMe",
    "movesLeftForOther",
    "alonesForMe",
    "alonesForOther",
    "dualForMe",
    "dualForOther",
    "singleForMe",
    "singleForOther",
    "medianDistanceForMe",
    "medianDistanceForOther",
    "onlyEnemiesForMe",
    "onlyEnemiesForOther",
    "distanceFromLastEat",
];
const THREATS: [&str; 2] = ["threatsForMe*piecesForOther", "threatsForOther*piecesForMe"];
const LONELINESS: [&str; 4] = [
    "alonesForMe*movesLeftForMe",
    "alonesForOther*movesLeftForOther",
    "onlyEnemiesForMe*piecesForOther",
    "onlyEnemiesForOther*piecesForMe",
];
const COMPANY: [&str; 4] = [
    "dualForOther*piecesForOther",
    "dualForMe*piecesForMe",
    "singleForOther*piecesForOther",
    "singleForMe*piecesForMe",
];

impl FeatureSet {
    /// All sets.
    pub const ALL: [Self; 4] = [Self::Basic, Self::One, Self::Two, Self::Three];

    /// The names of the features, in order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let [threats, others]: [&[&str]; 2] = match self {
            Self::Basic => [&[], &[]],
            Self::One => [&THREATS, &[]],
            Self::Two => [&THREATS, &LONELINESS],
            Self::Three => [&THREATS, &COMPANY],
        };
        BASIC.into_iter().chain(threats.iter().copied()).chain(others.iter().copied())
    }

    /// How many features the set has.
    pub fn size(self) -> usize {
        self.names().count()
    }

    /// The values of the features.
    #[inline]
    pub fn values(self, seen: &Observation) -> Features {
        let share = |count: u8, most: f32| count as f32 / most;
        let mean = |side: &Side| side.distance as f32 / (3.0 * side.pieces.max(1) as f32);
        let (me, other) = (&seen.me, &seen.other);
        let [my_pieces, pieces] = [me, other].map(|side| share(side.pieces, 8.0));
        let [my_moves, moves] = [me, other].map(|side| share(side.moves, 64.0));
        let [my_alones, alones] = [me, other].map(|side| share(side.alones, 8.0));
        let [my_pairs, pairs] = [me, other].map(|side| share(side.pairs, 4.0));
        let [my_singles, singles] = [me, other].map(|side| share(side.singles, 8.0));
        let [my_distance, distance] = [me, other].map(mean);
        let [my_only_enemies, only_enemies] = [me, other].map(|side| share(side.only_enemies, 8.0));
        let [my_threatened, threatened] = [me, other].map(|side| share(side.threatened, 8.0));
        // In tens, as the key of the transposition table counts them.
        let quiet = (seen.quiet_plies / 10) as f32 / 10.0;

        let cross = |one: f32, other: f32| one * (1.0 - other);
        let [a, b, c, d] = match self {
            Self::Basic | Self::One => [0.0; 4],
            Self::Two => [
                cross(my_alones, my_moves),
                cross(alones, moves),
                cross(my_only_enemies, pieces),
                cross(only_enemies, my_pieces),
            ],
            Self::Three => [
                cross(pairs, pieces),
                cross(my_pairs, my_pieces),
                cross(singles, pieces),
                cross(my_singles, my_pieces),
            ],
        };
        let threats = match self {
            Self::Basic => [0.0; 2],
            _ => [cross(my_threatened, pieces), cross(threatened, my_pieces)],
        };
        [
            my_pieces, pieces, my_moves, moves, my_alones, alones, my_pairs, pairs, my_singles, singles,
            my_distance, distance, my_only_enemies, only_enemies, quiet, threats[0], threats[1], a, b, c, d,
            0.0, 0.0, 0.0,
        ]
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Basic => "basic",
            Self::One => "1",
            Self::Two => "2",
            Self::Three => "3",
        })
    }
}

/// The text is not the number of a feature set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a feature set basic, 1, 2 or 3, found {0:?}")]
pub struct ParseFeatureSetError(pub String);

impl FromStr for FeatureSet {
    type Err = ParseFeatureSetError;

    fn from_str(text: &str) -> Result<Self, ParseFeatureSetError> {
        let found = Self::ALL.into_iter().find(|set| set.to_string() == text);
        found.ok_or_else(|| ParseFeatureSetError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use gamekit::SplitMix64;

    use super::*;
    use crate::Game;

    fn observe(position: &str) -> Observation {
        Observation::of(&position.parse().expect("a position"))
    }

    #[test]
    fn the_start_is_seen_as_it_is() {
        let seen = observe("bbbbbbbb/8/8/8/8/8/8/wwwwwwww w 0 1");
        let side = Side { pieces: 8, moves: 20, distance: 24, singles: 2, ..Side::default() };
        assert_eq!(seen, Observation { me: side, other: side, quiet_plies: 0 });
    }

    /// White: a pair on a1 b1, a lone piece on h1, d4 beside the enemy e5. Black: e5, which
    /// threatens d4 and is threatened by it; a lone piece on a8; c8, d8, e8 in a row.
    #[test]
    fn every_count_is_that_of_the_board() {
        let seen = observe("b1bbb3/8/8/4b3/3w4/8/8/ww5w w 37 9");
        let white = Side {
            pieces: 4,
            // a1 moves one square, two ways; b1 four ways; d4 eight ways.
            moves: 2 + 4 + 8,
            alones: 1,
            pairs: 1,
            singles: 1,
            distance: 3 + 3 + 3,
            only_enemies: 1,
            threatened: 1,
        };
        assert_eq!(seen.me, white);
        let black = Side {
            pieces: 5,
            // c8 and e8 move one square, four ways each; d8 two squares, down or aslant; e5 one
            // square, eight ways.
            moves: 4 + 4 + 3 + 8,
            alones: 1,
            pairs: 0,
            singles: 3,
            distance: 3 * 4,
            only_enemies: 1,
            threatened: 1,
        };
        assert_eq!(seen.other, black);
        assert_eq!(seen.quiet_plies, 37);
    }

    #[test]
    fn sets_extend_the_first_and_name_what_they_hold() {
        assert_eq!(FeatureSet::ALL.map(FeatureSet::size), [15, 17, 21, 21]);
        let seen = observe("b1bbb3/8/8/4b3/3w4/8/8/ww5w w 37 9");
        let [basic, one, two, three] = FeatureSet::ALL.map(|set| set.values(&seen));
        assert_eq!(basic[..15], one[..15]);
        assert_eq!(one[..17], two[..17]);
        assert_eq!(one[..17], three[..17]);
        let value = |set: FeatureSet, name| {
            let index = set.names().position(|other| other == name).expect("a feature");
            set.values(&seen)[index]
        };
        let close = |a: f32, b: f32| assert!((a - b).abs() < 1e-6, "{a} is not {b}");
        close(value(FeatureSet::One, "piecesForMe"), 0.5);
        close(value(FeatureSet::One, "distanceFromLastEat"), 0.3);
        close(value(FeatureSet::One, "medianDistanceForMe"), 0.75);
        close(value(FeatureSet::One, "threatsForMe*piecesForOther"), 0.125 * (1.0 - 0.625));
        close(value(FeatureSet::Two, "alonesForMe*movesLeftForMe"), 0.125 * (1.0 - 14.0 / 64.0));
        close(value(FeatureSet::Two, "onlyEnemiesForOther*piecesForMe"), 0.125 * 0.5);
        close(value(FeatureSet::Three, "dualForMe*piecesForMe"), 0.25 * 0.5);
        close(value(FeatureSet::Three, "singleForOther*piecesForOther"), 0.375 * 0.375);
    }

    #[test]
    fn features_stay_within_their_scale() {
        let mut rng = SplitMix64::new(4);
        for _ in 0..50 {
            let mut game = Game::default();
            while game.end().is_none() {
                let seen = Observation::of(game.position());
                assert_eq!(seen.me.moves as usize, game.position().count_moves());
                for set in FeatureSet::ALL {
                    let values = set.values(&seen);
                    assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
                    assert!(values[set.size()..].iter().all(|&value| value == 0.0));
                }
                let moves = game.position().legal_moves();
                game.play(moves[rng.below(moves.len())]).expect("a legal move");
            }
        }
    }
}
