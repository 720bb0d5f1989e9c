//! The search against the truth, on a game that is small enough to be known whole.

#[path = "common/noughts.rs"]
mod noughts;

use mcts::{
    Ending, Game, Leaf, Limits, Noise, Parallel, Priors, Report, Rollout, Searcher, Settings,
    alpha_beta_rollouts,
};
use noughts::NoughtsAndCrosses;
use proptest::prelude::*;

/// Every way to search.
fn ways() -> Vec<(&'static str, Settings)> {
    let (uct, puct) = (Settings::uct(), Settings::puct());
    let rollout = |rollout| Settings { leaf: Leaf::Rollout(rollout), ..uct.clone() };
    vec![
        ("uct", uct.clone()),
        ("cut rollouts", rollout(Rollout { cut: Some(2), ..Rollout::default() })),
        ("informed rollouts", rollout(Rollout { depth: 2, random: 0.2, ..Rollout::default() })),
        ("informed cuts", rollout(Rollout { cut: Some(1), cut_depth: 2, ..Rollout::default() })),
        ("alpha-beta leaves", Settings { leaf: Leaf::AlphaBeta { depth: 2 }, ..puct.clone() }),
        ("informed priors", Settings { priors: Priors::AlphaBeta { depth: 2 }, ..puct.clone() }),
        ("noise", Settings { noise: Some(Noise { alpha: 0.3, share: 0.25 }), ..puct.clone() }),
        ("puct", puct),
    ]
}

fn search(searcher: &mut Searcher<NoughtsAndCrosses>, moves: &[u8], simulations: u64) -> Report<u8> {
    searcher.search(&NoughtsAndCrosses::after(moves), &Limits::simulations(simulations), || false, |_| ())
}

/// The result that the move which is played leads to.
fn result_of(report: &Report<u8>, moves: &[u8]) -> Ending {
    let mut game = NoughtsAndCrosses::after(moves);
    game.play(report.best().expect("the game goes on"));
    game.truth().reversed()
}

#[test]
fn every_way_plays_perfectly() {
    for (name, settings) in ways() {
        let mut searcher = Searcher::new(1, settings).expect("a megabyte");
        for moves in NoughtsAndCrosses::all().into_iter().step_by(17) {
            searcher.clear();
            let report = search(&mut searcher, &moves, 3_000);
            let truth = NoughtsAndCrosses::after(&moves).truth();
            assert_eq!(result_of(&report, &moves), truth, "{name} after {moves:?}");
            searcher.check();
            // What is proved is true.
            for line in report.lines.iter().filter(|line| line.proof.is_some()) {
                let mut game = NoughtsAndCrosses::after(&moves);
                game.play(line.moves[0]);
                assert_eq!(line.proof.map(|proof| proof.ending), Some(game.truth().reversed()), "{name}");
            }
        }
    }
}

#[test]
fn the_value_of_a_drawn_game_is_a_draw() {
    let mut searcher = Searcher::new(16, Settings::puct()).expect("memory");
    let expectation = search(&mut searcher, &[], 20_000).lines[0].value.expectation();
    assert!(expectation.abs() < 0.2, "{expectation}");
}

#[test]
fn alpha_beta_rollouts_find_the_minimax_value() {
    // Not the first moves, after which there is most to search.
    let all = NoughtsAndCrosses::all().into_iter().filter(|moves| moves.len() >= 3);
    for moves in all.step_by(40) {
        let mut game = NoughtsAndCrosses::after(&moves);
        let limits = Limits { depth: Some(9), ..Limits::default() };
        let report = alpha_beta_rollouts(&game, 64, &limits, || false, |_| ());
        let truth = game.truth();
        assert_eq!(result_of(&report, &moves), truth, "after {moves:?}");
        let value = report.lines[0].value.expectation();
        assert!((value - truth.value().expectation()).abs() < 1e-6, "{value} after {moves:?}");
    }
}

