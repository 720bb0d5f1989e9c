//! Limited strength.
//!
//! Weaker players calculate less deeply, misjudge positions and overlook moves. So does a level:
//! its searches are short, its evaluations have an error that depends on the position, and it
//! overlooks some moves inside the tree, the same ones each time. It overlooks nothing at the root,
//! so that it hangs a piece by missing the reply, as people do, and not at random. Against a bare
//! king it plays at full strength, since mating with a rook or a queen is what everybody learns
//! first.
//!
//! Levels use the classical evaluation, whatever net the engine has.
//!
//! A level plays about as well as Stockfish 15.1 limited to the same rating. Below 1350, where
//! Stockfish's ratings end, levels are rated by games against each other.
//! `scripts/calibrate-levels` plays these games; docs/MEASUREMENTS.md has the results and their
//! errors.

use chess::{Move, Position, Role};
use gamekit::{Color, Key, Score, SplitMix64};

/// The weakest level.
pub const LEAST_ELO: u32 = 800;
/// The strongest level; above it comes full strength.
pub const MOST_ELO: u32 = 2400;

/// Nodes that suffice to mate with a rook.
const NODES_TO_MATE: u64 = 2_000;

/// The weaknesses of a player of some rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    nodes: u64,
    /// The greatest error of the evaluation, in centipawns.
    error: i32,
    /// Quiet moves overlooked, of 1024; of captures a third as many.
    overlooked: u64,
    /// Chooses among the positions to misjudge and the moves to overlook: another seed is another
    /// player of the same strength.
    seed: u64,
}

/// Elo, nodes, error, overlooked; levels between are interpolated.
const STEPS: [(f64, f64, f64, f64); 11] = [
    (800.0, 20.0, 320.0, 430.0),
    (950.0, 35.0, 250.0, 340.0),
    (1100.0, 60.0, 190.0, 260.0),
    (1250.0, 110.0, 150.0, 190.0),
    (1350.0, 200.0, 120.0, 130.0),
    (1500.0, 325.0, 98.0, 91.0),
    (1650.0, 575.0, 77.0, 56.0),
    (1800.0, 1_100.0, 55.0, 28.0),
    (1950.0, 3_200.0, 26.0, 6.0),
    (2100.0, 11_700.0, 8.0, 0.0),
    (2400.0, 200_000.0, 0.0, 0.0),
];

impl Level {
    /// The level of a player with this rating.
    pub fn of_elo(elo: u32) -> Self {
        let elo = f64::from(elo.clamp(LEAST_ELO, MOST_ELO));
        let upper = STEPS.iter().position(|step| step.0 >= elo).unwrap_or(STEPS.len() - 1).max(1);
        let (below, above) = (STEPS[upper - 1], STEPS[upper]);
        let share = (elo - below.0) / (above.0 - below.0);
        let between = |a: f64, b: f64| a + (b - a) * share;
        Self {
            nodes: between(below.1.ln(), above.1.ln()).exp() as u64,
            error: between(below.2, above.2) as i32,
            overlooked: between(below.3, above.3) as u64,
            seed: 0,
        }
    }

    /// The same level with another seed: one for each game, so that no two games are alike.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The node limit in a position: enough for elementary mates.
    pub fn nodes(&self, position: &Position) -> u64 {
        if is_elementary(position) { self.nodes.max(NODES_TO_MATE) } else { self.nodes }
    }

    /// The error of the evaluation, always the same for the same position.
    pub(crate) fn error(&self, position: &Position) -> Score {
        if self.error == 0 || is_elementary(position) {
            return Score::DRAW;
        }
        // A triangular distribution: small errors are more frequent than large ones.
        let mut rng = SplitMix64::new(position.key().bits() ^ self.seed);
        let width = self.error as usize + 1;
        Score::cp(rng.below(width) as i32 - rng.below(width) as i32)
    }

    /// Whether a move is overlooked.
    pub(crate) fn overlooks(&self, position: &Position, mv: Move) -> bool {
        if self.overlooked == 0 || position.in_check() || is_elementary(position) {
            return false;
        }
        let chance = if mv.is_quiet() { self.overlooked } else { self.overlooked / 3 };
        SplitMix64::new(mixed(position.key(), mv) ^ self.seed).next_u64() % 1024 < chance
    }
}

fn mixed(key: Key, mv: Move) -> u64 {
    key.bits() ^ u64::from(mv.bits().get()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Whether one side has a bare king and the other a rook or queen.
fn is_elementary(position: &Position) -> bool {
    let board = position.board();
    let heavy = board.role(Role::Rook) | board.role(Role::Queen);
    Color::ALL.into_iter().any(|color| board.color(color).len() == 1) && heavy.any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_levels_fall_short_by_less() {
        let levels: Vec<Level> = (LEAST_ELO..=MOST_ELO).step_by(50).map(Level::of_elo).collect();
        for pair in levels.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes);
            assert!(pair[0].error >= pair[1].error && pair[0].overlooked >= pair[1].overlooked);
        }
        assert_eq!(Level::of_elo(1), levels[0]);
    }

    #[test]
    fn a_position_is_misjudged_the_same_way_each_time() {
        let level = Level::of_elo(1000);
        let start = Position::initial();
        let errors: Vec<i32> =
            start.legal_moves().iter().map(|&mv| level.error(&start.play(mv)).raw()).collect();
        let again: Vec<i32> =
            start.legal_moves().iter().map(|&mv| level.error(&start.play(mv)).raw()).collect();
        assert_eq!(errors, again);
        assert!(
            errors.iter().any(|&error| error != errors[0])
                && errors.iter().all(|error| error.abs() <= level.error)
        );
        let other = level.with_seed(5);
        assert!(start.legal_moves().iter().any(|&mv| {
            let next = start.play(mv);
            level.error(&next) != other.error(&next)
        }));
        let rook_ending: Position = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        assert_eq!(level.error(&rook_ending), Score::DRAW);
        assert!(rook_ending.legal_moves().iter().all(|&mv| !level.overlooks(&rook_ending, mv)));
    }
}
