//! Random games for tests and benchmarks.

use chess::Position;
use gamekit::{GameResult, Score, SplitMix64};
use nnue::Architecture;

use super::{Loss, Ramp, Recipe};
use crate::data::{Filter, RecordedGame, ScoredMove};

/// A game of random moves with random scores. The same number gives the same game.
pub fn game(number: u64) -> RecordedGame {
    const OPENING: usize = 8;
    let mut rng = SplitMix64::new(number);
    let mut position = Position::initial();
    let mut game = RecordedGame {
        start: position.clone(),
        opening: Vec::new(),
        moves: Vec::new(),
        result: GameResult::ALL[rng.below(3)],
    };
    for ply in 0..OPENING + 40 + rng.below(300) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        if ply < OPENING {
            game.opening.push(mv);
        } else {
            game.moves.push(ScoredMove::new(mv, Score::cp(rng.below(801) as i32 - 400)));
        }
        position = position.play(mv);
    }
    game
}

/// A recipe for a network of these sizes, without data.
pub fn recipe(arch: Architecture) -> Recipe {
    Recipe {
        name: "synthetic".to_owned(),
        data: Vec::new(),
        hidden: arch.hidden(),
        buckets: arch.buckets(),
        king_buckets: arch.king_buckets(),
        deep: arch.is_deep(),
        start: None,
        scale: arch.scale() as usize,
        epochs: Some(1),
        samples: None,
        wdl: Ramp::Constant(0.5),
        lookahead: 0.0,
        ending_wdl: 0.0,
        loss: Loss::Squared,
        batch: 16_384,
        rate: [1e-3, 1e-5],
        decay: 0.01,
        validation: 0.02,
        patience: None,
        seed: 1,
        teacher: None,
        filter: Filter::default(),
        stages: Vec::new(),
    }
}
