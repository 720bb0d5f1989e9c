//! Limited strength.
//!
//! Weaker players calculate less deeply, misjudge positions and overlook moves. So does a level:
//! its searches are short, its evaluations have an error that depends on the position, and it
//! overlooks some moves, the same ones each time. It overlooks many inside the tree, so that it hangs
//! a piece by missing the reply, as people do, and not at random; at the root only weak levels overlook
//! any, never the capture of a piece that has just moved. A level opens as people do, and the weaker
//! it is, the sooner it is on its own. Against a bare king it plays at full strength, since mating
//! with a rook or a queen is what everybody learns first.
//!
//! Levels up to 2100 use the classical evaluation, whatever net the engine has; those above are
//! stronger than it is, and use the engine's net.
//!
//! A level plays about as well as Stockfish 15.1 limited to the same rating. Below 1350, where
//! Stockfish's ratings end, levels are rated by games against each other.
//! `scripts/calibrate-levels` plays these games; docs/MEASUREMENTS.md has the results and their
//! errors.

mod repertoire;

use chess::{Game, Move, Position, Role};
use gamekit::{Color, Key, Score, SplitMix64};

/// The weakest level.
pub const LEAST_ELO: u32 = 400;
/// The strongest level; above it comes full strength.
pub const MOST_ELO: u32 = 2800;

/// Nodes that suffice to mate with a rook.
const NODES_TO_MATE: u64 = 2_000;

/// From this level on nobody plays an opening that is rarer than [`RAREST`].
const STRONG: u32 = 1800;

/// See [`repertoire::draw`].
const RAREST: usize = 25;

/// The weaknesses of a player of some rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    elo: u32,
    nodes: u64,
    /// The greatest error of the evaluation, in centipawns.
    error: i32,
    /// Quiet moves overlooked inside the tree, of 1024; of captures a third as many.
    overlooked: u64,
    /// Moves overlooked at the root, of 1024.
    overlooked_at_root: u64,
    /// Chooses among the positions to misjudge, the moves to overlook and the openings: another
    /// seed is another player of the same strength.
    seed: u64,
}

/// Elo, nodes, error, overlooked, overlooked at the root; levels between are interpolated.
type Step = (f64, f64, f64, f64, f64);

/// The levels with the classical evaluation.
const CLASSICAL: [Step; 13] = [
    (400.0, 6.0, 980.0, 705.0, 300.0),
    (575.0, 10.0, 700.0, 620.0, 200.0),
    (760.0, 14.0, 480.0, 520.0, 120.0),
    (915.0, 20.0, 320.0, 430.0, 70.0),
    (1000.0, 35.0, 250.0, 340.0, 45.0),
    (1150.0, 60.0, 190.0, 260.0, 30.0),
    (1285.0, 110.0, 150.0, 190.0, 20.0),
    (1450.0, 200.0, 120.0, 130.0, 14.0),
    (1575.0, 325.0, 98.0, 91.0, 8.0),
    (1680.0, 575.0, 77.0, 56.0, 4.0),
    (1810.0, 1_100.0, 55.0, 28.0, 0.0),
    (1970.0, 3_600.0, 31.0, 12.0, 0.0),
    (2100.0, 8_000.0, 15.0, 2.0, 0.0),
];

/// The levels with the net.
const NET: [Step; 4] = [
    (2150.0, 6_500.0, 8.0, 0.0, 0.0),
    (2250.0, 11_000.0, 8.0, 0.0, 0.0),
    (2400.0, 65_000.0, 8.0, 0.0, 0.0),
    (2800.0, 600_000.0, 4.0, 0.0, 0.0),
];

