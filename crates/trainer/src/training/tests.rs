//! Trainings of small networks.

use std::fs;
use std::path::PathBuf;

use chess::{Board, Piece, Role};
use gamekit::{Color, SplitMix64, Square};
use nnue::{Architecture, Network};

use super::*;

/// Positions whose target depends on one pawn, with the own king in all buckets.
fn lessons(count: usize, seed: u64) -> Vec<Sample> {
    let mut rng = SplitMix64::new(seed);
    let lesson = |number| {
        let mut board = Board::EMPTY;
        for _ in 0..4 + rng.below(20) {
            let piece = Piece::ALL[rng.below(10)];
            let piece = if piece.role() == Role::King { Piece::BlackRook } else { piece };
            board.put(piece, Square::ALL[rng.below(64)]);
        }
        board.put(Piece::WhiteKing, [Square::A1, Square::C1, Square::B2, Square::C4][number % 4]);
        board.put(Piece::BlackKing, Square::A8);
        let good = rng.below(2) == 1;
        board.take(Square::A2);
        if good {
            board.put(Piece::WhitePawn, Square::A2);
        }
        let (points, expected) = if good { (1.0, 0.8) } else { (0.0, 0.3) };
        Sample::new(&board, Color::White, Some(points), expected)
    };
    (0..count).map(lesson).collect()
}

fn data() -> Split {
    Split { training: lessons(3000, 1), validation: lessons(200, 2) }
}

fn recipe() -> Recipe {
    let recipe = synthetic::recipe(Architecture::new(64, 8).unwrap());
    Recipe { epochs: Some(4), batch: 256, data: vec![PathBuf::from("made up")], ..recipe }
}

/// The same with king buckets.
fn bucketed() -> Recipe {
    Recipe { king_buckets: 4, ..recipe() }
}

fn begin<'a>(recipe: &'a Recipe, data: &'a Split, threads: usize) -> Session<'a> {
    Session::new(Origin::random(recipe.arch().unwrap(), recipe.seed), recipe, data, threads)
}

fn finish(session: &mut Session<'_>) {
    while !session.is_finished() {
        session.step();
    }
}

/// The result without times.
fn outcome(session: &Session<'_>) -> (Model, Model, Vec<(f64, f64)>) {
    let errors = session.epochs().iter().map(|epoch| (epoch.training, epoch.validation)).collect();
    (session.state.model.clone(), session.best().clone(), errors)
}

#[test]
fn a_simple_lesson_is_learned() {
    // King buckets have four times the weights for as few positions.
    for (recipe, limit) in [(recipe(), 0.004), (bucketed(), 0.012)] {
        let data = data();
        let recipe = Recipe { epochs: Some(12), wdl: Ramp::Constant(0.0), rate: [1e-2, 1e-4], ..recipe };
        let mut session = begin(&recipe, &data, 2);
        finish(&mut session);
        let errors: Vec<f64> = session.epochs().iter().map(|epoch| epoch.validation).collect();
        assert!(errors[0] > 0.01 && errors[11] < limit, "{errors:?}");
        assert_eq!(session.best_epoch(), errors.iter().position(|&error| error <= errors[11]));
    }
}

#[test]
fn a_trained_net_is_trained_further() {
    let (recipe, data) = (Recipe { wdl: Ramp::Constant(0.0), rate: [1e-2, 1e-4], ..recipe() }, data());
    let mut first = begin(&recipe, &data, 1);
    finish(&mut first);
    let learned = first.best().parameters();
    let mut second = Session::new(Origin::from(learned.clone()), &recipe, &data, 1);
    assert!(second.best().parameters() == learned);
    second.step();
    while second.progress().batch > 0 {
        second.step();
    }
    let [before, after] = [&first, &second].map(|session| session.epochs()[0].validation);
    assert!(after < before / 2.0, "one epoch later {after}, one epoch from nothing {before}");
}

/// Two stages, the second on other data.
fn staged() -> Recipe {
    let second = Stage { epochs: Some(2), rate: Some([1e-4, 1e-6]), ..Stage::default() };
    Recipe { stages: vec![Stage::default(), second], ..bucketed() }
}

fn other_data() -> Split {
    Split { training: lessons(1000, 3), validation: lessons(100, 4) }
}