#[test]
fn counts_add_up_after_every_parallel_search() {
    for (name, settings) in ways() {
        for parallel in Parallel::ALL {
            for threads in [1, 2, 4] {
                let settings = Settings { parallel, threads, ..settings.clone() };
                let mut searcher = Searcher::new(1, settings).expect("a megabyte");
                let report = search(&mut searcher, &[4], 2_000);
                searcher.check();
                let visits: u64 = report.lines.iter().map(|line| u64::from(line.visits)).sum();
                assert_eq!(visits, report.simulations, "{name}, {parallel:?} with {threads} threads");
                // Leaf parallelisation may go over the limit by one visit of each helper.
                assert!(report.simulations < 2_000 + threads as u64, "{name}: {}", report.simulations);
            }
        }
    }
}

/// Where every leaf has the same value for the first player, so has every node: what virtual losses
/// add on the way down is taken back.
#[test]
fn virtual_losses_leave_no_trace() {
    for parallel in Parallel::ALL {
        let settings = Settings { parallel, threads: 4, ..Settings::puct() };
        let mut searcher = Searcher::new(1, settings).expect("a megabyte");
        let mut game = NoughtsAndCrosses::default();
        game.constant = Some(0.5);
        // Few enough that no game is over.
        let report = searcher.search(&game, &Limits::simulations(60), || false, |_| ());
        for line in report.lines.iter().filter(|line| line.visits > 0) {
            assert!((line.value.expectation() - 0.5).abs() < 1e-3, "{parallel:?}: {line:?}");
        }
    }
}

#[test]
fn equal_seeds_give_equal_searches() {
    for (name, settings) in ways() {
        let lines = |seed| {
            let mut searcher = Searcher::new(1, Settings { seed, ..settings.clone() }).expect("a megabyte");
            search(&mut searcher, &[0], 500).lines
        };
        assert_eq!(lines(7), lines(7), "{name}");
    }
    let of_seed = |seed| {
        let mut searcher = Searcher::new(1, Settings { seed, ..Settings::uct() }).expect("a megabyte");
        search(&mut searcher, &[0], 500).lines
    };
    assert_ne!(of_seed(7), of_seed(8));
}

#[test]
fn a_tree_is_kept_when_the_game_goes_on() {
    let mut searcher = Searcher::new(1, Settings::uct()).expect("a megabyte");
    let first = search(&mut searcher, &[], 200);
    let played = &first.lines[0].moves[..2];
    let second = search(&mut searcher, played, 50);
    searcher.check();
    let visits: u64 = second.lines.iter().map(|line| u64::from(line.visits)).sum();
    assert!(visits > second.simulations, "{visits} visits after {} simulations", second.simulations);
    // Another game shares nothing.
    let other = search(&mut searcher, &[8, 7], 50);
    let visits: u64 = other.lines.iter().map(|line| u64::from(line.visits)).sum();
    assert_eq!(visits, other.simulations);
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let mut searcher = Searcher::new(1, Settings::puct()).expect("a megabyte");
    let limits = Limits { moves: vec![3, 5], ..Limits::simulations(300) };
    let report = searcher.search(&NoughtsAndCrosses::after(&[4]), &limits, || false, |_| ());
    let mut moves: Vec<u8> = report.lines.iter().map(|line| line.moves[0]).collect();
    moves.sort_unstable();
    assert_eq!(moves, [3, 5]);
    searcher.check();
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let mut searcher = Searcher::new(1, Settings::puct()).expect("a megabyte");
    let report = searcher.search(&NoughtsAndCrosses::default(), &Limits::default(), || true, |_| ());
    assert_eq!(report.simulations, 0);
    assert!(report.best().is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever is searched in whatever order, the counts add up and the memory holds.
    #[test]
    fn any_sequence_of_searches_is_consistent(
        steps in prop::collection::vec((0_u64..10_000, 1_u64..400, 0_usize..4, 1_usize..3), 1..6)
    ) {
        let mut searcher = Searcher::new(0, Settings::uct()).expect("little memory");
        for (seed, simulations, parallel, threads) in steps {
            let parallel = Parallel::ALL[parallel];
            if searcher.settings().parallel != parallel || searcher.settings().threads != threads {
                let settings = Settings { parallel, threads, ..Settings::uct() };
                searcher.set_settings(settings).expect("little memory");
            }
            let game = NoughtsAndCrosses::random(seed);
            let report = searcher.search(&game, &Limits::simulations(simulations), || false, |_| ());
            searcher.check();
            prop_assert!(report.best().is_some());
            prop_assert!(report.fill <= 1000);
        }
    }
}