impl Level {
    /// The level of a player with this rating.
    pub fn of_elo(elo: u32) -> Self {
        let elo = elo.clamp(LEAST_ELO, MOST_ELO);
        let steps: &[Step] = if uses_net(elo) { &NET } else { &CLASSICAL };
        let rating = f64::from(elo);
        let upper = steps.iter().position(|step| step.0 >= rating).unwrap_or(steps.len() - 1).max(1);
        let (below, above) = (steps[upper - 1], steps[upper]);
        let share = ((rating - below.0) / (above.0 - below.0)).min(1.0);
        let between = |a: f64, b: f64| a + (b - a) * share;
        Self {
            elo,
            nodes: between(below.1.ln(), above.1.ln()).exp().round() as u64,
            error: between(below.2, above.2) as i32,
            overlooked: between(below.3, above.3) as u64,
            overlooked_at_root: between(below.4, above.4) as u64,
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

    /// Whether it plays with the engine's net instead of the classical evaluation.
    pub(crate) fn uses_net(&self) -> bool {
        uses_net(self.elo)
    }

    /// The moves that come to its mind: the one of an opening that it knows, or all that it does
    /// not overlook.
    pub(crate) fn candidates(&self, game: &Game) -> Vec<Move> {
        let position = game.position();
        if let Some(mv) = self.opening_move(position) {
            return vec![mv];
        }
        let legal = position.legal_moves();
        if self.overlooked_at_root == 0 || position.in_check() || is_elementary(position) {
            return legal.into_iter().collect();
        }
        // Another seed than inside the tree, so that not the same moves are overlooked.
        let root_seed = self.seed.rotate_left(32);
        let last = game.moves().last().map(Move::to);
        let notices = |mv: &Move| {
            let recaptures = !mv.is_quiet() && last == Some(mv.to());
            recaptures || draw(root_seed, position, *mv) >= self.overlooked_at_root
        };
        let considered: Vec<Move> = legal.iter().copied().filter(notices).collect();
        if considered.is_empty() { legal.into_iter().collect() } else { considered }
    }

    /// Whether the position belongs to an opening that it knows; if so, how it goes on.
    pub fn opening_move(&self, position: &Position) -> Option<Move> {
        // Some people know a few moves more than others of their rating.
        let more = SplitMix64::new(self.seed).below(4);
        let known = self.elo as usize / 300 + more;
        if usize::from(position.fullmove_number()) > known {
            return None;
        }
        let rarest = if self.elo < STRONG { 0 } else { RAREST };
        repertoire::draw(position, rarest, &mut SplitMix64::new(position.key().bits() ^ self.seed))
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

    /// Whether a move is overlooked inside the tree.
    pub(crate) fn overlooks(&self, position: &Position, mv: Move) -> bool {
        if self.overlooked == 0 || position.in_check() || is_elementary(position) {
            return false;
        }
        let chance = if mv.is_quiet() { self.overlooked } else { self.overlooked / 3 };
        draw(self.seed, position, mv) < chance
    }
}

fn uses_net(elo: u32) -> bool {
    f64::from(elo) > CLASSICAL[CLASSICAL.len() - 1].0
}

/// A number below 1024 for a move, always the same.
fn draw(seed: u64, position: &Position, mv: Move) -> u64 {
    SplitMix64::new(mixed(position.key(), mv) ^ seed).next_u64() % 1024
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
            assert!(pair[0].nodes < pair[1].nodes || !pair[0].uses_net() && pair[1].uses_net());
            assert!(pair[0].error >= pair[1].error && pair[0].overlooked >= pair[1].overlooked);
            assert!(pair[0].overlooked_at_root >= pair[1].overlooked_at_root);
        }
        assert_eq!(Level::of_elo(1), levels[0]);
        assert_eq!(Level::of_elo(5000), levels[levels.len() - 1]);
    }

    /// The share of seeds with which a level considers a move after those before it.
    fn share_that_sees(elo: u32, fen: &str, moves: &[&str]) -> f64 {
        let (last, before) = moves.split_last().unwrap();
        let mut game = Game::new(fen.parse().unwrap());
        for mv in before {
            game.play(game.position().parse_uci(mv).unwrap()).unwrap();
        }
        let mv = game.position().parse_uci(last).unwrap();
        let sees = |seed: u64| Level::of_elo(elo).with_seed(seed).candidates(&game).contains(&mv);
        (0..1000).filter(|seed| sees(SplitMix64::new(*seed).next_u64())).count() as f64 / 1000.0
    }

    #[test]
    fn beginners_sometimes_miss_a_free_queen_but_no_recapture() {
        let fen = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1";
        let free_queen = ["c3d5"];
        let share = share_that_sees(600, fen, &free_queen);
        assert!((0.8..0.95).contains(&share), "{share}");
        assert!(share_that_sees(2000, fen, &free_queen) >= 1.0);
        let taken_back = ["c3d5", "e6d5"];
        assert!(share_that_sees(600, "4k3/8/4p3/3q4/8/2N5/8/4K3 w - - 0 1", &taken_back) >= 1.0);
    }

    #[test]
    fn people_of_a_rating_open_differently_and_weak_ones_forget_sooner() {
        let known_plies = |elo: u32, seed: u64| {
            let level = Level::of_elo(elo).with_seed(SplitMix64::new(seed).next_u64());
            let mut position = Position::initial();
            let mut plies = 0;
            while let Some(mv) = level.opening_move(&position) {
                assert_eq!(level.opening_move(&position), Some(mv), "a player is of one mind");
                position = position.play(mv);
                plies += 1;
            }
            plies
        };
        let mean = |elo: u32| (0..200).map(|seed| known_plies(elo, seed)).sum::<usize>() as f64 / 200.0;
        let (weak, strong) = (mean(500), mean(1700));
        assert!(weak > 1.0 && strong > weak + 2.0, "{weak} and {strong}");
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