#[test]
fn a_stage_is_a_training_that_goes_on_from_the_stage_before() {
    let (recipe, [first_data, second_data]) = (staged(), [data(), other_data()]);
    let mut first = begin(&recipe, &first_data, 1);
    finish(&mut first);
    let origin = first.next_stage().unwrap();
    let mut second = Session::new(origin, &recipe, &second_data, 1);
    finish(&mut second);
    assert!(second.next_stage().is_none());
    let stages: Vec<usize> = second.epochs().iter().map(|epoch| epoch.stage).collect();
    assert_eq!(stages, [0, 0, 0, 0, 1, 1]);
    assert!(second.best_epoch() >= Some(4));

    let alone = recipe.stage(1);
    let start = Origin::from(first.best().parameters());
    let mut alone = Session::new(start, &alone, &second_data, 1);
    finish(&mut alone);
    assert!(alone.best() == second.best());
    assert_eq!(report::table(&second).lines().last().unwrap().split(',').next_back(), Some("2"));
}

#[test]
fn a_session_is_resumed_in_the_stage_in_which_it_was_saved() {
    let (recipe, [first_data, second_data]) = (staged(), [data(), other_data()]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let mut first = begin(&recipe, &first_data, 1);
    finish(&mut first);
    first.save(&file).unwrap();
    assert_eq!(Session::saved_stage(&file, &recipe).unwrap(), 0);
    let resumed = Session::resume(&file, &recipe, &first_data, 1).unwrap();
    assert!(resumed.is_finished());

    let mut whole = Session::new(first.next_stage().unwrap(), &recipe, &second_data, 2);
    let mut second = Session::new(resumed.next_stage().unwrap(), &recipe, &second_data, 1);
    second.step();
    second.save(&file).unwrap();
    assert_eq!(Session::saved_stage(&file, &recipe).unwrap(), 1);
    let mut second = Session::resume(&file, &recipe, &second_data, 1).unwrap();
    [&mut whole, &mut second].into_iter().for_each(finish);
    assert!(outcome(&second) == outcome(&whole));

    let mut swapped = recipe.clone();
    swapped.stages.reverse();
    let error = Session::saved_stage(&file, &swapped).unwrap_err().to_string();
    assert_eq!(error, "started with another recipe: expected stage to be other stages");
    let error = Session::saved_stage(&file, &bucketed()).unwrap_err().to_string();
    assert!(error.contains("[[stage]] to be present"), "{error}");
}

/// Two and a half epochs, by their number of positions.
#[test]
fn a_number_of_samples_ends_the_training_within_an_epoch() {
    let data = data();
    let recipe = Recipe { epochs: None, samples: Some(7500), ..recipe() };
    let mut session = begin(&recipe, &data, 1);
    finish(&mut session);
    let positions: Vec<usize> = session.epochs().iter().map(|epoch| epoch.positions).collect();
    assert_eq!((session.epochs_planned(), positions), (3, vec![3000, 3000, 1500]));
    let rate = session.epochs()[2].rate;
    assert!(rate < 2e-5, "the rate has fallen to its end: {rate}");
}

#[test]
fn a_few_positions_are_learned_by_heart() {
    let few = lessons(40, 3);
    let data = Split { training: few.clone(), validation: few };
    let recipe = Recipe { epochs: Some(400), rate: [3e-3, 1e-4], ..recipe() };
    let mut session = begin(&recipe, &data, 1);
    finish(&mut session);
    let error = session.epochs().last().unwrap().validation;
    assert!(error < 1e-5, "{error}");
}

#[test]
fn the_same_seed_gives_the_same_bits_on_any_number_of_threads() {
    for recipe in [recipe(), bucketed()] {
        check_threads(recipe, &data());
    }
}

fn check_threads(recipe: Recipe, data: &Split) {
    let [one, again, three] = [1, 1, 3].map(|threads| {
        let mut session = begin(&recipe, data, threads);
        finish(&mut session);
        outcome(&session)
    });
    assert!(one == again);
    assert!(one == three);
    let other = Recipe { seed: 2, ..recipe };
    let mut session = begin(&other, data, 1);
    finish(&mut session);
    assert!(outcome(&session) != one);
}

/// Saved after any step, in the middle of an epoch or at its end, and resumed.
#[test]
fn a_resumed_session_ends_with_the_same_bits() {
    for recipe in [recipe(), bucketed()] {
        check_resumption(&Recipe { wdl: Ramp::Linear([0.2, 0.4]), ..recipe }, &data());
    }
}

fn check_resumption(recipe: &Recipe, data: &Split) {
    let mut whole = begin(recipe, data, 2);
    finish(&mut whole);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    for steps in [0, 1, 12, 13, 30, whole.steps()] {
        let mut first = begin(recipe, data, 1);
        for _ in 0..steps {
            first.step();
        }
        first.save(&file).unwrap();
        let mut second = Session::resume(&file, recipe, data, 2).unwrap();
        assert_eq!((second.progress(), second.epochs()), (first.progress(), first.epochs()));
        finish(&mut second);
        assert!(outcome(&second) == outcome(&whole), "saved after {steps} steps");
    }
}

#[test]
fn a_checkpoint_of_something_else_is_refused() {
    let (recipe, data) = (recipe(), data());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    begin(&recipe, &data, 1).save(&file).unwrap();
    let refusal =
        |recipe: &Recipe, data: &Split| Session::resume(&file, recipe, data, 1).err().unwrap().to_string();

    let message = refusal(&Recipe { epochs: Some(5), ..recipe.clone() }, &data);
    assert_eq!(message, "started with another recipe: expected epochs to be 4");
    let message = refusal(&Recipe { patience: Some(3), ..recipe.clone() }, &data);
    assert_eq!(message, "started with another recipe: expected patience to be absent");
    let less = Split { training: lessons(2999, 1), ..data.clone() };
    assert!(refusal(&recipe, &less).contains("[3000, 200]"));

    let bytes = fs::read(&file).unwrap();
    for length in [0, 7, 8, 11, 12, 500, bytes.len() - 1] {
        fs::write(&file, &bytes[..length]).unwrap();
        assert!(refusal(&recipe, &data).contains("expected PTTRAIN"), "{length} bytes");
    }
    let mut flipped = bytes;
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    fs::write(&file, flipped).unwrap();
    assert!(refusal(&recipe, &data).contains("broken"));
}

/// Noise cannot be learned: the validation error rises, and the best network is kept.
#[test]
fn the_best_epoch_is_kept_and_patience_ends() {
    let noise = |seed| {
        let mut rng = SplitMix64::new(seed);
        let mut noise = || {
            let squares = [(); 6].map(|()| Square::ALL[8 + rng.below(48)]);
            let mut board = Board::EMPTY;
            for square in squares {
                board.put(Piece::WhitePawn, square);
            }
            board.put(Piece::WhiteKing, Square::A1);
            board.put(Piece::BlackKing, Square::A8);
            Sample::new(&board, Color::White, Some(rng.below(2) as f64), 0.5)
        };
        (0..300).map(|_| noise()).collect::<Vec<_>>()
    };
    let data = Split { training: noise(5), validation: noise(6) };
    let recipe = Recipe { epochs: Some(100), wdl: Ramp::Constant(1.0), patience: Some(6), ..recipe() };
    let mut session = begin(&recipe, &data, 1);
    finish(&mut session);
    let best = session.best_epoch().unwrap();
    assert_eq!(session.epochs().len(), best + 1 + 6);
    let again = Workers::new(session.best().layout(), 1).error(session.best(), &data.validation, 1.0);
    assert_eq!(again.to_bits(), session.epochs()[best].validation.to_bits());
}

#[test]
fn an_exported_network_reads_back_and_is_near_the_trained_one() {
    for recipe in [recipe(), bucketed()] {
        check_export(&recipe, &data());
    }
}

fn check_export(recipe: &Recipe, data: &Split) {
    let mut session = begin(recipe, data, 1);
    finish(&mut session);
    let export = Export::of(&session);
    let mut bytes = Vec::new();
    export.network.write(&mut bytes).unwrap();
    assert_eq!(Network::read(&bytes).unwrap(), export.network);
    assert!(
        export.network.description().starts_with("synthetic: 3000 positions, 4 epochs, wdl 0.5, error 0.")
    );
    assert!(Model::from(&export.parameters) == *session.best());
    let floats = floats::write(&export.parameters);
    assert!(floats::read(&floats) == Some(export.parameters));
    assert!((0..floats.len()).step_by(99).all(|length| floats::read(&floats[..length]).is_none()));

    // Rounding changes weights by half a unit at most; a mistake in quantisation would cost far
    // more.
    let Rounding { mean, largest, error_before, error_after } = export.rounding;
    assert!(mean > 0.0 && mean < 8.0 && largest < 40.0, "{:?}", export.rounding);
    assert!((error_after - error_before).abs() < 0.01 * error_before, "{:?}", export.rounding);
    let best = session.epochs()[session.best_epoch().unwrap()];
    assert!((error_before - best.validation).abs() < 1e-6);
}

#[test]
fn a_report_has_a_line_for_each_epoch() {
    let (recipe, data) = (recipe(), data());
    let mut session = begin(&recipe, &data, 1);
    finish(&mut session);
    assert_eq!(report::table(&session).lines().count(), 1 + 4);
    let svg = report::chart(&session).to_string();
    assert_eq!(svg.matches("<polyline").count(), 2);
}
