use chess::Position;
use engine::eval::{Evaluator, Group};
use gamekit::{Color, GameResult, Score, SplitMix64};

use super::*;
use crate::data::{Filter, RecordedGame, ScoredMove};

/// Random games, each with a result that some other weights than the engine's would predict.
fn games(number: usize, teacher: impl Fn(&Position) -> f64) -> Split {
    let mut rng = SplitMix64::new(77);
    let mut split = Split::new();
    let filter = Filter { first_ply: 0, no_tactics: false, ..Filter::default() };
    for _ in 0..number {
        let Some((_, position)) = Position::initial().random_walk(&mut rng).take(60).last() else { continue };
        let Some(&mv) = position.legal_moves().first() else { continue };
        let result =
            GameResult::Win(if rng.next_f64() < teacher(&position) { Color::White } else { Color::Black });
        let moves = vec![ScoredMove::new(mv, Score::DRAW)];
        let game = RecordedGame { start: position, opening: Vec::new(), moves, result };
        split.add(&game, &filter);
    }
    split
}

/// Points as the engine's own evaluation predicts them, at some steepness.
fn engine_points(position: &Position) -> f64 {
    let score = Evaluator::Classical.evaluate(position).raw();
    let white = position.turn().for_white(score);
    1.0 / (1.0 + (-0.006 * f64::from(white)).exp())
}

#[test]
fn the_engines_file_is_what_its_weights_give() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src/eval/weights.rs");
    let file = std::fs::read_to_string(path).unwrap();
    assert_eq!(weights_file(Model::of_engine().weights()), file);
}

#[test]
fn the_steepness_of_the_teacher_is_found() {
    let split = games(3000, engine_points);
    let mut model = Model::of_engine();
    model.fit_steepness(&split.training, 2);
    assert!((0.0045..0.0075).contains(&model.steepness()), "{}", model.steepness());
}

#[test]
fn the_slope_is_what_a_small_change_gives() {
    let split = games(50, engine_points);
    let positions: Vec<u32> = (0..split.training.len() as u32).collect();
    let mut model = Model::of_engine();
    let step = model.gradient(&split.training, &positions, 1);
    for weight in [Group::Material.offset(), Group::Material.offset() + 3, Group::KnightMobility.offset() + 4]
    {
        for phase in 0..2 {
            let before = model.weights()[weight][phase];
            let mut error_at = |value| {
                model.weights_mut()[weight][phase] = value;
                model.error(&split.training, 1)
            };
            let slope = (error_at(before + 0.01) - error_at(before - 0.01)) / 0.02;
            error_at(before);
            let found = step.slopes[weight][phase];
            assert!((slope - found).abs() < 1e-3 * found.abs() + 1e-9, "{weight} {phase}: {slope} {found}");
        }
    }
}

#[test]
fn training_finds_what_the_teacher_values() {
    // This teacher cares for queens only: half of what the engine thinks.
    let queens = |position: &Position| {
        let count = |color| position.board().pieces(color, chess::Role::Queen).len() as f64;
        let lead = count(Color::White) - count(Color::Black);
        1.0 / (1.0 + (-2.0 * lead).exp())
    };
    let split = games(4000, queens);
    let mut model = Model::of_engine();
    let before = model.error(&split.validation, 2);
    let settings = Settings { epochs: 40, batch: 512, rate: 4.0, threads: 2, ..Settings::default() };
    fit(&mut model, &split, &settings, |_| true);
    let after = model.error(&split.validation, 2);
    assert!(after < 0.9 * before, "{before} {after}");
    let rook = model.weights()[Group::Material.offset() + 3][1];
    let start = Model::of_engine().weights()[Group::Material.offset() + 3][1];
    assert!(rook < start - 20.0, "{rook} {start}");
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let split = games(300, engine_points);
    let settings = |threads| Settings { epochs: 3, batch: 64, threads, ..Settings::default() };
    let [one, three] = [1, 3].map(|threads| {
        let mut model = Model::of_engine();
        fit(&mut model, &split, &settings(threads), |_| true);
        model
    });
    assert_eq!(one, three);
}

#[test]
fn normalizing_changes_no_prediction() {
    let split = games(200, engine_points);
    let mut model = Model::of_engine();
    model.weights_mut().iter_mut().flatten().for_each(|weight| *weight *= 1.7);
    let before = model.error(&split.training, 1);
    model.normalize();
    assert!((model.error(&split.training, 1) - before).abs() < 1e-9);
    assert!((model.weights()[Group::Material.offset()][1] - 100.0).abs() < 1e-9);
}
